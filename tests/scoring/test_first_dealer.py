"""起莊: the dice of the East seat name who deals 東一局. Seats stay as they are, and so do all points of a game."""

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

import scoring
from scoring import fold
from scoring.documents.replay import book_of, numbered_from_the_dealer, replay_document
from scoring.errors import ScoringError
from tests.oracle.random_games import hk_game
from tests.oracle.random_games import random_game as league_game
from tests.oracle.taiwan.random_games import random_game as taiwan_game
from tests.scoring.game_helpers import DRAW, LEAGUE, Event, off, own, play, reward, ruling, scores

Doc = dict[str, Any]


def dice(seat: int) -> Event:
    return {"type": "first_dealer", "seat": seat}


def refused(*events: Event) -> str:
    with pytest.raises(ScoringError) as error:
        play(*events)
    return error.value.en


def test_the_dice_name_who_deals_東一局():
    state = play(dice(1))
    assert (state.name, state.dealer, state.dealer_streak) == ("東一局", 1, 0)
    assert state.turn.right_dealer == 1


def test_the_deal_goes_round_from_there_and_every_wind_begins_there():
    state = play(dice(1), *[off((dealer + 1) % 4, dealer) for dealer in (1, 2, 3, 0, 1)])
    assert [(hand.name, hand.dealer) for hand in state.hands] == [
        ("東一局", 1), ("東二局", 2), ("東三局", 3), ("東四局", 0), ("南一局", 1),
    ]  # fmt: skip


def test_the_dealers_fans_go_to_the_one_who_deals():
    chains = [(chain.winner, chain.payer, chain.points) for chain in play(dice(2), own(2, 12)).chains]
    assert chains == [(2, payer, Decimal(13)) for payer in (0, 1, 3)]


def test_east_can_be_named_too_and_nobody_twice():
    assert play(dice(0)).dealer == 0
    assert "already" in refused(dice(0), dice(1))


def test_after_the_first_hand_nobody_is_named():
    assert "first hand" in refused(DRAW, dice(1))
    assert "first hand" in refused(ruling(1, None, "replay_hand"), dice(1))


def test_what_does_not_depend_on_the_dealer_may_come_before():
    before, after = play(reward("grass", 3), dice(1), own(1)), play(dice(1), reward("grass", 3), own(1))
    assert (scores(before), before.chains) == (scores(after), after.chains)


@pytest.mark.parametrize(
    "event",
    [{"type": "wrong_dealer", "seat": 2}, ruling(2, None, {"pay_each_hand": True}, fan=5)],
    ids=["wrong_dealer", "pay_each_hand"],
)
def test_what_depends_on_the_dealer_comes_after(event):
    assert "ahead of it" in refused(event, dice(1))
    assert play(dice(1), event).dealer_named


def test_naming_the_first_dealer_alone_is_no_hand_in_progress():
    assert book_of(play(dice(1)), LEAGUE.id)["hands"] == []


@pytest.mark.parametrize("seat", [None, 4, "1", True])
def test_a_seat_has_to_be_named(seat):
    assert "seat" in refused({"type": "first_dealer", "seat": seat})


def test_a_replay_document_names_the_first_dealer_by_its_players():
    document = {"rule_set": "hkma-league", "players": list("甲乙丙丁"), "events": [DRAW, dice(1)]}
    with pytest.raises(ScoringError) as error:
        replay_document(document)
    assert (error.value.code, error.value.en) == ("bad_event", "events[1]: “players[0]” is the first dealer.")


# --- the same game at another place of the table --------------------------------------------------------------------

GAMES: list[tuple[str, Callable[[int], Doc]]] = [
    ("hkma-league", league_game),
    ("hkma-masters", lambda seed: hk_game(seed, "hkma-masters")),
    ("hk-classic", lambda seed: hk_game(seed, "hk-classic")),
    ("taiwan", taiwan_game),
]


def at_the_table(document: Doc, first: int) -> Doc:
    """The game of a document as it is recorded where its first dealer has seat `first`."""
    events = [dice(-first % 4), *document["events"]]
    turned = numbered_from_the_dealer({**document, "events": events})
    return {**turned, "events": [dice(first), *turned["events"]]}


def seen_from(hand: Doc, first: int) -> Doc:
    """A hand of the book with the seats numbered from the first dealer."""

    def number(seat: int | None) -> int | None:
        return None if seat is None else (seat - first) % 4

    sums: Counter[tuple[Any, ...]] = Counter()
    for row in hand["transfers"]:
        sums[number(row["from"]), number(row["to"]), row["reason"]] += Decimal(row["points"])
    chains = {(number(c["winner"]), number(c["payer"])): (c["points"], c["pulls"]) for c in hand["chains"]}
    cards = [(number(card["seat"]), card["card"]) for card in hand["cards"]]
    scores = hand["scores"][first:] + hand["scores"][:first]
    turned = {"dealer": number(hand["dealer"]), "transfers": sums, "chains": chains, "cards": cards, "scores": scores}
    return {**hand, **turned}


@pytest.mark.parametrize(("name", "make"), GAMES, ids=[name for name, _make in GAMES])
def test_a_game_is_the_same_wherever_its_first_dealer_sits(name, make):
    compared = 0
    for seed in range(24):
        document = make(seed)
        try:
            book = replay_document(document)
        except ScoringError:
            continue
        first = 1 + seed % 3
        table = at_the_table(document, first)
        assert numbered_from_the_dealer(table) == document
        rules = scoring.rule_set(table["rule_set"], table.get("options"), table.get("settings"))
        recorded = book_of(fold(rules, table["events"], table.get("standing")), rules.id)
        assert [seen_from(hand, first) for hand in recorded["hands"]] == [seen_from(hand, 0) for hand in book["hands"]]
        if "final" in book:
            places = recorded["final"]["places"]
            assert places[first:] + places[:first] == book["final"]["places"]
        compared += 1
    assert compared >= 8
