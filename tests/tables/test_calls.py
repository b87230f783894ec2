"""叫裁判: who calls, who goes, and where it is seen."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.markup import markup
from tests.tournaments.book_pages import Hall, phone_of, signed_in
from tests.tournaments.factories import add_member, make_user, play
from tournaments.core.exceptions import CallTaken, NotAllowed, NotOpen
from tournaments.hall.room import room
from tournaments.models import Call, Player, Role, Round
from tournaments.rounds.services.rounds import close_round
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import calls

pytestmark = pytest.mark.django_db


def caller(hall: Hall, seat: int = 2) -> Actor:
    return Actor(player_id=hall.game.seats.get(seat=seat).player_id)


def call(hall: Hall, *, ago: int = 0, seat: int = 2) -> Call:
    when = timezone.now() - timedelta(minutes=ago)
    return calls.call(game_id=hall.game.pk, actor=caller(hall, seat), now=when)


def text(answer: Any) -> str:
    return markup(answer)


def me(hall: Hall) -> str:
    return reverse("tournaments:me", args=[hall.event.slug])


def head_referee(hall: Hall) -> Client:
    head = make_user("head", display_name="梁裁判長")
    add_member(hall.event, head, Role.HEAD_REFEREE)
    return signed_in(head)


class TestServices:
    def test_one_call_is_open_at_a_table_however_often_it_is_made(self, hall):
        first = call(hall)
        assert call(hall, seat=1) == first
        assert Call.objects.get().player_id == caller(hall).player_id

    def test_a_table_calls_again_when_the_first_call_has_ended(self, hall):
        call(hall)
        calls.end(game_id=hall.game.pk, user=make_user(), now=timezone.now())
        call(hall)
        assert [found.ended_at is None for found in Call.objects.order_by("id")] == [False, True]

    def test_it_is_made_in_an_open_round_only(self, hall):
        Round.objects.update(state=Round.State.CLOSED)
        with pytest.raises(NotOpen, match="不在進行"):
            call(hall)
        assert not Call.objects.exists()

    def test_the_caller_withdraws_it_and_nobody_else(self, hall):
        made = call(hall)
        with pytest.raises(NotAllowed):
            calls.withdraw(game_id=hall.game.pk, actor=caller(hall, 1), now=timezone.now())
        with pytest.raises(NotAllowed):
            calls.withdraw(game_id=hall.game.pk, actor=hall.actor, now=timezone.now())
        calls.withdraw(game_id=hall.game.pk, call_id=made.pk, actor=caller(hall), now=timezone.now())
        made.refresh_from_db()
        assert made.ended_at

    def test_one_referee_takes_it_twice_and_another_is_told_who(self, hall):
        call(hall)
        first, second = make_user("a", display_name="陳師傅"), make_user("b")
        for _try in range(2):
            calls.take(game_id=hall.game.pk, user=first, now=timezone.now())
        with pytest.raises(CallTaken, match="陳師傅 已經去了"):
            calls.take(game_id=hall.game.pk, user=second, now=timezone.now())
        assert Call.objects.get().taken_by == first

    def test_who_ends_a_call_that_nobody_took_is_who_came(self, hall):
        call(hall)
        calls.end(game_id=hall.game.pk, user=make_user("a"), now=timezone.now())
        found = Call.objects.get()
        assert found.taken_by == make_user("a")
        assert found.ended_at

    def test_a_step_on_a_call_that_has_ended_touches_no_later_one(self, hall):
        old = call(hall)
        calls.end(game_id=hall.game.pk, user=make_user(), now=timezone.now())
        new = call(hall)
        steps = {"game_id": hall.game.pk, "call_id": old.pk, "now": timezone.now()}
        assert calls.end(user=make_user(), **steps) is None
        assert calls.take(user=make_user(), **steps) is None
        assert calls.withdraw(actor=caller(hall), **steps) is None
        new.refresh_from_db()
        assert (new.taken_by, new.ended_at) == (None, None)


class TestTable:
    def test_the_four_call_from_the_table_and_from_their_own_page(self, hall):
        phone = hall.player(2)
        for page in (hall.url("table"), me(hall)):
            assert f'action="{hall.url("call")}"' in text(phone.get(page))
        answer = phone.post(hall.url("call"), {"next": me(hall)})
        assert answer.url == me(hall)
        for page in (hall.url("table"), me(hall)):
            shown = text(phone.get(page))
            assert "已叫裁判，等候中。" in shown
            assert f'formaction="{hall.url("call_withdraw")}"' in shown
            assert f'action="{hall.url("call")}"' not in shown

    def test_his_neighbour_sees_the_call_but_does_not_withdraw_it(self, hall):
        call(hall)
        shown = text(hall.player(1).get(hall.url("table")))
        assert "已叫裁判，等候中。" in shown
        assert "陳大文" in shown
        assert hall.url("call_withdraw") not in shown
        hall.player(1).post(hall.url("call_withdraw"))
        assert Call.objects.get().ended_at is None

    def test_the_tables_own_phone_calls_too_and_withdraws(self, hall):
        hall.post("call")
        assert Call.objects.get().user_id == hall.actor.user_id
        hall.post("call_withdraw")
        assert Call.objects.get().ended_at

    def test_a_player_reads_who_is_coming(self, hall):
        call(hall)
        hall.post("call_take")
        assert "裁判 陳師傅 正在來。" in text(hall.player(2).get(me(hall)))
        hall.post("call_end")
        shown = text(hall.player(2).get(me(hall)))
        assert "陳師傅" not in shown
        assert f'action="{hall.url("call")}"' in shown

    def test_who_only_looks_on_hears_nothing_of_it(self, hall):
        call(hall)
        elsewhere = phone_of(hall.elsewhere.seats.get(seat=0).player)
        for client in (Client(), elsewhere):
            shown = text(client.get(hall.url("table")))
            assert "叫裁判" not in shown
            assert client.post(hall.url("call")).status_code == 403

    def test_a_poll_brings_it_to_the_table_and_to_the_players_page(self, hall):
        phone = hall.player(0)
        for page in (hall.url("table"), me(hall)):
            mark = phone.get(page, {"live": 1})["ETag"]
            assert phone.get(page, {"live": 1}, headers={"If-None-Match": mark}).status_code == 304
            made = call(hall)
            news = phone.get(page, {"live": 1}, headers={"If-None-Match": mark})
            assert "已叫裁判" in text(news)
            calls.take(game_id=hall.game.pk, user=make_user(), now=timezone.now())
            assert phone.get(page, {"live": 1}, headers={"If-None-Match": news["ETag"]}).status_code == 200
            Call.objects.filter(pk=made.pk).delete()

    def test_a_referee_who_comes_second_reads_who_was_first(self, hall):
        call(hall)
        hall.post("call_take")
        answer = head_referee(hall).post(hall.url("call_take"), follow=True)
        assert "陳師傅 已經去了。" in text(answer)

    def test_nobody_is_called_when_the_round_is_over(self, hall):
        Round.objects.update(state=Round.State.CLOSED)
        assert hall.url("call") not in text(hall.player(0).get(hall.url("table")))
        answer = hall.player(0).post(hall.url("call"), follow=True)
        assert "不在進行" in text(answer)


class TestRoom:
    def rows(self, hall: Hall) -> list[tuple[int, str]]:
        return [(row.table, row.need) for row in room(hall.event, timezone.now()).rows]

    def test_a_table_that_calls_comes_right_after_a_disputed_one(self, hall):
        play(hall.elsewhere, hall.actor, type="draw")
        assert self.rows(hall) == [(2, "waiting"), (1, "seated")]
        call(hall)
        assert self.rows(hall) == [(1, "calling"), (2, "waiting")]
        hall.elsewhere.refresh_from_db()
        hall.elsewhere.disputed = True
        hall.elsewhere.save()
        assert self.rows(hall) == [(2, "disputed"), (1, "calling")]

    def test_who_waits_longest_comes_first_and_who_is_attended_to_last(self, hall):
        other = Actor(player_id=hall.elsewhere.seats.get(seat=0).player_id)
        call(hall, ago=2)
        calls.call(game_id=hall.elsewhere.pk, actor=other, now=timezone.now() - timedelta(minutes=6))
        assert [table for table, _need in self.rows(hall)] == [2, 1]
        calls.take(game_id=hall.elsewhere.pk, user=make_user(), now=timezone.now())
        assert [table for table, _need in self.rows(hall)] == [1, 2]

    def test_it_says_how_long_the_table_waits_and_who_goes(self, hall):
        call(hall, ago=7)
        page = reverse("tournaments:room", args=[hall.event.slug])
        shown = text(hall.referee.get(page))
        assert "等了 7 分鐘" in shown
        assert f'formaction="{hall.url("call_take")}"' in shown
        answer = hall.referee.post(hall.url("call_take"), {"next": page, "call": Call.objects.get().pk})
        assert answer.url == page
        shown = text(hall.referee.get(page))
        assert "陳師傅 " in shown
        assert f'formaction="{hall.url("call_end")}"' in shown

    def test_the_organiser_sees_it_without_the_button(self, hall):
        call(hall)
        organiser = make_user("organiser")
        add_member(hall.event, organiser, Role.ORGANISER)
        shown = text(signed_in(organiser).get(reverse("tournaments:room", args=[hall.event.slug])))
        assert "叫裁判" in shown
        assert hall.url("call_take") not in shown

    def test_the_rows_are_the_same_until_something_changes(self, hall):
        call(hall)
        page = reverse("tournaments:room", args=[hall.event.slug])
        mark = hall.referee.get(page, headers={"HX-Request": "true"})["ETag"]
        again = {"HX-Request": "true", "If-None-Match": mark}
        assert hall.referee.get(page, headers=again).status_code == 304
        hall.post("call_take")
        assert hall.referee.get(page, headers=again).status_code == 200


class TestMyTables:
    PAGE = "/tables/"

    def test_a_call_comes_to_the_top_of_the_referees_own_list(self, hall):
        call(hall)
        shown = text(hall.referee.get(self.PAGE))
        assert "陳大文" in shown
        assert "row urgent" in shown
        assert f'formaction="{hall.url("call_take")}"' in shown

    def test_a_call_from_a_table_that_is_not_his_is_shown_below(self, hall):
        other = Actor(player_id=hall.elsewhere.seats.get(seat=0).player_id)
        assert "其他檯叫裁判" not in text(hall.referee.get(self.PAGE))
        calls.call(game_id=hall.elsewhere.pk, actor=other, now=timezone.now())
        shown = text(hall.referee.get(self.PAGE))
        assert "其他檯叫裁判" in shown
        assert reverse("tournaments:call_take", args=[hall.elsewhere.pk]) in shown

    def test_the_head_referee_has_it_in_his_one_list(self, hall):
        call(hall)
        shown = text(head_referee(hall).get(self.PAGE))
        assert "其他檯叫裁判" not in shown
        assert hall.url("call_take") in shown

    def test_an_organiser_who_is_no_referee_is_not_called(self, hall):
        call(hall)
        organiser = make_user("organiser")
        add_member(hall.event, organiser, Role.ORGANISER)
        assert "叫裁判" not in text(signed_in(organiser).get(self.PAGE))

    def test_a_poll_brings_it(self, hall):
        mark = hall.referee.get(self.PAGE, {"live": 1})["ETag"]
        again = {"If-None-Match": mark}
        assert hall.referee.get(self.PAGE, {"live": 1}, headers=again).status_code == 304
        call(hall)
        assert hall.referee.get(self.PAGE, {"live": 1}, headers=again).status_code == 200


def test_a_substitute_calls_in_place_of_the_player(hall):
    away = hall.elsewhere.seats.get(seat=0).player
    hall.elsewhere.seats.all().delete()
    hall.game.seats.filter(seat=2).update(substitute=away, substitute_from=1)
    replaced, substitute = hall.player(2), phone_of(away)
    assert hall.url("call") not in text(replaced.get(me(hall)))
    assert replaced.post(hall.url("call")).status_code == 403
    assert hall.url("call") in text(substitute.get(me(hall)))
    substitute.post(hall.url("call"))
    assert Call.objects.get().player == away


def test_a_withdrawn_player_calls_nobody(hall):
    phone = hall.player(2)
    Player.objects.filter(pk=caller(hall).player_id).update(withdrawn_at=timezone.now())
    assert phone.post(hall.url("call")).status_code == 403


def test_a_call_ends_with_its_round(hall: Hall) -> None:
    open_one = call(hall)
    close_round(round_id=hall.game.round_id, now=timezone.now(), confirmed=True)
    open_one.refresh_from_db()
    assert open_one.ended_at is not None
