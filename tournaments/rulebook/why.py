"""為甚麼: the reasons of a count, each fan with its tiles highlighted."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring import Because, Explanation, Left, Part, RuleSet
from tournaments.phrases.wording import both_names, local, said
from tournaments.tables.recording.count_view import FanNames


@dataclass(frozen=True)
class LitGroup:
    """牌組. `tiles`: in notation, "123m" · `lit`: highlighted."""

    tiles: str
    lit: bool


@dataclass(frozen=True)
class ReasonRow:
    """番 that counts, or one that does not and why.

    `strips`: the hand once for each combination, with highlighted groups · `flowers`: in notation · `of`: its parts
    without groups · `note`: why it counts less, or not at all.
    """

    name: str
    count: int = 1
    value: int = 0
    strips: tuple[tuple[LitGroup, ...], ...] = ()
    flowers: str = ""
    of: str = ""
    note: str = ""


@dataclass(frozen=True)
class Reasons:
    """`capped`: the hand counts more than may be paid."""

    rows: tuple[ReasonRow, ...]
    left: tuple[ReasonRow, ...]
    capped: str = ""


def reasons(shown: Explanation, rules: RuleSet) -> Reasons:
    names = FanNames(rules)
    capped = _("另有 %(n)s 番在上限以上，不付。") % {"n": shown.capped} if shown.capped else ""
    return Reasons(
        tuple(_row(row, shown, names, rules) for row in shown.rows),
        tuple(_left(row, shown, names, rules) for row in shown.left),
        said(capped, rules),
    )


def _row(row: Because, shown: Explanation, names: FanNames, rules: RuleSet) -> ReasonRow:
    less = ""
    if row.less:
        less = _("已減 %(n)s：與%(fan)s同計") % {"n": row.less, "fan": names.name(row.beside)}
    return ReasonRow(
        local(row.name, row.name_en) if row.sort == "base" else both_names(row.name, row.name_en),
        row.count,
        row.value,
        _strips(row.parts, shown),
        "".join(f"{flower + 1}f" for flower in row.flowers),
        _made_of(row, rules),
        less,
    )


def _made_of(row: Because, rules: RuleSet) -> str:
    words = {"hand": _("整手牌"), "manner": _("怎樣食"), "base": _("每手都有")}
    return capfirst(said(words.get(row.sort, ""), rules))


def _left(row: Left, shown: Explanation, names: FanNames, rules: RuleSet) -> ReasonRow:
    by = {"fan": names.name(row.by)}
    notes = {
        "implied": _("不計：已計%(fan)s"),
        "inside": _("不計：這些牌已在%(fan)s之內"),
        "once": _("不計：每組牌只計一次，%(fan)s較高"),
        "limit": _("不計：例牌%(fan)s單獨計"),
    }
    return ReasonRow(
        names.heading(row.name), row.count, strips=_strips(row.parts, shown), note=said(notes[row.why], rules) % by
    )


def _strips(parts: Sequence[Part], shown: Explanation) -> tuple[tuple[LitGroup, ...], ...]:
    return tuple(
        tuple(LitGroup(group.tiles, place in part.groups) for place, group in enumerate(shown.layouts[part.layout]))
        for part in parts
    )
