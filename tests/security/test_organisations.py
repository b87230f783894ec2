"""主辦單位: each has its own people and its own black list. What one of them keeps, no other reads, by any door."""

import json
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import OrganisationMember, User
from tests.security.addresses import ADDRESSES, CREATORS
from tests.security.hall import ACCOUNTS, Hall, browser_of, make_hall
from tests.tournaments.factories import belong, make_club, make_event, make_user
from tournaments.models import Blacklisted, Event, Membership, Role
from tournaments.players.services.blacklist import follow_ruling

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def text(answer) -> str:
    return unescape(answer.content.decode())


NEW = {"name": "自己的賽事", "starts_on": "2026-11-21", "ends_on": "2026-11-21", "rule_set": "hkma-league"}


def make_by_api(client: Client, **more):
    return client.post(reverse("api:events"), json.dumps(NEW | more), content_type="application/json")


class TestTheBlackList:
    """The hall's organisation has listed 某乙 for 打架."""

    def doors(self, slug: str, entry: int) -> list[tuple[str, str]]:
        return [
            (reverse(f"{space}:blacklist", args=[slug]), reverse(f"{space}:lift_blacklisted", args=[slug, entry]))
            for space in ("tournaments", "api")
        ]

    def test_the_organiser_of_another_organisation_reads_nothing_of_it(self, hall):
        client = hall.browser("organiser of another event")
        for where, _lift in self.doors("other", hall.listed.pk):
            answer = client.get(where)
            assert answer.status_code == 200
            assert "某乙" not in text(answer)
            assert "打架" not in text(answer)

    def test_they_lift_none_of_its_entries_and_are_not_told_that_there_is_one(self, hall):
        client = hall.browser("organiser of another event")
        for number in (hall.listed.pk, 999_999):
            for _list, where in self.doors("other", number):
                sent = {"reason": "和解"}
                answer = (
                    client.post(where, json.dumps(sent), content_type="application/json")
                    if where.startswith("/api/")
                    else client.post(where, sent)
                )
                assert answer.status_code == 404, where
        hall.listed.refresh_from_db()
        assert hall.listed.lifted_at is None

    def test_what_they_put_on_bars_nobody_here(self, hall):
        client = hall.browser("organiser of another event")
        where = reverse("api:blacklist", args=["other"])
        sent = json.dumps({"name": "張國強二", "reason": "假的"})
        assert client.post(where, sent, content_type="application/json").status_code == 201
        add = reverse("api:players", args=[hall.event.slug])
        answer = hall.browser("organiser").post(add, '[{"name": "張國強二"}]', content_type="application/json")
        assert answer.status_code == 201

    def test_a_name_listed_here_is_taken_there_without_a_word(self, hall):
        add = reverse("api:players", args=["other"])
        client = hall.browser("organiser of another event")
        answer = client.post(add, '[{"name": "某乙"}]', content_type="application/json")
        assert answer.status_code == 201

    def test_all_events_of_the_organisation_share_one_list(self, hall):
        second = make_event("second", name="第二個賽事", organisation=hall.event.organisation)
        person = make_user("second-organiser")
        Membership.objects.create(event=second, user=person, role=Role.ORGANISER)
        client = browser_of(person)
        for where, _lift in self.doors("second", hall.listed.pk):
            assert "某乙" in text(client.get(where))
        add = reverse("api:players", args=["second"])
        assert client.post(add, '[{"name": "某乙"}]', content_type="application/json").status_code == 409
        lift = self.doors("second", hall.listed.pk)[0][1]
        assert client.post(lift, {"reason": "已和解"}).status_code == 302

    def test_a_ruling_lists_for_the_organisation_of_its_event(self, hall):
        player = hall.other.players.first()
        user = hall.users["organiser of another event"]
        follow_ruling(player=player, ruled=True, reason="偷牌", user_id=user.pk, now=hall.listed.created_at)
        assert Blacklisted.objects.get(player=player).organisation == hall.other.organisation


class TestWhoMakesEvents:
    @pytest.mark.parametrize("who", sorted(set(ACCOUNTS) - CREATORS))
    def test_an_account_or_a_role_gives_no_right_to_make_events(self, hall, who):
        client = hall.browser(who)
        before = Event.objects.count()
        assert make_by_api(client).status_code == 403
        page = reverse("tournaments:new_event") + "?template=evening"
        assert client.get(page).status_code == 403
        assert client.post(page, NEW | {"template": "evening"}).status_code == 403
        assert Event.objects.count() == before
        assert reverse("tournaments:new_event") not in text(client.get("/"))

    def test_a_role_of_organiser_alone_gives_it_neither(self, hall):
        person = make_user("only-organiser")
        Membership.objects.create(event=hall.event, user=person, role=Role.ORGANISER)
        client = browser_of(person)
        assert make_by_api(client).status_code == 403
        create = reverse("tournaments:create_member", args=[hall.event.slug])
        sent = {"new-username": "friend", "new-display_name": "朋友", "new-role": "organiser"}
        assert client.post(create, sent).status_code == 403
        assert not User.objects.filter(username__startswith="friend").exists()
        assert "new-username" not in text(client.get(reverse("tournaments:tables", args=[hall.event.slug])))

    def test_an_event_belongs_to_the_organisation_of_whoever_makes_it(self, hall):
        client = hall.browser("organiser of another event")
        assert make_by_api(client).json()["organisation"] == "other"
        for wanted in ("club", "nobody"):
            answer = make_by_api(client, organisation=wanted, name=wanted)
            assert answer.status_code == 403
            assert answer.json()["errors"][0]["attr"] == "organisation"

    def test_who_makes_events_for_two_says_for_which(self, hall):
        person = belong(belong(make_user("both"), creates=True), make_club("third", "第三會"), creates=True)
        client = browser_of(person)
        answer = make_by_api(client)
        assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "organisation")
        assert make_by_api(client, organisation="third").json()["organisation"] == "third"
        page = reverse("tournaments:new_event") + "?template=evening"
        assert '<option value="third">第三會</option>' in text(client.get(page))

    def test_no_change_of_an_event_moves_it_to_another_organisation(self, hall):
        where = reverse("api:event", args=["other"])
        client = hall.browser("organiser of another event")
        client.patch(where, '{"organisation": "club"}', content_type="application/json")
        assert Event.objects.get(slug="other").organisation.handle == "other"


class TestNames:
    """Adding somebody to an event tells nothing of names outside one's own organisation."""

    def add(self, hall: Hall, name: str):
        where = reverse("tournaments:add_member", args=[hall.event.slug])
        return hall.browser("organiser").post(where, {"username": name, "role": "referee"})

    def test_an_unknown_name_and_one_of_another_organisation_look_alike(self, hall):
        foreign, unknown = "organiser-of-another-event", "nobody-at-all-like-it-12"
        assert User.objects.filter(username=foreign).exists()
        shown = []
        for name in (foreign, unknown):
            answer = self.add(hall, name)
            assert answer.status_code == 422
            shown.append(without_tokens(text(answer)).replace(name, "NAME"))
        assert shown[0] == shown[1]
        assert not Membership.objects.filter(event=hall.event, user__username=foreign).exists()

    def test_both_ask_the_database_the_same(self, hall):
        counts = []
        hall.browser("organiser")  # signs in once
        for name in ("organiser-of-another-event", "nobody"):
            with CaptureQueriesContext(connection) as asked:
                self.add(hall, name)
            counts.append(len(asked))
        assert counts[0] == counts[1]

    def test_a_new_account_of_a_name_that_others_have_is_simply_made(self, hall):
        make_user("chan")
        where = reverse("tournaments:create_member", args=[hall.event.slug])
        sent = {"new-username": "chan", "new-display_name": "陳", "new-role": "referee"}
        answer = hall.browser("organiser").post(where, sent)
        assert answer.status_code == 200
        made = answer.context["made"]
        assert made.username == "chan@club"
        assert OrganisationMember.objects.get(user=made).organisation == hall.event.organisation
        again = hall.browser("organiser").post(where, sent | {"new-display_name": "陳大文"})
        assert (again.status_code, "已經是你們的人" in text(again)) == (409, True)
        assert 'value="chan"' in text(again)

    def test_ones_own_people_are_found_with_or_without_the_handle(self, hall):
        belong(make_user("ling@club"))
        assert self.add(hall, "LING").status_code == 302

    def test_nobody_takes_a_name_of_another_organisation(self, hall):
        where = reverse("tournaments:create_member", args=[hall.event.slug])
        sent = {"new-username": "chan@other", "new-display_name": "陳", "new-role": "referee"}
        assert hall.browser("organiser").post(where, sent).status_code == 422


def without_tokens(page: str) -> str:
    """A page without what differs each time: the tokens of its forms."""
    return re.sub(r"\b\w{64}\b", "", page)


class TestRights:
    def where(self, person: User) -> str:
        return reverse("accounts:set_rights", args=[person.pk])

    def test_a_keeper_of_accounts_gives_the_right_and_takes_it(self, hall):
        keeper, person = hall.browser("keeper of accounts"), hall.users["stranger"]
        field = f"right-{hall.event.organisation_id}"
        for right, status in (("creates", 201), ("member", 403), ("none", 403)):
            assert keeper.post(self.where(person), {field: right}).status_code == 302
            assert make_by_api(hall.browser("stranger")).status_code == status
        assert not OrganisationMember.objects.filter(user=person).exists()

    def test_a_keeper_gives_no_right_to_themselves_nor_to_another_keeper(self, hall):
        other = make_user("second-keeper", is_staff=True)
        field = f"right-{hall.event.organisation_id}"
        for person in (hall.users["keeper of accounts"], other):
            answer = hall.browser("keeper of accounts").post(self.where(person), {field: "creates"})
            assert answer.status_code == 403
            assert not OrganisationMember.objects.filter(user=person).exists()

    def test_nonsense_changes_nothing(self, hall):
        person = hall.users["organiser"]
        sent = {f"right-{hall.event.organisation_id}": "king", "right-999999": "creates"}
        assert hall.browser("keeper of accounts").post(self.where(person), sent).status_code == 302
        assert OrganisationMember.objects.get(user=person).creates

    def test_an_account_can_be_made_with_the_right(self, hall):
        club = hall.event.organisation_id
        sent = {"username": "fresh", "display_name": "新人", "organisation": club, "creates": "on"}
        assert hall.browser("keeper of accounts").post(reverse("accounts:add_person"), sent).status_code == 200
        assert make_by_api(browser_of(User.objects.get(username="fresh"))).status_code == 201

    def test_a_right_needs_an_organisation(self, hall):
        sent = {"username": "fresh", "display_name": "新人", "creates": "on"}
        answer = hall.browser("keeper of accounts").post(reverse("accounts:add_person"), sent)
        assert (answer.status_code, "請揀為哪一個主辦單位" in text(answer)) == (422, True)

    def test_two_organisations_share_neither_name_nor_handle(self, hall):
        keeper, where = hall.browser("keeper of accounts"), reverse("accounts:add_organisation")
        for sent in ({"name": "另一會", "handle": "club"}, {"name": "聽雨軒", "handle": "new"}):
            answer = keeper.post(where, sent)
            assert (answer.status_code, "已經有主辦單位用這個" in text(answer)) == (409, True)


def test_every_address_of_the_black_list_is_tried_here():
    """A door that comes later has to be looked at."""
    assert {name for name in ADDRESSES if "blacklist" in name} == {
        "tournaments:blacklist",
        "tournaments:lift_blacklisted",
        "api:blacklist",
        "api:lift_blacklisted",
    }
