"""計番 Hands counted per second against the package `mahjong`, every side in fresh processes, one after the other.

17 tiles here, 14 there, the same generator; a warm worker has counted 20,000 other hands before, every second with
melds called, no hand comes twice. The clock covers the count of all readings with total, rows and waits. A ratio
compares the sums of each hand's best time of the rounds; the rounds themselves are CPU time. hkma-masters counts the
very hands of 14 tiles. The definition counts some of the mixed hands; the engine leaves most special shapes to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from compileall import compile_dir
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
BY_DEFINITION = 300
"""Hands that the definition counts a round: it is some eighty times slower."""
SPECIAL = UNREADY = 150

Report = dict[str, Any]


def figures(*, rounds: int = 9, sizes: dict[str, int] = SETS) -> list[Figure]:
    # As `make setup` leaves it: Python's own form of the modules is there.
    compile_dir(Path(scoring.__file__).parent, quiet=1)
    sets17, sets14 = hand_sets(5, sizes), hand_sets(4, sizes)
    with tempfile.TemporaryDirectory() as folder:

        def written(name: str, sets: dict[str, list[Dealt]]) -> Path:
            file = Path(folder) / name
            file.write_text(json.dumps(sets))
            return file

        warm17, warm14 = written("warm17", sets17), written("warm14", sets14)
        cold17 = written("cold17", {**sets17, "warm": []})
        defined = written("defined", {"mixed": sets17["mixed"][:BY_DEFINITION]})
        shapes = written("special", {"special": deals.special(SEED + 4, SPECIAL)})
        unready = written("unready", {"unready": deals.unready(SEED + 5, UNREADY)})
        every = Path(folder) / "every"
        every.write_text("\n".join(json.dumps(hand) for hands in sets17.values() for hand in hands))
        memory = [_run("memory", every)["peak_mib"]]
        product, masters, anchor = in_turn(
            lambda: _run("product", warm17), lambda: _run("masters", warm14), lambda: _run("anchor", warm14),
            rounds=rounds,
        )  # fmt: skip
        cold, definition, special, near = in_turn(
            lambda: _run("product", cold17, "quiet"), lambda: _run("definition", defined),
            lambda: _run("product", shapes, "quiet"), lambda: _run("away", unready, "quiet"), rounds=rounds,
        )  # fmt: skip
    imported = [report["import_ms"] for report in cold]
    return [
        _compared("mixed, warm worker", product, anchor, "mixed", "≥ 3.5"),
        _compared("called, warm worker", product, anchor, "called"),
        _compared("flush, warm worker", product, anchor, "flush"),
        _compared("worst, warm worker", product, anchor, "worst", "≥ 1.7"),
        _compared("mixed, hkma-masters, warm worker", masters, anchor, "mixed", "≥ 4.5"),
        _slowest_basic(cold, sets17),
        plain("count", "definition", _rates(definition, "mixed"), "hands/s", target="≥ 300"),
        _slowest("special shapes: slowest", special, "special"),
        _slowest("tiles away, sixteen tiles: slowest", near, "unready"),
        plain("count", "import of the engine", imported, "ms", target="≤ 65"),
        plain("count", "memory of a worker after all sets", memory, "MiB", target="≤ 52"),
    ]


def hand_sets(melds: int, sizes: dict[str, int]) -> dict[str, list[Dealt]]:
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


def _run(side: str, file: Path, *more: str) -> Report:
    command = [sys.executable, "-m", "tests.bench.counters", side, str(file), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"the counter {side!r} failed")
    return dict(json.loads(done.stdout))


def _rates(reports: Sequence[Report], name: str) -> list[float]:
    return [len(report[name]["each"]) / report[name]["seconds"] for report in reports]


def _best(reports: Sequence[Report], name: str) -> list[float]:
    """The best time of each hand: what is above it is the machine."""
    return [min(each) for each in zip(*(report[name]["each"] for report in reports), strict=True)]


def _compared(label: str, ours: Sequence[Report], theirs: Sequence[Report], name: str, target: str = "") -> Figure:
    """Both sides with the best time of each hand. The spread is that of the rounds."""
    rates = [1e9 / mean(_best(reports, name)) for reports in (ours, theirs)]
    each = [one / other for one, other in zip(_rates(ours, name), _rates(theirs, name), strict=True)]
    note = f"{number(rates[0])} against {number(rates[1])} hands/s"
    return Figure("count", label, rates[0] / rates[1], "×", target, (min(each), max(each)), note)


def _slowest(label: str, reports: Sequence[Report], name: str) -> Figure:
    times = [nanoseconds / 1e6 for nanoseconds in _best(reports, name)]
    note = f"of {len(times)}, whose median is {median(times):.1f} ms"
    return Figure("count", label, max(times), "ms", "≤ 5", (min(times), max(times)), note)


def _slowest_basic(cold: Sequence[Report], sets: dict[str, list[Dealt]]) -> Figure:
    """Of the first hands of a process, those that are of no special shape too."""
    times = {name: _best(cold, name) for name in ("mixed", "called", "flush", "worst")}
    slowest = {
        name: max(time for time, hand in zip(best, sets[name], strict=True) if not deals.also_pairs(hand)) / 1000
        for name, best in times.items()
    }
    name = max(slowest, key=lambda each: slowest[each])
    note = f"of the {name} set, whose median is {median(times[name]) / 1000:.0f} µs"
    return Figure("count", "slowest basic hand, first met", slowest[name], "µs", "≤ 200", note=note)
