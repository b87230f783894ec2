"""由誰起莊: asked before the first hand, one tap; corrected, undone, told and exported like any other act."""

import json
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.documents.replay import book_of, replay_document
from scoring.rulesets import RULE_SETS
from tests.tournaments.book_checks import check_book, check_chain
from tests.tournaments.book_pages import Hall, make_hall, words
from tests.tournaments.factories import TODAY, confirm_all, play, play_and_confirm
from tournaments.models import Act, Game, GameSeat, Round
from tournaments.rounds.services.swaps import reseat
from tournaments.tables.game_log.read import read_book, rules_mark
from tournaments.tables.selectors.export import replay_input

pytestmark = pytest.mark.django_db

CHEUNG, LEE, CHAN, HO = "張國強", "李小龍", "陳大文", "何家珍"
ASKED = "由誰起莊？"


def won(winner: int, source: int, fan: int = 5) -> dict[str, Any]:
    """食糊 with a count that every rule set takes."""
    return {"type": "win", "winner": winner, "from": source, "fan": fan}


def dealt(hall: Hall) -> list[tuple[str, int]]:
    return [(hand.result.name, hand.result.dealer) for hand in read_book(hall.fresh()).folded.hands]


def next_game(hall: Hall) -> Game:
    """The same table in the second round."""
    round_ = Round.objects.create(
        event=hall.event, stage=hall.game.round.stage, number=2, day=TODAY, state="open", opened_at=timezone.now()
    )
    game = Game.objects.create(event=hall.event, round=round_, table=hall.game.table)
    for seat in hall.game.seats.order_by("seat"):
        GameSeat.objects.create(game=game, round=round_, seat=seat.seat, player=seat.player)
    return game


def name_lee(hall: Hall) -> None:
    assert hall.post("other", pick="first_dealer.1").status_code == 302


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_table_asks_its_referee_once_and_one_tap_answers(rule_set):
    hall = make_hall(rule_set=rule_set)
    page = words(hall.get("table"))
    assert ASKED in page
    assert all(f"{wind} {name}" in page for wind, name in zip("東南西北", (CHEUNG, LEE, CHAN, HO), strict=True))
    name_lee(hall)
    page = words(hall.get("table"))
    assert ASKED not in page
    assert f"由 {LEE} 起莊" in page
    assert read_book(hall.fresh()).folded.state.dealer == 1
    check_book(hall.game)


def test_a_table_where_nobody_answers_begins_with_east(hall):
    play_and_confirm(hall.game, hall.actor, **won(2, 3))
    assert dealt(hall) == [("東一局", 0)]
    assert ASKED not in words(hall.get("table"))


def test_only_those_who_record_are_asked(hall):
    assert ASKED not in words(hall.get("table", client=hall.player(1)))
    assert hall.post("other", client=hall.player(1), pick="first_dealer.1").status_code == 403


def test_the_deal_and_the_winds_go_round_from_the_first_dealer(hall):
    name_lee(hall)
    for dealer in (1, 2, 3, 0):
        play_and_confirm(hall.game, hall.actor, **won((dealer + 1) % 4, dealer))
    assert dealt(hall) == [("東一局", 1), ("東二局", 2), ("東三局", 3), ("東四局", 0)]
    assert (hall.fresh().hand_name, hall.fresh().dealer) == ("南一局", 1)
    check_book(hall.game)


def test_who_is_named_is_undone_with_its_reason_and_asked_again(hall):
    name_lee(hall)
    assert hall.post("undo", reason="點錯").status_code == 302
    assert ASKED in words(hall.get("table"))
    assert read_book(hall.fresh()).folded.state.dealer == 0
    history = words(hall.get("hands"))
    assert f"由 {LEE} 起莊" in history
    assert "點錯" in history


def test_a_forgotten_first_dealer_is_put_right_in_the_first_hand(hall):
    for _ in range(2):
        play_and_confirm(hall.game, hall.actor, **won(1, 2))
    assert dealt(hall) == [("東一局", 0), ("東二局", 1)]
    entries = [{"event": {"type": "first_dealer", "seat": 1}, "claim": None}, {"event": won(1, 2), "claim": None}]
    answer = hall.post("correct", 1, do="save", draft=entries, reason="骰子點到南位")
    assert answer.status_code == 302
    assert dealt(hall) == [("東一局", 1), ("東一局", 1)]
    assert hall.fresh().unconfirmed == 2
    check_book(hall.game)


def test_a_correction_of_the_first_hand_offers_it_and_of_no_other(hall):
    for _ in range(2):
        play_and_confirm(hall.game, hall.actor, **won(1, 2))
    assert "first_dealer.3" in hall.get("correct", 1).content.decode()
    assert "first_dealer" not in hall.get("correct", 2).content.decode()


def test_a_first_dealer_taken_out_of_the_first_hand_leaves_it_to_east(hall):
    name_lee(hall)
    play_and_confirm(hall.game, hall.actor, **won(1, 2))
    entries = [{"event": won(1, 2), "claim": None}]
    assert hall.post("correct", 1, do="save", draft=entries, reason="骰子沒有擲").status_code == 302
    assert dealt(hall) == [("東一局", 0)]
    check_book(hall.game)


def test_a_first_dealer_keeps_the_seat_when_its_player_is_corrected(hall):
    name_lee(hall)
    chairs = {(hall.game.table.number, 1): 3, (hall.game.table.number, 2): 2}
    reseat(
        round_id=hall.game.round_id, chairs=chairs, reason="坐錯", actor=hall.actor, now=timezone.now(), confirmed=True
    )
    assert read_book(hall.fresh()).folded.state.dealer == 1
    assert f"由 {CHAN} 起莊" in words(hall.get("table"))


def test_every_game_asks_anew(hall):
    name_lee(hall)
    later = next_game(hall)
    assert ASKED in words(hall.referee.get(reverse("tournaments:table", args=[later.pk])))


def test_naming_alone_does_not_begin_a_game(hall):
    name_lee(hall)
    assert hall.fresh().state == "seated"
    play(hall.game, hall.actor, **won(1, 2))
    assert hall.fresh().state == "playing"


def test_the_first_hand_and_the_card_tell_who_was_named(hall):
    name_lee(hall)
    play_and_confirm(hall.game, hall.actor, **won(2, 3))
    assert f"由 {LEE} 起莊" in words(hall.get("hand", 1))
    assert f"由 {LEE} 起莊" in words(hall.get("card"))


def test_a_referee_who_does_not_see_it_yet_records_no_hand_with_another_dealer(hall):
    seen = hall.fresh().book_version
    name_lee(hall)
    answer = hall.post("save", seen=seen, **{"winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "5"})
    assert answer.status_code in (400, 409)
    assert dealt(hall) == []


def test_a_phone_without_a_network_keeps_it_for_later(hall):
    said = {
        "what": "first_dealer", "client_key": str(uuid.uuid4()), "seen": 0, "number": 1, "age": 1000,
        "rules": rules_mark(hall.event, hall.game.round), "pick": "first_dealer.3",
    }  # fmt: skip
    address = reverse("tournaments:deliver", args=[hall.game.pk])
    version = hall.referee.post(address, said).json()["version"]
    assert read_book(hall.fresh()).folded.state.dealer == 3
    assert hall.referee.post(address, said).json() == {"version": version}
    assert Act.objects.filter(game=hall.game).count() == 1
    assert hall.referee.post(address, said | {"pick": "time_up.during", "seen": version}).status_code == 400


def test_the_api_names_the_first_dealer_like_any_event(hall):
    body = {"event": {"type": "first_dealer", "seat": 2}, "seen": 0, "client_key": str(uuid.uuid4())}
    answer = hall.referee.post(
        reverse("api:hands", args=[hall.game.pk]), json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 200
    assert hall.referee.get(reverse("api:game", args=[hall.game.pk])).json()["dealer"] == 2


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_an_exported_game_begins_with_its_first_dealer(rule_set):
    hall = make_hall(rule_set=rule_set)
    name_lee(hall)
    play(hall.game, hall.actor, type="ruling", seat=3, consequences=["warning", {"pay": [0, "2"]}])
    play_and_confirm(hall.game, hall.actor, **won(1, 2))
    play_and_confirm(hall.game, hall.actor, **won(3, 0))
    document = replay_input(hall.fresh())
    assert document["players"] == [LEE, CHAN, HO, CHEUNG]
    assert all(event["type"] != "first_dealer" for event in document["events"])
    state = read_book(hall.fresh()).folded.state
    here, there = book_of(state, rule_set)["hands"], replay_document(document)["hands"]
    assert [(hand["dealer"] + 1) % 4 for hand in there] == [hand["dealer"] for hand in here]
    assert [[hand["scores"][seat - 1] for seat in range(4)] for hand in there] == [hand["scores"] for hand in here]
    check_book(hall.game)
    check_chain(hall.game)


def test_a_signed_card_names_the_dealer_of_each_hand(hall):
    name_lee(hall)
    for dealer in (1, 2, 3, 0) * 2:
        play(hall.game, hall.actor, **won((dealer + 1) % 4, dealer))
        confirm_all(hall.game, hall.actor)
    game = hall.fresh()
    assert game.state == "complete"
    assert [name for name, _dealer in dealt(hall)][-1] == "南四局"
    assert dealt(hall)[-1][1] == 0
