import random
import re

import pytest
from django.utils import timezone, translation

from tests.markup import url
from tests.tournaments.book_pages import phone_of
from tests.tournaments.factories import make_user, play_and_confirm
from tests.tournaments.staged import event_with, played, stage_of
from tournaments.models import Game, Player, Round
from tournaments.rounds.services import stages
from tournaments.standings import columns as standings_html
from tournaments.standings.columns import cut_after
from tournaments.standings.cutline import advancement, event_standings, player_place, race
from tournaments.standings.ranking import Contender, Plan, cut, standpoints
from tournaments.tables.game_log.read import Actor


def words(contenders, plan, playing):
    found = standpoints(contenders, plan, cut(contenders, plan).numbers, playing)
    return {number: (one.word, one.gap) for number, one in found.items()}


def field(*totals, **more):
    return [Contender(n, (total,), **more) for n, total in enumerate(totals, start=1)]


class TestStandpoints:
    def test_while_everybody_plays_nothing_is_certain_and_when_nobody_does_everything(self):
        assert words(field(90, 50, 40), Plan(1), {1, 2, 3}) == {
            1: ("inside", 40), 2: ("outside", -40), 3: ("outside", -50),
        }  # fmt: skip
        assert words(field(90, 50, 40), Plan(2), ()) == {1: ("safe", 50), 2: ("safe", 10), 3: ("out", -10)}

    def test_who_is_done_may_be_safe_equals_are_level_and_staff_no_rivals(self):
        found = words(field(90, 50, 40, 30), Plan(2), {4})
        assert found == {1: ("safe", 50), 2: ("inside", 10), 3: ("out", -10), 4: ("outside", -20)}
        found = words(field(9, 5, 5, 1), Plan(2), ())
        assert (found[2][0], found[3][0], found[4][0]) == ("level", "level", "out")
        rows = [*field(9, 5), Contender(7, (99,), eligible=False)]
        assert words(rows, Plan(1), ()) == {1: ("safe", 4), 2: ("out", -4)}

    def test_each_session_and_each_table_has_its_line(self):
        rows = [Contender(1, (9,), session=1, table=1), Contender(2, (1,), session=1, table=1),
                Contender(3, (90,), session=2, table=2), Contender(4, (80,), session=2, table=2)]  # fmt: skip
        for plan in (Plan(2, quotas={1: 1, 2: 1}), Plan(2, per_table=1)):
            assert {number: word for number, (word, _gap) in words(rows, plan, ()).items()} == {
                1: "safe", 2: "out", 3: "safe", 4: "out",
            }  # fmt: skip

    def test_no_single_line_runs_where_a_session_has_more_tables_than_places(self):
        rows = [Contender(n, (100 - n,), session=1 + n // 12, table=n // 4) for n in range(16)]
        assert words(rows, Plan(4, per_table=1, quotas={1: 2, 2: 2}), ()) == {}
        assert len(words(rows, Plan(4, per_table=1, quotas={1: 3, 2: 1}), ())) == 16

    @pytest.mark.parametrize("seed", range(40))
    def test_safe_and_out_are_as_they_are_defined(self, seed):
        chance = random.Random(seed)
        rows = [Contender(n, (chance.randint(0, 6),), eligible=chance.random() < 0.9) for n in range(1, 15)]
        plan = Plan(chance.randint(1, 9))
        playing = {one.number for one in rows if chance.random() < 0.4}
        eligible = [one for one in rows if one.eligible]
        inside = cut(rows, plan).numbers
        for one in eligible:
            others = [other for other in eligible if other is not one]
            could_pass = [other for other in others if {one.number, other.number} & playing or other.keys >= one.keys]
            past = [other for other in others if other.number not in playing and other.keys > one.keys]
            word = standpoints(rows, plan, inside, playing)[one.number].word
            assert (word == "safe") == (one.number in inside and len(could_pass) < plan.places)
            assert (word == "out") == (
                one.number not in inside and one.number not in playing and len(past) >= plan.places
            )


def place_of(event, number):
    return player_place(Player.objects.select_related("event").get(event=event, number=number), race(event))


class TestPages:
    @pytest.fixture
    def event(self):
        event = event_with(16, rule_set="hkma-masters")
        played(event, 1, {n: 100 * (8 - n) for n in range(1, 17)})
        played(event, 1, dict.fromkeys(range(1, 17), 0))
        return event

    def last_game(self, event, numbers):
        stage = event.stages.get(number=1)
        round_ = Round.objects.create(
            event=event, stage=stage, number=3, day=event.starts_on, state="open", opened_at=timezone.now()
        )
        game = Game.objects.create(event=event, round=round_, table=event.tables.get(number=1))
        for seat, number in enumerate(numbers):
            game.seats.create(round=round_, player=event.players.get(number=number), seat=seat)
        return game

    def test_it_says_which_win_would_do_and_what_a_better_place_takes(self, event):
        self.last_game(event, [9, 8, 1, 2])
        place = place_of(event, 9)
        # 100 behind number 8, who pays 32 of a self-drawn hand of 4 番, and 64 of one that they discard to.
        assert (place.line.word, place.line.gap) == ("outside", -100)
        assert place.line.needs == "要過線，需要自摸 4 番，或食 選手8 4 番，或食 選手1或選手2 6 番。"
        assert place.needs == ""
        place = place_of(event, 8)
        assert (place.line.word, place.line.needs) == ("inside", "")
        assert place.needs == "預計第 8 名。要升上第 7 名或更前，需要：自摸 5 番，或食任何一家 6 番。"
        assert place_of(event, 1).needs == ""
        with translation.override("en"):
            assert place_of(event, 8).needs.startswith("To climb from a projected 8th to 7th or better: ")

    @pytest.mark.parametrize(("won", "line"), [
        ({"self_draw": True, "fan": 3}, "outside"), ({"self_draw": True, "fan": 4}, "inside"),
        ({"source": 1, "fan": 3}, "outside"), ({"source": 1, "fan": 4}, "inside"),
        ({"source": 2, "fan": 5}, "outside"), ({"source": 2, "fan": 6}, "inside"),
    ])  # fmt: skip
    def test_what_it_says_would_do_does_and_one_fan_less_does_not(self, event, won, line):
        game = self.last_game(event, [9, 8, 1, 2])
        play_and_confirm(game, Actor(make_user().pk), type="win", winner=0, **won)
        assert {row.number: row.line for row in event_standings(event).rows}[9] == line

    def test_it_stands_on_the_standings_and_on_the_players_page(self, event, client):
        game = self.last_game(event, [9, 8, 1, 2])
        assert "線下 −100" in client.get(url("standings", event.slug)).content.decode()
        phone = phone_of(game.seats.get(seat=0).player)
        assert "差 100 分" in phone.get(url("me", event.slug)).content.decode()
        assert "差 100 分" in client.get(url("player_history", event.slug, 9)).content.decode()
        event.delay = 5
        event.save()
        assert "差 100 分" not in phone.get(url("me", event.slug)).content.decode()

    def test_the_line_runs_between_the_last_who_is_in_and_the_first_who_is_out(self, event, client):
        page = client.get(url("standings", event.slug)).content.decode()
        line = r'<tr class="cut" id="(\w+)"|<tr class="cut-label"><td colspan="\d+">([^<]*)<tr id="(\w+)"'
        assert re.findall(line, page) == [("p8", "", ""), ("", "晉級線：首 8 名晉級，相差 100 分", "p9")]
        second = page[page.index('id="p2"') : page.index('id="p3"')]
        assert "<td>−100<td class=w>−100" in second
        assert "與榜首差" in page

    def test_the_line_runs_between_two_parts_too(self, event, monkeypatch):
        monkeypatch.setattr(standings_html, "SHOWN_FIRST", 8)
        monkeypatch.setattr(standings_html, "SPLIT_FROM", 8)
        first, rest = (standings_html.table(event_standings(event), part) for part in ("", "rest"))
        assert '<tr class="cut" id="p8">' in first
        assert "cut-label" not in first
        assert "首 8 名晉級，相差 100 分<tr id=" in rest
        found = event_standings(event)
        assert cut_after(found) == 7
        for values in ({"per_table": 1}, {"share": "session", "session_days": ["2026-11-23"]}, {"places": 16}):
            was = {name: getattr(found.stage, name) for name in values}
            for name, value in values.items():
                setattr(found.stage, name, value)
            assert cut_after(found) is None
            for name, value in was.items():
                setattr(found.stage, name, value)

    def test_a_closed_stage_is_certain(self, event):
        stage = stage_of(event, 1)
        stages.close_stage(stage_id=stage.pk, mark=stages.list_mark(advancement(stage).cut), now=timezone.now())
        assert {row.line for row in event_standings(event).rows} == {"safe", "out"}
        assert place_of(event, 9).line.word == "out"
