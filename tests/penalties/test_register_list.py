import csv
import datetime as dt
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from penalties.models import RulingPhoto
from tests.markup import markup, shows, url
from tests.penalties.articles import SECOND_YELLOW, fine, make_article, reverse_article
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.factories import TODAY, make_event, make_user
from tournaments.models import Player


def player(hall, number):
    return hall.event.players.get(number=number)


def register(hall, client=None, **asked):
    return (client or hall.referee).get(url("penalties:register", hall.event.slug), asked)


def numbers(answer):
    return [article.number for article in answer.context["articles"]]


def lines(hall, **asked):
    answer = hall.referee.get(url("penalties:register_csv", hall.event.slug), asked)
    assert answer.status_code == 200
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert "evening-rulings-" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


class TestTheList:
    def test_it_tells_everything_of_an_article(self, hall):
        referee = make_user("referee")
        made = make_article(
            hall.event, player(hall, 3), game=hall.game, hand=5, facts="向鄰檯說話", user=referee, effect=SECOND_YELLOW
        )
        RulingPhoto.objects.create(ruling=made, image=b"jpeg")
        shows(
            register(hall),
            "第 1 個半莊 · 第 1 檯 · 第 5 鋪",
            "2026-11-21",
            "陳大文",
            "發言",
            "紅牌：有效至 11月21日（六）結束",
            "即扣 5 分",
            "向鄰檯說話",
            "有相片",
            "陳師傅",
        )

    def test_it_tells_of_each_in_the_words_of_the_preview(self, hall):
        one, other = player(hall, 3), make_event("another")
        make_article(other, Player.objects.create(event=other, number=1, name="別人"))
        assert "未有判決" in markup(register(hall))
        reverse_article(make_article(hall.event, one, facts="<script>alert(1)</script>"))
        make_article(hall.event, one, "claim_cancelled", fine(3, "15", times=3), game=hall.game)
        make_article(hall.event, one, "other", fine(3, "30", others=(1,)), game=hall.game)
        answer = register(hall)
        page = shows(
            answer,
            answer.context["articles"][-1].section or "no section",
            "第 3 次犯同一條：即付其餘三家各 3 × 5 = 15 分",
            "即付 張國強 30 分",
            "場內，第一個半莊之前",
            "已由第 2 則推翻",
            "推翻第 1 則",
            "看錯了人",
        )
        assert "<script>alert" not in page

    def test_it_knows_the_words_of_the_rule_set(self):
        hall = make_hall(rule_set="tw-club")
        make_article(hall.event, player(hall, 3), "other", {"times": 1}, game=hall.game)
        shows(register(hall), "第 1 將 · 第 1 檯", never="半莊")


def test_the_register_is_linked_where_people_work_and_not_offered_to_others(hall):
    address = url("penalties:register", hall.event.slug)
    for name in ("event", "room"):
        assert markup(hall.referee.get(url(name, hall.event.slug))).count(address) >= 2, name  # the page and its menu
    for client in (hall.player(2), somebody(hall, "stranger")):
        shows(client.get(url("event", hall.event.slug)), never=address)


class TestFilters:
    @pytest.fixture
    def filled(self, hall):
        """1 yellow, 2 red, 3 a fine at table 2, 4 a yellow the day after, 5 reverses 1."""
        own, other = make_user("referee"), make_user("other-referee")
        first = make_article(hall.event, player(hall, 3), "talking", game=hall.game, user=own)
        make_article(hall.event, player(hall, 3), "wrong_claim", SECOND_YELLOW, game=hall.game, user=own)
        effect = fine(7, "5", others=(5, 6, 8))
        make_article(hall.event, player(hall, 7), "claim_cancelled", effect, game=hall.elsewhere, user=other)
        make_article(hall.event, player(hall, 1), "talking", day=TODAY + dt.timedelta(days=1), user=other)
        reverse_article(first, user=other)
        return hall

    @pytest.mark.parametrize(
        ("asked", "left"),
        [
            ({}, [5, 4, 3, 2, 1]),
            ({"day": "2026-11-22"}, [4]),
            ({"round": "1"}, [5, 3, 2, 1]),
            ({"table": "2"}, [3]),
            ({"player": "3"}, [5, 2, 1]),
            ({"player": "大文"}, [5, 2, 1]),
            ({"player": "選手7"}, [3]),
            ({"offence": "發言"}, [5, 4, 1]),
            ({"offence": "TALK"}, [5, 4, 1]),
            ({"offence": "沒有這一條"}, []),
            ({"card": "yellow"}, [5, 4, 1]),
            ({"card": "red"}, [2]),
            ({"state": "in_force"}, [4, 3, 2]),
            ({"state": "reversed"}, [1]),
            ({"referee": "referee"}, [2, 1]),
            ({"player": "3", "state": "in_force", "card": "red"}, [2]),
        ],
    )
    def test_it_leaves_what_is_asked_for(self, filled, asked, left):
        assert numbers(register(filled, **asked)) == left
        assert [int(line[0]) for line in lines(filled, **asked)[1:]] == left

    @pytest.mark.parametrize(
        ("asked", "field"),
        [
            ({"day": "someday"}, "day"),
            ({"round": "first"}, "round"),
            ({"round": "0"}, "round"),
            ({"table": "two"}, "table"),
            ({"card": "blue"}, "card"),
            ({"state": "maybe"}, "state"),
            ({"referee": "nobody"}, "referee"),
            ({"player": "x" * 61}, "player"),
        ],
    )
    def test_it_says_beside_the_field_what_cannot_be(self, filled, asked, field):
        for name in ("register", "register_csv"):
            answer = filled.referee.get(url(f"penalties:{name}", filled.event.slug), asked)
            assert answer.status_code == 400
            assert set(answer.context["form"].errors) == {field}
            assert f'id="id_{field}_error"' in markup(answer)

    def test_it_offers_the_days_rounds_offences_and_referees_there_are(self, filled):
        shows(
            register(filled),
            '<option value="2026-11-22">',
            '<option value="發言">',
            '<option value="other-referee">',
            never="空糊",
        )

    def test_it_says_on_paper_what_was_asked_for(self, filled):
        page = shows(register(filled, card="red", player="3", day=""), "犯規者 3 · 紅黃牌 紅牌")
        assert re.search(r"rulings\.csv\?(card=red&amp;player=3|player=3&amp;card=red)", page)
        assert "沒有這樣的判決" in markup(register(filled, player="9" * 40))


class TestManyArticles:
    @pytest.fixture
    def many(self, hall):
        for number in range(60):
            make_article(hall.event, player(hall, number % 8 + 1), game=hall.game, effect=fine(3, "5"))
        return hall

    @pytest.mark.parametrize(
        ("asked", "shown"),
        [({}, (60, 10)), ({"page": "2"}, (10, 0)), ({"page": "99"}, (10, 0)), ({"all": "1"}, (60, 0))],
    )
    def test_it_shows_fifty_on_a_page_or_all_for_printing(self, many, asked, shown):
        answer = register(many, **asked)
        assert numbers(answer) == list(range(*shown, -1))
        assert ('href="?page=2"' in markup(answer)) == (not asked)

    def test_it_asks_the_database_as_often_for_sixty_as_for_one(self, many):
        def statements(**asked):
            with CaptureQueriesContext(connection) as caught:
                register(many, **asked)
            return len(caught)

        register(many)  # notes the device
        assert statements(all="1") == statements(player="3") <= 16


class TestCsv:
    def test_it_has_a_line_for_each_article(self, hall):
        make_article(hall.event, player(hall, 3), game=hall.game, facts="向鄰檯說話", user=make_user("referee"))
        heading, line = lines(hall)
        told = {name: cell for name, cell in zip(heading, line, strict=True) if cell and name != "時間"}
        assert told.pop("條文")
        assert told == {
            "編號": "1",
            "日期": "2026-11-21",
            "半莊": "1",
            "檯": "1",
            "鋪": "1",
            "號碼": "3",
            "姓名": "陳大文",
            "犯規": "發言",
            "代號": "talking",
            "第幾次": "1",
            "後果": "黃牌：有效至這個半莊結束",
            "事實": "向鄰檯說話",
            "裁判": "陳師傅",
        }

    @pytest.mark.parametrize("text", ["=1+x", "+1+x", "-1+x", "@SUM(x)", "\t=x", "\r=x"])
    def test_it_gives_no_spreadsheet_anything_to_calculate(self, hall, text):
        one = player(hall, 3)
        Player.objects.filter(pk=one.pk).update(name=text)
        reverse_article(make_article(hall.event, one, facts=text), reason=text)
        cells = [cell for line in lines(hall) for cell in line if text.strip() in cell]
        assert len(cells) >= 3
        assert all(cell.startswith("'") for cell in cells)


def test_in_english_an_article_names_no_chinese_part_of_the_rules(hall):
    make_article(hall.event, player(hall, 3), "false_win", {"times": 1}, game=hall.game)
    assert register(hall).context["articles"][0].section == "行牌時的犯規 11"
    hall.referee.post("/language/", {"language": "en"})
    assert register(hall).context["articles"][0].section == "Playing 11"
