"""What is printed or shown for phones (slips, the big screen, cards) opens on phones, or says that it would not."""

from unittest.mock import patch

import pytest
from django.test import Client
from pytest_django import Settings

from tests.markup import url
from tests.tables.test_whole_game import signed_game
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import add_member, make_event, make_user
from tournaments.models import Event, Player, Role

WARNING = "只有這部電腦打得開"


@pytest.fixture
def event() -> Event:
    event = make_event()
    Player.objects.create(event=event, number=1, name="陳大文")
    return event


@pytest.fixture
def organiser(event: Event) -> Client:
    """Sits at the server, under the address that leads to nowhere else."""
    user = make_user()
    add_member(event, user, Role.ORGANISER)
    client = Client(headers={"Host": "127.0.0.1:8000"})
    client.force_login(user)
    return client


@pytest.fixture
def coded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of which QR codes are drawn."""
    seen: list[str] = []
    for module in ("hall.views", "scorecards.views", "standings.views"):
        monkeypatch.setattr(f"tournaments.{module}.qr_svg", lambda address: seen.append(address) or "")
    return seen


def pages(event: Event) -> list[str]:
    return [url(name, event.slug) for name in ("links", "screen")]


def test_codes_lead_to_the_address_in_the_room_and_pages_warn_where_they_would_be_local(
    event: Event, organiser: Client, coded: list[str], settings: Settings
) -> None:
    settings.LAN_ADDRESS = "192.168.1.7"
    said = [organiser.get(address).content.decode() for address in pages(event)]
    assert len(coded) == 2
    assert all(address.startswith("http://192.168.1.7:8000/") for address in coded)
    assert "http://192.168.1.7:8000/e/" in said[1]
    assert WARNING not in said[0]
    settings.LAN_ADDRESS = ""
    slips, screen = (organiser.get(address).content.decode() for address in pages(event))
    assert WARNING in slips
    assert "PAIJU_ADDRESS" in slips
    assert "電話連不到這部電腦" in screen
    assert "127.0.0.1" not in screen


@pytest.mark.parametrize("host", ["127.0.0.1:31337", "testserver:1", "testserver:65536"])
def test_an_address_with_a_foreign_port_is_refused(event: Event, organiser: Client, host: str) -> None:
    """Each port would rebuild every cached page and mislead every phone."""
    assert {organiser.get(address, headers={"Host": host}).status_code for address in pages(event)} == {400}


def test_the_screen_of_one_address_is_not_shown_under_another(event: Event, settings: Settings) -> None:
    settings.LAN_ADDRESS = ""
    address = pages(event)[1]
    assert "電話連不到" in Client(headers={"Host": "localhost"}).get(address).content.decode()
    assert "http://paiju.example/e/" in Client(headers={"Host": "paiju.example"}).get(address).content.decode()


def test_a_signed_card_is_checked_under_the_address_in_the_room(coded: list[str], settings: Settings) -> None:
    settings.LAN_ADDRESS = "192.168.1.7"
    game = signed_game()
    client = Client(headers={"Host": "127.0.0.1:8000"})
    page = client.get(url("card", game.pk)).content.decode()
    assert coded[-1].startswith("http://192.168.1.7:8000/c/")
    assert WARNING not in page
    settings.LAN_ADDRESS = ""
    staff = member_of(game.event, "the organiser", Role.ORGANISER)
    here = {"Host": "127.0.0.1:8000"}
    assert WARNING in staff.get(url("card", game.pk), headers=here).content.decode()
    assert WARNING not in client.get(url("card", game.pk)).content.decode(), "a visitor cannot mend it"


def test_the_terminal_names_the_phones_address_first(settings: Settings) -> None:
    from scripts import serve

    with patch.object(serve, "lan_addresses", lambda: ["192.168.1.7"]):
        settings.ADDRESS = ""
        lines = serve._addresses("0.0.0.0", 8000) + serve._addresses("127.0.0.1", 8000)  # noqa: S104
        settings.ADDRESS = "https://paiju.example"
        lines += serve._addresses("127.0.0.1", 8000)
    found = [line.split()[-1] for line in lines]
    assert found == [
        "http://192.168.1.7:8000/",
        "http://127.0.0.1:8000/",
        "http://127.0.0.1:8000/",
        "https://paiju.example/",
        "http://127.0.0.1:8000/",
    ]
