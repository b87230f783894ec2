"""規則 The data types of a rule set, and its rules about ways of winning."""
