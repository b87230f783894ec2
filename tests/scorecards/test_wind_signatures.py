"""M-16: an event in which the four sign after every 圈, before the next one begins."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.markup import markup
from tests.tournaments.book_checks import check_book
from tests.tournaments.factories import confirm_all, entry_of, make_event, make_game, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Invalid, NotConfirmed, NotOpen
from tournaments.models import Game, Scorecard
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording
from tournaments.tables.services.confirmations import object_to

pytestmark = pytest.mark.django_db


def hands(game: Game, actor: Actor, count: int) -> None:
    for _hand in range(count):
        play_and_confirm(game, actor, type="draw")


def masters(after: str = "wind") -> Game:
    event = make_event(rule_set="hkma-masters", rule_options={"M-15": "two", "M-16": after})
    return make_game(event, make_user())


@pytest.fixture
def game(actor) -> Game:
    """東圈 has been played: four draws."""
    game = masters()
    hands(game, actor, 4)
    return game


def fresh(game: Game) -> Game:
    return Game.objects.select_related("event", "round", "table").get(pk=game.pk)


def sign(game: Game, actor: Actor, *seats: int) -> list[dict]:
    digest = cards.current_digest(fresh(game), read_book(fresh(game)).folded)
    said = {"method": "drawn", "strokes": "M1,1L2,2", "digest": digest, "now": timezone.now()}
    return [dict(cards.sign(game_id=game.pk, actor=actor, seat=s, client_key=uuid.uuid4(), **said)) for s in seats]


def correct(game: Game, actor: Actor, number: int) -> None:
    recording.correct(
        **entry_of(game, actor),
        number=number,
        entries=[Played({"type": "win", "winner": 0, "self_draw": True, "fan": 3})],
        reason="看錯",
        seen=fresh(game).book_version,
    )


def test_the_next_wind_waits_for_four_signatures(game, actor):
    for seats in ((0, 1, 2), (3,)):
        with pytest.raises(NotOpen, match="四家簽署"):
            play(game, actor, type="draw")
        answers = sign(game, actor, *seats)
    assert (answers[0]["signed"], answers[0]["code"]) == (4, None)
    hands(game, actor, 4)
    check_book(game)


def test_it_is_locked_as_far_as_it_was_signed(game, actor):
    sign(game, actor, 0, 1, 2, 3)
    for step in (
        lambda: correct(game, actor, 4),
        lambda: object_to(**entry_of(game, actor), number=2, seat=1, reason="錯"),
    ):
        with pytest.raises(CardSigned):
            step()
    hands(game, actor, 1)
    correct(game, actor, 5)
    with pytest.raises(CardSigned):
        correct(game, actor, 4)


def test_nothing_of_it_is_taken_back(game, actor):
    sign(game, actor, 0)
    with pytest.raises(CardSigned):
        recording.undo(**entry_of(game, actor), reason="按錯了", seen=fresh(game).book_version)


def test_a_reopened_card_is_open_from_its_first_hand(game, actor):
    sign(game, actor, 0, 1, 2, 3)
    hands(game, actor, 1)
    cards.reopen(**entry_of(game, actor), reason="計錯第三鋪")
    correct(game, actor, 3)
    confirm_all(game, actor)
    play(game, actor, type="draw")
    check_book(game)


def test_each_seat_signs_a_wind_once_and_when_all_is_confirmed(actor):
    game = masters()
    hands(game, actor, 3)
    with pytest.raises(Invalid, match="未打完"):
        sign(game, actor, 0)
    play(game, actor, type="draw")
    with pytest.raises(NotConfirmed):
        sign(game, actor, 0)
    confirm_all(game, actor)
    sign(game, actor, 0)
    with pytest.raises(CardSigned):
        sign(game, actor, 0)


def test_a_missing_signature_is_ruled_as_on_the_whole_card(game, actor):
    sign(game, actor, 0, 1, 2)
    digest = cards.current_digest(fresh(game), read_book(fresh(game)).folded)
    said = {"seat": 3, "digest": digest, "reason": "選手不適", "client_key": uuid.uuid4(), "now": timezone.now()}
    cards.rule_signed(game_id=game.pk, actor=actor, **said)
    play(game, actor, type="draw")


def test_the_whole_card_is_signed_at_the_end_and_the_audit_finds_nothing(game, actor):
    sign(game, actor, 0, 1, 2, 3)
    hands(game, actor, 4)
    assert fresh(game).state == Game.State.COMPLETE
    sign(game, actor, 0, 1, 2, 3)
    assert fresh(game).state == Game.State.SIGNED
    assert Scorecard.objects.get(game=game).version == 1
    assert [one.what for one in audit()] == []


def test_without_the_reading_nobody_signs_between(actor):
    game = masters("game")
    hands(game, actor, 5)
    with pytest.raises(Invalid, match="未打完"):
        sign(game, actor, 0)


def test_the_pages_lead_to_signing_and_say_what_is_signed(game, actor):
    client = Client()
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    table = markup(client.get(reverse("tournaments:table", args=[game.pk])))
    assert "東圈打完：四家簽署之後，才打下一圈" in table
    assert reverse("tournaments:sign", args=[game.pk]) in table
    assert reverse("tournaments:sign_seat", args=[game.pk, 2]) in markup(
        client.get(reverse("tournaments:sign", args=[game.pk]))
    )
    sign(game, actor, 0, 1, 3)
    address = reverse("tournaments:sign_seat", args=[game.pk, 2])
    digest = client.get(address).context["page"].digest
    sent = {"digest": digest, "client_key": str(uuid.uuid4()), "strokes": "M1,1L2,2"}
    assert "四家已簽署這一圈，可以打下一圈" in markup(client.post(address, sent, follow=True))
    assert "東圈：四家已簽署" in markup(Client().get(reverse("tournaments:card", args=[game.pk])))
    table = markup(client.get(reverse("tournaments:table", args=[game.pk])))
    assert "四家簽署之後" not in table
    assert client.get(reverse("tournaments:correct", args=[game.pk, 4])).status_code == 409
