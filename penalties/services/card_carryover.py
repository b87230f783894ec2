"""跟帳: what has changed in what a game leaves goes into the later games of its players, in the same transaction.

Red cards last until the end of the day, and so does how often a rule was broken (罰X底 grows), or for the whole event
where the rules say so. Games whose standing (`tournaments.tables.services.carried_over`) has changed are replayed.
"""

import uuid
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import ScoringError
from tournaments.core.event_log import Kind, append_act, brought
from tournaments.core.exceptions import Invalid, refused_by_rules
from tournaments.core.locks import lock_later
from tournaments.models import Event, Game
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.services.carried_over import left_by, played_by, standing_for
from tournaments.tables.services.reopening import reopen_card
from tournaments.tables.services.writing import Change, write


def propagate(change: Change) -> set[int]:
    """Returns the players who leave the game with something else than before.

    After a change of its players, the correction of seats carries it on when all games of the round are done. Raises
    Invalid, naming the table and hand, when a later game becomes impossible with it.
    """
    book, players = change.book, set()
    for seat in range(4) if change.kind != "reseat" else ():
        for substitute in (False, True):
            before, after = (left_by(one, seat, substitute, book.rules) for one in (change.before, change.after))
            row = change.seats[seat] if before != after else None
            if row is not None and (not substitute or row.substitute_id is not None):
                players.add(row.substitute_id or 0 if substitute else row.player_id)
    if players:
        words = {"round": book.game.round.number, "table": book.game.table.number}
        reason = _("第 %(round)s 個半莊第 %(table)s 檯的判決有更改") % words
        carry(book.event, players, after=book.game.round.number, reason=reason, actor=change.actor, now=change.now)
    return players


def carry(event: Event, players: Collection[int], *, after: int, reason: str, actor: Actor, now: datetime) -> None:
    """Replay the games of these players after round `after` whose standing has changed. Locks all games of later rounds
    first: one of them may change what others bring into the next. A void round stays as it was."""
    opened = lock_later(event.pk, after=after)
    later = played_by(players).filter(pk__in=opened, round__voided_at=None).order_by("round__number", "pk")
    for pk in list(later.values_list("pk", flat=True)):
        # read only now: an earlier game may have been passed on to it already
        game = Game.objects.select_related("event", "round", "table").get(pk=pk)
        standing = standing_for(game)
        if standing != game.standing:
            _begin_with(game, standing, reason, actor, now)


def _begin_with(game: Game, standing: Mapping[str, Any], reason: str, actor: Actor, now: datetime) -> None:
    """Give the game another standing. Without an act it has no log yet, and nothing to replay."""
    book = read_book(game)
    old, game.standing = game.standing, dict(standing)
    if not book.entries:
        game.save(update_fields=["standing"])
        append_act(game.event_id, Kind.BROUGHT_CHANGED, (), user_id=actor.user_id, brought=brought(game))
        return
    try:
        after = book.replay(book.folded.timeline)
    except ScoringError as error:
        words = {"round": game.round.number, "table": game.table.number, "detail": refused_by_rules(error).detail}
        refusal = Invalid(_("這樣第 %(round)s 個半莊第 %(table)s 檯的記錄便不成立：%(detail)s") % words)
        refusal.code = error.code
        raise refusal from error
    payload = {"standing": game.standing, "before": old, "changes": after.state.hands != book.folded.state.hands}
    answer = {"act": len(book.entries) + 1, "book_version": game.book_version + 1}
    write(book, "carry", payload, answer, actor=actor, client_key=uuid.uuid4(), now=now, reason=reason)
    if payload["changes"]:
        reopen_card(game, reason=reason, actor=actor, now=now)
