"""大屏幕: what the hall reads from ten metres, in turns of a few rows, whatever the size of the event."""

from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.markup import markup, page, shows, url
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import make_event, make_game, make_players, next_game, play, play_and_confirm
from tournaments.core.access import anonymous_access
from tournaments.hall.event_home import event_home
from tournaments.hall.screen import MOST_PAGES, ROWS, TABLES, TURNS, Screen, Turn, seconds_of
from tournaments.hall.screen import screen as select_screen
from tournaments.models import Event, EventAct, Game, Player, Role, Round, Stage
from tournaments.organising.services.events import change_event
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.confirmations import object_to

LAID = {
    "concealed": "234m567m345p78s99s",
    "melds": [{"kind": "pung", "tiles": "222s"}],
    "winning_tile": "6s",
    "flowers": "3f",
}


def shown(event: Event) -> Screen:
    return select_screen(anonymous_access(Event.objects.get(pk=event.pk)), timezone.now())


def turn(event: Event, key: str) -> Turn:
    return next(one for one in shown(event).turns if one.key == key)


def keys(event: Event) -> list[str]:
    return [one.key for one in shown(event).turns]


def hall(tables: int, **stage: Any) -> tuple[Event, list[Game]]:
    event = make_event()
    Stage.objects.filter(event=event).update(**stage)
    make_players(event, 4 * tables)
    return event, [make_game(event, None, number) for number in range(1, tables + 1)]


def test_a_hall_of_some_tables_reads_everybody_and_counts_the_finished_tables(actor: Actor) -> None:
    event, games = hall(3)
    play_and_confirm(games[1], actor, type="win", winner=0, source=1, fan=20)
    assert keys(event) == ["top-1", "rest-1", "tables-1"]
    assert [len(turn(event, key).rows) for key in ("top-1", "rest-1", "tables-1")] == [ROWS, 3, 3]
    assert shown(event).over == 0
    Game.objects.filter(pk=games[2].pk).update(state=Game.State.COMPLETE)
    assert shown(event).over == 1
    assert "1 檯打完" in markup(Client().get(url("screen", event.slug)))


def test_a_large_hall_reads_the_first_the_line_and_the_tables_that_matter(actor: Actor) -> None:
    event, games = hall(14, places=20)
    for number, game in enumerate(games):
        play(game, actor, type="reward", kind="concealed_kong", seat=0)
        play(game, actor, type="win", winner=1, source=2, fan=number + 5)
    assert 4 * len(games) > MOST_PAGES * ROWS
    assert keys(event) == ["top-1", "cut-1", "tables-1", "tables-2"]
    cut = turn(event, "cut-1").rows
    assert [line.apart for line in cut].index(True) == ROWS // 2
    assert [line.row.line for line in cut if line.apart] == ["level"]
    tables = [one for key in ("tables-1", "tables-2") for one in turn(event, key).rows]
    assert len(tables) == 2 * TABLES
    assert games[-1].table.number in [one.number for one in tables[TABLES:]], "the most that is open"


@pytest.mark.parametrize(("rules", "told"), [("hkma-league", "第 1 個半莊座位表"), ("mcr", "第 1 場座位表")])
def test_published_seats_are_of_what_the_rules_call_a_game(rules: str, told: str) -> None:
    event, _games = hall(1)
    Event.objects.update(rule_set=rules)
    Round.objects.update(state=Round.State.PUBLISHED)
    assert turn(event, "seats-1").title == told


def test_a_screen_without_turns_says_why() -> None:
    ahead = make_event("ahead")
    for name in ("screen", "screen_rows"):
        assert "半莊開始後，排名會在這裡" in page(name, ahead.slug)
    make_players(ahead)
    assert "半莊開始後" in page("screen_rows", ahead.slug)
    event, _games = hall(1)
    Event.objects.filter(pk=event.pk).update(screen={"tables": 0, "top": 0})
    text = page("screen", event.slug)
    assert ("現在未有內容" in text, "半莊開始後" in text) == (True, False)


def test_before_any_points_nobody_leads_and_after_them_no_open_amount_is_left_out(actor: Actor) -> None:
    event, games = hall(1)
    text = page("event", event.slug)
    assert "第一鋪之後，排名會在這裡" in text
    assert "為甚麼領先" not in text
    assert "這個半莊的經過" not in text
    play_and_confirm(games[0], actor, type="win", winner=0, self_draw=True, fan=20)
    assert "為甚麼領先" in page("event", event.slug)
    text = page("screen", event.slug)
    assert text.count(" 21（拉1）</span>") == 2 * text.count("<span>另 1 筆 共 21</span></p>") > 0


def test_beside_the_names_stands_where_they_play_and_nothing_of_calls(actor: Actor) -> None:
    event, games = hall(1)
    play_and_confirm(games[0], actor, type="win", winner=0, source=1, fan=20)
    text = page("screen", event.slug)
    assert "1 檯 · 東一局 · 拉一莊" in text
    assert '<td class="number open">+21</td>' in text
    assert '<td class="number open">−21</td>' in text
    assert "<span>張國強 ← 李小龍 21（拉1）</span>" in text
    play(games[0], actor, type="win", winner=0, source=1, fan=20)
    games[0].calls.create(player=Player.objects.get(number=3), created_at=timezone.now())
    text = page("screen", event.slug)
    assert "裁判" not in text
    assert "異議" not in text
    address = url("screen_rows", event.slug)
    first = Client().get(address)
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert len(asked) == 1
    assert f'data-etag="{first["ETag"]}"' in page("screen", event.slug).replace("&quot;", '"')


def test_who_moved_most_has_a_turn(actor: Actor) -> None:
    event, games = hall(1)
    play_and_confirm(games[0], actor, type="reward", kind="concealed_kong", seat=0)
    Round.objects.update(state="closed")
    Game.objects.update(state="signed")
    play(next_game(games[0], opened_at=timezone.now()), actor, type="ruling", seat=0, consequences=[{"deduct": "200"}])
    moved = [(line.row.name, line.row.up or -line.row.down) for line in turn(event, "movers-1").rows]
    found = standings(event).rows
    assert moved == [(row.name, row.moved) for row in found if row.moved]
    climb = event_home(anonymous_access(event), timezone.now()).climb
    assert climb is not None
    assert climb.up == max(row.up for row in found) > 0


def test_a_long_name_is_written_smaller_and_phones_are_led_to_the_standings(actor: Actor) -> None:
    event, _games = hall(1)
    Player.objects.filter(number=1).update(name="Alexander Wong-Fitz")
    assert '<span class="who wide">Alexander Wong-Fitz</span>' in page("screen", event.slug)
    assert '<span class="who">李小龍</span>' in page("screen", event.slug)
    text = page("screen", event.slug)
    assert "<svg" in text
    assert f"http://testserver{url('standings', event.slug)}" in text


def test_the_latest_big_hand_lies_in_its_tiles(actor: Actor) -> None:
    event, games = hall(2)
    Event.objects.filter(pk=event.pk).update(rule_options={"L-55": "open"})
    play_and_confirm(games[0], actor, type="win", winner=0, source=1, hand=LAID)
    play_and_confirm(games[1], actor, type="win", winner=1, source=2, fan=3)
    found = shown(event)
    assert found.hand is not None
    assert found.hand == found.laid
    assert "張國強 食糊" in found.hand.result
    assert "hand-1" in keys(event)
    assert 'aria-label="花牌' in page("screen", event.slug)
    object_to(
        game_id=games[0].pk, actor=actor, number=1, seat=1, reason="不對", client_key="0" * 32, now=timezone.now()
    )
    assert shown(event).laid is None, "nothing that is disputed"


def test_the_screen_takes_as_many_statements_for_any_number_of_tables(actor: Actor) -> None:
    counts = []
    for tables in (2, 5):
        Event.objects.filter(slug="evening").update(slug=f"other-{tables}")
        event, games = hall(tables, places=4)
        for game in games:
            play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
        shown(event)
        with CaptureQueriesContext(connection) as asked:
            shown(event)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 18


def test_the_first_three_stand_alone_once_the_event_is_over(actor: Actor) -> None:
    event, [game] = hall(1)
    play_and_confirm(game, actor, type="win", winner=2, self_draw=True, fan=10)
    assert "podium-1" not in keys(event)
    Game.objects.update(state=Game.State.SIGNED)
    Round.objects.update(state=Round.State.CLOSED)
    Stage.objects.update(closed_at=timezone.now())
    change_event(event=event, venue="灣仔")
    assert keys(event)[0] == "podium-1"
    assert turn(event, "podium-1").rows[0].row.place == 1
    assert 'class="podium"' in page("screen", event.slug)


class TestSettings:
    """Each event chooses what its screen shows, for how long and in which language."""

    @pytest.fixture
    def event(self) -> Event:
        event, _games = hall(3)
        return event

    @pytest.fixture
    def organiser(self, event: Event) -> Client:
        return member_of(event, "organiser", Role.ORGANISER)

    def send(self, organiser: Client, **seconds: str) -> HttpResponse:
        usual = {kind: str(value) for kind, value in seconds_of({}).items()}
        return organiser.post(url("screen_settings", "evening"), usual | seconds)

    def test_what_is_left_out_is_not_shown_and_pages_stay_as_long_as_is_wanted(
        self, event: Event, organiser: Client
    ) -> None:
        assert self.send(organiser, rest="0", tables="30").status_code == 302
        event.refresh_from_db()
        assert event.screen == {"rest": 0, "tables": 30}
        assert [(one.key, one.seconds) for one in shown(event).turns] == [("top-1", 15), ("tables-1", 30)]
        assert 'data-turn="tables-1" data-seconds="30"' in page("screen", event.slug)
        assert "screen" in str(EventAct.objects.filter(event=event).last().payload)

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"top": "3"}, "每頁要由 5 至 120 秒；0 就是不顯示。"),
            ({"top": "x"}, "每頁要由 5 至 120 秒；0 就是不顯示。"),
            (dict.fromkeys(TURNS, "0"), "最少要顯示一項。"),
        ],
    )
    def test_what_cannot_be_is_said_and_changes_nothing(
        self, event: Event, organiser: Client, sent: dict[str, str], said: str
    ) -> None:
        shows(self.send(organiser, **sent), said, status=422)
        event.refresh_from_db()
        assert event.screen == {}

    def test_the_language_is_that_of_the_event_whatever_the_operator_reads(self, event: Event) -> None:
        change_event(event=event, language="en")
        address = url("screen", event.slug)
        for asked in (address, f"{address}?language=zh-hant"):
            answer = Client().get(asked, follow=True)
            assert answer["Content-Language"] == "en"
            shows(answer, '<html lang="en"', f"/live/en/e/{event.slug}/screen/rows/")
        assert 'lang="zh-Hant-HK"' in page("standings", event.slug)
