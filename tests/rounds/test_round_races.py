"""Organiser and referees write at the same time, on PostgreSQL: the first wins, the other gets the reason."""

import uuid
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tests.core.test_concurrency import at_once, outcome
from tests.markup import url
from tests.tournaments.factories import TODAY, add_member, make_event, make_game, make_players, make_user, next_game
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, NotOpen, Refused
from tournaments.core.locks import lock_game
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Player, Role, Round, Table
from tournaments.organising.services import events
from tournaments.players.services.roster import withdraw
from tournaments.rounds.services import rounds, seating, swaps
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import calls
from tournaments.tables.services.recording import record

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def first_hand(game: Game, actor: Actor) -> Callable[[], Any]:
    def saved() -> Any:
        return outcome(
            lambda: record(
                game_id=game.pk,
                actor=actor,
                played=Played({"type": "win", "winner": 1, "from": 2, "fan": 8}),
                client_key=uuid.uuid4(),
                seen=0,
                now=timezone.now(),
            )
        )

    return saved


def hall(slug: str, tables: int = 4, **fields: Any) -> tuple[Event, list[Game], Actor]:
    event, referee = make_event(slug, **fields), make_user()
    make_players(event, tables * 4)
    games = [make_game(event, referee, number) for number in range(1, tables + 1)]
    return event, games, Actor(user_id=referee.pk)


def draft(slug: str, players: int = 8) -> Round:
    event = make_event(slug)
    make_players(event, players)
    add_member(event, make_user("organiser"), Role.ORGANISER)
    for number in range(1, players // 4 + 1):
        Table.objects.create(event=event, number=number)
    made = rounds.make_round(event=event, day=TODAY)
    seating.draw_round(round_id=made.pk, seed="1")
    return made


class TestRules:
    @pytest.mark.parametrize(
        "change",
        [{"rule_set": "hkma-masters"}, {"rule_set": "tw-club"}, {"rule_values": {"門清": 5}}],
        ids=["masters", "tw-club", "own value"],
    )
    def test_an_event_never_holds_hands_of_two_rule_sets(self, change: dict[str, Any]):
        for number in range(12):
            event, games, actor = hall(f"evening-{number}")
            said = at_once(
                [first_hand(game, actor) for game in games[:2]]
                + [lambda event=event: outcome(lambda: events.change_event(event=event, **change))]
                + [first_hand(game, actor) for game in games[2:]]
            )
            assert all(isinstance(one, Conflict) for one in said if isinstance(one, Exception))
            event.refresh_from_db()
            snapshot = event.rules_snapshot
            if snapshot is not None:
                assert (snapshot["rule_set"], snapshot.get("values", {})) == (event.rule_set, event.rule_values)
            saved = [one for one in said if not isinstance(one, Exception | Event)]
            assert Act.objects.filter(game__event=event).count() == len(saved)
            assert list(audit(event.slug)) == []

    def test_a_change_after_the_first_hand_is_told_so(self):
        event, games, actor = hall("evening", 2)
        events.change_event(event=event, rule_set="hkma-masters")
        assert not isinstance(first_hand(games[0], actor)(), Exception)
        refused = outcome(lambda: events.change_event(event=event, rule_set="hkma-league"))
        assert isinstance(refused, Conflict)
        assert refused.field == "rule_set"


class TestClosing:
    def test_no_hand_carries_a_time_after_the_closing_of_its_round(self):
        """Hands that are being saved are in the book before the round closes, or are refused."""
        for number in range(12):
            event, games, actor = hall(f"evening-{number}", 8)
            close = lambda pk=games[0].round_id: rounds.close_round(  # noqa: E731
                round_id=pk, now=timezone.now(), confirmed=True
            )
            hands = [first_hand(game, actor) for game in games]
            said = at_once([*hands[:4], close, *hands[4:]])
            closed = Round.objects.get(event=event).closed_at
            assert closed is not None
            assert all(one.recorded_at <= closed for one in HandRecord.objects.filter(game__event=event))
            told = [one for one in said if isinstance(one, Exception)]
            assert all(isinstance(one, NotOpen) for one in told)
            assert HandRecord.objects.filter(game__event=event).count() == len(games) - len(told)
            assert list(audit(event.slug)) == []

    def test_no_call_is_left_open_behind_the_closing(self):
        for number in range(8):
            event, games, actor = hall(f"evening-{number}")
            at_once(
                [
                    lambda pk=game.pk, actor=actor: outcome(
                        lambda: calls.call(game_id=pk, actor=actor, now=timezone.now())
                    )
                    for game in games
                ]
                + [lambda pk=games[0].round_id: rounds.close_round(round_id=pk, now=timezone.now(), confirmed=True)]
            )
            assert not Game.objects.filter(event=event, calls__isnull=False, calls__ended_at=None).exists()


class TestTakingBack:
    def test_a_round_is_taken_back_or_its_first_hand_is_saved_and_never_both(self):
        for number in range(12):
            event, games, actor = hall(f"evening-{number}")
            take_back = lambda pk=games[0].round_id: outcome(  # noqa: E731
                lambda: rounds.take_back_round(round_id=pk, now=timezone.now(), confirmed=True)
            )
            hands = [first_hand(game, actor) for game in games]
            said = at_once([*hands[:2], take_back, *hands[2:]])
            state = Round.objects.get(event=event).state
            recorded = Act.objects.filter(game__event=event).exists()
            assert (state, recorded) in ((Round.State.DRAFT, False), (Round.State.OPEN, True))
            told = [one for one in said if isinstance(one, Exception)]
            assert len(told) == (4 if state == Round.State.DRAFT else 1)
            assert list(audit(event.slug)) == []


class TestDrafts:
    def test_a_round_is_opened_or_discarded_and_whoever_is_late_is_told(self):
        for number in range(8):
            made = draft(f"evening-{number}")
            user = make_user("organiser")

            def post(name: str, made: Round = made, user: Any = user) -> int:
                client = Client(raise_request_exception=False)
                client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
                address = url(name, made.event.slug, made.number)
                return client.post(address, {"confirmed": "1"}).status_code

            statuses = at_once([lambda post=post, n=n: post(n) for n in ("open_round", "discard_round") * 3])
            assert set(statuses) <= {302, 404, 409}
            assert 302 in statuses
            left = Round.objects.filter(pk=made.pk).first()
            assert left is None or (left.state == Round.State.OPEN and left.games.count() == 2)

    def test_a_player_withdraws_while_the_round_is_drawn_and_opened(self):
        for number in range(8):
            made = draft(f"evening-{number}", 12)
            gone = list(Player.objects.filter(event=made.event, number__in=(1, 2, 3, 4)))
            seed = str(number)
            said = at_once(
                [lambda player=player: outcome(lambda: withdraw(player=player, now=timezone.now())) for player in gone]
                + [lambda pk=made.pk, seed=seed: outcome(lambda: seating.draw_round(round_id=pk, seed=seed))] * 3
                + [
                    lambda pk=made.pk: outcome(
                        lambda: rounds.open_round(round_id=pk, now=timezone.now(), confirmed=True)
                    )
                ]
            )
            assert all(isinstance(one, Refused) for one in said if isinstance(one, Exception))
            seated = GameSeat.objects.filter(round=made)
            assert not seated.filter(player__withdrawn_at__isnull=False).exists()
            made.refresh_from_db()
            if made.state == Round.State.OPEN:
                assert all(game.seats.count() == 4 for game in made.games.all())
            assert list(audit(made.event.slug)) == []


class TestFilling:
    def test_a_new_name_for_the_next_round_waits_for_a_hand_before_it_locks_the_event(self):
        """Games before the event: else a hand that is being recorded and the filling of a seat wait for each other."""
        event, [game], actor = hall("evening", 1)
        ahead = next_game(game, state=Round.State.PUBLISHED)
        place = {"game": ahead, "seat": 0, "number": None, "registration_id": None, "held": 1}
        filling = Thread(target=_filled, kwargs={**place, "name": "新人", "actor": actor, "now": timezone.now()})
        with transaction.atomic():
            lock_game(game.pk)
            filling.start()
            filling.join(1)
            Event.objects.select_for_update(no_key=True, nowait=True).get(pk=event.pk)
        filling.join(20)
        assert ahead.seats.get(seat=0).player.name == "新人"


def _filled(**place: Any) -> None:
    try:
        swaps.fill(**place)
    finally:
        connection.close()
