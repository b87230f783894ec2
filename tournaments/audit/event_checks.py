"""核對大事紀錄: whether the rows of an event match its acts, and the points outside the hands; whether players entered
in the order of the line, and only players checked in. Reads only.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import text
from tournaments.audit.card_checks import UNREADABLE, Found
from tournaments.core.event_log import (
    Facts,
    Kind,
    LogState,
    anonymised_by,
    apply_act,
    facts_of,
    history_mark,
    replay_log,
    rows_of,
    watched,
)
from tournaments.hall.services import times_of
from tournaments.models import (
    Adjustment,
    CheckIn,
    Event,
    EventAct,
    HallRuling,
    Player,
    Registration,
    RegistrationDesk,
    Round,
)
from tournaments.models.digests import event_act_digest
from tournaments.players.services.registrations import Place, in_line
from tournaments.tables.services.carried_over import hall_results

Rows = dict[int, Facts]


def check_history(event: Event, acts: list[EventAct]) -> Iterator[Found]:
    before, erased = "", anonymised_by(acts).history
    for place, act in enumerate(acts, start=1):
        if act.number != place:
            yield _("大事紀錄的次序"), act.number, place
            return
        digest = event_act_digest(before, act)
        if act.digest != digest and erased.get(act.number) != history_mark(act):
            yield _("第 %(number)s 項大事紀錄的摘要") % {"number": act.number}, act.digest, digest
        before = act.digest
    if event.act_count != len(acts) or not acts:  # every event has one, those from before too
        yield _("大事紀錄的數目"), event.act_count, len(acts)


def read_history(acts: list[EventAct]) -> LogState:
    try:
        return replay_log(acts)
    except UNREADABLE:
        return LogState()


def check_rows(event: Event, said: LogState) -> Iterator[Found]:
    for table, kept in watched().items():
        name = kept.model._meta.model_name
        stored = {row.pk: facts_of(row) for row in rows_of(kept, event.pk)}
        expected = said.rows.get(table, {})
        for key in sorted(stored.keys() | expected.keys()):
            yield from _row(f"{name} {key}", stored.get(key), expected.get(key))


def _row(what: str, stored: Facts | None, expected: Facts | None) -> Iterator[Found]:
    if stored is None or expected is None:
        yield what, stored, expected
        return
    for column, value in expected.items():
        if column in stored and stored[column] != value:
            yield f"{what} {column}", stored[column], value


def check_clocks(event: Event) -> Iterator[Found]:
    for round_ in Round.objects.filter(event=event).order_by("number"):
        try:
            expected = times_of(round_)
        except UNREADABLE as error:
            yield _("第 %(number)s 個半莊的大會鐘") % {"number": round_.number}, "", str(error)
            continue
        for game in round_.games.select_related("table").order_by("table__number"):
            if game.time != expected[game.pk]:
                yield _("第 %(table)s 檯的大會鐘") % {"table": game.table.number}, game.time, expected[game.pk]


def check_hall(event: Event) -> Iterator[Found]:
    rulings = list(HallRuling.objects.filter(event=event).order_by("pk"))
    players = {ruling.player_id for ruling in rulings}
    try:
        results = {one.ruling.pk: one.result for ones in hall_results(event, players).values() for one in ones}
    except UNREADABLE as error:
        yield _("局外判決重算不到"), "", str(error)
        return
    rows = Adjustment.objects.filter(hall_ruling__event=event).order_by("pk")
    for ruling in rulings:
        taken = results[ruling.pk].transfers if ruling.pk in results else ()
        day = ruling.day.isoformat()
        expected = [(event.pk, ruling.player_id, None, text(one.points), one.reason, day) for one in taken]
        stored = [line(row) for row in rows if row.hall_ruling_id == ruling.pk]
        if stored != expected:
            yield _("局外判決 %(number)s 的扣分") % {"number": ruling.pk}, stored, expected
    others = Adjustment.objects.filter(event=event).exclude(hall_ruling__event=event).exclude(game__event=event)
    for row in others:
        yield _("局外付分"), line(row), None


def line(row: Adjustment) -> tuple[int, int | None, int | None, str, str, str]:
    return row.event_id, row.source_id, row.target_id, text(row.points), row.reason, row.day.isoformat()


# --- entries and check-ins --------------------------------------------------------------------------------------------
# Read from the history only: the state at that time, not the present one.


def check_entries(acts: Iterable[EventAct]) -> Iterator[Found]:
    stood = LogState()
    try:
        for act in acts:
            if act.kind == Kind.ENTRIES_LISTED:
                yield from _listed(act, stood)
            elif act.kind == Kind.CHECKED_IN:
                yield from _came(act, stood)
            apply_act(stood, act)
    except UNREADABLE as error:
        yield _("報名和報到重算不到"), "", str(error)


def _listed(act: EventAct, stood: LogState) -> Iterator[Found]:
    places = {place.registration.pk: place for place in line_told(stood)}
    for key, facts in _rows(act, Registration).items():
        place = places.get(key)
        if facts.get("player_id") is None:
            continue
        fair = place is not None and (place.waiting == 1 if act.payload.get("waiting") else place.inside)
        if not fair:
            words = {"number": act.number, "entry": key}
            yield _("第 %(number)s 項大事：報名 %(entry)s 成為選手") % words, _told(place), _("有名額")


def _told(place: Place | None) -> str:
    if place is None:
        return _("沒有這個報名")
    return _("候補 %(number)s") % {"number": place.waiting} if place.waiting else _("待核對")


def line_told(stood: LogState) -> list[Place]:
    players = _stands(stood, Player)
    entries = []
    for key, facts in sorted(_stands(stood, Registration).items(), key=lambda one: (one[1]["created_at"], one[0])):
        entry = Registration(pk=key, state=facts["state"], held=facts["held"], accepted_at=_at(facts["accepted_at"]))
        if facts["player_id"] in players:
            entry.player = Player(pk=facts["player_id"], withdrawn_at=_at(players[facts["player_id"]]["withdrawn_at"]))
        entries.append(entry)
    desk = next(iter(_stands(stood, RegistrationDesk).values()), None)
    return in_line(entries, desk["capacity"] if desk else None)


def _came(act: EventAct, stood: LogState) -> Iterator[Found]:
    players = _stands(stood, Player)
    for facts in _rows(act, CheckIn).values():
        player = players.get(facts["player_id"])
        if player is None or player["withdrawn_at"] or player["barred"]:
            what = _("第 %(number)s 項大事：報到的不是參賽的選手") % {"number": act.number}
            yield what, player and player["number"], None


def _rows(act: EventAct, model: type[Any]) -> Rows:
    rows = act.payload["rows"].get(model._meta.label_lower, {})
    return {int(key): facts for key, facts in rows.items() if facts is not None}


def _stands(stood: LogState, model: type[Any]) -> Rows:
    return stood.rows.get(model._meta.label_lower, {})


def _at(moment: str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if moment else None
