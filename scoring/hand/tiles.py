"""牌 Tiles as small integers, and the notation "123m456p11z".

0–8 萬 characters 1–9 · 9–17 筒 dots · 18–26 索 bamboos · 27–33 番子 honours (東 南 西 北 白 發 中) · 34–41 花 flowers
(春 夏 秋 冬 梅 蘭 菊 竹). A run of digits shares the suit letter that follows it.
"""

import re
from collections.abc import Iterable, Sequence

from scoring.errors import ScoringError, refused

Tile = int

SUITS = "mpszf"
KINDS = 34
"""How many kinds there are without flowers; each has four copies."""
HONORS = 27
FLOWERS = 34
TILES = 42

ONE_DOT = 9
SUIT_OF: tuple[int, ...] = tuple(min(tile // 9, 3) for tile in range(KINDS))
"""0 萬, 1 筒, 2 索, 3 番子."""
RANK_OF: tuple[int, ...] = tuple(tile - 9 * suit for tile, suit in enumerate(SUIT_OF))
"""0–8 in a suit, 0–6 among the honours."""

WHITE, GREEN, RED = range(31, 34)

_LENGTH = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_RUN = re.compile(r"([1-9]+)([mpszf])")

NOTATION: tuple[str, ...] = tuple(f"{n + 1}{suit}" for suit in SUITS for n in range(_LENGTH[suit]))

_TILE_OF = {written: tile for tile, written in enumerate(NOTATION)}


class WrittenTile(int):
    """A tile that prints as it is written: 4m."""

    __slots__ = ()

    def __repr__(self) -> str:
        return NOTATION[self]


WRITTEN: tuple[WrittenTile, ...] = tuple(map(WrittenTile, range(TILES)))

NAMES_ZH: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in "萬筒索" for number in "一二三四五六七八九"),
    *"東南西北白發中春夏秋冬梅蘭菊竹",
)
NAMES_EN: tuple[str, ...] = (
    *(f"{number} of {suit}" for suit in ("characters", "dots", "bamboos") for number in range(1, 10)),
    *("East", "South", "West", "North", "White dragon", "Green dragon", "Red dragon"),
    *("Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Chrysanthemum", "Bamboo flower"),
)


def read_tiles(given: object, field: str = "tiles") -> tuple[Tile, ...]:
    """Return tiles as numbers (see `read_tile`), in the order given. `given` is a text such as "123m456p11z", or a list
    or tuple of single tiles. Raises ScoringError bad_tile; `field` becomes the `field` of that error."""
    if isinstance(given, list | tuple):
        return tuple([read_tile(tile, field) for tile in given])
    if not isinstance(given, str):
        raise not_a_tile(field, given)
    tiles: list[Tile] = []
    end = 0
    for run in _RUN.finditer(given):
        if run.start() != end:
            break
        end = run.end()
        suit = run[2]
        tiles += [_tile(digit + suit, field) for digit in run[1]]
    if end != len(given):
        raise not_a_tile(field, given[end : end + 20])
    return tuple(tiles)


def read_tile(given: object, field: str = "tile") -> Tile:
    """Return the number of a tile written as "4m". A number is returned unchanged.

    0 to 8: 1m to 9m, characters
    9 to 17: 1p to 9p, dots
    18 to 26: 1s to 9s, bamboos
    27 to 33: 1z to 7z, East, South, West, North, White, Green, Red
    34 to 41: 1f to 8f, the flowers 春夏秋冬梅蘭菊竹

    Raises ScoringError bad_tile; `field` becomes the `field` of that error.
    """
    if isinstance(given, int) and type(given) is not bool and 0 <= given < TILES:
        return int(given)
    if not isinstance(given, str):
        raise not_a_tile(field, given)
    return _tile(given, field)


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Return the tiles as text, sorted, with one letter for each suit: "123m456p11z"."""
    runs: dict[str, str] = {}
    for tile in sorted(tiles):
        written = NOTATION[tile]
        runs[written[1]] = runs.get(written[1], "") + written[0]
    return "".join(digits + suit for suit, digits in runs.items())


def tile_names(tiles: Sequence[Tile], language: str = "zh-hant") -> str:
    """Return the names of the tiles for use in a sentence: "四萬、七萬", or "4 of characters, 7 of characters" for
    "en"."""
    english = language.lower().startswith("en")
    return ", ".join(NAMES_EN[t] for t in tiles) if english else "、".join(NAMES_ZH[t] for t in tiles)


def _tile(written: str, field: str) -> Tile:
    tile = _TILE_OF.get(written)
    if tile is None:
        raise not_a_tile(field, written)
    return tile


def not_a_tile(field: str, written: object) -> ScoringError:
    return refused("bad_tile", field, f"「{written}」不是牌的寫法", f"{written!r} is not how tiles are written")
