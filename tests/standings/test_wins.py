from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone, translation

from tests.markup import url
from tests.tournaments.book_checks import check_book
from tests.tournaments.factories import make_event, make_game, next_game, play, play_and_confirm
from tests.tournaments.recorder import Recorder, won
from tournaments.audit.checks import audit
from tournaments.models import Game, GameSeat, Player, Stage
from tournaments.standings.columns import csv_rows, standing_json, table
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import substitutes


@pytest.fixture
def game():
    return make_game()


def stored(game: Game) -> list[tuple[int, int]]:
    return list(GameSeat.objects.filter(game=game).order_by("seat").values_list("wins", "self_drawn"))


def three_wins(game: Game, actor: Actor) -> None:
    """Seat 0 wins by self-draw, seats 1 and 2 one discard together, then seat 0 a discard."""
    play_and_confirm(game, actor, type="win", winner=0, self_draw=True, fan=10)
    both = [{"seat": 1, "fan": 10}, {"seat": 2, "fan": 12}]
    play_and_confirm(game, actor, type="win", winners=both, source=3)
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=10)


class TestWhatCounts:
    def test_every_winner_of_a_discard_and_self_draws_apart(self, game, actor):
        three_wins(game, actor)
        assert stored(game) == [(2, 1), (1, 0), (1, 0), (0, 0)]
        check_book(game)
        at = Recorder(game=game, actor=actor)
        at.correct(1, won(3, 0, 10))
        assert stored(game) == [(1, 0), (1, 0), (1, 0), (1, 0)]
        at.undo()
        assert stored(game) == [(0, 0), (1, 0), (1, 0), (1, 0)]
        check_book(game)

    @pytest.mark.parametrize(
        "event",
        [
            {"type": "draw"},
            {"type": "ruling", "seat": 0, "offence": "false_win"},
            {"type": "ruling", "seat": 0, "consequences": ["replay_hand"]},
            {"type": "reward", "kind": "concealed_kong", "seat": 0},
        ],
    )
    def test_nothing_else_is_a_win(self, game, actor, event):
        play(game, actor, **event)
        assert stored(game) == [(0, 0)] * 4

    def test_flowers_win_too(self, game, actor):
        play_and_confirm(game, actor, type="win", winner=1, self_draw=True, flower_win=True, fan=40)
        play_and_confirm(game, actor, type="win", winner=1, source=2, flower_win=True, fan=30)
        assert stored(game)[1] == (2, 1)

    def test_a_substitutes_wins_belong_to_the_player_of_the_seat(self, game, actor):
        Player.objects.create(event=game.event, number=9, name="湊腳", staff=True)
        play_and_confirm(game, actor, type="win", winner=2, source=1, fan=10)
        substitutes.step_in(game_id=game.pk, seat=2, number=9, now=timezone.now())
        play_and_confirm(game, actor, type="win", winner=2, self_draw=True, fan=10)
        found = {row.number: (row.wins, row.self_drawn) for row in standings(game.event).rows}
        assert (found[3], found[9]) == ((2, 1), (0, 0))

    def test_those_of_all_games_add_up(self, game, actor):
        three_wins(game, actor)
        play(next_game(game, turned=True), actor, type="win", winner=3, self_draw=True, fan=10)
        found = {row.number: (row.wins, row.self_drawn) for row in standings(game.event).rows}
        assert found == {1: (3, 2), 2: (1, 0), 3: (1, 0), 4: (0, 0)}


def test_rows_of_before_are_filled_from_the_stored_hands(game, actor):
    three_wins(game, actor)
    play(game, actor, type="ruling", seat=0, offence="false_win")
    before = stored(game)
    GameSeat.objects.update(wins=0, self_drawn=0)
    import_module("tournaments.migrations.0011_wins").fill(apps, None)
    assert stored(game) == before
    GameSeat.objects.filter(game=game, seat=3).update(wins=1)
    assert "座位 3 的 wins" in [found.what for found in audit()]


@pytest.mark.parametrize(("word", "first"), [("wins", 3), ("self_drawn", 1)])
def test_equal_totals_are_parted_by_what_the_stage_says(game, word, first):
    for seat, (wins, self_drawn) in enumerate([(1, 1), (0, 0), (2, 0), (0, 0)]):
        GameSeat.objects.filter(game=game, seat=seat).update(wins=wins, self_drawn=self_drawn)
    Stage.objects.update(tie_breaks=[word])
    best = standings(game.event).rows[0]
    assert (best.number, best.place, best.decided) == (first, 1, word)


class TestWhereItStands:
    @pytest.fixture
    def found(self, game, actor):
        three_wins(game, actor)
        return standings(game.event)

    def test_on_the_page_in_csv_and_in_the_api(self, found, client, game):
        assert "<th scope=col data-field=wins class=w>食糊次數</thead>" in table(found)
        assert "<td class=w>2（自摸 1）<tr" in table(found)
        with translation.override("en"):
            assert "<th scope=col data-field=wins class=w>Wins</thead>" in table(found)
            assert "<td class=w>2 (1 self-drawn)<tr" in table(found)
            assert all(heading[:1].isupper() for heading in next(csv_rows(found)))
        heading, first, *_others = csv_rows(found)
        assert heading[-4:] == ["罰分", "最大一鋪", "食糊次數", "自摸次數"]
        assert first[-2:] == [2, 1]
        rows = client.get(url("api:standings", game.event.slug)).json()["rows"]
        assert [rows[0][name] for name in ("number", "wins", "self_drawn")] == [1, 2, 1]
        assert list(standing_json(found.rows[0]))[-5:] == ["best_hand", "wins", "self_drawn", "substitutes", "games"]

    @pytest.mark.parametrize(("rule_set", "word"), [("hk-classic", "食糊次數"), ("tw-club", "胡牌次數")])
    def test_in_the_words_of_the_rule_set(self, rule_set, word):
        event = make_event(rule_set=rule_set)
        assert f"<th scope=col data-field=wins class=w>{word}</thead>" in table(standings(event))
        assert next(csv_rows(standings(event)))[-2:] == [word, "自摸次數"]
