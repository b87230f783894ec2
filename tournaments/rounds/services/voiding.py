"""作廢: a played round counts nowhere, neither in the standings nor in what players bring into later games.

Its book stays readable, marked void. Rulings that reach beyond a game (取消資格, 停賽) stay until they are reversed:
they concern a person's conduct, not the round.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, append_act, changed, heads
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation
from tournaments.core.locks import lock_later, lock_round, tried_twice
from tournaments.core.services import touch_standings
from tournaments.models import Game, Round
from tournaments.rounds.services.rounds import count_again, end, everybody_in
from tournaments.scorecards.services.reopening import ask_before_voiding
from tournaments.tables.book.read import Actor, rules_of
from tournaments.tables.services.sharing import share_out

_COLUMNS = ("state", "closed_at", "voided_at", "void_reason")
LONGEST = 300


@tried_twice
def void_round(*, round_id: int, reason: str, actor: Actor, now: datetime, confirmed: bool = False) -> Round:
    """Also closes an open round.

    Raises Invalid without a reason, or where a later game becomes impossible without it; Conflict for a round that has
    not begun or is void already; NeedsConfirmation before it is done; AskFirst where a card of it is signed.
    """
    with transaction.atomic():
        round_ = lock_round(round_id)
        _check_begun(round_)
        reason = reason.replace("\x00", "").strip()
        if not reason:
            raise Invalid(_("請寫下作廢的原因。"), field="reason")
        if not confirmed:
            raise NeedsConfirmation(_question(round_))
        lock_later(round_.event_id, after=round_.number - 1)
        ask_before_voiding(round_)
        if round_.state == Round.State.OPEN:
            end(round_, now)
        round_.voided_at, round_.void_reason = now, reason[:LONGEST]
        _store(round_, Kind.ROUND_VOIDED)
        words = {"number": round_.number, "reason": round_.void_reason}
        _count(round_, _("第 %(number)s 個半莊作廢：%(reason)s") % words, actor, now, after=round_.number)
        return round_


def _check_begun(round_: Round) -> None:
    words = {"number": round_.number}
    if round_.ahead:
        raise Conflict(_("第 %(number)s 個半莊還未開始，不用作廢；可以收回公布，取消編排。") % words)
    if round_.void:
        raise Conflict(_("第 %(number)s 個半莊已經作廢。") % words)


def _question(round_: Round) -> str:
    said = _("作廢後這一輪的分數、食糊、紅黃牌和犯規次數全部不計，帶到之後各輪的牌會重算；記錄仍可閱讀，可以取消作廢。")
    if round_.state == Round.State.OPEN:
        said += _("這一輪仍在進行，會同時結束。")
    if round_.stage.closed_at is not None:
        said += _("「%(stage)s」已經結束：成績改了，晉級名單不會自己改，之後要到階段的頁決定。") % {
            "stage": round_.stage.name
        }
    return said + _("確定要作廢？")


@tried_twice
def unvoid_round(*, round_id: int, actor: Actor, now: datetime) -> Round:
    """取消作廢: the round counts again, closed as it was. Raises Conflict unless it is void, Invalid where it, or a
    later game, is impossible with what is brought into it now."""
    with transaction.atomic():
        round_ = lock_round(round_id)
        if not round_.void:
            raise Conflict(_("第 %(number)s 個半莊沒有作廢。") % {"number": round_.number})
        lock_later(round_.event_id, after=round_.number - 1)
        round_.voided_at, round_.void_reason = None, ""
        _store(round_, Kind.ROUND_UNVOIDED)
        # Earlier rulings may have changed meanwhile: its own games begin with what is brought now.
        said = _("第 %(number)s 個半莊取消作廢") % {"number": round_.number}
        _count(round_, said, actor, now, after=round_.number - 1)
        return round_


def _store(round_: Round, kind: Kind) -> None:
    round_.save(update_fields=[*_COLUMNS])
    touch_standings(round_.event_id)
    append_act(round_.event_id, kind, changed(round_, *_COLUMNS), heads=heads(round_))


def _count(round_: Round, reason: str, actor: Actor, now: datetime, *, after: int) -> None:
    count_again(round_.event, everybody_in(round_), after=after, reason=reason, actor=actor, now=now)
    rules = rules_of(round_.event, round_).game
    for game in Game.objects.filter(round=round_).select_related("round", "event").order_by("pk"):
        share_out(game, rules)
