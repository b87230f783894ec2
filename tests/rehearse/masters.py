"""大師賽: the script. Registration, check-in, sessions, mistakes that are put right, lots, snake tables, medals.

Nothing here reads the database or calls the program: all of it goes through pages and the API.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.markup import url as at
from tests.rehearse.browser import Browser, Json, Page, Refusal, Wire
from tests.rehearse.people import AtOnce, Four, Organiser, Phone, Referee, one_by_one, pins_on, slips_on

SLUG = "masters"
STAFF = 4
WAITING = 4
"""How many more register than there are places."""
NEVER = 999
PUBLISHED = (3, 2)
"""Games of the 初賽 and of the 64強, as the format has them."""
_MEDAL = re.compile(
    r'row-mark">(.*?)</span>.*?<span>(?:<a.*?>)?(.*?)<.*?muted small"\s*>(\d+).*?number">\s*(?:<span.*?>)?(.*?)</span>',
    re.DOTALL,
)


@dataclass
class Masters:
    """One tournament. `at_once`: how several devices do something together; `phones_until`: the last round in which
    players use their own phones; `lengths`: games of the first stage and of the one after it; `winds`: of each of these
    games, where it is not as published."""

    wire: Wire
    players: int
    sessions: int
    at_once: AtOnce = one_by_one
    phones_until: int = NEVER
    lengths: tuple[int, int] = PUBLISHED
    winds: int = 4
    says: Callable[[str], None] = lambda _words: None
    statuses: Counter[int] = field(default_factory=Counter)
    referees: list[Referee] = field(default_factory=list)
    phones: dict[int, Phone] = field(default_factory=dict)
    slips: dict[int, tuple[str, str]] = field(default_factory=dict)
    devices: int = 0
    absent: Sequence[int] = ()

    def __post_init__(self) -> None:
        self.organiser = Organiser(self.device())
        self.head = Referee(self.device(), "何師傅")
        today = dt.date.today()  # noqa: DTZ011 - the day of the room
        self.days = (today.isoformat(), (today + dt.timedelta(days=1)).isoformat())

    @property
    def tables(self) -> int:
        return self.players // self.sessions // 4

    def device(self) -> Browser:
        self.devices += 1
        return Browser(self.wire, self.statuses, f"10.0.{self.devices // 250}.{self.devices % 250 + 1}")

    def play(self, code: str, before_the_first_hand: Callable[[], None] = lambda: None) -> None:
        self.prepare(code)
        before_the_first_hand()
        self.preliminary()
        self.organiser.close_stage(1, "六合彩 6 12 18 24 30 36 特別號碼 42")
        self.knockout()

    def prepare(self, code: str) -> None:
        """The event, its people, and their slips."""
        boss = self.organiser
        boss.open_the_site(code)
        boss.make_event(name="大師賽綵排", slug=SLUG, starts_on=self.days[0], ends_on=self.days[1])
        boss.press(boss.page("stages"), "use_format", format="masters", players=self.players, sessions=self.sessions)
        if self.lengths != PUBLISHED:
            for stage, games in enumerate(self.lengths, start=1):
                changes = {"rounds_planned": games, "wind_rounds": self.winds if self.winds != 4 else ""}
                boss.press(boss.page("stage", stage), "change_stage", stage, **changes)
        self.enter_players()
        self.hire_referees()
        stage = boss.page("stage", 1)
        boss.press(stage, "assign_sessions", 1)
        page = boss.page("links")
        for (name, link), pin in zip(slips_on(page).items(), pins_on(page), strict=True):
            self.slips[int(name.split()[0])] = (link, pin)

    def enter_players(self) -> None:
        """Half are on a club's list, the others register themselves; the 湊腳 come last."""
        boss, half = self.organiser, self.players // 2
        lines = [f"{n}, 選手{n}, {'東南西北'[n % 4]}會" for n in range(1, half + 1)]
        boss.paste("import_players", text="\n".join(lines))
        desk = {"capacity": self.players - half, "fee": "港幣 200", "consent": "我明白比賽會公開成績。"}
        boss.press(boss.page("registrations"), "registrations", **desk)
        entries = [self.registered(n) for n in range(half + 1, self.players + WAITING + 1)]
        waiting = [browser for browser, _path in entries[self.players - half :]]
        lines_of = [path for _browser, path in entries[self.players - half :]]
        for place, (browser, path) in enumerate(zip(waiting, lines_of, strict=True)):
            expect_words(browser, path, f"前面還有 {place} 人")
        for browser, path in entries[:2]:  # two change their minds, and two move up
            browser.press(browser.get(path), path, action="withdraw")
        for place, (browser, path) in enumerate(zip(waiting[2:], lines_of[2:], strict=True)):
            expect_words(browser, path, f"前面還有 {place} 人")
        boss.press(boss.page("registrations"), "registrations_to_players")
        numbers = range(self.players + 1, self.players + STAFF + 1)
        boss.paste("import_players", text="\n".join(f"{n}, 湊腳{n}, , 湊腳" for n in numbers))

    def registered(self, number: int) -> tuple[Browser, str]:
        """報名 on an own phone. Returns it, and the private address."""
        browser, where = self.device(), at("register", SLUG)
        values = {"name": f"報名{number}", "club": f"{'東南西北'[number % 4]}會", "phone": f"9123{number:04}"}
        page = browser.press(browser.get(where), where, consents="on", **values)
        return browser, page.path

    def hire_referees(self) -> None:
        """A head referee and a few referees with their tables, from one list; each signs in by the printed slip."""
        each = max(2, self.tables // 4)
        names = "陳李張黃周吳鄭王"
        starts = range(1, self.tables + 1, each)
        lines = [f"{names[n]}師傅 裁判 {first}-{min(first + each - 1, self.tables)}" for n, first in enumerate(starts)]
        boss = self.organiser
        boss.paste("staff", text="\n".join(["何師傅 裁判長", *lines]), tables=self.tables, share=None)
        codes = slips_on(boss.page("staff_slips"))
        self.referees = [Referee(self.device(), line.split()[0], last=4 * self.winds) for line in lines]
        for referee in (self.head, *self.referees):
            referee.sign_in(codes[referee.name])

    def games(self, number: int) -> list[Json]:
        found = self.organiser.desk.api("GET", at("api:games", SLUG))
        return [game for game in found if game["round"] == number]

    def play_round(self, number: int, *, drawn_from: int = NEVER) -> None:
        """Each referee at the own tables, all at once; from table `drawn_from` on there are only drawn hands."""
        games = {game["id"]: game for game in self.games(number)}
        mine = {referee.name: referee.my_tables() for referee in self.referees}
        if sorted(game for own in mine.values() for game in own) != sorted(games):
            raise Refusal(f"round {number}: {mine} are not {sorted(games)}")

        def work(referee: Referee) -> None:
            for game in mine[referee.name]:
                four = self.four(games[game])
                table = games[game]["table"]
                referee.play(game, four, seed=f"{number}.{table}", drawn=table >= drawn_from)
                referee.signed(game, four)

        self.at_once([lambda referee=referee: work(referee) for referee in self.referees])
        self.says(f"round {number} played: {self.statuses.total()} requests")

    def four(self, game: Json) -> Four:
        """At every eighth table the players confirm and sign on their own phones."""
        seats = sorted(game["seats"], key=lambda seat: seat["seat"])
        numbers = [seat["substitute"] or seat["player"] for seat in seats]
        with_phones = game["table"] % 8 == 1 and game["round"] <= self.phones_until
        if with_phones and self.slips.keys() >= set(numbers):
            return Four([self.phone(number) for number in numbers], self.at_once)
        return Four()

    def phone(self, number: int) -> Phone:
        """A player's phone, opened at first use."""
        if number not in self.phones:
            phone = Phone(self.device(), number)
            phone.open(*self.slips[number])
            self.phones[number] = phone
        return self.phones[number]

    def preliminary(self) -> None:
        """初賽: for each session its games; in the first of all nearly everything goes wrong once."""
        boss = self.organiser
        for session in range(1, self.sessions + 1):
            day = self.days[(session - 1) * len(self.days) // self.sessions]
            for game in range(self.lengths[0]):
                number, page = boss.make_round(day, seed=f"{session}{game}")
                if (session, game) == (1, 0):
                    self.opening_troubles(number)
                else:
                    boss.start(number, page)
                if (session, game) == (1, 1):
                    self.sat_wrong(number)
                # The last session draws most hands: many are level where the line runs.
                self.play_round(number, drawn_from=2 if session == self.sessions else NEVER)
                if (session, game) == (1, self.lengths[0] - 1):
                    self.reopened_card(number)
                boss.close_round(number)
                if (session, game) == (1, 0):
                    for gone in (2, *self.absent):
                        boss.leaves(gone)

    def opening_troubles(self, number: int) -> None:
        """Opened by mistake and taken back; player 1 cannot come, so the seats are drawn again; at the bell two more
        are missing: one seat is filled from the waiting list, one by a 湊腳."""
        boss = self.organiser
        boss.start(number, boss.page("round", number))
        boss.press(boss.page("round", number), "take_back_round", number)
        page = boss.press(boss.page("round", number), "unpublish_round", number)
        boss.leaves(1)
        page = boss.press(boss.page("round", number), "draw_round", number, seed="again")
        boss.start(number, page)
        seated = sorted(seat["player"] for game in self.games(number) for seat in game["seats"])
        tables = [[seat["player"] for seat in game["seats"]] for game in self.games(number)]
        without_house = [four for four in tables if max(four) <= self.players]  # one 湊腳 at a table
        self.absent = [four[3] if four[1] == 2 else four[1] for four in without_house[:2]]
        desk = self.head.browser
        page = desk.get(at("check_in", SLUG))
        for player in seated:
            if player not in self.absent:
                page = desk.press(page, at("mark_check_in", SLUG, player))
        for player, kind in zip(self.absent, ("waiting", "staff"), strict=True):
            self.filled(number, player, kind)

    def filled(self, number: int, player: int, kind: str) -> None:
        chair = next((game["id"], s) for game in self.games(number) for s in game["seats"] if s["player"] == player)
        where = at("fill_no_show", chair[0], chair[1]["seat"])
        page = self.head.browser.get(at("mark_check_in", SLUG, player))
        offered = [
            value for form in page.forms() if form.action == where for name, value in form.buttons if name == "by"
        ]
        by = next(one for one in sorted(offered) if one.startswith(kind))
        self.head.browser.press(page, where, by=by)

    def sat_wrong(self, number: int) -> None:
        """Two players sat in each other's chairs for three hands; the head referee puts it right, and their points go
        with them. Nobody writes at another's table."""
        first, *_between, second = self.games(number)
        by_game = {game: referee for referee in self.referees for game in referee.my_tables()}
        for game in (first, second):
            by_game[game["id"]].play(game["id"], Four(), seed=f"{number}.{game['table']}", hands=3)
        stranger = by_game[second["id"]]
        if stranger is not by_game[first["id"]]:
            stranger.is_refused(first["id"])
        one, other = first["seats"][0]["player"], second["seats"][2]["player"]
        before = self.scores(first, second)
        desk, where = self.head.browser, at("swap_seats", SLUG, number)
        page = desk.get(f"{at('check_in', SLUG)}?round={number}&swap={one}")
        chairs = next(
            value
            for form in page.forms()
            for name, value in form.buttons
            if name == "chairs" and value.endswith(f".{other}.{one}")
        )
        desk.press(desk.press(page, where, chairs=chairs), where, reason="坐錯檯")
        for game in (first, second):  # the player now in the seat confirms its hands again
            by_game[game["id"]].confirmed(game["id"], Four())
        after = self.scores(first, second)
        if (after[one], after[other]) != (before[other], before[one]):
            raise Refusal(f"the chairs of {one} and {other}: {before} became {after}")

    def scores(self, *games: Json) -> dict[int, str]:
        return {seat["player"]: seat["score"] for game in games for seat in self.head.game(game["id"])["seats"]}

    def reopened_card(self, number: int) -> None:
        """The head referee opens a signed card once more, and the four sign again."""
        game = self.games(number)[0]
        desk, where = self.head.browser, at("reopen", game["id"])
        desk.press(desk.get(where), where, reason="第三鋪再核對")
        self.referees[0].signed(game["id"], self.four(game))

    def knockout(self) -> None:
        """What follows: games, one at snake tables, the final. After the first stage of it who is best declines."""
        boss = self.organiser
        *between, last = self.stages()
        for place, (number, rounds) in enumerate([*between, last]):
            for game in range(rounds):
                by_rank = number == last[0] - 1 and not game
                made, page = boss.make_round(self.days[1], by_rank=by_rank, seed=f"{number}{game}")
                boss.start(made, page)
                self.play_round(made)
                boss.close_round(made)
            if not place and between:
                self.declines(number)
            boss.close_stage(number, f"第 {number} 次，骰 3 5 1")

    def stages(self) -> Iterable[tuple[int, int]]:
        """Number of each stage after the first, and how many games it has: one in each of the last two."""
        numbers = [n for n in range(2, 9) if at("stage", SLUG, n) in self.organiser.page("stages").text]
        return [(n, 1 if n >= numbers[-1] - 1 else self.lengths[1]) for n in numbers]

    def declines(self, stage: int) -> None:
        """Who is first does not take the place."""
        boss = self.organiser
        boss.draw_lots(stage, "先抽籤")
        page = boss.page("stage", stage)
        best = through(page.text)[0]
        page = boss.press(page, "decline_place", stage, number=best)
        if best in through(page.text):
            raise Refusal(f"{best} has declined and is on the list")


def medals_on(page: Page) -> list[tuple[str, int, str, str]]:
    """冠亞季殿 of the page of the final order: which, number, name, points."""
    if "未定" in page.words():
        raise AssertionError(f"the order is not final: {page.words()}")
    rows = _MEDAL.findall(page.text)
    return [(medal.strip(), int(number), name, points.strip()) for medal, name, number, points in rows]


def through(page: str) -> list[int]:
    """The numbers on the list of a stage's page, best first."""
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    return [int(part.split("<", 1)[0]) for part in table.split('class="no">')[1:]]


def expect_words(browser: Browser, path: str, words: str) -> None:
    page = browser.get(path)
    if words not in page.text:
        raise Refusal(f"{path} does not say {words}: {page.words()}")
