"""異議個案: the cases of an event in one list, about hands, rulings and cards.

An objection to a hand is an act of its game, decided by the first later act that upholds or changes the hand; it gets a
row only when referees write about it. A case about a ruling (or the card it gave) has a row from the beginning.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from penalties.models import Case, CaseNote, Ruling
from penalties.selectors.register import offence_title, place_of, place_words
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Player
from tournaments.tables.game_log.read import read_book, rules_of
from tournaments.tables.game_log.timeline import settled_by
from tournaments.tables.selectors.visible import shown_book, viewer_at
from tournaments.tables.services.substitutes import sitting


def cases(event: Event) -> list[Case]:
    """Return open cases, oldest first, then decided ones, latest first."""
    found = _described(event, Case.objects.filter(event=event), disputes(event=event))
    waiting = sorted((one for one in found if one.open), key=lambda one: one.opened_at)
    done = sorted((one for one in found if not one.open), key=lambda one: one.decided_at or one.opened_at, reverse=True)
    return [*waiting, *done]


def case_of(event: Event, ref: str) -> Case:
    """Return the case of this reference. Raises Http404 if there is none."""
    number, _dash, act = ref.partition("-")
    if act:
        told = [one for one in disputes(event=event, pk=int(number)) if one.act == int(act)]
        rows = Case.objects.filter(event=event, game=int(number), act=int(act))
    else:
        told = []
        rows = Case.objects.filter(event=event, pk=int(number), act__isnull=True)
    for case in _described(event, rows, told):
        return case
    raise Http404


def cases_of_ruling(ruling: Ruling) -> list[Case]:
    return _described(ruling.event, Case.objects.filter(ruling=ruling), ())


def cases_of_player(player: Player) -> list[Case]:
    """Return a player's own cases, latest first, without the parts hidden from that player."""
    sat = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).values("game")
    told = [one for one in disputes(pk__in=sat) if one.player_id == player.pk]
    found = _described(player.event, Case.objects.filter(player=player), told)
    for case in found:
        hide_other_reasons(case)
    return sorted(found, key=lambda one: one.opened_at, reverse=True)


def cases_of_hand(game: Game, hand: int) -> list[Case]:
    told = [one for one in disputes(pk=game.pk) if one.hand == hand]
    rows = Case.objects.filter(Q(game=game, hand=hand, act__isnull=False) | Q(ruling__game=game, ruling__hand=hand))
    return sorted(_described(game.event, rows, told), key=lambda one: one.opened_at)


def hide_other_reasons(case: Case) -> None:
    """Blank the reason of a correction, before a player sees their case, if it is about a ruling on another player."""
    if case.about_hand and case.game is not None and case.outcome == Case.Outcome.CHANGED:
        timeline = shown_book(read_book(case.game), viewer_at(case.game, case.player)).folded.timeline
        reasons = {replaced.act: replaced.reason for replaced in timeline.replaced}
        case.decision = reasons.get(case.decided_act or 0, "")


def open_count(event: Event) -> int:
    """Count open cases. Replays no game, and reads acts only if there is a late objection."""
    if Act.objects.filter(game__event=event, kind=Act.Kind.OBJECT, payload__late=True).exists():
        hands = sum(one.open for one in disputes(event=event))
    else:
        hands = HandRecord.objects.filter(game__event=event, state=HandRecord.State.DISPUTED).count()
    return hands + Case.objects.filter(event=event, act__isnull=True, outcome=Case.Outcome.OPEN).count()


def notes_of(case: Case) -> list[CaseNote]:
    return list(CaseNote.objects.filter(case=case.pk).select_related("user").order_by("id")) if case.pk else []


def disputes(**games: Any) -> list[Case]:
    """Return unsaved cases, with their decisions, for all objections in the games of this filter (such as
    `event=…`)."""
    objected = Act.objects.filter(kind=Act.Kind.OBJECT, **{f"game__{name}": value for name, value in games.items()})
    known = set(objected.values_list("game", flat=True))
    if not known:
        return []
    kinds = (Act.Kind.OBJECT, Act.Kind.UPHOLD, Act.Kind.AMEND)
    acts = Act.objects.filter(kind__in=kinds, game__in=known).order_by("game", "number")
    acts = acts.select_related("user", "player", "game__event", "game__round", "game__table")
    rows = GameSeat.objects.filter(game__in=known).select_related("player", "substitute")
    seats = {(row.game_id, row.seat): row for row in rows}
    found: list[Case] = []
    for act in acts:
        if act.kind == Act.Kind.OBJECT:
            hand = act.payload["hand"]
            case = Case(
                event_id=act.game.event_id,
                game=act.game,
                hand=hand,
                act=act.number,
                player=sitting(seats[act.game_id, act.payload["seat"]], hand),
                text=act.reason,
                opened_at=act.created_at,
            )
            case.late = act.payload.get("late", False)
            found.append(case)
            continue
        upholds = act.kind == Act.Kind.UPHOLD
        hands = [act.payload["hand"]] if upholds else settled_by(act.payload)
        for case in found:
            if case.game_id == act.game_id and case.hand in hands and case.open:
                case.outcome = Case.Outcome.UPHELD if upholds else Case.Outcome.CHANGED
                case.decision, case.decided_at, case.decided_act = act.reason, act.created_at, act.number
                case.decided_by_name = str(act.user or act.player or "")
    return sorted(found, key=lambda one: (one.opened_at, one.game_id, one.act))


def _described(event: Event, rows: QuerySet[Case], told: Sequence[Case]) -> list[Case]:
    """Describe cases about rulings from their rows, and cases about hands from acts plus the notes of their rows."""
    if not told and not rows.exists():  # asked after every hand, on the page of each of its players
        return []
    rules = rules_of(event)
    joins = ("player", "decided_by", "ruling__game__round", "ruling__game__table", "ruling__hall", "ruling__reversal")
    stored = rows.select_related(*joins).annotate(written=Count("notes")).order_by("opened_at", "id")
    of_hands = {(row.game_id, row.act): row for row in stored}
    of_rulings = [row for row in stored if row.ruling is not None]
    for row in of_rulings:
        assert row.ruling is not None
        row.note_count = row.written
        row.game, row.hand = row.ruling.game, row.ruling.hand
        row.place, row.about = place_of(row.ruling, rules), offence_title(row.ruling.offence, rules)
        row.decided_by_name = str(row.decided_by or "")
    for case in told:
        case.place, case.about = place_words(case.game, case.hand, 0, rules), _("這一鋪的記錄")
        if (known := of_hands.get((case.game_id, case.act))) is not None:
            case.pk, case.note_count = known.pk, known.written
    return [*of_rulings, *told]
