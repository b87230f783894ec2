"""Failed requests: a page in one's language or JSON for programs, and never a stack trace."""

import json
from time import thread_time
from unittest.mock import Mock

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path
from django.utils import translation
from pytest_django import Settings
from rest_framework.exceptions import NotAuthenticated

from config.wsgi import application


def refuse(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def garble(request: HttpRequest) -> HttpResponse:
    raise BadRequest("a detail for the log")


def break_down(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret of the machine")


broken = [path("refuse/", refuse), path("garble/", garble), path("break/", break_down)]
urlpatterns = [path("", include(broken)), path("api/", include(broken)), path("", include("config.urls"))]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"

WHERE = [("refuse/", 403), ("garble/", 400), ("break/", 500), ("no-such-thing/", 404)]


@pytest.fixture
def failing(settings: Settings, client: Client, db: None) -> Client:
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(("where", "status"), WHERE)
def test_an_error_is_a_page_without_a_trace_and_json_below_api(failing: Client, where: str, status: int) -> None:
    page = failing.get(f"/{where}")
    text = page.content.decode()
    assert page.status_code == status
    assert "回到首頁" in text
    assert not any(word in text for word in ("Traceback", "RuntimeError", "a secret", "a detail", ".py"))
    answer = failing.get(f"/api/{where}", headers={"Accept-Language": "zh-hant"})
    assert answer.status_code == status
    error = json.loads(answer.content)["errors"][0]
    assert error["detail"].endswith("。")
    assert "a secret" not in answer.content.decode()


def test_a_broken_page_asks_no_database(failing: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):
        failing.get("/break/")


@pytest.mark.parametrize(("language", "said"), [("zh-hant", "請先登入，或者附上權杖。"), ("en", "Authentication")])
def test_the_api_says_in_the_readers_language_who_must_sign_in(language: str, said: str) -> None:
    """Its package has no Chinese for this; ours stands in locale/zh_Hant."""
    with translation.override(language):
        assert str(NotAuthenticated().detail).startswith(said)


@pytest.mark.django_db
def test_a_long_content_type_is_read_at_once() -> None:
    """One that took a minute held Python's lock, and so the whole server."""
    asked = RequestFactory().get("/healthz").environ
    began = thread_time()
    application(asked | {"CONTENT_TYPE": "a/b; charset" + " " * 30_000 + "x"}, Mock())
    assert thread_time() - began < 1
    for spelling in ("charset=hex", "charset*=hex", "CharSet * = hex", 'charset="a b"'):
        asked["CONTENT_TYPE"] = f"a/b; {spelling}"
        application(asked, Mock())
        assert asked["CONTENT_TYPE"] == "a/b"
