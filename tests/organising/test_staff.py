import datetime as dt
import re
from zoneinfo import ZoneInfo

import pyotp
import pytest
from django.test import Client
from django.utils import timezone

from accounts import second_factor, slips
from accounts.models import ApiToken, SecondFactor, SignInSlip, User
from accounts.network import qr_svg
from accounts.services import create_token
from tests.markup import shows, url
from tests.rehearse.camera import addresses
from tests.tournaments.factories import add_member, belong, make_club, make_event, make_game, make_players, make_user
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.core.exceptions import Conflict, Invalid, NotAllowed
from tournaments.models import EventAct, Membership, Role, TableReferee
from tournaments.organising.forms import MemberForm
from tournaments.organising.selectors import staff_slips
from tournaments.organising.services import staff
from tournaments.organising.services.events import set_referee_tables
from tournaments.organising.staff_list import read_staff

CHOSEN = {"new_password1": "tsing-ma-bridge", "new_password2": "tsing-ma-bridge"}


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def event(boss):
    today = timezone.localdate()
    event = make_event("staffed", starts_on=today, ends_on=today)
    add_member(event, boss, Role.ORGANISER)
    begin(event.pk)
    return event


@pytest.fixture
def desk(client, boss):
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


def add(event, boss, text, tables=0):
    return staff.add_staff(event=event, maker=boss, lines=read_staff(text), tables=tables, now=timezone.now())


def placed(event):
    rows = TableReferee.objects.filter(table__event=event).order_by("table__number")
    return [(table, str(name)) for table, name in rows.values_list("table__number", "user__display_name")]


def roles(event):
    return sorted(Membership.objects.filter(event=event).values_list("user__display_name", "role"))


def test_one_list_makes_accounts_roles_tables_and_slips(event, boss):
    done = add(event, boss, "陳師傅 裁判 1-2\n何小姐 裁判長\nTom Lee referee 3", tables=4)
    assert event.tables.count() == 4
    assert placed(event) == [(1, "陳師傅"), (2, "陳師傅"), (3, "Tom Lee")]
    assert ("何小姐", "head_referee") in roles(event)
    assert [user.username for user in done.made] == ["陳師傅@club", "何小姐@club", "tomlee@club"]
    assert SignInSlip.objects.count() == 3
    assert not any(user.has_usable_password() for user in done.made)
    assert not list(audit())


def test_the_same_list_again_changes_nothing(event, boss):
    add(event, boss, "陳師傅 裁判 1-2")
    acts = EventAct.objects.filter(event=event).count()
    again = add(event, boss, "陳師傅 裁判 1-2")
    assert (again.memberships, again.tables, again.placed) == ([], [], [])
    assert EventAct.objects.filter(event=event).count() == acts
    assert User.objects.filter(display_name="陳師傅").count() == 1
    assert SignInSlip.objects.count() == 1


def test_who_is_known_keeps_the_account_and_the_password(event, boss):
    known = belong(make_user("chan", display_name="陳師傅"))
    done = add(event, boss, "陳 師傅 裁判 1\n陳師傅 大會")
    assert not done.made
    assert set(Membership.objects.filter(user=known).values_list("role", flat=True)) == {"referee", "organiser"}
    assert not SignInSlip.objects.exists()
    known.refresh_from_db()
    assert known.check_password("pass")


def test_a_name_that_two_people_have_is_asked_for(event, boss):
    for name in ("chan", "chan2"):
        belong(make_user(name, display_name="陳師傅"))
    with pytest.raises(NotAllowed) as refusal:
        add(event, boss, "陳師傅 裁判 1")
    assert "chan2" in refusal.value.detail
    assert not event.tables.exists()
    add(event, boss, "chan2 裁判 1")
    assert placed(event) == [(1, "陳師傅")]


def test_people_of_another_organisation_are_not_found(event, boss):
    belong(make_user("far", display_name="陳師傅"), make_club("far", "遠方"))
    assert [user.username for user in add(event, boss, "陳師傅 裁判 1").made] == ["陳師傅@club"]


def test_without_the_right_to_make_accounts_only_known_people_are_taken(event):
    helper = make_user("helper")
    Membership.objects.create(event=event, user=helper, role=Role.ORGANISER)
    belong(helper)
    belong(make_user("chan", display_name="陳師傅"))
    with pytest.raises(NotAllowed):
        add(event, helper, "陳師傅 裁判 1\n新人 裁判 2")
    assert roles(event) == [("boss", "organiser"), ("helper", "organiser")]
    add(event, helper, "陳師傅 裁判 1")


def test_a_faulty_line_or_too_many_tables_change_nothing(event, boss):
    for text, tables in (("陳師傅 裁判 1\n裁判 2", 0), ("陳師傅 裁判", 501), ("", 0)):
        with pytest.raises(Invalid):
            add(event, boss, text, tables)
    assert roles(event) == [("boss", "organiser")]
    assert not event.tables.exists()


def slip_of(event, name="陳師傅"):
    return SignInSlip.objects.get(user__display_name=name, revoked_at=None)


def address(slip):
    return url("accounts:slip", slips.token_of(slip))


@pytest.fixture
def slip(event, boss):
    add(event, boss, "陳師傅 裁判 1")
    return slip_of(event)


@pytest.fixture
def chan(slip, client, time_machine):
    """陳師傅 with a password of his own, once his slip is closed."""
    client.post(address(slip))
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=11))
    client.post(url("accounts:password"), CHOSEN)
    slip.user.refresh_from_db()
    return slip.user


def test_a_slip_signs_in_once_and_a_look_uses_nothing_up(slip, client, time_machine):
    where = address(slip)
    for _look in range(2):
        shows(client.get(where), "陳師傅", f"第一次用過之後 {slips.SECOND_LOOK // dt.timedelta(minutes=1)} 分鐘")
    assert client.post(where).status_code == 302
    assert client.get(url("tournaments:my_tables")).status_code == 200
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=11))
    client.logout()
    assert client.post(where).status_code == 404
    assert client.get(where).status_code == 404


def test_a_slip_ends_with_the_event_with_a_password_and_when_it_is_taken_back(event, boss, time_machine):
    add(event, boss, "陳師傅 裁判 1\n何小姐 裁判 2")
    chan, ho = slip_of(event), slip_of(event, "何小姐")
    now = timezone.now()
    assert slips.slip_by_token(slips.token_of(chan), now) is not None
    assert slips.slip_by_token(slips.token_of(chan), now + dt.timedelta(days=4)) is None
    assert slips.slip_by_token(slips.token_of(chan)[:-1] + "_", now) is None
    chan.user.set_password("own password")
    chan.user.save()
    assert slips.slip_by_token(slips.token_of(chan), now) is None
    staff.renew_slip(event=event, maker=boss, user=ho.user, now=now)
    assert slips.slip_by_token(slips.token_of(ho), now) is None


@pytest.mark.parametrize("zone", ["Asia/Hong_Kong", "America/Vancouver"])
def test_a_slip_is_good_until_two_days_after_the_event_are_over_there(event, boss, zone):
    event.time_zone = zone
    event.save()
    add(event, boss, "陳師傅 裁判 1")
    token = slips.token_of(slip_of(event))
    end = dt.datetime.combine(event.ends_on + dt.timedelta(days=3), dt.time(), ZoneInfo(zone))
    assert slips.slip_by_token(token, end - dt.timedelta(minutes=1)) is not None
    assert slips.slip_by_token(token, end) is None


def test_a_new_slip_signs_the_old_phone_out(event, boss, slip, client):
    client.post(address(slip))
    shows(client.get(url("accounts:account")), never="old_password")
    staff.renew_slip(event=event, maker=boss, user=slip.user, now=timezone.now())
    assert client.get(url("accounts:account")).status_code == 302


@pytest.mark.parametrize("kind", ["password", "keeper", "creates", "elsewhere", "other organisation"])
def test_no_slip_opens_more_than_its_maker_runs(event, boss, slip, kind):
    user = slip.user
    if kind == "password":
        user.set_password("own password")
        user.save()
    elif kind == "keeper":
        User.objects.filter(pk=user.pk).update(is_staff=True)
    elif kind == "creates":
        belong(user, creates=True)
    elif kind == "elsewhere":
        add_member(make_event("other", starts_on=event.starts_on, ends_on=event.ends_on), user, Role.REFEREE)
    else:
        belong(user, make_club("far", "遠方"))
    user.refresh_from_db()
    assert not staff.slip_takers(event=event, maker=boss, users=[user], now=timezone.now())
    with pytest.raises(NotAllowed):
        staff.renew_slip(event=event, maker=boss, user=user, now=timezone.now())


def test_a_bystander_who_opens_a_used_slip_sets_neither_password_nor_second_factor(slip, client):
    where = address(slip)
    Client().post(where)
    assert client.post(where).status_code == 302, "a camera's own browser has forgotten the first look"
    refused = client.post(url("accounts:password"), CHOSEN, follow=True)
    assert "十分鐘內別人也可能打開同一張條" in refused.content.decode()
    assert not User.objects.get(display_name="陳師傅").has_usable_password()
    for page in ("accounts:add_authenticator", "accounts:add_passkey"):
        secret = pyotp.random_base32()
        client.post(url(page), {"typed": pyotp.TOTP(secret).now(), "name": "電話", "answer": "{}"})
    assert not SecondFactor.objects.exists()
    client.post(url("accounts:create_token"), {"name": "我的程式"})
    assert not ApiToken.objects.exists(), "it would outlast the slip"


def test_a_new_slip_replaces_a_password_that_was_set_after_the_old_slip(event, boss, chan, client):
    assert chan.check_password(CHOSEN["new_password1"])
    second_factor.begin(user=chan, now=timezone.now())
    create_token(user=chan, name="program", now=timezone.now())
    staff.renew_slip(event=event, maker=boss, user=chan, now=timezone.now())
    assert client.get(url("accounts:account")).status_code == 302, "signed out"
    assert not SecondFactor.objects.exists()
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    assert client.post(address(slip_of(event))).status_code == 302
    assert client.get(url("accounts:account")).status_code == 200


def test_people_of_an_organisation_with_a_capital_in_its_handle_are_found_by_their_short_names():
    club = make_club("HKMA", "大會")
    event = make_event("staffed", organisation=club)
    boss = make_user("head")
    belong(boss, club, creates=True)
    add_member(event, boss, Role.ORGANISER)
    [user] = add(event, boss, "Tom Lee referee 1").made
    assert user.username == "tomlee@hkma"
    assert staff.known_people(event)["tomlee"] == [user]
    form = MemberForm({"username": "TomLee", "role": Role.HEAD_REFEREE}, organisation=club)
    assert form.is_valid()
    assert form.user == user


def test_two_whose_sign_in_names_would_be_one_get_a_number(event, boss):
    made = add(event, boss, "Weis-s 裁判\nWeiß 裁判").made
    assert [user.username for user in made] == ["weiss@club", "weiss2@club"]


def test_another_organisation_renews_no_slip_that_it_did_not_give(event, boss, chan):
    far = make_club("far", "遠方")
    day_after = event.ends_on + dt.timedelta(days=1)
    other = make_event("other", organisation=far, starts_on=day_after, ends_on=day_after)
    stranger = belong(make_user("stranger"), far, creates=True)
    add_member(other, stranger, Role.ORGANISER)
    add_member(other, chan, Role.REFEREE)
    assert [slips.renewable(chan, maker, timezone.now()) for maker in (boss, stranger)] == [True, False]
    with pytest.raises(NotAllowed):
        staff.renew_slip(event=other, maker=stranger, user=chan, now=timezone.now())
    assert User.objects.get(pk=chan.pk).has_usable_password()


def test_undo_takes_back_roles_tables_and_slips_and_gives_back_the_tables_before(event, boss, client):
    old = belong(make_user("lee", display_name="李師傅"))
    add(event, boss, "李師傅 裁判 1-2")
    set_referee_tables(event=event, user=old, numbers=[2])
    before = (roles(event), placed(event), event.tables.count())
    add(event, boss, "陳師傅 裁判 1\n李師傅 裁判 3-4")
    slip = slip_of(event)
    client.post(address(slip))
    batch = staff.last_batch(event)
    staff.undo_staff(event=event, number=batch.number, now=timezone.now())
    assert (roles(event), placed(event), event.tables.count()) == before
    assert client.get(url("accounts:account")).status_code == 302, "signed out"
    assert not list(audit())
    with pytest.raises(Conflict):
        staff.undo_staff(event=event, number=batch.number, now=timezone.now())


def test_undo_is_refused_once_somebody_sits_there_or_staff_was_changed(event, boss):
    add(event, boss, "陳師傅 裁判 1")
    number = staff.last_batch(event).number
    make_players(event)
    make_game(event)
    with pytest.raises(Conflict, match="第 1 檯"):
        staff.undo_staff(event=event, number=number, now=timezone.now())
    set_referee_tables(event=event, user=User.objects.get(display_name="陳師傅"), numbers=[])
    with pytest.raises(Conflict):
        staff.undo_staff(event=event, number=number, now=timezone.now())
    assert ("陳師傅", "referee") in roles(event)


def test_the_same_list_after_an_undo_finds_its_people_again(event, boss):
    add(event, boss, "陳師傅 裁判 1")
    staff.undo_staff(event=event, number=staff.last_batch(event).number, now=timezone.now())
    assert not add(event, boss, "陳師傅 裁判 1").made
    assert User.objects.filter(display_name="陳師傅").count() == 1
    assert slips.slip_by_token(slips.token_of(slip_of(event)), timezone.now()) is not None


def test_all_tables_of_one_referee_go_to_another_while_a_round_is_played(event, boss):
    add(event, boss, "陳師傅 裁判 1-2\n李師傅 裁判 2-3")
    make_game(event)
    chan, lee = (User.objects.get(display_name=name) for name in ("陳師傅", "李師傅"))
    assert staff.hand_over(event=event, from_user=chan, to_user=lee) == [1, 2]
    assert placed(event) == [(1, "李師傅"), (2, "李師傅"), (3, "李師傅")]
    for one, other in ((chan, lee), (lee, lee), (lee, boss)):
        with pytest.raises(Invalid):
            staff.hand_over(event=event, from_user=one, to_user=other)


def test_the_page_proposes_eight_tables_for_thirty_two_players(event, boss, desk):
    make_players(event, 32)
    page = desk.get(url("staff", event.slug)).content.decode()
    assert re.search(r'name="tables"[^>]*value="8"', page)


def test_thirty_two_players_and_four_referees_take_one_preview_and_one_save(event, boss, desk):
    make_players(event, 32)
    where = url("staff", event.slug)
    sent = {"text": "陳師傅 裁判\n李師傅 裁判\n何小姐 裁判\n張師傅 裁判", "tables": "8", "share": "on"}
    shows(desk.post(where, sent | {"preview": "1"}), "1-2", "7-8")
    assert not event.tables.exists()
    answer = desk.post(where, sent | {"save": "1"}, follow=True)
    assert answer.redirect_chain == [(url("staff_slips", event.slug), 302)]
    assert [table for table, _name in placed(event)] == list(range(1, 9))
    assert answer.content.decode().count("qr-code") == 4
    undo = re.search(r'action="([^"]*/undo/)"', answer.content.decode())[1]
    desk.post(undo)
    assert not event.tables.exists()


def test_the_page_names_every_faulty_line_and_saves_none(event, boss, desk):
    where = url("staff", event.slug)
    sent = {"text": "陳師傅 裁判 1\n李師傅 裁叛 2\n裁判 3", "tables": "3", "save": "1"}
    answer = desk.post(where, sent)
    assert answer.status_code == 422
    assert answer.content.decode().count("line-error") == 2
    assert roles(event) == [("boss", "organiser")]


def test_nobody_gives_out_a_slip_for_who_does_not_work_here(event, boss, desk):
    far = belong(make_user("far"), make_club("far", "遠方"))
    assert desk.post(url("renew_slip", event.slug, far.pk)).status_code == 404


@pytest.mark.parametrize("length", [1, 40, 80, 150, 260])
def test_a_camera_reads_the_address_of_a_slip(length):
    where = "https://paiju.example/p/" + ("WzIsMV0:AEawAiXTy2F2W624Z6vkZP-AP8uVSX_" * 7)[:length]
    assert addresses(f"<p>{qr_svg(where)}</p>" * 2) == [where] * 2
    assert qr_svg(where) is qr_svg(where), "it is made once"


def test_slips_of_a_large_staff_take_one_statement_for_each_person(event, boss, django_assert_max_num_queries):
    add(event, boss, "\n".join(f"師傅{letter} 裁判" for letter in "甲乙丙丁戊己庚辛"), tables=8)
    with django_assert_max_num_queries(20):
        assert sum(bool(one.token) for one in staff_slips(event, boss, timezone.now())) == 8
