"""推翻判決: another act reverses a ruling, with a reason; everything that followed from it is derived again.

In its own game, in later games that its player began with its result, and in the hall. Both articles stay on record;
points, bans and cards are as if it had never been made.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.services import register
from tournaments.core.event_log import changed
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen
from tournaments.core.locks import lock_later, lock_rounds, retry_on_deadlock
from tournaments.models import Game, HallRuling, Round
from tournaments.scorecards.services import cards
from tournaments.tables.game_log.read import Actor, GameLog
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.services import carried_over, recording
from tournaments.tables.services.listeners import listening
from tournaments.tables.services.writing import NewAct, open_book, write

_KEYS = uuid.UUID("6c0b4d9e-6d0f-4b2e-9a57-2f6f5b6b8f61")
"""Namespace of the keys of further acts of a reversal."""


@dataclass(frozen=True)
class GameChange:
    game: Game
    before: FoldedGame
    after: FoldedGame


@retry_on_deadlock
def reverse(
    *, ruling_id: int, actor: Actor, heads: bool, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """推翻. `heads`: by the head referee, also after the card is signed (it is reopened) or the round has ended.

    Raises Invalid (no reason, or a later hand can't be as it was played without it), Conflict (reversed already),
    CardSigned, NotOpen.
    """
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")
    with transaction.atomic():
        ruling = Ruling.objects.select_related("event", "hall", "player").get(pk=ruling_id)
        if ruling.reverses_id is not None:
            raise Invalid(_("這一則本身是推翻，不能再推翻。請重新判決。"))
        if ruling.hall is not None:
            return _in_hall(ruling, ruling.hall, actor, reason.strip(), client_key, now)
        return _in_game(ruling, actor, heads, reason.strip(), client_key, now)


@retry_on_deadlock
def preview(*, ruling: Ruling, actor: Actor, now: datetime, heads: bool = True) -> list[GameChange]:
    """撳掣之前: every game that would change; done and rolled back. Raises as `reverse` does."""
    with transaction.atomic(), listening() as heard:
        reverse(ruling_id=ruling.pk, actor=actor, heads=heads, reason="-", client_key=uuid.uuid4(), now=now)
        transaction.set_rollback(True)
    found: dict[int, GameChange] = {}
    for change in heard:
        game = change.book.game
        first = found[game.pk].before if game.pk in found else change.before
        found[game.pk] = GameChange(game, first, change.after)
    return sorted(found.values(), key=lambda one: (one.game.round.number, one.game.pk))


# --- in a game --------------------------------------------------------------------------------------------------------


def _in_game(
    ruling: Ruling, actor: Actor, heads: bool, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    with open_book(ruling.game_id or 0) as book:
        ruling.refresh_from_db()  # a correction that was waited for may have moved it
        ref = (ruling.act or 0, ruling.place)
        known = book.answer_to(client_key, "amend", replaces=[list(ref)])
        if known is not None:
            return known
        _check_may(book, heads)
        # Before the event, which the reopening of a card counts up.
        lock_later(ruling.event_id, after=book.game.round.number)
        ruled = book.folded.ruled.get(ref)
        if ruled is None:
            raise Conflict(_("這個判決已經推翻或更正，請重新載入。"))
        if book.folded.timeline.signed or ruled.hand <= book.folded.timeline.signed_hands:
            _reopen(book, actor, reason, client_key, now)
        payload = {"replaces": [list(ref)], "entries": [], "hands": [ruled.hand], "reversal": True}
        after = recording.amended_game(book, payload, reason)
        answer = {
            "act": len(book.entries) + 1,
            "hand": ruled.hand,
            "closed": False,
            "book_version": book.game.book_version + 1,
        }
        return write(book, NewAct("amend", payload, answer, client_key, reason), actor=actor, now=now, after=after)


def _check_may(book: GameLog, heads: bool) -> None:
    """The table referee may reverse until the card is signed or the round closes; then only the head referee."""
    if heads:
        return
    if book.folded.timeline.signed:
        raise CardSigned(_("記分卡已有人簽署，只有裁判長可以推翻判決。"))
    if book.game.round.state != Round.State.OPEN:
        raise NotOpen(_("這一輪已經結束，只有裁判長可以推翻判決。"))


def _reopen(book: GameLog, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime) -> None:
    cards.reopen_book(book, actor=actor, reason=reason, client_key=uuid.uuid5(_KEYS, str(client_key)), now=now)


# --- in the hall ------------------------------------------------------------------------------------------------------


def _in_hall(
    ruling: Ruling, hall: HallRuling, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    players: Sequence[int] = [hall.player_id]
    # Who took a seat in the middle of the round after which this was ruled may have brought it there.
    after = hall.after_round - 1
    lock_rounds(ruling.event_id)  # a round opened at this moment would begin with the reversed ruling
    lock_later(ruling.event_id, after=after)
    hall = HallRuling.objects.select_for_update(no_key=True).get(pk=hall.pk)
    known = Ruling.objects.filter(reverses=ruling).first()
    if known is not None:
        if known.client_key == client_key:
            return {"article": known.number}
        raise Conflict(_("這個判決已經推翻，請重新載入。"))
    if Ruling.objects.filter(event=ruling.event_id, client_key=client_key).exists():
        raise Conflict(_("這一頁之前已送出另一份內容。請重新載入，核對現在的記錄再輸入。"))
    hall.reversed_at = now
    hall.save(update_fields=["reversed_at"])
    said = _("第 %(number)s 則判決已推翻") % {"number": ruling.number}
    event = ruling.event
    carried_over.carry(event=event, players=players, after=after, reason=said, actor=actor, now=now)
    author = register.author(event, actor, now, hall.day)
    article = author.reverse(ruling, reason, *changed(hall, "reversed_at"), client_key=client_key)
    register.renew_hall(event, players)
    register.follow_player(hall.player_id, actor=actor, reason=reason, now=now)
    return {"article": article.number}
