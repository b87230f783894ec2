import uuid

import pytest

from penalties.models import Ruling
from penalties.services import rulings
from tests.markup import url
from tests.penalties.hall import state_of
from tests.tournaments.book_checks import reread
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import make_user
from tournaments.models import Act
from tournaments.tables.game_log.read import read_book


def post(who, name, *args, **body):
    client = signed_in(make_user(who))
    body = {"client_key": str(uuid.uuid4())} | body
    return client.post(url(f"penalties_api:{name}", *args), body, content_type="application/json")


def rule(game, who="referee", **body):
    return post(who, "rule", game.pk, **({"seen": reread(game).book_version} | body))


def errors_of(answer):
    return [(error["attr"], error["code"]) for error in answer.json()["errors"]]


def test_the_api_rules_at_a_table_and_names_the_article(game):
    answer = rule(game, event={"seat": 2, "offence": "發言"}, facts="向鄰檯說話")
    assert (answer.status_code, answer.json()) == (200, {"article": 1})
    assert state_of(game).cards_in_force[2] == ("yellow",)
    assert Ruling.objects.get().facts == "向鄰檯說話"


def test_a_ruling_does_what_its_preview_says_which_writes_nothing(evening, game):
    for offence in ("talking", "claim_cancelled", "claim_cancelled", "wrong_claim", "wrong_draw"):
        acts, event = Act.objects.count(), {"type": "ruling", "seat": 1, "offence": offence}
        after = rulings.preview(book=read_book(reread(game)), event=event)
        assert Act.objects.count() == acts
        evening.rule(game, 1, offence)
        assert state_of(game) == after.state


def test_the_api_rules_on_an_earlier_hand(evening, game):
    evening.play(game, type="draw")
    evening.play(game, type="draw")
    assert rule(game, event={"seat": 2, "offence": "talking"}, hand=1).status_code == 200
    assert Ruling.objects.get().hand == 1
    assert [len(hand.rulings) for hand in state_of(game).hands] == [1, 0]
    answer = rule(game, event={"seat": 2, "offence": "talking"}, hand=9)
    assert (answer.status_code, errors_of(answer)[0][0]) == (400, "hand")


def test_the_same_key_twice_is_one_ruling(game):
    body = {"event": {"seat": 2, "offence": "talking"}, "client_key": str(uuid.uuid4()), "seen": 0}
    assert rule(game, **body).json() == rule(game, **body).json()
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    ("event", "code"),
    [({"type": "draw"}, "invalid"), ({"seat": 2, "offence": "不存在"}, "bad_event"), ({"seat": 2}, "missing_key")],
)
def test_the_api_refuses_what_is_no_ruling(game, event, code):
    answer = rule(game, event=event)
    assert answer.status_code == 400
    assert [one for _attr, one in errors_of(answer)] == [code]
    assert not Ruling.objects.exists()


def test_the_head_referee_rules_in_the_hall(evening, game):
    body = {"player": 3, "ruling": {"offence": "talking"}, "facts": "場內喧嘩"}
    assert post("referee", "rule_in_hall", "evening", **body).status_code == 403
    assert post("head", "rule_in_hall", "evening", **body).json() == {"article": 1}
    assert Ruling.objects.get().hall.player.number == 3
    assert errors_of(post("head", "rule_in_hall", "evening", **(body | {"player": 99})))[0][0] == "player"
    needs_hand = post("head", "rule_in_hall", "evening", **(body | {"ruling": {"offence": "short_hand"}}))
    assert (needs_hand.status_code, errors_of(needs_hand)[0][1]) == (400, "bad_event")


def test_a_ruling_is_taken_back(evening, game):
    ruling = evening.rule(game, 2, "talking")
    assert post("stranger", "reverse", "evening", ruling.number, reason="看錯人").status_code == 403
    answer = post("head", "reverse", "evening", ruling.number, reason="看錯人")
    assert (answer.status_code, answer.json()) == (200, {"article": 2})
    assert state_of(game).cards_in_force[2] == ()
    again = post("head", "reverse", "evening", ruling.number, reason="看錯人")
    assert (again.status_code, errors_of(again)[0][1]) == (409, "conflict")
    assert post("head", "reverse", "evening", 99, reason="看錯人").status_code == 404
    assert errors_of(post("head", "reverse", "evening", ruling.number, reason=""))[0][0] == "reason"
