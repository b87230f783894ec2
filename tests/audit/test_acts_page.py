import datetime as dt
import re

import pytest
from django.utils import timezone

from accounts.log import ADDRESS_KEPT
from tests.markup import markup, shows
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import add_member, enter, make_event, make_players, make_user, open_desk
from tournaments.audit import selectors as acts
from tournaments.audit.selectors import acts_page
from tournaments.audit.services import erase_overdue
from tournaments.core.event_log import begin
from tournaments.models import EventAct, Role
from tournaments.players.services import registrations, roster

pytestmark = pytest.mark.sqlite


@pytest.fixture
def boss():
    return make_user("boss", display_name="大會主")


@pytest.fixture
def event(boss):
    event = make_event("told")
    make_players(event, 4)
    add_member(event, boss, Role.ORGANISER)
    begin(event.pk)
    return event


def entry(event, boss):
    open_desk(event)
    made = enter(event)
    registrations.decide(registration=made, action="paid", user_id=boss.pk, now=timezone.now())
    return made


def told(event):
    return [(line.what, line.about, line.who) for line in acts_page(event).lines]


def test_each_kind_has_its_words():
    assert all(re.search("[一-鿿]", str(kind.label)) for kind in EventAct.Kind), "Django made one of the name"


def test_the_history_says_who_did_what_to_whom(event, boss):
    entry(event, boss)
    player = event.players.get(number=3)
    registrations.check_in(player=player, day=event.starts_on, user_id=boss.pk, now=timezone.now())
    registrations.undo_check_in(player=player, day=event.starts_on)
    assert told(event) == [
        ("取消選手報到", str(player), ""),
        ("選手報到", str(player), "大會主"),
        ("處理報名：已收費", "報名人", "大會主"),
        ("收到報名", "報名人", ""),
        ("設定報名處", "", ""),
        ("操作紀錄由這裡開始", "", ""),
    ]


def test_an_entry_that_is_forgotten_leaves_no_name(event, boss):
    entry(event, boss).delete()
    assert ("收到報名", "", "") in told(event)


def test_the_page_is_for_organisers_and_goes_back_in_time(event, boss, monkeypatch):
    monkeypatch.setattr(acts, "PAGE", 2)
    for number in range(1, 5):
        roster.withdraw(player=event.players.get(number=number), now=timezone.now())
    boss = signed_in(boss)
    shows(boss.get("/e/told/acts/"), 'href="?before=4')
    shows(boss.get("/e/told/acts/?before=4"), "2 李小龍", never="何家珍")
    assert "操作紀錄由這裡開始" in markup(boss.get("/e/told/acts/?before=2"))
    assert boss.get("/e/told/acts/?before=x").status_code == 200


def test_a_page_takes_as_many_statements_for_many_acts(event, boss, django_assert_max_num_queries):
    for number in (1, 2, 3):
        roster.withdraw(player=event.players.get(number=number), now=timezone.now())
    entry(event, boss)
    with django_assert_max_num_queries(10):
        acts_page(event)


def test_the_history_has_the_value_before_and_the_address(event, boss):
    client = signed_in(boss, REMOTE_ADDR="203.0.113.7")
    days = dict.fromkeys(("starts_on", "ends_on"), "2026-11-21")
    said = {"name": event.name, "slug": "told", "time_zone": "UTC", "games_planned": 3, "venue": "三樓"}
    said |= {"confirmation": "tap", "signing": "drawn", **days}
    assert client.post("/e/told/settings/", said).status_code == 302
    line = next(line for line in acts_page(event).lines if line.kind == "event_changed")
    assert "公開排名：是 → 否" in line.changes
    assert "地點：– → 三樓" in line.changes
    assert (line.who, line.address) == ("大會主", "203.0.113.7")
    shows(client.get("/e/told/acts/"), "公開排名：是 → 否", "203.0.113.7")


def test_the_history_is_filtered_and_exported_as_csv_which_is_logged_too(event, boss):
    entry(event, boss)
    client = signed_in(boss)
    page = markup(client.get("/e/told/acts/", {"kind": "desk_set"}))
    assert "設定報名處" in page.partition("<tbody>")[2]
    assert "收到報名" not in page.partition("<tbody>")[2]
    lines = client.get("/e/told/acts.csv").content.decode("utf-8-sig").splitlines()
    kinds = ["entry_decided", "entry_made", "desk_set", "begin", "exported"]
    assert [line.split(",")[2] for line in lines[1:]] == kinds
    assert "91234567" not in "".join(lines)
    told = client.get("/api/events/told/log/", {"kind": "entry_made"}).json()
    assert [one["what"] for one in told["acts"]] == ["收到報名"]
    assert [one["about"] for one in told["exports"]] == ["acts.csv"]
    assert "acts.csv" in markup(client.get("/e/told/acts/"))


def test_addresses_go_after_a_time(event, boss):
    signed_in(boss, REMOTE_ADDR="203.0.113.7").post("/e/told/players/add/", {"number": 9, "name": "新人"})
    assert event.acts.latest("number").address == "203.0.113.7"
    erase_overdue(today=timezone.localdate(), now=timezone.now() + ADDRESS_KEPT + dt.timedelta(days=1))
    assert event.acts.latest("number").address == ""
