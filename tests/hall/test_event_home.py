import random
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.hall.test_screen import LAID
from tests.markup import markup, url
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import add_member, make_event, make_game, make_user, play_and_confirm
from tournaments.core.access import anonymous_access
from tournaments.hall.event_home import EventHome
from tournaments.hall.event_home import event_home as select_home
from tournaments.hall.in_play import GameStory, Played, leads
from tournaments.models import Event, Game, Role, Round, Stage
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor

START = datetime(2026, 11, 23, 12, tzinfo=UTC)


def told(games: dict[int, list[tuple[int, tuple[int, ...]]]]) -> dict[int, GameStory]:
    """Game → (minute, what the four held after it)."""
    return {
        game: GameStory(
            [Played(START + timedelta(minutes=at), n, "東一", 0, four) for n, (at, four) in enumerate(hands, 1)],
            None,
            None,
            None,
        )
        for game, hands in games.items()
    }


def naively(totals: dict[int, int], seated: dict[int, list[int]], stories: dict[int, GameStory]) -> list[int]:
    """Everybody is looked at after each hand."""
    steps = sorted((hand.at, game, hand.number, hand.scores) for game, story in stories.items() for hand in story.hands)
    held = dict(totals)
    for game, story in stories.items():
        if story.hands:
            for number, score in zip(seated[game], story.hands[-1].scores, strict=True):
                held[number] -= score
    first, found = alone(held), []
    known = first is not None
    now: dict[int, tuple[int, ...]] = {}
    for _at, game, _number, scores in steps:
        for n, number in enumerate(seated[game]):
            held[number] += scores[n] - now.get(game, (0, 0, 0, 0))[n]
        now[game] = scores
        ahead = alone(held)
        if ahead is not None and ahead != first:
            first = ahead
            found.append(ahead)
    return found if known else found[1:]


def alone(held: dict[int, int]) -> int | None:
    most = max(held.values())
    ahead = [number for number, total in held.items() if total == most]
    return ahead[0] if len(ahead) == 1 else None


def test_changes_of_the_lead_are_those_that_a_look_at_everybody_finds() -> None:
    chance = random.Random(14)
    for _ in range(300):
        seated = {game: [4 * game + n for n in range(4)] for game in range(chance.randint(1, 4))}
        hands: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for game in seated:
            four, hands[game] = [0, 0, 0, 0], []
            for _hand in range(chance.randint(0, 8)):
                payer, winner, points = chance.randrange(4), chance.randrange(4), chance.randint(0, 4)
                four[winner] += points
                four[payer] -= points
                hands[game].append((len(hands[game]) * 3 + chance.randint(0, 4), tuple(four)))
            hands[game] = [(n * 5 + at % 5, four) for n, (at, four) in enumerate(hands[game])]
        totals = {number: chance.randint(-3, 3) for four_ in seated.values() for number in four_}
        found = leads(totals, seated, told(hands), 0)
        assert [one.number for one in found] == naively(totals, seated, told(hands))


def test_who_is_level_in_front_has_not_taken_the_lead() -> None:
    stories = told({0: [(1, (5, -5, 0, 0)), (2, (5, -10, 5, 0)), (3, (5, -15, 10, 0))]})
    totals = {0: 5, 1: -15, 2: 10, 3: 0}
    assert [(one.number, one.hand.number) for one in leads(totals, {0: [0, 1, 2, 3]}, stories, 0)] == [(2, 3)]


@pytest.fixture
def game(db: None) -> Game:
    return make_game(referee=make_user())


@pytest.fixture
def actor(game: Game) -> Actor:
    return Actor(add_member(game.event, make_user("head"), Role.HEAD_REFEREE).user_id)


def home_of(event: Event) -> EventHome:
    return select_home(anonymous_access(Event.objects.get(pk=event.pk)), timezone.now())


def rows(event: Event) -> Any:
    answer = Client().get(url("live_home_rows", "zh-hant", event.slug))
    assert answer.status_code == 200
    return markup(answer)


@pytest.mark.sqlite
class TestHome:
    def test_it_says_how_the_round_stands_and_who_leads_since_when(self, game, actor):
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=20)
        play_and_confirm(game, actor, type="win", winner=3, source=0, fan=60)
        home = home_of(game.event)
        first = next(row for row in standings(game.event).rows if row.place == 1)
        assert (home.state, home.playing, home.numbers) == ("playing", 1, "1")
        assert home.top[0]["row"].number == first.number
        assert home.lead is None or home.lead["row"].number == first.number
        assert home.biggest is not None
        assert home.biggest.fan == 60
        assert home.pull is not None
        assert home.pull["pulls"] == 1
        assert "拉" not in home.pull["words"], "the page has said how often"
        assert home.most is not None
        assert home.most["points"] == first.total
        assert home.climb is None, "nothing to compare with in a first round"
        assert "1 檯進行中" in rows(game.event)

    def test_one_player_is_told_where_they_sit_and_what_each_hand_brought(self, game, actor):
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=20)
        play_and_confirm(game, actor, type="win", winner=3, source=2, fan=30)
        seat = game.seats.select_related("player").get(seat=2)
        card = home_of(game.event).card(seat.player.number)
        assert card is not None
        assert card["playing"] is not None
        assert card["playing"][1].number == seat.player.number
        assert sum((hand.change for hand in card["hands"]), Decimal(0)) == seat.score
        address = url("live_home_own", "zh-hant", game.event.slug, seat.player.number)
        assert seat.player.name in Client().get(address).content.decode()
        assert Client().get(address.replace(f"/{seat.player.number}/", "/999/")).status_code == 404

    def test_a_change_reads_the_hands_of_the_game_that_changed(self, game, actor):
        home_of(game.event)
        with CaptureQueriesContext(connection) as unchanged:
            home_of(game.event)
        play_and_confirm(game, actor, type="draw")
        with CaptureQueriesContext(connection) as changed:
            home_of(game.event)
        assert len(changed) == len(unchanged) + 1

    def test_the_biggest_hand_that_is_not_disputed_shows_its_tiles_or_the_biggest_that_was_laid_beside_it(
        self, game, actor
    ):
        play_and_confirm(game, actor, type="win", winner=0, source=1, hand=LAID)
        home = home_of(game.event)
        assert home.biggest is not None
        assert home.biggest.tiles
        assert home.laid is None
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=90)
        home = home_of(game.event)
        assert home.biggest is not None
        assert home.biggest.fan == 90
        assert home.laid is not None
        assert 'class="laid' in rows(game.event)
        game.hands.update(state="disputed")
        cache.clear()
        assert home_of(game.event).biggest is None

    def test_hidden_standings_tell_no_place_and_officials_keep_their_hub(self, game, actor):
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=20)
        Event.objects.update(hidden=True)
        home = home_of(game.event)
        assert (home.top, home.lead, home.climb, home.most, home.winners) == ([], None, None, None, [])
        card = home.card(1)
        assert card is not None
        assert card["row"] is None
        official = signed_in(make_user("head"))
        address = url("event", game.event.slug)
        assert "有效紅黃牌" in official.get(address).content.decode()
        assert "有效紅黃牌" not in official.get(f"{address}?public").content.decode()

    def test_before_between_and_after(self, game, actor):
        assert home_of(make_event(slug="empty", name="未開始")).state == "before"
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=20)
        Game.objects.update(state=Game.State.COMPLETE)
        assert home_of(game.event).state == "signing"
        Round.objects.update(state=Round.State.CLOSED, closed_at=timezone.now())
        assert home_of(game.event).state == "between"
        Event.objects.update(games_planned=1)
        assert home_of(game.event).state == "ending"
        assert "全部打完，名次未定" in rows(Event.objects.get(pk=game.event.pk))
        Stage.objects.update(closed_at=timezone.now())
        Event.objects.update(standings_version=F("standings_version") + 1)
        home = home_of(game.event)
        assert home.state == "over"
        assert next(row.place for row in home.winners) == 1
        assert "賽事完結" in rows(Event.objects.get(pk=game.event.pk))
