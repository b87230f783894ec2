"""Commands outside the app: server, backup, translations, checks."""
