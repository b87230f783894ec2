"""人: the organiser at the desk, the referees with their tables, the players with their phones."""

import random
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.markup import url as at
from tests.rehearse.browser import Browser, Json, Page, Refusal
from tests.rehearse.camera import addresses

STROKES = "M1,1L2,2"
FINISHED = ("complete", "signed")
LAST = 16
"""The hand of a game of four winds without 連莊 after which it is over; with it there are more."""
AtOnce = Callable[[Sequence[Callable[[], Any]]], list[Any]]
"""Does several things: at once where the wire allows it, else one after the other."""


def key() -> str:
    return str(uuid.uuid4())


@dataclass
class Organiser:
    """大會: everything about the event, on its pages."""

    desk: Browser
    slug: str = ""

    def open_the_site(self, code: str) -> None:
        """第一個帳戶, with the code that stands on the terminal."""
        where = at("accounts:first_account")
        words = {"username": "boss", "display_name": "大會", "password": "sparrows fly south"}
        self.desk.press(self.desk.get(where), where, code=code, organisation="雀友會", **words)

    def make_event(self, **values: Any) -> None:
        """新賽事, from the template of the Masters; the referees confirm, players may use their phones beside them, and
        somebody else is head referee."""
        page = self.desk.get(at("new_event") + "?template=masters")
        page = self.desk.press(page, at("new_event"), heads=None, confirmation="referee", phones="on", **values)
        self.slug = page.path.strip("/").split("/")[-1]

    def page(self, name: str, *args: Any) -> Page:
        return self.desk.get(self.at(name, *args))

    def at(self, name: str, *args: Any) -> str:
        return at(name, self.slug, *args)

    def press(self, on: Page, name: str, /, *args: Any, **values: Any) -> Page:
        return self.desk.press(on, self.at(name, *args), **values)

    def paste(self, name: str, **values: Any) -> Page:
        """A pasted list: preview, then save. Returns the page that comes after it."""
        preview = self.press(self.page(name), name, **values)
        return self.press(preview, name, save="1")

    def make_round(self, day: str, *, by_rank: bool = False, seed: str = "") -> tuple[int, Page]:
        """A draft with its seats. Returns its number and page."""
        page = self.press(self.page("rounds"), "make_round", day=day)
        number = int(page.path.rstrip("/").rsplit("/", 1)[1])
        if by_rank:
            return number, self.press(page, "seat_by_rank", number)
        return number, self.press(page, "draw_round", number, seed=seed)

    def start(self, number: int, page: Page) -> None:
        page = self.press(page, "publish_round", number)
        self.press(page, "open_round", number)

    def close_round(self, number: int) -> None:
        """結束, once every card is signed: the page asks nothing then."""
        page = self.page("round", number)
        self.press(page, "close_round", number)
        if 'name="confirmed"' in page.text:
            raise Refusal(f"round {number} was closed with open cards")

    def leaves(self, number: int) -> None:
        """退出; who has not played yet is taken off the list. The page offers one or the other."""
        page, where = self.page("player", number), self.at("withdraw_player", number)
        button = next(value for name, value in page.form(where, {}).buttons if name == "action")
        self.press(page, "withdraw_player", number, action=button)

    def draw_lots(self, stage: int, word: str) -> bool:
        """抽籤, where the page asks for it."""
        page = self.page("stage", stage)
        drawn = self.at("draw_lots", stage) in page.text
        if drawn:
            self.press(page, "draw_lots", stage, word=word)
        return drawn

    def close_stage(self, stage: int, word: str) -> None:
        self.draw_lots(stage, word)
        self.press(self.page("stage", stage), "close_stage", stage)


@dataclass
class Phone:
    """選手的電話: opened once by the printed slip and its PIN."""

    browser: Browser
    number: int

    def open(self, link: str, pin: str) -> None:
        page = self.browser.press(self.browser.get(link), link, pin=pin)
        if not page.path.startswith("/me/"):
            raise Refusal(f"the phone of {self.number} shows {page.path}")

    def confirm(self, game: int, seat: int) -> None:
        self.browser.api("POST", at("api:confirm", game), {"seats": [seat], "client_key": key()})

    def sign(self, game: int, seat: int) -> None:
        where = at("sign_seat", game, seat)
        self.browser.press(self.browser.get(where), where, strokes=STROKES)


@dataclass
class Referee:
    """裁判: signs in by a slip, records and rules at the own tables. `by_page`: how many hands go through the pages."""

    browser: Browser
    name: str
    by_page: float = 0.04
    last: int = LAST
    done: dict[str, int] = field(default_factory=lambda: {"hands": 0, "rulings": 0, "pages": 0})

    def sign_in(self, slip: str) -> None:
        """The code of the slip is read, and its page asks for a tap."""
        self.browser.press(self.browser.get(slip), slip)

    def my_tables(self) -> list[int]:
        """我的牌檯: the games that this referee looks after now."""
        page = self.browser.get(at("my_tables"))
        rows = re.findall(r'data-key="(\d+)"', page.text)
        return sorted(map(int, rows))

    def game(self, game: int) -> Json:
        return self.browser.api("GET", at("api:game", game))

    def play(self, game: int, four: "Four", *, seed: str, hands: int = 99, drawn: bool = False) -> None:
        """So many hands, or to the end; rulings between them. The four confirm on their phones, or tell the referee."""
        chance = random.Random(f"{seed}.{hands}")
        state = self.game(game)
        for _hand in range(hands):
            if state["state"] in FINISHED:
                return
            seen = state["book_version"]
            if not drawn and chance.random() < 0.06:
                said = self.rule(game, seen, chance)
            else:
                said = self.record(game, seen, {"type": "draw"} if drawn else made_up(chance), chance)
            if said is None or "closed" not in said:
                state = said = self.game(game)
                said = {"closed": state["unconfirmed"], "hand": self.last}
            if said["closed"]:
                self.confirmed(game, four)
            # Before its last hand a game cannot be over: nothing has to be asked.
            state = self.game(game) if said["hand"] >= self.last else state | {"book_version": said["book_version"]}

    def record(self, game: int, seen: int, event: Json, chance: random.Random) -> Json:
        """One hand: mostly as a program sends it; now and then through form and preview, and nothing is answered."""
        self.done["hands"] += 1
        if event["type"] == "win" and "winner" in event and chance.random() < self.by_page:
            return self.record_by_page(game, event)
        sent = {"event": event, "client_key": key(), "seen": seen}
        return self.browser.api("POST", at("api:hands", game), sent)

    def record_by_page(self, game: int, event: Json) -> None:
        """食糊: the seat is tapped, who paid and how much is entered, the preview is saved."""
        self.done["pages"] += 1
        form = self.browser.get(f"{at('win', game)}?winner={event['winner']}")
        entered = {"source": event.get("from", "self"), "typed-0": event["fan"], "mode-0": "typed"}
        preview = self.browser.press(form, at("win", game), **entered)
        self.browser.press(preview, at("save", game))

    def rule(self, game: int, seen: int, chance: random.Random) -> Json:
        """A yellow card, or points that the referee names."""
        self.done["rulings"] += 1
        event: Json = {"seat": chance.randrange(4), "offence": "wrong_claim"}
        if chance.random() < 0.3:
            event |= {"offence": "other", "consequences": [{"deduct": "96"}]}
        sent = {"event": event, "facts": "裁判所見", "client_key": key(), "seen": seen}
        return self.browser.api("POST", at("penalties_api:rule", game), sent)

    def confirmed(self, game: int, four: "Four") -> None:
        """確認 for all four: on their own phones at once, or told to the referee."""
        if four.phones:
            four.at_once([lambda seat=seat: four.phones[seat].confirm(game, seat) for seat in range(4)])
        else:
            self.browser.api("POST", at("api:confirm", game), {"seats": [0, 1, 2, 3], "client_key": key()})

    def signed(self, game: int, four: "Four") -> None:
        if four.phones:
            four.at_once([lambda seat=seat: four.phones[seat].sign(game, seat) for seat in range(4)])
            return
        digest = self.browser.api("GET", at("api:card", game))["digest"]
        for seat in range(4):
            sent = {"seat": seat, "digest": digest, "strokes": STROKES, "client_key": key()}
            self.browser.api("POST", at("api:sign", game), sent)

    def is_refused(self, game: int) -> None:
        """Another referee's table cannot be written at."""
        sent = {"event": {"type": "draw"}, "client_key": key(), "seen": 0}
        self.browser.api("POST", at("api:hands", game), sent, expect=(403,))


def one_by_one(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    return [call() for call in calls]


@dataclass
class Four:
    """The phones of who sits at a table, by seat; none where the referee's phone goes round."""

    phones: Sequence[Phone] = ()
    at_once: AtOnce = one_by_one


def made_up(chance: random.Random) -> Json:
    """One of three hands in ten is drawn, of the won ones a third are self-drawn, some by two winners."""
    kind = chance.random()
    if kind < 0.3:
        return {"type": "draw"}
    one, other, third, _fourth = chance.sample(range(4), 4)
    fan = chance.choice((3, 3, 3, 4, 4, 5, 6, 7, 10))
    if kind < 0.5:
        return {"type": "win", "winner": one, "self_draw": True, "fan": fan}
    if kind < 0.53:
        return {"type": "win", "winners": [{"seat": one, "fan": fan}, {"seat": third, "fan": 3}], "from": other}
    return {"type": "win", "winner": one, "from": other, "fan": fan}


def slips_on(page: Page) -> dict[str, str]:
    """Name on a slip → what its code says, as a path of this site."""
    names = re.findall(r'class="slip-name">\s*(.*?)\s*</p>', page.text)
    return dict(zip(names, (one[one.index("/", 8) :] for one in addresses(page.text)), strict=True))


def pins_on(page: Page) -> list[str]:
    """The PINs of the players' slips, in their order."""
    return re.findall(r'class="slip-pin">\s*(\d+)', page.text)
