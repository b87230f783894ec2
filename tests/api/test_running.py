import datetime as dt
import json
import uuid

import pytest
from django.utils import timezone

from tests.markup import url
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import (
    add_member,
    belong,
    enter,
    make_event,
    make_game,
    make_players,
    make_user,
    open_desk,
)
from tests.tournaments.staged import event_with, played
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.models import CheckIn, EventAct, GameSeat, Membership, Registration, Role, Round, Table
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import registrations, roster
from tournaments.rounds.seating.document import draw_document
from tournaments.rounds.services import event_draws

pytestmark = pytest.mark.django_db

DAY = dt.timedelta(days=1)


@pytest.fixture
def boss():
    return belong(make_user("boss"), creates=True)


@pytest.fixture
def event(boss):
    today = timezone.localdate()
    event = make_event("runs", starts_on=today, ends_on=today)
    make_players(event, 8)
    add_member(event, boss, Role.ORGANISER)
    begin(event.pk)
    return event


@pytest.fixture
def api(boss):
    return Api(signed_in(boss))


class Api:
    def __init__(self, client):
        self.client = client

    def get(self, name, *args):
        return self.client.get(url(f"api:{name}", *args))

    def send(self, address, /, *args, method="post", **said):
        where = url(f"api:{address}", *args)
        return getattr(self.client, method)(where, json.dumps(said, default=str), content_type="application/json")

    def done(self, address, /, *args, status=200, **said):
        answer = self.send(address, *args, **said)
        assert answer.status_code == status, answer.content.decode()
        return answer.json()

    def refused(self, address, /, *args, **said):
        answer = self.send(address, *args, **said)
        error = answer.json()["errors"][0]
        return answer.status_code, error["code"], error["attr"]


class TestStages:
    @pytest.fixture
    def event(self, boss):
        event = event_with(8)
        add_member(event, boss, Role.ORGANISER)
        return event

    def test_a_stage_is_closed_on_the_list_that_was_seen_and_opened_again(self, api, event):
        scores = {1: 50, 2: 40, 3: 30, 4: 10, 5: 10, 6: -20, 7: -50, 8: -70}
        for _round in range(3):
            played(event, 1, scores)
        slug = event.slug
        page = api.get("stage", slug, 1).json()
        assert [one["number"] for one in page["through"]] == [1, 2, 3, 4], "in order, the lot aside"
        assert page["open_ties"][0]["numbers"] == [4, 5]
        assert (page["ready"], page["waits"], page["lots"]) == (False, [], [])
        assert api.refused("close_stage", slug, 1, mark=page["mark"]) == (409, "needs_lot", None)
        drawn = api.done("draw_lots", slug, 1, word="6 3")
        assert sorted(drawn["lots"][0]["order"]) == [4, 5]
        assert api.refused("draw_lots", slug, 1, word="1 1") == (409, "conflict", None)
        assert api.refused("close_stage", slug, 1, mark="another") == (409, "conflict", None)
        assert api.done("close_stage", slug, 1, mark=drawn["mark"])["state"] == "closed"
        assert [one["players"] for one in api.get("stages", slug).json()] == [8, 4]
        declined = api.done("decline_place", slug, 1, number=1)
        assert 1 not in [one["number"] for one in declined["through"]]
        assert api.done("reopen_stage", slug, 1)["state"] == "playing"

    def test_settings_are_changed_in_part_and_refused_by_field(self, api, event):
        answer = api.send("stage", event.slug, 1, method="patch", places=6)
        assert (answer.json()["places"], answer.json()["name"]) == (6, "初賽")
        days = ["2026-11-22", "2026-11-21"]
        answer = api.send("stage", event.slug, 1, method="patch", session_days=days, quotas=[4, 2], share="session")
        assert answer.json()["session_days"] == sorted(days)
        answer = api.send("stage", event.slug, 1, method="patch", quotas=[4, 4])
        assert answer.json()["errors"][0]["attr"] == "quotas"
        assert api.send("stage", event.slug, 9, method="patch", name="x").status_code == 404


class TestStaff:
    def test_one_call_adds_changes_and_removes(self, api, event, boss):
        said = {
            "people": [{"name": "陳師傅", "tables": [1, 2]}, {"name": "何小姐", "role": "head_referee"}],
            "tables": 3,
        }
        made = api.done("staff", event.slug, **said)
        assert [(one["name"], one["roles"], one["tables"]) for one in made["people"]] == [
            ("boss", ["organiser"], []),
            ("何小姐", ["head_referee"], []),
            ("陳師傅", ["referee"], [1, 2]),
        ]
        acts = EventAct.objects.count()
        assert api.done("staff", event.slug, **said) == made
        assert EventAct.objects.count() == acts
        gone = [{"username": "何小姐@club", "role": "head_referee"}]
        after = api.done("staff", event.slug, people=[{"name": "陳師傅", "tables": [3]}], gone=gone)
        assert [(one["name"], one["tables"]) for one in after["people"]] == [("boss", []), ("陳師傅", [3])]
        assert not list(audit())

    def test_it_is_all_or_nothing_in_the_words_of_the_page(self, api, event):
        gone = [{"username": "boss", "role": "organiser"}]
        assert api.refused("staff", event.slug, people=[{"name": "陳師傅"}], gone=gone)[:2] == (409, "conflict")
        twice = [{"name": "陳師傅"}, {"name": "陳師傅 "}]
        assert api.refused("staff", event.slug, people=twice) == (400, "invalid", "people")
        boss = [{"name": "陳師傅", "role": "organiser", "tables": [1]}]
        assert api.refused("staff", event.slug, people=boss) == (400, "invalid", "people")
        assert Membership.objects.count() == 1
        assert not Table.objects.exists()

    def test_a_change_is_taken_back_and_tables_are_handed_over(self, api, event):
        made = api.done("staff", event.slug, people=[{"name": "甲", "tables": [1, 2]}, {"name": "乙"}])
        over = {"from_user": "甲@club", "to_user": "乙@club"}
        after = api.done("hand_over", event.slug, **over)
        assert {one["name"]: one["tables"] for one in after["people"]}["乙"] == [1, 2]
        assert api.refused("hand_over", event.slug, **over | {"to_user": "nobody"}) == (400, "invalid", "to_user")
        assert api.refused("hand_over", event.slug, **over) == (400, "invalid", "from_user"), "has no tables any more"
        again = {"from_user": "乙@club", "to_user": "乙@club"}
        assert api.refused("hand_over", event.slug, **again) == (400, "invalid", "to_user")
        assert api.refused("undo_staff", event.slug, made["batch"]) == (409, "conflict", None)
        more = api.done("staff", event.slug, people=[{"name": "丙"}])
        assert len(api.done("undo_staff", event.slug, more["batch"])["people"]) == 3


class TestRegistrations:
    @pytest.fixture
    def desk(self, api, event):
        now = timezone.now()
        return api.done("set_desk", event.slug, opens_at=now - DAY, closes_at=now + DAY, capacity=1, consent="章程")

    def test_anybody_applies_and_keeps_the_key(self, client, event, desk):
        anybody = Api(client)
        assert (desk["state"], anybody.get("register", event.slug).json()["free"]) == ("open", 1)
        said = {"name": "陳大文", "phone": "9123 4567", "consents": True, "client_key": uuid.uuid4()}
        own = anybody.done("register", event.slug, status=201, **said)
        assert anybody.done("register", event.slug, status=201, **said) == own
        assert "名額之內" in own["standing"]
        changed = anybody.send("registration", own["token"], method="patch", note="素食").json()
        assert (changed["note"], changed["phone"]) == ("素食", "9123 4567")
        assert not anybody.done("withdraw_registration", own["token"])["changeable"]
        assert anybody.refused("withdraw_registration", own["token"])[0] == 409
        assert anybody.get("registration", own["token"][:-2]).status_code == 404

    @pytest.mark.parametrize(
        ("wrong", "status", "field"),
        [
            ({"name": "12"}, 400, "name"),
            ({"phone": ""}, 400, "email"),
            ({"phone": "ring"}, 400, "phone"),
            ({"consents": False}, 400, "consents"),
        ],
    )
    def test_what_the_form_refuses_is_refused(self, client, event, desk, wrong, status, field):
        said = {"name": "陳大文", "phone": "9123 4567", "consents": True, "client_key": uuid.uuid4()} | wrong
        got = Api(client).refused("register", event.slug, **said)
        assert (got[0], got[2]) == (status, field)
        assert not Registration.objects.exists()

    def test_hours_and_the_throttle_are_those_of_the_page(self, api, client, event, desk, monkeypatch):
        said = {"name": "陳大文", "phone": "9123 4567", "consents": True}
        monkeypatch.setattr(registrations, "MOST_AN_HOUR", 1)
        anybody = Api(client)
        assert anybody.send("register", event.slug, **said, client_key=uuid.uuid4()).status_code == 201
        assert anybody.refused("register", event.slug, **said, client_key=uuid.uuid4())[:2] == (429, "too_many")
        now = timezone.now()
        assert api.refused("set_desk", event.slug, opens_at=now, closes_at=now - DAY) == (400, "invalid", "closes_at")
        api.done("set_desk", event.slug, opens_at=now - DAY, closes_at=now - DAY / 2)
        assert anybody.refused("register", event.slug, **said, client_key=uuid.uuid4())[:2] == (409, "closed")

    def test_organisers_move_up_note_the_fee_and_make_players(self, api, event, desk):
        for name in ("甲", "乙"):
            enter(event, name)
        first, second = api.get("registrations", event.slug).json()["entries"]
        assert [(one["name"], one["inside"], one["waiting"]) for one in (first, second)] == [
            ("甲", True, 0),
            ("乙", False, 1),
        ]
        got = api.refused("registrations_to_players", event.slug, only=[second["id"]])
        assert got[1] == "not_allowed"
        moved = api.done("decide_registration", event.slug, second["id"], action="accept")["entries"]
        assert [(one["name"], one["inside"]) for one in moved] == [("乙", True), ("甲", False)]
        paid = api.done("decide_registration", event.slug, second["id"], action="paid")["entries"]
        assert paid[0]["paid_at"]
        assert api.done("registrations_to_players", event.slug) == {"players": [9]}
        assert api.done("registrations_to_players", event.slug) == {"players": []}
        assert api.send("decide_registration", event.slug, 10**6, action="paid").status_code == 404


class TestCheckIn:
    @pytest.fixture
    def game(self, event):
        return make_game(event, make_user("ref"))

    def test_who_is_missing_comes_or_is_filled(self, api, event, game):
        roster.add_players(event=event, players=[ListedPlayer(20, "湊腳甲", staff=True)])
        for number in (1, 2, 2, 3):
            page = api.done("mark_check_in", event.slug, number)
        assert [(one["player"], one["fillable"]) for one in page["missing"]] == [(4, True)]
        assert (page["staff"], page["waiting"], CheckIn.objects.count()) == ([20], None, 3)
        page = api.done("mark_check_in", event.slug, 3, here=False)
        assert [one["player"] for one in page["missing"]] == [3, 4]
        assert api.refused("fill_no_show", game.pk, 3) == (400, "invalid", "number")
        assert api.done("fill_no_show", game.pk, 3, player=20)["seats"][3]["substitute"] == 20
        assert api.refused("fill_no_show", game.pk, 3, player=20)[0] in (400, 409)
        assert GameSeat.objects.filter(substitute__isnull=False).count() == 1

    def test_a_referee_checks_in_but_reads_nothing_of_the_waiting_list(self, event, game):
        open_desk(event)
        for name in ("甲", "乙"):
            enter(event, name)
        referee = Api(signed_in(make_user("ref")))
        page = referee.done("mark_check_in", event.slug, 1)
        assert (page["open"], page["waiting"], page["staff"]) == (True, None, [])
        assert referee.send("fill_no_show", game.pk, 1, player=5).status_code == 403
        Round.objects.update(state=Round.State.DRAFT)
        assert referee.get("check_in", event.slug).json()["round"] is None, "seats of a draft are the organisers'"


def test_all_rounds_are_drawn_and_anybody_draws_again(api, client, event, monkeypatch):
    monkeypatch.setattr(event_draws, "_start", event_draws.search)  # in this thread
    Table.objects.bulk_create(Table(event=event, number=n) for n in (1, 2))
    [locked] = api.done("lock_list", event.slug, count=1)
    assert (locked["players"], locked["rounds"], locked["draws"]) == (8, [1], [])
    assert api.refused("lock_list", event.slug, count=1) == (409, "conflict", None)
    api.done("draw_rounds", event.slug, seed="6 3 1")
    [looked] = api.done("look_at_draw", event.slug)
    said = Api(client).get("draw_document", event.slug, 1, 1).json()
    drawn = draw_document(said)
    assert (looked["draws"][0]["digest"], looked["draws"][0]["ended_at"] is None) == (drawn["digest"], False)
    assert looked["draws"][0]["seats"]
    again = client.post(url("api:draw"), said, content_type="application/json")
    assert again.json()["rounds"] == drawn["rounds"]
    assert api.refused("draw_rounds", event.slug, seed="1 1 1") == (400, "invalid", "reason")
    assert api.done("release_list", event.slug, reason="多了一人")[0]["release_reason"] == "多了一人"
