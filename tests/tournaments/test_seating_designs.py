"""編位設計: rounds in which nobody meets anybody twice, constructed."""

from itertools import combinations

import pytest

from tournaments.seating.designs import designed_rounds

KNOWN = (4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 19, 20, 25, 27, 28, 32)


@pytest.mark.parametrize("tables", KNOWN)
def test_every_round_seats_everybody_once(tables):
    for round_ in designed_rounds(tables):
        assert sorted(place for table in round_ for place in table) == list(range(4 * tables))
        assert {len(table) for table in round_} == {4}


@pytest.mark.parametrize("tables", KNOWN)
def test_nobody_meets_anybody_twice(tables):
    pairs = [pair for round_ in designed_rounds(tables) for table in round_ for pair in combinations(sorted(table), 2)]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize(("tables", "rounds"), [(4, 5), (5, 5), (8, 9), (9, 9), (16, 17), (20, 21)])
def test_there_are_as_many_rounds_as_tables_and_one_more_where_groups_fill_tables(tables, rounds):
    assert len(designed_rounds(tables)) == rounds


@pytest.mark.parametrize("tables", [4, 7])
def test_sixteen_and_twenty_eight_players_meet_everybody(tables):
    pairs = {pair for round_ in designed_rounds(tables) for table in round_ for pair in combinations(sorted(table), 2)}
    players = 4 * tables
    assert len(pairs) == players * (players - 1) / 2


def test_twenty_four_players_have_seven_rounds():
    assert len(designed_rounds(6)) == 7


@pytest.mark.parametrize("tables", [1, 2, 3, 10, 12, 14, 15])
def test_it_says_where_it_knows_no_design(tables):
    assert designed_rounds(tables) == ()
