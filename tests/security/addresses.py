"""Every address of the site, who may go there, and what a real write there looks like.

`ADDRESSES` is compared with the resolver by a test: an address that nobody thought of here fails it.
"""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
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
from tests.rounds.two_tables import chairs_said, exchange
from tests.security.hall import ACCOUNTS, PEOPLE, WORKING, WRITING, FullHall, digest_of
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
from tournaments.standings.cutline import advancement
from tournaments.tables.forms import draft_text, preview_mark
from tournaments.tables.game_log.read import Actor, rules_mark
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft
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
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

Args = Callable[[FullHall], list[Any]]
Body = Callable[[FullHall], Any]


@dataclass(frozen=True)
class Way:
    """One method of an address: who may use it, and for a write a body that really writes something."""

    may: frozenset[str]
    body: Body | None = None
    prepare: Callable[[FullHall], Any] | None = None
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

    def table(self, hall: FullHall) -> Game:
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


def address_of(name: str, hall: FullHall) -> str:
    return reverse(name, args=ADDRESSES[name].args(hall))


# --- bodies -----------------------------------------------------------------------------------------------------------


def keyed(hall: FullHall) -> dict[str, Any]:
    return {"client_key": str(uuid.uuid4())}


def _version(game: Game) -> int:
    return Game.objects.get(pk=game.pk).book_version


def seen(game: str = "settled") -> Body:
    return lambda hall: keyed(hall) | {"seen": _version(getattr(hall, game))}


WIN = {"type": "win", "winner": 0, "self_draw": True, "fan": 37}
_ENTRIES = [{"event": {"type": "win", "winner": 0, "from": 1, "fan": 20}, "claim": None}]
_STAGE = {"name": "初賽", "places": 0, "per_table": 0, "share": "stage", "carry": "none", "seating": "draw"}
_TYPED = {"winner-0": "0", "mode-0": "typed", "typed-0": "32"}
_HOURS = {"opens_at": "2026-11-01T10:00", "closes_at": "2026-11-02T10:00"}
_MEMBER = {"new-username": "new-one", "new-display_name": "新人", "new-role": "referee"}
_PASSWORDS = {"old_password": "pass"} | dict.fromkeys(("new_password1", "new_password2"), "correct horse 9")
_NEW_EVENT = {"name": "新賽事", "starts_on": "2026-11-21", "ends_on": "2026-11-21", "rule_set": "hkma-league"}
_SEATS = [{"table": 1, "seat": 1, "player": 3}, {"table": 1, "seat": 2, "player": 2}]


def _save(hall: FullHall) -> dict[str, Any]:
    mark = preview_mark(rules_mark(hall.settled.event), timezone.now(), hall.settled.pk)
    return seen()(hall) | {"kind": "draw", "counted": mark}


def _swap(hall: FullHall) -> dict[str, Any]:
    round_ = hall.open_round
    return {"reason": "坐錯檯", "chairs": chairs_said(round_, exchange(round_, 2, 3))}


def _correction(hall: FullHall) -> dict[str, Any]:
    draft = draft_text(Draft((Played(_ENTRIES[0]["event"]),)), hall.settled.pk)
    return seen()(hall) | {"draft": draft, "do": "save", "reason": "計錯番"}


def _card(hall: FullHall) -> dict[str, Any]:
    return keyed(hall) | {"digest": digest_of(hall.complete)}


def _settings(hall: FullHall) -> dict[str, Any]:
    days = {"starts_on": TODAY, "ends_on": TODAY, "games_planned": 3}
    ways = {"confirmation": "tap", "signing": "drawn", "phones": "on", "public": "on" if hall.event.public else ""}
    return {"name": "改了名", "slug": hall.event.slug, **days, **ways}


def _new_event(hall: FullHall) -> dict[str, Any]:
    return _settings(hall) | {"slug": "brand-new", "template": "evening", "rule_set": "hkma-league"}


def _mark(hall: FullHall) -> dict[str, Any]:
    stage = hall.event.stages.select_related("event").get(number=1)
    return {"mark": stages.list_mark(advancement(stage).cut)}


def _seen_on_page(hall: FullHall) -> dict[str, Any]:
    return keyed(hall) | {"game": f"{hall.settled.pk}.{_version(hall.settled)}"}


def _seen_by_program(hall: FullHall) -> dict[str, Any]:
    return keyed(hall) | {"games": [{"game": hall.settled.pk, "seen": _version(hall.settled)}]}


def _given_extra(hall: FullHall) -> dict[str, Any]:
    return {"extra": ExtraTime.objects.values_list("pk", flat=True).first() or 0}


def _pin(hall: FullHall) -> dict[str, Any]:
    return {"pin": pin_of(_holder(hall))}


def _right(hall: FullHall) -> dict[str, Any]:
    return {f"right-{hall.event.organisation_id}": "creates"}


def _authenticator(hall: FullHall) -> dict[str, Any]:
    return {"secret": seal(SECRET, SETTING_UP), "typed": pyotp.TOTP(SECRET).now(), "password": "pass"}


def _hand_over(hall: FullHall) -> dict[str, Any]:
    return {"from_user": hall.users["referee"].pk, "to_user": hall.users["referee elsewhere"].pk}


# --- what has to be so before a write can succeed --------------------------------------------------------------------


def _paused(hall: FullHall) -> None:
    user = TableReferee.objects.filter(table=hall.settled.table).values_list("user", flat=True).first()
    said = {"reason": "選手不適", "client_key": uuid.uuid4(), "now": timezone.now()}
    pause(game_id=hall.settled.pk, actor=Actor(user_id=user), **said)


def _clock(hall: FullHall) -> None:
    if not RoundClock.objects.filter(round=hall.settled.round).exists():
        clocks.start(round_id=hall.settled.round_id, now=timezone.now())


def _no_clock(hall: FullHall) -> None:
    if RoundClock.objects.filter(round=hall.settled.round).exists():
        clocks.take_back(round_id=hall.settled.round_id)


def _clock_paused(hall: FullHall) -> None:
    _clock(hall)
    clocks.pause(round_id=hall.settled.round_id, reason="警鐘", now=timezone.now())


def _extra(hall: FullHall) -> None:
    clocks.give_extra(game_id=hall.settled.pk, minutes=5, reason="遲了開始", now=timezone.now())


def _closed(hall: FullHall) -> None:
    Round.objects.filter(pk=hall.open_round.pk).update(state=Round.State.CLOSED, closed_at=timezone.now())


def _published(hall: FullHall) -> None:
    Round.objects.filter(event=hall.event, number=2).update(state=Round.State.PUBLISHED, published_at=timezone.now())


def _locked(hall: FullHall) -> None:
    event_draws.lock_list(event=hall.event, count=1, today=TODAY, now=timezone.now())


def _left(hall: FullHall) -> None:
    Player.objects.filter(event=hall.event, number=25).update(withdrawn_at=timezone.now())


def _void(hall: FullHall) -> None:
    _closed(hall)
    Round.objects.filter(pk=hall.open_round.pk).update(voided_at=timezone.now(), void_reason="停電")


def _unwritten(hall: FullHall) -> None:
    with triggers.disabled():
        Act.objects.all()._raw_delete("default")


def _two_stages(hall: FullHall) -> None:
    Stage.objects.filter(event=hall.event).update(places=8)
    Stage.objects.create(event=hall.event, number=2, name="決賽", seating="snake")


def _cut(hall: FullHall) -> None:
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


def _tied(hall: FullHall) -> None:
    _cut(hall)
    GameSeat.objects.filter(round__event=hall.event).update(score=7)


def _stage_over(hall: FullHall) -> None:
    _cut(hall)
    stages.close_stage(stage_id=hall.event.stages.get(number=1).pk, **_mark(hall), now=timezone.now())


def _dropped_out(hall: FullHall) -> None:
    _stage_over(hall)
    entry = StageEntry.objects.filter(stage__event=hall.event).earliest("pk")
    Player.objects.filter(pk=entry.player_id).update(withdrawn_at=timezone.now())


def _snake(hall: FullHall) -> None:
    """The drawn round is the first of a stage that follows from another one."""
    _two_stages(hall)
    second = hall.event.stages.get(number=2)
    Round.objects.filter(event=hall.event, number=2).update(stage=second)
    for rank, player in enumerate(hall.event.players.order_by("number")[:8], start=1):
        StageEntry.objects.create(stage=second, player=player, rank=rank)


def _sessions(hall: FullHall) -> None:
    Stage.objects.filter(event=hall.event).update(session_days=["2026-11-21", "2026-11-22"])
    Player.objects.create(event=hall.event, number=26, name="新人")


def _untouched(hall: FullHall) -> None:
    Round.objects.filter(event=hall.event, number=2).update(state=Round.State.OPEN, opened_at=timezone.now())


def _calls(hall: FullHall) -> None:
    player = hall.settled.seats.get(seat=0).player_id
    calls.call(game_id=hall.settled.pk, actor=Actor(player_id=player), now=timezone.now())


def _suspending(hall: FullHall) -> None:
    ruling = Ruling.objects.get(event=hall.event, number=2)
    Ruling.objects.filter(pk=ruling.pk).update(effect={**ruling.effect, "notes": ["suspend"]})


def _objected(hall: FullHall) -> None:
    player = hall.settled.seats.get(seat=0).player
    cases.object_to(ruling_id=hall.event.rulings.get(number=1).pk, player=player, text="我沒有犯規", now=timezone.now())


def _enrolled(hall: FullHall) -> None:
    now = timezone.now()
    code = pyotp.TOTP(SECRET).at(now)
    second_factor.enrol_authenticator(user=hall.users["stranger"], secret=SECRET, typed=code, now=now)


# --- parts of addresses -----------------------------------------------------------------------------------------------


def _person(hall: FullHall) -> int:
    return hall.users["stranger"].pk


def _member(hall: FullHall) -> int:
    return Membership.objects.get(event=hall.event, user=hall.users["head referee"]).pk


def _slip(hall: FullHall) -> str:
    return slips.token_of(SignInSlip.objects.get(user=hall.newcomer, revoked_at=None))


def _staff_batch(hall: FullHall) -> int:
    return EventAct.objects.filter(event=hall.event, kind=EventAct.Kind.STAFF_ADDED).latest("number").number


def _players_batch(hall: FullHall) -> int:
    return EventAct.objects.filter(event=hall.event).latest("number").number


def _holder(hall: FullHall) -> Player:
    return hall.event.players.get(number=24)


def _link(hall: FullHall) -> str:
    return link_token(_holder(hall))


def _entry(hall: FullHall) -> str:
    return token_of_entry(hall.entry)


def _code(hall: FullHall) -> str:
    return hall.signed.scorecards.get().code


def _case(hall: FullHall) -> str:
    """The case about article 1 where it has been opened; else the objection at the disputed table."""
    row = hall.event.cases.filter(act__isnull=True).first()
    return str(row.pk) if row else f"{hall.disputed.pk}-{hall.disputed.acts.get(kind='object').number}"


_listed, _apart, _webhook, _application = map(attrgetter, ("listed.pk", "apart.pk", "webhook.pk", "entry.pk"))
_newcomer, _token, _organisation = map(attrgetter, ("newcomer.pk", "token.pk", "event.organisation_id"))


# --- the table --------------------------------------------------------------------------------------------------------


def args(*parts: Any) -> Args:
    return lambda hall: [part(hall) if callable(part) else part for part in parts]


def read(may: frozenset[str] = EVERYBODY) -> Way:
    """A page to look at; by default for everybody who may know of it."""
    return Way(may)


def write(
    may: frozenset[str],
    body: Body | None = None,
    *,
    prepare: Callable[[FullHall], Any] | None = None,
    changes: bool | None = True,
    **fields: Any,
) -> Way:
    """A write of these fields, beside those of `body`."""

    def whole(hall: FullHall) -> Any:
        made = body(hall) if body else {}
        return made | fields if fields else made

    return Way(may, whole, prepare, changes)


def organises(body: Body | None = None, **more: Any) -> Way:
    return write(ORGANISERS, body, **more)


def game_page(get: Way | None = None, *parts: Any, game: str = "settled", **ways: Any) -> Address:
    return Address(args(attrgetter(f"{game}.pk"), *parts), get, game=game, **ways)


def event_page(get: Way | None = None, *parts: Any, **ways: Any) -> Address:
    return Address(args(attrgetter("event.slug"), *parts), get, **ways)


def only(post: Way, *parts: Any, **ways: Any) -> Address:
    """An address of an event that only takes writes."""
    return event_page(None, *parts, post=post, **ways)


def live(*parts: Any, of: str = "event.slug") -> Address:
    """公開的網址 of an event: of a private one for nobody."""
    return Address(args("zh-hant", attrgetter(of), *parts), read(), shut=True)


def account(get: Way | None = None, *parts: Any, **ways: Any) -> Address:
    return Address(args(*parts), get, hidden=False, door=True, **ways)


def open_page(get: Way | None = None, *parts: Any, **ways: Any) -> Address:
    return Address(args(*parts), get, hidden=False, **ways)


def alike(address: Address, names: str, space: str = "tournaments:") -> dict[str, Address]:
    return {f"{space}{name}": address for name in names.split()}


def both(space: str = "tournaments", **addresses: Address) -> dict[str, Address]:
    program = {"tournaments": "api", "penalties": "penalties_api"}[space]
    return {f"{where}:{name}": address for where in (space, program) for name, address in addresses.items()}


BOTH = HEADS | ORGANISERS
# The same for a page and its program.
_REGISTERED = write(EVERYBODY, keyed, name="另一人", email="other@example.com")
_TOLD = organises(address="https://other.example/")
_BLACKLISTED = organises(name="某甲", reason="打人")
_HEARD = write(HEADS, outcome="upheld", decision="鄰檯聽到", prepare=_objected)
_NOTED = write(REFEREES, text="問過三家")
_CONTESTED = write(REFEREES | {"player"}, reason="我沒有犯規")
_SUSPENDED = write(BOTH, prepare=_suspending, changes=None)
_REOPENED = write(HEADS, keyed, reason="計錯第三鋪")
_RULED = write(WRITING, seen(), seat="1", offence="hollow_win", compose="1", composed="1", words="warning")
_OBJECTED = write(AT_TABLE, seen("waiting"), seat="0", reason="番數不對")
_UNDONE = write(WRITING, seen(), reason="按錯了")

ADDRESSES: dict[str, Address] = {
    # accounts
    "accounts:sign_in": open_page(read(), post=write(EVERYBODY, username="stranger", password="pass", changes=False)),
    "accounts:slip": open_page(read(), _slip, post=write(EVERYBODY, changes=None)),
    # Redirects to the first step if it was not taken: see test_second_factor.
    "accounts:second_step": open_page(read(), post=write(EVERYBODY, changes=False)),
    "accounts:sign_out": open_page(post=write(EVERYBODY, changes=False)),
    "accounts:language": open_page(post=write(EVERYBODY, language="en", changes=False)),
    "accounts:account": account(read(SIGNED_IN)),
    "accounts:password": account(post=write(SIGNED_IN, **_PASSWORDS)),
    "accounts:create_token": account(post=write(SIGNED_IN, name="program")),
    # Of everybody's tokens only one's own is revoked: see test_tricks.
    "accounts:revoke_token": account(None, _token, post=write(SIGNED_IN, changes=None)),
    # Of everybody's devices only one's own are ended, and those of others by keepers: see test_devices.
    "accounts:end_device": account(None, 1, post=write(SIGNED_IN, changes=False)),
    "accounts:end_other_devices": account(post=write(SIGNED_IN, changes=False)),
    "accounts:devices_of": account(read(KEEPERS), _person),
    "accounts:end_devices_of": account(None, _person, post=write(KEEPERS, changes=False)),
    "accounts:end_device_of": account(None, _person, 1, post=write(KEEPERS, changes=False)),
    "accounts:revoke_tokens_of": account(None, _person, post=write(KEEPERS)),
    "accounts:revoke_token_of": account(None, _person, _token, post=write(KEEPERS)),
    "accounts:second_factor": account(read(SIGNED_IN)),
    "accounts:prove": account(read(SIGNED_IN), post=write(SIGNED_IN, changes=False)),
    "accounts:add_authenticator": account(read(SIGNED_IN), post=write(SIGNED_IN, _authenticator)),
    # Nobody here has one yet: see test_second_factor.
    "accounts:remove_authenticator": account(post=write(SIGNED_IN, changes=False)),
    "accounts:remove_passkey": account(None, 1, post=write(SIGNED_IN, changes=False)),
    # What is sent here, only a browser can make: see tests/browser/test_second_factor.py.
    "accounts:add_passkey": account(post=write(frozenset()), refusal=422),
    "accounts:renew_codes": account(post=write(SIGNED_IN, changes=False)),
    "accounts:reset_second_factor": account(None, _person, post=write(KEEPERS, prepare=_enrolled)),
    "accounts:people": account(read(KEEPERS)),
    "accounts:log": account(read(KEEPERS)),
    "accounts:log_csv": account(read(KEEPERS)),
    "api:log": open_page(read(KEEPERS)),
    "accounts:add_person": account(post=write(KEEPERS, username="new-one", display_name="新人")),
    # Closed as soon as somebody looks after the accounts, as here: see test_first_account.
    "accounts:first_account": open_page(Way(frozenset()), post=write(frozenset()), refusal=404),
    "accounts:add_organisation": account(post=write(KEEPERS, name="西貢雀會", handle="west")),
    "accounts:demand_second_factor": account(None, _organisation, post=write(KEEPERS, demanded="yes")),
    "accounts:set_rights": account(None, _person, post=write(KEEPERS, _right)),
    "accounts:reset_password": account(None, _person, post=write(KEEPERS)),
    "accounts:set_active": account(None, _person, post=write(KEEPERS, active="no")),
    # what is open to all
    "robots": open_page(read()),
    "metrics": open_page(Way(frozenset()), refusal=404),
    "tournaments:learn_day": open_page(read(), "hkma-league"),
    "tournaments:learn_day_of": open_page(read(), "hkma-league", lambda hall: timezone.localdate().isoformat()),
    "tournaments:learn_quiz": open_page(read(), "hkma-league", 1),
    "tournaments:learn_exam": open_page(read(), "hkma-league", 1),
    "tournaments:rules": open_page(read(), "hkma-league"),
    "tournaments:player_link": open_page(read(), _link, post=write(EVERYBODY, _pin, changes=False)),
    # an event
    "tournaments:new_event": account(read(CREATORS), post=write(CREATORS, _new_event)),
    "api:event_log": event_page(read(ORGANISERS)),
    "tournaments:event_settings": event_page(read(ORGANISERS), post=organises(_settings)),
    "tournaments:add_player": only(organises(number=99, name="新人")),
    "tournaments:keep_apart": only(organises(first="1", second="2")),
    "tournaments:import_players": event_page(read(ORGANISERS), post=organises(text="99, 新人", save="1")),
    "tournaments:player": event_page(read(ORGANISERS), 1, post=organises(number=1, name="改名")),
    "tournaments:withdraw_player": only(organises(action="reinstate", prepare=_left), 25),
    "tournaments:player_data": event_page(read(ORGANISERS), 1),
    "tournaments:erase_player": event_page(read(ORGANISERS), 25, post=organises(prepare=_left)),
    "tournaments:my_data": event_page(read(PLAYERS), refusal=404),
    "tournaments:add_tables": only(organises(count=2)),
    "tournaments:remove_table": only(organises(), 9),
    "tournaments:add_member": only(organises(username="stranger", role="referee")),
    "tournaments:create_member": only(organises(**_MEMBER)),
    "tournaments:remove_member": only(organises(), _member),
    "tournaments:referee_tables": only(organises(lambda hall: {f"tables-{hall.users['referee'].pk}": "1-2"})),
    "tournaments:webhook": event_page(read(ORGANISERS), _webhook),
    "tournaments:registration": open_page(read(), _entry, post=write(EVERYBODY, action="withdraw")),
    "tournaments:registrations": event_page(read(ORGANISERS), post=organises(**_HOURS)),
    "tournaments:fill_no_show": game_page(read(BOTH), 3, post=write(BOTH, by="staff-25")),
    "tournaments:undo_import": only(organises(changes=None), _players_batch),
    "tournaments:staff": event_page(
        read(ORGANISERS), post=organises(text="新裁判 裁判 1", tables="6", share="", save="1")
    ),
    "tournaments:renew_slip": only(organises(), _newcomer),
    "tournaments:hand_over": only(organises(_hand_over)),
    "tournaments:use_format": only(organises(format="masters", players=32, sessions=0, prepare=_unwritten)),
    "tournaments:add_stage": only(organises(name="決賽")),
    "tournaments:change_stage": only(organises(**_STAGE), 1),
    "tournaments:assign_sessions": only(organises(s1="26", s2="", prepare=_sessions), 1),
    "tournaments:seat_by_rank": only(organises(prepare=_snake), 2),
    "tournaments:make_round": only(organises(day=TODAY)),
    "tournaments:draw_round": only(organises(seed="7"), 2),
    "tournaments:round_day": only(organises(day="2026-12-01", confirmed="1"), 2),
    "tournaments:end_games": only(organises(_seen_on_page), 1),
    "tournaments:round_clock": event_page(read(WORKING), 1, post=write(BOTH, do="start", minutes="60")),
    "tournaments:take_back_round": only(organises(confirmed="1", prepare=_untouched), 2),
    "tournaments:discard_round": only(organises(), 2),
    "tournaments:check_in": event_page(read(WORKING), post=write(WORKING, player="1", table="1")),
    "tournaments:mark_check_in": event_page(read(WORKING), 1, post=write(WORKING)),
    "api:check_in": event_page(read(WORKING)),
    "api:mark_check_in": only(write(WORKING), 1),
    "tournaments:swap_seats": event_page(read(BOTH), 1, post=write(BOTH, _swap)),
    "tournaments:seat_otherwise": event_page(read(ORGANISERS), 2, post=organises(way="swiss")),
    "tournaments:draw_line": event_page(read(), 1, 1, post=write(EVERYBODY, changes=False)),
    "tournaments:room": event_page(read(WORKING)),
    "tournaments:screen_settings": event_page(read(ORGANISERS), post=organises(**dict.fromkeys(TURNS, "12"))),
    "tournaments:reveal": event_page(read(WORKING), 2),
    "tournaments:cards_pdf": event_page(read(WORKING)),
    "tournaments:round_cards_pdf": event_page(read(WORKING), 1),
    "tournaments:publish_standings": only(organises()),
    "tournaments:live_hand_picture": live(1, of="settled.pk"),
    "tournaments:live_count_picture": open_page(read(), "zh-hant"),
    "tournaments:me": event_page(read(PLAYERS), refusal=404),
    "tournaments:leave": only(write(EVERYBODY, changes=False)),
    "tournaments:renew_link": only(organises(), 1),
    # a table
    "tournaments:my_tables": account(read(SIGNED_IN)),
    "tournaments:call": game_page(post=write(AT_TABLE)),
    # Whoever called takes it back: see test_calls.
    "tournaments:call_withdraw": game_page(post=write(AT_TABLE, prepare=_calls, changes=None)),
    "tournaments:win": game_page(read(WRITING), post=write(WRITING, **_TYPED, source="self", changes=False)),
    "tournaments:draw": game_page(read(WRITING)),
    "tournaments:preview": game_page(read(WRITING)),
    "tournaments:recorded": game_page(read(WRITING)),
    "tournaments:deliver": game_page(game="waiting", post=write(AT_TABLE, seen("waiting"), what="confirm", seats="0")),
    "tournaments:save": game_page(post=write(WRITING, _save)),
    "tournaments:count": game_page(post=write(WRITING, **_TYPED, changes=False)),
    "tournaments:substitute": game_page(read(BOTH)),
    "tournaments:reward": game_page(read(WRITING), post=write(WRITING, seen(), pick="concealed_kong.1")),
    "tournaments:confirm": game_page(read(), game="waiting", post=write(AT_TABLE, seen("waiting"), seats="0")),
    "tournaments:object": game_page(read(AT_TABLE), 2, game="waiting", post=_OBJECTED),
    "tournaments:uphold": game_page(read(WRITING), 2, game="disputed", post=write(WRITING, reason="已核對")),
    "tournaments:story_step": game_page(read(), 1),
    "tournaments:correct": game_page(read(WRITING), 1, post=write(WRITING, _correction)),
    "tournaments:correct_count": game_page(
        None, 1, post=write(WRITING, **{"winner-0": "0", "typed-0": "32"}, changes=False)
    ),
    "tournaments:undo": game_page(read(WRITING), post=_UNDONE),
    "tournaments:card_pdf": game_page(read(), game="signed"),
    "tournaments:sign": game_page(read(AT_TABLE), game="complete"),
    "tournaments:sign_seat": game_page(
        read(AT_TABLE), 0, game="complete", post=write(AT_TABLE, _card, strokes="M1,1L2,2")
    ),
    "tournaments:sign_ruled": game_page(
        read(WRITING), 0, game="complete", post=write(WRITING, _card, strokes="M1,1L2,2", reason="選手離場")
    ),
    "tournaments:reopen": game_page(read(HEADS), game="signed", post=_REOPENED),
    "penalties:deliver": game_page(post=_RULED),
    "penalties:ruling": game_page(read(WRITING), post=_RULED),
    "tournaments:other": game_page(read(WRITING), post=write(WRITING, seen(), pick="wrong_dealer.2")),
    "penalties:article": event_page(read(WORKING), 1),
    "penalties:hall": event_page(
        read(HEADS), post=write(HEADS, player="3", offence="other", composed="1", words="warning", facts="遲到")
    ),
    "penalties:mine": event_page(read(PLAYERS), refusal=404),
    "penalties:article_photo": event_page(read(WORKING | {"player"}), 1),
    "penalties:reverse": event_page(Way(WRITING, tries=True), 2, post=write(WRITING, keyed, ready="看錯了人")),
    "penalties:case_note": only(_NOTED, _case, game="disputed"),
    "penalties:object_to_ruling": event_page(read(REFEREES | {"player"}), 1, post=_CONTESTED),
    # the API
    "api-schema": open_page(read()),
    "api:score": open_page(post=write(EVERYBODY, **HAND, changes=False)),
    "api:draw": open_page(post=write(EVERYBODY, **SEATS, changes=False)),
    "api:replay": open_page(post=write(EVERYBODY, **GAME, changes=False)),
    "api:rule_set": open_page(read(), "hkma-league"),
    "api:events": open_page(read(), post=write(CREATORS, **_NEW_EVENT)),
    "api:event": event_page(read(), patch=organises(name="改了名")),
    "api:players": event_page(read(), post=organises(lambda hall: [{"name": "新人"}])),
    "api:person": event_page(read(ORGANISERS), 1),
    "api:erase_person": only(organises(confirmed=True, prepare=_left), 25),
    "api:deliveries": event_page(read(ORGANISERS), _webhook),
    "api:apart": event_page(read(ORGANISERS), post=organises(first=1, second=2)),
    "api:tables": event_page(read(WORKING)),
    "api:rounds": event_page(read(), post=organises(day=str(TODAY))),
    "api:round": event_page(read(), 1),
    "api:end_games": only(organises(_seen_by_program), 1),
    "api:correct_seats": only(write(BOTH, seats=_SEATS, reason="坐錯檯"), 1),
    "api:take_back_round": only(organises(prepare=_untouched), 2),
    "api:stages": event_page(read(), post=organises(name="決賽")),
    "api:use_format": only(organises(format="masters", players=32, prepare=_unwritten)),
    "api:stage": event_page(read(), 1, patch=organises(name="初賽甲")),
    "api:assign_sessions": only(organises(sessions=[{"player": 26, "session": 1}], prepare=_sessions), 1),
    "api:staff": event_page(read(ORGANISERS), post=organises(people=[{"name": "新裁判", "tables": [1]}], tables=6)),
    "api:hand_over": only(organises(from_user="referee", to_user="referee-elsewhere")),
    "api:registration": open_page(read(), _entry, patch=write(EVERYBODY, note="素食")),
    "api:withdraw_registration": open_page(None, _entry, post=write(EVERYBODY)),
    "api:registrations": event_page(read(ORGANISERS)),
    "api:set_desk": only(organises(**{name: f"{moment}:00+08:00" for name, moment in _HOURS.items()})),
    "api:fill_no_show": game_page(None, 3, post=write(BOTH, player=25)),
    "api:hands": game_page(read(), post=write(WRITING, seen(), event=WIN)),
    "api:preview": game_page(post=write(WRITING, event=WIN, changes=False)),
    "api:clock": event_page(read(), 1, post=write(BOTH, minutes=60, prepare=_no_clock)),
    "api:clock_time": only(write(BOTH, minutes=60, prepare=_clock), 1),
    "api:clock_pause": only(write(BOTH, reason="警鐘", prepare=_clock), 1),
    "api:clock_resume": only(write(BOTH, prepare=_clock_paused), 1),
    "api:clock_take_back": only(write(BOTH, prepare=_clock), 1),
    "api:extra_time": game_page(post=write(BOTH, minutes=5, reason="遲了開始")),
    "api:take_back_extra_time": game_page(post=write(BOTH, _given_extra, prepare=_extra)),
    "api:pause": game_page(post=write(WRITING, keyed, reason="選手不適")),
    "api:resume": game_page(post=write(WRITING, keyed, prepare=_paused)),
    "api:undo": game_page(post=_UNDONE),
    "api:confirm": game_page(game="waiting", post=write(AT_TABLE, keyed, seats=[0])),
    "api:correct": game_page(None, 1, post=write(WRITING, seen(), entries=_ENTRIES, reason="計錯番")),
    "api:correct_preview": game_page(None, 1, post=write(WRITING, entries=_ENTRIES, changes=False)),
    "api:object": game_page(None, 2, game="waiting", post=write(AT_TABLE, keyed, seat=0, reason="番數不對")),
    "api:uphold": game_page(None, 2, game="disputed", post=write(WRITING, keyed, reason="已核對")),
    "api:calls": event_page(read(WORKING)),
    "api:call": game_page(read(WORKING | {"player"}), post=write(AT_TABLE)),
    "api:call_withdraw": game_page(post=write(AT_TABLE, changes=False)),
    "penalties_api:case_notes": only(_NOTED, _case, game="disputed"),
    "penalties_api:object_to_ruling": only(_CONTESTED, 1),
    "api:substitute": game_page(post=write(BOTH, seat=1, player=25)),
    "api:sign": game_page(game="complete", post=write(AT_TABLE, _card, seat=0, strokes="M1,1L2,2")),
    "api:sign_ruled": game_page(game="complete", post=write(WRITING, _card, seat=0, reason="選手離場")),
    "api:reopen": game_page(game="signed", post=_REOPENED),
    "penalties_api:rule": game_page(
        post=write(WRITING, seen(), event={"seat": 1, "offence": "talking"}, facts="向鄰檯說話")
    ),
    "penalties_api:rule_in_hall": only(write(HEADS, keyed, player=1, ruling={"offence": "talking"}, facts="遲到")),
    "penalties_api:reverse": only(write(WRITING, keyed, reason="看錯了人"), 2),
    "penalties_api:rulings": event_page(read(WORKING)),
    "penalties_api:cards": event_page(read(WORKING)),
    "penalties_api:ruling": event_page(read(WORKING), 1),
    # Pages that are alike.
    **alike(open_page(read()), "healthz readyz api-docs", space=""),
    **alike(open_page(read()), "home events calculator calculator_more learn find_card outbox outbox_state worker"),
    **alike(
        event_page(read()),
        "event stages final_order rounds seats draws standings standings_rows courses home_rows "
        "home_names standings_csv screen screen_rows event_rules sum",
    ),
    **alike(
        event_page(read(ORGANISERS)),
        "event_acts acts_csv players tables staff_slips poster links event_zip players_csv",
    ),
    **alike(
        event_page(read(), 1),
        "stage stage_standings stage_rows round round_print list_document home_own player_history place round_sum",
    ),
    **alike(
        live(),
        "live_standings_rows live_courses live_home_rows live_home_names live_screen_rows live_seats "
        "live_event_picture live_standings_picture",
    ),
    **alike(live(1), "live_home_own live_stage_rows live_history live_place live_seats_of live_player_picture"),
    **alike(live(of="settled.pk"), "live_card_picture live_table live_hands live_story"),
    **alike(game_page(read()), "table whatif hands hands_beside story export card"),
    **alike(event_page(read(WORKING)), "register register_csv in_force", space="penalties:"),
    **alike(event_page(read()), "draws standings sum games", space="api:"),
    **alike(game_page(read()), "game export card", space="api:"),
    # The same for a page and for a program.
    **both(
        rule_sets=open_page(read()),
        check=open_page(read(), _code),
        let_together=only(organises(), _apart),
        blacklist=event_page(read(ORGANISERS), post=_BLACKLISTED),
        lift_blacklisted=only(organises(reason="已和解"), _listed),
        webhooks=event_page(read(ORGANISERS), post=_TOLD),
        test_webhook=only(organises(), _webhook),
        end_webhook=only(organises(), _webhook),
        register=event_page(read(), post=_REGISTERED, hidden=False),
        registrations_to_players=only(organises()),
        decide_registration=only(organises(action="paid"), _application),
        undo_staff=only(organises(), _staff_batch),
        remove_stage=only(organises(prepare=_two_stages), 2),
        draw_lots=only(organises(word="6 3", prepare=_tied), 1),
        close_stage=only(organises(_mark, prepare=_cut), 1),
        reopen_stage=only(organises(prepare=_stage_over), 1),
        decline_place=only(organises(number=1), 1),
        fill_up_stage=only(organises(prepare=_dropped_out), 1),
        round_length=only(organises(wind_rounds="4"), 2),
        publish_round=only(organises(confirmed="1"), 2),
        open_round=only(organises(confirmed="1"), 2),
        close_round=only(organises(confirmed="1"), 1),
        void_round=only(organises(confirmed="1", reason="停電"), 1),
        draw_document=event_page(read(), 1, 1),
        unpublish_round=only(organises(prepare=_published), 2),
        unvoid_round=only(organises(prepare=_void), 1),
        reopen_round=only(organises(prepare=_closed), 1),
        lock_list=only(organises(count=2)),
        release_list=only(organises(reason="多了一人", prepare=_locked)),
        draw_rounds=only(organises(seed="3 4", prepare=_locked)),
        look_at_draw=only(organises(changes=False)),
        stop_draw=only(organises(changes=False)),
        call_take=game_page(post=write(REFEREES, prepare=_calls)),
        call_end=game_page(post=write(REFEREES, prepare=_calls)),
        hand=game_page(read(), 1),
    ),
    **both(
        "penalties",
        confirm_suspension=only(_SUSPENDED, 2),
        cases=event_page(read(WORKING)),
        case=event_page(read(WORKING), _case, game="disputed"),
        case_decide=only(_HEARD, _case),
    ),
}
