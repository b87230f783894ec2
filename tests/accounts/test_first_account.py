"""第一個帳戶: made with the code from the terminal, and only while no account manages the others."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import services
from accounts.models import Organisation, User
from tests.markup import shows, url

WHERE = url("accounts:first_account")


def entered(**changes: str) -> dict[str, str]:
    person = {"username": "boss", "display_name": "何家珍", "password": "wind-3-dragon"}
    return {"code": services.first_code(), "organisation": "聽雨軒"} | person | changes


def test_the_page_makes_the_account_that_manages_all_others_and_its_organisation(client: Client) -> None:
    assert client.get(WHERE).status_code == 200
    assert client.post(WHERE, entered()).status_code == 302
    user = User.objects.get()
    assert (user.username, user.is_staff, user.is_superuser) == ("boss", True, True)
    assert user.organisations.get().creates
    assert client.get(url("accounts:people")).status_code == 200
    services.create_organisation(name="丁會", handle="earlier", now=user.date_joined)
    form = client.get(url("new_event"), {"template": "evening"})
    assert '<option value="club" selected>聽雨軒</option>' in form.content.decode()
    assert Client().login(username="boss", password="wind-3-dragon")


def test_the_page_is_gone_afterwards(client: Client, keeper: User) -> None:
    assert client.get(WHERE).status_code == 404
    assert client.post(WHERE, entered()).status_code == 404
    assert User.objects.count() == 1
    assert WHERE not in client.get(url("accounts:sign_in")).content.decode()
    said = {"username": "late", "display_name": "遲", "password": "x", "organisation": "會"}
    with pytest.raises(services.AlreadyAdministered):
        services.open_first_account(now=keeper.date_joined, **said)


def test_accounts_that_manage_nothing_leave_it_open(client: Client, person: User) -> None:
    assert client.get(WHERE).status_code == 200
    assert WHERE in client.get(url("accounts:sign_in")).content.decode()
    typed = services.first_code().upper().replace("-", " ")
    assert client.post(WHERE, entered(code=typed)).status_code == 302


@pytest.mark.parametrize("code", ["", "aaaa-bbbb-cccc", "0", "'; --"])
def test_a_stranger_in_the_room_has_no_code(client: Client, person: User, code: str) -> None:
    answer = client.post(WHERE, entered(code=code, username=person.username, password="1"))
    shows(answer, never="已經有人用", status=422)
    assert User.objects.count() == 1


def test_the_code_differs_between_installations(settings) -> None:
    one = services.first_code()
    settings.SECRET_KEY = "another-key-altogether"
    assert services.first_code() != one
    assert len(one.replace("-", "")) == 12


@pytest.mark.parametrize(("field", "value"), [("password", "12345678"), ("username", "a b"), ("organisation", "")])
def test_what_cannot_be_comes_back_with_everything_else(client: Client, field: str, value: str) -> None:
    answer = client.post(WHERE, entered(**{field: value}))
    shows(answer, "何家珍", status=422)
    assert set(answer.context["form"].errors) == {field}
    assert not User.objects.exists()


def test_the_terminal_tells_the_code_only_while_it_opens_something() -> None:
    out = io.StringIO()
    call_command("first_account", stdout=out)
    assert services.first_code() in out.getvalue()
    assert WHERE in out.getvalue()
    services.create_user(username="keeper", display_name="何", is_staff=True)
    out = io.StringIO()
    call_command("first_account", stdout=out)
    assert out.getvalue() == ""


def test_an_account_is_made_by_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "wind-3-dragon")
    call_command("first_account", "--username", "boss", "--organisation", "聽雨軒")
    assert Client().login(username="boss", password="wind-3-dragon")
    assert Organisation.objects.get().name == "聽雨軒"
    with pytest.raises(CommandError):
        call_command("first_account", "--username", "second")
