"""忙 How long the site takes now, and how often pages may ask for what is new while it takes long.

A hall whose phones ask faster than it can answer answers nobody: they are told to come less often (`Poll-After`, which
`static/js/poll.js` follows). A site that keeps up says nothing, and pages ask as often as they were made to.
"""

LONG = 0.15
"""Seconds that answers may take, as a rule."""
USUAL, SELDOM = 1.5, 10.0
"""Seconds between two questions of a page: as pages have it, and at most."""
_WEIGHT = 0.05


class Busy:
    """What one worker knows of one of its lanes."""

    def __init__(self) -> None:
        self._mean = 0.0

    def __lt__(self, other: "Busy") -> bool:
        return self._mean < other._mean

    def took(self, seconds: float) -> None:
        """An answer of the site, the wait for a thread included."""
        self._mean += (seconds - self._mean) * _WEIGHT

    def poll_after(self) -> bytes:
        """For the header, or nothing: in seconds."""
        if self._mean <= LONG:
            return b""
        return f"{min(USUAL * self._mean / LONG, SELDOM):.1f}".encode()
