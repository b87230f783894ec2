"""Hands of tiles inside a game: winds, dealer, manner of winning and 雙響 come from the game."""

from itertools import product

import pytest

import scoring
from scoring import Game, Hand, apply
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from scoring.game.hand_in_game import count_in_game, hand_in_game
from scoring.seats import WINDS
from scoring.table.wins import nearest_claimant, read_win
from tests.scoring.game_helpers import DRAW, LEAGUE, SIXTEEN, Event, chains, league, off, play, ruling

# The digest's first worked hand: 25 from a discard, 27 self-drawn, for South in the East round.
FLAT = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
# 東東東 and 南南南 besides chows, winning on the pair.
EAST_AND_SOUTH = {"concealed": "111222z456789m345p9s", "winning_tile": "9s"}
# 大雞 if nothing else counts: the digest's last worked hand, one flower that is nobody's own but seat 3's.
CHICKEN = {
    "concealed": "34s44z",
    "winning_tile": "5s",
    "melds": [
        {"kind": "pung", "tiles": "777m"},
        {"kind": "chow", "tiles": "234m"},
        {"kind": "chow", "tiles": "567p"},
        {"kind": "chow", "tiles": "789s"},
    ],
    "flowers": "3f",
}

# Three of them that can be at one table, each with a flower of its seat's own and with another.
CHICKENS = {
    0: ("34s44z", ["pung 777m", "chow 234m", "chow 567p", "chow 789s"], "5f", "2f"),
    1: ("34s33z", ["pung 777p", "chow 234p", "chow 567m", "chow 789s"], "6f", "3f"),
    3: ("34s22z", ["pung 888m", "chow 123p", "chow 456p", "chow 789s"], "8f", "1f"),
}


def off_hand(winner: int, source: int, hand: Event) -> Event:
    return {"type": "win", "winner": winner, "from": source, "hand": hand}


def own_hand(winner: int, hand: Event) -> Event:
    return {"type": "win", "winner": winner, "self_draw": True, "hand": hand}


def counts(*events: Event) -> list[int]:
    return [payment.fan for payment in play(*events).hands[-1].payments]


def test_is_counted_as_discarded_or_self_drawn():
    assert counts(off_hand(1, 2, FLAT)) == [25]
    assert counts(own_hand(1, FLAT)) == [27, 27, 27]


def test_is_the_same_as_typing_its_count():
    typed, tiles = play(off(1, 2, 25)), play(off_hand(1, 2, FLAT))
    assert typed == tiles


def test_seat_and_round_winds_are_those_of_the_deal():
    east = counts(off_hand(0, 2, EAST_AND_SOUTH))  # seat 0 is East in the East round: 東 twice its own
    assert counts(DRAW, off_hand(0, 2, EAST_AND_SOUTH)) == east
    assert counts(off_hand(1, 2, EAST_AND_SOUTH)) == east  # 南 for the seat, 東 for the round: as many
    assert counts(off_hand(2, 3, EAST_AND_SOUTH)) == [east[0] - 1]  # 東 for the round only
    south_round = [off(1, 2), off(2, 3), off(3, 0), off(0, 1)]
    assert counts(*south_round, off_hand(1, 2, EAST_AND_SOUTH)) == east  # 南 for seat and round
    assert counts(*south_round, off_hand(2, 3, EAST_AND_SOUTH)) == [east[0] - 1]


def test_a_wrong_dealer_is_east():
    wrong = {"type": "wrong_dealer", "seat": 2}
    assert counts(wrong, off_hand(2, 3, EAST_AND_SOUTH)) == counts(off_hand(0, 3, EAST_AND_SOUTH))


def test_a_shared_win_adds_its_share_once():
    event = {"type": "win", "from": 0, "winners": [{"seat": 1, "hand": FLAT}, {"seat": 2, "fan": 9}]}
    state = play(event)
    assert chains(state) == [(1, 0, "31", 1), (2, 0, "15", 1)]  # 25 + 雙響 5 + 莊 1; 9 + 5 + 1
    assert [(p.fan, p.multi, p.dealer) for p in state.hands[-1].payments] == [(25, 5, 1), (9, 5, 1)]


@pytest.mark.parametrize(("id_", "worth"), [("hkma-league", 36), ("hk-classic", 11)])
@pytest.mark.parametrize("seats", [(0, 1), (1, 3), (0, 3), (0, 1, 3)])
def test_hands_laid_out_pay_what_their_numbers_pay_for_every_set_of_winners(id_, worth, seats):
    """大雞 looks at the hand alone, with 雙響 and 三響 beside it too (L-57, K-11)."""
    rules = scoring.rule_set(id_)
    for chickens in product((False, True), repeat=len(seats)):
        hands = {}
        for seat, is_chicken in zip(seats, chickens, strict=True):
            concealed, melds, own, other = CHICKENS[seat]
            hands[seat] = Hand(
                concealed, "5s", melds=melds, flowers=other if is_chicken else own, seat=WINDS[seat], round="E"
            )
        fans = {seat: rules.score(hand).total for seat, hand in hands.items()}
        typed, laid = Game(rules, list("甲乙丙丁")), Game(rules, list("甲乙丙丁"))
        typed.win(fans, from_=2)
        laid.win(hands, from_=2)
        assert laid.scores == typed.scores
        assert [fan == worth for fan in fans.values()] == list(chickens)


@pytest.mark.parametrize(("version", "fan"), [("1", 6), ("2", 6), ("3", 6), ("4", 36)])
def test_an_event_of_before_version_4_keeps_its_shared_win_without_大雞(version, fan):
    shared = {"type": "win", "from": 2, "winners": [{"seat": 1, "hand": CHICKEN}, {"seat": 0, "fan": 9}]}
    state = play(shared, rules=scoring.rule_set("hkma-league", version=version))
    assert [(p.fan, p.multi) for p in state.hands[-1].payments] == [(9, 5), (fan, 5)]


def test_options_of_the_game_hold_for_its_hands():
    rules = league(L_4="0")
    state = play(off_hand(1, 2, FLAT), rules=rules)
    assert [payment.fan for payment in state.hands[-1].payments] == [20]


def test_the_count_can_be_seen_before_it_is_played():
    state = play(DRAW)
    event = off_hand(1, 2, FLAT)
    win = read_win(event, LEAGUE.game)
    score = count_in_game(FLAT, 1, win, state, LEAGUE)
    assert (score.total, {row.name for row in score.fans}) == (25, {"底", "門清", "大平", "將眼"})
    assert apply(state, event, LEAGUE).hands[-1].payments[0].fan == 25


def test_dealer_may_be_said_again_but_not_otherwise():
    assert counts(off_hand(1, 2, {**FLAT, "dealer": False})) == [25]
    assert code_of(off_hand(1, 2, {**FLAT, "dealer": True})) == "bad_event"


def code_of(*events: Event) -> str:
    with pytest.raises(ScoringError) as error:
        play(*events)
    return error.value.code


def test_the_error_of_a_hand_names_its_event():
    given = {
        "rule_set": "hkma-league",
        "players": ["甲", "乙", "丙", "丁"],
        "events": [DRAW, off_hand(1, 2, {**FLAT, "winning_tile": "9m"})],
    }
    with pytest.raises(ScoringError) as error:
        replay_document(given)
    assert (error.value.code, error.value.index) == ("not_a_winning_hand", 1)
    assert error.value.detail("en").startswith("events[1]")


def test_a_banned_player_is_refused_before_the_hand_is_counted():
    assert code_of(ruling(1, "大相公"), own_hand(1, {})) == "banned_player"


@pytest.mark.parametrize(
    ("source", "claimants", "winner"),
    [(0, (1, 3), 1), (1, (0, 3), 3), (2, (0, 1), 0), (3, (1, 2), 1), (3, (0, 1, 2), 0), (1, (0,), 0)],
)
def test_the_nearest_in_turn_to_the_discarder_wins(source, claimants, winner):
    """攔胡: 離放銃者輪序較近者優先胡牌."""
    assert nearest_claimant(source, claimants) == winner


@pytest.mark.parametrize("claimants", [(), (2,), (1, 2)])
def test_nobody_claims_his_own_discard(claimants):
    with pytest.raises(ValueError, match="not claimants of a discard of 2"):
        nearest_claimant(2, claimants)


@pytest.mark.parametrize(
    ("dealt", "opening", "wind"), [(0, None, "S"), (0, 1, "E"), (0, 2, "N"), (0, 0, "S"), (1, 3, "W")]
)
def test_seat_winds_run_from_the_opened_wall(dealt, opening, wind):
    """配牌: 開門位即為該盤的東位或花牌之 1 號序 (C-13, T-9)."""
    state = play(*[off(1, 0, 0)] * dealt, rules=SIXTEEN)
    event = own_hand(1, FLAT) if opening is None else {**own_hand(1, FLAT), "opening": opening}
    hand = hand_in_game(FLAT, 1, read_win(event, SIXTEEN.game), state, SIXTEEN)
    assert (WINDS[hand.seat_wind], hand.dealer) == (wind, dealt == 1)
