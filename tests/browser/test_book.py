"""獎勵、犯規、確認、更正 with a finger on 360 × 740: the sheet's preview follows, axe has nothing to say."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from penalties.models import RulingPhoto
from tests.looking import barriers, faults
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import confirm_all, make_game, make_user, play, play_and_confirm
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor, read_book

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(actor: Actor) -> Game:
    """A game with two hands played; the second waits for its confirmations."""
    game = make_game(referee=make_user())
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=36)
    play(game, actor, type="win", winner=2, source=0, fan=20)
    return game


@pytest.fixture
def phone(page: Page, live_server, signed_in: Callable[..., None], game: Game) -> Iterator[Page]:
    """The referee's phone at the table; the browser's security policy may have nothing to complain about."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    signed_in(make_user())
    page.goto(f"{live_server.url}/g/{game.pk}/")
    yield page
    assert complaints == []


def events(game: Game) -> list[dict]:
    return [dict(event) for event in read_book(reread(game)).folded.timeline.events]


def open_sheet(page: Page, tab: str = "獎勵") -> None:
    page.get_by_role("link", name=tab, exact=True).click()
    expect(page.locator("dialog[open] .tab[aria-current]")).to_have_text(tab)


def test_it_takes_two_taps_for_a_reward(phone: Page, game: Game) -> None:
    open_sheet(phone)
    phone.locator("dialog[open] fieldset", has_text="暗槓").get_by_role("button", name="何家珍").click()
    expect(phone.locator("#messages")).to_contain_text("已記錄：何家珍 暗槓")
    assert events(game)[-1] == {"type": "reward", "kind": "concealed_kong", "seat": 3}


def test_it_asks_who_pays_inside_the_sheet(phone: Page, game: Game) -> None:
    open_sheet(phone)
    phone.locator("dialog[open] fieldset", has_text="七搶一").get_by_role("link", name="何家珍").click()
    expect(phone.locator("dialog[open] h3")).to_have_text("何家珍 七搶一：誰付？")
    phone.locator("dialog[open]").get_by_role("button", name="張國強").click()
    expect(phone.locator("#messages")).to_contain_text("七搶一")
    assert events(game)[-1] == {"type": "reward", "kind": "seven_rob_one", "seat": 3, "from": 0}


def test_it_finds_an_offence_by_typing_and_says_what_follows(phone: Page, game: Game) -> None:
    open_sheet(phone, "犯規")
    dialog = phone.locator("dialog[open]")
    dialog.get_by_label("找犯規項目").fill("talking")
    expect(dialog.locator(".offence:visible")).to_have_count(1)
    dialog.locator("label", has_text="陳大文").click()
    dialog.locator(".offence:visible").click()
    expect(dialog.locator(".foreseen")).to_have_text("黃牌；黃牌有效至這個半莊結束。")
    assert barriers(phone) == []
    dialog.get_by_role("button", name="記錄判決").click()
    expect(phone.locator("#messages")).to_contain_text("陳大文 發言")
    expect(phone.locator(".seat-card", has_text="陳大文").locator(".card-chip")).to_have_text("黃")


def test_it_follows_with_the_preview_while_consequences_are_composed(phone: Page, game: Game) -> None:
    open_sheet(phone, "犯規")
    dialog = phone.locator("dialog[open]")
    dialog.locator("label", has_text="陳大文").click()
    dialog.locator('.offence[value="misnamed_tile"]').click()
    expect(dialog.get_by_role("button", name="記錄判決")).to_have_count(0)
    dialog.get_by_label("紅牌").check()
    expect(dialog.locator(".foreseen")).to_contain_text("即扣 5 分")
    dialog.get_by_label("即扣分").fill("20")
    dialog.get_by_label("事實").fill("讀錯牌名三次")
    expect(dialog.locator(".foreseen")).to_contain_text("即扣 25 分")
    dialog.get_by_role("button", name="記錄判決").click()
    expect(phone.locator("#messages")).to_contain_text("讀錯牌名")
    act = Act.objects.filter(game=game, kind="play").latest("number")
    assert act.payload["event"]["consequences"] == ["red", {"deduct": "20"}]
    assert act.payload["claim"] == {"note": "讀錯牌名三次"}


def test_it_turns_to_the_hand_before_inside_the_sheet(phone: Page, game: Game) -> None:
    open_sheet(phone, "犯規")
    dialog = phone.locator("dialog[open]")
    dialog.locator("label", has_text="陳大文").click()
    dialog.locator('.offence[value="hollow_win"]').first.click()
    expect(dialog.locator(".foreseen")).to_contain_text("這一局禁止食糊")
    dialog.get_by_label("哪一鋪").select_option("2")
    expect(dialog.locator(".alert")).to_contain_text("已記錄的一局不能再禁止食糊或重打")
    dialog.get_by_label("付其餘三家各多少底").fill("1")
    dialog.get_by_label("事實").focus()
    expect(dialog.locator(".foreseen")).to_contain_text("即付其餘三家各 5 分")
    dialog.get_by_role("button", name="記錄判決").click()
    expect(phone.locator("#messages")).to_contain_text("空糊")
    assert events(game)[-1]["hand"] == "previous"


def test_it_confirms_with_one_tap_each(phone: Page, game: Game) -> None:
    for name in ("張國強", "李小龍", "陳大文", "何家珍"):
        strip = phone.locator("#confirm-strip")
        phone.locator("button.seat-card", has_text=name).click()
        if name != "何家珍":
            expect(strip.locator(".confirm-seat.done", has_text=name)).to_be_attached()
    expect(phone.locator("#confirm-strip.confirm-settled")).to_be_attached()
    assert reread(game).unconfirmed == 0
    check_book(game)


def test_it_undoes_with_two_taps(phone: Page, game: Game) -> None:
    phone.goto(phone.url + "undo/")
    phone.get_by_role("button", name="按錯了").click()
    expect(phone.locator("#messages")).to_contain_text("已撤銷")
    assert len(events(game)) == 1


def test_it_corrects_an_earlier_hand_with_its_effects_seen_first(phone: Page, game: Game) -> None:
    phone.goto(f"{phone.url}hands/1/correct/")
    expect(phone.locator(".live-sum").first).to_contain_text("31 + 底 5 + 莊家 1 = 37")
    assert barriers(phone) == []
    phone.locator("#typed-0").fill("41")
    phone.locator("summary", has_text="加獎勵").click()
    phone.get_by_label("獎勵", exact=True).select_option("暗槓")
    phone.get_by_label("收獎勵（或付追牌）的一家").select_option("何家珍")
    phone.get_by_role("button", name="加入獎勵").click()
    expect(phone.locator(".draft-entry")).to_contain_text("何家珍 暗槓")
    expect(phone.locator("#typed-0")).to_have_value("41")
    phone.get_by_role("button", name="看影響").last.click()
    expect(phone.locator(".changed-hand")).to_have_count(2)
    assert barriers(phone) == []
    phone.get_by_role("button", name="記錄更正").click()
    expect(phone.locator("p.error")).to_have_text("請寫下原因。")
    expect(phone.get_by_label("或自己寫")).to_be_focused()
    expect(phone.get_by_label("或自己寫")).to_be_in_viewport()
    phone.get_by_label("或自己寫").fill("番數輸入錯誤")
    phone.get_by_role("button", name="記錄更正").click()
    expect(phone.locator("#messages")).to_contain_text("第 1 鋪已更正")
    assert events(game)[:2] == [
        {"type": "reward", "kind": "concealed_kong", "seat": 3},
        {"type": "win", "winner": 0, "from": 1, "fan": 46},
    ]
    check_book(game)


def test_it_puts_in_a_wrong_dealer_that_was_forgotten(phone: Page, game: Game) -> None:
    phone.goto(f"{phone.url}hands/1/correct/")
    phone.locator("summary", has_text="補記：起莊、做錯莊、大會鐘響").click()
    assert faults(phone) == []
    phone.get_by_role("button", name="陳大文", exact=True).click()
    expect(phone.locator(".draft-entry")).to_contain_text("陳大文 做錯莊")
    expect(phone.locator(".live-sum").first).to_contain_text("31 + 底 5 = 36")
    phone.get_by_role("button", name="看影響").last.click()
    expect(phone.locator(".changed-hand").last).to_contain_text("東二局")
    assert faults(phone) == []
    phone.get_by_label("或自己寫").fill("漏記做錯莊")
    phone.get_by_role("button", name="記錄更正").click()
    expect(phone.locator("#messages")).to_contain_text("第 1 鋪已更正")
    assert events(game)[0] == {"type": "wrong_dealer", "seat": 2}
    check_book(game)


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize(
    "place",
    [
        "reward/",
        "reward/?pick=seven_rob_one.1",
        "ruling/",
        "ruling/?seat=2&offence=hollow_win",
        "ruling/?seat=2&offence=other",
        "ruling/other/",
        "ruling/other/?pick=time_up.between",
        "confirm/",
        "hands/",
        "hands/1/",
        "hands/1/correct/",
        "undo/",
        "object/2/",
        "uphold/1/",
    ],
)
def test_it_never_scrolls_sideways(phone: Page, game: Game, actor: Actor, place: str, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(phone.url + place)
    for details in phone.locator("details:visible > summary").all():
        if details.is_visible() and not details.evaluate("s => s.parentElement.hasAttribute('data-menu')"):
            details.click()
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert barriers(phone) == []


def test_it_records_and_confirms_without_a_script(
    browser, live_server, signed_in: Callable[..., None], game: Game, actor: Actor, page: Page
) -> None:
    signed_in(make_user())
    plain = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    tab = plain.new_page()
    tab.goto(f"{live_server.url}/g/{game.pk}/confirm/")
    for name in ("張國強", "李小龍", "陳大文", "何家珍"):
        tab.goto(f"{live_server.url}/g/{game.pk}/confirm/")
        tab.get_by_role("button", name=name).click()
        expect(tab.locator("#confirm-strip").get_by_role("button", name=name)).to_have_count(0)
    assert reread(game).unconfirmed == 0
    tab.goto(f"{live_server.url}/g/{game.pk}/ruling/")
    tab.locator("label", has_text="陳大文").click()
    tab.get_by_label("找犯規項目").fill("發言")
    tab.get_by_role("button", name="找", exact=True).click()
    tab.locator(".offence").click()
    tab.get_by_role("button", name="記錄判決").click()
    expect(tab.locator("#messages")).to_contain_text("陳大文 發言")
    assert events(game)[-1] == {"type": "ruling", "seat": 2, "offence": "talking"}
    confirm_all(game, actor)
    plain.close()


def test_it_greys_a_banned_seat_and_carries_a_photo(phone: Page, game: Game, actor: Actor, tmp_path: Path) -> None:
    confirm_all(game, actor)
    play(game, actor, type="ruling", seat=2, offence="short_hand")
    phone.reload()
    expect(phone.locator(".seat-card.barred")).to_contain_text("禁糊 · 小相公")
    assert faults(phone) == []
    phone.locator(".seat-card.barred").get_by_role("link", name="判 違反禁止食糊").click()
    dialog = phone.locator("dialog[open]")
    expect(dialog.locator(".foreseen")).to_have_text("即扣 160 分 → 這一局重打。")
    Image.new("RGB", (4000, 3000), "green").save(tmp_path / "river.png")
    dialog.get_by_label("相片").set_input_files(tmp_path / "river.png")
    dialog.get_by_label("哪一鋪").select_option("1")
    expect(dialog.locator(".alert")).to_contain_text("已記錄的一局不能再禁止食糊或重打")
    dialog.get_by_label("哪一鋪").select_option("")
    expect(dialog.locator(".foreseen")).to_have_text("即扣 160 分 → 這一局重打。")
    assert faults(phone) == []
    dialog.get_by_role("button", name="記錄判決").click()
    expect(phone.locator("#messages")).to_contain_text("違反禁止食糊")
    with Image.open(BytesIO(bytes(RulingPhoto.objects.get().image))) as kept:
        assert kept.size == (1600, 1200)
