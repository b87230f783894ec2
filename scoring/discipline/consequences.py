"""罰則用語: the words in which a ruling states its consequences, read and applied to one seat. A word works on a
`Judgement`, the accumulator of one ruling, and does not know the state of the game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from scoring.book import Card, Colour, Reason, RulingResult, Transfer
from scoring.event_fields import Event, as_count, as_points, as_seat, bad_event, count_in, seat_in
from scoring.points import ZERO, format_points
from scoring.rules.game_rules import GameRules
from scoring.rules.offences import Offence
from scoring.seats import OTHERS
from scoring.table.dealer import Turn
from scoring.table.settlement import pay_each_hand
from scoring.table.state import InForce, escalate

ENDINGS = ("replay_hand", "draw_hand", "false_win_hand")
CARD_WORDS = ("yellow", "red")
CONCEALED_KONG = "concealed_kong"
GIVE_BACK = "give_back_base"
NOTES = ("warning", "disqualify", "blacklist", "suspend", "withdraw")


@dataclass
class Judgement:
    """一次判決 A ruling while it is applied.

    times, times_in_hand: how often the player has committed this offence, in the event (罰X底 grows) and in this hand
    from_table: whether the consequences are those of the list of offences; only these grow
    kong: how many 底 each player paid for the offender's last 暗槓 of that hand
    previous: whether the hand is recorded already, so that nothing may end it
    hall: whether the ruling is outside any hand, so that only the house can be paid
    plain: see `RulingResult`
    """

    seat: int | None
    event: Event
    game: GameRules
    turn: Turn
    in_force: InForce
    times: int
    from_table: bool
    previous: bool
    kong: Decimal = ZERO
    times_in_hand: int = 1
    hall: bool = False
    transfers: list[Transfer] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    after_game: list[Transfer] = field(default_factory=list)
    bans: set[int] = field(default_factory=set)
    false_win: bool = False
    ends: str = ""
    plain: list[object] = field(default_factory=list)

    @property
    def offender(self) -> int:
        """The seat that is ruled against. Raises ScoringError bad_event if no player is at fault (洗牌重配)."""
        if self.seat is None:
            raise bad_event("沒有犯規者，不能罰分或出牌。", "“seat” is null: there is no player to penalise.")
        return self.seat

    def move(self, source: int, target: int | None, points: Decimal, reason: Reason) -> None:
        """Move points, writing nothing for 0. Raises `bad_event` for a payee outside a hand."""
        if target is not None:
            self.needs_hand("賠給別家", "paying another player")
        if points:
            self.transfers.append(Transfer(source, target, points, reason))

    def result(self, offence: Offence | None, words: Sequence[object]) -> RulingResult:
        """Return the result of the ruling. `words`: its consequences, as in the ruling or the list of offences."""
        return RulingResult(
            seat=self.seat,
            offence=offence.slug if offence else None,
            times=self.times,
            consequences=tuple(words),
            transfers=tuple(self.transfers),
            after_game=tuple(self.after_game),
            cards=tuple(self.cards),
            in_force=self.in_force,
            ban=bool(self.bans),
            false_win=self.false_win,
            ends=self.ends,
            notes=tuple(self.notes),
            previous=self.previous,
            plain=tuple(self.plain),
        )

    def needs_hand(self, what_zh: str, what_en: str) -> None:
        if self.hall:
            raise bad_event(f"局外判決不能「{what_zh}」。", f"“consequences”: {what_en} needs a hand.")


class Consequence(NamedTuple):
    word: str
    value: object


def read_consequences(given: Iterable[object]) -> tuple[Consequence, ...]:
    """Read words and one-key objects; raises `bad_event` for anything else."""
    return tuple(_read(one) for one in given)


def _read(one: object) -> Consequence:
    if isinstance(one, str) and one in _BARE:
        return Consequence(one, None)
    if isinstance(one, Mapping) and len(one) == 1:
        word, value = next(iter(one.items()))
        if word in _AMOUNTS or word in _VALUED:
            return Consequence(word, value)
    raise bad_event(f"「consequences」內不認得「{one}」。", f"“consequences”: unknown consequence {one!r}.")


def carry_out(judgement: Judgement, consequences: Iterable[Consequence]) -> None:
    """執行: apply the words in order. Raises `bad_event` or `missing_key`."""
    for one in consequences:
        moved, later = len(judgement.transfers), len(judgement.after_game)
        _apply(judgement, one)
        if one.word in CARD_WORDS or one.word in ENDINGS:
            judgement.plain.append(one.word)
        else:
            judgement.plain += map(_moved, judgement.transfers[moved:])
            judgement.plain += [{"deduct_after_game": format_points(t.points)} for t in judgement.after_game[later:]]


def _apply(judgement: Judgement, one: Consequence) -> None:
    if one.word in _BARE:
        _BARE[one.word](judgement, one.word)
    elif one.word in _AMOUNTS:
        _AMOUNTS[one.word](judgement, _amount(judgement, one.word, one.value))
    else:
        _VALUED[one.word](judgement, one.word, one.value)


def _moved(transfer: Transfer) -> object:
    """The word that moves exactly these points, under any rules and after any earlier ruling."""
    if transfer.target is None:
        return {"deduct": format_points(transfer.points)}
    return {"pay": [transfer.target, format_points(transfer.points)]}


def _note(judgement: Judgement, word: str) -> None:
    judgement.notes.append(word)


def _ban(judgement: Judgement, word: str) -> None:
    judgement.needs_hand("禁止食糊", "a ban")
    if judgement.previous:
        raise bad_event("上一局已經完結，不能再禁止食糊。", "“ban” has no meaning for the previous hand.")
    judgement.bans.add(judgement.offender)


def _end(judgement: Judgement, word: str) -> None:
    judgement.needs_hand("重打、流局或詐胡", "ending a hand")
    if judgement.previous:
        raise bad_event(f"上一局已經完結，不能「{word}」。", f"“{word}” cannot end the previous hand.")
    if word == "false_win_hand" and not judgement.game.false_win_hand:
        raise bad_event("這套規則沒有「false_win_hand」。", "These rules have no “false_win_hand”.")
    if judgement.ends not in ("", word):
        raise bad_event("一局只可以有一個結束方式。", "“consequences”: a hand ends in one way only.")
    judgement.ends = word


def _card(judgement: Judgement, word: str) -> None:
    """黃牌、紅牌: up the ladder; a red costs its points, a second red becomes what the rules say (L-34)."""
    rules = judgement.game.cards
    if rules is None:
        raise bad_event("這套規則沒有黃牌紅牌。", "These rules have no cards.")
    given: Colour = "red" if word == "red" else "yellow"
    seat = judgement.offender
    shown = escalate(judgement.in_force, given)
    judgement.in_force = shown.in_force
    judgement.cards.append(Card(seat, shown.card, given))
    if shown.second_red:  # 作詐糊論. On a recorded hand, or outside any, it takes its points and replays nothing.
        judgement.false_win = True
        for one in read_consequences(rules.second_red):
            if one.word not in ENDINGS or not (judgement.previous or judgement.hall):
                _apply(judgement, one)
    elif shown.card == "red":
        judgement.move(seat, None, rules.red_points, "deduction")


# --- points: how many, and to whom they go ----------------------------------------------------------------------------


def _amount(judgement: Judgement, word: str, value: object) -> Decimal:
    game = judgement.game
    if word in ("deduct", "pay_each"):
        return as_points(value, word)
    if word == "deduct_per_tile":
        return as_points(value, word) * count_in(judgement.event, "tiles", 1)
    if word.endswith("_tai"):
        if game.tai is None:
            raise bad_event(f"這套規則沒有台，不能用「{word}」。", f"These rules have no 台: “{word}” is not allowed.")
        return game.tai * as_count(value, word, 0)
    if game.base is None:
        raise bad_event(f"這套規則沒有底，不能用「{word}」。", f"These rules have no 底: “{word}” is not allowed.")
    bases = game.base * as_count(value, word, 0)
    if word == "fine_base" and judgement.from_table:  # 罰X底: the second time for the same rule 2X, the third 3X (L-32)
        return bases * judgement.times
    if word == GIVE_BACK and judgement.from_table:  # as much as was paid, if kongs pay by a ladder (K-15)
        reward = game.rewards.get(CONCEALED_KONG)
        return bases * judgement.kong if reward is not None and len(reward.units) > 1 else bases
    return bases


def _to_house(judgement: Judgement, points: Decimal) -> None:
    judgement.move(judgement.offender, None, points, "deduction")


def _to_each(judgement: Judgement, points: Decimal) -> None:
    for other in OTHERS[judgement.offender]:
        judgement.move(judgement.offender, other, points, "fine")


def _to_one(judgement: Judgement, points: Decimal) -> None:
    target = _receiver(judgement, seat_in(judgement.event, "to"), "to")
    judgement.move(judgement.offender, target, points, "fine")


def _receiver(judgement: Judgement, seat: int, key: str) -> int:
    if seat == judgement.offender:
        raise bad_event(f"「{key}」不能是犯規者自己。", f"“{key}” cannot be the offender.")
    return seat


_AMOUNTS: Mapping[str, Callable[[Judgement, Decimal], None]] = {
    "deduct": _to_house,
    "deduct_per_tile": _to_house,
    "deduct_base": _to_house,
    "deduct_tai": _to_house,
    "pay_each": _to_each,
    "fine_base": _to_each,
    "pay_each_base": _to_each,
    GIVE_BACK: _to_each,
    "pay_base": _to_one,
    "pay_tai": _to_one,
}


# --- words with another value -----------------------------------------------------------------------------------------


def _deduct_after_game(judgement: Judgement, word: str, value: object) -> None:
    judgement.needs_hand("半莊後扣分", "a deduction after the game")
    points = as_points(value, word)
    if points:
        judgement.after_game.append(Transfer(judgement.offender, None, points, "deduction"))


def _pay(judgement: Judgement, word: str, value: object) -> None:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise bad_event("「pay」要寫成 [座位, 分數]。", "“pay” must be [seat, points].")
    target = _receiver(judgement, as_seat(value[0], word), word)
    judgement.move(judgement.offender, target, as_points(value[1], word), "fine")


def _pay_each_hand(judgement: Judgement, word: str, value: object) -> None:
    if value is not True:
        raise bad_event("「pay_each_hand」只可以是 true。", "“pay_each_hand” can only be true.")
    game = judgement.game
    fan = count_in(judgement.event, "fan", game.minimum_fan, game.maximum_fan)
    judgement.transfers += pay_each_hand(judgement.offender, fan, judgement.turn, game)


def _ladder(judgement: Judgement, word: str, value: object) -> None:
    """累進: of these steps the one for how often the player has broken this rule in this hand; the last one stays."""
    if not isinstance(value, list | tuple) or not value:
        raise bad_event("「ladder」要是列表。", "“ladder” must be a list of steps.")
    steps = [one if one == "warning" else as_points(one, word) for one in value]
    step = steps[min(judgement.times_in_hand, len(steps)) - 1]
    if isinstance(step, Decimal):
        _to_house(judgement, step)
    else:
        _note(judgement, "warning")


_BARE: Mapping[str, Callable[[Judgement, str], None]] = {
    **dict.fromkeys(NOTES, _note),
    **dict.fromkeys(ENDINGS, _end),
    **dict.fromkeys(CARD_WORDS, _card),
    "ban": _ban,
}

_VALUED: Mapping[str, Callable[[Judgement, str, object], None]] = {
    "deduct_after_game": _deduct_after_game,
    "pay": _pay,
    "pay_each_hand": _pay_each_hand,
    "ladder": _ladder,
}
