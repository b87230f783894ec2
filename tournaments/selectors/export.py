"""A game as the input of `replay`: another program computes the same book from it."""

from collections.abc import Mapping
from typing import Any

from scoring.rulesets import get_rule_set
from tournaments.models import Game
from tournaments.redaction import EVERYTHING, Viewer
from tournaments.selectors.shown import shown_book
from tournaments.services.cards import seated_players
from tournaments.services.writing import Book


def replay_input(game: Game, viewer: Viewer = EVERYTHING) -> dict[str, Any]:
    """The replay document of a game: rules with options and settings, players by seat, the events in force.

    Rulings that the viewer may not read whole stand in it by what came of them: the same book follows.

    The document knows published values only. Where the event has its own, hands are given by their counts instead of
    their tiles, so that the same points come out.
    """
    book = shown_book(game, viewer)
    frozen = game.event.rules_snapshot or {}
    document: dict[str, Any] = {
        "rule_set": game.event.rule_set,
        "options": frozen.get("options", game.event.rule_options),
        "settings": frozen.get("settings", game.event.rule_settings),
        "players": [name for _number, name in seated_players(game.pk)],
    }
    document["events"] = _counted_events(book, document) if book.rules.published else _events(book)
    return document | ({"standing": book.game.standing} if book.game.standing else {})


def _events(book: Book) -> list[dict[str, Any]]:
    return [dict(event) for event in book.folded.timeline.events]


def _counted_events(book: Book, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events with every win as a count; what 雙響 and 三響 add otherwise than published is put into it."""
    published = get_rule_set(document["rule_set"], document["options"], document["settings"]).game.multi_fans
    own, events = book.rules.game.multi_fans, _events(book)
    for hand in book.folded.state.hands:
        fans = {payment.winner: payment.fan for payment in hand.payments}
        more = own[len(fans)] - published[len(fans)] if fans else 0
        for index in hand.event_indices:
            if events[index]["type"] == "win":
                events[index] = _counted({**events[index]}, {seat: fan + more for seat, fan in fans.items()})
    return events


def _counted(win: dict[str, Any], fans: Mapping[int, int]) -> dict[str, Any]:
    # Where the seat winds run from is said for tiles only.
    for key in ("hand", "opening"):
        win.pop(key, None)
    if "winners" in win:
        return win | {"winners": [{"seat": one["seat"], "fan": fans[one["seat"]]} for one in win["winners"]]}
    return win | {"fan": fans[win["winner"]]}
