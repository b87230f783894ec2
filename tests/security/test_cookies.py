"""Cookies: a page that is not there sets none, and a link switches the language. See `test_who_may.FORMS` too."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import shows
from tests.security.addresses import address_of
from tests.security.hall import make_full_hall

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_page_that_is_not_there_sets_none() -> None:
    for where in ("/nothing/", "/e/nothing/", "/g/1/card/"):
        answer = Client().get(where)
        assert (answer.status_code, dict(answer.cookies)) == (404, {})


@pytest.mark.parametrize(
    "name", ["tournaments:home", "tournaments:find_card", "tournaments:standings", "tournaments:seats"]
)
def test_the_language_of_who_has_no_account_is_switched_by_a_link(name: str) -> None:
    where, client = address_of(name, make_full_hall()), Client()
    assert 'href="?language=en"' in client.get(where).content.decode()
    switched = client.get(where, {"language": "en"})
    assert (switched.status_code, switched["Location"]) == (302, where)
    english = client.get(where)
    assert english["Content-Language"] == "en"
    assert 'href="?language=zh-hant"' in english.content.decode()


def test_the_link_keeps_what_the_page_was_asked_for() -> None:
    where = reverse("tournaments:seats", args=[make_full_hall().event.slug])
    client = Client()
    assert "q=5&amp;language=en" in client.get(where, {"q": "5"}).content.decode()
    assert client.get(where, {"q": "5", "language": "en"})["Location"] == f"{where}?q=5"
    assert "round=1&amp;language=zh-hant" in client.get(where, {"round": "1"}).content.decode()
    assert client.get(where, {"language": "fr"})["Location"] == where


@pytest.mark.parametrize("path", ["//evil.example/", "///evil.example/", "/%2f/evil.example/e/"])
def test_the_link_leads_to_no_other_site(path: str) -> None:
    where = Client().get(f"https://testserver{path}?language=en")["Location"]
    assert urlsplit(urljoin("https://testserver/", where)).netloc == "testserver"


def test_the_link_comes_back_to_the_same_address_whatever_stands_in_it() -> None:
    assert Client().get("/c/a%3Fb%23/?language=en")["Location"] == "/c/a%3Fb%23/"


def test_who_has_an_account_still_tells_it_the_language() -> None:
    """It is stored, and so asked for by a form with a token."""
    shows(
        make_full_hall().browser("organiser").get("/"), f'action="{reverse("accounts:language")}"', never="language=en"
    )
