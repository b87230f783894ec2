"""房間 in a large hall: who needs somebody first, everybody else on a map, found by number or name."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.markup import markup, url
from tests.tournaments.factories import add_member, main_stage, make_event, make_players, make_user
from tournaments.hall.room import FEW, MOST_FIRST, PATIENCE, SILENT_AFTER, Room
from tournaments.hall.room import room as select_room
from tournaments.models import Event, Game, GameSeat, Player, Round, Table

pytestmark = pytest.mark.sqlite

LARGE = FEW + 4


def hall(tables: int) -> Event:
    """All play, and all have just entered a hand."""
    event, now = make_event(), timezone.now()
    players = make_players(event, 4 * tables)
    round_ = Round.objects.create(
        event=event, stage=main_stage(event), number=1, day=event.starts_on, state="open", opened_at=now
    )
    placed = Table.objects.bulk_create(Table(event=event, number=number) for number in range(1, tables + 1))
    games = Game.objects.bulk_create(
        Game(event=event, round=round_, table=table, state="playing", last_hand_at=now) for table in placed
    )
    GameSeat.objects.bulk_create(
        GameSeat(game=game, round=round_, player=players[4 * n + seat], seat=seat)
        for n, game in enumerate(games)
        for seat in range(4)
    )
    return event


def change(number: int, **fields: Any) -> Game:
    Game.objects.filter(table__number=number).update(**fields)
    return Game.objects.get(table__number=number)


def shown(event: Event) -> Room:
    return select_room(event, timezone.now())


def ago(minutes: int) -> Any:
    return timezone.now() - timedelta(minutes=minutes)


def page(event: Event, client: Client | None = None) -> str:
    referee = make_user()
    add_member(event, referee)
    client = client or Client()
    client.force_login(referee)
    return markup(client.get(url("room", event.slug)))


def test_a_small_hall_is_a_list_of_all_tables() -> None:
    event = hall(FEW)
    assert len(shown(event).first) == FEW
    assert shown(event).others == []
    assert "room-map" not in page(event)


def test_cards_of_a_closed_round_that_are_not_signed_are_named() -> None:
    event = hall(3)
    change(1, state="signed")
    change(3, state="complete")
    Game.objects.filter(table__number=2).update(state="seated")
    Round.objects.update(state="closed", closed_at=timezone.now())
    assert "第 1 個半莊第 3 檯：待簽署" in (text := page(event))
    assert (text.count("：待簽署"), "現時沒有牌局" in text) == (1, True)


def test_in_a_large_one_those_come_first_who_need_somebody() -> None:
    event = hall(LARGE)
    change(3, disputed=True)
    change(7, last_hand_at=timezone.now() - SILENT_AFTER - timedelta(minutes=1))
    change(9, unconfirmed=1, last_hand_at=ago(PATIENCE))
    change(11, unconfirmed=1)
    change(5, state="signed", last_hand_at=ago(40))
    game = change(2)
    game.calls.create(player=Player.objects.get(number=5), created_at=ago(2))
    found = shown(event)
    assert [row.table for row in found.first] == [3, 2, 9, 7]
    ((number, rows),) = found.others
    assert number == 1
    assert [row.table for row in rows] == [1, 4, 5, 6, 8, *range(10, LARGE + 1)]
    assert {row.table: row.need for row in rows if row.need != "playing"} == {5: "signed", 11: "waiting"}


def test_a_list_of_all_would_be_no_list_of_the_first() -> None:
    event = hall(MOST_FIRST + 6)
    Game.objects.update(last_hand_at=ago(30))
    found = shown(event)
    assert len(found.first) == MOST_FIRST
    assert sum(len(rows) for _number, rows in found.others) == 6
    assert found.counts == [("silent", "久未記錄", MOST_FIRST + 6)]


def test_the_map_of_each_round_says_by_a_word_what_is_not_usual_and_is_searched_by_number_and_name() -> None:
    event = hall(LARGE)
    Player.objects.filter(number=1).update(name="<b>甲")
    change(2, state="complete")
    text = page(event)
    assert '<label class="visually-hidden" for="room-find">檯號或選手姓名</label>' in text
    assert 'data-filter="room-tables"' in text
    assert '<li data-number="1" data-words="&lt;b&gt;甲 李小龍 陳大文 何家珍"><a class="cell playing"' in text
    assert text.count('<span class="need">') == 1
    assert '<span class="need">待簽署</span>' in text
    second = Round.objects.create(event=event, stage=main_stage(event), number=2, day=event.starts_on, state="open")
    Game.objects.filter(table__number__gt=10).update(round=second)
    assert [(number, len(rows)) for number, rows in shown(event).others] == [(1, 10), (2, LARGE - 10)]


def test_the_room_takes_as_many_statements_for_any_number_of_tables() -> None:
    counts = []
    for tables in (3, LARGE):
        Event.objects.update(slug="before")
        event, client = hall(tables), Client()
        page(event, client)
        with CaptureQueriesContext(connection) as asked:
            client.get(url("room", event.slug), headers={"HX-Request": "true"})
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 13
