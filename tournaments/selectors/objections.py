"""異議 to hands and how the referee decided, from the acts of the games.

An objection is decided by the first later act that upholds or changes its hand. Cases are in `penalties`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournaments.book.timeline import settled_by
from tournaments.models import Act, GameSeat
from tournaments.services.substitutes import sitting

UPHELD, CHANGED = "upheld", "changed"
_KINDS = (Act.Kind.OBJECT, Act.Kind.UPHOLD, Act.Kind.AMEND)


@dataclass(frozen=True)
class Dispute:
    """`player`: key of the player at the seat · `outcome`: "", "upheld" or "changed" · `late`: made after all four had
    confirmed the hand, so it blocks nothing."""

    game: int
    act: int
    hand: int
    seat: int
    player: int
    text: str
    opened_at: datetime
    outcome: str = ""
    decision: str = ""
    decided_by: str = ""
    decided_act: int | None = None
    decided_at: datetime | None = None
    late: bool = False


def disputes(**games: Any) -> list[Dispute]:
    """All objections in these games (a filter on Game, such as `event=…`), in the order they were made."""
    objected = Act.objects.filter(kind=Act.Kind.OBJECT, **{f"game__{name}": value for name, value in games.items()})
    acts = Act.objects.filter(kind__in=_KINDS, game__in=objected.values("game")).order_by("game", "number")
    rows = GameSeat.objects.filter(game__in=objected.values("game")).select_related("player", "substitute")
    seats = {(row.game_id, row.seat): row for row in rows}
    found: dict[tuple[int, int], Dispute] = {}
    for act in acts.select_related("user", "player"):
        if act.kind == Act.Kind.OBJECT:
            found[act.game_id, act.number] = _opened(act, seats)
        else:
            _decide(found, act)
    return sorted(found.values(), key=lambda one: (one.opened_at, one.game, one.act))


def _opened(act: Act, seats: Mapping[tuple[int, int], GameSeat]) -> Dispute:
    hand, seat = act.payload["hand"], act.payload["seat"]
    return Dispute(
        game=act.game_id,
        act=act.number,
        hand=hand,
        seat=seat,
        player=sitting(seats[act.game_id, seat], hand).pk,
        text=act.reason,
        opened_at=act.created_at,
        late=act.payload.get("late", False),
    )


def _decide(found: dict[tuple[int, int], Dispute], act: Act) -> None:
    upholds = act.kind == Act.Kind.UPHOLD
    hands: Iterable[int] = [act.payload["hand"]] if upholds else settled_by(act.payload)
    for key, one in found.items():
        if one.game == act.game_id and one.hand in hands and not one.outcome:
            found[key] = replace(
                one,
                outcome=UPHELD if upholds else CHANGED,
                decision=act.reason,
                decided_by=str(act.user or act.player or ""),
                decided_act=act.number,
                decided_at=act.created_at,
            )
