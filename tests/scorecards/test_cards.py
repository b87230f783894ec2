"""Signing, locking, reopening: services of the scorecard."""

import json
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournaments.factories import confirm_all, entry_of, make_game, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Invalid, NotConfirmed
from tournaments.models import Act, Game, Round, Scorecard, triggers
from tournaments.rounds.services import stages
from tournaments.rounds.services.rounds import close_round
from tournaments.scorecards import services as cards
from tournaments.scorecards.selectors import card_page
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(actor) -> Game:
    """A finished game: every hand won by the seat after the dealer."""
    game = make_game(referee=make_user())
    for deal in range(8):
        play_and_confirm(game, actor, type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10)
    return game


def seen(game: Game) -> str:
    game = Game.objects.select_related("event", "round", "table").get(pk=game.pk)
    return cards.current_digest(game, read_book(game).folded)


def sign(game: Game, actor: Actor, seat: int, **changes) -> dict:
    values = {"method": "drawn", "strokes": "M1,1L2,2", "digest": seen(game), "client_key": uuid.uuid4()} | changes
    return dict(cards.sign(game_id=game.pk, actor=actor, seat=seat, now=timezone.now(), **values))


def reopen(game: Game, actor: Actor, reason: str = "計錯第三鋪") -> None:
    cards.reopen(**entry_of(game, actor), reason=reason)


def test_it_is_not_signed_before_the_game_ends(actor):
    game = make_game(referee=make_user())
    play_and_confirm(game, actor, type="draw")
    with pytest.raises(Invalid):
        sign(game, actor, 0)


def test_it_is_not_signed_while_a_hand_waits(actor):
    game = make_game(referee=make_user())
    for deal in range(8):
        if deal:
            confirm_all(game, actor)
        play(game, actor, type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10)
    with pytest.raises(NotConfirmed):
        sign(game, actor, 0)


def test_it_is_not_signed_for_numbers_that_nobody_saw(game, actor):
    with pytest.raises(Invalid, match="更改"):
        sign(game, actor, 0, digest="0" * 64)


@pytest.mark.parametrize("strokes", ["", "M1,1", "<script>", "M1,1L2,2" * 5000])
def test_it_wants_a_drawn_name(game, actor, strokes):
    with pytest.raises(Invalid):
        sign(game, actor, 0, strokes=strokes)


def test_it_takes_one_signature_a_seat(game, actor):
    sign(game, actor, 2)
    with pytest.raises(CardSigned):
        sign(game, actor, 2)


def test_it_answers_a_repeat_as_the_first_time(game, actor):
    key = uuid.uuid4()
    assert sign(game, actor, 1, client_key=key) == sign(game, actor, 1, client_key=key)


def test_it_takes_no_correction_once_somebody_has_signed(game, actor):
    sign(game, actor, 0)
    game.refresh_from_db()
    with pytest.raises(CardSigned):
        recording.correct(
            **entry_of(game, actor), number=3, entries=[Played({"type": "draw"})], reason="錯", seen=game.book_version
        )


def test_it_keeps_the_old_card_when_it_is_reopened(game, actor):
    for seat in range(4):
        sign(game, actor, seat)
    first = Scorecard.objects.get(game=game)
    reopen(game, actor)
    game.refresh_from_db()
    assert game.state == Game.State.COMPLETE
    for seat in range(4):
        sign(game, actor, seat)
    old, new = Scorecard.objects.filter(game=game).order_by("version")
    assert (old.pk, old.reopen_reason, new.version) == (first.pk, "計錯第三鋪", 2)
    assert old.code != new.code
    assert old.reopened_at is not None


def test_it_is_reopened_only_with_a_reason_and_a_signature(game, actor):
    with pytest.raises(Invalid):
        reopen(game, actor)
    sign(game, actor, 0)
    with pytest.raises(Invalid):
        reopen(game, actor, reason="  ")


def test_it_signs_everything_that_the_fold_says(game, actor):
    for seat in range(4):
        sign(game, actor, seat)
    content = json.loads(Scorecard.objects.get(game=game).content)
    assert len(content["hands"]) == 8
    assert content["final"]["scores"] == content["hands"][-1]["scores"]
    assert [player["name"] for player in content["players"]] == ["張國強", "李小龍", "陳大文", "何家珍"]


def test_it_shows_old_versions_struck_through(actor):
    game = make_game(referee=make_user())
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    game.refresh_from_db()
    recording.correct(
        **entry_of(game, actor),
        number=1,
        entries=[Played({"type": "win", "winner": 0, "from": 2, "fan": 20})],
        reason="認錯出銃者",
        seen=game.book_version,
    )
    line = card_page(
        Game.objects.select_related("event", "round", "table").get(pk=game.pk), EVERYTHING, signatures=True
    ).lines[0]
    assert "陳大文 出銃" in line.result
    assert "李小龍 出銃" in line.old[0]
    assert "認錯出銃者" in line.old[0]
    assert [cell.confirmed for cell in line.cells] == [False, False, False, True]


class TestRuledSignature:
    """裁判裁定作實."""

    def test_it_stands_in_the_place_of_one_that_is_not_given_and_locks_the_card(self, game, actor):
        for seat in range(3):
            sign(game, actor, seat)
        answer = rule(game, actor, 3)
        game.refresh_from_db()
        card = Scorecard.objects.get(game=game)
        assert (answer["signed"], answer["code"], game.state) == (4, card.code, Game.State.SIGNED)
        assert [one["method"] for one in card.signatures] == ["drawn", "drawn", "drawn", "ruled"]

    def test_the_round_and_its_stage_close_by_it_as_by_four_signatures(self, game, actor):
        for seat in range(3):
            sign(game, actor, seat)
        assert "未簽妥" in "".join(stages.unfinished(game.round.stage))
        rule(game, actor, 3)
        closed = close_round(round_id=game.round_id, now=timezone.now())
        assert closed.state == Round.State.CLOSED
        assert stages.unfinished(game.round.stage) == []

    def test_it_wants_a_reason_and_the_card_that_was_seen(self, game, actor):
        for changes in ({"reason": "  "}, {"digest": "0" * 64}):
            with pytest.raises(Invalid):
                rule(game, actor, 3, **changes)
        assert not game.acts.filter(kind="sign").exists()

    def test_nobody_signs_by_its_method(self, game, actor):
        with pytest.raises(Invalid, match="簽署方式"):
            sign(game, actor, 3, method="ruled", strokes="")

    def test_a_seat_has_one_or_the_other(self, game, actor):
        rule(game, actor, 3)
        for again in (sign, rule):
            with pytest.raises(CardSigned):
                again(game, actor, 3)

    def test_a_repeat_gets_the_first_answer(self, game, actor):
        key = uuid.uuid4()
        assert rule(game, actor, 1, client_key=key) == rule(game, actor, 1, client_key=key)

    def test_the_database_takes_none_without_a_reason_or_by_a_player_alone(self, game, actor):
        rule(game, actor, 3)
        act = game.acts.get(kind="sign")
        for changes in ({"reason": ""}, {"user_id": None, "player_id": game.event.players.get(number=1).pk}):
            with triggers.disabled(), pytest.raises(IntegrityError), transaction.atomic():
                Act.objects.filter(pk=act.pk).update(**changes)

    def test_an_audit_finds_nothing_in_it_and_misses_a_reason_that_is_gone(self, game, actor):
        for seat in range(3):
            sign(game, actor, seat)
        rule(game, actor, 3)
        assert [one.what for one in audit()] == []
        with triggers.disabled():
            Act.objects.filter(game=game, payload__method="ruled").update(reason=" ")
        assert any("裁定作實" in one.what for one in audit())


def rule(game: Game, actor: Actor, seat: int, **changes) -> dict:
    values = {"digest": seen(game), "reason": "選手已離場", "client_key": uuid.uuid4()} | changes
    return dict(cards.rule_signed(game_id=game.pk, actor=actor, seat=seat, now=timezone.now(), **values))
