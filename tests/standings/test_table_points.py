"""名次分: where the rules have them they come first in the standings, shared exactly by level players (mcr R-14)."""

from dataclasses import replace

import pytest
from django.test import Client

import scoring
from tests.markup import shows, url
from tests.scoring.game_helpers import own
from tests.tournaments.book_pages import make_hall, member_of
from tests.tournaments.factories import main_stage, make_event, make_players
from tests.tournaments.recorder import DRAW, won
from tournaments.models import Game, GameSeat, Role, Round, Stage, Table
from tournaments.standings.columns import csv_rows, standing_json, table
from tournaments.standings.ranking import of_twelve, table_points
from tournaments.standings.rows import PROJECTED, points_apart, points_between, row_above
from tournaments.standings.tally import Loaded, standings

SHARES = scoring.rule_set("mcr").game.table_points


@pytest.mark.parametrize(
    ("scores", "shown"),
    [
        ([30, 10, -10, -30], ["4", "2", "1", "0"]),
        ([-30, 30, 10, -10], ["0", "4", "2", "1"]),
        ([20, 20, -10, -30], ["3", "3", "1", "0"]),
        ([20, 0, 0, -20], ["4", "1.5", "1.5", "0"]),
        ([20, 0, -10, -10], ["4", "2", "0.5", "0.5"]),
        ([10, 10, 10, -30], ["2.33", "2.33", "2.33", "0"]),
        ([30, -10, -10, -10], ["4", "1", "1", "1"]),
        ([0, 0, 0, 0], ["1.75"] * 4),
    ],
)
def test_players_level_share_the_points_of_their_places(scores: list[int], shown: list[str]) -> None:
    twelfths = table_points(scores, SHARES)
    assert [of_twelve(one) for one in twelfths] == shown
    assert sum(twelfths) == 12 * sum(SHARES), "exactly"


def test_the_distance_in_points_is_said_between_equal_table_points_only() -> None:
    assert [points_apart(one) for one in (None, 5, -5, 10**40 - 5, -(10**41))] == [None, 5, -5, None, None]


def test_table_points_come_before_points() -> None:
    """The second of the first table has more points than the winner of the other, and fewer table points."""
    hall = make_hall(rule_set="mcr")
    other = replace(hall, game=hall.elsewhere)
    hall.settle(own(0, 100), own(1, 60))
    other.settle(won(0, 1, 8))
    loaded = Loaded(hall.event)
    assert {row.twelfths for row in loaded.shown().rows} == {0}, "no game has finished"
    assert sorted(row.projected_twelfths for row in loaded.shown(PROJECTED).rows) == [0, 6, 6, 18, 18, 24, 48, 48]
    page = shows(Client().get(url("standings", hall.event.slug)), "名次分只計已打完的檯")
    assert "拉" not in page.split("<main", 1)[1]
    hall.settle(*[DRAW] * 14)
    other.settle(*[DRAW] * 15)
    found = standings(hall.event)
    firsts = [(row.place, of_twelve(row.twelfths), row.total) for row in found.rows[:3]]
    assert firsts == [(1, "4", 256), (2, "4", 32), (3, "2", 96)]
    assert sum(row.twelfths for row in found.rows) == 2 * 12 * sum(SHARES)
    assert "名次分" in next(csv_rows(found))
    assert "名次分" in table(found)
    assert "待收" not in table(found), "without 拉 there is nothing to collect"
    assert all(row.moved is None for row in found.rows)
    anybody = Client()
    rows = anybody.get(f"/api/events/{hall.event.slug}/standings/").json()["rows"]
    assert [row["table_points"] for row in rows[:3]] == ["4", "4", "2"]
    first = rows[0]["number"]
    for page in (url("screen", hall.event.slug), url("player_history", hall.event.slug, first)):
        shows(anybody.get(page), "名次分")
    shows(member_of(hall.event, "boss", Role.ORGANISER).get(url("reveal", hall.event.slug, 3)), "名次分")


def test_other_rule_sets_have_none(hall) -> None:
    hall.settle(won(0, 1))
    found = standings(hall.event)
    assert {row.twelfths for row in found.rows} == {0}
    assert "名次分" not in next(csv_rows(found))
    assert "名次分" not in table(found)
    assert "待收" in table(found)
    assert standing_json(found.rows[0])["table_points"] is None


def test_the_best_game_decides_between_equal_sums_under_these_rules() -> None:
    """4 + 0 and 2 + 2 名次分 with equal points: the better single game goes first."""
    event = make_event(rule_set="mcr")
    players = make_players(event)
    for number, scores in ((1, (11, 5, -6, -10)), (2, (-11, -5, -9, 25))):
        round_ = Round.objects.create(
            event=event, number=number, day=event.starts_on, state=Round.State.CLOSED, stage=main_stage(event)
        )
        table = Table.objects.get_or_create(event=event, number=1)[0]
        game = Game.objects.create(event=event, round=round_, table=table, state=Game.State.COMPLETE)
        for seat, score in enumerate(scores):
            GameSeat.objects.create(game=game, round=round_, player=players[seat], seat=seat, score=score)
    rows = standings(event).rows
    assert [(row.number, row.place, of_twelve(row.twelfths), row.total) for row in rows] == [
        (4, 1, "4", 15), (1, 2, "4", 0), (2, 3, "4", 0), (3, 4, "2", -15)
    ]  # fmt: skip
    assert rows[1].decided == "best_game"
    assert [points_between(rows[0], one) for one in rows] == [0, 15, 15, None]
    Stage.objects.update(tie_breaks=["wins"])
    assert [row.number for row in standings(event).rows] == [4, 1, 2, 3]


def test_players_who_share_a_place_are_as_far_from_the_next() -> None:
    """與上一名 is the distance to the better place, not to the row above."""
    hall = make_hall(rule_set="tw-sixteen")
    hall.settle(won(1, 0, 10))
    found = standings(hall.event)
    shared = [n for n, row in enumerate(found.rows) if row.place == 2]
    assert len(shared) > 1
    assert all(row_above(found.rows, n) is found.rows[0] for n in shared)
    assert row_above(found.rows, 0) is None
