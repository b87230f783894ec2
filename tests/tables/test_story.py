"""逐鋪重溫: every step of a game at its own address, with what lies between the four as arrows; late for the public."""

import re
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall
from tests.tournaments.recorder import KONG, won
from tournaments.models import Act, Event, Game, triggers
from tournaments.tables.board import board_arrows
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.hands import history, story

pytestmark = pytest.mark.sqlite


@pytest.fixture
def hall():
    """Seat 1 wins 20 from seat 2 and 8 more, then seat 2 from seat 1, then seat 0 from seat 3."""
    hall = make_hall()
    for winner, source, fan in ((1, 2, 20), (1, 2, 8), (2, 1, 12), (0, 3, 30)):
        hall.settle(won(winner, source, fan))
    return hall


def arrows(hall):
    steps = story(history(hall.fresh(), EVERYTHING))
    return [[(one.source, one.target, one.kind, one.label, one.more) for one in step.arrows] for step in steps]


def test_arrows_open_grow_break_and_are_collected(hall):
    start, first, second, third, fourth = arrows(hall)
    assert start == []
    assert first == [(2, 1, "new", "20", "")]
    ((source, target, kind, grown, more),) = second
    assert (source, target, kind) == (2, 1, "grown")
    assert Decimal(more) == Decimal(grown) - 20
    half = Decimal(third[0][3].removeprefix("半 "))
    assert third[0][:3] == (2, 1, "halved")
    assert half in (Decimal(grown) // 2, (Decimal(grown) + 1) // 2)
    opened = third[1]
    assert opened[:3] == (1, 2, "new")
    assert fourth == [(1, 2, "broken", f"收 {opened[3]}", ""), (3, 0, "new", fourth[1][3], "")]


def test_every_step_holds_what_the_book_does(hall):
    steps = story(history(hall.fresh(), EVERYTHING))
    folded = hall.folded
    for step, hand in zip(steps[1:], folded.hands, strict=True):
        assert tuple(seat["total"] for seat in step.seats) == hand.result.scores
        owed = {(one.target, one.source) for one in step.arrows if one.kind in ("new", "grown", "kept")}
        assert owed == {(chain.winner, chain.payer) for chain in hand.result.chains}


@pytest.mark.parametrize("chairs", [(0, 1, 2, 3), (3, 0, 1, 2), (1, 0, 3, 2), (3, 2, 0, 1)])
def test_six_arrows_at_once_can_be_drawn_from_every_side(hall, chairs):
    (arrow,) = story(history(hall.fresh(), EVERYTHING))[1].arrows
    pairs = [(one, other) for one in range(4) for other in range(4) if one != other]
    drawn = board_arrows([replace(arrow, source=one, target=other) for one, other in pairs], chairs)
    assert len(set(re.findall(r'class="line"[^>]* d="([^"]*)"', drawn))) == len(pairs)


def test_each_step_has_an_address_and_links_to_its_neighbours(hall):
    page = shows(hall.get("story_step", 2, client=Client()), "第 2 鋪")
    for number in (0, 1, 3, 4):
        assert f'href="{hall.url("story_step", number)}"' in page
    assert "data-follows" not in page
    assert hall.get("story_step", 5).status_code == 404
    assert hall.get("story", step="3", client=Client())["Location"] == hall.url("story_step", 3)
    assert hall.get("story", step="x").status_code == 404


def test_a_step_is_shared_with_the_picture_of_its_hand(hall):
    shows(
        hall.get("story_step", 2, client=Client()),
        f'property="og:url" content="http://testserver{hall.url("story_step", 2)}"',
        "/hands/2.png?v=",
        "data-copy-address",
    )
    shows(hall.get("story_step", 0, client=Client()), "og:title", never="og:image")


def test_who_looks_on_follows_at_the_address_for_everybody(hall):
    page = shows(hall.get("story", client=Client()), "第 4 鋪", "data-follows")
    address = re.search(r'data-poll="([^"]*)"', page)[1]
    assert address.startswith("/live/zh-hant/g/")
    answer = Client().get(address)
    assert Client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    hall.play(KONG)
    shows(Client().get(address, headers={"if-none-match": answer["ETag"]}), "何家珍 暗槓", 'data-last="5"')


def test_a_finished_game_follows_nothing_and_tells_places(hall):
    hall.play({"type": "time_up", "during_hand": False})
    shows(hall.get("story"), "第 1 名", never="data-poll")


def make_older(acts, minutes: int) -> None:
    with triggers.disabled():
        acts.update(created_at=timezone.now() - timedelta(minutes=minutes))
    Game.objects.update(last_act_at=timezone.now() - timedelta(minutes=minutes))


def test_under_a_delay_there_is_no_step_of_the_last_minutes(hall):
    make_older(Act.objects.filter(game=hall.game), 30)
    known = hall.game.acts.count()
    hall.play(won(3, 1, 77))
    Event.objects.update(delay=10)
    assert hall.get("story_step", 5).status_code == 200
    assert hall.get("story_step", 5, client=Client()).status_code == 404
    assert "77 番" not in markup(hall.get("story", client=Client()))
    for minutes, status in ((5, 404), (11, 200)):
        make_older(Act.objects.filter(game=hall.game, number__gt=known), minutes)
        assert hall.get("story_step", 5, client=Client()).status_code == status


def test_a_story_is_linked_from_where_a_game_a_hand_or_a_players_record_is_told(hall):
    for name in ("hands", "card", "table"):
        assert hall.url("story") in markup(hall.get(name, client=Client())), name
    assert hall.url("story_step", 2) in markup(hall.get("hand", 2))
    assert hall.url("story_step", 0) in markup(Client().get(f"/e/{hall.event.slug}/history/1/"))
