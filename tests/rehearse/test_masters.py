"""大師賽綵排: two days, sessions, mistakes that are put right, lots, snake tables, a medal list. No work in a shell.

32 players here; `make rehearse` (PAIJU_REHEARSE=256) plays it whole, in some minutes.
"""

import os
import random
from collections import Counter

import pytest

from tests.rehearse.robot import Json, Robot
from tests.tournaments.factories import belong, make_user
from tournaments.models import Event, GameSeat, Lot, Player, StageEntry
from tournaments.ranking.cut import quotas
from tournaments.ranking.lots import draw_order
from tournaments.services.audit import audit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PLAYERS = int(os.environ.get("PAIJU_REHEARSE", "32"))
SESSIONS = 4 if PLAYERS >= 128 else 2
DAYS = ("2026-12-05", "2026-12-06")


@pytest.fixture
def robot(client) -> Robot:
    boss = belong(make_user("boss"), creates=True)
    client.force_login(boss)
    return Robot(client, random.Random(PLAYERS))


def test_a_whole_masters(robot: Robot) -> None:
    robot.make_event(starts_on=DAYS[0], ends_on=DAYS[1])
    robot.do("use_format", format="masters", players=PLAYERS, sessions=SESSIONS)
    robot.add_players(PLAYERS, 4)
    robot.add_tables(PLAYERS // SESSIONS // 4)
    event = Event.objects.get(slug=robot.slug)
    robot.divide(1)
    preliminary(robot)
    sizes = {stage.number: stage.places for stage in event.stages.all()}
    first = robot.close_stage(1, word="六合彩 6 12 18 24 30 36 特別號碼 42")
    check_first(event, first)
    knockout(robot, event)
    check_end(robot, event, sizes)


def preliminary(robot: Robot) -> None:
    """初賽: three games for each session; in the first of all nearly everything goes wrong once."""
    for session in range(1, SESSIONS + 1):
        day = DAYS[(session - 1) * len(DAYS) // SESSIONS]
        for game in range(3):
            number = robot.make_round(day, seed=f"{session}{game}")
            if (session, game) == (1, 0):
                number = opening_troubles(robot, number)
            robot.do("open_round", number, confirmed="1")
            if (session, game) == (1, 1):
                sat_wrong(robot, number)
            # The last session draws most hands: many are level where the line runs.
            robot.play_round(number, drawn_from=3 if session == SESSIONS else 999)
            if (session, game) == (1, 0):
                robot.do("withdraw_player", 2, action="withdraw")


def opening_troubles(robot: Robot, number: int) -> int:
    """Opened by mistake and taken back; then player 1 does not turn up, and the seats are drawn again without them."""
    robot.do("open_round", number, confirmed="1")
    robot.do("take_back_round", number, confirmed="1")
    robot.do("unpublish_round", number)
    robot.do("withdraw_player", 1, action="withdraw")
    robot.do("draw_round", number, seed="again")
    robot.do("publish_round", number, confirmed="1")
    return number


def sat_wrong(robot: Robot, number: int) -> None:
    """Two players sat in each other's chairs for three hands."""
    first, second, *_others = robot.games(number)
    for game in (first, second):
        robot.play(game["id"], hands=3)
    one, other = first["seats"][0]["player"], second["seats"][2]["player"]
    before = scores(robot, first, second)
    robot.swap(number, one, other)
    for game in (first, second):  # whoever has the chair now confirms its hands again
        robot.confirm(game["id"])
    after = scores(robot, first, second)
    assert (after[one], after[other]) == (before[other], before[one])


def scores(robot: Robot, *games: Json) -> dict[int, str]:
    """Player → points at these tables."""
    seats = [seat for game in games for seat in robot.api("get", "game", game["id"])["seats"]]
    return {seat["player"]: seat["score"] for seat in seats}


def knockout(robot: Robot, event: Event) -> None:
    """What follows: two games, one game at snake tables, the final."""
    for stage in event.stages.filter(number__gt=1).order_by("number"):
        for game in range(stage.planned):
            number = robot.make_round(
                DAYS[1], by_rank=stage.seating == "snake" and not game, seed=f"{stage.number}{game}"
            )
            robot.do("open_round", number, confirmed="1")
            if stage.seating == "snake":
                check_snake(event, number)
            robot.play_round(number)
        if stage.places:
            if stage.number == 2:
                declined(robot, stage.number)
            robot.close_stage(stage.number, word=f"第 {stage.number} 次，骰 3 5 1")
    last = event.stages.order_by("-number")[0]
    assert event.rounds.get(stage=last).rule_settings == {"dealer_stays": True}
    robot.close_stage(last.number, word="不用抽")


def declined(robot: Robot, number: int) -> None:
    """Who is first does not take the place."""
    page = robot.page("stage", number).context["page"]
    if page.open_ties:
        robot.do("draw_lots", number, word="先抽籤")
        page = robot.page("stage", number).context["page"]
    first = page.through[0].row.number
    robot.do("decline_place", number, number=first)
    assert first not in [line.row.number for line in robot.page("stage", number).context["page"].through]


# --- what has to be so ------------------------------------------------------------------------------------------------


def check_first(event: Event, page) -> None:
    """名額: shared out by the players who sat; no staff and nobody who left; lots as anybody works them out."""
    stage = event.stages.get(number=1)
    seats = GameSeat.objects.filter(round__stage=stage, player__staff=False)
    sizes = Counter(dict(seats.values_list("player", "round__session").distinct()).values())
    expected = quotas(stage.places, dict(sizes), dict(enumerate(stage.session_days, start=1)))
    went = Counter(line.row.session for line in page.through)
    assert went == expected
    assert sum(went.values()) == stage.places
    entered = Player.objects.filter(stage_entries__stage__number=2, event=event)
    assert not entered.filter(staff=True).exists()
    assert not entered.exclude(withdrawn_at=None).exists()
    lots = list(Lot.objects.filter(stage=stage))
    assert lots
    for lot in lots:
        assert lot.order == draw_order(1, lot.numbers, lot.word)
    tied = {number for lot in lots for number in lot.numbers}
    by_lot = entered.filter(stage_entries__how=StageEntry.How.LOT).values_list("number", flat=True)
    assert by_lot
    assert set(by_lot) <= tied


def check_snake(event: Event, number: int) -> None:
    """1st, 2nd, 3rd … to the tables in turn, and back."""
    round_ = event.rounds.get(number=number)
    ranks = dict(StageEntry.objects.filter(stage=round_.stage).values_list("player", "rank"))
    tables = [
        sorted(ranks[seat.player_id] for seat in game.seats.all()) for game in round_.games.order_by("table__number")
    ]
    count = len(tables)
    assert tables == [[t, 2 * count + 1 - t, 2 * count + t, 4 * count + 1 - t] for t in range(1, count + 1)]


def check_end(robot: Robot, event: Event, sizes: dict[int, int]) -> None:
    """Every round adds up to zero, the order is whole, and the audit finds nothing."""
    for one in robot.sums():
        assert (one["even"], one["difference"], one["start"]) == (True, "0", "0")
    for number, size in sizes.items():
        if size:
            assert StageEntry.objects.filter(stage__event=event, stage__number=number + 1).count() == size
    by_table(event)
    final = robot.page("final_order")
    assert final.context["final"]
    medals = [row for _medal, row in final.context["medals"]]
    assert len(medals) == 4
    assert {row.stage for row in medals} == {event.stages.count()}
    rows = robot.api("get", "standings", event.slug)["rows"]
    ranked = [row for row in rows if row["place"]]
    assert len(ranked) == PLAYERS - 2
    assert [row["stage"] for row in ranked] == sorted((row["stage"] for row in ranked), reverse=True)
    assert [str(difference) for difference in audit(event.slug)] == []
    rulings = robot.said["penalties_api:rule"]
    print(f"\n{PLAYERS} players: {sum(robot.said.values())} requests, {robot.said['hands']} hands, {rulings} rulings")
    for place, row in enumerate(medals, start=1):
        print(f"  {place} {row.name} {row.total}")


def by_table(event: Event) -> None:
    """每檯: of the snake stage so many of each table went on."""
    stage = event.stages.get(seating="snake")
    went = set(
        StageEntry.objects.filter(stage__event=event, stage__number=stage.number + 1).values_list("player", flat=True)
    )
    for game in event.games.filter(round__stage=stage):
        assert sum(seat.player_id in went for seat in game.seats.all()) == stage.per_table
