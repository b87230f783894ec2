"""一則判決: everything about one article on its page, its photo for those whom it concerns."""

import pytest
from django.urls import reverse

from penalties.models import Ruling, RulingPhoto
from tests.penalties.articles import RED, SECOND_YELLOW, fine, make_article, reverse_article
from tests.tournaments.book_pages import phone_of, somebody, words
from tests.tournaments.factories import make_event, make_players, make_user, play, play_and_confirm

pytestmark = pytest.mark.django_db

JPEG = b"\xff\xd8\xff\xe0 picture"


def player(hall, number):
    return hall.event.players.get(number=number)


def page_of(hall, number, client=None, name="article"):
    return (client or hall.referee).get(reverse(f"penalties:{name}", args=[hall.event.slug, number]))


class TestThePage:
    def test_it_tells_everything_of_a_ruling(self, hall):
        play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=1, fan=20)
        make_article(
            hall.event,
            player(hall, 3),
            "claim_cancelled",
            fine(3, "15", times=3),
            game=hall.game,
            facts="叫碰後收回",
            user=make_user("referee"),
        )
        page = words(page_of(hall, 1))
        for told in (
            "判決第 1 則",
            "陳大文 · 鳴牌取消",
            "第 3 次犯同一條：即付其餘三家各 3 × 5 = 15 分",
            "陳大文 付 張國強 15 分（罰分）",
            "這次賽事第 3 次犯同一條",
            "叫碰後收回",
            "行牌",
            "· 東一局",
            "陳師傅",
            reverse("tournaments:hand", args=[hall.game.pk, 1]),
        ):
            assert told in page, told

    def test_it_leads_to_a_hand_that_is_there(self, hall):
        play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=1, fan=20)
        make_article(hall.event, player(hall, 3), game=hall.game)
        assert hall.referee.get(reverse("tournaments:hand", args=[hall.game.pk, 1])).status_code == 200
        assert reverse("tournaments:hand", args=[hall.game.pk, 1]) in words(page_of(hall, 1))

    def test_it_leads_to_the_hand_in_progress(self, hall):
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        address = reverse("tournaments:hand", args=[hall.game.pk, 1])
        assert address in words(page_of(hall, 1))
        assert hall.referee.get(address).status_code == 200

    def test_it_says_until_when_the_cards_last(self, hall):
        make_article(hall.event, player(hall, 3), effect=RED, game=hall.game)
        page = words(page_of(hall, 1))
        assert "第二張黃牌" not in page
        assert "紅牌：有效至 11月21日（六） 完結" in page

    def test_it_says_that_the_red_came_of_a_second_yellow(self, hall):
        make_article(hall.event, player(hall, 3), effect=SECOND_YELLOW, game=hall.game)
        page = words(page_of(hall, 1))
        assert "第二張黃牌 → 紅牌" in page
        assert "即扣 5 分" in page

    def test_it_says_ban_ending_notes_and_what_is_due_later(self, hall):
        effect = {
            "times": 1,
            "after_game": [{"from": 3, "to": None, "points": "320", "reason": "deduction"}],
            "ban": True,
            "ends": "replay_hand",
            "notes": ["disqualify"],
        }
        make_article(hall.event, player(hall, 3), "other", effect, game=hall.game)
        page = words(page_of(hall, 1))
        for told in ("半莊完結時扣 320 分", "這一局禁止食糊", "這一局重打", "取消資格"):
            assert told in page, told

    def test_it_says_that_nobody_in_particular_is_meant(self, hall):
        make_article(hall.event, None, "redeal", {"times": 0, "ends": "replay_hand"}, game=hall.game)
        assert "全檯" in words(page_of(hall, 1))

    def test_it_says_when_nothing_followed(self, hall):
        make_article(hall.event, player(hall, 3), "wrong_deal_corrected", {"times": 1}, game=hall.game)
        assert "不作處分，只作記錄" in words(page_of(hall, 1))

    def test_it_does_without_an_offence(self, hall):
        make_article(hall.event, player(hall, 3), "", {"notes": ["warning"]}, said={"consequences": ["warning"]})
        page = words(page_of(hall, 1))
        assert "沒有指明的犯規" in page
        assert "警告" in page

    def test_it_tells_who_reversed_it_and_why(self, hall):
        reverse_article(make_article(hall.event, player(hall, 3)), user=make_user("chief", display_name="裁判長甲"))
        page = words(page_of(hall, 1))
        assert "已由第 2 則推翻（裁判長甲" in page
        assert "理由：看錯了人" in page
        assert "<s>黃牌：有效至同日下一個半莊結束</s>" in page

    def test_it_tells_what_a_reversal_reverses(self, hall):
        reverse_article(make_article(hall.event, player(hall, 3), facts="向鄰檯說話"))
        page = words(page_of(hall, 2))
        assert "推翻第 1 則" in page
        assert "陳大文" in page
        assert "黃牌：有效至同日下一個半莊結束" in page
        assert reverse("penalties:article", args=[hall.event.slug, 1]) in page

    def test_it_knows_no_other_number_and_no_other_event(self, hall):
        other = make_event("another")
        make_article(other, make_players(other, 1)[0])
        assert page_of(hall, 1).status_code == 404


class TestTheReversal:
    """The way to the page on which a ruling is reversed, for those who may."""

    @pytest.fixture
    def ruled(self, hall):
        make_article(hall.event, player(hall, 3), game=hall.game)
        return hall

    @pytest.mark.parametrize(
        ("who", "may"),
        [("referee", True), ("head referee", True), ("organiser", False), ("referee of another table", False)],
    )
    def test_it_is_offered_to_who_rules_there(self, ruled, who, may):
        page = words(page_of(ruled, 1, somebody(ruled, who)))
        assert (reverse("penalties:reverse", args=[ruled.event.slug, 1]) in page) == may

    @pytest.mark.parametrize(("who", "may"), [("referee", False), ("head referee", True)])
    def test_in_the_hall_only_the_head_referee(self, hall, who, may):
        make_article(hall.event, player(hall, 3))
        page = words(page_of(hall, 1, somebody(hall, who)))
        assert (reverse("penalties:reverse", args=[hall.event.slug, 1]) in page) == may

    def test_it_is_offered_once(self, ruled):
        reverse_article(Ruling.objects.get())
        head = somebody(ruled, "head referee")
        for number in (1, 2):
            page = words(page_of(ruled, number, head))
            assert reverse("penalties:reverse", args=[ruled.event.slug, number]) not in page


class TestThePhoto:
    @pytest.fixture
    def pictured(self, hall):
        made = make_article(hall.event, player(hall, 3), game=hall.game)
        RulingPhoto.objects.create(ruling=made, image=JPEG)
        make_article(hall.event, player(hall, 4), game=hall.game)
        return hall

    def test_it_is_on_the_page(self, pictured):
        address = reverse("penalties:article_photo", args=[pictured.event.slug, 1])
        assert f'src="{address}"' in words(page_of(pictured, 1))
        assert "photo.jpg" not in words(page_of(pictured, 2))

    def test_it_is_sent_as_a_picture_and_nothing_else(self, pictured):
        answer = page_of(pictured, 1, name="article_photo")
        assert answer.content == JPEG
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))

    def test_it_is_for_the_player_whom_it_shows(self, pictured):
        assert page_of(pictured, 1, phone_of(player(pictured, 3)), "article_photo").status_code == 200
        assert page_of(pictured, 1, phone_of(player(pictured, 4)), "article_photo").status_code == 403

    @pytest.mark.parametrize("number", [2, 9])
    def test_it_tells_a_player_no_more_of_articles_without_one(self, pictured, number):
        assert page_of(pictured, number, name="article_photo").status_code == 404
        assert page_of(pictured, number, phone_of(player(pictured, 4)), "article_photo").status_code == 403
