"""要問甚麼: what a rule set needs asked about a winning hand, derived from its fans, circumstances and game.

A page asks only what some fan of the rule set looks at, and names a circumstance as the rule set names its fan. A fan
under another name is the same fan if it counts by the same function.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.fans import circumstances, flowers, honors, in_a_row, shapes, waits
from scoring.fans.fan import Fan, Scope
from scoring.hand.melds import KONG
from scoring.rules.rule_data import RuleData

_Count = Callable[[Any], Any]


def _counts(fans: Iterable[Fan]) -> frozenset[_Count]:
    return frozenset(fan.count for fan in fans)


_SHARED = _counts([circumstances.two_winners, circumstances.three_winners])
_SEATED = _counts([honors.seat_wind, honors.valued_wind, flowers.own_flower])
_RIVERS = _counts([circumstances.within_four, circumstances.within_seven, circumstances.within_ten])
_SEEN = _counts(
    [
        waits.fourth_copy,
        waits.fourth_copy_alone,
        waits.last_of_two_kinds,
        waits.last_of_two_kinds_any_shape,
        waits.last_hope,
    ]
)
_ROBBED_AGAIN = _counts(
    [
        in_a_row.second_kong_robbed,
        in_a_row.third_kong_robbed,
        in_a_row.fourth_kong_robbed,
        in_a_row.fifth_kong_robbed,
    ]
)
_AFTER_A_KONG = _counts([in_a_row.kong_replaced_once, in_a_row.flower_after_kong])
_OF_A_ROBBED_KONG = _counts([circumstances.robbed_kong, in_a_row.kong_robbed])
_WORDS: Mapping[str, Fan] = {
    **circumstances.BY_WORD,
    "last_tile": circumstances.last_tile,
    "dealt_flowers": flowers.dealt_flowers,
}


def circumstances_of(fans: Iterable[Fan], *others: str) -> frozenset[str]:
    """Return the circumstances on which these fans depend, and `others` that the rule set knows without a fan."""
    counts = _counts(fans)
    return frozenset((*others, *[word for word, fan in _WORDS.items() if fan.count in counts]))


class RequiredInputs(NamedTuple):
    """所問 The questions of a form for a win under a rule set, besides the tiles and the way of winning.

    discards: fans that need the number of discards (四子); none if the form need not ask
    visible: fans that need the tiles seen on the table (四絕); none if the form need not ask
    in_a_row: whether to ask which of several kongs in a row was robbed (搶槓 × k)
    flowers: whether to ask for flowers and their replacements
    opening, by_opening: whether to ask at which wall the dice opened (開門位), and the fans that depend on it
    extra: whether to ask what one player pays on top (七搶一)
    """

    discards: tuple[Fan, ...]
    visible: tuple[Fan, ...]
    in_a_row: bool
    flowers: bool
    opening: bool
    by_opening: tuple[Fan, ...]
    extra: bool


@lru_cache(maxsize=64)
def asked_of(rules: RuleData) -> RequiredInputs:
    """Return what a form for a win must ask under this rule set, besides the tiles and the way of winning."""
    there = _counts(rules.fans)
    return RequiredInputs(
        discards=tuple(fan for fan in rules.fans if fan.count in _RIVERS),
        visible=tuple(fan for fan in rules.fans if fan.count in _SEEN),
        in_a_row=bool(there & _ROBBED_AGAIN),
        flowers=rules.flowers,
        opening="opening" in rules.game.win_keys,
        by_opening=tuple(fan for fan in rules.fans if fan.count in _SEATED),
        extra="extra" in rules.game.win_keys,
    )


def asks_whose_kong(parts: Mapping[str, Any], own_draw: bool, rules: RuleData) -> bool:
    """碰槓之補牌不得自摸 Whether to ask which kong the winning tile replaced, because under these rules the replacement
    of a claimed kong cannot win. `parts` has the "melds" and "replacements" of the hand, as `Hand.to_document` returns
    them."""
    if rules.claimed_kong_wins or not own_draw or "kong" not in parts.get("replacements", ()):
        return False
    return any(meld["kind"] == KONG for meld in parts.get("melds", ()))


def names_of_circumstances(rules: RuleData) -> dict[str, tuple[str, str]]:
    """情況的名稱 Return the Chinese and English name of each circumstance, such as "last_tile", that is a fan of the
    rule set."""
    by_count = {fan.count: (fan.name, fan.name_en) for fan in rules.fans}
    return {word: by_count[fan.count] for word, fan in _WORDS.items() if fan.count in by_count}


def has_no_shape(fan: Fan, rules: RuleData) -> bool:
    """不設的牌型 Whether the fan needs a winning shape that the chosen options exclude, such as 嚦咕嚦咕 (pairs)."""
    return fan.count is shapes.seven_pairs.count and "seven_pairs" not in {shape.name for shape in rules.shapes}


def may_have_claimed_a_kong(names: Collection[str], rules: RuleData) -> bool:
    """碰槓 Whether a hand with these fans may have been won on the replacement tile of a claimed kong, for which the
    player who discarded the kong's tile pays. Fans of several replacements, such as 槓上摸X2, rule that out."""
    counted = _counts(fan for fan in rules.fans if fan.name in names)
    after_a_flower = in_a_row.kong_after_flower.count in counted
    return rules.game.kong_discarder_pays and bool(counted & _AFTER_A_KONG) and not after_a_flower


def added_by_the_game(fan: Fan) -> bool:
    """不由人揀 Whether the fan is added when the payment is worked out (莊家 dealer, 雙響 two winners), so that a
    player must not choose it as well."""
    return fan.scope is Scope.SETTLEMENT or fan.count in _SHARED


def said_by_the_source(fans: Iterable[Fan]) -> tuple[Fan, ...]:
    """自摸 Return those of the fans that every own draw has, so that a player need not choose them."""
    return tuple(fan for fan in fans if fan.count is circumstances.self_drawn.count)


def said_by_a_robbed_kong(fans: Iterable[Fan]) -> tuple[Fan, ...]:
    """搶槓 Return those of the fans that every win by robbing a kong has, or at least robbing the first of several in a
    row."""
    return tuple(fan for fan in fans if fan.count in _OF_A_ROBBED_KONG)
