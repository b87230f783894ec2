"""判決: what a ruling does to a state (league: 犯規與罰則; readings L-32 to L-34, L-37). `judge` works a ruling out
without touching the state, which is also its preview; `ruled` applies it."""

from collections.abc import Mapping, Sequence

from scoring.book import HandResult, OpenHand, RulingResult, Transfer
from scoring.discipline.consequences import CONCEALED_KONG, GIVE_BACK, Judgement, carry_out, read_consequences
from scoring.errors import missing_key
from scoring.event_fields import Event, as_seat, bad_event, count_in, refuse_unknown, required, seat_in
from scoring.points import ZERO
from scoring.rules.offences import Offence, find_offence
from scoring.rules.rule_data import RuleData
from scoring.seats import previous_seat
from scoring.table.closing import added_to, after_transfers, close, places_of, within_means, without_winner
from scoring.table.dealer import Turn, after_draw, after_false_win
from scoring.table.state import GameState, set_cards

_KEYS = frozenset({"type", "seat", "offence", "consequences", "tiles", "to", "fan", "hand"})


Rewards = tuple[tuple[str, int], ...]
"""(kind, seat) of each reward of a hand, in order."""


def judge(state: GameState, event: Event, rules: RuleData, *, hall: bool = False) -> RulingResult:
    """判決的結果: return the effect that this ruling has now; `hall`: outside any hand (`scoring.discipline.standing`).
    Raises ScoringError (bad_event, missing_key, unknown_key)."""
    refuse_unknown(event, _KEYS)
    for key, least in (("tiles", 1), ("fan", 0)):  # also where no consequence uses them
        if event.get(key) is not None:
            count_in(event, key, least)
    if event.get("to") is not None:
        seat_in(event, "to")
    named, spelled = event.get("offence"), event.get("consequences")
    if named is None and spelled is None:
        raise missing_key("offence")
    offence = None if named is None else find_offence(named, rules.offences)
    seat = _seat(event, offence)
    times = 0 if seat is None or offence is None else state.broken.get((seat, offence.slug), 0) + 1
    words = _words(event, offence, spelled)
    if offence is not None and offence.spares_seat_before and rules.since_3:
        _refuse_seat_before(event, seat, offence)
    if offence is not None and spelled is None and times == 1 and offence.free_tiles:
        words = () if count_in(event, "tiles", 1) <= offence.free_tiles else words
    consequences = read_consequences(words)
    previous = event.get("hand") == "previous"
    if not previous and event.get("hand") is not None:
        raise bad_event('「hand」只可以是 "previous"。', '“hand” can only be "previous".')
    if previous and not state.hands:
        raise bad_event("未有已完結的一局。", "“hand”: there is no previous hand.")
    hand: HandResult | OpenHand = state.hands[-1] if previous else state.open_hand
    earlier = [one for one in hand.rulings if offence and (one.seat, one.offence) == (seat, offence.slug)]
    kongs = hand.rewards.count((CONCEALED_KONG, seat)) if seat is not None else 0
    kong = rules.game.rewards.get(CONCEALED_KONG)
    judgement = Judgement(
        seat=seat,
        event=event,
        game=rules.game,
        turn=_turn(state, previous),
        in_force=() if seat is None else state.cards_in_force[seat],
        times=times,
        from_table=spelled is None,
        previous=previous,
        kong=kong.units[min(kongs, len(kong.units)) - 1] if kong is not None and kongs else ZERO,
        times_in_hand=1 + len(earlier),
        hall=hall,
    )
    carry_out(judgement, consequences)
    if not (rules.game.on_credit or hall):
        # A payer with too few points pays the others in turn, then the house.
        judgement.transfers.sort(key=lambda one: 4 if one.target is None else (one.target - (one.source or 0)) % 4)
        judgement.transfers = list(within_means(state.scores, judgement.transfers))
    return judgement.result(offence, words)


def _seat(event: Event, offence: Offence | None) -> int | None:
    seat = required(event, "seat")
    if seat is not None:
        return as_seat(seat, "seat")
    if offence is None or not offence.seat_optional:
        raise bad_event("「seat」要是座位，只有洗牌重配可以是 null。", "“seat” is null: only 洗牌重配 has no offender.")
    return None


def _refuse_seat_before(event: Event, seat: int | None, offence: Offence) -> None:
    if seat is not None and event.get("to") == previous_seat(seat):
        raise bad_event(
            f"「to」不能是上家：{offence.name_zh}只付給上家以外打出該牌的一家。",
            f"“to” cannot be the seat before: {offence.name_en} is never paid for the tile of the player before.",
        )


def _words(event: Event, offence: Offence | None, spelled: object) -> Sequence[object]:
    """Spelled consequences replace the catalogue's; without them the keys that the catalogue needs must be given."""
    if spelled is not None or offence is None:
        if not isinstance(spelled, list | tuple):
            raise bad_event("「consequences」要是列表。", "“consequences” must be a list.")
        return spelled
    if offence.consequences is None:
        raise missing_key("consequences")
    for key in offence.needs:
        required(event, key)
    return offence.consequences


def _turn(state: GameState, previous: bool) -> Turn:
    if not previous:
        return state.turn
    hand = state.hands[-1]
    return state.turn._replace(deal=hand.deal, dealer=hand.dealer, streak=hand.dealer_streak, raised=hand.raised)


def ruled(state: GameState, result: RulingResult, rules: RuleData) -> GameState:
    """入帳判決: the state after the ruling; its hand gets the points, cards and place in the log."""
    seat = result.seat
    if seat is not None:
        held = set_cards(state.cards_in_force, seat, result.in_force)
        broken = state.broken if result.offence is None else {**state.broken, (seat, result.offence): result.times}
        after_game = state.after_game + result.after_game
        state = state._replace(cards_in_force=held, broken=broken, after_game=after_game)
    if result.previous:
        return _to_previous(state, result, rules)
    scores, house = after_transfers(state.scores, state.house, result.transfers)
    opened = state.open_hand
    opened = opened._replace(
        event_indices=(*opened.event_indices, state.events),
        transfers=opened.transfers + result.transfers,
        cards=opened.cards + result.cards,
        rulings=(*opened.rulings, result),
        rewards=_without_wrong_kong(opened.rewards, result, rules),
        listed=True,
    )
    bans = state.bans | {seat} if result.ban and seat is not None else state.bans
    state = state._replace(scores=scores, house=house, open_hand=opened, bans=bans, events=state.events + 1)
    return _ended(state, result, rules) if result.ends else state


def _without_wrong_kong(rewards: Rewards, result: RulingResult, rules: RuleData) -> Rewards:
    """A 暗槓 that the catalogue takes back was none: the next one of this hand is not counted behind it (K-15)."""
    offence = find_offence(result.offence, rules.offences) if result.offence else None
    given_back = any(isinstance(word, Mapping) and GIVE_BACK in word for word in result.consequences)
    kong = CONCEALED_KONG, result.seat
    if offence is None or offence.consequences != result.consequences or not given_back or kong not in rewards:
        return rewards
    last = len(rewards) - 1 - rewards[::-1].index(kong)
    return rewards[:last] + rewards[last + 1 :]


def _to_previous(state: GameState, result: RulingResult, rules: RuleData) -> GameState:
    """上一局: the points go to the hand recorded before; after the last hand those kept for the end are due at once."""
    due: tuple[Transfer, ...] = state.after_game if state.finished else ()
    transfers = result.transfers + due
    if not rules.game.on_credit:
        transfers = within_means(state.scores, transfers)
    scores, house = after_transfers(state.scores, state.house, transfers)
    hand = added_to(state.hands[-1], transfers, (result,))
    rewards = _without_wrong_kong(hand.rewards, result, rules)
    hand = hand._replace(event_indices=(*hand.event_indices, state.events), rewards=rewards)
    return state._replace(
        scores=scores,
        house=house,
        hands=(*state.hands[:-1], hand),
        after_game=() if state.finished else state.after_game,
        places=places_of(scores) if state.finished else None,
        events=state.events + 1,
    )


def _ended(state: GameState, result: RulingResult, rules: RuleData) -> GameState:
    """重打: same name, dealer, streak and chains (L-37). 流局: as a draw. 詐胡: the dealer's own passes the deal."""
    turn, game = state.turn, rules.game
    if result.ends == "replay_hand":
        return close(state, without_winner(state, "replayed", turn), game)
    if result.ends == "draw_hand":
        return close(state, without_winner(state, "draw", after_draw(turn, game)), game)
    return close(state, without_winner(state, "false_win", after_false_win(turn, result.seat, game)), game)
