"""收回: a round that was opened by mistake is published again; one that was closed empty does not count."""

import uuid

import pytest
from django.test import Client

from tests.markup import shows, url
from tests.penalties.hall import Tournament
from tests.rounds.two_tables import NOW, address, game_of, opened, shown, two_tables
from tests.tournaments.factories import TODAY, make_event, make_players, play, seat_by_hand
from tournaments.core.exceptions import Conflict
from tournaments.models import Event, EventAct, GameSeat, Round
from tournaments.organising.selectors import event_facts
from tournaments.organising.services import events
from tournaments.rounds.services import rounds
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import calls, recording, substitutes

pytestmark = pytest.mark.usefixtures("audited")


@pytest.fixture
def event(db: None) -> Event:
    return two_tables(rule_set="tw-club", games_planned=1)


@pytest.fixture(name="opened")
def opened_(event: Event) -> Round:
    return opened(event)


def take_back(round_: Round) -> Round:
    return rounds.take_back_round(round_id=round_.pk, now=NOW, confirmed=True)


def refused(round_: Round) -> str:
    with pytest.raises(Conflict) as refusal:
        take_back(round_)
    assert Round.objects.get(pk=round_.pk).state == Round.State.OPEN
    return refusal.value.detail


class TestService:
    def test_it_is_published_again_with_the_same_seats_and_counts_in_no_standings(self, opened: Round):
        rows = GameSeat.objects.filter(round=opened).order_by("pk").values_list("game", "seat", "player")
        seats, version = list(rows), Event.objects.get().standings_version
        back = take_back(opened)
        assert (back.state, back.opened_at) == (Round.State.PUBLISHED, None)
        assert list(rows.all()) == seats
        assert set(GameSeat.objects.filter(round=opened).values_list("score", flat=True)) == {0}
        said = opened.event.acts.order_by("number").last()
        assert said.kind == EventAct.Kind.ROUND_TAKEN_BACK
        assert said.payload["rows"]["tournaments.round"][str(opened.pk)] == {"state": "published", "opened_at": None}
        assert standings(opened.event).rounds == []
        assert Event.objects.get().standings_version > version
        assert rounds.open_round(round_id=opened.pk, now=NOW).state == Round.State.OPEN

    def test_it_can_be_discarded_then(self, opened: Round):
        take_back(opened)
        rounds.unpublish_round(round_id=opened.pk)
        rounds.discard_round(round_id=opened.pk)
        assert not Round.objects.exists()

    def test_it_is_refused_once_a_hand_was_recorded_even_if_it_was_undone(self, opened: Round, actor: Actor):
        game = game_of(opened, 2)
        play(game, actor, type="draw")
        recording.undo(game_id=game.pk, actor=actor, reason="按錯", client_key=uuid.uuid4(), seen=1, now=NOW)
        assert "第 2 檯已有記錄" in refused(opened)

    def test_it_is_refused_once_a_table_has_called(self, opened: Round, actor: Actor):
        game = game_of(opened)
        calls.call(game_id=game.pk, actor=actor, now=NOW)
        assert "第 1 檯叫過裁判" in refused(opened)

    def test_it_is_refused_while_somebody_has_stepped_in(self, opened: Round):
        game = game_of(opened)
        substitutes.step_in(game_id=game.pk, seat=2, number=9, now=NOW)
        assert "第 1 檯有替補" in refused(opened)
        substitutes.take_back(game_id=game.pk, seat=2, now=NOW)
        assert take_back(opened).state == Round.State.PUBLISHED

    def test_it_is_refused_after_a_ruling_in_the_hall(self, opened: Round, actor: Actor):
        Tournament(opened.event, actor, actor).rule_in_hall(1, consequences=[{"deduct": "100"}])
        assert "局外判決" in refused(opened)

    def test_later_rounds_may_be_drafted_published_and_opened_meanwhile(self, opened: Round):
        later = rounds.make_rounds(event=opened.event, days=[TODAY] * 3)
        for one in later:
            seat_by_hand(round_id=one.pk, seats={1: [1, 5, 3, 7], 2: [2, 6, 4, 8]})
        rounds.publish_round(round_id=later[1].pk, now=NOW)
        rounds.open_round(round_id=later[2].pk, now=NOW, confirmed=True)
        assert take_back(opened).state == Round.State.PUBLISHED


class TestClosedEmpty:
    def test_it_counts_neither_in_the_standings_nor_as_played(self, opened: Round):
        with pytest.raises(rounds.NeedsConfirmation) as question:
            rounds.close_round(round_id=opened.pk, now=NOW)
        assert "收回" in question.value.detail
        rounds.close_round(round_id=opened.pk, now=NOW, confirmed=True)
        found = standings(opened.event)
        assert found.rounds == []
        assert {row.place for row in found.rows} == {None}
        assert {row.total for row in found.rows} == {0}
        assert not event_facts(opened.event).played_out

    def test_one_table_that_played_makes_it_count(self, opened: Round, actor: Actor):
        play(game_of(opened), actor, type="draw")
        rounds.close_round(round_id=opened.pk, now=NOW, confirmed=True)
        assert [one.number for one in standings(opened.event).rounds] == [1]
        assert event_facts(opened.event).played_out


class TestRules:
    def test_games_that_are_open_begin_with_the_points_of_the_rules_as_they_are_now(self, opened: Round):
        events.change_event(event=opened.event, rule_set="hkma-league")
        assert set(GameSeat.objects.filter(round=opened).values_list("score", flat=True)) == {0}

    def test_a_ruling_in_the_hall_keeps_the_rules_as_a_hand_does(self, actor: Actor):
        event = make_event()
        make_players(event)
        Tournament(event, actor, actor).rule_in_hall(1, consequences=["yellow"])
        event.refresh_from_db()
        assert event.rules_snapshot["rule_set"] == "hkma-league"
        with pytest.raises(Conflict):
            events.change_event(event=event, rule_set="hkma-masters")


class TestPage:
    def test_it_takes_two_taps(self, desk: Client, opened: Round):
        assert address("take_back_round", opened) in shown(desk, "round", opened)
        shows(desk.post(address("take_back_round", opened)), "確定收回", status=409)
        assert Round.objects.get().state == Round.State.OPEN
        assert desk.post(address("take_back_round", opened), {"confirmed": "1"}).status_code == 302
        assert Round.objects.get().state == Round.State.PUBLISHED

    def test_it_is_offered_only_while_nothing_was_recorded(self, desk: Client, opened: Round, actor: Actor):
        play(game_of(opened), actor, type="draw")
        assert address("take_back_round", opened) not in shown(desk, "round", opened)
        told = desk.post(address("take_back_round", opened), {"confirmed": "1"})
        shows(told, "第 1 檯已有記錄", status=409)

    def test_it_works_over_the_api(self, desk: Client, opened: Round):
        where = address("take_back_round", opened, "api")
        answer = {"number": 1, "day": TODAY.isoformat(), "state": "published", "wind_rounds": 4}
        answer |= {"voided_at": None, "void_reason": ""}
        assert desk.post(where, content_type="application/json").json() == answer
        told = desk.post(where, content_type="application/json")
        assert told.status_code == 409
        assert told.json()["errors"][0]["code"] == "conflict"
        elsewhere = url("api:take_back_round", opened.event.slug, 7)
        assert desk.post(elsewhere, content_type="application/json").status_code == 404

    def test_who_is_late_with_a_draft_that_was_discarded_is_told(self, desk: Client, opened: Round, monkeypatch):
        take_back(opened)
        rounds.unpublish_round(round_id=opened.pk)
        found = Round.objects.select_related("event").get()
        monkeypatch.setattr("tournaments.core.access.EventAccess.round", lambda access, number: found)
        rounds.discard_round(round_id=opened.pk)
        for name in ("open_round", "draw_round", "discard_round", "close_round"):
            shows(desk.post(address(name, found), {"confirmed": "1"}), "剛剛取消", status=409)
