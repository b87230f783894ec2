"""計番 Hands counted per second against the package `mahjong`, every side in fresh processes, one after the other.

17 tiles here, 14 there, the same generator; a warm worker has counted 20,000 other hands before, every second with
melds called, no hand comes twice. The clock covers the count of all readings with total, rows and waits. A ratio
compares the sums of each hand's best time of the rounds; the rounds themselves are CPU time. hkma-masters counts the
very hands of 14 tiles. The definition counts some of the mixed hands; the engine leaves most special shapes to it.
Where the package `PyMahjongGB` (C++) can be imported, it is a second anchor for mixed hands.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from compileall import compile_dir
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median
from typing import Any

import scoring
from tests.bench import deals
from tests.bench.deals import Dealt
from tests.bench.figures import Figure, in_turn, number, plain

SEED = 20261121
SETS = {"mixed": 2000, "called": 2000, "flush": 2000, "worst": 200, "warm": 20_000}
WORST_OUT_OF = 10
TRIES = 3
TARGETS = {"mixed": "≥ 3.5", "called": "", "flush": "", "worst": "≥ 1.7"}
BY_DEFINITION = 300
"""Hands that the definition counts a round: it is some eighty times slower."""
SPECIAL = 150

Report = dict[str, Any]


def figures(*, rounds: int = 9, sizes: dict[str, int] = SETS, coldest: int = 8) -> list[Figure]:
    """All figures of the subject."""
    _as_set_up()
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder), sizes)
        worker = in_turn(
            lambda: _run("product", files.warm17), lambda: _run("shown", files.warm17),
            lambda: _run("masters", files.warm14), lambda: _run("anchor", files.warm14), rounds=rounds,
        )  # fmt: skip
        cold = in_turn(
            lambda: _run("product", files.cold17, "quiet"), lambda: _run("anchor", files.cold14, "quiet"), rounds=rounds
        )  # fmt: skip
        alone = _alone(files, cold[0], coldest)
        slow = in_turn(
            lambda: _run("definition", files.defined), lambda: _run("product", files.special, "quiet"), rounds=rounds
        )
        in_c = _against_c(files, rounds)
    return [*_worker(*worker), *in_c, *_cold(*cold, files), alone, *_defined(*slow), *_process(cold[0], worker[0])]


def _as_set_up() -> None:
    """As `make setup` leaves it: Python's own form of the modules is there."""
    compile_dir(Path(scoring.__file__).parent, quiet=1)


class Files:
    """The hands of both sides, once with and once without the hands that warm a worker up."""

    def __init__(self, folder: Path, sizes: dict[str, int]) -> None:
        self.folder = folder
        self.sets17, self.sets14 = _sets(5, sizes), _sets(4, sizes)
        self.warm17, self.warm14 = self.written("warm17", self.sets17), self.written("warm14", self.sets14)
        self.cold17 = self.written("cold17", {**self.sets17, "warm": []})
        self.cold14 = self.written("cold14", {**self.sets14, "warm": []})
        self.defined = self.written("defined", {"mixed": self.sets17["mixed"][:BY_DEFINITION]})
        self.special = self.written("special", {"special": deals.special(SEED + 4, SPECIAL)})

    def written(self, name: str, sets: dict[str, list[Dealt]]) -> Path:
        file = self.folder / name
        file.write_text(json.dumps(sets))
        return file


def _sets(melds: int, sizes: dict[str, int]) -> dict[str, list[Dealt]]:
    """The sets in the order in which they are counted; no hand comes twice, neither here nor there."""
    before = sizes["warm"] // 2
    mixed = deals.mixed(SEED, before + sizes["mixed"], melds)
    taken = set(mixed)
    called = [
        hand for hand in deals.called(SEED + 3, before + sizes["called"] + sizes["mixed"], melds) if hand not in taken
    ]
    many = sizes["worst"] * WORST_OUT_OF
    worst = deals.worst(SEED + 2, sizes["worst"], melds, many)
    taken = set(worst)
    flush = [hand for hand in deals.flush(SEED + 1, sizes["flush"] + len(worst), melds) if hand not in taken]
    return {
        "warm": [hand for pair in zip(mixed[:before], called[:before], strict=True) for hand in pair],
        "mixed": mixed[before:],
        "called": called[before : before + sizes["called"]],
        "flush": flush[: sizes["flush"]],
        "worst": worst,
    }


def _run(side: str, file: Path, *more: str) -> Any:
    command = [sys.executable, "-m", "tests.bench.counters", side, str(file), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"the counter {side!r} failed")
    return json.loads(done.stdout)


def _rates(reports: Sequence[Report], name: str) -> list[float]:
    return [len(report[name]["each"]) / report[name]["seconds"] for report in reports]


def _worker(
    product: Sequence[Report], shown: Sequence[Report], masters: Sequence[Report], anchor: Sequence[Report]
) -> list[Figure]:
    """In a worker that has counted 20,000 other hands."""
    found = []
    for name, target in TARGETS.items():
        found.append(_compared(f"{name}, warm worker", product, anchor, name, target))
    found.append(_compared("mixed, with the reading and what was removed", shown, anchor, "mixed"))
    found.append(_compared("mixed, hkma-masters, warm worker", masters, anchor, "mixed", "≥ 4.5"))
    return found


def _compared(label: str, ours: Sequence[Report], theirs: Sequence[Report], name: str, target: str = "") -> Figure:
    """Both sides with the best time of each hand: what is above it is the machine. The spread is that of the rounds."""
    rates = [1e9 / mean(_best(reports, name)) for reports in (ours, theirs)]
    each = [one / other for one, other in zip(_rates(ours, name), _rates(theirs, name), strict=True)]
    note = f"{number(rates[0])} against {number(rates[1])} hands/s"
    return Figure("count", label, rates[0] / rates[1], "×", target, (min(each), max(each)), note)


def _against_c(files: Files, rounds: int) -> list[Figure]:
    """Hands of 17 tiles against those of 14 in C++, if there is that package."""
    if find_spec("MahjongGB") is None:
        return []
    product, native = in_turn(
        lambda: _run("product", files.warm17), lambda: _run("native", files.warm14), rounds=rounds
    )
    found = []
    for name, target in (("mixed", "≥ 0.25"), ("called", "")):
        found.append(_compared(f"{name}, warm worker, against C++", product, native, name, target))
    return found


def _cold(product: Sequence[Report], anchor: Sequence[Report], files: Files) -> list[Figure]:
    """First hands of a process. A single hand's time is the best of the rounds: what is above it is the machine."""
    found = [_compared(f"{name}, cold", product, anchor, name) for name in ("mixed", "worst")]
    slowest = {name: max(time for time, _hand in _basic(product, name, files)) / 1000 for name in TARGETS}
    name = max(slowest, key=lambda each: slowest[each])
    usual = median(_best(product, name)) / 1000
    note = f"of the {name} set, whose median is {usual:.0f} µs"
    return [*found, Figure("count", "slowest basic hand, first met", slowest[name], "µs", "≤ 200", note=note)]


def _basic(reports: Sequence[Report], name: str, files: Files) -> list[tuple[float, Dealt]]:
    """The best time of each hand that is of no special shape too."""
    timed = zip(_best(reports, name), files.sets17[name], strict=True)
    return [(time, hand) for time, hand in timed if not deals.also_pairs(hand)]


def _best(reports: Sequence[Report], name: str) -> list[float]:
    return [min(each) for each in zip(*(report[name]["each"] for report in reports), strict=True)]


def _alone(files: Files, cold: Sequence[Report], number: int) -> Figure:
    """The hands that took longest, each as the first hand of a process: not even the interpreter is warm."""
    met = [timed for name in TARGETS for timed in _basic(cold, name, files)]
    slowest = [hand for _time, hand in sorted(met, key=lambda pair: -pair[0])[:number]]
    paths = [files.written(f"one{place}", {"one": [hand]}) for place, hand in enumerate(slowest)]
    times = [min(_first(path) for _ in range(TRIES)) for path in paths]
    name = "the slowest of these, each as the first of a process"
    return Figure("count", name, max(times), "µs", spread=(min(times), max(times)))


def _first(path: Path) -> float:
    return float(_run("product", path, "quiet")["one"]["each"][0]) / 1000


def _defined(definition: Sequence[Report], special: Sequence[Report]) -> list[Figure]:
    """The definition by itself, and hands that the engine leaves to it, each with the best time of the rounds."""
    slowest = [nanoseconds / 1e6 for nanoseconds in _best(special, "special")]
    note = f"of {len(slowest)}, whose median is {median(slowest):.1f} ms"
    return [
        plain("count", "definition", _rates(definition, "mixed"), "hands/s", target="≥ 300"),
        Figure("count", "special shapes: slowest", max(slowest), "ms", "≤ 5", (min(slowest), max(slowest)), note),
    ]


def _process(cold: Sequence[Report], worker: Sequence[Report]) -> list[Figure]:
    return [
        plain("count", "import of the engine", [report["import_ms"] for report in cold], "ms", target="≤ 65"),
        plain(
            "count",
            "memory of a worker after all sets",
            [report["peak_mib"] for report in worker],
            "MiB",
            target="≤ 52",
        ),
    ]
