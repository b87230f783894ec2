"""代位賠付: ruled by kind, asked at the next win of the same hand, and over with it."""

import re

import pytest

from penalties.models import Ruling
from tests.markup import markup, shows, words
from tests.tables.test_recording_pages import hidden
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.recorder import DRAW, ruling
from tournaments.core.exceptions import Invalid
from tournaments.models import Act
from tournaments.tables.game_log.claims import SUBSTITUTE_KINDS, check_claim
from tournaments.tables.game_log.read import rules_mark

WIN = {"kind": "win", "winner-0": "0", "source": "2", "mode-0": "typed", "typed-0": "3"}
YES, NO = {"applies-1": "yes", "cause_of_liable": "substitute"}, {"applies-1": "no"}
WARNED = {"offence": "other", "composed": "1", "words": ["warning"]}
QUESTION = "請答代位賠付是否適用於這一鋪"
PAID_FOR = "這一鋪應付的由 李小龍 代付"


@pytest.fixture(params=["tw-club", "tw-sixteen"])
def hall(request):
    return make_hall(rule_set=request.param)


@pytest.fixture
def ruled(hall):
    rule(hall)
    return hall


def rule(hall, kind="draws", **data):
    offence = "wrong_pung" if hall.event.rule_set == "tw-club" else "wrong_count"
    return hall.post("penalties:ruling", **{"seat": "1", "offence": offence, "substitute": kind} | data)


def save_win(hall, **data):
    shown = hall.post("win", **WIN, **data)
    assert shown.status_code == 200, words(shown)
    assert hall.post("save", **hidden(shown)).status_code == 302


def asked(answer):
    return sorted(set(re.findall(r'name="applies-(\d)"', markup(answer))))


def win(hall, winner="0"):
    return hall.get("win", winner=winner)


@pytest.mark.parametrize("kind", SUBSTITUTE_KINDS)
def test_the_kind_of_a_liability_is_kept_beside_the_ruling(hall, kind):
    assert rule(hall, kind, note="碰後打錯").status_code == 302
    assert Act.objects.get().payload["claim"] == {"note": "碰後打錯", "substitute": {"kind": kind}}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("draws", "其後摸序八張內的他人自摸"),
        ("kong", "槓上的自摸與原牌放銃"),
        ("draws_and_kong", "與槓上的自摸、原牌放銃"),
    ],
)
def test_a_liability_says_so_before_it_is_pressed(hall, kind, said):
    shows(rule(hall, kind, preview="1"), said, PAID_FOR)


def test_the_next_win_asks_whether_it_applies_and_is_not_recorded_without_an_answer(hall):
    assert asked(win(hall)) == []
    rule(hall, "kong")
    assert asked(win(hall)) == ["1"]
    page = shows(win(hall), "代位賠付（槓上的自摸與原牌放銃）")
    assert not re.search(r'name="(applies-1|liable)"[^>]*checked', page)
    shows(hall.post("win", **WIN), QUESTION, 'name="typed-0" value="3"', status=400)


@pytest.mark.parametrize("source", ["2", "self"])
def test_who_pays_is_what_the_referee_answered(ruled, source):
    entered = WIN | {"source": source}
    shows(ruled.post("win", **entered, **YES), "李小龍 包付 張國強")
    shows(ruled.post("win", **entered, **NO), never="包付")


def test_the_answer_stays_with_the_hand(ruled):
    """A correction of the hand shows it, and does not ask again."""
    save_win(ruled, **NO)
    item = ruled.folded.timeline.items[-1]
    assert (item.claim["spared"], "liable" in item.event) == ([1], False)
    shows(ruled.get("correct", 1), 'name="applies-1" value="no" checked')


def test_a_winner_pays_for_nobody(hall):
    rule(hall, **WARNED)
    assert asked(win(hall, "1")) == []
    assert hall.post("win", **WIN | {"winner-0": "1"}).status_code == 200


@pytest.mark.parametrize(
    "end", [lambda hall: hall.settle(DRAW), lambda hall: hall.undo()], ids=["the hand", "its ruling"]
)
def test_a_liability_ends_with(ruled, end):
    end(ruled)
    assert asked(win(ruled)) == []
    assert ruled.post("win", **WIN).status_code == 200


def test_two_share_it_or_one_of_them_pays(ruled):
    rule(ruled, **WARNED, seat="2")
    assert asked(win(ruled)) == ["1", "2"]
    entered = WIN | YES | {"source": "self"}
    assert ruled.post("win", **entered).status_code == 400
    shows(ruled.post("win", **entered, **{"applies-2": "yes"}), "李小龍 包付", "陳大文 包付")
    shows(ruled.post("win", **entered, **{"applies-2": "no"}), never="陳大文 包付")


def test_the_table_and_then_the_record_of_the_hand_tell_it_to_those_who_work_there(ruled):
    shows(ruled.get("table"), "代位賠付（其後摸序八張內的他人自摸）")
    for who in ("anybody", "player elsewhere", "organiser"):
        shows(ruled.get("table", client=somebody(ruled, who)), never="代位賠付")
    ruled.settle(DRAW)
    shows(ruled.get("hand", 1), PAID_FOR)
    shows(ruled.get("hand", 1, client=ruled.player(2)), never=PAID_FOR)


def test_ruled_on_a_closed_hand_it_is_asked_at_the_correction_of_that_hand_only(hall):
    save_win(hall)
    assert rule(hall, **WARNED, hand="1").status_code == 302
    assert Ruling.objects.get().hand == 1
    assert asked(win(hall)) == []
    assert asked(hall.get("correct", 1)) == ["1"]


@pytest.mark.parametrize("sent", [{}, {"substitute": "draws"}])
def test_執意碰牌_always_brings_it(hall, sent):
    hall.post("penalties:ruling", seat="1", offence="lost_priority_pung", **sent)
    assert Act.objects.get().payload["claim"] == {"substitute": {"kind": "draws"}}


def test_what_a_phone_had_kept_waits_for_the_answer(ruled):
    entered = WIN | {"what": "win", "rules": rules_mark(ruled.event, ruled.game.round)}
    answer = ruled.post("deliver", **entered)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert QUESTION in answer.json()["detail"]
    assert ruled.post("deliver", **entered, **YES).status_code == 200


@pytest.mark.parametrize("kind", ["1", "0", "hand", "Draws"])
def test_a_liability_takes_no_other_kind_and_keeps_what_was_entered(hall, kind):
    shows(rule(hall, kind, note="碰後打錯"), "碰後打錯", status=400)
    assert not Act.objects.exists()


@pytest.mark.parametrize("rule_set", ["hkma-league", "hkma-masters", "hk-classic"])
def test_other_rules_know_nothing_of_it(rule_set):
    hall = make_hall(rule_set=rule_set)
    shows(hall.get("penalties:ruling", seat="1", offence="other"), never="代位賠付")
    assert rule(hall, **WARNED).status_code == 400
    assert not Act.objects.exists()


def test_a_ruling_of_before_is_asked_about_in_its_own_hand(hall):
    """It was measured in hands; the record goes on saying so."""
    hall.settle(DRAW)
    hall.record(ruling(1, "other", consequences=["warning"]), {"substitute": {"hands": 3}})
    assert asked(win(hall)) == ["1"]
    hall.settle(DRAW)
    assert asked(win(hall)) == []
    shows(hall.get("hand", 2), "由這一鋪起 3 鋪，應付的由 李小龍 代付")


@pytest.mark.parametrize(
    "span", [1, "1", [], {}, {"hands": "1"}, {"hands": 0}, {"hands": 17}, {"kind": "x"}, {"kind": "kong", "hands": 2}]
)
def test_the_book_keeps_no_other_shape(span):
    for claim in ({"substitute": span}, {"spared": [4]}):
        with pytest.raises(Invalid):
            check_claim(claim)
