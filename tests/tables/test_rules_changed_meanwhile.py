"""預覽 under the rules of before, 記錄 under those of now: nothing is recorded unseen, nothing entered is lost."""

from typing import Any

import pytest

from tests.markup import markup, shows
from tests.tables.test_recording_pages import TILES, TYPED, hidden, previewed, sent
from tests.tournaments.book_pages import Hall
from tournaments.models import Act
from tournaments.organising.services.events import change_event
from tournaments.tables.game_log.read import rules_mark
from tournaments.tables.services.writing import freeze_rules

pytestmark = pytest.mark.django_db

SENTENCE = "賽事的規則更改了，這一鋪未記錄。"


def payload() -> Any:
    return Act.objects.get().payload


def test_a_number_called_under_another_base_is_shown_again_and_then_recorded_as_called(hall: Hall):
    before = previewed(hall)
    change_event(event=hall.event, rule_set="tw-club")
    # After signing in again too it is counted under the rules of now.
    shows(hall.referee.get(hall.url("preview"), before), SENTENCE, status=409)
    answer = sent(hall, "save", before)
    shows(answer, SENTENCE, status=409)
    assert not Act.objects.exists()
    assert sent(hall, "save", hidden(answer)).status_code == 302
    assert payload()["claim"] == {"mode": "typed", "typed": 32}
    assert payload()["event"]["fan"] == 32, "without the 底 of the rules of before"


def test_a_fan_with_another_value_is_counted_anew(hall: Hall):
    before = previewed(hall, TYPED | {"mode-0": "ticks", "typed-0": "", "tick-0": ["門清", "清龍*"]})
    change_event(event=hall.event, rule_values={"門清": 7})
    answer = sent(hall, "save", before)
    shows(answer, SENTENCE, status=409)
    sent(hall, "save", hidden(answer))
    assert payload()["event"]["fan"] == payload()["claim"]["computed"] + 5 == 7 + 20 + 5


def test_what_the_new_rules_do_not_pay_comes_back_in_the_form(hall: Hall):
    before = previewed(hall, TYPED | {"typed-0": "2"})
    change_event(event=hall.event, rule_set="hkma-masters")
    shows(sent(hall, "save", before), SENTENCE, 'value="2"', status=400)
    assert not Act.objects.exists()


def test_tiles_and_a_draw_come_back_too(hall: Hall):
    both = previewed(hall, TILES), hidden(hall.get("draw"))
    change_event(event=hall.event, rule_values={"門清": 7})
    for before in both:
        answer = sent(hall, "save", before)
        shows(answer, SENTENCE, status=409)
    assert sent(hall, "save", hidden(answer)).status_code == 302
    assert payload()["event"] == {"type": "draw"}


def test_a_draw_that_now_asks_something_asks_it(hall: Hall):
    before = hidden(hall.get("draw"))
    change_event(event=hall.event, rule_set="tw-club")
    answer = sent(hall, "save", before)
    shows(answer, SENTENCE, status=409)
    assert 'name="dealer"' in markup(answer) or 'name="not_ready"' in markup(answer)


def test_the_mark_of_the_rules_is_that_of_the_rules_once_they_are_frozen(hall: Hall):
    before = rules_mark(hall.event)
    freeze_rules(hall.event)
    hall.event.refresh_from_db()
    assert hall.event.rules_snapshot is not None
    assert rules_mark(hall.event) == before
