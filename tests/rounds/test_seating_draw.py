from collections import Counter
from itertools import combinations

import pytest

from tournaments.core.chance import Chance
from tournaments.rounds.seating.annealing import REPEAT_COST, least_cost
from tournaments.rounds.seating.draw import CannotDraw, Seated, draw


def people(count, clubs=0, staff=()):
    return [Seated(key, f"club {key % clubs}" if clubs else "", key in staff) for key in range(1, count + 1)]


def evening(players, rounds, seed="7"):
    drawn = []
    for number in range(rounds):
        tables = [one.tables for one in drawn]
        planned = drawn[-1].ahead if drawn else ()
        drawn.append(draw(players, tables, seed=f"{seed}-{number}", rounds_ahead=rounds - number - 1, planned=planned))
    return drawn


def repeats_of(rounds):
    meetings = Counter(tuple(sorted(pair)) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(count - 1 for count in meetings.values())


@pytest.mark.usefixtures("short_search")
def test_a_seed_seats_everybody_once_and_always_the_same_whatever_the_order_of_the_list():
    players = people(32, clubs=3)
    drawn = draw(players, seed="1").tables
    assert sorted(key for table in drawn for key in table) == list(range(1, 33))
    assert {len(table) for table in drawn} == {4}
    assert drawn == draw(players[::-1], seed="1").tables != draw(players, seed="2").tables


@pytest.mark.parametrize(("count", "rounds"), [(32, 6), (32, 8), (28, 9), (24, 7)])
def test_the_draw_lets_nobody_meet_an_opponent_twice_where_that_can_be(count, rounds):
    drawn = evening(people(count), rounds)
    assert [one.repeats for one in drawn] == [0] * rounds
    assert repeats_of([one.tables for one in drawn]) == 0


def test_the_draw_keeps_clubs_apart_in_a_design_as_far_as_that_goes():
    drawn = evening(people(32, clubs=4), 8)  # eight of one club: a design has room for them where nobody meets
    assert sum(one.repeats for one in drawn) == 0
    assert sum(one.same_club for one in drawn) < 30


def test_the_draw_goes_on_with_what_was_planned_when_one_player_takes_the_place_of_another():
    first = draw(people(32), seed="1", rounds_ahead=7)
    others = [Seated(99 if player.key == 5 else player.key) for player in people(32)]
    drawn = [first]
    for number in range(7):
        tables = [one.tables for one in drawn]
        drawn.append(draw(others, tables, seed=str(number), rounds_ahead=6 - number, planned=drawn[-1].ahead))
    assert sum(one.repeats for one in drawn) == 0


def test_the_draw_makes_another_plan_when_the_number_of_players_is_another():
    first = draw(people(32), seed="1", rounds_ahead=3)
    drawn = draw(people(28), [first.tables], seed="2", rounds_ahead=2, planned=first.ahead)
    assert sorted(key for table in drawn.tables for key in table) == list(range(1, 29))
    assert drawn.repeats == 0


def test_another_seed_draws_another_round_of_what_was_planned():
    first = draw(people(32), seed="1", rounds_ahead=7)
    seconds = {
        frozenset(frozenset(table) for table in drawn.tables)
        for seed in "abcdef"
        for drawn in [draw(people(32), [first.tables], seed=seed, rounds_ahead=6, planned=first.ahead)]
    }
    assert len(seconds) > 1


def test_the_draw_keeps_apart_who_must_not_share_a_table():
    players = [Seated(player.key, apart=frozenset({player.key ^ 1})) for player in people(16)]
    for one in evening(players, 4):
        assert not any(key ^ 1 in table for table in one.tables for key in table)


@pytest.mark.usefixtures("short_search")
def test_the_draw_keeps_them_apart_before_anything_else():
    # Two tables: a player kept apart from three others forces clubmates and old opponents together.
    players = [Seated(key, "a" if key <= 4 else "b", apart=frozenset({6, 7, 8}) if key == 5 else frozenset())
               for key in range(1, 9)]  # fmt: skip
    drawn = draw(players, [(range(1, 5), range(5, 9))], seed="1")
    assert not any(5 in table and {6, 7, 8} & set(table) for table in drawn.tables)
    assert drawn.repeats > 4


def test_the_draw_looks_ahead_so_that_all_16_meet_each_other_once_in_five_rounds():
    drawn = evening(people(16), 5)
    met = {frozenset(pair) for one in drawn for table in one.tables for pair in combinations(table, 2)}
    assert len(met) == 16 * 15 / 2


@pytest.mark.usefixtures("short_search")
def test_the_draw_keeps_staff_and_clubs_apart_where_that_is_possible():
    staff = {1, 9, 17, 25, 2}
    drawn = evening(people(32, clubs=8, staff=staff), 3)
    assert [(one.same_club, one.repeats) for one in drawn] == [(0, 0)] * 3
    assert all(len(staff & set(table)) < 2 for one in drawn for table in one.tables)


@pytest.mark.usefixtures("short_search")
def test_the_draw_prefers_a_clubmate_to_an_opponent_met_before():
    # Two tables, second round: avoiding old opponents means sitting with at least one clubmate.
    players = [Seated(key, "a" if key <= 4 else "b") for key in range(1, 9)]
    first = [(1, 2, 5, 6), (3, 4, 7, 8)]
    second = draw(players, [first], seed="x")
    assert second.repeats == 4
    assert second.same_club >= 2


def test_the_draw_says_what_could_not_be_avoided():
    drawn = draw([Seated(key, "one club", staff=key <= 2) for key in range(1, 5)], [[(1, 2, 3, 4)]], seed="1")
    assert (drawn.repeats, drawn.same_club) == (6, 6)


def test_the_draw_draws_who_deals_first():
    first_dealers = {draw(people(4), seed=str(seed)).tables[0][0] for seed in range(20)}
    assert first_dealers == {1, 2, 3, 4}


def test_the_draw_counts_no_meeting_of_the_rounds_to_come_and_none_with_who_has_withdrawn():
    assert draw(people(8), seed="1", rounds_ahead=3).repeats == 0
    assert draw(people(8), [[(1, 2, 3, 99), (4, 5, 6, 98)]], seed="1").repeats <= 4


@pytest.mark.parametrize("players", [[], people(3), people(30), [*people(3), Seated(1)]])
def test_the_draw_refuses_players_who_fill_no_tables_or_are_in_the_list_twice(players):
    with pytest.raises(CannotDraw):
        draw(players, seed="1")


@pytest.mark.parametrize("count", [8, 12, 16, 20])
def test_no_seats_cost_less_than_the_least(count):
    """Where the search stops: shuffled rounds, beside some from which one player has gone."""
    for seed in range(40):
        chance = Chance(str(seed))
        arranged, *others = (shuffled(count, chance) for _ in range(2 + seed % 5))
        others = [[[key for key in table if key != seed % count] for table in round_] for round_ in others]
        cost = REPEAT_COST * sum(n * (n - 1) // 2 for n in meetings([arranged, *others]).values())
        assert cost >= least_cost(1, count, others)


def test_the_least_is_found_where_everybody_has_to_meet_again():
    for count, ahead in ((8, 6), (12, 3), (12, 6)):
        drawn = draw(people(count), seed="1", rounds_ahead=ahead)
        rounds = [drawn.tables, *drawn.ahead]
        cost = REPEAT_COST * sum(n * (n - 1) // 2 for n in meetings(rounds).values())
        assert cost == least_cost(len(rounds), count, ())


def shuffled(count, chance):
    keys = list(range(count))
    chance.shuffle(keys)
    return [keys[start : start + 4] for start in range(0, count, 4)]


def meetings(rounds):
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


@pytest.mark.usefixtures("short_search")
def test_clubs_are_compared_as_names_are():
    spellings = ["KLN MJ", "Kln MJ", "ＫＬＮ ＭＪ", "KLN  MJ", "\u200b", "", " ", "東會"]
    drawn = draw([Seated(key, club) for key, club in enumerate(spellings, start=1)], seed="1")
    assert drawn.same_club == 2, "two at each table, and no club is none"
