import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.models import User
from tests.markup import shows

PEOPLE = reverse("accounts:people")


def shown_password(page: object) -> str:
    return page.context["password"]


def test_a_keeper_adds_a_person_with_a_password_that_works(client: Client, keeper: User, person: User) -> None:
    client.force_login(keeper)
    page = client.post(reverse("accounts:add_person"), {"username": "lee", "display_name": "李小龍"})
    assert shown_password(page) in page.content.decode()
    assert Client().login(username="LEE", password=shown_password(page))
    again = client.post(reverse("accounts:add_person"), {"username": "CHAN", "display_name": "陳小文"})
    shows(again, "已經有人用", status=422)


def test_a_form_sent_twice_keeps_the_password_of_the_first_answer(client: Client, keeper: User) -> None:
    client.force_login(keeper)
    sent = {"username": "lee", "display_name": "李小龍"}
    password = shown_password(client.post(reverse("accounts:add_person"), sent))
    again = client.post(reverse("accounts:add_person"), sent)
    reset = reverse("accounts:reset_password", args=[User.objects.get(username="lee").pk])
    shows(again, "沒有再開一個", reset)
    assert Client().login(username="lee", password=password)


def test_the_database_refuses_it_too(person: User) -> None:
    with pytest.raises(IntegrityError):
        services.create_user(username="Chan", display_name="陳小文")


def test_a_keeper_resets_a_password_and_switches_an_account_off(client: Client, keeper: User, person: User) -> None:
    client.force_login(keeper)
    page = client.post(reverse("accounts:reset_password", args=[person.pk]))
    assert Client().login(username="chan", password=shown_password(page))
    for answer, active in (("no", False), ("yes", True)):
        client.post(reverse("accounts:set_active", args=[person.pk]), {"active": answer})
        person.refresh_from_db()
        assert person.is_active is active


def test_a_keeper_touches_neither_himself_nor_another_keeper(client: Client, keeper: User) -> None:
    other, _password = services.create_user(username="second", display_name="周", is_staff=True)
    client.force_login(keeper)
    for target in (keeper, other):
        assert client.post(reverse("accounts:reset_password", args=[target.pk])).status_code == 403
        assert client.post(reverse("accounts:set_active", args=[target.pk])).status_code == 403


def test_made_passwords_differ_and_hold_no_letters_that_look_alike() -> None:
    made = {services.make_password() for _ in range(50)}
    assert len(made) == 50
    assert not set("".join(made)) & set("01loi")


def test_of_many_accounts_fifty_are_listed_and_the_others_are_found_by_name(client: Client, keeper: User) -> None:
    many = [User(username=f"person{n:03}", display_name=f"張{n:03}") for n in range(60)]
    User.objects.bulk_create(many)
    client.force_login(keeper)
    page = client.get(PEOPLE)
    assert len(page.context["people"]) == 50
    assert f"還有 {User.objects.count() - 50} 個帳戶沒有列出" in page.content.decode()
    for wanted in ("張059", "PERSON059", " person059 "):
        found = client.get(PEOPLE, {"q": wanted})
        assert [one.username for one in found.context["people"]] == ["person059"]
        assert "沒有列出" not in found.content.decode()
    assert "沒有這個名字的帳戶" in client.get(PEOPLE, {"q": "\x00nobody"}).content.decode()
