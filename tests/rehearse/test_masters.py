"""大師賽綵排, small: two days, registration, sessions, mistakes that are put right, lots, snake tables, a medal list.

The same script and the same checks as `make rehearse`, with 32 players, fewer games and two winds until the last
stages, inside this process.
"""

import pytest

from accounts.services import first_code
from tests.markup import url as at
from tests.rehearse.browser import Inside
from tests.rehearse.checks import check
from tests.rehearse.masters import Masters, medals_on
from tournaments.audit.checks import audit
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.usefixtures("short_search")]


def test_a_whole_masters(settings) -> None:
    settings.PROXIES = 1
    masters = Masters(Inside(), players=32, sessions=2, phones_until=2, lengths=(2, 1), winds=2)
    masters.play(first_code())
    event = Event.objects.get()
    found = check(event, masters.organiser.desk.api("GET", at("api:sum", event.slug)))
    assert [len(stage.went) for stage in found] == [16, 8, 4, 4]
    assert any(stage.lots for stage in found)
    medals = medals_on(masters.organiser.page("final_order"))
    assert [number for _medal, number, _name, _points in medals] == list(found[-1].went)
    assert [str(difference) for difference in audit(event.slug)] == []
    assert max(masters.statuses) < 500
