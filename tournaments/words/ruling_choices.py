"""犯規表: the rule set's offences by group, with their consequences."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import GROUP_NAMES, Offence
from tournaments.words.wording import Wording, both_names, listed, local


@dataclass(frozen=True)
class OffenceOption:
    slug: str
    name: str
    what: str
    discretion: bool


@dataclass(frozen=True)
class OffenceOptions:
    name: str
    offences: tuple[OffenceOption, ...]


def offence_options(wording: Wording) -> list[OffenceOptions]:
    groups = [
        OffenceOptions(local(*names), tuple(_option(o, wording) for o in wording.rules.offences if o.group == group))
        for group, names in GROUP_NAMES.items()
    ]
    return [group for group in groups if group.offences]


def _option(offence: Offence, wording: Wording) -> OffenceOption:
    name = both_names(offence.name_zh, offence.name_en)
    return OffenceOption(offence.slug, name, summary(offence, wording), offence.discretion)


def summary(offence: Offence, wording: Wording) -> str:
    """The consequences of an offence in the table's words."""
    if offence.consequences is None:
        return _("由裁判酌情")
    if not offence.consequences:
        return _("不作處分")
    return listed([wording.consequence(one, {}) for one in offence.consequences])
