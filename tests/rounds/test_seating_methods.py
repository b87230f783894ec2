from itertools import combinations

import pytest
from django.utils import timezone

from tests.markup import shows, url
from tests.rounds.two_tables import holders
from tests.tournaments.factories import TODAY
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Event
from tournaments.players.services import apart
from tournaments.rounds.seating.draw import draw
from tournaments.rounds.seating.methods import Fault, Wrong, part_in_rows, read_tables, snake_tables, swiss_tables
from tournaments.rounds.services import rounds, seating

NOW = timezone.now()


def pairs(tables):
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


class TestSwiss:
    def test_neighbours_share_a_table_where_nobody_has_met(self):
        assert swiss_tables(list("abcdefgh"), {}, set()) == [list("abcd"), list("efgh")]  # type: ignore[arg-type]

    def test_old_opponents_do_not_meet_again_and_everybody_stays_near_their_rank(self):
        order = list(range(64))
        met = {}
        for _round in range(4):
            tables = swiss_tables(order, met, set())
            assert sorted(player for table in tables for player in table) == list(range(64))
            assert not pairs(tables) & met.keys()
            assert max(abs(player // 4 - number) for number, table in enumerate(tables) for player in table) <= 6
            met |= dict.fromkeys(pairs(tables), 1)

    def test_who_must_not_meet_does_not(self):
        assert frozenset({0, 1}) not in pairs(swiss_tables(list(range(16)), {}, {frozenset({0, 1})}))


class TestParted:
    def test_the_lower_rank_goes_to_the_nearest_table(self):
        assert part_in_rows(snake_tables(range(1, 17)), {frozenset({1, 16})}) == [
            [1, 8, 9, 15], [2, 7, 10, 16], [3, 6, 11, 14], [4, 5, 12, 13],
        ]  # fmt: skip

    def test_nobody_is_moved_to_another_they_may_not_meet(self):
        parted = part_in_rows(snake_tables(range(1, 17)), {frozenset({1, 16}), frozenset({2, 16}), frozenset({1, 14})})
        assert parted[0] == [1, 8, 9, 13]

    def test_what_cannot_be_parted_stays(self):
        assert part_in_rows([[1, 2, 3, 4]], {frozenset({1, 2})}) == [[1, 2, 3, 4]]


class TestWritten:
    def test_lines_are_tables(self):
        assert read_tables("3: 1 2 3 4\n\n5、6、7、8\n", range(1, 9), [1, 2, 3]) == (
            {3: [1, 2, 3, 4], 1: [5, 6, 7, 8]},
            [],
        )
        assert read_tables("第 2 檯：1,2,3,4", range(1, 5), [1, 2]) == ({2: [1, 2, 3, 4]}, [])
        assert read_tables("2 檯 : 1 2 3 4", range(1, 5), [1, 2]) == ({2: [1, 2, 3, 4]}, [])

    def test_a_line_of_blanks_is_read_once(self):
        """It took minutes, in which the worker did nothing else."""
        _seats, faults = read_tables("1" + " " * 100_000 + "x", [1], [1])
        assert {fault.wrong for fault in faults} == {Wrong.UNREADABLE, Wrong.NOT_FOUR}

    def test_every_fault_is_named(self):
        text = "1: 1 2 3\n9: 4 5 6 7\n1: 4 8 9 99\nhello 10 11 12 13"
        _seats, faults = read_tables(text, range(1, 15), [1, 2])
        assert faults == [
            Fault(1, Wrong.NOT_FOUR, 3),
            Fault(2, Wrong.NO_TABLE, 9),
            Fault(3, Wrong.TABLE_TWICE, 1),
            Fault(3, Wrong.TWICE, 4),
            Fault(3, Wrong.NOBODY, 99),
            Fault(4, Wrong.UNREADABLE),
            Fault(0, Wrong.MISSING, 14),
        ]


@pytest.fixture
def event(sixteen: Event) -> Event:
    return sixteen


@pytest.fixture
def draft(event):
    return rounds.make_round(event=event, day=TODAY)


class TestTheServices:
    def test_snake_and_steps_follow_the_standings(self, draft):
        seating.seat_by_standings(round_id=draft.pk, way="snake")
        assert holders(draft)[1] == [1, 8, 9, 16]
        seating.seat_by_standings(round_id=draft.pk, way="steps")
        assert holders(draft)[1] == [1, 5, 9, 13]

    @pytest.mark.parametrize("way", ["snake", "steps", "swiss"])
    def test_players_kept_apart_share_no_table(self, event, draft, way):
        seating.seat_by_standings(round_id=draft.pk, way=way)
        for other in holders(draft)[1][1:]:
            apart.keep_apart(event=event, first=1, second=other)
        seating.seat_by_standings(round_id=draft.pk, way=way)
        assert not rounds.seat_faults(draft)

    def test_who_cannot_be_parted_is_not_seated(self, event, draft):
        for other in range(2, 15):
            apart.keep_apart(event=event, first=1, second=other)
        with pytest.raises(Invalid, match="不得同檯"):
            seating.seat_by_standings(round_id=draft.pk, way="snake")
        assert not draft.games.exists()

    def test_swiss_avoids_who_met_in_rounds_before(self, event, draft):
        seating.seat_by_standings(round_id=draft.pk, way="swiss")
        assert holders(draft)[1] == [1, 2, 3, 4]
        rounds.open_round(round_id=draft.pk, now=NOW, confirmed=True)
        second = rounds.make_round(event=event, day=TODAY)
        seating.seat_by_standings(round_id=second.pk, way="swiss")
        assert not pairs(holders(draft).values()) & pairs(holders(second).values())

    def test_a_script_names_ranks(self, draft):
        seating.seat_by_script(round_id=draft.pk, text="1 5 9 13\n2 6 10 14\n3 7 11 15\n4: 4 8 12 16")
        assert holders(draft)[4] == [4, 8, 12, 16]

    def test_a_script_with_faults_changes_nothing_and_names_all(self, draft):
        seating.seat_by_standings(round_id=draft.pk, way="snake")
        before = holders(draft)
        with pytest.raises(Invalid) as refused:
            seating.seat_by_script(round_id=draft.pk, text="1 5 9 13\n2 6 10 17\n3 7 11\n4 8 12 16")
        assert len(refused.value.extra["faults"]) == 4
        assert holders(draft) == before

    def test_a_written_schedule_names_players_who_are_kept_apart_or_gone(self, event, draft):
        apart.keep_apart(event=event, first=1, second=2, reason="夫婦")
        event.players.filter(number=16).update(withdrawn_at=NOW)
        text = "1: 1 2 3 4\n2: 5 6 7 8\n3: 9 10 11 12\n4: 13 14 15 16"
        with pytest.raises(Invalid) as refused:
            seating.seat_as_written(round_id=draft.pk, text=text + "\n99 1 2")
        assert refused.value.extra["faults"] == [
            "第 5 行：要四個號碼，寫了 3 個。",
            "第 5 行：沒有第 0 檯，或檯已用完。",
            "第 5 行：99 號不在名單上。",
            "第 5 行：1 號寫了兩次。",
            "第 5 行：2 號寫了兩次。",
            "第 1 檯：張國強和李小龍不得同檯。請重新編位。",
            "第 4 檯：選手16 已經退出。請重新編位。",
        ]
        assert not draft.games.exists()
        event.players.filter(number=16).update(withdrawn_at=None)
        seating.seat_as_written(round_id=draft.pk, text=text.replace("1 2 3 4", "1 5 3 4").replace("5 6", "2 6"))
        assert holders(draft)[2] == [2, 6, 7, 8]

    def test_who_draws_the_rest_of_a_round_that_is_gone_is_told(self, draft):
        rounds.discard_round(round_id=draft.pk)
        with pytest.raises(Conflict):
            seating.draw_round(round_id=draft.pk, keep={1}, seed="7")

    def test_tables_that_are_kept_stay_and_the_rest_is_drawn(self, draft):
        seating.seat_by_standings(round_id=draft.pk, way="snake")
        before = holders(draft)
        seating.draw_round(round_id=draft.pk, keep={1, 3}, seed="7")
        after = holders(draft)
        assert {number: after[number] for number in (1, 3)} == {number: before[number] for number in (1, 3)}
        assert sorted(player for four in after.values() for player in four) == list(range(1, 17))
        assert (after[2], after[4]) != (before[2], before[4])

    @pytest.mark.parametrize("keep", [None, {1}])
    def test_a_table_taken_away_during_the_draw_leaves_no_player_out(self, event, draft, keep, monkeypatch):
        seating.seat_as_written(round_id=draft.pk, text="1: 1 2 3 4")

        def drawn_meanwhile(*args, **more):
            event.tables.filter(number=4).delete()
            return draw(*args, **more)

        monkeypatch.setattr(seating, "draw", drawn_meanwhile)
        with pytest.raises(Invalid, match="請先加檯"):
            seating.draw_round(round_id=draft.pk, keep=keep)
        assert holders(draft) == {1: [1, 2, 3, 4]}


def test_the_page_names_every_fault_and_keeps_what_was_typed(client, event, draft):
    address = url("seat_otherwise", event.slug, 1)
    answer = client.post(address, {"way": "script", "text": "1 2 3"})
    shows(answer, "第 1 行：要四個號碼，寫了 3 個。", ">1 2 3", status=400)
    assert client.post(address, {"way": "snake", "text": ""}).status_code == 302
    assert client.post(address, {"way": "rest", "keep": ["1"], "text": ""}).status_code == 302
    assert holders(draft)[1] == [1, 8, 9, 16]
    assert client.post(address, {"text": ""}).status_code == 422
