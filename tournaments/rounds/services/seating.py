"""編位: the seats of a round that is not open yet: drawn, by results, by a script of ranks, or as written.

A draft is stored as games without acts, so that opening the round only needs to add the cards from earlier games.
"""

import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db import transaction
from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.core.event_log import Kind, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import in_one_transaction, lock_round, retry_on_deadlock, stored_round
from tournaments.models import Game, GameSeat, Player, Round, Stage, StageEntry, Table
from tournaments.phrases.names import told_apart
from tournaments.players.lists.players import write_numbers
from tournaments.players.services import blacklist, places
from tournaments.players.services.apart import kept_apart_at, kept_from, pairs_of
from tournaments.players.services.blacklist import no_seat
from tournaments.rounds.seating.annealing import SEATS
from tournaments.rounds.seating.chairs import Orders
from tournaments.rounds.seating.draw import Draw, Keys, Seated, draw
from tournaments.rounds.seating.methods import (
    Fault,
    Wrong,
    part_in_rows,
    read_tables,
    snake_tables,
    stepped_tables,
    swiss_tables,
)
from tournaments.rounds.services.stages import not_in_stage, outside, players_of, seatable
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import round_text, rules_of

MOST_LETTERS = 100_000


@dataclass(frozen=True)
class SeatError:
    table: int
    text: str

    @property
    def refusal(self) -> str:
        words = {"table": self.table, "sentence": self.text}
        return _("第 %(table)s 檯：%(sentence)s請重新編位。") % words


def seat_errors(round_: Round, tables: Mapping[int, Sequence[Player | None]]) -> list[SeatError]:
    """Return what prevents these players from playing the round at these tables: they are barred, withdrawn, outside
    the stage, on the black list, restricted to other tables or kept apart. None is an empty chair."""
    players = [player for four in tables.values() for player in four if player]
    pairs, allowed = pairs_of(round_.event_id), places.allowed_tables(round_.event_id)
    strangers = set(not_in_stage(round_, [player.pk for player in players]))
    listed = set(blacklist.entered_in(round_.event, round_.day))
    found: list[SeatError] = []
    for table, four in sorted(tables.items()):
        for seat, player in enumerate(four):
            if player is None:
                continue
            texts = [
                no_seat(player),
                outside(player) if player in strangers else "",
                blacklist.no_seat_sentence(player.name) if player in listed else "",
                places.refusal(player, table, allowed),
                *(kept_from(player, [other], pairs) for other in four[:seat] if other),
            ]
            found += [SeatError(table, text) for text in texts if text]
    return found


@retry_on_deadlock
def draw_round(*, round_id: int, seed: str = "", keep: Collection[int] | None = None) -> Draw:
    """抽籤: draw the round's seats in place of its draft; the same seed draws the same seats. `keep`: tables whose
    seats stay, so that only the others are drawn (其餘再抽).

    Old opponents are avoided over all earlier rounds, looking ahead to the rounds still planned. Staff fill up the
    tables, as many as needed. Raises Invalid if the players do not fill whole tables or are too many, or if every draw
    puts two who are kept apart at one table.
    """
    round_ = stored_round(round_id)
    _check_draft(round_)
    kept, players = _kept(round_, keep)
    check_listed(round_)
    check_count(len(players), len(_tables(round_)) - len(kept))
    seed = seed.strip()[:40] or f"{secrets.randbelow(10**6):06d}"
    ahead, planned = 0, list[Keys]()
    if not kept:
        same = Round.objects.filter(stage=round_.stage_id, session=round_.session)
        ahead = round_.stage.planned - same.filter(number__lte=round_.number, voided_at=None).count()
        # The later rounds arranged by the last draw before this round: players by table, by round.
        before = same.filter(number__lt=round_.number).exclude(planned=[]).order_by("-number")
        planned = before.values_list("planned", flat=True).first() or []
    # The search takes a second or two: it must not hold a lock that a recorded hand waits for.
    drawn = draw(players, earlier_tables(round_), seed=seed, rounds_ahead=max(0, ahead), planned=planned)
    check_apart(round_, drawn)
    with transaction.atomic():
        round_ = locked_draft(round_id)
        if _kept(round_, keep) != (kept, players):
            raise Conflict(_("抽籤的時候選手名單有更改，座位未改。請再抽一次。"))
        numbers = [number for number in _tables(round_) if number not in kept]
        check_count(len(players), len(numbers))
        seats = kept | at_fixed_tables(round_, drawn.tables, numbers)
        _put_allowed(round_, seats, seed=seed, planned=drawn.ahead)
        return drawn


def _kept(round_: Round, keep: Collection[int] | None) -> tuple[dict[int, list[int]], list[Seated]]:
    """Return the seats at the tables to keep, and the players to be drawn for the others."""
    kept: dict[int, list[int]] = {}
    rows = round_.seats.filter(game__table__number__in=list(keep or ())).order_by("game__table__number", "seat")
    for table, player in rows.values_list("game__table__number", "player"):
        kept.setdefault(table, []).append(player)
    if keep is not None and not kept:
        raise Invalid(_("請揀要保留的檯。"), field="keep")
    seated = {player for four in kept.values() for player in four}
    return kept, [one for one in playing(round_) if one.key not in seated]


def at_fixed_tables(round_: Round, fours: Sequence[Sequence[int]], numbers: Sequence[int]) -> dict[int, list[int]]:
    allowed = places.allowed_tables(round_.event_id)
    fours = in_new_order(round_, fours)
    seats = places.at_tables(fours, numbers, allowed, pairs_of(round_.event_id))
    wrong = places.unplaced(seats, allowed)
    if wrong:
        player = Player.objects.get(pk=wrong[0])
        words = {"name": player.name, "tables": write_numbers(allowed[player.pk])}
        text = _("%(name)s 只可以坐第 %(tables)s 檯，這一次編不到。請讓他們可以坐多一張檯，或者用其他編法。")
        raise Invalid(text % words)
    return seats


def in_new_order(round_: Round, fours: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    if not rules_of(round_.event).game.seats_reordered:
        return fours
    orders = Orders(earlier_tables(round_))
    return [orders.drawn_again(four) for four in fours]


def orders_kept(round_: Round, tables: Mapping[int, Sequence[Player | None]]) -> dict[int, str]:
    """搬風: return by table why its four may not keep the order of their last game."""
    if not rules_of(round_.event).game.seats_reordered:
        return {}
    orders, found = Orders(earlier_tables(round_)), {}
    for table, chairs in tables.items():
        four = [player for player in chairs if player]
        if len(four) == SEATS and orders.kept_by([player.pk for player in four]):
            words = {"names": _("、").join(told_apart([(player.number, player.name) for player in four]))}
            found[table] = _("%(names)s 上一將也是這個次序，次將要搬風：請換其中兩家的座位。") % words
    return found


def check_listed(round_: Round) -> None:
    """Raise Invalid if the round's session has no players yet, because its list is missing."""
    if round_.session and not players_of(round_.stage, round_.session).exists():
        words = {"stage": round_.stage.name, "session": round_.session}
        raise Invalid(_("「%(stage)s」第 %(session)s 場未有選手。請先到「%(stage)s」那一頁編場次。") % words)


def check_count(players: int, tables: int) -> None:
    missing = -players % SEATS
    if players == 0 or missing:
        words = {"count": players, "missing": missing or SEATS}
        raise Invalid(_("現有 %(count)s 名選手，不能坐滿每一檯：請加 %(missing)s 名湊腳（或選手）。") % words)
    if tables * SEATS < players:
        words = {"count": players, "needed": players // SEATS, "tables": tables}
        raise Invalid(_("%(count)s 名選手要 %(needed)s 張檯，現在只有 %(tables)s 張。請先加檯。") % words)


def check_apart(round_: Round, drawn: Draw) -> None:
    pairs = pairs_of(round_.event_id)
    if not pairs:
        return
    players = Player.objects.in_bulk([pk for four in drawn.tables for pk in four])
    for four in drawn.tables:
        for sentence in kept_apart_at([players[pk] for pk in four], pairs):
            text = _("不得同檯的選手分不開：%(sentence)s請加選手，或更改不得同檯的名單，然後再抽。")
            raise Invalid(text % {"sentence": sentence})


def playing(round_: Round) -> list[Seated]:
    """Return the players of the draw, with as many of the staff as fill the last table.

    Staff who have played least are taken first, so that the same person does not fill in all evening. Raises Invalid
    for a player on the black list; staff on it are passed over.
    """
    sat = Count("seats", filter=~Q(seats__round=round_) & Q(seats__round__voided_at=None))
    active = round_.event.players.filter(seatable(round_), withdrawn_at__isnull=True, barred="")
    active = active.annotate(sat=sat).order_by("number")
    listed = set(blacklist.entered_in(round_.event, round_.day))
    players = [player for player in active if not player.staff]
    for player in players:
        if player in listed:
            raise Invalid(blacklist.no_seat_sentence(player.name))
    filling = [player for player in active if player.staff and player not in listed]
    staff = sorted(filling, key=lambda player: (player.sat, player.number))
    needed = -len(players) % SEATS
    apart = pairs_of(round_.event_id)
    split = places.never_together(places.allowed_tables(round_.event_id))
    nobody = frozenset[int]()
    return [
        Seated(player.pk, player.club, player.staff, apart=apart.get(player.pk, nobody) | split.get(player.pk, nobody))
        for player in [*players, *staff[:needed]]
    ]


def earlier_tables(round_: Round) -> list[list[list[int]]]:
    rows = GameSeat.objects.filter(round__event=round_.event, round__number__lt=round_.number, round__voided_at=None)
    rounds: dict[int, dict[int, list[int]]] = {}
    rows = rows.order_by("round__number", "game", "seat")
    for number, game, player in rows.values_list("round__number", "game", "player"):
        rounds.setdefault(number, {}).setdefault(game, []).append(player)
    return [list(tables.values()) for _number, tables in sorted(rounds.items())]


def put_seats(
    round_: Round, seats: Mapping[int, Sequence[int]], *, seed: str = "", planned: Sequence[Keys] = ()
) -> None:
    gone = removed(*round_.games.all(), *round_.seats.all())
    Game.objects.filter(round=round_).delete()
    tables = {table.number: table for table in Table.objects.filter(event=round_.event, number__in=list(seats))}
    games = [Game(event=round_.event, round=round_, table=tables[number]) for number in sorted(seats)]
    Game.objects.bulk_create(games)
    taken = [
        GameSeat(game=game, round=round_, player_id=player, seat=seat)
        for game, number in zip(games, sorted(seats), strict=True)
        for seat, player in enumerate(seats[number])
    ]
    GameSeat.objects.bulk_create(taken)
    round_.seed, round_.planned = seed, planned
    round_.save(update_fields=["seed", "planned"])
    said = [*gone, *added(*games, *taken), *changed(round_, "seed", "planned")]
    append_act(round_.event_id, Kind.ROUND_SEATED, said)


def locked_draft(round_id: int) -> Round:
    """Lock and return the round while its seats may be changed. Raises Conflict once it is published, open or gone."""
    round_ = lock_round(round_id)
    _check_draft(round_)
    return round_


def _check_draft(round_: Round) -> None:
    if round_.state == Round.State.PUBLISHED:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊的座位已經公布。請先收回公布，才可再改。")))
    if round_.state != Round.State.DRAFT:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊已經開始，座位不能再改。")))


def left_out(round_: Round) -> list[Player]:
    seated = GameSeat.objects.filter(round=round_).values("player")
    active = Player.objects.filter(seatable(round_), event=round_.event_id, withdrawn_at=None, barred="", staff=False)
    return list(active.exclude(pk__in=seated).order_by("number"))


def seats_by_rank(round_: Round) -> bool:
    earlier = Round.objects.filter(stage=round_.stage_id, number__lt=round_.number, voided_at=None)
    return round_.stage.seating == Stage.Seating.SNAKE and not earlier.exists()


@in_one_transaction
def seat_by_rank(*, round_id: int) -> None:
    """蛇形編檯: seat by the results of the previous stage. The best of each table sits East; staff rank last; players
    who are kept apart are separated. Raises Conflict before that stage is closed, Invalid if not all can be seated."""
    round_ = locked_draft(round_id)
    entries = StageEntry.objects.filter(stage=round_.stage_id).values_list("player", "rank")
    ranks = {player: rank for player, rank in entries if rank}
    if not ranks:
        raise Conflict(_("上一階段未結束，未有名次。"))
    players, order = _players_in_order(round_, ranks)
    fours = part_in_rows(snake_tables(order), _apart(players))
    _put_allowed(round_, at_fixed_tables(round_, fours, _tables(round_)))


@in_one_transaction
def seat_by_standings(*, round_id: int, way: str) -> None:
    """Seat by the current standings. 瑞士制 (swiss): neighbours share tables, old opponents avoided if possible · 蛇形
    (snake): 1st, 2nd, 3rd … to the tables in turn and back · 等距 (steps): the 1st with those a quarter, half and three
    quarters further down. Raises Conflict unless the round is a draft, Invalid if not all can be seated."""
    round_ = locked_draft(round_id)
    players, order = _players_in_order(round_, _ranks(round_))
    if way == "swiss":
        tables = [four for tables in earlier_tables(round_) for four in tables]
        met = Counter(frozenset(pair) for four in tables for pair in combinations(four, 2))
        fours = swiss_tables(order, met, _apart(players))
    else:
        fours = part_in_rows(snake_tables(order) if way == "snake" else stepped_tables(order), _apart(players))
    _put_allowed(round_, at_fixed_tables(round_, fours, _tables(round_)))


def _apart(players: Sequence[Seated]) -> set[frozenset[int]]:
    return {frozenset({one.key, other}) for one in players for other in one.apart}


def _ranks(round_: Round) -> dict[int, int]:
    return {row.pk: number for number, row in enumerate(standings(round_.event).rows)}


def _players_in_order(round_: Round, ranks: Mapping[int, int]) -> tuple[list[Seated], list[int]]:
    players = playing(round_)
    check_listed(round_)
    check_count(len(players), round_.event.tables.count())
    last = max(ranks.values(), default=0) + 1
    best_first = sorted(players, key=lambda one: (one.staff, ranks.get(one.key, last), one.key))
    return players, [one.key for one in best_first]


@in_one_transaction
def seat_by_script(*, round_id: int, text: str) -> None:
    """座位表按名次: seat by a text with the four ranks of a table on each line. Raises Conflict unless the round is a
    draft, Invalid with all errors in `extra["faults"]`."""
    round_ = locked_draft(round_id)
    _players, order = _players_in_order(round_, _ranks(round_))
    read, faults = read_tables(text[:MOST_LETTERS], range(1, len(order) + 1), _tables(round_))
    _refuse([_sentence(fault, _OF_RANK) for fault in faults])
    fours = in_new_order(round_, [[order[rank - 1] for rank in four] for four in read.values()])
    _put_allowed(round_, dict(zip(read, fours, strict=True)))


@in_one_transaction
def seat_as_written(*, round_id: int, text: str) -> None:
    """寫好的座位: seat by a text with four players' numbers on each line; players may be left out until the round is
    published. Raises as `seat_by_script`."""
    round_ = locked_draft(round_id)
    players = {player.number: player for player in round_.event.players.all()}
    read, faults = read_tables(text[:MOST_LETTERS], players, _tables(round_))
    if not read and all(fault.wrong == Wrong.MISSING for fault in faults):
        raise Invalid(_("每行寫一檯的四個選手號碼。"), field="text")
    fours = {table: [players.get(number) for number in four] for table, four in read.items()}
    _refuse(
        [
            *(_sentence(fault, _OF_PLAYER) for fault in faults if fault.wrong != Wrong.MISSING),
            *orders_kept(round_, fours).values(),
            *(error.refusal for error in seat_errors(round_, fours)),
        ]
    )
    put_seats(round_, {table: [players[n].pk for n in four] for table, four in read.items()})


def _put_allowed(
    round_: Round, seats: Mapping[int, Sequence[int]], *, seed: str = "", planned: Sequence[Keys] = ()
) -> None:
    players = Player.objects.in_bulk([player for four in seats.values() for player in four])
    fours = {table: [players[player] for player in four] for table, four in seats.items()}
    _refuse([error.refusal for error in seat_errors(round_, fours)])
    put_seats(round_, seats, seed=seed, planned=planned)


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
