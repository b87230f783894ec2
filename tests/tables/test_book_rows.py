"""What is stored of a book is what the fold of its acts gives, whatever is done to it."""

import uuid
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.book_checks import hands_of, seats_of, transfers_of
from tests.tournaments.recorder import DRAW, KONG, Recorder, make_table, ruling, won
from tournaments.core.exceptions import Invalid, Refused
from tournaments.models import Game, HandRecord, Transfer

WIN, SELF_DRAWN = won(1, 2, 20), won(0, None, 12)
DOUBLE = {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]}
FINE, YELLOW, FALSE_WIN = ruling(2, "hollow_win"), ruling(0, "talking"), ruling(1, "false_win")
AFTERWARDS = ruling(3, "talking", hand="previous")
BELL, LAST = ({"type": "time_up", "during_hand": during} for during in (False, True))
WRONG = {"type": "wrong_dealer", "seat": 2}

EVENTS = [WIN, SELF_DRAWN, DOUBLE, DRAW, KONG, FINE, YELLOW, FALSE_WIN, AFTERWARDS, WRONG]


def results(table: Recorder) -> list[str]:
    return [row[4] for row in hands_of(table.game)]


def test_each_event_is_stored_as_the_fold_has_it(table: Recorder) -> None:
    for event in EVENTS:
        table.play(event)
        table.check()
        table.confirm()
        table.check()


def test_an_open_hand_is_stored_with_its_rewards_and_turned_into_the_closed_one(table: Recorder) -> None:
    table.play(KONG)
    row = HandRecord.objects.get()
    assert (row.result, row.state, Transfer.objects.filter(hand=1).count()) == ("open", "open", 3)
    table.check()
    table.play(SELF_DRAWN)
    assert results(table) == ["win"]
    table.check()


def test_a_hand_begun_before_the_bell_is_kept(table: Recorder) -> None:
    table.settle(WIN)
    table.play(KONG, BELL)
    assert results(table) == ["win", "open"]
    table.check()


def test_a_game_ends_after_the_hand_in_which_the_bell_rang_and_shows_no_line_for_the_bell_alone(
    table: Recorder,
) -> None:
    table.settle(WIN)
    table.play(LAST)
    assert len(hands_of(table.game)) == 1
    table.check()
    table.settle(SELF_DRAWN)
    table.check()
    assert table.fresh().state == Game.State.COMPLETE


CORRECTIONS: dict[str, tuple[list[Any], list[Any], int | None]] = {
    "every line after it": ([SELF_DRAWN, DRAW, WIN, DOUBLE], [KONG, WIN], None),
    "transfers that are no longer there": ([KONG, SELF_DRAWN], [SELF_DRAWN], 0),
    "transfers that were not there": ([SELF_DRAWN, DRAW], [KONG, FINE, SELF_DRAWN], 6),
}


@pytest.mark.parametrize(("settled", "entries", "moved"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_correction_of_the_first_hand_rebuilds(table: Recorder, settled: Any, entries: Any, moved: Any) -> None:
    table.settle(*settled)
    table.correct(1, *entries)
    if moved is not None:
        assert len(transfers_of(table.game)) == moved
    table.check()


class TestCorrecting:
    def test_it_gives_the_book_of_having_played_it_right(self) -> None:
        wrong, right = make_table(slug="wrong"), make_table(slug="right")
        wrong.settle(SELF_DRAWN, DRAW, WIN, DOUBLE, FALSE_WIN, WIN)
        wrong.correct(3, KONG, SELF_DRAWN)
        right.settle(SELF_DRAWN, DRAW, KONG, SELF_DRAWN, DOUBLE, FALSE_WIN, WIN)
        wrong.confirm()
        assert _numbers(wrong.game) == _numbers(right.game)

    def test_it_leaves_hands_before_the_corrected_one_alone(self, table: Recorder) -> None:
        table.settle(SELF_DRAWN, WIN, DRAW)
        before = hands_of(table.game)[0]
        table.correct(3, WIN)
        assert hands_of(table.game)[0] == before

    def test_it_keeps_a_reward_of_the_hand_in_progress(self, table: Recorder) -> None:
        table.settle(WIN)
        table.play(KONG)
        table.correct(1, SELF_DRAWN)
        assert results(table) == ["win", "open"]
        table.check()

    def test_it_refuses_to_turn_one_hand_into_two(self, table: Recorder) -> None:
        table.settle(WIN)
        with pytest.raises(Invalid, match="必須仍是一鋪"):
            table.correct(1, WIN, DRAW)
        table.check()

    def test_it_names_the_later_hand_that_becomes_impossible(self, table: Recorder) -> None:
        table.settle(DRAW)
        table.play({"type": "wrong_dealer", "seat": 1})
        table.settle(WIN)
        # After this win the deal would have passed to the very one who was the wrong dealer.
        with pytest.raises(Invalid, match="更正後第 2 鋪不成立"):
            table.correct(1, WIN)
        table.check()

    def test_it_leaves_the_moments_at_which_hands_were_recorded(self, table: Recorder) -> None:
        """The story of a round goes by them: who led when."""
        table.settle(WIN, WIN, WIN)
        moments = dict(HandRecord.objects.values_list("number", "recorded_at"))
        table.correct(1, SELF_DRAWN)
        assert dict(HandRecord.objects.values_list("number", "recorded_at")) == moments
        table.check()

    def test_it_reads_back_the_events_in_force_in_their_order(self, table: Recorder) -> None:
        table.settle(SELF_DRAWN, WIN)
        table.correct(1, KONG, DRAW)
        assert table.events == [KONG, DRAW, WIN]


@pytest.mark.parametrize(
    ("events", "left"),
    [([KONG, SELF_DRAWN], ["open"]), ([WIN, KONG], ["win"]), ([WIN, BELL], ["win"]), ([WIN, AFTERWARDS], ["win"])],
    ids=["a hand, which is open again with its rewards", "a reward", "the bell", "a ruling found afterwards"],
)
def test_an_undo_takes_back_the_last_thing(table: Recorder, events: list[Any], left: list[str]) -> None:
    table.settle(events[0])
    before = hands_of(table.game)
    table.play(events[1])
    table.undo()
    assert (results(table), hands_of(table.game)) == (left, before)
    assert table.fresh().state != Game.State.COMPLETE
    table.check()


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
        st.tuples(st.just("play"), st.lists(st.sampled_from([*EVENTS, BELL, LAST]), min_size=1, max_size=1)),
        st.tuples(st.just("confirm"), st.just([])),
        st.tuples(st.just("undo"), st.just([])),
        st.tuples(st.just("correct"), st.integers(1, 6), st.lists(st.sampled_from(EVENTS), min_size=1, max_size=3)),
    ),
    min_size=3,
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=steps)
def test_a_game_keeps_its_book_whatever_is_done(db: None, steps: list[Any]) -> None:
    table = make_table(slug=f"evening-{uuid.uuid4()}")
    for what, *arguments, events in steps:
        with suppress(Refused):
            getattr(table, what)(*arguments, *events)
        table.check()
