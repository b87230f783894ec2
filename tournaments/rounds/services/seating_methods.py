"""其他編法: seat a draft by the results of the stage before, by the current standings, by a script of ranks, as
written, or with some tables kept."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import in_one_transaction, retry_on_deadlock, stored_round
from tournaments.models import Player, Round, Stage, StageEntry
from tournaments.rounds.seating.draw import Draw, Seated, draw
from tournaments.rounds.seating.methods import (
    Fault,
    Wrong,
    part_in_rows,
    read_tables,
    snake_tables,
    stepped_tables,
    swiss_tables,
)
from tournaments.rounds.services import seating
from tournaments.standings.tally import standings

MOST_LETTERS = 100_000


def seats_by_rank(round_: Round) -> bool:
    earlier = Round.objects.filter(stage=round_.stage_id, number__lt=round_.number, voided_at=None)
    return round_.stage.seating == Stage.Seating.SNAKE and not earlier.exists()


@in_one_transaction
def seat_by_rank(*, round_id: int) -> None:
    """蛇形編檯 by the results of the stage before. The best of each table sits East; staff rank last; players who may
    not share a table are separated. Raises Conflict unless that stage is closed, Invalid."""
    round_ = seating.locked_draft(round_id)
    ranks = dict(StageEntry.objects.filter(stage=round_.stage_id).values_list("player", "rank"))
    if not any(ranks.values()):
        raise Conflict(_("上一階段未結束，未有名次。"))
    players = sorted(
        seating.playing(round_), key=lambda one: (one.staff, ranks.get(one.key) or len(ranks) + 1, one.key)
    )
    seating.check_count(len(players), round_.event.tables.count())
    _put_fours(round_, part_in_rows(snake_tables([one.key for one in players]), _apart(players)))


@in_one_transaction
def seat_by_standings(*, round_id: int, way: str) -> None:
    """Seat by the current standings. 瑞士制 (swiss): neighbours share tables, old opponents avoided if possible · 蛇形
    (snake): 1st, 2nd, 3rd … to the tables in turn and back · 等距 (steps): the 1st with those a quarter, half and three
    quarters further down. Raises Invalid, Conflict."""
    round_ = seating.locked_draft(round_id)
    players, order = _players_in_order(round_)
    if way == "swiss":
        tables = [four for tables in seating.earlier_tables(round_) for four in tables]
        met = Counter(frozenset(pair) for four in tables for pair in combinations(four, 2))
        fours = swiss_tables(order, met, _apart(players))
    else:
        fours = part_in_rows(snake_tables(order) if way == "snake" else stepped_tables(order), _apart(players))
    _put_fours(round_, fours)


def _apart(players: Sequence[Seated]) -> set[frozenset[int]]:
    return {frozenset({one.key, other}) for one in players for other in one.apart}


def _put_fours(round_: Round, fours: Sequence[Sequence[int]]) -> None:
    seats = seating.at_fixed_tables(round_, fours, _tables(round_))
    _check_seats(round_, seats)
    seating.put_seats(round_, seats)


def _players_in_order(round_: Round) -> tuple[list[Seated], list[int]]:
    players = seating.playing(round_)
    seating.check_listed(round_)
    seating.check_count(len(players), round_.event.tables.count())
    place = {row.pk: number for number, row in enumerate(standings(round_.event).rows)}
    best_first = sorted(players, key=lambda one: (one.staff, place.get(one.key, len(place)), one.key))
    return players, [one.key for one in best_first]


@in_one_transaction
def seat_by_script(*, round_id: int, text: str) -> None:
    """座位表按名次: each line has the ranks of a table. Raises Invalid with every error in `extra["faults"]`,
    Conflict."""
    round_ = seating.locked_draft(round_id)
    _players, order = _players_in_order(round_)
    read, faults = read_tables(text[:MOST_LETTERS], range(1, len(order) + 1), _tables(round_))
    _refuse([_sentence(fault, _OF_RANK) for fault in faults])
    fours = seating.in_new_order(round_, [[order[rank - 1] for rank in four] for four in read.values()])
    seats = dict(zip(read, fours, strict=True))
    _check_seats(round_, seats)
    seating.put_seats(round_, seats)


@in_one_transaction
def seat_as_written(*, round_id: int, text: str) -> None:
    """寫好的座位: each line has the numbers of the players at a table; publishing asks about players left out. Raises
    Invalid with every error, Conflict."""
    round_ = seating.locked_draft(round_id)
    players = {player.number: player for player in round_.event.players.all()}
    read, faults = read_tables(text[:MOST_LETTERS], players, _tables(round_))
    if not read and all(fault.wrong == Wrong.MISSING for fault in faults):
        raise Invalid(_("每行寫一檯的四個選手號碼。"), field="text")
    fours = {table: [players.get(number) for number in four] for table, four in read.items()}
    _refuse(
        [
            *(_sentence(fault, _OF_PLAYER) for fault in faults if fault.wrong != Wrong.MISSING),
            *seating.orders_kept(round_, fours).values(),
            *(error.refusal for error in seating.seat_errors(round_, fours)),
        ]
    )
    seating.put_seats(round_, {table: [players[n].pk for n in four] for table, four in read.items()})


@retry_on_deadlock
def draw_rest(*, round_id: int, keep: Collection[int], seed: str) -> Draw:
    """其餘再抽: draw all tables of a draft again except those in `keep`. Raises Invalid, Conflict."""
    round_ = stored_round(round_id)
    kept, players = _kept(round_, keep)
    drawn = draw(players, seating.earlier_tables(round_), seed=seed, rounds_ahead=0, planned=())
    seating.check_apart(round_, drawn)
    with transaction.atomic():
        round_ = seating.locked_draft(round_id)
        if _kept(round_, keep) != (kept, players):
            raise Conflict(_("抽籤的時候選手名單有更改，座位未改。請再抽一次。"))
        numbers = [number for number in _tables(round_) if number not in kept]
        seats = kept | seating.at_fixed_tables(round_, drawn.tables, numbers)
        _check_seats(round_, seats)
        seating.put_seats(round_, seats, seed=seed)
    return drawn


def _check_seats(round_: Round, seats: Mapping[int, Sequence[int]]) -> None:
    players = Player.objects.in_bulk([player for four in seats.values() for player in four])
    fours = {table: [players[player] for player in four] for table, four in seats.items()}
    _refuse([error.refusal for error in seating.seat_errors(round_, fours)])


def _kept(round_: Round, keep: Collection[int]) -> tuple[dict[int, list[int]], list[Seated]]:
    kept: dict[int, list[int]] = {}
    rows = round_.seats.filter(game__table__number__in=list(keep)).order_by("game__table__number", "seat")
    for table, player in rows.values_list("game__table__number", "player"):
        kept.setdefault(table, []).append(player)
    if not kept:
        raise Invalid(_("請揀要保留的檯。"), field="keep")
    seated = {player for four in kept.values() for player in four}
    players = [one for one in seating.playing(round_) if one.key not in seated]
    seating.check_count(len(players), len(_tables(round_)) - len(kept))
    return kept, players


def _tables(round_: Round) -> list[int]:
    return list(round_.event.tables.order_by("number").values_list("number", flat=True))


_OF_LINE = {
    Wrong.NOT_FOUR: lazy("第 %(line)s 行：要四個號碼，寫了 %(number)s 個。"),
    Wrong.NO_TABLE: lazy("第 %(line)s 行：沒有第 %(number)s 檯，或檯已用完。"),
    Wrong.TABLE_TWICE: lazy("第 %(line)s 行：第 %(number)s 檯寫了兩次。"),
    Wrong.UNREADABLE: lazy("第 %(line)s 行：看不懂。請寫「檯號：四個號碼」或四個號碼。"),
}
_OF_RANK = {
    Wrong.NOBODY: lazy("第 %(line)s 行：沒有第 %(number)s 名。"),
    Wrong.TWICE: lazy("第 %(line)s 行：第 %(number)s 名寫了兩次。"),
    Wrong.MISSING: lazy("第 %(number)s 名沒有座位。"),
}
_OF_PLAYER = {
    Wrong.NOBODY: lazy("第 %(line)s 行：%(number)s 號不在名單上。"),
    Wrong.TWICE: lazy("第 %(line)s 行：%(number)s 號寫了兩次。"),
}


def _sentence(fault: Fault, own: Mapping[Wrong, Promise]) -> str:
    words = {"line": fault.line, "number": fault.number}
    return str(own.get(fault.wrong) or _OF_LINE[fault.wrong]) % words


def _refuse(sentences: Sequence[str]) -> None:
    if sentences:
        raise Invalid(sentences[0], faults=list(sentences))
