import uuid

import pytest

from penalties.selectors.cases import disputes
from tests.tournaments.book_checks import hands_of
from tests.tournaments.recorder import DRAW, make_table, ruling, won
from tournaments.core.exceptions import CardSigned, Conflict, Disputed, Invalid
from tournaments.models import Act
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.hands import history

WIN, OTHER_WIN = won(1, 2, 20), won(1, 2, 30)


@pytest.fixture
def played(table):
    """One hand waits for the four."""
    table.play(WIN)
    return table


@pytest.fixture
def settled(table):
    table.settle(WIN)
    return table


@pytest.fixture
def disputed(played):
    played.object_to(1, 2)
    return played


def states(table):
    return [row[5] for row in hands_of(table.game)]


class TestConfirming:
    def test_it_waits_for_each_of_the_four(self, played):
        for left, seat in ((3, 2), (2, 0), (1, 3)):
            played.confirm(seat)
            assert len(played.missing[1]) == left
        played.confirm(1)
        assert (played.missing, played.fresh().unconfirmed, played.fresh().book_version) == ({}, 0, 1)
        played.check()

    def test_it_writes_nothing_when_nothing_waits(self, table):
        assert table.confirm(0) == {"act": None, "seats": [], "confirmed": True}
        assert not Act.objects.exists()

    @pytest.mark.parametrize("others", [(1,), (0, 1), (0, 1, 2, 3)])
    def test_the_key_of_other_seats_confirms_nobody_and_says_so(self, played, others):
        key = uuid.uuid4()
        played.confirm(0, client_key=key)
        before = played.missing
        with pytest.raises(Conflict):
            played.confirm(*others, client_key=key)
        assert played.missing == before

    def test_a_repeat_is_harmless_though_one_of_its_seats_had_nothing_to_confirm(self, played):
        played.confirm(1)
        key = uuid.uuid4()
        first = played.confirm(0, 1, client_key=key)
        assert first["seats"] == [0]
        assert played.confirm(0, 1, client_key=key) == first
        assert Act.objects.filter(kind="confirm").count() == 2

    @pytest.mark.parametrize("seat", [4, -1, "0"])
    def test_it_knows_four_seats(self, table, seat):
        with pytest.raises(Invalid):
            table.confirm(seat)


@pytest.mark.parametrize(
    ("before", "corrections", "missing"),
    [
        ([WIN], [OTHER_WIN], {1: [1, 2]}),
        ([WIN, DRAW], [OTHER_WIN], {1: [1, 2], 2: [1, 2]}),
        ([WIN], [OTHER_WIN, WIN], {}),
        ([WIN], [DRAW], {1: [0, 1, 2, 3]}),
    ],
    ids=["whose numbers changed", "in later hands too", "nobody where it is taken back", "all of another result"],
)
def test_a_correction_asks_those_again_whose_numbers_changed(table, before, corrections, missing):
    table.settle(*before)
    for event in corrections:
        table.correct(1, event)
    assert table.missing == missing
    table.check()


def test_a_correction_asks_those_again_whose_cards_alone_have_changed(table):
    table.play(ruling(1, "talking"))
    table.settle(DRAW)
    assert [card.card for card in table.folded.hands[0].result.cards] == ["yellow"]
    table.correct(1, DRAW)
    assert table.missing == {1: [1]}


def test_a_hand_that_is_recorded_anew_asks_the_four_again(played):
    played.confirm(0)
    played.correct(1, DRAW)
    assert played.missing == {1: [0, 1, 2, 3]}


class TestDisputed:
    def test_it_stops_the_next_hand_whoever_else_confirms(self, disputed):
        assert disputed.fresh().disputed
        for _again in range(2):
            with pytest.raises(Disputed):
                disputed.play(DRAW)
            disputed.check()
            disputed.confirm()
        assert (states(disputed), disputed.missing) == (["disputed"], {1: [2]})

    def test_it_ends_when_the_referee_upholds_it_with_a_reason_and_settles_the_objector_only(self, disputed):
        disputed.uphold(1)
        assert disputed.missing == {1: [0, 1, 3]}
        disputed.confirm(0, 1, 3)
        assert states(disputed) == ["confirmed"]
        disputed.play(DRAW)
        disputed.check()

    def test_it_ends_with_a_correction_of_that_hand(self, disputed):
        disputed.correct(1, OTHER_WIN)
        assert states(disputed) == ["waiting"]
        disputed.check()

    def test_it_stays_when_another_hand_is_corrected(self, settled):
        settled.play(DRAW)
        settled.object_to(2, 0)
        settled.correct(1, OTHER_WIN)
        assert states(settled) == ["waiting", "disputed"]

    def test_it_takes_one_objection_at_a_time_and_another_after_the_decision(self, played):
        key = uuid.uuid4()
        first = played.object_to(1, 2, reason="第一", client_key=key)
        with pytest.raises(Invalid, match="已有異議"):
            played.object_to(1, 3, reason="第二")
        assert played.folded.hands[0].objection[2] == "第一"
        assert played.object_to(1, 2, reason="第一", client_key=key) == first
        played.uphold(1)
        played.object_to(1, 2, reason="仍然不對")
        assert played.fresh().disputed
        played.check()

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_it_needs_words_a_hand_and_an_objection(self, played, reason):
        with pytest.raises(Invalid):
            played.uphold(1)
        for number, words in ((1, reason), (2, "番數不對")):
            with pytest.raises(Invalid):
                played.object_to(number, 2, reason=words)
        played.object_to(1, 2)
        with pytest.raises(Invalid):
            played.uphold(1, reason=reason)


class TestClosed:
    """四家確認之後: what all four have confirmed is closed, where the rules say so."""

    def test_an_objection_after_the_four_is_a_case_that_blocks_nothing(self, settled):
        assert settled.object_to(1, 2)["late"] is True
        assert (settled.fresh().disputed, settled.missing) == (False, {})
        settled.play(DRAW)
        assert [(one.hand, one.late, one.outcome) for one in disputes(pk=settled.game.pk)] == [(1, True, "")]
        settled.check()

    def test_until_the_fourth_confirms_it_is_an_objection_like_any(self, played):
        played.confirm(0, 1, 3)
        assert "late" not in played.object_to(1, 2)
        assert played.fresh().disputed

    def test_it_is_one_again_while_a_corrected_hand_waits(self, settled):
        settled.correct(1, OTHER_WIN)
        assert "late" not in settled.object_to(1, 2)

    @pytest.mark.parametrize(
        "event",
        [
            {"rule_options": {"L-55": "open"}},
            {"rule_set": "hkma-masters", "rule_options": {"M-18": "open"}},
            {"rule_set": "tw-club"},
            {"rules_snapshot": {"rule_set": "hkma-league", "version": "2", "options": {}, "settings": {}}},
        ],
        ids=["chosen", "of the Masters", "another text", "begun before"],
    )
    def test_an_event_that_leaves_it_open_hears_every_objection(self, event):
        table = make_table(**event)
        table.settle(DRAW)
        table.object_to(1, 2)
        assert table.fresh().disputed

    def test_it_takes_one_at_a_time_and_ends_when_it_is_decided(self, settled):
        settled.object_to(1, 2)
        with pytest.raises(Invalid, match="已有異議"):
            settled.object_to(1, 3)
        settled.uphold(1)
        settled.object_to(1, 3)
        settled.correct(1, OTHER_WIN)
        assert [one.outcome for one in disputes(pk=settled.game.pk)] == ["upheld", "changed"]
        settled.check()

    def test_a_correction_says_that_only_a_slip_of_the_entry_is_put_right(self, settled):
        settled.correct(1, OTHER_WIN, reason="番數輸入錯誤")
        # The winner and the payer wait: the four have not confirmed this.
        settled.correct(1, DRAW, reason="番數輸入錯誤")
        assert [one.closed for one in settled.folded.timeline.replaced] == [True, False]
        (hand,) = history(settled.fresh(), EVERYTHING).hands
        assert [old["reason"] for old in hand.old] == ["番數輸入錯誤（四家已確認：只更正輸入錯誤）", "番數輸入錯誤"]

    def test_so_does_an_undo(self, settled):
        settled.undo()
        assert [one.closed for one in settled.folded.timeline.replaced] == [True]

    def test_a_signed_card_refuses_an_objection(self, table):
        table.finish()
        table.object_to(8, 2)
        table.sign(0)
        with pytest.raises(CardSigned):
            table.object_to(3, 1)
        assert Act.objects.filter(kind="object").count() == 1
