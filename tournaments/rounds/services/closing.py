"""結束階段: lots between equals, who advances, closing and reopening, and declined places.

Closing confirms the list that was shown: the caller passes its mark (`list_mark`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, RowChange, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.core.locks import lock_event, lock_games, lock_rounds, tried_twice
from tournaments.models import Act, Declined, Event, Game, GameSeat, Lot, Player, Round, Stage, StageEntry
from tournaments.models.digests import sha256
from tournaments.standings.ranking import Cut, Through, draw_order
from tournaments.standings.tally.advancing import Advancement, advancement
from tournaments.standings.tally.standings import counted_rounds


class NeedsLot(Refused):
    """Players are equal in everything, and not all of them can advance (or their order matters for the snake)."""

    code = "needs_lot"
    status = 409


Waiting = Callable[[Stage], list[str]]
_waiting: list[Waiting] = []


def wait_for(waiting: Waiting) -> None:
    if waiting not in _waiting:
        _waiting.append(waiting)


def waits_of(stage: Stage) -> list[str]:
    """Why a stage cannot be closed yet: rounds that are not over, unsigned cards, open disputes; nothing played."""
    found: list[str] = []
    if stage.closed_at is not None:
        found.append(_("「%(stage)s」已經結束。") % {"stage": stage.name})
    if Stage.objects.filter(event=stage.event_id, number__lt=stage.number, closed_at=None).exists():
        found.append(_("前一個階段未結束。"))
    return [*found, *unfinished(stage)]


def unfinished(stage: Stage) -> list[str]:
    """What of its own results is still open, as sentences; of a closed stage too, where a round was reopened."""
    found: list[str] = []
    rounds = list(counted_rounds(stage.event).filter(stage=stage))
    if not rounds:
        found.append(_("這個階段未打過半莊。"))
    planned = (
        Round.objects.filter(stage=stage, state__in=Round.AHEAD).order_by("number").values_list("number", flat=True)
    )
    found += [_("第 %(number)s 個半莊未開始：打完它，或者取消它。") % {"number": number} for number in planned]
    for one in rounds:
        if one.state == Round.State.OPEN:
            found.append(_("第 %(number)s 個半莊未結束。") % {"number": one.number})
        tables = Game.objects.filter(round=one).exclude(state=Game.State.SIGNED).order_by("table__number")
        numbers = _("、").join(map(str, tables.values_list("table__number", flat=True)))
        if numbers:
            found.append(
                _("第 %(number)s 個半莊第 %(tables)s 檯的記分卡未簽妥。") % {"number": one.number, "tables": numbers}
            )
    for waiting in _waiting:
        found += waiting(stage)
    return found


def list_mark(found: Cut) -> str:
    return sha256([one.number for one in found.through])[:16]


# --- lots -------------------------------------------------------------------------------------------------------------


@tried_twice
@transaction.atomic
def draw_lots(*, stage_id: int, word: str, now: datetime, user_id: int | None = None) -> list[Lot]:
    """抽籤: an order for every tie that nothing else decides, from a public word. A tie with a lot is no tie any more,
    so each is drawn once.

    Raises Invalid without a word, Conflict while the stage waits for something or nothing is equal.
    """
    stage = _locked(stage_id)
    word = word.strip()
    if not word:
        raise Invalid(_("請寫公開的字或數，例如現場擲骰的點數。"), field="word")
    if len(word) > 80:
        raise Invalid(_("最多 80 個字。"), field="word")
    _check_ready(stage)
    made: list[Lot] = []
    while ties := advancement(stage).cut.ties:
        for tie in ties:
            numbers = list(tie.numbers)
            order = draw_order(stage.number, numbers, word)
            made.append(
                Lot.objects.create(
                    stage=stage, numbers=numbers, word=word, order=order, user_id=user_id, created_at=now
                )
            )
    if not made:
        raise Conflict(_("沒有要抽籤的同分。"))
    _told(stage, Kind.LOT_DRAWN, added(*made))
    return made


# --- closing ----------------------------------------------------------------------------------------------------------


@tried_twice
@transaction.atomic
def close_stage(*, stage_id: int, mark: str, now: datetime) -> Stage:
    """結束階段: its results are final, and the players who advance are in the next stage.

    `mark`: of the list that was shown (`list_mark`). Raises Conflict while it waits for something, or when the list has
    changed; NeedsLot while a tie is open.
    """
    stage = _locked(stage_id)
    _check_ready(stage)
    found = advancement(stage)
    _check_list(found, mark)
    stage.closed_at = now
    stage.save(update_fields=["closed_at"])
    said = changed(stage, "closed_at")
    if found.following is not None:
        said += _put_in(found.following, found.cut.through)
    _told(stage, Kind.STAGE_CLOSED, said)
    return stage


def _check_ready(stage: Stage) -> None:
    waits = waits_of(stage)
    if waits:
        raise Conflict("".join(waits))


def _check_list(found: Advancement, mark: str) -> None:
    if found.following is not None and not found.cut.through:
        raise Conflict(_("未定多少人晉級。請先在階段的設定寫晉級人數。"), field="places")
    if found.cut.ties:
        numbers = _("、").join(str(number) for number in found.cut.ties[0].numbers)
        raise NeedsLot(_("%(numbers)s 號同分，要先抽籤。") % {"numbers": numbers})
    if mark != list_mark(found.cut):
        raise Conflict(_("晉級名單剛剛有更改，請再看一次。"))


def _put_in(stage: Stage, through: Sequence[Through], *, again: bool = False) -> list[RowChange]:
    """Set the entries of a stage to those who advance, in order; players put in by hand stay. `again`: the list is
    filled up after a place became free: new players on it were moved up."""
    players = {player.number: player for player in Player.objects.filter(event=stage.event_id)}
    old = {entry.player_id: entry for entry in stage.entries.exclude(how=StageEntry.How.LISTED)}
    wanted = {players[one.number].pk for one in through}
    said: list[RowChange] = []
    for pk, entry in old.items():
        if pk not in wanted:
            said += [*_leave(stage, pk), *removed(entry)]
            entry.delete()
    for rank, one in enumerate(through, start=1):
        pk = players[one.number].pk
        session = (rank - 1) % stage.sessions + 1 if stage.sessions else 0
        if pk in old:
            entry = old[pk]
            if entry.rank != rank:
                entry.rank = rank
                entry.save(update_fields=["rank"])
                said += changed(entry, "rank")
            continue
        how = _how(one, again=again)
        entry, made = StageEntry.objects.get_or_create(
            stage=stage, player_id=pk, defaults={"rank": rank, "how": how, "session": session}
        )
        said += added(entry) if made else []
    return said


def _how(one: Through, *, again: bool) -> str:
    if one.moved_up or again:
        return StageEntry.How.REPLACEMENT
    return StageEntry.How.LOT if one.lot else StageEntry.How.ADVANCED


def _leave(stage: Stage, player: int) -> list[RowChange]:
    seats = GameSeat.objects.filter(player=player, round__stage=stage, round__state__in=Round.AHEAD)
    gone = removed(*seats)
    seats.delete()
    return gone


# --- afterwards -------------------------------------------------------------------------------------------------------


@tried_twice
@transaction.atomic
def reopen_stage(*, stage_id: int) -> Stage:
    """重開階段: its results are open again, and its players lose their entries in the next stage. Raises Conflict when
    it is not closed, or once the next stage has a round: that is discarded or taken back first."""
    stage = _locked(stage_id)
    if stage.closed_at is None:
        raise Conflict(_("這個階段未結束。"))
    following = Stage.objects.filter(event=stage.event_id, number=stage.number + 1).first()
    if following is not None:
        _check_not_begun(following)
        drawn = following.rounds.order_by("number").values_list("number", flat=True)
        if drawn:
            numbers = _("、").join(map(str, drawn))
            raise Conflict(_("第 %(numbers)s 個半莊已按這個名單編排，請先取消或收回它。") % {"numbers": numbers})
    stage.closed_at = None
    stage.save(update_fields=["closed_at"])
    said = changed(stage, "closed_at")
    if following is not None:
        entries = following.entries.exclude(how=StageEntry.How.LISTED)
        said += removed(*entries)
        entries.delete()
    _told(stage, Kind.STAGE_REOPENED, said)
    return stage


@tried_twice
@transaction.atomic
def decline(*, stage_id: int, number: int, now: datetime, user_id: int | None = None, declines: bool = True) -> None:
    """放棄晉級, or taking that back: the next in order takes the place, at once where the stage is closed already.

    Raises Conflict once the next stage's first hand is recorded, Invalid for a number that did not play in the stage,
    NeedsLot where the place falls to equals.
    """
    stage = _locked(stage_id)
    player = Player.objects.filter(event=stage.event_id, number=number).first()
    if player is None or not GameSeat.objects.filter(player=player, round__stage=stage).exists():
        raise Invalid(_("%(number)s 號沒有打這個階段。") % {"number": number}, field="number")
    known = Declined.objects.filter(stage=stage, player=player).first()
    if declines == (known is not None):
        return
    if declines:
        made = Declined.objects.create(stage=stage, player=player, user_id=user_id, created_at=now)
        _told(stage, Kind.PLACE_DECLINED, added(made))
    elif known is not None:
        gone = removed(known)
        known.delete()
        _told(stage, Kind.PLACE_TAKEN, gone)
    if stage.closed_at is not None:
        _fill_up(stage)


@tried_twice
@transaction.atomic
def fill_up(*, stage_id: int) -> None:
    """遞補: the next in order takes the place of a withdrawn or disqualified player. Raises as `decline`."""
    stage = _locked(stage_id)
    if stage.closed_at is None:
        raise Conflict(_("這個階段未結束。"))
    _fill_up(stage)


def _fill_up(stage: Stage) -> None:
    found = advancement(stage)
    if found.following is None:
        return
    _check_not_begun(found.following)
    if found.cut.ties:
        numbers = _("、").join(str(number) for number in found.cut.ties[0].numbers)
        raise NeedsLot(_("%(numbers)s 號同分，要先重開這個階段再抽籤。") % {"numbers": numbers})
    said = _put_in(found.following, found.cut.through, again=True)
    if said:
        _told(stage, Kind.STAGE_ENTERED, said)


def _check_not_begun(following: Stage) -> None:
    if Act.objects.filter(game__round__stage=following).exists():
        raise Conflict(_("「%(stage)s」的第一鋪已經記錄，名單不能再改。") % {"stage": following.name})


def _locked(stage_id: int) -> Stage:
    event_id = Stage.objects.values_list("event", flat=True).filter(pk=stage_id).first()
    if event_id is None:
        raise Conflict(_("這個階段剛剛取消了。"))
    lock_rounds(event_id)
    lock_games(Game.objects.filter(round__stage=stage_id))
    lock_event(event_id)
    return Stage.objects.select_related("event").get(pk=stage_id)


def _told(stage: Stage, kind: Kind, said: list[RowChange]) -> None:
    Event.objects.filter(pk=stage.event_id).update(standings_version=F("standings_version") + 1)
    append_act(stage.event_id, kind, said)
