"""A hall for looking at every page: the demo evening, and beside it what the demo leaves out. All made by services."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pyotp
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import slips
from accounts.models import SignInSlip, User
from accounts.second_factor import enrol_authenticator, new_secret
from accounts.services import create_token, create_user
from penalties.services import cases
from tests.penalties.articles import make_article
from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import add_member, enter, entry_of, make_event, make_game, make_players, open_desk
from tournaments.management.demo import Referee, Table, make_demo, typed
from tournaments.models import Event, Game, Player, Role, Scorecard
from tournaments.organising.services import events, staff
from tournaments.organising.staff_list import read_staff
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import registrations, roster
from tournaments.rounds.seating.document import draw_document
from tournaments.rounds.services import event_draws, rounds, seating, stages
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import calls, confirmations
from tournaments.webhooks import services as webhooks


@dataclass
class Site:
    """What the pages are about, by the state in which it is."""

    event: Event
    games: dict[str, Game]
    card: Scorecard
    reopened: Scorecard
    player: Player
    cookies: dict[str, str] = field(default_factory=dict)
    """Role → session."""
    cases: dict[str, str] = field(default_factory=dict)
    """異議 by the state in which it is → its address."""
    rulings: dict[str, int] = field(default_factory=dict)
    """Articles on the player with a phone, by what he said against them."""
    slip: str = ""
    entry: str = ""
    """Tokens: of an official's sign-in slip, of an entry that waits for a place."""


def make_site(now: datetime | None = None) -> Site:
    """Make the hall. Call it once for a module: it takes some seconds."""
    now = now or timezone.now()
    demo = make_demo(now)
    user, player = demo.organiser.user, demo.player
    tables = dict(zip(("waiting", "ruled", "rewarded", "disputed", "corrected", "complete"), range(1, 7), strict=True))
    of_demo = Game.objects.filter(event=demo.event)
    games = {state: of_demo.get(round__number=2, table__number=number) for state, number in tables.items()}
    games["signed"] = of_demo.get(round__number=1, table__number=1)
    make_article(demo.event, player, facts="向鄰檯說話", user=user)
    _dispute(games["disputed"], user)
    _call(games["waiting"], now)
    _call(games["rewarded"], now, taken_by=user)
    _at(games["corrected"], user).correct(1, [typed(2, 1, 47)], "番數輸入錯誤")
    signing = _play_out(games["complete"], user)
    signing.players = signing.players[:1]
    signing.sign_all()
    games |= _pin_event(user, now)
    _empty_events(user, now)
    _drawn_masters(user, now)
    told, rulings = _cases(games, user, now)
    slip, entry = _office(demo.event, user, now)
    return Site(
        event=demo.event,
        games=games,
        card=Scorecard.objects.get(game=games["signed"]),
        reopened=Scorecard.objects.get(game=games["reopened"]),
        player=player,
        cookies=_cookies(user, demo.referee.user, games["waiting"]),
        cases=told,
        rulings=rulings,
        slip=slip,
        entry=entry,
    )


def _office(event: Event, user: User, now: datetime) -> tuple[str, str]:
    """Somebody new among the officials, and somebody who would like to play: the tokens of slip and entry."""
    staff.add_staff(event=event, maker=user, lines=read_staff("新裁判 裁判"), tables=0, now=now)
    told = webhooks.set_webhook(event=event, address="https://results.example/paiju", now=now)
    webhooks.send_test(webhook=told, now=now)
    slip = SignInSlip.objects.get(user__display_name="新裁判")
    open_desk(event, now=now, fee="港幣 200", consent="同意章程")
    entry = enter(event, now=now)
    return slips.token_of(slip), registrations.token_of(entry)


def _at(game: Game, user: User) -> Referee:
    """The demo's referee, whose clock goes on from the last hand."""
    game.refresh_from_db()
    players = list(game.seats.order_by("seat").values_list("player_id", flat=True))
    clock = (game.last_hand_at or timezone.now()) + timedelta(seconds=40)
    return Referee(game, user.pk, players, clock, random.Random(f"hall {game.pk}"))


def _dispute(game: Game, user: User) -> None:
    referee = _at(game, user)
    number = referee.enter(typed(0, 3, 13))
    said = entry_of(game, Actor(player_id=referee.players[3])) | {"now": referee.clock}
    confirmations.object_to(**said, number=number, seat=3, reason="番數不對")


def _call(game: Game, now: datetime, taken_by: User | None = None) -> None:
    """Seat 0 calls a referee."""
    calls.call(game_id=game.pk, actor=Actor(player_id=game.seats.get(seat=0).player_id), now=now)
    if taken_by:
        calls.take(game_id=game.pk, user=taken_by, now=now)


def _cases(games: dict[str, Game], user: User, now: datetime) -> tuple[dict[str, str], dict[str, int]]:
    """Three articles on one player: he has objected to one, one has been decided, and one he may object to."""
    game, player = games["waiting"], games["waiting"].seats.get(seat=0).player
    articles = {
        said: make_article(game.event, player, facts="向鄰檯說話", user=user, game=game, act=900 + place)
        for place, said in enumerate(("open", "decided", "free"))
    }
    act = games["disputed"].acts.filter(kind="object").latest("number").number
    found = {"hand": f"{games['disputed'].pk}-{act}"}
    for said in ("open", "decided"):
        made = cases.object_to(ruling_id=articles[said].pk, player=player, text="我沒有向鄰檯說話", now=now)
        cases.note(case=made, user=user, text="問過鄰檯兩位。\n都說聽到。", now=now)
        found[said] = str(made.pk)
    cases.decide(case=made, user=user, outcome="changed", decision="鄰檯說是另一位", now=now)
    return found, {said: article.number for said, article in articles.items()}


def _play_out(game: Game, user: User) -> Referee:
    """To the end, every hand confirmed."""
    referee = _at(game, user)
    table = Table(referee.chance)
    while not referee.over:
        referee.play(table.next_hand(), 120)
    return referee


def _pin_event(user: User, now: datetime) -> dict[str, Game]:
    """An event confirmed and signed by PIN: one table waits for confirmation, one for signatures, one was reopened."""
    event = make_event(slug="pin", name="密碼確認賽", confirmation="pin", signing="pin", created_at=now)
    make_players(event, 12)
    for role in (Role.ORGANISER, Role.HEAD_REFEREE):
        add_member(event, user, role)
    waiting, complete, reopened = (make_game(event, user, number) for number in (1, 2, 3))
    _at(waiting, user).enter(typed(1, 2, 20))
    _play_out(complete, user)
    referee = _play_out(reopened, user)
    referee.sign_all()
    cards.reopen(**entry_of(reopened, Actor(user.pk)) | {"now": referee.clock}, reason="第三鋪番數輸入錯誤")
    return {"pin": waiting, "pin_complete": complete, "reopened": reopened}


def _empty_events(user: User, now: datetime) -> None:
    """One event just created, one whose first round is drawn and not yet begun."""
    day = timezone.localdate(now)
    own = {"rule_set": "tw-club", "rule_settings": {"base": "500"}, "rule_values": {"門清": 2}}
    for slug, name, rules in (("empty", "未開始的賽事", own), ("draft", "座位已抽的賽事", {"rule_set": "hkma-league"})):
        event = events.create_event(
            creator=user, organisation="demo", heads=True, now=now, slug=slug, name=name, starts_on=day, ends_on=day,
            games_planned=2, **rules,
        )  # fmt: skip
    roster.add_players(event=event, players=[ListedPlayer(n, f"選手{n}") for n in range(1, 9)])
    events.add_tables(event=event, count=2)
    round_ = rounds.make_round(event=event, day=day)
    seating.draw_round(round_id=round_.pk, seed="8")
    roster.add_players(event=event, players=[ListedPlayer(9, "遲到者")])


def _drawn_masters(user: User, now: datetime) -> None:
    """A Masters whose list is locked and whose first rounds are drawn and published."""
    day = timezone.localdate(now)
    event = events.create_event(
        creator=user, organisation="demo", heads=True, now=now, slug="drawn", name="已抽籤的大師賽", starts_on=day,
        ends_on=day, games_planned=2, rule_set="hkma-masters",
    )  # fmt: skip
    roster.add_players(event=event, players=[ListedPlayer(n, f"選手{n}", club=f"雀會{n % 3}") for n in range(1, 17)])
    events.add_tables(event=event, count=4)
    stages.use_format(event=event, format_id="masters", players=16, sessions=1)
    locked = event_draws.lock_list(event=event, count=2, today=day, now=now)
    line = event_draws.give_seed(event=event, seed="4 17 22", reason="", now=now)
    answer = draw_document({**locked.document, "seed": line.seed})
    facts = {key: answer[key] for key in ("repeats", "wind_spread", "same_club")}
    facts |= {"least_same_club": min(answer["same_club"]), "strangers": 0}
    event_draws.finish_draw(line_id=line.pk, answer=answer, facts=facts, ways=0, now=now)
    rounds.publish_round(round_id=event.rounds.get(number=1).pk, now=now)


def _cookies(organiser: User, referee: User, game: Game) -> dict[str, str]:
    keeper, _password = create_user(username="keeper", display_name="管理員", is_staff=True)
    create_token(user=keeper, name="備份程式", now=timezone.now())
    waits = game.seats.get(seat=0).player
    idle = Player.objects.filter(event__slug="draft").first()
    assert idle is not None
    clients = {"organiser": signed_in(organiser), "referee": signed_in(referee), "keeper": signed_in(keeper)}
    # Somebody with 兩步驗證: between password and code, and in a session that has shown none yet.
    guarded, password = create_user(username="guarded", display_name="有兩步驗證的人")
    secret, now = new_secret(), timezone.now()
    enrol_authenticator(user=guarded, secret=secret, typed=pyotp.TOTP(secret).at(now), now=now)
    half = Client()
    half.post(reverse("accounts:sign_in"), {"username": "guarded", "password": password})
    clients |= {"half signed in": half, "to prove": signed_in(guarded)}
    clients |= {"player": phone_of(waits), "idle player": phone_of(idle)}
    return {who: client.cookies["sessionid"].value for who, client in clients.items()}
