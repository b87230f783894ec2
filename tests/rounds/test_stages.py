from decimal import Decimal

import pytest
from django.utils import timezone

from tests.tournaments.factories import seat_by_hand
from tests.tournaments.staged import event_with, falling, first_act, played, stage_of
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import HallRuling, Player, Round, Stage, StageEntry
from tournaments.models.fields import to_units
from tournaments.organising.services import events
from tournaments.rounds.services import rounds, seating, stages
from tournaments.standings.cutline import advancement, line_of, stage_standings
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.refunds import Moved, store_adjustments


def close(event, number):
    stage = stage_of(event, number)
    return stages.close_stage(stage_id=stage.pk, mark=stages.list_mark(advancement(stage).cut), now=timezone.now())


def entered(event, number):
    rows = StageEntry.objects.filter(stage__event=event, stage__number=number).order_by("rank")
    return list(rows.values_list("player__number", "how"))


@pytest.fixture
def event():
    """Sixteen have played the first stage; the lower the number, the better."""
    event = event_with(16)
    played(event, 1, falling(16))
    return event


class TestFormat:
    def test_the_masters_is_the_published_one(self):
        event = event_with(8, rule_set="hkma-masters")
        stages.use_format(event=event, format_id="masters", players=256, sessions=4)
        columns = ("name", "rounds_planned", "places", "per_table", "share", "seating", "tie_breaks")
        rows = event.stages.values_list(*columns)
        assert list(rows) == [
            ("初賽", 3, 64, 0, "session", "draw", []),
            ("64 強", 2, 16, 0, "stage", "draw", ["previous"]),
            ("16 強", 1, 4, 1, "stage", "snake", ["previous"]),
            ("決賽", 1, 0, 0, "stage", "draw", ["previous"]),
        ]
        assert [stage.rule_settings for stage in event.stages.all()] == [{}, {}, {}, {"dealer_stays": True}]
        assert event.stages.first().session_days == ["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22"]

    @pytest.mark.parametrize(
        ("players", "sizes"), [(256, [64, 16, 4]), (64, [32, 16, 4]), (32, [16, 8, 4]), (16, [8, 4]), (8, [4])]
    )
    def test_a_smaller_field_halves_it(self, players, sizes):
        event = event_with(4)
        stages.use_format(event=event, format_id="masters", players=players)
        assert [stage.places for stage in event.stages.all()] == [*sizes, 0]

    def test_everything_but_names_and_numbers_of_games_is_fixed_with_the_first_hand(self):
        event = event_with(8)
        stage = stage_of(event, 1)
        stages.change_stage(stage_id=stage.pk, places=2)
        first_act(played(event, 1, falling(8)))
        with pytest.raises(Conflict):
            stages.change_stage(stage_id=stage.pk, places=3)
        assert stages.change_stage(stage_id=stage.pk, name="首日", rounds_planned=2).name == "首日"
        with pytest.raises(Conflict):
            stages.use_format(event=event, format_id="one", players=8)

    @pytest.mark.parametrize(
        ("field", "value"),
        [("name", " "), ("per_table", 5), ("tie_breaks", ["luck"]), ("tie_breaks", ["wins", "wins"]), ("quotas", [1]),
         ("rule_settings", {"dealer_stays": "maybe"}), ("rounds_planned", 0)],
    )  # fmt: skip
    def test_it_names_what_cannot_be(self, field, value):
        stage = stage_of(event_with(8), 2)
        with pytest.raises(Invalid) as refused:
            stages.change_stage(stage_id=stage.pk, **{field: value})
        assert refused.value.field == field


class TestGone:
    """A second tap on a button, after the first has removed the stage."""

    @pytest.mark.parametrize(
        "step",
        [
            lambda pk: stages.remove_stage(stage_id=pk),
            lambda pk: stages.assign_sessions(stage_id=pk, sessions={}),
            lambda pk: stages.draw_sessions(stage_id=pk, word="6 3 1"),
            lambda pk: stages.change_stage(stage_id=pk, name="決賽"),
        ],
    )
    def test_a_step_says_that_the_stage_is_gone(self, step):
        event = event_with(8)
        pk = stages.add_stage(event=event, name="決賽").pk
        stages.remove_stage(stage_id=pk)
        with pytest.raises(Conflict):
            step(pk)


class TestSettings:
    def test_the_final_is_played_with_the_dealer_staying(self):
        event = event_with(4)
        first, final = (Round(stage=one, rule_settings=one.rule_settings) for one in event.stages.all())
        assert rules_of(event, first) is rules_of(event)
        assert rules_of(event, final).setting_values["dealer_stays"] is True
        assert rules_of(event).setting_values["dealer_stays"] is False

    def test_an_event_takes_no_rules_that_a_stage_cannot_have(self):
        event = event_with(4, rule_set="hkma-masters")
        with pytest.raises(Invalid, match="決賽"):
            events.change_event(event=event, rule_set="hkma-league")
        assert events.change_event(event=event, name="另一個").name == "另一個"


class TestClosing:
    def test_places_follow_the_players_of_each_session(self):
        event = event_with(40, sessions=2)
        stages.assign_sessions(stage_id=stage_of(event, 1).pk, sessions={n: 1 if n <= 24 else 2 for n in range(1, 41)})
        played(event, 1, falling(24), session=1)
        played(event, 1, falling(16, 25), session=2)
        assert advancement(stage_of(event, 1)).plan.quotas == {1: 10, 2: 6}

    def test_many_players_are_assigned_and_advance_in_few_statements(self, django_assert_max_num_queries):
        event = event_with(32, sessions=2)
        halves = {n: 1 if n <= 16 else 2 for n in range(1, 33)}
        with django_assert_max_num_queries(25):
            stages.assign_sessions(stage_id=stage_of(event, 1).pk, sessions=halves)
        played(event, 1, falling(16), session=1)
        played(event, 1, falling(16, 17), session=2)
        stage = stage_of(event, 1)
        mark = stages.list_mark(advancement(stage).cut)
        with django_assert_max_num_queries(45):
            stages.close_stage(stage_id=stage.pk, mark=mark, now=timezone.now())
        assert sorted(entered(event, 2)) == [(n, "advanced") for n in (*range(1, 9), *range(17, 25))]

    def test_a_stage_without_sessions_has_none_to_draw(self):
        with pytest.raises(Invalid) as refused:
            stages.draw_sessions(stage_id=stage_of(event_with(8), 1).pk, word="6 3 1")
        assert refused.value.field == "sessions"

    def test_a_session_that_has_not_begun_keeps_its_places(self):
        event = event_with(32, sessions=2)
        assert advancement(stage_of(event, 1)).plan.quotas == {1: 8, 2: 8}
        played(event, 1, falling(16), session=1)
        found = advancement(stage_of(event, 1))
        assert found.plan.quotas == {1: 8, 2: 8}
        assert (sorted(found.cut.numbers), found.plan.settled) == ([*range(1, 9)], False)
        assert {one.word for one in line_of(found).values()} == {"inside", "outside"}  # their places may yet change
        played(event, 1, falling(16, 17), session=2)
        assert advancement(stage_of(event, 1)).plan.settled

    def test_staff_the_withdrawn_and_the_disqualified_are_passed(self):
        event = event_with(16)
        Player.objects.filter(number=1).update(staff=True)
        Player.objects.filter(number=2).update(withdrawn_at=timezone.now())
        Player.objects.filter(number=3).update(barred="disqualified")
        played(event, 1, falling(16))
        close(event, 1)
        assert entered(event, 2) == [(n, "advanced" if n <= 8 else "replacement") for n in range(4, 12)]

    def test_a_lot_decides_a_tie_at_the_line_and_is_kept(self):
        event = event_with(16)
        played(event, 1, {n: 50 if 5 <= n <= 12 else (100 if n < 5 else -150) for n in range(1, 17)})
        stage = stage_of(event, 1)
        with pytest.raises(stages.NeedsLot):
            close(event, 1)
        lots = stages.draw_lots(stage_id=stage.pk, word="六合彩 7", now=timezone.now())
        assert [sorted(lot.order) for lot in lots] == [list(range(5, 13)), [1, 2, 3, 4]]  # the snake needs an order
        close(event, 1)
        assert {n for n, how in entered(event, 2) if how == "lot"} == {*lots[0].order[:4], 1, 2, 3, 4}
        with pytest.raises(Conflict):
            stages.draw_lots(stage_id=stage.pk, word="again", now=timezone.now())

    def test_it_is_opened_again_until_the_next_stage_is_drawn(self, event):
        close(event, 1)
        made = rounds.make_round(event=event, day=event.ends_on)
        assert made.stage.number == 2
        with pytest.raises(Conflict, match="先取消"):
            stages.reopen_stage(stage_id=stage_of(event, 1).pk)
        rounds.discard_round(round_id=made.pk)
        stages.reopen_stage(stage_id=stage_of(event, 1).pk)
        assert entered(event, 2) == []
        close(event, 1)

    def test_a_declined_place_moves_on(self, event):
        stage = stage_of(event, 1)
        stages.decline(stage_id=stage.pk, number=3, now=timezone.now())
        close(event, 1)
        assert [n for n, _how in entered(event, 2)] == [1, 2, 4, 5, 6, 7, 8, 9]
        stages.decline(stage_id=stage.pk, number=1, now=timezone.now())
        assert entered(event, 2)[-1] == (10, "replacement")
        stages.decline(stage_id=stage.pk, number=1, now=timezone.now(), declines=False)
        assert [n for n, _how in entered(event, 2)] == [1, 2, 4, 5, 6, 7, 8, 9]

    def test_who_withdraws_afterwards_is_replaced(self, event):
        close(event, 1)
        Player.objects.filter(event=event, number=2).update(withdrawn_at=timezone.now())
        stages.fill_up(stage_id=stage_of(event, 1).pk)
        assert entered(event, 2)[-1] == (9, "replacement")
        first_act(played(event, 2, dict.fromkeys((1, 3, 4, 5), 0)))
        with pytest.raises(Conflict):
            stages.fill_up(stage_id=stage_of(event, 1).pk)


class TestRounds:
    def test_only_those_in_the_stage_and_session_are_drawn(self):
        event = event_with(32, sessions=2)
        first = rounds.make_round(event=event, day=event.starts_on)
        assert (first.stage.number, first.session) == (1, 1)
        there = Player.objects.filter(pk__in=[one.key for one in seating.playing(first)])
        assert sorted(there.values_list("number", flat=True)) == list(range(1, 17))

    def test_nobody_sits_in_another_session(self):
        event = event_with(32, sessions=2)
        event.tables.create(number=1)
        made = rounds.make_round(event=event, day=event.starts_on)
        with pytest.raises(Invalid) as refused:
            seat_by_hand(round_id=made.pk, seats={1: [1, 2, 3, 17]})
        assert len(refused.value.extra["faults"]) == 1
        seat_by_hand(round_id=made.pk, seats={1: [1, 2, 3, 4]})
        StageEntry.objects.filter(player__number=4).update(session=2)
        assert [fault.table for fault in rounds.seat_faults(made)] == [1]

    def test_rounds_of_a_session_come_first_to_the_first(self):
        event = event_with(32, sessions=2)
        stage = stage_of(event, 1)
        for _n in range(3):
            played(event, 1, falling(16), session=1)
        assert stages.next_session(stage) == 2

    def test_a_round_of_the_final_has_its_settings(self):
        event = event_with(4, rule_set="hkma-masters")
        Stage.objects.filter(event=event, number=1).update(closed_at=timezone.now())
        made = rounds.make_round(event=event, day=event.starts_on)
        assert made.rule_settings == {"dealer_stays": True}


class TestStandings:
    def test_each_stage_keeps_its_own_and_the_last_stands_above_who_went_out_before(self):
        event = event_with(16)
        played(event, 1, falling(16))
        close(event, 1)
        played(event, 2, [{1: 10, 8: -10, 2: 5, 7: -5}, {3: 8, 6: -8, 4: 7, 5: -7}])
        close(event, 2)
        played(event, 3, {1: 20, 3: 20, 2: 20, 4: -60})
        found = standings(event).rows
        rows = [(row.place, row.number, row.stage) for row in found]
        # 3 and 2 are equal in the final and in the 8強 alike or not: 10, 8 and 5 put them in order.
        assert rows[:4] == [(1, 1, 3), (2, 3, 3), (3, 2, 3), (4, 4, 3)]
        assert rows[4:8] == [(5, 7, 2), (6, 5, 2), (7, 6, 2), (8, 8, 2)]
        assert rows[8:] == [(n, n, 1) for n in range(9, 17)]
        assert [row.decided for row in found[:4]] == ["previous", "previous", "previous", ""]
        rows = [(row.number, row.total) for row in stage_standings(stage_of(event, 2)).rows]
        assert rows == [(1, 10), (3, 8), (4, 7), (2, 5), (7, -5), (5, -7), (6, -8), (8, -10)]
        assert sum(row.total for row in stage_standings(stage_of(event, 1)).rows) == sum(falling(16).values())

    @pytest.mark.parametrize(("carry", "total"), [("none", 10), ("all", 710), ("half", 360)])
    def test_points_are_carried(self, carry, total):
        event = event_with(16)
        stages.change_stage(stage_id=stage_of(event, 2).pk, carry=carry)
        played(event, 1, falling(16))
        close(event, 1)
        played(event, 2, [{1: 10, 8: -10, 2: 5, 7: -5}, {3: 8, 6: -8, 4: 7, 5: -7}])
        assert standings(event).rows[0].total == total

    def test_a_ruling_in_the_hall_counts_in_the_stage_that_goes_on(self, event):
        """After the first stage was closed: for who plays on in the next one, for who went out in the first."""
        close(event, 1)
        played(event, 2, [{1: 10, 8: -10, 2: 5, 7: -5}, {3: 8, 6: -8, 4: 7, 5: -7}])
        for number in (1, 16):
            player = event.players.get(number=number)
            ruling = HallRuling.objects.create(
                event=event, player=player, after_round=1, day=event.starts_on, ruling={}, created_at=timezone.now()
            )
            store_adjustments(
                ruling.event_id, ruling.day, [Moved(player.pk, None, Decimal(4), "deduction")], hall_ruling=ruling
            )
        totals = {row.number: (row.total, row.penalties) for row in standings(event).rows}
        assert (totals[1], totals[16]) == ((6, -4), (falling(16)[16] - 4, -4))
        assert stage_standings(stage_of(event, 1)).rows[0].total == falling(16)[1]

    def test_staff_who_sit_in_two_sessions_have_both(self):
        event = event_with(8, sessions=2)
        Player.objects.create(event=event, number=9, name="湊腳", staff=True)
        played(event, 1, {1: 30, 2: -10, 3: 0, 9: -20}, session=1)
        second = played(event, 1, {5: 30, 6: -50, 7: 15, 9: 5}, session=2)
        row = next(row for row in standings(event).rows if row.number == 9)
        assert (row.total, row.games_units, row.place) == (-15, [to_units(5)], None)
        assert row.table == second.games.get().pk


def test_everything_is_told(event):
    close(event, 1)
    stages.decline(stage_id=stage_of(event, 1).pk, number=2, now=timezone.now())
    stages.reopen_stage(stage_id=stage_of(event, 1).pk)
    told = [str(one) for one in audit(event.slug)]
    assert [one for one in told if "stage" in one or "declined" in one or "lot" in one] == []
