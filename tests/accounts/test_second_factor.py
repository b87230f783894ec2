"""兩步驗證: setting an authenticator up, signing in with it, recovery codes, and what cannot be done without it."""

import re
from datetime import timedelta
from io import StringIO

import pyotp
import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import second_factor, services, slips
from accounts.models import LogEntry, Passkey, RecoveryCode, SecondFactor, User
from accounts.step_up import PROVED
from tests.markup import markup, shows

from .conftest import PASSWORD, enrolled, signed_in

SIGN_IN, STEP = reverse("accounts:sign_in"), reverse("accounts:second_step")
PAGE, ADD = reverse("accounts:second_factor"), reverse("accounts:add_authenticator")


def first_step(client: Client, then: str = "/account/") -> object:
    return client.post(SIGN_IN, {"username": "chan", "password": PASSWORD, "next": then})


def answer(client: Client, code: str, field: str = "second_factor_code") -> object:
    return client.post(STEP, {field: code})


def test_an_authenticator_is_set_up_with_the_secret_shown_and_gives_ten_codes(client: Client, person: User) -> None:
    client.force_login(person)
    page = markup(client.get(ADD))
    secret = re.search(r"secret=([A-Z2-7]{32})", page)
    assert secret is not None
    assert secret[1] in markup(client.get(ADD)), "a reload shows the same"
    typed = {"typed": pyotp.TOTP(secret[1]).now(), "password": PASSWORD}
    codes = re.findall(r"<code>(\w{5}-\w{5})</code>", markup(client.post(ADD, typed)))
    assert len(set(codes)) == 10
    assert codes[0] not in markup(client.get(PAGE))
    assert secret[1] not in SecondFactor.objects.get(user=person).secret
    assert not any(code in str(list(RecoveryCode.objects.values())) for code in codes)
    assert "還有 10 個未用" in markup(client.get(PAGE))


@pytest.mark.parametrize(
    ("typed", "password", "sentence"), [("000000", PASSWORD, "驗證碼不對"), (None, "wrong", "現在的密碼不對")]
)
def test_an_authenticator_is_not_set_up_without_a_right_code_and_the_password(
    client: Client, person: User, typed: str | None, password: str, sentence: str
) -> None:
    client.force_login(person)
    secret = re.search(r"secret=([A-Z2-7]{32})", markup(client.get(ADD)))
    assert secret is not None
    given = {"typed": typed or pyotp.TOTP(secret[1]).now(), "password": password}
    shows(client.post(ADD, given), sentence, status=422)
    assert not SecondFactor.objects.exists()


def test_the_password_alone_signs_nobody_in(client: Client, person: User) -> None:
    totp, _codes = enrolled(person)
    assert first_step(client)["Location"] == STEP
    assert not signed_in(client)
    assert client.get("/account/").status_code == 302
    assert answer(client, totp.now())["Location"] == "/account/"
    assert signed_in(client)


def test_a_code_is_good_once(client: Client, person: User) -> None:
    totp, _codes = enrolled(person)
    with time_machine.travel(timezone.now(), tick=False):
        code = totp.now()
        first_step(client)
        answer(client, code)
        other = Client()
        first_step(other)
        page = answer(other, code)
    assert page.status_code == 422
    assert not signed_in(other)


@pytest.mark.parametrize(("seconds", "good"), [(-60, False), (-30, True), (30, True), (60, False)])
def test_a_clock_may_be_half_a_minute_off(person: User, seconds: int, good: bool) -> None:
    now = timezone.now()
    totp, _codes = enrolled(person, now)
    code = totp.at(now + timedelta(seconds=seconds))
    if good:
        second_factor.prove(user=person, typed=f" {code[:3]} {code[3:]}", now=now)
    else:
        with pytest.raises(second_factor.Wrong):
            second_factor.prove(user=person, typed=code, now=now)


def test_a_recovery_code_signs_in_once(client: Client, person: User) -> None:
    _totp, codes = enrolled(person)
    first_step(client)
    assert answer(client, codes[3].upper().replace("-", " "), "second_factor_recovery").status_code == 302
    assert signed_in(client)
    again = Client()
    first_step(again)
    assert answer(again, codes[3], "second_factor_recovery").status_code == 422
    assert second_factor.codes_left(person) == 9


def test_nobody_elses_code_fits(client: Client, person: User, keeper: User) -> None:
    enrolled(person)
    _totp, codes = enrolled(keeper)
    first_step(client)
    assert answer(client, codes[0], "second_factor_recovery").status_code == 422


def test_five_wrong_ones_lock_for_a_quarter_of_an_hour(client: Client, person: User) -> None:
    totp, codes = enrolled(person)
    first_step(client)
    for _ in range(5):
        answer(client, "000000")
    assert "15 分鐘後再試" in markup(answer(client, codes[0], "second_factor_recovery"))
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        first_step(client)
        assert answer(client, totp.now()).status_code == 302


def test_the_second_step_is_for_who_has_taken_the_first_a_short_while_ago(client: Client, person: User) -> None:
    totp, _codes = enrolled(person)
    assert client.get(STEP)["Location"] == SIGN_IN
    first_step(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert answer(client, totp.now())["Location"] == SIGN_IN
    first_step(client)
    services.set_password(user=person, password="an-other-one-98")
    assert answer(client, totp.now())["Location"] == SIGN_IN
    assert not signed_in(client)


def test_a_slip_is_a_first_step_too(client: Client, keeper: User) -> None:
    helper = services.account_without_password(username="helper", display_name="李小龍")
    services.save_user(user=helper)
    totp, _codes = enrolled(helper)
    now = timezone.now()
    slip = slips.issue(user=helper, made_by=keeper, now=now, until=now + timedelta(days=1))
    assert client.post(reverse("accounts:slip", args=[slips.token_of(slip)]))["Location"] == STEP
    assert not signed_in(client)
    answer(client, totp.now())
    assert signed_in(client)


@pytest.mark.parametrize("name", ["remove_authenticator", "renew_codes"])
def test_taking_it_away_needs_it(client: Client, person: User, name: str) -> None:
    totp, codes = enrolled(person)
    client.force_login(person)
    url = reverse(f"accounts:{name}")
    shows(client.post(url, {"kept": "as typed"}), 'name="kept" value="as typed"', status=403)
    assert client.post(url, {"second_factor_code": "000000"}).status_code == 403
    assert second_factor.codes_left(person) == 10
    assert RecoveryCode.objects.filter(user=person).exists()
    assert client.post(url, {"second_factor_code": totp.now()}).status_code in (200, 302)
    assert SecondFactor.objects.filter(user=person).exists() == (name == "renew_codes")
    with pytest.raises(second_factor.Wrong):
        second_factor.prove(user=person, typed=codes[0], now=timezone.now())


def test_a_keeper_resets_it_of_others_but_not_their_own(client: Client, person: User, keeper: User) -> None:
    enrolled(person)
    enrolled(keeper)
    client.force_login(keeper)
    assert client.post(reverse("accounts:reset_second_factor", args=[keeper.pk])).status_code == 403
    SecondFactor.objects.filter(user=keeper).delete()
    assert "重設 陳大文 的兩步驗證" in markup(client.get(reverse("accounts:people")))
    client.post(reverse("accounts:reset_second_factor", args=[person.pk]))
    assert not second_factor.has_second_factor(person)
    entry = LogEntry.objects.get(kind=LogEntry.Kind.FACTOR_RESET)
    assert (entry.user, entry.about) == (keeper, person.username)


@pytest.mark.parametrize("name", ["reset_password", "demand_second_factor"])
def test_a_keeper_is_asked_before_weakening_others(client: Client, person: User, keeper: User, name: str) -> None:
    made = services.create_organisation(name="西貢雀會", handle="west", now=timezone.now())
    services.demand_second_factor(organisation=made, demanded=True)
    totp, _codes = enrolled(keeper)
    client.force_login(keeper)
    session = client.session  # shown an hour ago
    session[PROVED] = int((timezone.now() - timedelta(hours=1)).timestamp())
    session.save()
    where = reverse(f"accounts:{name}", args=[person.pk if name == "reset_password" else made.pk])
    assert client.post(where, {"demanded": "no"}).status_code == 403
    made.refresh_from_db()
    person.refresh_from_db()
    assert made.second_factor
    assert person.check_password(PASSWORD)
    assert client.post(where, {"demanded": "no", "second_factor_code": totp.now()}).status_code in (200, 302)
    made.refresh_from_db()
    person.refresh_from_db()
    assert (made.second_factor, person.check_password(PASSWORD)) == (name == "reset_password", name != "reset_password")


def test_another_secret_key_opens_nothing(person: User, settings: object, caplog: pytest.LogCaptureFixture) -> None:
    totp, _codes = enrolled(person)
    settings.SECRET_KEY = "another one" * 5  # type: ignore[attr-defined]
    with pytest.raises(second_factor.Wrong):
        second_factor.prove(user=person, typed=totp.now(), now=timezone.now())
    assert "secret key has changed" in caplog.text
    assert totp.secret not in caplog.text


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [
        ("localhost:8000", False, True),
        ("127.0.0.1:8000", False, False),
        ("192.168.1.7:8000", False, False),
        ("192.168.1.7", True, False),
        ("paiju.example", False, False),
        ("paiju.example:8443", True, True),
    ],
)
def test_passkeys_are_offered_over_https(client: Client, person: User, host: str, secure: bool, offered: bool) -> None:
    client.force_login(person)
    page = markup(client.get(PAGE, secure=secure, headers={"host": host}))
    assert ("data-passkey=" in page) == offered
    assert ("通行密鑰只能在 https 的地址用" in page) == (not offered)


@pytest.mark.parametrize("answer", ["{}", "no json", '{"id": "x", "rawId": "eA", "type": "public-key"}', "x" * 30_000])
def test_what_no_browser_made_is_refused_in_words(client: Client, person: User, answer: str) -> None:
    client.force_login(person)
    client.get(PAGE, headers={"host": "localhost"})
    sent = {"name": "電話", "password": PASSWORD, "answer": answer}
    page = client.post(reverse("accounts:add_passkey"), sent, headers={"host": "localhost"})
    shows(page, "沒有收到通行密鑰", status=422)
    enrolled(person)
    Passkey.objects.create(user=person, name="x", credential="eA", public_key=b"x", created_at=timezone.now())
    client.logout()
    first_step(client)
    client.get(STEP, headers={"host": "localhost"})
    page = client.post(STEP, {"second_factor_key": answer}, headers={"host": "localhost"})
    shows(page, "這個通行密鑰不能在這裡用", status=422)


def test_the_only_keeper_is_let_in_again_on_the_machine_itself(client: Client, keeper: User) -> None:
    enrolled(keeper)
    call_command("reset_second_factor", "Keeper", stdout=StringIO())
    assert not second_factor.has_second_factor(keeper)
    entry = LogEntry.objects.get(kind=LogEntry.Kind.FACTOR_RESET)
    assert (entry.user, entry.about) == (None, "keeper")
    for name in ("keeper", "nobody"):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", name)


def test_no_request_or_export_shows_a_secret(client: Client, person: User) -> None:
    """Neither the account's own pages nor the keepers' show what the authenticator was set up with."""
    totp, codes = enrolled(person)
    client.force_login(person)
    for name in ("account", "second_factor", "add_authenticator"):
        page = markup(client.get(reverse(f"accounts:{name}")))
        assert totp.secret not in page.replace(" ", "")
        assert not any(code in page for code in codes)
