"""拉: what a hand does to the open amounts between winners and payers (league: 拉 1–2; readings L-27, L-28, L-30;
hk-classic: 計錢方式, 投降). Open chains in, moves out: the open amounts move first, then the new payments are added."""

from collections.abc import Collection, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from scoring.book import Chain, ChainMove, MoveKind, Payment, Transfer
from scoring.points import ZERO
from scoring.rules.game_rules import ChainRules, Rounding

_WHOLE = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}


def rounded(amount: Decimal, how: Rounding) -> Decimal:
    """Round to whole points: up, down, nearest (ties up); "exact" keeps the fraction."""
    return amount if how == "exact" else amount.to_integral_value(_WHOLE[how])


def move_kind(chain: Chain, winners: Collection[int], source: int | None, rules: ChainRules) -> MoveKind:
    """Which row of the 拉 table applies to this chain when `winners` win from `source` (None: self-drawn). With
    several winners of one tile the chain's winner among them comes first, then its payer, then the rest (L-28);
    where both win a tile of a third player the rules may let the chain be collected (L-56)."""
    if not winners:
        return "keep"
    if chain.winner in winners:
        if source is None or source == chain.payer:
            return "grow"
        return "collect" if chain.payer in winners and rules.winner_and_payer == "collect" else "keep"
    if chain.payer in winners and (source is None or source == chain.winner):
        return "halve"
    return "collect"


def moves_of(
    chains: Iterable[Chain], winners: Collection[int], source: int | None, rules: ChainRules
) -> list[ChainMove]:
    """每條拉的去向: the moves of the open amounts alone, before any new payment is added."""
    return [_moved(chain, move_kind(chain, winners, source, rules), rules) for chain in chains]


def _moved(chain: Chain, kind: MoveKind, rules: ChainRules) -> ChainMove:
    winner, payer, before, pulls = chain
    if kind == "keep":
        return ChainMove(winner, payer, before, "keep", before, ZERO, ZERO, pulls)
    if kind == "grow":
        grown = rounded(before * rules.factor, rules.grown)
        return ChainMove(winner, payer, before, "grow", grown, ZERO, ZERO, pulls)
    if kind == "halve":
        half = rounded(before * rules.share, rules.halved)
        return ChainMove(winner, payer, before, "halve", ZERO, half, ZERO, 0)
    return closed(chain, kind)


def closed(chain: Chain, kind: MoveKind) -> ChainMove:
    """全數付清: the whole amount is paid and the chain is gone (collect, surrender, end)."""
    return ChainMove(chain.winner, chain.payer, chain.points, kind, ZERO, chain.points, ZERO, 0)


def carried(payments: Iterable[Payment], dealer: int, rules: ChainRules) -> tuple[list[Payment], list[Payment]]:
    """鋪鋪拉、莊拉: (payments that enter the chain, payments made at once)."""
    enter: list[Payment] = []
    at_once: list[Payment] = []
    for payment in payments:
        enters = rules.carried == "every_win" or payment.winner == dealer
        (enter if enters else at_once).append(payment)
    return enter, at_once


def may_surrender(chain: Chain, rules: ChainRules | None) -> bool:
    """投降: whether the payer may pay everything now, after each n-th pull (K-13, K-40)."""
    if rules is None or rules.surrender_every is None:
        return False
    pulls = chain.pulls - (rules.first_pull == "second")
    return pulls > 0 and pulls % rules.surrender_every == 0


def entered(moves: list[ChainMove], payments: Iterable[Payment]) -> list[ChainMove]:
    """入帳: add the new payments to the chains that grew, or open new ones. Sorted by winner, then payer. A winner
    who wins from a payer always has the "grow" row for that pair, so no payment is added elsewhere."""
    rows = {(move.winner, move.payer): move for move in moves}
    for payment in payments:
        pair = (payment.winner, payment.payer)
        rows[pair] = _with_payment(rows.get(pair), payment)
    return [rows[pair] for pair in sorted(rows)]


def _with_payment(row: ChainMove | None, payment: Payment) -> ChainMove:
    winner, payer, points = payment.winner, payment.payer, payment.points
    if row is None:
        return ChainMove(winner, payer, ZERO, "open", points, ZERO, points, 1)
    return ChainMove(winner, payer, row.before, "grow", row.after + points, ZERO, points, row.pulls + 1)


def still_open(moves: Iterable[ChainMove]) -> tuple[Chain, ...]:
    return tuple([Chain(m.winner, m.payer, m.after, m.pulls) for m in moves if m.pulls])


def paid_now(moves: Iterable[ChainMove]) -> list[Transfer]:
    """收拉: what payers hand over by these moves. Half of 1 may be nothing: no transfer."""
    return [Transfer(m.payer, m.winner, m.paid, "chain") for m in moves if m.paid]


def pending(chains: Iterable[Chain], seat: int) -> tuple[Decimal, Decimal]:
    """待收, 待付: what `seat` would receive and pay if all open chains were collected now."""
    income = outgo = ZERO
    for chain in chains:
        if chain.winner == seat:
            income += chain.points
        elif chain.payer == seat:
            outgo += chain.points
    return income, outgo
