"""A second, slow reading of the rule texts, written without sight of `scoring`."""
