"""有效紅黃牌: what is in force now, until when and from which articles; the same as the games themselves say."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from penalties.selectors.register import InForce, in_force
from tests.markup import shows, url
from tests.penalties.hall import FIRST, RED, SECOND, make_tournament, state_of
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import TODAY, make_user
from tournaments.models import Player, Round

EVENING = timezone.make_aware(dt.datetime.combine(TODAY, dt.time(21)))


def found(evening, now=EVENING):
    """Number of the player → what is in force on him."""
    return {one.player.number: one for one in in_force(evening.event, now)}


def cards(evening, number=3, now=EVENING):
    one = found(evening, now).get(number)
    return [(card.colour, card.until, card.articles) for card in one.cards] if one else []


class TestCards:
    def test_a_yellow_lasts_until_the_end_of_the_game_and_a_red_until_that_of_the_day(self, evening, game):
        yellow, red = ("yellow", "有效至第 1 個半莊結束", (1,)), ("red", "有效至 11月21日（六）結束", (2,))
        assert found(evening) == {}
        evening.rule(game, 2, "talking")
        assert cards(evening) == [yellow]
        evening.rule(game, 2, "wrong_claim")
        assert cards(evening) == [yellow, red]
        evening.end(game)
        assert cards(evening) == [red]

    def test_it_follows_the_player_to_the_next_table(self, evening, game):
        evening.rule(game, 2, "talking", **RED)
        evening.end(game)
        later, _other = evening.round(2, SECOND)
        assert cards(evening) == [("red", "有效至 11月21日（六）結束", (1,))]
        assert state_of(later).cards_in_force[2] == ("red",)

    def test_a_red_of_yesterday_is_over_but_an_evening_goes_on_after_midnight(self, evening, game):
        evening.rule(game, 2, "talking", **RED)
        assert cards(evening, now=EVENING + dt.timedelta(hours=5)) == cards(evening) != []
        evening.end(game)
        Round.objects.update(state=Round.State.CLOSED, closed_at=EVENING)
        assert cards(evening) != []
        assert cards(evening, now=EVENING + dt.timedelta(days=1)) == []
        evening.round(2, SECOND, day=TODAY + dt.timedelta(days=1))
        assert cards(evening, now=EVENING + dt.timedelta(days=1)) == []

    def test_a_reversed_ruling_leaves_nothing(self, evening, game):
        first = evening.rule(game, 2, "talking")
        evening.rule(game, 2, "wrong_claim")
        evening.reverse(first)
        assert cards(evening) == [("yellow", "有效至第 1 個半莊結束", (2,))]

    @pytest.mark.parametrize("played", [0, 1])
    def test_it_knows_the_cards_of_the_hall(self, evening, played):
        if played:
            evening.end(evening.round(1, FIRST)[0])
        evening.rule_in_hall(3, now=EVENING, offence="talking")
        assert cards(evening) == [("yellow", "有效至同日下一個半莊結束", (1,))]
        later, _other = evening.round(1 + played, SECOND)
        assert cards(evening) == [("yellow", f"有效至第 {1 + played} 個半莊結束", (1,))]
        evening.rule(later, 2, "wrong_claim")
        assert [card[0::2] for card in cards(evening)] == [("yellow", (1,)), ("red", (2,))]

    def test_it_agrees_with_the_fold_at_every_step(self, evening):
        game, other = evening.round(1, FIRST)
        steps = [
            lambda: evening.rule(game, 2, "talking"),
            lambda: evening.rule(game, 0, "hollow_win"),
            lambda: evening.rule(other, 1, "talking", **RED),
            lambda: evening.play(game, type="win", winner=1, source=3, fan=20),
            lambda: evening.rule(game, 2, "wrong_claim"),
            lambda: evening.rule(game, 3, "talking", hand=1),
            lambda: evening.rule(other, 1, "false_win"),
        ]
        for step in steps:
            step()
            for one, numbers in ((game, FIRST[0]), (other, FIRST[1])):
                state, told = state_of(one), found(evening)
                for seat, number in enumerate(numbers):
                    held = told.get(number, InForce(evening.event.players.get(number=number)))
                    assert tuple(card.colour for card in held.cards) == state.cards_in_force[seat]
                    assert bool(held.bans) == (seat in state.bans)


class TestTheRest:
    def test_it_knows_a_ban_while_its_hand_lasts(self, evening, game):
        evening.play(game, type="draw")
        evening.rule(game, 2, "hollow_win")
        (ban,) = found(evening)[3].bans
        assert (ban.words, ban.place, ban.articles) == ("這一局禁止食糊", "第 1 個半莊 · 第 1 檯 · 第 2 鋪", (1,))
        evening.play(game, type="win", winner=0, source=1, fan=20)
        assert found(evening) == {}

    def test_it_knows_what_is_to_be_deducted_after_the_game(self, evening, game):
        evening.rule(game, 2, "wrecked_hand")
        (due,) = found(evening)[3].due
        assert (due.words, due.articles) == ("半莊完結時扣 320 分", (1,))
        evening.end(game)
        assert found(evening) == {}

    def test_it_knows_who_may_not_play_and_why(self, evening, game):
        evening.rule(game, 1, "talking")
        ruling = evening.rule(game, 2, "other", consequences=["disqualify"])
        one = found(evening, EVENING + dt.timedelta(days=30))[3]
        assert (one.barred, one.barred_by) == ("取消資格", (2,))
        evening.reverse(ruling)
        assert 3 not in found(evening)

    def test_it_says_a_game_in_the_words_of_the_rules(self):
        evening = make_tournament(rule_set="hkma-masters")
        game, _other = evening.round(1, FIRST)
        evening.rule(game, 2, "claim_cancelled")
        assert [card[1] for card in cards(evening)] == ["有效至第 1 輪結束"]


class TestManyPlayers:
    def statements(self, evening):
        with CaptureQueriesContext(connection) as caught:
            assert in_force(evening.event, EVENING)
        return len(caught)

    def test_players_without_cards_cost_nothing_and_another_table_with_a_card_one_fold(self, evening):
        game, other = evening.round(1, FIRST)
        evening.rule(game, 2, "talking")
        once = self.statements(evening)
        Player.objects.bulk_create(Player(event=evening.event, number=n, name=f"選手{n}") for n in range(100, 2100))
        for seat in range(4):
            evening.rule(other, seat, "claim_cancelled")
        assert self.statements(evening) == once <= 12
        for seat in range(4):
            evening.rule(other, seat, "talking")
        assert self.statements(evening) == once + 1


class TestThePage:
    def page_of(self, evening):
        return signed_in(make_user("referee")).get(url("penalties:in_force", evening.event.slug))

    def test_it_shows_everything_with_its_articles(self, evening, game):
        shows(self.page_of(evening), "現時沒有有效的牌")
        evening.rule(game, 2, "talking")
        evening.rule(game, 2, "hollow_win")
        evening.rule(game, 2, "other", consequences=["suspend", {"deduct_after_game": "20"}])
        told = ["陳大文", "黃牌", "有效至第 1 個半莊結束", "這一局禁止食糊", "半莊完結時扣 20 分", "停賽"]
        told += [url("penalties:article", evening.event.slug, number) for number in (1, 2, 3)]
        shows(self.page_of(evening), *told, url("table", game.pk))


def test_one_player_is_asked_for_alone(evening, game):
    evening.rule(game, 2, "talking")
    evening.rule(game, 1, "talking")
    (one,) = in_force(evening.event, EVENING, evening.event.players.get(number=3))
    assert [(card.colour, card.articles) for card in one.cards] == [("yellow", (1,))]
    assert not in_force(evening.event, EVENING, evening.event.players.get(number=4))
