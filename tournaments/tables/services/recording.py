"""記錄: hands, rewards and rulings, corrections and undo.

Payloads of the acts that this module writes:
play   {"event": …, "claim": …}                                  one event, at the end
amend  {"replaces": [[act, index], …], "entries": [{"event", "claim"}, …], "hands": [n], "sent": digest}
       nothing replaced: the entries go behind the item "after": [act, index], or ahead of the item "before"
       "closed": true where the four had confirmed the hand for good: only a slip of the entry is corrected
Both may have "about": [act, index]: what had closed the hand of the rulings in them that were found afterwards
"""

import hashlib
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import GameState, RuleSet, ScoringError, refuse_banned
from tournaments.core.exceptions import (
    Conflict,
    Disputed,
    Invalid,
    NotConfirmed,
    NotOpen,
    Refused,
    refused_by_rules,
    rules_changed,
)
from tournaments.core.locks import retry_on_deadlock
from tournaments.models import GameSeat
from tournaments.models.digests import canonical, moment
from tournaments.phrases.names import told_apart
from tournaments.tables.game_log.changes import Preview, closed_by, latest
from tournaments.tables.game_log.claims import BEFORE_BELL, check_claim
from tournaments.tables.game_log.clock import LATE, TYPING, clock_of
from tournaments.tables.game_log.read import Actor, GameLog, rules_mark
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import COUNTED, Entry, Item, Pause, Played, Timeline, build, is_late
from tournaments.tables.game_log.version_check import effect_of, is_still_valid
from tournaments.tables.services import recording
from tournaments.tables.services.substitutes import out_of_play
from tournaments.tables.services.writing import NewAct, check_open, check_unsigned, open_book, write

AtBell = Literal["over", "during", "ahead"]

AT_BELL: tuple[AtBell, ...] = ("over", "during", "ahead")


def rung_at(book: GameLog, now: datetime) -> datetime | None:
    state = book.folded.state
    clock = clock_of(book.game.time, book.game.pauses)
    if clock is None or state.finished or state.hands_left is not None or not clock.rung(now):
        return None
    return clock.bell(now)


def likely(bell: datetime, now: datetime, shown: datetime | None = None) -> AtBell:
    """The most likely place of a hand recorded now; `shown`: when its preview was made, by when it had ended."""
    return "over" if min(shown or now, now) <= bell + (TYPING if shown is None else timedelta(0)) else "during"


def position_of_hand(book: GameLog, said: str, now: datetime, shown: datetime | None = None) -> AtBell | None:
    """The place of the recorded hand at the bell: as `said` ("": the most likely); None where the bell does not matter.
    Raises Invalid for another word, and for a hand typed too late to be credible."""
    if said and said not in AT_BELL:
        raise Invalid(_("請揀鐘響時這一鋪打到哪裡。"), field="at_bell")
    bell = rung_at(book, now)
    if bell is None:
        return None
    where: AtBell = said or likely(bell, now, shown)
    if where == "over" and min(shown or now, now) > bell + LATE:
        words = {"time": f"{timezone.localtime(bell):%H:%M}", "minutes": int(LATE.total_seconds() // 60)}
        raise Invalid(
            _("鐘在 %(time)s 響，已過 %(minutes)s 分鐘，這一鋪不能算作鐘響前打完。要多打，請裁判長先為這一檯加時。")
            % words,
            field="at_bell",
        )
    return where


def before_bell(played: Played) -> Played:
    return Played(played.event, {**(played.claim or {}), BEFORE_BELL: True})


def still_before_bell(hand: FoldedHand, entries: Sequence[Played]) -> Sequence[Played]:
    """The entries of a corrected hand. A correction does not change when the hand ended, so what closes it keeps the
    mark; not where the correction puts the bell into the hand."""
    closing = next(item for item in hand.items if item.ref == closed_by(hand))
    if not (closing.claim or {}).get(BEFORE_BELL) or any(one.event.get("type") == "time_up" for one in entries):
        return entries
    places = [place for place, one in enumerate(entries) if one.event.get("hand") != "previous"]
    return [before_bell(one) if place in places[-1:] else one for place, one in enumerate(entries)]


def bell_event(where: AtBell) -> dict[str, object]:
    return {"type": "time_up", "during_hand": where == "during"}


def too_many(book: GameLog, now: datetime) -> Invalid:
    bell = rung_at(book, now) or now
    words = {"time": f"{timezone.localtime(bell):%H:%M}"}
    if book.rules.game.bell.stops_hand:
        return Invalid(
            _("鐘在 %(time)s 響，照規則未打完的一鋪中止，不計。如果鐘響前已打完，請揀「鐘響前已打完」。") % words,
            field="at_bell",
        )
    return Invalid(_("鐘在 %(time)s 響，照規則不能再打這一鋪。") % words, field="at_bell")


LONGEST = 600


@retry_on_deadlock
def pause(
    *, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime, minutes: int | None = None
) -> Mapping[str, Any]:
    """Begin a pause, or enter one of so many minutes that has just ended. Answers {"act", "hand", "book_version"}; a
    repeat with the same key gets the first answer.

    Raises Invalid (the game is over, it pauses already, no reason, longer than there was time), NotOpen, CardSigned.
    """
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "pause")
        if known is not None:
            return known
        check_open(book)
        since = now - timedelta(minutes=minutes) if minutes else now
        _check(book, reason, since, minutes)
        hand = book.folded.state.hand_number
        payload = {"hand": hand, "since": moment(since), "until": moment(now) if minutes else None}
        act = NewAct("pause", payload, _answer(book, hand), client_key, reason.strip())
        return write(book, act, actor=actor, now=now)


def _check(book: GameLog, reason: str, since: datetime, minutes: int | None) -> None:
    if book.folded.state.finished:
        raise Invalid(_("這個半莊已打完，不用暫停。"))
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")
    if book.folded.timeline.paused is not None:
        raise Invalid(_("這一檯正在暫停，請先按「繼續」。"))
    opened = book.game.round.opened_at
    before = [datetime.fromisoformat(one.until) for one in book.folded.timeline.pauses if one.until]
    earliest = max([*before, *([opened] if opened else [])], default=None)
    if minutes is not None and not 1 <= minutes <= LONGEST:
        raise Invalid(_("分鐘要是 1 至 %(most)s 的整數。") % {"most": LONGEST}, field="minutes")
    if minutes and earliest and since < earliest:
        raise Invalid(_("由開始（或上一次暫停完結）到現在，沒有這麼多分鐘。"), field="minutes")


@retry_on_deadlock
def resume(*, game_id: int, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "resume")
        if known is not None:
            return known
        check_open(book)
        if book.folded.timeline.paused is None:
            raise Invalid(_("這一檯沒有在暫停。"))
        return end(book, actor=actor, client_key=client_key, now=now)


def end(book: GameLog, *, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    lasts = book.folded.timeline.paused
    assert lasts is not None
    until = max(now, datetime.fromisoformat(lasts.since))  # who waited for the lock may have begun earlier
    payload = {"pause": lasts.act, "until": moment(until)}
    return write(book, NewAct("resume", payload, _answer(book, lasts.hand), client_key), actor=actor, now=now)


def taken_back(last: Pause) -> dict[str, Any]:
    return {"replaces": [], "entries": [], "hands": [last.hand], "pause": last.last_act}


def _answer(book: GameLog, hand: int) -> dict[str, Any]:
    return {"act": len(book.entries) + 1, "hand": hand, "closed": False, "book_version": book.game.book_version + 1}


@retry_on_deadlock
def record(
    *,
    game_id: int,
    actor: Actor,
    played: Played,
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
    locked: GameLog | None = None,
    counted_under: str = "",
    at_bell: str = "",
    shown: datetime | None = None,
) -> Mapping[str, Any]:
    """Add one event. `seen`: the book version that the page showed · `locked`: as in `open_book` · `counted_under`: the
    `rules_mark` of its preview, "" for none · `at_bell`, `shown`: as in `position_of_hand`, for a hand recorded after
    the hall's bell.

    Returns the answer {"act", "hand", "closed", "book_version"}; a repeat with the same key, and the same event sent by
    another device at the same moment, get the first answer. Raises Conflict when another device has closed or changed
    the hand meanwhile, RulesChanged, NotConfirmed, Disputed, CardSigned, NotOpen, Invalid (refused by the rules).
    """
    with open_book(game_id, locked) as book:
        known = book.answer_to(client_key, "play", event=dict(played.event)) or _same_event(book, played, seen)
        if known is not None:
            return known
        check_open(book)
        _check_wind_signed(book, played)
        refuse_unseen(book, played, seen, lambda one: effect_of(one.folded, _with_played(one, played)))
        if counted_under not in ("", rules_mark(book.game.event, book.game.round)):
            raise rules_changed()
        after = _with_played(book, played)
        _check_in_play(book, played)
        if len(after.state.hands) > len(book.folded.state.hands):
            if book.game.unconfirmed or book.game.disputed:
                _check_settled(book.folded)
            after = _played_on(book, played, after, actor=actor, client_key=client_key, now=now)
            where = position_of_hand(book, at_bell, now, shown)
            if where == "over":
                played = before_bell(played)
                after = _with_played(book, played)
            elif where is not None:
                after = _rung(book, played, where, _By(actor, client_key, now))
        answer = {
            "act": len(book.entries) + 1,
            "hand": _hand_number(book.folded, after),
            "closed": len(after.hands) > len(book.folded.hands),
            "book_version": book.game.book_version + 1,
        }
        act = NewAct("play", played.as_entry(), answer, client_key)
        return write(book, act, actor=actor, now=now, after=after)


def _played_on(
    book: GameLog, played: Played, after: FoldedGame, *, actor: Actor, client_key: uuid.UUID, now: datetime
) -> FoldedGame:
    """Recording a hand ends any running pause."""
    if book.folded.timeline.paused is None:
        return after
    recording.end(book, actor=actor, client_key=uuid.uuid5(client_key, "resume"), now=now)
    return _with_played(book, played)


@dataclass(frozen=True)
class _By:
    actor: Actor
    client_key: uuid.UUID
    now: datetime


def _rung(book: GameLog, played: Played, where: AtBell, by: _By) -> FoldedGame:
    bell = Played(bell_event(where))
    rung = _with_played(book, bell)
    if rung.state.finished:
        raise too_many(book, by.now)
    version = book.game.book_version + 1
    answer = {"act": len(book.entries) + 1, "hand": rung.state.hand_number, "closed": False, "book_version": version}
    act = NewAct("play", bell.as_entry(), answer, uuid.uuid5(by.client_key, "bell"))
    write(book, act, actor=by.actor, now=by.now, after=rung)
    return _with_played(book, played)


@dataclass(frozen=True)
class AtBellOption:
    """A hand to record after the hall's bell, as it may have been at the bell: the game after it, or why that is not
    possible. `likely`: the default."""

    where: AtBell
    likely: bool
    after: FoldedGame | None
    refusal: str = ""


def at_bell_options(book: GameLog, played: Played, now: datetime) -> list[AtBellOption]:
    chosen = position_of_hand(book, "", now)
    if chosen is None:
        return []
    return [_option(book, played, where, now, likely=where == chosen) for where in AT_BELL]


def _option(book: GameLog, played: Played, where: AtBell, now: datetime, *, likely: bool) -> AtBellOption:
    events = [played] if where == "over" else [Played(bell_event(where)), played]
    timeline = build(book.entries)
    try:
        position_of_hand(book, where, now)
        for place, one in enumerate(events):
            timeline.items.append(Item((len(book.entries) + 1 + place, 0), one.event, one.claim))
        after = book.replay(timeline)
    except Refused as refusal:
        return AtBellOption(where, likely, None, refusal.detail)
    except ScoringError:
        return AtBellOption(where, likely, None, too_many(book, now).detail)
    return AtBellOption(where, likely, after)


def _hand_number(before: FoldedGame, after: FoldedGame) -> int:
    if len(after.hands) > len(before.hands):
        return after.hands[-1].number
    return before.hands[-1].number if before.state.finished else before.state.hand_number


def preview(*, book: GameLog, played: Played) -> Preview:
    check_open(book)
    _check_wind_signed(book, played)
    after = _with_played(book, played)
    _check_in_play(book, played)
    closed = len(after.hands) > len(book.folded.hands)
    if closed:
        _check_settled(book.folded)
    return Preview(book.folded, after, after.hands[-1] if closed else None)


def _with_played(book: GameLog, played: Played) -> FoldedGame:
    check_claim(played.claim)
    timeline = build(book.entries)
    timeline.items.append(Item((len(book.entries) + 1, 0), played.event, played.claim))
    try:
        check_reward(book.folded.state, played.event, book.rules)
        return book.replay(timeline, "play")
    except ScoringError as error:
        raise refused_by_rules(error, player_names(book.game.pk)) from error


def _check_in_play(book: GameLog, played: Played) -> None:
    """Raise Invalid for a win or a claim, valid by the rules, of a player barred by a ruling. Corrections concern
    earlier hands and are allowed."""
    event = played.event
    seats = {event.get("winner"), *(one["seat"] for one in event.get("winners", ()))}
    reward = book.rules.game.rewards.get(str(event.get("kind"))) if event.get("type") == "reward" else None
    if reward is not None and reward.claimed:
        seats.add(event.get("seat"))
    if seats == {None}:
        return
    out = next((person for seat, person in out_of_play(book.game).items() if seat in seats), None)
    if out is not None:
        words = {"name": out.name, "state": out.get_barred_display()}
        refusal = Invalid(_("%(name)s 已%(state)s，不能食糊或鳴牌。請先安排替補坐這一家。") % words, field="winner")
        refusal.code = "out_of_play"
        raise refusal


def check_reward(state: GameState, event: Mapping[str, Any], rules: RuleSet) -> None:
    """禁止食糊: a player who may claim nothing in this hand has no reward that must be claimed. Raises ScoringError."""
    reward = rules.game.rewards.get(str(event.get("kind"))) if event.get("type") == "reward" else None
    if reward is not None and isinstance(event.get("seat"), int):
        refuse_banned(reward, event["seat"], state.bans)


def player_names(game_id: int) -> list[str]:
    seats = GameSeat.objects.filter(game_id=game_id).order_by("seat")
    return told_apart(list(seats.values_list("player__number", "player__name")))


def _check_wind_signed(book: GameLog, played: Played) -> None:
    """每圈簽名: the next 圈 waits for the four signatures of the one that is over."""
    if book.folded.wind_over and not is_late(played.event):
        raise NotOpen(_("這一圈打完：四家簽署之後，才可記錄下一鋪。"))


def _check_settled(folded: FoldedGame) -> None:
    if folded.disputed:
        raise Disputed(_("第 %(number)s 鋪有異議，請先更正或維持原判。") % {"number": folded.disputed[0].number})
    if folded.unconfirmed:
        raise NotConfirmed(
            _("第 %(number)s 鋪未獲四家確認，確認後才可記錄下一鋪。") % {"number": folded.unconfirmed[0].number}
        )


def _same_event(book: GameLog, played: Played, seen: int) -> Mapping[str, Any] | None:
    """The answer to the same event where it was the first act after what this page showed: two phones, one hand."""
    if book.game.book_version != seen + 1:
        return None
    last = next((entry for entry in reversed(book.entries) if entry.kind in COUNTED), None)
    if last is None or last.kind != "play" or last.payload["event"] != dict(played.event):
        return None
    return book.answer_of(last.number)


def refuse_unseen(book: GameLog, played: Played, seen: int, effect: Callable[[GameLog], object]) -> None:
    """Raise Conflict unless the page showed this version of the book, or nothing relevant was written since."""
    if seen != book.game.book_version and not is_still_valid(book, seen, effect):
        raise Conflict(
            _("另一部裝置剛剛更新了這一鋪。你輸入的內容仍在下面，請核對後再決定。"),
            recorded=latest(book.folded),
            book_version=book.game.book_version,
            yours=played.as_entry(),
        )


# --- corrections ---------------------------------------------------------------------------------------------------


def _amendment(book: GameLog, number: int, entries: Sequence[Played]) -> dict[str, Any]:
    hand = book.folded.hand(number)
    if hand is None:
        raise Invalid(_("沒有第 %(number)s 鋪。") % {"number": number}, field="hand")
    for played in entries:
        check_claim(played.claim)
    wanted = still_before_bell(hand, entries)
    old, new = _differing(hand.items, wanted)
    payload = {
        "replaces": [list(item.ref) for item in hand.items[old]],
        "entries": [played.as_entry() for played in wanted[new]],
        "hands": [number],
        "sent": _digest_of(entries),
        "about": list(closed_by(hand)),
    } | _closed(hand, book.rules)
    return payload if payload["replaces"] else payload | _place(hand.items, old.start)


def _closed(hand: FoldedHand, rules: RuleSet) -> dict[str, bool]:
    """四家已確認：只更正輸入錯誤. Stored in the act, next to its reason."""
    return {"closed": True} if hand.closed(rules) else {}


def _place(items: Sequence[Item], start: int) -> dict[str, Any]:
    return {"after": list(items[start - 1].ref)} if start else {"before": list(items[0].ref)}


def _differing(items: Sequence[Item], entries: Sequence[Played]) -> tuple[slice, slice]:
    said = [(dict(item.event), item.claim or None) for item in items]
    wanted = [(dict(played.event), played.claim or None) for played in entries]
    shorter = min(len(said), len(wanted))
    front = 0
    while front < shorter and said[front] == wanted[front]:
        front += 1
    back = 0
    while back < shorter - front and said[-1 - back] == wanted[-1 - back]:
        back += 1
    if front + back == len(said) == len(wanted):
        front -= 1  # nothing differs: the last is entered again
    return slice(front, len(said) - back), slice(front, len(wanted) - back)


def _digest_of(entries: Sequence[Played]) -> str:
    """The digest of a correction, to recognise repeats. Lone surrogates are refused later."""
    sent = canonical([played.as_entry() for played in entries])
    return hashlib.sha256(sent.encode(errors="surrogatepass")).hexdigest()[:16]


def amended_game(book: GameLog, payload: Mapping[str, Any], reason: str = "") -> FoldedGame:
    timeline = build([*book.entries, Entry(len(book.entries) + 1, "amend", payload, reason)])
    try:
        return book.replay(timeline, "amend")
    except ScoringError as error:
        raise _impossible_later(book, timeline, payload["hands"], error) from error


def _impossible_later(book: GameLog, timeline: Timeline, hands: Sequence[int], error: ScoringError) -> Refused:
    refusal = refused_by_rules(error, player_names(book.game.pk))
    possible = Timeline(items=timeline.items[: error.index or 0])
    number = len(book.replay(possible).hands) + 1
    if number in hands or number > len(book.folded.hands) + 1:
        return refusal
    sentence = _("更正後第 %(number)s 鋪不成立：%(detail)s") % {"number": number, "detail": refusal.detail}
    if error.code == "game_over":
        sentence += _("那一鋪和之後的如果不應打，先由最後一鋪起逐一撤銷，再更正。")
    later = Invalid(sentence, field="entries")
    later.code = refusal.code
    return later


def preview_correction(*, book: GameLog, number: int, entries: Sequence[Played]) -> FoldedGame:
    return _corrected(book, number, entries)[1]


def _corrected(
    book: GameLog, number: int, entries: Sequence[Played], reason: str = ""
) -> tuple[dict[str, Any], FoldedGame]:
    check_open(book)
    check_unsigned(book, number)
    payload = _amendment(book, number, entries)
    after = amended_game(book, payload, reason)
    if len(after.hands) != len(book.folded.hands):
        raise Invalid(
            _("更正後的一鋪必須仍是一鋪：有一個結果（食糊、流局或重打）。要取消最後一鋪，請用「撤銷」。"),
            field="entries",
        )
    return payload, after


@retry_on_deadlock
def correct(
    *,
    game_id: int,
    actor: Actor,
    number: int,
    entries: Sequence[Played],
    reason: str,
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
) -> Mapping[str, Any]:
    """更正: replace the events of hand `number` and fold the game again. Seats whose numbers changed confirm again.
    Raises Invalid when no reason is given or the later hands become impossible, Conflict, CardSigned, NotOpen."""
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "amend", sent=_digest_of(entries))
        if known is not None:
            return known
        _check_reason(reason)
        payload, after = _corrected(book, number, entries, reason.strip())
        _check_version(book, seen)
        answer = {
            "act": len(book.entries) + 1,
            "hand": number,
            "closed": True,
            "book_version": book.game.book_version + 1,
        }
        act = NewAct("amend", payload, answer, client_key, reason.strip())
        return write(book, act, actor=actor, now=now, after=after)


@retry_on_deadlock
def undo(
    *, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, seen: int, now: datetime
) -> Mapping[str, Any]:
    """撤銷: take back the latest entry: an event of the hand in progress, else what closed the last hand. Rewards and
    rulings of that hand stay, the hand is open again. The old entry stays readable."""
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "amend", entries=[])
        if known is not None:
            return known
        _check_reason(reason)
        check_open(book)
        _check_version(book, seen)
        payload = _undo_payload(book.folded)
        if "pause" not in payload:
            check_unsigned(book, payload["hands"][0])
        after = amended_game(book, payload, reason.strip())
        answer = {
            "act": len(book.entries) + 1,
            "hand": payload["hands"][0],
            "closed": False,
            "book_version": book.game.book_version + 1,
        }
        act = NewAct("amend", payload, answer, client_key, reason.strip())
        return write(book, act, actor=actor, now=now, after=after)


def _undo_payload(folded: FoldedGame) -> dict[str, Any]:
    line = folded.timeline
    if line.last_pause is not None:
        return recording.taken_back(line.last_pause)
    if not line.items:
        raise Invalid(_("還未有可以撤銷的記錄。"))
    payload = {"replaces": [list(line.items[-1].ref)], "entries": []}
    if folded.open_items:
        return payload | {"hands": [folded.state.hand_number]}
    last = folded.hands[-1]
    return payload | {"hands": [last.number]} | _closed(last, folded.rules)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")


def _check_version(book: GameLog, seen: int) -> None:
    if seen != book.game.book_version:
        raise Conflict(
            _("另一部裝置剛剛更改了這個半莊。請看看現在的記錄，再決定是否更正。"),
            recorded=latest(book.folded),
            book_version=book.game.book_version,
        )
