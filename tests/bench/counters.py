"""One side of the comparison of hand counters, alone in a fresh process: `python -m tests.bench.counters SIDE FILE`.

FILE holds lists of hands (`tests.bench.deals`): `warm` are counted first and not timed, then each set on its own. Hands
are converted to the counter's own form before the clock starts: tiles numbered one by one there, a `Hand` of
plain tuples here. Packing those is part of the count and inside the clock. With a third argument garbage is not
collected meanwhile, as `timeit` does it. Standard output gets, for each set, the CPU seconds of the whole and the
nanoseconds of each hand; the CPU time of the import.

`python -m tests.bench.counters memory FILE` counts every hand of FILE as a server does, one after the other, and prints
the most memory that the process used.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.bench.deals import Dealt, Group

Counter = Callable[[Any], object]
Side = tuple[Callable[[Dealt], Any], Counter, Dealt]
"""Converts a hand, counts it; and a first hand, so that what is set up only once is part of no other."""

MELDS = tuple(Group("pung", wind, True) for wind in (27, 28, 29))
FOURTEEN, SEVENTEEN = [
    Dealt(MELDS, held, held[-1], True, 0, 0) for held in ((30, 30, 30, 31), (30, 30, 30, 31, 31, 31, 32))
]
CONCEALED = Dealt((), tuple(range(16)), 16, True, 0, 0)


def main(side: str, file: str, quiet: str = "") -> None:
    if quiet:
        gc.disable()
    sets = {name: [_dealt(row) for row in rows] for name, rows in json.loads(Path(file).read_text()).items()}
    begin = time.process_time()
    convert, count, first = SIDES[side]()
    count(convert(first))
    report: dict[str, Any] = {"import_ms": (time.process_time() - begin) * 1000}
    for name, hands in sets.items():
        converted = [convert(hand) for hand in hands]
        for _ in range(10):  # converting hands took the processor's cache
            count(convert(first))
        report[name] = timed(converted, count) if name != "warm" else [count(hand) for hand in converted].clear()
    print(json.dumps(report))


def timed(hands: Sequence[Any], count: Counter) -> dict[str, Any]:
    """CPU seconds of the whole set, nanoseconds of each hand by the clock."""
    if gc.isenabled():
        gc.collect()  # nobody pays for the hands of the set before
    each = []
    clock = time.perf_counter_ns
    begin = time.process_time()
    for hand in hands:
        start = clock()
        count(hand)
        each.append(clock() - start)
    return {"seconds": time.process_time() - begin, "each": each}


def memory(file: str) -> None:
    """Print the peak in MiB. FILE has one hand per line. `ru_maxrss` would start from that of the parent process."""
    convert, count, _first = product()
    with Path(file).open() as lines:
        for line in lines:
            count(convert(_dealt(json.loads(line))))
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print(json.dumps({"peak_mib": int(peak[1]) / 1024 if peak else None}))


def product() -> Side:
    """Paiju under hkma-league: the total, every row and the waits, over all readings."""
    return _paiju("hkma-league", SEVENTEEN)


def masters() -> Side:
    """Paiju under hkma-masters, whose hands have as many tiles as those of the anchor: the same of a count."""
    return _paiju("hkma-masters", FOURTEEN)


def definition() -> Side:
    """Paiju without its engine: the same of a count."""
    return _paiju("hkma-league", SEVENTEEN, engine=False)


def _paiju(rule_set: str, first: Dealt, *, engine: bool = True) -> Side:
    import scoring
    from scoring.count import by_definition
    from scoring.count import count as by_engine
    from scoring.hand.hand import Hand
    from scoring.hand.melds import meld

    rules, count_hand = scoring.rule_set(rule_set), by_engine if engine else by_definition

    def convert(hand: Dealt) -> Any:
        melds = tuple(
            meld("concealed_kong" if group.kind == "kong" and not group.claimed else group.kind, group.tile)
            for group in hand.melds
        )
        return Hand(hand.held, hand.winning, self_draw=hand.self_draw, seat=hand.seat, round=hand.round, melds=melds)

    def count(hand: Any) -> object:
        score = count_hand(hand, rules)
        return score.total, score.fans, score.waits

    return convert, count, first


def away() -> Side:
    """向聽 How far the tiles held are from being ready, and which bring them nearer."""
    from scoring import rule_set

    rules = rule_set("hkma-league")
    return (lambda hand: hand.held), rules.tiles_away, CONCEALED


def anchor() -> Side:
    """The package `mahjong`: 翻 and 符 with the list of yaku. 海底/河底 gives every hand the yaku that it needs."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld

    calculator = HandCalculator()
    named = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}

    def convert(hand: Dealt) -> Any:
        kinds = [*hand.held, hand.winning, *(tile for group in hand.melds for tile in group.tiles)]
        # The 136 tiles one by one: the n-th copy of kind k is 4k + n.
        tiles = [4 * tile + kinds[:place].count(tile) for place, tile in enumerate(kinds)]
        winning = tiles[len(hand.held)]
        rest = iter(tiles[len(hand.held) + 1 :])
        melds = [Meld(named[each.kind], [next(rest) for _ in each.tiles], each.claimed) for each in hand.melds]
        config = HandConfig(
            is_tsumo=hand.self_draw,
            is_haitei=hand.self_draw,
            is_houtei=not hand.self_draw,
            player_wind=27 + hand.seat,
            round_wind=27 + hand.round,
        )
        return tiles, winning, melds, config

    def count(hand: Any) -> object:
        tiles, winning, melds, config = hand
        answer = calculator.estimate_hand_value(tiles, winning, melds=melds, config=config)
        if answer.error:
            raise ValueError(answer.error)
        return answer

    return convert, count, FOURTEEN


SIDES = {"product": product, "definition": definition, "masters": masters, "anchor": anchor, "away": away}


def _dealt(row: Sequence[Any]) -> Dealt:
    melds, held, *rest = row
    return Dealt(tuple(Group(*group) for group in melds), tuple(held), *rest)


if __name__ == "__main__":
    memory(sys.argv[2]) if sys.argv[1] == "memory" else main(*sys.argv[1:])
