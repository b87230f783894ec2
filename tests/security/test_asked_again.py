"""Who has a second factor is asked for it once more before a ruling is reversed, and before a signed card is reopened,
whatever the step."""

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pyotp
import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import second_factor
from accounts.models import OrganisationMember, SecondFactor, SignInSlip, User
from accounts.services import account_without_password, create_token, save_user
from accounts.step_up import PROVED
from penalties.models import Ruling
from tests.markup import markup
from tests.penalties.hall import make_tournament
from tests.security.hall import Hall, browser_of, make_hall
from tests.tournaments.factories import add_member, make_user
from tournaments.models import Membership, Role, Round, Scorecard
from tournaments.rounds.services.swaps import exchanged
from tournaments.rounds.views.rounds import seal_chairs

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


# --- every step that ends what four have signed -----------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One way to it: who takes it, at which page and which address of the API, and what is sent."""

    who: str
    page: Callable[[Hall], tuple[str, dict[str, Any]]]
    program: Callable[[Hall], tuple[str, dict[str, Any]]]

    @staticmethod
    def done(hall: Hall) -> bool:
        """Whether the card is open again, or counts no more."""
        reopened = Scorecard.objects.get(game=hall.signed).reopened_at is not None
        return reopened or Round.objects.get(pk=hall.open_round.pk).void


def _chairs(hall: Hall, *games: str) -> dict[tuple[int, int], int]:
    one, other = (getattr(hall, name).seats.get(seat=1).player.number for name in games)
    return exchanged(hall.open_round, [(one, other)])


def _swap(hall: Hall, *games: str) -> tuple[str, dict[str, Any]]:
    chairs = _chairs(hall, *(games or ("signed", "settled")))
    sealed = seal_chairs(hall.open_round, chairs)
    sent = {"a0": "2", "b0": "3", "reason": "坐錯檯", "save": "1", "chairs": sealed}
    return reverse("tournaments:swap_seats", args=[hall.event.slug, 1]), sent


def _swap_by_program(hall: Hall) -> tuple[str, dict[str, Any]]:
    seats = [
        {"table": table, "seat": seat, "player": who}
        for (table, seat), who in _chairs(hall, "signed", "settled").items()
    ]
    return reverse("api:correct_seats", args=[hall.event.slug, 1]), {
        "seats": seats,
        "reason": "坐錯檯",
        "confirmed": True,
    }


def _reopen(space: str) -> Callable[[Hall], tuple[str, dict[str, Any]]]:
    sent = {"reason": REASON, "client_key": str(uuid.uuid4())}
    return lambda hall: (reverse(f"{space}:reopen", args=[hall.signed.pk]), sent)


def _void(space: str) -> Callable[[Hall], tuple[str, dict[str, Any]]]:
    sent = {"reason": "停電", "confirmed": "true"}
    return lambda hall: (reverse(f"{space}:void_round", args=[hall.event.slug, 1]), sent)


STEPS = {
    "the card is reopened": Step("head referee", _reopen("tournaments"), _reopen("api")),
    "seats are put right": Step("organiser", _swap, _swap_by_program),
    "the round is void": Step("organiser", _void("tournaments"), _void("api")),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_each_step_that_ends_a_signed_card_asks_first(hall: Hall, step: Step) -> None:
    totp, (where, sent) = enrolled(hall.users[step.who]), step.page(hall)
    client = hall.browser(step.who)
    question = client.post(where, sent)
    assert (question.status_code, hidden(markup(question)), step.done(hall)) == (403, sent, False)
    assert f'action="{where}"' in markup(question)
    wrong = client.post(where, sent | {"second_factor_code": "000000"})
    assert (wrong.status_code, step.done(hall)) == (403, False)
    assert SecondFactor.objects.get(user=hall.users[step.who]).failures == 1, (
        "a wrong code counts, though the step was taken back"
    )
    answered = client.post(where, sent | {"second_factor_code": totp.now()})
    assert (answered.status_code, step.done(hall)) == (302, True)


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_program_is_refused_each_of_them(hall: Hall, step: Step) -> None:
    user = hall.users[step.who]
    enrolled(user)
    _token, secret = create_token(user=user, name="program", now=timezone.now())
    where, sent = step.program(hall)
    answer = Client().post(where, sent, content_type="application/json", headers={"Authorization": f"Token {secret}"})
    code = answer.json()["errors"][0]["code"]
    assert (answer.status_code, code, step.done(hall)) == (403, "second_factor_required", False)


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_what_somebody_else_has_just_shown_in_a_browser_lets_no_program_in(hall: Hall, step: Step) -> None:
    """A token that was found is sent along with the cookie of one's own browser."""
    user = hall.users[step.who]
    enrolled(user)
    _token, secret = create_token(user=user, name="program", now=timezone.now())
    browser = hall.browser("stranger")
    session = browser.session
    session[PROVED] = int(timezone.now().timestamp())
    session.save()
    where, sent = step.program(hall)
    answer = browser.post(where, sent, content_type="application/json", headers={"Authorization": f"Token {secret}"})
    assert (answer.status_code, step.done(hall)) == (403, False)


def test_seats_at_tables_where_no_card_is_signed_and_a_preview_ask_nobody(hall: Hall) -> None:
    enrolled(hall.users["organiser"])
    where, sent = _swap(hall)
    one, other = (game.seats.get(seat=1).player.number for game in (hall.signed, hall.settled))
    shown = hall.browser("organiser").post(where, {"a0": one, "b0": other, "reason": "坐錯檯"})
    assert (shown.status_code, "重開" in markup(shown)) == (200, True)
    where, sent = _swap(hall, "settled", "waiting")
    assert hall.browser("organiser").post(where, sent).status_code == 302


def test_a_step_in_an_earlier_game_that_changes_a_signed_one_asks_first() -> None:
    """What a player brings grows the fine in a later game: its card is no longer what was signed."""
    evening = make_tournament()
    first, _other = evening.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    evening.rule(first, 2, "claim_cancelled")
    later, _other = evening.round(2, [[5, 6, 3, 8], [1, 2, 7, 4]])
    evening.rule(later, 2, "claim_cancelled")
    evening.finish_and_sign(later)
    organiser = make_user("asked-organiser")
    add_member(evening.event, organiser, Role.ORGANISER)
    totp, client = enrolled(organiser), browser_of(organiser)
    where = reverse("tournaments:void_round", args=[evening.event.slug, 1])
    sent = {"reason": "停電", "confirmed": "1"}
    assert client.post(where, sent).status_code == 403
    assert not Round.objects.get(event=evening.event, number=1).void
    assert client.post(where, sent | {"second_factor_code": totp.now()}).status_code == 302
    assert Scorecard.objects.get(game=later).reopened_at is not None


def test_nothing_else_reopens_a_card() -> None:
    """A step that did it beside the one place would ask nobody. Beside it: the columns, and what a delay tells."""
    root = Path(__file__).parents[2]
    files = [path for room in ("accounts", "penalties", "tournaments") for path in (root / room).rglob("*.py")]
    found = {
        path.name
        for path in files
        if re.search(r"reopened_at ?=[^=]", path.read_text()) and "migrations" not in path.parts
    }
    assert found == {"reopening.py", "api.py", "book.py"}, found


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.ORGANISER, Role.REFEREE])
@pytest.mark.parametrize("way", ["add", "create", "list"])
def test_who_makes_another_who_may_reopen_is_asked_as_if_they_did(hall: Hall, role: Role, way: str) -> None:
    totp = enrolled(hall.users["organiser"])
    client = hall.browser("organiser")
    names = {"add": "add_member", "create": "create_member", "list": "staff"}
    sent = {
        "add": {"username": hall.newcomer.username, "role": role},
        "create": {"new-username": "fresh", "new-display_name": "新人", "new-role": role},
        "list": {"text": f"新人\t{role.label}", "tables": "0", "save": "1"},
    }[way]
    before = set(Membership.objects.filter(event=hall.event).values_list("user", "role"))
    people = User.objects.count()
    where = reverse(f"tournaments:{names[way]}", args=[hall.event.slug])
    first = client.post(where, sent)
    if role == Role.REFEREE:
        assert first.status_code in (200, 302)
        return
    assert first.status_code == 403
    assert set(Membership.objects.filter(event=hall.event).values_list("user", "role")) == before
    assert User.objects.count() == people
    assert client.post(where, hidden(markup(first)) | {"second_factor_code": totp.now()}).status_code in (200, 302)
    assert Membership.objects.filter(event=hall.event, role=role).count() == 2


@pytest.mark.parametrize("way", ["renew", "list"])
def test_a_slip_of_who_may_reopen_is_made_and_shown_after_the_question(hall: Hall, way: str) -> None:
    totp = enrolled(hall.users["organiser"])
    OrganisationMember.objects.update_or_create(
        organisation=hall.event.organisation, user=hall.users["organiser"], defaults={"creates": True}
    )
    leader = account_without_password(username="leader", display_name="新裁長")
    save_user(user=leader, organisation=hall.event.organisation)
    add_member(hall.event, leader, Role.HEAD_REFEREE)
    client = hall.browser("organiser")
    sheet = reverse("tournaments:staff_slips", args=[hall.event.slug])
    where, sent = {
        "renew": (reverse("tournaments:renew_slip", args=[hall.event.slug, leader.pk]), {}),
        "list": (
            reverse("tournaments:staff", args=[hall.event.slug]),
            {"text": f"{leader.username}\t{Role.HEAD_REFEREE.label}", "tables": "0", "save": "1"},
        ),
    }[way]
    assert client.post(where, sent).status_code == 403
    assert not SignInSlip.objects.filter(user=leader).exists()
    assert client.post(where, sent | {"second_factor_code": totp.now()}).status_code in (200, 302)
    assert SignInSlip.objects.filter(user=leader).exists()
    assert leader.pk in [one["slip"].user.pk for one in client.get(sheet).context["slips"]]
    late = hall.browser("organiser").get(sheet).context  # another session, which has shown nothing
    assert leader.pk not in [one["slip"].user.pk for one in late["slips"]]
    assert leader.pk in [one.user.pk for one in late["others"]]
