"""下一步 of an event with stages: the hints for a newcomer, from the list of players to the final order."""

import re

import pytest
from django.utils import timezone

from tests.markup import url
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import add_member, make_user
from tests.tournaments.staged import event_with, played, stage_of
from tournaments.core.exceptions import Invalid
from tournaments.models import Player, Role, Round, Stage, Table
from tournaments.organising.selectors import event_facts
from tournaments.rounds.services import rounds, seating, stages

pytestmark = pytest.mark.sqlite


def undivided(count=32, players=32):
    """A Masters in two sessions with its tables and referee, in which nobody has been put into a session."""
    event = event_with(count, sessions=2)
    stages.use_format(event=event, format_id="masters", players=players, sessions=2)
    stages.assign_sessions(stage_id=stage_of(event, 1).pk, sessions={})
    Table.objects.bulk_create(Table(event=event, number=n) for n in range(1, 5))
    add_member(event, make_user("boss"), Role.HEAD_REFEREE)
    return event


def pages(event):
    return [one.page for one in event_facts(event).step.missing]


def test_players_come_into_sessions_before_the_first_seats():
    event = undivided()
    assert pages(event)[0] == "stage"
    assert event_facts(event).tables_wanted == 4  # those of the larger session, not of everybody at once
    first = rounds.make_round(event=event, day=event.starts_on, confirmed=True)
    assert pages(event) == ["stage"]
    with pytest.raises(Invalid, match="編場次"):
        seating.draw_round(round_id=first.pk)
    stages.assign_sessions(stage_id=stage_of(event, 1).pk, sessions=stages.divided(range(1, 33), 2))
    assert pages(event) == []
    seating.draw_round(round_id=first.pk)


def test_the_next_round_is_offered_on_the_day_of_its_session():
    event = undivided()
    client = member_of(event, "organiser", Role.ORGANISER)
    days = stage_of(event, 1).session_days
    for session in (1, 1, 1, 2):
        page = client.get(url("rounds", event.slug))
        assert str(page.context["day_form"].initial["day"]) == days[session - 1]
        played(event, 1, dict.fromkeys(range(1, 17), 0), session=session)
    assert "初賽 第 1 場" in " ".join(page.content.decode().split())


def test_a_format_for_more_players_than_there_are_is_named():
    event = undivided(players=256)
    assert stage_of(event, 1).places == 64
    assert "改賽制" in [str(one.button) for one in event_facts(event).step.missing]


def test_a_stage_that_was_played_is_to_be_closed_and_then_the_next_is_seated():
    event = event_with(16)
    for _round in range(3):
        step = event_facts(event).step
        assert step.page in ("staff", "rounds")
        played(event, 1, {n: 100 * (8 - n) for n in range(1, 17)})
    step = event_facts(event).step
    assert (step.page, step.number, "初賽" in str(step.text)) == ("stage", 1, True)
    Stage.objects.filter(event=event, number=1).update(closed_at=Round.objects.latest("pk").closed_at)
    assert event_facts(event).step.page == "rounds"
    Stage.objects.filter(event=event).update(closed_at=Round.objects.latest("pk").closed_at)
    assert event_facts(event).step.page == "final_order"


@pytest.mark.parametrize("out", [{"barred": "disqualified"}, {"withdrawn_at": timezone.now()}])
def test_who_may_not_play_on_leaves_a_place_at_the_last_table(out):
    event = event_with(8, format_id="one", games_planned=2)
    played(event, 1, dict.fromkeys(range(1, 9), 0))
    assert pages(event) == []
    Player.objects.filter(event=event, number=3).update(**out)
    facts = event_facts(event)
    assert (facts.players, facts.step.page) == (7, "rounds")
    assert ["坐滿最後一檯還差 1 人" in str(one.text) for one in facts.step.missing] == [True]
    client = member_of(event, "organiser", Role.ORGANISER)
    for name, number, words in (("players", (), "7 名選手，0 名湊腳"), ("stage", (1,), "7 人，")):
        assert words in client.get(url(name, event.slug, *number)).content.decode()
    Player.objects.create(event=event, number=9, name="湊腳", staff=True)
    assert pages(event) == []


def test_round_room_and_check_in_lead_to_each_other():
    event = undivided()
    stages.assign_sessions(stage_id=stage_of(event, 1).pk, sessions=stages.divided(range(1, 33), 2))
    client = member_of(event, "organiser", Role.ORGANISER)
    first = rounds.make_round(event=event, day=event.starts_on, confirmed=True)
    seating.draw_round(round_id=first.pk)
    here = url("round", event.slug, 1)
    check_in = url("check_in", event.slug)
    client.post(f"{here}publish/", {"confirmed": "1"})
    assert check_in in client.get(here).content.decode()
    client.post(f"{here}open/", {"confirmed": "1"})
    assert check_in in client.get(here).content.decode()
    assert f'href="{here}"' in client.get(url("room", event.slug)).content.decode()
    assert url("round_clock", event.slug, 1) in client.get(here).content.decode()
    asked = client.post(f"{here}close/")
    assert (asked.status_code, voids(asked)) == (409, False)  # a question about closing opens no panel for voiding
    refused = client.post(f"{here}void/", {"reason": " "})
    assert (refused.status_code, voids(refused)) == (400, True)


def voids(answer):
    return re.search(r'void-round"\s+open', answer.content.decode()) is not None


def test_house_players_are_not_counted_as_players():
    event = event_with(8)
    Player.objects.filter(event=event, number__gt=6).update(staff=True)
    client = member_of(event, "organiser", Role.ORGANISER)
    assert event_facts(event).entrants == 6
    assert "6 名選手" in client.get("/").content.decode()
    assert "6 名選手" in client.get(url("event", event.slug)).content.decode()
