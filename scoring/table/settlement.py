"""授受: what each payer owes each winner by a win (league: 授受法, 莊家連拉莊 3–4, 雙響/三響). The chain rules
decide whether it is paid at once or carried (拉)."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from scoring.book import Payment, Transfer
from scoring.points import ZERO
from scoring.rules.game_rules import DealerFans, GameRules
from scoring.rules.liability import taken_over
from scoring.seats import OTHERS, SEATS
from scoring.table.dealer import Turn
from scoring.table.wins import Win


def payments_of(win: Win, fans: Sequence[int], turn: Turn, rules: GameRules) -> tuple[Payment, ...]:
    """各家應付: every winner is paid by the discarder, or by all three when self-drawn (全銃制, 自摸收三家).

    fans: the count of each winner's hand in the rule set's unit, without dealer's fans and without 雙響/三響; both are
    added here. Liable players (包牌) pay it all.
    """
    due = [
        payment for winner, fan in zip(win.seats, fans, strict=True) for payment in _due(win, winner, fan, turn, rules)
    ]
    return taken_over(due, win.liable) if win.liable else tuple(due)


def _due(win: Win, winner: int, fan: int, turn: Turn, rules: GameRules) -> list[Payment]:
    """What one winner gets. 搶槓當自摸: where the rules say so, the robbed player pays for all three."""
    source = win.source
    robbed = rules.robbed_pays_all and win.robbed
    if source is not None and not robbed:
        return [_payment(win, winner, source, fan, turn, rules), *_from_others(winner, source, rules)]
    shares = [_payment(win, winner, payer, fan, turn, rules, own_draw=True) for payer in OTHERS[winner]]
    if source is None:
        return shares
    points = sum([share.points for share in shares], ZERO)
    return [Payment(winner, source, fan, shares[0].multi, 0, points)]


def _from_others(winner: int, source: int, rules: GameRules) -> list[Payment]:
    """旁家: what players who neither won nor discarded pay, where the rules demand it."""
    if not rules.others_pay:
        return []
    return [Payment(winner, other, 0, 0, 0, rules.others_pay) for other in OTHERS[winner] if other != source]


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
    """內插: the 底 that these two have raised, added to every payment of a hand between them (tw-sixteen 插花)."""
    return (rules.base or ZERO) * (turn.raised[one] + turn.raised[other])


def pay_each_hand(seat: int, fan: int, turn: Turn, rules: GameRules) -> tuple[Transfer, ...]:
    """包賠: the normal payment for a hand of `fan` from `seat` to each other player, dealer's fans with the dealer."""
    return tuple(Transfer(seat, other, _worth(other, seat, fan, turn, rules), "fine") for other in OTHERS[seat])


def _worth(winner: int, payer: int, fan: int, turn: Turn, rules: GameRules) -> Decimal:
    points = rules.worth(rules, fan + dealer_fans(turn, winner, payer, rules.dealer_fans), False)
    return points + raised(winner, payer, turn, rules)


def not_ready_fines(seats: Collection[int], rules: GameRules) -> tuple[Transfer, ...]:
    """和局不聽: each of `seats` pays each player who is ready; they pay each other nothing (K-7)."""
    if not seats or rules.not_ready is None or rules.base is None:
        return ()
    points = rules.base * rules.not_ready
    return tuple(
        Transfer(seat, other, points, "fine") for seat in sorted(seats) for other in SEATS if other not in seats
    )


def shared_out(scores: Sequence[Decimal], seat: int, rules: GameRules) -> tuple[Transfer, ...]:
    """取消名次或資格: what a player had won goes back to the table when a substitute takes the seat (比賽罰則; C-10).

    The points of `seat` above the start, in equal whole parts to the other three, the remainder to the house.
    scores: of the four seats at the end of the match. Afterwards `seat` has the starting points; a seat that has no
    more than those gives nothing.
    """
    won = scores[seat] - rules.start
    if won <= 0:
        return ()
    share = won // 3
    given = [Transfer(seat, other, share, "fine") for other in OTHERS[seat] if share]
    rest = won - 3 * share
    return (*given, Transfer(seat, None, rest, "deduction")) if rest else tuple(given)
