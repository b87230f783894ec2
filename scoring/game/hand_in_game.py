"""數番 The count of each winner, typed or from a `hand` document placed into its game: the game says winds, dealer and
manner of winning, the hand says the rest. Refuses what is possible alone but not together at one table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scoring.count import count
from scoring.count.definition import flowers_alone
from scoring.errors import ScoringError
from scoring.event_fields import bad_event, refuse_unknown, required
from scoring.hand.circumstances import ROBBED, impossible
from scoring.hand.hand import OPTIONAL, REQUIRED, Hand
from scoring.hand.score import Score
from scoring.hand.tiles import FLOWERS, KINDS, write_tiles
from scoring.reading.views import Flowers
from scoring.rules.game_rules import Reward
from scoring.rules.liability import refuse_cause
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import hand_from_document
from scoring.table.state import GameState
from scoring.table.wins import Win


def refuse_together(hands: Sequence[Hand]) -> None:
    """Raise bad_event where these hands cannot have won the same tile at one table."""
    if len({hand.winning_tile for hand in hands}) > 1:
        raise bad_event("幾家食的是同一隻牌，食糊牌不可不同。", "All winners must win with the same tile.")
    held = Counter([hands[0].winning_tile])
    for hand in hands:
        held.update((*hand.concealed, *[FLOWERS + flower for flower in hand.flowers]))
        held.update(tile for meld in hand.melds for tile in meld.tiles)
    for tile, number in sorted(held.items()):
        if number > (4 if tile < KINDS else 1):
            written = write_tiles((tile,))
            raise bad_event(
                f"幾家的手牌合共有 {number} 隻「{written}」，多過一副牌所有的。",
                f"The hands of the winners hold {number} of {written} together, more than there are.",
            )


def refuse_flower_count(win: Win, rules: RuleData) -> None:
    """花糊 with a typed count: raise bad_event where the rules' table cannot give it. Where the hand does not count
    it is exactly what the flowers count; where the last flower is replaced first, the tiles may count too, and the
    flowers' worth is the least that is paid."""
    fan = win.winners[0].fan
    if fan is None:
        return
    own_draw = win.source is None
    numbers = [number + 1 for number, drawn in rules.flower_wins if drawn is own_draw]
    if rules.replaces_before_flower_win:
        numbers = [8 for _ in numbers[:1]]
    declared = [Flowers(frozenset(range(number)), 0, declared=True, robbed=not own_draw) for number in numbers]
    worth = {flowers_alone(flowers, rules).total for flowers in declared}
    if rules.replaces_before_flower_win:
        if fan + max(win.extra.values(), default=0) < min(worth, default=0):
            raise bad_event(
                f"「fan」：花胡最少 {min(worth)} {rules.unit}。",
                f"“fan”: a flower win counts {min(worth)} at least.",
            )
    elif fan not in worth:
        listed = " / ".join(map(str, sorted(worth)))
        raise bad_event(
            f"「fan」：這樣的花糊只可以是 {listed} {rules.unit}。", f"“fan”: such a flower win counts {listed}."
        )


def refuse_flowers(reward: Reward, seat: int, taken: Sequence[tuple[str, int]], rules: RuleData) -> None:
    """Raise bad_event where the flowers of these rewards cannot all be at one table. `taken`: earlier in this hand."""
    before = [owner for kind, owner in taken if kind == reward.kind]
    if reward.families == 1 and len(before) >= 2:
        raise bad_event(
            f"花牌只有兩套，一局最多收兩次{reward.name_zh}。",
            f"“kind”: there are two families of flowers, so two of {reward.kind} in a hand at most.",
        )
    if reward.families == 2 and any(owner != seat for owner in before):
        raise bad_event(
            f"花牌只有兩套，{reward.name_zh}這局已屬另一家。",
            f"“kind”: there are two families of flowers, and {reward.kind} is another's in this hand.",
        )
    for kind, owner in taken if rules.since_3 and reward.flowers else ():
        # All eight flowers are collected at most once in a hand, and then no other seat has any (L-58).
        one = rules.game.rewards[kind]
        most, least = max(reward.flowers, one.flowers), min(reward.flowers, one.flowers)
        if most == 8 and (least == 8 or (least and owner != seat)):
            raise bad_event(
                f"花牌只有八隻：這局已經收了{one.name_zh}，不可再收{reward.name_zh}。",
                f"“kind”: there are eight flowers: no {reward.kind} beside the {one.kind} of this hand.",
            )


def flowers_left(reward: Reward, seat: int, taken: Sequence[tuple[str, int]], rules: RuleData) -> bool:
    """Whether this seat can still get the reward in this hand, given the flowers that earlier rewards used up.

    taken: the rewards already paid in this hand, each as (kind of reward, seat that got it)
    """
    try:
        refuse_flowers(reward, seat, taken, rules)
    except ScoringError:
        return False
    return True


FROM_THE_GAME = frozenset({"seat_wind", "round_wind", "self_draw", "winners"})
"""Keys of a score document that the game supplies to a hand inside it."""

_KEYS = frozenset(REQUIRED + OPTIONAL) - FROM_THE_GAME
_REQUIRED = tuple(key for key in REQUIRED if key not in FROM_THE_GAME)


remembered_count = lru_cache(maxsize=256)(count)
"""Preview, recording and each replay count the same hand."""


def fans_of(win: Win, state: GameState, rules: RuleData) -> list[int]:
    """Return each winner's fans, without those for the dealer and for 雙響/三響. Raises as `count` does; bad_event for
    a hand below the minimum, or for hands that cannot come from one table."""
    if win.flower_win and not rules.lenient:
        refuse_flower_count(win, rules)
    hands = [None if one.hand is None else hand_in_game(one.hand, one.seat, win, state, rules) for one in win.winners]
    laid = [hand for hand in hands if hand is not None]
    if len(laid) > 1 and not rules.lenient:
        refuse_together(laid)
    return [
        _counted(hand, win, rules) if hand is not None else one.fan or 0
        for one, hand in zip(win.winners, hands, strict=True)
    ]


def _counted(hand: Hand, win: Win, rules: RuleData) -> int:
    refuse_cause(win.cause, hand, rules.game.liability)
    score = remembered_count(hand, rules)
    if not score.meets_minimum:
        raise bad_event(
            f"這副牌只有 {score.total} {rules.unit}，未夠起糊。"
            + ("" if rules.flowers_reach_minimum else "花牌不計在內。"),
            f"“hand” counts {score.total}, which is below the minimum"
            + ("." if rules.flowers_reach_minimum else " without its flowers."),
        )
    return score.total - rules.game.multi_fans[len(win.winners)]


def count_in_game(hand: Mapping[str, object], seat: int, win: Win, state: GameState, rules: RuleData) -> Score:
    """Return the score of one winner's hand. Seat, winds and the way of winning come from `win` and the game. What two
    or three winners of one tile add (雙響, 三響) is included, what the dealer adds is not.

    hand: the hand as in a win event, a dict without winds, "self_draw" and "winners"

    Raises ScoringError as `RuleSet.score` does, and missing_key, unknown_key or bad_event.
    """
    return remembered_count(hand_in_game(hand, seat, win, state, rules), rules)


def hand_in_game(hand: Mapping[str, object], seat: int, win: Win, state: GameState, rules: RuleData) -> Hand:
    """糊牌: the tiles of a hand document with winds, dealer, manner of winning and number of winners from the game.

    Seat winds run from the 開門位 where the win names one, else from the dealer.

    Raises missing_key, unknown_key (also for a key that the game supplies), bad_event for a `dealer` that contradicts
    it, and what the tiles themselves raise.
    """
    for key in _REQUIRED:
        required(hand, key)
    refuse_unknown(hand, _KEYS)
    dealer = seat == state.dealer
    if hand.get("dealer", dealer) is not dealer:
        raise bad_event("「hand」的「dealer」與這局的莊家不符。", "“hand”: “dealer” contradicts the game.")
    from_the_game = {
        "seat_wind": state.seat_winds(win.opening)[seat],
        "round_wind": state.round_wind,
        "dealer": dealer,
        "self_draw": win.source is None or _drawn_after_claimed_kong(hand, win, rules),
        "winners": len(win.winners),
    }
    given = hand.get("circumstances", ())
    if (
        win.robbed_kong
        and not rules.lenient
        and isinstance(given, list | tuple)  # anything else is refused later
        and not any(word in given for word in ROBBED)
    ):
        from_the_game["circumstances"] = [*given, "robbed_kong"]
    return hand_from_document({**hand, **from_the_game}, rules)


def _drawn_after_claimed_kong(hand: Mapping[str, object], win: Win, rules: RuleData) -> bool:
    """碰槓: whether the winning tile replaced a claimed kong, so that it was drawn although `from` pays for it
    (hk-classic rule 11). Raises impossible_circumstance where another kong follows in that turn, which the same rule
    forbids."""
    if not rules.game.kong_discarder_pays or len(win.winners) > 1 or win.robbed_kong:
        return False
    replacements, melds = hand.get("replacements"), hand.get("melds")
    if not isinstance(replacements, list | tuple) or not isinstance(melds, list | tuple):
        return False
    claimed = any(isinstance(meld, Mapping) and meld.get("kind") == "kong" for meld in melds)
    if not claimed or "kong" not in replacements:
        return False
    if replacements[0] != "kong" or replacements.count("kong") > 1:
        raise impossible(
            "碰槓先補槓，打牌後才可再開槓", "a claimed kong is replaced first and no other kong follows it"
        )
    return True
