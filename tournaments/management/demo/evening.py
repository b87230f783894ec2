"""聯賽夜: two 半莊, eight tables; the first is signed at all tables, the second is in play.

Everything goes through the services, at times counted back from `now`, three quarters of an hour into the second 半莊.
"""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from scoring.rulesets import RULE_SETS
from tournaments.management.demo import cast
from tournaments.management.demo.hands import Table, misjudged, ruled, typed
from tournaments.management.demo.table import Referee
from tournaments.models import Event, Game, Player, Role, Round
from tournaments.organising.services import events
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.players.services.blacklist import Vouched, key_of
from tournaments.rounds.services import rounds, seating
from tournaments.tables.game_log.read import Actor
from tournaments.tables.recording.entry import SELF_DRAW
from tournaments.tables.services import calls

TABLES = 8
FIRST_HALF = timedelta(minutes=155)
SECOND_HALF = timedelta(minutes=48)
# How far tables 1 to 8 are in the second 半莊, and how many minutes ago the last hand was recorded there.
PLAYED = (2, 4, 2, 5, 1, 6, 3, 2)
SILENT = (1, 4, 2, 6, 3, 1, 8, 24)


@dataclass(frozen=True)
class Demo:
    event: Event
    organiser: cast.SignIn
    referee: cast.SignIn
    player: Player


@transaction.atomic
def make_demo(now: datetime, rule_set: str = RULE_SETS[0]) -> Demo:
    organiser, referee = cast.organiser(), cast.referee()
    event = _event(organiser, now, rule_set)
    _players(event, organiser)
    _staff(event, [referee.user, *cast.other_referees()])
    first = _round(event, now - FIRST_HALF)
    for at_table in _tables(first, now - FIRST_HALF):
        _first_half(at_table)
    rounds.close_round(round_id=first.pk, now=now - SECOND_HALF - timedelta(minutes=2))
    second = _round(event, now - SECOND_HALF)
    for at_table in _tables(second, now - SECOND_HALF):
        _second_half(at_table, now)
    return Demo(event, organiser, referee, _first_player(event))


def signs(event: Event) -> Demo:
    return Demo(event, cast.organiser(), cast.referee(), _first_player(event))


def _first_player(event: Event) -> Player:
    return event.players.order_by("number")[0]


def latest_demo() -> Event | None:
    return Event.objects.filter(is_demo=True).order_by("-pk").first()


def _event(organiser: cast.SignIn, now: datetime, rule_set: str) -> Event:
    day = timezone.localdate(now - FIRST_HALF)
    taken = Event.objects.filter(slug__startswith="demo").count()
    return events.create_event(
        creator=organiser.user,
        organisation=cast.organisation().handle,
        heads=True,
        now=now - FIRST_HALF,
        slug=f"demo-{taken + 1}" if taken else "demo",
        name="示範聯賽夜",
        venue="銅鑼灣會所三樓",
        starts_on=day,
        ends_on=day,
        rule_set=rule_set,
        games_planned=2,
        is_demo=True,
    )


def _players(event: Event, organiser: cast.SignIn) -> None:
    """The names are made up: a black-listed one belongs to another person."""
    listed = [
        ListedPlayer(number, name, cast.CLUBS[number % len(cast.CLUBS)])
        for number, name in enumerate(cast.NAMES, start=1)
    ]
    vouched = Vouched({key_of(name) for name in cast.NAMES}, organiser.user.pk, event.created_at)
    roster.add_players(event=event, players=listed, vouched=vouched)


def _staff(event: Event, referees: list[User]) -> None:
    events.add_tables(event=event, count=TABLES)
    for place, referee in enumerate(referees):
        events.add_member(event=event, user=referee, role=Role.REFEREE)
        events.set_referee_tables(event=event, user=referee, numbers={2 * place + 1, 2 * place + 2})


def _round(event: Event, start: datetime) -> Round:
    round_ = rounds.make_round(event=event, day=event.starts_on)
    seating.draw_round(round_id=round_.pk, seed=f"demo-{round_.number}")
    return rounds.open_round(round_id=round_.pk, now=start)


def _tables(round_: Round, start: datetime) -> list[Referee]:
    games = Game.objects.filter(round=round_).select_related("event", "round", "table").order_by("table__number")
    return [
        Referee(
            game=game,
            user_id=game.table.referees.get().user_id,
            players=list(game.seats.order_by("seat").values_list("player_id", flat=True)),
            clock=start + timedelta(minutes=3),
            chance=random.Random(f"{round_.number}:{game.table.number}"),
        )
        for game in games
    ]


# --- the first 半莊: played to the end and signed --------------------------------------------------------------


def _first_half(referee: Referee) -> None:
    table = Table(referee.chance, referee.rules)
    while not referee.over:
        special = _SPECIAL.get((referee.game.table.number, table.hand + 1))
        if special is None or not table.usual:
            referee.play(table.next_hand(), referee.chance.randrange(240, 420))
        else:
            special(referee, table)
    referee.pass_time(60)
    referee.sign_all()


def _hollow_win(referee: Referee, table: Table) -> None:
    """空糊: no win for the rest of the hand and 1 底 to each."""
    table.hand += 1
    referee.play([ruled(2, "hollow_win", "叫糊後發覺差一隻，未推牌"), typed(0, 3, 14)], 400)


def _first_yellow(referee: Referee, table: Table) -> None:
    table.hand += 1
    referee.play([ruled(0, "wrong_draw", "在牆尾摸牌"), typed(2, 3, 17)], 380)


def _second_yellow(referee: Referee, table: Table) -> None:
    """Another one while it is in force: a red until the evening ends, carried to the next table."""
    table.hand += 1
    referee.play([ruled(0, "talking", "牌局中評論別人的捨牌"), {"type": "draw"}], 340)


def _misjudged(referee: Referee, table: Table) -> None:
    table.hand += 1
    referee.play([misjudged(1, 2)], 360)


def _corrected(referee: Referee, table: Table) -> None:
    table.hand += 1
    referee.play([typed(3, 0, 9)], 300)
    referee.correct(table.hand - 1, [typed(1, 2, 23)], "番數輸入錯誤")


def _disputed(referee: Referee, table: Table) -> None:
    table.hand += 1
    referee.pass_time(300)
    number = referee.enter(typed(2, 1, 32))
    referee.dispute(number, 1, "番數不對", "已向四家核對牌面，番數正確")
    referee.confirm()


_SPECIAL = {
    (2, 3): _hollow_win,
    (4, 4): _misjudged,
    (5, 5): _corrected,
    (6, 2): _first_yellow,
    (6, 5): _second_yellow,
    (7, 2): _disputed,
}


# --- the second 半莊: in play ----------------------------------------------------------------------------------


def _second_half(referee: Referee, now: datetime) -> None:
    number = referee.game.table.number
    table = Table(referee.chance, referee.rules)
    played, silent = PLAYED[number - 1], timedelta(minutes=SILENT[number - 1])
    pace = (now - silent - referee.clock).total_seconds() / played
    for _ in range(1, played):
        referee.play(table.next_hand(), pace - 20)
    _last_hands(referee, number, now - silent)


def _last_hands(referee: Referee, number: int, at: datetime) -> None:
    """The latest at each table: one player pulls (the same win twice), at table 1 the second still to be confirmed."""
    winner = number % 4
    table = Table(referee.chance, referee.rules)
    referee.clock = max(referee.clock, at - timedelta(seconds=60))
    referee.play([typed(winner, SELF_DRAW if number % 2 else (winner + 2) % 4, table.within(6 + 4 * number))], 10)
    referee.enter(typed(winner, (winner + 2) % 4, table.within(8 + 3 * number)))
    if number == 1:
        referee.confirm([2])
        return
    referee.confirm()
    if number == 2 and table.usual:
        referee.enter(ruled(1, "silent_claim", "碰牌時沒有出聲"))
    if number == 3 and table.usual:
        referee.enter({"type": "reward", "kind": "concealed_kong", "seat": 0})
    if number == 5:
        calls.call(game_id=referee.game.pk, actor=Actor(player_id=referee.players[2]), now=referee.clock)
