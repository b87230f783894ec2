"""帳目: the records that a fold writes: transfers, chains, cards, rulings, hands.

Immutable. Points are exact decimals (`scoring.points`), seats 0–3, and None is the house account, so that the sum over
four seats and the house never changes.
"""

from decimal import Decimal
from typing import Literal, NamedTuple

Reason = Literal["win", "chain", "reward", "fine", "deduction", "liability"]
Result = Literal["win", "draw", "replayed", "false_win", "stopped", "open"]
MoveKind = Literal["grow", "halve", "collect", "surrender", "open", "keep", "end"]
Colour = Literal["yellow", "red"]
"""牌色 Of a penalty card, not of a tile."""
Scores = tuple[Decimal, Decimal, Decimal, Decimal]


class Transfer(NamedTuple):
    """授受 A payment of `points` (more than 0) from seat `source` to seat `target`; None is the house.

    `reason`: "win" 食糊, "chain" 拉 (collected, halved or surrendered), "reward" 中途獎勵, "fine" 罰給別家 (to other
    players), "deduction" 罰扣 (to the house), "liability" 包牌 (a win paid in place of others).
    """

    source: int | None
    target: int | None
    points: Decimal
    reason: Reason


class Chain(NamedTuple):
    """拉 A debt carried from hand to hand: the points that `payer` owes `winner` after `pulls` unpaid wins. Two
    players have one at most."""

    winner: int
    payer: int
    points: Decimal
    pulls: int


class Payment(NamedTuple):
    """應付 What one player owes one winner for a win. All but `points` are in the rule set's unit (番 or 台).

    fan: the count of the hand with 底, without the next three
    multi: added because two or three players win the same tile (雙響, 三響)
    dealer: added because one of the two is the dealer (莊家連拉)
    extra: added for this payer alone (七搶一)
    points: the whole amount in points
    reason: "liability" if the payer is liable for the win (包牌), which covers their own share too; else "win"
    """

    winner: int
    payer: int
    fan: int
    multi: int
    dealer: int
    points: Decimal
    reason: Reason = "win"
    extra: int = 0


class ChainMove(NamedTuple):
    """拉的去向 What one hand does to one chain. Amounts are points.

    kind: "open" (new), "grow" (× 1.5, then `added`), "keep" (unchanged), "halve" (half is paid, the rest is void),
        "collect", "surrender" (投降) or "end" (of the game), all three paid in full
    before, after: the amount owed before and after the hand
    paid: what the payer pays the winner now
    added: the new win, in "open" and "grow"
    pulls: how many wins are in the chain afterwards, 0 if it is closed
    """

    winner: int
    payer: int
    before: Decimal
    kind: MoveKind
    after: Decimal
    paid: Decimal
    added: Decimal
    pulls: int


class Card(NamedTuple):
    """黃牌、紅牌 The penalty card that a player was shown, and the one that the ruling gave: a second yellow card is
    shown as red."""

    seat: int
    card: Colour
    given: Colour


class RulingResult(NamedTuple):
    """判決的結果 What one ruling did, or would do.

    seat: the offender; None if no player is at fault (洗牌重配)
    offence: its slug in the rule set's list of offences; None if the ruling names none
    times: how often this player has now committed this offence in the event; 0 without an offence or an offender
    consequences: those that were applied, in the words of a `replay` document
    transfers: points that changed hands at once
    after_game: points that change hands when the game ends
    cards: the cards shown
    in_force: the offender's cards in force afterwards
    ban: whether the offender may not win until the hand ends (禁止食糊)
    false_win: whether a second red card became 詐糊 (a false win)
    ends: how the ruling ends the hand: "replay_hand", "draw_hand", "false_win_hand" or "" (it goes on)
    notes: consequences that change no score: warning, disqualify, blacklist, suspend, withdraw
    previous: whether the ruling concerns the previous hand, which is recorded already
    plain: the same effect written only as points, cards and the end of the hand, to publish in place of
        `consequences` without the offence
    """

    seat: int | None
    offence: str | None
    times: int
    consequences: tuple[object, ...]
    transfers: tuple[Transfer, ...]
    after_game: tuple[Transfer, ...]
    cards: tuple[Card, ...]
    in_force: tuple[Colour, ...]
    ban: bool
    false_win: bool
    ends: str
    notes: tuple[str, ...]
    previous: bool
    plain: tuple[object, ...] = ()


class OpenHand(NamedTuple):
    """未完的一局 What has been recorded for the hand in progress.

    event_indices: the positions of its events in the list of events, with that of the bell
    listed: whether it has an event other than the bell, so that the document has it as "open"
    rewards: (kind, seat) in the order of the events
    chain_moves: chains surrendered (投降) during the hand
    """

    event_indices: tuple[int, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    cards: tuple[Card, ...] = ()
    rulings: tuple[RulingResult, ...] = ()
    rewards: tuple[tuple[str, int], ...] = ()
    listed: bool = False
    chain_moves: tuple[ChainMove, ...] = ()


NO_HAND = OpenHand()


class HandResult(NamedTuple):
    """一局的結果 A finished hand and everything that it changed.

    number: its position in the game, from 1
    name, deal: "東一局" and 0, "東二局" and 1 …
    dealer, dealer_streak: the seat that dealt it, and how often in a row that player had stayed dealer
    winners: their seats, ascending
    source: the seat of the discarder; None for an own draw or a hand without a winner
    transfers: points that changed hands
    payments: what each payer owes each winner for the win, paid at once or added to a chain (拉)
    chain_moves, chains: what became of each chain, and the chains open afterwards
    cards, rulings: the penalties given in it
    scores, house: points of the four seats and of the house afterwards, without open chains
    event_indices: the positions of its events in the list of events
    raised: 內插, how many 底 each seat had raised
    rewards: (kind, seat) of each reward, in the order of the events
    """

    number: int
    name: str
    deal: int
    dealer: int
    dealer_streak: int
    result: Result
    winners: tuple[int, ...]
    source: int | None
    transfers: tuple[Transfer, ...]
    payments: tuple[Payment, ...]
    chain_moves: tuple[ChainMove, ...]
    chains: tuple[Chain, ...]
    cards: tuple[Card, ...]
    rulings: tuple[RulingResult, ...]
    scores: Scores
    house: Decimal
    event_indices: tuple[int, ...]
    raised: tuple[int, int, int, int] = (0, 0, 0, 0)
    rewards: tuple[tuple[str, int], ...] = ()
