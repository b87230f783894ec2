"""Making and setting up an event, its staff."""
