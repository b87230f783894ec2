"""港式台牌聯賽: fan table, game, offences, readings and examples as data."""
