"""牌: tiles as two-letter strings, "4m"; flowers "1f"."""

import re
from collections import Counter

from tests.oracle.wrong import Wrong

SUITS = "mps"
KINDS = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
FLOWERS = [f"{rank}f" for rank in range(1, 9)]
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGONS = ["5z", "6z", "7z"]
ORPHANS = [kind for kind in KINDS if kind[1] == "z" or kind[0] in "19"]


def parse(text: object) -> list[str]:
    """Read "123m11z" into single tiles; raise Wrong(bad_tile) on anything else."""
    if not isinstance(text, str):
        raise Wrong("bad_tile", "bad_value", why="tiles are a string")
    if re.fullmatch(r"([1-9]+[mpszf])*", text) is None:
        raise Wrong("bad_tile", why=text)
    tiles = [rank + run[-1] for run in re.findall(r"[1-9]+[mpszf]", text) for rank in run[:-1]]
    if any(tile not in KINDS and tile not in FLOWERS for tile in tiles):
        raise Wrong("bad_tile", why=text)
    return tiles


def written(tiles: list[str]) -> str:
    """Write tiles in the notation of the rule texts, sorted."""
    out = ""
    for suit in "mpszf":
        ranks = sorted(tile[0] for tile in tiles if tile[1] == suit)
        out += "".join(ranks) + suit if ranks else ""
    return out


def is_honour(tile: str) -> bool:
    return tile[1] == "z"


def is_terminal(tile: str) -> bool:
    return tile[1] in SUITS and tile[0] in "19"


def rank(tile: str) -> int:
    return int(tile[0])


def chow_from(tile: str) -> list[str] | None:
    """Return the chow whose lowest tile this is, None where there is none."""
    if is_honour(tile) or rank(tile) > 7:
        return None
    return [f"{rank(tile) + step}{tile[1]}" for step in range(3)]


def counted(tiles: list[str]) -> Counter[str]:
    return Counter(tiles)
