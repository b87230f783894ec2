"""叫裁判 over HTTP."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.security.hall import player_header
from tests.tournaments.book_pages import Hall, phone_of, signed_in
from tests.tournaments.factories import add_member, make_user
from tournaments.models import Call, Role, Round

pytestmark = pytest.mark.django_db


def post(client: Client, hall: Hall, name: str, **data: Any) -> Any:
    return client.post(hall.url(f"api:{name}"), json.dumps(data), content_type="application/json")


def test_a_player_calls_by_his_link_and_pin(hall):
    player = hall.game.seats.get(seat=1).player
    answer = Client().post(hall.url("api:call"), content_type="application/json", headers=player_header(player))
    assert answer.status_code == 200
    assert answer.json()["call"] | {"id": 0, "since": ""} == {
        "id": 0, "game": hall.game.pk, "table": 1, "caller": "李小龍", "since": "", "taken_by": "", "taken_at": None,
    }  # fmt: skip


def test_a_repeat_answers_by_the_call_that_is_open(hall):
    first = post(hall.player(1), hall, "call").json()
    assert post(hall.player(2), hall, "call").json() == first
    assert Call.objects.count() == 1


def test_it_is_taken_and_ended_by_a_referee(hall):
    made = post(hall.player(1), hall, "call").json()["call"]
    taken = post(hall.referee, hall, "call_take", call=made["id"]).json()["call"]
    assert taken["taken_by"] == "陳師傅"
    assert hall.get("api:call", client=hall.player(0)).json()["call"] == taken
    assert post(hall.referee, hall, "call_end", call=made["id"]).json() == {"call": None}
    assert hall.get("api:call").json() == {"call": None}


def test_a_second_referee_is_refused_with_the_name_of_the_first(hall):
    post(hall.player(1), hall, "call")
    post(hall.referee, hall, "call_take")
    head = make_user("head")
    add_member(hall.event, head, Role.HEAD_REFEREE)
    answer = post(signed_in(head), hall, "call_take")
    assert answer.status_code == 409
    assert answer.json()["errors"][0]["code"] == "call_taken"
    assert "陳師傅" in answer.json()["errors"][0]["detail"]


def test_only_the_caller_withdraws(hall):
    post(hall.player(1), hall, "call")
    assert post(hall.player(2), hall, "call_withdraw").status_code == 403
    assert post(hall.player(1), hall, "call_withdraw").json() == {"call": None}


def test_it_says_when_the_round_is_not_open(hall):
    Round.objects.update(state=Round.State.CLOSED)
    answer = post(hall.player(1), hall, "call")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "not_open")


def test_it_names_a_field_that_is_no_number(hall):
    answer = post(hall.referee, hall, "call_take", call="此")
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "call")


def test_those_who_work_list_the_calls_of_the_event(hall):
    calls = reverse("api:calls", args=[hall.event.slug])
    post(hall.player(1), hall, "call")
    elsewhere = phone_of(hall.elsewhere.seats.get(seat=0).player)
    elsewhere.post(reverse("api:call", args=[hall.elsewhere.pk]), content_type="application/json")
    assert [call["table"] for call in hall.referee.get(calls).json()] == [1, 2]
    assert hall.player(1).get(calls).status_code == 403
    Round.objects.update(state=Round.State.CLOSED)
    assert hall.referee.get(calls).json() == []


def test_a_looker_on_hears_nothing(hall):
    post(hall.player(1), hall, "call")
    assert Client().get(hall.url("api:call")).status_code == 401
