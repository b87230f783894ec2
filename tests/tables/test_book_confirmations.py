"""確認 and 異議 at the level of the services: who has confirmed what, and what a dispute stops."""

import uuid

import pytest
from django.utils import timezone

from penalties.selectors.cases import disputes
from tests.tournaments.book_checks import check_book, hands_of, reread
from tests.tournaments.factories import confirm_all, entry_of, make_event, make_game, make_user, play, play_and_confirm
from tournaments.core.exceptions import CardSigned, Conflict, Disputed, Invalid
from tournaments.models import Act, Game
from tournaments.scorecards.services import current_digest, sign
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.selectors.hands import history
from tournaments.tables.services.confirmations import confirm, object_to, uphold
from tournaments.tables.services.recording import correct, undo

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
OTHER_WIN = {"type": "win", "winner": 1, "from": 2, "fan": 30}
DRAW = {"type": "draw"}


@pytest.fixture
def table():
    referee = make_user()
    return make_game(referee=referee), Actor(user_id=referee.pk)


def say_yes(game, actor, *seats, key=None):
    return confirm(
        game_id=game.pk, actor=actor, seats=seats, method="tap", client_key=key or uuid.uuid4(), now=timezone.now()
    )


def say_no(game, actor, number, seat, reason="番數不對", key=None):
    return object_to(
        game_id=game.pk,
        actor=actor,
        number=number,
        seat=seat,
        reason=reason,
        client_key=key or uuid.uuid4(),
        now=timezone.now(),
    )


def decide(game, actor, number, reason="已核對"):
    return uphold(**entry_of(game, actor), number=number, reason=reason)


def put_right(game, actor, number, *events):
    return correct(
        **entry_of(game, actor),
        number=number,
        entries=[Played(event) for event in events],
        reason="番數輸入錯誤",
        seen=reread(game).book_version,
    )


def missing(game):
    return {hand.number: hand.missing for hand in read_book(reread(game)).folded.unconfirmed}


class TestConfirming:
    def test_it_waits_for_each_of_the_four(self, table):
        game, actor = table
        play(game, actor, **WIN)
        for left, seat in ((3, 2), (2, 0), (1, 3)):
            say_yes(game, actor, seat)
            assert len(missing(game)[1]) == left
        say_yes(game, actor, 1)
        assert missing(game) == {}
        assert reread(game).unconfirmed == 0
        check_book(game)

    def test_it_writes_nothing_when_nothing_waits(self, table):
        game, actor = table
        assert say_yes(game, actor, 0) == {"act": None, "seats": [], "confirmed": True}
        assert not Act.objects.filter(game=game).exists()

    @pytest.mark.parametrize("others", [(1,), (0, 1), (0, 1, 2, 3)])
    def test_the_key_of_other_seats_confirms_nobody_and_says_so(self, table, others):
        game, actor = table
        play(game, actor, **WIN)
        key = uuid.uuid4()
        say_yes(game, actor, 0, key=key)
        before = missing(game)
        with pytest.raises(Conflict):
            say_yes(game, actor, *others, key=key)
        assert missing(game) == before

    def test_a_repeat_for_the_same_seats_is_harmless_though_one_had_nothing_to_confirm(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_yes(game, actor, 1)
        key = uuid.uuid4()
        first = say_yes(game, actor, 0, 1, key=key)
        assert first["seats"] == [0]
        assert say_yes(game, actor, 0, 1, key=key) == first

    def test_it_gives_the_first_answer_to_the_same_key(self, table):
        game, actor = table
        play(game, actor, **WIN)
        key = uuid.uuid4()
        assert say_yes(game, actor, 2, key=key) == say_yes(game, actor, 2, key=key)
        assert Act.objects.filter(game=game, kind="confirm").count() == 1

    @pytest.mark.parametrize("seats", [[4], [-1], ["0"]])
    def test_it_knows_four_seats(self, table, seats):
        game, actor = table
        with pytest.raises(Invalid):
            say_yes(game, actor, *seats)

    def test_it_does_not_change_the_book_version(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_yes(game, actor, 0, 1, 2, 3)
        assert reread(game).book_version == 1


class TestCorrected:
    def test_it_asks_those_again_whose_numbers_changed(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        put_right(game, actor, 1, OTHER_WIN)
        assert missing(game) == {1: [1, 2]}
        check_book(game)

    def test_it_asks_those_again_whose_cards_alone_have_changed(self, table):
        game, actor = table
        play(game, actor, type="ruling", seat=1, offence="talking")
        play_and_confirm(game, actor, **DRAW)
        assert [card.card for card in read_book(reread(game)).folded.hands[0].result.cards] == ["yellow"]
        put_right(game, actor, 1, DRAW)
        assert missing(game) == {1: [1]}

    def test_it_asks_again_in_every_later_hand_that_changed(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        play_and_confirm(game, actor, **DRAW)
        put_right(game, actor, 1, OTHER_WIN)
        assert missing(game) == {1: [1, 2], 2: [1, 2]}
        check_book(game)

    def test_it_asks_nobody_again_when_a_correction_is_taken_back(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        put_right(game, actor, 1, OTHER_WIN)
        put_right(game, actor, 1, WIN)
        assert missing(game) == {}
        check_book(game)

    def test_it_asks_the_four_again_when_a_hand_is_recorded_anew(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_yes(game, actor, 0)
        put_right(game, actor, 1, DRAW)
        assert missing(game) == {1: [0, 1, 2, 3]}


class TestDisputed:
    def test_it_stops_the_next_hand(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        assert reread(game).disputed
        with pytest.raises(Disputed):
            play(game, actor, **DRAW)
        check_book(game)

    def test_it_stands_whoever_else_confirms(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        confirm_all(game, actor)
        assert [row[5] for row in hands_of(game)] == ["disputed"]
        with pytest.raises(Disputed):
            play(game, actor, **DRAW)

    def test_it_ends_when_the_referee_upholds_it_with_a_reason(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_yes(game, actor, 0, 1, 3)
        say_no(game, actor, 1, 2)
        decide(game, actor, 1)
        assert [row[5] for row in hands_of(game)] == ["confirmed"]
        play(game, actor, **DRAW)
        check_book(game)

    def test_it_settles_the_objector_only(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        decide(game, actor, 1)
        assert missing(game) == {1: [0, 1, 3]}

    def test_it_ends_with_a_correction_of_that_hand(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        put_right(game, actor, 1, OTHER_WIN)
        assert [row[5] for row in hands_of(game)] == ["waiting"]
        check_book(game)

    def test_it_stays_when_another_hand_is_corrected(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **DRAW)
        say_no(game, actor, 2, 0)
        put_right(game, actor, 1, OTHER_WIN)
        assert [row[5] for row in hands_of(game)] == ["waiting", "disputed"]

    def test_it_takes_one_objection_at_a_time(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2, reason="第一")
        with pytest.raises(Invalid, match="已有異議"):
            say_no(game, actor, 1, 3, reason="第二")
        assert read_book(reread(game)).folded.hands[0].objection[2] == "第一"

    def test_it_gives_the_first_answer_to_the_same_key(self, table):
        game, actor = table
        play(game, actor, **WIN)
        key = uuid.uuid4()
        assert say_no(game, actor, 1, 2, key=key) == say_no(game, actor, 1, 2, key=key)

    def test_it_may_be_raised_again_after_the_decision(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        decide(game, actor, 1)
        say_no(game, actor, 1, 2, reason="仍然不對")
        assert reread(game).disputed
        check_book(game)

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_it_needs_words(self, table, reason):
        game, actor = table
        play(game, actor, **WIN)
        with pytest.raises(Invalid):
            say_no(game, actor, 1, 2, reason=reason)
        say_no(game, actor, 1, 2)
        with pytest.raises(Invalid):
            decide(game, actor, 1, reason=reason)

    def test_it_upholds_only_what_is_disputed(self, table):
        game, actor = table
        play(game, actor, **WIN)
        with pytest.raises(Invalid):
            decide(game, actor, 1)

    def test_it_concerns_hands_that_are_there(self, table):
        game, actor = table
        with pytest.raises(Invalid):
            say_no(game, actor, 1, 0)


class TestClosed:
    """四家確認之後: what all four have confirmed is closed, where the rules say so."""

    def test_an_objection_after_the_four_is_a_case_that_blocks_nothing(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        assert say_no(game, actor, 1, 2)["late"] is True
        assert (reread(game).disputed, missing(game)) == (False, {})
        play(game, actor, **DRAW)
        assert [(one.hand, one.late, one.outcome) for one in disputes(pk=game.pk)] == [(1, True, "")]
        check_book(game)

    def test_until_the_fourth_confirms_it_is_an_objection_like_any(self, table):
        game, actor = table
        play(game, actor, **WIN)
        say_yes(game, actor, 0, 1, 3)
        assert "late" not in say_no(game, actor, 1, 2)
        assert reread(game).disputed

    def test_it_is_one_again_while_a_corrected_hand_waits(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        put_right(game, actor, 1, OTHER_WIN)
        assert "late" not in say_no(game, actor, 1, 2)

    @pytest.mark.parametrize(
        "event",
        [
            {"rule_options": {"L-55": "open"}},
            {"rule_set": "tw-club"},
            {"rules_snapshot": {"rule_set": "hkma-league", "version": "2", "options": {}, "settings": {}}},
        ],
        ids=["chosen", "another text", "begun before"],
    )
    def test_an_event_that_leaves_it_open_hears_every_objection(self, event):
        referee = make_user()
        game, actor = make_game(make_event(**event), referee=referee), Actor(user_id=referee.pk)
        play_and_confirm(game, actor, type="draw")
        say_no(game, actor, 1, 2)
        assert reread(game).disputed

    def test_it_takes_one_at_a_time_and_ends_when_it_is_decided(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        say_no(game, actor, 1, 2)
        with pytest.raises(Invalid, match="已有異議"):
            say_no(game, actor, 1, 3)
        decide(game, actor, 1)
        say_no(game, actor, 1, 3)
        put_right(game, actor, 1, OTHER_WIN)
        assert [one.outcome for one in disputes(pk=game.pk)] == ["upheld", "changed"]
        check_book(game)

    def test_a_correction_says_that_only_a_slip_of_the_entry_is_put_right(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        put_right(game, actor, 1, OTHER_WIN)
        put_right(game, actor, 1, DRAW)  # the winner and the payer wait: the four have not confirmed this
        assert [one.closed for one in read_book(reread(game)).folded.timeline.replaced] == [True, False]
        (hand,) = history(reread(game), EVERYTHING).hands
        assert [old.reason for old in hand.old] == ["番數輸入錯誤（四家已確認：只更正輸入錯誤）", "番數輸入錯誤"]

    def test_so_does_an_undo(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        undo(**entry_of(game, actor), reason="按錯了", seen=reread(game).book_version)
        assert [one.closed for one in read_book(reread(game)).folded.timeline.replaced] == [True]

    def test_a_signed_card_refuses_an_objection(self, table):
        game, actor = table
        for deal in range(8):
            play_and_confirm(game, actor, type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10)
        say_no(game, actor, 8, 2)
        assert Act.objects.filter(game=game, kind="object").count() == 1
        whole = Game.objects.select_related("event", "round", "table").get(pk=game.pk)
        said = {"method": "drawn", "strokes": "M1,1L2,2", "digest": current_digest(whole, read_book(whole).folded)}
        sign(**entry_of(game, actor), seat=0, **said)
        with pytest.raises(CardSigned):
            say_no(game, actor, 3, 1)
        assert Act.objects.filter(game=game, kind="object").count() == 1
