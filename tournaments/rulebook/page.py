from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from scoring import Fan, Less, RuleReading, RuleSet, Setting, SettingValue, Value, has_no_shape, lengths_of
from tournaments.phrases.wording import UNITS, both_names, listed, local, local_glossed, plain, said
from tournaments.rulebook.examples import ExampleRow, example_row
from tournaments.rulebook.game import Chapter, Fact, chapters, in_short
from tournaments.rulebook.offences import OffenceGroup, offence_groups

FAMILIES: Mapping[str, Promise] = {
    "circumstances": lazy("門清、叮和食糊的情況"),
    "in_a_row": lazy("連補和連搶"),
    "flowers": lazy("花牌"),
    "honors": lazy("番子"),
    "waits": lazy("叫糊和眼"),
    "suits": lazy("門類"),
    "terminals": lazy("么九和斷么"),
    "returns": lazy("四歸"),
    "chows": lazy("順子"),
    "pungs": lazy("刻子和槓子"),
    "shapes": lazy("特別牌型"),
}
OTHER_FANS = lazy("其他番種")
VALUE_NAMES: Mapping[str, Promise] = {
    "concealed": lazy("暗槓不破"),
    "none": lazy("任何槓都破"),
    "all": lazy("任何槓都不破"),
    "total": lazy("已是總數"),
    "added": lazy("另加"),
    "instead": lazy("代替"),
    "table": lazy("只計檯面"),
    "table_and_hand": lazy("檯面和手上都計"),
    "own_draw": lazy("只限自摸"),
    "any_last": lazy("最後一隻打出也算"),
    "counted": lazy("計"),
    "dropped": lazy("不計"),
    "not_all_honours": lazy("只有字一色不計"),
    "included": lazy("已包括"),
    "once": lazy("計一次"),
    "twice": lazy("兩邊都計"),
    "allowed": lazy("可以"),
    "refused": lazy("不可以"),
    "up_down": lazy("乘大進位，減半捨去"),
    "exact": lazy("保留小數"),
    "nearest": lazy("四捨五入"),
    "reset": lazy("拉莊數歸零"),
    "plus_one": lazy("拉莊數加一"),
    "four": lazy("四圈"),
    "two": lazy("兩圈"),
    "one": lazy("一圈"),
    "replacement": lazy("當補牌計"),
    "first_draw": lazy("當第一隻摸牌計"),
    "day": lazy("同一比賽日"),
    "event": lazy("整個賽事"),
    "end": lazy("不延續"),
    "stay": lazy("延續"),
    "stays": lazy("不變"),
    "collect": lazy("全數收取"),
    "at_once": lazy("即時跳過"),
    "next_turn": lazy("再下一次才跳過"),
    "game": lazy("打完才簽"),
    "wind": lazy("每圈也簽"),
    "closed": lazy("不可以，之後的只作個案"),
    "open": lazy("可以"),
    "first": lazy("第一鋪起"),
    "second": lazy("第二鋪起"),
    "keep": lazy("不用退回"),
    "give_back": lazy("退回已收的"),
    "seven": lazy("七隻花"),
    "robbed": lazy("七搶一"),
    "credit": lazy("照付，可低於零"),
    "left": lazy("只付剩下的"),
    "when_gone": lazy("離場一刻贏得的"),
    "text": lazy("照條文的時候"),
    "free": lazy("任何兩盤之間"),
    "at_end": lazy("有候補接替才分，以完場時計"),
    "T-10:table": lazy("照台數表"),
    "example": lazy("照計算例"),
}
"""By value, or by reading and value where two readings use one word differently."""


def value_name(value: str, rules: RuleSet, reading: str = "") -> str:
    """An option value in the rule set's words; a number stays as it is."""
    return said(VALUE_NAMES.get(f"{reading}:{value}") or VALUE_NAMES.get(value, value), rules)


def length_name(wind_rounds: int, rules: RuleSet) -> str:
    """長度 of a game in words: 兩圈."""
    option = lengths_of(rules).get(wind_rounds)
    if option is None:
        return ngettext("%(rounds)s 圈", "%(rounds)s 圈", wind_rounds) % {"rounds": wind_rounds}
    return value_name(next(iter(option.values())), rules)


@dataclass(frozen=True)
class FanEntry:
    """番種 with its value, description, excluded fans and an example hand.

    `anchor`: on the page · `worth`: sort key · `less`: deductions in combination · `published`, `published_concealed`:
    where an event has its own value · `numbers`: every value by which it can be searched.
    """

    name: str
    name_en: str
    value: str
    concealed: str
    definition: str
    removes: str
    example: ExampleRow | None
    anchor: str
    worth: int
    less: str = ""
    limit: bool = False
    published: str = ""
    published_concealed: str = ""

    @property
    def numbers(self) -> str:
        return " ".join(dict.fromkeys(part for part in (self.value, self.concealed) if part))

    @property
    def changed(self) -> bool:
        return bool(self.published)


@dataclass(frozen=True)
class FanFamily:
    id: str
    title: str
    rows: tuple[FanEntry, ...]


@dataclass(frozen=True)
class Worth:
    value: str
    rows: tuple[FanEntry, ...]


@dataclass(frozen=True)
class OptionValue:
    name: str
    default: bool
    chosen: bool


@dataclass(frozen=True)
class ReadingRow:
    """解讀: the question, the choice and why; `values` where it can be switched."""

    id: str
    question: str
    chosen: str
    reason: str
    values: tuple[OptionValue, ...]
    changed: bool

    @property
    def in_force(self) -> str:
        return next((value.name for value in self.values if value.chosen), "")


@dataclass(frozen=True)
class SettingRow:
    id: str
    name: str
    help: str
    value: str
    default: str

    @property
    def changed(self) -> bool:
        return self.value != self.default


@dataclass(frozen=True)
class RulesPage:
    rules: RuleSet
    name: str
    unit: str
    families: tuple[FanFamily, ...]
    chapters: tuple[Chapter, ...]
    offences: tuple[OffenceGroup, ...]
    readings: tuple[ReadingRow, ...]
    settings: tuple[SettingRow, ...]

    @property
    def fan_count(self) -> int:
        return sum(len(family.rows) for family in self.families)

    @property
    def by_value(self) -> list[Worth]:
        rows = sorted((row for family in self.families for row in family.rows), key=lambda row: (-row.worth, row.value))
        return [Worth(value, tuple(alike)) for value, alike in groupby(rows, key=lambda row: row.value)]

    @property
    def changed(self) -> list[ReadingRow]:
        """Readings with another choice by this event."""
        return [reading for reading in self.readings if reading.changed]

    @property
    def changed_fans(self) -> list[FanEntry]:
        return [row for family in self.families for row in family.rows if row.changed]

    @property
    def changed_settings(self) -> list[SettingRow]:
        return [setting for setting in self.settings if setting.changed]

    @property
    def as_published(self) -> bool:
        return not (self.changed or self.changed_fans or self.changed_settings)


@dataclass(frozen=True)
class RulesCard:
    rules: RuleSet
    name: str
    fan_count: int
    facts: tuple[Fact, ...]

    @property
    def id(self) -> str:
        return self.rules.id


def rules_card(rules: RuleSet) -> RulesCard:
    """The differences between rule sets: tiles, number of winners, the dealer, length of a game."""
    return RulesCard(rules, local(rules.name_zh, rules.name_en), len(rules.fans), in_short(rules))


def rules_page(rules: RuleSet) -> RulesPage:
    return RulesPage(
        rules=rules,
        name=local(rules.name_zh, rules.name_en),
        unit=str(UNITS.get(rules.unit, rules.unit)),
        families=_families(rules),
        chapters=chapters(rules),
        offences=offence_groups(rules),
        readings=tuple(_reading(reading, rules) for reading in rules.readings),
        settings=tuple(_setting(setting, rules.setting_values[setting.id]) for setting in rules.settings),
    )


def _families(rules: RuleSet) -> tuple[FanFamily, ...]:
    rows: dict[str, list[FanEntry]] = {}
    for number, fan in enumerate(rules.fans, 1):
        if not has_no_shape(fan, rules):
            rows.setdefault(fan.family, []).append(_fan(fan, rules, f"fan-{number}"))
    return tuple(
        FanFamily(id_, said(FAMILIES.get(id_, OTHER_FANS), rules), tuple(found)) for id_, found in rows.items()
    )


def _fan(fan: Fan, rules: RuleSet, anchor: str) -> FanEntry:
    value, published = rules.fans[fan], rules.published.get(fan)
    gone = [*rules.removes.get(fan, ()), *rules.contains.get(fan, ())]
    return FanEntry(
        name=fan.name,
        name_en=fan.name_en,
        value=value.text,
        concealed=_concealed(value),
        definition=said(local(fan.zh, fan.en), rules),
        removes=listed([both_names(other.name, other.name_en) for other in dict.fromkeys(gone)]),
        example=example_row(fan, rules),
        anchor=anchor,
        worth=value.open,
        less=_less(rules.lessened.get(fan)),
        limit=value.limit,
        published="" if published is None else published.text,
        published_concealed="" if published is None else _concealed(published),
    )


def _less(less: Less | None) -> str:
    if less is None:
        return ""
    names = listed([both_names(fan.name, fan.name_en) for fan in less.beside])
    return _("與 %(names)s 同計時減 %(by)s。") % {"names": names, "by": less.by}


def _concealed(value: Value) -> str:
    return "" if value.concealed is None else str(value.concealed)


def _setting(setting: Setting, value: SettingValue) -> SettingRow:
    return SettingRow(
        id=setting.id,
        name=local(setting.name_zh, setting.name_en),
        help=local(setting.help_zh, setting.help_en),
        value=setting_text(setting, value),
        default=setting_text(setting, setting.default),
    )


def setting_text(setting: Setting, value: SettingValue) -> str:
    if setting.kind == "flag":
        return _("是") if value else _("否")
    if setting.kind == "choice":
        return next(local(choice.name_zh, choice.name_en) for choice in setting.choices if choice.value == value)
    if setting.kind == "seats":
        assert isinstance(value, tuple)
        return " / ".join(str(one) for one in value)
    return plain(value)


def _reading(reading: RuleReading, rules: RuleSet) -> ReadingRow:
    chosen = rules.options.get(reading.id)
    default = rules.default_of(reading)
    values = tuple(OptionValue(value_name(v, rules, reading.id), v == default, v == chosen) for v in reading.values)
    return ReadingRow(
        id=reading.id,
        question=local_glossed(reading.question_zh, reading.question_en, rules),
        chosen=local_glossed(reading.chosen_zh, reading.chosen_en, rules),
        reason=local_glossed(reading.reason_zh, reading.reason_en, rules),
        values=values,
        changed=chosen != default,
    )
