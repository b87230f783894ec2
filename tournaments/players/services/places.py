"""固定檯: players restricted to certain tables, and how drawn fours are assigned to tables accordingly."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, added, append_act, removed
from tournaments.core.exceptions import Invalid
from tournaments.core.locks import in_one_transaction, lock_event
from tournaments.models import FixedTable, Player, Table
from tournaments.players.lists.players import write_numbers
from tournaments.players.services.apart import Pairs, by_player

Allowed = Mapping[int, frozenset[int]]
"""Player id → the numbers of the tables at which they may sit; players without restriction are left out."""
Four = Sequence[int]


def allowed_tables(event_id: int) -> Allowed:
    found: dict[int, set[int]] = {}
    for player, number in FixedTable.objects.filter(player__event=event_id).values_list("player", "table__number"):
        found.setdefault(player, set()).add(number)
    return {player: frozenset(numbers) for player, numbers in found.items()}


def numbers_of(player: Player) -> set[int]:
    return set(FixedTable.objects.filter(player=player).values_list("table__number", flat=True))


@in_one_transaction
def keep_at(*, player: Player, numbers: Collection[int]) -> None:
    """Restrict a player to these tables; none: no restriction. Raises Invalid for an unknown table."""
    lock_event(player.event_id)
    if numbers_of(player) == set(numbers):
        return
    tables = {table.number: table for table in Table.objects.filter(event=player.event_id, number__in=list(numbers))}
    unknown = sorted(set(numbers) - tables.keys())
    if unknown:
        raise Invalid(_("沒有第 %(number)s 檯。") % {"number": unknown[0]}, field="tables")
    old = list(FixedTable.objects.filter(player=player))
    gone = removed(*old)
    FixedTable.objects.filter(pk__in=[one.pk for one in old]).delete()
    made = FixedTable.objects.bulk_create(FixedTable(player=player, table=tables[n]) for n in sorted(tables))
    append_act(player.event_id, Kind.TABLES_FIXED, [*gone, *added(*made)])


def refusal(player: Player, table: int, allowed: Allowed) -> str:
    numbers = allowed.get(player.pk)
    if numbers is None or table in numbers:
        return ""
    return _("%(name)s 只可以坐第 %(tables)s 檯。") % {"name": player.name, "tables": write_numbers(numbers)}


def never_together(allowed: Allowed) -> Pairs:
    """Return player → those with no allowed table in common. For the draw, like 不得同檯."""
    two = combinations(allowed.items(), 2)
    return by_player((one, other) for (one, tables), (other, others) in two if not tables & others)


def at_tables(
    fours: Sequence[Four], numbers: Sequence[int], allowed: Allowed, apart: Mapping[int, Collection[int]] | None = None
) -> dict[int, list[int]]:
    """Assign the fours to table numbers so that all sit at allowed tables; unrestricted fours keep their order.

    If two fours need one table, a restricted player swaps seats with an unrestricted one at that table, if possible
    without bringing players together who are kept `apart`. The same fours always get the same tables.
    """
    if not allowed:
        return {number: list(four) for number, four in zip(numbers, fours, strict=False)}
    places = _match_fours(fours, numbers, allowed)
    seats = {number: list(fours[four]) for number, four in places.items()}
    for player in sorted(allowed):
        _move_player(player, seats, allowed, apart or {})
    return {number: seats[number] for number in sorted(seats)}


def _match_fours(fours: Sequence[Four], numbers: Sequence[int], allowed: Allowed) -> dict[int, int]:
    """Return table → four. Fours with restricted players go first, to one of their tables if possible."""
    wanted: dict[int, list[int]] = {}
    for index, four in enumerate(fours):
        fixed = [allowed[player] for player in four if player in allowed]
        if fixed:
            common = frozenset.intersection(*fixed) or fixed[0]
            wanted[index] = [number for number in numbers if number in common]
    taken: dict[int, int] = {}
    for index in wanted:
        _augment(index, wanted, taken, set())
    free = [number for number in numbers if number not in taken]
    rest = [index for index in range(len(fours)) if index not in taken.values()]
    return taken | dict(zip(free, rest, strict=False))


def _augment(index: int, wanted: Mapping[int, Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    for number in wanted[index]:
        if number in tried:
            continue
        tried.add(number)
        if number not in taken or _augment(taken[number], wanted, taken, tried):
            taken[number] = index
            return True
    return False


def _move_player(
    player: int, seats: dict[int, list[int]], allowed: Allowed, apart: Mapping[int, Collection[int]]
) -> None:
    here = next((number for number, four in seats.items() if player in four), None)
    if here is None or here in allowed[player]:
        return
    place = seats[here].index(player)
    found = [
        (
            _count_conflicts(player, seats[there], other, apart) + _count_conflicts(other, seats[here], player, apart),
            there,
            index,
        )
        for there in sorted(allowed[player] & seats.keys())
        for index, other in enumerate(seats[there])
        if other not in allowed or here in allowed[other]
    ]
    if found:
        _cost, there, index = min(found, key=lambda one: (one[0], one[1], (one[2] - place) % 4))
        seats[here][place], seats[there][index] = seats[there][index], player


def _count_conflicts(player: int, four: Four, but: int, apart: Mapping[int, Collection[int]]) -> int:
    return sum(other in apart.get(player, ()) for other in four if other != but)


def unplaced(seats: Mapping[int, Sequence[int]], allowed: Allowed) -> list[int]:
    return [player for number, four in seats.items() for player in four if number not in allowed.get(player, {number})]
