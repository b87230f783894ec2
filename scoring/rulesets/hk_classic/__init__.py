"""港式台灣牌: fan table, game, offences, readings and examples as data."""
