"""逐鋪重溫: a game hand by hand: the four after each hand, open 拉, and what the hand changed.

Made from the same history as 每鋪紀錄, so that both show the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Chain, ChainMove, Transfer
from tournaments.phrases.amounts import SeatAmounts, seat_amounts
from tournaments.phrases.wording import Line, Wording, closing_event, plain, seat_words
from tournaments.tables.game_log.changes import hand_line
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.recording.count_view import drawn
from tournaments.tables.selectors.hands import HandView, History

_PAID = ("win", "liability")
"""Reasons for points that a win brings at once; a paid 拉 has its own arrow."""


@dataclass(frozen=True)
class Arrow:
    """From who pays or owes to whom. `kind`: "kept", "grown", "new" (open 拉), "broken", "halved" (a 拉 that is gone),
    "paid" (points at once) · `label`, `more`: beside it · `weight`: from 0 to 1, relative to the largest of the
    game."""

    source: int
    target: int
    kind: str
    label: str
    more: str
    weight: float
    words: str


@dataclass(frozen=True)
class StorySeat:
    """一家 after a hand. `amounts`: gains and payments · `place`: once the game is over."""

    seat: int
    name: str
    number: int | None
    wind: str
    dealer: bool
    won: bool
    amounts: SeatAmounts
    total: Decimal
    pending_in: Decimal
    pending_out: Decimal
    place: int | None


@dataclass(frozen=True)
class Step:
    """開局 (0), the state after a hand, or the hand in progress. `laid`: (name, tiles) of each winner, if known."""

    number: int
    title: str
    result: str
    outcome: str
    hand: HandView | None
    seats: tuple[StorySeat, ...]
    arrows: tuple[Arrow, ...]
    laid: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    @property
    def asides(self) -> Sequence[str]:
        return [entry.sentence for entry in self.hand.asides] if self.hand else []


def story(history: History) -> list[Step]:
    teller = _Teller(history)
    return [teller.beginning(), *map(teller.closed, history.book.folded.hands), *teller.in_progress()]


class _Teller:
    def __init__(self, history: History) -> None:
        self.history = history
        self.folded: FoldedGame = history.book.folded
        self.wording: Wording = history.wording
        self.largest = float(max(self._amounts(), default=Decimal(1)))

    def _amounts(self) -> Iterable[Decimal]:
        for hand in self.folded.hands:
            yield from (chain.points for chain in hand.result.chains)
            yield from (move.before for move in hand.result.chain_moves if move.before)
            yield from (transfer.points for transfer in hand.result.transfers)

    def beginning(self) -> Step:
        start = (self.folded.rules.game.start,) * 4
        return Step(0, _("開局"), "", "", None, self._seats({"transfers": (), "moves": ()}, start, (), 0), ())

    def closed(self, hand: FoldedHand) -> Step:
        result, line = hand.result, hand_line(hand)
        view = self.history.hand(hand.number)
        assert view is not None
        laid = ((self.wording.name(seat), laid_by(line["events"], seat)) for seat in result.winners)
        called = self.wording.said(_("食糊牌"))
        before = self.folded.hands[hand.number - 2].result.chains if hand.number > 1 else ()
        return Step(
            number=hand.number,
            title=view.title,
            result=view.result,
            outcome=view.outcome,
            hand=view,
            seats=self._seats(line, result.scores, result.chains, result.dealer, result.winners),
            arrows=self._arrows(before, result.chains, result.chain_moves, result.transfers),
            laid=tuple((name, {**tiles, "name": called}) for name, tiles in laid if tiles is not None),
        )

    def in_progress(self) -> Iterable[Step]:
        """The current hand, if anything was recorded in it."""
        state, view = self.folded.state, self.history.hand(self.folded.state.hand_number)
        if view is None or view.closed or state.finished:
            return
        opened = state.open_hand
        book = _line_of(opened.transfers, opened.chain_moves)
        before = self.folded.hands[-1].result.chains if self.folded.hands else ()
        yield Step(
            number=view.number,
            title=view.title,
            result=view.result,
            outcome="",
            hand=view,
            seats=self._seats(book, state.scores, state.chains, state.dealer),
            arrows=self._arrows(before, state.chains, opened.chain_moves, opened.transfers),
        )

    def _seats(
        self,
        line: Line,
        scores: Sequence[Decimal],
        chains: Sequence[Chain],
        dealer: int,
        winners: Sequence[int] = (),
    ) -> tuple[StorySeat, ...]:
        state = self.folded.state
        winds = seat_words(self.folded.rules, dealer, (closing_event(line) or {}).get("opening"))
        last = state.finished and line.get("number") == len(self.folded.hands) and state.places
        return tuple(
            StorySeat(
                seat=seat,
                name=self.wording.name(seat),
                number=self.wording.number(seat),
                wind=winds[seat],
                dealer=seat == dealer,
                won=seat in winners,
                amounts=seat_amounts(line, seat, self.wording),
                total=scores[seat],
                pending_in=sum((chain.points for chain in chains if chain.winner == seat), Decimal(0)),
                pending_out=sum((chain.points for chain in chains if chain.payer == seat), Decimal(0)),
                place=state.places[seat] if last and state.places else None,
            )
            for seat in range(4)
        )

    def _arrows(
        self,
        before: Sequence[Chain],
        after: Sequence[Chain],
        moves: Sequence[ChainMove],
        transfers: Sequence[Transfer],
    ) -> tuple[Arrow, ...]:
        stood = {(chain.winner, chain.payer): chain.points for chain in before}
        broken = [self._broken(move) for move in moves if not move.pulls and move.before]
        opened = [self._open(chain, stood) for chain in after]
        return (*broken, *opened, *self._paid(transfers))

    def _broken(self, move: ChainMove) -> Arrow:
        """A 拉 that is gone: paid whole or half."""
        half, points = move.kind == "halve", plain(move.paid)
        label = pgettext("arrow", "半 %(points)s") if half else pgettext("arrow", "收 %(points)s")
        kind = "halved" if half else "broken"
        return Arrow(
            move.payer,
            move.winner,
            kind,
            label % {"points": points},
            "",
            self._weight(move.before),
            self.wording.move(move._asdict()),
        )

    def _open(self, chain: Chain, stood: Mapping[tuple[int, int], Decimal]) -> Arrow:
        """A 拉 that is open after the hand, unchanged or larger."""
        was = stood.get((chain.winner, chain.payer))
        words, more = self.wording.chain(chain._asdict()), ""
        kind = "new" if was is None else "kept" if was == chain.points else "grown"
        if was is not None and kind == "grown":
            more = f"+{plain(chain.points - was)}"
            move = {"kind": "grow", "before": was, "after": chain.points, "paid": 0}
            words = self.wording.move({**chain._asdict(), **move})
        return Arrow(chain.payer, chain.winner, kind, plain(chain.points), more, self._weight(chain.points), words)

    def _paid(self, transfers: Sequence[Transfer]) -> list[Arrow]:
        """What a win brought at once, one arrow for each payer."""
        sums: dict[tuple[int, int], Decimal] = {}
        for one in transfers:
            if one.reason in _PAID and one.source is not None and one.target is not None:
                pair = (one.source, one.target)
                sums[pair] = sums.get(pair, Decimal(0)) + one.points
        found = []
        for (source, target), points in sums.items():
            words = self.wording.transfer({"from": source, "to": target, "points": points, "reason": "win"})
            found.append(Arrow(source, target, "paid", plain(points), "", self._weight(points), words))
        return found

    def _weight(self, points: Decimal) -> float:
        return float(points) / self.largest


def _line_of(transfers: Iterable[Transfer], moves: Iterable[ChainMove]) -> Line:
    """Transfers and moves of a hand in progress in the form that `seat_amounts` reads."""
    return {
        "transfers": [
            {"from": one.source, "to": one.target, "points": one.points, "reason": one.reason} for one in transfers
        ],
        "moves": [one._asdict() for one in moves],
    }


def laid_by(events: Sequence[Mapping[str, Any]], winner: int) -> Mapping[str, Any] | None:
    """The tiles that a winner laid out, in the form used to draw a hand."""
    for entry in reversed(events):
        event, claim = entry["event"], entry["claim"] or {}
        if event["type"] != "win":
            continue
        given = [(event.get("winner"), event), *((one["seat"], one) for one in event.get("winners", ()))]
        claimed = [(event.get("winner"), claim), *((one["seat"], one) for one in claim.get("winners", ()))]
        laid = next((one["hand"] for seat, one in (*given, *claimed) if seat == winner and one.get("hand")), None)
        return drawn(laid) if laid else None
    return None
