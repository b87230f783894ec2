"""What is stored of a book is what the fold of its acts gives, whatever is done to it."""

import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.book_checks import check_book, hands_of, reread, seats_of, transfers_of
from tests.tournaments.factories import confirm_all, entry_of, make_event, make_game, make_user, play, play_and_confirm
from tournaments.core.exceptions import Invalid, Refused
from tournaments.models import Game, HandRecord, Transfer
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import correct, undo

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
SELF_DRAWN = {"type": "win", "winner": 0, "self_draw": True, "fan": 12}
DOUBLE = {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]}
DRAW = {"type": "draw"}
KONG = {"type": "reward", "kind": "concealed_kong", "seat": 3}
FINE = {"type": "ruling", "seat": 2, "offence": "hollow_win"}
YELLOW = {"type": "ruling", "seat": 0, "offence": "talking"}
FALSE_WIN = {"type": "ruling", "seat": 1, "offence": "false_win"}
AFTERWARDS = {"type": "ruling", "seat": 3, "offence": "talking", "hand": "previous"}
BELL = {"type": "time_up", "during_hand": False}
LAST = {"type": "time_up", "during_hand": True}
WRONG = {"type": "wrong_dealer", "seat": 2}

EVENTS = [WIN, SELF_DRAWN, DOUBLE, DRAW, KONG, FINE, YELLOW, FALSE_WIN, AFTERWARDS, WRONG]


def new_game() -> tuple[Game, Actor]:
    referee = make_user()
    game = make_game(make_event(f"evening-{uuid.uuid4()}"), referee)
    return game, Actor(user_id=referee.pk)


def put_right(game: Game, actor: Actor, number: int, entries: Sequence[dict[str, Any]], reason: str = "看錯牌") -> Any:
    return correct(
        **entry_of(game, actor),
        number=number,
        entries=[Played(event) for event in entries],
        reason=reason,
        seen=reread(game).book_version,
    )


def take_back(game: Game, actor: Actor) -> Any:
    return undo(**entry_of(game, actor), reason="按錯了", seen=reread(game).book_version)


class TestRecording:
    def test_it_stores_each_event_as_the_fold_has_it(self):
        game, actor = new_game()
        for event in EVENTS:
            play(game, actor, **event)
            check_book(game)
            confirm_all(game, actor)
            check_book(game)

    def test_it_stores_an_open_hand_with_its_rewards(self):
        game, actor = new_game()
        play(game, actor, **KONG)
        row = HandRecord.objects.get(game=game)
        assert (row.result, row.state) == ("open", "open")
        assert Transfer.objects.filter(game=game, hand=1).count() == 3
        check_book(game)

    def test_it_turns_the_open_hand_into_the_closed_one(self):
        game, actor = new_game()
        play(game, actor, **KONG)
        play(game, actor, **SELF_DRAWN)
        assert [row[4] for row in hands_of(game)] == ["win"]
        check_book(game)

    def test_it_keeps_a_hand_begun_before_the_bell(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **KONG)
        play(game, actor, **BELL)
        assert [row[4] for row in hands_of(game)] == ["win", "open"]
        check_book(game)

    def test_it_ends_after_the_hand_in_which_the_bell_rang(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **LAST)
        check_book(game)
        play_and_confirm(game, actor, **SELF_DRAWN)
        check_book(game)
        assert reread(game).state == Game.State.COMPLETE

    def test_it_shows_no_line_for_a_bell_alone(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **LAST)
        assert len(hands_of(game)) == 1
        check_book(game)


class TestCorrecting:
    def test_it_rebuilds_every_line_after_the_corrected_one(self):
        game, actor = new_game()
        for event in (SELF_DRAWN, DRAW, WIN, DOUBLE):
            play_and_confirm(game, actor, **event)
        put_right(game, actor, 1, [KONG, WIN])
        check_book(game)

    def test_it_drops_transfers_that_are_no_longer_there(self):
        game, actor = new_game()
        play(game, actor, **KONG)
        play_and_confirm(game, actor, **SELF_DRAWN)
        assert len(transfers_of(game)) == 3
        put_right(game, actor, 1, [SELF_DRAWN])
        assert transfers_of(game) == []
        check_book(game)

    def test_it_adds_transfers_that_were_not_there(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **SELF_DRAWN)
        play_and_confirm(game, actor, **DRAW)
        put_right(game, actor, 1, [KONG, FINE, SELF_DRAWN])
        assert len(transfers_of(game)) == 6
        check_book(game)

    def test_it_gives_the_book_of_having_played_it_right(self):
        wrong, actor = new_game()
        right, _actor = new_game()
        for event in (SELF_DRAWN, DRAW, WIN, DOUBLE, FALSE_WIN, WIN):
            play_and_confirm(wrong, actor, **event)
        put_right(wrong, actor, 3, [KONG, SELF_DRAWN])
        for event in (SELF_DRAWN, DRAW, KONG, SELF_DRAWN, DOUBLE, FALSE_WIN, WIN):
            play_and_confirm(right, actor, **event)
        confirm_all(wrong, actor)
        assert _numbers(wrong) == _numbers(right)

    def test_it_leaves_hands_before_the_corrected_one_alone(self):
        game, actor = new_game()
        for event in (SELF_DRAWN, WIN, DRAW):
            play_and_confirm(game, actor, **event)
        before = hands_of(game)[0]
        put_right(game, actor, 3, [WIN])
        assert hands_of(game)[0] == before

    def test_it_keeps_a_reward_of_the_hand_in_progress(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **KONG)
        put_right(game, actor, 1, [SELF_DRAWN])
        assert [row[4] for row in hands_of(game)] == ["win", "open"]
        check_book(game)

    def test_it_refuses_to_turn_one_hand_into_two(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        with pytest.raises(Invalid, match="必須仍是一鋪"):
            put_right(game, actor, 1, [WIN, DRAW])
        check_book(game)

    def test_it_names_the_later_hand_that_becomes_impossible(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **DRAW)
        play(game, actor, type="wrong_dealer", seat=1)
        play_and_confirm(game, actor, **WIN)
        # After this win the deal would have passed to the very one who was the wrong dealer.
        with pytest.raises(Invalid, match="更正後第 2 鋪不成立"):
            put_right(game, actor, 1, [WIN])
        check_book(game)


class TestUndoing:
    def test_it_opens_the_last_hand_again_with_its_rewards(self):
        game, actor = new_game()
        play(game, actor, **KONG)
        play_and_confirm(game, actor, **SELF_DRAWN)
        take_back(game, actor)
        assert [row[4] for row in hands_of(game)] == ["open"]
        check_book(game)

    def test_it_takes_back_a_reward_of_the_open_hand(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **KONG)
        take_back(game, actor)
        assert [row[4] for row in hands_of(game)] == ["win"]
        check_book(game)

    def test_it_takes_back_the_bell(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        play(game, actor, **BELL)
        take_back(game, actor)
        assert reread(game).state == Game.State.PLAYING
        check_book(game)

    def test_it_takes_back_a_ruling_found_afterwards(self):
        game, actor = new_game()
        play_and_confirm(game, actor, **WIN)
        before = hands_of(game)
        play(game, actor, **AFTERWARDS)
        take_back(game, actor)
        assert hands_of(game) == before
        check_book(game)

    def test_it_refuses_when_nothing_was_recorded(self):
        game, actor = new_game()
        with pytest.raises(Invalid):
            take_back(game, actor)


def _numbers(game: Game) -> Any:
    """The book without who wrote which event and who confirmed it."""
    lines = []
    for number, name, dealer, streak, result, state, book in hands_of(game):
        plain = {key: value for key, value in book.items() if key not in ("confirmations", "events")}
        events = [entry["event"] for entry in book["events"]]
        lines.append((number, name, dealer, streak, result, state, plain, events))
    return lines, transfers_of(game), seats_of(game)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from([*EVENTS, BELL, LAST])),
        st.tuples(st.just("confirm"), st.none()),
        st.tuples(st.just("undo"), st.none()),
        st.tuples(
            st.just("correct"),
            st.tuples(st.integers(1, 6), st.lists(st.sampled_from(EVENTS), min_size=1, max_size=3)),
        ),
    ),
    min_size=3,
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=steps)
def test_it_keeps_its_book_whatever_is_done(db: None, steps: list[tuple[str, Any]]):
    game, actor = new_game()
    for what, argument in steps:
        try:
            if what == "play":
                play(game, actor, **argument)
            elif what == "confirm":
                confirm_all(game, actor)
            elif what == "undo":
                take_back(game, actor)
            else:
                put_right(game, actor, *argument)
        except Refused:
            pass
        check_book(game)


def test_it_reads_back_the_events_in_force_in_their_order():
    game, actor = new_game()
    for event in (SELF_DRAWN, WIN):
        play_and_confirm(game, actor, **event)
    put_right(game, actor, 1, [KONG, DRAW])
    assert [dict(event) for event in read_book(reread(game)).folded.timeline.events] == [KONG, DRAW, WIN]


def test_it_names_the_banned_player_and_not_his_seat():
    game, actor = new_game()
    play(game, actor, type="ruling", seat=2, offence="short_hand")
    with pytest.raises(Invalid, match="陳大文 這局禁止食糊"):
        play(game, actor, type="win", winner=2, source=1, fan=10)


def test_a_correction_leaves_the_moments_at_which_hands_were_recorded() -> None:
    """The story of a round goes by them: who led when."""
    game, actor = new_game()
    for _time in range(3):
        play_and_confirm(game, actor, **WIN)
    moments = dict(HandRecord.objects.filter(game=game).values_list("number", "recorded_at"))
    put_right(game, actor, 1, [SELF_DRAWN])
    assert dict(HandRecord.objects.filter(game=game).values_list("number", "recorded_at")) == moments
    check_book(game)
