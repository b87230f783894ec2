"""Adding up, order, cut line, the record of a player."""
