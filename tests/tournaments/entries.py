"""What an entry or a posted form of a win comes to, as one event with its claim."""

from scoring import GameState, RuleSet
from tournaments.tables.forms import DRAW, clean_draw
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.entry import Posted, WinEntry, read_entry
from tournaments.tables.recording.win import counted_win


def played_from_entry(entry: WinEntry, rules: RuleSet, state: GameState) -> Played:
    return counted_win(entry, rules, state).played


def played_from_post(posted: Posted, rules: RuleSet, state: GameState) -> list[Played]:
    if posted.get("kind") == DRAW:
        return [clean_draw(posted, rules, state)]
    return [played_from_entry(read_entry(posted), rules, state)]
