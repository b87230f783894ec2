"""A round that closes with games in play says what stays unpaid, and ends the games there by the rule where wanted."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows
from tests.tournaments.book_checks import check_book, check_chain
from tests.tournaments.book_pages import Hall, make_hall, member_of
from tests.tournaments.factories import play, play_and_confirm
from tournaments.models import Act, Role, Round
from tournaments.rounds.services.rounds import games_in_play

WIN: dict[str, Any] = {"type": "win", "winner": 1, "from": 2, "fan": 20}
UNPAID = "第 1 檯未打完，有 20 分要到完場才付，這樣結束就不會付。"
CARDS = "第 1、2 檯的記分卡未簽妥。確定要結束？"


@pytest.fixture
def hall() -> Hall:
    """The first table has an open chain, the second has no hand yet."""
    hall = make_hall()
    play_and_confirm(hall.game, hall.actor, **WIN)
    return hall


def organiser(hall: Hall) -> Client:
    return member_of(hall.event, "organiser", Role.ORGANISER)


def to_round(name: str, hall: Hall) -> str:
    return reverse(name, args=[hall.event.slug, hall.game.round.number])


def closed(hall: Hall, client: Client, **said: Any) -> Any:
    return client.post(to_round("tournaments:close_round", hall), said)


def ended(hall: Hall, client: Client, **said: Any) -> Any:
    fresh = hall.fresh()
    given = {"client_key": str(uuid.uuid4()), "game": f"{fresh.pk}.{fresh.book_version}"} | said
    return client.post(to_round("tournaments:end_games", hall), given)


def scores(hall: Hall) -> list[int]:
    return [int(score) for score in hall.game.seats.order_by("seat").values_list("score", flat=True)]


def test_closing_says_what_is_at_stake(hall):
    answer = closed(hall, organiser(hall))
    page = shows(answer, UNPAID + CARDS, "李小龍 ← 陳大文 20（拉1）", "在這裡完場", status=409)
    ways = [to_round(f"tournaments:{name}_round", hall) for name in ("close", "void")]
    assert [page.count(f'action="{way}"') for way in ways] == [1, 0], "asked once"
    assert Round.objects.get().state == Round.State.OPEN


def test_several_tables_in_play_are_one_sentence(hall):
    play(hall.elsewhere, hall.actor, **WIN)
    assert "第 1、2 檯未打完，有 40 分要到完場才付，這樣結束就不會付。" in markup(closed(hall, organiser(hall)))


def test_the_api_says_it_too(hall):
    answer = organiser(hall).post(to_round("api:close_round", hall), {}, content_type="application/json")
    assert answer.status_code == 409
    assert UNPAID in answer.json()["errors"][0]["detail"]


def test_the_games_end_there_and_collect(hall):
    client = organiser(hall)
    assert ended(hall, client).status_code == 302
    assert hall.fresh().state == "complete"
    assert "四家確認付清的分並簽署之後，就可以結束" in markup(client.get(to_round("tournaments:round", hall)))
    assert scores(hall) == [0, 20, -20, 0]
    assert Act.objects.filter(game=hall.game).latest("number").payload["event"]["type"] == "time_up"
    check_book(hall.game)
    check_chain(hall.game)
    shows(closed(hall, client), "記分卡未簽妥", never="未打完", status=409)


def test_a_repeat_is_harmless(hall):
    client, key = organiser(hall), str(uuid.uuid4())
    seen = f"{hall.game.pk}.{hall.fresh().book_version}"
    for _tap in range(2):
        assert ended(hall, client, client_key=key, game=seen).status_code == 302
    assert Act.objects.filter(game=hall.game, payload__event__type="time_up").count() == 1


def test_a_game_written_in_meanwhile_is_shown_again(hall):
    client, seen = organiser(hall), f"{hall.game.pk}.{hall.fresh().book_version}"
    play(hall.game, hall.actor, **WIN)
    assert ended(hall, client, game=seen).status_code == 409
    assert hall.fresh().state == "playing"


def test_a_table_without_a_hand_is_not_in_play(hall):
    play(hall.elsewhere, hall.actor, type="first_dealer", seat=2)
    assert [one.game.pk for one in games_in_play(hall.game.round)] == [hall.game.pk]
    assert ended(hall, organiser(hall), game=f"{hall.elsewhere.pk}.1").status_code == 409


def test_a_round_without_a_hand_says_that_it_does_not_count_though_a_dealer_was_named():
    hall = make_hall()
    play(hall.game, hall.actor, type="first_dealer", seat=2)
    assert "第 1、2 檯都未打過一鋪。結束後不計入排名" in markup(closed(hall, organiser(hall)))


@pytest.mark.parametrize("said", ["", "x.y", "1", "9999.1"])
def test_no_game_is_no_end(hall, said):
    assert ended(hall, organiser(hall), game=said).status_code == 409
    assert hall.fresh().state == "playing"


@pytest.mark.parametrize("number", [0, 2**63, 10**40])
def test_a_program_that_names_no_game_is_told_so(hall, number):
    given = {"client_key": str(uuid.uuid4()), "games": [{"game": number, "seen": 1}]}
    answer = organiser(hall).post(to_round("api:end_games", hall), given, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["attr"] == "games.0.game"


def test_a_round_that_was_closed_all_the_same_says_so_for_ever(hall):
    client = organiser(hall)
    assert closed(hall, client, confirmed="1").status_code == 302
    shows(client.get(to_round("tournaments:round", hall)), "結束時未打完，以上未付。", "李小龍 ← 陳大文 20（拉1）")
    assert ended(hall, client).status_code == 409
    client.post(to_round("tournaments:reopen_round", hall))
    assert ended(hall, client).status_code == 302
    assert scores(hall) == [0, 20, -20, 0]


def test_what_is_deducted_after_the_game_is_at_stake_too():
    hall = make_hall()
    play(hall.game, hall.actor, type="ruling", seat=3, consequences=[{"deduct_after_game": "320"}])
    shows(closed(hall, organiser(hall)), "有 320 分要到完場才付", "何家珍 半莊後扣 320 分", status=409)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_game_ends_there_where_its_rules_end_it_between_two_hands(rule_set):
    hall = make_hall(rule_set=rule_set)
    play_and_confirm(hall.game, hall.actor, type="win", winner=1, **{"from": 2, "fan": 8})
    client = organiser(hall)
    page = markup(closed(hall, client))
    if scoring.rule_set(rule_set).game.bell.between_hands:
        assert "照規則還要打一鋪才完場" in page
        assert ended(hall, client).status_code == 409
    else:
        assert ended(hall, client).status_code == 302
        assert hall.fresh().state == "complete"
    check_book(hall.game)
