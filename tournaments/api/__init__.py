"""The REST API: it calls the services of the pages and answers with the documents of the commands. No rules here."""
