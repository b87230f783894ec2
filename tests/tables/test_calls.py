from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import shows, url
from tests.security.hall import player_header
from tests.tournaments.book_pages import Hall, phone_of, somebody
from tests.tournaments.factories import make_user
from tests.tournaments.recorder import DRAW, Recorder
from tournaments.core.exceptions import CallTaken, NotAllowed, NotOpen
from tournaments.hall.room import room
from tournaments.models import Call, Player, Round
from tournaments.rounds.services.rounds import close_round
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import calls

MINE = "/tables/"


def caller(hall: Hall, seat: int = 2) -> Actor:
    return Actor(player_id=hall.game.seats.get(seat=seat).player_id)


def call(hall: Hall, *, ago: int = 0, seat: int = 2) -> Call:
    when = timezone.now() - timedelta(minutes=ago)
    return calls.call(game_id=hall.game.pk, actor=caller(hall, seat), now=when)


def call_elsewhere(hall: Hall, *, ago: int = 0) -> Call:
    player = hall.elsewhere.seats.get(seat=0).player_id
    now = timezone.now() - timedelta(minutes=ago)
    return calls.call(game_id=hall.elsewhere.pk, actor=Actor(player_id=player), now=now)


def step(hall: Hall, name: str, **said: Any) -> Any:
    """Take, end or withdraw the call of the table."""
    return getattr(calls, name)(game_id=hall.game.pk, now=timezone.now(), **said)


def me(hall: Hall) -> str:
    return url("me", hall.event.slug)


class TestServices:
    def test_one_call_is_open_at_a_table_however_often_it_is_made(self, hall):
        first = call(hall)
        assert call(hall, seat=1) == first
        assert Call.objects.get().player_id == caller(hall).player_id

    def test_it_is_made_in_an_open_round_only_and_ends_with_it(self, hall):
        open_one = call(hall)
        close_round(round_id=hall.game.round_id, now=timezone.now(), confirmed=True)
        open_one.refresh_from_db()
        assert open_one.ended_at is not None
        with pytest.raises(NotOpen, match="現在不在打"):
            call(hall)
        assert Call.objects.count() == 1

    def test_the_caller_withdraws_it_and_nobody_else(self, hall):
        made = call(hall)
        for other in (caller(hall, 1), hall.actor):
            with pytest.raises(NotAllowed):
                step(hall, "withdraw", actor=other)
        step(hall, "withdraw", call_id=made.pk, actor=caller(hall))
        assert Call.objects.get().ended_at

    def test_one_referee_takes_it_twice_and_another_is_told_who(self, hall):
        call(hall)
        first = make_user("a", display_name="陳師傅")
        for _try in range(2):
            step(hall, "take", user=first)
        with pytest.raises(CallTaken, match="陳師傅 已經去了"):
            step(hall, "take", user=make_user("b"))
        assert Call.objects.get().taken_by == first

    def test_who_ends_a_call_that_nobody_took_is_who_came(self, hall):
        call(hall)
        step(hall, "end", user=make_user("a"))
        found = Call.objects.get()
        assert (found.taken_by, bool(found.ended_at)) == (make_user("a"), True)

    def test_a_step_on_a_call_that_has_ended_touches_no_later_one(self, hall):
        old = call(hall)
        step(hall, "end", user=make_user())
        new = call(hall)
        assert step(hall, "end", call_id=old.pk, user=make_user()) is None
        assert step(hall, "take", call_id=old.pk, user=make_user()) is None
        assert step(hall, "withdraw", call_id=old.pk, actor=caller(hall)) is None
        new.refresh_from_db()
        assert (new.taken_by, new.ended_at) == (None, None)


class TestTable:
    def test_the_four_call_from_the_table_and_from_their_own_page(self, hall):
        phone, button = hall.player(2), f'action="{hall.url("call")}"'
        for page in (hall.url("table"), me(hall)):
            shows(phone.get(page), button)
        assert phone.post(hall.url("call"), {"next": me(hall)}).url == me(hall)
        for page in (hall.url("table"), me(hall)):
            withdraw = f'formaction="{hall.url("call_withdraw")}"'
            shows(phone.get(page), "已叫裁判，等候中", withdraw, never=button)

    def test_a_neighbour_sees_the_call_but_does_not_withdraw_it(self, hall):
        call(hall)
        shows(hall.get("table", client=hall.player(1)), "已叫裁判，等候中", "陳大文", never=hall.url("call_withdraw"))
        hall.post("call_withdraw", client=hall.player(1))
        assert Call.objects.get().ended_at is None

    def test_the_tables_own_phone_calls_too_and_withdraws(self, hall):
        hall.post("call")
        assert Call.objects.get().user_id == hall.actor.user_id
        hall.post("call_withdraw")
        assert Call.objects.get().ended_at

    def test_a_second_referee_and_the_player_read_who_is_coming(self, hall):
        call(hall)
        hall.post("call_take")
        shows(somebody(hall, "head referee").post(hall.url("call_take"), follow=True), "陳師傅 已經去了。")
        shows(hall.player(2).get(me(hall)), "裁判 陳師傅 正在來")
        hall.post("call_end")
        shows(hall.player(2).get(me(hall)), f'action="{hall.url("call")}"', never="陳師傅")

    def test_who_only_looks_on_or_has_withdrawn_hears_nothing_of_it_and_calls_nobody(self, hall):
        call(hall)
        withdrawn = hall.player(1)
        Player.objects.filter(pk=caller(hall, 1).player_id).update(withdrawn_at=timezone.now())
        for client in (Client(), somebody(hall, "player elsewhere"), withdrawn):
            shows(hall.get("table", client=client), never="叫裁判")
            assert hall.post("call", client=client).status_code == 403

    def test_a_poll_brings_it_to_the_table_and_to_the_players_page(self, hall):
        phone = hall.player(0)
        for page in (hall.url("table"), me(hall)):
            known = {"If-None-Match": phone.get(page, {"live": 1})["ETag"]}
            assert phone.get(page, {"live": 1}, headers=known).status_code == 304
            made = call(hall)
            news = phone.get(page, {"live": 1}, headers=known)
            shows(news, "已叫裁判")
            step(hall, "take", user=make_user())
            assert phone.get(page, {"live": 1}, headers={"If-None-Match": news["ETag"]}).status_code == 200
            Call.objects.filter(pk=made.pk).delete()

    def test_nobody_is_called_when_the_round_is_over(self, hall):
        Round.objects.update(state=Round.State.CLOSED)
        phone = hall.player(0)
        shows(hall.get("table", client=phone), never=hall.url("call"))
        shows(phone.post(hall.url("call"), follow=True), "現在不在打")


class TestRoom:
    def rows(self, hall: Hall) -> list[tuple[int, str]]:
        return [(row.table, row.need) for row in room(hall.event, timezone.now()).rows]

    def test_a_table_that_calls_comes_right_after_a_disputed_one(self, hall):
        elsewhere = Recorder(game=hall.elsewhere, actor=hall.actor)
        elsewhere.play(DRAW)
        assert self.rows(hall) == [(2, "waiting"), (1, "seated")]
        call(hall)
        assert self.rows(hall) == [(1, "calling"), (2, "waiting")]
        elsewhere.object_to(1, 0)
        assert self.rows(hall) == [(2, "disputed"), (1, "calling")]

    def test_who_waits_longest_comes_first_and_who_is_attended_to_last(self, hall):
        call(hall, ago=2)
        call_elsewhere(hall, ago=6)
        assert [table for table, _need in self.rows(hall)] == [2, 1]
        calls.take(game_id=hall.elsewhere.pk, user=make_user(), now=timezone.now())
        assert [table for table, _need in self.rows(hall)] == [1, 2]

    def test_it_says_how_long_the_table_waits_and_who_goes(self, hall):
        call(hall, ago=7)
        page = url("room", hall.event.slug)
        shows(hall.referee.get(page), "等了 7 分鐘", f'formaction="{hall.url("call_take")}"')
        assert hall.post("call_take", next=page, call=Call.objects.get().pk).url == page
        shows(hall.referee.get(page), "陳師傅 ", f'formaction="{hall.url("call_end")}"')
        shows(somebody(hall, "organiser").get(page), "叫裁判", never=[hall.url("call_take"), hall.url("call_end")])

    def test_the_rows_are_the_same_until_something_changes(self, hall, frozen_clock):
        call(hall)
        page, asked = url("room", hall.event.slug), {"HX-Request": "true"}
        asked |= {"If-None-Match": hall.referee.get(page, headers=asked)["ETag"]}
        assert hall.referee.get(page, headers=asked).status_code == 304
        hall.post("call_take")
        assert hall.referee.get(page, headers=asked).status_code == 200


class TestMyTables:
    def test_a_call_comes_to_the_top_of_the_referees_own_list_at_the_next_poll(self, hall):
        asked = {"If-None-Match": hall.referee.get(MINE, {"live": 1})["ETag"]}
        assert hall.referee.get(MINE, {"live": 1}, headers=asked).status_code == 304
        call(hall)
        take = f'formaction="{hall.url("call_take")}"'
        shows(hall.referee.get(MINE, {"live": 1}, headers=asked), "陳大文", "row urgent", take)

    def test_a_call_from_a_table_that_is_not_theirs_is_shown_below_and_none_to_an_organiser(self, hall):
        shows(hall.referee.get(MINE), never="其他檯叫裁判")
        call_elsewhere(hall)
        shows(hall.referee.get(MINE), "其他檯叫裁判", url("call_take", hall.elsewhere.pk))
        head = somebody(hall, "head referee").get(MINE)
        shows(head, url("call_take", hall.elsewhere.pk), never="其他檯叫裁判")
        shows(somebody(hall, "organiser").get(MINE), never="叫裁判")


def test_a_substitute_calls_in_place_of_the_player(hall):
    away = hall.elsewhere.seats.get(seat=0).player
    hall.elsewhere.seats.all().delete()
    hall.game.seats.filter(seat=2).update(substitute=away, substitute_from=1)
    replaced, substitute = hall.player(2), phone_of(away)
    shows(replaced.get(me(hall)), never=hall.url("call"))
    assert hall.post("call", client=replaced).status_code == 403
    shows(substitute.get(me(hall)), hall.url("call"))
    hall.post("call", client=substitute)
    assert Call.objects.get().player == away


class TestApi:
    def post(self, client: Client, hall: Hall, name: str, **data: Any) -> Any:
        return client.post(hall.url(f"api:{name}"), data, content_type="application/json")

    def test_a_player_calls_by_link_and_pin_and_is_the_only_one_to_withdraw(self, hall):
        header = player_header(hall.game.seats.get(seat=1).player)
        answer = Client().post(hall.url("api:call"), content_type="application/json", headers=header)
        assert answer.status_code == 200
        told = {"game": hall.game.pk, "table": 1, "caller": "李小龍", "taken_by": "", "taken_at": None}
        assert answer.json()["call"] | {"id": 0, "since": ""} == told | {"id": 0, "since": ""}
        assert self.post(hall.player(2), hall, "call").json() == answer.json(), "the call that is open"
        assert Call.objects.count() == 1
        assert Client().get(hall.url("api:call")).status_code == 401
        assert self.post(hall.player(2), hall, "call_withdraw").status_code == 403
        assert self.post(hall.player(1), hall, "call_withdraw").json() == {"call": None}

    def test_it_is_taken_and_ended_by_a_referee(self, hall):
        made = self.post(hall.player(1), hall, "call").json()["call"]
        taken = self.post(hall.referee, hall, "call_take", call=made["id"]).json()["call"]
        assert taken["taken_by"] == "陳師傅"
        assert hall.get("api:call", client=hall.player(0)).json()["call"] == taken
        second = self.post(somebody(hall, "head referee"), hall, "call_take")
        (error,) = second.json()["errors"]
        assert (second.status_code, error["code"], "陳師傅" in error["detail"]) == (409, "call_taken", True)
        assert self.post(hall.referee, hall, "call_end", call=made["id"]).json() == {"call": None}
        assert hall.get("api:call").json() == {"call": None}

    def test_it_says_when_the_round_is_not_open_and_which_field_is_no_number(self, hall):
        wrong = self.post(hall.referee, hall, "call_take", call="此")
        assert (wrong.status_code, wrong.json()["errors"][0]["attr"]) == (400, "call")
        Round.objects.update(state=Round.State.CLOSED)
        answer = self.post(hall.player(1), hall, "call")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "not_open")

    def test_those_who_work_list_the_calls_of_the_event(self, hall):
        calls = f"/api/events/{hall.event.slug}/calls/"
        self.post(hall.player(1), hall, "call")
        elsewhere = phone_of(hall.elsewhere.seats.get(seat=0).player)
        elsewhere.post(f"/api/games/{hall.elsewhere.pk}/call/", content_type="application/json")
        assert [call["table"] for call in hall.referee.get(calls).json()] == [1, 2]
        assert hall.player(1).get(calls).status_code == 403
        Round.objects.update(state=Round.State.CLOSED)
        assert hall.referee.get(calls).json() == []
