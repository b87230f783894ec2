"""Who has a second factor is asked for it once more before a ruling is reversed, and before a signed card is reopened,
whatever the step."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import OrganisationMember, SecondFactor, SignInSlip, User
from accounts.services import account_without_password, create_token, save_user
from accounts.step_up import PROVED
from penalties.models import Ruling
from tests.accounts.conftest import enrolled
from tests.markup import markup, shows
from tests.penalties.hall import make_tournament
from tests.rounds.two_tables import chairs_said, exchange
from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import FullHall
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import add_member, make_user
from tournaments.models import Membership, Role, Round, Scorecard

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

REASON = "簽錯了「名」 & <再簽>"


def done(hall: FullHall) -> bool:
    reopened = Scorecard.objects.get(game=hall.signed).reopened_at is not None
    reversed_ = Ruling.objects.exclude(reverses=None).exists()
    return reopened or reversed_ or Round.objects.get(pk=hall.open_round.pk).void


def hidden(page: Any) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', markup(page))
    return {name: unescape(value) for name, value in fields if name not in ("csrfmiddlewaretoken", "next")}


def by_program(user: User, where: str, sent: Any, client: Client | None = None) -> Any:
    _token, secret = create_token(user=user, name="program", now=timezone.now())
    headers = {"Authorization": f"Token {secret}"}
    return (client or Client()).post(where, sent, content_type="application/json", headers=headers)


# --- every step that ends what four have signed, and what else is asked -----------------------------------------------

Way = Callable[[FullHall], tuple[str, dict[str, Any]]]


def _way(name: str) -> Way:
    way: Any = ADDRESSES[name].post
    return lambda hall: (address_of(name, hall), way.body(hall) | {"reason": REASON})


def _chairs(hall: FullHall, *games: str) -> dict[tuple[int, int], int]:
    one, other = (getattr(hall, name).seats.get(seat=1).player.number for name in games)
    return exchange(hall.open_round, one, other)


def _swap(hall: FullHall, *games: str) -> tuple[str, dict[str, Any]]:
    chairs = _chairs(hall, *(games or ("signed", "settled")))
    sent = {"reason": "坐錯檯", "chairs": chairs_said(hall.open_round, chairs)}
    return address_of("tournaments:swap_seats", hall), sent


def _swap_by_program(hall: FullHall) -> tuple[str, dict[str, Any]]:
    chairs = _chairs(hall, "signed", "settled")
    seats = [{"table": table, "seat": seat, "player": who} for (table, seat), who in chairs.items()]
    return address_of("api:correct_seats", hall), {"seats": seats, "reason": "坐錯檯", "confirmed": True}


STEPS: dict[str, tuple[str, Way, Way]] = {
    "the card is reopened": ("head referee", _way("tournaments:reopen"), _way("api:reopen")),
    "a ruling is reversed": ("head referee", _way("penalties:reverse"), _way("penalties_api:reverse")),
    "seats are put right": ("organiser", _swap, _swap_by_program),
    "the round is void": ("organiser", _way("tournaments:void_round"), _way("api:void_round")),
}
each_step = pytest.mark.parametrize(("who", "by_page", "program"), STEPS.values(), ids=STEPS)


@each_step
def test_each_step_asks_first_and_keeps_what_was_typed(hall: FullHall, who: str, by_page: Way, program: Way) -> None:
    (totp, _codes), client, (where, sent) = enrolled(hall.users[who]), hall.browser(who), by_page(hall)
    sent = {name: str(value) for name, value in sent.items()}
    question = client.post(where, sent)
    assert (question.status_code, hidden(question), done(hall)) == (403, sent, False)
    assert f'action="{where}"' in markup(question)
    wrong = client.post(where, sent | {"second_factor_code": "000000"})
    assert (wrong.status_code, hidden(wrong), done(hall)) == (403, sent, False)
    failures = SecondFactor.objects.get(user=hall.users[who]).failures
    assert failures == 1, "a wrong code counts, though the step was taken back"
    answered = client.post(where, hidden(wrong) | {"second_factor_code": totp.now()})
    assert (answered.status_code, done(hall)) == (302, True)


@each_step
def test_who_has_none_is_not_asked(hall: FullHall, who: str, by_page: Way, program: Way) -> None:
    assert (hall.browser(who).post(*by_page(hall)).status_code, done(hall)) == (302, True)


@each_step
def test_a_program_cannot_be_asked_and_is_refused(hall: FullHall, who: str, by_page: Way, program: Way) -> None:
    enrolled(hall.users[who])
    answer = by_program(hall.users[who], *program(hall))
    shows(answer, "請在網頁上做", status=403)
    assert (answer.json()["errors"][0]["code"], done(hall)) == ("second_factor_required", False)


@each_step
def test_a_proof_of_somebody_else_lets_no_program_in(hall: FullHall, who: str, by_page: Way, program: Way) -> None:
    """A token that was found is sent along with the cookie of one's own browser."""
    enrolled(hall.users[who])
    browser = hall.browser("stranger")
    session = browser.session
    session[PROVED] = int(timezone.now().timestamp())
    session.save()
    answer = by_program(hall.users[who], *program(hall), browser)
    assert (answer.status_code, done(hall)) == (403, False)


def test_an_answer_holds_for_ten_minutes_in_its_browser(hall: FullHall) -> None:
    (totp, _codes), client = enrolled(hall.users["head referee"]), hall.browser("head referee")
    (reopen, sent), (reverse_, said) = _way("tournaments:reopen")(hall), _way("penalties:reverse")(hall)
    client.post(reopen, sent | {"second_factor_code": totp.now()})
    assert Scorecard.objects.get(game=hall.signed).reopen_reason == REASON
    assert client.post(reverse_, said).status_code == 302
    earlier = reverse("penalties:reverse", args=[hall.event.slug, 1])
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert client.post(earlier, said | {"client_key": str(uuid.uuid4())}).status_code == 403
    assert hall.browser("head referee").post(earlier, said | {"client_key": str(uuid.uuid4())}).status_code == 403
    assert [ruling.reverses.number for ruling in Ruling.objects.exclude(reverses=None)] == [2]


def test_in_another_language_it_holds_the_same(hall: FullHall) -> None:
    (totp, _codes), client = enrolled(hall.users["head referee"]), hall.browser("head referee")
    where, sent = _way("tournaments:reopen")(hall)
    shows(client.post(where, sent), 'name="second_factor_language"', status=403)
    english = client.post(where, sent | {"second_factor_language": "en"})
    assert (english.status_code, english["Content-Language"], hidden(english)) == (403, "en", sent)
    assert client.get("/").headers["Content-Language"] == "en"
    answered = client.post(where, hidden(english) | {"second_factor_code": totp.now()})
    assert (answered.status_code, done(hall)) == (302, True)


def test_seats_at_tables_where_no_card_is_signed_and_a_preview_ask_nobody(hall: FullHall) -> None:
    enrolled(hall.users["organiser"])
    where, sent = _swap(hall)
    shows(hall.browser("organiser").post(where, {"chairs": sent["chairs"]}), "重開")
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
    (totp, _codes), client = enrolled(organiser), signed_in(organiser)
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
    written = [path for path in files if re.search(r"reopened_at ?=[^=]", path.read_text())]
    found = {path.name for path in written if "migrations" not in path.parts}
    assert found == {"reopening.py", "api.py", "book.py"}, found


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.ORGANISER, Role.REFEREE])
@pytest.mark.parametrize("way", ["add", "create", "list"])
def test_who_makes_another_who_may_reopen_is_asked_as_if_they_did(hall: FullHall, role: Role, way: str) -> None:
    totp, _codes = enrolled(hall.users["organiser"])
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
    assert client.post(where, hidden(first) | {"second_factor_code": totp.now()}).status_code in (200, 302)
    assert Membership.objects.filter(event=hall.event, role=role).count() == 2


@pytest.mark.parametrize("way", ["renew", "list"])
def test_a_slip_of_who_may_reopen_is_made_and_shown_after_the_question(hall: FullHall, way: str) -> None:
    totp, _codes = enrolled(hall.users["organiser"])
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
    assert leader.pk in [one.worker.user.pk for one in client.get(sheet).context["slips"]]
    late = hall.browser("organiser").get(sheet).context  # another session, which has shown nothing
    assert leader.pk not in [one.worker.user.pk for one in late["slips"]]
    assert leader.pk in [one.worker.user.pk for one in late["others"]]
