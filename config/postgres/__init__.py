"""The database engine of `settings`: Django's own for PostgreSQL, which says at once that the server is away."""
