"""麻將競技活動中心: fan table, game, offences, readings and examples as data."""
