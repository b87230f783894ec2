"""Before a signed card is reopened or a ruling reversed, who has a second factor is asked for it once more."""

import re
import uuid
from datetime import timedelta
from html import unescape

import pyotp
import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import second_factor
from accounts.models import User
from accounts.services import create_token
from penalties.models import Ruling
from tests.markup import markup
from tests.security.hall import Hall, make_hall
from tournaments.models import Scorecard

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

REASON = "簽錯了「名」 & <再簽>"


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def enrolled(user: User) -> pyotp.TOTP:
    totp, then = pyotp.TOTP(second_factor.new_secret()), timezone.now() - timedelta(hours=1)
    second_factor.enrol_authenticator(user=user, secret=totp.secret, typed=totp.at(then), now=then)
    return totp


def places(hall: Hall) -> list[str]:
    return [
        reverse("tournaments:reopen", args=[hall.signed.pk]),
        reverse("penalties:reverse", args=[hall.event.slug, 1]),
    ]


def done(hall: Hall) -> tuple[bool, bool]:
    reopened = Scorecard.objects.get(game=hall.signed).reopened_at is not None
    return reopened, Ruling.objects.filter(reverses__number=1).exists()


def hidden(page: str) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in fields if name not in ("csrfmiddlewaretoken", "next")}


def test_what_was_typed_comes_back_with_the_answer_and_for_ten_minutes_nobody_is_asked(hall: Hall) -> None:
    totp, (reopen, reverse_) = enrolled(hall.users["head referee"]), places(hall)
    client = hall.browser("head referee")
    sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
    assert client.get(reopen).status_code == 200
    question = client.post(reopen, sent)
    assert question.status_code == 403
    assert hidden(markup(question)) == sent
    wrong = client.post(reopen, sent | {"second_factor_code": "000000"})
    assert (wrong.status_code, hidden(markup(wrong)), done(hall)) == (403, sent, (False, False))
    answered = client.post(reopen, hidden(markup(wrong)) | {"second_factor_code": totp.now()})
    assert (answered.status_code, done(hall)) == (302, (True, False))
    assert Scorecard.objects.get(game=hall.signed).reopen_reason == REASON
    assert client.post(reverse_, sent | {"client_key": str(uuid.uuid4())}).status_code == 302
    assert done(hall) == (True, True)


def test_in_another_language_it_holds_the_same(hall: Hall) -> None:
    totp, (reopen, _reverse) = enrolled(hall.users["head referee"]), places(hall)
    client = hall.browser("head referee")
    sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
    page = markup(client.post(reopen, sent))
    assert 'name="second_factor_language"' in page
    english = client.post(reopen, sent | {"second_factor_language": "en"})
    assert (english.status_code, english["Content-Language"], hidden(markup(english))) == (403, "en", sent)
    assert client.get("/").headers["Content-Language"] == "en"
    answered = client.post(reopen, hidden(markup(english)) | {"second_factor_code": totp.now()})
    assert (answered.status_code, done(hall)) == (302, (True, False))


def test_a_while_later_and_in_another_browser_it_is_asked_again(hall: Hall) -> None:
    totp, (reopen, reverse_) = enrolled(hall.users["head referee"]), places(hall)
    client = hall.browser("head referee")
    sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
    client.post(reopen, sent | {"second_factor_code": totp.now()})
    assert hall.browser("head referee").post(reverse_, sent).status_code == 403
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert client.post(reverse_, sent).status_code == 403
    assert done(hall) == (True, False)


def test_who_has_none_is_not_asked(hall: Hall) -> None:
    for place in places(hall):
        sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
        assert hall.browser("head referee").post(place, sent).status_code == 302
    assert done(hall) == (True, True)


@pytest.mark.parametrize("which", [0, 1])
def test_a_program_cannot_be_asked_and_is_refused(hall: Hall, which: int) -> None:
    head = hall.users["head referee"]
    enrolled(head)
    _token, secret = create_token(user=head, name="program", now=timezone.now())
    where = [
        reverse("api:reopen", args=[hall.signed.pk]),
        reverse("penalties_api:reverse", args=[hall.event.slug, 1]),
    ][which]
    sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
    answer = Client().post(where, sent, content_type="application/json", headers={"Authorization": f"Token {secret}"})
    assert answer.status_code == 403
    assert "請在網頁上做" in answer.content.decode()
    assert done(hall) == (False, False)
