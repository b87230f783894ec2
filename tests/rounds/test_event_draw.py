"""全賽抽籤: the seats of all rounds at once, checked by a second program."""

import hashlib
import json
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import ScoringError
from tests.lacking import FULL
from tests.oracle.check_draw import least_same_club, wrong_with
from tournaments.rounds.seating.annealing import least_pairs
from tournaments.rounds.seating.chairs import _cheapest
from tournaments.rounds.seating.document import draw_document


def people(count: int, clubs: int = 0) -> list[dict[str, str]]:
    return [{"id": str(n)} | ({"club": f"club {n % clubs}"} if clubs else {}) for n in range(1, count + 1)]


def document(players: list[dict[str, str]], rounds: int, **more: Any) -> dict[str, Any]:
    return {"players": players, "rounds": rounds, "seed": "4 17 22 31 40 45", **more}


def drawn(asked: dict[str, Any]) -> dict[str, Any]:
    answer = draw_document(asked)
    assert wrong_with(asked, answer) == []
    return answer


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (32, 6), (32, 10), (36, 11), (64, 8), (64, 21), (120, 10), (1000, 6)]
)
def test_nobody_meets_anybody_twice_and_winds_are_within_one(players, rounds):
    answer = drawn(document(people(players), rounds))
    assert answer["repeats"] == 0
    assert answer["wind_spread"] <= 1


def test_after_any_four_rounds_from_the_first_everybody_has_had_each_wind_once():
    answer = drawn(document(people(32), 8))
    for four in (answer["rounds"][:4], answer["rounds"][4:]):
        for one in people(32):
            winds = [table.index(one["id"]) for tables in four for table in tables if one["id"] in table]
            assert sorted(winds) == [0, 1, 2, 3]


@pytest.mark.parametrize("rounds", [1, 3, 4, 5])
def test_two_clubs_of_eight_meet_as_little_as_can_be_in_the_first_round(rounds):
    asked = document(people(16, clubs=2), rounds)
    answer = drawn(asked)
    assert answer["repeats"] == 0
    assert answer["same_club"][0] == least_same_club(asked) == 8
    if rounds == 4:
        assert answer["same_club"] == [8] * 4


@pytest.mark.parametrize(("players", "clubs", "rounds"), [(32, 4, 6), (120, 12, 10), (64, 16, 8), (24, 6, 3)])
def test_clubs_that_a_design_has_room_for_never_meet(players, clubs, rounds):
    answer = drawn(document(people(players, clubs), rounds))
    assert (answer["repeats"], sum(answer["same_club"])) == (0, 0)


def test_clubs_of_any_size_meet_as_little_as_can_be_in_the_first_round():
    sizes = [19, 11, 9, 6, 5, 3, 2, 2]
    clubs = [name for name, size in zip("abcdefgh", sizes, strict=True) for _member in range(size)]
    players = [{"id": str(n), "club": club} for n, club in enumerate([*clubs, *[""] * 7])]
    asked = document(players, 6)
    answer = drawn(asked)
    assert answer["repeats"] == 0
    assert answer["same_club"][0] == least_same_club(asked)


@pytest.mark.parametrize("tables", [1, 3, 8])
@pytest.mark.parametrize("size", range(20))
def test_the_least_is_what_dealing_one_by_one_gives(size, tables):
    dealt = [len(range(table, size, tables)) for table in range(tables)]
    assert least_pairs(size, tables) == sum(number * (number - 1) // 2 for number in dealt)


COUPLES = [[str(n), str(n + 1)] for n in range(1, 32, 2)]
MET = [list(pair) for start in range(1, 32, 4) for pair in combinations(map(str, range(start, start + 4)), 2)]


@pytest.mark.parametrize(
    ("players", "rounds", "more", "repeats"),
    [(32, 6, {"apart": COUPLES}, 0), (32, 5, {"met": MET}, 0), (4, 1, {"met": [["1", "2"], ["4", "3"]]}, 2)],
    ids=["kept apart", "met before", "met before without room"],
)
def test_nobody_meets_who_is_kept_apart_nor_again_who_met_before_where_there_is_room(players, rounds, more, repeats):
    assert drawn(document(people(players), rounds, **more))["repeats"] == repeats


@pytest.mark.parametrize(("players", "rounds", "repeats"), [(4, 3, 6), (8, 1, 0), (12, 1, 0), (16, 8, 72), (20, 6, 6)])
def test_more_rounds_than_can_be_repeat_no_more_than_they_must(players, rounds, repeats):
    assert drawn(document(people(players), rounds))["repeats"] == repeats


def test_nobody_stays_at_one_table():
    answer = drawn(document(people(64), 8))
    for one in people(64):
        tables = {number for tables in answer["rounds"] for number, four in enumerate(tables) if one["id"] in four}
        assert len(tables) >= 7


@given(data=st.data(), size=st.integers(1, 5))
def test_groups_get_tables_at_the_least_cost(data, size):
    row = st.lists(st.integers(0, 5), min_size=size, max_size=size)
    costs = data.draw(st.lists(row, min_size=size, max_size=size))
    found = _cheapest(costs)
    assert sorted(found) == list(range(size))
    least = min(sum(costs[group][table] for group, table in enumerate(way)) for way in permutations(range(size)))
    assert sum(costs[group][table] for group, table in enumerate(found)) == least


def test_in_fewer_rounds_than_there_could_be_everybody_has_met_somebody_whom_the_other_met():
    rounds = drawn(document(people(64), 8))["rounds"]
    met = {one["id"]: {other for tables in rounds for four in tables if one["id"] in four for other in four}
           for one in people(64)}  # fmt: skip
    assert all(met[one] & met[other] for one, other in combinations(met, 2))


def test_the_only_way_to_sit_is_found():
    """Everybody is kept from all but three others."""
    fours = [set(map(str, range(start, start + 4))) for start in range(1, 13, 4)]
    apart = [[a, b] for a, b in combinations(map(str, range(1, 13)), 2) if not any({a, b} <= four for four in fours)]
    answer = drawn(document(people(12), 2, apart=apart))
    assert {frozenset(four) for four in answer["rounds"][1]} == {frozenset(four) for four in fours}


IMPOSSIBLE = {
    "somebody kept from all": (8, [["1", str(n)] for n in range(2, 9)], "1"),
    "three of each other at two tables": (8, [["1", "2"], ["2", "3"], ["1", "3"]], "2"),
    "two at one table": (4, [["3", "4"]], "3"),
    "a ring of five at two tables": (8, [["1", "2"], ["2", "3"], ["3", "4"], ["4", "5"], ["5", "1"]], "5"),
}


@pytest.mark.parametrize(("players", "apart", "named"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_the_draw_names_a_demand_that_nothing_can_fulfil(players, apart, named):
    with pytest.raises(ScoringError) as refused:
        draw_document(document(people(players), 2, apart=apart))
    assert refused.value.code == "impossible_draw"
    assert "apart" in refused.value.en
    assert named in refused.value.en


WRONG: dict[str, tuple[Any, str, str]] = {
    "no object": (["x"], "bad_value", "object"),
    "an unknown key": (document(people(4), 1, colour=1), "unknown_key", "colour"),
    "an unknown key of a player": (document([{"id": "1", "name": "x"}], 1), "unknown_key", "name"),
    "no seed": ({"players": people(4), "rounds": 1}, "missing_key", "seed"),
    "no id": (document([{"club": "x"}], 1), "missing_key", "id"),
    "nobody": (document([], 1), "bad_value", "players"),
    "six": (document(people(6), 1), "bad_value", "players"),
    "an id twice": (document([*people(3), {"id": "1"}], 1), "bad_value", "'1'"),
    "a number as id": (document([{"id": 1}], 1), "bad_value", "players[0].id"),
    "a club of none": (document([{"id": "1", "club": None}], 1), "bad_value", "club"),
    "no rounds": (document(people(4), 0), "bad_value", "rounds"),
    "true rounds": (document(people(4), True), "bad_value", "rounds"),
    "rounds without end": (document(people(4), 10**9), "bad_value", "rounds"),
    "a number as seed": (document(people(4), 1) | {"seed": 7}, "bad_value", "seed"),
    "half a character": (document(people(4), 1) | {"seed": "\ud800"}, "bad_value", "seed"),
    "apart from a stranger": (document(people(4), 1, apart=[["1", "9"]]), "bad_value", "apart[0]"),
    "apart from oneself": (document(people(4), 1, apart=[["1", "1"]]), "bad_value", "apart[0]"),
    "three who met": (document(people(4), 1, met=[["1", "2", "3"]]), "bad_value", "met[0]"),
    "a pair that is none": (document(people(4), 1, met="12"), "bad_value", "met"),
    "an id that is a list": (document(people(4), 1, met=[[[], "1"]]), "bad_value", "met[0]"),
}


@pytest.mark.parametrize(("asked", "code", "named"), WRONG.values(), ids=WRONG.keys())
def test_the_draw_refuses_what_is_no_document_and_names_it(asked, code, named):
    with pytest.raises(ScoringError) as refused:
        draw_document(asked)
    assert refused.value.code == code
    assert named in refused.value.en
    assert refused.value.zh


def test_the_digest_does_not_care_how_the_same_is_said():
    said = document(people(16), 2, apart=[["2", "1"], ["3", "4"], ["1", "2"]])
    again = document([one | {"club": ""} for one in people(16)], 2, apart=[["4", "3"], ["1", "2"]], met=[])
    assert drawn(said) == drawn(again)
    assert drawn(said)["rounds"] != drawn(said | {"seed": "x"})["rounds"]
    others = [said | {"seed": "x"}, said | {"rounds": 3}, said | {"apart": []}, document(people(16)[::-1], 2)]
    assert len({draw_document(other)["digest"] for other in [said, *others]}) == 5


def test_the_same_input_gives_the_same_seats_on_every_machine():
    """Written down once: if this changes, draws of before can't be repeated any more."""
    asked = [
        document(people(32, clubs=5), 10, apart=[["1", "2"], ["3", "14"]], met=[["5", "6"]]),
        document(people(20), 6),
        document(people(120), 10),
    ]
    answers = [draw_document(one) for one in asked]
    said = json.dumps(answers, ensure_ascii=False, sort_keys=True)
    assert (
        hashlib.sha256(said.encode()).hexdigest() == "e2cbff54ad07e25b4486c8fc539d34fdc1d912df96d8b8b1c1dd80a4c8c56545"
    )


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    count = 4 * draw(st.integers(1, 10))
    clubs = draw(st.lists(st.sampled_from(["", "", "甲", "乙", "丙"]), min_size=count, max_size=count))
    players = [{"id": f"p{n}", "club": club} for n, club in enumerate(clubs)]
    ids = st.sampled_from([player["id"] for player in players])
    pairs = st.lists(st.tuples(ids, ids).filter(lambda pair: pair[0] != pair[1]).map(list), max_size=5)
    rounds = draw(st.integers(1, max(1, count // 4)))
    return {"players": players, "rounds": rounds, "seed": draw(st.text(max_size=5)),
            "apart": draw(pairs) if count > 8 else [], "met": draw(pairs)}  # fmt: skip


@settings(max_examples=20 if FULL else 5)
@given(asked=documents())
def test_whatever_is_asked_the_second_program_agrees(asked):
    answer = drawn(asked)
    assert answer["wind_spread"] <= 1
    if not asked["apart"] and not asked["met"]:
        assert answer["same_club"][0] == least_same_club(asked)


@pytest.mark.usefixtures("short_search")
def test_one_club_in_four_spellings_is_one_and_the_digest_keeps_them_as_they_were_given():
    asked = json.loads((Path(__file__).parents[1] / "data" / "inputs" / "draw-clubs.json").read_text())
    answer = drawn(asked)
    assert answer["same_club"] == [2], "four of one club at two tables, and two of another apart"
    for table in answer["rounds"][0]:
        assert len({"1", "2", "3", "4"} & set(table)) == 2
        assert not {"5", "7"} <= set(table)
    one = [{**player, "club": player["club"].upper()} for player in asked["players"]]
    assert draw_document({**asked, "players": one})["digest"] != answer["digest"]
