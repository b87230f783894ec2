"""題目 with answers and reasons, in the reader's words.

測驗 and 今日一手 ask for the fans of a hand; 裁判試 asks what follows an offence. All is made from the rules' data and
the count, and the same for everyone: number or date is the seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring import Document, Explanation, Fan, RuleSet, Scope, explained, has_no_shape, winning_hand_from_document
from tournaments.core.chance import Chance
from tournaments.phrases.wording import both_names, local, said, unit_of
from tournaments.rulebook.calculator import asked_of_document
from tournaments.rulebook.examples import drawn, manner
from tournaments.rulebook.learning.hands import hand_to_ask
from tournaments.rulebook.offences import OffenceRow, offence_groups
from tournaments.rulebook.why import Reasons, reasons

OF_A_SET = 5
CHOICES = 8
RULINGS = 4


@dataclass(frozen=True)
class Choice:
    """`note`: its meaning, or why it is wrong · `there`: the reasons of the hand name it."""

    text: str
    right: bool
    note: str = ""
    there: bool = False


@dataclass(frozen=True)
class Question:
    """`hand`: for the drawing · `text`: how it was won, or the case · `answer`: in a sentence · `facts`: further
    explanation · `several`: more than one answer may be right · `query`: of the calculator's address.
    """

    text: str
    choices: tuple[Choice, ...]
    answer: str
    several: bool
    hand: Mapping[str, Any] | None = None
    why: Reasons | None = None
    facts: tuple[str, ...] = ()
    query: str = ""


def quiz(rules: RuleSet, number: int) -> tuple[Question, ...]:
    return tuple(_about_a_hand(f"quiz {number} {place}", rules) for place in range(OF_A_SET))


def hand_of_the_day(rules: RuleSet, day: date) -> tuple[Question, ...]:
    return (_about_a_hand(f"day {day.isoformat()}", rules),)


def exam(rules: RuleSet, number: int) -> tuple[Question, ...]:
    rows = [(group.title, row) for group in offence_groups(rules) for row in group.rows if not row.whole_group]
    chance = Chance(f"{rules.id} exam {number}")
    order = list(rows)
    chance.shuffle(order)
    return tuple(_about_an_offence(group, row, rows, chance) for group, row in order[: 2 * OF_A_SET])


# --- a hand -----------------------------------------------------------------------------------------------------------


def _about_a_hand(seed: str, rules: RuleSet) -> Question:
    document, score = hand_to_ask(seed, rules)
    shown = explained(winning_hand_from_document(document, rules), rules)
    told = reasons(shown, rules)
    total = {"total": score.total, "unit": unit_of(rules)}
    return Question(
        _how(document, rules),
        _fans_to_tick(seed, rules, shown, told),
        (_("共 %(total)s %(unit)s，連底。") if rules.base else _("共 %(total)s %(unit)s。")) % total,
        several=True,
        hand=drawn(document) | {"name": said(_("食糊牌"), rules)},
        why=told,
        query=asked_of_document(document, rules.id, {}).address(),
    )


def _how(document: Document, rules: RuleSet) -> str:
    return capfirst(said(manner(document), rules))


def _fans_to_tick(seed: str, rules: RuleSet, shown: Explanation, told: Reasons) -> tuple[Choice, ...]:
    """Fans that count, and decoys: first those that are there and do not count, then others of the same kinds."""
    by_name = {fan.name: fan for fan in rules.fans}
    right = [by_name[row.name] for row in shown.rows if row.name in by_name][: CHOICES - 3]
    counting = {row.name for row in shown.rows}
    notes = {row.name: note.note for row, note in zip(shown.left, told.left, strict=True)}
    chance = Chance(f"{rules.id} {seed} choices")
    there = [by_name[name] for name in notes if name not in counting]
    wrong = list(dict.fromkeys([*there, *_of_the_same_kinds(right, counting, chance, rules)]))[: CHOICES - len(right)]
    choices = [
        Choice(both_names(fan.name, fan.name_en), fan in right, _note(fan, notes, rules), fan.name in notes)
        for fan in (*right, *wrong)
    ]
    chance.shuffle(choices)
    return tuple(choices)


def _of_the_same_kinds(right: Sequence[Fan], counting: set[str], chance: Chance, rules: RuleSet) -> list[Fan]:
    families = {fan.family for fan in right}
    others = [
        fan
        for fan in rules.fans
        if fan.name not in counting and fan.scope is not Scope.SETTLEMENT and not has_no_shape(fan, rules)
    ]
    chance.shuffle(others)
    return sorted(others, key=lambda fan: fan.family not in families or fan.scope in (Scope.WIN, Scope.FLOWERS))


def _note(fan: Fan, notes: Mapping[str, str], rules: RuleSet) -> str:
    return notes.get(fan.name) or said(local(fan.zh, fan.en), rules)


# --- an offence -------------------------------------------------------------------------------------------------------


def _about_an_offence(group: str, row: OffenceRow, rows: Sequence[tuple[str, OffenceRow]], chance: Chance) -> Question:
    """Its consequences; the wrong answers are those of others, of the same kind first."""
    others = [(title, other) for title, other in rows if other.consequences != row.consequences]
    chance.shuffle(others)
    others.sort(key=lambda one: one[0] != group)
    wrong = list(dict.fromkeys(other.consequences for _title, other in others))[: RULINGS - 1]
    choices = [Choice(capfirst(row.consequences), True)]
    choices += [Choice(capfirst(text), False, _whose(text, rows)) for text in wrong]
    chance.shuffle(choices)
    facts = [row.note, row.free, _("裁判另要寫明：%(needs)s") % {"needs": row.needs} if row.needs else ""]
    facts += [_("再犯 2 倍、3 倍……")] if row.grows else []
    return Question(
        f"{group} · {row.name}",
        tuple(choices),
        _("%(ruling)s（條文：%(section)s）") % {"ruling": capfirst(row.consequences), "section": row.section},
        several=False,
        facts=tuple(fact for fact in facts if fact),
    )


def _whose(text: str, rows: Sequence[tuple[str, OffenceRow]]) -> str:
    return _("那是「%(offence)s」") % {"offence": next(row.name for _title, row in rows if row.consequences == text)}
