"""What anybody may send over the network: bounds of documents, which files do not have."""

from collections.abc import Mapping

MEGABYTE = 1024**2
MOST_BYTES: Mapping[str, int] = {"score": 4 * MEGABYTE, "replay": 4 * MEGABYTE, "draw": MEGABYTE}
"""What one request may hold: two thousand hands with everything that can be said of them; a day of a thousand games.

A game without end costs more than its length, so that there is less room for it.
"""
MOST_DOCUMENTS = 2_000
"""How many documents the array of one request may hold."""
MOST_EVENTS = 2000
"""What one game of a request may hold; a long one has some two hundred."""

MOST_SEATS = 12_000
"""What the draws of one request may hold: players times rounds, added up. A thousand players twelve rounds."""
LEAST_SEATS = 600
"""What a draw counts for at least: a small one may take as long to arrange as a larger one."""
