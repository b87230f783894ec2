"""The words that were chosen for pages: every text of the catalogues, and of the rule sets, is without the old ones."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.phrases.wording import streak_word
from tournaments.tables.recording.count import tickables
from tournaments.tables.recording.win_form import _fan_row

ROOT = Path(__file__).parents[1]

ENGLISH_NO_MORE = (
    r"(?<!%\()\b[Pp]ulls?\b",
    r"^streak",
    r"\bBanked\b",
    r"\bAdds up\b",
    r"\bSilent long\b",
    r"\bTo confirm\b",
    r"\barticles?\b",
    r"\b[Rr]egister of rulings\b",
    r"\btaps? the own seat\b",
    r"^Discard [A-Z%]",
    r"\bSeveral claims\b",
    r"\b[Nn]ot counted beside\b",
    r"\b[Cc]laim without a word\b",
    r"\bHuman ready\b",
    r"\b[Cc]ompleted triplet\b",
    r"\bLeave this phone\b",
    r"\bPlace (1|%)",
    r"\b(his|her|he|she|him)\b",
    r"[\u4e00-\u9fff]+$(?<!拉)(?<!番)",
)
"""What no English text says. The last one: a text that is still Chinese."""

ENGLISH_NOW = {
    "已結": "Settled",
    "待收": "Owed",
    "待付": "Owes",
    "久未記錄": "No recent entry",
    "待確認": "Unconfirmed",
    "判決登記冊": "Rulings log",
    "各家輕按自己的座位": "Each player taps their own seat",
    "暗槓": "Concealed kong",
    "食糊牌": "Winning tile",
    "湊腳": "House player",
    "一炮多響": "Multiple winners",
    "離開這部電話": "Sign out on this phone",
    "個人密碼": "PIN",
    "升跌": "Change",
    "未結的拉": "Open carry-overs",
    "核對分數": "Score check",
    "叫裁判": "Referee called",
    "有效紅黃牌": "Active cards",
    "%(count)s 則": "%(count)s rulings",
    "出銃": "From",
    "明槓": "Exposed kong",
    "不計：%(names)s": "Does not combine with: %(names)s",
    "人叮": "First-round ready",
    "大會": "House",
    "分享圖片": "Share picture",
    "公開": "Public",
    "已結束": "Finished",
    "上一鋪": "Previous",
    "第 %(number)s 個半莊（共 %(planned)s 個）": "Round %(number)s of %(planned)s",
}

CHINESE_NO_MORE = {
    "請選": "請揀",
    "同時叫牌": "一炮多響",
    "齊數": "分數相符",
    "對數": "核對分數",
    "大事紀錄": "操作紀錄",
    "通知其他程式": "自動通知",
    "名單摘要": "選手概況",
    "單獨一頁": "打開這一鋪",
    "罰款": "罰分",
    "桌(?!上)": "檯",
    "在身的牌": "有效紅黃牌",
    "已收 ": "已結",
    "別家打出$": "別家出銃",
    "打出的一家": "出銃者",
    "成牌時": "食糊時",
    "食張": "食糊牌",
    "解讀": "拆法",
    "(?<!地)聽[一二三四五六七八九東南西北中發白]": "叫",
    "憑花牌贏": "花糊",
    "看房間": "看全場",
    "主辦者": "大會",
    "\\bQR\\b": "二維碼",
    "邊家|邊一家": "哪一家",
    "授受": "付分",
}


def catalogue() -> Iterator[tuple[str, str]]:
    """Chinese and English of every text; of one with a plural both."""
    with (ROOT / "locale/en/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            chinese, english = message.id, message.string
            if not chinese:
                continue
            for text in english if isinstance(english, tuple) else (english,):
                yield (chinese[0] if isinstance(chinese, tuple) else chinese), text


TEXTS = list(catalogue())


@pytest.mark.parametrize("word", ENGLISH_NO_MORE)
def test_english_is_without(word: str) -> None:
    assert [text for _chinese, text in TEXTS if re.search(word, text)] == []


@pytest.mark.parametrize(("chinese", "english"), ENGLISH_NOW.items())
def test_english_says(chinese: str, english: str) -> None:
    assert english in [text for its, text in TEXTS if its == chinese]


@pytest.mark.parametrize(("word", "better"), CHINESE_NO_MORE.items())
def test_chinese_is_without(word: str, better: str) -> None:
    assert [chinese for chinese, _text in TEXTS if re.search(word, chinese)] == [], f"say {better}"


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_readings_of_rule_sets_say_so_too(name: str) -> None:
    said = [
        text
        for reading in get_rule_set(name).readings
        for text in (reading.question_zh, reading.chosen_zh, reading.reason_zh)
    ]
    # 聽, 授受 and 桌 are words of some of the texts themselves, 已收 also means what was collected.
    words = [word for word in CHINESE_NO_MORE if not re.search("聽|授受|已收|桌", word)]
    assert [text for text in said for word in words if re.search(word, text)] == []


REPEATS = {
    "hkma-league": ("拉一莊", "拉二莊"),
    "hk-classic": ("連一", "連二"),
    "tw-club": ("連一拉一", "連二拉二"),
}


@pytest.mark.parametrize(("name", "words"), REPEATS.items())
def test_the_dealers_repeat_is_said_as_the_rule_set_does(name: str, words: tuple[str, str]) -> None:
    """拉 alone is always an open amount."""
    rules = get_rule_set(name)
    with translation.override("zh-hant"):
        assert tuple(streak_word(streak, rules) for streak in (1, 2)) == words
    with translation.override("en"):
        assert streak_word(1, rules) == "repeat 1"


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_fans_and_offences_have_their_chosen_english(name: str) -> None:
    rules = get_rule_set(name)
    english = {one.name_zh: one.name_en for one in rules.offences} | {fan.name: fan.name_en for fan in rules.fans}
    chosen = {"對碰": "Double-pair wait", "人叮": "First-round ready", "不發聲鳴牌": "Claimed without calling"}
    assert {zh: english[zh] for zh in chosen if zh in english} == {zh: en for zh, en in chosen.items() if zh in english}
    old = [text for text in english.values() for word in ENGLISH_NO_MORE[:-1] if re.search(word, text)]
    assert old == []


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_a_fan_to_tick_has_its_chinese_name_beside_the_english(name: str) -> None:
    rules = get_rule_set(name)
    with translation.override("en"):
        rows = [_fan_row(row, None, rules).name for row in tickables(rules)]
    assert [row for row in rows if not re.search(r"\([\u4e00-\u9fff].*\)$", row)] == []
