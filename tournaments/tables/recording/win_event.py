"""食糊 as an event: from a counted entry to the event with its claim, and back.

Typed numbers are 番 as players call them. 底 is added to the event here, dealer's fans and 雙響/三響 by the replay.
`typed` and `computed` of a claim are both as called, so that they can be compared.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring import RuleSet
from tournaments.tables.book.claims import SPARED
from tournaments.tables.book.timeline import Played
from tournaments.tables.recording.count import WinnerCount, added_base, beyond, parts_of_entry
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
from tournaments.tables.recording.ticks import with_said


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
