"""運: randomness that is the same on every machine: numbers from SHA-256 of a seed, integers only.

The n-th block is the SHA-256 of the seed's own SHA-256 followed by n as eight bytes (big-endian, from 0); its 32 bytes
are eight numbers below 2³², in order. This is easy to reimplement in any language.
"""

from collections.abc import MutableSequence
from hashlib import sha256
from struct import unpack
from typing import Any

WORD = 1 << 32
_LOW = WORD - 1
_BLOCKS = 64
_FRACTION_BITS = 8
ONE = 1 << _FRACTION_BITS


class Chance:
    def __init__(self, seed: str) -> None:
        self._key = sha256(seed.encode()).digest()
        self._next = 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            blocks = range(self._next, self._next + _BLOCKS)
            made = b"".join([sha256(self._key + block.to_bytes(8, "big")).digest() for block in blocks])
            self._words = list(unpack(f">{8 * _BLOCKS}I", made))[::-1]
            self._next += _BLOCKS
        return self._words.pop()

    def below(self, number: int) -> int:
        product = self.word() * number
        while product & _LOW < WORD % number:
            product = self.word() * number
        return product >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def patience(self) -> int:
        """Return how much worse a step may be, in units of heat / `ONE`; each further unit of heat is half as
        likely."""
        word = self.word()
        whole = 32 - _FRACTION_BITS - (word >> _FRACTION_BITS).bit_length()
        return (whole << _FRACTION_BITS) + word % ONE


def cooling(hot: int, cold: int) -> list[int]:
    """List heats from hot to cold, each a twentieth less than the one before; integers only."""
    heats = []
    while hot > cold:
        heats.append(hot)
        hot = hot * 19 // 20
    return [*heats, cold]
