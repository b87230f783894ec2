import re
from datetime import timedelta

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import log, second_factor, services
from accounts.log import entry_texts
from accounts.models import LogEntry, User
from tests.markup import markup, shows, url

from .conftest import enrolled

Kind = LogEntry.Kind
FROM = {"REMOTE_ADDR": "203.0.113.7"}


def told() -> list[tuple[str, str | None, str]]:
    rows = LogEntry.objects.order_by("pk").select_related("user")
    return [(row.kind, row.user.username if row.user else None, row.about) for row in rows]


def test_a_sign_in_is_told_with_its_address(person: User) -> None:
    services.set_password(user=person, password="a good pass 9")
    Client(**FROM).post(url("accounts:sign_in"), {"username": "chan", "password": "a good pass 9"})
    entry = LogEntry.objects.get(kind=Kind.SIGNED_IN)
    assert (entry.user, entry.address) == (person, "203.0.113.7")


def test_a_name_that_is_tried_too_often_is_told_once_a_lock(person: User, settings: Settings) -> None:
    settings.AXES_ENABLED = True

    def tries(username: str, address: str) -> None:
        for _try in range(7):
            sent = {"username": username, "password": "wrong"}
            Client(REMOTE_ADDR=address).post(url("accounts:sign_in"), sent)

    tries("Chan", "203.0.113.7")
    tries("a password typed as a name", "203.0.113.7")
    blocked = LogEntry.objects.filter(kind=Kind.SIGN_IN_BLOCKED)
    entry = blocked.get()
    assert (entry.kind, entry.user, entry.about, entry.address) == (Kind.SIGN_IN_BLOCKED, None, "chan", "203.0.113.7")
    assert entry_texts(entry) == ["種類：密碼"]
    tries("chan", "203.0.113.8")
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        tries("chan", "203.0.113.7")
    assert blocked.count() == 3


def test_a_second_factor_that_is_locked_is_told_once_a_lock(person: User) -> None:
    now = timezone.now()
    enrolled(person, now)
    for _try in range(8):
        with pytest.raises(second_factor.Wrong):
            second_factor.prove(user=person, typed="000000", now=now)
    entry = LogEntry.objects.get(kind=Kind.SIGN_IN_BLOCKED)
    assert (entry.user, entry.about, entry.after) == (person, "chan", {"kind": "second_factor"})


def test_what_a_keeper_does_to_an_account_names_both(client: Client, keeper: User, person: User) -> None:
    client.force_login(keeper)
    before = LogEntry.objects.count()
    client.post(url("accounts:reset_password", person.pk))
    client.post(url("accounts:set_active", person.pk), {"active": "no"})
    client.post(url("accounts:add_organisation"), {"name": "西貢雀會", "handle": "west"})
    made = services.Organisation.objects.get(handle="west")
    for _again in range(2):
        client.post(url("accounts:set_rights", person.pk), {f"right-{made.pk}": "creates"})
    by = keeper.username
    assert told()[before:] == [
        (Kind.PASSWORD_RESET, by, "chan"),
        (Kind.ACCOUNT_CLOSED, by, "chan"),
        (Kind.ORGANISATION_MADE, by, "西貢雀會"),
        (Kind.RIGHTS_CHANGED, by, "chan"),
    ]
    last = LogEntry.objects.latest("pk")
    assert (last.before, last.after) == ({"west": "none"}, {"west": "creates"})


def test_a_token_is_told_by_its_hint_and_never_by_its_secret(person: User) -> None:
    token, secret = services.create_token(user=person, name="program", now=timezone.now())
    assert services.revoke_tokens(user=person, token_id=token.pk, now=timezone.now())
    assert not services.revoke_tokens(user=person, token_id=token.pk, now=timezone.now())
    rows = LogEntry.objects.filter(kind__startswith="token").order_by("pk")
    assert [row.kind for row in rows] == [Kind.TOKEN_MADE, Kind.TOKEN_REVOKED]
    assert not any(secret in f"{row.about}{row.before}{row.after}" for row in rows)


@pytest.mark.parametrize(
    "unsay",
    [
        lambda: LogEntry.objects.all()._raw_delete("default"),
        lambda: LogEntry.objects.update(about="somebody else"),
        lambda: LogEntry.objects.update(at=timezone.now() - timedelta(days=1)),
    ],
)
def test_the_database_keeps_every_entry(person: User, unsay) -> None:
    log.add_entry(Kind.EXPORTED, about="rulings.csv", user=person)
    with pytest.raises(DatabaseError), transaction.atomic():
        unsay()


def test_only_the_address_goes_and_only_when_it_is_old(person: User) -> None:
    log.add_entry(Kind.EXPORTED, user=person)
    LogEntry.objects.update(address="203.0.113.7")
    assert log.forget_addresses(timezone.now()) == 0
    assert log.forget_addresses(timezone.now() + log.ADDRESS_KEPT + timedelta(hours=1)) == LogEntry.objects.count()
    assert set(LogEntry.objects.values_list("address", flat=True)) == {""}


def test_each_kind_has_its_words() -> None:
    assert all(re.search("[一-鿿]", str(kind.label)) for kind in Kind), "Django made one of the name"


def test_keepers_read_and_filter_it(client: Client, keeper: User, person: User) -> None:
    services.set_right(user=person, organisation=services.create_organisation(name="西貢雀會", handle="west",
        now=timezone.now()), right="creates")  # fmt: skip
    log.add_entry(Kind.EXPORTED, about="=rulings.csv", user=person)
    client.force_login(keeper)
    page = markup(client.get(url("accounts:log"))).partition("<tbody>")[2]
    assert "@west：不屬於 → 可開賽事和帳戶" in page
    assert page.index("rulings.csv") < page.index("加入主辦單位")
    shown = shows(client.get(url("accounts:log"), {"kind": "exported", "who": "chan"}), "=rulings.csv")
    assert client.get(url("accounts:log"), {"kind": "\x00", "who": "ch\x00an", "before": "x"}).status_code == 200
    assert client.get(url("api:log"), {"kind": "\x00"}).status_code == 200
    assert "不屬於 →" not in shown
    lines = client.get(url("accounts:log_csv"), {"kind": "exported"}).content.decode().splitlines()
    assert lines[0].startswith("\ufeff"), "so that spreadsheets read Chinese"
    assert [line.split(",")[4] for line in lines[1:]] == ["log.csv", "'=rulings.csv"]
    told = client.get(url("api:log"), {"kind": "rights_changed"}).json()
    assert [(one["about"], one["before"]) for one in told] == [("chan", {"west": "none"})]


def test_the_log_goes_on_where_a_page_ends(client: Client, keeper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.people.LOG_PAGE", 2)
    for number in range(5):
        log.add_entry(Kind.EXPORTED, about=f"file-{number}", user=keeper)
    client.force_login(keeper)
    first = client.get(url("accounts:log"), {"kind": "exported"})
    shows(first, "file-4", never="file-2")
    older = client.get(url("accounts:log"), {"kind": "exported", "before": first.context["older"]})
    shows(older, "file-2", never="file-3")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh-hant", ("種類：通行密鑰", "名稱：電話", "@club：可在它的賽事任職", "管理帳戶：否", "<b>匯出</b>")),
        (
            "en",
            ("Kind: Passkey", "Name: 電話", "@club: May work at its events", "Manage accounts: no", "<b>Exported</b>"),
        ),
    ],
)
def test_a_log_is_in_the_readers_language(client: Client, keeper: User, language: str, words: tuple[str, ...]) -> None:
    log.add_entry(Kind.FACTOR_ADDED, about="chan", after={"kind": "passkey", "name": "電話"}, user=keeper)
    log.add_entry(Kind.ACCOUNT_MADE, about="lee", after={"keeper": False, "club": "member"}, user=keeper)
    log.add_entry(Kind.EXPORTED, about="staff-slips", user=keeper)
    client.force_login(keeper)
    client.cookies["paiju_language"] = language
    page = markup(client.get(url("accounts:log"))).partition("<tbody>")[2]
    assert [each for each in words if each not in page] == []
    assert "staff-slips" not in page
    assert {"zh-hant": "登入條", "en": "Sign-in slip"}[language] in page
