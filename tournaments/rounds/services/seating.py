"""編位: the seats of a round that is not open yet.

A draft is stored as games without acts, so that opening the round only needs to add the cards from earlier games.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import lock_round, retry_on_deadlock, stored_round
from tournaments.models import Game, GameSeat, Player, Round, Table
from tournaments.phrases.names import told_apart
from tournaments.players.lists.players import write_numbers
from tournaments.players.services import blacklist, places
from tournaments.players.services.apart import kept_apart_at, kept_from, pairs_of
from tournaments.players.services.blacklist import no_seat
from tournaments.rounds.seating.annealing import SEATS
from tournaments.rounds.seating.chairs import Orders
from tournaments.rounds.seating.draw import Draw, Keys, Seated, draw
from tournaments.rounds.services.stages import not_in_stage, outside, players_of, seatable
from tournaments.tables.game_log.read import round_text, rules_of


@dataclass(frozen=True)
class SeatError:
    table: int
    text: str

    @property
    def refusal(self) -> str:
        words = {"table": self.table, "sentence": self.text}
        return _("第 %(table)s 檯：%(sentence)s請重新編位。") % words


def seat_errors(round_: Round, tables: Mapping[int, Sequence[Player | None]]) -> list[SeatError]:
    """Return why these players may not play the round at these tables: they are barred, withdrawn, outside the stage,
    on the black list, restricted to other tables or kept apart from one of the four. None is an empty chair."""
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
def draw_round(*, round_id: int, seed: str = "") -> Draw:
    """抽籤: draw the round's seats in place of its draft; the same seed draws the same seats.

    Old opponents are avoided over all earlier rounds, looking ahead to the rounds still planned. Staff fill up the
    tables, as many as needed. Raises Invalid if the players fill no whole number of tables, or too many, or if two who
    are kept apart share a table in any draw.
    """
    round_ = stored_round(round_id)
    _check_draft(round_)
    players = playing(round_)
    check_listed(round_)
    check_count(len(players), round_.event.tables.count())
    seed = seed.strip()[:40] or f"{secrets.randbelow(10**6):06d}"
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
        if playing(round_) != players:
            raise Conflict(_("抽籤的時候選手名單有更改，座位未改。請再抽一次。"))
        tables = round_.event.tables.order_by("number")
        seats = at_fixed_tables(round_, drawn.tables, [table.number for table in tables])
        put_seats(round_, seats, seed=seed, planned=drawn.ahead)
        return drawn


def at_fixed_tables(round_: Round, fours: Sequence[Sequence[int]], numbers: Sequence[int]) -> dict[int, list[int]]:
    allowed = places.allowed_tables(round_.event_id)
    fours = in_new_order(round_, fours)
    seats = places.at_tables(fours, numbers, allowed, pairs_of(round_.event_id))
    wrong = places.unplaced(seats, allowed)
    if wrong:
        player = Player.objects.get(pk=wrong[0])
        words = {"name": player.name, "tables": write_numbers(allowed[player.pk])}
        raise Invalid(
            _("%(name)s 只可以坐第 %(tables)s 檯，這一次編不到。請讓他們可以坐多一張檯，或者用其他編法。") % words
        )
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
        raise Invalid(
            _("現有 %(count)s 名選手，不能坐滿每一檯：請加 %(missing)s 名湊腳（或選手）。")
            % {"count": players, "missing": missing or SEATS}
        )
    if tables * SEATS < players:
        raise Invalid(
            _("%(count)s 名選手要 %(needed)s 張檯，現在只有 %(tables)s 張。請先加檯。")
            % {"count": players, "needed": players // SEATS, "tables": tables}
        )


def check_apart(round_: Round, drawn: Draw) -> None:
    pairs = pairs_of(round_.event_id)
    if not pairs:
        return
    players = Player.objects.in_bulk([pk for four in drawn.tables for pk in four])
    for four in drawn.tables:
        for sentence in kept_apart_at([players[pk] for pk in four], pairs):
            raise Invalid(
                _("不得同檯的選手分不開：%(sentence)s請加選手，或更改不得同檯的名單，然後再抽。")
                % {"sentence": sentence}
            )


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
    for number, game, player in rows.order_by("round__number", "game", "seat").values_list(
        "round__number", "game", "player"
    ):
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
