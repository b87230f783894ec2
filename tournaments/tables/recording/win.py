"""計過的一鋪: the entry of a win with its count, made once for form, preview and event."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from scoring import GameState, LiabilityRules, RuleSet
from tournaments.tables.game_log.claims import SPARED
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.count import WinnerCount, added_base, beyond, counts_of, parts_of_entry, with_said
from tournaments.tables.recording.entry import (
    CLAIMED,
    SELF_DRAW,
    TICKS,
    TILES,
    TYPED,
    WinEntry,
    WinnerEntry,
    entry_of,
    melds_of,
    parts_of,
)


def win_of(entry: WinEntry, counts: Sequence[WinnerCount], rules: RuleSet) -> Played:
    """The event of an entry without problems; `counts` in the order of the seats."""
    event: dict[str, Any] = {"type": "win"}
    event |= {"self_draw": True} if entry.source == SELF_DRAW else {"from": int(entry.source)}
    event |= {"robbed_kong": True} if entry.robbed_kong else {}
    event |= _payers(entry)
    if len(counts) == 1:
        event |= _manner_of_one(counts[0], entry)
        winner = counts[0].entry.seat
        event |= {"winner": winner} | _counted(counts[0], entry, rules)
        return Played(event, _claim(counts[0]) | _opening_beside(counts[0], entry) | _spared(entry))
    event["winners"] = [{"seat": count.entry.seat} | _counted(count, entry, rules) for count in counts]
    return Played(event, {"winners": [{"seat": count.entry.seat} | _claim(count) for count in counts]})


def _manner_of_one(count: WinnerCount, entry: WinEntry) -> dict[str, Any]:
    """花糊 with its number, 開門位 beside tiles: a counted hand includes the former, a number needs no winds."""
    if pays_tiles(count):
        return {"opening": int(entry.opening)} if entry.opening else {}
    return {"flower_win": True} if entry.flower_win else {}


def _opening_beside(count: WinnerCount, entry: WinEntry) -> dict[str, Any]:
    """開門位 of ticks, or of tiles that are not paid: it was used in their count."""
    counted = count.tiles or count.ticks
    return {"opening": int(entry.opening)} if entry.opening and counted and not pays_tiles(count) else {}


def _spared(entry: WinEntry) -> dict[str, Any]:
    """代位賠付 that does not apply to this win, as the referee decided."""
    return {SPARED: list(entry.spared)} if entry.spared else {}


def _payers(entry: WinEntry) -> dict[str, Any]:
    extra = [{"seat": seat, "fan": int(typed)} for seat, typed in enumerate(entry.extra) if typed and int(typed)]
    said: dict[str, Any] = {"extra": extra} if extra else {}
    said |= {"shown_streak": int(entry.shown_streak)} if entry.shown_streak else {}
    if entry.liable:
        said |= {"liable": entry.liable[0] if len(entry.liable) == 1 else list(entry.liable), "cause": entry.cause}
    return said


def entry_of_played(played: Sequence[Played], rules: RuleSet) -> WinEntry | None:
    """The form's content for a recorded hand; None if it has no win."""
    win = next((one for one in played if one.event.get("type") == "win"), None)
    if win is None:
        return None
    entry = entry_of(win.event, win.claim, rules.base)
    return replace(entry, winners=tuple(_as_it_stands(winner, entry, rules) for winner in entry.winners))


def _as_it_stands(winner: WinnerEntry, entry: WinEntry, rules: RuleSet) -> WinnerEntry:
    """A number that no hand reaches was confirmed when recorded, so the form does not ask again. Ticks recorded before
    自摸 and 搶槓 were ticked automatically stay without them."""
    said = with_said(winner.ticks, rules, own_draw=entry.source == SELF_DRAW, robbed=entry.robbed_kong)
    beyond_all = bool(winner.typed) and beyond(int(winner.typed), rules)
    return replace(
        winner,
        sure=winner.typed if beyond_all else winner.sure,
        ticks_stand=bool(winner.ticks) and said != winner.ticks,
    )


def pays_tiles(count: WinnerCount) -> bool:
    """Whether the event has the tiles themselves."""
    return count.tiles is not None and not count.pays_claimed


def _counted(count: WinnerCount, entry: WinEntry, rules: RuleSet) -> dict[str, Any]:
    """`hand` if tiles are paid as counted, else `fan` with 底."""
    if pays_tiles(count):
        return {"hand": parts_of_entry(count.entry.laid, entry)}
    return {"fan": (count.called or 0) + added_base(entry, rules)}


def _claim(count: WinnerCount) -> dict[str, Any]:
    """What was entered, kept beside the event, without unused ways."""
    entry = count.entry
    claim: dict[str, Any] = {"mode": entry.mode}
    if count.claimed is not None:
        claim["typed"] = count.claimed
    if entry.ticks:
        claim["ticks"] = [tick.as_claim() for tick in entry.ticks]
    if entry.laid.touched and melds_of(entry.laid.melds) is not None:
        claim["hand"] = parts_of(entry.laid)
    if entry.mode == TILES and entry.laid.circumstances and count.claimed is None and count.fixed is not None:
        claim |= {"mode": TYPED, "typed": count.fixed}  # 花胡 without tiles: only the number keeps what was said of it
    if entry.mode in (TICKS, TILES) and count.computed is not None:
        claim |= {"computed": count.computed, "paid": CLAIMED if count.pays_claimed else "computed"}
    return claim


@dataclass(frozen=True)
class CountedWin:
    """`counts`: in the order of the entry · `state`: before the win · `may_be_liable`: seats for which the entry has to
    say whether they pay for others."""

    entry: WinEntry
    counts: tuple[WinnerCount, ...]
    rules: RuleSet
    state: GameState
    may_be_liable: tuple[int, ...] = ()

    @cached_property
    def problems(self) -> dict[str, str]:
        """Field → what has still to be chosen or typed, in the order of the form; empty if nothing is missing."""
        return (
            dict(_manner_errors(self.entry))
            | dict(_payer_errors(self.entry, self.rules, self.may_be_liable))
            | dict(_tile_errors(self.counts))
            | dict(_count_errors(self.counts))
        )

    @property
    def by_seat(self) -> list[WinnerCount]:
        """The counts in the order of the event's winners."""
        return sorted(self.counts, key=lambda count: count.entry.seat or 0)

    @cached_property
    def played(self) -> Played:
        """The event with its claim. Requires an entry without problems."""
        return win_of(self.entry, self.by_seat, self.rules)


def counted_win(entry: WinEntry, rules: RuleSet, state: GameState, may_be_liable: tuple[int, ...] = ()) -> CountedWin:
    return CountedWin(entry, tuple(counts_of(entry, rules, state)), rules, state, may_be_liable)


def _manner_errors(entry: WinEntry) -> Iterable[tuple[str, str]]:
    seats = entry.seats
    if len(seats) < len(entry.winners):
        yield "winner", _("請揀食糊的一家。")
    elif len(set(seats)) < len(seats):
        yield "winner", _("同一家不能食兩次。")
    if not entry.source:
        yield "source", _("請揀自摸，或出銃的一家。")
    elif entry.source == SELF_DRAW and len(entry.winners) > 1:
        yield "source", _("兩家或三家食糊，要揀出銃的一家。")
    elif entry.source in map(str, seats):
        yield "source", _("出銃的一家不能同時食糊。")
    if entry.robbed_kong and entry.source == SELF_DRAW:
        yield "robbed_kong", _("搶槓要揀被搶的一家，不是自摸。")
    if entry.flower_win and (len(entry.winners) > 1 or entry.robbed_kong):
        yield "flower_win", _("花糊只有一家，亦不是搶槓。")


def _payer_errors(entry: WinEntry, rules: RuleSet, may_be_liable: Collection[int]) -> Iterable[tuple[str, str]]:
    """包牌, 另付 and 連莊示記: contradictions with the rules and missing answers."""
    liability = rules.game.liability
    if set(may_be_liable) - {*entry.seats, *entry.liable, *entry.spared}:
        yield "liable", _("請答代位賠付是否適用於這一鋪。")
    if entry.shown_streak and parse_int(entry.shown_streak) is None:
        yield "shown_streak", _("連莊示記要是零或以上的整數。")
    if entry.cause and not entry.liable:
        yield "liable", _("請揀包牌的一家。")
    elif entry.liable and liability is not None:
        yield from _liable_errors(entry, liability)
    for seat, typed in enumerate(entry.extra):
        if typed and not (typed.isascii() and typed.isdigit()):
            yield "extra", _("另付的數目要是零或以上的整數。")
        elif typed and int(typed) and (seat in entry.seats or entry.source not in (SELF_DRAW, str(seat))):
            yield "extra", _("只有要付這一鋪的人才可以另付。")


def _liable_errors(entry: WinEntry, rules: LiabilityRules) -> Iterable[tuple[str, str]]:
    if entry.cause not in rules.causes:
        yield "liable", _("請揀為甚麼包牌。")
    elif len(entry.winners) > 1 or (rules.own_draw_only and entry.source != SELF_DRAW):
        yield "liable", _("出銃由出銃者獨付，沒有包牌。")
    elif set(entry.liable) & set(entry.seats):
        yield "liable", _("食糊者不能包自己。")
    elif len(entry.liable) > rules.most:
        yield "liable", _("最多由 %(most)s 家包牌。") % {"most": rules.most}


def _tile_errors(counts: Iterable[WinnerCount]) -> Iterable[tuple[str, str]]:
    """雙響、三響: all win on one tile, so laid hands must share it."""
    laid = [(slot, count.entry.laid.winning) for slot, count in enumerate(counts) if count.tiles is not None]
    for slot, winning in laid[1:]:
        if winning != laid[0][1]:
            yield f"fan-{slot}", _("幾家食的是同一隻牌，食糊牌要相同。")


def _count_errors(counts: Iterable[WinnerCount]) -> Iterable[tuple[str, str]]:
    for slot, count in enumerate(counts):
        if count.problem:
            yield f"fan-{slot}", count.problem
        if count.unlikely:
            yield f"sure-{slot}", str(count.called)
