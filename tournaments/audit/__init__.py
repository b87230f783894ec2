"""History, audit and retention of an event's data."""
