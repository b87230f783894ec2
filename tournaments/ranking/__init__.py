"""名次: places, ties and lots, and who goes on from a stage. Pure: no database, points are whole units."""
