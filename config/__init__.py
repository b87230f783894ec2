"""Settings, addresses and the entry point of the web server. Knows every app; no app knows it."""
