"""問一手牌 Other questions of documents about a hand: why it counts, what it waits for, how far it is from waiting."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.count.explanation import GroupSet, explained
from scoring.documents.score import check_keys, rules_of
from scoring.hand.tiles import write_tiles
from scoring.rules.ways_of_winning import hand_from_document

Document = dict[str, Any]

_TILES = ("rule_set", "concealed")
_MORE = ("options", "melds", "visible")


def explain_document(document: object) -> Document:
    """為甚麼 Answer a `score` document with the reasons: the tiles of each fan, and the fans that do not count."""
    given = check_keys(document)
    rules = rules_of(given)
    found = explained(hand_from_document(given, rules), rules)

    def tiles(parts: tuple[GroupSet, ...]) -> list[list[str]]:
        return [[found.layouts[part.layout][place].tiles for place in part.groups] for part in parts]

    return {
        **found.score.to_dict(),
        "reasons": [
            {
                "name": row.name,
                "count": row.count,
                "value": row.value,
                "because": row.sort,
                "groups": tiles(row.parts),
                **({"less": row.less, "beside": row.beside} if row.less else {}),
            }
            for row in found.rows
        ],
        "dropped": [
            {"name": gone.name, "count": gone.count, "by": gone.by, "why": gone.why, "groups": tiles(gone.parts)}
            for gone in found.left
        ],
    }


def waits_document(document: object) -> Document:
    """聽牌 Say which tiles complete a hand. Keys: `rule_set`, `concealed` and perhaps `options` and `melds`."""
    given = check_keys(document, _TILES, _MORE)
    rules = rules_of(given)
    return {"rule_set": rules.id, "waits": write_tiles(rules.waits(given["concealed"], given.get("melds", ())))}


def away_document(document: object) -> Document:
    """向聽、進牌 Say how far a hand is from being ready. Keys: those of `waits_document`, and perhaps `visible`."""
    given = check_keys(document, _TILES, _MORE)
    rules = rules_of(given)
    near = rules.tiles_away(given["concealed"], given.get("melds", ()), given.get("visible", ""))
    return {
        "rule_set": rules.id,
        "away": near.away,
        "shapes": list(near.shapes),
        "tiles": [{"tile": write_tiles([one.tile]), "left": one.left} for one in near.useful],
        "left": near.left,
    }


FUNCTIONS: Mapping[str, Callable[[object], Document]] = {
    "explain": explain_document,
    "waits": waits_document,
    "away": away_document,
}
