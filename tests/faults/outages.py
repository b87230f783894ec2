"""The database away, frozen, its disk full; people open pages all the while."""

import http.client
import os
import re
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from tests.faults.cluster import Cluster
from tests.faults.phones import CSRF, PATIENCE, Acknowledged, Crowd
from tests.faults.server import Served
from tests.rehearse.people import at

AWAY, FROZEN, FULL = 30.0, 10.0, 15.0
SLOWEST_REFUSAL = 2.0
"""Seconds after which a phone must know that nothing was stored, whatever is away, frozen or full."""
PIECE = 2**19
LANGUAGES = ("zh-hant", "en")
FIELD = re.compile(r'<input type="hidden" name="(client_key|seen|entry|rules)" value="([^"]*)"')
SAID = {
    "away": ("資料庫暫時連不上", "The database can’t be reached"),
    "full": ("伺服器的磁碟滿了", "The server’s disk is full"),
}
"""How a page begins to say what is the matter, in Chinese and in English."""


def away(crowd: Crowd, cluster: Cluster) -> str:
    """Switched off for a while."""
    return _out("database away", AWAY, crowd, cluster.stop, cluster.start, says="away", stores=False)


def frozen(crowd: Crowd, cluster: Cluster) -> str:
    """Stopped (SIGSTOP), all connections open."""
    return _out("database frozen", FROZEN, crowd, cluster.freeze, cluster.thaw, says="away", stores=False)


def full(crowd: Crowd, disk: Path, served: Served, cluster: Cluster | None) -> str:
    """The disk of the database fills up while everybody records, and stays full; in the middle of it the server is
    killed and starts again. Hands may still be stored where room was set aside."""
    ballast = Ballast(disk / "ballast")

    def in_the_middle() -> None:
        served.kill()
        served.again()

    def room() -> None:
        ballast.taken_away()
        if cluster and not cluster.runs():
            cluster.start()
            fell.append("PostgreSQL itself had stopped and was started again")

    fell: list[str] = []
    said = _out("disk full", FULL, crowd, ballast.fill, room, says="full", middle=in_the_middle)
    return "; ".join([said, *fell])


def _out(
    name: str,
    seconds: float,
    crowd: Crowd,
    begin: Callable[[], None],
    end: Callable[[], None],
    *,
    says: str,
    stores: bool = True,
    middle: Callable[[], None] = lambda: None,
) -> str:
    """Everybody records; `begin`, wait (`middle` in the middle), `end`. What they were told, in words."""
    told = crowd.told
    told.slow.clear()
    with crowd.recording():
        crowd.until_more(20)
        begin()
        before = len(told.hands)
        with _reading(crowd) as pages:
            time.sleep(seconds / 2)
            middle()
            time.sleep(seconds / 2)
        meanwhile = len(told.hands) - before
        end()
        back = crowd.until_more()
    if back is None:
        told.wrong.append(f"{name}: nothing was recorded afterwards")
    if not stores and meanwhile > len(crowd.phones):
        told.wrong.append(f"{name}: {meanwhile} hands were acknowledged meanwhile")
    unheard = [each for each in SAID[says] if not pages[each]]
    if unheard:
        told.wrong.append(f"{name}: no page said {unheard}; they said {dict(pages)}")
    longest = max(told.slow, default=0)
    if longest > SLOWEST_REFUSAL:
        told.wrong.append(f"{name}: a refusal took {longest:.1f} s")
    return (
        f"{name} {seconds:.0f} s: {len(told.slow)} refusals, the slowest after {longest:.2f} s, "
        f"{pages['shown']} pages shown and {pages['refused']} in words, recorded again after {back or 0:.1f} s"
    )


@contextmanager
def _reading(crowd: Crowd) -> Iterator[Counter[str]]:
    """Two referees without a script in their browser, one in Chinese and one in English. Counts pages that were shown,
    those that were refused, and what the refusals said."""
    over, pages = threading.Event(), Counter[str]()
    readers = [threading.Thread(target=_reads, args=(crowd, place, pages, over), daemon=True) for place in (0, 1)]
    for reader in readers:
        reader.start()
    yield pages
    over.set()
    for reader in readers:
        reader.join(PATIENCE)


def _reads(crowd: Crowd, place: int, pages: Counter[str], over: threading.Event) -> None:
    """Table after table: open it, look at 流局, send its form, always the same, until it is taken."""
    session, tables = crowd.readers[place]
    who = f"sessionid={session}; csrftoken={CSRF}; paiju_language={LANGUAGES[place]}"
    form: dict[str, str] = {}
    while tables and not over.wait(0.15):
        game = tables[0]
        asks = [("GET", at("table", game), ""), ("GET", at("draw", game), "")]
        if form:
            asks.append(("POST", at("save", game), urlencode(form | {"csrfmiddlewaretoken": CSRF})))
        for method, path, body in asks:
            status, text = _asked(crowd, who, method, path, body, pages)
            if method == "POST" and status == 302:
                crowd.told.hands.append(Acknowledged(game, form["client_key"], time.time()))
                form = {}
                tables.pop(0)
            elif path == at("draw", game) and status == 200 and not form:
                form = {name: unescape(value) for name, value in re.findall(FIELD, text)}


def _asked(crowd: Crowd, who: str, method: str, path: str, body: str, pages: Counter[str]) -> tuple[int, str]:
    """Status and page; what it says is counted. 0 where there was no answer."""
    headers = {"Cookie": who, "X-Forwarded-For": "10.0.1.1", "Content-Type": "application/x-www-form-urlencoded"}
    try:
        line = http.client.HTTPConnection("127.0.0.1", crowd.port, timeout=PATIENCE)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text, later = unescape(answer.read().decode()), answer.headers.get("Retry-After", "")
        line.close()
    except (OSError, http.client.HTTPException) as error:
        if isinstance(error, TimeoutError):
            crowd.told.wrong.append(f"{method} {path}: nothing within {PATIENCE:.0f} s")
        return 0, ""
    if answer.status < 400:
        pages["shown"] += 1
        return answer.status, text
    pages["refused"] += 1
    for sentence in (each for both in SAID.values() for each in both):
        pages[sentence] += sentence in text
    if answer.status != 503 or not later:
        crowd.told.wrong.append(f"{method} {path}: {answer.status}, Retry-After {later!r}: {text[:300]}")
    return answer.status, text


class Ballast:
    """A file that takes all the room of a disk, what becomes free meanwhile included."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.over = threading.Event()
        self.filler = threading.Thread(target=self._fills, daemon=True)

    def fill(self) -> None:
        """Begin; a good second later nothing is left."""
        self.filler.start()
        time.sleep(1.5)

    def taken_away(self) -> None:
        """There is room again."""
        self.over.set()
        self.filler.join()
        self.file.unlink()

    def _fills(self) -> None:
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
def small_disk(folder: str, megabytes: int) -> Iterator[bool]:
    """A disk of its own in this folder: a file with ext4 in it, or memory. Whether one could be mounted."""
    image = f"{folder}.disk"
    Path(image).touch()
    os.truncate(image, megabytes * 2**20)
    options = ["-o", f"size={megabytes}m", "tmpfs"]
    mounted = os.geteuid() == 0 and (
        (_done("mkfs.ext4", "-q", "-F", "-m", "0", image) and _done("mount", "-o", "loop", image, folder))
        or _done("mount", "-t", "tmpfs", *options, folder)
    )
    try:
        yield mounted
    finally:
        if mounted:
            _done("umount", "-l", folder)
        Path(image).unlink()


def _done(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
