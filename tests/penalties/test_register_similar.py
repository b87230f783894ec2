"""先前的判決 on the same offence, shown while a referee considers another, so that he rules the same way."""

import pytest

from penalties.selectors.register import SIMILAR, similar
from tests.markup import markup, shows, url
from tests.penalties.articles import make_article, reverse_article
from tests.tournaments.book_pages import somebody
from tests.tournaments.factories import make_event, make_players


def numbers(event, offence):
    return [article.number for article in similar(event.pk, offence)]


class TestChoosing:
    def test_it_takes_the_latest_of_the_same_offence_in_this_event(self, evening):
        one, other = evening.event.players.get(number=1), make_event("another")
        make_article(other, make_players(other, 1)[0], "other")
        for offence in ("other", "talking", "other"):
            make_article(evening.event, one, offence)
        assert numbers(evening.event, "other") == [3, 1]
        assert numbers(evening.event, "hollow_win") == []

    def test_it_takes_no_more_than_can_be_read(self, evening, django_assert_max_num_queries):
        one = evening.event.players.get(number=1)
        for _time in range(SIMILAR + 2):
            make_article(evening.event, one)
        with django_assert_max_num_queries(2):
            assert numbers(evening.event, "talking") == [7, 6, 5, 4, 3]

    def test_it_knows_what_has_been_reversed_and_leaves_the_reversal_out(self, evening, ruling):
        evening.reverse(ruling)
        (article,) = similar(evening.event.pk, "talking")
        assert (article.number, article.reversed_by) == (1, 2)


class TestAtTheTable:
    def asked(self, hall, **asked):
        return hall.get("penalties:ruling", seat="2", **asked)

    def consider(self, hall, **asked):
        return markup(self.asked(hall, **asked))

    def test_it_says_how_it_was_ruled_and_on_what_facts(self, hall):
        assert "先前的判決" not in self.consider(hall, offence="other")
        effect = {"times": 1, "notes": ["warning"], "ban": True}
        one = hall.event.players.get(number=7)
        make_article(hall.event, one, "other", effect, game=hall.elsewhere, facts="推倒牌檯")
        told = ["全場同一項先前的判決：1 則", "這一局禁止食糊", "警告", "推倒牌檯", "選手7", "第 2 檯"]
        shows(self.asked(hall, offence="other"), *told, url("penalties:article", hall.event.slug, 1))
        head = somebody(hall, "head referee")
        answer = head.get(url("penalties:hall", hall.event.slug), {"player": "3", "offence": "other"})
        shows(answer, told[0], "推倒牌檯")

    def test_it_marks_what_was_reversed(self, hall):
        reverse_article(make_article(hall.event, hall.event.players.get(number=7), "other", {"notes": ["warning"]}))
        shows(self.asked(hall, offence="other"), "<s>警告</s>", "已推翻")

    @pytest.mark.parametrize(("offence", "unfolded"), [("other", True), ("talking", False)])
    def test_it_stands_open_where_the_referee_decides(self, hall, offence, unfolded):
        make_article(hall.event, hall.event.players.get(number=7), offence)
        assert ('<details class="similar" open>' in self.consider(hall, offence=offence)) == unfolded
