from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from tournaments.words.told import KINDS
from tournaments.words.wording import Line, Wording, plain

_SENTENCES: dict[tuple[str, bool], Promise] = {
    ("collect", True): lazy("收回 %(name)s %(points)s"),
    ("collect", False): lazy("付清 %(name)s %(points)s"),
    ("halve", True): lazy("收一半 %(name)s %(points)s"),
    ("halve", False): lazy("付一半 %(name)s %(points)s"),
    ("open", True): lazy("待收 %(name)s %(points)s"),
    ("open", False): lazy("待付 %(name)s %(points)s"),
}
"""(kind, whether this seat was the winner of the 拉)."""


@dataclass(frozen=True)
class Carried:
    """一條拉 of a seat. `kind`: "collect", "halve" (both end with this hand) or "open" · `points`: signed, in this
    seat's favour."""

    kind: str
    points: Decimal
    words: str


def carried(line: Line, seat: int, wording: Wording) -> tuple[Carried, ...]:
    """What a hand (as in `tournaments.book.changes.hand_line`) settled for one seat, then what it left open."""
    found = []
    for kind, winner, payer, points in (*_settled(line), *_open(line)):
        if seat in (winner, payer):
            gets = seat == winner
            name, sign = wording.name(payer if gets else winner), "+" if gets else "−"
            sentence = wording.said(_SENTENCES[kind, gets])
            words = sentence % {"name": name, "points": f"{sign}{plain(points)}"}
            found.append(Carried(kind, points if gets else -points, words))
    return tuple(found)


def _settled(line: Line) -> Iterator[tuple[str, int, int, Decimal]]:
    for move in line["moves"]:
        kind, paid = KINDS.get(move["kind"]), Decimal(move["paid"])
        if kind in ("collect", "halve") and paid:
            yield kind, move["winner"], move["payer"], paid


def _open(line: Line) -> Iterator[tuple[str, int, int, Decimal]]:
    for chain in line["chains"]:
        yield "open", chain["winner"], chain["payer"], Decimal(chain["points"])
