from itertools import combinations

import pytest

from tournaments.rounds.seating.designs import Design, designs_for

KNOWN = [(tables, design.name) for tables in (*range(4, 41), 64) for design in designs_for(tables)]
MOST = {
    16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21, 68: 21, 72: 23,
    76: 25, 80: 26, 84: 27, 88: 29, 92: 28, 96: 31, 100: 32, 104: 31, 108: 34, 112: 35, 116: 37, 120: 38,
    124: 39, 128: 39, 132: 41, 136: 43, 140: 45,
}  # fmt: skip
"""Players: rounds."""


def named(tables: int, name: str) -> Design:
    return next(design for design in designs_for(tables) if design.name == name)


@pytest.mark.parametrize(("tables", "name"), KNOWN)
def test_every_round_seats_everybody_once_and_nobody_meets_anybody_twice(tables, name):
    design = named(tables, name)
    rounds = [design.round_at(number) for number in range(design.rounds)]
    for round_ in rounds:
        assert sorted(place for table in round_ for place in table) == list(range(4 * tables))
        assert {len(table) for table in round_} == {4}
    pairs = [pair for round_ in rounds for table in round_ for pair in combinations(sorted(table), 2)]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize(("players", "rounds"), MOST.items())
def test_a_design_has_as_many_rounds_as_are_known(players, rounds):
    assert designs_for(players // 4)[0].rounds == rounds


@pytest.mark.parametrize("tables", range(4, 260))
def test_a_design_has_rounds_for_every_number_of_tables(tables):
    designs = designs_for(tables)
    assert designs[0].rounds >= max(tables // 3, 2)
    assert [design.rounds for design in designs] == sorted((design.rounds for design in designs), reverse=True)


@pytest.mark.parametrize("tables", [1, 2, 3])
def test_below_four_tables_somebody_meets_again_in_the_second_round(tables):
    assert designs_for(tables) == []


def test_the_rounds_of_a_thousand_players_are_made_when_they_are_asked_for():
    steps = named(250, "steps")
    assert steps.rounds == 125
    met = [pair for number in (0, 60, 124) for table in steps.round_at(number) for pair in combinations(table, 2)]
    assert len(set(met)) == len(met) == 3 * 250 * 6


@pytest.mark.parametrize("name", ["field", "steps"])
def test_groups_never_meet_where_it_says_so(name):
    design = named(8, name)
    for number in range(design.rounds):
        assert all({place // 8 for place in table} == {0, 1, 2, 3} for table in design.round_at(number))
