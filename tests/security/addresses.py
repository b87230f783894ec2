"""Every address of the site, who may go there, and what a real write there looks like.

`ADDRESSES` is compared with the resolver by a test: an address that nobody thought of here fails it.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyotp
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import second_factor, slips
from accounts.factor_pages import SETTING_UP
from accounts.models import SignInSlip
from accounts.second_factor import seal
from penalties.models import Ruling
from penalties.services import cases
from tests.api.test_documents import GAME, HAND, SEATS
from tests.security.hall import ACCOUNTS, PEOPLE, WORKING, WRITING, Hall, digest_of
from tests.tournaments.factories import TODAY
from tournaments.core.services import link_token, pin_of
from tournaments.hall import services as clocks
from tournaments.hall.screen import TURNS
from tournaments.models import (
    Act,
    EventAct,
    ExtraTime,
    Game,
    GameSeat,
    Membership,
    Player,
    Round,
    RoundClock,
    Stage,
    StageEntry,
    TableReferee,
    triggers,
)
from tournaments.players.services.registrations import token_of as token_of_entry
from tournaments.rounds.services import event_draws, stages
from tournaments.rounds.services.swaps import exchanged, holders
from tournaments.rounds.views.rounds import SealedChairs
from tournaments.standings.cutline import advancement
from tournaments.tables.game_log.read import Actor, rules_mark
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft
from tournaments.tables.sealed import draft_text, preview_mark
from tournaments.tables.services import calls
from tournaments.tables.services.recording import pause

EVERYBODY = frozenset(PEOPLE)
SIGNED_IN = frozenset(ACCOUNTS)
KEEPERS = frozenset({"keeper of accounts"})
ORGANISERS = frozenset({"organiser"})
CREATORS = frozenset({"organiser", "organiser of another event"})
HEADS = frozenset({"head referee"})
REFEREES = WRITING | {"referee elsewhere"}
AT_TABLE = WRITING | {"player"}
PLAYERS = frozenset({"player", "player elsewhere"})

Args = Callable[[Hall], list[Any]]
Body = Callable[[Hall], Mapping[str, Any] | list[Any]]


@dataclass(frozen=True)
class Way:
    """One method of an address: who may use it, and for a write a body that really writes something."""

    may: frozenset[str]
    body: Body | None = None
    prepare: Callable[[Hall], Any] | None = None
    changes: bool | None = True  # False: writes nothing for anybody; None: only for some of those who may
    tries: bool = False  # a page that does what it shows and takes it back again


@dataclass(frozen=True)
class Address:
    """One address. `hidden`: strangers to a private event get 404; `shut`: everybody does; `door`: who has not signed
    in is sent to sign in."""

    args: Args
    get: Way | None = None
    post: Way | None = None
    patch: Way | None = None
    game: str = "settled"
    hidden: bool = True
    shut: bool = False
    door: bool = False
    refusal: int = 403

    def table(self, hall: Hall) -> Game:
        """The table that the address is about (any, where it is about none)."""
        found: Game = getattr(hall, self.game)
        return found


def walk(patterns: list[URLPattern | URLResolver] | None = None, prefix: str = "") -> Iterator[str]:
    """Every named address of the project: "tournaments:table", "api:hands", …"""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            space = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from walk(pattern.url_patterns, space)
        else:
            yield f"{prefix}{pattern.name}"


def address_of(name: str, hall: Hall) -> str:
    """Where a named address is for this hall."""
    return reverse(name, args=ADDRESSES[name].args(hall))


# --- bodies -----------------------------------------------------------------------------------------------------------


def _key() -> str:
    return str(uuid.uuid4())


def _fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def written(game: Callable[[Hall], Game], **values: Any) -> Body:
    """A form or document that goes into the book of a game."""
    return lambda hall: {"client_key": _key(), "seen": _fresh(game(hall)).book_version} | values


def said(**values: Any) -> Body:
    """The same body in any hall."""
    return lambda hall: values


WIN = {"type": "win", "winner": 0, "self_draw": True, "fan": 37}
_ENTRIES = [{"event": {"type": "win", "winner": 0, "from": 1, "fan": 20}, "claim": None}]


def _save(hall: Hall) -> dict[str, Any]:
    mark = preview_mark(rules_mark(hall.settled.event), timezone.now(), hall.settled.pk)
    return written(_settled)(hall) | {"kind": "draw", "counted": mark}  # type: ignore[operator]


def _swap(hall: Hall) -> dict[str, Any]:
    round_ = hall.open_round
    chairs = exchanged(round_, [(2, 3)])
    sealed = SealedChairs(holders(round_, chairs), chairs).text(round_.pk)
    return {"a0": "2", "b0": "3", "reason": "坐錯檯", "save": "1", "chairs": sealed}


def _correction(hall: Hall) -> dict[str, Any]:
    win = Played({"type": "win", "winner": 0, "from": 1, "fan": 20})
    draft = draft_text(Draft((win,)), hall.settled.pk)
    return written(_settled)(hall) | {"draft": draft, "do": "save", "reason": "計錯番"}  # type: ignore[operator]


def _signature(game: Callable[[Hall], Game], **values: Any) -> Body:
    return lambda hall: {"client_key": _key(), "digest": digest_of(game(hall)), "strokes": "M1,1L2,2"} | values


def _settled(hall: Hall) -> Game:
    return hall.settled


def _paused(hall: Hall) -> None:
    user = TableReferee.objects.filter(table=hall.settled.table).values_list("user", flat=True).first()
    pause(
        game_id=hall.settled.pk,
        actor=Actor(user_id=user),
        reason="選手不適",
        client_key=uuid.uuid4(),
        now=timezone.now(),
    )


def _clock(hall: Hall) -> None:
    if not RoundClock.objects.filter(round=hall.settled.round).exists():
        clocks.start(round_id=hall.settled.round_id, now=timezone.now())


def _no_clock(hall: Hall) -> None:
    if RoundClock.objects.filter(round=hall.settled.round).exists():
        clocks.take_back(round_id=hall.settled.round_id)


def _clock_paused(hall: Hall) -> None:
    _clock(hall)
    clocks.pause(round_id=hall.settled.round_id, reason="警鐘", now=timezone.now())


def _extra(hall: Hall) -> None:
    clocks.give_extra(game_id=hall.settled.pk, minutes=5, reason="遲了開始", now=timezone.now())


def _waiting(hall: Hall) -> Game:
    return hall.waiting


def _complete(hall: Hall) -> Game:
    return hall.complete


def _settings(hall: Hall) -> dict[str, Any]:
    return {
        "name": "改了名",
        "slug": hall.event.slug,
        "starts_on": TODAY,
        "ends_on": TODAY,
        "games_planned": 3,
        "confirmation": "tap",
        "signing": "drawn",
        "phones": "on",
        "public": "on" if hall.event.public else "",
    }


def _new_event(hall: Hall) -> dict[str, Any]:
    return _settings(hall) | {"slug": "brand-new", "template": "evening", "rule_set": "hkma-league"}


def _tables_of_referee(hall: Hall) -> dict[str, Any]:
    return {f"tables-{hall.users['referee'].pk}": "1-2"}


def _seats(hall: Hall) -> dict[str, Any]:
    numbers = list(hall.event.players.order_by("-number").values_list("number", flat=True))
    return {f"t{table}s{seat}": numbers[4 * (table - 1) + seat] for table in range(1, 7) for seat in range(4)}


# --- what has to be so before a write can succeed --------------------------------------------------------------------


def _closed(hall: Hall) -> None:
    Round.objects.filter(pk=hall.open_round.pk).update(state=Round.State.CLOSED, closed_at=timezone.now())


def _published(hall: Hall) -> None:
    Round.objects.filter(event=hall.event, number=2).update(state=Round.State.PUBLISHED, published_at=timezone.now())


def _locked(hall: Hall) -> None:
    event_draws.lock_list(event=hall.event, count=1, today=TODAY, now=timezone.now())


def _left(hall: Hall) -> None:
    """Who sits nowhere has withdrawn."""
    Player.objects.filter(event=hall.event, number=25).update(withdrawn_at=timezone.now())


def _void(hall: Hall) -> None:
    _closed(hall)
    Round.objects.filter(pk=hall.open_round.pk).update(voided_at=timezone.now(), void_reason="停電")


def _unwritten(hall: Hall) -> None:
    """Nothing has been recorded."""
    with triggers.disabled():
        Act.objects.all()._raw_delete("default")


def _two_stages(hall: Hall) -> None:
    Stage.objects.filter(event=hall.event).update(places=8)
    Stage.objects.create(event=hall.event, number=2, name="決賽", seating="snake")


def _cut(hall: Hall) -> None:
    """The first stage has been played, and a second one waits; all have different totals."""
    _two_stages(hall)
    GameSeat.objects.filter(round__number=2, round__event=hall.event).delete()
    Game.objects.filter(round__number=2, round__event=hall.event).delete()
    Round.objects.filter(event=hall.event, number=2).delete()
    _closed(hall)
    Game.objects.filter(event=hall.event).update(state=Game.State.SIGNED, disputed=False)
    cases.Case.objects.update(outcome="upheld")
    for place, seat in enumerate(GameSeat.objects.filter(round__event=hall.event).order_by("pk")):
        GameSeat.objects.filter(pk=seat.pk).update(score=place)


def _tied(hall: Hall) -> None:
    _cut(hall)
    GameSeat.objects.filter(round__event=hall.event).update(score=7)


def _stage_over(hall: Hall) -> None:
    _cut(hall)
    stages.close_stage(stage_id=hall.event.stages.get(number=1).pk, mark=_mark(hall), now=timezone.now())


def _dropped_out(hall: Hall) -> None:
    _stage_over(hall)
    entry = StageEntry.objects.filter(stage__event=hall.event).earliest("pk")
    Player.objects.filter(pk=entry.player_id).update(withdrawn_at=timezone.now())


def _snake(hall: Hall) -> None:
    """The drawn round is the first of a stage that follows from another one."""
    _two_stages(hall)
    second = hall.event.stages.get(number=2)
    Round.objects.filter(event=hall.event, number=2).update(stage=second)
    for rank, player in enumerate(hall.event.players.order_by("number")[:8], start=1):
        StageEntry.objects.create(stage=second, player=player, rank=rank)


def _sessions(hall: Hall) -> None:
    Stage.objects.filter(event=hall.event).update(session_days=["2026-11-21", "2026-11-22"])
    Player.objects.create(event=hall.event, number=26, name="新人")


def _mark(hall: Hall) -> str:
    return stages.list_mark(advancement(hall.event.stages.select_related("event").get(number=1)).cut)


_STAGE = {"name": "初賽", "places": 0, "per_table": 0, "share": "stage", "carry": "none", "seating": "draw"}


def _seen(hall: Hall) -> str:
    """The settled table's game and the version of its book, as the page of a round sends them."""
    return f"{hall.settled.pk}.{_fresh(hall.settled).book_version}"


def _seen_by_program(hall: Hall) -> dict[str, int]:
    return {"game": hall.settled.pk, "seen": _fresh(hall.settled).book_version}


def _untouched(hall: Hall) -> None:
    """The drawn round is open, and nothing has come of it."""
    Round.objects.filter(event=hall.event, number=2).update(state=Round.State.OPEN, opened_at=timezone.now())


def _calls(hall: Hall) -> None:
    """The player at the table calls a referee."""
    calls.call(game_id=hall.settled.pk, actor=Actor(player_id=_at_seat(hall)), now=timezone.now())


def _at_seat(hall: Hall) -> int:
    return hall.settled.seats.get(seat=0).player_id


def _suspending(hall: Hall) -> None:
    """停賽 by the ruling that is confirmed."""
    ruling = Ruling.objects.get(event=hall.event, number=2)
    Ruling.objects.filter(pk=ruling.pk).update(effect={**ruling.effect, "notes": ["suspend"]})


def _objected(hall: Hall) -> None:
    """The player at the settled table objects to article 1, which is on him."""
    player = hall.settled.seats.get(seat=0).player
    cases.object_to(ruling_id=hall.event.rulings.get(number=1).pk, player=player, text="我沒有犯規", now=timezone.now())


def _case(hall: Hall) -> list[Any]:
    """The case about article 1 where it has been opened; else the objection at the disputed table."""
    row = hall.event.cases.filter(act__isnull=True).first()
    act = hall.disputed.acts.get(kind="object").number
    return [hall.event.slug, str(row.pk) if row else f"{hall.disputed.pk}-{act}"]


# --- the table --------------------------------------------------------------------------------------------------------


def _nothing(hall: Hall) -> list[Any]:
    return []


def _slug(*more: Any) -> Args:
    return lambda hall: [hall.event.slug, *more]


def _at(game: str, *more: Any) -> Args:
    return lambda hall: [getattr(hall, game).pk, *more]


def read(may: frozenset[str] = EVERYBODY) -> Way:
    """A page to look at; by default for everybody who may know of it."""
    return Way(may)


def write(may: frozenset[str], body: Body | None = None, **more: Any) -> Way:
    return Way(may, body or said(), **more)


def game_page(way: Way | None = None, *, game: str = "settled", more: tuple[Any, ...] = (), **ways: Any) -> Address:
    return Address(_at(game, *more), way, game=game, **ways)


def event_page(way: Way | None = None, *more: Any, **ways: Any) -> Address:
    return Address(_slug(*more), way, **ways)


def live(*more: Any) -> Address:
    """公開的網址 of an event: of a private one for nobody."""
    return Address(lambda hall: ["zh-hant", hall.event.slug, *more], read(), shut=True)


def only(way: Way, *more: Any) -> Address:
    """A page of the organiser that only takes writes."""
    return Address(_slug(*more), post=way)


def organises(body: Body | None = None, **more: Any) -> Way:
    return write(ORGANISERS, body, **more)


def _account(get: Way | None = None, post: Way | None = None, args: Args = _nothing) -> Address:
    return Address(args, get, post, hidden=False, door=True)


def _open(get: Way | None = None, post: Way | None = None, args: Args = _nothing) -> Address:
    return Address(args, get, post, hidden=False)


def _person(hall: Hall) -> list[Any]:
    return [hall.users["stranger"].pk]


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def _authenticator(hall: Hall) -> dict[str, Any]:
    return {"secret": seal(SECRET, SETTING_UP), "typed": pyotp.TOTP(SECRET).now(), "password": "pass"}


def _enrolled(hall: Hall) -> None:
    now = timezone.now()
    code = pyotp.TOTP(SECRET).at(now)
    second_factor.enrol_authenticator(user=hall.users["stranger"], secret=SECRET, typed=code, now=now)


def _member(hall: Hall) -> list[Any]:
    found = Membership.objects.get(event=hall.event, user=hall.users["head referee"])
    return [hall.event.slug, found.pk]


def _slip(hall: Hall) -> list[Any]:
    return [slips.token_of(SignInSlip.objects.get(user=hall.newcomer, revoked_at=None))]


def _slip_person(hall: Hall) -> list[Any]:
    return [hall.event.slug, hall.newcomer.pk]


def _staff_batch(hall: Hall) -> list[Any]:
    batch = EventAct.objects.filter(event=hall.event, kind=EventAct.Kind.STAFF_ADDED).latest("number")
    return [hall.event.slug, batch.number]


def _players_batch(hall: Hall) -> list[Any]:
    return [hall.event.slug, EventAct.objects.filter(event=hall.event).latest("number").number]


def _application(hall: Hall) -> dict[str, Any]:
    return {"name": "另一人", "email": "other@example.com", "client_key": _key()}


def _desk(hall: Hall) -> dict[str, Any]:
    return {"opens_at": "2026-11-01T10:00", "closes_at": "2026-11-02T10:00"}


def _hand_over(hall: Hall) -> dict[str, Any]:
    users = hall.users
    return {"from_user": users["referee"].pk, "to_user": users["referee elsewhere"].pk}


def _listed(hall: Hall) -> list[Any]:
    return [hall.event.slug, hall.listed.pk]


def _apart(hall: Hall) -> list[Any]:
    return [hall.event.slug, hall.apart.pk]


def _webhook(hall: Hall) -> list[Any]:
    return [hall.event.slug, hall.webhook.pk]


def _link(hall: Hall) -> list[Any]:
    return [link_token(_holder(hall))]


def _holder(hall: Hall) -> Player:
    return hall.event.players.get(number=24)


ADDRESSES: dict[str, Address] = {
    # accounts
    "accounts:sign_in": _open(
        read(EVERYBODY), write(EVERYBODY, said(username="stranger", password="pass"), changes=False)
    ),
    "accounts:slip": _open(read(EVERYBODY), write(EVERYBODY, changes=None), args=_slip),
    # Redirects to the first step if it was not taken: see test_second_factor.
    "accounts:second_step": _open(read(EVERYBODY), write(EVERYBODY, changes=False)),
    "accounts:sign_out": _open(post=write(EVERYBODY, changes=False)),
    "accounts:language": _open(post=write(EVERYBODY, said(language="en"), changes=False)),
    "accounts:account": _account(read(SIGNED_IN)),
    "accounts:password": _account(
        post=write(
            SIGNED_IN,
            said(old_password="pass", new_password1="correct horse 9", new_password2="correct horse 9"),
        )
    ),
    "accounts:create_token": _account(post=write(SIGNED_IN, said(name="program"))),
    # Of everybody's tokens only one's own is revoked: see test_tricks.
    "accounts:revoke_token": _account(post=write(SIGNED_IN, changes=None), args=lambda hall: [hall.token.pk]),
    # Of everybody's devices only one's own are ended, and those of others by keepers: see test_devices.
    "accounts:end_device": _account(post=write(SIGNED_IN, changes=False), args=lambda hall: [1]),
    "accounts:end_other_devices": _account(post=write(SIGNED_IN, changes=False)),
    "accounts:devices_of": _account(read(KEEPERS), args=_person),
    "accounts:end_devices_of": _account(post=write(KEEPERS, changes=False), args=_person),
    "accounts:end_device_of": _account(post=write(KEEPERS, changes=False), args=lambda hall: [*_person(hall), 1]),
    "accounts:revoke_tokens_of": _account(post=write(KEEPERS), args=_person),
    "accounts:revoke_token_of": _account(post=write(KEEPERS), args=lambda hall: [*_person(hall), hall.token.pk]),
    "accounts:second_factor": _account(read(SIGNED_IN)),
    "accounts:prove": _account(read(SIGNED_IN), write(SIGNED_IN, changes=False)),
    "accounts:add_authenticator": _account(read(SIGNED_IN), write(SIGNED_IN, _authenticator)),
    # Nobody here has one yet: see test_second_factor.
    "accounts:remove_authenticator": _account(post=write(SIGNED_IN, changes=False)),
    "accounts:remove_passkey": _account(post=write(SIGNED_IN, changes=False), args=lambda hall: [1]),
    # What is sent here, only a browser can make: see tests/browser/test_second_factor.py.
    "accounts:add_passkey": Address(_nothing, post=write(frozenset()), hidden=False, door=True, refusal=422),
    "accounts:renew_codes": _account(post=write(SIGNED_IN, changes=False)),
    "accounts:reset_second_factor": _account(post=write(KEEPERS, prepare=_enrolled), args=_person),
    "accounts:people": _account(read(KEEPERS)),
    "accounts:log": _account(read(KEEPERS)),
    "accounts:log_csv": _account(read(KEEPERS)),
    "api:log": _open(read(KEEPERS)),
    "accounts:add_person": _account(post=write(KEEPERS, said(username="new-one", display_name="新人"))),
    # Closed as soon as somebody looks after the accounts, as here: see test_first_account.
    "accounts:first_account": Address(_nothing, Way(frozenset()), write(frozenset()), hidden=False, refusal=404),
    "accounts:add_organisation": _account(post=write(KEEPERS, said(name="西貢雀會", handle="west"))),
    "accounts:demand_second_factor": _account(
        post=write(KEEPERS, said(demanded="yes")), args=lambda hall: [hall.event.organisation_id]
    ),
    "accounts:set_rights": _account(
        post=write(KEEPERS, lambda hall: {f"right-{hall.event.organisation_id}": "creates"}), args=_person
    ),
    "accounts:reset_password": _account(post=write(KEEPERS), args=_person),
    "accounts:set_active": _account(post=write(KEEPERS, said(active="no")), args=_person),
    # what is open to all
    "robots": _open(read(EVERYBODY)),
    "healthz": _open(read(EVERYBODY)),
    "readyz": _open(read(EVERYBODY)),
    "metrics": Address(_nothing, Way(frozenset()), hidden=False, refusal=404),
    "tournaments:home": _open(read(EVERYBODY)),
    "tournaments:events": _open(read(EVERYBODY)),
    "tournaments:calculator": _open(read(EVERYBODY)),
    "tournaments:calculator_more": _open(read(EVERYBODY)),
    "tournaments:learn": _open(read(EVERYBODY)),
    "tournaments:learn_day": _open(read(EVERYBODY), args=lambda hall: ["hkma-league"]),
    "tournaments:learn_day_of": _open(
        read(EVERYBODY), args=lambda hall: ["hkma-league", timezone.localdate().isoformat()]
    ),
    "tournaments:learn_quiz": _open(read(EVERYBODY), args=lambda hall: ["hkma-league", 1]),
    "tournaments:learn_exam": _open(read(EVERYBODY), args=lambda hall: ["hkma-league", 1]),
    "tournaments:rule_sets": _open(read(EVERYBODY)),
    "tournaments:rules": _open(read(EVERYBODY), args=lambda hall: ["hkma-league"]),
    "tournaments:find_card": _open(read(EVERYBODY)),
    "tournaments:check": _open(read(EVERYBODY), args=lambda hall: [hall.signed.scorecards.get().code]),
    "tournaments:player_link": _open(
        read(EVERYBODY),
        write(EVERYBODY, lambda hall: {"pin": pin_of(_holder(hall))}, changes=False),
        args=_link,
    ),
    # an event
    "tournaments:new_event": _account(read(CREATORS), write(CREATORS, _new_event)),
    "tournaments:event": event_page(read()),
    "tournaments:event_acts": event_page(read(ORGANISERS)),
    "tournaments:acts_csv": event_page(read(ORGANISERS)),
    "api:event_log": event_page(read(ORGANISERS)),
    "tournaments:event_settings": event_page(read(ORGANISERS), post=organises(_settings)),
    "tournaments:players": event_page(read(ORGANISERS)),
    "tournaments:add_player": only(organises(said(number=99, name="新人"))),
    "tournaments:keep_apart": only(organises(said(first="1", second="2"))),
    "tournaments:let_together": Address(_apart, post=organises()),
    "tournaments:import_players": event_page(read(ORGANISERS), post=organises(said(text="99, 新人", save="1"))),
    "tournaments:player": event_page(read(ORGANISERS), 1, post=organises(said(number=1, name="改名"))),
    "tournaments:withdraw_player": only(organises(said(action="reinstate"), changes=True), 24),
    "tournaments:player_data": event_page(read(ORGANISERS), 1),
    "tournaments:erase_player": event_page(read(ORGANISERS), 25, post=organises(prepare=_left)),
    "tournaments:my_data": Address(_slug(), read(PLAYERS), refusal=404),
    "tournaments:blacklist": event_page(read(ORGANISERS), post=organises(said(name="某甲", reason="打人"))),
    "tournaments:lift_blacklisted": Address(_listed, post=organises(said(reason="已和解"))),
    "tournaments:tables": event_page(read(ORGANISERS)),
    "tournaments:add_tables": only(organises(said(count=2))),
    "tournaments:remove_table": only(organises(), 9),
    "tournaments:add_member": only(organises(said(username="stranger", role="referee"))),
    "tournaments:create_member": only(
        organises(said(**{"new-username": "new-one", "new-display_name": "新人", "new-role": "referee"}))
    ),
    "tournaments:remove_member": Address(_member, post=organises()),
    "tournaments:referee_tables": only(organises(_tables_of_referee)),
    "tournaments:webhooks": event_page(read(ORGANISERS), post=organises(said(address="https://other.example/"))),
    "tournaments:webhook": Address(_webhook, read(ORGANISERS)),
    "tournaments:test_webhook": Address(_webhook, post=organises()),
    "tournaments:end_webhook": Address(_webhook, post=organises()),
    "tournaments:register": Address(
        _slug(), read(EVERYBODY), write(EVERYBODY, _application, changes=True), hidden=False
    ),
    "tournaments:registration": _open(
        read(EVERYBODY), write(EVERYBODY, said(action="withdraw")), args=lambda hall: [token_of_entry(hall.entry)]
    ),
    "tournaments:registrations": event_page(read(ORGANISERS), post=organises(_desk)),
    "tournaments:registrations_to_players": only(organises()),
    "tournaments:decide_registration": Address(
        lambda hall: [hall.event.slug, hall.entry.pk], post=organises(said(action="paid"))
    ),
    "tournaments:check_in": event_page(read(WORKING)),
    "tournaments:mark_check_in": Address(_slug(1), post=write(WORKING)),
    "tournaments:fill_no_show": Address(
        _at("settled", 3), post=write(frozenset({"organiser", "head referee"}), said(by="staff-25"))
    ),
    "tournaments:undo_import": Address(_players_batch, post=organises(changes=None)),
    "tournaments:staff": event_page(
        read(ORGANISERS), post=organises(said(text="新裁判 裁判 1", tables="6", share="", save="1"))
    ),
    "tournaments:staff_slips": event_page(read(ORGANISERS)),
    "tournaments:renew_slip": Address(_slip_person, post=organises()),
    "tournaments:hand_over": only(organises(_hand_over)),
    "tournaments:undo_staff": Address(_staff_batch, post=organises()),
    "tournaments:stages": event_page(read()),
    "tournaments:use_format": only(organises(said(format="masters", players=32, sessions=0), prepare=_unwritten)),
    "tournaments:add_stage": only(organises(said(name="決賽"))),
    "tournaments:stage": event_page(read(), 1),
    "tournaments:change_stage": only(organises(said(**_STAGE)), 1),
    "tournaments:remove_stage": only(organises(prepare=_two_stages), 2),
    "tournaments:assign_sessions": only(organises(said(s1="26", s2=""), prepare=_sessions), 1),
    "tournaments:draw_lots": only(organises(said(word="6 3"), prepare=_tied), 1),
    "tournaments:close_stage": only(organises(lambda hall: {"mark": _mark(hall)}, prepare=_cut), 1),
    "tournaments:reopen_stage": only(organises(prepare=_stage_over), 1),
    "tournaments:decline_place": only(organises(said(number=1)), 1),
    "tournaments:fill_up_stage": only(organises(prepare=_dropped_out), 1),
    "tournaments:stage_standings": event_page(read(), 1),
    "tournaments:stage_rows": event_page(read(), 1),
    "tournaments:final_order": event_page(read()),
    "tournaments:seat_by_rank": only(organises(prepare=_snake), 2),
    "tournaments:rounds": event_page(read()),
    "tournaments:make_round": only(organises(said(day=TODAY))),
    "tournaments:round": event_page(read(), 1),
    "tournaments:draw_round": only(organises(said(seed="7")), 2),
    "tournaments:seat_round": only(organises(_seats), 2),
    "tournaments:round_day": only(organises(said(day="2026-12-01", confirmed="1")), 2),
    "tournaments:round_length": only(organises(said(wind_rounds="4")), 2),
    "tournaments:publish_round": only(organises(said(confirmed="1")), 2),
    "tournaments:unpublish_round": only(organises(prepare=_published), 2),
    "tournaments:void_round": only(organises(said(confirmed="1", reason="停電")), 1),
    "tournaments:unvoid_round": only(organises(prepare=_void), 1),
    "tournaments:open_round": only(organises(said(confirmed="1")), 2),
    "tournaments:end_games": only(organises(lambda hall: {"client_key": _key(), "game": _seen(hall)}), 1),
    "tournaments:close_round": only(organises(said(confirmed="1")), 1),
    "tournaments:round_clock": event_page(
        read(WORKING), 1, post=write(ORGANISERS | HEADS, said(do="start", minutes="60"))
    ),
    "tournaments:reopen_round": only(organises(prepare=_closed), 1),
    "tournaments:take_back_round": only(organises(said(confirmed="1"), prepare=_untouched), 2),
    "tournaments:discard_round": only(organises(), 2),
    "tournaments:swap_seats": event_page(read(HEADS | ORGANISERS), 1, post=write(HEADS | ORGANISERS, _swap)),
    "tournaments:round_print": event_page(read(), 1),
    "tournaments:seats": event_page(read()),
    "tournaments:seat_otherwise": event_page(read(ORGANISERS), 2, post=organises(said(way="swiss"))),
    "tournaments:draws": event_page(read()),
    "tournaments:lock_list": only(organises(said(count=2))),
    "tournaments:release_list": only(organises(said(reason="多了一人"), prepare=_locked)),
    "tournaments:draw_rounds": only(organises(said(seed="3 4"), prepare=_locked)),
    "tournaments:look_at_draw": only(organises(changes=False)),
    "tournaments:stop_draw": only(organises(changes=False)),
    "tournaments:list_document": event_page(read(), 1),
    "tournaments:draw_line": event_page(read(), 1, 1, post=write(EVERYBODY, changes=False)),
    "tournaments:draw_document": event_page(read(), 1, 1),
    "tournaments:room": event_page(read(WORKING)),
    "tournaments:standings": event_page(read()),
    "tournaments:standings_rows": event_page(read()),
    "tournaments:courses": event_page(read()),
    "tournaments:home_rows": event_page(read()),
    "tournaments:home_names": event_page(read()),
    "tournaments:home_own": event_page(read(), 1),
    "tournaments:standings_csv": event_page(read()),
    "tournaments:screen": event_page(read()),
    "tournaments:screen_settings": event_page(
        read(ORGANISERS), post=organises(lambda hall: dict.fromkeys(TURNS, "12"))
    ),
    "tournaments:screen_rows": event_page(read()),
    "tournaments:player_history": event_page(read(), 1),
    "tournaments:place": event_page(read(), 1),
    "tournaments:event_rules": event_page(read()),
    "tournaments:sum": event_page(read()),
    "tournaments:round_sum": event_page(read(), 1),
    "tournaments:reveal": event_page(read(WORKING), 2),
    "tournaments:publish_standings": only(organises()),
    "tournaments:live_standings_rows": live(),
    "tournaments:live_courses": live(),
    "tournaments:live_home_rows": live(),
    "tournaments:live_home_names": live(),
    "tournaments:live_home_own": live(1),
    "tournaments:live_stage_rows": live(1),
    "tournaments:live_screen_rows": live(),
    "tournaments:live_history": live(1),
    "tournaments:live_place": live(1),
    "tournaments:live_seats": live(),
    "tournaments:live_seats_of": live(1),
    "tournaments:live_event_picture": live(),
    "tournaments:live_standings_picture": live(),
    "tournaments:live_player_picture": live(1),
    "tournaments:live_card_picture": Address(lambda hall: ["zh-hant", hall.settled.pk], read(), shut=True),
    "tournaments:live_hand_picture": Address(lambda hall: ["zh-hant", hall.settled.pk, 1], read(), shut=True),
    "tournaments:live_count_picture": _open(read(), args=lambda hall: ["zh-hant"]),
    "tournaments:live_table": Address(lambda hall: ["zh-hant", hall.settled.pk], read(), shut=True),
    "tournaments:live_hands": Address(lambda hall: ["zh-hant", hall.settled.pk], read(), shut=True),
    "tournaments:live_story": Address(lambda hall: ["zh-hant", hall.settled.pk], read(), shut=True),
    "tournaments:me": Address(_slug(), read(PLAYERS), refusal=404),
    "tournaments:leave": Address(_slug(), post=write(EVERYBODY, changes=False)),
    "tournaments:poster": event_page(read(ORGANISERS)),
    "tournaments:links": event_page(read(ORGANISERS)),
    "tournaments:renew_link": only(organises(), 1),
    # a table
    "tournaments:my_tables": _account(read(SIGNED_IN)),
    "tournaments:table": game_page(read()),
    "tournaments:call": game_page(post=write(AT_TABLE)),
    # Whoever called takes it back: see test_calls.
    "tournaments:call_withdraw": game_page(post=write(AT_TABLE, prepare=_calls, changes=None)),
    "tournaments:call_take": game_page(post=write(REFEREES, prepare=_calls)),
    "tournaments:call_end": game_page(post=write(REFEREES, prepare=_calls)),
    "tournaments:win": game_page(
        read(WRITING),
        post=write(
            WRITING, said(**{"winner-0": "0", "mode-0": "typed", "typed-0": "32", "source": "self"}), changes=False
        ),
    ),
    "tournaments:draw": game_page(read(WRITING)),
    "tournaments:preview": game_page(read(WRITING)),
    "tournaments:recorded": game_page(read(WRITING)),
    "tournaments:deliver": game_page(
        game="waiting", post=write(AT_TABLE, written(_waiting, what="confirm", seats="0"))
    ),
    "tournaments:outbox": _open(read()),
    "tournaments:outbox_state": _open(read()),
    "tournaments:worker": _open(read()),
    "tournaments:save": game_page(post=write(WRITING, _save)),
    "tournaments:count": game_page(
        post=write(WRITING, said(**{"winner-0": "0", "mode-0": "typed", "typed-0": "32"}), changes=False)
    ),
    "tournaments:whatif": game_page(read()),
    "tournaments:substitute": game_page(
        read(HEADS | ORGANISERS), post=write(HEADS | ORGANISERS, said(seat="1", player="25"))
    ),
    "tournaments:reward": game_page(read(WRITING), post=write(WRITING, written(_settled, pick="concealed_kong.1"))),
    "tournaments:confirm": game_page(read(), game="waiting", post=write(AT_TABLE, written(_waiting, seats="0"))),
    "tournaments:object": game_page(
        read(AT_TABLE),
        game="waiting",
        more=(2,),
        post=write(AT_TABLE, written(_waiting, seat="0", reason="番數不對")),
    ),
    "tournaments:uphold": game_page(
        read(WRITING), game="disputed", more=(2,), post=write(WRITING, said(reason="已核對"))
    ),
    "tournaments:hands": game_page(read()),
    "tournaments:hands_beside": game_page(read()),
    "tournaments:hand": game_page(read(), more=(1,)),
    "tournaments:story": game_page(read()),
    "tournaments:story_step": game_page(read(), more=(1,)),
    "tournaments:correct": game_page(read(WRITING), more=(1,), post=write(WRITING, _correction)),
    "tournaments:correct_count": game_page(
        more=(1,), post=write(WRITING, said(**{"winner-0": "0", "typed-0": "32"}), changes=False)
    ),
    "tournaments:undo": game_page(read(WRITING), post=write(WRITING, written(_settled, reason="按錯了"))),
    "tournaments:export": game_page(read()),
    "tournaments:card": game_page(read()),
    "tournaments:card_pdf": game_page(read(), game="signed"),
    "tournaments:sign": game_page(read(AT_TABLE), game="complete"),
    "tournaments:sign_seat": game_page(
        read(AT_TABLE), game="complete", more=(0,), post=write(AT_TABLE, _signature(_complete))
    ),
    "tournaments:sign_ruled": game_page(
        read(WRITING), game="complete", more=(0,), post=write(WRITING, _signature(_complete, reason="選手離場"))
    ),
    "tournaments:reopen": game_page(
        read(HEADS), game="signed", post=write(HEADS, lambda hall: {"client_key": _key(), "reason": "計錯第三鋪"})
    ),
    "penalties:deliver": game_page(
        post=write(
            WRITING, written(_settled, seat="1", offence="hollow_win", compose="1", composed="1", words="warning")
        )
    ),
    "penalties:ruling": game_page(
        read(WRITING),
        post=write(
            WRITING, written(_settled, seat="1", offence="hollow_win", compose="1", composed="1", words="warning")
        ),
    ),
    "tournaments:other": game_page(read(WRITING), post=write(WRITING, written(_settled, pick="wrong_dealer.2"))),
    "penalties:register": event_page(read(WORKING)),
    "penalties:register_csv": event_page(read(WORKING)),
    "penalties:article": event_page(read(WORKING), 1),
    "penalties:hall": event_page(
        read(HEADS), post=write(HEADS, said(player="3", offence="other", composed="1", words="warning", facts="遲到"))
    ),
    "penalties:in_force": event_page(read(WORKING)),
    "penalties:mine": Address(_slug(), read(PLAYERS), refusal=404),
    "penalties:article_photo": event_page(read(WORKING | {"player"}), 1),
    "penalties:reverse": Address(
        _slug(2),
        Way(WRITING, tries=True),
        post=write(WRITING, lambda hall: {"client_key": _key(), "ready": "看錯了人"}),
    ),
    "penalties:confirm_suspension": Address(
        _slug(2), post=write(HEADS | ORGANISERS, said(), prepare=_suspending, changes=None)
    ),
    "penalties:cases": event_page(read(WORKING)),
    "penalties:case": Address(_case, read(WORKING), game="disputed"),
    "penalties:case_note": Address(_case, post=write(REFEREES, said(text="問過三家")), game="disputed"),
    "penalties:case_decide": Address(
        _case, post=write(HEADS, said(outcome="upheld", decision="鄰檯聽到"), prepare=_objected)
    ),
    "penalties:object_to_ruling": event_page(
        read(REFEREES | {"player"}), 1, post=write(REFEREES | {"player"}, said(reason="我沒有犯規"))
    ),
    # the API
    "api-schema": _open(read(EVERYBODY)),
    "api-docs": _open(read(EVERYBODY)),
    "api:score": _open(post=write(EVERYBODY, said(**HAND), changes=False)),
    "api:draw": _open(post=write(EVERYBODY, said(**SEATS), changes=False)),
    "api:replay": _open(post=write(EVERYBODY, said(**GAME), changes=False)),
    "api:rule_sets": _open(read(EVERYBODY)),
    "api:rule_set": _open(read(EVERYBODY), args=lambda hall: ["hkma-league"]),
    "api:check": _open(read(EVERYBODY), args=lambda hall: [hall.signed.scorecards.get().code]),
    "api:events": Address(
        _nothing,
        read(EVERYBODY),
        write(CREATORS, said(name="新賽事", starts_on="2026-11-21", ends_on="2026-11-21", rule_set="hkma-league")),
        hidden=False,
    ),
    "api:event": event_page(read(), patch=write(ORGANISERS, said(name="改了名"))),
    "api:players": event_page(read(), post=write(ORGANISERS, lambda hall: [{"name": "新人"}])),
    "api:person": event_page(read(ORGANISERS), 1),
    "api:erase_person": event_page(None, 25, post=organises(said(confirmed=True), prepare=_left)),
    "api:webhooks": event_page(read(ORGANISERS), post=organises(said(address="https://other.example/"))),
    "api:end_webhook": Address(_webhook, post=organises()),
    "api:test_webhook": Address(_webhook, post=organises()),
    "api:deliveries": Address(_webhook, get=read(ORGANISERS)),
    "api:apart": event_page(read(ORGANISERS), post=organises(said(first=1, second=2))),
    "api:let_together": Address(_apart, post=organises()),
    "api:tables": event_page(read(WORKING)),
    "api:rounds": event_page(read(), post=organises(said(day=str(TODAY)))),
    "api:round": event_page(read(), 1),
    "api:round_length": event_page(None, 2, post=organises(said(wind_rounds=4))),
    "api:publish_round": event_page(None, 2, post=organises(said(confirmed=True))),
    "api:unpublish_round": event_page(None, 2, post=organises(prepare=_published)),
    "api:open_round": event_page(None, 2, post=organises(said(confirmed=True))),
    "api:end_games": event_page(
        None, 1, post=organises(lambda hall: {"client_key": _key(), "games": [_seen_by_program(hall)]})
    ),
    "api:close_round": event_page(None, 1, post=organises(said(confirmed=True))),
    "api:reopen_round": event_page(None, 1, post=organises(prepare=_closed)),
    "api:void_round": event_page(None, 1, post=organises(said(confirmed=True, reason="停電"))),
    "api:unvoid_round": event_page(None, 1, post=organises(prepare=_void)),
    "api:correct_seats": event_page(
        None,
        1,
        post=write(
            HEADS | ORGANISERS,
            said(seats=[{"table": 1, "seat": 1, "player": 3}, {"table": 1, "seat": 2, "player": 2}], reason="坐錯檯"),
        ),
    ),
    "api:take_back_round": event_page(None, 2, post=organises(prepare=_untouched)),
    "api:stages": event_page(read(), post=organises(said(name="決賽"))),
    "api:use_format": event_page(None, post=organises(said(format="masters", players=32), prepare=_unwritten)),
    "api:stage": event_page(read(), 1, patch=organises(said(name="初賽甲"))),
    "api:remove_stage": event_page(None, 2, post=organises(prepare=_two_stages)),
    "api:assign_sessions": event_page(
        None, 1, post=organises(said(sessions=[{"player": 26, "session": 1}]), prepare=_sessions)
    ),
    "api:draw_lots": event_page(None, 1, post=organises(said(word="6 3"), prepare=_tied)),
    "api:close_stage": event_page(None, 1, post=organises(lambda hall: {"mark": _mark(hall)}, prepare=_cut)),
    "api:reopen_stage": event_page(None, 1, post=organises(prepare=_stage_over)),
    "api:decline_place": event_page(None, 1, post=organises(said(number=1))),
    "api:fill_up_stage": event_page(None, 1, post=organises(prepare=_dropped_out)),
    "api:staff": event_page(
        read(ORGANISERS), post=organises(said(people=[{"name": "新裁判", "tables": [1]}], tables=6))
    ),
    "api:undo_staff": Address(_staff_batch, post=organises()),
    "api:hand_over": event_page(None, post=organises(said(from_user="referee", to_user="referee-elsewhere"))),
    "api:register": Address(_slug(), read(EVERYBODY), write(EVERYBODY, _application), hidden=False),
    "api:registration": Address(
        lambda hall: [token_of_entry(hall.entry)],
        read(EVERYBODY),
        patch=write(EVERYBODY, said(note="素食")),
        hidden=False,
    ),
    "api:withdraw_registration": _open(post=write(EVERYBODY), args=lambda hall: [token_of_entry(hall.entry)]),
    "api:registrations": event_page(read(ORGANISERS)),
    "api:set_desk": event_page(
        None, post=organises(said(opens_at="2026-11-01T10:00:00+08:00", closes_at="2026-11-02T10:00:00+08:00"))
    ),
    "api:registrations_to_players": event_page(None, post=organises()),
    "api:decide_registration": Address(
        lambda hall: [hall.event.slug, hall.entry.pk], post=organises(said(action="paid"))
    ),
    "api:check_in": event_page(read(WORKING)),
    "api:mark_check_in": Address(_slug(1), post=write(WORKING)),
    "api:fill_no_show": Address(_at("settled", 3), post=write(ORGANISERS | HEADS, said(player=25))),
    "api:draws": event_page(read()),
    "api:lock_list": event_page(None, post=organises(said(count=2))),
    "api:release_list": event_page(None, post=organises(said(reason="多了一人"), prepare=_locked)),
    "api:draw_rounds": event_page(None, post=organises(said(seed="3 4"), prepare=_locked)),
    "api:look_at_draw": event_page(None, post=organises(changes=False)),
    "api:stop_draw": event_page(None, post=organises(changes=False)),
    "api:draw_document": event_page(read(), 1, 1),
    "api:standings": event_page(read()),
    "api:sum": event_page(read()),
    "api:games": event_page(read()),
    "api:game": game_page(read()),
    "api:export": game_page(read()),
    "api:hands": game_page(read(), post=write(WRITING, written(_settled, event=WIN))),
    "api:preview": game_page(post=write(WRITING, said(event=WIN), changes=False)),
    "api:clock": event_page(read(), 1, post=write(ORGANISERS | HEADS, said(minutes=60), prepare=_no_clock)),
    "api:clock_time": event_page(None, 1, post=write(ORGANISERS | HEADS, said(minutes=60), prepare=_clock)),
    "api:clock_pause": event_page(None, 1, post=write(ORGANISERS | HEADS, said(reason="警鐘"), prepare=_clock)),
    "api:clock_resume": event_page(None, 1, post=write(ORGANISERS | HEADS, prepare=_clock_paused)),
    "api:clock_take_back": event_page(None, 1, post=write(ORGANISERS | HEADS, prepare=_clock)),
    "api:extra_time": game_page(post=write(ORGANISERS | HEADS, said(minutes=5, reason="遲了開始"))),
    "api:take_back_extra_time": game_page(
        post=write(
            ORGANISERS | HEADS,
            lambda hall: {"extra": ExtraTime.objects.values_list("pk", flat=True).first() or 0},
            prepare=_extra,
        )
    ),
    "api:pause": game_page(post=write(WRITING, lambda hall: {"client_key": _key(), "reason": "選手不適"})),
    "api:resume": game_page(post=write(WRITING, lambda hall: {"client_key": _key()}, prepare=_paused)),
    "api:undo": game_page(post=write(WRITING, written(_settled, reason="按錯了"))),
    "api:confirm": game_page(game="waiting", post=write(AT_TABLE, lambda hall: {"client_key": _key(), "seats": [0]})),
    "api:hand": game_page(read(), more=(1,)),
    "api:correct": game_page(more=(1,), post=write(WRITING, written(_settled, entries=_ENTRIES, reason="計錯番"))),
    "api:correct_preview": game_page(more=(1,), post=write(WRITING, said(entries=_ENTRIES), changes=False)),
    "api:object": game_page(
        game="waiting",
        more=(2,),
        post=write(AT_TABLE, lambda hall: {"client_key": _key(), "seat": 0, "reason": "番數不對"}),
    ),
    "api:uphold": game_page(
        game="disputed", more=(2,), post=write(WRITING, lambda hall: {"client_key": _key(), "reason": "已核對"})
    ),
    "api:calls": event_page(read(WORKING)),
    "api:call": game_page(read(WORKING | {"player"}), post=write(AT_TABLE)),
    "api:call_withdraw": game_page(post=write(AT_TABLE, changes=False)),
    "api:call_take": game_page(post=write(REFEREES, prepare=_calls)),
    "api:call_end": game_page(post=write(REFEREES, prepare=_calls)),
    "penalties_api:cases": event_page(read(WORKING)),
    "penalties_api:case": Address(_case, read(WORKING), game="disputed"),
    "penalties_api:case_notes": Address(_case, post=write(REFEREES, said(text="問過三家")), game="disputed"),
    "penalties_api:case_decide": Address(
        _case, post=write(HEADS, said(outcome="upheld", decision="鄰檯聽到"), prepare=_objected)
    ),
    "penalties_api:object_to_ruling": event_page(None, 1, post=write(REFEREES | {"player"}, said(reason="我沒有犯規"))),
    "api:substitute": game_page(post=write(HEADS | ORGANISERS, said(seat=1, player=25))),
    "api:blacklist": event_page(read(ORGANISERS), post=organises(said(name="某甲", reason="打人"))),
    "api:lift_blacklisted": Address(_listed, post=organises(said(reason="已和解"))),
    "api:card": game_page(read()),
    "api:sign": game_page(game="complete", post=write(AT_TABLE, _signature(_complete, seat=0))),
    "api:sign_ruled": game_page(
        game="complete",
        post=write(
            WRITING,
            lambda hall: {"client_key": _key(), "digest": digest_of(hall.complete)} | {"seat": 0, "reason": "選手離場"},
        ),
    ),
    "api:reopen": game_page(
        game="signed", post=write(HEADS, lambda hall: {"client_key": _key(), "reason": "計錯第三鋪"})
    ),
    "penalties_api:rule": game_page(
        post=write(WRITING, written(_settled, event={"seat": 1, "offence": "talking"}, facts="向鄰檯說話"))
    ),
    "penalties_api:rule_in_hall": event_page(
        None,
        post=write(
            HEADS,
            lambda hall: {"player": 1, "ruling": {"offence": "talking"}, "facts": "遲到", "client_key": _key()},
        ),
    ),
    "penalties_api:reverse": event_page(
        None, 2, post=write(WRITING, lambda hall: {"client_key": _key(), "reason": "看錯了人"})
    ),
    "penalties_api:confirm_suspension": event_page(
        None, 2, post=write(HEADS | ORGANISERS, lambda hall: {}, prepare=_suspending, changes=None)
    ),
    "penalties_api:rulings": event_page(read(WORKING)),
    "penalties_api:cards": event_page(read(WORKING)),
    "penalties_api:ruling": event_page(read(WORKING), 1),
}
