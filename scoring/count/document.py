"""計番文件 The `score` document of the interface: a won hand in, its count out; JSON-like objects, no JSON text.
Every key is checked and every error names the field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.count import count
from scoring.errors import ScoringError, too_deep
from scoring.hand.melds import Meld, meld_of
from scoring.hand.tiles import FLOWERS, KINDS, TILES, Tile, read_tile, read_tiles, write_tiles
from scoring.hand.winning_hand import HandScore, WinningHand
from scoring.rules.questions import asked_of
from scoring.rules.rule_set import RuleSet
from scoring.rulesets import get_rule_set

REQUIRED = ("rule_set", "concealed", "winning_tile", "self_draw", "seat_wind", "round_wind")
OPTIONAL = (
    "options",
    "melds",
    "flowers",
    "circumstances",
    "replacements",
    "robbed_in_a_row",
    "discards",
    "visible",
    "winners",
    "dealer",
)
_KNOWN = frozenset(REQUIRED + OPTIONAL)
_WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
_REPLACEMENTS = frozenset({"flower", "kong"})
_NO_WORDS: frozenset[str] = frozenset()
_MOST_DISCARDS = 144


def score_document(doc: object) -> dict[str, Any]:
    """計番 Answer one `score` document. Raises ScoringError with a code of the interface."""
    try:
        return _counted(_object(doc))
    except RecursionError as error:
        raise too_deep() from error


def _counted(document: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(document)
    rules = get_rule_set(document["rule_set"], _options(document))
    hand = winning_hand_from_document(document, rules)
    return score_to_dict(count(hand, rules), rules)


def score_many(docs: Iterable[object], language: str = "zh-hant") -> list[dict[str, Any]]:
    """計番 Answer many documents; a wrong one gets its own `error`, the others are still answered."""
    return [_answered(doc, language) for doc in docs]


def _answered(doc: object, language: str) -> dict[str, Any]:
    try:
        return score_document(doc)
    except ScoringError as error:
        return {"error": {"code": error.code, "detail": error.detail(language)}}


def score_to_dict(score: HandScore, rules: RuleSet) -> dict[str, Any]:
    """Write a count as the interface answers it."""
    document = {
        "rule_set": rules.id,
        "total": score.total,
        "unit": rules.unit,
        "limit": score.limit,
        "meets_minimum": score.meets_minimum,
        "fans": [{"name": row.name, "count": row.count, "value": row.value} for row in score.fans],
        "reading": [group.tiles for group in score.reading],
        "shape": score.shape,
        "waits": score.waits_text,
    }
    if rules.tells_points and score.meets_minimum:
        document["points"] = {
            "discarder": int(rules.game.worth(rules.game, score.total, False)),
            "each": int(rules.game.worth(rules.game, score.total, True)),
        }
    return document


def winning_hand_from_document(doc: Mapping[str, object], rules: RuleSet) -> WinningHand:
    """糊牌 Read the hand that a document describes, refusing what no rule set allows. `doc` has the keys of a
    `score` document; `rule_set` and `options` are ignored. Raises ScoringError."""
    circumstances = _words(doc, "circumstances")
    concealed = read_tiles(doc["concealed"], "concealed")
    winning_tile = read_tile(doc["winning_tile"], "winning_tile")
    melds = _melds(doc.get("melds", ()))
    flowers = read_tiles(doc.get("flowers", ""), "flowers")
    visible = read_tiles(doc["visible"], "visible") if "visible" in doc else ()
    wins_with_flower = "flower_win" in circumstances and not rules.replaces_before_flower_win
    _check_sorts(concealed, winning_tile, flowers, wins_with_flower)
    _check_flowers((("flowers", flowers), ("visible", visible)), rules)
    _check_number(concealed, melds, rules.hand_size)
    counts = _check_copies((*concealed, winning_tile), melds, flowers, visible)
    seat_wind = _wind(doc, "seat_wind")
    dealer = _dealer(doc, seat_wind, rules)
    return WinningHand(
        concealed,
        winning_tile,
        _truth(doc, "self_draw", None),
        seat_wind,
        _wind(doc, "round_wind"),
        melds,
        frozenset(flower - FLOWERS for flower in flowers),
        circumstances,
        _replacements(doc),
        _whole(doc, "discards", 0, 0, _MOST_DISCARDS) if "discards" in doc else None,
        tuple(counts) if visible else None,
        _whole(doc, "winners", 1, 1, max(rules.game.multi_fans)),  # 攔胡: one only
        dealer,
        _robbed_in_a_row(doc, rules),
    )


def _object(doc: object) -> Mapping[str, Any]:
    if not isinstance(doc, Mapping):
        raise ScoringError("bad_value", "文件應為一個物件", "the document must be an object")
    return doc


def _options(doc: Mapping[str, Any]) -> Mapping[str, str]:
    options = doc.get("options", {})
    if not isinstance(options, Mapping):
        raise ScoringError("bad_option", "options：應為物件", "options: must be an object")
    return options


def _check_keys(doc: Mapping[str, object]) -> None:
    for key in REQUIRED:
        if key not in doc:
            raise _missing_key(key)
    if not doc.keys() <= _KNOWN:
        raise _unknown_key(next(key for key in doc if key not in _KNOWN))


def _unknown_key(key: object) -> ScoringError:
    return ScoringError("unknown_key", f"不認識「{key}」這一項", f"{key!r} is not a known key")


def _missing_key(key: str) -> ScoringError:
    return ScoringError("missing_key", f"欠了「{key}」這一項", f"the key {key!r} is missing")


def _bad_value(field: str, value: object) -> ScoringError:
    return ScoringError("bad_value", f"{field}：不可以是「{value}」", f"{field}: {value!r} cannot be")


def _truth(doc: Mapping[str, object], field: str, default: bool | None) -> bool:
    value = doc.get(field, default)
    if not isinstance(value, bool):
        raise _bad_value(field, value)
    return value


def _whole(doc: Mapping[str, object], field: str, default: int, least: int, most: int) -> int:
    value = doc.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad_value(field, value)
    return value


def _wind(doc: Mapping[str, object], field: str) -> int:
    value = doc[field]
    if not isinstance(value, str) or value not in _WINDS:
        raise _bad_value(field, value)
    return _WINDS[value]


def _dealer(doc: Mapping[str, object], seat_wind: int, rules: RuleSet) -> bool:
    """莊家: East, except where seat winds run from the 開門位."""
    dealer = _truth(doc, "dealer", seat_wind == 0)
    if dealer is not (seat_wind == 0) and not asked_of(rules).opening:
        raise ScoringError(
            "impossible_circumstance",
            "dealer：與門風不符，東位才是莊家",
            "dealer: contradicts the seat wind, the dealer is East",
        )
    return dealer


def _robbed_in_a_row(doc: Mapping[str, object], rules: RuleSet) -> int:
    """搶槓 × k: most rule sets have no such fan, and only the first kong can be meant."""
    times = _whole(doc, "robbed_in_a_row", 1, 1, 5)
    if times > 1 and not rules.lenient and not asked_of(rules).in_a_row:
        raise ScoringError(
            "impossible_circumstance",
            f"robbed_in_a_row：{rules.name_zh}不計連續第幾個槓",
            f"robbed_in_a_row: {rules.id} does not count kongs in a row",
        )
    return times


def _words(doc: Mapping[str, object], field: str) -> frozenset[str]:
    if field not in doc:
        return _NO_WORDS
    return frozenset(_list_of_words(field, doc[field]))


def _list_of_words(field: str, value: object) -> list[str]:
    if not isinstance(value, list | tuple):
        raise _bad_value(field, value)
    for word in value:
        if not isinstance(word, str):
            raise _bad_value(field, word)
    return list(value)


def _replacements(doc: Mapping[str, object]) -> tuple[str, ...]:
    if "replacements" not in doc:
        return ()
    words = _list_of_words("replacements", doc["replacements"])
    for word in words:
        if word not in _REPLACEMENTS:
            raise _bad_value("replacements", word)
    return tuple(words)


def _melds(value: object) -> tuple[Meld, ...]:
    if not isinstance(value, list | tuple):
        raise ScoringError("bad_meld", "melds：應為一列面子", "melds: must be a list of melds")
    return tuple([_meld(entry, f"melds[{number}]") for number, entry in enumerate(value)])


def _meld(entry: object, field: str) -> Meld:
    if not isinstance(entry, Mapping):
        raise ScoringError("bad_meld", f"{field}：應為一個物件", f"{field}: must be an object")
    for key in ("kind", "tiles"):
        if key not in entry:
            raise _missing_key(f"{field}.{key}")
    for key in entry:
        if key not in ("kind", "tiles"):
            raise _unknown_key(f"{field}.{key}")
    return meld_of(entry["kind"], read_tiles(entry["tiles"], f"{field}.tiles"), field)


def _check_sorts(concealed: Iterable[Tile], winning: Tile, flowers: Iterable[Tile], flower_win: bool) -> None:
    """Flowers are laid aside: none in the hand, only flowers among the flowers, and none wins but in a flower win."""
    in_hand: Callable[[Tile], bool] = lambda tile: tile < FLOWERS  # noqa: E731
    wrong = [("concealed", tile) for tile in concealed if not in_hand(tile)]
    wrong += [("flowers", tile) for tile in flowers if in_hand(tile)]
    if not in_hand(winning) and not flower_win:
        wrong.append(("winning_tile", winning))
    if wrong:
        field, tile = wrong[0]
        written = write_tiles((tile,))
        raise ScoringError("bad_tile", f"{field}：「{written}」不應在此", f"{field}: {written} does not belong here")


def _check_flowers(given: Iterable[tuple[str, Iterable[Tile]]], rules: RuleSet) -> None:
    """Rules that play without flowers know none, neither held nor seen on the table."""
    if rules.flowers:
        return
    for field, tiles in given:
        for tile in tiles:
            if tile >= FLOWERS:
                raise ScoringError(
                    "bad_tile", f"{field}：{rules.name_zh}不用花牌", f"{field}: {rules.id} has no flowers"
                )


def _check_number(concealed: tuple[Tile, ...], melds: tuple[Meld, ...], hand_size: int) -> None:
    number = len(concealed) + 3 * len(melds)
    if number != hand_size:
        raise ScoringError(
            "wrong_tile_count",
            f"concealed：連面子應有 {hand_size} 隻牌，現有 {number} 隻",
            f"concealed: with the melds there must be {hand_size} tiles, there are {number}",
        )


def _check_copies(
    concealed: Iterable[Tile], melds: Iterable[Meld], flowers: Iterable[Tile], visible: Iterable[Tile]
) -> list[int]:
    """Allow four copies of each kind and one of each flower; return the visible copies of each kind."""
    seen = [0] * TILES
    for tile in visible:
        seen[tile] += 1
    own = [0] * TILES
    for tile in (*concealed, *flowers):
        own[tile] += 1
    for meld in melds:
        for tile in meld.tiles:
            own[tile] += 1
    for tile in range(TILES):
        if own[tile] + seen[tile] > (4 if tile < KINDS else 1):
            written = write_tiles((tile,))
            raise ScoringError("too_many_copies", f"「{written}」多過應有的數目", f"there are too many {written}")
    return seen[:KINDS]
