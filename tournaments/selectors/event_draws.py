"""全賽抽籤: locked lists, the draws from them, and whether the seats still agree."""

from dataclasses import dataclass
from typing import Any

from tournaments.digests import sha256
from tournaments.models import DrawLine, Event, GameSeat, LockedList, Round, Stage
from tournaments.seating.document import asked_of, digest_of
from tournaments.words.stages import stage_session


@dataclass(frozen=True)
class ListOfDraws:
    """`least`: fewest pairs of clubmates at one table that any round of these players can have · `reduced`: a club was
    erased since, so its draws cannot be repeated."""

    locked: LockedList
    lines: list[DrawLine]
    players: int
    apart: int
    least: int
    reduced: bool
    stage: Stage | None
    session: int

    @property
    def drawn_for(self) -> str:
        """Stage and session of its rounds; "" once those are deleted."""
        return stage_session(self.stage.name, self.session) if self.stage else ""

    @property
    def running(self) -> DrawLine | None:
        return next((line for line in self.lines if line.ended_at is None), None)

    @property
    def drawn(self) -> DrawLine | None:
        return next((line for line in self.lines if line.seats), None)


def lists_of_draws(event: Event) -> list[ListOfDraws]:
    lists = event.locked_lists.select_related("user", "event").prefetch_related("lines__user").order_by("-number")
    return [_list(locked) for locked in lists]


def list_of_draws(event: Event, number: int) -> ListOfDraws | None:
    locked = event.locked_lists.select_related("user", "event").filter(number=number).first()
    return _list(locked) if locked else None


def _list(locked: LockedList) -> ListOfDraws:
    document = locked.document
    round_ = Round.objects.filter(event=locked.event_id, number__in=locked.rounds).select_related("stage").first()
    return ListOfDraws(
        locked,
        sorted(locked.lines.all(), key=lambda line: -line.number),
        len(document["players"]),
        len(document["apart"]),
        asked_of(document, "").company.least_same_club,
        digest_of(document) != locked.digest,
        round_.stage if round_ else None,
        round_.session if round_ else 0,
    )


def running_line(event: Event) -> DrawLine | None:
    return DrawLine.objects.select_related("list").filter(list__event=event, ended_at=None).first()


def last_line(event: Event) -> DrawLine | None:
    """The newest draw from the list that is locked now."""
    lines = DrawLine.objects.filter(list__event=event, list__released_at=None).select_related("list")
    return lines.order_by("number").last()


def document_of(locked: LockedList, line: DrawLine | None) -> dict[str, Any]:
    """The `draw` document: of a draw, or of the list alone before there is a seed."""
    return {**locked.document, "seed": line.seed if line else ""}


def changed_since(line: DrawLine, drawn: list[list[list[str]]]) -> list[int]:
    """Numbers of the rounds whose seats differ from the draw: corrected, swapped, drawn again or deleted. Only who sits
    together and in which seat counts: a group may have moved to a reserved table."""
    numbers = line.list.rounds
    rows = GameSeat.objects.filter(round__event=line.list.event, round__number__in=numbers)
    seats: dict[int, dict[int, list[str]]] = {}
    for number, table, player in rows.order_by("round__number", "game__table__number", "seat").values_list(
        "round__number", "game__table__number", "player__number"
    ):
        seats.setdefault(number, {}).setdefault(table, []).append(str(player))
    now = [sorted(seats.get(number, {}).values()) for number in numbers]
    return [number for number, one, other in zip(numbers, now, drawn, strict=True) if one != sorted(other)]


def seed_of(round_: Round) -> str:
    """Public seed of a draw over several rounds; "" for a round drawn alone."""
    lines = (
        DrawLine.objects.filter(list__event=round_.event_id, seed=round_.seed).exclude(seats="").select_related("list")
    )
    return next((line.seed for line in lines if round_.number in line.list.rounds), "") if round_.seed else ""


def is_same(line: DrawLine, rounds: list[list[list[str]]]) -> bool:
    return sha256(rounds) == line.seats
