"""Every offence of the five catalogues: found by typing, and said in one sentence before it is pressed."""

import re
from html import unescape

import pytest
from django.utils import timezone

from penalties.models import Ruling
from penalties.selectors.rulings import foreseen
from penalties.services.rulings import preview
from scoring.rules.offences import GROUP_NAMES
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.penalties.hall import make_tournament
from tests.tournaments.book_pages import make_hall, words
from tests.tournaments.factories import play, play_and_confirm
from tournaments.models import Act
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.table import wording_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

EVERY = [(id, offence.slug) for id in RULE_SETS for offence in get_rule_set(id).offences]
COMPOSED = {"composed": "1", "words": ["warning"]}


def offence_of(rule_set, slug):
    return next(one for one in get_rule_set(rule_set).offences if one.slug == slug)


def asked(offence):
    """What has to stand beside it, and what the referee decides where the table does not."""
    needs = {"tiles": "3", "to": "2", "fan": "8"}
    return {key: needs[key] for key in offence.needs} | (COMPOSED if offence.discretion else {})


def told(page):
    """(the sentence, the notes under it)."""
    sentence = re.search(r'class="foreseen">(.*?)</p>', page, re.S)
    notes = re.search(r'class="foreseen-notes">(.*?)</ul>', page, re.S)
    plain = [unescape(re.sub("<[^>]+>", " ", found[1])) if found else "" for found in (sentence, notes)]
    return plain[0].strip(), " ".join(plain[1].split())


def consider(hall, offence, **data):
    return words(hall.post("penalties:ruling", seat="1", offence=offence, preview="1", **data))


@pytest.mark.parametrize(("rule_set", "slug"), EVERY)
def test_it_says_in_one_sentence_what_it_will_do(rule_set, slug):
    hall = make_hall(rule_set=rule_set)
    rules, offence = get_rule_set(rule_set), offence_of(rule_set, slug)
    page = consider(hall, slug, **asked(offence))
    sentence, notes = told(page)
    assert sentence.endswith("。")
    assert "記錄判決" in page
    assert not Act.objects.exists()
    if offence.consequences:
        assert "不作處分" not in sentence
    if rules.game.cards is None:
        assert "牌有效" not in page
        assert "黃牌" not in page
    if rules.game.chain is None:
        assert "拉莊" not in sentence + notes
        assert "未結的拉" not in notes
    if rules.game.base is None:
        assert "底" not in sentence + notes
    assert "半莊" not in sentence + notes or rule_set == "hkma-league"


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_is_found_by_each_of_its_names(rule_set):
    hall = make_hall(rule_set=rule_set)
    for offence in get_rule_set(rule_set).offences:
        for typed in (offence.name_zh, offence.name_en.upper(), offence.slug, GROUP_NAMES[offence.group][0]):
            assert f'value="{offence.slug}"' in words(hall.get("penalties:ruling", q=typed)), typed


@pytest.mark.parametrize(
    ("rule_set", "before", "slug", "data", "sentence", "note"),
    [
        ("hkma-league", [], "talking", {}, "黃牌；黃牌有效至這個半莊結束。", ""),
        (
            "hkma-league",
            ["talking"],
            "wrong_claim",
            {},
            "第二張黃牌 → 紅牌 → 即扣 5 分；紅牌有效至今日結束。",
            "身上的黃牌：這一鋪 發言",
        ),
        (
            "hkma-league",
            ["talking", "wrong_claim"],
            "wrong_draw",
            {},
            "第二張黃牌 → 紅牌 → 已有紅牌在身，作詐糊論 → 即扣 160 分 → 這一局重打；紅牌有效至今日結束。",
            "身上的紅牌：這一鋪 誤鳴",
        ),
        (
            "hkma-league",
            ["claim_cancelled", "claim_cancelled"],
            "claim_cancelled",
            {},
            "第 3 次犯同一條：即付其餘三家各 3 × 5 = 15 分。",
            "先前犯過 2 次",
        ),
        (
            "hkma-league",
            [],
            "hollow_win",
            {},
            "即付其餘三家各 5 分 → 這一局禁止食糊。",
            "不可鳴牌、叮、食糊，違者判違反禁止食糊",
        ),
        ("hkma-league", [], "wrecked_hand", {}, "半莊完結時扣 320 分 → 這一局重打。", "下一鋪：東一局，張國強 做莊"),
        ("hkma-league", [], "wrong_deal_corrected", {}, "不作處分，只作記錄。", ""),
        ("hkma-masters", [], "wall_tile_shown", {"tiles": "1"}, "初犯免罰。", "這輪第一次，不多過 1 隻"),
        (
            "hkma-masters",
            [],
            "wall_tile_shown",
            {"tiles": "2"},
            "黃牌；黃牌有效至這輪結束。",
            "多過 1 隻，初犯也不免罰",
        ),
        (
            "hkma-masters",
            [("wall_tile_shown", {"tiles": 1})],
            "wall_tile_shown",
            {"tiles": "1"},
            "黃牌；黃牌有效至這輪結束。",
            "已犯過 1 次，不再免罰",
        ),
        (
            "hkma-masters",
            [],
            "long_hand",
            {"tiles": "3"},
            "黃牌 → 即扣 192 分 → 這一局禁止食糊；黃牌有效至這輪結束。",
            "不可鳴牌、食糊，違者判違反禁止食糊",
        ),
        (
            "hk-classic",
            [],
            "wrong_ready",
            {},
            "即付其餘三家各 10 分 → 這一局禁止食糊。",
            "違者判詐糊",
        ),
        ("hk-classic", [], "pung_not_taken", {"to": "2"}, "即付 陳大文 10 分。", ""),
        ("tw-club", [], "absent", {}, "退賽。", "不列名次，之後不再編排座位"),
        ("tw-club", [], "cheating", {}, "停賽。", "他至今在這將贏得的分數由其餘三家平分"),
        ("hkma-league", [], "cheating", {}, "取消資格 → 列入黑名單。", "日後報名會被拒，直至大會除名"),
        (
            "tw-club",
            [],
            "false_win",
            {"fan": "3"},
            "即付 張國強 700 分、陳大文 600 分、何家珍 600 分 → 這一局作荒局。",
            "下一鋪：東一局 · 連一拉一，張國強 做莊",
        ),
        (
            "tw-sixteen",
            [],
            "false_win",
            {"fan": "3"},
            "即付 張國強 7 分、陳大文 6 分、何家珍 6 分 → 這一局作詐胡。",
            "下一鋪：東一局，張國強 做莊",
        ),
    ],
)
def test_it_says_what_came_before_and_what_comes_of_it(rule_set, before, slug, data, sentence, note):
    hall = make_hall(rule_set=rule_set)
    for one in before:
        earlier, more = one if isinstance(one, tuple) else (one, {})
        play(hall.game, hall.actor, type="ruling", seat=1, offence=earlier, **more)
    said, notes = told(consider(hall, slug, **data))
    assert said == sentence
    assert note in notes


def test_it_names_the_hand_of_an_earlier_card():
    hall = make_hall()
    play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=2, fan=20)
    play(hall.game, hall.actor, type="ruling", seat=1, offence="talking")
    play_and_confirm(hall.game, hall.actor, type="draw")
    assert "身上的黃牌：第 2 鋪 發言" in told(consider(hall, "wrong_claim"))[1]


def test_it_says_that_a_red_was_brought_from_an_earlier_game():
    hall = make_hall()
    type(hall.game).objects.filter(pk=hall.game.pk).update(standing={"cards": [{"seat": 1, "card": "red"}]})
    sentence, notes = told(consider(hall, "talking"))
    assert sentence == "黃牌；黃牌有效至這個半莊結束。"
    assert "身上的紅牌：今日較早的半莊；再得一張黃牌，便作詐糊論" in notes


def test_it_says_that_open_chains_stay_as_they_are():
    hall = make_hall()
    play_and_confirm(hall.game, hall.actor, type="win", winner=0, source=2, fan=20)
    assert "未結的拉不變" in told(consider(hall, "false_win"))[1]


def test_it_names_the_article_of_a_red_brought_from_another_table():
    hall = make_hall()
    game = hall.fresh()
    type(game).objects.filter(pk=game.pk).update(standing={"cards": [{"seat": 1, "card": "red"}]})
    known = {"event": game.event, "day": game.round.day, "created_at": timezone.now(), "act": 1}
    player = game.seats.get(seat=1).player
    for number, where, card in ((1, hall.elsewhere, "red"), (2, hall.game, "red"), (3, hall.elsewhere, "yellow")):
        effect = {"cards": [card]}
        Ruling.objects.create(
            number=number, game=where, place=number, player=player, offence="wrong_claim", effect=effect, **known
        )
    notes = told(consider(hall, "other", composed="1", words=["red"]))[1]
    assert f"身上的紅牌：第 {hall.elsewhere.round.number} 個半莊第 2 檯 誤鳴（判決第 1 則）" in notes


def test_it_says_that_a_later_game_is_worked_out_anew_with_the_red_card():
    evening = make_tournament()
    first, _other = evening.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    evening.play(first, type="draw")
    event = {"type": "ruling", "seat": 1, "offence": "other", "consequences": ["red"], "hand": "previous"}
    assert not any("重新計算" in note for note in notes_of(first, event))
    second, _other = evening.round(2, [[2, 5, 3, 6], [1, 4, 7, 8]])
    assert not any("重新計算" in note for note in notes_of(first, event))
    evening.play(second, type="draw")
    assert "之後的半莊已經開始：會隨紅牌重新計算" in notes_of(first, event)


def notes_of(game, event):
    game = type(game).objects.select_related("event", "round", "table").get(pk=game.pk)
    book = read_book(game)
    after = preview(book=book, event=event, hand=1)
    return foreseen(book.folded, after, game, wording_of(book), hand=1).notes
