"""鋪的紀錄: every hand of a game for reading, with earlier versions; and 逐鋪重溫, the game hand by hand. Replayed from
the acts; already in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Chain, ChainMove, RulingResult, Transfer
from tournaments.models import Act, Game, Player
from tournaments.phrases.amounts import SHOWN_AS_MOVE, SeatAmounts, outcome, seat_amounts
from tournaments.phrases.kinds import event_words, time_words
from tournaments.phrases.names import told_apart
from tournaments.phrases.reasons import change_said
from tournaments.phrases.rulings import effects
from tournaments.phrases.wording import (
    METHODS,
    STATES,
    WINDS,
    Line,
    PaidFans,
    Wording,
    closing_event,
    hand_title,
    paid_fans,
    plain,
    seat_words,
)
from tournaments.tables.game_log.changes import hand_line
from tournaments.tables.game_log.claims import BEFORE_BELL
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.redaction import Viewer, is_hidden, says_nothing
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import Item, Pause, Replaced, paused_between
from tournaments.tables.recording.count_view import RecordedCount, counts_of_game, drawn
from tournaments.tables.recording.liable_spans import ruled_span
from tournaments.tables.recording.preview import PaymentLine, payment_lines
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.selectors.visible import folded_before, shown_book


@dataclass(frozen=True)
class Said:
    by: str
    at: datetime
    method: str = ""


@dataclass(frozen=True)
class EntryLine:
    kind: str
    sentence: str
    said: Said
    effects: tuple[str, ...] = ()
    note: str = ""
    counts: tuple[RecordedCount, ...] = ()


@dataclass(frozen=True)
class OldVersion:
    """更正前: what a change removed and added. Kept for ever."""

    sentences: tuple[str, ...]
    added: tuple[str, ...]
    said: Said
    reason: str
    undone: bool


@dataclass(frozen=True)
class SeatLine:
    name: str
    number: int | None
    amounts: SeatAmounts
    total: Decimal
    confirmed: Said | None

    @property
    def change(self) -> Decimal:
        return self.amounts.settled


@dataclass(frozen=True)
class Objection:
    """異議. `late`: after all four had confirmed."""

    name: str
    reason: str
    said: Said
    late: bool = False


@dataclass(frozen=True)
class HandView:
    """An open hand has entries only. `outcome`: what the winner got."""

    number: int
    title: str
    dealer: str
    result: str
    kind: str
    state: str
    state_label: str
    entries: tuple[EntryLine, ...]
    payments: tuple[PaymentLine, ...]
    transfers: tuple[str, ...]
    moves: tuple[str, ...]
    chains: tuple[str, ...]
    cards: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    objection: Objection | None
    upheld: Said | None
    upheld_reason: str
    old: tuple[OldVersion, ...]
    time: str = ""
    outcome: str = ""

    @property
    def closed(self) -> bool:
        return self.kind != "open"

    @property
    def moves_points(self) -> bool:
        """Whether any points changed; a first win under rules with 拉 may change only the 拉."""
        return any(seat.change for seat in self.seats)

    @property
    def asides(self) -> list[EntryLine]:
        """Rewards, rulings and the like: everything except the result."""
        return [entry for entry in self.entries if entry.kind not in ("win", "draw")]

    @property
    def counted(self) -> list[RecordedCount]:
        return [count for entry in self.entries for count in entry.counts]


@dataclass(frozen=True)
class History:
    """The hands of a game, the latest first, with the log they were replayed from."""

    book: GameLog
    wording: Wording
    hands: tuple[HandView, ...]

    def hand(self, number: int) -> HandView | None:
        return next((hand for hand in self.hands if hand.number == number), None)


def history(game: Game, viewer: Viewer) -> History:
    """Every hand of a game as the viewer may read it; `game` with its event and round."""
    book = shown_book(game, viewer)
    wording = wording_of(book)
    reader = _Reader(book, wording, _said_by(game))
    hands = [reader.hand(hand) for hand in book.folded.hands]
    number = book.folded.state.hand_number
    if book.folded.open_items or reader.paused(number) or reader.old.get(number):
        hands.append(reader.open_hand())
    return History(book, wording, tuple(reversed(hands)))


def _said_by(game: Game) -> dict[int, Said]:
    rows = Act.objects.filter(game=game).values_list(
        "number", "created_at", "user__display_name", "user__username", "player__name", "kind", "payload"
    )
    return {
        number: Said(player or shown or login or "", at, str(METHODS.get(_method(kind, payload), "")))
        for number, at, shown, login, player, kind, payload in rows
    }


def _method(kind: str, payload: Mapping[str, Any]) -> str:
    return payload.get("method", "") if kind == "confirm" else ""


class _Reader:
    def __init__(self, book: GameLog, wording: Wording, said: Mapping[int, Said]) -> None:
        self.folded = book.folded
        self.book = book
        self.wording = wording
        self.said = said
        self.counts = counts_of_game(book, wording.names)
        self.old = self._old_versions()

    def hand(self, hand: FoldedHand) -> HandView:
        line = hand_line(hand)
        number = hand.number
        return HandView(
            number=number,
            title=self.wording.title(line),
            dealer=self.wording.name(hand.result.dealer),
            result=self.wording.result(line),
            kind=hand.result.result,
            state=hand.state,
            state_label=str(STATES[hand.state]),
            entries=tuple(self._entries(number, hand.items, paid_fans(line, self.wording.rules), self._effects(hand))),
            payments=payment_lines(line, self.wording),
            transfers=tuple(self.wording.transfer(one) for one in _told_nowhere_else(line)),
            moves=tuple(self.wording.move(move) for move in line["moves"] if move["kind"] != "keep"),
            chains=tuple(self.wording.chain(chain) for chain in line["chains"]),
            cards=tuple(card_lines(number, hand.result.rulings, hand.items, self.wording)),
            seats=self._seats(hand, line),
            objection=self._objection(hand),
            upheld=self._upheld(number)[0],
            upheld_reason=self._upheld(number)[1],
            old=tuple(self.old.get(number, ())),
            time=self._time(hand),
            outcome=outcome(line, self.wording),
        )

    def _time(self, hand: FoldedHand) -> str:
        """Start, end and length without pauses, by first entry. The first hand begins with the round or its clock, any
        other with the end of the one before."""
        before = self.folded.hand(hand.number - 1)
        begun = self._ended(before) if before else self._began
        ended = self._ended(hand)
        if begun is None or ended < begun:
            return ""
        pauses = [one.times for one in self.folded.timeline.pauses]
        return time_words(begun, ended, ended - begun - paused_between(pauses, begun, ended))

    def _ended(self, hand: FoldedHand) -> datetime:
        """When the hand was first closed, regardless of later corrections."""
        return self.said[[item.born for item in hand.items if item.event.get("hand") != "previous"][-1]].at

    @property
    def _began(self) -> datetime | None:
        started = self.book.game.time.get("started")
        return datetime.fromisoformat(started) if started else self.book.game.round.opened_at

    def open_hand(self) -> HandView:
        state = self.folded.state
        opened = state.open_hand
        return HandView(
            number=state.hand_number,
            title=hand_title(state.name, state.dealer_streak, self.wording.rules),
            dealer=self.wording.name(state.dealer),
            result=str(STATES["open"]),
            kind="open",
            state="open",
            state_label=str(STATES["open"]),
            entries=tuple(
                self._entries(
                    state.hand_number,
                    self.folded.open_items,
                    {},
                    [effects(r, self.wording) for r in opened.rulings],
                )
            ),
            payments=(),
            transfers=tuple(self.wording.transfer(_as_line(transfer)) for transfer in opened.transfers),
            moves=(),
            chains=(),
            cards=tuple(card_lines(state.hand_number, opened.rulings, self.folded.open_items, self.wording)),
            seats=(),
            objection=None,
            upheld=None,
            upheld_reason="",
            old=tuple(self.old.get(state.hand_number, ())),
        )

    def _effects(self, hand: FoldedHand) -> list[list[str]]:
        return [effects(ruling, self.wording) for ruling in hand.result.rulings]

    def _entries(
        self, number: int, items: Sequence[Item], fans: Mapping[int, PaidFans], ruled: list[list[str]]
    ) -> list[EntryLine]:
        lines = []
        rulings = iter(ruled)
        pauses = self.paused(number)
        for item in items:
            kind = item.event["type"]
            followed = (*next(rulings, ()), *ruled_span(item, self.wording)) if kind == "ruling" else ()
            while pauses and pauses[0].act < item.born:
                lines.append(self._pause(pauses.pop(0)))
            if is_hidden(item):
                continue
            lines.append(
                EntryLine(
                    kind=kind,
                    sentence=event_words(self.wording.at(number, item.born), item.event, fans),
                    said=self.said[item.ref[0]],
                    effects=followed,
                    note=(item.claim or {}).get("note", ""),
                    counts=self.counts.get(item.ref, ()),
                )
            )
            if (item.claim or {}).get(BEFORE_BELL):
                sentence = _("鐘響前已打完，響鐘之後才輸入")
                lines.append(EntryLine(kind=BEFORE_BELL, sentence=sentence, said=self.said[item.ref[0]]))
        return [*lines, *map(self._pause, pauses)]

    def paused(self, number: int) -> list[Pause]:
        return [one for one in self.folded.timeline.pauses if one.hand == number]

    def _pause(self, pause: Pause) -> EntryLine:
        return EntryLine(kind="pause", sentence=event_words(self.wording, pause.event), said=self.said[pause.act])

    def _seats(self, hand: FoldedHand, line: Line) -> tuple[SeatLine, ...]:
        return tuple(
            SeatLine(
                name=self.wording.name(seat),
                number=self.wording.number(seat),
                amounts=seat_amounts(line, seat, self.wording),
                total=hand.result.scores[seat],
                confirmed=self.said.get(hand.confirmations[seat] or 0),
            )
            for seat in range(4)
        )

    def _objection(self, hand: FoldedHand) -> Objection | None:
        found = hand.objection or hand.late_objection
        if found is None:
            return None
        seat, act, reason = found
        return Objection(self.wording.name(seat), reason, self.said[act], late=hand.objection is None)

    def _upheld(self, number: int) -> tuple[Said | None, str]:
        decided = self.folded.timeline.upheld.get(number)
        return (self.said[decided[0]], decided[1]) if decided else (None, "")

    def _old_versions(self) -> dict[int, list[OldVersion]]:
        old: dict[int, list[OldVersion]] = {}
        for replaced in self.folded.timeline.replaced:
            for number in self.book.entries[replaced.act - 1].payload["hands"]:
                version = self._old_version(replaced, number)
                if version is not None:
                    old.setdefault(number, []).append(version)
        return old

    def _old_version(self, replaced: Replaced, number: int) -> OldVersion | None:
        """None where only a ruling changed that this reader may not see."""
        entries = self.book.entries[replaced.act - 1].payload["entries"]
        old = [item.event for item in replaced.old if not is_hidden(item)]
        new = [entry["event"] for entry in entries if not says_nothing(entry["event"], entry["claim"])]
        if old == new and (len(old) < len(replaced.old) or len(new) < len(entries)):
            return None
        fans = self._fans_before(replaced.act, number)
        was = self.wording.at(number, min((item.born for item in replaced.old), default=None))
        return OldVersion(
            sentences=tuple(event_words(was, event, fans) for event in _without(old, new)),
            added=tuple(event_words(was, event) for event in _without(new, old)),
            said=self.said[replaced.act],
            reason=change_said(replaced.reason, closed=replaced.closed),
            undone=not replaced.new,
        )

    def _fans_before(self, act: int, number: int) -> dict[int, PaidFans]:
        hand = folded_before(self.book, act).hand(number)
        return paid_fans(hand_line(hand), self.wording.rules) if hand else {}


def card_lines(number: int, rulings: Iterable[RulingResult], items: Iterable[Item], wording: Wording) -> Iterator[str]:
    """Cards shown in a hand, each with the occupant of the seat at that moment."""
    ruled = (item for item in items if item.event["type"] == "ruling")
    for result, item in zip(rulings, ruled, strict=True):
        for card in result.cards:
            yield wording.at(number, item.born).card({"seat": card.seat, "card": card.card})


def _without(events: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The events without the others, as a multiset."""
    left = list(others)
    found = []
    for event in events:
        if event in left:
            left.remove(event)
        else:
            found.append(event)
    return found


def _told_nowhere_else(line: Line) -> Iterator[Line]:
    """Transfers of a hand that no payment and no move of a 拉 mentions."""
    paid = {(one["payer"], one["winner"], Decimal(one["points"])) for one in line["payments"]}
    for one in line["transfers"]:
        if one["reason"] != SHOWN_AS_MOVE and (one["from"], one["to"], Decimal(one["points"])) not in paid:
            yield one


def _as_line(transfer: Any) -> dict[str, Any]:
    return {
        "from": transfer.source,
        "to": transfer.target,
        "points": transfer.points,
        "reason": transfer.reason,
    }


def undo_sentence(book: GameLog, wording: Wording) -> str:
    """What an undo would remove, in words; "" if there is nothing."""
    folded, items = book.folded, book.folded.timeline.items
    pause = folded.timeline.last_pause
    if pause is not None:
        ended = pause.ended_by not in (0, pause.act)
        said = event_words(wording, {"type": "resume"} if ended else pause.event)
        return _("第 %(number)s 鋪：%(event)s") % {"number": pause.hand, "event": said}
    if not items:
        return ""
    hand = folded.hands[-1] if folded.hands and not folded.open_items else None
    fans = paid_fans(hand_line(hand), wording.rules) if hand else {}
    number = hand.number if hand else folded.state.hand_number
    last = event_words(wording.at(number, items[-1].born), items[-1].event, fans)
    return _("第 %(number)s 鋪：%(event)s") % {"number": number, "event": last}


@dataclass(frozen=True)
class ReseatedLine:
    """更正過的座位: who sat where by mistake, who corrected it and why."""

    sentences: tuple[str, ...]
    by: str
    at: datetime
    reason: str


def reseated(game: Game, told: History) -> list[ReseatedLine]:
    found = told.book.folded.timeline.reseated
    numbers = {number for one in found for pair in one.seats.values() for number in pair}
    if not numbers:
        return []
    people = list(Player.objects.filter(event=game.event_id, number__in=numbers).values_list("number", "name"))
    names = dict(zip((number for number, _name in people), told_apart(people), strict=True))
    rows = Act.objects.filter(game=game, number__in=[one.act for one in found]).select_related("user")
    acts = {act.number: act for act in rows}
    return [
        ReseatedLine(
            tuple(_reseated_sentence(int(seat), pair[0], pair[1], names) for seat, pair in sorted(one.seats.items())),
            str(acts[one.act].user),
            acts[one.act].created_at,
            one.reason,
        )
        for one in found
    ]


def _reseated_sentence(seat: int, before: int, after: int, names: Mapping[int, str]) -> str:
    wind = list(WINDS.values())[seat]
    words = {"wind": wind, "before": names.get(before, str(before)), "after": names.get(after, str(after))}
    return _("起首%(wind)s位：%(before)s → %(after)s") % words


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
