"""一局 A game as a list of events, from which everything else is folded."""
