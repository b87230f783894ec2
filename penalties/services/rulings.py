"""判決 at a table and outside a game, 推翻 of either, and the confirmation of a proposed 停賽.

A ruling outside a game (late, between two games) is stored apart from the games (`tournaments.models.HallRuling`):
later games start from its result, and its deductions are lines of the standings. A reversal recomputes everything after
it: its own game, later games of its player, rulings outside a game. Both articles stay on record; points, bans and
cards are as if the ruling had never been made.
"""

import uuid
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from penalties.models import Ruling, RulingPhoto, SuspensionConfirmation
from penalties.services import register
from scoring import RulingResult, ScoringError
from scoring.tournament import PlayerRecord, ruled_in_hall
from tournaments.core.event_log import Kind, added, append_act, changed
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen, refused_by_rules
from tournaments.core.locks import in_one_transaction, lock_event, lock_later, lock_rounds, retry_on_deadlock
from tournaments.models import Event, Game, HallRuling, Player, Round
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.claims import claim_beside
from tournaments.tables.game_log.read import OTHER_CONTENT, Actor, GameLog, rules_of
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Played, is_late
from tournaments.tables.recording.liable_spans import knows_substitutes
from tournaments.tables.services import carried_over, late_rulings, recording
from tournaments.tables.services.writing import Change, freeze_rules, listening, open_book, write

_REOPENING_KEYS = uuid.UUID("6c0b4d9e-6d0f-4b2e-9a57-2f6f5b6b8f61")


def preview(*, book: GameLog, event: Mapping[str, Any], hand: int | None = None) -> FoldedGame:
    """Return the game with this ruling, without saving; `hand` as in `rule`. Raises as `rule` does, except
    conflicts."""
    if hand is not None or is_late(event):
        return late_rulings.preview_late(book=book, number=hand, played=Played({**event, "hand": "previous"}))
    return recording.preview(book=book, played=Played(event))


@retry_on_deadlock
def rule(
    *,
    game_id: int,
    actor: Actor,
    event: Mapping[str, Any],
    note: str = "",
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
    hand: int | None = None,
    photo: bytes | None = None,
    substitute: str = "",
    locked: GameLog | None = None,
) -> Mapping[str, Any]:
    """Record a ruling; returns and raises as `tournaments.tables.services.recording.record` does.

    `note`: the facts in a sentence; changes no points · `hand`: the number of a closed hand, None for the hand in
    progress · `photo`: a JPEG · `substitute`: the kind of 代位賠付, by which the player may have to pay for others
    until the hand ends · `locked`: as in `open_book`. Raises Invalid (substitute) if the rules have no such payment or
    no player is at fault.
    """
    if substitute:
        game = locked.game if locked else Game.objects.select_related("event", "round").get(pk=game_id)
        if event.get("seat") is None or not knows_substitutes(rules_of(game.event, game.round)):
            raise Invalid(_("代位賠付要有一家代付，規則亦要有這一條。"), field="substitute")
    claim = claim_beside(note, substitute)
    said: dict[str, Any] = {"game_id": game_id, "actor": actor, "client_key": client_key, "seen": seen, "now": now}
    with nullcontext() if locked else transaction.atomic():
        if hand is None and not is_late(event):
            answer = recording.record(played=Played(event, claim), locked=locked, **said)
        else:
            played = Played({**event, "hand": "previous"}, claim)
            answer = late_rulings.record_late(number=hand, played=played, locked=locked, **said)
        if photo is not None:
            _keep_photo(Ruling.objects.get(game=game_id, act=answer["act"], place=0, reverses=None), photo)
        return answer


def _keep_photo(ruling: Ruling, photo: bytes) -> None:
    """Store the photo unless an earlier request with the same key already has."""
    kept, made = RulingPhoto.objects.get_or_create(ruling=ruling, defaults={"image": photo})
    if made:
        append_act(ruling.event_id, Kind.PHOTO_KEPT, added(kept), user_id=ruling.user_id)


def day_of(event: Event, now: datetime) -> date:
    return timezone.localtime(now, event.zone).date()


def preview_in_hall(
    *, event: Event, player: Player, ruling: Mapping[str, Any], now: datetime
) -> tuple[PlayerRecord, RulingResult]:
    """Return the player's record before and the computed ruling; nothing is saved. Raises Invalid with the reason given
    by the rules."""
    trail = carried_over.held_now(event, [player.pk], left=True).get(player.pk)
    rules = rules_of(event)
    before = trail.on(day_of(event, now), rules) if trail else PlayerRecord()
    try:
        return before, ruled_in_hall(before, ruling, rules)[1]
    except ScoringError as error:
        raise refused_by_rules(error) from error


@in_one_transaction
def rule_in_hall(
    *,
    event_id: int,
    player: Player,
    actor: Actor,
    ruling: Mapping[str, Any],
    facts: str,
    client_key: uuid.UUID,
    now: datetime,
    photo: bytes | None = None,
) -> Mapping[str, Any]:
    """Record a ruling and return {"article"}; a repeat with the same key returns the first answer.

    Raises Invalid without facts or if the rules refuse the ruling, Conflict if the key was used for another request.
    """
    facts, said = facts.strip(), {"type": "ruling", **ruling}
    if not facts:
        raise Invalid(_("請用一句話寫下事實。"), field="facts")
    lock_rounds(event_id)  # no round may be opened meanwhile
    begun = Round.objects.filter(event=event_id, state__in=Round.BEGUN).order_by("-number")
    after = begun.values_list("number", flat=True).first() or 0
    carried_over.lock_played([player.pk], round__number__gte=after)
    event = lock_event(event_id)
    known = Ruling.objects.filter(event=event, client_key=client_key).first()
    if known is not None:
        if known.player_id != player.pk or known.said != said:
            raise Conflict(str(OTHER_CONTENT))
        return {"article": known.number}
    freeze_rules(event)  # the event keeps the rules it was ruled by
    _before, result = preview_in_hall(event=event, player=player, ruling=ruling, now=now)
    hall = HallRuling.objects.create(
        event=event,
        player=player,
        after_round=after,
        day=day_of(event, now),
        ruling=dict(ruling),
        created_at=now,
    )
    article = register.add_article(
        event,
        actor,
        now,
        *added(hall),
        day=hall.day,
        hall=hall,
        player_id=player.pk,
        said=said,
        facts=facts,
        client_key=client_key,
        effect=register.effect_of(result, (player.number,)),
    )
    register.renew_hall(event, [player.pk])
    register.follow_player(player.pk, actor=actor, reason=facts, now=now)
    if photo is not None:
        _keep_photo(article, photo)
    return {"article": article.number}


@in_one_transaction
def reverse(
    *, ruling_id: int, actor: Actor, heads: bool, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """推翻: reverse a ruling. With `heads` (the head referee) also after the round, or on a signed card, which then
    reopens.

    Raises Invalid without a reason, for a reversal, or if a later hand could not have been played without the ruling;
    Conflict if it is already reversed; CardSigned, NotOpen.
    """
    reason = reason.strip()
    if not reason:
        raise Invalid(_("請寫下原因。"), field="reason")
    ruling = Ruling.objects.select_related("event", "hall", "player").get(pk=ruling_id)
    if ruling.reverses_id is not None:
        raise Invalid(_("這一則本身是推翻，不能再推翻。請重新判決。"))
    if ruling.hall is not None:
        return _reverse_in_hall(ruling, ruling.hall, actor, reason, client_key, now)
    return _reverse_in_game(ruling, actor, heads, reason, client_key, now)


@retry_on_deadlock
def preview_reversal(*, ruling: Ruling, actor: Actor, now: datetime, heads: bool = True) -> list[Change]:
    """Return each game that a reversal would change, found by reversing and rolling back. Raises as `reverse` does."""
    with transaction.atomic(), listening() as heard:
        reverse(ruling_id=ruling.pk, actor=actor, heads=heads, reason="-", client_key=uuid.uuid4(), now=now)
        transaction.set_rollback(True)
    found: dict[int, Change] = {}
    for change in heard:
        pk = change.book.game.pk
        found[pk] = replace(change, before=found[pk].before) if pk in found else change
    return sorted(found.values(), key=lambda one: (one.book.game.round.number, one.book.game.pk))


def _reverse_in_game(
    ruling: Ruling, actor: Actor, heads: bool, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """The table referee may reverse until the card is signed or the round closes; then only the head referee."""
    with open_book(ruling.game_id or 0) as book:
        ruling.refresh_from_db()  # a correction may have moved the ruling while this request waited for the lock
        ref, line = (ruling.act or 0, ruling.place), book.folded.timeline
        known = book.answer_to(client_key, "amend", replaces=[list(ref)])
        if known is not None:
            return known
        if line.signed and not heads:
            raise CardSigned(_("記分卡已有人簽署，只有裁判長可以推翻判決。"))
        if book.game.round.state != Round.State.OPEN and not heads:
            raise NotOpen(_("這一檯已經結束，只有裁判長可以推翻判決。"))
        # Locked before the event, which reopening a card locks too.
        lock_later(ruling.event_id, after=book.game.round.number)
        ruled = book.folded.ruled.get(ref)
        if ruled is None:
            raise Conflict(_("這個判決已經推翻或更正，請重新載入。"))
        if line.signed or ruled.hand <= line.signed_hands:
            reopening = uuid.uuid5(_REOPENING_KEYS, str(client_key))
            cards.reopen_book(book, actor=actor, reason=reason, client_key=reopening, now=now)
        payload = {"replaces": [list(ref)], "entries": [], "hands": [ruled.hand], "reversal": True}
        after = recording.amended_game(book, payload, reason)
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason}
        return write(book, "amend", payload, book.answer(ruled.hand), after=after, **by)


def _reverse_in_hall(
    ruling: Ruling, hall: HallRuling, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    event, players = ruling.event, [hall.player_id]
    # A substitute may have carried the ruling into the round after which it was made.
    after = hall.after_round - 1
    lock_rounds(event.pk)  # a round opened now would start with the reversed ruling
    lock_later(event.pk, after=after)
    hall = HallRuling.objects.select_for_update(no_key=True).get(pk=hall.pk)
    known = Ruling.objects.filter(reverses=ruling).first()
    if known is not None:
        if known.client_key == client_key:
            return {"article": known.number}
        raise Conflict(_("這個判決已經推翻，請重新載入。"))
    if Ruling.objects.filter(event=event, client_key=client_key).exists():
        raise Conflict(str(OTHER_CONTENT))
    hall.reversed_at = now
    hall.save(update_fields=["reversed_at"])
    said = _("第 %(number)s 則判決已推翻") % {"number": ruling.number}
    register.carry(event, players, after=after, reason=said, actor=actor, now=now)
    taken_back = changed(hall, "reversed_at")
    article = register.add_article(
        event, actor, now, *taken_back, day=hall.day, reverses=ruling, reason=reason, client_key=client_key
    )
    register.renew_hall(event, players)
    register.follow_player(hall.player_id, actor=actor, reason=reason, now=now)
    return {"article": article.number}


@in_one_transaction
def confirm_suspension(*, ruling_id: int, actor: Actor, now: datetime) -> None:
    """Confirm a proposed suspension; a repeat changes nothing. Raises Invalid if the ruling suspends no player or was
    reversed."""
    ruling = Ruling.objects.select_related("event", "confirmation").get(pk=ruling_id)
    lock_event(ruling.event_id)
    if hasattr(ruling, "reversal") or register.SUSPEND not in ruling.effect.get("notes", ()):
        raise Invalid(_("這一則判決沒有待確認的停賽。"))
    known = SuspensionConfirmation.objects.filter(ruling=ruling).exists()
    if known or actor.user_id is None or not register.confirms_suspensions(rules_of(ruling.event)):
        return
    register.confirm(ruling, actor.user_id, now)
    if ruling.player_id is not None:
        register.follow_player(ruling.player_id, actor=actor, reason=ruling.facts, now=now)
