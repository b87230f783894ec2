"""Drawn signatures: the four of the card and the officials of its event see them, nobody else by any door."""

from html import unescape

import pytest
from django.urls import Resolver404, resolve, reverse

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import PEOPLE, WORKING, Hall, make_hall
from tests.tournaments.factories import add_member
from tournaments.models import Role
from tournaments.scorecards import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

DRAWN = "M1,1L2,2"  # as the hall signs
SEEING = WORKING | {"player"}


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    # What is printed, without the second that it takes; what has been made is kept as ever.
    monkeypatch.setattr(pdf, "make", str.encode)
    return make_hall()


def doors(hall: Hall) -> list[str]:
    """Every address that can be read, with the signed game wherever it names one."""
    found = []
    for name, address in ADDRESSES.items():
        if address.get is None:
            continue
        where = address_of(name, hall)
        try:
            wanted = dict(resolve(where).kwargs)
        except Resolver404:
            continue
        if "game_id" in wanted:
            where = reverse(name, kwargs=wanted | {"game_id": hall.signed.pk})
        found.append(where)
    return found


def said(answer) -> str:
    return unescape(b"".join(answer).decode(errors="replace"))


@pytest.mark.parametrize("who", sorted(set(PEOPLE) - SEEING))
def test_no_door_shows_a_stranger_how_somebody_signs(hall, who):
    client = hall.browser(who, hall.signed)
    assert [where for where in doors(hall) if DRAWN in said(client.get(where))] == []


@pytest.mark.parametrize("who", sorted(SEEING))
def test_the_four_and_the_officials_see_them_on_the_card_and_in_its_pdf(hall, who):
    client = hall.browser(who, hall.signed)
    for name in ("card", "card_pdf"):
        assert said(client.get(reverse(f"tournaments:{name}", args=[hall.signed.pk]))).count(DRAWN) == 4


def test_a_pdf_that_was_made_for_a_referee_is_not_handed_to_a_spectator(hall):
    where = reverse("tournaments:card_pdf", args=[hall.signed.pk])
    shown = {who: said(hall.browser(who).get(where)).count(DRAWN) for who in ("referee", "anybody", "head referee")}
    assert shown == {"referee": 4, "anybody": 0, "head referee": 4}


def test_whoever_reads_the_card_is_told_who_signed_and_that_it_was_by_hand(hall):
    for name in ("card", "card_pdf"):
        shown = said(hall.browser("anybody").get(reverse(f"tournaments:{name}", args=[hall.signed.pk])))
        assert shown.count("親手簽署") == 4
        assert "選手17" in shown


def test_who_holds_the_code_checks_the_card_without_drawings_even_with_a_role_elsewhere(hall):
    code = hall.signed.scorecards.get().code
    add_member(hall.other, hall.users["stranger"], Role.HEAD_REFEREE)
    for where in (reverse("tournaments:check", args=[code]), reverse("api:check", args=[code])):
        answer = hall.browser("stranger").get(where)
        assert answer.status_code == 200
        assert DRAWN not in said(answer)
