"""例牌: how the example hand of a fan was won, in words, and its count under the rules on the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import Document, Example, Fan, RuleSet, ScoringError, count, read_tiles, winning_hand_from_document
from scoring.rulesets import examples_of
from tournaments.phrases.wording import UNITS, WINDS, listed, said

GIVEN: Mapping[str, Promise] = {
    "robbed_kong": lazy("搶別家加槓的牌"),
    "robbed_concealed_kong": lazy("搶別家暗槓的牌"),
    "last_tile": lazy("摸入牌牆最後一隻"),
    "last_discard": lazy("牌牆摸完後打出的最後一隻"),
    "among_last_four": lazy("摸入牌牆最後四隻之一"),
    "declared_ready": lazy("已宣告聽牌"),
    "one_shot": lazy("宣告後第一巡"),
    "heavenly_ready": lazy("配牌後即宣告聽牌"),
    "earthly_ready": lazy("打第一隻牌時宣告聽牌"),
    "earthly_one_shot": lazy("打第一隻牌時宣告聽牌，其後一巡之內"),
    "human_ready": lazy("開局第一巡宣告聽牌"),
    "heavenly_win": lazy("莊家配牌已成"),
    "earthly_win": lazy("開局第一巡"),
    "human_win": lazy("開局第一巡"),
    "flower_win": lazy("宣告以花牌取勝"),
    "dealt_flowers": lazy("配牌已有，宣告以花牌取勝"),
}
"""Circumstances of the interface. The rule set's own words for them appear too: they are its fans."""

_ROBBED = ("robbed_kong", "robbed_concealed_kong")
_WIND_TILES = frozenset(read_tiles("1234z", "winds"))
_REPLACEMENTS: Mapping[str, Promise] = {"flower": lazy("補花"), "kong": lazy("補槓")}


@dataclass(frozen=True)
class ExampleRow:
    """例牌 on a page: the tiles, how it was won, relevant circumstances, and the fan's count where it is not its
    plain value. `document`: the hand as a `score` document.
    """

    tiles: Mapping[str, Any]
    manner: str
    visible: str
    counted: str
    document: Document


def example_row(fan: Fan, rules: RuleSet) -> ExampleRow | None:
    """None where the fan has none, or where other readings deny it."""
    example = examples_of(rules.id).get(fan.name)
    if example is None:
        return None
    row = _counted(fan, example, rules)
    if row is None:
        return None
    return ExampleRow(
        drawn(example.hand) | {"name": said(_("食糊牌"), rules)},
        said(manner(example.hand), rules),
        example.hand.get("visible", ""),
        _telling(fan, row, rules),
        example.hand,
    )


def drawn(hand: Document) -> dict[str, Any]:
    return {
        "concealed": hand["concealed"],
        "winning": hand["winning_tile"],
        "melds": hand.get("melds", ()),
        "flowers": hand.get("flowers", ""),
    }


def manner(hand: Document) -> str:
    """As far as it matters: "自摸，補花摸入，東圈，南位"."""
    return _("，").join([part for part in (_won(hand), *_around(hand), _place(hand)) if part])


def _counted(fan: Fan, example: Example, rules: RuleSet) -> tuple[int, int] | None:
    """The fan's (count, value) in its example; under the published rules it is known, under others it is counted."""
    if not rules.published and all(reading.default == rules.options.get(reading.id) for reading in rules.readings):
        return example.count, example.value
    try:
        score = count(winning_hand_from_document(example.hand, rules), rules)
    except ScoringError:
        return None
    return next(((row.count, row.value) for row in score.fans if row.name == fan.name), None)


def _telling(fan: Fan, row: tuple[int, int], rules: RuleSet) -> str:
    count, value = row
    plain = rules.fans[fan]
    if count == 1 and (value == plain.open or plain.limit) and not plain.stepped and plain.concealed is None:
        return ""
    words = {"count": count, "value": value, "unit": UNITS.get(rules.unit, rules.unit)}
    if count == 1:
        return _("這副計 %(value)s %(unit)s") % words
    return _("這副有 %(count)s 個，共 %(value)s %(unit)s") % words


def _won(hand: Document) -> str:
    given = hand.get("circumstances", ())
    for word in _ROBBED:
        if word in given:
            return str(GIVEN[word])
    if hand["self_draw"]:
        return _("自摸")
    return _("搶別家的花") if "flower_win" in given else _("別家出銃")


def _around(hand: Document) -> list[str]:
    said = [str(GIVEN[word]) for word in hand.get("circumstances", ()) if word in GIVEN and word not in _ROBBED]
    replacements = [str(_REPLACEMENTS[word]) for word in hand.get("replacements", ())]
    if replacements:
        said.append(_("%(replacements)s摸入") % {"replacements": listed(replacements)})
    if hand.get("robbed_in_a_row", 1) > 1:
        said.append(_("對方連開第 %(times)s 個槓") % {"times": hand["robbed_in_a_row"]})
    if "discards" in hand:
        said.append(_("牌河共有 %(discards)s 隻牌") % {"discards": hand["discards"]})
    if hand.get("winners", 1) > 1:
        said.append(_("%(winners)s 家同贏這隻牌") % {"winners": hand["winners"]})
    return said


def _place(hand: Document) -> str:
    """Winds, where tiles or turns depend on them."""
    notations = [hand["concealed"], hand["winning_tile"], *(meld["tiles"] for meld in hand.get("melds", ()))]
    winds = any(_WIND_TILES.intersection(read_tiles(tiles, "tiles")) for tiles in notations)
    if not (winds or hand.get("flowers") or hand["seat_wind"] == "E" or "dealer" in hand):
        return ""
    words = {"round": WINDS[hand["round_wind"]], "seat": WINDS[hand["seat_wind"]]}
    if hand.get("dealer", hand["seat_wind"] == "E"):
        return _("%(round)s圈，%(seat)s位，做莊") % words
    return _("%(round)s圈，%(seat)s位") % words
