"""半莊: a round is drafted, published, opened (games begin) and closed; each step can be undone.

Later rounds may be drafted and published while an earlier one is in play.
"""

import itertools
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.audit_context import current_user_id
from scoring import ScoringError, apply
from tournaments.core.event_log import Kind, added, append_act, brought, changed, heads, removed
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation
from tournaments.core.locks import in_one_transaction, lock_event, lock_games, lock_later, lock_round
from tournaments.core.services import day_fault
from tournaments.hall import services as clocks
from tournaments.models import Act, Call, Event, Game, GameSeat, HallRuling, Player, Round
from tournaments.phrases.days import day_text
from tournaments.phrases.kinds import left_words
from tournaments.phrases.wording import hand_name, joined, plain, plural
from tournaments.rounds.services.seating import SeatError, left_out, locked_draft, seat_errors
from tournaments.rounds.services.stages import (
    check_settings,
    close_only_stage,
    current_stage,
    next_session,
    reopen_only_stage,
)
from tournaments.tables.game_log.read import Actor, GameLog, read_book, round_text, rules_of
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.services import carried_over
from tournaments.tables.services.recording import record
from tournaments.tables.services.refunds import redistribute
from tournaments.tables.services.reopening import ask_before_voiding
from tournaments.tables.services.writing import counting_changed

BELL = Played({"type": "time_up", "during_hand": False})
"""Between two hands it ends a game (L-36), and the end collects every open amount (L-30)."""
_VOIDED = ("state", "closed_at", "voided_at", "void_reason")
LONGEST = 300


@in_one_transaction
def make_round(*, event: Event, day: date, wind_rounds: int | None = None, confirmed: bool = False) -> Round:
    """下一個半莊: create a draft. `wind_rounds`: 圈數 of its games, None: the default of its stage or of the event's
    rules.

    Raises Conflict while a draft has no seats yet (so a repeat makes no second round), Invalid for a length that the
    rules do not have, NeedsConfirmation for a day outside the event.
    """
    lock_event(event.pk)
    empty = event.rounds.filter(state=Round.State.DRAFT, games=None).order_by("number").first()
    if empty is not None:
        raise Conflict(round_text(empty, _("第 %(number)s 個半莊還未編座位，請先編好或取消它。")))
    return make_rounds(event=event, days=[day], wind_rounds=wind_rounds, confirmed=confirmed)[0]


@in_one_transaction
def make_rounds(
    *, event: Event, days: Sequence[date], wind_rounds: int | None = None, confirmed: bool = False
) -> list[Round]:
    """Create drafts, one for each of these days, in order. The number of a discarded draft is used again, unless a
    later round has begun. The only stage of an event is reopened. Raises Invalid and NeedsConfirmation as `make_round`
    does, Conflict if there are several stages and all are closed."""
    locked = lock_event(event.pk)
    for day in days:
        _ask_for_day(locked, day, confirmed)
    made = []
    for day in days:
        stage = current_stage(locked)
        reopen_only_stage(stage)
        if stage.closed_at is not None:
            raise Conflict(_("「%(stage)s」已經結束。請先重開這個階段，才可再加。") % {"stage": stage.name})
        taken = set(locked.rounds.values_list("number", flat=True))
        begun = locked.rounds.filter(state__in=Round.BEGUN).aggregate(last=Max("number"))["last"] or 0
        round_ = Round(
            event=locked,
            stage=stage,
            session=next_session(stage),
            rule_settings=stage.rule_settings,
            wind_rounds=stage.wind_rounds if wind_rounds is None else wind_rounds,
            number=next(number for number in itertools.count(begun + 1) if number not in taken),
            day=day,
        )
        check_settings(locked, round_)
        round_.save(force_insert=True)
        made.append(round_)
    append_act(event.pk, Kind.ROUND_MADE, added(*made))
    return made


def _ask_for_day(event: Event, day: date, confirmed: bool) -> None:
    if fault := day_fault(day):
        raise Invalid(fault, field="day")
    if not confirmed and not event.starts_on <= day <= event.ends_on:
        days = {"day": day, "first": event.starts_on, "last": event.ends_on}
        words = {name: day_text(one, year=True) for name, one in days.items()}
        raise NeedsConfirmation(_("%(day)s 不在賽期（%(first)s 至 %(last)s）之內。確定是這一日？") % words, field="day")


@in_one_transaction
def set_day(*, round_id: int, day: date, confirmed: bool = False) -> None:
    """Change the day of a round that has not begun: cards of earlier days then no longer count. Raises as `make_round`
    does; Conflict once it has begun."""
    round_ = _locked(round_id, *Round.AHEAD)
    _ask_for_day(round_.event, day, confirmed)
    round_.day = day
    round_.save(update_fields=["day"])
    append_act(round_.event_id, Kind.ROUND_CHANGED, changed(round_, "day"))


@in_one_transaction
def set_length(*, round_id: int, wind_rounds: int | None) -> Round:
    """長度: set the 圈數 of a round that has not begun; None: the default of its stage or of the event's rules. Raises
    Invalid for a length that the rules do not have, Conflict once it has begun."""
    round_ = _locked(round_id, *Round.AHEAD)
    round_.wind_rounds = round_.stage.wind_rounds if wind_rounds is None else wind_rounds
    check_settings(round_.event, round_)
    round_.save(update_fields=["wind_rounds"])
    published = round_.state == Round.State.PUBLISHED
    append_act(round_.event_id, Kind.ROUND_CHANGED, changed(round_, "wind_rounds"), played=published)
    return round_


@in_one_transaction
def discard_round(*, round_id: int) -> None:
    round_ = locked_draft(round_id)
    gone = removed(round_, *round_.games.all(), *round_.seats.all())
    Game.objects.filter(round=round_).delete()
    round_.delete()
    append_act(round_.event_id, Kind.ROUND_DISCARDED, gone)


@in_one_transaction
def publish_round(*, round_id: int, now: datetime, confirmed: bool = False) -> Round:
    """公布座位: make the seats public before play. Raises as `open_round` for its seats, Conflict unless a draft."""
    round_ = _locked(round_id, Round.State.DRAFT)
    _check_seats(round_)
    if not confirmed and (sentence := _left_out_sentence(round_)):
        raise NeedsConfirmation(sentence + _("確定要這樣公布？"))
    round_.state, round_.published_at = Round.State.PUBLISHED, now
    return _store(round_, Kind.ROUND_PUBLISHED, "state", "published_at")


@in_one_transaction
def unpublish_round(*, round_id: int) -> Round:
    """收回公布: turn the seats back into a draft, for organisers only. Raises Conflict unless they are published."""
    round_ = _locked(round_id, Round.State.PUBLISHED)
    round_.state, round_.published_at = Round.State.DRAFT, None
    return _store(round_, Kind.ROUND_UNPUBLISHED, "state", "published_at")


def seat_faults(round_: Round) -> list[SeatError]:
    """Return by table what prevents the round from being played: empty chairs, and `seat_errors`."""
    tables: dict[int, list[Player | None]] = {}
    for game in Game.objects.filter(round=round_).select_related("table").prefetch_related("seats__player"):
        four = tables.setdefault(game.table.number, [None] * 4)
        for seat in game.seats.all():
            four[seat.seat] = seat.player
    found = [SeatError(table, _("未坐滿四人。")) for table, four in tables.items() if None in four]
    return sorted([*found, *seat_errors(round_, tables)], key=lambda fault: fault.table)


def _check_seats(round_: Round) -> None:
    if not Game.objects.filter(round=round_).exists():
        raise Invalid(_("還未編座位。請先抽籤，或用其他編法。"))
    for fault in seat_faults(round_):
        raise Invalid(fault.refusal)


def _left_out_sentence(round_: Round) -> str:
    missing = left_out(round_)
    if not missing:
        return ""
    names = _("、").join(str(player) for player in missing[:8])
    return plural("有 %(count)s 名選手沒有座位：%(names)s。", len(missing), names=names)


@in_one_transaction
def open_round(*, round_id: int, now: datetime, confirmed: bool = False, absent: str = "") -> Round:
    """開始: let referees record. Each game gets the cards its players bring from earlier ones. Publishes a draft.
    `absent`: a sentence about players who have not come, which must be confirmed too.

    Raises Invalid if no player is seated, a table is not full, or a table has a player who may not play or two who are
    kept apart; NeedsConfirmation if players are left out or an earlier round is not over; Conflict if the round is
    already open, or discarded.
    """
    round_ = _locked(round_id, *Round.AHEAD)
    players = list(GameSeat.objects.filter(round=round_).values_list("player", flat=True))
    carried_over.lock_played(players, round__number__lt=round_.number)
    lock_later(round_.event_id, after=round_.number)
    _check_seats(round_)
    if not confirmed:
        sentences = absent + _left_out_sentence(round_)
        before = round_.event.rounds.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED)
        if numbers := list(before.order_by("number").values_list("number", flat=True)):
            words = _("第 %(numbers)s 個半莊還未結束。")
            sentences += round_text(round_, words, numbers=_("、").join(map(str, numbers)))
        if sentences:
            raise NeedsConfirmation(sentences + _("確定要這樣開始？"))
    begin = rules_of(round_.event, round_).game.start
    if begin:
        GameSeat.objects.filter(round=round_).update(score=begin)
    standings = carried_over.standings_of(round_)
    games = list(Game.objects.filter(round=round_, pk__in=standings))
    for game in games:
        game.standing = standings[game.pk]
    Game.objects.bulk_update(games, ["standing"])
    round_.state, round_.opened_at = Round.State.OPEN, now
    round_.published_at = round_.published_at or now
    _store(round_, Kind.ROUND_OPENED, "state", "opened_at", "published_at", brought=brought(*games))
    words = round_text(round_, _("第 %(number)s 個半莊開始了"))
    count_again(round_.event, players, after=round_.number, reason=words, now=now)
    return round_


def count_again(
    event: Event, players: Collection[int], *, after: int, reason: str, actor: Actor | None = None, now: datetime
) -> None:
    """Notify listeners that these players' counted games changed, and so what they bring to rounds after `after`."""
    who = actor or Actor(user_id=current_user_id())
    said = {"event": event, "players": list(players), "after": after, "reason": reason, "actor": who, "now": now}
    counting_changed.send(GameLog, **said)


@in_one_transaction
def take_back_round(*, round_id: int, now: datetime, confirmed: bool = False) -> Round:
    """收回: turn a round opened by mistake back into a published one, while it has no consequences.

    Raises NeedsConfirmation unless `confirmed`; Conflict, saying why, if it is not open or anything was recorded.
    """
    round_ = _locked(round_id, Round.State.OPEN)
    lock_games(round_.games.all())
    lock_later(round_.event_id, after=round_.number)
    lock_event(round_.event_id)
    if reason := why_not_taken_back(round_):
        raise Conflict(reason)
    if not confirmed:
        raise NeedsConfirmation(_("收回後變回已公布：座位不變，開始之前裁判不能記錄。確定要收回？"))
    GameSeat.objects.filter(round=round_).update(score=0)
    round_.games.update(standing={})
    clocks.clear(round_)
    round_.state, round_.opened_at = Round.State.PUBLISHED, None
    _store(round_, Kind.ROUND_TAKEN_BACK, "state", "opened_at", brought=brought(*round_.games.all()))
    words = round_text(round_, _("第 %(number)s 個半莊收回了"))
    count_again(round_.event, _people_in(round_), after=round_.number, reason=words, now=now)
    return round_


def _people_in(round_: Round) -> list[int]:
    rows = GameSeat.objects.filter(round=round_).values_list("player", "substitute")
    return [pk for pair in rows for pk in pair if pk is not None]


def why_not_taken_back(round_: Round) -> str:
    replaced = GameSeat.objects.filter(round=round_, substitute__isnull=False)
    sentences = (
        (Act.objects.filter(game__round=round_), _("第 %(tables)s 檯已有記錄，不能收回。請照常結束。")),
        (Call.objects.filter(game__round=round_), _("第 %(tables)s 檯叫過裁判，不能收回。請照常結束。")),
        (replaced, _("第 %(tables)s 檯有替補，不能收回。請先取消替補。")),
    )
    for found, sentence in sentences:
        tables = sorted(set(found.order_by().values_list("game__table__number", flat=True)))
        if tables:
            return sentence % {"tables": _("、").join(map(str, tables))}
    if HallRuling.objects.filter(event=round_.event_id, after_round=round_.number).exists():
        return _("開始後已有局外判決，不能收回。請照常結束。")
    return ""


def unsigned_games(round_: Round) -> list[Game]:
    games = Game.objects.filter(round=round_).exclude(state=Game.State.SIGNED)
    return list(games.select_related("table").order_by("table__number"))


@in_one_transaction
def close_round(*, round_id: int, now: datetime, confirmed: bool = False) -> Round:
    """結束: accept no more hands in this round; open calls for a referee end with it.

    Its games are locked: a hand being saved is either in the log before the round closes, or refused. Confirmations,
    objections and signatures are still accepted, and rulings may be reversed. An event of one stage ends with its last
    planned round.

    Raises NeedsConfirmation, naming the tables, if games are in play (with their open amounts), cards are not signed or
    no hand was recorded; Conflict if the round is not open.
    """
    round_ = _locked(round_id, Round.State.OPEN)
    lock_games(round_.games.all())
    if not confirmed and (unsigned := unsigned_games(round_)):
        words = {"tables": _("、").join(str(game.table.number) for game in unsigned)}
        if round_.games.exclude(state=Game.State.SEATED).exists():
            playing = games_in_play(round_)
            unpaid = sum((one.unpaid for one in playing), Decimal(0))
            said = {"tables": _("、").join(str(one.game.table.number) for one in playing), "points": plain(unpaid)}
            sentences = [_("第 %(tables)s 檯的記分卡未簽妥。確定要結束？") % words]
            if unpaid:
                text = _("第 %(tables)s 檯未打完，有 %(points)s 分要到完場才付，這樣結束就不會付。")
                sentences.insert(0, text % said)
            elif playing:
                sentences.insert(0, _("第 %(tables)s 檯未打完。") % said)
            raise NeedsConfirmation(joined(sentences))
        text = _(
            "第 %(tables)s 檯都未打過一鋪。結束後不計入排名，也不當作打過；如果是開錯了，未有記錄的可以「收回」。"
            "確定要結束？"
        )
        raise NeedsConfirmation(text % words)
    _close(round_, now)
    _store(round_, Kind.ROUND_CLOSED, "state", "closed_at", heads=heads(round_))
    close_only_stage(lock_event(round_.event_id), now)
    return round_


def _close(round_: Round, now: datetime) -> None:
    """Close the round, never before its last act: that may be later than `now`, as the games had to be locked first."""
    last = round_.games.aggregate(last=Max("last_act_at"))["last"]
    round_.state, round_.closed_at = Round.State.CLOSED, max(now, last or now)
    Call.objects.filter(game__round=round_, ended_at=None).update(ended_at=round_.closed_at)


@in_one_transaction
def reopen_round(*, round_id: int) -> Round:
    """重開: allow writing in a closed round again, so that a card can be corrected. Raises Conflict for a void one."""
    round_ = _locked(round_id, Round.State.CLOSED)
    if round_.void:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊已作廢。請先取消作廢，才可重開。")))
    round_.state, round_.closed_at = Round.State.OPEN, None
    reopened = _store(round_, Kind.ROUND_REOPENED, "state", "closed_at")
    reopen_only_stage(round_.stage)  # it was closed with its last round
    return reopened


def _locked(round_id: int, *states: str) -> Round:
    round_ = lock_round(round_id)
    if round_.state not in states:
        words = _("第 %(number)s 個半莊現在是「%(state)s」，做不到。")
        raise Conflict(round_text(round_, words, state=round_.state_word))
    return round_


def _store(round_: Round, kind: Kind, *columns: str, **more: Any) -> Round:
    round_.save(update_fields=columns)
    append_act(round_.event_id, kind, changed(round_, *columns), played=True, **more)
    return round_


@dataclass(frozen=True)
class InPlay:
    """A game that is not over. `ends`: whether the rules let it end now, or a hand must be finished first."""

    book: GameLog
    ends: bool

    @property
    def game(self) -> Game:
        return self.book.game

    @property
    def seen(self) -> str:
        """Return game and version as the form sends them back."""
        return f"{self.game.pk}.{self.game.book_version}"

    @property
    def hand(self) -> str:
        return hand_name(self.book.folded.state.name)

    @property
    def lines(self) -> list[str]:
        """Return 未結的拉 and 半莊後扣 in words."""
        state, wording = self.book.folded.state, wording_of(self.book)
        later = wording.said(_("%(name)s 半莊後扣 %(points)s 分"))
        return [wording.chain(chain._asdict()) for chain in state.chains] + [
            later % {"name": wording.name(move.source), "points": plain(move.points)}
            for move in state.after_game
            if move.source is not None
        ]

    @property
    def goes_on(self) -> str:
        """Return why the game cannot end here; "" if it can."""
        if self.ends:
            return ""
        state = self.book.folded.state
        return left_words(state) if state.hands_left else _("照規則還要打一鋪才完場")

    @property
    def unpaid(self) -> Decimal:
        state = self.book.folded.state
        owed = [*(chain.points for chain in state.chains), *(move.points for move in state.after_game)]
        return sum(owed, Decimal(0))


def games_in_play(round_: Round) -> list[InPlay]:
    games = Game.objects.filter(round=round_, state=Game.State.PLAYING)
    found = []
    for game in games.select_related("event", "round", "table").order_by("table__number"):
        book = read_book(game)
        try:
            ends = apply(book.folded.state, BELL.event, book.rules).finished
        except ScoringError:
            ends = False
        found.append(InPlay(book, ends))
    return found


@in_one_transaction
def end_games(
    *, round_: Round, seen: Mapping[int, int], actor: Actor, client_key: uuid.UUID, now: datetime
) -> list[Game]:
    """在這裡完場: end the games that the rules let end now, each by a bell between two hands. `seen`: game → the log
    version on the page; either all of them end or none. Returns games that are now over, also for a repeat.

    Raises Conflict if none of these games can end now, or one was changed meanwhile; NotOpen, CardSigned.
    """
    games = round_.games.filter(pk__in=seen)
    lock_games(games)
    for one in games_in_play(round_):
        if one.ends and one.game.pk in seen:
            key = uuid.uuid5(client_key, str(one.game.pk))
            record(game_id=one.game.pk, actor=actor, played=BELL, client_key=key, seen=seen[one.game.pk], now=now)
    over = list(games.filter(state__in=(Game.State.COMPLETE, Game.State.SIGNED)).order_by("table__number"))
    if not over:
        raise Conflict(_("現在沒有可以在這裡完場的牌檯。"))
    return over


@in_one_transaction
def void_round(*, round_id: int, reason: str, actor: Actor, now: datetime, confirmed: bool = False) -> Round:
    """作廢: exclude the round from the standings and from the cards players bring into later games; its log stays
    readable. Closes an open round. Rulings that reach beyond a game (取消資格, 停賽) stay until they are reversed: they
    concern a person's conduct.

    Raises Invalid without a reason, or if a later game becomes impossible without it; Conflict for a round that has not
    begun or is already void; NeedsConfirmation unless `confirmed`; StepUpRequired if one of its cards is signed.
    """
    round_ = lock_round(round_id)
    words = {"number": round_.number, "stage": round_.stage.name}
    if round_.ahead:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊還未開始，不用作廢；可以收回公布，取消編排。")))
    if round_.void:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊已經作廢。")))
    reason = reason.replace("\x00", "").strip()[:LONGEST]
    if not reason:
        raise Invalid(_("請寫下作廢的原因。"), field="reason")
    if not confirmed:
        text = _("作廢後，分數、食糊、紅黃牌和犯規次數全部不計，帶到之後的牌會重算；記錄仍可閱讀，可以取消作廢。")
        text = round_text(round_, text)
        if round_.state == Round.State.OPEN:
            text += _("現在仍在進行，會同時結束。")
        if round_.stage.closed_at is not None:
            text += _("「%(stage)s」已經結束：成績改了，晉級名單不會自己改，之後要到階段的頁決定。") % words
        raise NeedsConfirmation(text + _("確定要作廢？"))
    lock_later(round_.event_id, after=round_.number - 1)
    ask_before_voiding(round_)
    if round_.state == Round.State.OPEN:
        _close(round_, now)
    round_.voided_at, round_.void_reason = now, reason
    _store(round_, Kind.ROUND_VOIDED, *_VOIDED, heads=heads(round_))
    text = round_text(round_, _("第 %(number)s 個半莊作廢：%(reason)s"), reason=reason)
    _recount(round_, text, actor, now, after=round_.number)
    return round_


@in_one_transaction
def unvoid_round(*, round_id: int, actor: Actor, now: datetime) -> Round:
    """取消作廢: count it again, closed as before. Raises Conflict unless void, Invalid if a game becomes impossible."""
    round_ = lock_round(round_id)
    if not round_.void:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊沒有作廢。")))
    lock_later(round_.event_id, after=round_.number - 1)
    round_.voided_at, round_.void_reason = None, ""
    _store(round_, Kind.ROUND_UNVOIDED, *_VOIDED, heads=heads(round_))
    # Earlier rulings may have changed meanwhile: its own games start with the cards brought now.
    text = round_text(round_, _("第 %(number)s 個半莊取消作廢"))
    _recount(round_, text, actor, now, after=round_.number - 1)
    return round_


def _recount(round_: Round, reason: str, actor: Actor, now: datetime, *, after: int) -> None:
    count_again(round_.event, _people_in(round_), after=after, reason=reason, actor=actor, now=now)
    rules = rules_of(round_.event, round_).game
    for game in Game.objects.filter(round=round_).select_related("round", "event").order_by("pk"):
        redistribute(game, rules)
