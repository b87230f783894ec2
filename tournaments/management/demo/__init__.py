"""示範: one league evening through the same services as a real one. Deterministic except for the clock."""
