from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

import scoring
from scoring import RuleSet, ScoringError, read_tiles
from scoring.documents import hand_from_document
from scoring.rulebook import (
    Document,
    Fan,
    RuleReading,
    Setting,
    SettingValue,
    Value,
    examples_of,
    has_no_shape,
    lengths_of,
)
from tournaments.phrases.wording import UNITS, WINDS, both_names, listed, local, local_glossed, plain, plural, said
from tournaments.rulebook.game import Chapter, OffenceGroup, chapters, in_short, offence_groups

GIVEN: Mapping[str, Promise] = {
    "robbed_kong": lazy("搶別家加槓的牌"),
    "robbed_concealed_kong": lazy("搶別家暗槓的牌"),
    "last_tile": lazy("摸入牌牆最後一隻"),
    "last_discard": lazy("牌牆摸完後打出的最後一隻"),
    "among_last_four": lazy("摸入牌牆最後四隻之一"),
    "declared_ready": lazy("已宣告聽牌"),
    "one_shot": lazy("宣告後第一巡"),
    "heavenly_ready": lazy("配牌後即宣告聽牌"),
    "earthly_ready": lazy("打第一隻牌時宣告聽牌"),
    "earthly_one_shot": lazy("打第一隻牌時宣告聽牌，其後一巡之內"),
    "human_ready": lazy("開局第一巡宣告聽牌"),
    "heavenly_win": lazy("莊家配牌已成"),
    "earthly_win": lazy("開局第一巡"),
    "human_win": lazy("開局第一巡"),
    "flower_win": lazy("宣告以花牌取勝"),
    "dealt_flowers": lazy("配牌已有，宣告以花牌取勝"),
}
"""Names of circumstances, in addition to the rule set's own words, which are its fans."""

_ROBBED = ("robbed_kong", "robbed_concealed_kong")
_WIND_TILES = frozenset(read_tiles("1234z", "winds"))


def example_row(fan: Fan, rules: RuleSet) -> dict[str, Any] | None:
    """例牌: return an example's tiles, how it was won, relevant circumstances, the fan's count if it is not its plain
    value, and the hand as a `score` document. None if the fan has no example, or if other readings contradict it."""
    example = examples_of(rules.id).get(fan.name)
    if example is None:
        return None
    times, value = example.count, example.value
    if rules.published or any(reading.default != rules.options.get(reading.id) for reading in rules.readings):
        try:
            rows = rules.score(hand_from_document(example.hand, rules)).fans
        except ScoringError:
            return None
        row = next((row for row in rows if row.name == fan.name), None)
        if row is None:
            return None
        times, value = row.count, row.value
    worth, words = rules.fans[fan], {"count": times, "value": value, "unit": UNITS.get(rules.unit, rules.unit)}
    counted = _("這副計 %(value)s %(unit)s") if times == 1 else _("這副有 %(count)s 個，共 %(value)s %(unit)s")
    if times == 1 and (value == worth.open or worth.limit) and not worth.stepped and worth.concealed is None:
        counted = ""
    return {
        "tiles": drawn(example.hand) | {"name": said(_("食糊牌"), rules)},
        "manner": said(manner(example.hand), rules),
        "visible": example.hand.get("visible", ""),
        "counted": counted % words,
        "document": example.hand,
    }


def drawn(hand: Document) -> dict[str, Any]:
    return {
        "concealed": hand["concealed"],
        "winning": hand["winning_tile"],
        "melds": hand.get("melds", ()),
        "flowers": hand.get("flowers", ""),
    }


def manner(hand: Document) -> str:
    """Describe how a hand was won, as far as it matters: "自摸，補花摸入，東圈，南位"."""
    given = hand.get("circumstances", ())
    robbed = next((word for word in _ROBBED if word in given), None)
    if robbed:
        words = [str(GIVEN[robbed])]
    elif hand["self_draw"]:
        words = [_("自摸")]
    else:
        words = [_("搶別家的花") if "flower_win" in given else _("別家出銃")]
    words += [str(GIVEN[word]) for word in given if word in GIVEN and word not in _ROBBED]
    if hand.get("replacements"):
        names = {"flower": _("補花"), "kong": _("補槓")}
        words.append(_("%(replacements)s摸入") % {"replacements": listed([names[one] for one in hand["replacements"]])})
    if hand.get("robbed_in_a_row", 1) > 1:
        words.append(_("對方連開第 %(times)s 個槓") % {"times": hand["robbed_in_a_row"]})
    if "discards" in hand:
        words.append(_("牌河共有 %(discards)s 隻牌") % {"discards": hand["discards"]})
    if hand.get("winners", 1) > 1:
        words.append(_("%(winners)s 家同贏這隻牌") % {"winners": hand["winners"]})
    return _("，").join(filter(None, (*words, _place(hand))))


def _place(hand: Document) -> str:
    """Name the winds, if tiles or turns depend on them."""
    notations = [hand["concealed"], hand["winning_tile"], *(meld["tiles"] for meld in hand.get("melds", ()))]
    winds = any(_WIND_TILES.intersection(read_tiles(tiles, "tiles")) for tiles in notations)
    if not (winds or hand.get("flowers") or hand["seat_wind"] == "E" or "dealer" in hand):
        return ""
    words = {"round": WINDS[hand["round_wind"]], "seat": WINDS[hand["seat_wind"]]}
    if hand.get("dealer", hand["seat_wind"] == "E"):
        return _("%(round)s圈，%(seat)s位，做莊") % words
    return _("%(round)s圈，%(seat)s位") % words


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
    **dict.fromkeys(("counted", "yes", "counts", "beside", "keeps"), lazy("計")),
    **dict.fromkeys(("dropped", "no", "not", "drops"), lazy("不計")),
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
    "closed": lazy("不可以（只作個案）"),
    "open": lazy("可以"),
    "first": lazy("第一鋪起"),
    "second": lazy("第二鋪起"),
    "keep": lazy("不用退回"),
    "give_back": lazy("退回已收的"),
    "R-1:self_drawn": lazy("計自摸"),
    "R-1:fully_concealed": lazy("計不求人"),
    "R-2:pungs": lazy("只計暗刻"),
    "R-2:kongs": lazy("另計暗槓"),
    "R-3:five": lazy("計 5 番"),
    "R-3:six": lazy("計 6 番"),
    "R-3:one_each": lazy("明槓、暗槓分計"),
    "R-4:six": lazy("計 6 番"),
    "R-4:eight": lazy("計 8 番"),
    "R-5:formal": lazy("算聽"),
    "R-5:possible": lazy("不算聽"),
    "R-6:outside": lazy("九款以外才計"),
    "R-6:residual": lazy("看湊成的面子或將"),
    "R-6:none": lazy("只計單釣將"),
    "R-7:one": lazy("減一組"),
    "R-7:all": lazy("全部不計"),
    "discard_only": lazy("只限食出"),
    "finish": lazy("打完這一局"),
    "stop": lazy("即時停止"),
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
"""By value, or by reading and value if two readings use one word differently."""


def value_name(value: str, rules: RuleSet, reading: str = "") -> str:
    """Name an option value in the rule set's words; a number stays as it is."""
    return said(VALUE_NAMES.get(f"{reading}:{value}") or VALUE_NAMES.get(value, value), rules)


def length_name(wind_rounds: int, rules: RuleSet) -> str:
    """Name the 長度 of a game: 兩圈."""
    option = lengths_of(rules).get(wind_rounds)
    if option is None:
        return plural("%(rounds)s 圈", wind_rounds, rounds=wind_rounds)
    return value_name(next(iter(option.values())), rules)


@dataclass(frozen=True)
class FanEntry:
    """番種 with its value, description, excluded fans and an example hand.

    `anchor`: on the page · `worth`: sort key · `less`: deductions in combination · `published`, `published_concealed`:
    set if an event has its own value · `numbers`: every value by which it can be searched.
    """

    name: str
    name_en: str
    value: str
    concealed: str
    definition: str
    removes: str
    example: dict[str, Any] | None
    anchor: str
    worth: int
    less: str = ""
    limit: bool = False
    published: str = ""
    published_concealed: str = ""

    @property
    def numbers(self) -> str:
        return " ".join(dict.fromkeys(part for part in (self.value, self.concealed) if part))


@dataclass(frozen=True)
class FanGroup:
    """Fans of one family, or of one value."""

    title: str
    rows: tuple[FanEntry, ...]


@dataclass(frozen=True)
class ReadingRow:
    """解讀: the question, the choice and the reason; `values` if it can be switched."""

    id: str
    question: str
    chosen: str
    reason: str
    values: Sequence[Mapping[str, Any]]
    changed: bool

    @property
    def in_force(self) -> str:
        return next((value["name"] for value in self.values if value["chosen"]), "")


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
    families: tuple[FanGroup, ...]
    chapters: tuple[Chapter, ...]
    offences: tuple[OffenceGroup, ...]
    readings: tuple[ReadingRow, ...]
    settings: tuple[SettingRow, ...]

    @property
    def fan_count(self) -> int:
        return sum(len(family.rows) for family in self.families)

    @property
    def by_value(self) -> list[FanGroup]:
        rows = sorted((row for family in self.families for row in family.rows), key=lambda row: (-row.worth, row.value))
        return [FanGroup(value, tuple(alike)) for value, alike in groupby(rows, key=lambda row: row.value)]

    @property
    def changed(self) -> list[ReadingRow]:
        return [reading for reading in self.readings if reading.changed]

    @property
    def changed_fans(self) -> list[FanEntry]:
        return [row for family in self.families for row in family.rows if row.published]

    @property
    def changed_settings(self) -> list[SettingRow]:
        return [setting for setting in self.settings if setting.changed]

    @property
    def as_published(self) -> bool:
        return not (self.changed or self.changed_fans or self.changed_settings)


def rules_card(rules: RuleSet) -> dict[str, object]:
    """Return the differences between rule sets: tiles, number of winners, the dealer, length of a game."""
    name = local(rules.name_zh, rules.name_en)
    return {"id": rules.id, "rules": rules, "name": name, "fan_count": len(rules.fans), "facts": in_short(rules)}


def rules_page(rules: RuleSet) -> RulesPage:
    families: dict[str, list[FanEntry]] = {}
    for number, fan in enumerate(rules.fans, 1):
        if not has_no_shape(fan, rules):
            families.setdefault(fan.family, []).append(_fan(fan, rules, f"fan-{number}"))
    return RulesPage(
        rules=rules,
        name=local(rules.name_zh, rules.name_en),
        unit=str(UNITS.get(rules.unit, rules.unit)),
        families=tuple(
            FanGroup(said(FAMILIES.get(family, OTHER_FANS), rules), tuple(rows)) for family, rows in families.items()
        ),
        chapters=chapters(rules),
        offences=offence_groups(rules),
        readings=tuple(_reading(reading, rules) for reading in rules.readings),
        settings=tuple(
            SettingRow(
                id=setting.id,
                name=local(setting.name_zh, setting.name_en),
                help=local(setting.help_zh, setting.help_en),
                value=setting_text(setting, rules.setting_values[setting.id]),
                default=setting_text(setting, setting.default),
            )
            for setting in rules.settings
        ),
    )


def _fan(fan: Fan, rules: RuleSet, anchor: str) -> FanEntry:
    value, published = rules.fans[fan], rules.published.get(fan)
    gone = [*rules.supersedes.get(fan, ()), *rules.absorbs.get(fan, ())]
    less = ""
    if discount := rules.discounts.get(fan):
        names = listed([both_names(other.name, other.name_en) for other in discount.beside])
        less = _("與 %(names)s 同計時減 %(by)s。") % {"names": names, "by": discount.by}
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
        less=less,
        limit=value.limit,
        published="" if published is None else published.text,
        published_concealed="" if published is None else _concealed(published),
    )


def _concealed(value: Value) -> str:
    return "" if value.concealed is None else str(value.concealed)


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
    values = [
        {"name": value_name(one, rules, reading.id), "default": one == default, "chosen": one == chosen}
        for one in reading.values
    ]
    return ReadingRow(
        id=reading.id,
        question=local_glossed(reading.question_zh, reading.question_en, rules),
        chosen=local_glossed(reading.chosen_zh, reading.chosen_en, rules),
        reason=local_glossed(reading.reason_zh, reading.reason_en, rules),
        values=values,
        changed=chosen != default,
    )


def changes_text(rules: RuleSet) -> str:
    """Name the differences from the published rules: "與公布的規則不同：清龍 12/24（公布 10/20）、L-27 保留小數"; ""
    without any.

    An event under an earlier edition of the rules names it, and is compared with that edition.
    """
    changes = [
        _("%(fan)s %(value)s（公布 %(published)s）")
        % {"fan": local(fan.name, fan.name_en), "value": both(rules.fans[fan]), "published": both(published)}
        for fan, published in rules.published.items()
    ]
    for setting in rules.settings:
        value = rules.setting_values[setting.id]
        if value != setting.default:
            words = {"setting": local(setting.name_zh, setting.name_en), "value": setting_text(setting, value)}
            words["default"] = setting_text(setting, setting.default)
            changes.append(_("%(setting)s %(value)s（預設 %(default)s）") % words)
    changes += [
        _("%(reading)s %(value)s") % {"reading": one.id, "value": value_name(rules.options[one.id], rules, one.id)}
        for one in rules.readings
        if one.values and rules.options[one.id] != rules.default_of(one)
    ]
    said = [_("規則第 %(version)s 版") % {"version": rules.version}] if rules.earlier else []
    said += [_("與公布的規則不同：%(changes)s") % {"changes": listed(changes)}] if changes else []
    return _("；").join(said)


def changes_of(snapshot: Mapping[str, Any]) -> str:
    try:
        rules = scoring.rule_set(
            *(snapshot.get(name) for name in ("rule_set", "options", "settings", "values", "version"))
        )
    except ScoringError:
        return ""
    return changes_text(rules)


def both(value: Value) -> str:
    """Format 番數, followed by the concealed one: "10/20"."""
    return value.text if value.concealed is None else f"{value.text}/{value.concealed}"
