"""負載 `python -m tests.load`: every table of a hall records and everybody watches, on a server of its own."""
