"""階段: which stages an event has, in which of them the next round is played, and who plays there."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Event, Player, Round, Stage, StageEntry
from tournaments.services.history import Kind, added, tell


def first_stage(event: Event) -> Stage:
    """正賽: what an event consists of where nothing else is planned. Not told yet: whoever makes the event tells it."""
    return Stage.objects.create(event=event, number=1, name=_("正賽"))


def current_stage(event: Event) -> Stage:
    """The stage that is played now: the first that has not been closed, else the last one."""
    stages = list(event.stages.order_by("number"))
    if not stages:  # an event that was put into the tables by hand
        made = first_stage(event)
        tell(event.pk, Kind.STAGE_MADE, added(made))
        return made
    return next((stage for stage in stages if stage.closed_at is None), stages[-1])


def next_session(stage: Stage) -> int:
    """場次 of the next round: the first that has fewer rounds than planned (void ones aside), else the last; 0 where
    there are none."""
    made = list(Round.objects.filter(stage=stage, voided_at=None).values_list("session", flat=True))
    waiting = (one for one in range(1, stage.sessions + 1) if made.count(one) < stage.planned)
    return next(waiting, stage.sessions)


def rounds_ahead(round_: Round) -> int:
    """How many rounds the players of this one are still to play in its stage after it."""
    same = Round.objects.filter(stage=round_.stage_id, session=round_.session, number__lte=round_.number)
    return max(0, round_.stage.planned - same.filter(voided_at=None).count())


def players_of(stage: Stage, session: int = 0) -> QuerySet[Player]:
    """Who is in a stage (in one session of it, where that is given), staff aside, whether or not they still play.

    The first stage is open to everybody on the list; an entry there says a session only.
    """
    entered = StageEntry.objects.filter(stage=stage)
    if session:
        entered = entered.filter(session=session)
    players = Player.objects.filter(event=stage.event_id, staff=False)
    if stage.number > 1 or session:
        players = players.filter(pk__in=entered.values("player"))
    return players.order_by("number")


def seatable(round_: Round) -> Q:
    """Which players of the event may be seated in a round: those in its stage and session, and staff."""
    if round_.stage.number == 1 and not round_.session:
        return Q()
    entered = StageEntry.objects.filter(stage=round_.stage_id, session=round_.session)
    return Q(staff=True) | Q(pk__in=entered.values("player"))


def not_in_stage(round_: Round, players: Collection[int]) -> QuerySet[Player]:
    """Those of these players who may not be seated in this round: they are in another session, or have gone out."""
    return Player.objects.filter(pk__in=players).exclude(seatable(round_)).order_by("number")
