"""Commands of the house that are not the app's: the server, translations, checks."""
