import datetime as dt
import json
import re
import uuid

import pytest
from django.utils import timezone

from tests.markup import markup, shows, url
from tests.tournaments.factories import add_member, enter, make_event, make_user, open_desk, put_on_list
from tournaments.audit.checks import audit
from tournaments.core.event_log import Kind, append_act, begin, changed
from tournaments.models import Contact, EventAct, Registration, Role
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.selectors import organisers_page
from tournaments.players.services import registrations, roster

NOW = dt.datetime(2026, 11, 10, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def event(boss):
    event = make_event("entries")
    add_member(event, boss, Role.ORGANISER)
    begin(event.pk)
    return event


@pytest.fixture
def organiser(client, boss):
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


def desk(event, **more):
    return open_desk(event, **{"capacity": 2} | more)


def line(event):
    return [(one.registration.name, one.inside, one.waiting) for one in registrations.line_of(event)]


def sent(**more):
    return {"name": "陳大文", "email": "chan@example.com", "client_key": str(uuid.uuid4())} | more


def to_players(organiser, event):
    return organiser.post(url("registrations_to_players", event.slug))


def register(client, event, **more):
    return client.post(url("register", event.slug), sent(**more))


def test_an_applicant_gets_a_place_and_a_private_link(client, event):
    desk(event, fee="港幣 200")
    assert "港幣 200" in markup(page := client.get(url("register", event.slug)))
    assert f'class="back-link" href="{url("event", event.slug)}"' in markup(page)
    answer = register(client, event, phone="9123 4567", note="輪椅")
    assert answer.status_code == 302
    assert "在名額之內" in markup(client.get(answer["Location"]))
    one = Registration.objects.get()
    assert (one.name, one.phone, one.note, one.held) == ("陳大文", "9123 4567", "輪椅", False)
    assert "1.2.3" not in one.source


def test_one_form_sent_twice_is_one_entry(client, event):
    desk(event)
    key = str(uuid.uuid4())
    places = {register(client, event, client_key=key)["Location"] for _again in range(2)}
    assert len(places) == Registration.objects.count() == 1


def test_who_goes_back_to_the_form_reads_nothing_of_the_one_before(client, event):
    """One tablet at the desk: the second person got the first one's private page, and was never entered."""
    desk(event, capacity=None)
    first = sent(note="坐輪椅")
    client.post(url("register", event.slug), first)
    second = sent(name="何家珍", email="ho@example.com", client_key=first["client_key"])
    answer = client.post(url("register", event.slug), second)
    shows(answer, 'value="何家珍"', status=409)
    key = answer.context["form"]["client_key"].value()
    assert key != first["client_key"]
    assert register(client, event, **second | {"client_key": key}).status_code == 302
    assert list(Registration.objects.values_list("name", flat=True)) == ["陳大文", "何家珍"]


def test_a_key_from_another_event_is_no_error_of_ours(client, event):
    other = make_event("elsewhere")
    desk(event)
    desk(other)
    key = str(uuid.uuid4())
    assert [register(client, one, client_key=key).status_code for one in (event, other)] == [302, 409]


@pytest.mark.parametrize("day", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_hours_on_a_day_that_is_none_are_refused(organiser, event, day):
    where = url("registrations", event.slug)
    assert organiser.post(where, {"opens_at": day, "closes_at": "9999-12-31T23:59"}).status_code in (400, 422)


@pytest.mark.parametrize(("opens", "closes", "says"), [(1, 2, "開始報名"), (-2, -1, "截止")])
def test_outside_the_hours_nothing_is_taken(client, event, opens, closes, says):
    desk(event, opens_at=NOW + dt.timedelta(hours=opens), closes_at=NOW + dt.timedelta(hours=closes))
    shows(client.get(url("register", event.slug)), says, never='<form method="post" class="form"')
    assert register(client, event).status_code == 409
    assert not Registration.objects.exists()


def test_the_hours_are_those_of_the_place_of_the_event(client, organiser, event):
    event.time_zone = "Europe/Berlin"
    event.save()
    hours = {"opens_at": "2026-11-09T10:00", "closes_at": "2026-11-20T18:00"}
    organiser.post(url("registrations", event.slug), hours)
    assert event.desk.closes_at == dt.datetime(2026, 11, 20, 17, tzinfo=dt.UTC)
    client.logout()
    assert "11月20日（五） 18:00" in markup(client.get(url("register", event.slug)))


def test_without_a_desk_there_is_no_page(client, event):
    assert register(client, event).status_code == 404


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"name": " "}, "請寫姓名"),
        ({"name": "123"}, "請寫姓名"),
        ({"email": "", "phone": ""}, "電郵或電話"),
        ({"email": "nowhere"}, "不是電郵"),
        ({"phone": "ring me"}, "不是電話"),
        ({"consents": ""}, "請剔選同意"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(client, event, fault, says):
    desk(event, consent="我同意章程")
    answer = register(client, event, **{"consents": "on", "club": "東區"} | fault)
    assert answer.status_code in (400, 422)
    shows(answer, says, 'value="東區"', status=answer.status_code)
    assert not Registration.objects.exists()


def test_a_program_that_fills_in_everything_is_kept_nowhere(client, event):
    desk(event)
    assert register(client, event, website="http://spam.example").status_code == 200
    assert not Registration.objects.exists()


def test_an_entry_without_a_member_number_is_not_called_a_wrong_one(event):
    desk(event, members="A1")
    found = registrations.reasons(event, [("甲", " "), ("甲", "B1"), ("甲", "A1")])
    assert found == [["沒有寫會員號碼"], ["會員號碼不在名單上"], []]


def test_so_many_entries_an_hour_come_from_one_address(client, event, monkeypatch):
    desk(event)
    monkeypatch.setattr(registrations, "MOST_AN_HOUR", 2)
    assert [register(client, event).status_code for _n in range(3)] == [302, 302, 429]


def test_the_waiting_list_moves_up_by_itself(event):
    desk(event)
    first, *_others = [enter(event, name) for name in "甲乙丙丁"]
    assert line(event) == [("甲", True, 0), ("乙", True, 0), ("丙", False, 1), ("丁", False, 2)]
    registrations.withdraw(registration=first, now=NOW)
    assert line(event) == [("乙", True, 0), ("丙", True, 0), ("丁", False, 1)]
    desk(event, capacity=1)
    assert [one[1] for one in line(event)] == [True, False, False]
    desk(event, capacity=None)
    assert all(one[1] for one in line(event))


def test_the_desk_is_told_who_waits_once_another_is_accepted(client, event, boss, organiser):
    desk(event, capacity=1)
    put_on_list(event, "阿雞", boss)
    places = [register(client, event, name=name)["Location"] for name in ("阿雞", "阿鴨")]
    assert line(event) == [("阿鴨", True, 0), ("阿雞", False, 0)]
    shows(client.get(places[0]), "按報名先後在名額之內；大會接納後才作實", never="你有名額")
    shows(client.get(places[1]), "按報名先後，你在候補名單")
    first = Registration.objects.get(name="阿雞")
    decide = url("decide_registration", event.slug, first.pk)
    shows(organiser.post(decide, {"action": "accept"}, follow=True), "名額已滿：阿鴨 改為候補。")
    shows(organiser.post(decide, {"action": "paid"}, follow=True), never="改為候補")
    shows(client.get(places[0]), "你有名額")


def test_every_step_of_an_entry_is_told_without_anything_private(client, event, boss, organiser):
    desk(event, members="E-77")
    where = register(client, event, phone="9123 4567", note="輪椅", member="E-77")["Location"]
    client.post(where, sent(name="陳小文", phone="9765 4321", member="E-77"))
    client.post(where, sent(name="陳小文", phone="9765 4321", member="E-77"))
    one = Registration.objects.get()
    decide = url("decide_registration", event.slug, one.pk)
    for action in ("accept", "paid", "renew", "decline", "restore"):
        organiser.post(decide, {"action": action})
    to_players(organiser, event)
    acts = list(EventAct.objects.filter(event=event, kind__contains="entr").order_by("number"))
    assert [act.kind for act in acts] == ["entry_made", "entry_changed"] + ["entry_decided"] * 5 + ["entries_listed"]
    assert acts[1].payload["fields"] == ["name", "phone", "note"]
    assert [act.payload["action"] for act in acts[2:7]] == ["accept", "paid", "renew", "decline", "restore"]
    assert {act.user for act in acts[2:]} == {boss}
    whole = json.dumps([act.payload for act in EventAct.objects.filter(event=event)], ensure_ascii=False)
    assert not [word for word in ("陳大文", "9123", "9765", "chan@", "輪椅", "E-77", one.source) if word in whole]
    assert not list(audit())


def test_one_entry_is_changed_so_often_an_hour(client, event, monkeypatch):
    desk(event)
    monkeypatch.setattr(registrations, "MOST_CHANGES", 2)
    where, other = register(client, event)["Location"], register(client, event)["Location"]
    assert [client.post(where, sent(note=str(n))).status_code for n in range(2)] == [302, 302]
    shows(client.post(where, sent(note="會遲三分鐘")), "會遲三分鐘", status=429)
    assert client.post(other, sent(note="x")).status_code == 302


@pytest.mark.parametrize(("late", "waiting", "wrong"), [(False, False, 0), (True, False, 1), (True, True, 0)])
def test_the_audit_finds_who_came_onto_the_list_past_the_line(event, late, waiting, wrong):
    desk(event, capacity=1)
    entries = [enter(event, name) for name in "甲乙"]
    one = entries[late]
    [one.player] = roster.add_players(event=event, players=[ListedPlayer(1, one.name)])
    one.save()
    append_act(event.pk, Kind.ENTRIES_LISTED, changed(one, "player"), waiting=waiting)
    number = EventAct.objects.latest("number").number
    assert [one.what for one in audit()] == [f"第 {number} 項大事：報名 {one.pk} 成為選手"] * wrong


def test_an_accepted_entry_goes_before_the_line(event, boss):
    desk(event, capacity=1)
    enter(event, "甲")
    late = enter(event, "乙")
    registrations.decide(registration=late, action="accept", user_id=boss.pk, now=NOW)
    assert line(event) == [("乙", True, 0), ("甲", False, 1)]
    registrations.decide(registration=late, action="decline", user_id=boss.pk, now=NOW)
    assert line(event) == [("甲", True, 0)]
    registrations.decide(registration=late, action="restore", user_id=boss.pk, now=NOW)
    assert line(event) == [("甲", True, 0), ("乙", False, 1)]


@pytest.mark.parametrize("kind", ["black list", "no member"])
def test_who_has_to_be_looked_at_is_not_told(client, event, boss, organiser, kind):
    desk(event, members="E-1\nE-2" if kind == "no member" else "")
    if kind == "black list":
        put_on_list(event, "陳大文", boss)
    shows(client.get(register(client, event, member="E-9")["Location"]), never=["黑名單", "不在名單"])
    shows(
        organiser.get(url("registrations", event.slug)), "在黑名單上" if kind == "black list" else "會員號碼不在名單上"
    )
    assert line(event) == [("陳大文", False, 0)]
    one = Registration.objects.get()
    registrations.decide(registration=one, action="accept", user_id=boss.pk, now=NOW)
    [player] = registrations.to_players(event=event, user_id=boss.pk, now=NOW)
    assert player.name == "陳大文"


@pytest.mark.parametrize("capacity", [None, 1, 2])
@pytest.mark.parametrize("kind", ["black list", "no member"])
def test_nobody_learns_from_the_form_who_is_on_a_list(client, event, boss, kind, capacity):
    """Whoever enters somebody's name, or tries numbers, reads the same as for anybody else."""
    desk(event, members="E-1\nE-2" if kind == "no member" else "", capacity=capacity)
    put_on_list(event, "黑仔", boss)
    tries = {"black list": ({"name": "黑仔"}, {"name": "白仔"}), "no member": ({"member": "E-9"}, {"member": "E-1"})}
    read = []
    for said in tries[kind]:
        Registration.objects.all().delete()
        own = register(client, event, **said)["Location"]
        after = register(client, event, name="試探")["Location"]
        form = markup(client.get(url("register", event.slug)))
        read.append((form.count("候補"), *re.findall(r"<b>(.*?)</b>", markup(client.get(own)) + form)))
        read[-1] += tuple(re.findall(r'next-step"><p><b>(.*?)</b>', markup(client.get(after))))
    assert read[0] == read[1]
    assert len(read[0]) > 2


def test_a_member_on_the_list_has_a_place(event):
    desk(event, members=" e-1 \nE-2")
    assert not enter(event, "甲", member="E-1").held


def test_the_private_link_changes_and_takes_back_and_can_be_revoked(client, event, boss):
    desk(event)
    where = register(client, event)["Location"]
    assert client.post(where, sent(name="陳小文", action="change")).status_code == 302
    assert Registration.objects.get().name == "陳小文"
    assert client.post(where, sent(email="x", action="change")).status_code == 422
    one = Registration.objects.get()
    registrations.decide(registration=one, action="renew", user_id=boss.pk, now=NOW)
    assert client.get(where).status_code == client.post(where, {"action": "withdraw"}).status_code == 404
    one.refresh_from_db()
    where = url("registration", registrations.token_of(one))
    client.post(where, {"action": "withdraw"})
    assert "已經取消" in markup(client.get(where))
    assert client.post(where, {"action": "withdraw"}).status_code == 409
    assert client.get(where[:-2] + "_/").status_code == 404


def test_a_change_of_name_is_checked_again(event, boss):
    desk(event)
    put_on_list(event, "黑仔", boss)
    one = enter(event, "甲")
    registrations.change(registration=one, values={"name": "黑仔"}, now=NOW)
    assert line(event) == [("黑仔", False, 0)]


@pytest.mark.parametrize("name", ["黑仔", "白仔"])
def test_an_accepted_entry_under_another_name_tells_nothing_of_the_lists(client, event, boss, name):
    desk(event)
    put_on_list(event, "黑仔", boss)
    one = enter(event, "甲")
    registrations.decide(registration=one, action="accept", user_id=boss.pk, now=NOW)
    where = url("registration", registrations.token_of(one))
    assert "你有名額" in markup(client.get(where))
    registrations.change(registration=one, values={"name": name}, now=NOW)
    assert "大會接納後才作實" in markup(client.get(where))


def test_everybody_with_a_place_becomes_a_player_in_one_click(organiser, event):
    desk(event)
    for name in "甲乙丙":
        enter(event, name, phone="91234567", alias="阿乙" if name == "乙" else "")
    to_players(organiser, event)
    assert list(event.players.values_list("name", flat=True)) == ["甲", "阿乙"]
    assert Contact.objects.filter(phone="91234567").count() == 2
    assert not list(audit())
    roster.withdraw(player=event.players.get(name="甲"), now=NOW)
    assert line(event) == [("乙", True, 0), ("丙", True, 0)], "the next in line moves up"
    to_players(organiser, event)
    assert event.players.count() == 3
    assert roster.last_batch(event).players[0].name == "丙"


def test_a_player_who_is_taken_off_the_list_leaves_the_line_too(organiser, event):
    desk(event)
    for name in ("甲", "乙", "丙"):
        enter(event, name)
    to_players(organiser, event)
    roster.remove_player(player=event.players.get(name="甲"))
    assert line(event) == [("乙", True, 0), ("丙", True, 0)], "the next in line moves up"
    assert "恢復 甲 的報名" in markup(organiser.get(url("registrations", event.slug)))


def test_an_import_that_is_taken_back_leaves_the_entries(organiser, event):
    desk(event)
    enter(event, "甲")
    to_players(organiser, event)
    roster.undo_import(event=event, number=roster.last_batch(event).act.number)
    assert line(event) == [("甲", True, 0)]


def test_the_organisers_page_sets_the_desk_and_notes_the_fee(organiser, event):
    where = url("registrations", event.slug)
    hours = {"opens_at": "2026-11-09T10:00", "closes_at": "2026-11-20T18:00", "capacity": "32"}
    assert organiser.post(where, hours | {"closes_at": "2026-11-01T18:00"}).status_code == 422
    assert organiser.post(where, hours).status_code == 302
    assert timezone.localtime(event.desk.closes_at).hour == 18, "the hours are those of the hall"
    one = enter(event, "甲")
    decide = url("decide_registration", event.slug, one.pk)
    organiser.post(decide, {"action": "paid"})
    one.refresh_from_db()
    assert one.paid_at == NOW
    assert "已收費 1" in markup(organiser.get(where))
    organiser.post(decide, {"action": "unpaid"})
    organiser.post(decide, {"action": "nonsense"})
    one.refresh_from_db()
    assert one.paid_at is None
    other = make_event("another")
    add_member(other, make_user("boss"), Role.ORGANISER)
    assert organiser.post(url("decide_registration", "another", one.pk)).status_code == 404


def test_all_entries_to_be_checked_are_read_in_few_statements(event, django_assert_max_num_queries):
    desk(event, capacity=None, members="A1")
    for number in range(8):
        enter(event, f"選手{number}", member=f"B{number}")
    with django_assert_max_num_queries(12):
        assert len([row for row in organisers_page(event, NOW).rows if row.reasons]) == 8
