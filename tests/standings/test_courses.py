"""走勢 in the rows of the standings: everybody's points by hand, over all games, packed into letters."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.markup import url
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import close_rounds, make_game, next_game, play_and_confirm
from tournaments.core.access import anonymous_access
from tournaments.models import Act, Event, Game, Player, Role, triggers
from tournaments.models.fields import SCALE, to_units
from tournaments.standings.courses import LETTERS, STEPS, courses, own_course, packed
from tournaments.standings.cutline import race
from tournaments.standings.player_pages import my_games, player_history
from tournaments.tables.game_log.read import Actor

LIVE = "/live/zh-hant/e/evening/standings/courses/"


@pytest.fixture
def event(referee):
    """A round of three hands, and one of two in which everybody sits elsewhere."""
    first, actor = make_game(referee=referee), Actor(referee.pk)
    play_and_confirm(first, actor, type="win", winner=0, source=1, fan=30)
    play_and_confirm(first, actor, type="draw")
    play_and_confirm(first, actor, type="win", winner=2, self_draw=True, fan=12)
    event = first.event
    close_rounds(event)
    second = next_game(first, turned=True)
    play_and_confirm(second, actor, type="win", winner=1, source=2, fan=20)
    play_and_confirm(second, actor, type="win", winner=1, self_draw=True, fan=15)
    return event


def told(event: Event, player: Player) -> list[int]:
    player.event = event
    return [to_units(point.total) for point in player_history(player, anonymous_access(event), race(event)).course]


def test_every_line_is_that_of_the_record_and_of_the_own_page(event, django_assert_num_queries):
    found = courses(event)
    assert [len(line) for line in found.values()] == [5] * 4
    for player in event.players.all():
        assert found[player.number] == told(event, player)
    for player in event.players.all():
        games = my_games(player)
        with django_assert_num_queries(1):
            found = own_course(games, player)
        assert [to_units(point.total) for point in found] == told(event, player)
    assert [sum(points) for points in zip(*courses(event).values(), strict=True)] == [0] * 5


def test_a_new_hand_is_in_every_line_and_a_void_round_in_none(event, referee, django_assert_num_queries):
    play_and_confirm(event.games.latest("pk"), Actor(referee.pk), type="draw")
    with django_assert_num_queries(3):
        assert {len(line) for line in courses(event).values()} == {6}
    event.rounds.filter(number=2).update(state="closed", voided_at=timezone.now(), void_reason="停電")
    assert {len(line) for line in courses(event).values()} == {3}


def test_under_a_delay_it_ends_where_the_standings_do(event):
    with triggers.disabled():
        Act.objects.filter(game__round__number=1).update(created_at=timezone.now() - timedelta(hours=1))
    Game.objects.filter(round__number=1).update(last_act_at=timezone.now() - timedelta(hours=1))
    event.rounds.update(opened_at=timezone.now() - timedelta(hours=2))
    found = courses(event, timezone.now() - timedelta(minutes=10))
    assert {len(line) for line in found.values()} == {3}


class TestPacked:
    def test_the_lowest_and_the_highest_of_all_are_the_ends_of_the_scale(self):
        lines = dict(line.split(" ") for line in packed({1: [5 * SCALE], 2: [-5 * SCALE]}).split("\n"))
        middle = LETTERS[len(LETTERS) // 2 - 1]
        assert lines == {"0": middle, "1": middle + LETTERS[-1], "2": middle + LETTERS[0]}
        assert packed({}) == "0 0"
        assert packed({3: []}) == "0 0"

    def test_many_hands_keep_the_first_and_the_last(self):
        (_zero, line) = packed({7: [*range(1, 200), -50]}).split("\n")
        letters = line.removeprefix("7 ")
        assert len(letters) == STEPS
        assert letters[-1] == LETTERS[0]
        assert letters[0] == LETTERS[50 * 63 // 249]


class TestThePage:
    def test_it_is_the_same_for_everybody_and_may_be_kept(self, client, event):
        answer = client.get(LIVE)
        assert answer.status_code == 200
        assert "public" in answer["Cache-Control"]
        assert len(answer.content.decode().split("\n")) == 5
        shown = client.get(url("standings", "evening")).content.decode()
        assert f'data-wide-poll="{LIVE}"' in shown
        assert shown.count('class="w by-hand"') == 4

    def test_hidden_standings_have_no_lines(self, client, event):
        Event.objects.update(hidden=True)
        assert "data-wide-poll" not in client.get(url("standings", "evening")).content.decode()
        assert client.get(LIVE).content.decode() == "<p data-courses></p>"

    def test_an_organiser_reads_the_lines_of_now(self, event):
        client = member_of(event, "boss", Role.ORGANISER)
        Event.objects.update(delay=10)
        assert len(client.get(url("courses", "evening")).content.decode().split("\n")) == 5
        assert len(client.get(LIVE).content.decode().split("\n")) == 1
