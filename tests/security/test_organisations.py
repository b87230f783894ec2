"""主辦單位: each has its own people and its own black list. What one of them keeps, no other reads, by any door."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import OrganisationMember, User
from tests.markup import shows, url
from tests.security.addresses import ADDRESSES, CREATORS
from tests.security.hall import ACCOUNTS, FullHall
from tests.security.test_who_may import send
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import belong, make_club, make_event, make_user
from tournaments.models import Blacklisted, Event, Membership, Role
from tournaments.players.services.blacklist import follow_ruling

pytestmark = pytest.mark.django_db

NEW = {"name": "自己的賽事", "starts_on": "2026-11-21", "ends_on": "2026-11-21", "rule_set": "hkma-league"}


@pytest.fixture
def other(hall: FullHall) -> Client:
    return hall.browser("organiser of another event")


@pytest.fixture
def organiser(hall: FullHall) -> Client:
    return hall.browser("organiser")


@pytest.fixture
def keeper(hall: FullHall) -> Client:
    return hall.browser("keeper of accounts")


def by_api(client: Client, name: str, *args, sent):
    return send(client, "post", reverse(f"api:{name}", args=args), sent)


def make_by_api(client: Client, **more):
    return by_api(client, "events", sent=NEW | more)


def only_organiser(event: Event) -> Client:
    person = make_user("only-organiser")
    Membership.objects.create(event=event, user=person, role=Role.ORGANISER)
    return signed_in(person)


class TestTheBlackList:
    """The hall's organisation has listed 某乙 for 打架."""

    def doors(self, slug: str, entry: int) -> list[tuple[str, str]]:
        return [
            (reverse(f"{space}:blacklist", args=[slug]), reverse(f"{space}:lift_blacklisted", args=[slug, entry]))
            for space in ("tournaments", "api")
        ]

    def test_another_organisation_reads_and_lifts_nothing_of_it_nor_learns_that_there_is_any(self, hall, other):
        for number in (hall.listed.pk, 999_999):
            for listed, lift in self.doors("other", number):
                shows(other.get(listed), never=["某乙", "打架"])
                assert send(other, "post", lift, {"reason": "和解"}).status_code == 404, lift
        hall.listed.refresh_from_db()
        assert hall.listed.lifted_at is None

    def test_what_they_put_on_bars_nobody_here_nor_what_is_listed_here_there(self, hall, other, organiser):
        assert by_api(other, "blacklist", "other", sent={"name": "張國強二", "reason": "假的"}).status_code == 201
        assert by_api(organiser, "players", hall.event.slug, sent=[{"name": "張國強二"}]).status_code == 201
        assert by_api(other, "players", "other", sent=[{"name": "某乙"}]).status_code == 201

    def test_all_events_of_the_organisation_share_one_list(self, hall):
        client = only_organiser(make_event("second", name="第二個賽事", organisation=hall.event.organisation))
        for where, _lift in self.doors("second", hall.listed.pk):
            assert "某乙" in unescape(client.get(where).content.decode())
        assert by_api(client, "players", "second", sent=[{"name": "某乙"}]).status_code == 409
        lift = self.doors("second", hall.listed.pk)[0][1]
        assert client.post(lift, {"reason": "已和解"}).status_code == 302

    def test_a_ruling_lists_for_the_organisation_of_its_event(self, hall):
        player, user = hall.other.players.first(), hall.users["organiser of another event"]
        follow_ruling(player=player, ruled=True, reason="偷牌", user_id=user.pk, now=hall.listed.created_at)
        assert Blacklisted.objects.get(player=player).organisation == hall.other.organisation

    def test_every_address_of_it_is_tried_here(self):
        """A door that comes later has to be looked at."""
        names = {f"{space}:{name}" for space in ("tournaments", "api") for name in ("blacklist", "lift_blacklisted")}
        assert {name for name in ADDRESSES if "blacklist" in name} == names


class TestWhoMakesEvents:
    @pytest.mark.parametrize("who", sorted(set(ACCOUNTS) - CREATORS))
    def test_an_account_or_a_role_gives_no_right_to_make_events(self, hall, who):
        client, before = hall.browser(who), Event.objects.count()
        page = url("new_event")
        for answer in (
            make_by_api(client),
            client.get(page, {"template": "evening"}),
            client.post(page, NEW | {"template": "evening"}),
        ):
            assert answer.status_code == 403
        assert Event.objects.count() == before
        shows(client.get("/"), never=page)

    def test_a_role_of_organiser_alone_gives_it_neither(self, hall):
        client, slug = only_organiser(hall.event), hall.event.slug
        assert make_by_api(client).status_code == 403
        sent = {"new-username": "friend", "new-display_name": "朋友", "new-role": "organiser"}
        assert client.post(url("create_member", slug), sent).status_code == 403
        assert not User.objects.filter(username__startswith="friend").exists()
        shows(client.get(url("tables", slug)), never="new-username")

    def test_an_event_belongs_to_the_organisation_of_whoever_makes_it(self, other):
        assert make_by_api(other).json()["organisation"] == "other"
        for wanted in ("club", "nobody"):
            answer = make_by_api(other, organisation=wanted, name=wanted)
            assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (403, "organisation")

    def test_who_makes_events_for_two_says_for_which(self, hall):
        person = belong(belong(make_user("both"), creates=True), make_club("third", "第三會"), creates=True)
        client = signed_in(person)
        answer = make_by_api(client)
        assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "organisation")
        assert make_by_api(client, organisation="third").json()["organisation"] == "third"
        form = client.get(url("new_event"), {"template": "evening"})
        shows(form, '<option value="third" selected>第三會</option>', '<option value="club">聽雨軒</option>')

    def test_no_change_of_an_event_moves_it_to_another_organisation(self, other):
        other.patch("/api/events/other/", '{"organisation": "club"}', content_type="application/json")
        assert Event.objects.get(slug="other").organisation.handle == "other"


class TestNames:
    """Adding somebody to an event tells nothing of names outside one's own organisation."""

    def add(self, hall: FullHall, name: str):
        sent = {"username": name, "role": "referee"}
        return hall.browser("organiser").post(url("add_member", hall.event.slug), sent)

    def test_an_unknown_name_and_one_of_another_organisation_look_alike_and_cost_the_same(self, hall, organiser):
        foreign, unknown = "organiser-of-another-event", "nobody-at-all-like-it-12"
        assert User.objects.filter(username=foreign).exists()
        shown = []
        for name in (foreign, unknown):
            with CaptureQueriesContext(connection) as asked:
                answer = self.add(hall, name)
            assert answer.status_code == 422
            # Without what differs each time: the tokens of its forms.
            page = re.sub(r"\b\w{64}\b", "", unescape(answer.content.decode()))
            shown.append((page.replace(name, "NAME"), len(asked)))
        assert shown[0] == shown[1]
        assert not Membership.objects.filter(event=hall.event, user__username=foreign).exists()

    def test_a_new_account_of_a_name_that_others_have_is_simply_made(self, hall, organiser):
        make_user("chan")
        where = url("create_member", hall.event.slug)
        sent = {"new-username": "chan", "new-display_name": "陳", "new-role": "referee"}
        answer = organiser.post(where, sent)
        assert (answer.status_code, answer.context["made"].username) == (200, "chan@club")
        assert OrganisationMember.objects.get(user=answer.context["made"]).organisation == hall.event.organisation
        again = organiser.post(where, sent | {"new-display_name": "陳大文"})
        shows(again, "已經是你們的人", 'value="chan"', status=409)
        taken = organiser.post(where, sent | {"new-username": "chan@other"})
        assert taken.status_code == 422, "a name of another organisation"

    def test_ones_own_people_are_found_with_or_without_the_handle(self, hall):
        belong(make_user("ling@club"))
        assert self.add(hall, "LING").status_code == 302


class TestRights:
    def where(self, person: User) -> str:
        return reverse("accounts:set_rights", args=[person.pk])

    def right(self, hall: FullHall, right: str) -> dict[str, str]:
        return {f"right-{hall.event.organisation_id}": right}

    def test_a_keeper_of_accounts_gives_the_right_and_takes_it(self, hall, keeper):
        person = hall.users["stranger"]
        for right, status in (("creates", 201), ("member", 403), ("none", 403)):
            assert keeper.post(self.where(person), self.right(hall, right)).status_code == 302
            assert make_by_api(hall.browser("stranger")).status_code == status
        assert not OrganisationMember.objects.filter(user=person).exists()

    def test_a_keeper_gives_no_right_to_themselves_nor_to_another_keeper(self, hall, keeper):
        for person in (hall.users["keeper of accounts"], make_user("second-keeper", is_staff=True)):
            assert keeper.post(self.where(person), self.right(hall, "creates")).status_code == 403
            assert not OrganisationMember.objects.filter(user=person).exists()

    def test_nonsense_changes_nothing(self, hall, keeper):
        person = hall.users["organiser"]
        sent = self.right(hall, "king") | {"right-999999": "creates"}
        assert keeper.post(self.where(person), sent).status_code == 302
        assert OrganisationMember.objects.get(user=person).creates

    def test_an_account_can_be_made_with_the_right_for_an_organisation(self, hall, keeper):
        sent, where = {"username": "fresh", "display_name": "新人", "creates": "on"}, reverse("accounts:add_person")
        shows(keeper.post(where, sent), "請揀為哪一個主辦單位", status=422)
        assert keeper.post(where, sent | {"organisation": hall.event.organisation_id}).status_code == 200
        assert make_by_api(signed_in(User.objects.get(username="fresh"))).status_code == 201

    def test_two_organisations_share_neither_name_nor_handle(self, keeper):
        for sent in ({"name": "另一會", "handle": "club"}, {"name": "聽雨軒", "handle": "new"}):
            shows(keeper.post(reverse("accounts:add_organisation"), sent), "已經有主辦單位用這個", status=409)
