"""總計: what the games of an event add up to: standings, and who advances. Reads only."""
