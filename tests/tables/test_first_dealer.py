"""由誰起莊: asked before the first hand, one tap; corrected, undone, told and exported like any other act."""

import uuid

import pytest
from django.utils import timezone

import scoring
from scoring.documents.replay import book_of, replay_document
from scoring.rulebook import RULE_SETS
from tests.markup import shows, url
from tests.tournaments.book_checks import check_chain
from tests.tournaments.book_pages import Hall, make_hall
from tests.tournaments.factories import next_game
from tests.tournaments.recorder import ruling, won
from tournaments.core.exceptions import Invalid
from tournaments.models import Act
from tournaments.rounds.services.swaps import reseat
from tournaments.tables.game_log.read import rules_mark
from tournaments.tables.selectors.export import replay_input

THROWN = [rule_set for rule_set in RULE_SETS if scoring.rule_set(rule_set).game.dealer_thrown]

CHEUNG, LEE, CHAN, HO = "張國強", "李小龍", "陳大文", "何家珍"
ASKED, NAMED = "由誰起莊？", f"由 {LEE} 起莊"
WIN = won(1, 2, 8)


@pytest.fixture
def named(hall: Hall) -> Hall:
    name_lee(hall)
    return hall


def dealt(hall: Hall) -> list[tuple[str, int]]:
    return [(hand.result.name, hand.result.dealer) for hand in hall.folded.hands]


def name_lee(hall: Hall) -> None:
    assert hall.post("other", pick="first_dealer.1").status_code == 302


def entries(*events):
    return [{"event": event, "claim": None} for event in events]


@pytest.mark.parametrize("rule_set", THROWN)
def test_a_table_asks_its_referee_once_and_one_tap_answers(rule_set):
    hall = make_hall(rule_set=rule_set)
    shows(hall.get("table"), ASKED, *map(" ".join, zip("東南西北", (CHEUNG, LEE, CHAN, HO), strict=True)))
    name_lee(hall)
    shows(hall.get("table"), NAMED, never=ASKED)
    assert hall.folded.state.dealer == 1
    assert hall.fresh().state == "seated", "naming alone does not begin a game"
    hall.check()


def test_the_east_seat_deals_first_where_no_dice_are_thrown():
    hall = make_hall(rule_set="mcr")
    shows(hall.get("table"), never=ASKED)
    with pytest.raises(Invalid, match="東位起莊"):
        hall.play({"type": "first_dealer", "seat": 1})


def test_only_those_who_record_are_asked_and_where_nobody_answers_east_begins(hall):
    shows(hall.get("table", client=hall.player(1)), never=ASKED)
    assert hall.post("other", client=hall.player(1), pick="first_dealer.1").status_code == 403
    hall.settle(won(2, 3))
    assert dealt(hall) == [("東一局", 0)]
    shows(hall.get("table"), never=ASKED)


def test_the_deal_and_the_winds_go_round_from_the_first_dealer_to_the_last_hand(named):
    named.finish()
    winds = [f"{wind}{number}局" for wind in "東南" for number in "一二三四"]
    assert dealt(named) == list(zip(winds, (1, 2, 3, 0) * 2, strict=True))
    assert named.fresh().state == "complete"
    named.check()


def test_who_is_named_is_undone_with_its_reason_and_asked_again(named):
    assert named.post("undo", reason="點錯").status_code == 302
    shows(named.get("table"), ASKED)
    assert named.folded.state.dealer == 0
    shows(named.get("hands"), NAMED, "點錯")


def test_a_forgotten_first_dealer_is_offered_and_put_right_in_the_first_hand_alone(hall):
    hall.settle(WIN, WIN)
    assert dealt(hall) == [("東一局", 0), ("東二局", 1)]
    shows(hall.get("correct", 1), "first_dealer.3")
    shows(hall.get("correct", 2), never="first_dealer")
    draft = entries({"type": "first_dealer", "seat": 1}, WIN)
    assert hall.post("correct", 1, do="save", draft=draft, reason="骰子點到南位").status_code == 302
    assert dealt(hall) == [("東一局", 1), ("東一局", 1)]
    assert hall.fresh().unconfirmed == 2
    hall.check()


def test_a_first_dealer_taken_out_of_the_first_hand_leaves_it_to_east(named):
    named.settle(WIN)
    assert named.post("correct", 1, do="save", draft=entries(WIN), reason="骰子沒有擲").status_code == 302
    assert dealt(named) == [("東一局", 0)]
    named.check()


def test_a_first_dealer_keeps_the_seat_when_its_player_is_corrected(named):
    said = {"reason": "坐錯", "actor": named.actor, "now": timezone.now(), "confirmed": True}
    reseat(round_id=named.game.round_id, chairs={(1, 1): 3, (1, 2): 2}, **said)
    assert named.folded.state.dealer == 1
    shows(named.get("table"), f"由 {CHAN} 起莊")


def test_every_game_asks_anew(named):
    shows(named.referee.get(url("table", next_game(named.game, opened_at=timezone.now()).pk)), ASKED)


def test_the_first_dealer_is_told_of_the_first_hand(named):
    named.settle(won(2, 3))
    assert named.fresh().state == "playing"
    for where in (("hand", 1), ("card",)):
        shows(named.get(*where), NAMED)


def test_a_referee_who_does_not_see_it_yet_records_no_hand_with_another_dealer(hall):
    seen = hall.fresh().book_version
    name_lee(hall)
    answer = hall.post("save", seen=seen, **{"winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "5"})
    assert answer.status_code in (400, 409)
    assert dealt(hall) == []


def test_a_phone_without_a_network_keeps_it_for_later(hall):
    said = {"client_key": str(uuid.uuid4()), "seen": 0, "rules": rules_mark(hall.event, hall.game.round)}
    said |= {"what": "first_dealer", "number": 1, "age": 1000, "pick": "first_dealer.3"}
    version = hall.post("deliver", **said).json()["version"]
    assert hall.folded.state.dealer == 3
    assert hall.post("deliver", **said).json() == {"version": version}
    assert Act.objects.count() == 1
    assert hall.post("deliver", **said | {"pick": "time_up.during", "seen": version}).status_code == 400


def test_the_api_names_the_first_dealer_like_any_event(hall):
    body = {"event": {"type": "first_dealer", "seat": 2}, "seen": 0, "client_key": str(uuid.uuid4())}
    assert hall.referee.post(hall.url("api:hands"), body, content_type="application/json").status_code == 200
    assert hall.get("api:game").json()["dealer"] == 2


@pytest.mark.parametrize("rule_set", THROWN)
def test_an_exported_game_begins_with_its_first_dealer(rule_set):
    hall = make_hall(rule_set=rule_set)
    name_lee(hall)
    hall.play(ruling(3, consequences=["warning", {"pay": [0, "2"]}]))
    hall.settle(WIN, won(3, 0, 8))
    document = replay_input(hall.fresh())
    assert document["players"] == [LEE, CHAN, HO, CHEUNG]
    assert all(event["type"] != "first_dealer" for event in document["events"])
    here, there = book_of(hall.folded.state, rule_set)["hands"], replay_document(document)["hands"]
    assert [(hand["dealer"] + 1) % 4 for hand in there] == [hand["dealer"] for hand in here]
    assert [[hand["scores"][seat - 1] for seat in range(4)] for hand in there] == [hand["scores"] for hand in here]
    hall.check()
    check_chain(hall.game)
