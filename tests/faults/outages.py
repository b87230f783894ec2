"""The database away, or its disk full, while referees record and a page is read again and again."""

import http.client
import os
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cluster import Cluster
from tests.faults.phones import PATIENCE, Crowd
from tests.load.wire import request
from tests.rehearse.people import at

AWAY, FULL = 30.0, 15.0
SLOWEST_REFUSAL, RECOVERY = 6.0, 10.0
"""Seconds within which a refusal must come (the pool waits for five), and recording goes on after the outage."""
PIECE = 2**19
SENTENCES = {"database away": "資料庫暫時連不上", "disk full": "伺服器的磁碟滿了"}
"""How a page says what is the matter."""


def fill_up(crowd: Crowd, disk: Path, cluster: Cluster | None) -> str:
    """The disk of the database fills up and stays full. Hands may still be stored where room was set aside."""
    ballast = Ballast(disk / "ballast")

    def make_room() -> None:
        ballast.remove()
        if cluster and not cluster.is_running():
            cluster.start()

    return outage("disk full", FULL, crowd, ballast.fill, make_room)


def outage(name: str, seconds: float, crowd: Crowd, begin: Callable[[], None], end: Callable[[], None]) -> str:
    """Everyone records; `begin`, wait, `end`. What was answered, in words."""
    answers = crowd.answers
    answers.refusals.clear()
    with crowd.recording():
        crowd.wait_for(10)
        begin()
        with _reading(crowd) as pages:
            time.sleep(seconds)
        end()
        back = crowd.wait_for()
    if back is None or back > RECOVERY:
        answers.wrong.append(f"{name}: recorded again after {back} s (≤ {RECOVERY:.0f})")
    if pages["refused"] and not pages[SENTENCES[name]]:
        answers.wrong.append(f"{name}: no page said {SENTENCES[name]}; {dict(pages)}")
    longest = max(answers.refusals, default=0)
    if longest > SLOWEST_REFUSAL:
        answers.wrong.append(f"{name}: a refusal took {longest:.1f} s (≤ {SLOWEST_REFUSAL:.0f})")
    if not answers.refusals:
        answers.wrong.append(f"{name}: nothing was refused, so that nothing was shown")
    return (
        f"{name} {seconds:.0f} s: {len(answers.refusals)} refusals, the slowest after {longest:.2f} s "
        f"(≤ {SLOWEST_REFUSAL:.0f}), {pages['shown']} pages shown, {pages['refused']} refused in words, recorded again "
        f"after {back or 0:.1f} s (≤ {RECOVERY:.0f})"
    )


@contextmanager
def _reading(crowd: Crowd) -> Iterator[Counter[str]]:
    """A referee opens the page of a table. Counts pages that were shown or refused, and what the refusals said."""
    over, pages = threading.Event(), Counter[str]()

    def read() -> None:
        while not over.wait(0.15):
            _read(crowd, pages)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    yield pages
    over.set()
    reader.join(PATIENCE)


def _read(crowd: Crowd, pages: Counter[str]) -> None:
    session, games = crowd.reader
    try:
        status, text, headers = request(crowd.port, "GET", at("table", games[0]), session, timeout=PATIENCE)
    except (OSError, http.client.HTTPException) as error:
        crowd.answers.wrong.append(f"a page: {error!r}")
        return
    if status == 200:
        pages["shown"] += 1
        return
    pages["refused"] += 1
    for sentence in SENTENCES.values():
        pages[sentence] += sentence in text
    if status != 503 or not headers.get("Retry-After") or "Traceback" in text:
        crowd.answers.wrong.append(f"a page: {status} {text[:300]}")


class Ballast:
    """A file that takes all the room of a disk, including what becomes free meanwhile."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.over = threading.Event()
        self.filler = threading.Thread(target=self._fill, daemon=True)

    def fill(self) -> None:
        """Begin; a good second later nothing is left."""
        self.filler.start()
        time.sleep(1.5)

    def remove(self) -> None:
        self.over.set()
        self.filler.join()
        self.file.unlink()

    def _fill(self) -> None:
        with self.file.open("wb", buffering=0) as file:
            piece = PIECE
            while not self.over.wait(0.005):
                try:
                    file.write(bytes(piece))
                    os.fdatasync(file.fileno())
                except OSError:
                    piece = max(piece // 2, 512)
                    self.over.wait(0.05)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """A disk of its own in this folder: a file with ext4 in it, or memory. Whether one could be mounted."""
    image = folder.with_name(f"{folder.name}.disk")
    image.touch()
    os.truncate(image, megabytes * 2**20)
    mounted = os.geteuid() == 0 and (
        (_succeeds("mkfs.ext4", "-q", "-F", "-m", "0", image) and _succeeds("mount", "-o", "loop", image, folder))
        or _succeeds("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder)
    )
    try:
        yield mounted
    finally:
        if mounted:
            _succeeds("umount", "-l", folder)
        image.unlink()


def _succeeds(*command: object) -> bool:
    try:
        return subprocess.run(list(map(str, command)), check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
