"""即時計番: one winner's number while it is entered, as the form shows it under the tabs. Plain data, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.game import GameState
from scoring.hand_score import HandScore
from scoring.rulesets.rule_set import RuleSet
from scoring.seats import OTHERS
from scoring.settlement import dealer_fans
from tournaments.entry import SELF_DRAW, TICKS, TILES, WinEntry
from tournaments.selectors.wording import MULTIPLE, UNITS, local, streak_name
from tournaments.ticking import TickCount
from tournaments.win_count import WinnerCount, added_base, counts_of


@dataclass(frozen=True)
class Row:
    """A fan that counts, or one that does not and why."""

    name: str
    count: int = 1
    value: int = 0
    why: str = ""


@dataclass(frozen=True)
class LiveCount:
    """What stands under the tabs. `sums`: one line, or two where the dealer pays more; `shut_out`: fan → why not."""

    sums: tuple[str, ...]
    total: str
    problem: str
    claimed: int | None
    computed: int | None
    differs: bool
    rows: tuple[Row, ...]
    removed: tuple[Row, ...]
    reading: tuple[str, ...]
    waits: str
    shut_out: Mapping[str, str]
    mode: str
    unit: str


def live_count(entry: WinEntry, slot: int, *, rules: RuleSet, state: GameState) -> LiveCount:
    """The count of the winner in `slot`, as far as it goes."""
    count = counts_of(entry, rules, state)[slot]
    names = _Names(rules)
    tiles = count.tiles
    return LiveCount(
        sums=_sums(count, entry, rules, state),
        total="" if count.called is None else str(count.called),
        problem=count.problem if _asked(count) else "",
        claimed=count.claimed,
        computed=count.computed,
        differs=count.differs,
        rows=names.counted(tiles) if tiles else (),
        removed=names.removed(tiles) if tiles else (),
        reading=tuple(group.tiles for group in tiles.reading) if tiles else (),
        waits=tiles.waits_text if tiles else "",
        shut_out=names.shut_out(count.ticks) if count.ticks else {},
        mode=count.entry.mode,
        unit=str(UNITS.get(rules.unit, rules.unit)),
    )


def _asked(count: WinnerCount) -> bool:
    """Whether something was entered that a problem can be about; an empty form needs no reproach."""
    winner = count.entry
    if winner.mode == TILES and count.missing:
        return False  # the keyboard says how many are missing
    return bool(winner.typed or winner.laid.touched or (winner.mode == TICKS and winner.ticks))


@dataclass(frozen=True)
class FanList:
    """番種 of one winner, as the preview shows them."""

    name: str
    rows: tuple[Row, ...]


def fan_lists(entry: WinEntry, names: Sequence[str], *, rules: RuleSet, state: GameState) -> list[FanList]:
    """The fans of every winner whose tiles were laid or whose fans were ticked."""
    found = []
    said = _Names(rules)
    for count in counts_of(entry, rules, state):
        seat = count.entry.seat
        rows = said.counted(count.tiles) if count.tiles else said.ticked(count.ticks) if count.ticks else ()
        if rows and seat is not None:
            found.append(FanList(names[seat], rows))
    return found


class _Names:
    """Fans in the reader's language."""

    def __init__(self, rules: RuleSet) -> None:
        self.english = {fan.name: fan.name_en for fan in rules.fans}

    def name(self, zh: str) -> str:
        return local(zh, self.english.get(zh, ""))

    def counted(self, score: HandScore) -> tuple[Row, ...]:
        return tuple(Row(local(row.name, row.name_en), row.count, row.value) for row in score.fans)

    def ticked(self, ticks: TickCount) -> tuple[Row, ...]:
        return tuple(Row(self.name(row.name), row.count, row.value) for row in ticks.rows)

    def removed(self, score: HandScore) -> tuple[Row, ...]:
        return tuple(
            Row(self.name(gone.name), gone.count, why=_("不計：已計%(fan)s") % {"fan": self.name(gone.by)})
            for gone in score.removed
        )

    def shut_out(self, ticks: TickCount) -> dict[str, str]:
        return {gone.name: _("不計：已計%(fan)s") % {"fan": self.name(gone.by)} for gone in ticks.removed}


def _sums(count: WinnerCount, entry: WinEntry, rules: RuleSet, state: GameState) -> tuple[str, ...]:
    """「32 + 底 5 + 拉二莊 5 = 42」; a second line for the dealer where he alone pays more."""
    if count.called is None or count.problem or count.entry.seat is None:
        return ()
    winner = count.entry.seat
    payers = _payers(entry, winner)
    extra = {payer: dealer_fans(state.turn, winner, payer, rules.game.dealer_fans) for payer in payers}
    different = sorted(set(extra.values())) or [0]
    lines = [_sum(count.called, value, entry, rules, state) for value in different]
    if len(lines) > 1:
        lines[1] = _("莊家付：%(sum)s") % {"sum": lines[1]}
    return tuple(lines)


def _payers(entry: WinEntry, winner: int) -> tuple[int, ...]:
    if entry.source == SELF_DRAW:
        return OTHERS[winner]
    return (int(entry.source),) if entry.source and int(entry.source) != winner else ()


def _sum(called: int, dealer: int, entry: WinEntry, rules: RuleSet, state: GameState) -> str:
    base = added_base(entry, rules)
    multi = rules.game.multi_fans.get(len(entry.winners), 0)
    parts = [str(called)]
    if base:
        parts.append(_("底 %(fan)s") % {"fan": base})
    if multi:
        parts.append(_("%(multiple)s %(fan)s") % {"multiple": MULTIPLE.get(len(entry.winners), ""), "fan": multi})
    if dealer:
        parts.append(_("%(streak)s %(fan)s") % {"streak": streak_name(state.dealer_streak), "fan": dealer})
    if len(parts) == 1:
        return _("%(fan)s %(unit)s") % {"fan": called, "unit": UNITS.get(rules.unit, rules.unit)}
    return " + ".join(parts) + f" = {called + base + multi + dealer}"
