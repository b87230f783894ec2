"""The outbox of phones without a network."""
