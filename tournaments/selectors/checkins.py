from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import CheckIn, Event, GameSeat, Player, Registration, Round
from tournaments.services.checkins import next_in_line
from tournaments.services.substitutes import may_step_in


@dataclass(frozen=True)
class CheckInRow:
    """`at`: None before check-in · `late`: minutes after the bell."""

    player: Player
    at: datetime | None
    table: int | None
    seat: GameSeat | None
    late: int = 0

    @property
    def name(self) -> str:
        """Officials need the real name behind a public one."""
        contact = getattr(self.player, "contact", None)
        real = contact.real_name if contact is not None else ""
        return _("%(name)s（%(real)s）") % {"name": self.player.name, "real": real} if real else self.player.name

    @property
    def facts(self) -> str:
        return _("遲到 %(minutes)s 分鐘") % {"minutes": self.late}

    @property
    def missing(self) -> bool:
        return self.seat is not None and not self.here

    @property
    def here(self) -> bool:
        """Checked in at the desk, or a hand has been played at their seat."""
        return self.at is not None or (self.seat is not None and self.seat.game.hands_closed > 0)

    @property
    def fillable(self) -> bool:
        """A substitute may sit down for them now."""
        return self.missing and self.seat is not None and self.seat.substitute_id is None


@dataclass(frozen=True)
class MissingTable:
    number: int
    rows: Sequence[CheckInRow]


@dataclass(frozen=True)
class CheckInPage:
    """報到 of one day. `round`: whose seats are shown · `open`: it is being played."""

    day: date
    rows: Sequence[CheckInRow]
    missing: Sequence[MissingTable]
    round: Round | None
    staff: Sequence[Player]
    waiting: Registration | None

    @property
    def here(self) -> int:
        return sum(row.here for row in self.rows)

    @property
    def open(self) -> bool:
        return self.round is not None and self.round.state == Round.State.OPEN

    @property
    def unfilled(self) -> bool:
        return any(row.seat is not None and row.seat.substitute is None for table in self.missing for row in table.rows)

    @property
    def fills(self) -> bool:
        return self.open and (bool(self.staff) or self.waiting is not None)


def day_of(event: Event, today: date) -> date:
    """Today, or the day of the event nearest to it."""
    return min(max(today, event.starts_on), event.ends_on)


def check_in_page(event: Event, today: date, *, drafts: bool = False) -> CheckInPage:
    """All players by number. `drafts`: an organiser sees seats before they are published."""
    day = day_of(event, today)
    come = dict(CheckIn.objects.filter(player__event=event, day=day).values_list("player", "at"))
    round_ = shown_round(event, drafts=drafts)
    seats = _seats(round_)
    rows = [
        _row(player, come.get(player.pk), seats.get(player.pk), round_)
        for player in event.players.filter(withdrawn_at=None, barred="").select_related("contact").order_by("number")
    ]
    opened = round_ is not None and round_.state == Round.State.OPEN
    game = next((seat.game for seat in seats.values()), None) if opened else None
    staff = list(may_step_in(game)) if game is not None else []
    return CheckInPage(day, rows, _missing(rows), round_, staff, next_in_line(event) if opened else None)


def shown_round(event: Event, *, drafts: bool = False) -> Round | None:
    """The round being played, else the next with seats; drafts count for organisers only."""
    rounds = event.rounds.filter(voided_at=None, games__isnull=False).distinct().order_by("number")
    if not drafts:
        rounds = rounds.exclude(state=Round.State.DRAFT)
    played = rounds.filter(state=Round.State.OPEN).last()
    return played or rounds.exclude(state=Round.State.CLOSED).first()


def _seats(round_: Round | None) -> dict[int, GameSeat]:
    if round_ is None:
        return {}
    rows = GameSeat.objects.filter(round=round_).select_related("game__table", "game__event", "substitute")
    return {seat.player_id: seat for seat in rows}


def _row(player: Player, at: datetime | None, seat: GameSeat | None, round_: Round | None) -> CheckInRow:
    late = 0
    if at is not None and seat is not None and round_ is not None and round_.opened_at is not None:
        same_day = timezone.localtime(round_.opened_at).date() == timezone.localtime(at).date()
        late = max(0, (at - round_.opened_at) // timedelta(minutes=1)) if same_day else 0
    return CheckInRow(player, at, seat.game.table.number if seat else None, seat, late)


def _missing(rows: Sequence[CheckInRow]) -> list[MissingTable]:
    tables: dict[int, list[CheckInRow]] = {}
    for row in rows:
        if row.missing and row.table is not None:
            tables.setdefault(row.table, []).append(row)
    return [MissingTable(number, tables[number]) for number in sorted(tables)]
