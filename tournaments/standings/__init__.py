"""Standings: totals, ranking, the cut line, the record of a player."""
