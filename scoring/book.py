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
    """授受: `points` (> 0) move from seat `source` to seat `target`; None on either side is the house. `reason`: win
    食糊, chain 拉 (collected, halved, surrendered), reward 中途獎勵, fine 罰給別家, deduction 罰扣, liability 包牌."""

    source: int | None
    target: int | None
    points: Decimal
    reason: Reason


class Chain(NamedTuple):
    """拉: what `payer` still owes `winner` after `pulls` wins. At most one per pair."""

    winner: int
    payer: int
    points: Decimal
    pulls: int


class Payment(NamedTuple):
    """應付: what one payer owes one winner by this win, split up for a sentence.

    `fan` is the hand's count (底 included, dealer's fans and 雙響 not), `multi` the 雙響/三響 share, `dealer` the fans
    of 莊家連拉 between these two; all in the rule set's unit. `points` is the sum in points. `reason` is "win", or
    "liability" for all that a liable player pays, for others and for themselves. `extra` is what this payer alone pays
    on top of the count (七搶一).
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
    """拉的去向: one chain before → after one hand.

    `kind`: grow (× 1.5, then `added`), halve (half paid, the rest void), collect (paid whole), surrender (投降, paid
    whole), open (new), keep (unchanged), end (collected at the end of the game). `paid` goes from payer to winner
    now; `added` is the new payment entered by grow and open. `pulls` counts the wins in it afterwards (0 when closed).
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
    """牌: the card shown, after the ladder; `given` is the one that the ruling named (two yellows = red)."""

    seat: int
    card: Colour
    given: Colour


class RulingResult(NamedTuple):
    """判決的結果: what one ruling did, or would do.

    seat: the offender, None for 洗牌重配 without fault · offence: slug, None where the ruling names none · times: how
    often this player has now broken this rule in the event (0 without offence or seat) · consequences: as applied, in
    the words of the interface · transfers: points that moved at once · after_game: transfers made when the game ends ·
    cards: shown, after the ladder · in_force: the seat's cards in force afterwards · ban: 禁止食糊 until the hand
    ends · false_win: a second red card that became 詐糊 · ends: "" or how the hand ends ("replay_hand", "draw_hand",
    "false_win_hand") · notes: recorded words (warning, disqualify, blacklist, suspend, withdraw) · previous: the ruling
    is on the hand recorded before · plain: consequences with the same effect in bare points, cards and endings, without
    words of the catalogue, growth, notes or bans.
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
    """未完的一局: what was recorded for the hand in progress. event_indices: its events in the log (a bell
    included) · listed: it has an event other than the bell, so the document shows it as "open" · rewards: (kind,
    seat), in order · chain_moves: chains surrendered (投降) before the hand closes."""

    event_indices: tuple[int, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    cards: tuple[Card, ...] = ()
    rulings: tuple[RulingResult, ...] = ()
    rewards: tuple[tuple[str, int], ...] = ()
    listed: bool = False
    chain_moves: tuple[ChainMove, ...] = ()


NO_HAND = OpenHand()


class HandResult(NamedTuple):
    """一局的結果: a closed hand with everything that it changed.

    number: place in the list, from 1 · name: "東一局" … · deal: 0 = 東一局 · dealer, dealer_streak: as played ·
    winners: in seat order · source: the discarder, None when self-drawn or without winner · transfers: points that
    changed hands with it · payments: what the win is worth between each pair (paid or carried) · chain_moves: every
    open chain before → after · chains: open afterwards · cards, rulings: given in it · scores, house: afterwards, open
    chains not included · event_indices: its events in the log · raised: 內插, how many 底 each seat had raised ·
    rewards: (kind, seat) of each reward taken, in order.
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
