"""授受: what each payer owes each winner by a win (league: 授受法, 莊家連拉莊 3–4, 雙響/三響).

The chain rules decide whether it is paid at once or carried as 拉, an open amount (league: 拉 1–2; readings L-27, L-28,
L-30; hk-classic: 計錢方式, 投降). Open amounts move first, then the new payments are added.
"""

from collections.abc import Collection, Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from scoring.book import Chain, ChainMove, MoveKind, Payment, Transfer
from scoring.points import ZERO
from scoring.rules.game_rules import ChainRules, DealerFans, GameRules, Rounding
from scoring.rules.liability import taken_over
from scoring.seats import OTHERS, SEATS
from scoring.table.dealer import Turn
from scoring.table.wins import Win

_WHOLE = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}


def rounded(amount: Decimal, how: Rounding) -> Decimal:
    """Round to whole points: up, down, nearest (ties up); "exact" keeps the fraction."""
    return amount if how == "exact" else amount.to_integral_value(_WHOLE[how])


def move_kind(chain: Chain, winners: Collection[int], source: int | None, rules: ChainRules) -> MoveKind:
    """Return the row of the 拉 table for this chain when `winners` win from `source` (None: self-drawn). With
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
        pair, points = (payment.winner, payment.payer), payment.points
        if (grown := rows.get(pair)) is None:
            rows[pair] = ChainMove(*pair, ZERO, "open", points, ZERO, points, 1)
        else:
            rows[pair] = grown._replace(after=grown.after + points, added=points, pulls=grown.pulls + 1)
    return [rows[pair] for pair in sorted(rows)]


def still_open(moves: Iterable[ChainMove]) -> tuple[Chain, ...]:
    return tuple([Chain(m.winner, m.payer, m.after, m.pulls) for m in moves if m.pulls])


def paid_now(moves: Iterable[ChainMove]) -> list[Transfer]:
    """收拉: what payers hand over by these moves. Half of 1 may be nothing: no transfer."""
    return [Transfer(m.payer, m.winner, m.paid, "chain") for m in moves if m.paid]


def payments_of(win: Win, fans: Sequence[int], turn: Turn, rules: GameRules) -> tuple[Payment, ...]:
    """各家應付 Return what each payer owes each winner. The discarder pays for a discard, all three others for an own
    draw (全銃制, 自摸收三家), and liable players (包牌) in place of those who would.

    fans: what each winner's hand counts, in the order of `win.winners`, without what the dealer (莊家連拉) and several
        winners (雙響, 三響) add; that is added here
    turn: the dealer and streak of the hand
    """
    due = [
        payment for winner, fan in zip(win.seats, fans, strict=True) for payment in _due(win, winner, fan, turn, rules)
    ]
    return taken_over(due, win.liable) if win.liable else tuple(due)


def _due(win: Win, winner: int, fan: int, turn: Turn, rules: GameRules) -> list[Payment]:
    """Return the payments to one winner. 搶槓當自摸: if the rules say so, the robbed player pays for all three."""
    source = win.source
    robbed = rules.robbed_pays_all and win.robbed
    if source is not None and not robbed:
        others = [other for other in OTHERS[winner] if other != source] if rules.others_pay else []  # 旁家
        from_others = [Payment(winner, other, 0, 0, 0, rules.others_pay) for other in others]
        return [_payment(win, winner, source, fan, turn, rules), *from_others]
    shares = [_payment(win, winner, payer, fan, turn, rules, own_draw=True) for payer in OTHERS[winner]]
    if source is None:
        return shares
    points = sum([share.points for share in shares], ZERO)
    return [Payment(winner, source, fan, shares[0].multi, 0, points)]


def _payment(
    win: Win, winner: int, payer: int, fan: int, turn: Turn, rules: GameRules, *, own_draw: bool = False
) -> Payment:
    multi = rules.multi_fans[len(win.winners)]
    dealer = dealer_fans(turn, winner, payer, rules.dealer_fans, win.shown_streak)
    extra = win.extra.get(payer, 0)
    points = rules.worth(rules, fan + multi + dealer + extra, own_draw) + raised(winner, payer, turn, rules)
    return Payment(winner, payer, fan, multi, dealer, points, extra=extra)


def dealer_fans(turn: Turn, winner: int, payer: int, rules: DealerFans | None, shown: int | None = None) -> int:
    """莊家連拉 1 + 2n: only in a payment that the dealer makes or receives. shown: 連莊示記; a winning dealer counts
    the lower of it and the real streak, a paying dealer the higher."""
    if rules is None or turn.dealer not in (winner, payer):
        return 0
    streak = turn.streak
    if shown is not None:
        streak = min(shown, streak) if turn.dealer == winner else max(shown, streak)
    return rules.flat + rules.per_streak * streak


def raised(one: int, other: int, turn: Turn, rules: GameRules) -> Decimal:
    """內插: the 底 raised by these two, which is added to every payment of a hand between them (tw-sixteen 插花)."""
    return (rules.base or ZERO) * (turn.raised[one] + turn.raised[other])


def pay_each_hand(seat: int, fan: int, turn: Turn, rules: GameRules) -> tuple[Transfer, ...]:
    """包賠: the normal payment for a hand of `fan` from `seat` to each other player, dealer's fans with the dealer."""
    paid = []
    for other in OTHERS[seat]:
        points = rules.worth(rules, fan + dealer_fans(turn, other, seat, rules.dealer_fans), False)
        paid.append(Transfer(seat, other, points + raised(other, seat, turn, rules), "fine"))
    return tuple(paid)


def not_ready_fines(seats: Collection[int], rules: GameRules) -> tuple[Transfer, ...]:
    """和局不聽: each of `seats` pays each player who is ready; they pay each other nothing (K-7)."""
    if not seats or rules.not_ready is None or rules.base is None:
        return ()
    points = rules.base * rules.not_ready
    return tuple(
        Transfer(seat, other, points, "fine") for seat in sorted(seats) for other in SEATS if other not in seats
    )


def forfeit(scores: Sequence[Decimal], seat: int, rules: GameRules) -> tuple[Transfer, ...]:
    """取消名次或資格 Return the payments that take back the winnings of a player who was replaced by a substitute
    (比賽罰則, C-10).

    scores: points of the four seats at the end of the match

    Points above the starting score go to the other three players in equal whole shares; the remainder goes to the
    house. A player who is not above the starting score pays nothing.
    """
    won = scores[seat] - rules.start
    if won <= 0:
        return ()
    share = won // 3
    given = [Transfer(seat, other, share, "fine") for other in OTHERS[seat] if share]
    rest = won - 3 * share
    return (*given, Transfer(seat, None, rest, "deduction")) if rest else tuple(given)
