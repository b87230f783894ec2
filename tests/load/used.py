"""處理器 How much of the processors server, database and devices take, from what the system counts (/proc)."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

PARENT, OWN, ENDED = 1, slice(11, 13), slice(13, 15)
"""Fields of /proc/N/stat behind the name: the parent; ticks of the process; ticks of its children that have ended."""


@dataclass(frozen=True)
class Used:
    """Seconds of processor time. The server is what this process has started."""

    server: float
    database: float
    devices: float

    @classmethod
    def now(cls, database: int) -> Self:
        """`database`: the first process of its server; 0: there is none."""
        everybody = _everybody()
        children: dict[int, list[int]] = {}
        for number, fields in everybody.items():
            children.setdefault(int(fields[PARENT]), []).append(number)

        def under(root: int) -> float:
            below = children.get(root, [])
            return sum(_seconds(everybody[one][OWN]) + under(one) for one in below)

        ended = _seconds(everybody[database][ENDED]) if database in everybody else 0.0
        return cls(under(os.getpid()), under(database) + ended if database else 0.0, sum(os.times()[:2]))

    def since(self, before: "Used") -> "Used":
        return Used(self.server - before.server, self.database - before.database, self.devices - before.devices)

    def told(self, seconds: float) -> str:
        """In processors."""
        shares = ((self.server, "server"), (self.database, "database"), (self.devices, "devices"))
        return "of the processors " + ", ".join(f"{name} {used / seconds:.2f}" for used, name in shares)


def parent_of(process: int) -> int:
    """0 where it is not on this machine."""
    fields = _everybody().get(process)
    return int(fields[PARENT]) if fields else 0


def _seconds(ticks: list[str]) -> float:
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _everybody() -> dict[int, list[str]]:
    found = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(place.parent.name)] = place.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found
