"""得失 in words: what each amount of a hand is. 「收回 +111」, 「拉 +41」, and never a number alone.

Read off the transfers and the moves of the 拉 as the fold gives them: what is told as settled adds up to the seat's
change of points, what is told of the 拉 to the change of what is open. Plain data in, words out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.words.wording import Line, Wording, closing_event, plain

ZERO = Decimal(0)

TOLD_BY_MOVE = "chain"
"""The reason of a transfer that a move of the 拉 tells of."""

_NAMES = {
    "win": (pgettext_lazy("amount", "食糊"), pgettext_lazy("amount", "付")),
    "liability": (pgettext_lazy("amount", "食糊"), pgettext_lazy("amount", "包牌")),
    "collect": (pgettext_lazy("amount", "收回"), pgettext_lazy("amount", "付清")),
    "halve": (pgettext_lazy("amount", "收一半"), pgettext_lazy("amount", "付一半")),
    "reward": (pgettext_lazy("amount", "獎勵"), pgettext_lazy("amount", "付獎勵")),
    "fine": (pgettext_lazy("amount", "收罰款"), pgettext_lazy("amount", "罰款")),
    "deduction": (pgettext_lazy("amount", "退回罰分"), pgettext_lazy("amount", "罰分")),
    "pull": (pgettext_lazy("amount", "拉"), pgettext_lazy("amount", "被拉")),
}
"""What an amount is called for who gets it and for who gives it, in the order in which they are told."""

KINDS = {
    "grow": "pull",
    "open": "pull",
    "halve": "halve",
    "collect": "collect",
    "surrender": "collect",
    "end": "collect",
}
_OF_THE_WIN = ("win", "liability", "pull")


@dataclass(frozen=True)
class Part:
    """One amount by its name. `settled`: what it adds to the points · `open`: what it adds to what is owed to the seat,
    what the seat owes taken off."""

    kind: str
    name: str
    settled: Decimal
    open: Decimal

    @property
    def carried(self) -> bool:
        """Not points yet: a 拉 that was opened or grew."""
        return self.kind == "pull"

    @property
    def amount(self) -> Decimal:
        """The number beside the name."""
        return self.open if self.carried else self.settled

    @property
    def words(self) -> str:
        """「收回 +111」."""
        return f"{self.name} {'+' if self.amount >= 0 else '−'}{plain(abs(self.amount))}"


@dataclass(frozen=True)
class Told:
    """All that one seat got and gave in a hand, by name."""

    parts: tuple[Part, ...]

    @property
    def settled(self) -> Decimal:
        """The change of the seat's points."""
        return sum((part.settled for part in self.parts), ZERO)

    @property
    def open(self) -> Decimal:
        """The change of what is open for the seat."""
        return sum((part.open for part in self.parts), ZERO)

    @property
    def summed(self) -> bool:
        """Several amounts make the change: their sum is told beside them."""
        return sum(not part.carried for part in self.parts) > 1

    @property
    def words(self) -> str:
        """「收回 +111，拉 +41」; "" where nothing moved."""
        return _("，").join(part.words for part in self.parts)


def told(line: Line, seat: int, wording: Wording) -> Told:
    """What a hand (as `tournaments.book.changes.hand_line` has it) brought one seat and cost it."""
    sums: dict[tuple[str, bool], list[Decimal]] = {}
    for kind, gets, settled, opened in (*_transferred(line, seat), *_moved(line, seat)):
        found = sums.setdefault((kind, gets), [ZERO, ZERO])
        found[0] += settled
        found[1] += opened
    parts = []
    for kind, names in _NAMES.items():
        for gets, name in zip((True, False), names, strict=True):
            settled, opened = sums.get((kind, gets), (ZERO, ZERO))
            if settled or opened:
                parts.append(Part(kind, wording.said(name), settled, opened))
    return Told(tuple(parts))


def _transferred(line: Line, seat: int) -> Iterator[tuple[str, bool, Decimal, Decimal]]:
    for one in line["transfers"]:
        if one["reason"] != TOLD_BY_MOVE and seat in (one["from"], one["to"]):
            gets, points = one["to"] == seat, Decimal(one["points"])
            yield one["reason"], gets, points if gets else -points, ZERO


def _moved(line: Line, seat: int) -> Iterator[tuple[str, bool, Decimal, Decimal]]:
    for move in line["moves"]:
        if move["kind"] in KINDS and seat in (move["winner"], move["payer"]):
            sign = 1 if move["winner"] == seat else -1
            opened = Decimal(move["after"]) - Decimal(move["before"])
            yield KINDS[move["kind"]], sign > 0, sign * Decimal(move["paid"]), sign * opened


def outcome(line: Line, wording: Wording) -> str:
    """食糊 41 番 → 「拉 +41」: what came of a win for the one who won; "" for several, and where nobody won."""
    event = closing_event(line)
    if line["result"] != "win" or event is None or event.get("winner") is None:
        return ""
    found = told(line, event["winner"], wording).parts
    return Told(tuple(part for part in found if part.kind in _OF_THE_WIN)).words
