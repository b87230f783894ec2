"""公布的座位: on the players' own phones, the public page, the big screen and paper, once published and not before."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.markup import page, shows, url, words
from tests.rounds.two_tables import NOW, seated
from tests.standings.test_player_pages import me, signed_in
from tests.tournaments.factories import TODAY
from tournaments.models import Event, Player, Round
from tournaments.rounds.services import rounds


@pytest.fixture
def draft(event: Event) -> Round:
    return seated(event, {1: [8, 2, 6, 4], 2: [5, 3, 7, 1]})


@pytest.fixture
def published(draft: Round) -> Round:
    return rounds.publish_round(round_id=draft.pk, now=NOW)


def test_the_own_phone_hears_of_the_next_table_and_seat_once_they_are_published(draft: Round):
    player = Player.objects.get(number=3)
    client = signed_in(player)
    assert "下一個半莊：" not in client.get(me(player)).content.decode()
    mark = client.get(me(player), {"live": "1"})["ETag"]
    again = {"query_params": {"live": "1"}, "headers": {"If-None-Match": mark}}
    assert client.get(me(player), **again).status_code == 304
    rounds.publish_round(round_id=draft.pk, now=NOW)
    for answer in (client.get(me(player), **again), client.get(me(player))):
        assert "第 2 檯 南" in words(answer).split("下一個半莊：")[1]


class TestPublicPage:
    def test_it_has_everybody_by_table_and_by_name_as_soon_as_seats_are_published(self, event: Event, draft: Round):
        assert "座位還未公布" in page("seats", event.slug)
        assert "選手5" not in page("seats", event.slug)
        assert "選手5" not in page("seats", event.slug, round="1", q="5")
        rounds.publish_round(round_id=draft.pk, now=NOW)
        assert page("seats", event.slug).count("選手5") == 2

    def test_a_name_a_part_of_it_or_a_number_is_found_without_a_script(self, event: Event, published: Round):
        for wanted in ("選手5", "5"):
            shows(Client().get(url("seats", event.slug), {"q": wanted}), "第 2 檯 東", never="選手7")
        assert "選手7" in page("seats", event.slug, q="選手")
        assert "沒有「誰」的座位" in page("seats", event.slug, q="誰")

    def test_what_is_searched_for_is_no_markup(self, event: Event, published: Round):
        assert "<script>x" not in page("seats", event.slug, q="<script>x")

    def test_it_shows_the_round_that_is_played_and_leads_to_the_others(self, event: Event, published: Round):
        later = seated(event)
        rounds.publish_round(round_id=later.pk, now=NOW)
        rounds.open_round(round_id=published.pk, now=NOW)
        assert "第 2 檯 東" in page("seats", event.slug, q="5")
        assert "?round=2" in page("seats", event.slug)
        assert "第 2 檯 東" in page("seats", event.slug, round="2", q="5")
        assert "第 1 檯 北" in page("seats", event.slug, round="2", q="4")

    @pytest.mark.parametrize("asked", ["x", "-1", "9" * 30, "0", "٣"])
    def test_a_strange_round_is_the_usual_one(self, event: Event, published: Round, asked: str):
        assert "選手5" in page("seats", event.slug, round=asked)

    def test_rounds_that_are_not_there_are_kept_once(self, event: Event, published: Round):
        """Else a stranger who counts on fills the memory with pages of a large hall."""
        rounds.make_round(event=event, day=TODAY)

        def mark(name: str, *at: object, **query: object) -> str:
            return Client().get(url(name, *at), query)["ETag"]

        usual = mark("seats", event.slug)
        assert {mark("seats", event.slug, round=number) for number in (2, 3, 999)} == {usual}
        assert mark("seats", event.slug, round=1) != usual
        usual = mark("live_seats", "en", event.slug)
        assert {mark("live_seats_of", "en", event.slug, number) for number in (0, 2, 3, 10**18)} == {usual}
        assert mark("live_seats_of", "en", event.slug, 1) != usual


class TestScreen:
    def screen(self, event: Event) -> str:
        return Client().get(url("screen_rows", event.slug)).content.decode()

    def test_it_shows_the_seats_from_when_they_are_published_until_play_begins(self, event: Event, draft: Round):
        assert "選手5" not in self.screen(event)
        rounds.publish_round(round_id=draft.pk, now=NOW)
        assert "選手5" in self.screen(event)
        assert "screen-seats" in self.screen(event)
        rounds.open_round(round_id=draft.pk, now=NOW)
        assert "screen-seats" not in self.screen(event)

    def test_its_header_names_the_round_that_is_shown(self, event: Event, published: Round):
        rounds.open_round(round_id=published.pk, now=NOW)
        rounds.close_round(round_id=published.pk, now=NOW, confirmed=True)
        rounds.publish_round(round_id=seated(event).pk, now=NOW)
        whole = Client().get(url("screen", event.slug)).content.decode()
        assert re.findall("第 ([0-9]+) 個半莊（共 3 個）", whole) == ["2"]
        assert re.findall("第 ([0-9]+) 個半莊（共 3 個）", self.screen(event)) == ["2"]


def test_paper_is_there_as_soon_as_seats_are_published(event: Event, draft: Round):
    address = url("round_print", event.slug, 1)
    assert Client().get(address).status_code == 404
    rounds.publish_round(round_id=draft.pk, now=NOW)
    assert Client().get(address).status_code == 200


class TestKept:
    """A thousand phones open it in the minute in which it is published."""

    def test_it_is_written_once_for_everybody(self, event: Event, published: Round, django_assert_num_queries):
        address = url("seats", event.slug)
        first = Client().get(address)
        with django_assert_num_queries(1):
            again = Client().get(address)
        assert again.content == first.content
        assert (again["Cache-Control"], dict(again.cookies)) == ("private, no-cache", {})
        with django_assert_num_queries(1):
            assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304

    def test_the_first_poll_of_it_brings_nothing(self, event: Event, published: Round):
        for asked in ({}, {"round": "1"}):
            text = page("seats", event.slug, **asked)
            found = [re.search(f'{name}="([^"]*)"', text)[1] for name in ("data-poll", "data-etag")]
            polled, mark = map(html.unescape, found)
            assert Client().get(polled, headers={"If-None-Match": mark}).status_code == 304

    def test_who_works_there_is_shown_the_same(self, desk: Client, event: Event, published: Round):
        address = url("seats", event.slug)
        assert desk.get(address).content == Client().get(address).content
        Event.objects.update(public=False)
        assert desk.get(address).status_code == 200
        assert Client().get(address).status_code == 404

    def test_a_round_that_nobody_has_pushes_no_standings_out(self, event: Event, published: Round):
        client, standings = Client(), url("standings", event.slug)
        kept = client.get(standings)
        for number in range(100, 200):
            client.get(url("seats", event.slug), {"round": number})
        with CaptureQueriesContext(connection) as asked:
            assert client.get(standings).content == kept.content
        assert len(asked) == 1
