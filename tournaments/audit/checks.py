"""核數: replay every game from its acts and compare the stored data with it. Reads only.

The acts are the truth; hands, transfers, seats and the columns of a game are a cache of them. Changes outside the games
are in the acts of the event (`tournaments.core.event_log`). Every act carries a digest over itself and the act before
it. A signed card is stored three times: in its text, in the acts of signing (its digest) and in the acts of the hands
(from which the text can be made again). Differences are reported, never repaired: each is a bug or a change by hand,
which a person must look at.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from scoring import ScoringError, format_points
from tournaments.core.event_log import (
    WATCHED,
    Anonymised,
    Facts,
    Kind,
    LogState,
    anonymised_by,
    anonymised_in,
    apply_act,
    card_mark,
    facts_of,
    history_mark,
    is_reduced,
    replay_log,
    rows_of,
)
from tournaments.hall.services import times_of
from tournaments.models import (
    Act,
    Adjustment,
    CheckIn,
    Event,
    EventAct,
    Game,
    GameSeat,
    HandRecord,
    Player,
    Registration,
    RegistrationDesk,
    Round,
    Scorecard,
    Transfer,
)
from tournaments.models.digests import act_digest, event_act_digest, seal_of
from tournaments.players.services.registrations import in_line
from tournaments.scorecards.services import RULED, card_content, code_of, digest_of
from tournaments.tables.game_log.projection import game_values, seat_values
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, replay, take_overs
from tournaments.tables.game_log.timeline import CARRIES, COUNTED, BrokenTimeline, Entry, build
from tournaments.tables.services.refunds import shares
from tournaments.tables.services.writing import hand_rows, transfer_rows

Found = tuple[str, object, object]
"""(subject, stored, expected)."""
UNREADABLE = (ScoringError, BrokenTimeline, KeyError, TypeError, ValueError, IndexError, AttributeError)
# Games read at a time: few queries, within the memory of a small web server.
CHUNK = 100
_HAND_COLUMNS = ("name", "dealer", "dealer_streak", "result", "state")
_PLAYED = ("format", "rules", "round", "table", "hands", "final")


@dataclass(frozen=True)
class Difference:
    event: str
    place: str
    what: str
    stored: object
    folded: object

    def __str__(self) -> str:
        words = vars(self) | {"stored": _short(self.stored), "folded": _short(self.folded)}
        return _("%(event)s%(place)s：%(what)s：現存 %(stored)s，應為 %(folded)s") % words


def _short(value: object) -> str:
    shown = repr(value) if not isinstance(value, str) else value
    return shown if len(shown) <= 120 else shown[:117] + "…"


@dataclass(frozen=True)
class Further:
    """Checks contributed by an app above this one: `game` checks a replayed game, `event` an event. `prefetch`:
    relations to load with the games."""

    prefetch: Sequence[str]
    game: Callable[[Game, FoldedGame], Iterator[Found]]
    event: Callable[[Event], Iterator[Found]]


FURTHER: list[Further] = []


def audit(slug: str = "") -> Iterator[Difference]:
    """Yield every difference of all events, or of one. Raises Event.DoesNotExist for an unknown address."""
    for event in [Event.objects.get(slug=slug)] if slug else Event.objects.order_by("pk"):
        acts = list(EventAct.objects.filter(event=event).order_by("number"))
        try:
            logged = replay_log(acts)
        except UNREADABLE:
            logged = LogState()
        for found in _check_event(event, acts, logged):
            yield Difference(event.slug, "", *found)
        del acts
        wanted = list(Game.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(wanted), CHUNK):
            for game in _load(wanted[start : start + CHUNK]):
                names = {"round": game.round.number, "table": game.table.number, "game": game.pk}
                place = _(" 第 %(round)s 個半莊 第 %(table)s 檯（%(game)s）") % names
                for found in _check_game(game, logged):
                    yield Difference(event.slug, place, *found)


def card_differences(card: Scorecard) -> list[Found]:
    """查核: return changes since the signing to this card and the acts behind it."""
    game = _load([card.game_id]).get()
    acts = list(game.acts.all())
    try:
        folded = replay(rules_of(game.event, game.round), game.standing, build(_entries(acts)))
    except UNREADABLE as error:
        return [(_("紀錄重算不到"), "", str(error))]
    erased = anonymised_in(game.event_id)
    return [*_check_chain(acts, erased.of_game(game.pk)), *_check_card(game, card, acts, folded, erased)]


def _load(ids: Sequence[int]) -> QuerySet[Game]:
    return (
        Game.objects.filter(pk__in=ids)
        .select_related("event", "round", "table")
        .prefetch_related(
            Prefetch("acts", Act.objects.order_by("number")),
            Prefetch("hands", HandRecord.objects.order_by("number")),
            Prefetch("transfers", Transfer.objects.order_by("hand", "position")),
            Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat")),
            Prefetch("adjustments", Adjustment.objects.order_by("pk")),
            Prefetch("scorecards", Scorecard.objects.order_by("version")),
            *(name for further in FURTHER for name in further.prefetch),
        )
        .order_by("pk")
    )


def _entries(acts: Sequence[Act]) -> list[Entry]:
    return [Entry(act.number, act.kind, act.payload, act.reason) for act in acts]


def _unequal(what: str, stored: object, expected: object) -> Iterator[Found]:
    if stored != expected:
        yield what, stored, expected


def _check_event(event: Event, acts: list[EventAct], logged: LogState) -> Iterator[Found]:
    yield from _check_event_chain(event, acts)
    if acts:
        for table, kept in WATCHED.items():
            stored = {row.pk: facts_of(row) for row in rows_of(kept, event.pk)}
            yield from _check_rows(str(kept.model._meta.model_name), stored, logged.rows.get(table, {}))
    yield from _check_entries(acts)
    caused = Adjustment.objects.filter(Q(hall_ruling__event=event) | Q(game__event=event))
    for row in Adjustment.objects.filter(event=event).exclude(pk__in=caused):
        yield _("局外付分"), _line(row), None
    yield from _check_clocks(event)
    for further in FURTHER:
        yield from further.event(event)


def _check_event_chain(event: Event, acts: list[EventAct]) -> Iterator[Found]:
    before, erased = "", anonymised_by(acts).history
    for place, act in enumerate(acts, start=1):
        if act.number != place:
            yield _("操作紀錄的次序"), act.number, place
            return
        digest = event_act_digest(before, act)
        if act.digest != digest and erased.get(act.number) != history_mark(act):
            yield _("第 %(number)s 項操作紀錄的摘要") % {"number": act.number}, act.digest, digest
        before = act.digest
    if event.act_count != len(acts) or not acts:  # every event has at least one act
        yield _("操作紀錄的數目"), event.act_count, len(acts)


def _check_rows(name: str, stored: Mapping[int, Facts], expected: Mapping[int, Facts]) -> Iterator[Found]:
    for key in sorted(stored.keys() | expected.keys()):
        old, new = stored.get(key), expected.get(key)
        if old is None or new is None:
            yield f"{name} {key}", old, new
            continue
        for column, value in new.items():
            if column in old and old[column] != value:
                yield f"{name} {key} {column}", old[column], value


def _check_clocks(event: Event) -> Iterator[Found]:
    for round_ in Round.objects.filter(event=event).order_by("number"):
        try:
            expected = times_of(round_)
        except UNREADABLE as error:
            yield _("第 %(number)s 個半莊的大會鐘") % {"number": round_.number}, "", str(error)
            continue
        for game in round_.games.select_related("table").order_by("table__number"):
            what = _("第 %(table)s 檯的大會鐘") % {"table": game.table.number}
            yield from _unequal(what, game.time, expected[game.pk])


def _line(row: Adjustment) -> tuple[int, int | None, int | None, str, str, str]:
    return row.event_id, row.source_id, row.target_id, format_points(row.points), row.reason, row.day.isoformat()


def _check_entries(acts: Sequence[EventAct]) -> Iterator[Found]:
    """Check that registrations became players in order, and that only players then in the event checked in."""
    logged = LogState()
    try:
        for act in acts:
            if act.kind == Kind.ENTRIES_LISTED:
                yield from _check_listed(act, logged)
            elif act.kind == Kind.CHECKED_IN:
                players = _logged(logged, Player)
                for facts in _touched(act, CheckIn).values():
                    player = players.get(facts["player_id"])
                    if player is None or player["withdrawn_at"] or player["barred"]:
                        what = _("第 %(number)s 項大事：報到的不是參賽的選手") % {"number": act.number}
                        yield what, player and player["number"], None
            apply_act(logged, act)
    except UNREADABLE as error:
        yield _("報名和報到重算不到"), "", str(error)


def _check_listed(act: EventAct, logged: LogState) -> Iterator[Found]:
    players = _logged(logged, Player)
    entries = []
    for key, facts in sorted(_logged(logged, Registration).items(), key=lambda one: (one[1]["created_at"], one[0])):
        entry = Registration(pk=key, state=facts["state"], held=facts["held"], accepted_at=_at(facts["accepted_at"]))
        if facts["player_id"] in players:
            entry.player = Player(pk=facts["player_id"], withdrawn_at=_at(players[facts["player_id"]]["withdrawn_at"]))
        entries.append(entry)
    desk = next(iter(_logged(logged, RegistrationDesk).values()), None)
    places = {place.registration.pk: place for place in in_line(entries, desk["capacity"] if desk else None)}
    for key, facts in _touched(act, Registration).items():
        place = places.get(key)
        if facts.get("player_id") is None:
            continue
        if place is not None and (place.waiting == 1 if act.payload.get("waiting") else place.inside):
            continue
        if place is None:
            stood = _("沒有這個報名")
        else:
            stood = _("候補 %(number)s") % {"number": place.waiting} if place.waiting else _("待核對")
        words = {"number": act.number, "entry": key}
        yield _("第 %(number)s 項大事：報名 %(entry)s 成為選手") % words, stood, _("有名額")


def _touched(act: EventAct, model: type[Any]) -> dict[int, Facts]:
    rows = act.payload["rows"].get(model._meta.label_lower, {})
    return {int(key): facts for key, facts in rows.items() if facts is not None}


def _logged(logged: LogState, model: type[Any]) -> dict[int, Facts]:
    return logged.rows.get(model._meta.label_lower, {})


def _at(moment: str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if moment else None


def _check_game(game: Game, logged: LogState) -> Iterator[Found]:
    acts = list(game.acts.all())
    yield from _check_chain(acts, logged.erased.of_game(game.pk))
    yield from _unequal(_("紀錄的數目"), game.act_count, len(acts))
    last = max((act.created_at for act in acts if act.kind in ("play", "amend")), default=None)
    yield from _unequal(_("半莊的 %(column)s") % {"column": "last_hand_at"}, game.last_hand_at, last)
    # The digests that the event's acts recorded when its history began and when rounds were closed.
    number, seal = logged.seals.get(game.pk, (0, ""))
    yield from _unequal(_("首 %(number)s 項紀錄的封存") % {"number": number}, seal_of(acts[:number]), seal)
    digests = {act.number: act.digest for act in acts}
    for number, head in logged.heads.get(game.pk, ()):
        what = _("第 %(number)s 項紀錄的摘要，按結束半莊時所記") % {"number": number}
        yield from _unequal(what, digests.get(number), head)
    yield from _check_seating(game)
    yield from _check_brought(game, acts, logged)
    try:
        folded = replay(rules_of(game.event, game.round), game.standing, build(_entries(acts)))
    except UNREADABLE as error:
        yield _("紀錄重算不到"), "", str(error)
        return
    columns = game_values(folded, len(folded.unconfirmed)) | {"book_version": sum(act.kind in COUNTED for act in acts)}
    for name, value in columns.items():
        yield from _unequal(_("半莊的 %(column)s") % {"column": name}, getattr(game, name), value)
    if folded.timeline.items and game.event.rules_snapshot is None:
        yield _("賽事的規則"), None, _("第一鋪之後應已鎖定")
    yield from _check_hands(game, acts, folded)
    yield from _check_points(game, folded)
    cards = list(game.scorecards.all())
    for place, card in enumerate(cards, start=1):
        yield from _check_card(game, card, acts, folded, logged.erased)
        yield from _unequal(_("%(card)s 的版本") % {"card": _card_name(card)}, card.version, place)
    in_force = sum(card.reopened_at is None for card in cards)
    yield from _unequal(_("有效的記分卡"), in_force, int(len(folded.timeline.signed) == 4))
    for further in FURTHER:
        yield from further.game(game, folded)


def _check_chain(acts: Sequence[Act], erased: Mapping[int, str]) -> Iterator[Found]:
    """Check that acts are numbered 1, 2, 3 … and their digests chain. `erased`: marks of acts reduced by an erasure."""
    before, version = "", 1
    for place, act in enumerate(acts, start=1):
        if act.number != place:
            yield _("紀錄的次序"), act.number, place
            return
        digest = act_digest(before, act)
        if (act.digest != digest and not is_reduced(act, erased)) or act.version < version:
            yield _("第 %(number)s 項紀錄的摘要") % {"number": act.number}, act.digest, digest
        before, version = act.digest, act.version


def _check_brought(game: Game, acts: Sequence[Act], logged: LogState) -> Iterator[Found]:
    """Check that `standing` (cards and offences brought) is the last value set by an act of the event or game."""
    if not logged.rows:
        return
    number, standing = logged.brought.get(game.pk, (0, {}))
    for act in acts:
        if act.kind in CARRIES and act.number > number:
            standing = act.payload["standing"]
    if _without_hands(game.standing) != _without_hands(standing):
        yield _("帶來的牌和犯規"), game.standing, standing


def _without_hands(standing: Mapping[str, Any]) -> dict[str, Any]:
    come = [{name: value for name, value in one.items() if name != "from_hand"} for one in standing.get(TAKEN_OVER, ())]
    return {**standing, TAKEN_OVER: come}


def _check_seating(game: Game) -> Iterator[Found]:
    """Check that four different players of this event sit in seats 0–3, in a round and at a table of this event."""
    seats = list(game.seats.all())
    if not game.round.ahead:
        yield from _unequal(_("座位"), [seat.seat for seat in seats], [0, 1, 2, 3])
    for seat in seats:
        words = {"seat": seat.seat}
        yield from _unequal(_("座位 %(seat)s 的半莊") % words, seat.round_id, game.round_id)
        yield from _unequal(_("座位 %(seat)s 的選手所屬賽事") % words, seat.player.event_id, game.event_id)
    come = {one.seat: one.from_hand for one in take_overs(game.standing)}
    sat = {seat.seat: seat.substitute_from for seat in seats if seat.substitute_id is not None and seat.seat in come}
    yield from _unequal(_("替補"), sat, come)
    for seat in seats:
        if (seat.substitute_id is None) != (seat.substitute_from is None):
            yield _("替補"), [seat.substitute_id, seat.substitute_from], None
    if game.round.event_id != game.event_id or game.table.event_id != game.event_id:
        yield _("半莊所屬賽事"), [game.round.event_id, game.table.event_id], game.event_id


def _check_hands(game: Game, acts: Sequence[Act], folded: FoldedGame) -> Iterator[Found]:
    moments = {act.created_at for act in acts}
    stored = {row.number: row for row in game.hands.all()}
    expected = {row.number: row for row in hand_rows(game, folded, game.round.opened_at or game.event.created_at)}
    for number in sorted(stored.keys() | expected.keys()):
        old, new = stored.get(number), expected.get(number)
        what = _("第 %(number)s 鋪") % {"number": number}
        if old is None or new is None:
            yield what, old and old.name, new and new.name
        else:
            for name in _HAND_COLUMNS:
                yield from _unequal(f"{what} {name}", getattr(old, name), getattr(new, name))
            for part in sorted(old.book.keys() | new.book.keys()):
                yield from _unequal(f"{what} {part}", old.book.get(part), new.book.get(part))
        if old is not None and old.recorded_at not in moments:
            yield f"{what} recorded_at", old.recorded_at, _("沒有這個時間的紀錄")


def _check_points(game: Game, folded: FoldedGame) -> Iterator[Found]:
    """Check that transfers, the results of each seat and refunds follow from the acts, and that no points are lost."""
    stored = {(row.hand, row.position): _transfer(row) for row in game.transfers.all()}
    expected = {(row.hand, row.position): _transfer(row) for row in transfer_rows(game, folded)}
    for hand, position in sorted(stored.keys() | expected.keys()):
        what = _("第 %(hand)s 鋪的第 %(position)s 項付分") % {"hand": hand, "position": position + 1}
        yield from _unequal(what, stored.get((hand, position)), expected.get((hand, position)))
    values, seats = seat_values(folded), list(game.seats.all())
    for seat in seats:
        for name, value in values[seat.seat].items():
            due = Decimal(0) if name == "score" and game.round.ahead else value  # initial points are not set yet
            what = _("座位 %(seat)s 的 %(column)s") % {"seat": seat.seat, "column": name}
            yield from _unequal(what, getattr(seat, name), due)
    day = game.round.day.isoformat()
    refunds = [
        (game.event_id, one.source, one.target, format_points(one.points), one.reason, day)
        for one in shares(game, seats, folded.rules.game, lambda: folded)
    ]
    yield from _unequal(_("平均發還"), [_line(row) for row in game.adjustments.all()], refunds)
    state, start = folded.state, folded.rules.game.start * 4
    yield from _unequal(_("四家和大會的總和"), sum(state.scores) + state.house, start)
    if folded.timeline.items:
        signs = ((row.points, (row.target is not None) - (row.source is not None)) for row in game.transfers.all())
        moved = sum((points * sign for points, sign in signs), Decimal(0))
        yield from _unequal(_("四家分數與付分"), sum((seat.score for seat in seats), Decimal(0)), moved + start)


def _transfer(row: Transfer) -> tuple[int | None, int | None, str, str]:
    return row.source, row.target, format_points(row.points), row.reason


def _card_name(card: Scorecard) -> str:
    return _("記分卡 %(code)s") % {"code": card.code}


def _check_card(
    game: Game, card: Scorecard, acts: Sequence[Act], folded: FoldedGame, erased: Anonymised
) -> Iterator[Found]:
    words = {"card": _card_name(card)}
    if card.digest != digest_of(card.content) and erased.cards.get(card.pk) != card_mark(card):
        yield _("%(card)s 的摘要") % words, card.digest, digest_of(card.content)
    yield from _unequal(_("%(card)s 的查核碼") % words, card.code, code_of(card.digest, card.version))
    try:
        named = {signature["act"] for signature in card.signatures}
        signing = [act for act in acts if act.kind == Act.Kind.SIGN and act.number in named]
        yield from _check_signatures(card, signing)
        stored = (card.reopened_at, card.reopened_by_id, card.reopen_reason)
        opening = (Act.Kind.REOPEN, Act.Kind.CARRY, Act.Kind.RESEAT)
        said = [(act.created_at, act.user_id, act.reason) for act in acts if act.kind in opening]
        if stored not in (said if card.reopened_at else [(None, None, "")]):
            yield _("%(card)s 的重開") % words, [str(one) for one in stored], _("沒有這樣的紀錄")
        if card.reopened_at is None:
            yield from _check_content(card, game, folded, (*_PLAYED, "standing"))
        else:
            # The game as it was when signed, with the standing stored on the card.
            then = copy(game)
            then.standing = json.loads(card.content)["standing"]
            signed = acts[: max(act.number for act in signing)]
            folded = replay(rules_of(game.event, game.round), then.standing, build(_entries(signed)))
            yield from _check_content(card, then, folded, _PLAYED)
    except UNREADABLE as error:
        yield _("%(card)s 的內容") % words, card.content, str(error)


def _check_signatures(card: Scorecard, signing: Sequence[Act]) -> Iterator[Found]:
    words = {"card": _card_name(card)}
    signed = [{name: act.payload[name] for name in ("seat", "method", "strokes")} for act in signing]
    stored = [{name: one.get(name) for name in ("seat", "method", "strokes")} for one in card.signatures]
    seats, digests = sorted(act.payload["seat"] for act in signing), [act.payload["digest"] for act in signing]
    if stored != signed or seats != [0, 1, 2, 3] or digests != [card.digest] * 4:
        yield _("%(card)s 的簽名") % words, [stored, [card.digest] * 4], [signed, digests]
    for act in signing:
        if act.payload["method"] == RULED and not (act.reason.strip() and act.user_id):
            yield _("%(card)s 的裁定作實") % words, [act.number, act.reason], _("要有裁判和原因")
    # In log order: of two concurrent signatures, the one with the earlier time may have waited for the other.
    locked = max(signing, key=lambda act: act.number).created_at
    yield from _unequal(_("%(card)s 的簽署時間") % words, card.locked_at, locked)


def _check_content(card: Scorecard, game: Game, folded: FoldedGame, parts: Sequence[str]) -> Iterator[Found]:
    stored: Mapping[str, Any] = json.loads(card.content)
    players = [(seat.player.number, seat.player.name) for seat in game.seats.all()]
    now = json.loads(json.dumps(card_content(game, folded, players, {})))
    for part in parts:
        what = _("%(card)s 的 %(part)s") % {"card": _card_name(card), "part": part}
        yield from _unequal(what, stored.get(part), now.get(part))
