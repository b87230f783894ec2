"""The REST API: the same services as the pages, the same documents as the commands. No rule lives here."""
