"""An evening of sixteen from an empty site to the final order and the printed cards, with all that goes wrong in one.

By clicks: a late player and a substitute, a first dealer who is not East, an objection and its decision, two in wrong
seats, a disqualification, a card that one of four does not sign, a withdrawal. The tables on which nothing happens are
played by the services. The organiser's clicks are counted, here and in an evening without incident.
"""

import io
import re
import uuid
from collections import defaultdict
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, expect
from pypdf import PdfReader

from accounts.models import SignInSlip
from accounts.slips import token_of
from scoring.documents.replay import replay_document
from tests.browser.phones import Desk, Device, RefereePhone
from tests.browser.test_whole_game import exported, signed
from tests.looking import faults
from tests.tournaments.factories import belong, confirm_all, make_user, play_and_confirm
from tests.tournaments.recorder import Recorder
from tournaments.audit.checks import audit
from tournaments.models import Event, Game, GameSeat, Player, Round
from tournaments.rounds.services import rounds
from tournaments.tables.game_log.read import Actor

SURNAMES, GIVEN = "陳李張黃", ("大文", "小龍", "家珍", "國強")
NAMES = [surname + given for surname in SURNAMES for given in GIVEN]
HOUSE = ["何湊", "周湊"]
LIST = "\n".join(["號碼, 姓名, 湊腳", *(f"{n}, {name}, " for n, name in enumerate(NAMES, 1))])
LIST += "".join(f"\n{n}, {name}, 是" for n, name in enumerate(HOUSE, 17))
OFFICIALS = "梁師傅 裁判長\n關師傅 裁判 1-2\n鄧師傅 裁判 3-4"
MOST_CLICKS, MOST_CLICKS_WITHOUT_INCIDENT = 45, 20


class OrganiserDesk(Desk):
    """The desk of an organiser who follows what the pages say."""

    def to_event(self) -> None:
        """Opened earlier in another window, or by its address."""
        self.open(reverse("tournaments:event", args=[Event.objects.get().slug]))

    def to_round(self, number: int) -> None:
        self.open(reverse("tournaments:round", args=[Event.objects.get().slug, number]))


def found_the_club(desk: OrganiserDesk) -> None:
    """What the terminal says leads to the first account."""
    out = io.StringIO()
    call_command("first_account", stdout=out)
    (code,) = re.findall(r"\w{4}-\w{4}-\w{4}", out.getvalue())
    desk.open("/")
    desk.follow("登入")
    desk.follow(re.compile("第一個帳戶"))
    for label, text in (("開機代碼", code), ("主辦單位", "聽雨軒"), ("登入名稱", "boss"), ("顯示名稱", "大會")):
        desk.page.get_by_label(label).fill(text)
    desk.page.get_by_label("密碼").fill("wind-3-dragon")
    desk.press("開帳戶")
    expect(desk.page.get_by_text("帳戶開好了")).to_be_visible()


def make_the_evening(desk: OrganiserDesk, names: str, *, faulty: bool = False) -> None:
    desk.follow("新賽事")
    desk.follow("聯賽夜")
    desk.page.get_by_label("名稱").fill("十六人之夜")
    desk.press("開賽事")
    desk.next_step("加選手")
    if faulty:
        desk.fill("名單", names.replace(NAMES[6], ""))
        desk.press("預覽")
        expect(desk.page.get_by_role("alert")).to_contain_text("有 1 行要改")
    desk.fill("名單", names)
    desk.press("預覽")
    desk.press(re.compile("加入 1. 名選手"))
    desk.next_step("加裁判和牌檯")
    desk.fill("名單", OFFICIALS)
    desk.press("預覽")
    expect(desk.main).to_contain_text("3 行，沒有錯誤")
    desk.press("加入 3 行")
    expect(desk.page.locator(".slip")).to_have_count(3)


def sign_in_by_slip(phone: Device, name: str) -> None:
    """掃描登入條."""
    slip = SignInSlip.objects.get(user__display_name=name)
    phone.open(f"/slip/{token_of(slip)}/")
    phone.tap(phone.button(f"以 {name} 登入"))
    expect(phone.page).not_to_have_url(re.compile("/slip/"))


class Table:
    """One table of a round: who sits where, and hands that the services record."""

    def __init__(self, round_: int, number: int) -> None:
        self.game = Game.objects.get(round__number=round_, table__number=number)

    @property
    def seats(self) -> list[GameSeat]:
        return list(self.game.seats.select_related("player", "substitute").order_by("seat"))

    @property
    def names(self) -> list[str]:
        """Who plays, by seat."""
        return [(seat.substitute or seat.player).name for seat in self.seats]

    @property
    def referee(self) -> Actor:
        return Actor(self.game.table.referees.get().user_id)

    def play(self, **event: Any) -> None:
        play_and_confirm(self.game, self.referee, **event)

    def sign(self) -> None:
        """What the end of the game has paid is confirmed, then the four sign."""
        confirm_all(self.game, self.referee)
        Recorder(game=self.game, actor=self.referee).sign()


def seat_round(desk: OrganiserDesk) -> None:
    desk.next_step("編座位")
    expect(desk.page.locator(".seat-table li .who")).to_have_count(16)


def begin_round(desk: OrganiserDesk) -> None:
    seat_round(desk)
    desk.press("公布並開始")
    expect(desk.title).to_have_text("全場")


def open_round(desk: OrganiserDesk, come: list[str]) -> None:
    """Seats are published; those who have come are marked, then it begins."""
    seat_round(desk)
    desk.press("公布座位")
    expect(desk.page.get_by_text("座位已公布。")).to_be_visible()
    desk.follow("報到")
    for name in come:
        desk.press(f"到了：{name}")
        expect(desk.page.get_by_role("button", name=f"到了：{name}")).to_have_count(0)
    desk.to_event()
    desk.next_step("開始半莊")
    expect(desk.main).to_contain_text("14 人未到：第 1 檯")
    desk.press("確定開始")
    expect(desk.title).to_have_text("全場")


def fill_the_late(desk: OrganiserDesk) -> None:
    """湊腳 plays for the one who has not come; the points stay with the seat."""
    table = Table(1, 3)
    desk.open(reverse("tournaments:check_in", args=[table.game.event.slug]))
    desk.tap(desk.page.get_by_role("link", name=table.names[1]))
    desk.tap(desk.page.get_by_role("button", name=f"湊腳 {HOUSE[0]}"))
    expect(desk.main).to_contain_text(f"{HOUSE[0]} 替補")


def first_dealer(phone: RefereePhone, table: Table) -> None:
    """The dice name South."""
    phone.open("/tables/")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^1 ")))
    name, asked = table.names[1], phone.page.get_by_role("form", name="由誰起莊")
    assert faults(phone.page) == []
    heights = [button.bounding_box() for button in asked.get_by_role("button").all()]
    assert [box is not None and box["height"] >= 44 for box in heights] == [True] * 4
    phone.tap(phone.button(f"南 {name}", asked))
    expect(phone.page.locator(".open-entries")).to_contain_text(f"由 {name} 起莊")
    expect(asked).to_have_count(0)
    expect(phone.page.locator(".seat-card.dealer")).to_contain_text(name)
    expect(phone.page.locator(".seat-card.seat-1 .wind")).to_have_text("東")
    phone.win(name, table.names[3], "20")
    expect(phone.page.locator(".confirm-strip")).to_contain_text("東一局")
    phone.confirm(table.names)


def dispute(phone: RefereePhone, own: Device, table: Table) -> None:
    """East wins 18 off South and 28 is written; South says so on their own phone, and the referee puts it right."""
    east, south = table.names[:2]
    phone.win(east, south, "28")
    own.enter(table.seats[1].player)
    own.object_to_it("是 18 番")
    expect(own.page.get_by_text("有異議").first).to_be_visible()
    phone.to_table(table.game)
    expect(phone.strip).to_contain_text(f"{south} 對第 2 鋪有異議：是 18 番")
    phone.tap(phone.link("更正", phone.strip))
    phone.correct("18", "番數輸入錯誤")
    phone.to_table(table.game)
    phone.confirm(table.names)
    own.open(f"/me/{table.game.event.slug}/")
    expect(own.page.get_by_text("沒有等待你確認的一鋪")).to_be_visible()


def disqualify(phone: RefereePhone, head: RefereePhone, own: Device, table: Table) -> None:
    """West is caught cheating, may not win any more, and the head referee seats a substitute, who wins."""
    west = table.names[2]
    phone.rule(west, "出千")
    expect(phone.sheet.locator(".foreseen")).to_contain_text("取消資格")
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.page.locator(".seat-card", has_text=west)).to_contain_text("取消資格")
    expect(phone.page.get_by_text("請叫裁判長或大會安排替補。")).to_be_visible()
    head.to_table(table.game)
    head.tap(head.link("安排替補"))
    head.tap(head.page.get_by_role("link", name=west))
    head.tap(head.page.get_by_role("button", name=f"湊腳 {HOUSE[1]}"))
    expect(head.page.locator("#messages")).to_contain_text(HOUSE[1])
    phone.to_table(table.game)
    expect(phone.page.get_by_text("請叫裁判長或大會安排替補。")).to_have_count(0)
    phone.win(HOUSE[1], "自摸", "12")
    phone.confirm(table.names)


def swap_two(desk: OrganiserDesk, phones: list[RefereePhone]) -> None:
    """Two sat at each other's table for a hand: the points stay with the seats, and the four confirm again."""
    tables = [Table(1, 2), Table(1, 3)]
    one, other = (table.seats[0].player for table in tables)
    desk.to_round(1)
    desk.follow("改座位")
    desk.tap(desk.page.get_by_role("link", name=one.name))
    desk.tap(desk.page.get_by_role("link", name="與另一人對調"))
    desk.tap(desk.page.get_by_role("button", name=f"{other.number} {other.name}"))
    desk.page.get_by_label("原因").fill("兩人坐錯檯")
    after = desk.page.get_by_label("更正之後")
    expect(after).to_contain_text("第 2 檯 東 → 第 3 檯 東")
    desk.tap(desk.button("更正座位", after))
    for table, phone, now in zip(tables, phones, (other, one), strict=True):
        phone.to_table(table.game)
        expect(phone.strip).to_contain_text("請各家確認")
        assert now.name in table.names
        phone.confirm([now.name])


def end_the_games(desk: OrganiserDesk, number: int) -> None:
    """The round closes with games in play: what is open is paid by the rule."""
    desk.to_round(number)
    desk.press("結束這個半莊")
    expect(desk.main).to_contain_text("未打完")
    desk.press("在這裡完場")
    expect(desk.main).to_contain_text("四家確認付清的分並簽署之後")
    expect(desk.main.get_by_role("button", name="在這裡完場")).to_have_count(0)


def ring_the_bell(number: int) -> None:
    """The time is up between two hands at every table."""
    round_ = Round.objects.get(number=number)
    seen = {one.game.pk: one.game.book_version for one in rounds.games_in_play(round_)}
    actor = Table(number, 1).referee
    rounds.end_games(round_=round_, seen=seen, actor=actor, client_key=uuid.uuid4(), now=timezone.now())


def sign_but_one(phone: RefereePhone, table: Table) -> str:
    """Three draw their names; North will not, and the referee's ruling stands in its place. Returns the card's code."""
    phone.to_table(table.game)
    phone.confirm(table.names)
    phone.to_table(table.game)
    phone.sign_for(table.names[:3])
    phone.tap(phone.page.get_by_text("有選手不簽？"))
    phone.tap(phone.link(f"{table.names[3]} 不簽"))
    phone.page.get_by_label("或自己寫").fill("不服異議的裁決")
    phone.tap(phone.button("裁定作實"))
    expect(phone.page.get_by_text("已簽妥")).to_be_visible()
    return phone.page.locator(".card-code b").inner_text()


def close_round(desk: OrganiserDesk, number: int) -> None:
    desk.open(reverse("tournaments:room", args=[Event.objects.get().slug]))
    desk.next_step("結束這個半莊")
    expect(desk.main.get_by_role("button", name="結束這個半莊")).to_have_count(0)
    assert Round.objects.get(number=number).state == Round.State.CLOSED


def withdraw(desk: OrganiserDesk, player: Player) -> None:
    desk.open(reverse("tournaments:players", args=[player.event.slug]))
    desk.follow(player.name)
    desk.press(f"{player.name} 退出")
    expect(desk.main.get_by_role("link", name=f"{player.name} 已退出")).to_be_visible()


def replayed(desk: Device) -> dict[int, Decimal]:
    """Number → total, of the exported games played again by the document alone."""
    numbers = {player.name: player.number for player in Player.objects.all()}
    totals: dict[int, Decimal] = defaultdict(Decimal)
    for game in Game.objects.all():
        document = exported(desk, game)
        for name, score in zip(document["players"], replay_document(document)["final"]["scores"], strict=True):
            totals[numbers[name]] += Decimal(score)
    return totals


def order_is_the_same_everywhere(desk: Desk, anybody: Device, late: str, out: Player, gone: Player) -> None:
    slug = gone.event.slug
    answer = anybody.page.request.get(f"{anybody.address}/api/events/{slug}/standings/").json()
    rows = [row for row in answer["rows"] if not row["staff"]]
    order = [row["number"] for row in rows]
    assert order[-2:] == sorted([gone.number, out.number])
    assert [row["place"] for row in rows[-2:]] == [None, None]
    again = replayed(desk)
    assert {row["number"]: Decimal(row["total"]) for row in answer["rows"]} == again
    placed = [again[number] for number in order[:-2]]
    assert placed == sorted(placed, reverse=True)
    substitutes = {row["name"]: row["substitutes"] for row in rows if row["substitutes"]}
    assert substitutes == {late: [HOUSE[0]], out.name: [HOUSE[1]]}

    anybody.open(f"/e/{slug}/standings/")
    table = anybody.page.locator("#standings tbody tr")
    assert order_of(table)[:16] == order
    expect(table.filter(has_text=late).first).not_to_contain_text("代")  # played the last round again
    expect(table.filter(has_text=out.name).first).to_contain_text(f"由{HOUSE[1]}代")
    for player, word in ((gone, "已退出"), (out, "取消資格")):
        expect(table.filter(has_text=player.name)).to_contain_text(word)
    anybody.open(f"/e/{slug}/")
    expect(anybody.page.locator(".home-state")).to_contain_text("賽事完結")
    first_five = anybody.page.locator(".home-top tbody tr")
    assert [int(row.get_attribute("data-number") or 0) for row in first_five.all()] == order[:5]
    anybody.open(f"/e/{slug}/final/")
    expect(anybody.page.get_by_text("未定")).to_have_count(0)
    medals = [name.inner_text() for name in anybody.page.locator(".medals .row-main > span:first-child").all()]
    assert medals == [row["name"] for row in rows if (row["place"] or 5) <= 4]  # five where two share the fourth place
    others = anybody.page.locator("table.ledger tbody th .muted").all_inner_texts()
    assert [int(number) for number in others] == order[len(medals) :]
    for house in HOUSE:
        expect(anybody.page.get_by_text(f"由{house}代")).to_have_count(1)
    assert faults(anybody.page) == []


def card_is_printed(desk: Desk, anybody: Device, table: Table, code: str) -> None:
    """The page, its print, the PDF and the public check of the code say the same."""
    ruled = "關師傅：不服異議的裁決"
    totals = [signed(str(seat.score.normalize())) for seat in table.seats]
    desk.open(reverse("tournaments:card", args=[table.game.pk]))
    line = desk.page.locator(".signatures li", has_text=table.names[3])
    expect(line).to_contain_text("裁判裁定作實")
    expect(line).to_contain_text(ruled)
    pdf = desk.page.request.get(desk.address + reverse("tournaments:card_pdf", args=[table.game.pk])).body()
    for paper in (desk.page.pdf(prefer_css_page_size=True), pdf):
        pages = PdfReader(io.BytesIO(paper)).pages
        text = "".join(pages[0].extract_text().split())
        for words in ("裁判裁定作實", ruled, code, f"替補：{HOUSE[1]}", *totals):
            assert words in text
        assert len(pages) == 1
    anybody.look_up(code)
    expect(anybody.page.get_by_role("main")).to_contain_text(ruled)


def order_of(rows: Locator) -> list[int]:
    return [int(number) for number in rows.locator(".no").all_inner_texts()]


def test_an_evening_from_the_first_account_to_the_printed_cards(
    hand_out: Callable[..., Any], transactional_db: None
) -> None:
    desk: OrganiserDesk = hand_out(OrganiserDesk)
    found_the_club(desk)
    desk.open("/")
    desk.taps = 1  # 登入, which is another journey
    make_the_evening(desk, LIST, faulty=True)
    phone, second, head = (hand_out(RefereePhone) for _ in range(3))
    for device, name in ((phone, "關師傅"), (second, "鄧師傅"), (head, "梁師傅")):
        sign_in_by_slip(device, name)

    open_round(desk, ["陳大文", "李小龍"])
    late = Table(1, 3).names[1]
    fill_the_late(desk)
    table = Table(1, 1)
    first_dealer(phone, table)
    own: Device = hand_out()
    dispute(phone, own, table)
    disqualify(phone, head, own, table)
    for number in (2, 3, 4):
        Table(1, number).play(type="win", winner=number - 1, source=0, fan=10 + number)
    swap_two(desk, [phone, second])
    end_the_games(desk, 1)
    code = sign_but_one(phone, table)
    out = table.seats[2].player
    for number in (2, 3, 4):
        Table(1, number).sign()
    close_round(desk, 1)
    gone = Table(1, 4).seats[1].player
    withdraw(desk, gone)

    desk.to_event()
    begin_round(desk)
    for number in (1, 2, 3, 4):
        Table(2, number).play(type="win", winner=number - 1, self_draw=True, fan=10 + number)
    end_the_games(desk, 2)
    for number in (1, 2, 3, 4):
        Table(2, number).sign()
    close_round(desk, 2)
    desk.next_step("最後名次")
    print("clicks with every incident:", desk.taps)
    assert desk.taps <= MOST_CLICKS
    order_is_the_same_everywhere(desk, hand_out(), late, out, gone)
    card_is_printed(desk, hand_out(), table, code)
    assert list(audit()) == []


def test_an_evening_without_incident_takes_few_clicks(hand_out: Callable[..., Any], transactional_db: None) -> None:
    belong(make_user("organiser", display_name="大會"), creates=True)
    desk: OrganiserDesk = hand_out(OrganiserDesk)
    desk.sign_in("organiser")
    desk.taps = 1
    make_the_evening(desk, "\n".join(NAMES))
    for number in (1, 2):
        begin_round(desk)
        tables = [Table(number, n) for n in (1, 2, 3, 4)]
        for table in tables:
            table.play(type="win", winner=table.game.table.number - 1, self_draw=True, fan=10)
        ring_the_bell(number)
        for table in tables:
            table.sign()
        desk.ask_again()
        desk.next_step("結束這個半莊")
        expect(desk.main.get_by_role("button", name="結束這個半莊")).to_have_count(0)
    expect(desk.main.locator(".champion")).to_contain_text("冠軍")
    desk.next_step("最後名次")
    expect(desk.page.get_by_text("未定")).to_have_count(0)
    print("clicks without incident:", desk.taps)
    assert desk.taps <= MOST_CLICKS_WITHOUT_INCIDENT
