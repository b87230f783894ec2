"""轉播延遲: the data of the standings as of some minutes ago.

The list of players and bars to playing are announcements, never delayed. Points beside the hands count once their
ruling, or the last act of their game, is old enough: never too early.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef

from tournaments.models import Act, Event, Game, GameSeat, Round
from tournaments.models.fields import to_units
from tournaments.standings.tally.rows import IN_PLAY, POINTS, SUMMED, PlayerRow, SeatRow
from tournaments.tables.game_log.as_of import Earlier, games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.replay import take_overs


def rounds_at(event: Event, until: datetime) -> list[Round]:
    """The rounds that counted then, in order, in their state of then."""
    return [round_ for round_ in begun_at(event, until) if _counts(round_)]


def begun_at(event: Event, until: datetime) -> list[Round]:
    games = Game.objects.filter(round=OuterRef("pk"))
    found = event.rounds.filter(state__in=Round.BEGUN, opened_at__lte=until).select_related("stage").order_by("number")
    found = found.annotate(
        begun=Exists(games.exclude(state=Game.State.SEATED)), unbegun=Exists(games.filter(state=Game.State.SEATED))
    )
    earlier = Earlier(event.pk, until)
    rounds = [earlier.round(round_) for round_ in found]
    for round_ in rounds:
        earlier.stage(round_.stage)
    return [round_ for round_ in rounds if round_.voided_at is None]


def _counts(round_: Round) -> bool:
    closed = round_.state == Round.State.CLOSED
    round_.unbegun = closed and round_.unbegun  # type: ignore[attr-defined]
    return not closed or round_.begun  # type: ignore[attr-defined]


def players_at(players: Sequence[PlayerRow], event: Event, until: datetime) -> list[PlayerRow]:
    earlier = Earlier(event.pk, until)
    return [row._replace(barred=earlier.barred(row.pk, row.barred)) for row in players]


def seats_at(seats: Sequence[SeatRow], rounds: Sequence[Round], until: datetime) -> list[SeatRow]:
    games = Game.objects.filter(round__in=rounds, last_act_at__gt=until).select_related("event", "round", "table")
    held = {}
    folded = {game.pk: fold for game, fold in games_at(games, until) if fold is not None}
    sitting = GameSeat.objects.filter(game__in=folded).order_by().values_list("game", "seat", "player")
    values = {game: seat_values(fold) for game, fold in folded.items()}
    for game, seat, player in sitting:
        now = values[game][seat]
        held[game, player] = {name: to_units(now[name]) if name in POINTS else now[name] for name in SUMMED}
    sat = _sat_then(rounds, until)
    found = []
    for row in seats:
        key = row.game, row.player
        found.append(row._replace(player=sat.get(key, row.player), **held.get(key, {})))
    return found


def _sat_then(rounds: Sequence[Round], until: datetime) -> Mapping[tuple[int, int], int]:
    """(game, player now) → player then, where seats were corrected since."""
    if not rounds:
        return {}
    seats = GameSeat.objects.filter(round__in=rounds, game__last_act_at__gt=until).only("game", "player")
    listed = list(seats)
    now = [(seat.game_id, seat.player_id) for seat in listed]
    Earlier(rounds[0].event_id, until).seats(listed)
    return {key: seat.player_id for key, seat in zip(now, listed, strict=True) if key[1] != seat.player_id}


def came_by(standing: Mapping[str, Any], seat: int, until: datetime) -> bool:
    came = (one.at for one in take_overs(standing) if one.seat == seat)
    return any(not at or datetime.fromisoformat(at) <= until for at in came)


def playing_at(rounds: Sequence[Round], until: datetime) -> dict[int, tuple[int, str]]:
    ids = [round_.pk for round_ in rounds if round_.state == Round.State.OPEN]
    games = Game.objects.filter(round__in=ids).select_related("event", "round", "table")
    then = (game for game, _fold in games_at(games, until))
    return {game.pk: (game.table.number, game.hand_name) for game in then if game.state in IN_PLAY}


def last_change(event: Event, until: datetime | None = None) -> datetime | None:
    if until is not None:
        acts = Act.objects.filter(game__event=event, kind__in=("play", "amend"), created_at__lte=until)
        return acts.aggregate(last=Max("created_at"))["last"]
    return Game.objects.filter(event=event).aggregate(last=Max("last_hand_at"))["last"]
