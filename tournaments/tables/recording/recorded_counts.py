"""番: the fans of each winner by tiles or ticks, beside what was claimed and paid.

Tiles are counted again at their place in the game (winds, dealer); nothing here is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import GameState, RuleSet, ScoringError, read_win, score_in_game
from tournaments.tables.book.fold import Walk
from tournaments.tables.book.read import Book
from tournaments.tables.book.timeline import Item, Ref
from tournaments.tables.recording.entry import Tick
from tournaments.tables.recording.live_count import FanNames
from tournaments.tables.recording.ticks import count_ticks


@dataclass(frozen=True)
class FanLine:
    name: str
    count: int
    value: int
    heading: str


@dataclass(frozen=True)
class RecordedCount:
    """One winner's count: rows from tiles or ticks, the claimed and the computed number; `laid`: the tiles, if laid, in
    the form used to draw a hand."""

    name: str
    rows: tuple[FanLine, ...]
    claimed: int | None
    computed: int | None
    paid_claimed: bool
    laid: Mapping[str, Any] | None = None

    @property
    def differs(self) -> bool:
        """Claimed and computed disagree: stays visible for ever."""
        return self.claimed is not None and self.computed is not None and self.claimed != self.computed


def counts_of_game(book: Book, names: Sequence[str]) -> dict[Ref, tuple[RecordedCount, ...]]:
    """Counts of every win in force with tiles or ticks, by the ref of its event."""
    wins = {}
    for item, state in Walk(book.rules, book.game.standing, book.folded.timeline.items):
        if item.event["type"] == "win" and (item.claim or _has_tiles(item.event)):
            found = tuple(_counts(item, state, book.rules, names))
            if found:
                wins[item.ref] = found
    return wins


def _has_tiles(event: Mapping[str, Any]) -> bool:
    return "hand" in event or any("hand" in winner for winner in event.get("winners", ()))


def _counts(item: Item, state: GameState, rules: RuleSet, names: Sequence[str]) -> Iterator[RecordedCount]:
    claims = _claims(item)
    for seat, given in _winners(item.event):
        claim = claims.get(seat, {})
        tiles = given.get("hand") or claim.get("hand")
        rows = _rows_of_tiles(tiles, seat, item.event, state, rules) if tiles else _rows_of_ticks(claim, rules)
        claimed, computed = claim.get("typed"), claim.get("computed")
        if rows or (claimed is not None and computed is not None):
            laid = drawn(tiles) if tiles else None
            yield RecordedCount(names[seat], tuple(rows), claimed, computed, claim.get("paid") == "claimed", laid)


def drawn(tiles: Mapping[str, Any]) -> dict[str, Any]:
    """The tiles of an entry in the form used to draw a hand."""
    return {"melds": [], "flowers": "", "concealed": "", **tiles, "winning": tiles["winning_tile"]}


def _winners(event: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    if "winners" in event:
        return [(winner["seat"], winner) for winner in event["winners"]]
    return [(event["winner"], event)]


def _claims(item: Item) -> dict[int, Mapping[str, Any]]:
    claim = item.claim or {}
    if "winners" in claim:
        return {one["seat"]: one for one in claim["winners"]}
    return {item.event["winner"]: claim} if "winner" in item.event else {}


def _rows_of_tiles(
    tiles: Mapping[str, Any], seat: int, event: Mapping[str, Any], state: GameState, rules: RuleSet
) -> list[FanLine]:
    try:
        score: Mapping[str, Any] = score_in_game(tiles, seat, read_win(event, rules.game), state, rules)
    except ScoringError:
        # Tiles only in a claim (the claimed number was paid) need not make a hand.
        return []
    names = FanNames(rules)
    return [FanLine(row["name"], row["count"], row["value"], names.heading(row["name"])) for row in score["fans"]]


def _rows_of_ticks(claim: Mapping[str, Any], rules: RuleSet) -> list[FanLine]:
    """The rows that count, without fans excluded by others."""
    ticks = [Tick(one["name"], one.get("count", 1), bool(one.get("concealed"))) for one in claim.get("ticks") or ()]
    names = FanNames(rules)
    return [FanLine(row.name, row.count, row.value, names.heading(row.name)) for row in count_ticks(ticks, rules).rows]
