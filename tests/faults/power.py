"""停電 The power is cut off while SQLite writes.

`strace` keeps every write of the server to the database and its log, and every time it waits for the disk. A disk owes
only what was waited for; what was written since then may be there whole, in part, or not at all, in any order. So the
files are made as a power cut would leave them at many moments, opened, and compared with what phones had read by then.
"""

import random
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.phones import Crowd
from tests.faults.server import Served
from tests.load.hall import SLUG
from tests.rehearse.server import audited

SECONDS, CUTS, AUDITS = 12.0, 60, 3
SECTOR = 512
CALLS = "pwrite64,ftruncate,fsync,fdatasync"
STRACE = ["strace", "-f", "--seccomp-bpf", "-y", "-ttt", "-xx", "-s", "100000", "-e", f"trace={CALLS}"]
LINE = re.compile(r'(\d+) +([\d.]+) (\w+)\(\d+<([^>]*)>(?:, "([^"]*)")?(?:, (\d+))?(?:, (\d+))?(.*)')
RESUMED = re.compile(r"(\d+) +[\d.]+ <\.\.\. (\w+) resumed>")


@dataclass(frozen=True)
class Call:
    """One call: of which file (`-wal` or nothing at its end), what it did, when it began."""

    at: float
    name: str
    file: str
    data: bytes = b""
    place: int = 0


@dataclass
class File:
    """What the disk has for certain, and what was written since."""

    sure: bytearray
    since: list[Call] = field(default_factory=list)

    def waited_for(self) -> None:
        for call in self.since:
            _apply(self.sure, call, call.data)
        self.since.clear()

    def left(self, chance: random.Random) -> bytes:
        """What is left of it after a power cut now."""
        found = bytearray(self.sure)
        for call in self.since:
            fate = chance.choice(("whole", "lost", "torn"))
            if fate != "lost":
                _apply(found, call, call.data, chance if fate == "torn" else None)
        return bytes(found)


def missing() -> str:
    """Why the power can't be cut off on this machine; "" where it can."""
    return "" if shutil.which("strace") else "power not cut off: no strace here"


def cut_off(crowd: Crowd, served: Served, environment: dict[str, str]) -> str:
    """Record for some seconds, then look at what a power cut would have left at many moments; in words."""
    served.stop()
    database = Path(environment["PAIJU_DATA"]) / "paiju.sqlite3"
    with tempfile.TemporaryDirectory(prefix="paiju-power-") as folder:
        kept = {name: File(bytearray(_bytes(database, name))) for name in ("", "-wal")}
        log = Path(folder) / "calls"
        looking = Served(environment, [*STRACE, "-o", str(log)])
        try:
            with crowd.recording():
                time.sleep(SECONDS)
        finally:
            looking.stop()
        calls = list(_calls(log, str(database)))
        began = next((place for place, call in enumerate(calls) if call.name == "pwrite64"), 0)
        chance = random.Random(20261123)
        cuts = sorted(chance.sample(range(began + 1, len(calls)), min(CUTS, len(calls) - began - 1)))
        checked = _checked(crowd, calls, kept, cuts, Path(folder), environment)
        waits = sum(call.name.endswith("sync") for call in calls)
        return (
            f"power cut off at {len(cuts)} moments among {len(calls):,} writes and {waits:,} waits for the disk: "
            f"{checked} acknowledged hands looked for"
        )


def _checked(
    crowd: Crowd, calls: list[Call], kept: dict[str, File], cuts: list[int], folder: Path, environment: dict[str, str]
) -> int:
    """Make the files at each cut, open them, look for what was acknowledged by then. How many hands were looked for."""
    chance, place, sought = random.Random(1), 0, 0
    for number, cut in enumerate(cuts):
        for call in calls[place:cut]:
            if call.name.endswith("sync"):
                kept[call.file].waited_for()
            else:
                kept[call.file].since.append(call)
        place = cut
        image = folder / "image.sqlite3"
        for name, file in kept.items():
            Path(f"{image}{name}").write_bytes(file.left(chance))
        Path(f"{image}-shm").unlink(missing_ok=True)
        due = {hand.key for hand in crowd.told.hands if hand.at < calls[cut].at}
        sought += len(due)
        fault = _fault(image, due)
        if not fault and number % (len(cuts) // AUDITS or 1) == 0:
            status, words = audited(environment | {"DATABASE_URL": f"sqlite:///{image}"}, SLUG)
            fault = words if status else ""
        if fault:
            crowd.told.wrong.append(f"power cut off at {calls[cut].at}: {fault}")
    return sought


def _fault(image: Path, due: set[str]) -> str:
    """What is wrong with these files."""
    try:
        with closing(sqlite3.connect(image)) as opened:
            whole = opened.execute("PRAGMA integrity_check").fetchone()[0]
            found = {row[0] for row in opened.execute("SELECT client_key FROM tournaments_act")}
    except sqlite3.DatabaseError as error:
        return str(error)
    missing = {key for key in due if key.replace("-", "") not in found}
    if whole != "ok" or missing:
        return f"integrity {whole}, {len(missing)} of {len(due)} acknowledged hands are missing"
    return ""


def _calls(log: Path, database: str) -> Iterator[Call]:
    """What was done to the database and its log, in the order in which it was done."""
    begun: dict[str, Call] = {}
    with log.open() as lines:
        for line in lines:
            if ends := RESUMED.match(line):
                call = begun.pop(ends[1], None)
            elif found := LINE.match(line):
                call = _call(found, database)
                if call and "unfinished" in found[8]:
                    begun[found[1]] = call
                    call = None
            else:
                call = None
            if call:
                yield call


def _call(found: re.Match[str], database: str) -> Call | None:
    path = _bytes_of(found[4]).decode()
    if path not in (database, f"{database}-wal"):
        return None
    data = _bytes_of(found[5] or "")
    place = int(found[7] or 0) if found[3] == "pwrite64" else int(found[6] or 0)
    return Call(float(found[2]), found[3], path.removeprefix(database), data, place)


def _apply(content: bytearray, call: Call, data: bytes, torn: random.Random | None = None) -> None:
    if call.name == "ftruncate":
        del content[call.place :]
        content.extend(bytes(call.place - len(content)))
        return
    end = call.place + len(data)
    content.extend(bytes(max(0, end - len(content))))
    for start in range(0, len(data), SECTOR):
        if torn is None or torn.random() < 0.5:
            piece = data[start : start + SECTOR]
            content[call.place + start : call.place + start + len(piece)] = piece


def _bytes_of(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _bytes(database: Path, name: str) -> bytes:
    file = Path(f"{database}{name}")
    return file.read_bytes() if file.exists() else b""
