"""食糊: an entry with its count, made once for form, preview and event; and the way back from a recorded event to the
entry.

Typed numbers are 番 as players call them. 底 is added to the event here, dealer's fans and 雙響/三響 by the replay.
`typed` and `computed` of a claim are both as called, so that they can be compared.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from scoring import GameState, RuleSet
from tournaments.core.exceptions import Invalid
from tournaments.tables.game_log.claims import SPARED
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.count import (
    WinnerCount,
    added_base,
    count_winner,
    is_improbable,
    parts_of_entry,
    with_said,
)
from tournaments.tables.recording.entry import (
    CLAIMED,
    COMPUTED,
    SELF_DRAW,
    TICKS,
    TILES,
    TYPED,
    Laid,
    Tick,
    WinEntry,
    WinnerEntry,
    laid_of,
    melds_of,
    parts_of,
)


class Unclear(Invalid):
    def __init__(self, errors: Mapping[str, str]) -> None:
        field, sentence = next(iter(errors.items()))
        super().__init__(sentence, field=field)
        self.errors = dict(errors)


OF_THE_WHOLE_WIN = ("robbed_kong", "flower_win")
"""Circumstances asked once for all winners, not beside the tiles of each."""


@dataclass(frozen=True)
class CountedWin:
    """A counted entry. `counts`: in the order of the entry; `by_seat`: of the event's winners · `state`: before the win
    · `problems`: field → what is missing, in the order of the form."""

    entry: WinEntry
    counts: tuple[WinnerCount, ...]
    by_seat: list[WinnerCount]
    problems: Mapping[str, str]
    rules: RuleSet
    state: GameState

    @cached_property
    def played(self) -> Played:
        """Return the event with its claim. Raises Unclear if something has still to be chosen or typed."""
        if self.problems:
            raise Unclear(self.problems)
        entry = self.entry
        event: dict[str, Any] = {"type": "win"}
        event |= {"self_draw": True} if entry.source == SELF_DRAW else {"from": int(entry.source)}
        event |= {"robbed_kong": True} if entry.robbed_kong else {}
        extra = [{"seat": seat, "fan": int(typed)} for seat, typed in enumerate(entry.extra) if typed and int(typed)]
        event |= {"extra": extra} if extra else {}
        event |= {"shown_streak": int(entry.shown_streak)} if entry.shown_streak else {}
        if entry.liable:
            liable = entry.liable[0] if len(entry.liable) == 1 else list(entry.liable)
            event |= {"liable": liable, "cause": entry.cause}
        parts = [_part_of(count, entry, self.rules) for count in self.by_seat]
        seats = [{"seat": count.entry.seat} for count in self.by_seat]
        if len(parts) > 1:
            event["winners"] = [seat | paid for seat, (paid, _said) in zip(seats, parts, strict=True)]
            return Played(event, {"winners": [seat | said for seat, (_paid, said) in zip(seats, parts, strict=True)]})
        (count,), ((paid, claim),) = self.counts, parts
        opening = {"opening": int(entry.opening)} if entry.opening else {}
        if "hand" in paid:
            event |= opening  # 花糊 is among the circumstances of the tiles
        else:
            event |= {"flower_win": True} if entry.flower_win else {}
            claim |= opening if count.tiles or count.ticks else {}  # used in their count, which is not paid
        event |= {"winner": count.entry.seat} | paid
        return Played(event, claim | ({SPARED: list(entry.spared)} if entry.spared else {}))


def counted_win(entry: WinEntry, rules: RuleSet, state: GameState, may_be_liable: Collection[int] = ()) -> CountedWin:
    """Count an entry. `may_be_liable`: seats for which it must say whether they pay for others."""
    counts = tuple(count_winner(winner, entry, rules, state) for winner in entry.winners)
    by_seat = sorted(counts, key=lambda count: count.entry.seat or 0)
    errors = dict([*_manner_errors(entry), *_payer_errors(entry, rules, may_be_liable)])
    laid = [(slot, count.entry.laid.winning) for slot, count in enumerate(counts) if count.tiles is not None]
    for slot, winning in laid[1:]:
        if winning != laid[0][1]:
            errors[f"fan-{slot}"] = _("幾家食的是同一隻牌，食糊牌要相同。")
    for slot, count in enumerate(counts):
        if count.problem:
            errors[f"fan-{slot}"] = count.problem
        if count.unlikely:
            errors[f"sure-{slot}"] = str(count.called)
    return CountedWin(entry, counts, by_seat, errors, rules, state)


def _part_of(count: WinnerCount, win: WinEntry, rules: RuleSet) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the event's part for one winner, with tiles as counted or `fan` including 底; and the claim stored beside
    it, the input without unused ways."""
    entry = count.entry
    claim: dict[str, Any] = {"mode": entry.mode}
    if count.claimed is not None:
        claim["typed"] = count.claimed
    if entry.ticks:
        claim["ticks"] = [{"name": one.name, "count": one.count, "concealed": one.concealed} for one in entry.ticks]
    if entry.laid.touched and melds_of(entry.laid.melds) is not None:
        claim["hand"] = parts_of(entry.laid)
    if entry.mode == TILES and entry.laid.circumstances and count.claimed is None and count.fixed is not None:
        claim |= {"mode": TYPED, "typed": count.fixed}  # 花胡 without tiles: only the number records it
    if entry.mode in (TICKS, TILES) and count.computed is not None:
        claim |= {"computed": count.computed, "paid": CLAIMED if count.pays_claimed else COMPUTED}
    if count.tiles is not None and not count.pays_claimed:
        return {"hand": parts_of_entry(entry.laid, win)}, claim
    return {"fan": (count.called or 0) + added_base(win, rules)}, claim


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
    """Check 包牌, 另付 and 連莊示記: contradictions with the rules and missing answers."""
    liability = rules.game.liability
    if set(may_be_liable) - {*entry.seats, *entry.liable, *entry.spared}:
        yield "liable", _("請答代位賠付是否適用於這一鋪。")
    if entry.shown_streak and parse_int(entry.shown_streak) is None:
        yield "shown_streak", _("連莊示記要是零或以上的整數。")
    if entry.cause and not entry.liable:
        yield "liable", _("請揀包牌的一家。")
    elif entry.liable and liability is not None:
        if entry.cause not in liability.causes:
            yield "liable", _("請揀為甚麼包牌。")
        elif len(entry.winners) > 1 or (liability.own_draw_only and entry.source != SELF_DRAW):
            yield "liable", _("出銃由出銃者獨付，沒有包牌。")
        elif set(entry.liable) & set(entry.seats):
            yield "liable", _("食糊者不能包自己。")
        elif len(entry.liable) > liability.most:
            yield "liable", _("最多由 %(most)s 家包牌。") % {"most": liability.most}
    for seat, typed in enumerate(entry.extra):
        if typed and parse_int(typed) is None:
            yield "extra", _("另付的數目要是零或以上的整數。")
        elif typed and int(typed) and (seat in entry.seats or entry.source not in (SELF_DRAW, str(seat))):
            yield "extra", _("只有要付這一鋪的人才可以另付。")


def winners_of(
    event: Mapping[str, Any], claim: Mapping[str, Any] | None
) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Return each winner's part of a win, with their `seat`, and of the claim beside it."""
    claim = claim or {}
    claims = {one["seat"]: one for one in claim["winners"]} if "winners" in claim else {event.get("winner"): claim}
    winners = event["winners"] if "winners" in event else [{**event, "seat": event["winner"]}]
    return [(one, claims.get(one["seat"], {})) for one in winners]


def ticks_of(claim: Mapping[str, Any]) -> tuple[Tick, ...]:
    return tuple(Tick(one["name"], one.get("count", 1), bool(one.get("concealed"))) for one in claim.get("ticks") or ())


def entry_of_played(played: Sequence[Played], rules: RuleSet) -> WinEntry | None:
    """Return the form's content for a recorded hand; None if it has no win."""
    win = next((one for one in played if one.event.get("type") == "win"), None)
    if win is None:
        return None
    event, claim = win.event, win.claim or {}
    parts = winners_of(event, win.claim)
    of_all = {
        word: bool(event.get(word))
        or any(word in (given.get("hand") or {}).get("circumstances", ()) for given, _said in parts)
        for word in OF_THE_WHOLE_WIN
    }
    liable = event.get("liable")
    extra = {one["seat"]: str(one["fan"]) for one in event.get("extra") or ()}
    opening = event.get("opening", claim.get("opening"))
    entry = WinEntry(
        source=SELF_DRAW if event.get("self_draw") else str(event.get("from", "")),
        robbed_kong=of_all["robbed_kong"],
        flower_win=of_all["flower_win"],
        liable=() if liable is None else (liable,) if isinstance(liable, int) else tuple(sorted(liable)),
        cause=event.get("cause") or "",
        spared=tuple(claim.get(SPARED) or ()),
        extra=(extra.get(0, ""), extra.get(1, ""), extra.get(2, ""), extra.get(3, "")),
        shown_streak="" if event.get("shown_streak") is None else str(event["shown_streak"]),
        opening="" if opening is None else str(opening),
    )
    base = 0 if event.get("flower_win") else rules.base
    return replace(entry, winners=tuple(_winner_of(given, said, base, entry, rules) for given, said in parts))


def _winner_of(
    given: Mapping[str, Any], claim: Mapping[str, Any], base: int, win: WinEntry, rules: RuleSet
) -> WinnerEntry:
    """Return one winner's entry. `base`: the 底 included in the `fan` of the event."""
    hand = given.get("hand") or claim.get("hand")
    laid = laid_of(hand) if hand else Laid()
    typed = claim.get("typed")
    if typed is None and "mode" not in claim and "fan" in given:
        typed = given["fan"] - base
    ticks = ticks_of(claim)
    said = with_said(ticks, rules, own_draw=win.source == SELF_DRAW, robbed=win.robbed_kong)
    return WinnerEntry(
        seat=given["seat"],
        mode=claim.get("mode") or (TILES if "hand" in given else TYPED),
        typed="" if typed is None else str(typed),
        ticks=ticks,
        laid=replace(laid, circumstances=tuple(word for word in laid.circumstances if word not in OF_THE_WHOLE_WIN)),
        paid=claim.get("paid") or COMPUTED,
        # An improbable number was already confirmed when recorded, so the form does not ask again.
        sure=str(typed) if typed and is_improbable(int(typed), rules) else "",
        ticks_stand=bool(ticks) and said != ticks,  # recorded before 自摸 and 搶槓 were ticked automatically
    )
