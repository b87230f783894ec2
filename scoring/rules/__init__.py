"""規則 The shapes of rule data, and what a rule set makes of how a hand was won."""
