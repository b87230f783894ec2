"""A rule set in sentences. No database."""
