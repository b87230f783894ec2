"""Errors of the API: one shape at every door, and 401 with the way to sign in where signing in would help."""

import json
from itertools import product

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.services import create_token
from tests.api.test_documents import HAND
from tests.markup import url
from tests.security.hall import FullHall, make_full_hall
from tests.tournaments.book_pages import phone_of, signed_in
from tournaments.core.exceptions import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> FullHall:
    return make_full_hall()


def shape_of(answer) -> tuple[int, str]:
    """Status and first code of an error, once its shape is the one that is documented."""
    body = answer.json()
    assert answer["Content-Type"] == "application/json"
    assert set(body) >= {"type", "errors"}, body
    for error in body["errors"]:
        assert set(error) == {"code", "detail", "attr"}
    return answer.status_code, body["errors"][0]["code"]


def hands(hall: FullHall) -> str:
    return url("api:hands", hall.settled.pk)


def write(client: Client, where: str, body: object, **headers: str):
    return client.post(where, body, content_type="application/json", headers=headers)


class TestWhoIsAsking:
    def test_a_wrong_token_and_a_scheme_that_is_not_read_are_401_wherever_they_are_sent(self, hall):
        tokens = product(("Token", "Bearer", "token", "BEARER"), ("", "paiju_wrong", "two words"))
        for said in (*map(" ".join, tokens), "Basic Y2hhbjp4", "Digest x", "paiju_1", "Playr a:1"):
            for where in (hands(hall), url("api:events"), url("api:rule_sets")):
                answer = Client().get(where, headers={"Authorization": said})
                assert shape_of(answer) == (401, "authentication_failed"), (said, where)
                assert answer["WWW-Authenticate"] == 'Token realm="paiju"', (said, where)

    def test_a_token_is_asked_for_where_one_would_help(self, hall, monkeypatch):
        for method, where in (("get", "api:blacklist"), ("get", "api:tables"), ("post", "api:players")):
            answer = getattr(Client(), method)(reverse(where, args=[hall.event.slug]))
            assert shape_of(answer) == (401, "not_authenticated"), where
            assert answer["WWW-Authenticate"] == 'Token realm="paiju"'
        assert shape_of(write(Client(), url("api:events"), {})) == (401, "not_authenticated")

        def refuse(*_args: object, **_more: object) -> None:
            raise NotAllowed("x")

        monkeypatch.setattr("tournaments.api.base.game_access", refuse)
        assert shape_of(Client().get(hands(hall)))[0] == 401
        assert shape_of(hall.browser("stranger").get(hands(hall))) == (403, "not_allowed")
        _token, secret = create_token(user=hall.users["organiser"], name="x", now=hall.listed.created_at)
        where = url("api:players", hall.event.slug)
        assert write(Client(), where, [{"name": "新人"}], Authorization=f"Bearer {secret}").status_code == 201

    def test_whoever_is_known_gets_403_and_learns_nothing_of_the_body(self, hall):
        where = url("api:blacklist", hall.event.slug)
        for client in (hall.browser("stranger"), hall.browser("referee"), phone_of(hall.settled.seats.first().player)):
            answer = client.get(where)
            assert shape_of(answer) == (403, "permission_denied")
            assert "WWW-Authenticate" not in answer
        boss = signed_in(hall.users["organiser of another event"])
        for name in ("publish_round", "void_round", "clock", "correct_seats"):
            assert write(boss, url(f"api:{name}", hall.event.slug, 1), {"confirmed": "?"}).status_code == 403, name
        for who in ("organiser", "player"):
            client = hall.browser(who, enforce_csrf_checks=True)
            assert shape_of(write(client, url("api:players", hall.event.slug), []))[0] == 403

    def test_a_private_event_stays_unknown(self):
        assert shape_of(Client().get(hands(make_full_hall(public=False)))) == (404, "not_found")


class TestOneShape:
    @pytest.mark.parametrize("name", ["score", "replay"])
    @pytest.mark.parametrize("body", [b"", b"{", b"{}", b'{"rule_set": "none"}', b"7"])
    def test_documents_keep_the_error_of_the_command_line(self, name, body):
        answer = Client().generic("POST", url(f"api:{name}"), body, content_type="application/json")
        assert answer.status_code == 400
        assert_documents_error(answer)

    def test_an_unknown_rule_set_has_it_too(self):
        answer = Client().get(url("api:rule_set", "none"))
        assert answer.status_code == 404
        assert_documents_error(answer)
        assert answer.json()["error"]["code"] == "unknown_rule_set"
        answer = write(Client(), url("api:score"), [HAND, {}])
        assert answer.status_code == 400
        assert [set(one) == {"error"} for one in answer.json()] == [False, True]

    def test_it_is_that_of_refusals_conflicts_and_addresses_that_are_not_there(self, hall):
        organiser = hall.browser("organiser")
        where = url("api:blacklist", hall.event.slug)
        assert shape_of(write(organiser, where, {"name": "某乙", "reason": "x"})) == (409, "conflict")
        nameless = write(organiser, where, {"name": ""})
        assert shape_of(nameless) == (400, "blank")
        assert (nameless.json()["type"], nameless.json()["errors"][0]["attr"]) == ("validation_error", "name")
        no_row = write(organiser, url("api:players", hall.event.slug), [None])
        assert (shape_of(no_row), no_row.json()["errors"][0]["attr"]) == ((400, "null"), "0")
        assert shape_of(organiser.get("/api/nowhere/"))[0] == 404
        assert shape_of(organiser.delete(where))[0] == 405
        assert shape_of(organiser.generic("POST", where, b"{", content_type="application/json"))[0] == 400
        assert shape_of(APIClient().post(url("api:score"), "<a/>", content_type="text/xml"))[0] == 415


class TestTheDocument:
    @pytest.fixture(scope="class")
    def document(self, tmp_path_factory):
        """The OpenAPI document, valid and made without a warning."""
        file = tmp_path_factory.mktemp("api") / "schema.json"
        call_command("spectacular", validate=True, fail_on_warn=True, file=str(file), format="openapi-json")
        return json.loads(file.read_text())

    def test_it_names_both_words_for_a_token(self, document):
        schemes = document["components"]["securitySchemes"]
        assert schemes["bearer"]["scheme"] == "bearer"
        assert {"token", "bearer", "player"} <= set(schemes)
        for name in ("score", "replay", "draw"):
            operation = document["paths"][f"/api/{name}/"]["post"]
            for content in (operation["requestBody"], operation["responses"]["200"], operation["responses"]["400"]):
                shapes = content["content"]["application/json"]["schema"]["oneOf"]
                assert "array" in {shape.get("type") for shape in shapes}, name
        path = "/api/games/{game_id}/hands/{number}/correct/preview/"
        preview = document["paths"][path]["post"]["responses"]["200"]
        assert preview["content"]["application/json"]["schema"]["type"] == "array"

    def test_every_refusal_is_described_in_the_one_shape(self, document):
        undescribed = []
        for where, methods in document["paths"].items():
            for method, operation in methods.items():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400 and not _is_error(answer, document["components"]["schemas"]):
                        undescribed.append((method, where, status))
        assert undescribed == []

    def test_every_operation_says_how_it_may_be_refused(self, document):
        for where, methods in document["paths"].items():
            for method, operation in methods.items():
                expected = {"401", "406", "500", "503"} | ({"404"} if "{" in where else set())
                if operation["tags"] != ["documents"]:
                    expected |= {"400"} if method == "get" else {"400", "409"}
                assert expected <= set(operation["responses"]), (method, where)


def assert_documents_error(answer) -> None:
    """The shape that docs/interface.md has had from the first: no word more."""
    body = answer.json()
    assert answer["Content-Type"] == "application/json"
    assert set(body) == {"type", "errors", "error"}
    assert body["type"] == "client_error"
    assert body["errors"] == [{**body["error"], "attr": None}]


def _is_error(answer: dict, schemas: dict) -> bool:
    schema = answer["content"]["application/json"]["schema"]
    name = (schema.get("oneOf") or [schema])[0]["$ref"].rpartition("/")[2]
    return {"type", "errors"} <= set(schemas[name]["properties"])
