"""What is private of a player is on no page, in no export and in no answer of the API for others: drawn signatures,
the real name beside a public one, and what only organisers read."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.urls import Resolver404, resolve, reverse

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import PEOPLE, WORKING, FullHall
from tests.tournaments.factories import add_member
from tournaments.models import Contact, EventAct, Player, Role
from tournaments.players.services.roster import change_player
from tournaments.scorecards import pdf
from tournaments.scorecards.pdf import pdf_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

DRAWN = "M1,1L2,2"  # as the hall signs
SEEING = WORKING | {"player"}
ALIAS = "蒙面人"
SECRETS = {
    "real_name": "真名某某",
    "member": "MEMBER-8842",
    "email": "hidden-8842@example.com",
    "phone": "98428842",
    "note": "需要輪椅位8842",
}


@pytest.fixture(autouse=True)
def papers_are_kept(words_alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make stand-ins for PDFs; they are cached as real ones are."""
    monkeypatch.setattr(pdf, "make", str.encode)
    monkeypatch.setattr(pdf, "pdf_of", pdf_of)


@pytest.fixture
def first(hall: FullHall) -> Player:
    return hall.signed.seats.get(seat=0).player


def doors(hall: FullHall) -> Iterator[tuple[str, str]]:
    """Every address that can be read, of the signed game and of the player in its first seat where it names one."""
    number = hall.signed.seats.get(seat=0).player.number
    for name in (name for name, address in ADDRESSES.items() if address.get):
        try:
            wanted = dict(resolve(address_of(name, hall)).kwargs)
        except Resolver404:
            continue
        more = {"game_id": hall.signed.pk} if "game_id" in wanted else {}
        more |= {"number": number} if name in ("tournaments:player_history", "tournaments:live_player_picture") else {}
        yield name, reverse(name, kwargs=wanted | more)


def said(answer: Any) -> str:
    return unescape(b"".join(answer).decode(errors="replace"))


class TestDrawnSignatures:
    """The four of the card and the officials of its event see them."""

    @pytest.mark.parametrize("who", sorted(set(PEOPLE) - SEEING - {"anybody", "player elsewhere"}))
    def test_no_door_shows_a_stranger_how_somebody_signs(self, hall, who):
        client = hall.browser(who, hall.signed)
        assert [name for name, where in doors(hall) if DRAWN in said(client.get(where))] == []

    @pytest.mark.parametrize("who", sorted(SEEING))
    def test_the_four_and_the_officials_see_them_on_the_card_and_in_its_pdf(self, hall, who):
        client = hall.browser(who, hall.signed)
        for name in ("card", "card_pdf"):
            assert said(client.get(reverse(f"tournaments:{name}", args=[hall.signed.pk]))).count(DRAWN) == 4

    def test_a_pdf_that_was_made_for_a_referee_is_not_handed_to_a_spectator(self, hall):
        where = reverse("tournaments:card_pdf", args=[hall.signed.pk])
        shown = {who: said(hall.browser(who).get(where)).count(DRAWN) for who in ("referee", "anybody", "head referee")}
        assert shown == {"referee": 4, "anybody": 0, "head referee": 4}

    def test_whoever_reads_the_card_is_told_who_signed_and_that_it_was_by_hand(self, hall):
        for name in ("card", "card_pdf"):
            shown = said(hall.browser("anybody").get(reverse(f"tournaments:{name}", args=[hall.signed.pk])))
            assert shown.count("親手簽署") == 4
            assert "選手17" in shown

    def test_who_holds_the_code_checks_the_card_without_drawings_even_with_a_role_elsewhere(self, hall):
        add_member(hall.other, hall.users["stranger"], Role.HEAD_REFEREE)
        for name in ("tournaments:check", "api:check"):
            answer = hall.browser("stranger").get(address_of(name, hall))
            assert answer.status_code == 200
            assert DRAWN not in said(answer)


class TestPublicNames:
    """公開名稱: only officials read the real name, on every page and on cards that were signed earlier."""

    @pytest.fixture(autouse=True)
    def called(self, first):
        values = {"number": first.number, "name": first.name, "club": "", "staff": False}
        change_player(player=first, latin_name="Real Latin", alias=ALIAS, **values)

    @pytest.mark.parametrize("who", ["anybody", "player elsewhere"])
    def test_no_door_tells_the_real_name_or_shows_how_somebody_signs(self, hall, first, who):
        real = re.compile(first.contact.real_name + r"(?!\d)|Real Latin")
        client = hall.browser(who, hall.signed)
        found = {name: said(client.get(where)) for name, where in doors(hall)}
        assert [name for name, page in found.items() if real.search(page) or DRAWN in page] == []
        shown = {name for name, page in found.items() if ALIAS in page}
        pages = {"standings", "standings_csv", "screen_rows", "card", "card_pdf", "check"}
        pages |= {"live_player_picture", "live_card_picture"}
        assert {f"tournaments:{name}" for name in pages} <= shown
        assert {"api:check", "api:card", "api:players", "api:games"} <= shown

    def test_officials_read_both_where_somebody_comes_to_the_desk(self, hall, first):
        for who in ("referee", "head referee", "organiser"):
            page = said(hall.browser(who).get("/e/hall/check-in/"))
            assert ALIAS in page
            assert first.contact.real_name in page
        assert first.contact.real_name in said(hall.browser("organiser").get(address_of("tournaments:check", hall)))


class TestWhatOnlyOrganisersRead:
    # Everybody else may open less than one of them (test_who_may).
    READERS = ("anybody", "player", "referee", "head referee", "keeper of accounts")
    # Who comes to the desk says their real name.
    OFFICIALS_READ = {
        (door, who, "real_name")
        for door in ("tournaments:check_in", "tournaments:mark_check_in", "api:check_in")
        for who in WORKING
    }

    @pytest.fixture(autouse=True)
    def known(self, hall):
        for player in hall.event.players.all():
            Contact.objects.create(player=player, **SECRETS)

    def secrets(self, answer: Any) -> list[str]:
        text = said(answer) if answer.status_code == 200 and not answer.streaming else ""
        return [name for name, secret in SECRETS.items() if secret in text]

    def test_nobody_else_reads_it(self, hall):
        found = {
            (name, who, secret)
            for name, address in ADDRESSES.items()
            for who in (self.READERS if address.get else ())
            for secret in self.secrets(hall.browser(who, address.table(hall)).get(address_of(name, hall)))
        }
        assert found <= self.OFFICIALS_READ, found - self.OFFICIALS_READ

    def test_organisers_read_it_on_the_page_of_the_player(self, hall):
        assert self.secrets(hall.browser("organiser").get(address_of("tournaments:player", hall))) == list(SECRETS)

    def test_the_history_keeps_none_of_it(self, hall):
        kept = "".join(str(payload) for payload in EventAct.objects.values_list("payload", flat=True))
        assert not [name for name, secret in SECRETS.items() if secret in kept]
