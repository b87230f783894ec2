"""長度: a round of half or whole games, chosen when it is made, changed until it is opened, and followed everywhere."""

import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from scoring.documents.replay import replay_document
from tests.markup import markup, shows, url
from tests.tables.test_whole_game import whole_game
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import TODAY, make_event, make_game, make_players, make_user, seat_by_hand
from tests.tournaments.factories import play_and_confirm as hand
from tests.tournaments.recorder import Recorder
from tests.tournaments.staged import event_with, stage_of
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.hall import services as clocks
from tournaments.hall.clock import day_plan
from tournaments.models import Event, EventAct, Game, Role, Round, Scorecard, Stage, Table
from tournaments.organising.services.events import change_event
from tournaments.rounds.services import event_draws, rounds, stages
from tournaments.rulebook.page import changes_of
from tournaments.tables.game_log.read import Actor, read_book, rules_mark, rules_of
from tournaments.tables.selectors.export import replay_input


@pytest.fixture
def event() -> Event:
    event = make_event(games_planned=3)
    make_players(event, 4)
    Table.objects.create(event=event, number=1)
    return event


def seated(event: Event, wind_rounds: int | None = None) -> Round:
    made = rounds.make_round(event=event, day=TODAY, wind_rounds=wind_rounds)
    seat_by_hand(round_id=made.pk, seats={1: [1, 2, 3, 4]})
    return made


def opened(event: Event, wind_rounds: int | None = None) -> Game:
    made = seated(event, wind_rounds)
    rounds.open_round(round_id=made.pk, now=timezone.now(), confirmed=True)
    return made.games.get()


def played_out(game: Game, actor: Actor, deals: range) -> None:
    for deal in deals:
        hand(game, actor, type="win", winner=(deal + 1) % 4, source=(deal + 2) % 4, fan=10 + deal)


def wind_rounds_of(event: Event, round_: Round) -> int:
    return rules_of(event, Round.objects.get(pk=round_.pk)).game.wind_rounds


class TestChoosing:
    def test_a_round_is_as_long_as_the_rules_say_unless_told(self, event: Event):
        made = rounds.make_round(event=event, day=TODAY)
        assert (made.wind_rounds, wind_rounds_of(event, made)) == (None, 2)
        assert rules_of(event, made) is rules_of(event)

    def test_it_is_told_when_it_is_made_and_changed_until_it_begins(self, event: Event):
        made = seated(event, 4)
        assert wind_rounds_of(event, made) == 4
        rounds.publish_round(round_id=made.pk, now=timezone.now())
        version = Event.objects.get(pk=event.pk).standings_version
        rounds.set_length(round_id=made.pk, wind_rounds=2)
        assert (wind_rounds_of(event, made), Event.objects.get(pk=event.pk).standings_version) == (2, version + 1)
        rounds.set_length(round_id=made.pk, wind_rounds=4)
        rounds.open_round(round_id=made.pk, now=timezone.now())
        with pytest.raises(Conflict):
            rounds.set_length(round_id=made.pk, wind_rounds=2)
        assert wind_rounds_of(event, made) == 4
        last = event.acts.filter(kind=EventAct.Kind.ROUND_CHANGED).latest("number")
        assert list(last.payload["rows"]["tournaments.round"].values()) == [{"wind_rounds": 4}]
        assert list(audit(event.slug)) == []

    @pytest.mark.parametrize("wind_rounds", [0, 1, 3, 8])
    def test_a_length_that_the_rules_do_not_have_is_refused(self, event: Event, wind_rounds: int):
        with pytest.raises(Invalid) as refusal:
            rounds.make_round(event=event, day=TODAY, wind_rounds=wind_rounds)
        assert refusal.value.field == "wind_rounds"
        made = rounds.make_round(event=event, day=TODAY)
        with pytest.raises(Invalid):
            rounds.set_length(round_id=made.pk, wind_rounds=wind_rounds)
        assert Round.objects.get().wind_rounds is None

    def test_nor_does_the_database_keep_one(self, event: Event):
        made = rounds.make_round(event=event, day=TODAY)
        for row in (Round.objects.filter(pk=made.pk), Stage.objects.filter(event=event)):
            for wrong in (0, 5):
                with pytest.raises(IntegrityError), transaction.atomic():
                    row.update(wind_rounds=wrong)

    def test_an_event_is_not_moved_to_rules_that_do_not_have_it(self):
        event = make_event(rule_set="tw-club")
        made = rounds.make_round(event=event, day=TODAY, wind_rounds=1)
        with pytest.raises(Invalid, match="第 1 場"):
            change_event(event=event, rule_set="hk-classic")
        rounds.set_length(round_id=made.pk, wind_rounds=2)
        change_event(event=event, rule_set="hk-classic")
        assert rules_of(Event.objects.get(), Round.objects.get()).options["K-10"] == "two"

    def test_it_changes_the_mark_of_the_rules_of_its_round_alone(self, event: Event):
        short, long = rounds.make_rounds(event=event, days=[TODAY, TODAY])
        rounds.set_length(round_id=long.pk, wind_rounds=4)
        long.refresh_from_db()
        assert rules_mark(event, short) == rules_mark(event) != rules_mark(event, long)


class TestStages:
    def test_rounds_are_as_long_as_their_stage_says(self, event: Event):
        stage = event.stages.get()
        before, own = rounds.make_rounds(event=event, days=[TODAY, TODAY])
        rounds.set_length(round_id=own.pk, wind_rounds=2)
        stages.change_stage(stage_id=stage.pk, wind_rounds=4)
        [after] = rounds.make_rounds(event=event, days=[TODAY])
        lengths = list(Round.objects.order_by("number").values_list("pk", "wind_rounds"))
        assert lengths == [(before.pk, 4), (own.pk, 2), (after.pk, 4)]
        rounds.set_length(round_id=own.pk, wind_rounds=None)
        assert Round.objects.get(pk=own.pk).wind_rounds == 4
        assert list(audit(event.slug)) == []

    def test_a_stage_of_no_such_length_is_refused_and_one_that_has_begun_keeps_its_own(self, event: Event):
        stage = event.stages.get()
        with pytest.raises(Invalid) as refusal:
            stages.change_stage(stage_id=stage.pk, wind_rounds=1)
        assert refusal.value.field == "wind_rounds"
        game = opened(event)
        hand(game, Actor(user_id=make_user().pk), type="draw")
        with pytest.raises(Conflict):
            stages.change_stage(stage_id=stage.pk, wind_rounds=4)

    def test_all_rounds_that_are_drawn_at_once_are_as_long(self, event: Event):
        stages.change_stage(stage_id=event.stages.get().pk, wind_rounds=4)
        event_draws.lock_list(event=event, count=3, today=TODAY, now=timezone.now())
        assert list(Round.objects.values_list("wind_rounds", flat=True)) == [4, 4, 4]

    def test_the_published_format_has_four_winds_whatever_the_event_plays(self):
        usual = event_with(16)
        assert {stage.wind_rounds for stage in usual.stages.all()} == {None}
        short = make_event("short", rule_set="hkma-masters", rule_options={"M-15": "two"})
        stages.use_format(event=short, format_id="masters", players=16)
        assert {stage.wind_rounds for stage in short.stages.all()} == {4}
        assert rules_of(short, Round(wind_rounds=stage_of(short, 1).wind_rounds)).game.minutes == 110


class TestPlaying:
    def test_a_whole_game_of_the_league_goes_to_north_four_and_everything_says_so(self, event: Event):
        game, actor = opened(event, 4), Actor(user_id=make_user().pk)
        played_out(game, actor, range(8))
        game = Game.objects.get(pk=game.pk)
        assert (game.state, game.hand_name) == (Game.State.PLAYING, "西一局")
        played_out(game, actor, range(8, 16))
        game = Game.objects.get(pk=game.pk)
        assert game.state == Game.State.COMPLETE
        seats = list(game.seats.all())
        assert sum(seat.score for seat in seats) == 0
        assert {(seat.pending_in, seat.pending_out) for seat in seats} == {(0, 0)}
        document = replay_input(game)
        told = replay_document(document)
        assert document["options"] == {"L-53": "four"}
        assert told["final"]["scores"] == [str(seat.score.normalize().to_integral()) for seat in seats]
        Recorder(game=game, actor=actor).sign()
        card = json.loads(Scorecard.objects.get().content)
        assert card["rules"]["options"] == {"L-53": "four"}
        assert changes_of(card["rules"]).endswith("L-53 四圈")
        assert list(audit(event.slug)) == []

    def test_a_game_of_the_usual_length_says_nothing_of_it(self):
        game, actor = whole_game()
        assert replay_input(game)["options"] == {}
        Recorder(game=game, actor=actor).sign()
        assert json.loads(Scorecard.objects.get().content)["rules"]["options"] == {}

    def test_one_wind_of_a_taiwanese_game_ends_after_four_deals(self):
        event = make_event(rule_set="tw-sixteen")
        game = make_game(event, wind_rounds=1)
        played_out(game, Actor(user_id=make_user().pk), range(4))
        assert Game.objects.get(pk=game.pk).state == Game.State.COMPLETE
        assert replay_document(replay_input(Game.objects.get(pk=game.pk)))["finished"]

    def test_the_hall_expects_its_end_and_its_clock_by_the_length(self):
        event = make_event(rule_set="hkma-masters")
        short, whole = make_game(event, wind_rounds=2), make_game(make_event("other", rule_set="hkma-masters"))
        assert (clocks.minutes_of(short.round), clocks.minutes_of(whole.round)) == (55, 110)
        now = timezone.now()
        for game in (short, whole):
            Round.objects.filter(pk=game.round_id).update(opened_at=now)
        plans = [day_plan(Round.objects.get(pk=game.round_id), [game], now) for game in (short, whole)]
        assert [plan and (plan.ends - now) / plan.hand for plan in plans] == [8, 16]
        assert [len(read_book(game).folded.state.hands) for game in (short, whole)] == [0, 0]


class TestPages:
    @pytest.fixture
    def boss(self, event: Event) -> Client:
        return member_of(event, "boss", Role.ORGANISER)

    def test_an_organiser_makes_a_round_of_whole_games_and_plays_it(self, boss: Client, event: Event):
        shows(boss.get(url("rounds", event.slug)), "按規則：兩圈", '<option value="4">四圈</option>')
        made = boss.post(url("make_round", event.slug), {"day": str(TODAY), "wind_rounds": "4"})
        assert made.status_code == 302
        page = boss.get(made["Location"])
        assert "<span>編排中</span><span>四圈</span>" in markup(page)
        assert page.context["length_form"].initial == {"wind_rounds": "4"}
        boss.post(url("round_length", event.slug, 1), {"wind_rounds": ""})
        assert "<span>編排中</span><span>兩圈</span>" in markup(boss.get(made["Location"]))
        boss.post(url("round_length", event.slug, 1), {"wind_rounds": "4"})
        assert "打 4 圈" in markup(boss.get(url("rounds", event.slug)))
        seat_by_hand(round_id=Round.objects.get().pk, seats={1: [1, 2, 3, 4]})
        boss.post(url("publish_round", event.slug, 1), {"confirmed": "1"})
        assert "打 4 圈" in markup(Client().get(url("seats", event.slug)))
        boss.post(url("open_round", event.slug, 1), {"confirmed": "1"})
        assert "打 4 圈" in markup(boss.get(url("table", Game.objects.get().pk)))
        assert boss.post(url("round_length", event.slug, 1), {"wind_rounds": ""}).status_code == 409

    def test_what_was_chosen_is_not_lost_where_the_day_is_asked_about(self, boss: Client, event: Event):
        asked = boss.post(url("make_round", event.slug), {"day": "2027-01-01", "wind_rounds": "4"})
        shows(asked, '<input type="hidden" name="wind_rounds" value="4">', status=409)
        assert asked.context["length_form"].initial == {"wind_rounds": "4"}
        sent = {"day": "2027-01-01", "confirmed": "1", "wind_rounds": "4"}
        assert boss.post(url("make_round", event.slug), sent).status_code == 302
        assert Round.objects.get().wind_rounds == 4

    def test_a_length_that_is_none_is_refused_beside_its_field(self, boss: Client, event: Event):
        refused = boss.post(url("make_round", event.slug), {"day": str(TODAY), "wind_rounds": "3"})
        assert (refused.status_code, Round.objects.count()) == (422, 0)
        assert "這套規則沒有這個長度" in markup(refused)
        rounds.make_round(event=event, day=TODAY)
        shows(boss.post(url("round_length", event.slug, 1), {"wind_rounds": "x"}), "這套規則沒有這個長度", status=422)

    def test_a_stage_has_its_length_on_its_page(self, boss: Client, event: Event):
        page = boss.get(url("stage", event.slug, 1))
        fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
        fields = {name: "" if value is None else value for name, value in fields.items()}
        assert boss.post(url("change_stage", event.slug, 1), fields | {"wind_rounds": "4"}).status_code == 302
        assert Stage.objects.get().wind_rounds == 4
        assert "按這個階段：四圈" in markup(boss.get(url("rounds", event.slug)))
        boss.post(url("make_round", event.slug), {"day": str(TODAY), "wind_rounds": "2"})
        assert Round.objects.get().wind_rounds == 2

    def test_programs_say_it_and_read_it(self, boss: Client, event: Event):
        address = f"/api/events/{event.slug}/rounds/"

        def post(path: str, **said: Any) -> Any:
            return boss.post(address + path, said, content_type="application/json")

        assert post("", day=str(TODAY), wind_rounds=4).json()["wind_rounds"] == 4
        assert post("1/length/", wind_rounds=None).json()["wind_rounds"] == 2
        assert boss.get(f"{address}1/").json()["wind_rounds"] == 2
        refused = post("1/length/", wind_rounds=1)
        assert (refused.status_code, [one["code"] for one in refused.json()["errors"]]) == (400, ["bad_option"])
        assert post("1/length/", wind_rounds=10**30).status_code == 400
        assert post("1/length/").status_code == 400
        seat_by_hand(round_id=Round.objects.get().pk, seats={1: [1, 2, 3, 4]})
        assert post("1/open/", confirmed=True).status_code == 200
        assert post("1/length/", wind_rounds=4).status_code == 409
