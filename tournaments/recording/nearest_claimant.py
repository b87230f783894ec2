"""攔胡: which of several claimants wins a tile where only one may."""

from dataclasses import replace

from scoring import SEATS as ALL_SEATS
from scoring import RuleSet, nearest_claimant
from tournaments.recording.entry import SELF_DRAW, WinEntry, WinnerEntry


def one_winner_only(rules: RuleSet) -> bool:
    """Whether a tile can have only one winner (攔胡)."""
    return max(rules.game.multi_fans, default=1) == 1


def claimable(entry: WinEntry, rules: RuleSet) -> list[int]:
    """另一家食糊: other seats that may claim the same tile."""
    seats = entry.seats
    if not seats or len(seats) < len(entry.winners):
        return []
    if not one_winner_only(rules) and len(seats) >= max(rules.game.multi_fans):
        return []
    return [seat for seat in ALL_SEATS if seat not in seats]


def with_claimant(entry: WinEntry, seat: int, rules: RuleSet) -> WinEntry:
    """Add a claimant: they win too, or only the nearest to the discarder in turn does (攔胡).

    Raises ValueError if the nearest is needed and there is no discarder.
    """
    if not one_winner_only(rules):
        return entry.with_winner(seat)
    if entry.source in ("", SELF_DRAW):
        raise ValueError("the discarder is not known")
    first = nearest_claimant(int(entry.source), [*entry.seats, seat])
    if first in entry.seats:
        return entry
    return replace(entry, winners=(WinnerEntry(first),), flower_win=False, liable=(), cause="")
