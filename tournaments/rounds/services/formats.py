"""賽制: the published formats as stages, scaled to the number of players."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.models import Event, Stage
from tournaments.tables.book.read import rules_of


@dataclass(frozen=True)
class StagePlan:
    """Initial values of a stage: the columns of `Stage` with these names."""

    name: str
    rounds_planned: int | None = None
    session_days: list[str] = field(default_factory=list)
    rule_settings: dict[str, Any] = field(default_factory=dict)
    wind_rounds: int | None = None
    carry: str = Stage.Carry.NONE
    tie_breaks: list[str] = field(default_factory=list)
    places: int = 0
    per_table: int = 0
    share: str = Stage.Share.STAGE
    seating: str = Stage.Seating.DRAW

    def values(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Format:
    id: str
    name: Promise
    hint: Promise
    plan: Callable[[Event, int, list[str]], list[StagePlan]]
    players: int
    sessions_a_day: int = 0


def masters(event: Event, players: int, session_days: list[str]) -> list[StagePlan]:
    """大師賽: 初賽 of three games, 64強 of two, 16強 and 決賽 of one; the dealer stays in the 決賽. The sizes are those
    of the published format from 128 players on; a smaller field halves them."""
    sizes, length = _sizes(players), _length(event)
    stages = [
        StagePlan(
            _("初賽"),
            rounds_planned=3,
            wind_rounds=length,
            session_days=session_days,
            places=sizes[0],
            share=Stage.Share.SESSION if session_days else Stage.Share.STAGE,
        )
    ]
    for size, following in itertools.pairwise(sizes):
        by_table = following == _FINALISTS
        stages.append(
            StagePlan(
                _("%(count)s 強") % {"count": size},
                rounds_planned=1 if by_table else 2,
                wind_rounds=length,
                tie_breaks=["previous"],
                places=following,
                per_table=following * 4 // size if by_table else 0,
                seating=Stage.Seating.SNAKE if by_table else Stage.Seating.DRAW,
            )
        )
    stays = {"dealer_stays": True} if event.rule_set == _WITH_FINAL else {}
    stages.append(
        StagePlan(_("決賽"), rounds_planned=1, wind_rounds=length, tie_breaks=["previous"], rule_settings=stays)
    )
    return stages


_FINALISTS = 4
_WITH_FINAL = "hkma-masters"
_PUBLISHED_LENGTH = 4


def _length(event: Event) -> int | None:
    """四圈為一輪: set where the event plays the published rules at another length; other rules have their own."""
    otherwise = event.rule_set == _WITH_FINAL and rules_of(event).game.wind_rounds != _PUBLISHED_LENGTH
    return _PUBLISHED_LENGTH if otherwise else None


def _sizes(players: int) -> list[int]:
    for least, sizes in ((128, [64, 16, 4]), (64, [32, 16, 4]), (32, [16, 8, 4]), (16, [8, 4])):
        if players >= least:
            return sizes
    return [4]


def one_stage(event: Event, players: int, session_days: list[str]) -> list[StagePlan]:
    return [StagePlan(_("正賽"))]


FORMATS: Mapping[str, Format] = {
    one.id: one
    for one in (
        Format("masters", lazy("大師賽"), lazy("初賽分場，每場各有名額；16 強蛇形配桌，決賽連莊。"), masters, 256, 2),
        Format("one", lazy("一個階段"), lazy("聯賽夜、一將四圈：打完所有半莊，按總分排名。"), one_stage, 32),
    )
}  # fmt: skip


def days_of_sessions(event: Event, sessions: int) -> list[str]:
    """The day of each session, spread over the days of the event in order. Empty for one session: it is for all."""
    if sessions <= 1:
        return []
    days = (event.ends_on - event.starts_on).days + 1
    return [date.fromordinal(event.starts_on.toordinal() + n * days // sessions).isoformat() for n in range(sessions)]
