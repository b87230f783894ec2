"""大師賽: fan table, game, offences, readings and examples as data."""
