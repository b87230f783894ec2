"""差一隻: a hand with one of its tiles exchanged, counted one by one.

Bounded: each kind in the hand, for each other kind with a copy left, is one count: 14 or 17 times 33.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring import KINDS, HandScore, RuleSet, ScoringError, WinningHand, count, winning_hand_from_document, write_tiles
from tournaments.rulebook.calculator import Asked
from tournaments.tables.recording.count_view import FanNames
from tournaments.tables.recording.entry import missing_tiles

MOST = 6
"""Shown: the most valuable ones, each for another fan."""


@dataclass(frozen=True)
class Near:
    """差一隻: `out` for `into` (in notation) brings the fan `name`, worth `value`, and a total of `total`; `more`:
    the gain, None where the hand does not win yet.
    """

    out: str
    into: str
    name: str
    value: int
    total: int
    more: int | None
    address: str


@dataclass(frozen=True)
class _Changed:
    out: int
    into: int
    hand: WinningHand
    score: HandScore


def one_tile_away(asked: Asked, rules: RuleSet) -> tuple[Near, ...]:
    """Best first; empty for an incomplete or invalid hand."""
    if not asked.laid.winning or missing_tiles(asked.laid, rules.hand_size):
        return ()
    try:
        hand = winning_hand_from_document(asked.as_document(), rules)
    except ScoringError:
        return ()
    return tuple(_told(hand, asked, rules))


def _told(hand: WinningHand, asked: Asked, rules: RuleSet) -> Iterator[Near]:
    today = _score(hand, rules)
    had = {row.name for row in today.fans} if today else set()
    better = [one for one in changes(hand, rules) if today is None or one.score.total > today.total]
    names, shown = FanNames(rules), set[str]()
    for one in sorted(better, key=lambda one: (-one.score.total, one.out, one.into)):
        new = [row for row in one.score.fans if row.name not in had | shown and row.name in names.english]
        if not new or len(shown) >= MOST:
            continue
        greatest = max(new, key=lambda row: row.value)
        shown.add(greatest.name)
        yield Near(
            write_tiles((one.out,)),
            write_tiles((one.into,)),
            names.heading(greatest.name),
            greatest.value,
            one.score.total,
            one.score.total - today.total if today else None,
            _address(one, asked),
        )


def changes(hand: WinningHand, rules: RuleSet) -> Iterator[_Changed]:
    """Every hand that wins with one tile of the hand exchanged; melds stay."""
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    seen = hand.visible or (0,) * KINDS
    held = [*hand.concealed, hand.winning_tile]
    left = [4 - held.count(kind) - melded.count(kind) - seen[kind] for kind in range(KINDS)]
    for out in sorted(tile for tile in {*held} if tile < KINDS):
        for into in range(KINDS):
            if into != out and left[into] > 0:
                yield from _exchanged(hand, out, into, rules)


def _exchanged(hand: WinningHand, out: int, into: int, rules: RuleSet) -> Iterator[_Changed]:
    hands = []
    if out in hand.concealed:
        rest = list(hand.concealed)
        rest[rest.index(out)] = into
        hands.append(replace(hand, concealed=tuple(sorted(rest))))
    if out == hand.winning_tile:
        hands.append(replace(hand, winning_tile=into))
    for changed in hands:
        score = _score(changed, rules)
        if score is not None:
            yield _Changed(out, into, changed, score)


def _score(hand: WinningHand, rules: RuleSet) -> HandScore | None:
    try:
        return count(hand, rules)
    except ScoringError:
        return None


def _address(one: _Changed, asked: Asked) -> str:
    laid = replace(asked.laid, concealed=write_tiles(one.hand.concealed), winning=write_tiles((one.hand.winning_tile,)))
    return replace(asked, laid=laid).address()
