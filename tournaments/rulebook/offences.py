from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GROUP_NAMES, Offence, RuleSet
from tournaments.phrases.wording import CONSEQUENCES, listed, local, said

NEEDS: Mapping[str, Promise] = {
    "tiles": lazy("有幾多隻牌"),
    "to": lazy("付給哪一家"),
    "fan": lazy("那副牌的數"),
}


@dataclass(frozen=True)
class OffenceRow:
    """`needs`: inputs of the referee; `section`: of the rule text; `whole_group`: it has the name of its group."""

    name: str
    other_name: str
    consequences: str
    needs: str
    note: str
    section: str
    grows: bool
    free: str = ""
    whole_group: bool = False


@dataclass(frozen=True)
class OffenceGroup:
    title: str
    rows: tuple[OffenceRow, ...]


def offence_groups(rules: RuleSet) -> tuple[OffenceGroup, ...]:
    """Groups without offences are left out."""
    groups = []
    for group, (zh, en) in GROUP_NAMES.items():
        rows = tuple(_row(offence, rules) for offence in rules.offences if offence.group == group)
        if rows:
            groups.append(OffenceGroup(local(zh, en), rows))
    return tuple(groups)


def _row(offence: Offence, rules: RuleSet) -> OffenceRow:
    name = local(offence.name_zh, offence.name_en)
    return OffenceRow(
        name=name,
        other_name=offence.name_en if name == offence.name_zh else offence.name_zh,
        consequences=said(_what_follows(offence), rules),
        needs=listed([str(NEEDS[need]) for need in offence.needs]),
        note=_("可以沒有犯規者") if offence.seat_optional else local(offence.note_zh, offence.note_en),
        section=offence.section,
        grows=offence.grows,
        whole_group=offence.name_zh == GROUP_NAMES[offence.group][0],
        free=_("初犯不多過 %(tiles)s 隻牌，免罰。") % {"tiles": offence.free_tiles} if offence.free_tiles else "",
    )


def _what_follows(offence: Offence) -> str:
    if offence.consequences is None:
        return _("由裁判酌情判罰")
    return consequences_text(offence.consequences) or _("不罰")


def consequences_text(consequences: Iterable[object]) -> str:
    return listed([_consequence(one) for one in consequences])


def _consequence(one: object) -> str:
    if not isinstance(one, Mapping):
        return str(CONSEQUENCES[str(one)])
    kind, value = next(iter(one.items()))
    if kind == "pay_each_hand":
        return _("照那副牌的數付其餘三家")
    return str(CONSEQUENCES[kind]) % {"value": value, "to": _("指定一家")}
