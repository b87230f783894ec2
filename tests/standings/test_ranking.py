import hashlib
import random

import pytest

from tournaments.rounds.seating.methods import snake_tables, stepped_tables
from tournaments.standings.ranking import Contender, Plan, cut, draw_order, quotas, ranked, shared_out


def order(rows, breaks=(), lots=()):
    found = ranked(rows, keys=lambda row: row[1:], number=lambda row: row[0], breaks=breaks, lots=lots)
    return [(item[0], place, word) for item, place, word in zip(found.items, found.places, found.decided, strict=True)]


class TestOrder:
    def test_equals_share_the_better_place(self):
        assert order([(1, 5), (2, 9), (3, 5), (4, 1)]) == [(2, 1, ""), (1, 2, ""), (3, 2, ""), (4, 4, "")]
        rows = [(1, 5, 0, 3), (2, 5, 0, 4), (3, 5, 1, 0), (4, 0, 0, 0)]
        assert order(rows, ["previous", "wins"]) == [(3, 1, "previous"), (2, 2, "previous"), (1, 3, "wins"), (4, 4, "")]

    def test_a_lot_decides_what_is_equal_even_then(self):
        assert order([(1, 5), (2, 5), (3, 5)], lots=[[3, 1, 2]]) == [(3, 1, "lot"), (1, 2, "lot"), (2, 3, "lot")]
        assert [one[0] for one in order([(1, 5), (2, 5)], lots=[[2, 9, 1]])] == [2, 1]
        assert order([(1, 5), (2, 5), (3, 5)], lots=[[2, 1]]) == [(1, 1, ""), (2, 1, ""), (3, 1, "")]


class TestLots:
    def test_anybody_can_work_them_out_again(self):
        digest = hashlib.sha256(b"1:4,17,30").hexdigest()
        keys = {n: hashlib.sha256(f"{digest} 骰子 6 3 {n}".encode()).hexdigest() for n in (4, 17, 30)}
        assert draw_order(1, [30, 4, 17], " 骰子 6 3 ") == sorted(keys, key=lambda n: keys[n])
        whole = range(1, 30)
        orders = {tuple(draw_order(stage, whole, word)) for stage in (1, 2) for word in ("a", "b")}
        assert len(orders) == 4

    def test_every_player_is_as_often_first(self):
        first = [draw_order(1, range(1, 5), str(n))[0] for n in range(2000)]
        assert all(420 < first.count(n) < 580 for n in range(1, 5))


class TestQuotas:
    def test_days_get_places_in_proportion_and_their_sessions_as_many(self):
        days = {1: "a", 2: "a", 3: "b", 4: "b"}
        assert quotas(64, dict.fromkeys(days, 64), days) == dict.fromkeys(days, 16)
        assert quotas(64, {1: 60, 2: 68, 3: 64, 4: 64}, days) == dict.fromkeys(days, 16)
        assert quotas(20, {1: 4, 2: 36}, {1: "a", 2: "a"}) == {1: 4, 2: 16}
        assert shared_out(64, {1: 120, 2: 100}) == {1: 35, 2: 29}
        assert shared_out(10, {1: 1, 2: 1, 3: 1}) == {1: 1, 2: 1, 3: 1}
        assert shared_out(4, {1: 5, 2: 5, 3: 5}) == {1: 2, 2: 1, 3: 1}
        found = quotas(64, {1: 60, 2: 60, 3: 40, 4: 60}, {1: "a", 2: "a", 3: "b", 4: "b"})
        assert (found[1] + found[2], found[3] + found[4]) == (35, 29)
        assert found == {1: 18, 2: 17, 3: 14, 4: 15}

    @pytest.mark.parametrize("seed", range(30))
    def test_they_always_add_up(self, seed):
        chance = random.Random(seed)
        sizes = {n: chance.randint(1, 90) for n in range(1, chance.randint(2, 6))}
        found = shared_out(64, sizes)
        whole = sum(sizes.values())
        assert sum(found.values()) == min(64, whole)
        assert all(abs(found[n] * whole - 64 * size) < whole or whole <= 64 for n, size in sizes.items())


def field(*totals, **more):
    return [Contender(n, (total,), **more) for n, total in enumerate(totals, start=1)]


class TestCut:
    def through(self, found):
        return [one.number for one in found.through]

    def test_the_best_go_on(self):
        found = cut(field(1, 9, 5, 7), Plan(2))
        assert (self.through(found), found.ties) == ([2, 4], [])
        rows = [*field(9, 8, 7), Contender(9, (99,), eligible=False)]
        found = cut(rows, Plan(2))
        assert [(one.number, one.moved_up) for one in found.through] == [(1, False), (2, True)]

    def test_a_tie_across_the_line_is_open_until_a_lot_is_drawn(self):
        rows = field(9, 5, 5, 5)
        (tie,) = cut(rows, Plan(2)).ties
        assert (tie.numbers, tie.places) == ((2, 3, 4), 1)
        found = cut(rows, Plan(2), [[4, 2, 3]])
        assert (self.through(found), found.ties, found.through[1].lot) == ([1, 4], [], True)
        assert cut(field(9, 9, 5), Plan(2)).ties == []
        (tie,) = cut(field(9, 9, 5), Plan(2, ranks_needed=True)).ties
        assert tie.by == "rank"

    def test_sessions_and_tables_have_lines_of_their_own(self):
        rows = [Contender(n, (100 - n,), session=1 if n < 5 else 2) for n in range(1, 9)]
        assert sorted(self.through(cut(rows, Plan(4, quotas={1: 2, 2: 2})))) == [1, 2, 5, 6]
        rows = [Contender(n, (total,), table=n // 4) for n, total in enumerate([9, 8, 7, 6, 3, 2, 1, 0])]
        assert self.through(cut(rows, Plan(3, per_table=1))) == [0, 1, 4]
        rows = [Contender(n, (100 - n,), session=1 + n // 8, table=n // 4) for n in range(16)]
        found = cut(rows, Plan(6, per_table=1, quotas={1: 3, 2: 3}))
        assert sorted(self.through(found)) == [0, 1, 4, 8, 9, 12]
        rows = [Contender(n, (100 - n,), session=1 + n // 12, table=n // 4) for n in range(16)]
        found = cut(rows, Plan(4, per_table=1, quotas={1: 2, 2: 2}))
        assert self.through(found) == [0, 4, 12, 13]
        assert self.through(cut(rows, Plan(3, per_table=1))) == [0, 4, 8]

    def test_a_tie_between_the_best_of_two_tables_is_open(self):
        rows = [Contender(n, (5 if n in (4, 8) else 9 - n,), table=n // 4) for n in range(12)]
        (tie,) = cut(rows, Plan(2, per_table=1)).ties
        assert (tie.numbers, tie.places, tie.by) == ((4, 8), 1, "stage")
        rows = [Contender(n, (5,), table=1) for n in (1, 2)]
        (tie,) = cut(rows, Plan(1, per_table=1)).ties
        assert (tie.numbers, tie.by) == ((1, 2), "table")


class TestTables:
    def test_tables_by_the_snake_and_by_steps(self):
        assert snake_tables(range(1, 17)) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
        assert stepped_tables(range(1, 9)) == [[1, 3, 5, 7], [2, 4, 6, 8]]
        with pytest.raises(ValueError, match="whole number"):
            snake_tables(range(6))
