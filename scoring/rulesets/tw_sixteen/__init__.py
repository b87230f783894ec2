"""16 張台灣麻將: fan table, game, offences, readings and examples as data."""
