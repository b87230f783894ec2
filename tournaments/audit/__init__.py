"""The history of an event and its audit, retention."""
