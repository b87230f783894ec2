"""示範: one league evening, played through the same services as a real one. Deterministic but for the clock."""
