"""得失: each amount of a hand with its name, such as 「收回 +111」 and 「拉 +41」.

Derived from transfers and moves of the 拉: settled amounts add up to the seat's change of points, 拉 amounts to the
change of its open points.
"""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from tournaments.phrases.wording import Line, Wording, closing_event, plain

ZERO = Decimal(0)

SHOWN_AS_MOVE = "chain"
"""Reason of transfers that are shown as a move of the 拉."""

_NAMES = {
    "win": (pgettext_lazy("amount", "食糊"), pgettext_lazy("amount", "付")),
    "liability": (pgettext_lazy("amount", "食糊"), pgettext_lazy("amount", "包牌")),
    "collect": (pgettext_lazy("amount", "收回"), pgettext_lazy("amount", "付清")),
    "halve": (pgettext_lazy("amount", "收一半"), pgettext_lazy("amount", "付一半")),
    "reward": (pgettext_lazy("amount", "獎勵"), pgettext_lazy("amount", "付獎勵")),
    "fine": (pgettext_lazy("amount", "收罰分"), pgettext_lazy("amount", "罰分")),
    "deduction": (pgettext_lazy("amount", "退回罰分"), pgettext_lazy("amount", "罰分")),
    "pull": (pgettext_lazy("amount", "拉"), pgettext_lazy("amount", "被拉")),
}
"""(name for the receiver, name for the payer), in display order."""

KINDS = {
    "grow": "pull",
    "open": "pull",
    "halve": "halve",
    "collect": "collect",
    "surrender": "collect",
    "end": "collect",
}
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
class Amount:
    """One amount. `settled`: added to the points · `open`: added to the open 拉, those in the seat's favour less those
    against it."""

    kind: str
    name: str
    settled: Decimal
    open: Decimal

    @property
    def carried(self) -> bool:
        """Whether the amount opened or raised a 拉, and so is not points yet."""
        return self.kind == "pull"

    @property
    def amount(self) -> Decimal:
        return self.open if self.carried else self.settled

    @property
    def words(self) -> str:
        """Format as 「收回 +111」."""
        return f"{self.name} {'+' if self.amount >= 0 else '−'}{plain(abs(self.amount))}"


@dataclass(frozen=True)
class SeatAmounts:
    parts: tuple[Amount, ...]

    @property
    def settled(self) -> Decimal:
        """Return the change of the seat's points."""
        return sum((part.settled for part in self.parts), ZERO)

    @property
    def summed(self) -> bool:
        """Whether several amounts make up the change, so that their sum is shown too."""
        return sum(not part.carried for part in self.parts) > 1

    @property
    def words(self) -> str:
        """Format as 「收回 +111，拉 +41」; "" if no amount moved."""
        return _("，").join(part.words for part in self.parts)


def seat_amounts(line: Line, seat: int, wording: Wording) -> SeatAmounts:
    """Return a seat's amounts. `line`: as in `game_log.changes.hand_line`."""
    sums: dict[tuple[str, bool], list[Decimal]] = {}

    def add(kind: str, gets: bool, settled: Decimal, opened: Decimal) -> None:
        sign, found = 1 if gets else -1, sums.setdefault((kind, gets), [ZERO, ZERO])
        found[0] += sign * settled
        found[1] += sign * opened

    for one in line["transfers"]:
        if one["reason"] != SHOWN_AS_MOVE and seat in (one["from"], one["to"]):
            add(one["reason"], one["to"] == seat, Decimal(one["points"]), ZERO)
    for move in line["moves"]:
        if move["kind"] in KINDS and seat in (move["winner"], move["payer"]):
            opened = Decimal(move["after"]) - Decimal(move["before"])
            add(KINDS[move["kind"]], move["winner"] == seat, Decimal(move["paid"]), opened)
    parts = []
    for kind, names in _NAMES.items():
        for gets, name in zip((True, False), names, strict=True):
            settled, opened = sums.get((kind, gets), (ZERO, ZERO))
            if settled or opened:
                parts.append(Amount(kind, wording.said(name), settled, opened))
    return SeatAmounts(tuple(parts))


def outcome(line: Line, wording: Wording) -> str:
    """Return the winner's amounts, as in 食糊 41 番 → 「拉 +41」; "" unless there is exactly one winner."""
    event = closing_event(line)
    if line["result"] != "win" or event is None or event.get("winner") is None:
        return ""
    found = seat_amounts(line, event["winner"], wording).parts
    return SeatAmounts(tuple(part for part in found if part.kind in ("win", "liability", "pull"))).words


@dataclass(frozen=True)
class Carried:
    """一條拉 of a seat. `kind`: "collect", "halve" (both end with this hand) or "open" · `points`: signed, in this
    seat's favour."""

    kind: str
    points: Decimal
    words: str


def carried(line: Line, seat: int, wording: Wording) -> tuple[Carried, ...]:
    """Return what a hand (as in `game_log.changes.hand_line`) settled for one seat, then what it left open."""
    settled = [(KINDS.get(move["kind"]), move, Decimal(move["paid"])) for move in line["moves"]]
    chains = [(kind, move, paid) for kind, move, paid in settled if kind in ("collect", "halve") and paid]
    chains += [("open", chain, Decimal(chain["points"])) for chain in line["chains"]]
    found = []
    for kind, chain, points in chains:
        if seat in (chain["winner"], chain["payer"]):
            gets = seat == chain["winner"]
            name, sign = wording.name(chain["payer"] if gets else chain["winner"]), "+" if gets else "−"
            words = wording.said(_SENTENCES[kind, gets]) % {"name": name, "points": f"{sign}{plain(points)}"}
            found.append(Carried(kind, points if gets else -points, words))
    return tuple(found)
