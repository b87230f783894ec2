"""The words that were chosen for pages: every text of the catalogues, and of the rule sets, is without the old ones."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

import scoring
from scoring.rulebook import RULE_SETS
from tournaments.phrases.wording import both_names, streak_word
from tournaments.tables.recording.count import tickables

ROOT = Path(__file__).parents[2]

WORDS = tomllib.loads((ROOT / "tests" / "data" / "words-chosen.toml").read_text())
ENGLISH_NO_MORE, ENGLISH_NOW, CHINESE_NO_MORE = WORDS["english_no_more"], WORDS["english_now"], WORDS["chinese_no_more"]


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
def test_readings_fans_and_offences_of_rule_sets_say_so_too(name: str) -> None:
    said = [
        text
        for reading in scoring.rule_set(name).readings
        for text in (reading.question_zh, reading.chosen_zh, reading.reason_zh)
    ]
    # 聽, 授受 and 桌 are words of some of the texts themselves, 已收 also means what was collected.
    words = [word for word in CHINESE_NO_MORE if not re.search("聽|授受|已收|桌", word)]
    assert [text for text in said for word in words if re.search(word, text)] == []
    rules = scoring.rule_set(name)
    english = {one.name_zh: one.name_en for one in rules.offences} | {fan.name: fan.name_en for fan in rules.fans}
    chosen = {"對碰": "Double-pair wait", "人叮": "First-round ready", "不發聲鳴牌": "Claimed without calling"}
    assert {zh: english[zh] for zh in chosen if zh in english} == {zh: en for zh, en in chosen.items() if zh in english}
    old = [text for text in english.values() for word in ENGLISH_NO_MORE[:-1] if re.search(word, text)]
    assert old == []
    with translation.override("en"):
        rows = [both_names(row.fan.name, row.fan.name_en) for row in tickables(rules)]
    assert [row for row in rows if not re.search(r"\([\u4e00-\u9fff].*\)$", row)] == []


REPEATS = {"hkma-league": ("拉一莊", "拉二莊"), "hk-classic": ("連一", "連二"), "tw-club": ("連一拉一", "連二拉二")}


@pytest.mark.parametrize(("name", "words"), REPEATS.items())
def test_the_dealers_repeat_is_said_as_the_rule_set_does(name: str, words: tuple[str, str]) -> None:
    """拉 alone is always an open amount."""
    rules = scoring.rule_set(name)
    with translation.override("zh-hant"):
        assert tuple(streak_word(streak, rules) for streak in (1, 2)) == words
    with translation.override("en"):
        assert streak_word(1, rules) == "repeat 1"
