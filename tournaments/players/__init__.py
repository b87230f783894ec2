"""報名、名單: registration, lists and import, check-in, erasure."""
