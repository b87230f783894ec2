"""故障 `python -m tests.faults`: what was acknowledged is stored, whatever is killed, full or away meanwhile."""
