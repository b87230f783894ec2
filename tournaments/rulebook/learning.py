"""題目 with answers and reasons, in the reader's language.

測驗 and 今日一手 ask for the fans of a hand; 裁判試 asks for the consequence of an offence. All questions are made from
the rules' data and the count, and are the same for everyone: number or date is the seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import scoring
from scoring import Hand, RuleSet, Score, ScoringError, read_tiles, write_tiles
from scoring.documents import hand_from_document
from scoring.rulebook import RULE_SETS, Document, Explanation, Scope, asked_of, has_no_shape
from scoring.tournament import KINDS
from tournaments.core.chance import Chance
from tournaments.phrases.wording import both_names, local, said, unit_of
from tournaments.rulebook.calculator import Asked, asked_of_document
from tournaments.rulebook.calculator_page import Reasons, fitting, reasons
from tournaments.rulebook.game import OffenceRow, offence_groups
from tournaments.rulebook.page import drawn, manner
from tournaments.tables.recording.count import plain_reason
from tournaments.tables.recording.count_view import FanNames, counted_rows
from tournaments.tables.recording.entry import missing_tiles

OF_A_SET = 5
CHOICES = 8
RULINGS = 4
_TRIES = 14
_WINDS = "ESWN"
_SUITS = "mps"
MOST = 6
"""Number shown: the most valuable ones, each for a different fan."""


@dataclass(frozen=True)
class Choice:
    """A possible answer. `note`: its meaning, or why it is wrong · `there`: it is named among the reasons of the
    hand."""

    text: str
    right: bool
    note: str = ""
    there: bool = False


@dataclass(frozen=True)
class Question:
    """A question. `hand`: for the drawing · `text`: how it was won, or the case · `answer`: in a sentence · `facts`:
    further explanation · `several`: more than one answer may be right · `query`: of the calculator's address."""

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


def _about_an_offence(group: str, row: OffenceRow, rows: Sequence[tuple[str, OffenceRow]], chance: Chance) -> Question:
    """Ask for an offence's consequences; wrong answers are those of other offences, of the same kind first."""
    others = [(title, other) for title, other in rows if other.consequences != row.consequences]
    chance.shuffle(others)
    others.sort(key=lambda one: one[0] != group)
    choices = [Choice(capfirst(row.consequences), True)]
    for text in list(dict.fromkeys(other.consequences for _title, other in others))[: RULINGS - 1]:
        offence = next(other.name for _title, other in rows if other.consequences == text)
        choices.append(Choice(capfirst(text), False, _("那是「%(offence)s」") % {"offence": offence}))
    chance.shuffle(choices)
    facts = [row.note, row.free, _("裁判另要寫明：%(needs)s") % {"needs": row.needs} if row.needs else ""]
    facts += [_("再犯 2 倍、3 倍……")] if row.grows else []
    asked = local(row.name, f"{row.name} ({row.other_name})")
    return Question(
        f"{group} · {asked}",
        tuple(choices),
        _("%(ruling)s（條文：%(section)s）") % {"ruling": capfirst(row.consequences), "section": row.section},
        several=False,
        facts=tuple(fact for fact in facts if fact),
    )


def _about_a_hand(seed: str, rules: RuleSet) -> Question:
    document, score = hand_for_question(seed, rules)
    shown = rules.explain(hand_from_document(document, rules))
    why = reasons(shown, rules)
    total = {"total": score.total, "unit": unit_of(rules)}
    return Question(
        capfirst(said(manner(document), rules)),
        _fans_to_tick(seed, rules, shown, why),
        (_("共 %(total)s %(unit)s，連底。") if rules.base else _("共 %(total)s %(unit)s。")) % total,
        several=True,
        hand=drawn(document) | {"name": said(_("食糊牌"), rules)},
        why=why,
        query=asked_of_document(document, rules.id, {}).address(),
    )


def _fans_to_tick(seed: str, rules: RuleSet, shown: Explanation, why: Reasons) -> tuple[Choice, ...]:
    """Return fans that count, and decoys: first fans of the hand that do not count, then others of the same kinds."""
    by_name = {fan.name: fan for fan in rules.fans}
    right = [by_name[row.name] for row in shown.rows if row.name in by_name][: CHOICES - 3]
    counting, families = {row.name for row in shown.rows}, {fan.family for fan in right}
    notes = {row.name: note.note for row, note in zip(shown.left, why.left, strict=True)}
    chance = Chance(f"{rules.id} {seed} choices")
    others = [
        fan
        for fan in rules.fans
        if fan.name not in counting and fan.scope is not Scope.SETTLEMENT and not has_no_shape(fan, rules)
    ]
    chance.shuffle(others)
    others.sort(key=lambda fan: fan.family not in families or fan.scope in (Scope.WIN, Scope.FLOWERS))
    there = [by_name[name] for name in notes if name not in counting]
    wrong = list(dict.fromkeys([*there, *others]))[: CHOICES - len(right)]
    choices = [
        Choice(
            both_names(fan.name, fan.name_en),
            fan in right,
            notes.get(fan.name) or said(local(fan.zh, fan.en), rules),
            fan.name in notes,
        )
        for fan in (*right, *wrong)
    ]
    chance.shuffle(choices)
    return tuple(choices)


def hand_for_question(seed: str, rules: RuleSet) -> tuple[Document, Score]:
    """Return the most instructive of a dozen hands: with fans that count, and fans that are present and do not."""
    best: tuple[int, Document, Score] | None = None
    number = tried = 0
    while number < _TRIES:
        tried += 1
        document = make_random_hand(Chance(f"{rules.id} {seed} {tried}"), rules)
        try:
            score = rules.score(hand_from_document(document, rules))
        except ScoringError:
            continue
        number += 1
        # More fans are more to see, but seven are enough to think about.
        fans = len(score.fans) - bool(rules.base)
        shows = (min(fans, 5) - max(0, fans - 7) + min(len(score.removed), 3)) * score.meets_minimum
        if best is None or shows > best[0]:
            best = shows, document, score
    assert best is not None
    return best[1:]


def make_random_hand(chance: Chance, rules: RuleSet) -> Document:
    """Make a random won hand of melds and a pair, in few suits or many, some of it claimed."""
    suits = list(_SUITS)
    chance.shuffle(suits)
    suits = suits[: (1, 2, 2, 3, 3, 3, 3)[chance.below(7)]]
    honours = chance.below(3) == 0 or len(suits) == 1
    pungs = chance.below(5)  # roughly how many of five melds are triplets
    groups = [_meld(chance, suits, honours, chance.below(5) < pungs) for _n in range((rules.hand_size - 1) // 3)]
    pair = _tile(chance, suits, honours) * 2
    claimed = chance.below(2) * chance.below(len(groups))
    held = "".join([*groups[claimed:], pair])
    tiles = [held[place : place + 2] for place in range(0, len(held), 2)]
    winning = tiles.pop(chance.below(len(tiles)))
    document: Document = {
        "concealed": write_tiles(tuple(sorted(read_tiles("".join(tiles), "concealed")))),
        "winning_tile": winning,
        "self_draw": chance.below(3) == 0,
        "seat_wind": _WINDS[chance.below(4)],
        "round_wind": _WINDS[chance.below(2)],
        "melds": [
            {
                "kind": "pung" if group[:2] == group[2:4] else "chow",
                "tiles": write_tiles(tuple(sorted(read_tiles(group, "melds")))),
            }
            for group in groups[:claimed]
        ],
    }
    if asked_of(rules).flowers and chance.below(2):
        first = 1 + chance.below(8)
        document["flowers"] = f"{first}f"
    return document


def _meld(chance: Chance, suits: list[str], honours: bool, pung: bool) -> str:
    if pung:
        return _tile(chance, suits, honours) * 3
    suit, first = suits[chance.below(len(suits))], 1 + chance.below(7)
    return "".join(f"{first + step}{suit}" for step in range(3))


def _tile(chance: Chance, suits: list[str], honours: bool) -> str:
    if honours and chance.below(3) == 0:
        return f"{1 + chance.below(7)}z"
    return f"{1 + chance.below(9)}{suits[chance.below(len(suits))]}"


def one_tile_away(asked: Asked, rules: RuleSet) -> list[dict[str, Any]]:
    """差一隻: return swaps of one tile that add a fan: `out` for `into` (in notation) brings the fan `name`, worth
    `value`, and a total of `total`; `more`: the gain, None if the hand does not win yet. Best first; empty for an
    incomplete or invalid hand."""
    if not asked.laid.winning or missing_tiles(asked.laid, rules.hand_size):
        return []
    try:
        hand = hand_from_document(asked.as_document(), rules)
    except ScoringError:
        return []
    today = _score(hand, rules)
    had = {row.name for row in today.fans} if today else set()
    better = [one for one in changes(hand, rules) if today is None or one[3].total > today.total]
    names, found = FanNames(rules), dict[str, dict[str, Any]]()
    for out, into, changed, score in sorted(better, key=lambda one: (-one[3].total, *one[:2])):
        new = [row for row in score.fans if row.name not in had | found.keys() and row.name in names.english]
        if not new or len(found) >= MOST:
            continue
        greatest = max(new, key=lambda row: row.value)
        winning = write_tiles((changed.winning_tile,))
        laid = replace(asked.laid, concealed=write_tiles(changed.concealed), winning=winning)
        found[greatest.name] = {
            "out": write_tiles((out,)),
            "into": write_tiles((into,)),
            "name": names.heading(greatest.name),
            "value": greatest.value,
            "total": score.total,
            "more": score.total - today.total if today else None,
            "address": replace(asked, laid=laid).address(),
        }
    return list(found.values())


def changes(hand: Hand, rules: RuleSet) -> Iterator[tuple[int, int, Hand, Score]]:
    """Yield every hand that wins after one tile is exchanged: the old and new tile, the hand, its count; melds stay. At
    most 14 or 17 times 33 counts."""
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    seen = hand.visible or (0,) * KINDS
    held = [*hand.concealed, hand.winning_tile]
    left = [4 - held.count(kind) - melded.count(kind) - seen[kind] for kind in range(KINDS)]
    for out in sorted(tile for tile in {*held} if tile < KINDS):
        for into in range(KINDS):
            if into == out or left[into] <= 0:
                continue
            hands = []
            if out in hand.concealed:
                rest = list(hand.concealed)
                rest[rest.index(out)] = into
                hands.append(hand.but(tiles=sorted(rest)))
            if out == hand.winning_tile:
                hands.append(hand.but(winning=into))
            for changed in hands:
                score = _score(changed, rules)
                if score is not None:
                    yield out, into, changed, score


def _score(hand: Hand, rules: RuleSet) -> Score | None:
    try:
        return rules.score(hand)
    except ScoringError:
        return None


def under_all_rules(asked: Asked) -> list[dict[str, Any]]:
    """Count the hand under each published rule set; the page's own with its chosen options, the others by default. None
    for an empty hand. `total`: None if the hand is refused, and `problem` says why · `fitted`: its count without the
    circumstances that these rules do not know."""
    if not asked.laid.touched:
        return []
    found = []
    for id_ in RULE_SETS:
        chosen = id_ == asked.rule_set
        here = asked if chosen else replace(asked, rule_set=id_, options={})
        rules = scoring.rule_set(id_, here.options)
        fitting_here = fitting(here, rules)
        score, problem = _count_or_problem(here, rules)
        fitted = _count_or_problem(fitting_here, rules)[0] if score is None and fitting_here != here else None
        found.append(
            {
                "name": local(rules.name_zh, rules.name_en),
                "unit": unit_of(rules),
                "total": score.total if score else None,
                "rows": counted_rows(score.fans) if score else (),
                "enough": score is None or score.meets_minimum,
                "problem": problem,
                "fitted": fitted.total if fitted else None,
                "chosen": chosen,
                "address": fitting_here.address(),
            }
        )
    return found


def _count_or_problem(asked: Asked, rules: RuleSet) -> tuple[Score | None, str]:
    try:
        return rules.score(hand_from_document(asked.as_document(), rules)), ""
    except ScoringError as error:
        return None, capfirst(said(plain_reason(error), rules))
