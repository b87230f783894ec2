"""Rulings of the Taiwanese sets: what a second 相公 of a hand is, and whom 喊碰未碰 never pays."""

import re

import pytest

from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall
from tests.tournaments.factories import play_and_confirm
from tournaments.models import Act

AGAIN = {"tw-club": ("second_wrong_count", "二相包賠"), "tw-sixteen": ("pays_all", "包賠")}


@pytest.fixture(params=AGAIN)
def hall(request):
    return make_hall(rule_set=request.param)


def proposed(hall, offence, seat="1", **data):
    page = markup(hall.get("penalties:ruling", seat=seat, offence=offence, **data))
    found = re.search(r"這一鋪第二次：按規則判([^<。]+)。", page)
    return found[1].strip() if found else ""


def looked(hall):
    return ("looked", {}) if hall.event.rule_set == "tw-club" else ("looked_and_lost", {"to": "0"})


def test_a_second_相公_of_a_hand_is_proposed_as_包賠(hall):
    slug, name = AGAIN[hall.event.rule_set]
    assert proposed(hall, "wrong_count") == ""
    assert hall.post("penalties:ruling", seat="1", offence="wrong_count").status_code == 302
    assert name in proposed(hall, "wrong_count")
    assert f"offence={slug}" in markup(hall.get("penalties:ruling", seat="1", offence="wrong_count"))
    assert proposed(hall, "wrong_count", seat="2") == ""
    assert hall.post("penalties:ruling", seat="1", offence="wrong_count").status_code == 302, "or the first once more"


def test_so_is_a_眼牌_after_a_相公_or_another_眼牌(hall):
    offence, needed = looked(hall)
    hall.post("penalties:ruling", seat="1", offence=offence, **needed)
    assert proposed(hall, offence)
    assert proposed(hall, "wrong_count")
    assert proposed(hall, "false_win") == ""


def test_a_replayed_hand_is_another_hand(hall):
    hall.post("penalties:ruling", seat="1", offence="wrong_count")
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert proposed(hall, "wrong_count") == ""
    assert proposed(hall, "wrong_count", hand="1")


def test_喊碰未碰_offers_everybody_but_the_seat_before_and_refuses_it(hall):
    page = markup(hall.get("penalties:ruling", seat="1", offence="pung_not_taken"))
    select = page[page.index('name="to"') :]
    assert re.findall(r'value="(\d)"', select[: select.index("</select>")]) == ["2", "3"]
    shows(hall.post("penalties:ruling", seat="1", offence="pung_not_taken", to="0"), "不能是上家", status=400)
    assert not Act.objects.exists()
    assert hall.post("penalties:ruling", seat="1", offence="pung_not_taken", to="2").status_code == 302


def test_包賠_that_ends_the_hand_ends_it(hall):
    offence = "late_wrong_kong" if hall.event.rule_set == "tw-club" else "pays_all_ends"
    assert hall.post("penalties:ruling", seat="1", offence=offence, fan="4").status_code == 302
    state = hall.fresh()
    assert (state.hands_closed, state.dealer_streak) == (1, 1)


def test_a_hand_of_the_club_may_end_as_a_false_win():
    hall = make_hall(rule_set="tw-club")
    answer = hall.post("penalties:ruling", seat="1", offence="other", composed="1", words=["false_win_hand"])
    assert answer.status_code == 302
    state = hall.fresh()
    assert (state.hands_closed, state.dealer, state.dealer_streak) == (1, 0, 0)
