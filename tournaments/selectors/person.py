"""個人資料: everything stored about one player of an event, as an export for them or an organiser."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q

from scoring import text
from tournaments.models import Act, Apart, Blacklisted, CheckIn, Contact, EventAct, Game, GameSeat, Player, Registration
from tournaments.services.history import facts
from tournaments.services.substitutes import sitting

_KINDS = (Act.Kind.SIGN, Act.Kind.OBJECT, Act.Kind.CONFIRM)


@dataclass
class Person:
    """`data`: plain JSON · `files`: photos by name."""

    data: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)


Further = Callable[[Player, Person], None]
_further: list[Further] = []


def tell_too(further: Further) -> None:
    """Let an app above this one add its data about players."""
    _further.append(further)


def person_of(player: Player) -> Person:
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).order_by("round__number", "pk")
    found = Person(
        {
            "event": {"slug": player.event.slug, "name": player.event.name},
            "player": _row(player, "event"),
            "contact": [_row(one, "player") for one in Contact.objects.filter(player=player)],
            "registrations": [_row(one, "event", "player") for one in Registration.objects.filter(player=player)],
            "check_ins": [_row(one, "player") for one in CheckIn.objects.filter(player=player)],
            "apart": [
                {"with": (one.second if one.first_id == player.pk else one.first).number, "reason": one.reason}
                for one in Apart.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second")
            ],
            "games": [
                _game(seat, player)
                for seat in seats.select_related("game__round", "game__table", "player", "substitute")
            ],
            "black_list": [
                _row(one, "organisation", "player", "key") for one in Blacklisted.objects.filter(player=player)
            ],
            "done": [
                {"at": act.created_at.isoformat(), "what": act.kind}
                for act in EventAct.objects.filter(event=player.event_id, player_id=player.pk).order_by("number")
            ],
        }
    )
    for further in _further:
        further(player, found)
    return found


def _row(row: Model, *without: str) -> dict[str, Any]:
    return facts(row, [row._meta.get_field(name).attname for name in without])  # type: ignore[union-attr]


def _game(seat: GameSeat, player: Player) -> dict[str, Any]:
    game: Game = seat.game
    own = Q(player=player) | Q(payload__seat=seat.seat)
    acts = [
        act
        for act in Act.objects.filter(own, game=game, kind__in=_KINDS).order_by("number")
        if act.player_id == player.pk or sitting(seat, act.payload.get("hand", act.payload.get("hands"))) == player
    ]
    return {
        "round": game.round.number,
        "table": game.table.number,
        "seat": seat.seat,
        "as_substitute": seat.substitute_id == player.pk,
        "score": text(seat.score),
        "place": seat.place,
        "hands": [
            {
                "number": hand.number,
                "name": hand.name,
                "result": hand.result,
                "score": hand.book["scores"][seat.seat],
                "at": hand.recorded_at.isoformat(),
            }
            for hand in game.hands.exclude(result="open").order_by("number")
        ],
        "signatures": [
            {"at": act.created_at.isoformat(), "method": act.payload["method"], "strokes": act.payload["strokes"]}
            for act in acts
            if act.kind == Act.Kind.SIGN
        ],
        "objections": [
            {"at": act.created_at.isoformat(), "hand": act.payload["hand"], "reason": act.reason}
            for act in acts
            if act.kind == Act.Kind.OBJECT
        ],
        "confirmed": [act.created_at.isoformat() for act in acts if act.kind == Act.Kind.CONFIRM],
    }
