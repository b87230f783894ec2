"""Events of several stages for tests: games that are played out and signed in a moment, as rows."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tests.tournaments.factories import TODAY, make_event, make_user, tell_of
from tournaments.models import Act, Event, Game, GameSeat, Player, Round, Stage, Table
from tournaments.rounds.services import stages


def event_with(count: int, *, format_id: str = "masters", sessions: int = 0, **fields: Any) -> Event:
    """An event of this format with so many players, numbered from 1."""
    values = {"rule_set": "hkma-masters", "ends_on": TODAY + dt.timedelta(days=1)} | fields
    event = make_event(**values)
    Player.objects.bulk_create(Player(event=event, number=n, name=f"選手{n}") for n in range(1, count + 1))
    stages.use_format(event=event, format_id=format_id, players=count, sessions=sessions)
    if sessions > 1:
        first = event.stages.get(number=1)
        stages.assign_sessions(stage_id=first.pk, sessions=stages.divided(range(1, count + 1), sessions))
    return Event.objects.get(pk=event.pk)


def stage_of(event: Event, number: int) -> Stage:
    """The stage as it is now."""
    return Stage.objects.select_related("event").get(event=event, number=number)


def falling(count: int, start: int = 1) -> dict[int, int]:
    """Scores of so many players: the lower the number, the better."""
    return {n: 100 * (count // 2 - n) for n in range(start, start + count)}


def played(
    event: Event, stage: int, scores: Mapping[int, int] | Sequence[Mapping[int, int]], *, session: int = 0
) -> Round:
    """One round of a stage, over and signed: player number → points, four after four to a table, or by table."""
    tables = _by_table(scores) if isinstance(scores, Mapping) else list(scores)
    last = event.rounds.count()
    round_ = Round.objects.create(
        event=event,
        stage=event.stages.get(number=stage),
        session=session,
        number=last + 1,
        day=event.starts_on,
        state=Round.State.CLOSED,
        opened_at=timezone.now(),
        closed_at=timezone.now(),
    )
    for number, four in enumerate(tables, start=1):
        table = Table.objects.get_or_create(event=event, number=number)[0]
        game = Game.objects.create(event=event, round=round_, table=table, state=Game.State.SIGNED)
        for seat, (player, points) in enumerate(four.items()):
            GameSeat.objects.create(
                game=game, round=round_, player=event.players.get(number=player), seat=seat, score=Decimal(points)
            )
    tell_of(event, round_)
    return round_


def _by_table(scores: Mapping[int, int]) -> list[dict[int, int]]:
    rows = list(scores.items())
    return [dict(rows[start : start + 4]) for start in range(0, len(rows), 4)]


def first_act(round_: Round) -> None:
    """Something has been recorded in this round."""
    game = round_.games.earliest("pk")
    said = {"kind": "play", "payload": {}, "user": make_user(), "client_key": uuid.uuid4(), "digest": "0" * 64}
    Act.objects.create(game=game, number=1, **said, created_at=timezone.now())
