"""預計: places with the open carry-overs paid are those of `replay` had the games ended; stored with the book, shown
beside what is settled."""

import html
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import zip_longest
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

import scoring
from scoring import GameState, ScoringError, apply, format_points, start
from scoring.documents import replay_document
from tests.markup import markup, url
from tests.oracle.random_games import hk_game, random_game
from tests.oracle.taiwan.random_games import random_game as random_tw_game
from tests.tournaments.book_checks import check_book
from tests.tournaments.factories import make_game, make_user, play, play_and_confirm
from tournaments.models import GameSeat, Round, Stage
from tournaments.models.fields import to_units
from tournaments.phrases.stages import climb_text
from tournaments.standings import columns as standings_html
from tournaments.standings.rows import SeatRow, StandingRow
from tournaments.standings.tally import POINTS, SUMMED, Loaded, PlayerRow, standings
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Timeline

DOC = {"rule_set", "players", "events"}
ENDS = {"type": "time_up"}
DRAWN = {"type": "draw"}
"""What is played after the bell where a rule set has one more hand (hkma-masters): nobody pays anything."""


def states(doc: dict[str, Any]) -> Iterator[tuple[GameState, GameState]]:
    """Every state of a game while it may be ended between two hands, and the state in which `replay` ends it then."""
    try:
        rules = scoring.rule_set(doc["rule_set"], doc.get("options"), doc.get("settings"))
        state = start(rules, doc.get("standing"))
    except ScoringError:
        return
    for event in [None, *doc["events"]]:
        try:
            state = state if event is None else apply(state, event, rules)
        except ScoringError:
            return
        if state.finished or state.hands_left is not None:
            return
        ended = apply(state, ENDS, rules)
        yield state, ended if ended.finished else apply(ended, DRAWN, rules)


def held(state: GameState) -> list[dict[str, Any]]:
    return seat_values(FoldedGame(scoring.rule_set("hkma-league"), Timeline(), state))


def loaded(seats: list[SeatRow], players: int) -> Loaded:
    found = Loaded.__new__(Loaded)
    stage = Stage(pk=1, number=1)
    found.__dict__ |= {
        "event": None,
        "rules": scoring.rule_set("hkma-league"),
        "until": None,
        "rounds": [Round(pk=1, number=1, stage=stage)],
        "stages": [stage],
        "_players": [PlayerRow(pk, pk, f"選手{pk}", "", False, None, "") for pk in range(1, players + 1)],
        "_seats": seats,
        "_rows_of": {},
        "_ranked": {},
        "_moved": [],
        "lots": {1: []},
        "stepped_in": {1: {}},
    }
    return found


def rows_at(tables: list[GameState]) -> dict[int, StandingRow]:
    seats = []
    for table, state in enumerate(tables):
        for seat, values in enumerate(held(state)):
            units = [to_units(values[name]) if name in POINTS else values[name] for name in SUMMED]
            seats.append(SeatRow(4 * table + seat + 1, 1, table + 1, *units))
    found = loaded(seats, 4 * len(tables))
    return found.rows_of(found.stages[0])


@pytest.mark.parametrize(
    ("make", "seeds", "least"),
    [
        (random_game, range(0, 112, 4), 100),
        (lambda seed: hk_game(seed, "hk-classic"), range(0, 60, 4), 20),
        (lambda seed: hk_game(seed, "hkma-masters"), range(0, 40, 4), 0),
        (random_tw_game, range(0, 44, 4), 0),
    ],
)
def test_places_are_those_of_replay_with_the_carry_overs_collected(make, seeds, least):
    """Four tables at a time, more than 200 random games in all, in every state. `least`: how often a place differs."""
    seen = moved = 0
    for seed in seeds:
        games = [list(states(doc)) for doc in map(make, range(seed, seed + 4)) if doc.keys() >= DOC]
        for at in zip_longest(*games):
            now = [one or game[-1] for one, game in zip(at, games, strict=True) if game]
            rows = rows_at([state for state, _ended in now])
            totals = {
                4 * n + seat + 1: ended.scores[seat] for n, (_state, ended) in enumerate(now) for seat in range(4)
            }
            best = sorted(totals.values(), reverse=True)
            assert {pk: row.projected for pk, row in rows.items()} == totals
            assert {pk: row.projected_place for pk, row in rows.items()} == {
                pk: best.index(total) + 1 for pk, total in totals.items()
            }
            seen += 1
            moved += any(row.projected_place != row.place for row in rows.values())
    assert seen > 10 * len(seeds)
    assert moved >= least


def test_the_end_is_that_of_the_replay_document():
    """What ends the games above is what the interface says of the same events."""
    said = 0
    for doc in map(random_game, range(25)):
        found = list(states(doc)) if doc.keys() >= DOC else []
        if found:
            answer = replay_document(doc | {"events": [*doc["events"][: len(found) - 1], ENDS]})
            assert answer["final"]["scores"] == [format_points(score) for score in found[-1][1].scores]
            said += 1
    assert said > 15


class TestStored:
    @pytest.fixture
    def game(self):
        return make_game()

    def later(self, game, actor):
        """Seat 1 wins 20 from seat 2, who is to lose 320 more after the game; seat 3 draws 35 themselves."""
        play_and_confirm(game, actor, type="win", winner=1, source=2, fan=20)
        play(game, actor, type="ruling", seat=2, consequences=[{"deduct_after_game": "320"}])
        play_and_confirm(game, actor, type="win", winner=3, self_draw=True, fan=35)

    def stored(self, game):
        return list(GameSeat.objects.filter(game=game).order_by("seat").values_list("after_game", "best_fan"))

    def test_what_the_end_will_deduct_and_the_best_hand(self, game, actor):
        self.later(game, actor)
        assert self.stored(game) == [(0, 0), (0, 20), (-320, 0), (0, 35)]
        check_book(game)
        row = next(row for row in standings(game.event).rows if row.number == 3)
        assert (row.total, row.pending_out, row.projected) == (-20, 35, -375)
        assert (row.units_penalties, row.units_after_game) == (0, to_units(-320))
        play(game, actor, type="time_up", during_hand=False)
        assert [after for after, _best in self.stored(game)] == [0] * 4
        rows = standings(game.event).rows
        assert [row.projected for row in rows] == [row.total for row in rows]

    def test_a_row_says_where_they_play(self, game, actor):
        assert {row.at for row in standings(game.event).rows} == {(1, "東一局")}
        play(game, actor, type="time_up", during_hand=False)
        assert {row.at for row in standings(game.event).rows} == {None}

    def test_rows_of_before_are_filled(self, game, actor):
        self.later(game, actor)
        before = self.stored(game)
        GameSeat.objects.update(after_game=0, best_fan=0)
        import_module("tournaments.migrations.0032_what_will_be").fill(apps, None)
        assert self.stored(game) == before


class TestPages:
    """Seat 1 is ahead by what is settled, seat 3 by what is projected."""

    @pytest.fixture
    def event(self):
        game, actor = make_game(), Actor(make_user().pk)
        play_and_confirm(game, actor, type="win", winner=1, source=2, fan=20)
        play_and_confirm(game, actor, type="win", winner=3, source=2, fan=10)
        play(game, actor, type="win", winner=3, source=2, fan=30)
        return game.event

    def order(self, client, address):
        page = client.get(address).content.decode()
        return re.findall(r'<tr id="p(\d)"', page), page

    def test_either_order_at_its_address_with_the_other_total_beside_it(self, client, event):
        address = url("standings", event.slug)
        order, page = self.order(client, address)
        assert order[0] == "2"
        assert "<i>預計</i> +20 <small>(2)</small>" in page
        order, page = self.order(client, f"{address}?by=projected")
        assert order[0] == "4"
        assert "<i>已結</i> 0 <small>(2)</small>" in page
        assert "1 檯 · 東" in page
        assert client.get(f"{address}?by=projected&language=en")["Location"] == f"{address}?by=projected"
        first = client.get(url("api:standings", event.slug)).json()["rows"][0]
        said = [first[name] for name in ("number", "projected", "projected_place", "table", "hand", "best_hand")]
        assert said == [2, "20", 2, 1, "東四局", 20]
        client.cookies["paiju_language"] = "en"
        page = self.order(client, url("standings", event.slug))[1]
        assert "<i>Proj.</i> +20 <small>(2)</small>" in page
        assert "Table\N{NO-BREAK SPACE}1 · East\N{NO-BREAK SPACE}" in page

    def test_the_order_is_kept_while_polling(self, client, event):
        page = client.get(url("standings", event.slug), {"by": "projected"}).content.decode()
        rows = url("live_standings_rows", "zh-hant", event.slug)
        assert f'data-poll="{rows}?by=projected"' in page
        mark = html.unescape(re.search(r'data-etag="([^"]*)"', page)[1])
        assert client.get(f"{rows}?by=projected", headers={"if-none-match": mark}).status_code == 304
        assert client.get(rows, headers={"if-none-match": mark}).status_code == 200
        assert self.order(client, f"{rows}?by=projected")[0][0] == "4"
        assert client.get(f"{rows}?by=luck")["ETag"] == client.get(rows)["ETag"]

    def test_where_nothing_is_open_there_is_one_order(self, client):
        game = make_game()
        assert "by=projected" not in client.get(url("standings", game.event.slug)).content.decode()


class TestManyPlayers:
    """2,000 rows come in two parts; here in parts of two."""

    @pytest.fixture
    def event(self, monkeypatch):
        monkeypatch.setattr(standings_html, "SHOWN_FIRST", 2)
        monkeypatch.setattr(standings_html, "SPLIT_FROM", 3)
        game, actor = make_game(), Actor(make_user().pk)
        play(game, actor, type="reward", kind="concealed_kong", seat=1)
        return game.event

    def test_the_first_rows_say_where_the_others_are(self, client, event):
        page = client.get(url("standings", event.slug)).content.decode()
        assert re.findall(r'<tr id="p(\d)"', page) == ["2", "1"]
        assert 'href="?by=settled&amp;part=rest"' in page
        rows = url("live_standings_rows", "zh-hant", event.slug)
        found = client.get(f"{rows}?part=rest").content.decode()
        assert re.findall(r'<tr id="p(\d)"', found) == ["3", "4"]
        third = found[found.index('id="p3"') : found.index('id="p4"')]
        assert "<td>−20<td class=w>−20" in third, "as far from the first as the other second"
        page = client.get(url("standings", event.slug), {"part": "rest"}).content.decode()
        assert f'data-poll="{rows}?part=rest"' in page


class TestPlayersPage:
    @pytest.fixture
    def shown(self, client):
        """Seat 2 has paid 20 when seat 3 wins, and owes 10."""
        game, actor = make_game(), Actor(make_user().pk)
        play_and_confirm(game, actor, type="win", winner=1, source=2, fan=20)
        play_and_confirm(game, actor, type="win", winner=3, source=2, fan=10)
        return markup(client.get(url("player_history", game.event.slug, 3)))

    def test_what_will_be_the_course_and_the_opponents(self, shown):
        assert "已結−20與上一名−20預計−30預計名次第 4 名" in re.sub("<[^>]*>", "", shown)
        assert shown.count("<circle") == 2
        assert "2 鋪的累計：最高 0，最低 −20，現在 −20" in shown
        assert "東一局: 0 → 0" in shown
        assert "現在：第 1 檯 · 東三局" in shown
        assert re.findall(r"</a><small>（第 (\d) 名）</small>", shown) == ["2", "1", "2"]

    @pytest.mark.parametrize("source", [None, 0, 3])
    def test_what_they_need_for_a_better_place_does_and_one_less_does_not(self, client, source):
        game, actor = make_game(), Actor(make_user().pk)
        play_and_confirm(game, actor, type="win", winner=1, source=2, fan=60)
        page = markup(client.get(url("player_history", game.event.slug, 3)))
        names = {seat.seat: seat.player.name for seat in game.seats.select_related("player")}
        need = "自摸" if source is None else rf"食(?:任何一家| [^，]*{names[source]}[^，]*?)"
        fan = (
            int(re.search(rf"預計第 4 名。要升上第 3 名或更前，[^。]*{need} (\d+) 番", page)[1])
            + scoring.rule_set("hkma-league").base
        )
        way = {"self_draw": True} if source is None else {"source": source}

        def place(fan):
            with transaction.atomic():
                play_and_confirm(game, actor, type="win", winner=2, fan=fan, **way)
                found = next(row for row in standings(game.event).rows if row.number == 3).projected_place
                transaction.set_rollback(True)
            game.refresh_from_db()
            return found

        assert place(fan) < 4
        assert place(fan - 1) == 4

    @pytest.mark.parametrize(("rules", "ways", "said"), [
        ("hkma-league", [("", 0)], "自摸任何一鋪"), ("hkma-league", [("", 1)], "自摸 1 番"),
        ("hkma-masters", [("", 3)], "自摸任何一鋪"), ("hkma-masters", [("", 4)], "自摸 4 番"),
        ("hkma-league", [("", 8), ("甲", 8), ("乙", 9), ("丙", 9)], "自摸 8 番，或食 甲 8 番，或食 乙或丙 9 番"),
        ("hkma-league", [("甲", 0), ("乙", 0), ("丙", 0)], "食任何一家任何一鋪"),
        ("hkma-league", [("", 0), ("甲", 0), ("乙", 0), ("丙", 0)], "食任何一鋪"),
        ("tw-club", [("", 2), ("甲", 0)], "自摸 2 台，或食 甲 任何一鋪"),
    ])  # fmt: skip
    def test_one_sentence_says_from_which_place_to_which_by_which_wins(self, rules, ways, said):
        rules = scoring.rule_set(rules)
        assert climb_text(ways, 22, rules) == f"預計第 22 名。要升上第 21 名或更前，需要：{said}。"
        assert climb_text(ways, 2, rules) == f"預計第 2 名。要升上第 1 名，需要：{said}。"

    def test_the_first_needs_nothing(self, client):
        game = make_game()
        play_and_confirm(game, Actor(make_user().pk), type="win", winner=1, source=2, fan=20)
        assert "升上" not in markup(client.get(url("player_history", game.event.slug, 2)))
