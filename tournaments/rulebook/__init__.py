"""規則 A rule set in sentences: its fans, its game, examples, changes and offences. No database."""
