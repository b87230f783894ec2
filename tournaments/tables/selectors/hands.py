"""鋪的紀錄: every hand of a game for reading, with earlier versions; and 逐鋪重溫, the game hand by hand. Replayed from
the acts, and already in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Chain, ChainMove, GameState, RulingResult, Transfer
from tournaments.models import Act, Game, HandRecord, Player
from tournaments.phrases.amounts import SHOWN_AS_MOVE, SeatAmounts, outcome, seat_amounts
from tournaments.phrases.kinds import event_words, time_words
from tournaments.phrases.names import told_apart
from tournaments.phrases.reasons import change_text
from tournaments.phrases.rulings import effects
from tournaments.phrases.wording import (
    METHODS,
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
from tournaments.tables.board import Arrow
from tournaments.tables.game_log.claims import BEFORE_BELL
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.redaction import Viewer, is_hidden, says_nothing
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import Item, Pause, Replaced, paused_between
from tournaments.tables.recording.count_view import RecordedCount, counts_of_game, drawn
from tournaments.tables.recording.liable_spans import ruled_span
from tournaments.tables.recording.preview import payment_lines
from tournaments.tables.recording.win import winners_of
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
class SeatLine:
    name: str
    number: int
    amounts: SeatAmounts
    total: Decimal
    confirmed: Said | None

    @property
    def change(self) -> Decimal:
        return self.amounts.settled


@dataclass(frozen=True)
class HandView:
    """A hand for reading. An open hand has only entries, and so have events after the last hand ("after"). `transfers`:
    those without a payment or a move of a 拉 · `outcome`: the winner's gain."""

    number: int
    title: str
    dealer: str
    result: str
    kind: str
    state: str
    state_label: str
    entries: tuple[EntryLine, ...]
    transfers: tuple[str, ...]
    cards: tuple[str, ...]
    old: Sequence[Mapping[str, Any]]
    payments: Sequence[Mapping[str, Any]] = ()
    moves: tuple[str, ...] = ()
    chains: tuple[str, ...] = ()
    seats: tuple[SeatLine, ...] = ()
    objection: Mapping[str, Any] | None = None
    upheld: Said | None = None
    upheld_reason: str = ""
    time: str = ""
    outcome: str = ""

    @property
    def closed(self) -> bool:
        return self.kind not in ("open", "after")

    @property
    def moves_points(self) -> bool:
        """Whether any points changed; a first win under rules with 拉 may change only the 拉."""
        return any(seat.change for seat in self.seats)

    @property
    def asides(self) -> list[EntryLine]:
        """Return rewards, rulings and the like: all entries except the result."""
        return [entry for entry in self.entries if entry.kind not in ("win", "draw")]

    @property
    def counted(self) -> list[RecordedCount]:
        return [count for entry in self.entries for count in entry.counts]


@dataclass(frozen=True)
class History:
    """The hands of a game, latest first, with the log they were replayed from."""

    book: GameLog
    wording: Wording
    hands: tuple[HandView, ...]

    def hand(self, number: int) -> HandView | None:
        return next((hand for hand in self.hands if hand.number == number), None)


def history(game: Game, viewer: Viewer) -> History:
    """Return every hand of a game as the viewer may read it; `game` with its event and round."""
    book = shown_book(read_book(game), viewer)
    wording = wording_of(book)
    rows = Act.objects.filter(game=game).values_list(
        "number", "created_at", "user__display_name", "user__username", "player__name", "kind", "payload"
    )
    said = {}
    for number, at, shown, login, player, kind, payload in rows:
        method = METHODS.get(payload.get("method", ""), "") if kind == "confirm" else ""
        said[number] = Said(player or shown or login or "", at, str(method))
    reader = _Reader(book, wording, said)
    hands = [reader.hand(hand) for hand in book.folded.hands]
    number = book.folded.state.hand_number
    if book.folded.open_items or reader.paused(number) or reader.old.get(number):
        hands.append(reader.open_hand())
    return History(book, wording, tuple(reversed(hands)))


class _Reader:
    def __init__(self, book: GameLog, wording: Wording, said: Mapping[int, Said]) -> None:
        self.folded = book.folded
        self.book = book
        self.wording = wording
        self.said = said
        self.counts = counts_of_game(book, wording.names)
        self.old: dict[int, list[dict[str, Any]]] = {}
        for replaced in self.folded.timeline.replaced:
            for number in book.entries[replaced.act - 1].payload["hands"]:
                version = self._old_version(replaced, number)
                if version is not None:
                    self.old.setdefault(number, []).append(version)

    def hand(self, hand: FoldedHand) -> HandView:
        line, wording, number = hand_line(hand), self.wording, hand.number
        paid = {(one["payer"], one["winner"], Decimal(one["points"])) for one in line["payments"]}
        objection = hand.objection or hand.late_objection
        upheld = self.folded.timeline.upheld.get(number)
        return HandView(
            number=number,
            title=wording.title(line),
            dealer=wording.name(hand.result.dealer),
            result=wording.result(line),
            kind=hand.result.result,
            state=hand.state,
            state_label=str(HandRecord.State(hand.state).label),
            entries=self._entries(number, hand.items, paid_fans(line, wording.rules), hand.result.rulings),
            payments=payment_lines(line, wording),
            transfers=tuple(
                wording.transfer(one)
                for one in line["transfers"]
                if one["reason"] != SHOWN_AS_MOVE and (one["from"], one["to"], Decimal(one["points"])) not in paid
            ),
            moves=tuple(wording.move(move) for move in line["moves"] if move["kind"] != "keep"),
            chains=tuple(wording.chain(chain) for chain in line["chains"]),
            cards=tuple(card_lines(number, hand.result.rulings, hand.items, wording)),
            seats=tuple(
                SeatLine(
                    name=wording.name(seat),
                    number=wording.numbers[seat],
                    amounts=seat_amounts(line, seat, wording),
                    total=hand.result.scores[seat],
                    confirmed=self.said.get(hand.confirmations[seat] or 0),
                )
                for seat in range(4)
            ),
            objection=objection
            and {
                "name": wording.name(objection[0]),
                "reason": objection[2],
                "said": self.said[objection[1]],
                "late": hand.objection is None,  # after all four had confirmed
            },
            upheld=self.said[upheld[0]] if upheld else None,
            upheld_reason=upheld[1] if upheld else "",
            old=tuple(self.old.get(number, ())),
            time=self._time(hand),
            outcome=outcome(line, wording),
        )

    def open_hand(self) -> HandView:
        state, items = self.folded.state, self.folded.open_items
        opened, number, over = state.open_hand, state.hand_number, state.finished
        label = self.wording.said(_("半莊完")) if over else str(HandRecord.State.OPEN.label)
        return HandView(
            number=number,
            title=label if over else hand_title(state.name, state.dealer_streak, self.wording.rules),
            dealer=self.wording.name(state.dealer),
            result="" if over else label,
            kind="after" if over else "open",
            state="open",
            state_label=label,
            entries=self._entries(number, items, {}, opened.rulings),
            transfers=tuple(map(self.wording.transfer, _open_line(state)["transfers"])),
            cards=tuple(card_lines(number, opened.rulings, items, self.wording)),
            old=tuple(self.old.get(number, ())),
        )

    def _time(self, hand: FoldedHand) -> str:
        """Format start, end and length without pauses, by first entry. The first hand begins with the round or its
        clock, any other with the end of the one before."""
        before, started = self.folded.hand(hand.number - 1), self.book.game.time.get("started")
        begun = datetime.fromisoformat(started) if started else self.book.game.round.opened_at
        if before:
            begun = self._ended(before)
        ended = self._ended(hand)
        if begun is None or ended < begun:
            return ""
        pauses = [one.times for one in self.folded.timeline.pauses]
        return time_words(begun, ended, ended - begun - paused_between(pauses, begun, ended))

    def _ended(self, hand: FoldedHand) -> datetime:
        """Return when the hand was first closed, regardless of later corrections."""
        return self.said[[item.born for item in hand.items if item.event.get("hand") != "previous"][-1]].at

    def _entries(
        self, number: int, items: Sequence[Item], fans: Mapping[int, PaidFans], ruled: Iterable[RulingResult]
    ) -> tuple[EntryLine, ...]:
        lines = []
        rulings, pauses = iter(ruled), self.paused(number)
        for item in items:
            kind, claim, said = item.event["type"], item.claim or {}, self.said[item.ref[0]]
            followed: tuple[str, ...] = ()
            if kind == "ruling":
                # A ruling after the game (半莊後) has no result in the hand.
                result = next(rulings, None)
                followed = (*(effects(result, self.wording) if result else ()), *ruled_span(item, self.wording))
            while pauses and pauses[0].act < item.born:
                lines.append(self._pause(pauses.pop(0)))
            if is_hidden(item):
                continue
            lines.append(
                EntryLine(
                    kind=kind,
                    sentence=event_words(self.wording.at(number, item.born), item.event, fans),
                    said=said,
                    effects=followed,
                    note=claim.get("note", ""),
                    counts=self.counts.get(item.ref, ()),
                )
            )
            if claim.get(BEFORE_BELL):
                lines.append(EntryLine(BEFORE_BELL, _("鐘響前已打完，響鐘之後才輸入"), said))
        return (*lines, *map(self._pause, pauses))

    def paused(self, number: int) -> list[Pause]:
        return [one for one in self.folded.timeline.pauses if one.hand == number]

    def _pause(self, pause: Pause) -> EntryLine:
        return EntryLine(kind="pause", sentence=event_words(self.wording, pause.event), said=self.said[pause.act])

    def _old_version(self, replaced: Replaced, number: int) -> dict[str, Any] | None:
        """更正前: return what a change removed and added, kept for ever; None if it only changed a ruling that this
        reader may not see."""
        entries = self.book.entries[replaced.act - 1].payload["entries"]
        old = [item.event for item in replaced.old if not is_hidden(item)]
        new = [entry["event"] for entry in entries if not says_nothing(entry["event"], entry["claim"])]
        if old == new and (len(old) < len(replaced.old) or len(new) < len(entries)):
            return None
        fans = fans_before(self.book, replaced.act, number)
        was = self.wording.at(number, min((item.born for item in replaced.old), default=None))
        return {
            "sentences": [event_words(was, event, fans) for event in _without(old, new)],
            "added": [event_words(was, event) for event in _without(new, old)],
            "said": self.said[replaced.act],
            "reason": change_text(replaced.reason, closed=replaced.closed),
            "undone": not replaced.new,
        }


def fans_before(book: GameLog, act: int, number: int) -> dict[int, PaidFans]:
    """Return each winner's pay for a hand as it was before an act."""
    hand = folded_before(book, act).hand(number)
    return paid_fans(hand_line(hand), book.rules) if hand else {}


def card_lines(number: int, rulings: Iterable[RulingResult], items: Iterable[Item], wording: Wording) -> Iterator[str]:
    """Yield the cards given in a hand, each with the person in the seat at that moment."""
    ruled = (item for item in items if item.event["type"] == "ruling")
    for result, item in zip(rulings, ruled, strict=True):
        for card in result.cards:
            yield wording.at(number, item.born).card({"seat": card.seat, "card": card.card})


def _without(events: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events without the others, as a multiset."""
    found = list(events)
    for event in others:
        if event in found:
            found.remove(event)
    return found


def undo_sentence(book: GameLog, wording: Wording) -> str:
    """Describe what an undo would remove; "" if there is nothing to undo."""
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


def reseated(history: History) -> list[dict[str, Any]]:
    """更正過的座位: return the players seated by mistake, the author of the correction and its reason."""
    game, found = history.book.game, history.book.folded.timeline.reseated
    numbers = {number for one in found for pair in one.seats.values() for number in pair}
    if not numbers:
        return []
    people = list(Player.objects.filter(event=game.event_id, number__in=numbers).values_list("number", "name"))
    names = dict(zip((number for number, _name in people), told_apart(people), strict=True))
    rows = Act.objects.filter(game=game, number__in=[one.act for one in found]).select_related("user")
    acts, winds = {act.number: act for act in rows}, list(WINDS.values())
    lines = []
    for one in found:
        sentences = []
        for seat, (before, after) in sorted(one.seats.items()):
            words = {"before": names.get(before, str(before)), "after": names.get(after, str(after))}
            sentences.append(_("起首%(wind)s位：%(before)s → %(after)s") % (words | {"wind": winds[int(seat)]}))
        act = acts[one.act]
        lines.append({"sentences": sentences, "by": str(act.user), "at": act.created_at, "reason": one.reason})
    return lines


# 逐鋪重溫: the four after each hand, open 拉, and the changes by the hand.


@dataclass(frozen=True)
class Step:
    """開局 (0), the state after a hand, or the hand in progress. `laid`: (name, tiles) of each winner, if known."""

    number: int
    title: str
    seats: Sequence[Mapping[str, Any]]
    result: str = ""
    outcome: str = ""
    hand: HandView | None = None
    arrows: tuple[Arrow, ...] = ()
    laid: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def story(history: History) -> list[Step]:
    return _Teller(history).steps()


class _Teller:
    def __init__(self, history: History) -> None:
        self.history = history
        self.folded: FoldedGame = history.book.folded
        self.wording: Wording = history.wording
        amounts = [Decimal(0)]
        for hand in self.folded.hands:
            amounts += [chain.points for chain in hand.result.chains]
            amounts += [move.before for move in hand.result.chain_moves]
            amounts += [transfer.points for transfer in hand.result.transfers]
        self.largest = float(max(amounts)) or 1.0

    def steps(self) -> list[Step]:
        folded, state, wording = self.folded, self.folded.state, self.wording
        begun, views = (folded.rules.game.start,) * 4, {view.number: view for view in self.history.hands}
        steps = [Step(0, _("開局"), self._seats({"transfers": (), "moves": ()}, begun, (), 0, 0))]
        before: Sequence[Chain] = ()
        for hand in folded.hands:
            view, result, line = views[hand.number], hand.result, hand_line(hand)
            laid = ((wording.name(seat), laid_by(line["events"], seat)) for seat in result.winners)
            called = wording.said(_("食糊牌"))
            steps.append(
                Step(
                    number=hand.number,
                    title=view.title,
                    result=view.result,
                    outcome=view.outcome,
                    hand=view,
                    seats=self._seats(line, result.scores, result.chains, result.deal, result.dealer, result.winners),
                    arrows=self._arrows(before, result.chains, result.chain_moves, result.transfers),
                    laid=tuple((name, {**tiles, "name": called}) for name, tiles in laid if tiles is not None),
                )
            )
            before = result.chains
        current = views.get(state.hand_number)  # if it has entries
        if current is not None and not current.closed and not state.finished:
            opened = state.open_hand
            steps.append(
                Step(
                    number=current.number,
                    title=current.title,
                    result=current.result,
                    hand=current,
                    seats=self._seats(_open_line(state), state.scores, state.chains, state.deal, state.dealer),
                    arrows=self._arrows(before, state.chains, opened.chain_moves, opened.transfers),
                )
            )
        return steps

    def _seats(
        self,
        line: Line,
        scores: Sequence[Decimal],
        chains: Sequence[Chain],
        deal: int,
        dealer: int,
        winners: Sequence[int] = (),
    ) -> list[dict[str, Any]]:
        """Return each 一家 after a hand. `amounts`: gains and payments · `place`: once the game is over."""
        state = self.folded.state
        winds = seat_words(self.folded.rules, deal, dealer, (closing_event(line) or {}).get("opening"))
        chairs = self.folded.rules.game.chairs(deal, dealer)
        last = state.finished and line.get("number") == len(self.folded.hands) and state.places
        return [
            {
                "chair": chairs[seat],
                "name": self.wording.name(seat),
                "number": self.wording.numbers[seat],
                "wind": winds[seat],
                "dealer": seat == dealer,
                "won": seat in winners,
                "amounts": seat_amounts(line, seat, self.wording),
                "total": scores[seat],
                "pending_in": sum((chain.points for chain in chains if chain.winner == seat), Decimal(0)),
                "pending_out": sum((chain.points for chain in chains if chain.payer == seat), Decimal(0)),
                "place": state.places[seat] if last and state.places else None,
            }
            for seat in range(4)
        ]

    def _arrows(
        self,
        before: Sequence[Chain],
        after: Sequence[Chain],
        moves: Sequence[ChainMove],
        transfers: Sequence[Transfer],
    ) -> tuple[Arrow, ...]:
        """Return 拉 that have ended (paid whole or half), then open ones, then payments made at once for a win."""
        arrows = []
        for move in moves:
            if not move.pulls and move.before:
                half = move.kind == "halve"
                label = pgettext("arrow", "半 %(points)s") if half else pgettext("arrow", "收 %(points)s")
                label, kind = label % {"points": plain(move.paid)}, "halved" if half else "broken"
                words = self.wording.move(move._asdict())
                arrows.append(self._arrow(move.payer, move.winner, move.before, words, kind, label))
        stood = {(chain.winner, chain.payer): chain.points for chain in before}
        for chain in after:
            was = stood.get((chain.winner, chain.payer))
            words, more = self.wording.chain(chain._asdict()), ""
            kind = "new" if was is None else "kept" if was == chain.points else "grown"
            if was is not None and kind == "grown":
                more = f"+{plain(chain.points - was)}"
                grown = {"kind": "grow", "before": was, "after": chain.points, "paid": 0}
                words = self.wording.move({**chain._asdict(), **grown})
            arrows.append(self._arrow(chain.payer, chain.winner, chain.points, words, kind, more=more))
        sums: dict[tuple[int, int], Decimal] = {}
        for one in transfers:
            if one.reason in ("win", "liability") and one.source is not None and one.target is not None:
                pair = (one.source, one.target)
                sums[pair] = sums.get(pair, Decimal(0)) + one.points
        for (source, target), points in sums.items():
            words = self.wording.transfer({"from": source, "to": target, "points": points, "reason": "win"})
            arrows.append(self._arrow(source, target, points, words, "paid"))
        return tuple(arrows)

    def _arrow(
        self, source: int, target: int, points: Decimal, words: str, kind: str, label: str = "", more: str = ""
    ) -> Arrow:
        return Arrow(source, target, label or plain(points), kind, more, float(points) / self.largest, words)


def _open_line(state: GameState) -> Line:
    """Return transfers and moves of the hand in progress in the form of `hand_line`."""
    opened = state.open_hand
    return {
        "transfers": [
            {"from": one.source, "to": one.target, "points": one.points, "reason": one.reason}
            for one in opened.transfers
        ],
        "moves": [one._asdict() for one in opened.chain_moves],
    }


def laid_by(events: Sequence[Mapping[str, Any]], winner: int) -> Mapping[str, Any] | None:
    """Return the tiles that a winner laid out, in the form used to draw a hand."""
    for entry in reversed(events):
        if entry["event"]["type"] == "win":
            for given, claim in winners_of(entry["event"], entry["claim"]):
                laid = given.get("hand") or claim.get("hand")
                if laid and given["seat"] == winner:
                    return drawn(laid)
            return None
    return None
