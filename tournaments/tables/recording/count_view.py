"""即時計番: one winner's count while it is entered, as shown under the tabs of the form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from scoring import FanRow, GameState, Payment, RuleSet, Score, ScoringError, Win, Winner
from scoring.rulebook import asks_whose_kong
from scoring.tournament import count_in_game, payments_of, read_win
from tournaments.phrases.wording import added_parts, both_names, local, plain, said, unit_of
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import Walk
from tournaments.tables.game_log.timeline import Item, Ref
from tournaments.tables.recording.count import TickCount, WinnerCount, added_base, count_ticks
from tournaments.tables.recording.entry import SELF_DRAW, TICKS, TILES, Laid, WinEntry, parts_of
from tournaments.tables.recording.win import CountedWin, ticks_of, winners_of


@dataclass(frozen=True)
class CountRow:
    """A fan that counts, or one that does not and why."""

    name: str
    count: int = 1
    value: int = 0
    why: str = ""


def live_count(win: CountedWin, slot: int) -> dict[str, Any]:
    """Return the live count. `sums`: one line, or two if the dealer pays more · `shut_out`: reason → fans · `asks`:
    facts known only at the table."""
    count, entry, rules = win.counts[slot], win.entry, win.rules
    names, tiles, winner = FanNames(rules), count.tiles, count.entry
    # An empty form shows no problem; the keyboard already says how many tiles are missing.
    asked = bool(winner.typed or winner.laid.touched or (winner.mode == TICKS and winner.ticks))
    asked = asked and not (winner.mode == TILES and count.missing)
    return {
        "sums": _sums(win, count),
        "problem": said(count.problem, rules) if asked else "",
        "claimed": count.claimed,
        "computed": count.computed,
        "differs": count.differs,
        "rows": counted_rows(tiles.fans) if tiles else (),
        "removed": names.removed(tiles) if tiles else (),
        "reading": tuple(group.tiles for group in tiles.reading) if tiles else (),
        "waits": tiles.waits_text if tiles else "",
        "shut_out": names.shut_out(count.ticks) if count.ticks else {},
        "mode": winner.mode,
        "asks": kong_reminder(winner.laid, entry.source == SELF_DRAW, rules) if tiles else "",
    }


def kong_reminder(laid: Laid, own_draw: bool, rules: RuleSet) -> str:
    """碰槓: return a reminder if the replacement of a claimed kong cannot win and an open kong is laid."""
    if not asks_whose_kong(parts_of(laid), own_draw, rules):
        return ""
    return _("碰槓的補牌不得自摸。請問清楚：補牌的是不是暗槓或加槓？")


def counted_rows(rows: Iterable[FanRow]) -> tuple[CountRow, ...]:
    return tuple(CountRow(both_names(row.name, row.name_en), row.count, row.value) for row in rows)


class FanNames:
    def __init__(self, rules: RuleSet) -> None:
        self.english = {fan.name: fan.name_en for fan in rules.fans}

    def name(self, zh: str) -> str:
        return local(zh, self.english.get(zh, ""))

    def heading(self, zh: str) -> str:
        """Return the name as a heading: in English with the Chinese beside it."""
        return both_names(zh, self.english.get(zh, ""))

    def removed(self, score: Score) -> tuple[CountRow, ...]:
        return tuple(
            CountRow(self.heading(gone.name), gone.count, why=_("不計：已計%(fan)s") % {"fan": self.name(gone.by)})
            for gone in score.removed
        )

    def shut_out(self, ticks: TickCount) -> dict[str, str]:
        """Return reason → its fans, joined by "|" for the list of fans in the page."""
        why: dict[str, list[str]] = {}
        for gone in ticks.removed:
            text = _("不能和%(fan)s同一副牌") if gone.apart else _("不計：已計%(fan)s")
            why.setdefault(text % {"fan": self.name(gone.by)}, []).append(gone.name)
        return {text: "|".join(names) for text, names in why.items()}


def _sums(win: CountedWin, count: WinnerCount) -> tuple[str, ...]:
    """Return 「32 + 底 5 + 拉二莊 5 = 42」; a second line if the dealer pays more."""
    entry, rules, called, winner = win.entry, win.rules, count.called, count.entry.seat
    if called is None or count.problem or winner is None:
        return ()
    payments: Sequence[Payment] = ()
    source = None if entry.source == SELF_DRAW else int(entry.source) if entry.source else winner
    if source != winner and winner not in entry.liable and len(set(entry.seats)) == len(entry.winners):
        fan = called + added_base(entry, rules)
        would_be = Win(
            tuple(Winner(seat, fan, None) for seat in entry.seats),
            source,
            entry.robbed_kong,
            entry.flower_win,
            liable=entry.liable,
            shown_streak=parse_int(entry.shown_streak),
            extra={seat: int(text) for seat, text in enumerate(entry.extra) if text.isascii() and text.isdigit()},
        )
        payments = payments_of(would_be, [fan] * len(entry.winners), win.state.turn, rules.game)
    mine = [payment for payment in payments if payment.winner == winner]
    different = {(payment.dealer, payment.extra, payment.points): payment for payment in mine}
    rows = sorted(different.values(), key=lambda payment: (payment.extra, payment.dealer, payment.payer != source))
    lines = [_sum(called, payment, entry, rules) for payment in rows] or [_sum(called, None, entry, rules)]
    if len(lines) == 2 and rows[1].dealer and not rows[0].dealer:
        lines[1] = said(_("莊家付：%(sum)s"), rules) % {"sum": lines[1]}
    elif len(lines) == 2 and source != winner and {row.payer == source for row in rows} == {True, False}:
        lines = [
            said(_("出銃者付：%(sum)s") if row.payer == source else _("其他兩家各付：%(sum)s"), rules) % {"sum": line}
            for row, line in zip(rows, lines, strict=True)
        ]
    return tuple(lines)


def _sum(called: int, payment: Payment | None, entry: WinEntry, rules: RuleSet) -> str:
    """Return one sum. `payment`: of one payer; None if the payer is not known yet."""
    winners, base = len(entry.winners), added_base(entry, rules)
    multi, dealer, extra = rules.game.multi_fans.get(winners, 0), 0, 0
    if payment is not None:
        multi, dealer, extra = payment.multi, payment.dealer, payment.extra
    added = added_parts(rules, base=base, multi=multi, winners=winners, dealer=dealer, extra=extra)
    parts = [str(called), *added]
    line = " + ".join(parts) + f" = {called + base + multi + dealer + extra}"
    if len(parts) == 1:
        line = _("%(fan)s %(unit)s") % {"fan": called, "unit": unit_of(rules)}
    if payment is None or payment.points == payment.fan + multi + dealer + extra:
        return line
    return _("%(sum)s，付 %(points)s 分") % {"sum": line, "points": plain(payment.points)}


@dataclass(frozen=True)
class RecordedCount:
    """One winner's count as recorded: rows from tiles or ticks, the claimed and the computed number. `laid`: the tiles
    in the form used to draw a hand, if there are any."""

    name: str
    rows: Sequence[FanRow]
    claimed: int | None
    computed: int | None
    paid_claimed: bool
    laid: Mapping[str, Any] | None = None

    @property
    def shown_rows(self) -> tuple[CountRow, ...]:
        return counted_rows(self.rows)

    @property
    def differs(self) -> bool:
        """Whether claimed and computed numbers disagree; history and card keep showing it."""
        return self.claimed is not None and self.computed is not None and self.claimed != self.computed


def counts_of_game(book: GameLog, names: Sequence[str]) -> dict[Ref, tuple[RecordedCount, ...]]:
    """Return counts of every win in force with tiles or ticks, by the ref of its event: the fans of each winner, and
    the numbers claimed and paid. Tiles are counted again at their place in the game (winds, dealer); none of it is
    stored."""
    wins = {}
    for item, state in Walk(book.rules, book.game.standing, book.folded.timeline.items):
        if item.event["type"] == "win":
            found = tuple(_counts(item, state, book.rules, names))
            if found:
                wins[item.ref] = found
    return wins


def _counts(item: Item, state: GameState, rules: RuleSet, names: Sequence[str]) -> Iterator[RecordedCount]:
    for given, claim in winners_of(item.event, item.claim):
        seat, tiles = given["seat"], given.get("hand") or claim.get("hand")
        rows: Sequence[FanRow] = ()
        if not tiles:
            rows = count_ticks(ticks_of(claim), rules).rows
        else:
            with suppress(ScoringError):  # tiles only in a claim (the claimed number was paid) need not form a hand
                rows = count_in_game(tiles, seat, read_win(item.event, rules.game), state, rules).fans
        claimed, computed = claim.get("typed"), claim.get("computed")
        if rows or (claimed is not None and computed is not None):
            laid = drawn(tiles) if tiles else None
            yield RecordedCount(names[seat], rows, claimed, computed, claim.get("paid") == "claimed", laid)


def drawn(tiles: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tiles of an entry in the form used to draw a hand."""
    return {"melds": [], "flowers": "", "concealed": "", **tiles, "winning": tiles["winning_tile"]}
