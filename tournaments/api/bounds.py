"""What anybody may send over the network: bounds of the documents `score` and `replay`, which files do not have."""

from collections.abc import Mapping

MEGABYTE = 1024**2
MOST_BYTES: Mapping[str, int] = {"score": 16 * MEGABYTE, "replay": 4 * MEGABYTE}
"""What one request may hold: ten thousand hands with everything that can be said of them; a day of a thousand games.

A game without end costs more than its length, so that there is less room for it.
"""
MOST_EVENTS = 2000
"""What one game of a request may hold; a long one has some two hundred."""
