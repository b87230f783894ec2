"""The event, its roles and their rights; locks, exceptions, the cache."""
