"""拉: the chain table of the league, its rounding, and the worked example of the sources."""

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring import chain_moves, fold
from scoring.points import format_points
from scoring.table.settlement import pending, rounded
from tests.scoring.game_helpers import DRAW, LEAGUE, chains, league, off, own, play, ruling, scores, several, transfers

EAST, SOUTH, WEST, NORTH = range(4)


# The worked example of both texts (情況一): East draws himself, everybody puts down 36; then South discards to him, 20.
PULLED = (own(EAST, 35), off(EAST, SOUTH, 17))


def test_the_worked_example_grows_to_74():
    assert chains(play(PULLED[0])) == [(0, 1, "36", 1), (0, 2, "36", 1), (0, 3, "36", 1)]
    assert chains(play(*PULLED)) == [(0, 1, "74", 2), (0, 2, "36", 1), (0, 3, "36", 1)]
    assert scores(play(*PULLED)) == ["0", "0", "0", "0"]


@pytest.mark.parametrize(("winner", "source"), [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)])
def test_the_worked_example_case_1_collects_all_when_another_wins_from_another(winner, source):
    state = play(*PULLED, off(winner, source))
    assert transfers(state.hands[-1].transfers) == [(1, 0, "74", "chain"), (2, 0, "36", "chain"), (3, 0, "36", "chain")]
    assert [chain[:2] for chain in chains(state)] == [(winner, source)]


def test_the_worked_example_case_2_pays_half_to_east_who_discards():
    state = play(*PULLED, off(SOUTH, EAST, 9))
    assert transfers(state.hands[-1].transfers) == [(1, 0, "37", "chain"), (2, 0, "36", "chain"), (3, 0, "36", "chain")]
    assert chains(state) == [(1, 0, "14", 1)]  # 9 + the dealer's 1 + 2 × 2


def test_the_worked_example_case_2_pays_half_to_east_also_when_another_draws_himself():
    state = play(*PULLED, own(WEST, 9))
    assert transfers(state.hands[-1].transfers) == [(1, 0, "74", "chain"), (2, 0, "18", "chain"), (3, 0, "36", "chain")]


def test_the_worked_example_case_3_goes_on_growing():
    state = play(*PULLED, own(EAST, 10))  # 10 + 1 + 2 × 2 = 15 from each
    assert chains(state) == [(0, 1, "126", 3), (0, 2, "69", 2), (0, 3, "69", 2)]


def test_the_worked_example_stays_open_over_a_draw_and_a_replayed_hand():
    before = chains(play(*PULLED))
    assert chains(play(*PULLED, DRAW)) == before
    assert chains(play(*PULLED, ruling(2, "詐糊"))) == before


# One open amount: A = seat 1 won 20 from B = seat 2; C = 0, D = 3. Then A deals, so 莊 1 is in what he pays and gets.
OPEN = off(1, 2, 20)
ROWS = [
    ("A from B again", off(1, 2, 7), "grow", "38"),
    ("A draws himself", own(1, 7), "grow", "38"),  # 30 + 7 + 莊 1
    ("A from C", off(1, 0), "keep", "20"),
    ("A from D", off(1, 3), "keep", "20"),
    ("B from A", off(2, 1), "halve", "10"),
    ("B draws himself", own(2), "halve", "10"),
    ("B from C", off(2, 0), "collect", "20"),
    ("B from D", off(2, 3), "collect", "20"),
    ("C from A", off(0, 1), "collect", "20"),
    ("C from B", off(0, 2), "collect", "20"),
    ("C from D", off(0, 3), "collect", "20"),
    ("C draws himself", own(0), "collect", "20"),
    ("drawn", DRAW, "keep", "20"),
    ("replayed", ruling(0, "詐糊"), "keep", "20"),
    ("A and C from B", several(2, (1, 6), (0, 9)), "grow", "42"),  # 30 + 6 + 雙響 5 + 莊家 1
    ("A and C from D", several(3, (1, 6), (0, 9)), "keep", "20"),
    ("A and B from C", several(0, (1, 6), (2, 9)), "keep", "20"),
    ("A, C and D from B", several(2, (1, 6), (0, 9), (3, 3)), "grow", "47"),  # 30 + 6 + 三響 10 + 莊家 1
    ("A, B and D from C", several(0, (1, 6), (2, 9), (3, 3)), "keep", "20"),
    ("B and C from A", several(1, (2, 6), (0, 9)), "halve", "10"),
    ("B and D from C", several(0, (2, 6), (3, 9)), "collect", "20"),
    ("B, C and D from A", several(1, (2, 6), (0, 9), (3, 3)), "halve", "10"),
    ("C and D from A", several(1, (0, 6), (3, 9)), "collect", "20"),
    ("C and D from B", several(2, (0, 6), (3, 9)), "collect", "20"),
]


@pytest.mark.parametrize(("event", "kind", "points"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_follows_the_row_of_the_table(event, kind, points):
    hand = play(OPEN, event).hands[-1]
    (move,) = [move for move in hand.chain_moves if (move.winner, move.payer) == (1, 2)]
    assert (move.kind, format_points(move.before)) == (kind, "20")
    assert format_points(move.paid if kind in ("halve", "collect") else move.after) == points


def test_several_winners_grow_the_same_discarder_and_leave_each_other_alone():
    first = several(0, (1, 10), (2, 20))  # dealer 0 pays 10 + 5 + 1 and 20 + 5 + 1
    state = play(first, several(3, (1, 4), (2, 4)), off(2, 1, 3))
    # Hand 2: neither chain is from seat 3, both stay. Hand 3: seat 2 wins from seat 1: A = 1, B = 0 collects.
    assert transfers(state.hands[1].transfers) == []
    assert transfers(state.hands[2].transfers) == [(0, 1, "16", "chain"), (3, 1, "10", "chain")]


def test_the_open_amount_moves_before_the_new_payment_is_entered():
    hand = play(off(1, 2, 21), off(1, 2, 5)).hands[-1]
    (move,) = hand.chain_moves
    assert (format_points(move.before), format_points(move.added), format_points(move.after), move.pulls) == (
        "21",
        "6",
        "38",
        2,
    )  # ⌈31.5⌉ + 5 + 莊 1


@pytest.mark.parametrize(
    ("option", "grown", "halved"), [("up_down", "32", "10"), ("exact", "31.5", "10.5"), ("nearest", "32", "11")]
)
def test_rounds_as_the_option_says(option, grown, halved):
    rules = league(L_27=option)
    opened = play(off(1, 2, 21), rules=rules)
    (growing,) = chain_moves(opened, (1,), 2, rules)
    (halving,) = chain_moves(opened, (2,), 1, rules)
    assert (format_points(growing.after), format_points(halving.paid)) == (grown, halved)


def test_rounds_each_way():
    amount = Decimal("2.5")
    assert [format_points(rounded(amount, how)) for how in ("up", "down", "nearest", "exact")] == ["3", "2", "3", "2.5"]
    assert format_points(rounded(Decimal("2.25"), "nearest")) == "2"


def test_half_of_one_point_rounds_to_nothing_and_is_no_transfer():
    state = play(off(1, 2, 1), off(2, 1, 5))
    assert transfers(state.hands[-1].transfers) == []
    assert [chain[:2] for chain in chains(state)] == [(2, 1)]


def test_an_exact_chain_never_loses_a_digit():
    rules = league(L_27="exact")
    state = fold(rules, [off(0, 1, 1)] * 60)
    exact = Fraction(0)
    for streak in range(60):
        exact = exact * Fraction(3, 2) + 1 + 1 + 2 * streak
    (chain,) = state.chains
    assert Fraction(chain.points) == exact
    assert len(chain.points.as_tuple().digits) > 50  # twice what a default decimal context keeps


def test_what_if_changes_nothing_and_enters_no_payment():
    state = play(OPEN)
    moves = chain_moves(state, (1,), 2, LEAGUE)
    assert [(m.kind, format_points(m.before), format_points(m.after), format_points(m.added)) for m in moves] == [
        ("grow", "20", "30", "0")
    ]
    assert [m.kind for m in chain_moves(state, (), None, LEAGUE)] == ["keep"]
    assert [m.kind for m in chain_moves(state, (1,), None, LEAGUE)] == ["grow"]
    assert [m.kind for m in chain_moves(state, (2,), None, LEAGUE)] == ["halve"]
    assert [m.kind for m in chain_moves(state, (0, 3), 2, LEAGUE)] == ["collect"]
    assert chains(state) == [(1, 2, "20", 1)]


def test_pending_is_what_the_chains_would_bring_and_cost():
    state = play(*PULLED)
    assert [tuple(map(format_points, pending(state.chains, seat))) for seat in range(4)] == [
        ("146", "0"),
        ("0", "74"),
        ("0", "36"),
        ("0", "36"),
    ]


def test_the_last_hand_collects_what_is_still_open():
    last = play(off(1, 0, 5), DRAW, {"type": "time_up", "during_hand": True}, off(2, 3, 9))
    assert transfers(last.hands[-1].transfers) == [(0, 1, "6", "chain"), (3, 2, "9", "chain")]
    assert [(m.kind, format_points(m.paid)) for m in last.hands[-1].chain_moves] == [
        ("collect", "6"),
        ("open", "0"),
        ("end", "9"),
    ]
    assert last.chains == last.hands[-1].chains == ()
