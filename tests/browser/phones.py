"""The devices that people hold: a browser page with what its owner does on it, and its taps counted."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from django.test import Client
from django.urls import reverse
from playwright.sync_api import ConsoleMessage, Dialog, Error, Locator, Page, expect

from accounts.models import User
from tests.looking import arrived, ask_again, go, set_cookie, tap, until
from tests.tournaments.factories import NAMES
from tournaments.core.services import link_token, pin_of
from tournaments.models import Act, Game, Player

PASSWORD = "pass"
# A conflict, a refusal and a lost network are part of the journeys, and their pages say so themselves. htmx also
# says aloud that it got no answer, or gave up a count because more was typed meanwhile.
EXPECTED = (
    "Failed to load resource",
    "htmx:sendAbort",
    "htmx:sendError",
    "htmx:afterRequest",
    "Response Status Error Code",
)
SAY_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
    console.error("security policy: " + event.violatedDirective + " " + event.blockedURI))"""


class Device:
    """Somebody's page. `complaints` is what the browser said that nobody should have to read."""

    size: tuple[int, int] | None = None
    """Width and height in CSS pixels; None is the phone of all browser tests, 360 × 740."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.taps = 0
        self.complaints: list[str] = []
        if self.size:
            page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        page.add_init_script(SAY_VIOLATIONS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._asked)
        page.on(
            "response",
            lambda answer: self.complaints.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None,
        )

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.complaints.append(message.text)

    def _asked(self, dialog: Dialog) -> None:
        # "Leave this page?" may come only where something would be lost, and then the journey expects it.
        self.complaints.append(f"{dialog.type}: {dialog.message}")
        dialog.accept()

    def open(self, path: str) -> None:
        """Go to an address of the app."""
        go(self.page, path)

    def tap(self, place: Locator) -> None:
        """Touch it once, and count."""
        tap(place)
        self.taps += 1

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name)

    def link(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("link", name=name)

    def ask_again(self) -> None:
        ask_again(self.page)

    def sign_in(self, username: str, password: str = PASSWORD, page: Page | None = None) -> None:
        """Sign in through the page, from wherever one is; in another window where that is given."""
        page = page or self.page
        go(page, "/sign-in/")
        self.fill_in(username, password, page)
        expect(page).not_to_have_url(re.compile("/sign-in/"))

    def fill_in(self, username: str = "referee", password: str = PASSWORD, page: Page | None = None) -> None:
        """登入 on the page to which one was led."""
        page = page or self.page
        page.get_by_label("登入名稱").fill(username)
        page.get_by_label("密碼", exact=True).fill(password)
        page.get_by_role("main").get_by_role("button", name="登入").click()

    def begin_as(self, username: str, path: str = "/") -> None:
        """Signed in earlier: the way through the page is a journey of its own (`sign_in`)."""
        client = Client()
        client.force_login(User.objects.get(username=username))
        set_cookie(self.page, "sessionid", client.cookies["sessionid"].value)
        self.open(path)

    def open_link(self, player: Player, pin: str = "") -> None:
        """A player's personal link, and the PIN where it is given."""
        self.open(reverse("tournaments:player_link", args=[link_token(player)]))
        if pin:
            self.page.get_by_label("個人密碼").fill(pin)
            self.tap(self.button("進入"))

    def enter(self, player: Player) -> None:
        """The personal link, and its PIN."""
        self.open_link(player, pin_of(player))
        expect(self.title).to_have_text(player.name)

    def object_to_it(self, reason: str) -> None:
        """提出異議 to the hand that waits for this player."""
        self.tap(self.link("提出異議").first)
        self.page.get_by_label("或自己寫").fill(reason)
        self.tap(self.button("提出異議"))

    def draw_a_name(self) -> None:
        """簽名 with a finger."""
        arrived(self.page)
        field = self.page.locator("[data-signature] canvas")
        field.scroll_into_view_if_needed()
        box = field.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + 30, box["y"] + 50)
        self.page.mouse.down()
        for x, y in ((60, 20), (90, 70), (130, 30), (180, 60)):
            self.page.mouse.move(box["x"] + x, box["y"] + y)
        self.page.mouse.up()
        expect(self.page.locator("[data-signature-state]")).to_have_text("已簽")

    @property
    def title(self) -> Locator:
        return self.page.locator("header h1")

    @property
    def sheet(self) -> Locator:
        """What has come up from below."""
        return self.page.locator("dialog[data-sheet][open]")

    def look_up(self, code: str) -> None:
        """A scorecard, by its public page: it is in force."""
        self.open("/c/")
        self.page.get_by_label("查核碼").fill(code)
        self.tap(self.button("查核"))
        expect(self.page.get_by_text("現時有效")).to_be_visible()


class Desk(Device):
    """A screen on which somebody follows what the pages say."""

    size = (1280, 800)

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    def press(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.main.get_by_role("button", name=name).first)

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.main.get_by_role("link", name=name).first)

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)

    def next_step(self, name: str = "") -> None:
        """The first button of the step that the page proposes."""
        self.tap(self.main.locator(".next-step").locator(".button", has_text=name).first)

    def back(self) -> None:
        self.tap(self.page.locator("a.back-link"))


class RefereePhone(Device):
    """裁判's phone at one table."""

    def begin_at(self, game: Game) -> None:
        """Signed in, at the table."""
        self.begin_as("referee", table_of(game))

    def to_table(self, game: Game) -> None:
        self.open(table_of(game))

    @property
    def strip(self) -> Locator:
        """請各家確認."""
        return self.page.locator("#confirm-strip")

    def seat(self, name: str) -> Locator:
        return self.page.locator("a.seat-card", has_text=name)

    def confirming(self, name: str) -> Locator:
        """The button by which a seat confirms: on a phone's table the seat itself, elsewhere in the strip."""
        return self.page.locator("button:is(.confirm-seat, .seat-card):visible", has_text=name).first

    def source(self, name: str) -> Locator:
        return self.page.locator(".sources label", has_text=name)

    @property
    def shown(self) -> Locator:
        """The winner whose amount is being entered."""
        return self.page.locator(".win-slot:visible")

    def type_fan(self, digits: str) -> None:
        """番數 on the number pad; digits are not counted as taps."""
        arrived(self.page)
        for digit in digits:
            self.shown.locator(".numpad").get_by_role("button", name=digit, exact=True).click()

    def mode(self, name: str) -> Locator:
        return self.shown.locator("label.tab", has_text=name)

    def start_win(self, winner: str, source: str) -> None:
        """食糊: who, and from whom ("自摸" for an own draw)."""
        self.tap(self.seat(winner))
        self.tap(self.source(source))

    def preview(self) -> None:
        self.tap(self.button("預覽").last)
        expect(self.title).to_have_text("預覽")

    def save(self) -> None:
        """記錄; the next page is the table, where the hand waits for the four."""
        self.tap(self.button("記錄"))
        expect(self.strip).to_contain_text("請各家確認")

    def win(self, winner: str, source: str, fan: str) -> None:
        """A typed win up to the table page."""
        self.start_win(winner, source)
        self.type_fan(fan)
        self.preview()
        self.save()

    def second_winner(self, name: str) -> None:
        """另一家食糊, whose amount comes up."""
        self.tap(self.page.locator(".add-winner summary"))
        self.tap(self.button(name, self.page.locator(".add-winner")))

    def tick(self, fan: str) -> None:
        """揀番."""
        self.tap(self.shown.locator(f'.pick[data-fan="{fan}"] label'))

    def correct(self, fan: str, reason: str) -> None:
        """更正, from its form to the end."""
        self.page.locator("#typed-0").fill(fan)
        self.tap(self.button("看影響").last)
        self.page.get_by_label("或自己寫").fill(reason)
        self.tap(self.button("記錄更正"))
        expect(self.page.get_by_text("已更正").first).to_be_visible()

    def lay(self, notation: str) -> None:
        """擺牌: tiles as "123m 55z", one tap each."""
        for run in notation.split():
            for rank in run[:-1]:
                self.tap(self.shown.locator(f'.tile-key[data-tile="{rank}{run[-1]}"]:visible'))

    def sign_for(self, names: Iterable[str]) -> None:
        """去簽署: each draws a name, one after the other."""
        self.tap(self.link("去簽署"))
        for name in names:
            self.tap(self.link(f"{name} 簽署"))
            expect(self.title).to_have_text(f"{name} 簽署")
            self.draw_a_name()
            self.tap(self.button("簽署"))
            expect(self.page).not_to_have_url(re.compile(r"/sign/\d/$"))

    @property
    def rewards(self) -> Locator:
        """獎勵, the button under the table, also while a sheet with a tab of this name is closing."""
        return self.page.locator("#main").get_by_role("link", name="獎勵", exact=True)

    @property
    def offences(self) -> Locator:
        """犯規, the button under the table, also while a sheet with a tab of this name is closing."""
        return self.page.locator("#main").get_by_role("link", name="犯規", exact=True)

    def reward(self, name: str, seat: str) -> None:
        """中途獎勵."""
        self.tap(self.rewards)
        row = self.sheet.locator(".reward-row", has_text=name).first
        self.tap(row.get_by_role("button", name=seat))
        expect(self.page.locator(".open-entries")).to_contain_text(f"{seat} {name}")

    def rule(self, seat: str, offence: str) -> None:
        """犯規: as far as the consequences, nothing recorded yet."""
        self.tap(self.offences)
        self.tap(self.sheet.locator(".seat-buttons label", has_text=seat))
        self.sheet.get_by_placeholder("犯規項目，中文或英文").fill(offence)
        self.tap(self.sheet.locator("button.offence:visible", has_text=offence).first)
        expect(self.button("記錄判決", self.sheet)).to_be_visible()

    def confirm(self, names: Iterable[str]) -> None:
        """Each taps his own seat on this phone, one after the other; in the end nothing waits."""
        for name in names:
            self.tap(self.confirming(name))
            expect(
                self.strip.locator(".confirm-seat.done, .confirm-seat.objected", has_text=name)
                .or_(self.page.locator("#confirm-strip.confirm-settled"))
                .first
            ).to_be_attached()
        expect(self.page.locator("#confirm-strip.confirm-settled")).to_be_attached()


class HallPhone(RefereePhone):
    """裁判's phone whose wifi comes and goes."""

    leaving = False
    """Somebody leaves by the address bar or reloads, and is asked about what waits."""

    def begin_at(self, game: Game) -> None:
        super().begin_at(game)
        self.is_prepared()

    def to_table(self, game: Game) -> None:
        super().to_table(game)
        self.is_prepared()

    def is_prepared(self) -> None:
        """The sheets for the time without a network have come."""
        expect(self.page.locator("[data-offline-rules][data-prepared]")).to_be_attached()

    def open(self, path: str) -> None:
        self.leaving = True
        super().open(path)
        self.leaving = False

    def reload(self) -> None:
        self.leaving = True
        self.page.reload()
        self.leaving = False

    def _asked(self, dialog: Dialog) -> None:
        if self.leaving and dialog.type == "beforeunload":
            with suppress(Error):  # the page has gone without waiting for the answer
                dialog.accept()
        else:
            super()._asked(dialog)

    def answer_by(self, answer: Callable[[Dialog], Any]) -> None:
        """What this page asks from now on is expected."""
        self.page.remove_listener("dialog", self._asked)
        self.page.on("dialog", answer)

    def wifi(self, on: bool) -> None:
        arrived(self.page)
        self.page.context.set_offline(not on)

    def hears(self, on: bool) -> None:
        """Off: the wifi answers nobody, while the phone believes that it has one."""
        arrived(self.page)
        if on:
            self.page.context.unroute("**/*")
        else:
            self.page.context.route("**/*", lambda route: route.abort())

    def badge(self, state: str) -> None:
        expect(self.page.locator("[data-network]")).to_have_attribute("data-state", state)

    @property
    def count(self) -> Locator:
        """How many wait, in the head of every page."""
        return self.page.locator("[data-outbox-count]")

    @property
    def panel(self) -> Locator:
        """What waits, over the table."""
        return self.page.locator(".outbox-panel")

    @property
    def lines(self) -> Locator:
        return self.panel.locator(".outbox-line")

    @property
    def line(self) -> Locator:
        """局 and 鋪 of the hand that comes next."""
        return self.page.locator(".hand-now")

    @property
    def centre(self) -> Locator:
        """圈, 局 and 拉莊 in the middle of the table."""
        return self.page.locator(".table-centre > span")

    def keep_win(self, winner: str, source: str, fan: str) -> None:
        """A typed win, kept on this phone."""
        self.start_win(winner, source)
        self.type_fan(fan)
        self.keep()

    def keep(self) -> None:
        """Keep the entry on this phone, after its summary, and wait until the closed sheet has left the history: its
        `history.back()` would abort a navigation that has begun."""
        self.tap(self.button("預覽", self.sheet))
        self.tap(self.button("記錄在這部電話", self.sheet))
        expect(self.sheet).to_have_count(0)
        until(self.page, "!history.state?.sheet")

    def all_confirm(self) -> None:
        for name in NAMES:
            self.tap(self.panel.locator("button.confirm-seat", has_text=name))
        expect(self.panel.locator(".confirm-seat")).to_have_count(0)

    def settled(self, game: Game, *fans: int) -> None:
        """Everything has been sent, the page is the server's again, and the log has hands of these fans."""
        expect(self.panel).to_be_hidden()
        expect(self.count).to_be_hidden()
        assert fans_of(game) == list(fans)


def table_of(game: Game) -> str:
    return reverse("tournaments:table", args=[game.pk])


def played(game: Game) -> list[dict[str, Any]]:
    """The events of the game's log."""
    acts = Act.objects.filter(game=game, kind="play").order_by("number")
    return [act.payload["event"] for act in acts]


def fans_of(game: Game) -> list[int]:
    return [event["fan"] for event in played(game)]
