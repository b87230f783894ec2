"""步伐 The pace of what nginx keeps for everybody: read from the app every second and a half, whoever asks when.

nginx counts whole seconds: what is kept for "one" is asked for once a second, what is kept for "two" is too old. So
three seconds hold two readings. The first is at their beginning and kept to the end of their first second; who comes
between that and their middle waits for the middle (nginx gives the others what it has), and that is kept to their end.
Phones are told the time by nginx and come just after a reading (`static/js/poll.js`).
"""

import asyncio
import time

from config.wsgi_call import Scope

EVERY = 1.5
"""Seconds between two readings. deploy/nginx/cache.conf tells phones the same."""
_SECONDS = 3
"""Whole seconds that hold a whole number of readings."""
_NGINX = b"paiju-pace"
"""The header by which nginx says that it keeps the answer at this pace."""
_AGAIN = b"if-none-match"


def kept_until(now: float) -> str:
    """X-Accel-Expires of an answer of this moment: the last second (of the clock) in which it may be given."""
    began = int(now) // _SECONDS * _SECONDS
    passed = now - began
    return f"@{began + (0 if passed < 1 else 1 if passed < EVERY else 2)}"


def seconds_to_wait(scope: Scope, now: float) -> float:
    """How long a request of nginx waits for the next reading; 0 for anybody else, and where nginx has nothing yet."""
    passed = now % _SECONDS
    if not 1 <= passed < EVERY or not scope["raw_path"].startswith(b"/live/"):
        return 0
    told = {name for name, _value in scope["headers"]}
    return EVERY - passed if _NGINX in told and _AGAIN in told else 0


async def keep(scope: Scope) -> None:
    """Wait that long; in the event loop, where it costs nobody anything."""
    if seconds := seconds_to_wait(scope, time.time()):
        await asyncio.sleep(seconds)
