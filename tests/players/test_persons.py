import io
import json
import zipfile
from datetime import date, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts.models import LogEntry
from tests.markup import markup, shows, url
from tests.security.hall import FullHall, make_full_hall
from tournaments.audit.checks import audit
from tournaments.audit.services import erase_overdue, retention_ends
from tournaments.models import Act, Contact, Event, Registration, Round

pytestmark = pytest.mark.sqlite


@pytest.fixture
def hall() -> FullHall:
    hall = make_full_hall()
    Contact.objects.create(player=hall.settled.seats.get(seat=0).player, phone="91238842")
    return hall


def opened(answer):
    return zipfile.ZipFile(io.BytesIO(b"".join(answer) if answer.streaming else answer.content))


def test_a_player_and_an_organiser_take_away_the_same(hall):
    number = hall.settled.seats.get(seat=0).player.number
    files = [
        opened(hall.browser("organiser").get(url("player_data", "hall", number))),
        opened(hall.browser("player").get(url("my_data", "hall"))),
    ]
    assert files[0].namelist() == files[1].namelist() == ["data.json", "ruling-1.jpg"]
    own, theirs = (json.loads(file.read("data.json")) for file in files)
    assert own == theirs
    assert own["contact"][0]["phone"] == "91238842"
    assert [one["offence"] for one in own["rulings"]]
    assert own["games"][0]["hands"][0]["score"]
    assert hall.browser("organiser").get(url("api:person", "hall", number)).json() == own
    told = LogEntry.objects.filter(kind=LogEntry.Kind.PERSON_EXPORTED)
    assert [(one.about, one.event_id) for one in told] == [(f"hall #{number}", hall.event.pk)] * 3
    number = hall.signed.seats.get(seat=2).player.number
    data = hall.browser("organiser").get(url("api:person", "hall", number)).json()
    assert [one["strokes"] for one in data["games"][0]["signatures"]] == ["M1,1L2,2"], "their own alone"


def test_objections_belong_to_those_who_sat_there_in_that_hand(hall):
    act = Act.objects.filter(kind=Act.Kind.OBJECT).first()
    seat = act.game.seats.get(seat=act.payload["seat"])
    came = hall.event.players.get(number=25)
    act.game.seats.filter(pk=seat.pk).update(substitute=came, substitute_from=act.payload["hand"] + 1)

    def reasons(number):
        data = hall.browser("organiser").get(url("api:person", "hall", number)).json()
        return [one["reason"] for game in data["games"] for one in game["objections"]]

    assert act.reason in reasons(seat.player.number)
    assert reasons(25) == []
    hall.event.players.filter(number__in=[25, seat.player.number]).update(withdrawn_at=timezone.now())
    Round.objects.filter(event=hall.event).update(state=Round.State.CLOSED)
    for number, kept in ((25, True), (seat.player.number, False)):
        assert hall.browser("organiser").post(url("erase_player", "hall", number)).status_code == 302
        assert (Act.objects.get(pk=act.pk).reason == act.reason) is kept


def test_an_erasure_says_what_will_happen_and_does_it_at_the_second_tap(hall):
    hall.event.players.filter(number=25).update(withdrawn_at=timezone.now())
    client, where = hall.browser("organiser"), url("erase_player", "hall", 25)
    assert where in markup(client.get("/e/hall/players/25/"))
    shows(client.get(where), "刪除之後不能復原", "選手 25")
    assert hall.event.players.get(number=25).name == "湊腳甲"
    assert client.post(where).status_code == 302
    assert hall.event.players.get(number=25).name == "選手 25"
    assert client.post(where).status_code == 409
    assert "刪除一名選手的個人資料" in markup(client.get("/e/hall/acts/"))


def test_a_player_who_still_plays_is_told_why_not(hall):
    page = hall.browser("organiser").get(url("erase_player", "hall", 1))
    shows(page, "請先替這名選手退出", never="刪除，不能復原")
    said, where = {"confirmed": True}, url("api:erase_person", "hall", 1)
    assert hall.browser("organiser").post(where, said, content_type="application/json").status_code == 409


@pytest.mark.parametrize(
    ("last", "months", "until"),
    [
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2026, 12, 5), 12, date(2027, 12, 5)),
        (date(2026, 12, 5), None, None),
    ],
)
def test_a_month_that_is_shorter_ends_sooner(last, months, until):
    assert retention_ends(Event(ends_on=last, keep_months=months)) == until


def test_after_its_months_an_event_keeps_nothing_private(hall, capsys):
    for months, ended, left in ((None, 400, 1), (3, 60, 1), (3, 120, 0)):
        day = timezone.localdate() - timedelta(days=ended)
        Event.objects.filter(pk=hall.event.pk).update(keep_months=months, starts_on=day, ends_on=day)
        call_command("retention", "--show")
        assert ("hall" in capsys.readouterr().out) == (not left)
        call_command("retention")
        assert Contact.objects.count() == left
        assert Registration.objects.filter(email="entry@example.com").count() == left
    assert erase_overdue(today=timezone.localdate(), now=timezone.now()) == []
    assert hall.event.acts.latest("number").payload["contacts"] == 1
    assert LogEntry.objects.filter(kind=LogEntry.Kind.RETAINED, event_id=hall.event.pk).count() == 1
    assert not [one for one in audit("hall") if "摘要" in one.what]


def test_nothing_is_kept_a_day_longer_than_an_event_says(hall):
    last = date(2026, 3, 15)
    Event.objects.filter(pk=hall.event.pk).update(keep_months=3, starts_on=last, ends_on=last)
    assert erase_overdue(today=date(2026, 6, 14), now=timezone.now()) == []
    assert erase_overdue(today=date(2026, 6, 15), now=timezone.now())
    assert not Contact.objects.exists()


def test_ended_sessions_go_with_what_is_kept_no_longer(hall):
    for days in (-1, 1):
        Session.objects.create(session_key=f"day{days}", expire_date=timezone.now() + timedelta(days=days))
    call_command("retention", "--show")
    assert Session.objects.filter(session_key="day-1").exists()
    call_command("retention")
    assert set(Session.objects.filter(session_key__startswith="day").values_list("session_key", flat=True)) == {"day1"}


def test_who_applies_is_told_how_long_it_is_kept(hall):
    where = url("register", "hall")
    assert "個月之後" not in markup(hall.browser("anybody").get(where))
    Event.objects.filter(pk=hall.event.pk).update(keep_months=6)
    assert "賽事完結 6 個月之後，報名和聯絡資料會刪除" in markup(hall.browser("anybody").get(where))
