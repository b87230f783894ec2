"""一局的結束: close the hand in progress, open the next, end the game (league: 輪莊, 兩圈結束; L-30, L-36, L-37)."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from scoring.book import NO_HAND, Chain, ChainMove, HandResult, Payment, Result, RulingResult, Scores, Transfer
from scoring.points import ZERO
from scoring.rules.game_rules import GameRules
from scoring.seats import hand_name
from scoring.table.dealer import Turn, over
from scoring.table.settlement import closed, paid_now
from scoring.table.state import GameState


class Closing(NamedTuple):
    """The result that ends a hand, and what follows. `turn`: the next one; the same one when replayed."""

    result: Result
    turn: Turn
    winners: tuple[int, ...] = ()
    source: int | None = None
    payments: tuple[Payment, ...] = ()
    moves: tuple[ChainMove, ...] = ()
    chains: tuple[Chain, ...] = ()
    transfers: tuple[Transfer, ...] = ()


class End(NamedTuple):
    """Added to the last hand by the end of the game: chains collected (L-30), deductions after the game."""

    transfers: tuple[Transfer, ...] = ()
    moves: tuple[ChainMove, ...] = ()


def without_winner(state: GameState, result: Result, turn: Turn, transfers: tuple[Transfer, ...] = ()) -> Closing:
    """The end of a hand without a winner: open chains stay."""
    kept = [ChainMove(c.winner, c.payer, c.points, "keep", c.points, ZERO, ZERO, c.pulls) for c in state.chains]
    return Closing(result, turn, moves=tuple(kept), chains=state.chains, transfers=transfers)


def after_transfers(scores: Scores, house: Decimal, transfers: Sequence[Transfer]) -> tuple[Scores, Decimal]:
    if not transfers:
        return scores, house
    account = [*scores, house]
    for source, target, points, _ in transfers:
        account[4 if source is None else source] -= points
        account[4 if target is None else target] += points
    return (account[0], account[1], account[2], account[3]), account[4]


def within_means(scores: Scores, transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """只付剩下的 (C-7): these transfers as far as each payer's points go, in order."""
    left = list(scores)
    paid = []
    for one in transfers:
        points = one.points if one.source is None else min(one.points, max(left[one.source], ZERO))
        if points:
            paid.append(one._replace(points=points))
        if one.source is not None:
            left[one.source] -= points
        if one.target is not None:
            left[one.target] += points
    return tuple(paid)


def close(state: GameState, closing: Closing, rules: GameRules) -> GameState:
    """入帳一局: record the hand, move on to the next turn, end the game after the last hand. The transfers of the
    open hand have moved already; those of `closing` and of the end move here."""
    if not rules.on_credit:
        closing = closing._replace(transfers=within_means(state.scores, closing.transfers))
    scores, house = after_transfers(state.scores, state.house, closing.transfers)
    hands_left = state.hands_left
    if hands_left is not None and closing.result not in ("replayed", "stopped"):
        hands_left -= 1  # a replayed hand uses up none of those left since the bell; a stopped one leaves none
    # 計分卡用完 (tw-club 比賽辦法 5; C-7): however the hand ended, replayed ones included
    used_up = rules.ends_at is not None and min(scores) <= rules.ends_at
    finished = over(closing.turn, rules) or hands_left == 0 or used_up
    end = end_of(closing.chains, state.after_game, scores, rules) if finished else End()
    scores, house = after_transfers(scores, house, end.transfers)
    chains = () if finished else closing.chains
    opened, turn = state.open_hand, state.turn
    hand = HandResult(
        number=len(state.hands) + 1,
        name=hand_name(turn.deal),
        deal=turn.deal,
        dealer=turn.dealer,
        dealer_streak=turn.streak,
        result=closing.result,
        winners=closing.winners,
        source=closing.source,
        transfers=opened.transfers + closing.transfers + end.transfers,
        payments=closing.payments,
        chain_moves=opened.chain_moves + closing.moves + end.moves,
        chains=chains,
        cards=opened.cards,
        rulings=opened.rulings,
        scores=scores,
        house=house,
        event_indices=opened.event_indices,
        raised=turn.raised,
        rewards=opened.rewards,
    )
    return state._replace(
        turn=turn if finished else closing.turn,
        scores=scores,
        house=house,
        chains=chains,
        bans=state.bans if closing.result == "replayed" and rules.bans_replayed == "stay" else frozenset(),
        after_game=() if finished else state.after_game,
        hands_left=hands_left,
        open_hand=NO_HAND,
        hands=(*state.hands, hand),
        finished=finished,
        places=places_of(scores) if finished else None,
    )


def end_of(chains: Iterable[Chain], after_game: tuple[Transfer, ...], scores: Scores, rules: GameRules) -> End:
    """完場: every open chain is collected whole (L-30), deductions kept for the end are taken."""
    moves = tuple([closed(chain, "end") for chain in chains])
    due = (*paid_now(moves), *after_game)
    return End(due if rules.on_credit else within_means(scores, due), moves)


def end_between(state: GameState, rules: GameRules) -> GameState:
    """兩局之間完場 (L-36): what the end brings goes to the last closed hand, or to the open entry if there is none.
    Events recorded for the next hand stay in the open entry; their points count."""
    end = end_of(state.chains, state.after_game, state.scores, rules)
    scores, house = after_transfers(state.scores, state.house, end.transfers)
    finished = state._replace(
        scores=scores, house=house, chains=(), after_game=(), finished=True, places=places_of(scores)
    )
    if not state.hands:
        opened = state.open_hand
        moves, transfers = opened.chain_moves + end.moves, opened.transfers + end.transfers
        return finished._replace(open_hand=opened._replace(transfers=transfers, chain_moves=moves))
    hand = added_to(state.hands[-1], end.transfers)
    hand = hand._replace(chains=(), chain_moves=hand.chain_moves + end.moves)
    return finished._replace(hands=(*state.hands[:-1], hand))


def added_to(hand: HandResult, transfers: tuple[Transfer, ...], rulings: tuple[RulingResult, ...] = ()) -> HandResult:
    """Add transfers found later, and the rulings that made them, to a closed hand."""
    scores, house = after_transfers(hand.scores, hand.house, transfers)
    return hand._replace(
        transfers=hand.transfers + transfers,
        scores=scores,
        house=house,
        rulings=hand.rulings + rulings,
        cards=hand.cards + tuple(card for ruling in rulings for card in ruling.cards),
    )


def places_of(scores: Scores) -> tuple[int, int, int, int]:
    """名次 1–4: ties share the better place."""
    first, second, third, fourth = (1 + sum(other > score for other in scores) for score in scores)
    return first, second, third, fourth
