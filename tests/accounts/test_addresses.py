"""Links and QR codes for other people's phones never lead those to themselves."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from accounts.network import printed_base, shared_address, shared_base
from config import environment


@pytest.fixture(autouse=True)
def room(settings: Settings) -> Settings:
    """A laptop that found its address in the room."""
    settings.ADDRESS = ""
    settings.LAN_ADDRESS = "192.168.1.7"
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", "paiju.example", "192.168.1.7"]
    return settings


def address(host: str, **extra: str) -> tuple[str, bool]:
    return tuple(shared_address(RequestFactory(headers={"Host": host}).get("/", **extra), "/c/ABC/"))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_who_sits_at_the_server_shares_its_address_in_the_room(host: str) -> None:
    assert address(host) == ("http://192.168.1.7:8000/c/ABC/", False)


@pytest.mark.parametrize("host", ["192.168.1.7:8000", "paiju.example"])
def test_who_came_under_a_name_shares_that_name(host: str) -> None:
    assert address(host) == (f"http://{host}/c/ABC/", False)


@pytest.mark.parametrize(("lan", "hosts"), [("", ["*"]), ("192.168.1.7", ["127.0.0.1"])])
def test_a_page_of_links_says_so_where_nothing_better_is_known(room: Settings, lan: str, hosts: list[str]) -> None:
    room.LAN_ADDRESS, room.ALLOWED_HOSTS = lan, hosts
    assert address("127.0.0.1:8000") == ("http://127.0.0.1:8000/c/ABC/", True)
    assert printed_base().startswith("http://127.0.0.1:")


def test_https_stays_https_and_a_given_address_stands_above_all(room: Settings) -> None:
    request = RequestFactory(headers={"Host": "localhost"}).get("/", secure=True)
    assert shared_base(request).startswith("https://192.168.1.7")
    room.ADDRESS = "https://paiju.example"
    assert address("192.168.1.7:8000") == ("https://paiju.example/c/ABC/", False)
    assert printed_base() == "https://paiju.example"


@pytest.mark.parametrize(
    ("listens", "found"), [("", "10.0.0.5"), ("::", "10.0.0.5"), ("127.0.0.1", ""), ("10.1.1.1", "10.1.1.1")]
)
def test_a_room_knows_only_where_the_server_listens(listens: str, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", listens)
    monkeypatch.setattr(environment, "lan_addresses", lambda: ["10.0.0.5", "10.0.0.6"])
    assert environment.room_address() == found
