"""A game as the input of `replay`: another program computes the same book from it."""

from typing import Any

from tournaments.models import Game
from tournaments.services.cards import seated_players
from tournaments.services.writing import read_book


def replay_input(game: Game) -> dict[str, Any]:
    """The replay document of a game: rules with options and settings, players by seat, the events in force."""
    book = read_book(game)
    frozen = game.event.rules_snapshot or {}
    document: dict[str, Any] = {
        "rule_set": game.event.rule_set,
        "options": frozen.get("options", game.event.rule_options),
        "settings": frozen.get("settings", game.event.rule_settings),
        "players": [name for _number, name in seated_players(game.pk)],
        "events": [dict(event) for event in book.folded.timeline.events],
    }
    return document | ({"standing": game.standing} if game.standing else {})
