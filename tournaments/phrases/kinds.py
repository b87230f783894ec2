"""其他 (“Other”): events that are not wins, draws, rewards or rulings; their sentences, and how each is entered.

To add a kind of event, add a class here and a line in `KINDS`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.inputs import parse_int
from scoring import GameState
from scoring.tournament import OTHERS, SEAT_WINDS, between_hands, deal_after_draw, raises, remaining_deals, surrenders
from tournaments.phrases.reasons import reason_text
from tournaments.phrases.wording import WINDS, Event, PaidFans, Wording, hand_name, hand_title, listed, plain, plural


@dataclass(frozen=True)
class Choice:
    """A button under 其他 (“Other”). `pick`: the value it sends, kind and parameters, such as "wrong_dealer.2"."""

    label: str
    pick: str


@dataclass(frozen=True)
class Group:
    name: str
    note: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Moment:
    """The state of a game, from which 其他 (“Other”) and corrections get their choices. `rung`: the draft of a
    correction already has the bell · `paused`: the table pauses."""

    state: GameState
    wording: Wording
    rung: bool = False
    paused: bool = False


class Kind:
    """A kind of event. `seats`: the fields of the event that name a seat · `begins`: ordered before the rewards and
    rulings of its hand, because it decides who deals, which chains are carried or how long the game lasts · `asks`:
    fields of the form that belong to it (`tournaments.tables.forms`) · `in_game`: known to the rules; if not, it is an
    act of the log beside the game (`tournaments.tables.services.recording`)."""

    type: str
    seats: tuple[str, ...] = ()
    begins = True
    asks: tuple[str, ...] = ()
    in_game = True

    def say(self, wording: Wording, event: Event) -> str:
        raise NotImplementedError

    def read(self, parts: Sequence[str]) -> dict[str, Any] | None:
        """Return the event for the parts of a `pick` after the kind; None if they are invalid."""
        if len(parts) != len(self.seats) or not set(parts) <= set("0123"):
            return None
        return {"type": self.type, **dict(zip(self.seats, map(int, parts), strict=True))}

    def now(self, moment: Moment) -> Group:
        raise NotImplementedError

    def forgotten(self, moment: Moment) -> Group | None:
        """Return the choices that may have been forgotten in a closed hand; None if this kind cannot be added later."""
        return self.now(moment)

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        """Describe its effects, one line each."""
        raise NotImplementedError


class FirstDealer(Kind):
    """起莊: the dealer of 東一局 by the dice of the East seat, asked at the table before its first hand."""

    type, seats = "first_dealer", ("seat",)

    def say(self, wording: Wording, event: Event) -> str:
        return _("由 %(name)s 起莊") % {"name": wording.name(event["seat"])}

    def now(self, moment: Moment, *, forgotten: bool = False) -> Group:
        note = _("坐東位的擲骰，點到的一家做第一局的莊家。沒有記下的，由東位起莊。座位不變。")
        return Group(_("起莊"), note, dealer_choices(moment.state, moment.wording, forgotten=forgotten))

    def forgotten(self, moment: Moment) -> Group:
        """Return the choices, ordered before 做錯莊 and the bell of that hand."""
        return self.now(moment, forgotten=True)

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        words = {"hand": hand_name(after.name), "name": wording.name(after.dealer)}
        return [_("%(hand)s 由 %(name)s 做莊，之後依逆時針輪莊；座位不變") % words]


def dealer_choices(state: GameState, wording: Wording, *, forgotten: bool = False) -> tuple[Choice, ...]:
    """Return the four by seat, as long as the first dealer can be named."""
    if not wording.rules.game.dealer_thrown:
        return ()
    if state.hands or state.dealer_named or (not forgotten and (state.finished or state.turn.wrong)):
        return ()
    winds = (WINDS[SEAT_WINDS[0][seat]] for seat in range(4))
    return tuple(Choice(f"{wind} {wording.name(seat)}", f"first_dealer.{seat}") for seat, wind in enumerate(winds))


class WrongDealer(Kind):
    """做錯莊: a player dealt out of turn; also who deals next, and which turns are skipped later."""

    type, seats = "wrong_dealer", ("seat",)

    def say(self, wording: Wording, event: Event) -> str:
        return _("%(name)s 做錯莊") % {"name": wording.name(event["seat"])}

    def now(self, moment: Moment) -> Group:
        state, wording = moment.state, moment.wording
        can = wording.rules.game.wrong_dealer is not None and state.wrong_dealer is None
        seats = [seat for seat in range(4) if seat != state.turn.right_dealer] if can else []
        return Group(
            _("做錯莊"),
            _("不能更正的做錯莊：這一局由做錯的一家做莊，完局後由原莊家的下家做莊。"),
            tuple(Choice(wording.name(seat), f"wrong_dealer.{seat}") for seat in seats),
        )

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        title = hand_title(after.name, after.dealer_streak, wording.rules)
        words = {"hand": title, "name": wording.name(event["seat"])}
        return [wording.said(_("%(hand)s 由 %(name)s 做莊，拉莊數 0")) % words, *_coming_deals(after, wording)]


def turn_notes(state: GameState, wording: Wording) -> list[str]:
    """Describe 做錯莊 in force and its effects, and 內插; empty without them."""
    if state.finished:
        return []
    moved = seat_change(state, wording)
    notes = [*([moved] if moved else []), *_coming_deals(state, wording)]
    if state.turn.wrong:
        words = {"name": wording.name(state.dealer), "right": wording.name(state.turn.right_dealer)}
        notes.insert(0, _("做錯莊：這一局應由 %(right)s 做莊，由 %(name)s 做") % words)
    raised = [{"seat": seat, "units": units} for seat, units in enumerate(state.turn.raised) if units]
    return [*notes, *([listed([Raise().say(wording, event) for event in raised])] if raised else [])]


def seat_change(state: GameState, wording: Wording) -> str:
    """Name the seats of a 圈 whose players have changed seats; "" in all other hands."""
    orders, wind_round = wording.rules.game.seat_orders, state.deal // 4
    begins = not state.finished and state.deal % 4 == 0 and 0 < wind_round < len(orders)
    if not begins or state.dealer_streak or orders[wind_round] == orders[wind_round - 1]:
        return ""
    winds = wording.rules.game.seat_winds(state.deal, state.dealer)
    seats = [f"{WINDS[wind]} {wording.name(winds.index(wind))}" for wind in WINDS]
    return _("這一圈換位：%(seats)s") % {"seats": listed(seats)}


def _coming_deals(state: GameState, wording: Wording) -> list[str]:
    """Name the dealer after a wrong one, and the turns that will be skipped."""
    lines: list[str] = []
    if state.finished:
        return lines
    if state.turn.wrong:
        # Whatever the result, the player after the correct dealer deals next.
        coming = deal_after_draw(state, wording.rules)
        words = {"hand": hand_name(coming.name), "name": wording.name(coming.dealer)}
        if coming.over:
            lines.append(wording.said(_("不論結果，這一局打完，這個半莊就完結")))
        else:
            lines.append(_("不論結果，之後是 %(hand)s，由 %(name)s 做莊") % words)
    for seat, turns in enumerate(state.turn.skips):
        skipped = {"name": wording.name(seat), "turns": turns}
        if turns == 1:
            lines.append(_("%(name)s 下一次輪到做莊時跳過") % skipped)
        elif turns:
            lines.append(_("%(name)s 之後 %(turns)s 次輪到做莊時跳過") % skipped)
    return lines


class Raise(Kind):
    """內插: raising the 底 between hands, and the resulting 底 of each pair."""

    type = "raise"

    def say(self, wording: Wording, event: Event) -> str:
        words = {"name": wording.name(event["seat"]), "units": event["units"]}
        return _("%(name)s 內插 %(units)s 底") % words if event["units"] else _("%(name)s 退插") % words

    def read(self, parts: Sequence[str]) -> dict[str, Any] | None:
        if len(parts) != 2 or parts[0] not in ("0", "1", "2", "3") or (units := parse_int(parts[1])) is None:
            return None
        return {"type": self.type, "seat": int(parts[0]), "units": units}

    def now(self, moment: Moment) -> Group:
        return self.forgotten(moment, begun=not between_hands(moment.state))

    def forgotten(self, moment: Moment, begun: bool = False) -> Group:
        wording, offers = moment.wording, () if begun else raises(moment.state, moment.wording.rules)
        return Group(
            _("內插"),
            _("兩盤之間才可以：第一底為插，第二底為飄，第三底以上為飛。由下一盤起計。"),
            tuple(
                Choice(self.say(wording, {"seat": seat, "units": units}), f"raise.{seat}.{units}")
                for seat, units in offers
            ),
        )

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        base, seat, raised = wording.rules.game.base, event["seat"], after.turn.raised
        return [
            _("%(one)s 與 %(other)s 之間：底 %(points)s")
            % {
                "one": wording.name(seat),
                "other": wording.name(other),
                "points": plain((base or 0) * (1 + raised[seat] + raised[other])),
            }
            for other in OTHERS[seat]
        ]


_DURING = {
    0: lazy("一局之中：這一局中止，現在完場"),
    1: lazy("一局之中：打完這一局"),
    2: lazy("一局之中：打完這一局，再打一局"),
}
_BETWEEN = {0: lazy("兩局之間：現在完場"), 1: lazy("兩局之間：再打一局")}
_LEFT = {1: lazy("現在這一局是最後一局，打完就完場"), 2: lazy("打完這一局，再打一局就完場")}


class TimeUp(Kind):
    """大會鐘響: the bell, and the hands still to be played after it."""

    type = "time_up"

    def say(self, wording: Wording, event: Event) -> str:
        return _("大會鐘響")

    def read(self, parts: Sequence[str]) -> dict[str, Any] | None:
        known = list(parts) in (["during"], ["between"])
        return {"type": self.type, "during_hand": parts[0] == "during"} if known else None

    def now(self, moment: Moment) -> Group:
        bell = moment.wording.rules.game.bell
        during = Choice(str(_DURING.get(bell.during_hand, _DURING[1])), "time_up.during")
        between = Choice(str(_BETWEEN.get(bell.between_hands, _BETWEEN[0])), "time_up.between")
        return self._group(moment, _("大會設有時限時才用。"), during, between)

    def forgotten(self, moment: Moment) -> Group:
        """Return the choices. Before a hand the bell can only have rung if the rules then allow one more."""
        bell = moment.wording.rules.game.bell
        stopped = _("這一局之中響過鐘：這一局中止，結果不計")
        during = Choice(stopped if bell.stops_hand else _("這一局之中響過鐘"), "time_up.during")
        if bell.between_hands:
            before = Choice(_("這一局之前響過鐘"), "time_up.between")
            return self._group(moment, _("大會設有時限時才用。"), before, during)
        note = _("這一局之前已經響鐘，就不應打這一局：由最後一鋪起逐一撤銷，再在牌檯記錄鐘響。")
        return self._group(moment, note, during)

    def _group(self, moment: Moment, note: str, *choices: Choice) -> Group:
        rung = moment.rung or moment.state.hands_left is not None
        return Group(_("大會鐘響"), note, () if rung else choices)

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        if not after.finished:
            return [left_words(after)]
        return [end_words(wording), _("未結的拉全數付清")] if before.chains else [end_words(wording)]


def left_words(state: GameState) -> str:
    return str(_LEFT.get(state.hands_left or 1, _LEFT[1]))


def hands_left_words(state: GameState, wording: Wording) -> str:
    """還有多少鋪: name the hands left after this one, exactly after the bell, before it the minimum."""
    if state.finished:
        return ""
    if state.hands_left is not None:
        return _("之後還有 %(hands)s 鋪") % {"hands": state.hands_left - 1} if state.hands_left > 1 else ""
    least = remaining_deals(state, wording.rules)
    return wording.said(_("之後最少還有 %(hands)s 鋪")) % {"hands": least} if least else ""


def end_words(wording: Wording) -> str:
    return wording.said(_("這個半莊即時完結，之後要四家簽署記分卡"))


class Surrender(Kind):
    """投降: pay off a 拉 and end it."""

    type, seats = "surrender", ("seat", "winner")

    def say(self, wording: Wording, event: Event) -> str:
        words = {"payer": wording.name(event["seat"]), "winner": wording.name(event["winner"])}
        return _("%(payer)s 向 %(winner)s 投降") % words

    def now(self, moment: Moment) -> Group:
        return Group(_("投降"), _("付清這一條拉。"), surrender_offers(moment.state, moment.wording))

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        paid = next(move for move in after.open_hand.chain_moves[::-1] if move.kind == "surrender")
        return [wording.move(paid._asdict()), _("之後再被這一家食糊，由一鋪重新拉起")]


def surrender_offers(state: GameState, wording: Wording) -> tuple[Choice, ...]:
    """可以投降: return chains whose payer may pay them off now."""
    return tuple(
        Choice(
            Surrender().say(wording, {"seat": chain.payer, "winner": chain.winner}),
            f"surrender.{chain.payer}.{chain.winner}",
        )
        for chain in surrenders(state, wording.rules)
    )


class Pause(Kind):
    """暫停: the table's clock stops, for a reason. An act of the log that the rules do not know."""

    type = "pause"
    begins = False
    asks: tuple[str, ...] = ("reason", "minutes")
    in_game = False

    def say(self, wording: Wording, event: Event) -> str:
        """Format as 「暫停 7 分鐘（14:05–14:12）：等醫護人員」; without the reason for readers who may not see it."""
        if "since" not in event:
            return _("暫停")
        since = datetime.fromisoformat(event["since"])
        words = {"times": _clock(since), "reason": reason_text(event["reason"])}
        if event["until"] is None:
            return _("%(times)s 起暫停：%(reason)s") % words if event["reason"] else _("%(times)s 起暫停") % words
        until = datetime.fromisoformat(event["until"])
        words |= {"times": f"{_clock(since)}–{_clock(until)}", "length": _length(until - since)}
        if event["reason"]:
            return _("暫停 %(length)s（%(times)s）：%(reason)s") % words
        return _("暫停 %(length)s（%(times)s）") % words

    def now(self, moment: Moment) -> Group:
        choices = () if moment.paused else (Choice(_("暫停這一檯"), "pause"),)
        return Group(_("暫停"), _("這一檯停一停，寫下原因；時間不計入這一鋪。分數不變。"), choices)

    def forgotten(self, moment: Moment) -> None:
        return None

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        return [_("由現在起不計時，按「繼續」或記錄下一鋪時完結"), _("分數、拉和判決都不變")]


class Resume(Pause):
    type = "resume"
    asks: tuple[str, ...] = ()

    def say(self, wording: Wording, event: Event) -> str:
        return _("暫停完結，繼續打")

    def now(self, moment: Moment) -> Group:
        choices = (Choice(_("繼續"), "resume"),) if moment.paused else ()
        return Group(_("暫停中"), _("暫停完結，由現在起再計時。"), choices)

    def follows(self, event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
        return [_("由現在起再計時")]


def time_words(begun: datetime, ended: datetime, length: timedelta) -> str:
    """Format as 「14:02–14:19（12 分鐘）」: start, end and playing time."""
    words = {"times": f"{_clock(begun)}–{_clock(ended)}", "length": _length(length)}
    return _("%(times)s（%(length)s）") % words


def _clock(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M}"


def _length(length: timedelta) -> str:
    """Format in whole minutes; under half a minute in seconds."""
    seconds = int(length.total_seconds())
    minutes = round(seconds / 60)
    if not minutes:
        return _("%(seconds)s 秒") % {"seconds": seconds}
    return plural("%(minutes)s 分鐘", minutes, minutes=minutes)


KINDS: Mapping[str, Kind] = {
    kind.type: kind for kind in (FirstDealer(), WrongDealer(), Raise(), TimeUp(), Surrender(), Pause(), Resume())
}
"""`type` of an event → its kind, in the order shown under 其他."""


def event_words(wording: Wording, event: Event, fans: Mapping[int, int | PaidFans] | None = None) -> str:
    """Describe any event in a sentence. `fans`: as in `Wording.win`."""
    match event["type"]:
        case "win":
            return wording.win(event, fans or {})
        case "draw":
            return wording.draw(event)
        case "reward":
            return wording.reward(event)
        case "ruling":
            return wording.ruling(event)
    return KINDS[event["type"]].say(wording, event)


def offered(moment: Moment) -> list[Group]:
    if moment.state.finished:
        return []
    return [group for kind in KINDS.values() if (group := kind.now(moment)).choices]


def forgotten(moment: Moment) -> list[Group]:
    """Return choices that may have been forgotten in a closed hand; `moment` has the state in which it was closed."""
    groups = (kind.forgotten(moment) for kind in KINDS.values())
    return [group for group in groups if group and group.choices]
