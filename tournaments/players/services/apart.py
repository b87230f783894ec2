"""不得同檯: players who may never share a table, such as couples and families."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

import scoring
from tournaments.core.event_log import Kind, added, append_act, removed
from tournaments.core.exceptions import Invalid
from tournaments.core.locks import in_one_transaction, lock_event
from tournaments.models import Apart, Event, Player
from tournaments.phrases.names import told_apart
from tournaments.tables.game_log.read import rule_set_of

Pairs = Mapping[int, frozenset[int]]
"""Player id → ids of those with whom they share no table; players without such a pair are left out."""


@in_one_transaction
def keep_apart(*, event: Event, first: int, second: int, reason: str = "") -> Apart:
    """Keep two players, by number, apart; a repeat updates the reason. Open rounds do not change. Raises Invalid unless
    they are two players of the event."""
    reason = " ".join(reason.split())
    lock_event(event.pk)
    one, other = _player(event, first, "first"), _player(event, second, "second")
    if one == other:
        raise Invalid(_("請揀兩名不同的選手。"), field="second")
    lower, higher = sorted((one.pk, other.pk))
    pair, made = Apart.objects.get_or_create(first_id=lower, second_id=higher, defaults={"reason": reason})
    if not made and reason:
        pair.reason = reason
        pair.save(update_fields=["reason"])
    if made or reason:
        append_act(event.pk, Kind.KEPT_APART, added(pair))
    return pair


def _player(event: Event, number: int, field: str) -> Player:
    player = Player.objects.filter(event=event, number=number).first()
    if player is None:
        raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": number}, field=field)
    return player


@in_one_transaction
def let_together(*, pair: Apart) -> None:
    event_id, gone = pair.first.event_id, removed(pair)
    if Apart.objects.filter(pk=pair.pk).delete()[0]:
        append_act(event_id, Kind.LET_TOGETHER, gone)


def pairs_of(event_id: int) -> Pairs:
    apart = Apart.objects.filter(first__event=event_id).values_list("first", "second")
    house: QuerySet[Any] = Player.objects.none()
    if _one_house_player(Event.objects.get(pk=event_id)):
        house = Player.objects.filter(event=event_id, staff=True).order_by("pk")
    return by_player([*apart, *combinations(house.values_list("pk", flat=True), 2)])


def by_player(pairs: Iterable[tuple[int, int]]) -> Pairs:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {player: frozenset(others) for player, others in found.items()}


def _one_house_player(event: Event) -> bool:
    """Whether a table may have at most one 湊腳."""
    return bool(scoring.rule_set(rule_set_of(event)).game.house_players_apart)


def kept_from(player: Player, others: Iterable[Player], pairs: Pairs) -> str:
    kept = pairs.get(player.pk, frozenset())
    other = next((other for other in others if other.pk in kept), None)
    if other is None:
        return ""
    first, second = told_apart([(one.number, one.name) for one in (other, player)])
    words = {"first": first, "second": second}
    if other.staff and player.staff and _one_house_player(player.event):
        return _("%(first)s和%(second)s都是湊腳，每檯最多一名。") % words
    return _("%(first)s和%(second)s不得同檯。") % words


def kept_apart_at(players: Sequence[Player], pairs: Pairs) -> list[str]:
    return [
        sentence
        for seat, player in enumerate(players)
        for other in players[:seat]
        if (sentence := kept_from(player, [other], pairs))
    ]
