"""抽籤: an order that follows from a public word, which anybody can work out again.

    digest = SHA-256 of the numbers in ascending order, joined by commas, behind the number of the stage and a colon
    key of a player = SHA-256 of "digest word number"; the smallest key comes first

The digest can be read out before the word is known: whoever fixes the list cannot choose the order, and whoever
chooses the word cannot choose the list.
"""

import hashlib
from collections.abc import Iterable


def list_digest(stage: int, numbers: Iterable[int]) -> str:
    """The digest of those between whom lots are drawn: "1:4,17" hashed."""
    said = f"{stage}:{','.join(map(str, sorted(numbers)))}"
    return hashlib.sha256(said.encode()).hexdigest()


def draw_order(stage: int, numbers: Iterable[int], word: str) -> list[int]:
    """These numbers in the order of the lot, best first. Spaces around the word say nothing."""
    whole = sorted(numbers)
    digest, word = list_digest(stage, whole), word.strip()
    return sorted(whole, key=lambda number: hashlib.sha256(f"{digest} {word} {number}".encode()).hexdigest())
