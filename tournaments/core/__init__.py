"""The event, its roles and who may do what; locks, exceptions, the cache."""
