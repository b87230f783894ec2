import json
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.made_once import made_once
from tests.tournaments.recorder import DRAW, Recorder, make_table, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Invalid, NotConfirmed
from tournaments.models import Act, Game, Round, Scorecard, triggers
from tournaments.rounds.services import stages
from tournaments.rounds.services.rounds import close_round
from tournaments.scorecards import services as cards
from tournaments.scorecards.selectors import card_page
from tournaments.tables.game_log.redaction import EVERYTHING


@pytest.fixture
def finished(db: None) -> Recorder:
    return made_once((finished_table,), finished_table)


def finished_table() -> Recorder:
    """Every hand was won by the seat after the dealer."""
    table = make_table()
    table.finish()
    return table


def rule(table: Recorder, seat: int, **said: Any) -> dict[str, Any]:
    return dict(cards.rule_signed(**table.entry(said, seat=seat, digest=table.digest(), reason="選手已離場")))


def reopen(table: Recorder, reason: str = "計錯第三鋪") -> None:
    cards.reopen(**table.entry(reason=reason))


def test_a_card_is_not_signed_before_the_game_ends_nor_while_a_hand_waits(table):
    table.settle(DRAW)
    with pytest.raises(Invalid):
        table.sign(0)
    while not table.folded.state.finished:
        table.confirm()
        dealer = table.folded.state.turn.dealer
        table.play(won((dealer + 1) % 4, dealer))
    with pytest.raises(NotConfirmed):
        table.sign(0)


@pytest.mark.parametrize("strokes", ["", "M1,1", "M5 5h.1", "<script>", 'M1 1L2 2"><script>', "M1,1L2,2" * 5000])
def test_a_signature_wants_a_drawn_name_and_the_numbers_that_were_seen(finished, strokes):
    with pytest.raises(Invalid):
        finished.sign(0, strokes=strokes)
    with pytest.raises(Invalid, match="更改"):
        finished.sign(0, digest="0" * 64)


def test_a_card_takes_one_signature_a_seat_and_a_name_with_a_dot(finished):
    """As signature-pad.js writes one: "M5 5h.1"."""
    assert finished.sign(0, strokes="M12 40L14 43L20 38M30 50h.1")[0]["signed"] == 1
    with pytest.raises(CardSigned):
        finished.sign(0)
    with pytest.raises(CardSigned):
        finished.correct(3, DRAW)


@pytest.mark.parametrize("step", [Recorder.sign, rule])
def test_a_repeat_is_answered_as_the_first_time(finished, step):
    key = uuid.uuid4()
    assert step(finished, 1, client_key=key) == step(finished, 1, client_key=key)


def test_a_code_is_read_however_it_is_typed():
    assert cards.read_code("a0-1 8b_Z9") == "AOIBBZ"


def test_a_card_that_was_reopened_with_a_reason_stays_beside_the_new_one(finished):
    with pytest.raises(Invalid):
        reopen(finished)  # nobody has signed yet
    finished.sign()
    first = Scorecard.objects.get()
    with pytest.raises(Invalid):
        reopen(finished, reason="  ")
    reopen(finished)
    assert finished.fresh().state == Game.State.COMPLETE
    finished.sign()
    old, new = Scorecard.objects.order_by("version")
    assert (old.pk, old.reopen_reason, new.version) == (first.pk, "計錯第三鋪", 2)
    assert old.code != new.code
    assert old.reopened_at is not None


def test_a_signed_card_holds_everything_that_the_game_log_gives(finished):
    finished.sign()
    content = json.loads(Scorecard.objects.get().content)
    assert len(content["hands"]) == 8
    assert content["final"]["scores"] == content["hands"][-1]["scores"]
    assert [player["name"] for player in content["players"]] == ["張國強", "李小龍", "陳大文", "何家珍"]


def test_a_card_shows_old_versions_struck_through(table):
    table.settle(won(0, 1, 20))
    table.correct(1, won(0, 2, 20), reason="認錯出銃者")
    line = card_page(table.fresh(), EVERYTHING, signatures=True).lines[0]
    assert "陳大文 出銃" in line["result"]
    assert "食糊 20 + 莊家 1 = 21 番，李小龍 出銃" in line["old"][0]
    assert "認錯出銃者" in line["old"][0]
    assert [cell["confirmed"] for cell in line["cells"]] == [False, False, False, True]


class TestRuledSignature:
    """裁判裁定作實."""

    def test_it_stands_in_the_place_of_one_that_is_not_given_and_locks_the_card(self, finished):
        finished.sign(0, 1, 2)
        answer = rule(finished, 3)
        card = Scorecard.objects.get()
        assert (answer["signed"], answer["code"], finished.fresh().state) == (4, card.code, Game.State.SIGNED)
        assert [one["method"] for one in card.signatures] == ["drawn", "drawn", "drawn", "ruled"]

    def test_the_round_and_its_stage_close_by_it_as_by_four_signatures(self, finished):
        stage = finished.game.round.stage
        finished.sign(0, 1, 2)
        assert "未簽妥" in "".join(stages.unfinished(stage))
        rule(finished, 3)
        assert close_round(round_id=finished.game.round_id, now=timezone.now()).state == Round.State.CLOSED
        assert stages.unfinished(stage) == []

    def test_it_wants_a_reason_and_the_card_that_was_seen_and_nobody_signs_by_its_method(self, finished):
        for said in ({"reason": "  "}, {"digest": "0" * 64}):
            with pytest.raises(Invalid):
                rule(finished, 3, **said)
        with pytest.raises(Invalid, match="簽署方式"):
            finished.sign(3, method="ruled", strokes="")
        assert not Act.objects.filter(kind="sign").exists()

    def test_a_seat_has_one_or_the_other(self, finished):
        rule(finished, 3)
        for again in (finished.sign, lambda seat: rule(finished, seat)):
            with pytest.raises(CardSigned):
                again(3)

    def test_the_database_takes_none_without_a_reason_or_by_a_player_alone(self, finished):
        rule(finished, 3)
        player = finished.game.event.players.get(number=1).pk
        for changes in ({"reason": ""}, {"user_id": None, "player_id": player}):
            with triggers.disabled(), pytest.raises(IntegrityError), transaction.atomic():
                Act.objects.filter(kind="sign").update(**changes)

    def test_an_audit_finds_nothing_in_it_and_misses_a_reason_that_is_gone(self, finished):
        finished.sign(0, 1, 2)
        rule(finished, 3)
        assert list(audit()) == []
        with triggers.disabled():
            Act.objects.filter(payload__method="ruled").update(reason=" ")
        assert any("裁定作實" in one.what for one in audit())
