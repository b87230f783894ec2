"""更正: 做錯莊, 投降 and the bell that nobody had recorded. A game put right is the game played right."""

import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import scoring
from penalties.models import Ruling
from scoring.documents.replay import replay_document
from scoring.rulebook import RULE_SETS
from tests.lacking import FULL
from tests.markup import markup, shows
from tests.tournaments.book_checks import seats_of
from tests.tournaments.book_pages import Hall, make_hall
from tests.tournaments.recorder import DRAW, KONG, Recorder, make_table, ruling, won
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.models import Act, Game
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import draft_of
from tournaments.tables.selectors.export import replay_input

LEAGUE, MASTERS, CLASSIC, CLUB = "hkma-league", "hkma-masters", "hk-classic", "tw-club"
GAMES = {rule_set: scoring.rule_set(rule_set).game for rule_set in RULE_SETS}
WITH_WRONG_DEALER = [rule_set for rule_set, game in GAMES.items() if game.wrong_dealer]
WITH_SURRENDER = [rule_set for rule_set, game in GAMES.items() if game.chain and game.chain.surrender_every]
STOPPING = [rule_set for rule_set, game in GAMES.items() if game.bell.stops_hand]
ONE_MORE = [rule_set for rule_set, game in GAMES.items() if game.bell.between_hands]

Event = dict[str, Any]

WARNED = ruling(2, consequences=["warning"])
PAYS = ruling(3, consequences=[{"pay_each_hand": True}], fan=8)
REPLAYED = ruling(1, consequences=["replay_hand"])
DURING: Event = {"type": "time_up", "during_hand": True}
BETWEEN: Event = {"type": "time_up", "during_hand": False}
SURRENDER: Event = {"type": "surrender", "seat": 1, "winner": 0}


def wrong_dealer(seat: int) -> Event:
    return {"type": "wrong_dealer", "seat": seat}


def new_game(rule_set: str, *events: Event) -> Recorder:
    table = make_table(slug=f"evening-{uuid.uuid4()}", rule_set=rule_set)
    table.settle(*events)
    return table


def entries_with(table: Recorder, number: int, event: Event) -> Sequence[Played]:
    """What the page sends where this event is added to a hand."""
    bell = table.folded.rules.game.bell
    return draft_of(table.folded.hand(number).items).with_forgotten(Played(event), bell).entries


def add_forgotten(table: Recorder, number: int, event: Event) -> None:
    table.correct(number, entries=entries_with(table, number, event))


def book_of(table: Recorder) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The whole book as another program computes it, and what is stored of the four."""
    table.check()
    return replay_document(replay_input(table.fresh())), seats_of(table.game)


one_hand = st.tuples(
    st.sampled_from([(), (), (WARNED,), (PAYS,)]),
    st.one_of(
        st.just(DRAW),
        st.just(REPLAYED),
        st.builds(won, st.integers(0, 3), st.none(), st.integers(3, 10)),
        st.builds(lambda seat, by: won(seat, (seat + by) % 4, 3 + by), st.integers(0, 3), st.integers(1, 3)),
    ),
).map(lambda parts: (*parts[0], parts[1]))
some_hands = st.lists(one_hand, max_size=3)


def compared(rule_set: str, before: Sequence[Sequence[Event]], forgotten: Event, after: Sequence[Sequence[Event]]):
    """Plays a game in which `forgotten` came at the beginning of the first hand of `after`, and another in which it
    was forgotten there and put in afterwards. Where it cannot be played so, it cannot be corrected so."""
    wrong, right = new_game(rule_set), new_game(rule_set)
    try:
        wrong.settle(*(event for hand in [*before, *after] for event in hand))
    except Refused:
        assume(False)
    try:
        right.settle(*(event for hand in before for event in hand))
        right.play(forgotten)
        right.settle(*(event for hand in after for event in hand))
    except Refused:
        as_it_was = book_of(wrong)
        with pytest.raises(Invalid):
            add_forgotten(wrong, len(before) + 1, forgotten)
        assert book_of(wrong) == as_it_was
        return
    add_forgotten(wrong, len(before) + 1, forgotten)
    assert book_of(wrong) == book_of(right)
    assert wrong.events == right.events


def examples(count: int) -> Any:
    return settings(
        max_examples=count if FULL else count // 3,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", WITH_WRONG_DEALER)
@examples(12)
@given(before=some_hands, hand=one_hand, after=some_hands, seat=st.integers(0, 3))
@example(before=[], hand=(won(0),), after=[(won(0),), (DRAW,)], seat=1)
@example(before=[(won(1, 2),)], hand=(PAYS, won(3)), after=[(REPLAYED,), (DRAW,), (won(2),)], seat=3)
def test_a_wrong_dealer(db: None, rule_set: str, before: Any, hand: Any, after: Any, seat: int):
    compared(rule_set, before, wrong_dealer(seat), [hand, *after])


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", WITH_SURRENDER)
@examples(12)
@given(before=some_hands, hand=one_hand, after=some_hands)
@example(before=[], hand=(won(0, 1),), after=[(won(1, 0),), (won(0, 1),)])
@example(before=[], hand=(won(0, 1),), after=[(won(0, 1),), (won(0, 1),)])
def test_a_surrender(db: None, rule_set: str, before: Any, hand: Any, after: Any):
    pulled = [(won(0, 1),)] * 3
    compared(rule_set, [*before, *pulled], SURRENDER, [hand, *after])


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", [one for one in RULE_SETS if one not in STOPPING])
@examples(8)
@given(before=some_hands, hand=one_hand, after=st.lists(one_hand, max_size=2))
@example(before=[(won(0, 1),)], hand=(won(0, 1),), after=[])
@example(before=[(won(0, 1),)], hand=(REPLAYED,), after=[(won(2),)])
@example(before=[(won(0, 1),)], hand=(won(0, 1),), after=[(won(2),)])
@example(before=[(won(0, 1),)], hand=(won(0, 1),), after=[(won(2),), (DRAW,)])
def test_the_bell_during_a_hand(db: None, rule_set: str, before: Any, hand: Any, after: Any):
    compared(rule_set, before, DURING, [hand, *after])


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", ONE_MORE)
@examples(8)
@given(before=some_hands, hand=one_hand, after=st.lists(one_hand, max_size=1))
@example(before=[(won(0),)], hand=(won(1, 3),), after=[])
@example(before=[(won(0),)], hand=(REPLAYED,), after=[(won(2),)])
def test_the_bell_before_a_hand(db: None, rule_set: str, before: Any, hand: Any, after: Any):
    compared(rule_set, before, BETWEEN, [hand, *after])


@pytest.mark.parametrize("rule_set", STOPPING)
def test_the_bell_that_stops_a_hand(rule_set: str):
    wrong = new_game(rule_set, won(0, 1), WARNED, won(2))
    right = new_game(rule_set, won(0, 1), WARNED, DURING)
    add_forgotten(wrong, 2, DURING)
    assert book_of(wrong) == book_of(right)
    assert book_of(wrong)[0]["hands"][-1]["result"] == "stopped"
    assert wrong.fresh().state == Game.State.COMPLETE


@pytest.mark.parametrize(
    ("rule_set", "bell"),
    [*((one, BETWEEN) for one in RULE_SETS if one not in ONE_MORE), *((one, DURING) for one in STOPPING)],
)
def test_a_hand_that_the_bell_forbids_is_taken_back(rule_set: str, bell: Event):
    wrong, right = new_game(rule_set, won(0, 1), won(2)), new_game(rule_set, won(0, 1), bell)
    with pytest.raises(Invalid):
        add_forgotten(wrong, 2, bell)
    wrong.undo()
    wrong.settle(bell)
    assert book_of(wrong) == book_of(right)


def test_hands_after_the_last_one_are_named_with_the_way_out():
    table = new_game(LEAGUE, DRAW, won(0, 1), won(2))
    with pytest.raises(Invalid, match=r"更正後第 3 鋪不成立：.*完結.*逐一撤銷"):
        add_forgotten(table, 2, DURING)
    table.undo()
    add_forgotten(table, 2, DURING)
    assert table.fresh().state == Game.State.COMPLETE
    table.check()


def test_a_reward_of_the_hand_in_progress_is_named_too():
    table = new_game(LEAGUE, won(0, 1))
    table.play(KONG)
    with pytest.raises(Invalid, match="更正後第 2 鋪不成立"):
        add_forgotten(table, 1, DURING)


def test_the_bell_rings_once():
    table = new_game(MASTERS, won(0, 1), won(1, 2), DURING, won(2, 3))
    with pytest.raises(Invalid, match=r"更正後第 3 鋪不成立：.*只會響一次"):
        add_forgotten(table, 2, DURING)


@pytest.mark.parametrize(
    ("rule_set", "event"),
    [
        *((one, wrong_dealer(1)) for one in RULE_SETS if one not in WITH_WRONG_DEALER),
        *((one, SURRENDER) for one in RULE_SETS),
        *((one, wrong_dealer(0)) for one in WITH_WRONG_DEALER),
    ],
)
def test_what_cannot_have_been_is_refused(rule_set: str, event: Event):
    table = new_game(rule_set, won(1, 2))
    with pytest.raises(Invalid):
        add_forgotten(table, 1, event)
    table.check()


def test_a_forgotten_event_is_written_once_whoever_sends_it_how_often():
    table = new_game(LEAGUE, won(0, 1), DRAW)
    said = {"entries": entries_with(table, 1, wrong_dealer(2)), "seen": table.fresh().book_version}
    key = uuid.uuid4()
    answers = [table.correct(1, client_key=key, **said) for _press in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert Act.objects.filter(kind="amend").count() == 1
    with pytest.raises(Conflict):
        table.correct(1, **said)


def test_what_stood_in_the_hand_keeps_its_act():
    table = new_game(LEAGUE, DRAW)
    table.play(ruling(0, "talking"))
    table.settle(won(0, 1))
    articles = list(Ruling.objects.values_list("number", "act", "reverses"))
    before = [item.ref for item in table.folded.timeline.items]
    add_forgotten(table, 2, wrong_dealer(3))
    after = [item.ref for item in table.folded.timeline.items]
    assert [*after[:1], *after[2:]] == before
    assert list(Ruling.objects.values_list("number", "act", "reverses")) == articles
    table.check()


def test_a_forgotten_event_that_was_added_can_be_taken_out_again():
    table = new_game(LEAGUE, won(0, 1), won(0, 2), DRAW)
    as_it_was = book_of(table)
    add_forgotten(table, 1, wrong_dealer(3))
    assert book_of(table) != as_it_was
    table.correct(1, won(0, 1))
    assert book_of(table) == as_it_was


def test_only_who_confirmed_other_numbers_confirms_again():
    table = new_game(LEAGUE, won(1, 2))
    add_forgotten(table, 1, DURING)
    # Nothing but the end of the game, which collects the chain.
    assert table.missing == {1: [1, 2]}
    table.confirm()
    table.check()


@pytest.mark.parametrize(
    ("rule_set", "came", "forgotten"),
    [
        (LEAGUE, [wrong_dealer(2), won(2, 3)], {"type": "first_dealer", "seat": 1}),
        (LEAGUE, [DURING, won(2, 3)], {"type": "first_dealer", "seat": 1}),
        ("tw-sixteen", [DURING, won(2, 3)], {"type": "raise", "seat": 1, "units": 1}),
    ],
)
def test_what_opens_a_hand_goes_ahead_of_the_wrong_dealer_and_of_the_bell(rule_set, came, forgotten):
    table = new_game(rule_set, *came)
    add_forgotten(table, 1, forgotten)
    assert table.events == [forgotten, *came]


FORM = {"result": "win", "kind": "win", "winner-0": "0", "source": "1", "mode-0": "typed", "typed-0": "5"}


def hall_of(rule_set: str, *events: Event) -> Hall:
    hall = make_hall(rule_set=rule_set)
    hall.settle(*events)
    return hall


def draft(*events: Event) -> list[dict[str, Any]]:
    return [{"event": event, "claim": None} for event in events]


def added(hall: Hall, number: int, pick: str, *events: Event, **fields: Any) -> Any:
    """The answer to a button of what was forgotten."""
    return hall.post("correct", number, **(FORM | fields), draft=draft(*events), do=f"forgotten:{pick}")


def offered(page: str) -> set[str]:
    return {part.partition('"')[0] for part in page.split('value="forgotten:')[1:]}


class TestThePage:
    @pytest.mark.parametrize("rule_set", RULE_SETS)
    def test_it_offers_what_the_rules_know(self, rule_set: str):
        rules = GAMES[rule_set]
        hall = hall_of(rule_set, won(1, 2), won(2, 3))
        page = markup(hall.get("correct", 1))
        expected = {"time_up.during"}
        expected |= {f"first_dealer.{seat}" for seat in range(4)} if rules.dealer_thrown else set()
        expected |= {f"wrong_dealer.{seat}" for seat in (1, 2, 3)} if rules.wrong_dealer else set()
        expected |= {"time_up.between"} if rules.bell.between_hands else set()
        expected |= {f"raise.{seat}.1" for seat in range(4)} if rules.raising else set()
        assert offered(page) == expected

    def test_it_offers_a_surrender_exactly_where_it_could_be(self):
        hall = hall_of(CLASSIC, *[won(0, 1)] * 4)
        assert [("投降" in markup(hall.get("correct", number))) for number in (1, 2, 3, 4)] == [False] * 3 + [True]
        assert "李小龍 向 張國強 投降" in markup(hall.get("correct", 4))

    def test_it_offers_nothing_twice(self):
        hall = hall_of(MASTERS, won(1, 2), DRAW)
        hall_page = shows(added(hall, 1, "wrong_dealer.2", won(1, 2)), "陳大文 做錯莊")
        dealers = {f"first_dealer.{seat}" for seat in range(4)}
        assert offered(hall_page) == {"time_up.during", "time_up.between", *dealers}
        rung = shows(added(hall, 1, "time_up.during", wrong_dealer(2), won(1, 2)), "大會鐘響")
        assert offered(rung) == dealers

    def test_it_offers_no_bell_after_the_bell(self):
        hall = hall_of(MASTERS, won(1, 2), DURING, won(1, 2), DRAW)
        assert "time_up.during" in offered(markup(hall.get("correct", 1)))
        assert offered(markup(hall.get("correct", 2))) == {"wrong_dealer.0", "wrong_dealer.2", "wrong_dealer.3"}
        assert not any(pick.startswith("time_up") for pick in offered(markup(hall.get("correct", 3))))

    def test_it_adds_it_shows_what_follows_and_saves_it(self):
        hall = hall_of(LEAGUE, won(0, 1), won(2, 3))
        shows(added(hall, 1, "wrong_dealer.2", won(0, 1), **{"typed-0": "0"}), "陳大文 做錯莊")
        before = Act.objects.count()
        wrong = wrong_dealer(2)
        said = "有 2 鋪改變", "陳大文 做錯莊", "東二局"
        shows(hall.post("correct", 1, draft=draft(wrong, won(0, 1)), do="preview"), *said)
        assert Act.objects.count() == before
        answer = hall.post("correct", 1, draft=draft(wrong, won(0, 1)), do="save", reason="漏記做錯莊")
        assert answer.status_code == 302
        assert hall.events == [wrong, won(0, 1), won(2, 3)]
        hall.check()
        assert "陳大文 做錯莊" in markup(hall.get("hand", 1))

    def test_it_says_that_the_game_is_over(self):
        hall = hall_of(LEAGUE, won(0, 1), won(2, 3))
        shows(hall.post("correct", 2, draft=draft(DURING, won(2, 3)), do="preview"), "這個半莊即時完結")
        assert hall.post("correct", 2, draft=draft(DURING, won(2, 3)), do="save", reason="漏記").status_code == 302
        assert hall.fresh().state == Game.State.COMPLETE
        shows(hall.post("correct", 2, draft=draft(won(2, 3)), do="preview"), "這個半莊未完，要再打")

    def test_it_says_which_hand_is_the_last(self):
        hall = hall_of(MASTERS, won(0, 1))
        shows(hall.post("correct", 1, draft=draft(DURING, won(0, 1)), do="preview"), "現在這一局是最後一局")

    def test_a_bell_that_stops_the_hand_takes_its_result(self):
        hall = hall_of(CLUB, WARNED, won(0, 1))
        shows(added(hall, 1, "time_up.during", WARNED, won(0, 1)), 'name="result" value="none" checked', "大會鐘響")
        shows(hall.post("correct", 1, result="none", draft=draft(WARNED, DURING), do="preview"), "即時完結")
        assert hall.post("correct", 1, draft=draft(WARNED, DURING), do="save", reason="漏記").status_code == 302
        hall.check()

    @pytest.mark.parametrize("pick", ["", "party", "wrong_dealer.0", "wrong_dealer.9", "surrender.1.0", "time_up.soon"])
    def test_it_adds_nothing_else(self, pick: str):
        hall = hall_of(LEAGUE, won(1, 2))
        shows(added(hall, 1, pick, won(1, 2)), never="draft-entry", status=400)

    def test_what_was_typed_meanwhile_stays(self):
        hall = hall_of(LEAGUE, won(0, 1))
        said = 'value="33"', 'name="source" value="3" checked'
        shows(added(hall, 1, "wrong_dealer.2", won(0, 1), **{"typed-0": "33", "source": "3"}), *said)
