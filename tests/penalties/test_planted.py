"""Changes planted in the database: every column of every table that says something, rows taken away, rows put in.

One evening that has nearly everything is made by the services; each change is made past them, with the triggers
lifted, looked for by the audit and taken back.
"""

import datetime as dt
import uuid
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, models
from django.utils import timezone

from penalties.models import Case, CaseNote, Ruling, RulingPhoto
from penalties.services import cases, register
from tests.lacking import FULL
from tests.penalties.hall import Tournament
from tests.rounds.two_tables import seated
from tests.security.watching import taken_back
from tests.tournaments.factories import belong, enter, entry_of, make_user, open_desk
from tournaments.audit.checks import audit
from tournaments.core import event_log
from tournaments.hall import services as clocks
from tournaments.models import (
    Act,
    Adjustment,
    Apart,
    CheckIn,
    Declined,
    DrawLine,
    Event,
    EventAct,
    FormerSlug,
    Game,
    GameSeat,
    HallRuling,
    HandRecord,
    LockedList,
    Lot,
    Membership,
    Player,
    Registration,
    Role,
    Round,
    Scorecard,
    Stage,
    StageEntry,
    Table,
    TableReferee,
    Transfer,
    triggers,
)
from tournaments.organising.services import events
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import apart, places, registrations, roster
from tournaments.rounds.services import rounds
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import recording, substitutes
from tournaments.webhooks import services as webhooks

DAY = dt.date(2026, 11, 21)

AUDITED_NAMES = """
Act Adjustment Apart Case CaseNote CheckIn Declined DrawLine Event EventAct ExtraTime FixedTable FormerSlug
Game GameSeat HallRuling HandRecord LockedList Lot Membership Player Registration RegistrationDesk Round
RoundClock Ruling RulingPhoto Scorecard Stage StageEntry SuspensionConfirmation Table TableReferee Transfer
Webhook
"""
NOT_AUDITED = {
    "Blacklisted": "belongs to the organisation, not to an event",
    "ListColumns": "what the page of an import fills in",
    "Delivery": "what was sent to programs changes no result",
    "Contact": "private, changes no result and may be deleted",
    "Call": "who was called to a table changes no result",
    "Namesake": "belongs to the black list",
}
SAYS_NOTHING = {
    "event.standings_version": "a counter for caches",
    "event.page_version": "a counter for caches",
    "player.pin_failures": "a counter",
    "player.pin_locked_until": "a pause of five minutes",
    **{f"registration.{name}": "private, may be forgotten" for name in (
        "name", "latin_name", "alias", "club", "member", "email", "phone", "note", "source", "client_key"
    )},
    "registrationdesk.members": "private",
    "eventact.address": "taken out after a time",
    "game.last_act_at": "a mark for caches; the acts say when they were made",
    **{f"drawline.{name}": "how far a search is" for name in ("progress", "searched_at", "stopping")},
}  # fmt: skip


MODELS = [model for app in ("tournaments", "penalties") for model in apps.get_app_config(app).get_models()]
AUDITED = [model for model in MODELS if model.__name__ in AUDITED_NAMES.split()]


@pytest.fixture(scope="module", autouse=True)
def evening(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """The evening, made once, in a transaction that comes to nothing; every test takes back what it has planted."""
    with django_db_blocker.unblock(), taken_back():
        made = make_evening()
        with triggers.disabled():
            yield made


def make_evening() -> Any:
    """Two tables, one signed (and reopened and signed again) with a photographed and a reversed ruling, a substitute
    and rulings in the hall; a second round in play and a third that is only seated."""
    boss, referee = belong(make_user("boss"), creates=True), make_user("referee")
    made = {"name": "聯賽夜", "rule_set": "hkma-league", "starts_on": DAY, "ends_on": DAY, "venue": "三樓"}
    event = events.create_event(creator=boss, heads=True, now=timezone.now(), games_planned=3, **made)
    events.add_member(event=event, user=belong(referee), role=Role.REFEREE)
    events.add_tables(event=event, count=2)
    events.set_referee_tables(event=event, user=referee, numbers=[1, 2])
    names = [ListedPlayer(n, f"選手{n}", "東區", n > 8) for n in range(1, 11)]
    roster.add_players(event=event, players=names)
    apart.keep_apart(event=event, first=9, second=10, reason="夫婦")
    webhooks.set_webhook(event=event, address="https://results.example/", now=timezone.now())
    entered(event, boss)
    places.keep_at(player=event.players.get(number=1), numbers=[1])
    table = Tournament(event, referee=Actor(referee.pk), head=Actor(boss.pk))
    first = opened(event, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    game, other = first.games.order_by("table__number")
    table.rule(game, 1, "talking", note="說話", photo=b"\xff\xd8 a photo")
    table.reverse(table.rule(other, 0, "talking"))
    table.play_out(game)
    table.sign(game)
    cards.reopen(game_id=game.pk, actor=table.head, reason="寫錯名", client_key=uuid.uuid4(), now=timezone.now())
    table.sign(game)
    table.play(other, type="win", winner=0, source=1, fan=12)
    substitutes.step_in(game_id=other.pk, seat=2, number=9, now=timezone.now())
    table.object_to(other, seat=1)
    table.uphold(other)
    rounds.close_round(round_id=first.pk, now=timezone.now(), confirmed=True)
    late = table.rule_in_hall(2, offence="talking")
    fined = table.rule_in_hall(4, offence="other", consequences=[{"deduct": "20"}])
    case = table.object_to_ruling(late)
    cases.note(case=case, user=boss, text="問過同檯", now=timezone.now())
    table.decide(case)
    second = opened(event, {1: [2, 1, 6, 5], 2: [4, 3, 8, 7]})
    playing = second.games.order_by("table__number").first()
    table.play(playing, type="win", winner=0, source=1, fan=8)
    recording.pause(reason="選手不適", **entry_of(playing, table.referee))
    clocks.start(round_id=second.pk, now=timezone.now())
    clocks.pause(round_id=second.pk, reason="警鐘", now=timezone.now())
    clocks.give_extra(game_id=playing.pk, minutes=5, reason="遲了開始", now=timezone.now())
    roster.withdraw(player=event.players.get(number=10), now=timezone.now())
    in_stages(event)
    drawn(event)
    register.confirm(fined, boss.pk, timezone.now())
    return SimpleNamespace(event=event, game=game, other=other, playing=playing)


def entered(event: Event, boss: Any) -> None:
    now = timezone.now()
    open_desk(event, 9)
    entry = enter(event)
    for action in ("accept", "paid"):
        registrations.decide(registration=entry, action=action, user_id=boss.pk, now=now)
    registrations.check_in(player=event.players.get(number=1), day=DAY, user_id=boss.pk, now=now)
    events.change_event(event=event, slug="another-address")


def in_stages(event: Event) -> None:
    stage, who = event.stages.get(), event.players.get(number=3)
    said = {"player": who, "stage": stage}
    made = [
        StageEntry.objects.create(**said, session=1),
        Declined.objects.create(**said, created_at=timezone.now()),
        Lot.objects.create(stage=stage, numbers=[3, 4], word="三", order=[4, 3], created_at=timezone.now()),
    ]
    event_log.append_act(event.pk, event_log.Kind.STAGE_ENTERED, event_log.added(*made))


def drawn(event: Event) -> None:
    at = timezone.now()
    said = {"document": {"rounds": 1}, "digest": "0" * 64, "rounds": [9], "created_at": at}
    locked = LockedList.objects.create(event=event, number=1, **said)
    line = DrawLine.objects.create(list=locked, number=1, seed="4 17", digest="1" * 64, created_at=at)
    event_log.append_act(event.pk, event_log.Kind.SEED_GIVEN, event_log.added(locked, line))


def opened(event: Event, seats: dict[int, list[int]]) -> Round:
    return rounds.open_round(round_id=seated(event, seats).pk, now=timezone.now(), confirmed=True)


def found() -> list[str]:
    return [str(difference) for difference in audit()]


def test_the_audit_finds_nothing_in_an_evening_that_only_the_services_wrote(evening):
    assert found() == []


def test_every_table_is_audited_or_it_is_said_why_not():
    assert {model.__name__ for model in MODELS} == {*AUDITED_NAMES.split(), *NOT_AUDITED}


def others(field: Any, value: Any) -> list[Any]:
    """Values that could stand in its place; the first that the database takes is tried."""
    if isinstance(field, models.ForeignKey):
        keys = field.related_model._default_manager.exclude(pk=value).values_list("pk", flat=True)
        return [*keys[:5], *([None] if field.null and value is not None else [])]
    if field.choices:
        return [choice for choice, _label in field.choices if choice != value]
    match value:
        case None:
            kind = {"DateTimeField": timezone.now(), "UUIDField": uuid.uuid4(), "CharField": "x"}
            return [kind.get(field.get_internal_type(), 1)]
        case bool():
            return [not value]
        case str():
            return [f"{value[:-1]}x", f"{value}y"[-(field.max_length or 99) :], "zzz"]
        case dt.datetime():
            return [value + dt.timedelta(seconds=1)]
        case dt.date():
            return [value + dt.timedelta(days=1)]
        case uuid.UUID():
            return [uuid.uuid4()]
        case bytes() | memoryview():
            return [bytes(value) + b"x"]
        case dict():
            return [{**value, "planted": 1}]
        case list():
            return [[*value, 1]]
    return [value + 1, value + 500, value - 1]


def planted(row: models.Model, field: Any) -> bool | None:
    """Whether another value in this column is found; None where the database takes no other."""
    for value in others(field, getattr(row, field.attname)):
        try:
            with taken_back():
                type(row)._default_manager.filter(pk=row.pk).update(**{field.attname: value})
                return any(map(str, audit()))  # the first difference is enough
        except DatabaseError:
            continue
    return None


@pytest.mark.sqlite
@pytest.mark.parametrize("model", AUDITED, ids=lambda model: model.__name__)
def test_the_audit_finds_another_value_in_any_column(evening, model):
    rows = list(model._default_manager.order_by("pk"))
    assert rows, "the evening has none"
    missed, tried = [], 0
    for number, field in enumerate(model._meta.concrete_fields):
        where = f"{model._meta.model_name}.{field.name}"
        if field.primary_key or where in SAYS_NOTHING:
            continue
        # In the first row or the last, by turns.
        for row in {rows[0].pk: rows[0], rows[-1].pk: rows[-1]}.values() if FULL else [rows[-(number % 2)]]:
            seen = planted(row, field)
            tried += seen is not None
            missed += [where] if seen is False else []
    assert missed == []
    silent = sum(f"{model._meta.model_name}.{field.name}" in SAYS_NOTHING for field in model._meta.concrete_fields)
    assert tried >= (len(model._meta.concrete_fields) - silent) // 2


@pytest.mark.sqlite
@pytest.mark.parametrize("model", [m for m in AUDITED if m is not Event], ids=lambda model: model.__name__)
def test_the_audit_finds_a_row_that_was_taken_away(evening, model):
    rows = list(model._default_manager.order_by("pk"))
    missed = []
    for row in {rows[0].pk: rows[0], rows[-1].pk: rows[-1]}.values():
        with taken_back():
            model._default_manager.filter(pk=row.pk)._raw_delete("default")
            missed += [] if any(map(str, audit())) else [row.pk]
    assert missed == []


def copied(row: models.Model, **changes: Any) -> None:
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    type(row)._default_manager.bulk_create([type(row)(**values | changes)])


ADDED: dict[type[models.Model], Callable[[], dict[str, Any]]] = {
    Act: lambda: {"number": 999, "client_key": uuid.uuid4()},
    Adjustment: lambda: {"points": 500},
    Apart: lambda: {"first_id": Player.objects.get(number=1).pk, "second_id": Player.objects.get(number=2).pk},
    Case: lambda: {"text": "另一個"},
    CaseNote: lambda: {"text": "另一句"},
    CheckIn: lambda: {"day": dt.date(2026, 11, 22)},
    EventAct: lambda: {"number": 999},
    FormerSlug: lambda: {"slug": "planted"},
    Registration: lambda: {"client_key": uuid.uuid4()},
    HallRuling: lambda: {"created_at": timezone.now()},
    HandRecord: lambda: {"number": 99},
    Membership: lambda: {"role": Role.HEAD_REFEREE, "user_id": make_user("stranger").pk},
    Player: lambda: {"number": 99},
    Round: lambda: {"number": 99},
    Ruling: lambda: {"number": 99, "act": 99, "hall_id": None, "game_id": Game.objects.earliest("pk").pk,
                     "client_key": None, "reverses_id": None},
    RulingPhoto: lambda: {"ruling_id": Ruling.objects.filter(photo=None).earliest("pk").pk},
    Lot: lambda: {"word": "五"},
    LockedList: lambda: {"number": 2, "released_at": timezone.now(), "release_reason": "x"},
    DrawLine: lambda: {"number": 2, "ended_at": timezone.now(), "reason": "x"},
    Stage: lambda: {"number": 99},
    StageEntry: lambda: {"player_id": Player.objects.get(number=4).pk},
    Declined: lambda: {"player_id": Player.objects.get(number=4).pk},
    Scorecard: lambda: {"version": 9, "code": "AAAAAAAA", "reopened_at": timezone.now(), "reopen_reason": "x"},
    Table: lambda: {"number": 99},
    TableReferee: lambda: {"user_id": make_user("stranger").pk},
    Transfer: lambda: {"position": 99},
}  # fmt: skip


@pytest.mark.sqlite
@pytest.mark.parametrize("model", ADDED, ids=lambda model: model.__name__)
def test_the_audit_finds_a_row_that_was_put_in(evening, model):
    with taken_back():
        copied(model._default_manager.latest("pk"), **ADDED[model]())
        assert any(map(str, audit()))


def change(rows: Any, **values: Any) -> None:
    assert rows.update(**values)


def whole_game_gone(evening: Any) -> None:
    game = evening.other.pk
    CaseNote.objects.filter(case__game=game)._raw_delete("default")
    for model in (Act, HandRecord, Transfer, GameSeat, Scorecard, Ruling, Adjustment, Case):
        model._default_manager.filter(game=game)._raw_delete("default")
    Game.objects.filter(pk=game)._raw_delete("default")


def all_history_gone(evening: Any) -> None:
    EventAct.objects.all()._raw_delete("default")
    Event.objects.update(act_count=0)


def another_user() -> Any:
    return make_user("stranger").pk


def signing() -> Any:
    return Act.objects.filter(kind="sign")


def first_act(evening: Any, number: int = 1) -> Any:
    return Act.objects.filter(game=evening.playing, number=number)


def player(number: int) -> Any:
    return Player.objects.filter(number=number)


def last_act_of_event() -> Any:
    return EventAct.objects.filter(number=EventAct.objects.latest("number").number)


PLANTED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "an act's user": (lambda e: change(first_act(e), user=another_user()), "第 1 項紀錄的摘要"),
    "an act's game": (lambda e: change(first_act(e, 2), game=e.game, number=999), "次序"),
    "who signed": (lambda e: change(signing(), user=None, player=Player.objects.latest("pk")), "摘要"),
    "a drawn signature": (lambda e: change(Scorecard.objects.filter(reopened_at=None), signatures=[]), "簽名"),
    "a card's time": (lambda e: change(Scorecard.objects.all(), locked_at=timezone.now()), "簽署時間"),
    "why a card was reopened": (
        lambda e: change(Scorecard.objects.exclude(reopened_at=None), reopen_reason="無"), "重開"),
    "a card's code": (lambda e: change(Scorecard.objects.filter(reopened_at=None), code="AAAAAAAA"), "查核碼"),
    "a player's name after signing": (lambda e: change(player(1), name="假名"), "假名"),
    "the facts of a ruling": (lambda e: change(Ruling.objects.filter(number=1), facts="沒有"), "facts"),
    "whom a ruling is on": (lambda e: change(Ruling.objects.filter(number=1), player=None), "player_id"),
    "the photo of a ruling": (lambda e: change(RulingPhoto.objects.all(), image=b"another"), "image"),
    "a ruling taken away": (lambda e: Ruling.objects.filter(number=1)._raw_delete("default"), "ruling"),
    "a ruling in the hall": (lambda e: change(HallRuling.objects.filter(player__number=2), ruling={}), "hallruling"),
    "a reversed one": (lambda e: change(HallRuling.objects.all(), reversed_at=timezone.now()), "reversed_at"),
    "a player who is barred": (lambda e: change(player(1), barred="disqualified"), "barred"),
    "a role": (
        lambda e: copied(Membership.objects.latest("pk"), user_id=another_user(), role="organiser"), "membership"),
    "a referee's table": (lambda e: TableReferee.objects.all()._raw_delete("default"), "tablereferee"),
    "a whole game taken away": (whole_game_gone, "game"),
    "a hall deduction of 500": (lambda e: copied(Adjustment.objects.latest("pk"), points=500), "扣分"),
    "points beside a game": (
        lambda e: copied(Adjustment.objects.latest("pk"), points=500, hall_ruling_id=None, game_id=e.game.pk),
        "平均發還"),
    "a deduction taken away": (lambda e: Adjustment.objects.all()._raw_delete("default"), "扣分"),
    "who sits where": (lambda e: change(GameSeat.objects.filter(game=e.other, seat=0), player=9), "gameseat"),
    "a substitute": (lambda e: change(GameSeat.objects.filter(game=e.other, seat=2), substitute=None), "替補"),
    "what players bring": (
        lambda e: change(Game.objects.filter(pk=e.playing.pk), standing={"cards": [[], [], [], []]}), "帶來的牌"),
    "a round opened again": (lambda e: change(Round.objects.filter(number=1), state="open"), "round"),
    "the rules of the event": (lambda e: change(Event.objects.all(), rule_options={"x": 1}), "rule_options"),
    "who has paid": (lambda e: change(Registration.objects.all(), paid_at=None), "paid_at"),
    "who has come": (lambda e: CheckIn.objects.all()._raw_delete("default"), "checkin"),
    "a pair kept apart": (lambda e: Apart.objects.all()._raw_delete("default"), "apart"),
    "what a player objected": (lambda e: change(Case.objects.all(), text="沒有"), "text"),
    "an act of the event": (lambda e: change(EventAct.objects.filter(number=3), user=another_user()), "第 3 項"),
    "the last act of the event": (lambda e: last_act_of_event()._raw_delete("default"), "操作紀錄的數目"),
    "the whole history": (all_history_gone, "操作紀錄的數目"),
}  # fmt: skip


@pytest.mark.parametrize("what", PLANTED)
def test_the_audit_names_what_was_planted(evening, what):
    plant, named = PLANTED[what]
    with taken_back():
        plant(evening)
        assert any(named in difference for difference in found())
