import datetime as dt

import pytest
from django.test import Client

from tests.markup import shows, undo, url
from tests.rounds.two_tables import NOW, SEATS, address, game_of, seated, shown
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import TODAY, add_member, make_user, play, seat_by_hand
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation, NotOpen
from tournaments.models import Event, EventAct, GameSeat, Player, Role, Round, Table
from tournaments.organising.selectors import event_facts
from tournaments.players.services import roster
from tournaments.rounds.services import rounds, seating
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.usefixtures("audited")


def state(round_: Round) -> str:
    return Round.objects.values_list("state", flat=True).get(pk=round_.pk)


@pytest.fixture
def made(event: Event) -> Round:
    return seated(event)


class TestPublishing:
    def test_it_goes_there_and_back(self, event: Event, made: Round):
        published = rounds.publish_round(round_id=made.pk, now=NOW)
        assert (published.state, published.published_at) == (Round.State.PUBLISHED, NOW)
        back = rounds.unpublish_round(round_id=made.pk)
        assert (back.state, back.published_at) == (Round.State.DRAFT, None)
        kinds = list(event.acts.order_by("number").values_list("kind", flat=True))
        assert kinds[-2:] == [EventAct.Kind.ROUND_PUBLISHED, EventAct.Kind.ROUND_UNPUBLISHED]

    def test_its_seats_are_changed_only_after_it_was_taken_back(self, event: Event, made: Round):
        rounds.publish_round(round_id=made.pk, now=NOW)
        for change in (
            lambda: seat_by_hand(round_id=made.pk, seats=SEATS),
            lambda: seating.draw_round(round_id=made.pk),
            lambda: rounds.discard_round(round_id=made.pk),
        ):
            with pytest.raises(Conflict, match="收回公布"):
                change()
        rounds.unpublish_round(round_id=made.pk)
        rounds.discard_round(round_id=made.pk)

    def test_seats_that_cannot_be_played_are_not_published(self, event: Event):
        made = rounds.make_round(event=event, day=TODAY)
        with pytest.raises(Invalid, match="還未編座位"):
            rounds.publish_round(round_id=made.pk, now=NOW)
        seat_by_hand(round_id=made.pk, seats=SEATS)
        roster.withdraw(player=Player.objects.get(number=3), now=NOW)
        with pytest.raises(Invalid, match="第 1 檯：未坐滿四人"):
            rounds.publish_round(round_id=made.pk, now=NOW)

    def test_it_asks_where_somebody_has_no_seat(self, event: Event):
        made = rounds.make_round(event=event, day=TODAY)
        seat_by_hand(round_id=made.pk, seats={1: [1, 2, 3, 4]})
        with pytest.raises(NeedsConfirmation, match="4 名選手沒有座位"):
            rounds.publish_round(round_id=made.pk, now=NOW)
        assert rounds.publish_round(round_id=made.pk, now=NOW, confirmed=True).state == Round.State.PUBLISHED

    def test_nothing_is_recorded_in_it_and_nothing_counts(self, event: Event, actor: Actor, made: Round):
        rounds.publish_round(round_id=made.pk, now=NOW)
        with pytest.raises(NotOpen):
            play(game_of(made), actor, type="draw")
        assert standings(event).rounds == []

    def test_who_withdraws_leaves_an_empty_chair(self, event: Event, made: Round):
        rounds.publish_round(round_id=made.pk, now=NOW)
        roster.withdraw(player=Player.objects.get(number=3), now=NOW)
        assert [fault.table for fault in rounds.seat_faults(made)] == [1]
        with pytest.raises(Invalid):
            rounds.open_round(round_id=made.pk, now=NOW)

    @pytest.mark.parametrize("published", [False, True], ids=["a draft", "published"])
    def test_opening_publishes_what_was_not_published_before(self, made: Round, published: bool):
        if published:
            rounds.publish_round(round_id=made.pk, now=NOW)
        opened = rounds.open_round(round_id=made.pk, now=NOW + dt.timedelta(hours=published))
        assert (opened.state, opened.published_at) == (Round.State.OPEN, NOW)

    @pytest.mark.parametrize("step", ["publish_round", "open_round", "close_round"])
    def test_a_step_is_made_once(self, event: Event, step: str, made: Round):
        if step == "close_round":
            rounds.open_round(round_id=made.pk, now=NOW)
        getattr(rounds, step)(round_id=made.pk, now=NOW, confirmed=True)
        with pytest.raises(Conflict):
            getattr(rounds, step)(round_id=made.pk, now=NOW, confirmed=True)


class TestSeveralAtOnce:
    def test_all_rounds_are_drafted_and_published_while_one_is_played(self, event: Event, actor: Actor):
        first, second, third = (seated(event) for _ in range(3))
        rounds.open_round(round_id=first.pk, now=NOW)
        rounds.publish_round(round_id=second.pk, now=NOW)
        assert [state(one) for one in (first, second, third)] == ["open", "published", "draft"]
        play(game_of(first), actor, type="draw")
        rounds.close_round(round_id=first.pk, now=NOW, confirmed=True)
        rounds.open_round(round_id=second.pk, now=NOW)

    def test_a_later_one_is_opened_before_an_earlier_is_over_only_if_said_so(self, event: Event):
        first, second = seated(event), seated(event)
        with pytest.raises(NeedsConfirmation, match="第 1 個半莊還未結束"):
            rounds.open_round(round_id=second.pk, now=NOW)
        rounds.open_round(round_id=second.pk, now=NOW, confirmed=True)
        rounds.open_round(round_id=first.pk, now=NOW)

    def test_a_number_that_is_free_again_is_given_again_while_nothing_later_has_begun(self, event: Event):
        first, second, third = (seated(event) for _ in range(3))
        rounds.discard_round(round_id=second.pk)
        assert seated(event).number == 2
        rounds.open_round(round_id=third.pk, now=NOW, confirmed=True)
        rounds.discard_round(round_id=first.pk)
        assert rounds.make_round(event=event, day=TODAY).number == 4

    def test_a_red_card_reaches_a_later_round_that_was_opened_before(self, event: Event, actor: Actor):
        first, second = seated(event), seated(event)
        rounds.open_round(round_id=second.pk, now=NOW, confirmed=True)
        rounds.open_round(round_id=first.pk, now=NOW)
        game = game_of(first)
        play(game, actor, type="ruling", seat=0, consequences=["red"])
        assert game_of(second).standing["cards"] == [{"seat": 0, "card": "red"}]


class TestDay:
    def test_a_day_on_which_the_event_is_not_is_asked_about(self, event: Event):
        with pytest.raises(NeedsConfirmation, match="不在賽期"):
            rounds.make_round(event=event, day=TODAY + dt.timedelta(days=400))
        made = rounds.make_round(event=event, day=TODAY)
        with pytest.raises(NeedsConfirmation, match="不在賽期"):
            rounds.set_day(round_id=made.pk, day=TODAY - dt.timedelta(days=1))
        rounds.set_day(round_id=made.pk, day=TODAY - dt.timedelta(days=1), confirmed=True)
        assert Round.objects.get().day == TODAY - dt.timedelta(days=1)

    def test_that_of_a_published_round_may_be_changed_that_of_an_open_one_not(self, event: Event, made: Round):
        rounds.publish_round(round_id=made.pk, now=NOW)
        rounds.set_day(round_id=made.pk, day=TODAY)
        rounds.open_round(round_id=made.pk, now=NOW)
        with pytest.raises(Conflict):
            rounds.set_day(round_id=made.pk, day=TODAY)


class TestNextStep:
    def test_it_follows_the_round_that_is_played_not_the_last_draft(self, event: Event):
        add_member(event, make_user("head"), Role.HEAD_REFEREE)
        for number in (1, 2):
            Table.objects.filter(number=number).get().referees.create(user=make_user(f"r{number}"))
        first, _second = seated(event), seated(event)
        assert (event_facts(event).step.page, event_facts(event).step.number) == ("round", first.number)
        rounds.publish_round(round_id=first.pk, now=NOW)
        assert event_facts(event).step.number == first.number
        rounds.open_round(round_id=first.pk, now=NOW)
        assert event_facts(event).step.page == "room"
        rounds.close_round(round_id=first.pk, now=NOW, confirmed=True)
        assert event_facts(event).step.number == 2


class TestWhoReads:
    GAME_PAGES = ("table", "hands", "card", "export", "whatif", "confirm", "win", "draw", "sign")

    @pytest.fixture
    def hall(self, event: Event) -> tuple[Round, dict[str, Client]]:
        made = seated(event)
        people = {"stranger": Client()}
        for role in Role.values:
            people[role] = member_of(event, role, role)
        return made, people

    def codes(self, client: Client, made: Round) -> dict[str, int]:
        game = game_of(made)
        slug = made.event.slug
        addresses = {name: url(name, game.pk) for name in self.GAME_PAGES}
        addresses |= {
            "round": url("round", slug, made.number),
            "print": url("round_print", slug, made.number),
            "api game": url("api:game", game.pk),
            "api hands": url("api:hands", game.pk),
        }
        return {name: client.get(address).status_code for name, address in addresses.items()}

    def test_a_draft_is_unknown_to_all_but_organisers(self, hall: tuple[Round, dict[str, Client]]):
        made, people = hall
        for who in ("stranger", Role.REFEREE, Role.HEAD_REFEREE):
            assert set(self.codes(people[who], made).values()) == {404}, who
        assert self.codes(people[Role.ORGANISER], made)["round"] == 200
        games = url("api:games", made.event.slug)
        assert people["stranger"].get(games).json() == []
        assert len(people[Role.ORGANISER].get(games).json()) == 2

    def test_published_seats_are_everybodys(self, hall: tuple[Round, dict[str, Client]]):
        made, people = hall
        rounds.publish_round(round_id=made.pk, now=NOW)
        codes = self.codes(people["stranger"], made)
        assert {codes[name] for name in ("round", "print", "table", "api game")} == {200}
        assert len(people["stranger"].get(url("api:games", made.event.slug)).json()) == 2
        rounds.unpublish_round(round_id=made.pk)
        assert self.codes(people["stranger"], made)["round"] == 404

    def test_seats_of_a_draft_stand_on_no_public_page(self, hall: tuple[Round, dict[str, Client]]):
        made, people = hall
        assert GameSeat.objects.filter(round=made).count() == 8
        for name in ("event", "rounds", "standings", "screen", "sum"):
            page = people["stranger"].get(url(name, made.event.slug))
            assert page.status_code == 200
            assert url("round", made.event.slug, made.number) not in page.content.decode()


class TestPage:
    def test_each_step_and_its_way_back_is_offered_and_works(self, desk: Client, event: Event, made: Round):
        for offered, after in (
            ("publish_round", "published"),
            ("unpublish_round", "draft"),
            ("publish_round", "published"),
            ("open_round", "open"),
            ("take_back_round", "published"),
            ("open_round", "open"),
            ("close_round", "closed"),
            ("reopen_round", "open"),
        ):
            assert address(offered, made) in shown(desk, "round", made), offered
            assert desk.post(address(offered, made), {"confirmed": "1"}).status_code == 302
            assert state(made) == after

    def test_void_asks_with_the_reason_kept_and_is_shown_to_everybody(self, desk: Client, event: Event):
        made = rounds.open_round(round_id=seated(event).pk, now=NOW)
        assert desk.post(address("void_round", made), {"reason": ""}).status_code == 400
        shows(desk.post(address("void_round", made), {"reason": "停電"}), 'name="reason"', 'value="停電"', status=409)
        assert desk.post(address("void_round", made), {"reason": "停電", "confirmed": "1"}).status_code == 302
        assert "原因：停電" in Client().get(address("round", made)).content.decode()
        assert "作廢" in Client().get(url("rounds", event.slug)).content.decode()
        assert desk.post(address("unvoid_round", made)).status_code == 302
        assert not Round.objects.get(pk=made.pk).void


class TestApi:
    def test_a_program_takes_a_round_all_the_way(self, desk: Client, event: Event):
        made = desk.post(url("api:rounds", event.slug), {"day": TODAY.isoformat()}, content_type="application/json")
        assert (made.status_code, made.json()["state"]) == (201, "draft")
        seat_by_hand(round_id=Round.objects.get().pk, seats={1: [1, 2, 3, 4]})
        refused = desk.post(url("api:publish_round", event.slug, 1), {}, content_type="application/json")
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (409, "needs_confirmation")
        for step, body, after in (
            ("publish_round", {"confirmed": True}, "published"),
            ("unpublish_round", {}, "draft"),
            ("open_round", {"confirmed": True}, "open"),
            ("take_back_round", {}, "published"),
            ("open_round", {"confirmed": True}, "open"),
            ("close_round", {"confirmed": True}, "closed"),
            ("reopen_round", {}, "open"),
            ("void_round", {"confirmed": True, "reason": "停電"}, "closed"),
            ("unvoid_round", {}, "closed"),
        ):
            answer = desk.post(url(f"api:{step}", event.slug, 1), body, content_type="application/json")
            assert (answer.status_code, answer.json()["state"]) == (200, after), step
        seats = desk.get(url("api:round", event.slug, 1)).json()["tables"]
        assert [(one["table"], one["players"]) for one in seats] == [(1, [1, 2, 3, 4])]


class TestUndo:
    """What takes one click is taken back by the next, on the page that follows."""

    @pytest.mark.parametrize(
        ("name", "before", "after"),
        [
            ("publish_round", Round.State.DRAFT, Round.State.PUBLISHED),
            ("close_round", Round.State.OPEN, Round.State.CLOSED),
        ],
    )
    def test_a_step_of_a_round(self, event: Event, desk: Client, name: str, before: str, after: str, made: Round):
        if before == Round.State.OPEN:
            rounds.open_round(round_id=made.pk, now=NOW, confirmed=True)
        done = desk.post(address(name, made), {"confirmed": "1"}, follow=True)
        assert state(made) == after
        undo(desk, done)
        assert state(made) == before

    def test_a_withdrawal(self, event: Event, desk: Client):
        done = desk.post(url("withdraw_player", event.slug, 3), follow=True)
        assert not event.players.get(number=3).plays_on
        undo(desk, done)
        assert event.players.get(number=3).plays_on
