"""用語 The words of a rule text that differ from those of Hong Kong, as data. Sentences are written once, with 食糊,
出銃, 番 and 半莊; `Terms.said` replaces these by the words of the rule set."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Terms(NamedTuple):
    """用語 The words that one rule set uses in place of the usual ones, such as 胡牌 for 食糊.

    zh, en: usual word → word of this rule set. In English only whole words in the same case are replaced, because Fan
        is also a person's name
    streak_zh, streak_en: the name of a dealer's streak; `{n}` is how many times the dealer has stayed. In Chinese the
        number is written out, because 拉 with a figure always means an unpaid debt
    """

    zh: Mapping[str, str] = MappingProxyType({})
    en: Mapping[str, str] = MappingProxyType({})
    streak_zh: str = "拉{n}莊"
    streak_en: str = "repeat {n}"

    def said(self, sentence: str, *, english: bool = False) -> str:
        """Return the sentence in the words of the rule set. Placeholders such as %(fan)s do not change. Fill in names
        of people afterwards, or they may change too."""
        words = self.en if english else self.zh
        if not words:
            return sentence
        usual = sorted(words, key=len, reverse=True)
        if english:
            pattern = r"(?<!%\()\b(" + "|".join(usual) + r")\b"  # %(fan)s is a place and no word
            return re.sub(pattern, lambda found: words[found[0]], sentence)
        return re.sub("|".join(usual), lambda found: words[found[0]], sentence)

    def streak(self, times: int, *, english: bool = False) -> str:
        """連莊 Return the name of a streak in which the dealer has stayed so many times: "拉二莊", "連二拉二", "repeat
        2"."""
        return self.streak_en.format(n=times) if english else self.streak_zh.format(n=in_chinese(times))


_DIGITS: tuple[str, ...] = ("", *"一二三四五六七八九")


def in_chinese(number: int) -> str:
    """The number 1 to 99 written out, "十二"; a larger one in figures."""
    if not 0 < number < 100:
        return str(number)
    tens, ones = divmod(number, 10)
    return (_DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + _DIGITS[ones]


_WITHOUT_CHAINS = {"拉莊數和拉帳": "連莊數", "拉莊數": "連莊數", "分數和拉帳": "分數"}


_ONE_GAME = {
    "半莊進行中": "這一{}進行中",
    "半莊完": "這一{}完",
    "半莊打完": "這一{}打完",
    "半莊已打完": "這一{}已打完",
    "半莊開始後": "這一{}開始後",
    "半莊後扣": "這一{}後扣",
    "開始半莊": "開始這一{}",
    "沒有半莊": "沒有一{}",
    "未有半莊": "還未有任何一{}",
    "打過半莊": "打過一{}",
    "所有半莊": "每一{}",
    "已打的半莊": "已打的各{}",
    "之後的半莊": "之後各{}",
    "較早的半莊": "較早的一{}",
    "半莊和座位": "各{}和座位",
    "半莊數目": "{}數",
    "這個半莊": "這一{}",
    "每個半莊": "每一{}",
    "半莊開始": "一{}開始",
    "半莊結束": "一{}結束",
    "半莊重開": "一{}重開",
    "半莊作廢": "一{}作廢",
    "半莊恢復有效": "一{}恢復有效",
    "加半莊": "加一{}",
    "更改半莊": "更改一{}",
    "取消半莊": "取消一{}",
    "結束半莊": "結束一{}",
    "重開半莊": "重開一{}",
    "誤開的半莊": "誤開的一{}",
    "全部半莊已": "每一{}都已",
    "其他半莊": "其他各{}",
    "今天的半莊": "今天的各{}",
}
"""半莊 alone in a sentence; 場, 輪 and 將 need more: 將進行中 would read as "is about to be played"."""


def game_called(name: str) -> dict[str, str]:
    """一場、一輪、一將: the words for a game, usually a 半莊."""
    return {usual: own.format(name) for usual, own in _ONE_GAME.items()} | {
        "個半莊": name,
        "半莊": name,
        "個）": f"{name}）",  # 第 2 將（共 2 將）
    }


IN_TURNS = Terms(
    zh=MappingProxyType(game_called("輪") | _WITHOUT_CHAINS | {"門清、叮和食糊": "門清和食糊"}), streak_zh="連{n}"
)
"""一輪 without 拉, where no player declares ready."""

WHOLE_GAME = Terms(
    zh=MappingProxyType(
        game_called("場") | {"拉莊數": "連莊數", "每拉一莊": "每連一莊", "叮和食糊": "聽牌和食糊"},
    ),
    streak_zh="連{n}",
)
"""一場. 拉 is what is carried of a win, not a streak of the dealer (連一、連二)."""

TAIWANESE = Terms(
    zh=MappingProxyType(
        {
            "食糊": "胡牌",
            "出銃": "放銃",
            "花糊": "花胡",
            "詐糊": "詐胡",
            "禁糊": "禁胡",
            "番數": "台數",
            "番種": "台種",
            "揀番": "揀台",
            "計番": "計台",
            "0 番": "0 台",
            "食幾多": "胡幾多",
            "食唔到": "胡不到",
            "怎樣食": "怎樣胡",
            "食出的": "胡的",
            "沒有食": "沒有胡",
            "沒有食糊": "沒有胡牌",
            "流局": "荒局",
            "上碰槓": "吃碰槓",
            # What the count refuses is said in both usages at once.
            "花糊（花胡）": "花胡",
            "天糊（天胡）": "天胡",
            "地糊（地胡）": "地胡",
            "人糊（人胡）": "人胡",
            "天叮（天聽）": "天聽",
            "地叮（地聽）": "地聽",
            "人叮（人聽）": "人聽",
            "叮牌（聽牌）": "聽牌",
            "食糊牌": "胡張",
            "食別家": "胡別家",
            "叮和食糊": "聽牌和胡牌",
            "叫糊": "聽牌",
            "番子": "字牌",
            "每拉一莊": "每連一莊",
            "包牌": "代位賠付",
        }
        | game_called("將")
        | _WITHOUT_CHAINS
    ),
    en=MappingProxyType({"fan": "tai", "Fan count": "Tai count"}),
    streak_zh="連{n}拉{n}",
)
"""胡, 放銃, 台, 將: the usage of Taiwan."""

MAINLAND = Terms(
    zh=MappingProxyType(
        {
            "食糊": "和牌",
            "禁止食糊": "停和",
            "出銃": "點炮",
            "詐糊": "詐和",
            "禁糊": "停和",
            "食幾多": "和幾多",
            "食唔到": "和不到",
            "怎樣食": "怎樣和",
            "食出的": "和的",
            "沒有食": "沒有和",
            "沒有食糊": "沒有和牌",
            "流局": "荒牌",
            "上碰槓": "吃碰槓",
            "食糊牌": "和牌張",
            "食別家": "和別家",
            "門清、叮和食糊": "門前清和和牌",
            "叫糊": "聽牌",
            "番子": "字牌",
            "門清": "門前清",
        }
        | game_called("場")
        | _WITHOUT_CHAINS
    ),
    streak_zh="連{n}",
)
"""和, 點炮, 番, 場: the usage of the Chinese competition rules."""
