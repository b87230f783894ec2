import pytest
from django.test import Client

from accounts.models import User
from tests.markup import url

from .conftest import PASSWORD

URL = url("accounts:language")
SIGN_IN = url("accounts:sign_in")


def language_of(client: Client) -> str:
    return client.get(SIGN_IN).headers["Content-Language"]


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


def test_the_chosen_language_stays_with_the_device_and_returns_to_the_page(client: Client) -> None:
    response = client.post(URL, {"language": "en", "next": "/sign-in/?next=/account/"})
    assert response["Location"] == "/sign-in/?next=/account/"
    assert language_of(client) == "en"
    client.post(URL, {"language": "zh-hant"})
    assert language_of(client) == "zh-hant"
    client.post(URL, {"language": "zh-hant"})
    assert client.get(SIGN_IN, headers={"Accept-Language": "en"}).headers["Content-Language"] == "zh-hant"
    assert client.post(URL, {"language": "en", "next": "https://evil.example/"})["Location"] == "/"
    assert client.get(URL).status_code == 405
    answer = client.get("/api/no-such-thing/", headers={"Accept-Language": "en"})
    assert answer.headers["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("account", "device", "shown"),
    [("en", "", "en"), ("en", "zh-hant", "en"), ("zh-hant", "en", "en")],
    ids=["English comes along to a new device", "and to a Chinese one", "Chinese was never chosen: English stays"],
)
def test_an_account_brings_its_language(client: Client, person: User, account: str, device: str, shown: str) -> None:
    User.objects.filter(pk=person.pk).update(language=account)
    if device:
        client.post(URL, {"language": device, "next": SIGN_IN})
    answer = client.post(SIGN_IN, {"username": "chan", "password": PASSWORD})
    assert answer.cookies["paiju_language"]["max-age"] == 365 * 24 * 3600, "as long as one chosen by hand"
    assert client.get(url("accounts:account")).headers["Content-Language"] == shown
    person.refresh_from_db()
    assert person.language == account  # an account changes its own language only when signed in


def test_a_language_that_is_offered_is_remembered_with_the_account(client: Client, person: User) -> None:
    client.force_login(person)
    client.post(URL, {"language": "de"})
    person.refresh_from_db()
    assert person.language == "zh-hant"
    assert client.get(url("accounts:account")).headers["Content-Language"] == "zh-hant"
    client.post(URL, {"language": "en"})
    person.refresh_from_db()
    assert person.language == "en"
