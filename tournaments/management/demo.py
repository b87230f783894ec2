"""示範聯賽夜: two 半莊 at eight tables, played through the real services; the first is signed, the second in play.

Deterministic except for the clock: times are counted back from `now`, three quarters of an hour into the second 半莊.
"""

import hmac
import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import scoring
from accounts.models import Organisation, User
from accounts.services import (
    PASSWORD_LETTERS,
    account_without_password,
    create_organisation,
    create_user,
    save_user,
    set_right,
)
from scoring import RuleSet
from scoring.rulebook import RULE_SETS
from tournaments.models import Event, Game, Player, Role
from tournaments.organising.services import events
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.players.services.blacklist import Vouched, key_of
from tournaments.rounds.services import rounds, seating
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor, read_book, rules_of
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.entry import SELF_DRAW, TICKS, TILES, TYPED, Laid, Tick, WinEntry, WinnerEntry
from tournaments.tables.recording.win import counted_win
from tournaments.tables.services import calls, confirmations, recording

# Enough clubs for the draw to quickly find seats without clubmates at one table.
CLUBS = (
    "東區雀友會", "旺角竹戰社", "沙田麻雀會", "荃灣雀藝社", "柴灣牌友社",
    "油塘雀樂會", "大埔竹林社", "元朗麻雀會", "屯門雀聚", "西環牌藝社",
)  # fmt: skip
NAMES = (
    "陳志明", "李美玲", "黃家輝", "張淑芬", "何國棟", "林嘉欣", "梁偉文", "吳詠珊",
    "鄭永康", "周詠儀", "馮啟賢", "蔡麗珍", "鄧浩然", "許秀英", "謝子峰", "蘇寶珠",
    "羅振邦", "葉倩儀", "潘俊傑", "盧鳳萍", "曾錦榮", "彭佩珊", "董兆倫", "余翠玉",
    "杜文彬", "程雅雯", "袁德祥", "賴惠貞", "石立言", "方曉彤", "溫達榮", "龔月娥",
)  # fmt: skip
REFEREES = ("關師傅", "霍小姐", "譚先生", "姚太太")
TABLES = 8
FIRST_HALF = timedelta(minutes=155)
SECOND_HALF = timedelta(minutes=48)
# For tables 1 to 8 in the second 半莊: hands played, and minutes since the last one was recorded.
PLAYED = (2, 4, 2, 5, 1, 6, 3, 2)
SILENT = (1, 4, 2, 6, 3, 1, 8, 24)

Entered = WinEntry | Played

# Typed counts without 底, each about as often as in real games.
CALLED = (2, 3, 5, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 21, 23, 26, 29, 32, 36, 41, 47, 58)
REWARDED = ("concealed_kong", "concealed_kong", "grass", "flower_set")
TICKED: Sequence[Sequence[str]] = (
    ("門清", "無字", "將眼", "相逢"),
    ("自摸", "無花", "字牌刻", "正字", "對碰"),
    ("叮", "花牌", "老少上", "獨獨"),
    ("混一色", "字牌刻", "正字", "花牌"),
    ("對對糊", "三暗刻", "花牌"),
    ("門摸", "平糊", "一般高", "花牌"),
    ("門叮", "缺一門", "清龍", "花牌"),
    ("斷么", "花牌", "正花", "二暗刻"),
)
LAID: Sequence[Laid] = (
    Laid(concealed="123m56m789p234p567s88s", winning="4m"),
    Laid(concealed="456m78p234s99s", winning="9p", melds="(555p)(123m)", flowers="2f"),
    Laid(concealed="456p789p33z55p", winning="5p", melds="(222z)(123p)", flowers="1f6f"),
    Laid(concealed="234m99m345p67p456s888s", winning="8p", flowers="3f"),
    Laid(concealed="22334m456s11p", winning="4m", melds="(999p)[5555z]"),
    Laid(concealed="123456789s12m22p567p", winning="3m", flowers="8f"),
)
_OWN_DRAW = {"自摸", "門摸"}


@dataclass(frozen=True)
class SignIn:
    user: User
    password: str
    works: bool = True


def organisation() -> Organisation:
    """示範雀會: an organisation of its own, so that the demo cannot read or change a real club's data."""
    known = Organisation.objects.filter(handle="demo").first()
    return known or create_organisation(name="示範雀會", handle="demo", now=timezone.now())


def account(username: str, display_name: str, *, creates: bool = False) -> SignIn:
    """Return an account with a password that is the same at every start, and different on every machine.

    Derived from the secret key, so that readers of the source cannot sign in to a demo in the hall.
    """
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"tournaments.demo:{username}".encode(), "sha256")
    letters = "".join(PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in digest[:8])
    password, works = f"{letters[:4]}-{letters[4:]}", True
    user = User.objects.filter(username=username).first()
    if user is None:
        user, _password = create_user(username=username, display_name=display_name, password=password)
    else:
        works = user.check_password(password)
    set_right(user=user, organisation=organisation(), right="creates" if creates else "member")
    return SignIn(user, password, works)


def other_referees() -> list[User]:
    """Create referees without passwords: the terminal would not show them, and hashing takes long."""
    users = []
    for number, name in enumerate(REFEREES[1:], start=2):
        user = User.objects.filter(username=f"demo-referee-{number}").first()
        if user is None:
            user = account_without_password(username=f"demo-referee-{number}", display_name=name)
            save_user(user=user, organisation=organisation())
        users.append(user)
    return users


@dataclass
class Table:
    """Plays seeded hands like those of a real table; wins are entered by 番, by ticked fans or by tiles."""

    chance: random.Random
    rules: RuleSet = field(default_factory=lambda: scoring.rule_set(RULE_SETS[0]))
    hand: int = 0

    @property
    def usual(self) -> bool:
        """Whether these rules have the ticked, laid and ruled examples here; if not, all counts are typed."""
        return {name for names in TICKED for name in names} <= {fan.name for fan in self.rules.fans}

    def within(self, called: int) -> int:
        """Turn a count into one that these rules pay, small as in most hands."""
        game = self.rules.game
        if self.usual:
            return called
        least = game.minimum_fan
        return least + called % (1 + (game.maximum_fan or least + 6) - least)

    def next_hand(self) -> list[Entered]:
        self.hand += 1
        entered: list[Entered] = []
        if self.chance.random() < 0.22 and set(REWARDED) <= set(self.rules.game.rewards):
            kind = self.chance.choice(REWARDED)
            entered.append(Played({"type": "reward", "kind": kind, "seat": self.chance.randrange(4)}))
        luck = self.chance.random()
        if luck < 0.12:
            return [*entered, Played({"type": "draw"})]
        if luck < 0.17 and 2 in self.rules.game.multi_fans:
            source = self.chance.randrange(4)
            seats = sorted(self.chance.sample([seat for seat in range(4) if seat != source], 2))
            called = [self.within(self.chance.choice(CALLED[:14])) for _seat in seats]
            winners = [WinnerEntry(seat, mode=TYPED, typed=str(fan)) for seat, fan in zip(seats, called, strict=True)]
            return [*entered, WinEntry(tuple(winners), str(source))]
        return [*entered, self._win()]

    def _win(self) -> WinEntry:
        """Make a win: mostly typed, every fourth ticked, every fifth with its tiles laid."""
        winner = self.chance.randrange(4)
        source = SELF_DRAW
        if self.chance.random() >= 0.34:
            source = str((winner + self.chance.randrange(1, 4)) % 4)
        if self.usual and self.hand % 5 == 0:
            return WinEntry((WinnerEntry(winner, mode=TILES, laid=self.chance.choice(LAID)),), source)
        if self.usual and self.hand == 4:
            fitting = [names for names in TICKED if bool(_OWN_DRAW & set(names)) == (source == SELF_DRAW)]
            ticks = tuple(Tick(name) for name in self.chance.choice(fitting))
            return WinEntry((WinnerEntry(winner, mode=TICKS, ticks=ticks),), source)
        return typed(winner, source, self.within(self.chance.choice(CALLED)))


def typed(winner: int, source: int | str, called: int) -> WinEntry:
    return WinEntry((WinnerEntry(winner, mode=TYPED, typed=str(called)),), str(source))


def ruled(seat: int, offence: str, facts: str) -> Played:
    return Played({"type": "ruling", "seat": seat, "offence": offence}, {"note": facts})


@dataclass
class Referee:
    """Plays a table as its referee would. `clock`: time of the next entry; `chance` makes keys and pauses."""

    game: Game
    user_id: int
    players: Sequence[int]
    clock: datetime
    chance: random.Random

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.game.event, self.game.round)

    def _entry(self, player: int | None = None) -> dict[str, Any]:
        """Return what every entry of a game log names: game, actor, time and key."""
        key = uuid.UUID(int=self.chance.getrandbits(128), version=4)
        actor = Actor(self.user_id, player)
        return {"game_id": self.game.pk, "actor": actor, "client_key": key, "now": self.clock}

    def pass_time(self, seconds: float) -> None:
        self.clock += timedelta(seconds=seconds)

    @property
    def over(self) -> bool:
        self.game.refresh_from_db(fields=["state", "book_version"])
        return self.game.state not in (Game.State.SEATED, Game.State.PLAYING)

    def _played(self, entered: Sequence[Entered]) -> list[Played]:
        book = read_book(self.game)
        return [
            counted_win(one, book.rules, book.folded.state).played if isinstance(one, WinEntry) else one
            for one in entered
        ]

    def enter(self, entered: Entered) -> int:
        self.game.refresh_from_db(fields=["book_version"])
        [played] = self._played([entered])
        answer = recording.record(played=played, seen=self.game.book_version, **self._entry())
        return int(answer["hand"])

    def confirm(self, seats: Sequence[int] = range(4)) -> None:
        self.pass_time(20)
        confirmations.confirm(seats=seats, method="tap", **self._entry())

    def play(self, entered: Sequence[Entered], seconds: float) -> None:
        for one in entered:
            self.pass_time(seconds / len(entered))
            self.enter(one)
        self.confirm()

    def correct(self, number: int, entered: Sequence[Entered], reason: str) -> None:
        self.game.refresh_from_db(fields=["book_version"])
        entries, seen = self._played(entered), self.game.book_version
        recording.correct(number=number, entries=entries, reason=reason, seen=seen, **self._entry())
        self.confirm()

    def dispute(self, number: int, seat: int, why: str, verdict: str) -> None:
        self.pass_time(15)
        confirmations.object_to(number=number, seat=seat, reason=why, **self._entry(self.players[seat]))
        self.pass_time(90)
        confirmations.uphold(number=number, reason=verdict, **self._entry())

    def sign_all(self) -> None:
        self.game.refresh_from_db()
        digest = cards.current_digest(self.game, read_book(self.game).folded)
        for seat, player in enumerate(self.players):
            self.pass_time(25)
            cards.sign(seat=seat, method="drawn", digest=digest, strokes=self._strokes(), **self._entry(player))

    def _strokes(self) -> str:
        """Scribble on the signature field (300 × 100): three strokes that rise and fall."""
        strokes = []
        for start in (40, 120, 205):
            x, y = start + self.chance.randrange(-10, 10), 50
            points = []
            for _ in range(9):
                points.append(f"{x} {y}")
                x, y = x + self.chance.randrange(3, 10), max(12, min(88, 50 + self.chance.randrange(-34, 34)))
            strokes.append("M" + "L".join(points))
        return "".join(strokes)


@dataclass(frozen=True)
class Demo:
    event: Event
    organiser: SignIn
    referee: SignIn
    player: Player


@transaction.atomic
def make_demo(now: datetime, rule_set: str = RULE_SETS[0]) -> Demo:
    organiser, referee = account("demo-organiser", "示範大會", creates=True), account("demo-referee", REFEREES[0])
    day, taken = timezone.localdate(now - FIRST_HALF), Event.objects.filter(slug__startswith="demo").count()
    event = events.create_event(
        creator=organiser.user,
        organisation=organisation().handle,
        heads=True,
        now=now - FIRST_HALF,
        slug=f"demo-{taken + 1}" if taken else "demo",
        name="示範聯賽夜",
        venue="銅鑼灣會所三樓",
        starts_on=day,
        ends_on=day,
        rule_set=rule_set,
        games_planned=2,
        is_demo=True,
    )
    listed = [ListedPlayer(number, name, CLUBS[number % len(CLUBS)]) for number, name in enumerate(NAMES, start=1)]
    # The names are invented: a black-listed one belongs to another person.
    vouched = Vouched({key_of(name) for name in NAMES}, organiser.user.pk, event.created_at)
    roster.add_players(event=event, players=listed, vouched=vouched)
    events.add_tables(event=event, count=TABLES)
    for place, user in enumerate([referee.user, *other_referees()]):
        events.add_member(event=event, user=user, role=Role.REFEREE)
        events.set_referee_tables(event=event, user=user, numbers={2 * place + 1, 2 * place + 2})
    first = _opened(event, now - FIRST_HALF)
    for at_table in first:
        _first_half(at_table)
    rounds.close_round(round_id=first[0].game.round_id, now=now - SECOND_HALF - timedelta(minutes=2))
    for at_table in _opened(event, now - SECOND_HALF):
        _second_half(at_table, now)
    return Demo(event, organiser, referee, event.players.order_by("number")[0])


def signs(event: Event) -> Demo:
    organiser, referee = account("demo-organiser", "示範大會", creates=True), account("demo-referee", REFEREES[0])
    return Demo(event, organiser, referee, event.players.order_by("number")[0])


def _opened(event: Event, start: datetime) -> list[Referee]:
    round_ = rounds.make_round(event=event, day=event.starts_on)
    seating.draw_round(round_id=round_.pk, seed=f"demo-{round_.number}")
    rounds.open_round(round_id=round_.pk, now=start)
    games = Game.objects.filter(round=round_).select_related("event", "round", "table").order_by("table__number")
    return [
        Referee(
            game=game,
            user_id=game.table.referees.get().user_id,
            players=list(game.seats.order_by("seat").values_list("player_id", flat=True)),
            clock=start + timedelta(minutes=3),
            chance=random.Random(f"{round_.number}:{game.table.number}"),
        )
        for game in games
    ]


SPECIAL: Mapping[tuple[int, int], tuple[Sequence[Entered], int]] = {
    # 空糊: no win for the rest of the hand, and 1 底 paid to each of the others.
    (2, 3): ([ruled(2, "hollow_win", "叫糊後發覺差一隻，未推牌"), typed(0, 3, 14)], 400),
    # Called 30, but the tiles count otherwise: the card keeps both numbers.
    (4, 4): ([WinEntry((WinnerEntry(1, mode=TILES, typed="30", laid=LAID[1]),), "2")], 360),
    (5, 5): ([typed(3, 0, 9)], 300),
    (6, 2): ([ruled(0, "wrong_draw", "在牆尾摸牌"), typed(2, 3, 17)], 380),
    # A second card while one is in force becomes a red card until the evening ends, carried to the next table.
    (6, 5): ([ruled(0, "talking", "牌局中評論別人的捨牌"), Played({"type": "draw"})], 340),
}
"""(table, hand) of the first 半莊 → its entries, and the seconds it takes."""
CORRECTED, DISPUTED = (5, 5), (7, 2)


def _first_half(referee: Referee) -> None:
    table = Table(referee.chance, referee.rules)
    while not referee.over:
        at = (referee.game.table.number, table.hand + 1)
        if not table.usual or at not in {*SPECIAL, DISPUTED}:
            referee.play(table.next_hand(), referee.chance.randrange(240, 420))
            continue
        table.hand += 1
        if at == DISPUTED:
            referee.pass_time(300)
            number = referee.enter(typed(2, 1, 32))
            referee.dispute(number, 1, "番數不對", "已向四家核對牌面，番數正確")
            referee.confirm()
            continue
        referee.play(*SPECIAL[at])
        if at == CORRECTED:
            referee.correct(table.hand - 1, [typed(1, 2, 23)], "番數輸入錯誤")
    referee.pass_time(60)
    referee.sign_all()


def _second_half(referee: Referee, now: datetime) -> None:
    number = referee.game.table.number
    table = Table(referee.chance, referee.rules)
    played, silent = PLAYED[number - 1], timedelta(minutes=SILENT[number - 1])
    pace = (now - silent - referee.clock).total_seconds() / played
    for _ in range(1, played):
        referee.play(table.next_hand(), pace - 20)
    # The last hand: one player wins again, so that a chain grows; at table 1 it still awaits confirmation.
    winner = number % 4
    referee.clock = max(referee.clock, now - silent - timedelta(seconds=60))
    referee.play([typed(winner, SELF_DRAW if number % 2 else (winner + 2) % 4, table.within(6 + 4 * number))], 10)
    referee.enter(typed(winner, (winner + 2) % 4, table.within(8 + 3 * number)))
    if number == 1:
        referee.confirm([2])
        return
    referee.confirm()
    if number == 2 and table.usual:
        referee.enter(ruled(1, "silent_claim", "碰牌時沒有出聲"))
    if number == 3 and table.usual:
        referee.enter(Played({"type": "reward", "kind": "concealed_kong", "seat": 0}))
    if number == 5:
        calls.call(game_id=referee.game.pk, actor=Actor(player_id=referee.players[2]), now=referee.clock)
