"""有無新事 What has changed in events, as marks: read at once for all pages that ask again (`config/followed.py`)."""

from collections.abc import Collection
from typing import Any

from django.db.models import Case, CharField, QuerySet, Sum, Value, When
from django.db.models.functions import Cast, Concat

from accounts.sessions import as_kept
from tournaments.models import Call, Event, Game, Player, Round

Holder = tuple[str, str, int, int]
"""By what the site knows who holds a phone: the key of the session, all that is kept in it, the player, and the version
of their link."""


def news_of(events: Collection[int]) -> dict[str, str]:
    """Marks of these events and of each game in an open round. One statement.

    An event's changes with all in its history that a player's page may tell, and with acts in games of rounds that are
    not open; a game's with its acts and its open call.
    """
    found: dict[str, str] = {}
    for name, pk, mark in sorted(_statement(events)):
        key = f"{name} {pk}"
        found[key] = f"{found[key]} {mark}" if key in found else mark
    return found


def still_holding(holders: Collection[Holder]) -> set[Holder]:
    """Those of them whose session and link are what they were. Two statements for all."""
    sessions = as_kept({session for session, *_more in holders})
    known = Player.objects.filter(pk__in={player for *_more, player, _link in holders}, withdrawn_at=None)
    links = dict(known.values_list("pk", "link_version"))
    return {one for one in holders if sessions.get(one[0]) == one[1] and links.get(one[2]) == one[3]}


def _statement(events: Collection[int]) -> QuerySet[Event, tuple[Any, ...]]:
    shown = Event.objects.filter(pk__in=events).order_by().annotate(told=Cast("page_version", CharField()))
    games = Game.objects.filter(event__in=events, round__state=Round.State.OPEN).order_by()
    others = Game.objects.filter(event__in=events).exclude(round__state=Round.State.OPEN).order_by().values("event")
    calls = Call.objects.filter(game__event__in=events, ended_at=None).order_by()
    taken = Case(When(taken_by=None, then=Value("")), default=Value("t"))
    parts: list[Any] = [
        shown.values_list(_text("event"), "pk", "told"),
        games.values_list(_text("game"), "pk", Cast("act_count", CharField())),
        others.annotate(said=Cast(Sum("act_count"), CharField())).values_list(_text("event"), "event", "said"),
        calls.values_list(_text("game"), "game", Concat(Value("c"), Cast("pk", CharField()), taken)),
    ]
    return parts[0].union(*parts[1:], all=True)


def _text(word: str) -> Value:
    return Value(word, CharField())
