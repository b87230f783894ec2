"""更正: 做錯莊, 投降 and the bell that nobody had recorded. A game put right is the game played right."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from penalties.models import Ruling
from scoring.documents.replay import replay_document
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.tournaments.book_checks import check_book, reread, seats_of
from tests.tournaments.book_pages import Hall, make_hall, words
from tests.tournaments.factories import confirm_all, entry_of, make_event, make_game, make_user, play, play_and_confirm
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import draft_of
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.services.recording import correct, undo

pytestmark = pytest.mark.django_db

LEAGUE, MASTERS, CLASSIC, CLUB = "hkma-league", "hkma-masters", "hk-classic", "tw-club"
GAMES = {rule_set: get_rule_set(rule_set).game for rule_set in RULE_SETS}
WITH_WRONG_DEALER = [rule_set for rule_set, game in GAMES.items() if game.wrong_dealer]
WITH_SURRENDER = [rule_set for rule_set, game in GAMES.items() if game.chain and game.chain.surrender_every]
STOPPING = [rule_set for rule_set, game in GAMES.items() if game.bell.stops_hand]
ONE_MORE = [rule_set for rule_set, game in GAMES.items() if game.bell.between_hands]

Event = dict[str, Any]

DRAW: Event = {"type": "draw"}
WARNED: Event = {"type": "ruling", "seat": 2, "consequences": ["warning"]}
PAYS: Event = {"type": "ruling", "seat": 3, "consequences": [{"pay_each_hand": True}], "fan": 8}
REPLAYED: Event = {"type": "ruling", "seat": 1, "consequences": ["replay_hand"]}
DURING: Event = {"type": "time_up", "during_hand": True}
BETWEEN: Event = {"type": "time_up", "during_hand": False}
SURRENDER: Event = {"type": "surrender", "seat": 1, "winner": 0}


def won(winner: int, source: int | None = None, fan: int = 8) -> Event:
    """食糊 with a count that every rule set takes."""
    return {"type": "win", "winner": winner, "fan": fan} | ({"self_draw": True} if source is None else {"from": source})


def new_game(rule_set: str, **fields: Any) -> tuple[Game, Actor]:
    referee = make_user()
    game = make_game(make_event(f"evening-{uuid.uuid4()}", rule_set=rule_set, **fields), referee)
    return game, Actor(user_id=referee.pk)


def played(game: Game, actor: Actor, events: Iterable[Event]) -> None:
    for event in events:
        play_and_confirm(game, actor, **event)


def put_right(game: Game, actor: Actor, number: int, entries: Sequence[Played], **said: Any) -> Any:
    given = {"client_key": uuid.uuid4(), "seen": reread(game).book_version, "reason": "當時漏記"} | said
    return correct(game_id=game.pk, actor=actor, number=number, entries=entries, now=timezone.now(), **given)


def add_forgotten(game: Game, actor: Actor, number: int, event: Event, **said: Any) -> Any:
    """As the page does it."""
    book = read_book(reread(game))
    draft = draft_of(book.folded.hand(number).items)
    return put_right(game, actor, number, draft.with_forgotten(Played(event), book.rules.game.bell).entries, **said)


def take_back(game: Game, actor: Actor) -> None:
    seen = reread(game).book_version
    undo(**entry_of(game, actor), reason="不應打", seen=seen)


def in_force(game: Game) -> list[Event]:
    return [dict(event) for event in read_book(reread(game)).folded.timeline.events]


def book_of(game: Game) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The whole book as another program computes it, and what is stored of the four."""
    check_book(game)
    return replay_document(replay_input(reread(game))), seats_of(game)


# --- put right is played right --------------------------------------------------------------------------------------

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
    wrong, actor = new_game(rule_set)
    right, _actor = new_game(rule_set)
    try:
        played(wrong, actor, [event for hand in [*before, *after] for event in hand])
    except Refused:
        assume(False)
    try:
        played(right, actor, [event for hand in before for event in hand])
        play(right, actor, **forgotten)
        played(right, actor, [event for hand in after for event in hand])
    except Refused:
        as_it_was = book_of(wrong)
        with pytest.raises(Invalid):
            add_forgotten(wrong, actor, len(before) + 1, forgotten)
        assert book_of(wrong) == as_it_was
        return
    add_forgotten(wrong, actor, len(before) + 1, forgotten)
    assert book_of(wrong) == book_of(right)
    assert in_force(wrong) == in_force(right)


def examples(count: int) -> Any:
    return settings(
        max_examples=count, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    )


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", WITH_WRONG_DEALER)
@examples(12)
@given(before=some_hands, hand=one_hand, after=some_hands, seat=st.integers(0, 3))
@example(before=[], hand=(won(0),), after=[(won(0),), (DRAW,)], seat=1)
@example(
    before=[(won(1, 2),)],
    hand=(
        PAYS,
        won(3),
    ),
    after=[(REPLAYED,), (DRAW,), (won(2),)],
    seat=3,
)
def test_a_wrong_dealer(db: None, rule_set: str, before: Any, hand: Any, after: Any, seat: int):
    compared(rule_set, before, {"type": "wrong_dealer", "seat": seat}, [hand, *after])


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
    wrong, actor = new_game(rule_set)
    right, _actor = new_game(rule_set)
    played(wrong, actor, [won(0, 1), WARNED, won(2)])
    played(right, actor, [won(0, 1), WARNED, DURING])
    add_forgotten(wrong, actor, 2, DURING)
    assert book_of(wrong) == book_of(right)
    assert book_of(wrong)[0]["hands"][-1]["result"] == "stopped"
    assert reread(wrong).state == Game.State.COMPLETE


@pytest.mark.parametrize(
    ("rule_set", "bell"),
    [*((one, BETWEEN) for one in RULE_SETS if one not in ONE_MORE), *((one, DURING) for one in STOPPING)],
)
def test_a_hand_that_the_bell_forbids_is_taken_back(rule_set: str, bell: Event):
    wrong, actor = new_game(rule_set)
    right, _actor = new_game(rule_set)
    played(wrong, actor, [won(0, 1), won(2)])
    played(right, actor, [won(0, 1), bell])
    with pytest.raises(Invalid):
        add_forgotten(wrong, actor, 2, bell)
    take_back(wrong, actor)
    played(wrong, actor, [bell])
    assert book_of(wrong) == book_of(right)


# --- what is refused, and what stays --------------------------------------------------------------------------------


def test_hands_after_the_last_one_are_named_with_the_way_out():
    game, actor = new_game(LEAGUE)
    played(game, actor, [DRAW, won(0, 1), won(2)])
    with pytest.raises(Invalid, match=r"更正後第 3 鋪不成立：.*完結.*撤銷"):
        add_forgotten(game, actor, 2, DURING)
    take_back(game, actor)
    add_forgotten(game, actor, 2, DURING)
    assert reread(game).state == Game.State.COMPLETE
    check_book(game)


def test_a_reward_of_the_hand_in_progress_is_named_too():
    game, actor = new_game(LEAGUE)
    played(game, actor, [won(0, 1)])
    play(game, actor, type="reward", kind="concealed_kong", seat=1)
    with pytest.raises(Invalid, match="更正後第 2 鋪不成立"):
        add_forgotten(game, actor, 1, DURING)


def test_the_bell_rings_once():
    game, actor = new_game(MASTERS)
    played(game, actor, [won(0, 1), won(1, 2), DURING, won(2, 3)])
    with pytest.raises(Invalid, match=r"更正後第 3 鋪不成立：.*只會響一次"):
        add_forgotten(game, actor, 2, DURING)


@pytest.mark.parametrize(
    ("rule_set", "event"),
    [
        *((one, {"type": "wrong_dealer", "seat": 1}) for one in RULE_SETS if one not in WITH_WRONG_DEALER),
        *((one, SURRENDER) for one in RULE_SETS),
        *((one, {"type": "wrong_dealer", "seat": 0}) for one in WITH_WRONG_DEALER),
    ],
)
def test_what_cannot_have_been_is_refused(rule_set: str, event: Event):
    game, actor = new_game(rule_set)
    played(game, actor, [won(1, 2)])
    with pytest.raises(Invalid):
        add_forgotten(game, actor, 1, event)
    check_book(game)


def test_it_is_written_once_whoever_sends_it_how_often():
    game, actor = new_game(LEAGUE)
    played(game, actor, [won(0, 1), DRAW])
    key, seen = uuid.uuid4(), reread(game).book_version
    draft = draft_of(read_book(reread(game)).folded.hand(1).items)
    entries = draft.with_forgotten(Played({"type": "wrong_dealer", "seat": 2}), GAMES[LEAGUE].bell).entries
    answers = [put_right(game, actor, 1, entries, client_key=key, seen=seen) for _press in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert Act.objects.filter(game=game, kind="amend").count() == 1
    with pytest.raises(Conflict):
        put_right(game, actor, 1, entries, seen=seen)


def test_what_stood_in_the_hand_keeps_its_act():
    game, actor = new_game(LEAGUE)
    played(game, actor, [DRAW])
    play(game, actor, type="ruling", seat=0, offence="talking")
    played(game, actor, [won(0, 1)])
    articles = list(Ruling.objects.values_list("number", "act", "reverses"))
    before = [item.ref for item in read_book(reread(game)).folded.timeline.items]
    add_forgotten(game, actor, 2, {"type": "wrong_dealer", "seat": 3})
    after = [item.ref for item in read_book(reread(game)).folded.timeline.items]
    assert [*after[:1], *after[2:]] == before
    assert list(Ruling.objects.values_list("number", "act", "reverses")) == articles
    check_book(game)


def test_it_can_be_taken_out_again():
    game, actor = new_game(LEAGUE)
    played(game, actor, [won(0, 1), won(0, 2), DRAW])
    as_it_was = book_of(game)
    add_forgotten(game, actor, 1, {"type": "wrong_dealer", "seat": 3})
    assert book_of(game) != as_it_was
    put_right(game, actor, 1, [Played(won(0, 1))])
    assert book_of(game) == as_it_was


# --- the page -------------------------------------------------------------------------------------------------------

FORM = {"result": "win", "kind": "win", "winner-0": "0", "source": "1", "mode-0": "typed", "typed-0": "5"}


def hall_of(rule_set: str, *events: Event) -> Hall:
    hall = make_hall(rule_set=rule_set)
    played(hall.game, hall.actor, events)
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
        page = words(hall.get("correct", 1))
        expected = {"time_up.during"}
        expected |= {f"first_dealer.{seat}" for seat in range(4)} if rules.dealer_thrown else set()
        expected |= {f"wrong_dealer.{seat}" for seat in (1, 2, 3)} if rules.wrong_dealer else set()
        expected |= {"time_up.between"} if rules.bell.between_hands else set()
        expected |= {f"raise.{seat}.1" for seat in range(4)} if rules.raising else set()
        assert offered(page) == expected

    def test_it_offers_a_surrender_exactly_where_it_could_be(self):
        hall = hall_of(CLASSIC, *[won(0, 1)] * 4)
        assert [("投降" in words(hall.get("correct", number))) for number in (1, 2, 3, 4)] == [False] * 3 + [True]
        assert "李小龍 向 張國強 投降" in words(hall.get("correct", 4))

    def test_it_offers_nothing_twice(self):
        hall = hall_of(MASTERS, won(1, 2), DRAW)
        hall_page = words(added(hall, 1, "wrong_dealer.2", won(1, 2)))
        assert "陳大文 做錯莊" in hall_page
        dealers = {f"first_dealer.{seat}" for seat in range(4)}
        assert offered(hall_page) == {"time_up.during", "time_up.between", *dealers}
        rung = words(added(hall, 1, "time_up.during", {"type": "wrong_dealer", "seat": 2}, won(1, 2)))
        assert "大會鐘響" in rung
        assert offered(rung) == dealers

    def test_it_offers_no_bell_after_the_bell(self):
        hall = hall_of(MASTERS, won(1, 2), DURING, won(1, 2), DRAW)
        assert "time_up.during" in offered(words(hall.get("correct", 1)))
        assert offered(words(hall.get("correct", 2))) == {"wrong_dealer.0", "wrong_dealer.2", "wrong_dealer.3"}
        assert not any(pick.startswith("time_up") for pick in offered(words(hall.get("correct", 3))))

    def test_it_adds_it_shows_what_follows_and_saves_it(self):
        hall = hall_of(LEAGUE, won(0, 1), won(2, 3))
        page = words(added(hall, 1, "wrong_dealer.2", won(0, 1), **{"typed-0": "0"}))
        assert "陳大文 做錯莊" in page
        before = Act.objects.count()
        wrong = {"type": "wrong_dealer", "seat": 2}
        shown = words(hall.post("correct", 1, draft=draft(wrong, won(0, 1)), do="preview"))
        assert "有 2 鋪改變" in shown
        assert "陳大文 做錯莊" in shown
        assert "東二局" in shown
        assert Act.objects.count() == before
        answer = hall.post("correct", 1, draft=draft(wrong, won(0, 1)), do="save", reason="漏記做錯莊")
        assert answer.status_code == 302
        assert in_force(hall.game) == [wrong, won(0, 1), won(2, 3)]
        check_book(hall.game)
        assert "陳大文 做錯莊" in words(hall.get("hand", 1))

    def test_it_says_that_the_game_is_over(self):
        hall = hall_of(LEAGUE, won(0, 1), won(2, 3))
        shown = words(hall.post("correct", 2, draft=draft(DURING, won(2, 3)), do="preview"))
        assert "這個半莊即時完結" in shown
        assert hall.post("correct", 2, draft=draft(DURING, won(2, 3)), do="save", reason="漏記").status_code == 302
        assert hall.fresh().state == Game.State.COMPLETE
        again = words(hall.post("correct", 2, draft=draft(won(2, 3)), do="preview"))
        assert "這個半莊未完，要再打" in again

    def test_it_says_which_hand_is_the_last(self):
        hall = hall_of(MASTERS, won(0, 1))
        shown = words(hall.post("correct", 1, draft=draft(DURING, won(0, 1)), do="preview"))
        assert "現在這一局是最後一局" in shown

    def test_a_bell_that_stops_the_hand_takes_its_result(self):
        hall = hall_of(CLUB, WARNED, won(0, 1))
        page = words(added(hall, 1, "time_up.during", WARNED, won(0, 1)))
        assert 'name="result" value="none" checked' in page
        assert "大會鐘響" in page
        shown = words(hall.post("correct", 1, result="none", draft=draft(WARNED, DURING), do="preview"))
        assert "即時完結" in shown
        assert hall.post("correct", 1, draft=draft(WARNED, DURING), do="save", reason="漏記").status_code == 302
        check_book(hall.game)

    def test_it_names_the_hand_that_can_no_longer_be(self):
        hall = hall_of(LEAGUE, won(0, 1), won(2, 3))
        answer = hall.post("correct", 1, draft=draft(DURING, won(0, 1)), do="preview")
        assert answer.status_code == 400
        assert "更正後第 2 鋪不成立" in words(answer)
        assert "逐一撤銷" in words(answer)

    @pytest.mark.parametrize("pick", ["", "party", "wrong_dealer.0", "wrong_dealer.9", "surrender.1.0", "time_up.soon"])
    def test_it_adds_nothing_else(self, pick: str):
        hall = hall_of(LEAGUE, won(1, 2))
        answer = added(hall, 1, pick, won(1, 2))
        assert answer.status_code == 400
        assert "draft-entry" not in words(answer)

    def test_what_was_typed_meanwhile_stays(self):
        hall = hall_of(LEAGUE, won(0, 1))
        page = words(added(hall, 1, "wrong_dealer.2", won(0, 1), **{"typed-0": "33", "source": "3"}))
        assert 'value="33"' in page
        assert 'name="source" value="3" checked' in page


def test_only_who_confirmed_other_numbers_confirms_again():
    game, actor = new_game(LEAGUE)
    played(game, actor, [won(1, 2)])
    add_forgotten(game, actor, 1, DURING)
    # Nothing but the end of the game, which collects the chain.
    assert read_book(reread(game)).folded.hands[0].missing == [1, 2]
    confirm_all(game, actor)
    check_book(game)


@pytest.mark.parametrize(
    ("rule_set", "came", "forgotten"),
    [
        (LEAGUE, [{"type": "wrong_dealer", "seat": 2}, won(2, 3)], {"type": "first_dealer", "seat": 1}),
        (LEAGUE, [DURING, won(2, 3)], {"type": "first_dealer", "seat": 1}),
        ("tw-sixteen", [DURING, won(2, 3)], {"type": "raise", "seat": 1, "units": 1}),
    ],
)
def test_what_opens_a_hand_goes_ahead_of_the_wrong_dealer_and_of_the_bell(rule_set, came, forgotten):
    game, actor = new_game(rule_set)
    played(game, actor, came)
    add_forgotten(game, actor, 1, forgotten)
    assert in_force(game) == [forgotten, *came]


def test_a_first_dealer_is_offered_beside_a_wrong_dealer_in_a_correction():
    hall = make_hall()
    played(hall.game, hall.actor, [{"type": "wrong_dealer", "seat": 2}, won(2, 3)])
    assert "first_dealer.1" in hall.get("correct", 1).content.decode()
