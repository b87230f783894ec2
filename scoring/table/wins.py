"""食糊: read a `win` event and refuse what is impossible (interface: replay, win). Bans and payments are decided
elsewhere."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.errors import ScoringError, missing_key
from scoring.event_fields import (
    Event,
    as_seat,
    bad_event,
    count_in,
    flag_in,
    not_here,
    refuse_keys,
    refuse_unknown,
    seat_in,
)
from scoring.hand.circumstances import ROBBED
from scoring.rules.game_rules import GameRules
from scoring.rules.liability import read_liable
from scoring.seats import OTHERS, SEATS, TurnOrder, in_turn_after

COMMON_WIN_KEYS = frozenset({"type", "winner", "winners", "from", "self_draw", "fan", "hand"})
_KEYS = COMMON_WIN_KEYS | {"robbed_kong", "flower_win", "liable", "cause", "extra", "opening", "shown_streak"}
_WINNER_KEYS = frozenset({"seat", "fan", "hand"})
_EXTRA_KEYS = frozenset({"seat", "fan"})
_NO_EXTRA: Mapping[int, int] = MappingProxyType({})


class Winner(NamedTuple):
    """食糊者 One winner of a hand: seat, and either `fan`, the count as entered, or `hand`, the hand as a dict, which
    is counted when the win is applied. The one that is not given is None."""

    seat: int
    fan: int | None
    hand: Mapping[str, object] | None

    @property
    def robbed(self) -> bool:
        """Whether the winner's `Hand` says that a kong was robbed (搶槓); False if no hand was given."""
        words = (self.hand or {}).get("circumstances")
        return isinstance(words, list | tuple) and any(word in words for word in ROBBED)


class Win(NamedTuple):
    """一次食糊 A win by one player, or by several with the same tile, as read from a "win" event (`Game.win`).

    winners: sorted by seat
    source: the seat of the discarder; None for a self-drawn win
    robbed_kong: whether the winning tile was robbed from a kong (搶槓)
    flower_win: whether the win was declared with flowers alone, without a complete hand (花糊)
    liable: the seats that pay in place of others (包牌)
    cause: why those seats are liable, one of the ids in the rule set's `game.liability.causes`; "" if `liable` is empty
    extra: seat of a payer → how many 台 (the unit of the count) this player alone pays on top
    opening: the seat that counts as East for seat winds and flowers (開門位); None if that is the dealer's
    shown_streak: the dealer's streak as the marker on the table shows it (連莊示記); None to use the real one
    """

    winners: tuple[Winner, ...]
    source: int | None
    robbed_kong: bool
    flower_win: bool
    liable: tuple[int, ...] = ()
    cause: str = ""
    extra: Mapping[int, int] = _NO_EXTRA
    opening: int | None = None
    shown_streak: int | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the winners, ascending."""
        return tuple([winner.seat for winner in self.winners])

    @property
    def robbed(self) -> bool:
        return self.robbed_kong or any(winner.robbed for winner in self.winners)


def read_win(event: Event, rules: GameRules) -> Win:
    """讀食糊 Return the win that an event describes: {"type": "win", "winner": 0, "from": 1, "fan": 7}. Raises
    ScoringError missing_key, unknown_key or bad_event."""
    if not event.keys() <= COMMON_WIN_KEYS:
        refuse_unknown(event, _KEYS)
        refuse_keys(event, _KEYS - COMMON_WIN_KEYS - rules.win_keys)
    source = _source(event)
    winners = _winners(event, rules)
    if source in [winner.seat for winner in winners]:
        raise bad_event("出銃者不能食自己打出的牌。", "“from” cannot be a winner.")
    flags = flag_in(event, "robbed_kong"), flag_in(event, "flower_win")
    liable = read_liable(event, rules.liability, [winner.seat for winner in winners], source)
    shown = count_in(event, "shown_streak", 0) if event.get("shown_streak") is not None else None
    extra, opening = _extra(event, winners, source), _opening(event, winners)
    win = Win(winners, source, *flags, *liable, extra, opening, shown)
    if win.robbed_kong and win.source is None:
        raise bad_event("搶槓要有被搶的一家「from」。", "“robbed_kong” needs “from”.")
    if win.flower_win and (win.robbed_kong or len(win.winners) > 1):
        raise bad_event("花糊只有一家，亦不是搶槓。", "A flower win has one winner and robs no kong.")
    if win.flower_win and win.winners[0].fan is None:
        raise missing_key("fan")
    return win


def _source(event: Event) -> int | None:
    if flag_in(event, "self_draw"):
        if event.get("from") is not None:
            raise bad_event("自摸不能同時有出銃者「from」。", "“self_draw” and “from” exclude each other.")
        return None
    if "from" not in event:
        raise ScoringError(
            "missing_key",
            "欠出銃的一家「from」；自摸的話，寫「self_draw」為 true。",
            "The discarder, “from”, is missing; a win by own draw says “self_draw”: true.",
        )
    return as_seat(event["from"], "from")


def _winners(event: Event, rules: GameRules) -> tuple[Winner, ...]:
    if "winners" not in event:
        return (_winner(event, "winner", rules),)
    for key in ("winner", "fan", "hand"):
        if key in event:
            raise not_here(key)
    listed = event["winners"]
    if not isinstance(listed, list | tuple) or not all(isinstance(one, Mapping) for one in listed):
        raise bad_event("「winners」要是食糊者的列表。", "“winners” must be a list of winners.")
    if len(listed) < 2 or len(listed) not in rules.multi_fans:
        raise bad_event("「winners」的人數不對。", "“winners” must hold two or three, where the rules allow it.")
    if event.get("self_draw"):
        raise bad_event("自摸只有一家食糊。", "Only one player wins by own draw.")
    winners = []
    for one in listed:
        refuse_unknown(one, _WINNER_KEYS)
        winners.append(_winner(one, "seat", rules))
    if len({winner.seat for winner in winners}) < len(winners):
        raise bad_event("「winners」內有重複的座位。", "“winners” names a seat twice.")
    return tuple(sorted(winners, key=lambda winner: winner.seat))


def _extra(event: Event, winners: tuple[Winner, ...], source: int | None) -> Mapping[int, int]:
    """另付: seat → 台 that this payer alone pays extra. Raises unknown_key, missing_key or bad_event."""
    listed = event.get("extra")
    if listed is None:
        return _NO_EXTRA
    if not isinstance(listed, list | tuple) or not all(isinstance(one, Mapping) for one in listed):
        raise bad_event("「extra」要是另付的列表。", "“extra” must be a list of seats with their 台.")
    payers = OTHERS[winners[0].seat] if source is None else (source,)
    extra: dict[int, int] = {}
    for one in listed:
        refuse_unknown(one, _EXTRA_KEYS)
        seat, fan = seat_in(one, "seat"), count_in(one, "fan", 0)
        if seat not in payers or seat in extra:
            raise bad_event("「extra」只可以是要付的人，每人一次。", "“extra” names payers of this win, each once.")
        extra[seat] = fan
    return extra


def _opening(event: Event, winners: tuple[Winner, ...]) -> int | None:
    """開門位 Read `opening`. Only allowed with a hand: a count that was entered includes its winds and flowers
    already."""
    if event.get("opening") is None:
        return None
    if winners[0].hand is None:
        raise bad_event("「opening」只與「hand」一起用。", "“opening” needs a “hand”.")
    return as_seat(event["opening"], "opening")


def _winner(given: Event, seat_key: str, rules: GameRules) -> Winner:
    seat = seat_in(given, seat_key)
    if "hand" not in given:
        return Winner(seat, count_in(given, "fan", rules.minimum_fan, rules.maximum_fan), None)
    hand = given["hand"]
    if "fan" in given:
        raise bad_event("「fan」與「hand」只可給一樣。", "Give “fan” or “hand”, not both.")
    if not isinstance(hand, Mapping):
        raise bad_event("「hand」要是一手牌的文件。", "“hand” must be a score document.")
    return Winner(seat, None, hand)


def banned(seat: int) -> ScoringError:
    return ScoringError(
        "banned_player", f"座位 {seat} 這局禁止食糊。", f"Seat {seat} is banned from winning this hand."
    )


def nearest_claimant(source: int, claimants: Collection[int], order: TurnOrder = SEATS) -> int:
    """攔胡 Return the seat that wins when several players claim the same discard: the first in turn after the
    discarder, `source`. Raises ValueError if there is no claimant or the discarder is one of them."""
    if not claimants or source in claimants:
        raise ValueError(f"not claimants of a discard of {source}: {list(claimants)}")
    return in_turn_after(source, claimants, order)[0]
