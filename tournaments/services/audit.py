"""核數: fold every game again from its acts and compare what is stored with it. Reads only.

The acts are the book; hands, transfers, seats and the columns of a game are a cache of their fold. Every act carries
a digest over itself and the act before it, every signed card one over its text. What differs is named, nothing is put
right: a difference is either a mistake of the program or a hand in the database, and somebody has to look at it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.points import text
from tournaments.folding import FoldedGame, fold_acts, take_overs
from tournaments.models import Act, Adjustment, Game, GameSeat, HandRecord, Scorecard, Transfer
from tournaments.services.cards import card_content, code_of, digest_of
from tournaments.services.sharing import shares
from tournaments.services.writing import (
    CHANGES_HANDS,
    act_digest,
    game_state,
    game_values,
    hand_rows,
    rules_of,
    seat_values,
    transfer_rows,
)
from tournaments.timeline import BrokenTimeline, Entry

# Games read at a time: enough to make few statements, few enough to keep the memory of one web machine.
CHUNK = 100
_HAND_COLUMNS = ("name", "dealer", "dealer_streak", "result", "state", "book")
_CARD_PARTS = ("format", "rules", "round", "table", "standing", "hands", "final")


@dataclass(frozen=True)
class Difference:
    """One thing that is stored otherwise than the acts say."""

    event: str
    round: int
    table: int
    game: int
    what: str
    stored: object
    folded: object

    def __str__(self) -> str:
        return _(
            "%(event)s 第 %(round)s 個半莊 第 %(table)s 檯（%(game)s）：%(what)s：現存 %(stored)s，應為 %(folded)s"
        ) % {
            "event": self.event,
            "round": self.round,
            "table": self.table,
            "game": self.game,
            "what": self.what,
            "stored": _short(self.stored),
            "folded": _short(self.folded),
        }


def _short(value: object) -> str:
    shown = repr(value) if not isinstance(value, str) else value
    return shown if len(shown) <= 120 else shown[:117] + "…"


Found = tuple[str, object, object]
"""(what, stored, folded)."""


def audit(slug: str = "") -> Iterator[Difference]:
    """Every difference of all games, or of those of one event."""
    ids = Game.objects.order_by("pk")
    if slug:
        ids = ids.filter(event__slug=slug)
    wanted = list(ids.values_list("pk", flat=True))
    for start in range(0, len(wanted), CHUNK):
        for game in _loaded(wanted[start : start + CHUNK]):
            for what, stored, folded in differences(game):
                yield Difference(game.event.slug, game.round.number, game.table.number, game.pk, what, stored, folded)


def _loaded(ids: Sequence[int]) -> QuerySet[Game]:
    return (
        Game.objects.filter(pk__in=ids)
        .select_related("event", "round", "table")
        .prefetch_related(
            Prefetch("acts", Act.objects.order_by("number")),
            Prefetch("hands", HandRecord.objects.order_by("number")),
            Prefetch("transfers", Transfer.objects.order_by("hand", "position")),
            Prefetch("seats", GameSeat.objects.select_related("player").order_by("seat")),
            Prefetch("adjustments", Adjustment.objects.order_by("pk")),
            Prefetch("scorecards", Scorecard.objects.order_by("version")),
        )
        .order_by("pk")
    )


def differences(game: Game) -> Iterator[Found]:
    """Everything that does not agree in one game (loaded with its acts, hands, transfers, seats and cards)."""
    acts = list(game.acts.all())
    yield from _chain(game, acts)
    yield from _seating(game)
    try:
        rules = rules_of(game.event)
        folded = fold_acts(rules, game.standing, [Entry(a.number, a.kind, a.payload, a.reason) for a in acts])
    except (ScoringError, BrokenTimeline, KeyError, TypeError) as error:
        yield _("紀錄重算不到"), "", str(error)
        return
    yield from _columns(game, acts, folded)
    yield from _hands(game, folded)
    yield from _transfers(game, folded)
    yield from _seats(game, folded)
    yield from _shared(game, folded)
    yield from _sum(game, folded)
    yield from _cards(game, acts, folded)


def _chain(game: Game, acts: Sequence[Act]) -> Iterator[Found]:
    """The acts are numbered 1, 2, 3 … and each digest follows from the one before."""
    before = ""
    for place, act in enumerate(acts, start=1):
        if act.number != place:
            yield _("紀錄的次序"), act.number, place
            return
        digest = act_digest(before, act.number, act.kind, act.payload, act.reason, act.client_key)
        if act.digest != digest:
            yield _("第 %(number)s 項紀錄的摘要") % {"number": act.number}, act.digest, digest
        before = act.digest
    if game.act_count != len(acts):
        yield _("紀錄的數目"), game.act_count, len(acts)


def _seating(game: Game) -> Iterator[Found]:
    """Four different players of this event in seats 0–3, in the round and at a table of this event."""
    seats = list(game.seats.all())
    if [seat.seat for seat in seats] != [0, 1, 2, 3] and game.round.state != "draft":
        yield _("座位"), [seat.seat for seat in seats], [0, 1, 2, 3]
    for seat in seats:
        if seat.round_id != game.round_id:
            yield _("座位 %(seat)s 的半莊") % {"seat": seat.seat}, seat.round_id, game.round_id
        if seat.player.event_id != game.event_id:
            yield _("座位 %(seat)s 的選手所屬賽事") % {"seat": seat.seat}, seat.player.event_id, game.event_id
    come = {one.seat: one.from_hand for one in take_overs(game.standing)}
    sat = {seat.seat: seat.substitute_from for seat in seats if seat.substitute_id is not None and seat.seat in come}
    if come != sat:
        yield _("替補"), sat, come
    if game.round.event_id != game.event_id or game.table.event_id != game.event_id:
        yield _("半莊所屬賽事"), [game.round.event_id, game.table.event_id], game.event_id


def _columns(game: Game, acts: Sequence[Act], folded: FoldedGame) -> Iterator[Found]:
    """The columns of the game itself."""
    expected = game_values(folded, len(folded.unconfirmed)) | {
        "state": game_state(folded),
        "book_version": sum(act.kind in CHANGES_HANDS for act in acts),
    }
    for name, value in expected.items():
        if getattr(game, name) != value:
            yield _("半莊的 %(column)s") % {"column": name}, getattr(game, name), value
    if acts and folded.timeline.items and game.event.rules_snapshot is None:
        yield _("賽事的規則"), None, _("第一鋪之後應已鎖定")


def _hands(game: Game, folded: FoldedGame) -> Iterator[Found]:
    stored = {row.number: row for row in game.hands.all()}
    expected = {row.number: row for row in hand_rows(game, folded, game.round.opened_at or game.event.created_at)}
    for number in sorted(stored.keys() | expected.keys()):
        old, new = stored.get(number), expected.get(number)
        what = _("第 %(number)s 鋪") % {"number": number}
        if old is None or new is None:
            yield what, old and old.name, new and new.name
        else:
            yield from _hand(what, old, new)


def _hand(what: str, old: HandRecord, new: HandRecord) -> Iterator[Found]:
    for name in _HAND_COLUMNS:
        stored, folded = getattr(old, name), getattr(new, name)
        if stored != folded and name == "book":
            parts = [key for key in sorted(stored.keys() | folded.keys()) if stored.get(key) != folded.get(key)]
            for part in parts:
                yield f"{what} {part}", stored.get(part), folded.get(part)
        elif stored != folded:
            yield f"{what} {name}", stored, folded


def _transfers(game: Game, folded: FoldedGame) -> Iterator[Found]:
    stored = {(row.hand, row.position): _transfer(row) for row in game.transfers.all()}
    expected = {(row.hand, row.position): _transfer(row) for row in transfer_rows(game, folded)}
    for hand, position in sorted(stored.keys() | expected.keys()):
        old, new = stored.get((hand, position)), expected.get((hand, position))
        if old != new:
            yield _("第 %(hand)s 鋪的第 %(position)s 項授受") % {"hand": hand, "position": position + 1}, old, new


def _transfer(row: Transfer) -> tuple[int | None, int | None, str, str]:
    return row.source, row.target, text(row.points), row.reason


def _seats(game: Game, folded: FoldedGame) -> Iterator[Found]:
    if not folded.timeline.items:
        return
    values = seat_values(folded)
    for seat in game.seats.all():
        for name, value in values[seat.seat].items():
            if getattr(seat, name) != value:
                what = _("座位 %(seat)s 的 %(column)s") % {"seat": seat.seat, "column": name}
                yield what, getattr(seat, name), value


def _shared(game: Game, folded: FoldedGame) -> Iterator[Found]:
    """平均發還 is what follows from the game, its substitutes and the players' state now."""
    rows = game.adjustments.all()
    stored = [(row.source_id, row.target_id, text(row.points), row.reason) for row in rows]
    due = shares(game, list(game.seats.all()), folded.rules.game)
    expected = [(one.source, one.target, text(one.points), one.reason) for one in due]
    if stored != expected:
        yield _("平均發還"), stored, expected


def _sum(game: Game, folded: FoldedGame) -> Iterator[Found]:
    """No point is made or lost: the four and the house hold what they began with."""
    state, start = folded.state, folded.rules.game.start * 4
    if sum(state.scores) + state.house != start:
        yield _("四家和大會的總和"), sum(state.scores) + state.house, start
    moved = sum((_to_the_four(row) for row in game.transfers.all()), Decimal(0))
    held = sum((seat.score for seat in game.seats.all()), Decimal(0))
    if folded.timeline.items and moved + start != held:
        yield _("四家分數與授受"), held, moved + start


def _to_the_four(row: Transfer) -> Decimal:
    """What a transfer brings to the four seats together: nothing, unless the house is on one side."""
    return row.points * ((row.target is not None) - (row.source is not None))


# --- signed cards -------------------------------------------------------------------------------------------------


def _cards(game: Game, acts: Sequence[Act], folded: FoldedGame) -> Iterator[Found]:
    """Each card's digest is that of its text; the one in force is what the acts say, signed by four."""
    for card in game.scorecards.all():
        what = _("記分卡 %(code)s") % {"code": card.code}
        if card.digest != digest_of(card.content):
            yield _("%(card)s 的摘要") % {"card": what}, card.digest, digest_of(card.content)
        if card.code != code_of(card.digest, card.version):
            yield _("%(card)s 的查核碼") % {"card": what}, card.code, code_of(card.digest, card.version)
        yield from _signatures(what, card, acts)
    yield from _card_in_force(game, folded)


def _signatures(what: str, card: Scorecard, acts: Sequence[Act]) -> Iterator[Found]:
    """The four signatures on a card are acts of signing exactly this text."""
    by_number = {act.number: act for act in acts if act.kind == "sign"}
    signed = [by_number.get(signature["act"]) for signature in card.signatures]
    digests = [act.payload["digest"] if act else None for act in signed]
    if digests != [card.digest] * 4:
        yield _("%(card)s 的簽名") % {"card": what}, digests, [card.digest] * 4
    for signature, act in zip(card.signatures, signed, strict=True):
        if act and (signature["seat"], signature["strokes"]) != (act.payload["seat"], act.payload["strokes"]):
            yield _("%(card)s 的簽名") % {"card": what}, signature["seat"], act.payload["seat"]


def _card_in_force(game: Game, folded: FoldedGame) -> Iterator[Found]:
    """Names on a signed card stay as they were signed; everything that was played must be as it is folded now."""
    in_force = [card for card in game.scorecards.all() if card.reopened_at is None]
    if len(in_force) != (len(folded.timeline.signed) == 4):
        yield _("有效的記分卡"), len(in_force), int(len(folded.timeline.signed) == 4)
    for card in in_force:
        stored: Mapping[str, Any] = json.loads(card.content)
        players = [(seat.player.number, seat.player.name) for seat in game.seats.all()]
        now = json.loads(json.dumps(card_content(game, folded, players, {})))
        for part in _CARD_PARTS:
            if stored.get(part) != now.get(part):
                what = _("記分卡 %(code)s 的 %(part)s") % {"code": card.code, "part": part}
                yield what, stored.get(part), now.get(part)
