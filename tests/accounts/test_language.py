"""語言: the browser's until somebody chooses; the choice stays with the device and with the account."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD

URL = reverse("accounts:language")
SIGN_IN = reverse("accounts:sign_in")


def language_of(client: Client) -> str:
    return client.get(SIGN_IN).headers["Content-Language"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "shown"),
    [
        ("en", "en"),
        ("en-GB,en-US;q=0.9,en;q=0.8", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.5", "en"),
        ("zh-HK,zh;q=0.9,en;q=0.8", "zh-hant"),
        ("en-HK,en;q=0.9,zh-HK;q=0.8", "zh-hant"),  # set to English, read in Chinese
        ("zh-CN", "zh-hant"),
        ("en;q=0", "zh-hant"),
        ("ja", "zh-hant"),
        ("*", "zh-hant"),
        ("\x7f;q=x, ,", "zh-hant"),
    ],
)
def test_a_first_visit_is_in_a_language_of_the_browser(client: Client, accepted: str, shown: str) -> None:
    answer = client.get(SIGN_IN, headers={"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == shown
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


@pytest.mark.django_db
def test_what_the_device_has_chosen_comes_before_the_browser(client: Client) -> None:
    client.post(URL, {"language": "zh-hant"})
    assert client.get(SIGN_IN, headers={"Accept-Language": "en"}).headers["Content-Language"] == "zh-hant"


@pytest.mark.django_db
def test_it_follows_the_programs_language_in_the_api(client: Client) -> None:
    answer = client.get("/api/no-such-thing/", headers={"Accept-Language": "en"})
    assert answer.headers["Content-Language"] == "en"


@pytest.mark.django_db
def test_it_stays_with_the_device_and_returns_to_the_page(client: Client) -> None:
    response = client.post(URL, {"language": "en", "next": "/sign-in/?next=/account/"})
    assert response["Location"] == "/sign-in/?next=/account/"
    assert language_of(client) == "en"
    client.post(URL, {"language": "zh-hant"})
    assert language_of(client) == "zh-hant"


@pytest.mark.django_db
def test_it_never_returns_to_another_site(client: Client) -> None:
    response = client.post(URL, {"language": "en", "next": "https://evil.example/"})
    assert response["Location"] == "/"


def test_it_is_remembered_with_the_account(client: Client, person: User) -> None:
    client.force_login(person)
    client.post(URL, {"language": "en"})
    person.refresh_from_db()
    assert person.language == "en"


def test_it_comes_along_to_a_new_device_when_one_signs_in(client: Client, person: User) -> None:
    User.objects.filter(pk=person.pk).update(language="en")
    client.post(SIGN_IN, {"username": "chan", "password": PASSWORD})
    assert client.get(reverse("accounts:account")).headers["Content-Language"] == "en"


def test_english_stays_when_somebody_signs_in_whose_account_never_chose(client: Client, person: User) -> None:
    client.post(URL, {"language": "en", "next": SIGN_IN})
    client.post(SIGN_IN, {"username": "chan", "password": PASSWORD})
    assert client.get(reverse("accounts:account")).headers["Content-Language"] == "en"
    person.refresh_from_db()
    assert person.language == "zh-hant"  # an account changes its own language only when signed in


def test_the_accounts_english_comes_to_a_device_that_was_chinese(client: Client, person: User) -> None:
    User.objects.filter(pk=person.pk).update(language="en")
    client.post(URL, {"language": "zh-hant", "next": SIGN_IN})
    client.post(SIGN_IN, {"username": "chan", "password": PASSWORD})
    assert client.get(reverse("accounts:account")).headers["Content-Language"] == "en"


def test_it_ignores_a_language_that_is_not_offered(client: Client, person: User) -> None:
    client.force_login(person)
    client.post(URL, {"language": "de"})
    person.refresh_from_db()
    assert person.language == "zh-hant"
    assert client.get(reverse("accounts:account")).headers["Content-Language"] == "zh-hant"


@pytest.mark.django_db
def test_that_of_an_account_is_changed_by_post_only(client: Client) -> None:
    """A device without one is given it by a link (tests/security/test_cookies.py)."""
    assert client.get(URL).status_code == 405
