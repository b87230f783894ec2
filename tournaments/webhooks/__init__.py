"""Messages to other servers."""
