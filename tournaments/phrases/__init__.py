"""Sentences about hands, rulings and offences, and the names in them. No database."""
