"""計番機: the content of the calculator's page for a hand, in words. Counts with the same functions as a table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

import scoring
from accounts.inputs import parse_int
from scoring import Hand, RuleSet, Score, ScoringError, read_tiles, write_tiles
from scoring.documents import hand_from_document
from scoring.rulebook import RULE_SETS, Explanation, GroupSet, asked_of
from scoring.tournament import KINDS, progress
from tournaments.phrases.wording import WINDS, both_names, dealer_part, local, local_glossed, plain, said, unit_of
from tournaments.rulebook.calculator import DISCARD, OWN_DRAW, Asked, hand_text
from tournaments.rulebook.page import value_name
from tournaments.tables.recording.count import ASKED_BESIDE, plain_reason
from tournaments.tables.recording.count_view import FanNames, counted_rows, kong_reminder
from tournaments.tables.recording.entry import melds_of, missing_tiles
from tournaments.tables.recording.win_form import Choice, circumstance_choices

LitGroup = tuple[str, bool]
"""牌組 in notation, and whether it is highlighted."""
_RUNS = re.compile(r"[1-9]+[mps]|[1-7]+z|[1-8]+f")
MOST_READINGS = 12
"""A limit on listed readings that no real hand reaches."""


@dataclass(frozen=True)
class ReasonRow:
    """A 番 that counts, or one that does not and why.

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
    """The fans of a hand. `capped`: the hand counts more than may be paid."""

    rows: tuple[ReasonRow, ...]
    left: tuple[ReasonRow, ...]
    capped: str = ""


def reasons(shown: Explanation, rules: RuleSet) -> Reasons:
    names = FanNames(rules)
    parts = {"hand": _("整手牌"), "manner": _("怎樣食"), "base": _("每手都有")}
    notes = {
        "implied": _("不計：已計%(fan)s"),
        "inside": _("不計：這些牌已在%(fan)s之內"),
        "once": _("不計：每組牌只計一次，%(fan)s較高"),
        "limit": _("不計：例牌%(fan)s單獨計"),
    }
    rows = [
        ReasonRow(
            local(row.name, row.name_en) if row.sort == "base" else both_names(row.name, row.name_en),
            row.count,
            row.value,
            _strips(row.parts, shown),
            "".join(f"{flower + 1}f" for flower in row.flowers),
            capfirst(said(parts.get(row.sort, ""), rules)),
            _("已減 %(n)s：與%(fan)s同計") % {"n": row.less, "fan": names.name(row.beside)} if row.less else "",
        )
        for row in shown.rows
    ]
    left = [
        ReasonRow(
            names.heading(row.name),
            row.count,
            strips=_strips(row.parts, shown),
            note=said(notes[row.why], rules) % {"fan": names.name(row.by)},
        )
        for row in shown.left
    ]
    capped = _("另有 %(n)s 番在上限以上，不付。") % {"n": shown.capped} if shown.capped else ""
    return Reasons(tuple(rows), tuple(left), said(capped, rules))


def _strips(parts: Sequence[GroupSet], shown: Explanation) -> tuple[tuple[LitGroup, ...], ...]:
    return tuple(
        tuple((group.tiles, place in part.groups) for place, group in enumerate(shown.layouts[part.layout]))
        for part in parts
    )


@dataclass(frozen=True)
class Answer:
    """The count of a hand, complete or not.

    `problem`: why there is no count · `note`: missing input, or facts known only at the table · `to_enter`: the count
    without 底 and 雙響 as typed at a table, None if it equals the total · `payments`: who pays what if the dealer's
    fans count, "莊家付 18 + 拉二莊 5 = 23 番" · `others`: readings with other totals, `less`: how far below; `alike`:
    how many have the same · `whole`: all tiles are laid, winning or not.
    """

    unit: str
    note: str = ""
    problem: str = ""
    total: int | None = None
    to_enter: int | None = None
    limit: bool = False
    below: str = ""
    points: str = ""
    payments: tuple[str, ...] = ()
    why: Reasons | None = None
    groups: tuple[str, ...] = ()
    others: Sequence[Mapping[str, Any]] = ()
    alike: int = 0
    whole: bool = False

    @property
    def rows(self) -> tuple[ReasonRow, ...]:
        return self.why.rows if self.why else ()

    waits: Sequence[Mapping[str, Any]] = ()


def calculator_form(asked: Asked, rules: RuleSet) -> dict[str, Any]:
    of_rules, laid, given = asked_of(rules), asked.laid, asked.laid.circumstances
    # 搶槓 is asked here too, and 花胡 if the last flower is replaced before it wins.
    more = [Choice("robbed_kong", _("搶槓"), "robbed_kong" in given)] if "robbed_kong" in rules.circumstances else []
    if rules.replaces_before_flower_win:
        more.append(Choice("flower_win", said(_("花糊"), rules), "flower_win" in given))
    winners = range(1, max(rules.game.multi_fans, default=1) + 1) if any(rules.game.multi_fans.values()) else ()
    return {
        "rule_sets": tuple(
            Choice(one.id, local(one.name_zh, one.name_en), one.id == asked.rule_set)
            for one in map(scoring.rule_set, RULE_SETS)
        ),
        "rules": rules,
        "asked": asked,
        "hand": hand_text(laid),
        "laid_fields": {
            "concealed": laid.concealed,
            "winning": laid.winning,
            "melds_json": laid.melds,
            "flowers": laid.flowers,
        },
        "of_rules": of_rules,
        "seats": _winds(asked.seat),
        "rounds": _winds(asked.round),
        "by": (
            Choice(DISCARD, said(_("出銃"), rules), asked.by == DISCARD),
            Choice(OWN_DRAW, _("自摸"), asked.by == OWN_DRAW),
        ),
        "winners": tuple(
            Choice(str(n), _("%(n)s 家食") % {"n": n} if n > 1 else _("1 家食"), asked.winners == str(n))
            for n in winners
        ),
        "dealers": (Choice("1", capfirst(_("莊家")), asked.deals), Choice("0", _("閒家"), not asked.deals))
        if of_rules.opening
        else (),
        "circumstances": (*circumstance_choices(rules, given), *more),
        "last_draws": tuple(
            Choice(value, label, laid.last_draw == value) for value, label in (("kong", _("槓")), ("flower", _("花")))
        ),
        # Options about chain rounding or the next dealer do not affect the count.
        "options": tuple(
            {
                "id": one.id,
                "question": local_glossed(one.question_zh, one.question_en, rules),
                "values": [
                    Choice(value, value_name(value, rules, one.id), value == asked.options.get(one.id, one.values[0]))
                    for value in one.values
                ],
            }
            for one in rules.readings
            if one.id in rules.options_of_the_count
        ),
    }


def _winds(chosen: str) -> tuple[Choice, ...]:
    return tuple(Choice(wind, str(label), wind == chosen) for wind, label in WINDS.items())


def fitting(asked: Asked, rules: RuleSet) -> Asked:
    """換規則: return the same hand under other rules, without answers to questions that these rules do not ask."""
    of_rules = asked_of(rules)
    laid = asked.laid
    return replace(
        asked,
        dealer=asked.dealer if of_rules.opening else "",
        streak=asked.streak if rules.game.dealer_fans is not None else "",
        winners=asked.winners if int(asked.winners) in rules.game.multi_fans else "1",
        laid=replace(
            laid,
            flowers=laid.flowers if of_rules.flowers else "",
            flower_draws=laid.flower_draws if of_rules.flowers else "",
            last_draw=laid.last_draw if of_rules.flowers else "",
            circumstances=tuple(word for word in laid.circumstances if word in rules.circumstances),
            discards=laid.discards if of_rules.discards else "",
            visible=laid.visible if of_rules.visible else "",
            in_a_row=laid.in_a_row if of_rules.in_a_row else "",
        ),
    )


def answer_to(asked: Asked, rules: RuleSet) -> Answer:
    """Return the count of a complete hand, the waits if one tile is missing, else the missing input."""
    unit = unit_of(rules)
    laid = asked.laid
    if not laid.touched:
        return Answer(unit, note=said(_("擺上手牌，最後一隻是食糊牌；差一隻時會看到聽甚麼、各值多少。"), rules))
    if problem := _unreadable(asked):
        return Answer(unit, problem=problem)
    missing = missing_tiles(laid, rules.hand_size)
    if missing < 0:
        most = {"n": -missing, "all": rules.hand_size + 1}
        return Answer(unit, problem=said(_("多了 %(n)s 隻：連食糊牌應有 %(all)s 隻，每個槓當三隻。"), rules) % most)
    try:
        if missing == 1 and not laid.winning:
            hand = _with_any_last_tile(asked, rules)
            where = progress(hand.concealed, hand.melds, rules)
            return Answer(unit, note=local(where.zh, where.en), waits=_waits(hand, rules))
        if missing > 0:
            return Answer(unit, note=_("差 %(n)s 隻。") % {"n": missing})
        return _counted(asked, rules)
    except ScoringError as error:
        return Answer(unit, problem=capfirst(said(plain_reason(error), rules)), whole=missing == 0)


def _unreadable(asked: Asked) -> str:
    """Describe invalid parts of the question; "" if there are none."""
    laid = asked.laid
    if melds_of(laid.melds) is None:
        return _("看不明白上碰槓的寫法，請照例子寫。")
    for tiles in (laid.concealed, laid.winning, laid.flowers):
        try:
            read_tiles(tiles)
        except ScoringError:
            strange = _RUNS.sub("", tiles) or tiles
            return _("看不明白「%(tiles)s」：請寫成 123m456p11z 的樣子。") % {"tiles": strange}
    for name in ("flower_draws", "kong_draws", "discards", "in_a_row"):
        if (text := getattr(laid, name)) and parse_int(text) is None:
            return _("「%(field)s」要填數字，現在是「%(text)s」。") % {"field": ASKED_BESIDE[name], "text": text}
    return ""


def _counted(asked: Asked, rules: RuleSet) -> Answer:
    hand = hand_from_document(asked.as_document(), rules)
    best, *others = rules.alternatives(hand)
    added, points = rules.base + rules.game.multi_fans.get(hand.winners, 0), best.to_dict().get("points")
    return Answer(
        unit_of(rules),
        note=kong_reminder(asked.laid, hand.self_draw, rules),
        total=best.total,
        to_enter=best.total - added if added else None,
        limit=best.limit,
        below="" if best.meets_minimum else _("未夠起糊：這套規則最少 %(n)s 番。") % {"n": rules.minimum},
        points=_("出銃付 %(discarder)s，自摸每家付 %(each)s") % points if points else "",
        payments=_payments(asked, best, rules) if best.meets_minimum else (),
        why=reasons(rules.explain(hand), rules),
        groups=tuple(group.tiles for group in best.reading),
        others=[
            {
                "total": score.total,
                "less": best.total - score.total,
                "groups": [group.tiles for group in score.reading],
                "rows": counted_rows(score.fans),
            }
            for score in [score for score in others if score.total != best.total][:MOST_READINGS]
        ],
        alike=sum(score.total == best.total for score in others),
        waits=_waits(hand, rules),
    )


def _with_any_last_tile(asked: Asked, rules: RuleSet) -> Hand:
    """聽牌: complete the laid tiles with any available tile."""
    for tile in range(KINDS):
        try:
            return hand_from_document(asked.as_document(write_tiles((tile,))), rules)
        except ScoringError as error:
            if error.code != "too_many_copies":
                raise
            refusal = error
    raise refusal


def _payments(asked: Asked, score: Score, rules: RuleSet) -> tuple[str, ...]:
    """莊 · 拉: describe each kind of payer of this win, with the dealer's fans if the dealer pays or receives; empty if
    the rules have no such fans."""
    dealer = rules.game.dealer_fans
    if dealer is None:
        return ()
    streak = int(asked.streak or 0)
    added = dealer.flat + dealer.per_streak * streak
    own_draw = asked.by == OWN_DRAW
    plain_sum = _worth_text(score.total, 0, own_draw, rules)
    with_dealer = _worth_text(score.total, added, own_draw, rules)
    if asked.deals:
        sentence = _("每家付 %(sum)s") if own_draw else _("出銃的一家付 %(sum)s")
        return (said(sentence, rules) % {"sum": with_dealer},)
    first = _("莊家付 %(sum)s") if own_draw else _("莊家出銃，付 %(sum)s")
    second = _("閒家每家付 %(sum)s") if own_draw else _("閒家出銃，付 %(sum)s")
    return (said(first, rules) % {"sum": with_dealer}, said(second, rules) % {"sum": plain_sum})


def _worth_text(total: int, dealer: int, own_draw: bool, rules: RuleSet) -> str:
    """Format as 「18 + 拉二莊 5 = 23 番」, with points if fans are not points already."""
    text = f"{total + dealer} {unit_of(rules)}"
    if dealer:
        text = f"{total} + {dealer_part(dealer, rules)} = {text}"
    points = rules.game.worth(rules.game, total + dealer, own_draw)
    if points == total + dealer:
        return text
    return _("%(sum)s，即 %(points)s 分") % {"sum": text, "points": plain(points)}


def _waits(hand: Hand, rules: RuleSet) -> list[dict[str, Any]]:
    """聽的牌: return each winning tile, how many are left, and its count by discard and by own draw ("" for no win)."""
    return [
        {
            "tile": write_tiles((wait.tile,)),
            "left": wait.left,
            "by_discard": _worth(wait.by_discard, rules),
            "by_own_draw": _worth(wait.by_own_draw, rules),
        }
        for wait in rules.worth_of_waits(hand)
    ]


def _worth(score: Score | None, rules: RuleSet) -> str:
    if score is None:
        return ""
    text = f"{score.total} {unit_of(rules)}"
    return text if score.meets_minimum else _("%(fan)s（未夠起糊）") % {"fan": text}
