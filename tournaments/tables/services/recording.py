"""記錄: hands, rewards and rulings, pauses and the bell, corrections and undo.

Payloads of the acts that this module writes:
play    {"event": …, "claim": …}                                  one event, at the end
amend   {"replaces": [[act, index], …], "entries": [{"event", "claim"}, …], "hands": [n], "sent": digest}
        with an empty "replaces", the entries go after the item "after": [act, index], or before the item "before"
        "closed": true if the four had confirmed the hand for good: only a typing error may be corrected
        {"replaces": [], "entries": [], "hands": [n], "pause": act}: undoes a pause, or only its end
pause   {"hand", "since", "until"}, `until` None during the pause, with the reason
resume  {"pause": act, "until"}
play and amend may have "about": [act, index]: the item that had closed the hand of rulings entered afterwards
"""

import hashlib
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GameState, RuleSet, ScoringError
from scoring.tournament import refuse_banned
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
from tournaments.models.digests import canonical, moment
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.as_of import out_of_play, seated_players
from tournaments.tables.game_log.changes import closed_by, latest
from tournaments.tables.game_log.claims import BEFORE_BELL, check_claim
from tournaments.tables.game_log.clock import LATE, TYPING, clock_view
from tournaments.tables.game_log.read import Actor, GameLog, rules_mark
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import COUNTED, Entry, Item, Played, Timeline, build, is_late
from tournaments.tables.recording.win_form import Choice
from tournaments.tables.services.writing import check_open, check_unsigned, checked_hand, open_book, write

LONGEST_PAUSE = 600

AtBell = Literal["over", "during", "ahead"]
AT_BELL: dict[AtBell, Promise] = {
    "over": lazy("鐘響前已打完"),
    "during": lazy("鐘響時未打完"),
    "ahead": lazy("鐘響後才開始"),
}


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
    """Add one event. `seen`: the version of the log on the page · `locked`: as in `open_book` · `counted_under`: the
    `rules_mark` of its preview, "" for none · `at_bell`, `shown`: as in `position_of_hand`, for a hand recorded after
    the hall's bell.

    Returns {"act", "hand", "closed", "book_version"}; a repeat with the same key, and the same event sent by another
    device at the same moment, get the first answer. Raises Conflict if another device has closed or changed the hand
    meanwhile, RulesChanged, NotConfirmed, Disputed, CardSigned, NotOpen, Invalid (refused by the rules).
    """
    with open_book(game_id, locked) as book:
        known = book.answer_to(client_key, "play", event=dict(played.event))
        if known is None and book.game.book_version == seen + 1:  # two phones, one hand
            last = next((entry for entry in reversed(book.entries) if entry.kind in COUNTED), None)
            if last is not None and last.kind == "play" and last.payload["event"] == dict(played.event):
                known = book.answer_of(last.number)
        if known is not None:
            return known
        after = preview(book=book, played=played, seen=seen, counted_under=counted_under)
        closed = len(after.hands) > len(book.folded.hands)
        paused = closed and book.folded.timeline.paused is not None
        if paused:
            _end_pause(book, actor=actor, client_key=uuid.uuid5(client_key, "resume"), now=now)
        where = position_of_hand(book, at_bell, now, shown) if closed else None
        if where == "over":
            played = _before_bell(played)
        elif where is not None:
            bell = Played(_bell_event(where))
            rung = _with_played(book, bell)
            if rung.state.finished:
                raise _too_many(book, now)
            answer, key = book.answer(rung.state.hand_number), uuid.uuid5(client_key, "bell")
            write(book, "play", bell.as_entry(), answer, actor=actor, client_key=key, now=now, after=rung)
        if paused or where is not None:
            after = _with_played(book, played)
        state = book.folded.state
        number = len(after.hands) if closed or state.finished else state.hand_number
        answer = book.answer(number, closed=closed)
        return write(book, "play", played.as_entry(), answer, actor=actor, client_key=client_key, now=now, after=after)


def preview(*, book: GameLog, played: Played, seen: int | None = None, counted_under: str = "") -> FoldedGame:
    """Return the game with this event; nothing is stored. `seen`, `counted_under`: as in `record`, of an event to be
    recorded.

    每圈簽名: the next 圈 begins once all four have signed the last one. A hand is closed once the hands before it are
    confirmed. Barred players win and claim nothing; corrections concern earlier hands and are allowed.
    """
    check_open(book)
    if book.folded.wind_over and not is_late(played.event):
        raise NotOpen(_("這一圈打完：四家簽署之後，才可記錄下一鋪。"))
    if seen is not None:
        refuse_unseen(book, played, seen, lambda one: _with_played(one, played))
    if counted_under and counted_under != rules_mark(book.game.event, book.game.round):
        raise rules_changed()
    after, event = _with_played(book, played), played.event
    seats = {event.get("winner"), *(one["seat"] for one in event.get("winners", ()))}
    reward = book.rules.game.rewards.get(str(event.get("kind"))) if event.get("type") == "reward" else None
    if reward is not None and reward.claimed:
        seats.add(event.get("seat"))
    barred = {} if seats == {None} else out_of_play(book.game)
    out = next((person for seat, person in barred.items() if seat in seats), None)
    if out is not None:
        words = {"name": out.name, "state": out.get_barred_display()}
        refusal = Invalid(_("%(name)s 已%(state)s，不能食糊或鳴牌。請先安排替補坐這一家。") % words, field="winner")
        refusal.code = "out_of_play"
        raise refusal
    if len(after.hands) > len(book.folded.hands) and (book.game.unconfirmed or book.game.disputed):
        waiting = book.folded.unconfirmed
        disputed = next((hand for hand in waiting if hand.objection), None)
        if disputed is not None:
            raise Disputed(_("第 %(number)s 鋪有異議，請先更正或維持原判。") % {"number": disputed.number})
        if waiting:
            raise NotConfirmed(
                _("第 %(number)s 鋪未獲四家確認，確認後才可記錄下一鋪。") % {"number": waiting[0].number}
            )
    return after


def _with_played(book: GameLog, played: Played) -> FoldedGame:
    check_claim(played.claim)
    timeline = build(book.entries)
    timeline.items.append(Item((len(book.entries) + 1, 0), played.event, played.claim))
    try:
        check_reward(book.folded.state, played.event, book.rules)
        return book.replay(timeline, "play")
    except ScoringError as error:
        raise refused_by_rules(error, told_apart(seated_players(book.game))) from error


def check_reward(state: GameState, event: Mapping[str, Any], rules: RuleSet) -> None:
    """禁止食糊: refuse a reward that must be claimed to a player who may claim nothing in this hand. Raises
    ScoringError."""
    reward = rules.game.rewards.get(str(event.get("kind"))) if event.get("type") == "reward" else None
    if reward is not None and isinstance(event.get("seat"), int):
        refuse_banned(reward, event["seat"], state.bans)


def refuse_unseen(book: GameLog, played: Played, seen: int, after: Callable[[GameLog], FoldedGame]) -> None:
    """Raise Conflict unless the page showed this version of the log, or later entries make no difference.

    An entry by another device always conflicts: two phones could mean the same hand. A pause does not, nor does a
    reversed ruling, here or in an earlier game. `after`: applies this entry to a log; if it has exactly the same effect
    on the log that was shown, no decision is needed.
    """
    if seen == book.game.book_version:
        return
    changes = [entry for entry in book.entries if entry.kind in COUNTED]
    since = changes[seen:] if 0 <= seen < len(changes) else []
    if since and all(one.kind in ("carry", "pause", "resume") or one.payload.get("reversal") for one in since):
        with suppress(Refused):
            then = book.before(since)
            if _effect(then.folded, after(then)) == _effect(book.folded, after(book)):
                return
    raise Conflict(
        _("另一部裝置或分頁剛剛更新了這一鋪。你輸入的內容仍在下面，請核對後再決定。"),
        recorded=latest(book.folded),
        book_version=book.game.book_version,
        yours=played.as_entry(),
    )


def _effect(before: FoldedGame, after: FoldedGame) -> tuple[object, ...]:
    """Return the effect of an entry: its hand, how that closes and the next dealer, the points moved, the rulings."""
    state = before.state
    closed = [
        (hand.name, hand.dealer_streak, hand.result, hand.winners, hand.source, hand.payments, hand.chain_moves)
        for hand in after.state.hands[len(state.hands) :]
    ]
    ruled = [(one.hand, one.result) for ref, one in after.ruled.items() if ref not in before.ruled]
    moved, moved_before = (
        Counter(
            (number, transfer)
            for number, transfers in enumerate(
                [*(hand.transfers for hand in folded.state.hands), folded.state.open_hand.transfers]
            )
            for transfer in transfers
        )
        for folded in (after, before)
    )
    place = (state.hand_number, state.name, state.turn, after.state.turn, after.state.finished)
    return place, closed, ruled, moved - moved_before, moved_before - moved


# --- 響鐘: the hall's bell in the log of a table, by the hand in progress at the bell, not by the time of typing ----
# The clock writes nothing by itself. If it has rung and the log has no bell yet, the next recorded hand decides its
# place: before, in or after this hand.


def bell_choices(book: GameLog, played: Played, now: datetime, wording: Wording) -> list[Choice]:
    """Return the possible positions of a hand recorded after the hall's bell, the likely one checked, each with its
    effect or why it is impossible; empty if the bell makes no difference."""
    likely = position_of_hand(book, "", now)
    choices = []
    for where, label in AT_BELL.items() if likely is not None else ():
        timeline = build(book.entries)
        for place, one in enumerate([played] if where == "over" else [Played(_bell_event(where)), played], 1):
            timeline.items.append(Item((len(book.entries) + place, 0), one.event, one.claim))
        try:
            position_of_hand(book, where, now)
            state = book.replay(timeline).state
        except Refused as refused:
            follows = refused.detail
        except ScoringError:
            follows = _too_many(book, now).detail
        else:
            if state.finished:
                follows = wording.said(_("這一鋪照計，之後半莊完結。"))
            elif state.hands_left is None:
                follows = wording.said(_("這一鋪照計；下一鋪再問鐘響時打到哪裡。"))
            else:
                follows = wording.said(_("這一鋪照計，之後再打 %(more)s 鋪。")) % {"more": state.hands_left}
        choices.append(Choice(where, str(label), where == likely, follows))
    return choices


def position_of_hand(book: GameLog, said: str, now: datetime, shown: datetime | None = None) -> AtBell | None:
    """Return the hand's position at the bell: as `said` ("": the most likely); None if the bell makes no difference.
    `shown`: the time of its preview, when the hand had already ended. Raises Invalid for an unknown position, and for a
    hand entered implausibly late."""
    if said and said not in AT_BELL:
        raise Invalid(_("請揀鐘響時這一鋪打到哪裡。"), field="at_bell")
    game, state = book.game, book.folded.state
    clock = clock_view(game.round.number, game.time, game.pauses, now)
    if clock is None or state.finished or state.hands_left is not None or not clock.rung:
        return None
    bell, ended = clock.bell, min(shown or now, now)
    if said:
        where: AtBell = said
    else:
        where = "over" if ended <= bell + (TYPING if shown is None else timedelta(0)) else "during"
    if where == "over" and ended > bell + LATE:
        words = {"time": f"{timezone.localtime(bell):%H:%M}", "minutes": int(LATE.total_seconds() // 60)}
        raise Invalid(
            _("鐘在 %(time)s 響，已過 %(minutes)s 分鐘，這一鋪不能算作鐘響前打完。要多打，請裁判長先為這一檯加時。")
            % words,
            field="at_bell",
        )
    return where


def _bell_event(where: AtBell) -> dict[str, object]:
    return {"type": "time_up", "during_hand": where == "during"}


def _before_bell(played: Played) -> Played:
    return Played(played.event, {**(played.claim or {}), BEFORE_BELL: True})


def _too_many(book: GameLog, now: datetime) -> Invalid:
    clock = clock_view(book.game.round.number, book.game.time, book.game.pauses, now)
    words = {"time": f"{timezone.localtime(clock.bell if clock else now):%H:%M}"}
    sentence = _("鐘在 %(time)s 響，照規則不能再打這一鋪。") % words
    if book.rules.game.bell.stops_hand:
        sentence = _("鐘在 %(time)s 響，照規則未打完的一鋪中止，不計。如果鐘響前已打完，請揀「鐘響前已打完」。") % words
    return Invalid(sentence, field="at_bell")


# --- 暫停: a referee stops the time of a table, with a reason, and resumes it; no points move -------------------------


@retry_on_deadlock
def pause(
    *, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime, minutes: int | None = None
) -> Mapping[str, Any]:
    """Begin a pause, or enter one of this many minutes that has just ended. Returns {"act", "hand", "book_version"}; a
    repeat with the same key gets the first answer.

    Raises Invalid (the game is over, already paused, no reason, longer than the time since the start or the last
    pause), NotOpen, CardSigned.
    """
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "pause")) is not None:
            return known
        check_open(book)
        line, hand = book.folded.timeline, book.folded.state.hand_number
        if book.folded.state.finished:
            raise Invalid(_("已打完，不用暫停。"))
        _check_reason(reason)
        if line.paused is not None:
            raise Invalid(_("這一檯正在暫停，請先按「繼續」。"))
        if minutes is not None and not 1 <= minutes <= LONGEST_PAUSE:
            raise Invalid(_("分鐘要是 1 至 %(most)s 的整數。") % {"most": LONGEST_PAUSE}, field="minutes")
        since = now - timedelta(minutes=minutes or 0)
        opened = book.game.round.opened_at
        before = [datetime.fromisoformat(one.until) for one in line.pauses if one.until]
        earliest = max([*before, *([opened] if opened else [])], default=None)
        if minutes and earliest and since < earliest:
            raise Invalid(_("由開始（或上一次暫停完結）到現在，沒有這麼多分鐘。"), field="minutes")
        payload = {"hand": hand, "since": moment(since), "until": moment(now) if minutes else None}
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason.strip()}
        return write(book, "pause", payload, book.answer(hand), **by)


@retry_on_deadlock
def resume(*, game_id: int, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "resume")) is not None:
            return known
        check_open(book)
        if book.folded.timeline.paused is None:
            raise Invalid(_("這一檯沒有在暫停。"))
        return _end_pause(book, actor=actor, client_key=client_key, now=now)


def _end_pause(book: GameLog, *, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    lasts = book.folded.timeline.paused
    assert lasts is not None
    # A request that waited for the lock may have begun earlier.
    payload = {"pause": lasts.act, "until": moment(max(now, datetime.fromisoformat(lasts.since)))}
    return write(book, "resume", payload, book.answer(lasts.hand), actor=actor, client_key=client_key, now=now)


def correction_of(
    book: GameLog, number: int, entries: Sequence[Played], reason: str = ""
) -> tuple[dict[str, Any], FoldedGame]:
    """Return the payload of a correction, and the game with it; nothing is stored."""
    check_open(book)
    check_unsigned(book, number)
    hand = checked_hand(book, number)
    for played in entries:
        check_claim(played.claim)
    wanted = _still_before_bell(hand, entries)
    old, new = _differing(hand.items, wanted)
    payload = {
        "replaces": [list(item.ref) for item in hand.items[old]],
        "entries": [played.as_entry() for played in wanted[new]],
        "hands": [number],
        "sent": _digest_of(entries),
        "about": list(closed_by(hand)),
    } | ({"closed": True} if hand.closed(book.rules) else {})
    if not payload["replaces"]:
        beside = {"after": list(hand.items[old.start - 1].ref)} if old.start else {"before": list(hand.items[0].ref)}
        payload |= beside
    after = amended_game(book, payload, reason)
    if len(after.hands) != len(book.folded.hands):
        raise Invalid(
            _("更正後的一鋪必須仍是一鋪：有一個結果（食糊、流局或重打）。要取消最後一鋪，請用「撤銷」。"),
            field="entries",
        )
    return payload, after


def _still_before_bell(hand: FoldedHand, entries: Sequence[Played]) -> Sequence[Played]:
    """Return the entries of a corrected hand. A correction does not change when the hand ended, so its closing entry
    keeps the mark, unless the correction puts the bell into the hand."""
    closing = next(item for item in hand.items if item.ref == closed_by(hand))
    if not (closing.claim or {}).get(BEFORE_BELL) or any(one.event.get("type") == "time_up" for one in entries):
        return entries
    places = [place for place, one in enumerate(entries) if one.event.get("hand") != "previous"]
    return [_before_bell(one) if place in places[-1:] else one for place, one in enumerate(entries)]


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
        front -= 1  # identical: the last entry is entered again
    return slice(front, len(said) - back), slice(front, len(wanted) - back)


def _digest_of(entries: Sequence[Played]) -> str:
    """Return the digest of a correction, to recognise a repeat. It accepts lone surrogates, which are only refused by
    the later validation."""
    sent = canonical([played.as_entry() for played in entries])
    return hashlib.sha256(sent.encode(errors="surrogatepass")).hexdigest()[:16]


def amended_game(book: GameLog, payload: Mapping[str, Any], reason: str = "") -> FoldedGame:
    timeline = build([*book.entries, Entry(len(book.entries) + 1, "amend", payload, reason)])
    try:
        return book.replay(timeline)
    except ScoringError as error:
        refusal = refused_by_rules(error, told_apart(seated_players(book.game)))
        possible = Timeline(items=timeline.items[: error.index or 0])
        number = len(book.replay(possible).hands) + 1
        if number in payload["hands"] or number > len(book.folded.hands) + 1:
            raise refusal from error
        sentence = _("更正後第 %(number)s 鋪不成立：%(detail)s") % {"number": number, "detail": refusal.detail}
        if error.code == "game_over":
            sentence += _("那一鋪和之後的如果不應打，先由最後一鋪起逐一撤銷，再更正。")
        later = Invalid(sentence, field="entries")
        later.code = refusal.code
        raise later from error


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
    """更正: replace the events of hand `number` and replay the game. Seats whose numbers changed confirm again. Raises
    Invalid without a reason or if later hands become impossible, Conflict if the log has changed, CardSigned,
    NotOpen."""
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "amend", sent=_digest_of(entries))) is not None:
            return known
        _check_reason(reason)
        payload, after = correction_of(book, number, entries, reason.strip())
        _check_version(book, seen)
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason.strip()}
        return write(book, "amend", payload, book.answer(number, closed=True), after=after, **by)


@retry_on_deadlock
def undo(
    *, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, seen: int, now: datetime
) -> Mapping[str, Any]:
    """撤銷: undo the latest entry: an event of the current hand, else the one that closed the last hand. Rewards and
    rulings of that hand stay, and it is open again. The old entry stays readable."""
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "amend", entries=[])) is not None:
            return known
        _check_reason(reason)
        check_open(book)
        _check_version(book, seen)
        folded, line = book.folded, book.folded.timeline
        payload: dict[str, Any] = {"replaces": [], "entries": []}
        if line.last_pause is not None:
            payload |= {"hands": [line.last_pause.hand], "pause": line.last_pause.last_act}
        elif not line.items:
            raise Invalid(_("還未有可以撤銷的記錄。"))
        else:
            payload["replaces"] = [list(line.items[-1].ref)]
            if folded.open_items:
                payload["hands"] = [folded.state.hand_number]
            else:
                last = folded.hands[-1]
                payload |= {"hands": [last.number]} | ({"closed": True} if last.closed(book.rules) else {})
            check_unsigned(book, payload["hands"][0])
        after = amended_game(book, payload, reason.strip())
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason.strip()}
        return write(book, "amend", payload, book.answer(payload["hands"][0]), after=after, **by)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")


def _check_version(book: GameLog, seen: int) -> None:
    if seen != book.game.book_version:
        raise Conflict(
            _("另一部裝置或分頁剛剛更改了這一檯的記錄。請看看現在的記錄，再決定是否更正。"),
            recorded=latest(book.folded),
            book_version=book.game.book_version,
        )
