"""代位賠付: ruled for a span of hands, the liable seat stands chosen in the form of a win until the span is over."""

import re

import pytest

from penalties.models import Ruling
from tests.tournaments.book_pages import make_hall, somebody, words
from tests.tournaments.factories import play_and_confirm
from tournaments.book.claims import check_claim
from tournaments.book.read import read_book
from tournaments.exceptions import Invalid
from tournaments.models import Act

pytestmark = pytest.mark.django_db

RULED = {"seat": "1", "offence": "wrong_pung"}


@pytest.fixture(params=["tw-club", "tw-sixteen"])
def hall(request):
    return make_hall(rule_set=request.param)


def rule(hall, hands, **data):
    offence = "wrong_pung" if hall.event.rule_set == "tw-club" else "wrong_count"
    return hall.post("penalties:ruling", seat="1", offence=offence, substitute=hands, **data)


def chosen(page):
    return re.findall(r'name="liable" value="(\d)" checked', page)


def win(hall, winner="0"):
    return words(hall.get("win", winner=winner))


def test_it_is_kept_beside_the_ruling(hall):
    assert rule(hall, "1", note="碰後打錯").status_code == 302
    assert Act.objects.get().payload["claim"] == {"note": "碰後打錯", "substitute": {"hands": 1}}


def test_it_says_so_before_it_is_pressed(hall):
    page = words(rule(hall, "1", preview="1"))
    assert "代位賠付：這一鋪應付的由 李小龍 代付" in page
    assert "由這一鋪起 3 鋪，應付的由 李小龍 代付" in words(rule(hall, "3", preview="1"))


def test_the_form_of_a_win_begins_with_the_liable_seat_and_the_reason(hall):
    assert chosen(win(hall)) == []
    rule(hall, "1")
    page = win(hall)
    assert chosen(page) == ["1"]
    assert "代位賠付，至這一鋪完" in page
    assert '<details class="more-circumstances payers" open>' in page


def test_the_referee_may_leave_it_out(hall):
    rule(hall, "1")
    entered = {"kind": "win", "winner-0": "0", "source": "2", "mode-0": "typed", "typed-0": "3"}
    answer = hall.post("win", **entered)
    assert answer.status_code == 200
    assert "包付" not in words(answer)
    paid = hall.post("win", **entered, liable="1", cause_of_liable="substitute")
    assert "李小龍 包付 張國強" in words(paid)


def test_a_winner_pays_for_nobody(hall):
    hall.post("penalties:ruling", seat="1", offence="other", composed="1", words=["warning"], substitute="1")
    assert chosen(win(hall, "1")) == []


def test_it_is_over_with_its_span(hall):
    rule(hall, "2")
    assert "至第 2 鋪完" in win(hall)
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert chosen(win(hall)) == ["1"]
    assert "至這一鋪完" in win(hall)
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert chosen(win(hall)) == []


def test_it_is_gone_with_its_ruling(hall):
    rule(hall, "4")
    hall.post("undo", reason="看錯人")
    assert chosen(win(hall)) == []


def test_two_share_it(hall):
    rule(hall, "1")
    hall.post("penalties:ruling", seat="2", offence="other", composed="1", words=["warning"], substitute="1")
    assert chosen(win(hall)) == ["1", "2"]


def test_the_table_tells_it_to_those_who_record(hall):
    rule(hall, "1")
    assert "代位賠付，至這一鋪完" in words(hall.get("table"))
    for who in ("anybody", "player elsewhere", "organiser"):
        assert "代位賠付" not in words(hall.get("table", client=somebody(hall, who)))


def test_the_hand_keeps_it_on_the_record_for_those_who_work_there(hall):
    rule(hall, "2")
    play_and_confirm(hall.game, hall.actor, type="draw")
    told = "由這一鋪起 2 鋪，應付的由 李小龍 代付"
    assert told in words(hall.get("hand", 1))
    assert told not in words(hall.get("hand", 1, client=hall.player(2)))


def test_it_reaches_from_an_earlier_hand(hall):
    play_and_confirm(hall.game, hall.actor, type="draw")
    hall.post("penalties:ruling", seat="1", offence="other", composed="1", words=["warning"], hand="1", substitute="2")
    assert chosen(win(hall)) == ["1"]
    assert Ruling.objects.get().hand == 1
    assert read_book(hall.fresh()).folded.timeline.items[-1].claim == {"substitute": {"hands": 2}}


@pytest.mark.parametrize("hands", ["0", "17", "-1", "x"])
def test_it_takes_no_other_span_and_keeps_what_was_entered(hall, hands):
    answer = rule(hall, hands, note="碰後打錯")
    assert answer.status_code == 400
    assert "碰後打錯" in words(answer)
    assert not Act.objects.exists()


@pytest.mark.parametrize("rule_set", ["hkma-league", "hkma-masters", "hk-classic"])
def test_other_rules_know_nothing_of_it(rule_set):
    hall = make_hall(rule_set=rule_set)
    assert "代位賠付" not in words(hall.get("penalties:ruling", seat="1", offence="other"))
    answer = hall.post("penalties:ruling", seat="1", offence="other", composed="1", words=["warning"], substitute="1")
    assert answer.status_code == 400
    assert not Act.objects.exists()


@pytest.mark.parametrize(
    "span", [1, "1", [], {}, {"hands": "1"}, {"hands": 0}, {"hands": 17}, {"hands": True}, {"hands": 1, "seat": 2}]
)
def test_the_book_keeps_no_other_shape(span):
    with pytest.raises(Invalid):
        check_claim({"substitute": span})
