"""預覽 under the rules of before, 記錄 under those of now: nothing is recorded unseen, nothing entered is lost."""

from typing import Any

import pytest
from django.test import Client

from tests.tables.test_recording_pages import TILES, TYPED, hidden, previewed, url, words
from tests.tournaments.factories import make_game, make_user
from tournaments.models import Act, Game
from tournaments.organising.services.events import change_event
from tournaments.tables.game_log.read import rules_mark
from tournaments.tables.services.writing import freeze_rules

pytestmark = pytest.mark.django_db

SENTENCE = "賽事的規則更改了，這一鋪未記錄。"


@pytest.fixture
def game(client: Client) -> Game:
    referee = make_user()
    client.force_login(referee)
    return make_game(referee=referee)


def payload(game: Game) -> Any:
    return Act.objects.get(game=game).payload


def test_a_number_called_under_another_base_is_shown_again_and_then_recorded_as_called(client: Client, game: Game):
    sent = previewed(client, game, TYPED)
    change_event(event=game.event, rule_set="tw-club")
    answer = client.post(url("save", game), sent)
    assert answer.status_code == 409
    assert SENTENCE in words(answer)
    assert not Act.objects.exists()
    assert client.post(url("save", game), hidden(answer)).status_code == 302
    assert payload(game)["claim"] == {"mode": "typed", "typed": 32}
    assert payload(game)["event"]["fan"] == 32, "without the 底 of the rules of before"


def test_a_fan_with_another_value_is_counted_anew(client: Client, game: Game):
    ticked = TYPED | {"mode-0": "ticks", "typed-0": "", "tick-0": ["門清", "清龍*"]}
    sent = previewed(client, game, ticked)
    change_event(event=game.event, rule_values={"門清": 7})
    answer = client.post(url("save", game), sent)
    assert (answer.status_code, SENTENCE in words(answer)) == (409, True)
    client.post(url("save", game), hidden(answer))
    assert payload(game)["event"]["fan"] == payload(game)["claim"]["computed"] + 5 == 7 + 20 + 5


def test_what_the_new_rules_do_not_pay_comes_back_in_the_form(client: Client, game: Game):
    sent = previewed(client, game, TYPED | {"typed-0": "2"})
    change_event(event=game.event, rule_set="hkma-masters")
    answer = client.post(url("save", game), sent)
    assert answer.status_code == 400
    assert SENTENCE in words(answer)
    assert 'value="2"' in answer.content.decode()
    assert not Act.objects.exists()


def test_tiles_and_a_draw_come_back_too(client: Client, game: Game):
    tiles, drawn = previewed(client, game, TILES), hidden(client.get(url("draw", game)))
    change_event(event=game.event, rule_values={"門清": 7})
    for sent in (tiles, drawn):
        answer = client.post(url("save", game), sent)
        assert (answer.status_code, SENTENCE in words(answer)) == (409, True)
    assert client.post(url("save", game), hidden(answer)).status_code == 302
    assert payload(game)["event"] == {"type": "draw"}


def test_a_draw_that_now_asks_something_asks_it(client: Client, game: Game):
    sent = hidden(client.get(url("draw", game)))
    change_event(event=game.event, rule_set="tw-club")
    answer = client.post(url("save", game), sent)
    assert (answer.status_code, SENTENCE in words(answer)) == (409, True)
    assert 'name="dealer"' in answer.content.decode() or 'name="not_ready"' in answer.content.decode()


def test_after_signing_in_again_it_is_counted_under_the_rules_of_now(client: Client, game: Game):
    sent = previewed(client, game, TYPED)
    change_event(event=game.event, rule_set="tw-club")
    answer = client.get(url("preview", game), sent)
    assert (answer.status_code, SENTENCE in words(answer)) == (409, True)


def test_the_mark_of_the_rules_is_that_of_the_rules_once_they_are_frozen(client: Client, game: Game):
    before = rules_mark(game.event)
    freeze_rules(game.event)
    game.event.refresh_from_db()
    assert game.event.rules_snapshot is not None
    assert rules_mark(game.event) == before
