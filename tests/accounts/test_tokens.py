from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client, RequestFactory
from rest_framework.exceptions import AuthenticationFailed

from accounts import services
from accounts.authentication import TokenAuthentication, note_token_use
from accounts.models import ApiToken, User
from tests.markup import shows, url

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def token(person: User) -> tuple[ApiToken, str]:
    return services.create_token(user=person, name="成績網站", now=NOW)


def sign_in(header: str) -> tuple[User, ApiToken] | None:
    headers = {"Authorization": header} if header else {}
    return TokenAuthentication().authenticate(RequestFactory(headers=headers).get("/api/"))


def test_a_token_signs_the_owner_in_and_keeps_no_secret(token: tuple[ApiToken, str], person: User) -> None:
    user, used = sign_in(f"Token {token[1]}")
    assert (user, used) == (person, token[0])
    assert sign_in(f"Bearer {token[1]}") == (person, token[0])
    assert token[1] not in map(str, ApiToken.objects.values_list().get(pk=token[0].pk))
    assert len(token[0].digest) == 64


@pytest.mark.parametrize("header", ["", "Basic Y2hhbjp4", "Player abc:1234"])
def test_the_check_of_tokens_leaves_other_headers_to_others(header: str) -> None:
    assert sign_in(header) is None


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token paiju_made-up", "Token ü", "Bearer abc", "bearer"])
def test_what_is_no_token_is_refused(header: str, token: tuple[ApiToken, str]) -> None:
    with pytest.raises(AuthenticationFailed):
        sign_in(header)


def test_the_token_of_an_account_switched_off_is_refused(token: tuple[ApiToken, str], person: User) -> None:
    services.set_active(user=person, active=False)
    with pytest.raises(AuthenticationFailed):
        sign_in(f"Token {token[1]}")


def test_a_token_is_revoked_by_its_owner_only(token: tuple[ApiToken, str], keeper: User, person: User) -> None:
    assert not services.revoke_tokens(user=keeper, token_id=token[0].pk, now=NOW)
    assert sign_in(f"Token {token[1]}")
    assert services.revoke_tokens(user=person, token_id=token[0].pk, now=NOW)
    with pytest.raises(AuthenticationFailed):
        sign_in(f"Token {token[1]}")


def test_a_token_notes_its_last_use_but_not_every_time(token: tuple[ApiToken, str]) -> None:
    for minutes, noted in ((0, 0), (9, 0), (10, 10), (11, 10)):
        stored = ApiToken.objects.get(pk=token[0].pk)
        note_token_use(token=stored, now=NOW + timedelta(minutes=minutes))
        stored.refresh_from_db()
        assert stored.last_used_at == NOW + timedelta(minutes=noted)


def test_a_token_is_shown_once_on_the_page(client: Client, person: User, token: tuple[ApiToken, str]) -> None:
    client.force_login(person)
    page = client.post(url("accounts:create_token"), {"name": "備份程式"}).content.decode()
    secret = page.partition("Token paiju_")[2].partition("<")[0]
    assert sign_in(f"Token paiju_{secret}")
    shows(client.get(url("accounts:account")), "備份程式", never=secret)
    client.post(url("accounts:revoke_token", token[0].pk))
    assert ApiToken.objects.get(pk=token[0].pk).revoked_at is not None
    assert token[0].hint not in client.get(url("accounts:account")).content.decode()
