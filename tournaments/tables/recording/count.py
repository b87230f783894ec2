"""計番: the count of each winner of an entered win, in each of the three ways, at its place in the game.

All numbers here are 番 as players call them: without 底, dealer's fans and 雙響/三響, which the app adds visibly.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.inputs import parse_int
from scoring import FanRow, GameState, Hand, RuleSet, Score, ScoringError, Win, read_tile, read_tiles, tile_names
from scoring.rulebook import (
    Fan,
    Scope,
    added_by_the_game,
    asked_of,
    conflict,
    exclusive,
    has_no_shape,
    said_by_a_robbed_kong,
    said_by_the_source,
)
from scoring.tournament import count_in_game
from tournaments.tables.recording.entry import (
    CLAIMED,
    SELF_DRAW,
    TICKS,
    TILES,
    Laid,
    Tick,
    WinEntry,
    WinnerEntry,
    melds_of,
    missing_tiles,
    parts_of,
)

# Fans of the whole hand occur once or not at all; others may occur several times.
_ONCE = frozenset({Scope.WIN, Scope.PROFILE, Scope.SHAPE, Scope.WAIT, Scope.TOTAL, Scope.SETTLEMENT})


FROM_TWO = 2
"""尾牌連摸 10(n-1): the form asks for n as in the rules' table, in which 1 is worth nothing."""


@dataclass(frozen=True)
class Tickable:
    """One row of the list: a fan at one of its values. `several`: may occur more than once, at least `least` times."""

    tick: Tick
    fan: Fan
    worth: int
    several: bool
    least: int = 1


@dataclass(frozen=True)
class NotCounted:
    """A fan that does not count beside the fan `by`, or (`apart`) cannot occur in the same hand, ticked or not."""

    name: str
    by: str
    apart: bool = False


@dataclass(frozen=True)
class TickCount:
    """The sum without 底. `removed`: listed fans excluded by the ticked ones."""

    total: int
    rows: tuple[FanRow, ...]
    removed: tuple[NotCounted, ...]


def with_said(ticks: tuple[Tick, ...], rules: RuleSet, *, own_draw: bool, robbed: bool) -> tuple[Tick, ...]:
    """Tick 自摸 (own draw) or 搶槓 (robbed kong) too if the hand was won that way, unless a ticked fan rules it out."""
    said = said_by_the_source(rules.fans) if own_draw else said_by_a_robbed_kong(rules.fans) if robbed else ()
    ticked = [fan for fan in rules.fans if any(tick.name == fan.name for tick in ticks)]
    missing = [fan for fan in said if fan not in ticked and not conflict(rules, [*ticked, fan])]
    return (*ticks, *(Tick(fan.name) for fan in missing))


@lru_cache(maxsize=16)
def tickables(rules: RuleSet) -> tuple[Tickable, ...]:
    """Return the fans of a rule set in table order, with a row for each of an open and a concealed value.

    The app adds 底, the dealer's fans, 雙響 and 三響 itself (L-35), so they are not listed.
    """
    rows = []
    for fan, value in rules.fans.items():
        if added_by_the_game(fan) or has_no_shape(fan, rules):
            continue
        once = fan.scope in _ONCE or (fan.scope == Scope.FLOWERS and fan.count.__annotations__.get("return") is bool)
        several = value.stepped or not once
        rows.append(Tickable(Tick(fan.name), fan, value.open, several, FROM_TWO if value.stepped else 1))
        if value.concealed is not None:
            rows.append(Tickable(Tick(fan.name, concealed=True), fan, value.concealed, several))
    return tuple(rows)


def count_ticks(ticks: Sequence[Tick], rules: RuleSet) -> TickCount:
    """Sum the ticked fans without those that others exclude (不複合). A limit hand counts alone, and the sum is capped.
    Unknown names count nothing."""
    fans = {fan.name: fan for fan in rules.fans}
    ticked = [(fans[tick.name], tick) for tick in ticks if tick.name in fans]
    high_first = sorted((fan for fan, _tick in ticked), key=lambda fan: rules.fans[fan].open)
    # 不複合: fans excluded by the ticked ones, each with the highest fan that excludes it.
    shut_out = {low: high for high in high_first for low in rules.supersedes.get(high, ())}
    counting = [fan for fan, _tick in ticked if fan not in shut_out]
    rows = []
    for fan, tick in ticked:
        if fan in shut_out:
            continue
        value, less = rules.fans[fan], rules.discounts.get(fan)
        each = value.concealed if tick.concealed and value.concealed is not None else value.open
        worth = each * (max(tick.count, FROM_TWO) - 1 if value.stepped else tick.count)
        if less is not None and any(other in counting for other in less.beside):  # 減計
            worth -= less.by
        # Values that grow by steps count once, as with tiles.
        rows.append(FanRow(fan.name, fan.name_en, 1 if value.stepped else tick.count, worth))
    removed = [NotCounted(fan.name, by.name) for fan, by in shut_out.items()]
    for fan in {row.fan: None for row in tickables(rules)} if ticked else ():
        by = next((other for other, _tick in ticked if exclusive(rules, fan, other)), None)
        if by is not None and fan not in shut_out:
            removed.append(NotCounted(fan.name, by.name, apart=True))
    # 例牌: it has its own value whatever else is ticked.
    limit = next((fan for fan, value in rules.fans.items() if value.limit and fan in high_first), None)
    if limit is not None:
        rows = [FanRow(limit.name, limit.name_en, 1, rules.fans[limit].open)]
        removed += [NotCounted(fan.name, limit.name) for fan in counting if fan is not limit]
    total = sum(row.value for row in rows)
    return TickCount(total if rules.cap is None else min(total, rules.cap), tuple(rows), tuple(removed))


MOST_TYPED = 9999
_UNFINISHED = read_tiles("147m258p369s1234567z")
"""Sixteen tiles to which no single tile can be added to make a hand of melds."""

ASKED_BESIDE: Mapping[str, Promise] = {
    "flowers": lazy("花"),
    "flower_draws": lazy("補花幾次"),
    "kong_draws": lazy("槓後補牌幾次"),
    "discards": lazy("四家河中共有幾多隻棄牌"),
    "visible": lazy("檯面已見的牌"),
    "in_a_row": lazy("搶的是連續第幾個槓"),
    "robbed_in_a_row": lazy("搶的是連續第幾個槓"),
}
"""Questions asked beside the hand: name in the form or document → label."""

OPENING_MISSING = lazy("有風刻或花牌，請先揀開門位：門風和花牌的號數由那一家數起。")


@dataclass(frozen=True)
class WinnerCount:
    """One winner's number in every way that was used. `problem`: why the open way gives no number yet.

    `claimed`: typed · `ticks`: sum of the ticked fans · `tiles`: count of the laid hand · `computed`: the one of these
    two that is compared with `claimed` · `unlikely`: hands rarely count this much, so the form asks again.
    """

    entry: WinnerEntry
    claimed: int | None = None
    ticks: TickCount | None = None
    tiles: Score | None = None
    computed: int | None = None
    missing: int = 0
    problem: str = ""
    fixed: int | None = None
    unlikely: bool = False

    @property
    def called(self) -> int | None:
        """Return the number to be paid, as players call it: `claimed` only if there is no computed one or it was
        chosen."""
        if self.computed is None or (self.entry.paid == CLAIMED and self.claimed is not None):
            return self.claimed if self.claimed is not None else self.fixed
        return self.computed

    @property
    def pays_claimed(self) -> bool:
        return self.called == self.claimed and (self.computed is None or self.entry.paid == CLAIMED)

    @property
    def differs(self) -> bool:
        return self.claimed is not None and self.computed is not None and self.claimed != self.computed


def added_base(entry: WinEntry, rules: RuleSet) -> int:
    """Return the 底 that the app adds to the called number; none on a declared 花糊."""
    return 0 if entry.flower_win else rules.base


def count_winner(winner: WinnerEntry, entry: WinEntry, rules: RuleSet, state: GameState) -> WinnerCount:
    """Count one winner. 起糊、封頂: a number that the rules do not pay gets a reason, and one that hands rarely reach
    is asked again."""
    if winner.mode != TICKS and winner.ticks:
        by_source = {fan.name for fan in (*said_by_the_source(rules.fans), *said_by_a_robbed_kong(rules.fans))}
        if all(tick.name in by_source for tick in winner.ticks):  # ticked only because of the way of winning
            winner = replace(winner, ticks=())
    claimed, fixed = parse_int(winner.typed, MOST_TYPED), None
    # 花胡 after the replacement was drawn: laid tiles and ticked fans count on top.
    entered = winner.laid.touched if winner.mode == TILES else winner.mode == TICKS and bool(winner.ticks)
    declared_alone = entry.flower_win and not (rules.replaces_before_flower_win and entered)
    if not declared_alone and winner.mode == TILES:
        count = _of_tiles(winner, claimed, entry, rules, state)
    elif not declared_alone and winner.mode == TICKS:
        count = _of_ticks(winner, claimed, entry, rules)
    else:
        if declared_alone and entry.source:
            # 花糊: its fixed count, if the rules have one: one's own or another's eighth flower, or 配牌花胡.
            dealt = winner.mode == TILES and "dealt_flowers" in winner.laid.circumstances
            score = _declared_flowers(entry.source == SELF_DRAW, dealt, rules)
            fixed = score.total if score else None
        missing = _("請輸入番數。") if claimed is None and fixed is None else ""
        problem = missing
        if winner.typed and claimed is None:
            too_high = parse_int(winner.typed) is not None
            problem = _("番數最多 %(most)s。") % {"most": MOST_TYPED} if too_high else _("番數要是零或以上的整數。")
        count = WinnerCount(winner, claimed, problem=problem, fixed=fixed)
    called = count.called
    if count.problem or called is None:
        return count
    words: dict[str, Any] = {"called": called, "unit": translation.gettext(rules.unit)}
    base, least, most = added_base(entry, rules), rules.game.minimum_fan, rules.game.maximum_fan
    if called + base < least:
        words["least"] = least - base
        return replace(count, problem=_("只有 %(called)s %(unit)s，%(least)s %(unit)s 才起糊。") % words)
    if most is not None and called + base > most:
        return replace(count, problem=_("最多計 %(most)s %(unit)s。") % (words | {"most": most}))
    if count.tiles is not None or count.entry.sure == str(called) or not is_improbable(called, rules):
        return count
    problem = _("%(called)s %(unit)s？這套規則的一副牌很少多過 %(most)s %(unit)s。沒有按錯的話，請剔選「數目沒有錯」。")
    return replace(count, problem=problem % (words | {"most": rules.plausible_total}), unlikely=True)


def is_improbable(called: int, rules: RuleSet) -> bool:
    """Whether hands of these rules rarely count this much, unless by a single fan."""
    return called > max(value.open for value in rules.fans.values()) and called > rules.plausible_total


def _of_ticks(winner: WinnerEntry, claimed: int | None, entry: WinEntry, rules: RuleSet) -> WinnerCount:
    own_draw = None if entry.flower_win or not entry.source else entry.source == SELF_DRAW
    ticks = winner.ticks
    if ticks and not winner.ticks_stand:
        ticks = with_said(ticks, rules, own_draw=own_draw is True, robbed=entry.robbed_kong)
    if entry.flower_win and entry.source:
        # An answered 花胡 is a fan of its own, unless one for declared flowers is already ticked.
        declared: set[str] = set()
        for own in (True, False):
            for dealt in (False, True):
                score = _declared_flowers(own, dealt, rules)
                declared |= {row.name for row in score.fans} if score else set()
        score = _declared_flowers(entry.source == SELF_DRAW, False, rules)
        if score and not any(tick.name in declared for tick in ticks):
            ticks = (*ticks, *(Tick(row.name) for row in score.fans))
    winner = replace(winner, ticks=ticks)
    known = {row.tick.value for row in tickables(rules)}
    unknown = [tick.name for tick in ticks if tick.value not in known]
    counted = count_ticks(ticks, rules)
    if unknown:
        problem = _("這套規則沒有「%(fan)s」。") % {"fan": unknown[0]}
    elif not ticks and claimed is None:
        problem = _("請揀至少一個番種，或輸入番數。")
    elif asks_opening(winner, entry, rules):
        problem = str(OPENING_MISSING)
    else:
        problem = _clash(ticks, rules, own_draw)
    computed = counted.total if ticks and not unknown else None
    return WinnerCount(winner, claimed, ticks=counted, computed=computed, problem=problem)


def _clash(ticks: tuple[Tick, ...], rules: RuleSet, own_draw: bool | None) -> str:
    """Describe the ticked fan that this way of winning rules out, or two that cannot occur together; "" if a hand may
    have them all."""
    ticked = [fan for fan in rules.fans if any(tick.name == fan.name for tick in ticks)]
    english = (get_language() or "").startswith("en")
    shown = [f"{fan.name_en} ({fan.name})" if english else fan.name for fan in conflict(rules, ticked, own_draw)]
    if not shown:
        return ""
    if len(shown) > 1:
        return _("%(fans)s 不可能在同一副牌，請除去一個。") % {"fans": _("、").join(shown)}
    if own_draw:
        return _("自摸的牌沒有%(fan)s，請除去它，或改揀出銃的一家。") % {"fan": shown[0]}
    return _("出銃的牌沒有%(fan)s，請除去它，或改揀自摸。") % {"fan": shown[0]}


def _of_tiles(
    winner: WinnerEntry, claimed: int | None, entry: WinEntry, rules: RuleSet, state: GameState
) -> WinnerCount:
    missing = missing_tiles(winner.laid, rules.hand_size)
    if melds_of(winner.laid.melds) is None:
        return WinnerCount(winner, claimed, missing=missing, problem=_("看不明白上碰槓的寫法，請照例子寫。"))
    if missing > 0:
        return WinnerCount(winner, claimed, missing=missing, problem=_("差 %(n)s 隻。") % {"n": missing})
    if winner.seat is None or not entry.source:
        return WinnerCount(winner, claimed, problem=_("請先揀自摸還是誰出銃。"))
    if asks_opening(winner, entry, rules):
        return WinnerCount(winner, claimed, problem=str(OPENING_MISSING))
    source = None if entry.source == SELF_DRAW else int(entry.source)
    opening = int(entry.opening) if entry.opening and "opening" in rules.game.win_keys else None
    winners = tuple(one.seat for one in entry.winners)
    win = Win(winners, source, entry.robbed_kong, False, opening=opening)  # type: ignore[arg-type]
    try:
        score = count_in_game(parts_of_entry(winner.laid, entry), winner.seat, win, state, rules)
    except ScoringError as error:
        problem = plain_reason(error)
        if error.code not in ("bad_tile", "bad_meld", "bad_value"):  # valid notation, but not a winning hand
            problem = _("食唔到：%(why)s") % {"why": problem}
        return WinnerCount(winner, claimed, problem=problem)
    if not score.meets_minimum:
        words = {"called": score.total, "least": rules.minimum, "unit": translation.gettext(rules.unit)}
        problem = _("這副牌只有 %(called)s %(unit)s，%(least)s %(unit)s 才起糊。") % words
        return WinnerCount(winner, claimed, tiles=score, problem=problem)
    computed = score.total - added_base(entry, rules) - rules.game.multi_fans[len(entry.winners)]
    return WinnerCount(winner, claimed, tiles=score, computed=computed)


def asks_opening(winner: WinnerEntry, entry: WinEntry, rules: RuleSet) -> bool:
    """Whether 開門位 is still to be answered: a wind pung or a flower is laid, or a ticked fan depends on the seat."""
    asked = asked_of(rules)
    if not asked.opening or entry.opening:
        return False
    if winner.mode == TICKS:
        seated = {fan.name for fan in asked.by_opening}
        return any(tick.name in seated for tick in winner.ticks)
    laid = winner.laid
    if laid.flowers and not entry.flower_win:  # declared flowers are worth the same in every seat
        return True
    honours = "".join(re.findall(r"([1-9]+)z", laid.concealed + laid.winning))
    melded = [meld["tiles"] for meld in melds_of(laid.melds) or () if meld["tiles"].endswith("z")]
    return any(honours.count(wind) >= 3 or any(wind in tiles for tiles in melded) for wind in "1234")


def plain_reason(error: ScoringError) -> str:
    """Return the reason in the page's words: 四萬, not 4m; fields by label, without one if it is about the tiles."""
    language = get_language() or "zh-hant"
    sentence = error.detail(language)
    if error.code == "too_many_copies":
        sentence = re.sub(r"\b[1-9][mpszf]\b", lambda found: tile_names([read_tile(found[0])], language), sentence)
    field, colon, rest = sentence.partition("：" if "：" in sentence else ": ")
    if not colon or not field.isascii():
        return sentence
    return f"{ASKED_BESIDE[field]}{colon}{rest}" if field in ASKED_BESIDE else rest


def parts_of_entry(laid: Laid, entry: WinEntry) -> dict[str, Any]:
    """Return the laid tiles as parts of a document, with 搶槓 and 花胡 of the entry among the circumstances."""
    parts = parts_of(laid)
    given = set(parts.get("circumstances", ()))
    if entry.robbed_kong and "robbed_concealed_kong" not in given:
        given.add("robbed_kong")
    if entry.flower_win and "dealt_flowers" not in given:
        given.add("flower_win")
    return parts | ({"circumstances": sorted(given)} if given else {})


def _declared_flowers(own: bool, dealt: bool, rules: RuleSet) -> Score | None:
    """Count 花糊, whose tiles count nothing. `own`: the winner drew the last flower; `dealt`: 配牌花胡."""
    word = "dealt_flowers" if dealt and "dealt_flowers" in rules.circumstances else "flower_win"
    if word not in rules.circumstances:
        return None
    replaced = rules.replaces_before_flower_win
    hand = Hand(
        _UNFINISHED,
        _UNFINISHED[0] if replaced else "8f",
        self_draw=own,
        seat="E",
        round="E",
        flowers="12345678f" if replaced and own else "1234567f",
        circumstances=[word],
    )
    try:
        return rules.score(hand)
    except ScoringError:
        return None
