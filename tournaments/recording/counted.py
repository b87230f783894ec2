"""計過的一鋪: the entry of a win with its count, made once for form, preview and event."""

from dataclasses import dataclass
from functools import cached_property

from scoring import GameState, RuleSet
from tournaments.book.timeline import Played
from tournaments.recording.count import WinnerCount, counts_of
from tournaments.recording.entry import WinEntry
from tournaments.recording.problems import problems_of
from tournaments.recording.win_event import entry_of_played, win_of


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
        """Field → what has still to be chosen or typed; empty if the entry can be recorded."""
        return problems_of(self.entry, self.counts, self.rules, self.may_be_liable)

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


def counted_again(played: Played, rules: RuleSet, state: GameState) -> CountedWin | None:
    """The same for an event that a page sends back; None if it is not a win."""
    entry = entry_of_played([played], rules)
    return counted_win(entry, rules, state) if entry else None
