"""抽籤: an order that follows from a public word, for all to verify.

    digest = SHA-256 of the number of the stage, a colon, and the players' numbers in ascending order, with commas
    key of a player = SHA-256 of "digest word number"; the smallest key comes first

The digest can be announced before the word is known: the author of the list cannot choose the order, and the author of
the word cannot choose the list.
"""

import hashlib
from collections.abc import Iterable


def list_digest(stage: int, numbers: Iterable[int]) -> str:
    """The digest of the players to draw lots: "1:4,17" hashed."""
    said = f"{stage}:{','.join(map(str, sorted(numbers)))}"
    return hashlib.sha256(said.encode()).hexdigest()


def draw_order(stage: int, numbers: Iterable[int], word: str) -> list[int]:
    """These numbers in the order of the lot, best first. Spaces around the word do not count."""
    whole = sorted(numbers)
    digest, word = list_digest(stage, whole), word.strip()
    return sorted(whole, key=lambda number: hashlib.sha256(f"{digest} {word} {number}".encode()).hexdigest())
