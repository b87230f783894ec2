"""規則的樣子: a rule set's fans, rewards, offences and readings, as a page shows them in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring.offences import GROUP_NAMES, Offence
from scoring.rewards import Reward
from scoring.rulesets.rule_set import RuleReading, RuleSet, Value
from tournaments.selectors.wording import CONSEQUENCES, listed, local, plain

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
    "allowed": lazy("可以"),
    "refused": lazy("不可以"),
    "up_down": lazy("乘大進位，減半捨去"),
    "exact": lazy("保留小數"),
    "nearest": lazy("四捨五入"),
    "reset": lazy("拉莊數歸零"),
    "plus_one": lazy("拉莊數加一"),
}


def value_name(value: str) -> str:
    """An option value in words; a number stays as it is."""
    return str(VALUE_NAMES.get(value, value))


@dataclass(frozen=True)
class FanRow:
    """番種 with its value, what it is and what is not counted beside it."""

    name: str
    name_en: str
    value: str
    concealed: str
    definition: str
    removes: str


@dataclass(frozen=True)
class FanFamily:
    """番種 of one kind, in the order of the rule table."""

    id: str
    title: str
    rows: tuple[FanRow, ...]


@dataclass(frozen=True)
class OffenceRow:
    """犯規 and what follows."""

    name: str
    consequences: str
    note: str
    grows: bool


@dataclass(frozen=True)
class OffenceGroup:
    """犯規 of one kind."""

    title: str
    rows: tuple[OffenceRow, ...]


@dataclass(frozen=True)
class OptionValue:
    """One value that an option may have."""

    name: str
    default: bool
    chosen: bool


@dataclass(frozen=True)
class ReadingRow:
    """解讀: the question, what was chosen and why; `values` where it can be switched."""

    id: str
    question: str
    chosen: str
    reason: str
    values: tuple[OptionValue, ...]
    changed: bool


@dataclass(frozen=True)
class RewardRow:
    """中途獎勵: who pays how much at once."""

    name: str
    payment: str


@dataclass(frozen=True)
class RulesPage:
    """規則 on one page."""

    rules: RuleSet
    name: str
    unit: str
    families: tuple[FanFamily, ...]
    rewards: tuple[RewardRow, ...]
    offences: tuple[OffenceGroup, ...]
    readings: tuple[ReadingRow, ...]

    @property
    def fan_count(self) -> int:
        return sum(len(family.rows) for family in self.families)

    @property
    def changed(self) -> list[ReadingRow]:
        """Readings for which this event chose something else."""
        return [reading for reading in self.readings if reading.changed]


def rules_page(rules: RuleSet) -> RulesPage:
    """Everything about a rule set under its chosen options."""
    return RulesPage(
        rules=rules,
        name=local(rules.name_zh, rules.name_en),
        unit=local(rules.unit, "fan" if rules.unit == "番" else "tai"),
        families=_families(rules),
        rewards=tuple(RewardRow(local(r.name_zh, r.name_en), _payment(r)) for r in rules.game.rewards.values()),
        offences=_offences(rules.offences),
        readings=tuple(_reading(reading, rules.options) for reading in rules.readings),
    )


def _families(rules: RuleSet) -> tuple[FanFamily, ...]:
    rows: dict[str, list[FanRow]] = {}
    for fan, value in rules.fans.items():
        gone = [*rules.removes.get(fan, ()), *rules.contains.get(fan, ())]
        names = listed([local(other.name, other.name_en) for other in dict.fromkeys(gone)])
        rows.setdefault(fan.family, []).append(
            FanRow(fan.name, fan.name_en, _value(value), _concealed(value), local(fan.zh, fan.en), names)
        )
    return tuple(FanFamily(id_, str(FAMILIES.get(id_, id_)), tuple(found)) for id_, found in rows.items())


def _value(value: Value) -> str:
    return value.text


def _concealed(value: Value) -> str:
    return "" if value.concealed is None else str(value.concealed)


def _payment(reward: Reward) -> str:
    units = "/".join(plain(unit) for unit in dict.fromkeys(reward.units))
    if reward.simple_units is not None:
        return _("付其餘三家各 %(units)s 底；二至八 %(simple)s 底") % {
            "units": units,
            "simple": plain(reward.simple_units),
        }
    if reward.who == "one_pays":
        return _("對方付 %(units)s 底") % {"units": units}
    if reward.who == "pays_each":
        return _("付其餘三家各 %(units)s 底") % {"units": units}
    sentence = _("其餘三家各付 %(units)s 底") % {"units": units}
    return _("%(sentence)s，每人每鋪一次") % {"sentence": sentence} if reward.once else sentence


def _offences(offences: Sequence[Offence]) -> tuple[OffenceGroup, ...]:
    groups = []
    for group, (zh, en) in GROUP_NAMES.items():
        rows = tuple(_offence(offence) for offence in offences if offence.group == group)
        if rows:
            groups.append(OffenceGroup(local(zh, en), rows))
    return tuple(groups)


def _offence(offence: Offence) -> OffenceRow:
    if offence.consequences is None:
        words = _("由裁判酌情判罰")
    else:
        words = listed([_consequence(one) for one in offence.consequences]) or _("不罰")
    return OffenceRow(
        local(offence.name_zh, offence.name_en), words, local(offence.note_zh, offence.note_en), offence.grows
    )


def _consequence(one: object) -> str:
    if isinstance(one, Mapping):
        kind, value = next(iter(one.items()))
        words = {"value": value, "to": _("指定一家"), "fan": "", "unit": ""}
        return str(CONSEQUENCES[kind]) % words
    return str(CONSEQUENCES.get(str(one), one))


def _reading(reading: RuleReading, options: Mapping[str, str]) -> ReadingRow:
    chosen = options.get(reading.id)
    values = tuple(OptionValue(value_name(v), v == reading.default, v == chosen) for v in reading.values)
    return ReadingRow(
        id=reading.id,
        question=local(reading.question_zh, reading.question_en),
        chosen=local(reading.chosen_zh, reading.chosen_en),
        reason=local(reading.reason_zh, reading.reason_en),
        values=values,
        changed=chosen != reading.default,
    )
