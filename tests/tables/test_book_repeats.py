"""Sending the same thing again, or something older than the book: nothing is written twice, nothing is lost."""

import uuid

import pytest
from django.utils import timezone

from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import confirm_all, entry_of, make_game, make_user, play, play_and_confirm
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotConfirmed, NotOpen
from tournaments.models import Act, Game, Round
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import correct, preview, preview_correction, record, undo

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
KONG = {"type": "reward", "kind": "concealed_kong", "seat": 3}
DRAW = {"type": "draw"}


@pytest.fixture
def table():
    referee = make_user()
    return make_game(referee=referee), Actor(user_id=referee.pk)


def send(game, actor, event, *, key=None, seen=0, claim=None):
    return record(
        game_id=game.pk,
        actor=actor,
        played=Played(event, claim),
        client_key=key or uuid.uuid4(),
        seen=seen,
        now=timezone.now(),
    )


def with_reason(game, actor, reason):
    """What a correction and an undo have in common."""
    return {
        "game_id": game.pk,
        "actor": actor,
        "reason": reason,
        "client_key": uuid.uuid4(),
        "seen": reread(game).book_version,
        "now": timezone.now(),
    }


class TestTheSameAgain:
    def test_it_gives_the_first_answer_to_the_same_key(self, table):
        game, actor = table
        key = uuid.uuid4()
        first = send(game, actor, WIN, key=key)
        assert send(game, actor, WIN, key=key) == first
        assert Act.objects.filter(game=game).count() == 1

    def test_it_gives_the_first_answer_even_when_the_book_has_moved_on(self, table):
        game, actor = table
        key = uuid.uuid4()
        first = send(game, actor, KONG, key=key)
        play(game, actor, **WIN)
        assert send(game, actor, KONG, key=key) == first
        assert Act.objects.filter(game=game).count() == 2

    def test_it_takes_the_same_hand_of_two_phones_once(self, table):
        game, actor = table
        first = send(game, actor, WIN, seen=0)
        assert send(game, actor, WIN, seen=0) == first
        assert Act.objects.filter(game=game).count() == 1

    def test_it_takes_two_equal_rewards_one_after_the_other(self, table):
        game, actor = table
        send(game, actor, KONG, seen=0)
        send(game, actor, KONG, seen=1)
        assert Act.objects.filter(game=game).count() == 2
        check_book(game)

    def test_it_gives_the_first_answer_to_a_repeated_correction(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        again = with_reason(game, actor, "看錯") | {"number": 1, "entries": [Played(DRAW)]}
        first = correct(**again)
        assert correct(**again) == first
        check_book(game)

    def test_it_gives_the_first_answer_to_a_repeated_undo(self, table):
        game, actor = table
        play(game, actor, **KONG)
        play(game, actor, **WIN)
        again = with_reason(game, actor, "按錯了")
        first = undo(**again)
        assert undo(**again) == first
        assert [dict(e) for e in read_book(reread(game)).folded.timeline.events] == [KONG]


class TestSomethingOlder:
    def test_it_says_what_the_other_device_has_recorded(self, table):
        game, actor = table
        send(game, actor, WIN, seen=0)
        with pytest.raises(Conflict) as conflict:
            send(game, actor, DRAW, seen=0)
        assert conflict.value.extra["recorded"]["result"] == "win"
        assert conflict.value.extra["yours"]["event"] == DRAW
        assert conflict.value.extra["book_version"] == 1
        check_book(game)

    def test_it_says_what_is_entered_for_the_hand_in_progress(self, table):
        game, actor = table
        send(game, actor, KONG, seen=0)
        with pytest.raises(Conflict) as conflict:
            send(game, actor, WIN, seen=0)
        assert conflict.value.extra["recorded"]["events"] == [KONG]

    def test_it_refuses_a_correction_of_an_older_book(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **KONG)
        with pytest.raises(Conflict):
            correct(**entry_of(game, actor), number=1, entries=[Played(DRAW)], reason="看錯", seen=1)

    def test_it_refuses_an_undo_of_an_older_book(self, table):
        game, actor = table
        play(game, actor, **KONG)
        play(game, actor, **WIN)
        with pytest.raises(Conflict):
            undo(**entry_of(game, actor), reason="錯", seen=1)

    def test_it_lets_confirmations_pass_without_a_conflict(self, table):
        game, actor = table
        send(game, actor, WIN, seen=0)
        confirm_all(game, actor)
        send(game, actor, DRAW, seen=1)
        check_book(game)


class TestRefusals:
    def test_it_records_no_second_hand_before_the_first_is_confirmed(self, table):
        game, actor = table
        play(game, actor, **WIN)
        with pytest.raises(NotConfirmed):
            play(game, actor, **DRAW)
        with pytest.raises(NotConfirmed):
            preview(book=read_book(reread(game)), played=Played(DRAW))

    def test_it_records_a_reward_before_the_last_hand_is_confirmed(self, table):
        game, actor = table
        play(game, actor, **WIN)
        play(game, actor, **KONG)
        check_book(game)

    def test_it_records_nothing_in_a_round_that_is_not_open(self, table):
        game, actor = table
        Round.objects.update(state=Round.State.CLOSED)
        with pytest.raises(NotOpen):
            play(game, actor, **WIN)

    def test_it_records_nothing_on_a_card_that_somebody_signed(self, table):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        _bell_and_one_signature(game, actor)
        for act in (
            lambda: play(game, actor, **WIN),
            lambda: preview_correction(book=read_book(reread(game)), number=1, entries=[Played(DRAW)]),
        ):
            with pytest.raises(CardSigned):
                act()

    @pytest.mark.parametrize("reason", ["", "   "])
    def test_it_wants_a_reason_for_a_correction_and_an_undo(self, table, reason):
        game, actor = table
        play_and_confirm(game, actor, **WIN)
        common = with_reason(game, actor, reason)
        with pytest.raises(Invalid) as of_correction:
            correct(**common, number=1, entries=[Played(DRAW)])
        with pytest.raises(Invalid) as of_undo:
            undo(**common)
        assert of_correction.value.field == of_undo.value.field == "reason"

    def test_it_corrects_no_hand_that_is_not_there(self, table):
        game, _actor = table
        with pytest.raises(Invalid):
            preview_correction(book=read_book(reread(game)), number=4, entries=[Played(DRAW)])

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
        game, actor = table
        with pytest.raises(Invalid) as refusal:
            send(game, actor, WIN, claim=claim)
        assert refusal.value.field == "claim"
        assert not Act.objects.filter(game=game).exists()

    def test_it_keeps_a_claim_as_it_was_given(self, table):
        game, actor = table
        claim = {
            "mode": "ticks",
            "typed": 15,
            "computed": 15,
            "paid": "computed",
            "ticks": [{"name": "自摸", "count": 1}],
        }
        send(game, actor, WIN, claim=claim)
        assert read_book(reread(game)).folded.hands[0].items[0].claim == claim


def _bell_and_one_signature(game: Game, actor: Actor) -> None:
    from tournaments.scorecards import services as cards

    play(game, actor, type="time_up")
    confirm_all(game, actor)
    cards.sign(
        **entry_of(game, actor),
        seat=0,
        method="drawn",
        digest=cards.current_digest(reread(game), read_book(reread(game)).folded),
        strokes="M1,1L5,5",
    )
