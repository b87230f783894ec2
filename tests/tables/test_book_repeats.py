import uuid

import pytest

from tests.tournaments.recorder import DRAW, KONG, won
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotConfirmed, NotOpen
from tournaments.models import Act, Round
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import correction_of, preview

WIN = won(1, 2, 20)


def previewed_correction(table, number=1):
    return correction_of(read_book(table.fresh()), number, [Played(DRAW)])[1]


class TestTheSameAgain:
    def test_the_same_key_gets_the_first_answer_even_when_the_book_has_moved_on(self, table):
        key = uuid.uuid4()
        first = table.record(KONG, seen=0, client_key=key)
        assert table.record(KONG, seen=0, client_key=key) == first
        table.play(WIN)
        assert table.record(KONG, seen=0, client_key=key) == first
        assert Act.objects.count() == 2

    def test_it_takes_the_same_hand_of_two_phones_once(self, table):
        assert table.record(WIN, seen=0) == table.record(WIN, seen=0)
        assert Act.objects.count() == 1

    def test_it_takes_two_equal_rewards_one_after_the_other(self, table):
        table.record(KONG, seen=0)
        table.record(KONG, seen=1)
        assert Act.objects.count() == 2
        table.check()

    def test_a_repeated_undo_gets_the_first_answer(self, table):
        table.play(KONG, WIN)
        again = {"client_key": uuid.uuid4(), "seen": table.fresh().book_version}
        assert table.undo(**again) == table.undo(**again)
        assert table.events == [KONG]


class TestSomethingOlder:
    def test_it_says_what_the_other_device_has_recorded(self, table):
        table.record(WIN, seen=0)
        with pytest.raises(Conflict) as conflict:
            table.record(DRAW, seen=0)
        said = conflict.value.extra
        assert (said["recorded"]["result"], said["yours"]["event"], said["book_version"]) == ("win", DRAW, 1)
        table.check()

    def test_it_says_what_is_entered_for_the_hand_in_progress(self, table):
        table.record(KONG, seen=0)
        with pytest.raises(Conflict) as conflict:
            table.record(WIN, seen=0)
        assert conflict.value.extra["recorded"]["events"] == [KONG]

    def test_it_refuses_a_correction_and_an_undo_of_an_older_book(self, table):
        table.settle(WIN)
        table.play(KONG)
        with pytest.raises(Conflict):
            table.correct(1, DRAW, seen=1)
        with pytest.raises(Conflict):
            table.undo(seen=1)

    def test_it_lets_confirmations_pass_without_a_conflict(self, table):
        table.record(WIN, seen=0)
        table.confirm()
        table.record(DRAW, seen=1)
        table.check()


class TestRefusals:
    def test_it_records_no_second_hand_but_a_reward_before_the_first_is_confirmed(self, table):
        table.play(WIN)
        with pytest.raises(NotConfirmed):
            table.play(DRAW)
        with pytest.raises(NotConfirmed):
            preview(book=read_book(table.fresh()), played=Played(DRAW))
        table.play(KONG)
        table.check()

    def test_it_records_nothing_in_a_round_that_is_not_open(self, table):
        Round.objects.update(state=Round.State.CLOSED)
        with pytest.raises(NotOpen):
            table.play(WIN)

    def test_it_records_nothing_on_a_card_that_somebody_signed(self, table):
        table.settle(WIN, {"type": "time_up"})
        table.sign(0)
        with pytest.raises(CardSigned):
            table.play(WIN)
        with pytest.raises(CardSigned):
            previewed_correction(table)

    @pytest.mark.parametrize("reason", ["", "   "])
    def test_it_wants_a_hand_and_a_reason_for_a_correction_and_an_undo(self, table, reason):
        for step in (table.undo, lambda: previewed_correction(table, 1)):
            with pytest.raises(Invalid):
                step()
        table.settle(WIN)
        with pytest.raises(Invalid) as of_correction:
            table.correct(1, DRAW, reason=reason)
        with pytest.raises(Invalid) as of_undo:
            table.undo(reason=reason)
        assert of_correction.value.field == of_undo.value.field == "reason"

    @pytest.mark.parametrize(
        "claim",
        [
            {"winners": 5},
            {"winners": [{"seat": 1}]},
            {"winners": [{"seat": 7}, {"seat": 1}]},
            {"typed": "20"},
            {"typed": True},
            {"ticks": [{"count": 1}]},
            {"ticks": [{"name": "門清", "count": -1}]},
            {"hand": []},
            {"note": 3},
            {"surprise": 1},
            {"paid": "later"},
            {"mode": "guessed"},
        ],
    )
    def test_it_refuses_a_claim_of_another_shape(self, table, claim):
        with pytest.raises(Invalid) as refusal:
            table.record(WIN, claim)
        assert refusal.value.field == "claim"
        assert not Act.objects.exists()

    def test_it_keeps_a_claim_as_it_was_given(self, table):
        claim = {"mode": "ticks", "typed": 15, "computed": 15, "paid": "computed"}
        claim |= {"ticks": [{"name": "自摸", "count": 1}]}
        table.record(WIN, claim)
        assert table.folded.hands[0].items[0].claim == claim
