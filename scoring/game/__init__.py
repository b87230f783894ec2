"""一局 A game as a list of events: everything else is folded from it."""
