"""記錄一鋪: from the posted form to events of the game with their claims, and back. Independent of any page.

    played_from_post(posted, rules, state) -> [Played]     raises Unclear, which names every field that is not clear
    initial_from_played(played, rules) -> WinEntry | None  the form's content for what is recorded; None for 流局

The correction of any hand uses the same form: `state` is then the one in which that hand was closed.
What is typed is 番 as players call it; 底 is put into the event here, dealer's fans and 雙響/三響 by the fold.
`typed` and `computed` of a claim are both as players call them, so that they can be compared.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState, LiabilityRules, RuleSet
from tournaments.book.timeline import Played
from tournaments.exceptions import Invalid
from tournaments.recording.asks import draw_asks
from tournaments.recording.count import WinnerCount, added_base, beyond, counts_of, parts_of_entry
from tournaments.recording.entry import (
    CLAIMED,
    SEATS,
    SELF_DRAW,
    TICKS,
    TILES,
    TYPED,
    Posted,
    WinEntry,
    WinnerEntry,
    entry_of,
    melds_of,
    parts_of,
    read_entry,
)
from tournaments.recording.ticks import with_said

DRAW = "draw"
CLOSING = ("win", DRAW)


class Unclear(Invalid):
    """Something has still to be chosen or typed. `errors`: field → sentence."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        field, sentence = next(iter(errors.items()))
        super().__init__(sentence, field=field)
        self.errors = dict(errors)


def played_from_post(posted: Posted, rules: RuleSet, state: GameState) -> list[Played]:
    """What a posted form means. `kind` "draw" is 流局; anything else is a win. Raises Unclear."""
    if posted.get("kind") == DRAW:
        return [drawn_from_post(posted, rules, state)]
    return [played_from_entry(read_entry(posted), rules, state)]


def drawn_from_post(posted: Posted, rules: RuleSet, state: GameState) -> Played:
    """流局 with what was answered; nothing answered is nobody, and the same dealer."""
    event: dict[str, Any] = {"type": DRAW}
    asked = draw_asks(rules, state)
    not_ready = sorted({int(seat) for seat in posted.getlist("not_ready") if seat in SEATS})
    if "not_ready" in asked and not_ready:
        event["not_ready"] = not_ready
    dealer = posted.get("dealer")
    if "dealer" in asked and dealer in SEATS and int(dealer) != state.dealer:
        event["dealer"] = int(dealer)
    return Played(event)


def played_from_entry(entry: WinEntry, rules: RuleSet, state: GameState) -> Played:
    """The win that an entry means. Raises Unclear."""
    counts = counts_of(entry, rules, state)
    errors = dict(_manner_errors(entry)) | dict(_payer_errors(entry, rules)) | dict(_tile_errors(counts))
    errors |= dict(_count_errors(counts))
    if errors:
        raise Unclear(errors)
    event: dict[str, Any] = {"type": "win"}
    event |= {"self_draw": True} if entry.source == SELF_DRAW else {"from": int(entry.source)}
    event |= {"robbed_kong": True} if entry.robbed_kong else {}
    event |= _payers(entry)
    if len(counts) == 1:
        event |= _manner_of_one(counts[0], entry)
        winner = counts[0].entry.seat
        return Played(event | {"winner": winner} | _counted(counts[0], entry, rules), _claim(counts[0]))
    ordered = sorted(counts, key=lambda count: count.entry.seat or 0)
    event["winners"] = [{"seat": count.entry.seat} | _counted(count, entry, rules) for count in ordered]
    return Played(event, {"winners": [{"seat": count.entry.seat} | _claim(count) for count in ordered]})


def _manner_of_one(count: WinnerCount, entry: WinEntry) -> dict[str, Any]:
    """花糊 with its number, 開門位 beside tiles: a counted hand says the one itself, a number needs no winds."""
    if pays_tiles(count):
        return {"opening": int(entry.opening)} if entry.opening else {}
    return {"flower_win": True} if entry.flower_win else {}


def _payers(entry: WinEntry) -> dict[str, Any]:
    """包牌 and 另付, as far as they were entered."""
    extra = [{"seat": seat, "fan": int(typed)} for seat, typed in enumerate(entry.extra) if typed and int(typed)]
    said: dict[str, Any] = {"extra": extra} if extra else {}
    if entry.liable:
        said |= {"liable": entry.liable[0] if len(entry.liable) == 1 else list(entry.liable), "cause": entry.cause}
    return said


def initial_from_played(played: Sequence[Played], rules: RuleSet) -> WinEntry | None:
    """The form's content for a recorded hand: everything that was entered about the win; None if it has no win."""
    win = next((one for one in played if one.event.get("type") == "win"), None)
    if win is None:
        return None
    entry = entry_of(win.event, win.claim, rules.base)
    return replace(entry, winners=tuple(_as_it_stands(winner, entry, rules) for winner in entry.winners))


def _as_it_stands(winner: WinnerEntry, entry: WinEntry, rules: RuleSet) -> WinnerEntry:
    """What was entered although no hand comes to it was asked for then, and is not asked for again; ticks from before
    自摸 and 搶槓 ticked themselves stay without them."""
    said = with_said(winner.ticks, rules, own_draw=entry.source == SELF_DRAW, robbed=entry.robbed_kong)
    beyond_all = bool(winner.typed) and beyond(int(winner.typed), rules)
    return replace(
        winner,
        sure=winner.typed if beyond_all else winner.sure,
        ticks_stand=bool(winner.ticks) and said != winner.ticks,
    )


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


def _payer_errors(entry: WinEntry, rules: RuleSet) -> Iterable[tuple[str, str]]:
    """包牌 and 另付: what the rules cannot mean."""
    liability = rules.game.liability
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
    """雙響、三響: all win on one tile, so hands that were laid hold the same one."""
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


def pays_tiles(count: WinnerCount) -> bool:
    """Whether the tiles themselves stand in the event."""
    return count.tiles is not None and not count.pays_claimed


def _counted(count: WinnerCount, entry: WinEntry, rules: RuleSet) -> dict[str, Any]:
    """`hand` where tiles are paid as they count, else `fan`, 底 in it."""
    if pays_tiles(count):
        return {"hand": parts_of_entry(count.entry.laid, entry)}
    return {"fan": (count.called or 0) + added_base(entry, rules)}


def _claim(count: WinnerCount) -> dict[str, Any]:
    """What was entered, kept beside the event; empty ways are left out."""
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
