"""異議個案: the cases of an event in one list, whether they are about a hand, a ruling or a card.

An objection to a hand is an act of its game, decided by the first later act that upholds or changes the hand; it has a
row of its own only once referees have written about it. A case about a ruling (a card comes from one) is a row from
the beginning.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from penalties.models import Case, CaseNote, Ruling
from penalties.selectors.article_words import offence_title, place_words
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Player
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.timeline import settled_by
from tournaments.tables.selectors.visible import shown_book, viewer_at
from tournaments.tables.services.substitutes import sitting

UPHELD, CHANGED = "upheld", "changed"
_DISPUTE_KINDS = (Act.Kind.OBJECT, Act.Kind.UPHOLD, Act.Kind.AMEND)


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


@dataclass(frozen=True)
class CaseView:
    """`ref` is its address: "7", or "12-5" for the objection that is act 5 of game 12.

    `place`: where it happened · `about`: what it is about, in words · `outcome`: "", "upheld", "changed" · `late`: the
    four had confirmed the hand, nothing waits for the decision.
    """

    ref: str
    event: Event
    player: Player
    text: str
    opened_at: datetime
    place: str
    about: str
    game: Game | None
    hand: int | None
    article: int | None
    reversed: bool
    outcome: str
    decision: str
    decided_by: str
    decided_at: datetime | None
    notes: int
    row: Case
    decided_act: int | None = None
    late: bool = False

    @property
    def about_hand(self) -> bool:
        return self.row.act is not None

    @property
    def open(self) -> bool:
        return not self.outcome

    @property
    def outcome_label(self) -> str:
        return str(Case.Outcome(self.outcome).label)


def cases(event: Event) -> list[CaseView]:
    """Open cases, oldest first; then decided ones, latest first."""
    found = _Reader(event).all(Case.objects.filter(event=event), disputes(event=event))
    waiting = sorted((one for one in found if one.open), key=lambda one: one.opened_at)
    done = sorted((one for one in found if not one.open), key=lambda one: one.decided_at or one.opened_at, reverse=True)
    return [*waiting, *done]


def case_of(event: Event, ref: str) -> CaseView | None:
    number, _dash, act = ref.partition("-")
    if act:
        told = [one for one in disputes(event=event, pk=int(number)) if one.act == int(act)]
        rows = Case.objects.filter(event=event, game=int(number), act=int(act))
    else:
        told = []
        rows = Case.objects.filter(event=event, pk=int(number), act__isnull=True)
    return next(iter(_Reader(event).all(rows, told)), None)


def cases_of_ruling(ruling: Ruling) -> list[CaseView]:
    return _Reader(ruling.event).all(Case.objects.filter(ruling=ruling), ())


def cases_of_player(player: Player) -> list[CaseView]:
    """A player's own cases as they may read them, latest first."""
    sat = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).values("game")
    told = [one for one in disputes(pk__in=sat) if one.player == player.pk]
    rows = Case.objects.filter(player=player)
    found = sorted(_Reader(player.event).all(rows, told), key=lambda one: one.opened_at, reverse=True)
    return [as_read_by(one, player) for one in found]


def cases_of_hand(game: Game, hand: int) -> list[CaseView]:
    told = [one for one in disputes(pk=game.pk) if one.hand == hand]
    rows = Case.objects.filter(Q(game=game, hand=hand, act__isnull=False) | Q(ruling__game=game, ruling__hand=hand))
    return sorted(_Reader(game.event).all(rows, told), key=lambda one: one.opened_at)


def as_read_by(case: CaseView, player: Player) -> CaseView:
    """A case as its player may read it: without the reason of a correction that concerns a ruling on another player."""
    if not case.about_hand or case.game is None or case.outcome != CHANGED:
        return case
    timeline = shown_book(case.game, viewer_at(case.game, player)).folded.timeline
    reasons = {replaced.act: replaced.reason for replaced in timeline.replaced}
    return replace(case, decision=reasons.get(case.decided_act or 0, ""))


def open_count(event: Event) -> int:
    """Open cases. No fold; acts are read only in games with a late objection."""
    if Act.objects.filter(game__event=event, kind=Act.Kind.OBJECT, payload__late=True).exists():
        hands = sum(not one.outcome for one in disputes(event=event))
    else:
        hands = HandRecord.objects.filter(game__event=event, state=HandRecord.State.DISPUTED).count()
    return hands + Case.objects.filter(event=event, act__isnull=True, outcome=Case.Outcome.OPEN).count()


def notes_of(case: CaseView) -> list[CaseNote]:
    if case.row._state.adding:
        return []
    return list(CaseNote.objects.filter(case=case.row).select_related("user").order_by("id"))


@dataclass(frozen=True)
class RulingFacts:
    name: str
    place: str
    facts: str
    reversed: bool
    reversal: bool


def ruling_facts(ruling: Ruling) -> RulingFacts:
    reader = _Reader(ruling.event)
    taken_back = Ruling.objects.filter(reverses=ruling).exists()
    return RulingFacts(
        name=offence_title(ruling.offence, reader.rules),
        place=reader.place_of(ruling),
        facts=ruling.facts,
        reversed=taken_back,
        reversal=ruling.reverses_id is not None,
    )


class _Reader:
    def __init__(self, event: Event) -> None:
        self.event = event
        self.rules = rules_of(event)

    def all(self, rows: QuerySet[Case], told: Sequence[Dispute]) -> list[CaseView]:
        """Cases about rulings from their rows, cases about hands from the acts, with their rows where they exist."""
        loaded = list(rows.select_related(*_JOINS).annotate(written=Count("notes")).order_by("opened_at", "id"))
        of_hands = {(row.game_id, row.act): row for row in loaded if row.act is not None}
        games = Game.objects.select_related("event", "round", "table").in_bulk({one.game for one in told})
        players = Player.objects.in_bulk({one.player for one in told})
        return [
            *(self._of_ruling(row) for row in loaded if row.act is None),
            *(
                self._of_hand(one, games[one.game], players[one.player], of_hands.get((one.game, one.act)))
                for one in told
            ),
        ]

    def _of_ruling(self, row: Case) -> CaseView:
        ruling = row.ruling
        assert ruling is not None
        return CaseView(
            ref=str(row.pk),
            event=self.event,
            player=row.player,
            text=row.text,
            opened_at=row.opened_at,
            place=self.place_of(ruling),
            about=offence_title(ruling.offence, self.rules),
            game=ruling.game,
            hand=ruling.hand,
            article=ruling.number,
            reversed=hasattr(ruling, "reversal"),
            outcome=row.outcome,
            decision=row.decision,
            decided_by=str(row.decided_by or ""),
            decided_at=row.decided_at,
            notes=_written(row),
            row=row,
        )

    def _of_hand(self, one: Dispute, game: Game, player: Player, row: Case | None) -> CaseView:
        return CaseView(
            ref=f"{one.game}-{one.act}",
            event=self.event,
            player=player,
            text=one.text,
            opened_at=one.opened_at,
            place=place_words(game, one.hand, 0, self.rules),
            about=_("這一鋪的記錄"),
            game=game,
            hand=one.hand,
            article=None,
            reversed=False,
            outcome=one.outcome,
            decision=one.decision,
            decided_by=one.decided_by,
            decided_at=one.decided_at,
            notes=_written(row) if row else 0,
            row=row or self._unwritten(one),
            decided_act=one.decided_act,
            late=one.late,
        )

    def _unwritten(self, one: Dispute) -> Case:
        """The row that the first note will store."""
        return Case(
            event=self.event,
            game_id=one.game,
            hand=one.hand,
            act=one.act,
            player_id=one.player,
            text=one.text,
            opened_at=one.opened_at,
        )

    def place_of(self, ruling: Ruling) -> str:
        after = ruling.hall.after_round if ruling.hall else 0
        return place_words(ruling.game, ruling.hand, after, self.rules)


_JOINS = ("player", "decided_by", "ruling__game__round", "ruling__game__table", "ruling__hall", "ruling__reversal")


def _written(row: Case) -> int:
    written: int = row.written  # type: ignore[attr-defined]
    return written


def disputes(**games: Any) -> list[Dispute]:
    """All objections in these games (a filter on Game, such as `event=…`), in the order they were made."""
    objected = Act.objects.filter(kind=Act.Kind.OBJECT, **{f"game__{name}": value for name, value in games.items()})
    acts = Act.objects.filter(kind__in=_DISPUTE_KINDS, game__in=objected.values("game")).order_by("game", "number")
    said = list(acts.select_related("user", "player"))
    rows = GameSeat.objects.filter(game__in={act.game_id for act in said}).select_related("player", "substitute")
    seats = {(row.game_id, row.seat): row for row in rows}
    found: dict[tuple[int, int], Dispute] = {}
    for act in said:
        if act.kind == Act.Kind.OBJECT:
            found[act.game_id, act.number] = _dispute_of(act, seats)
        else:
            _decide(found, act)
    return sorted(found.values(), key=lambda one: (one.opened_at, one.game, one.act))


def _dispute_of(act: Act, seats: Mapping[tuple[int, int], GameSeat]) -> Dispute:
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
