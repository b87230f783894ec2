"""鏡頭: reads the two-dimensional codes on a page, as the phone that is held over a printed slip does."""

import re
from collections.abc import Iterator

from segno.consts import ALIGNMENT_POS, ECC

BORDER = 2
MASKS = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
Modules = list[list[bool]]


def addresses(page: str) -> list[str]:
    """What stands in the codes of a page, in its order."""
    return [_read(_modules(int(size), path)) for size, path in re.findall(r'viewBox="0 0 (\d+) .*? d="(M.*?)"', page)]


def _modules(size: int, path: str) -> Modules:
    """The drawn code without its border: `path` is of lines to the right ("h") and of moves without drawing."""
    side = size - 2 * BORDER
    dark = [[False] * side for _ in range(side)]
    x = y = 0
    for kind, across, down in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", path):
        if kind == "M":
            x, y = int(across), int(float(down))
        elif kind == "m":
            x, y = x + int(across), y + int(float(down))
        else:
            for place in range(x, x + int(across)):
                dark[y - BORDER][place - BORDER] = True
            x += int(across)
    return dark


def _read(dark: Modules) -> str:
    version = (len(dark) - 17) // 4
    said = [dark[row][8] for row in (0, 1, 2, 3, 4, 5, 7, 8)] + [dark[8][col] for col in (7, 5, 4, 3, 2, 1, 0)]
    form = sum(bit << place for place, bit in enumerate(said)) ^ 0b101010000010010
    words = _words(dark, version, MASKS[form >> 10 & 7])
    bits = "".join(f"{word:08b}" for word in _in_order(words, version, form >> 13))
    if bits[:4] != "0100":
        raise ValueError("a code of bytes was expected")
    wide = 8 if version < 10 else 16
    count, begin = int(bits[4 : 4 + wide], 2), 4 + wide
    return bytes(int(bits[place : place + 8], 2) for place in range(begin, begin + 8 * count, 8)).decode()


def _words(dark: Modules, version: int, mask) -> list[int]:
    """The code words in the order in which they lie: two columns at a time from the right, up and down in turn."""
    side, taken = len(dark), _taken(version)
    bits = []
    for turn, right in enumerate([*range(side - 1, 6, -2), 5, 3, 1]):
        rows = range(side) if turn % 2 else range(side - 1, -1, -1)
        places = [(row, col) for row in rows for col in (right, right - 1) if (row, col) not in taken]
        bits += [dark[row][col] ^ mask(row, col) for row, col in places]
    return [int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]


def _taken(version: int) -> set[tuple[int, int]]:
    """Where no code words lie."""
    side = 4 * version + 17
    found = {(6, at) for at in range(side)} | {(at, 6) for at in range(side)}
    found |= {(row, col) for row in range(9) for col in [*range(9), *range(side - 8, side)]}
    found |= {(row, col) for row in range(side - 8, side) for col in range(9)}
    centres = ALIGNMENT_POS[version - 2] if version > 1 else ()
    corners = {(6, 6), (6, side - 7), (side - 7, 6)}
    for row, col in {(row, col) for row in centres for col in centres} - corners:
        found |= {(row + down, col + across) for down in range(-2, 3) for across in range(-2, 3)}
    if version >= 7:
        far = range(side - 11, side - 8)
        found |= {(near, at) for near in range(6) for at in far} | {(at, near) for near in range(6) for at in far}
    return found


def _in_order(words: list[int], version: int, level: int) -> Iterator[int]:
    """The data, block after block: in the code their words lie in turns."""
    sizes = [group.num_data for group in ECC[version][level] for _ in range(group.num_blocks)]
    blocks: list[list[int]] = [[] for _ in sizes]
    coming = iter(words)
    for place in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if place < size:
                block.append(next(coming))
    for block in blocks:
        yield from block
