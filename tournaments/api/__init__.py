"""The REST API: calls the services used by the pages and returns the documents of the commands. No rules here."""
