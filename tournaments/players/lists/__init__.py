"""名單: lists of players and staff as people type, paste or upload them. No queries."""
