"""The devices that people hold: a browser page with what its owner does on it, and its taps counted."""

import re
from collections.abc import Iterable

from django.test import Client
from playwright.sync_api import ConsoleMessage, Dialog, Locator, Page, expect

from accounts.models import User
from tests.looking import arrived, go, tap

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
        go(self.page, self.address + path)

    def tap(self, place: Locator) -> None:
        """Touch it once, and count."""
        tap(place)
        self.taps += 1

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name)

    def link(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("link", name=name)

    def taps_of(self, journey: Iterable[Locator]) -> int:
        """How many taps these places take, one after the other."""
        before = self.taps
        for place in journey:
            self.tap(place)
        return self.taps - before

    def sign_in(self, username: str, password: str = PASSWORD) -> None:
        """Sign in through the page, from wherever one is."""
        self.open("/sign-in/")
        self.page.get_by_label("登入名稱").fill(username)
        self.page.get_by_label("密碼", exact=True).fill(password)
        self.page.get_by_role("main").get_by_role("button", name="登入").click()
        expect(self.page).not_to_have_url(re.compile("/sign-in/"))

    def begin_as(self, username: str) -> None:
        """At home, signed in earlier: the way through the page is a journey of its own (`sign_in`)."""
        client = Client()
        client.force_login(User.objects.get(username=username))
        session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.address}
        self.page.context.add_cookies([session])  # type: ignore[list-item]
        self.open("/")

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


class RefereePhone(Device):
    """裁判's phone at one table."""

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
        self.tap(self.button("預覽"))
        expect(self.title).to_have_text("預覽")

    def preview_draw(self) -> None:
        """流局 with what is asked about it."""
        self.tap(self.button("預覽", self.sheet))
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

    def lay(self, notation: str) -> None:
        """擺牌: tiles as "123m 55z", one tap each."""
        for run in notation.split():
            for rank in run[:-1]:
                self.tap(self.shown.locator(f'.tile-key[data-tile="{rank}{run[-1]}"]:visible'))

    @property
    def rewards(self) -> Locator:
        """獎勵, the button under the table."""
        return self.page.get_by_role("link", name="獎勵", exact=True)

    @property
    def offences(self) -> Locator:
        """犯規, the button under the table."""
        return self.page.get_by_role("link", name="犯規", exact=True)

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
