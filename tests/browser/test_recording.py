"""A referee records hands with a finger on 360 × 740: taps counted, three ways that keep what was entered, bad wifi."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.looking import arrived, barriers, faults, tap
from tests.tournaments.factories import confirm_all, make_event, make_game, make_user, play, play_and_confirm
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import record

pytestmark = pytest.mark.django_db(transaction=True)

HAND = "123m56m789p234p567s88s"


@pytest.fixture
def game() -> Game:
    """A game in its second hand: the dealer has stayed once and is owed by one."""
    referee = make_user()
    game = make_game(referee=referee)
    play_and_confirm(game, Actor(user_id=referee.pk), type="win", winner=0, source=1, fan=36)
    return game


class Phone:
    """The referee's phone; counts every tap."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.taps = 0

    def open_table(self) -> None:
        self.page.goto(self.address)

    def tap(self, place: Locator) -> None:
        tap(place)
        self.taps += 1

    def tap_seat(self, name: str) -> None:
        self.tap(self.page.locator("a.seat-card", has_text=name))
        expect(self.page.locator("dialog[open] #win-form")).to_be_visible()

    def tap_source(self, name: str) -> None:
        self.tap(self.page.locator(".sources label", has_text=name))

    def tap_mode(self, name: str) -> None:
        self.tap(self.page.locator(".win-slot:visible label.tab", has_text=name))

    def type_fan(self, digits: str) -> None:
        for digit in digits:
            self.page.locator(".win-slot:visible .numpad button", has_text=digit).click()

    def lay(self, hand: str, winning: str) -> None:
        for run in hand.replace("m", "m ").replace("p", "p ").replace("s", "s ").split():
            for rank in run[:-1]:
                self.tap(self.page.locator(f'.tile-key[data-tile="{rank}{run[-1]}"]:visible'))
        self.tap(self.page.locator(f'.tile-key[data-tile="{winning}"]:visible'))

    @property
    def sum(self) -> Locator:
        return self.page.locator(".win-slot:visible .live-sum")

    def preview(self) -> None:
        self.tap(self.page.get_by_role("button", name="預覽"))
        expect(self.page.locator("h1")).to_have_text("預覽")

    def save(self) -> None:
        self.tap(self.page.get_by_role("button", name="記錄"))
        expect(self.page.locator("#confirm-strip")).to_contain_text("第 2 鋪")


@pytest.fixture
def phone(page: Page, live_server, signed_in: Callable[..., None], game: Game) -> Iterator[Phone]:
    """The phone at its table; the browser's security policy may have nothing to complain about."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    signed_in(make_user())
    made = Phone(page, f"{live_server.url}/g/{game.pk}/")
    made.open_table()
    yield made
    assert complaints == []


def last_event(game: Game) -> dict:
    return Act.objects.filter(game=game, kind="play").latest("number").payload["event"]


def test_it_takes_three_taps_and_the_digits_from_the_table_to_the_preview(phone: Phone, game: Game) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    expect(phone.sum).to_have_text("32 + 底 5 = 37")
    phone.preview()
    assert phone.taps == 3
    expect(phone.page.locator(".payments")).to_contain_text("李小龍 付 陳大文 37 番")
    phone.save()
    assert last_event(game) == {"type": "win", "from": 1, "winner": 2, "fan": 37}


def test_it_takes_one_tap_from_the_table_to_the_preview_of_a_draw(phone: Phone, game: Game) -> None:
    phone.tap(phone.page.get_by_role("link", name="流局"))
    expect(phone.page.locator("h1")).to_have_text("預覽")
    phone.save()
    assert phone.taps == 2
    assert last_event(game) == {"type": "draw"}


def test_it_says_the_sum_with_the_dealers_share_while_typing(phone: Phone) -> None:
    phone.tap_seat("張國強")
    phone.tap_source("自摸")
    phone.type_fan("7")
    expect(phone.sum).to_have_text("7 + 底 5 + 拉一莊 3 = 15")


def test_the_tiles_stay_under_the_finger_when_the_sum_comes_and_goes(phone: Phone) -> None:
    """What moves between the beginning and the end of a touch does not hear it."""
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    expect(phone.sum.locator(".sum-line")).to_have_count(1)
    heights = [phone.sum.bounding_box()]
    phone.tap_mode("擺牌")
    expect(phone.sum.locator(".sum-line")).to_have_count(0)
    heights.append(phone.sum.bounding_box())
    phone.lay(HAND, "4m")
    expect(phone.sum).to_contain_text("20 + 底 5 = 25")
    heights.append(phone.sum.bounding_box())
    assert len({box and box["height"] for box in heights}) == 1


def test_it_keeps_what_was_entered_in_each_of_the_three_ways(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.tap_mode("揀番")
    phone.page.locator(".pick label", has_text="門叮").click()
    expect(phone.page.locator('.pick[data-fan="門清"]')).to_have_class("pick removed")
    expect(phone.sum).to_contain_text("10 + 底 5 = 15")
    phone.tap_mode("擺牌")
    phone.lay(HAND, "4m")
    expect(phone.sum).to_contain_text("20 + 底 5 = 25")
    expect(phone.page.locator("#count-0")).to_contain_text("大平")
    phone.tap_mode("番數")
    expect(phone.page.locator("#typed-0")).to_have_value("32")
    phone.tap_mode("揀番")
    expect(phone.page.get_by_label("門叮", exact=True)).to_be_checked()
    phone.tap_mode("擺牌")
    expect(phone.page.locator(".tile-laid button")).to_have_count(17)


def test_the_source_ticks_and_unticks_the_own_draw(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("自摸")
    phone.tap_mode("揀番")
    own = phone.page.get_by_label("自摸", exact=True).and_(phone.page.locator("[type=checkbox]"))
    expect(own).to_be_checked()
    expect(phone.sum).to_contain_text("1 + 底 5 = 6")
    phone.tap_source("李小龍")
    expect(own).not_to_be_checked()


def test_it_says_which_ticks_no_hand_holds_together(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.tap_mode("揀番")
    phone.page.locator('.pick[data-fan="混一色"] label').click()
    row = phone.page.locator('.pick[data-fan="清一色"]')
    expect(row).to_have_class("pick removed")
    expect(row).to_contain_text("不能和混一色同一副牌")
    row.locator("label").click()
    expect(phone.sum).to_contain_text("混一色、清一色 不可能在同一副牌")


def test_it_asks_once_more_for_a_number_that_no_hand_has(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("2323")
    expect(phone.sum).to_contain_text("2323 番？這套規則的一副牌很少多過")
    phone.tap(phone.page.get_by_role("button", name="預覽"))
    expect(phone.page.locator("h1")).to_have_text("陳大文 食糊")
    phone.tap(phone.page.get_by_text("數目沒有錯：2323 番"))
    phone.preview()


def test_it_counts_a_laid_hand_and_asks_which_number_is_paid(phone: Phone, game: Game) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.tap_mode("擺牌")
    phone.lay(HAND, "4m")
    expect(phone.sum).to_contain_text("報 32，計 20")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text("25 番")
    phone.tap(phone.page.get_by_role("button", name="報 32"))
    expect(phone.page.locator(".payments")).to_contain_text("37 番")
    phone.tap(phone.page.get_by_role("button", name="計 20"))
    expect(phone.page.locator(".payments")).to_contain_text("25 番")
    phone.save()
    assert last_event(game)["hand"]["winning_tile"] == "4m"


def test_it_finds_a_fan_by_its_name(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_mode("揀番")
    phone.page.get_by_placeholder("搜尋番種").fill("三元")
    expect(phone.page.locator(".pick:visible")).to_have_count(2)


def record_ticked(game: Game, fans: list[str]) -> None:
    """A confirmed hand in which these fans were ticked."""
    actor = Actor(user_id=make_user().pk)
    claim = {"mode": "ticks", "ticks": [{"name": fan} for fan in fans]}
    event = {"type": "win", "winner": 2, "from": 1, "fan": 10}
    seen, now = Game.objects.get(pk=game.pk).book_version, timezone.now()
    said = {"client_key": uuid.uuid4(), "seen": seen, "now": now}
    record(game_id=game.pk, actor=actor, played=Played(event, claim), **said)
    confirm_all(game, actor)


def test_the_search_stays_in_sight_above_a_list_in_groups(phone: Phone, game: Game) -> None:
    for fans in (["平糊"], ["平糊", "一般高"]):
        record_ticked(game, fans)
    phone.open_table()
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.tap_mode("揀番")
    groups = phone.page.locator(".fan-list .pick-group")
    expect(groups.first).to_have_text("這次賽事最常用")
    assert groups.count() > 8
    first = phone.page.locator(".fan-list .pick")
    assert [first.nth(place).get_attribute("data-fan") for place in (0, 1)] == ["平糊", "一般高"]
    assert phone.page.locator('.pick[data-fan="平糊"]').count() == 1
    first.last.scroll_into_view_if_needed()
    search = phone.page.get_by_placeholder("搜尋番種")
    expect(search).to_be_in_viewport()
    box = search.bounding_box()
    assert box
    assert (
        phone.page.evaluate("([x, y]) => document.elementFromPoint(x, y).type", [box["x"] + 60, box["y"] + 24])
        == "search"
    )
    search.fill("三元")
    expect(phone.page.locator(".pick-group:visible")).to_have_count(1)


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_no_digit_is_hidden_where_two_win(phone: Phone, live_server, language: str) -> None:
    phone.page.context.add_cookies([{"name": "paiju_language", "value": language, "url": live_server.url}])
    phone.open_table()
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.tap(phone.page.locator(".add-winner summary"))
    phone.tap(phone.page.locator(".add-winner button", has_text="何家珍"))
    expect(phone.page.locator(".winner-tabs")).to_be_visible()
    arrived(phone.page)
    zero = phone.page.locator(".win-slot:visible").get_by_role("button", name="0", exact=True).bounding_box()
    bar = phone.page.locator(".win-form .action-bar").bounding_box()
    assert zero
    assert bar
    assert zero["y"] + zero["height"] <= bar["y"]


UNCOVERED = """() => [...document.querySelectorAll(".chain-moves > section")].filter((section) => {
    const heading = section.querySelector("h3").getBoundingClientRect();
    return [...section.querySelectorAll(".move")].some((move) => {
        const box = move.getBoundingClientRect();
        return box.left < heading.left - 1 || box.right > heading.right + 1 || box.top < heading.bottom - 1;
    });
}).length"""


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_each_heading_of_the_pulls_covers_what_is_under_it(phone: Phone, game: Game, width: int) -> None:
    actor = Actor(user_id=make_user().pk)
    for _hand in range(2):
        play_and_confirm(game, actor, type="win", winner=0, self_draw=True, fan=20)
    phone.page.set_viewport_size({"width": width, "height": 740})
    phone.open_table()
    phone.tap_seat("張國強")
    phone.tap_source("自摸")
    phone.type_fan("40")
    phone.preview()
    expect(phone.page.locator(".chain-moves .move")).to_have_count(3)
    assert phone.page.evaluate(UNCOVERED) == 0


def test_it_opens_the_winner_whose_number_is_missing_and_says_so_in_the_bar(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("8")
    phone.tap(phone.page.locator(".add-winner summary"))
    phone.tap(phone.page.locator(".add-winner button", has_text="何家珍"))
    phone.tap(phone.page.locator(".winner-tabs label", has_text="陳大文"))
    phone.tap(phone.page.get_by_role("button", name="預覽"))
    bar = phone.page.locator(".action-bar .bar-error")
    expect(bar).to_contain_text("何家珍")
    expect(bar).to_contain_text("番")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".winner-tabs label", has_text="何家珍").locator("input")).to_be_checked()
    expect(phone.page.locator(".win-slot:visible .field-error, .win-slot:visible .sum-problem").first).to_be_visible()
    assert faults(phone.page) == []
    phone.type_fan("3")
    expect(bar).to_have_count(0)
    phone.preview()


def test_it_opens_the_list_in_which_a_number_cannot_be(phone: Phone) -> None:
    """A browser refuses to send it, and says nothing of a field that cannot be seen."""
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.tap_mode("揀番")
    row = phone.page.locator('.pick[data-fan="老少上"]')
    row.locator("label").click()
    times = row.locator(".times")
    times.fill("99")
    phone.tap_mode("番數")
    phone.type_fan("8")
    phone.tap(phone.page.get_by_role("button", name="預覽"))
    expect(times).to_be_visible()
    expect(times).to_be_focused()


def test_a_wheel_over_a_number_moves_the_page_and_not_the_number(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 1280, "height": 500})
    phone.page.goto(f"{phone.address}win/?winner=2")
    phone.tap_mode("揀番")
    row = phone.page.locator('.pick[data-fan="老少上"]')
    row.locator("label").click()
    times = row.locator(".times")
    times.fill("3")
    times.hover()
    before = phone.page.evaluate("scrollY")
    for _turn in range(3):
        phone.page.mouse.wheel(0, 100)
    phone.page.wait_for_function("before => scrollY !== before", arg=before)
    expect(times).to_have_value("3")


def test_what_is_missing_in_a_correction_is_said_in_its_bar(phone: Phone, game: Game) -> None:
    phone.page.goto(f"{phone.address}hands/1/correct/")
    phone.page.locator("#typed-0").fill("")
    phone.tap(phone.page.get_by_role("button", name="看影響").last)
    bar = phone.page.locator(".action-bar .bar-error")
    expect(bar).to_contain_text("番")
    expect(bar).to_be_in_viewport(ratio=1)


def test_it_records_two_winners_with_a_way_each(phone: Phone, game: Game) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.tap(phone.page.get_by_text("另一家食糊"))
    phone.tap(phone.page.locator(".add-winner").get_by_role("button", name="何家珍"))
    expect(phone.page.locator("#typed-0")).to_have_value("32")
    phone.tap(phone.page.locator(".winner-tabs label", has_text="何家珍"))
    phone.type_fan("8")
    expect(phone.sum).to_have_text("8 + 底 5 + 雙響 5 = 18")
    phone.preview()
    phone.save()
    assert last_event(game)["winners"] == [{"seat": 2, "fan": 37}, {"seat": 3, "fan": 13}]


def test_it_offers_the_tile_to_nobody_who_discarded_it(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap(phone.page.get_by_text("另一家食糊"))
    others = phone.page.locator(".add-winner button:visible")
    expect(others).to_have_text(["張國強", "李小龍", "何家珍"])
    phone.tap_source("李小龍")
    expect(others).to_have_text(["張國強", "何家珍"])
    phone.tap_source("何家珍")
    expect(others).to_have_text(["張國強", "李小龍"])
    phone.tap_source("自摸")
    expect(phone.page.locator(".add-winner")).to_be_hidden()


def test_it_says_minutes_and_hours_and_never_a_clock(phone: Phone) -> None:
    phone.page.wait_for_function("sessionStorage.getItem('ahead') !== null")  # until then the server's words stay
    said = phone.page.evaluate(
        """() => [0, 9 * 60 + 41, 3600 + 125].map((seconds) => {
          const time = document.querySelector("time[data-since]").cloneNode();
          time.dateTime = new Date(window.paiju.now() - seconds * 1000).toISOString();
          document.body.append(time);
          window.paiju.arrived(document.body);
          return time.textContent;
        })"""
    )
    assert said == ["剛剛", "9 分鐘前", "1 小時 2 分鐘前"]


def test_it_changes_the_entry_without_losing_it(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.preview()
    phone.tap(phone.page.get_by_role("button", name="更改"))
    expect(phone.page.locator("#typed-0")).to_have_value("32")
    expect(phone.page.get_by_label("李小龍")).to_be_checked()


def test_it_remembers_an_entry_after_a_reload(phone: Phone) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.open_table()
    phone.tap_seat("陳大文")
    expect(phone.page.locator("#typed-0")).to_have_value("32")
    expect(phone.sum).to_have_text("32 + 底 5 = 37")
    phone.page.keyboard.press("Escape")
    phone.tap_seat("何家珍")
    expect(phone.page.locator("#typed-0")).to_have_value("")


def test_it_saves_one_hand_when_the_answer_was_lost_on_the_way(phone: Phone, game: Game) -> None:
    phone.tap(phone.page.get_by_role("link", name="流局"))
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch(max_redirects=0)
        route.abort()

    phone.page.route("**/save/", lose_the_first_answer)
    phone.save()
    assert len(lost) == 1
    assert Act.objects.filter(game=game, kind="play").count() == 2


def test_it_saves_one_hand_however_fast_the_button_is_pressed(phone: Phone, game: Game) -> None:
    phone.tap(phone.page.get_by_role("link", name="流局"))
    expect(phone.page.locator("h1")).to_have_text("預覽")
    arrived(phone.page)
    phone.page.get_by_role("button", name="記錄").click(click_count=10, delay=1, no_wait_after=True)
    expect(phone.page.locator("#confirm-strip")).to_contain_text("第 2 鋪")
    assert Act.objects.filter(game=game, kind="play").count() == 2


def test_it_shows_both_versions_when_another_device_was_faster(phone: Phone, game: Game) -> None:
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("32")
    phone.preview()
    play_and_confirm(game, Actor(user_id=make_user().pk), type="draw")
    phone.tap(phone.page.get_by_role("button", name="記錄"))
    expect(phone.page.locator("main")).to_contain_text("流局")
    expect(phone.page.locator("main")).to_contain_text("陳大文 食糊 37 番，李小龍 出銃")
    phone.page.get_by_role("button", name="作為下一鋪再輸入").click()
    expect(phone.page.locator("#typed-0")).to_have_value("32")


def test_it_shows_what_a_next_result_would_do(phone: Phone) -> None:
    phone.tap(phone.page.get_by_role("link", name="如果…"))
    sheet = phone.page.locator("dialog[open]")
    sheet.locator("label", has_text="李小龍").first.click()
    sheet.locator("label", has_text="自摸").click()
    sheet.get_by_label("番數").fill("20")
    expect(sheet.locator("#whatif-result")).to_contain_text("張國強 付 李小龍 28 番")
    expect(sheet.locator("#whatif-result")).to_contain_text("付 18")


def test_it_keeps_how_the_table_was_turned(phone: Phone) -> None:
    phone.page.get_by_role("button", name="轉檯").click()
    expect(phone.page.locator(".table-diagram")).to_have_attribute("data-below", "1")
    phone.open_table()
    expect(phone.page.locator(".table-diagram")).to_have_attribute("data-below", "1")


def test_it_shows_what_another_device_recorded_without_a_reload(phone: Phone, game: Game) -> None:
    play_and_confirm(game, Actor(user_id=make_user().pk), type="reward", kind="concealed_kong", seat=2)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.page.locator(".open-entries")).to_contain_text("陳大文 暗槓")


def test_it_records_a_typed_number_without_any_script(
    browser: Browser, live_server, client: Client, game: Game
) -> None:
    client.force_login(make_user())
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}, locale="zh-HK")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/g/{game.pk}/")
    page.locator("a.seat-card", has_text="陳大文").click()
    page.get_by_label("李小龍").check()
    page.get_by_label("番數（不連底）").fill("32")
    page.get_by_role("button", name="預覽").click()
    page.get_by_role("button", name="記錄").click()
    for left, name in zip((3, 2, 1, 0), ("張國強", "李小龍", "陳大文", "何家珍"), strict=True):
        page.locator("button.seat-card", has_text=name).click()
        expect(page.locator("button.confirm-seat")).to_have_count(left)
    expect(page.locator(".table-line")).to_contain_text("第 3 鋪")
    context.close()
    assert last_event(game) == {"type": "win", "from": 1, "winner": 2, "fan": 37}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_has_no_barrier_that_axe_can_find(phone: Phone, scheme: str) -> None:
    phone.page.emulate_media(color_scheme=scheme)
    assert barriers(phone.page) == []
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    for way in ("番數", "揀番", "擺牌"):
        phone.tap_mode(way)
        assert barriers(phone.page) == []
    phone.tap_mode("番數")
    phone.type_fan("32")
    phone.preview()
    assert barriers(phone.page) == []
    phone.page.goto(phone.address + "whatif/?winner=1&source=0&called=9")
    assert barriers(phone.page) == []


def test_it_has_no_sideways_scrolling_at_320(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 640})

    def width() -> int:
        return phone.page.evaluate(
            "Math.max(document.documentElement.scrollWidth, document.querySelector('dialog[open]')?.scrollWidth || 0)"
        )

    phone.open_table()
    assert width() <= 320
    phone.tap_seat("陳大文")
    for way in ("揀番", "擺牌", "番數"):
        phone.tap_mode(way)
        assert width() <= 320
    phone.tap_source("李小龍")
    phone.type_fan("132")
    phone.preview()
    assert width() <= 320
    phone.page.goto(phone.address + "whatif/?winner=1&source=0&called=9")
    assert width() <= 320


def test_enter_in_the_amount_is_the_preview_and_no_second_winner(page: Page, phone: Phone) -> None:
    phone.open_table()
    phone.tap_seat("陳大文")
    phone.tap_source("自摸")
    page.locator("#typed-0").fill("12")
    page.locator("#typed-0").press("Enter")
    expect(page.locator("h1")).to_have_text("預覽")
    expect(page.locator(".preview-result")).to_contain_text("陳大文 自摸 17 番")
    # Three pay, a 拉 is collected: every number stands above the bar, the new totals in the seats.
    expect(page.locator(".board .at-0 .before-after")).to_have_text("0 → +37")
    bar = page.locator(".save-bar").bounding_box()
    numbers = page.locator(".board, .payment, .move")
    lowest = numbers.evaluate_all("(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))")
    assert bar is not None
    assert lowest <= bar["y"] + 1


def test_enter_in_how_often_a_discard_was_followed_records_nothing(
    page: Page, live_server: object, signed_in: Callable[[object], None]
) -> None:
    """It gave the first player of the page a concealed kong."""
    referee = make_user()
    game = make_game(make_event(rule_set="hk-classic"), referee)
    signed_in(referee)
    page.goto(f"{live_server}/g/{game.pk}/reward/")
    arrived(page)
    page.locator("[name=times]").fill("2")
    page.locator("[name=times]").press("Enter")
    page.get_by_role("group", name="追").get_by_role("button", name="李小龍").click()
    expect(page.locator(".open-entries")).to_contain_text("李小龍 被追牌（連追 2 次）")
    assert Act.objects.filter(game=game).count() == 1


@pytest.mark.parametrize("height", [740, 640])
@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_every_key_of_the_pad_lies_above_the_bar_beside_the_note_of_a_draft(
    phone: Phone, live_server, height: int, language: str
) -> None:
    phone.page.set_viewport_size({"width": 360, "height": height})
    phone.tap_seat("陳大文")
    phone.tap_source("李小龍")
    phone.type_fan("14")
    phone.page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    phone.page.context.add_cookies([{"name": "paiju_language", "value": language, "url": live_server.url}])
    phone.open_table()
    phone.tap_seat("陳大文")
    expect(phone.page.locator("[data-draft-note]")).to_be_visible()
    come_up = "(sheet) => Promise.all(sheet.getAnimations().map((one) => one.finished)).then(() => null)"
    phone.page.locator("dialog[open]").evaluate(come_up)
    under = phone.page.evaluate(
        """() => {
          const bar = document.querySelector("dialog[open] .action-bar").getBoundingClientRect().top;
          return [...document.querySelectorAll("dialog[open] .numpad > button")]
            .filter((key) => key.getBoundingClientRect().bottom > bar).map((key) => key.dataset.key);
        }"""
    )
    assert under == []


def test_english_words_stay_within_their_boxes_on_the_narrowest_phones(phone: Phone, live_server, game: Game) -> None:
    play(game, Actor(user_id=make_user().pk), type="win", winner=0, source=1, fan=36)
    phone.page.context.add_cookies([{"name": "paiju_language", "value": "en", "url": live_server.url}])
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.page.goto(f"{phone.address}hands/")
    phone.page.locator(".confirm-seat").first.click()
    done = phone.page.locator(".confirm-seat.done .state").first
    expect(done).to_be_visible()
    gaps = done.evaluate(
        """(state) => {
          const words = document.createRange();
          words.selectNodeContents(state);
          const [text, box] = [words.getBoundingClientRect(), state.closest(".confirm-seat").getBoundingClientRect()];
          return [text.left - box.left, box.right - text.right];
        }"""
    )
    assert min(gaps) >= 4
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.page.goto(f"{phone.address}card/")
    title = phone.page.locator(".app-title")
    expect(title).to_have_text("Scorecard")
    assert title.evaluate("(e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)") < 1.5
