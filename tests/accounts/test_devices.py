"""裝置: where somebody is signed in is shown, and ended one by one or all but this one; also by a keeper."""

import errno
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts import devices, services
from accounts.log import Kind
from accounts.models import ApiToken, Device, LogEntry, User
from tests.markup import markup, shows, url
from tests.tournaments.factories import make_event, make_players
from tournaments.core.services import link_token, pin_of

from .conftest import PASSWORD

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36"
ACCOUNT = url("accounts:account")


def browser(agent: str, username: str = "chan") -> Client:
    client = Client(headers={"user-agent": agent})
    client.post(url("accounts:sign_in"), {"username": username, "password": PASSWORD})
    return client


def inside(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


def the(agent: str) -> Device:
    return Device.objects.get(agent=agent)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (IPHONE, "iPhone · Safari"),
        (LAPTOP, "Windows · Chrome"),
        ("Mozilla/5.0 (Linux; Android 15; SM-S921B) SamsungBrowser/27.0 Chrome/125 Mobile Safari/537.36", None),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Linux · Firefox"),
        ("curl/8", "不知名的裝置"),
        ("", "不知名的裝置"),
    ],
)
def test_a_device_has_words(agent: str, words: str | None) -> None:
    assert Device(agent=agent).words == (words or "Android · Samsung Internet")


def test_the_page_shows_each_and_ends_one(person: User) -> None:
    phone, laptop = browser(IPHONE), browser(LAPTOP)
    assert shows(phone.get(ACCOUNT), "Windows · Chrome").count("這部裝置") == 1
    phone.post(url("accounts:end_device", the(LAPTOP).pk))
    assert inside(phone)
    assert not inside(laptop)
    assert "Windows · Chrome" not in markup(phone.get(ACCOUNT))
    assert Session.objects.count() == 1


def test_all_but_this_one(person: User, keeper: User) -> None:
    phone, others, strangers = browser(IPHONE), [browser(LAPTOP), browser("x")], browser(LAPTOP, "keeper")
    phone.post(url("accounts:end_other_devices"))
    assert [inside(phone), *map(inside, others), inside(strangers)] == [True, False, False, True]
    entry = LogEntry.objects.get(kind=LogEntry.Kind.SIGNED_OUT_ELSEWHERE)
    assert (entry.about, entry.after) == ("chan", {"devices": 2})


def test_nobody_ends_the_device_of_another(person: User, keeper: User) -> None:
    phone, keepers = browser(IPHONE), browser(LAPTOP, "keeper")
    phone.post(url("accounts:end_device", the(LAPTOP).pk))
    assert inside(keepers)


def test_a_keeper_ends_them_and_revokes_tokens(person: User, keeper: User) -> None:
    phone, laptop, keepers = browser(IPHONE), browser(LAPTOP), browser("x", "keeper")
    token, _secret = services.create_token(user=person, name="成績網站", now=timezone.now())
    shows(keepers.get(url("accounts:devices_of", person.pk)), "iPhone · Safari", "Windows · Chrome", "成績網站")
    keepers.post(url("accounts:end_device_of", person.pk, the(IPHONE).pk))
    assert (inside(phone), inside(laptop)) == (False, True)
    keepers.post(url("accounts:end_devices_of", person.pk))
    assert not inside(laptop)
    keepers.post(url("accounts:revoke_token_of", person.pk, token.pk))
    token.refresh_from_db()
    assert token.revoked_at is not None
    more = [services.create_token(user=person, name=name, now=timezone.now())[0] for name in ("一", "二")]
    assert "撤銷所有權杖" in markup(keepers.get(url("accounts:devices_of", person.pk)))
    keepers.post(url("accounts:revoke_tokens_of", person.pk))
    assert not ApiToken.objects.filter(pk__in=[one.pk for one in more], revoked_at=None).exists()
    assert LogEntry.objects.filter(kind=Kind.TOKEN_REVOKED).count() == 3
    assert keepers.get(url("accounts:devices_of", keeper.pk)).status_code == 403


def test_a_new_password_ends_the_others_and_keeps_this_one_in_the_list(person: User) -> None:
    phone, laptop = browser(IPHONE), browser(LAPTOP)
    new = {"old_password": PASSWORD, "new_password1": "four-winds-blow", "new_password2": "four-winds-blow"}
    phone.post(url("accounts:password"), new)
    assert (inside(phone), inside(laptop)) == (True, False)
    assert [device.agent for device in devices.live(person, timezone.now())] == [IPHONE]


def test_a_phone_that_opens_a_players_link_stays_in_the_list(person: User) -> None:
    phone = browser(IPHONE)
    player = make_players(make_event(), 1)[0]
    phone.post(url("player_link", link_token(player)), {"pin": pin_of(player)})
    assert phone.get(url("me", player.event.slug)).status_code == 200
    assert [device.agent for device in devices.live(person, timezone.now())] == [IPHONE]


@pytest.mark.parametrize("how", ["switched off", "password reset"])
def test_what_ends_an_account_ends_its_sessions_for_good(person: User, how: str) -> None:
    phone = browser(IPHONE)
    if how == "switched off":
        services.set_active(user=person, active=False)
        services.set_active(user=person, active=True)
    else:
        services.set_password(user=person, password="four-winds-blow")
    assert not inside(phone)
    assert not Session.objects.exists()


def test_signing_out_takes_it_from_the_list(person: User, keeper: User) -> None:
    phone = browser(IPHONE)
    phone.post(url("accounts:sign_out"))
    assert not Device.objects.exists()
    phone.post(url("accounts:sign_in"), {"username": "keeper", "password": PASSWORD})
    assert [device.user for device in Device.objects.all()] == [keeper]


def test_last_seen_is_written_now_and_then_and_not_with_each_page(person: User) -> None:
    phone = browser(IPHONE)
    began = the(IPHONE).seen_at
    with time_machine.travel(timezone.now() + timedelta(minutes=9)):
        inside(phone)
        assert the(IPHONE).seen_at == began, "this worker has noted it less than ten minutes ago"
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        phone.post(url("accounts:language"), {"language": "en"})
        assert the(IPHONE).seen_at == began, "what is sent writes nothing beside itself"
        inside(phone)
        assert the(IPHONE).seen_at > began


def test_a_session_from_before_is_noted_when_it_comes(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = browser(IPHONE)
    Device.objects.all().delete()
    cache.clear()
    inside(phone)
    assert the(IPHONE).user == person

    def busy(*_args: object, **_more: object) -> None:
        raise OperationalError("database is locked")

    phone = browser(IPHONE)
    cache.clear()
    monkeypatch.setattr(devices.Device.objects, "filter", busy)
    assert phone.get("/").status_code == 200


def test_a_page_that_is_refused_asks_for_the_session_once(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wait is as long as the time-out of the pool."""
    phone, waits = browser(IPHONE), []

    def away(store: SessionStore) -> dict[str, object]:
        waits.append(store)
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr(SessionStore, "load", away)
    phone.raise_request_exception = False
    assert phone.get(ACCOUNT).status_code == 503
    assert len(waits) == 1
