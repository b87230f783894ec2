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

    reason: what is paid
        "win" (食糊): a win
        "liability" (包牌): a win, paid by the liable player alone
        "chain" (拉): a debt, paid in full or by half (`ChainMove`)
        "reward" (中途獎勵): a reward
        "fine" (罰給別家): a penalty paid to other players
        "deduction" (罰扣): a penalty paid to the house
    """

    source: int | None
    target: int | None
    points: Decimal
    reason: Reason


class Chain(NamedTuple):
    """拉 An unpaid debt between two players: `payer` owes `winner` this many `points`. It has grown over
    `pulls` wins that were not paid at once. Two players have at most one chain."""

    winner: int
    payer: int
    points: Decimal
    pulls: int


class Payment(NamedTuple):
    """應付 The debt of one player to one winner for a win. `points` is the amount, converted from `fan` + `multi` +
    `dealer` + `extra`, which are in the unit of the count (番 or 台).

    fan: the count of the hand itself, with 底 (base)
    multi: added because two or three players won with the same tile (雙響, 三響)
    dealer: added because the winner or the payer is the dealer (莊家連拉)
    extra: added for this payer alone (七搶一)
    reason: "win", or "liability" (包牌) if the payer pays the shares of others too; `points` then includes these
    """

    winner: int
    payer: int
    fan: int
    multi: int
    dealer: int
    points: Decimal
    reason: Literal["win", "liability"] = "win"
    extra: int = 0


class ChainMove(NamedTuple):
    """拉的去向 The effect of a finished hand on one chain, the unpaid debt between two players. All amounts are points.

    winner, payer: the seats of the two players; `payer` owes the debt to `winner`
    kind: what the hand did to the debt
        "open": a new debt begins
        "grow": `winner` won again, self-drawn or from `payer`; `after` is 1.5 times `before`, plus `added`
        "keep": the hand had no winner, or `winner` won from a third player; nothing changes
        "halve": `payer` won, self-drawn or from `winner`; half is paid, and the rest is void
        "collect": a third player won, or `payer` won from a third player; the debt is paid in full
        "surrender": `payer` chose to pay the debt in full (投降)
        "end": the game is over; the debt is paid in full
    before, after: the debt before and after the hand
    paid: what `payer` pays `winner` now
    added: what `payer` owes for this hand alone, if it becomes part of the debt ("open" and "grow"); else 0
    pulls: how many wins the chain has afterwards, 0 if it is closed
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
    """黃牌、紅牌 A penalty card. `given` is the card that the ruling gives, `card` the one that the player is shown:
    red instead of yellow if the player already has a yellow card."""

    seat: int
    card: Colour
    given: Colour


class RulingResult(NamedTuple):
    """判決的結果 The effect of a referee's ruling.

    seat: the offender; None if no player is at fault (洗牌重配: shuffle and deal again)
    offence: slug of the offence in the rule set; None if the ruling names no offence
    times: how often the player has now committed this offence in the tournament; 0 without an offence or an offender
    consequences: the penalties applied, in the form of `consequences` in `Game.ruling`
    transfers: points that change hands at once
    after_game: points that change hands when the game ends
    cards: the cards shown
    in_force: all cards that count against the offender afterwards
    ban: whether the offender may not win until the hand ends (禁止食糊)
    false_win: whether a second red card was shown, which counts as a false win (詐糊) whatever the offence
    ends: how the ruling ends the hand: "replay_hand", "draw_hand" or "false_win_hand"; "" if the hand goes on
    notes: consequences without points or cards: warning, disqualify, blacklist, suspend, withdraw
    previous: whether the ruling is about the previous, already finished hand
    plain: those `consequences` that are points, cards or an end of the hand; they may be shown in public, as they do
        not tell the offence
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
    """未完的一局 The records of the hand in progress.

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
    """一局的結果 One hand: who won, what everybody paid, and the scores afterwards.

    number: the position of the hand in the game, from 1
    name, deal: the name of the deal and its number from 0: "東一局" and 0, "東二局" and 1 …
    dealer: the seat of the dealer
    dealer_streak: how many times in a row the dealer had stayed dealer
    result: "win", "draw", "replayed" or "false_win" (both by a ruling), "stopped" (by the bell); "open" only in
        `Game.book`, for the hand in progress
    winners: the winners' seats, ascending
    source: the seat of the discarder; None for a self-drawn win or a hand without a winner
    transfers: points that changed hands
    payments: what each payer owes each winner for the win, paid at once or added to a chain (拉)
    chain_moves, chains: what happened to each chain, and the chains open afterwards
    cards, rulings: the penalty cards shown and the rulings made during the hand
    scores, house: points of the four seats and of the house afterwards, not counting open chains
    event_indices: which events of the game belong to the hand, as positions from 0
    raised: 內插 for each seat, how many base stakes (底) are added to every payment that the player makes or receives
    rewards: 中途獎勵 the (kind, seat) of each reward, in the order in which they were paid
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
