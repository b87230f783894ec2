"""Export a game as the input of `replay`, so that other programs can compute the same log."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import scoring
from scoring import GameState, RuleSet, RulingResult, ScoringError, Winner, apply, fold, format_points, start
from scoring.documents import book_of, numbered_from_the_dealer
from scoring.rulebook import find_offence
from scoring.seats import previous_seat
from scoring.tournament import consequences_of
from tournaments.models import Game
from tournaments.phrases.names import told_apart
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import GameLog, own_rules, read_book, rule_set_of
from tournaments.tables.game_log.redaction import EVERYTHING, Viewer
from tournaments.tables.game_log.replay import brought
from tournaments.tables.selectors.visible import shown_book


def replay_input(game: Game, viewer: Viewer = EVERYTHING) -> dict[str, Any]:
    """Return the replay document of a game: rules with options and settings, players and seats from the first dealer
    on, the events in force.

    Rulings that the viewer may not fully read are replaced by the points they moved, so that the scores stay the same.

    The document has only published values and must pass today's rules, so some entries are replaced: a ruling that
    today's rules refuse by the points it moved; tiles by their counts, if the event has its own values or the tiles
    would no longer give the same scores. It has seats but no substitutes: a ruling that would have another result on
    the record of the whole seat is replaced by the points it moved, without any card.
    """
    book = shown_book(read_book(game), viewer)
    options, settings = own_rules(game)
    document: dict[str, Any] = {
        "rule_set": rule_set_of(game.event),
        "options": dict(book.rules.options) if book.rules.earlier else options,
        "settings": settings,
        "players": told_apart(seated_players(game)),
    }
    standing = brought(book.game.standing)
    document |= {"events": _events(book)} | ({"standing": standing} if standing else {})
    same = not book.rules.earlier
    if not same:
        document["events"] = _bare_where_refused(document["events"], book)
        rules = scoring.rule_set(document["rule_set"], document["options"], document["settings"])
        with suppress(ScoringError):
            state = fold(rules, document["events"], document.get("standing"))
            same = book_of(state, rules.id)["hands"] == book_of(book.folded.state, book.rules.id)["hands"]
    if book.rules.published or not same:
        document["events"] = _counted_events(book, document)
    return numbered_from_the_dealer(document)


def _events(book: GameLog) -> list[dict[str, Any]]:
    folded = book.folded
    if not folded.taken:
        return [dict(item.event) for item in folded.timeline.items]
    events: list[dict[str, Any]] = []
    state = start(book.rules, brought(book.game.standing) or None)
    for item in folded.timeline.items:
        event = dict(item.event)
        if event["type"] == "ruling" and event["seat"] is not None and folded.plays(event["seat"], item.ref):
            event = _of_the_seat(event, folded.ruled[item.ref].result, state, book.rules)
        state = apply(state, event, book.rules)
        events.append(event)
    return events


def _bare_where_refused(events: list[dict[str, Any]], book: GameLog) -> list[dict[str, Any]]:
    """Replace rulings that today's rules refuse by their bare points: 喊碰未碰 that is paid to 上家."""
    found = []
    for item, event in zip(book.folded.timeline.items, events, strict=True):
        seat, offence = event.get("seat"), event.get("offence")
        if event["type"] == "ruling" and seat is not None and offence is not None:
            to_seat_before = event.get("to") == previous_seat(seat)
            if to_seat_before and find_offence(offence, book.rules.offences).spares_seat_before:
                bare = {"consequences": list(book.folded.ruled[item.ref].result.plain)}
                event = {key: event[key] for key in ("type", "seat", "hand") if key in event} | bare
        found.append(event)
    return found


def _of_the_seat(event: dict[str, Any], result: RulingResult, state: GameState, rules: RuleSet) -> dict[str, Any]:
    """Return a ruling on a substitute for a document that has only the seat: unchanged if the result is the same."""
    if _moves(consequences_of(state, event, rules)) == _moves(result):
        return event
    kept = {key: value for key, value in event.items() if key in ("type", "seat", "offence", "hand")}
    words: list[object] = [*result.notes, *(["ban"] if result.ban else [])]
    for move in result.transfers:
        points = format_points(move.points)
        words.append({"deduct": points} if move.target is None else {"pay": [move.target, points]})
    words += [{"deduct_after_game": format_points(move.points)} for move in result.after_game]
    return kept | {"consequences": [*words, *([result.ends] if result.ends else [])]}


def _moves(result: RulingResult) -> tuple[object, ...]:
    return result.transfers, result.after_game, [card.card for card in result.cards], result.ends


def _counted_events(book: GameLog, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return events with every win as a count, including the amounts that the event's own values for 雙響 and 三響
    add."""
    published = scoring.rule_set(document["rule_set"], document["options"], document["settings"]).game.multi_fans
    own, events = book.rules.game.multi_fans, _events(book)
    for hand in book.folded.state.hands:
        fans = {payment.winner: payment.fan for payment in hand.payments}
        more = own[len(fans)] - published[len(fans)] if fans else 0
        for index in hand.event_indices:
            if events[index]["type"] == "win":
                events[index] = _counted({**events[index]}, {seat: fan + more for seat, fan in fans.items()})
    return events


def _counted(win: dict[str, Any], fans: Mapping[int, int]) -> dict[str, Any]:
    robbed = any(Winner(0, None, one.get("hand")).robbed for one in (win, *win.get("winners", ())))
    if robbed:
        win["robbed_kong"] = True
    # Only a win by tiles contains the seat winds.
    for key in ("hand", "opening"):
        win.pop(key, None)
    if "winners" in win:
        return win | {"winners": [{"seat": one["seat"], "fan": fans[one["seat"]]} for one in win["winners"]]}
    return win | {"fan": fans[win["winner"]]}
