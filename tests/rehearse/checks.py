"""對照: what has to be so at the end, worked out from the points at the tables alone and by the digest's rules.

It reads the database and uses nothing of the product that says who goes on, in which order, or where they sit.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tests.rehearse.browser import Json
from tournaments.models import Declined, Event, GameSeat, Lot, Player, Stage, StageEntry

Points = dict[int, Decimal]


@dataclass(frozen=True)
class Found:
    """What a stage came to: what the house took, who went on, best first, and the places of each session."""

    stage: str
    games: int
    house: Decimal
    went: Sequence[int]
    quotas: Mapping[int, int]
    lots: int


def same(what: str, is_: object, should: object) -> None:
    """Raise AssertionError that says what differs."""
    if is_ != should:
        raise AssertionError(f"{what}: {is_}, and should be {should}")


def check(event: Event, sums: Json) -> list[Found]:
    """Every stage; raises AssertionError at the first thing that is not so."""
    for one in sums["rounds"]:
        same(f"round {one['round']}", (one["even"], one["difference"], one["start"]), (True, "0", "0"))
    stages = list(event.stages.order_by("number"))
    house = {stage.number: check_sum(stage, sums) for stage in stages}
    points: dict[int, Points] = {}
    found = []
    for stage in stages:
        points[stage.number] = points_of(stage)
        if stage.number < len(stages):
            found.append(check_cut(stage, points, house[stage.number]))
        else:
            medals = in_order(stage, points, points[stage.number])
            found.append(Found(stage.name, stage.rounds.count(), house[stage.number], medals, {}, 0))
        if stage.seating == Stage.Seating.SNAKE:
            check_snake(stage)
    same("連莊 in the 決賽", stages[-1].rounds.get().rule_settings, {"dealer_stays": True})
    return found


def points_of(stage: Stage) -> Points:
    """Player → points in this stage."""
    found: Points = {}
    for player, score in GameSeat.objects.filter(round__stage=stage).values_list("player__number", "score"):
        found[player] = found.get(player, Decimal(0)) + Decimal(str(score))
    return found


def check_sum(stage: Stage, sums: Json) -> Decimal:
    """A stage adds up to zero: what its seats hold and what the house took. Returns the latter."""
    numbers = set(stage.rounds.values_list("number", flat=True))
    house = sum((Decimal(one["house"]) for one in sums["rounds"] if one["round"] in numbers), Decimal(0))
    same(f"the sum of {stage.name}", sum(points_of(stage).values(), house), Decimal(0))
    return house


def can(event: Event, stage: Stage) -> set[int]:
    """Who may go on: neither staff, nor withdrawn, nor anybody who declined."""
    there = Player.objects.filter(event=event, staff=False, withdrawn_at=None)
    declined = Declined.objects.filter(stage=stage).values("player")
    return set(there.exclude(pk__in=declined).values_list("number", flat=True))


def check_cut(stage: Stage, points: Mapping[int, Points], house: Decimal) -> Found:
    """The best of each session, of each table, or of the stage; ties by the stage before, else by lot."""
    event = stage.event
    eligible = can(event, stage)
    order = in_order(stage, points, [number for number in points[stage.number] if number in eligible])
    groups: dict[int, list[int]] = {}
    if stage.per_table:
        tables = dict(GameSeat.objects.filter(round__stage=stage).values_list("player__number", "game"))
        quotas = dict.fromkeys(tables.values(), stage.per_table)
        group_of = tables
    elif stage.share == Stage.Share.SESSION:
        quotas, group_of = by_session(stage)
    else:
        quotas, group_of = {0: stage.places}, dict.fromkeys(order, 0)
    for number in order:
        groups.setdefault(group_of[number], []).append(number)
    through = [number for group, members in groups.items() for number in members[: quotas[group]]]
    expected = [number for number in order if number in through]
    entered = StageEntry.objects.filter(stage__event=event, stage__number=stage.number + 1)
    went = list(entered.order_by("rank").values_list("player__number", flat=True))
    same(f"who goes on from {stage.name}", sorted(went), sorted(expected))
    check_order(stage, points, went)
    same(f"places of {stage.name}", len(went), stage.places)
    lots = list(Lot.objects.filter(stage=stage))
    for lot in lots:
        same(f"a lot of {stage.name}", lot.order, drawn(stage.number, lot.numbers, lot.word))
    shown = quotas if stage.share == Stage.Share.SESSION else {}
    return Found(stage.name, stage.rounds.count(), house, went, shown, len(lots))


def check_order(stage: Stage, points: Mapping[int, Points], went: Sequence[int]) -> None:
    """Best first. Where seats follow from the order, lots are in it; else who is equal may stand either way."""
    own, before = points[stage.number], points.get(stage.number - 1, {})
    worth = [(own[number], before.get(number, Decimal(0))) for number in went]
    same(f"the order of {stage.name}", worth, sorted(worth, reverse=True))
    if Stage.objects.filter(event=stage.event, number=stage.number + 1, seating=Stage.Seating.SNAKE).exists():
        same(f"the order of {stage.name} with its lots", list(went), in_order(stage, points, went))


def in_order(stage: Stage, points: Mapping[int, Points], numbers: Iterable[int]) -> list[int]:
    """Best first: points, then those of the stage before, then the lots."""
    before = points.get(stage.number - 1, {})
    lots: dict[int, int] = {}
    for lot in Lot.objects.filter(stage=stage).order_by("pk"):
        lots |= {number: place for place, number in enumerate(lot.order)}
    own = points[stage.number]
    return sorted(numbers, key=lambda n: (-own[n], -before.get(n, Decimal(0)), lots.get(n, 0), n))


def by_session(stage: Stage) -> tuple[dict[int, int], dict[int, int]]:
    """Reading M-2: by the largest remainder over the players of the days, equally over the sessions of a day.

    Returns session → places, and player → session.
    """
    rows = GameSeat.objects.filter(round__stage=stage, player__staff=False)
    session_of = dict(rows.values_list("player__number", "round__session"))
    sizes = Counter(session_of.values())
    days: dict[str, list[int]] = {}
    for session in sorted(sizes):
        days.setdefault(stage.session_days[session - 1], []).append(session)
    by_day = largest_remainder(stage.places, {day: sum(sizes[one] for one in own) for day, own in days.items()})
    quotas: dict[int, int] = {}
    for day, own in days.items():
        larger_first = sorted(own, key=lambda one: (-sizes[one], one))
        each, odd = divmod(by_day[day], len(own))
        quotas |= {one: each + (place < odd) for place, one in enumerate(larger_first)}
    return quotas, session_of


def largest_remainder(places: int, sizes: Mapping) -> dict:
    """Whole parts first; what is left goes where the most was cut off."""
    everybody = sum(sizes.values())
    exact = {name: Decimal(places * size) / everybody for name, size in sizes.items()}
    found = {name: int(part) for name, part in exact.items()}
    cut_off = sorted(sizes, key=lambda name: (-(exact[name] - found[name]), name))
    for name in cut_off[: places - sum(found.values())]:
        found[name] += 1
    return found


def drawn(stage: int, numbers: Iterable[int], word: str) -> list[int]:
    """The order of a lot, as the page tells anybody to work it out."""
    everybody = sorted(numbers)
    digest = hashlib.sha256(f"{stage}:{','.join(map(str, everybody))}".encode()).hexdigest()
    keys = {number: hashlib.sha256(f"{digest} {word} {number}".encode()).hexdigest() for number in everybody}
    return sorted(everybody, key=keys.__getitem__)


def check_snake(stage: Stage) -> None:
    """1st, 2nd, 3rd … to the tables in turn, and back."""
    ranks = dict(StageEntry.objects.filter(stage=stage).values_list("player", "rank"))
    games = stage.rounds.order_by("number")[0].games.order_by("table__number")
    tables = [sorted(ranks[seat.player_id] for seat in game.seats.all()) for game in games]
    count = len(tables)
    snake = [[t, 2 * count + 1 - t, 2 * count + t, 4 * count + 1 - t] for t in range(1, count + 1)]
    same(f"snake tables of {stage.name}", tables, snake)
