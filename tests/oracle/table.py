"""What one table cannot hold: too short a river at the end of the wall, five copies of a tile, three flower sets."""

from collections import Counter
from typing import Any

from tests.oracle.tiles import parse
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
LAST = {"last_tile": 0, "last_discard": 0, "among_last_four": 3}


def river_cannot_be(said: frozenset[str], discards: int | None, kongs: int, size: int, tiles: int = 144) -> bool:
    """Whether so many tiles cannot lie in the rivers. `kongs`: own ones; `size`: tiles of a hand; `tiles`: of the game.

    All else lies with the four (a tile more with who wins, and one for each kong), is a flower, or stays undrawn:
    sixteen tiles at most.
    """
    if discards is None:
        return False
    hands = 4 * size + 1 + kongs
    if hands + discards > tiles:
        return True
    laid_aside = (tiles - 136) + 3 * (size // 3)  # flowers, kongs of the three others
    unseen = min((LAST[word] for word in said if word in LAST), default=144)
    return hands + laid_aside + 16 + unseen + discards < tiles


def one_table(hands: list[Doc]) -> None:
    """Raise Wrong where hands that won one tile differ in it or hold more copies than there are."""
    if len(hands) < 2:
        return
    if len({hand["winning_tile"] for hand in hands}) > 1:
        raise Wrong("bad_event", why="two winning tiles")
    copies: Counter[str] = Counter(parse(hands[0]["winning_tile"]))
    for hand in hands:
        melds = "".join(meld["tiles"] for meld in hand.get("melds", []))
        copies.update([*parse(hand["concealed"]), *parse(melds), *parse(hand.get("flowers", ""))])
    if any(number > (1 if tile.endswith("f") else 4) for tile, number in copies.items()):
        raise Wrong("bad_event", why="more copies than there are")


def robbed_too(hand: Doc, robbed: bool) -> Doc:
    """The hand with 搶槓 among its circumstances, if that was said of the win."""
    said = hand.get("circumstances", [])
    if not robbed or not isinstance(said, list) or {"robbed_kong", "robbed_concealed_kong"} & set(map(str, said)):
        return hand
    return {**hand, "circumstances": [*said, "robbed_kong"]}


def two_families(taken: list[tuple[str, int]], kind: str, seat: int) -> None:
    """Raise Wrong for a third 一台花 in a hand, all eight flowers a second time, or another's beside them."""
    before = [owner for name, owner in taken if name == kind]
    if kind == "flower_set" and len(before) == 2:
        raise Wrong("bad_event", why="two families of flowers")
    eight = {"two_flower_sets", "seven_rob_one"}
    for name, owner in taken:
        both = {name, kind}
        if both <= eight or (owner != seat and both & eight and both <= eight | {"grass", "flower_set"}):
            raise Wrong("bad_event", why="eight flowers only")
