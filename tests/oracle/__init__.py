"""A second, slow reading of the rule text of hkma-league, written without sight of `scoring`."""
