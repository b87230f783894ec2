"""速度 The speed figures: `make bench`. Every figure that has a target is a ratio taken in one run, or CPU time."""
