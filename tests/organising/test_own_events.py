"""所有賽事: what runs comes first, and who may open an event is offered it there."""

import pytest
from django.urls import reverse

from tests.markup import markup
from tests.tournaments.factories import add_member, make_event, make_game, make_user
from tournaments.models import Role
from tournaments.organising.selectors import my_events

pytestmark = pytest.mark.django_db


def test_what_runs_comes_before_what_is_prepared(client):
    boss = make_user("boss")
    running, prepared = make_event("now"), make_event("later")
    for event in (running, prepared):
        add_member(event, boss, Role.ORGANISER)
    make_game(event=running)
    assert [facts.event for facts in my_events(boss)] == [running, prepared]
    client.force_login(boss)
    page = markup(client.get(reverse("tournaments:events")))
    assert "沒有其他公開賽事" in page
    assert "未有公開賽事" not in page
