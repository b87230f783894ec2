"""輪次: a round is drafted, opened (games begin), closed, and opened again where a card has to be put right.

One that was opened by mistake is taken back.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.book.read import rules_of
from tournaments.exceptions import Conflict, Invalid, Refused
from tournaments.locks import lock_event, lock_games, lock_round, tried_twice
from tournaments.models import Act, Call, Event, Game, GameSeat, HallRuling, Round
from tournaments.services.apart import all_kept_apart_at, pairs_of
from tournaments.services.carried_over import lock_played, standings_of
from tournaments.services.events import touch_standings
from tournaments.services.history import Kind, added, brought, changed, heads, removed, tell
from tournaments.services.seating import left_out, locked_draft, no_seat
from tournaments.services.stages import current_stage, next_session


class NeedsConfirmation(Refused):
    """Possible, but only when the organiser says so after reading what it means: `detail` names it."""

    code = "needs_confirmation"
    status = 409


@tried_twice
def make_round(*, event: Event, day: date) -> Round:
    """下一個半莊: a new draft. Raises Conflict while another draft waits."""
    with transaction.atomic():
        lock_event(event.pk)
        draft = event.rounds.filter(state=Round.State.DRAFT).first()
        if draft:
            raise Conflict(_("第 %(number)s 個半莊仍在編排，請先開始或取消它。") % {"number": draft.number})
        last = event.rounds.aggregate(last=Max("number"))["last"] or 0
        stage = current_stage(event)
        made = Round.objects.create(
            event=event,
            stage=stage,
            session=next_session(stage),
            rule_settings=stage.rule_settings,
            number=last + 1,
            day=day,
        )
        tell(event.pk, Kind.ROUND_MADE, added(made))
        return made


@tried_twice
def set_day(*, round_id: int, day: date) -> None:
    """Change the day of a draft: cards of the day before then no longer count."""
    with transaction.atomic():
        round_ = locked_draft(round_id)
        round_.day = day
        round_.save(update_fields=["day"])
        tell(round_.event_id, Kind.ROUND_CHANGED, changed(round_, "day"))


@tried_twice
def discard_round(*, round_id: int) -> None:
    """Take a draft back. Raises Conflict once it is open."""
    with transaction.atomic():
        round_ = locked_draft(round_id)
        gone = removed(round_, *round_.games.all(), *round_.seats.all())
        Game.objects.filter(round=round_).delete()
        round_.delete()
        tell(round_.event_id, Kind.ROUND_DISCARDED, gone)


@tried_twice
def open_round(*, round_id: int, now: datetime, confirmed: bool = False) -> Round:
    """開始: from now on the referees record. Each game gets what its players bring from earlier ones.

    Raises Invalid when nobody is seated, a table is not full, somebody there may not play or two there are kept
    apart, NeedsConfirmation when players are left out, Conflict when the round is open already, or discarded.
    """
    with transaction.atomic():
        round_ = locked_draft(round_id)
        players = GameSeat.objects.filter(round=round_).values_list("player", flat=True)
        lock_played(list(players), round__number__lt=round_.number)
        _check_seats(round_)
        missing = [] if confirmed else left_out(round_)
        if missing:
            names = "、".join(str(player) for player in missing[:8])
            raise NeedsConfirmation(
                _("有 %(count)s 名選手沒有座位：%(names)s。確定要這樣開始？") % {"count": len(missing), "names": names}
            )
        games = _begin_games(round_)
        round_.state, round_.opened_at = Round.State.OPEN, now
        round_.save(update_fields=["state", "opened_at"])
        touch_standings(round_.event_id)
        tell(round_.event_id, Kind.ROUND_OPENED, changed(round_, "state", "opened_at"), brought=brought(*games))
        return round_


@dataclass(frozen=True)
class SeatFault:
    """開始之前: one thing in a draft for which its round is not opened; `sentence` does not name the table."""

    table: int
    sentence: str


def seat_faults(round_: Round) -> list[SeatFault]:
    """Everything for which these seats cannot be played, by table: chairs that are empty, players who were barred or
    have withdrawn, and pairs who were kept apart, since they were drawn."""
    games = Game.objects.filter(round=round_).select_related("table").prefetch_related("seats__player")
    pairs = pairs_of(round_.event_id)
    found: list[SeatFault] = []
    for game in games.order_by("table__number"):
        players = [seat.player for seat in game.seats.all()]
        empty = [] if len(players) == 4 else [_("未坐滿四人。")]
        gone = [no_seat(player) for player in players if not player.plays_on]
        found += [SeatFault(game.table.number, one) for one in (*empty, *gone, *all_kept_apart_at(players, pairs))]
    return found


def _check_seats(round_: Round) -> None:
    if not Game.objects.filter(round=round_).exists():
        raise Invalid(_("還未編座位。請先抽籤，或逐檯選擇。"))
    for fault in seat_faults(round_):
        words = {"table": fault.table, "sentence": fault.sentence}
        raise Invalid(_("第 %(table)s 檯：%(sentence)s請重新編位。") % words)


def _begin_games(round_: Round) -> list[Game]:
    """Everybody begins with the points of the rules, and with what they bring. Returns the games in which somebody
    brings something."""
    begin = rules_of(round_.event, round_).game.start
    if begin:
        GameSeat.objects.filter(round=round_).update(score=begin)
    standings = standings_of(round_)
    games = list(Game.objects.filter(round=round_, pk__in=standings))
    for game in games:
        game.standing = standings[game.pk]
    Game.objects.bulk_update(games, ["standing"])
    return games


def unsigned_games(round_: Round) -> list[Game]:
    """Games of the round whose card the four have not signed, by table."""
    games = Game.objects.filter(round=round_).exclude(state=Game.State.SIGNED)
    return list(games.select_related("table").order_by("table__number"))


@tried_twice
def close_round(*, round_id: int, now: datetime, confirmed: bool = False) -> Round:
    """結束: no more hands in this round; calls for a referee that nobody ended are over with it.

    Its games are locked: a hand that is being saved is in the book before the round closes, or is refused. What was
    said about hands (confirmations, objections, signatures) may still be said, and rulings may be reversed.

    Raises NeedsConfirmation, naming the tables, when cards are not signed or nothing was recorded; Conflict when the
    round is not open.
    """
    with transaction.atomic():
        round_ = _locked(round_id, Round.State.OPEN)
        lock_games(round_.games.all())
        if not confirmed:
            _ask_before_closing(round_)
        # Whoever was waited for began later than this did: the round closes after the last of them.
        last = round_.games.aggregate(last=Max("last_act_at"))["last"]
        round_.state, round_.closed_at = Round.State.CLOSED, max(now, last or now)
        round_.save(update_fields=["state", "closed_at"])
        Call.objects.filter(game__round=round_, ended_at=None).update(ended_at=round_.closed_at)
        touch_standings(round_.event_id)
        tell(round_.event_id, Kind.ROUND_CLOSED, changed(round_, "state", "closed_at"), heads=heads(round_))
        return round_


def _ask_before_closing(round_: Round) -> None:
    unsigned = unsigned_games(round_)
    if not unsigned:
        return
    words = {"tables": "、".join(str(game.table.number) for game in unsigned)}
    if Act.objects.filter(game__round=round_).exists():
        raise NeedsConfirmation(_("第 %(tables)s 檯的記分卡未簽妥。確定要結束這一輪？") % words)
    raise NeedsConfirmation(
        _(
            "第 %(tables)s 檯都未有任何記錄。結束後這一輪不計入排名，也不當作打過；如果是開錯了，請改用「收回」。"
            "確定要結束這一輪？"
        )
        % words
    )


@tried_twice
def take_back_round(*, round_id: int, confirmed: bool = False) -> Round:
    """收回: a round that was opened by mistake is a draft again, with the same seats, as long as nothing came of it.

    Raises Conflict, saying why, once anything was recorded, when a later round is there already, or when the round is
    not open; NeedsConfirmation before it is done.
    """
    with transaction.atomic():
        round_ = _locked(round_id, Round.State.OPEN)
        lock_games(round_.games.all())
        lock_event(round_.event_id)
        reason = why_not_taken_back(round_)
        if reason:
            raise Conflict(reason)
        if not confirmed:
            raise NeedsConfirmation(
                _("收回後這一輪變回編排中：座位不變，但不再公開，開始之前裁判不能記錄。確定要收回？")
            )
        GameSeat.objects.filter(round=round_).update(score=0)
        round_.games.update(standing={})
        round_.state, round_.opened_at = Round.State.DRAFT, None
        round_.save(update_fields=["state", "opened_at"])
        touch_standings(round_.event_id)
        said = changed(round_, "state", "opened_at")
        tell(round_.event_id, Kind.ROUND_TAKEN_BACK, said, brought=brought(*round_.games.all()))
        return round_


def why_not_taken_back(round_: Round) -> str:
    """What has come of an open round, or stands in the way of taking it back, in a sentence; empty where nothing."""
    later = Round.objects.filter(event=round_.event_id, number__gt=round_.number).order_by("number").first()
    if later is not None:
        words = {"number": round_.number, "later": later.number}
        return _("第 %(later)s 個半莊已經編排，不能收回第 %(number)s 個。請先取消或收回之後的。") % words
    sentences = (
        (Act.objects.filter(game__round=round_), _("第 %(tables)s 檯已有記錄，不能收回。請照常結束這一輪。")),
        (Call.objects.filter(game__round=round_), _("第 %(tables)s 檯叫過裁判，不能收回。請照常結束這一輪。")),
        (
            GameSeat.objects.filter(round=round_, substitute__isnull=False),
            _("第 %(tables)s 檯有替補，不能收回。請先取消替補。"),
        ),
    )
    for found, sentence in sentences:
        tables = sorted(set(found.order_by().values_list("game__table__number", flat=True)))
        if tables:
            return sentence % {"tables": "、".join(map(str, tables))}
    if HallRuling.objects.filter(event=round_.event_id, after_round=round_.number).exists():
        return _("這一輪開始後已有局外判決，不能收回。請照常結束這一輪。")
    return ""


@tried_twice
def reopen_round(*, round_id: int) -> Round:
    """重開: a closed round can be written in again, so that a card can be put right."""
    with transaction.atomic():
        round_ = _locked(round_id, Round.State.CLOSED)
        round_.state, round_.closed_at = Round.State.OPEN, None
        round_.save(update_fields=["state", "closed_at"])
        touch_standings(round_.event_id)
        tell(round_.event_id, Kind.ROUND_REOPENED, changed(round_, "state", "closed_at"))
        return round_


def _locked(round_id: int, state: str) -> Round:
    round_ = lock_round(round_id)
    if round_.state != state:
        raise Conflict(
            _("第 %(number)s 個半莊現在是「%(state)s」，做不到。")
            % {"number": round_.number, "state": round_.get_state_display()}
        )
    return round_
