"""一則判決: everything about one article on its page, its photo for those whom it concerns."""

import pytest

from penalties.models import Ruling, RulingPhoto
from tests.markup import markup, shows, url
from tests.penalties.articles import RED, SECOND_YELLOW, fine, make_article, reverse_article
from tests.tournaments.book_pages import phone_of, somebody
from tests.tournaments.factories import make_event, make_players, make_user, play, play_and_confirm

JPEG = b"\xff\xd8\xff\xe0 picture"
LATER = {
    "times": 1,
    "after_game": [{"from": 3, "to": None, "points": "320", "reason": "deduction"}],
    "ban": True,
    "ends": "replay_hand",
    "notes": ["disqualify"],
}


def player(hall, number):
    return hall.event.players.get(number=number)


def page_of(hall, number, client=None, name="article"):
    return (client or hall.referee).get(url(f"penalties:{name}", hall.event.slug, number))


class TestThePage:
    def test_it_tells_everything_of_a_ruling(self, hall):
        play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=1, fan=20)
        said = {"game": hall.game, "facts": "叫碰後收回", "user": make_user("referee")}
        make_article(hall.event, player(hall, 3), "claim_cancelled", fine(3, "15", times=3), **said)
        shows(
            page_of(hall, 1),
            "判決第 1 則",
            "陳大文 · 鳴牌取消",
            "第 3 次犯同一條：即付其餘三家各 3 × 5 = 15 分",
            "陳大文 付 張國強 15 分（罰分）",
            "這次賽事第 3 次犯同一條",
            "叫碰後收回",
            "行牌",
            "· 東一局",
            "陳師傅",
            url("hand", hall.game.pk, 1),
        )

    def test_it_leads_to_the_hand_in_progress(self, hall):
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        address = url("hand", hall.game.pk, 1)
        assert address in markup(page_of(hall, 1))
        assert hall.referee.get(address).status_code == 200

    @pytest.mark.parametrize(
        ("offence", "effect", "told"),
        [
            ("talking", RED, ["紅牌：有效至 11月21日（六）結束"]),
            ("talking", SECOND_YELLOW, ["第二張黃牌 → 紅牌", "即扣 5 分"]),
            ("other", LATER, ["半莊完結時扣 320 分", "這一局禁止食糊", "這一局重打", "取消資格"]),
            ("redeal", {"times": 0, "ends": "replay_hand"}, ["全檯"]),
            ("wrong_deal_corrected", {"times": 1}, ["不作處分，只作記錄"]),
            ("", {"notes": ["warning"]}, ["沒有指明的犯規", "警告"]),
        ],
    )
    def test_it_says_what_followed(self, hall, offence, effect, told):
        who = None if offence == "redeal" else player(hall, 3)
        make_article(hall.event, who, offence, effect, game=hall.game, said={"consequences": ["warning"]})
        page = shows(page_of(hall, 1), *told)
        assert ("第二張黃牌" in page) == (effect is SECOND_YELLOW)

    def test_it_tells_who_reversed_it_and_why(self, hall):
        made = make_article(hall.event, player(hall, 3), facts="向鄰檯說話")
        reverse_article(made, user=make_user("chief", display_name="裁判長甲"))
        followed, own = "黃牌：有效至同日下一個半莊結束", url("penalties:article", hall.event.slug, 1)
        shows(page_of(hall, 1), "已由第 2 則推翻（裁判長甲", "理由：看錯了人", f"<s>{followed}</s>")
        shows(page_of(hall, 2), "推翻第 1 則", "陳大文", followed, own)

    def test_it_knows_no_other_number_and_no_other_event(self, hall):
        other = make_event("another")
        make_article(other, make_players(other, 1)[0])
        assert page_of(hall, 1).status_code == 404


class TestTheReversal:
    @pytest.fixture
    def ruled(self, hall):
        make_article(hall.event, player(hall, 3), game=hall.game)
        return hall

    @pytest.mark.parametrize(
        ("who", "at_table", "in_hall"),
        [
            ("referee", True, False),
            ("head referee", True, True),
            ("organiser", False, False),
            ("referee of another table", False, False),
        ],
    )
    def test_it_is_offered_to_who_rules_there(self, ruled, who, at_table, in_hall):
        make_article(ruled.event, player(ruled, 3))
        client = somebody(ruled, who)
        for number, may in ((1, at_table), (2, in_hall)):
            page = markup(page_of(ruled, number, client))
            assert (url("penalties:reverse", ruled.event.slug, number) in page) == may

    def test_it_is_offered_once(self, ruled):
        reverse_article(Ruling.objects.get())
        head = somebody(ruled, "head referee")
        for number in (1, 2):
            shows(page_of(ruled, number, head), never=url("penalties:reverse", ruled.event.slug, number))


class TestThePhoto:
    @pytest.fixture
    def pictured(self, hall):
        made = make_article(hall.event, player(hall, 3), game=hall.game)
        RulingPhoto.objects.create(ruling=made, image=JPEG)
        make_article(hall.event, player(hall, 4), game=hall.game)
        return hall

    def test_it_is_on_the_page_and_sent_as_a_picture_and_nothing_else(self, pictured):
        address = url("penalties:article_photo", pictured.event.slug, 1)
        assert f'src="{address}"' in markup(page_of(pictured, 1))
        assert "photo.jpg" not in markup(page_of(pictured, 2))
        answer = page_of(pictured, 1, name="article_photo")
        assert answer.content == JPEG
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))

    @pytest.mark.parametrize(
        ("number", "who", "status"),
        [(1, 3, 200), (1, 4, 403), (2, None, 404), (2, 4, 403), (9, None, 404), (9, 4, 403)],
    )
    def test_it_is_for_the_player_whom_it_shows(self, pictured, number, who, status):
        client = phone_of(player(pictured, who)) if who else None
        assert page_of(pictured, number, client, "article_photo").status_code == status
