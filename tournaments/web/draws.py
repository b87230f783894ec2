"""Draws that run beside the server, in a program of their own (`draw_maker`), which gives way to it.

A draw follows from its document alone, so that its digest is its name: whichever worker asks finds how far it is, and
one that broke off (a restart) is simply started again.
"""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache

from scoring import ScoringError
from tournaments.models import DrawLine
from tournaments.seating.document import digest_of
from tournaments.seating.draw import Draw, Seated
from tournaments.selectors.event_draws import document_of
from tournaments.services.event_draws import finish_draw

REMEMBERED = 3600
"""Seconds for which an answer is kept."""
FOR_OTHERS_SECONDS = 0.06
"""Between two rounds that are written: SQLite's writers look every 25 ms or so whether it is their turn."""

_running: dict[str, "subprocess.Popen[bytes]"] = {}


def begin(document: Mapping[str, Any], digest: str, language: str) -> None:
    """Start the draw, unless it runs here or is done."""
    process = _running.get(digest)
    if (process is not None and process.poll() is None) or (progress(digest) or {}).get("done"):
        return
    folder = _folder()
    (folder / f"{digest}.in").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    for name, ended in [(name, one) for name, one in _running.items() if one.poll() is not None]:
        ended.wait()
        del _running[name]
    _running[digest] = subprocess.Popen(
        [sys.executable, "-m", "tournaments.web.draw_maker", str(folder), digest, language],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def begin_line(line: DrawLine, language: str) -> None:
    """Start the draw of a line that was written down, as `begin`."""
    begin(document_of(line.list, line), line.digest, language)


def look(line: DrawLine, language: str, now: datetime) -> dict[str, Any] | None:
    """How far the draw of a line has come; None once it is done, and then its seats are written down.

    A draw that broke off is begun again.
    """
    said = progress(line.digest)
    if not said or not said["done"]:
        begin_line(line, language)
        return said or {}
    finish_draw(
        line_id=line.pk,
        answer=said["answer"],
        facts=said.get("facts", {}),
        ways=said["ways"] if said.get("stopped") else 0,
        now=now,
        between=lambda: time.sleep(FOR_OTHERS_SECONDS),
    )
    forget(line.digest)
    line.refresh_from_db()
    return None


def progress(digest: str) -> dict[str, Any] | None:
    """How far it has come: `ways`, `done`, and once there are seats `answer` and `facts`; None before the first."""
    try:
        said: dict[str, Any] = json.loads((_folder() / f"{digest}.out").read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    return said


def stop(digest: str) -> None:
    """Keep the best so far as soon as there is one."""
    (_folder() / f"{digest}.stop").touch()


def forget(digest: str) -> None:
    """Clear away what a draw has left."""
    process = _running.pop(digest, None)
    if process is not None:
        process.wait()
    for kind in ("in", "out", "stop"):
        (_folder() / f"{digest}.{kind}").unlink(missing_ok=True)


def repeated(document: Mapping[str, Any], ways: int) -> dict[str, Any]:
    """Draw again from the document alone, and wait for it. Raises ScoringError where that is not possible.

    The same is never drawn twice within the hour: anybody may ask, as often as they like, and organisers wait for the
    same lane.
    """
    key = f"draw:{digest_of(document)}:{ways}"
    answer: dict[str, Any] | None = cache.get(key)
    if answer is None:
        answer = drawn(document, ways)
        cache.set(key, answer, REMEMBERED)
    return answer


def drawn(document: Mapping[str, Any], ways: int = 0) -> dict[str, Any]:
    """The answer to a `draw` document from a program of its own, waited for. Raises ScoringError."""
    answer = _asked(document, "event", str(ways))
    if "refused" in answer:
        raise ScoringError(*answer["refused"])
    return answer


def draw_round(
    players: Sequence[Seated],
    earlier: Sequence[Sequence[Sequence[int]]],
    *,
    seed: str,
    rounds_ahead: int,
    planned: Sequence[Sequence[Sequence[int]]],
) -> Draw:
    """`tournaments.seating.draw.draw` in a program of its own, waited for: other threads go on meanwhile."""
    said = [[player.key, player.club, player.staff, sorted(player.apart)] for player in players]
    more = {"seed": seed, "rounds_ahead": rounds_ahead, "planned": planned}
    answer = _asked({"players": said, "earlier": earlier, **more}, "round")
    tables = tuple((east, south, west, north) for east, south, west, north in answer.pop("tables"))
    ahead = tuple(tuple(tuple(table) for table in tables) for tables in answer.pop("ahead"))
    return Draw(**answer, tables=tables, ahead=ahead)


def _asked(said: Mapping[str, Any], *what: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tournaments.seating", *what],
        input=json.dumps(said).encode(),
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "draws"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
