"""我的判決: a player sees his own part of the register whole, and nothing of others."""

import pytest

from penalties.models import RulingPhoto
from tests.markup import markup, shows, url
from tests.penalties.articles import make_article
from tests.penalties.hall import FIRST, make_tournament
from tests.tournaments.book_pages import phone_of
from tests.tournaments.factories import make_event, make_players
from tournaments.models import GameSeat

OBJECT = "penalties:object_to_ruling"


def shown(evening, number):
    return evening.phone(number).get(url("penalties:mine", "evening"))


def test_a_player_reads_their_own_rulings_whole(evening, game):
    shows(shown(evening, 3), "未有判決", "你沒有有效的紅黃牌")
    assert url("penalties:mine", "evening") in markup(evening.phone(3).get(url("tournaments:me", "evening")))
    ruling = evening.rule(game, 2, "talking", note="向鄰檯說話")
    RulingPhoto.objects.create(ruling=ruling, image=b"jpeg")
    shows(
        shown(evening, 3),
        "第 1 則",
        "發言",
        "黃牌：有效至這個半莊結束",
        "事實：向鄰檯說話",
        "第 1 個半莊 · 第 1 檯 · 第 1 鋪",
        "有效至第 1 個半莊結束",
        url("penalties:article_photo", "evening", 1),
        never=[f'{url("penalties:article", "evening", 1)}"', f'{url("penalties:register", "evening")}"'],
    )


def test_a_ruling_that_was_objected_to_says_so_and_asks_for_no_other_objection(evening, ruling):
    assert url(OBJECT, "evening", 1) in markup(shown(evening, 2))
    evening.object_to_ruling(ruling, text="我沒有說話")
    shows(shown(evening, 2), "異議：我沒有說話", "處理中", never=url(OBJECT, "evening", 1))


def test_a_player_reads_a_reversal_with_its_reason(evening, ruling):
    evening.reverse(ruling, reason="說話的是觀眾")
    shows(shown(evening, 2), "已推翻", "推翻第 1 則", "理由：說話的是觀眾", "你沒有有效的紅黃牌")


def test_a_reason_that_names_another_player_is_kept_back(evening, game):
    evening.rule(game, 2, "talking")
    evening.play(game, type="draw")
    entries = [{"type": "ruling", "seat": 1, "offence": "talking"}, {"type": "draw"}]
    evening.correct(game, 1, *entries, reason="說話的是李小龍")
    shows(shown(evening, 3), "推翻第 1 則", never="說話的是李小龍")
    assert "黃牌" in markup(shown(evening, 2))


@pytest.mark.parametrize("phones", [True, False])
def test_the_page_of_the_own_rulings_leads_to_an_objection(phones):
    evening = make_tournament(phones=phones)
    game = evening.round(1, FIRST)[0]
    evening.rule(game, 2, "talking")
    evening.reverse(evening.rule(game, 2, "short_hand"))
    page = markup(shown(evening, 3))
    assert (url(OBJECT, "evening", 1) in page) == phones
    assert url(OBJECT, "evening", 2) not in page


def test_hands_that_a_substitute_played_are_the_substitutes(evening, game):
    first = evening.rule(game, 2, "talking", note="向鄰檯說話")
    evening.play(game, type="draw")
    stepped_in = evening.event.players.get(number=8)
    GameSeat.objects.filter(game=game, seat=2).update(substitute=stepped_in, substitute_from=2)
    second = evening.rule(game, 2, "hollow_win", note="空叫一聲")
    for ruling in (first, second):
        RulingPhoto.objects.create(ruling=ruling, image=b"jpeg")
    evening.reverse(evening.rule(game, 2, "short_hand", note="少了一隻"), reason="看漏了")
    before, after = {"向鄰檯說話"}, {"空叫一聲", "看漏了"}
    for number, sees, others, photos in ((3, before, after, [200, 403]), (8, after, before, [403, 200])):
        shows(shown(evening, number), *sees, never=others)
        asked = [evening.phone(number).get(url("penalties:article_photo", "evening", n)) for n in (1, 2)]
        assert [answer.status_code for answer in asked] == photos


def test_a_player_reads_nothing_of_others(evening, game):
    evening.rule(game, 2, "talking", note="向鄰檯說話")
    evening.rule(game, 2, "short_hand", note="只有十二隻")
    evening.reverse(evening.rule(game, 1, "talking", note="又說話"), reason="看錯人")
    hidden = ("發言", "向鄰檯說話", "只有十二隻", "又說話", "看錯人", "黃牌：", "陳大文", "則")
    assert not [one for one in hidden if one in markup(shown(evening, 4))]
    other = make_event("another")
    one = make_players(other, 1)[0]
    make_article(other, one)
    assert phone_of(one).get(url("penalties:mine", "evening")).status_code == 404
