import gzip
import uuid

import pytest
from django.utils import timezone

from accounts.spreadsheet import safe_cell
from tests.markup import markup, shows, url
from tests.tables.test_whole_game import whole_game
from tests.tournaments.factories import (
    add_member,
    confirm_all,
    make_event,
    make_game,
    make_players,
    next_game,
    play,
    play_and_confirm,
)
from tests.tournaments.recorder import Recorder, make_table, won
from tournaments.hall.in_play import open_games, tables_in_play
from tournaments.hall.room import room
from tournaments.models import Event, Game, Player, Role
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.columns import csv_rows, plain, signed
from tournaments.standings.ranking import places
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.confirmations import object_to


def test_arrows_are_explained_only_where_there_are_some(client, db):
    table = make_table()
    table.settle(won(0, 1, fan=30))
    table.finish()
    shows(client.get(url("standings", table.game.event.slug)), "第 1 個半莊", never="箭嘴")
    again = Recorder(game=next_game(table.game), actor=table.actor)
    again.settle(won(1, 0, fan=90))
    again.finish()
    shows(client.get(url("standings", table.game.event.slug)), "第 2 個半莊", "箭嘴是與上一個半莊完結時比較。")


class TestRoom:
    def hall(self, referee, tables):
        event = make_event()
        make_players(event, 4 * tables)
        return event, [make_game(event, referee, n, opened_at=timezone.now()) for n in range(1, tables + 1)]

    def test_it_puts_those_first_who_need_somebody(self, referee, actor):
        event, games = self.hall(referee, 5)
        play_and_confirm(games[0], actor, type="draw")
        play(games[1], actor, type="draw")
        play(games[2], actor, type="draw")
        said = {"reason": "不對", "client_key": uuid.uuid4(), "now": timezone.now()}
        object_to(game_id=games[2].pk, actor=actor, number=1, seat=0, **said)
        Game.objects.filter(pk=games[3].pk).update(state="complete")
        Game.objects.filter(pk=games[4].pk).update(state="signed")
        needs = [(row.table, row.need) for row in room(event, timezone.now()).rows]
        assert needs == [(3, "disputed"), (2, "waiting"), (4, "complete"), (1, "playing"), (5, "signed")]

    def test_a_finished_table_names_no_hand_in_the_room_and_on_the_screen(self, db):
        table = make_table()
        table.finish()
        [row] = room(table.game.event, timezone.now()).rows
        [shown] = tables_in_play(open_games(table.game.event), rules_of(table.game.event))
        assert (row.hand, shown.hand) == ("打完", "打完")

    def test_it_is_asked_again_for_little(self, client, referee, actor, frozen_clock):
        event, games = self.hall(referee, 1)
        client.force_login(referee)
        response = client.get(url("room", event.slug), headers={"HX-Request": "true"})
        assert "<html" not in markup(response)
        again = {"HX-Request": "true", "If-None-Match": response["ETag"]}
        assert client.get(url("room", event.slug), headers=again).status_code == 304
        play(games[0], actor, type="draw")
        assert client.get(url("room", event.slug), headers=again).status_code == 200

    def test_it_says_when_nothing_is_played(self, client, referee):
        event = make_event()
        add_member(event, referee)
        client.force_login(referee)
        assert "現時沒有牌局" in markup(client.get(url("room", event.slug)))


class TestStandings:
    def rows(self, event):
        return [(row.place, row.name, row.total) for row in standings(event).rows]

    def test_it_ranks_points_that_are_banked_and_shows_what_is_pending(self, referee, actor, django_assert_num_queries):
        game = make_game(referee=referee)
        play(game, actor, type="reward", kind="concealed_kong", seat=2)
        play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
        first, *others = standings(game.event).rows
        assert (first.place, first.name, first.total) == (1, "陳大文", 15)
        assert [(row.place, row.total) for row in others] == [(2, -5), (2, -5), (2, -5)]
        assert {row.name: (row.pending_in, row.pending_out) for row in others}["張國強"] == (21, 0)
        assert places([9, 9, 7, 7, 7, 1]) == [1, 1, 3, 3, 3, 6]
        with django_assert_num_queries(6):
            standings(game.event)

    def test_it_lists_staff_withdrawn_and_unseated_players_without_place(self, referee, actor):
        game = make_game(referee=referee)
        play_and_confirm(game, actor, type="draw")
        Player.objects.filter(number=2).update(staff=True)
        Player.objects.filter(number=3).update(withdrawn_at=timezone.now())
        Player.objects.create(event=game.event, number=9, name="候補")
        assert [place for place, _name, _total in self.rows(game.event)] == [1, 1, None, None, None]

    def test_it_places_nobody_who_never_came(self, referee, actor):
        event = make_event()
        make_players(event, 8)
        played, waiting = make_game(event, referee), make_game(event, referee, 2)
        play_and_confirm(played, actor, type="ruling", seat=0, consequences=[{"deduct": "200"}, "draw_hand"])
        assert [place for place, *_ in self.rows(event)] == [1, 1, 1, 1, 1, 1, 1, 8]
        close_round(round_id=played.round_id, now=timezone.now(), confirmed=True)
        absent = {seat.player.name for seat in waiting.seats.select_related("player")}
        assert [place for place, *_ in self.rows(event)] == [1, 1, 1, 4, None, None, None, None]
        assert {name for place, name, _total in self.rows(event) if place is None} == absent

    def test_it_shows_how_places_moved_since_the_game_before(self, referee, actor):
        game = make_game(referee=referee)
        play_and_confirm(game, actor, type="win", winner=0, source=1, fan=40)
        play_and_confirm(game, actor, type="win", winner=2, source=3, fan=10)
        close_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
        play(next_game(game), actor, type="ruling", seat=0, consequences=[{"deduct": "200"}])
        found = {row.name: (row.place, row.moved) for row in standings(game.event).rows}
        assert found["張國強"] == (4, -3)
        assert found["陳大文"][1] == 1
        assert [len(row.games_units) for row in standings(game.event).rows] == [2] * 4

    def test_it_counts_penalties_in_the_total_and_shows_them(self, referee, actor):
        game = make_game(referee=referee)
        play(game, actor, type="ruling", seat=0, offence="claim_cancelled")
        row = next(row for row in standings(game.event).rows if row.number == 1)
        assert (row.total, row.penalties) == (-15, -15)

    def test_it_shows_nothing_of_a_draft(self):
        event = make_event()
        assert standings(make_game(event, state="draft").event).rounds == []
        assert {row.place for row in standings(event).rows} == {None}


class TestStandingsPage:
    @pytest.fixture
    def game(self, referee):
        return make_game(referee=referee)

    def test_it_is_answered_after_one_statement_and_with_304_while_nothing_changes(
        self, client, game, django_assert_num_queries, actor
    ):
        address = url("standings_rows", game.event.slug)
        mark = client.get(address)["ETag"]
        with django_assert_num_queries(1):
            assert client.get(address, headers={"If-None-Match": mark}).status_code == 304
        with django_assert_num_queries(1):
            assert client.get(address).status_code == 200
        before = client.get(address)
        play(game, actor, type="reward", kind="concealed_kong", seat=0)
        shows(client.get(address, headers={"If-None-Match": before["ETag"]}), "+15")
        with django_assert_num_queries(1):
            client.get(address)

    def test_it_is_the_same_for_everybody(self, client, game, referee):
        stranger = client.get(url("standings", game.event.slug))
        client.force_login(referee)
        assert client.get(url("standings", game.event.slug)).content == stranger.content
        assert "csrf" not in markup(stranger)
        text = markup(client.get(url("standings", game.event.slug)))
        mark = client.get(url("standings_rows", game.event.slug))["ETag"]
        assert f'data-etag="{mark}"' in text.replace("&quot;", '"')
        address = url("standings", game.event.slug)
        chinese = client.get(address)
        assert client.get(address, {"language": "en"}).url == address
        english = client.get(address)
        assert english["ETag"] != chinese["ETag"]
        assert 'lang="en"' in markup(english)
        assert 'lang="zh-Hant-HK"' in markup(chinese)
        Player.objects.filter(number=1).update(name="<b>甲&乙", club='"><i>')
        Event.objects.filter(pk=game.event.pk).update(standings_version=99)
        for name in ("standings", "screen"):
            page = shows(client.get(url(name, game.event.slug)), "&lt;b&gt;甲&amp;乙")
            assert not {tag for tag in ("<b>甲", "<i>") if tag in page}

    def test_it_comes_gzipped_where_that_is_taken(self, client, game):
        address = url("standings", game.event.slug)
        plain_page = client.get(address)
        zipped = client.get(address, headers={"Accept-Encoding": "br, gzip"})
        assert zipped["Content-Encoding"] == "gzip"
        assert gzip.decompress(zipped.content) == plain_page.content

    @pytest.mark.parametrize("taken", ["gzip;q=0", "br, gzip; q=0.0", "identity", "gzip;q=0, *;q=0.5"])
    def test_a_page_comes_plain_where_gzip_is_refused(self, client, game, taken):
        answer = client.get(url("standings", game.event.slug), headers={"Accept-Encoding": taken})
        assert "Content-Encoding" not in answer

    def test_it_closes_when_the_event_is_no_longer_public(self, client, game, referee):
        address = url("standings_rows", game.event.slug)
        mark = client.get(address)["ETag"]
        Event.objects.update(public=False)
        assert client.get(address, headers={"If-None-Match": mark}).status_code == 404
        client.force_login(referee)
        assert client.get(address)["Cache-Control"] == "private, no-cache"

    def test_it_says_what_to_do_first(self, client):
        assert "未有選手" in markup(client.get(url("standings", make_event().slug)))


class TestCsv:
    def test_it_opens_in_a_spreadsheet_and_calculates_nothing_that_a_name_says(self, client, referee, actor):
        game = make_game(referee=referee)
        play(game, actor, type="reward", kind="grass", seat=0)
        response = client.get(url("standings_csv", game.event.slug))
        assert response.content.startswith(b"\xef\xbb\xbf")
        lines = response.content.decode("utf-8-sig").splitlines()
        assert lines[1].split(",")[:6] == ["1", "1", "張國強", "", "", "7.5"]
        assert lines[2].split(",")[5] == "-2.5"
        Player.objects.filter(number=1).update(name="=1+1", club="@x")
        assert ["'=1+1", "'@x"] in [row[2:4] for row in csv_rows(standings(game.event))]
        assert safe_cell("陳大文") == "陳大文"
        assert safe_cell("＝1+1") == "'＝1+1"

    @pytest.mark.parametrize(
        ("units", "text"), [(0, "0"), (25 * 10**9, "+2.5"), (-45 * 10**10, "−45"), (10**10 + 1, "+1.0000000001")]
    )
    def test_it_writes_points_exactly(self, units, text):
        assert signed(units) == text
        assert plain(units) == text.lstrip("+−")


class TestPlayerHistory:
    def test_it_tells_every_hand_in_words(self, client, referee, actor):
        game = make_game(referee=referee)
        play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
        play(game, actor, type="win", winner=2, self_draw=True, fan=9)
        confirm_all(game, actor)
        shows(client.get(url("player_history", game.event.slug, 1)), "張國強 食糊", "陳大文 自摸", "李小龍")

    def test_it_is_there_after_the_card_is_complete(self, client):
        game, _actor = whole_game()
        for number in range(1, 5):
            assert client.get(url("player_history", game.event.slug, number)).status_code == 200

    def test_it_knows_only_players_of_the_event(self, client):
        assert client.get(url("player_history", make_event().slug, 1)).status_code == 404


def test_organisers_get_no_more_on_cached_pages(client, referee):
    event = make_event()
    add_member(event, referee, Role.ORGANISER)
    client.force_login(referee)
    assert referee.username not in markup(client.get(url("screen", event.slug)))
