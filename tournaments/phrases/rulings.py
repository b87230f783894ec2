"""判決的後果: the consequences of a ruling, a line each. Preview and record use the same words.

Made from `scoring.book.RulingResult`; names no rule set.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import Card, GameState, RulingResult
from scoring.rulebook import CHAPTER_NAMES, GROUP_NAMES, Offence, find_offence, names_of_circumstances
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import CONSEQUENCES, Wording, both_names, listed, local, plain

ENDS = {
    "replay_hand": lazy("這一局重打：莊家、拉莊數和拉帳不變"),
    "draw_hand": lazy("這一局作流局論"),
    "false_win_hand": lazy("這一局作詐糊完結"),
}

_CHAPTER = re.compile("|".join(CHAPTER_NAMES))


def effects(result: RulingResult, wording: Wording, day: date | None = None, *, in_hall: bool = False) -> list[str]:
    """List all effects of a ruling, in the order a referee announces them; never empty.

    `day`: of the ruling, for pages read on other days too; without it a red card lasts "today". `in_hall`: ruled
    outside any game, so a yellow card counts in the player's next one.
    """
    lines = [wording.said(_card(card, day, in_hall)) for card in result.cards]
    if result.false_win:
        lines.append(wording.said(_("已有紅牌在身 → 作詐糊論")))
    lines += _points_lines(result, wording)
    if result.ban:
        # "with a ready declaration", under the rule set's name for it, if it has one
        called = names_of_circumstances(wording.rules).get("declared_ready")
        if not wording.rules.game.ban_stops_claims:
            lines.append(wording.said(_("這一局禁止食糊，其餘照打")))
        elif called is None:
            lines.append(wording.said(_("這一局禁止食糊：不可鳴牌、食糊，違者作詐糊論")))
        else:
            sentence = wording.said(_("這一局禁止食糊：不可鳴牌、%(ready)s、食糊，違者作詐糊論"))
            lines.append(sentence % {"ready": local(*called)})
    if result.ends:
        lines.append(wording.said(ENDS[result.ends]))
    lines += [wording.said(CONSEQUENCES[note]) for note in result.notes]
    return lines or [_("不作處分，只作記錄")]


def _card(card: Card, day: date | None, in_hall: bool) -> str:
    if card.card == "yellow":
        return _("黃牌：有效至同日下一個半莊結束") if in_hall else _("黃牌：有效至這個半莊結束")
    if day is not None:
        words = {"day": day_text(day)}
        if card.given == "yellow":
            return _("第二張黃牌 → 紅牌：有效至 %(day)s結束") % words
        return _("紅牌：有效至 %(day)s結束") % words
    if card.given == "yellow":
        return _("第二張黃牌 → 紅牌：有效至今日結束")
    return _("紅牌：有效至今日結束")


def public_steps(result: RulingResult, wording: Wording) -> list[str]:
    """List the cards and points of a ruling, which everybody may read, in order. A second yellow card is reported as
    the red card it turns into."""
    steps = list[str]()
    for card in result.cards:
        steps += [_("第二張黃牌")] if (card.given, card.card) == ("yellow", "red") else []
        steps.append(_("黃牌") if card.card == "yellow" else _("紅牌"))
    if result.false_win:
        steps.append(wording.said(_("已有紅牌在身，作詐糊論")))
    return steps + _points_lines(result, wording)


def _points_lines(result: RulingResult, wording: Wording) -> list[str]:
    deducted = sum((t.points for t in result.transfers if t.target is None), Decimal(0))
    lines = [_("即扣 %(points)s 分") % {"points": plain(deducted)}] if deducted else []
    owed: dict[int, Decimal] = {}
    for transfer in result.transfers:
        if transfer.target is not None:
            owed[transfer.target] = owed.get(transfer.target, Decimal(0)) + transfer.points
    amounts = set(owed.values())
    if len(owed) == 3 and len(amounts) == 1:
        amount, times = amounts.pop(), result.times
        words = {"times": times, "once": plain(amount / times) if times else "", "points": plain(amount)}
        if grows(result, wording):
            lines.append(_("第 %(times)s 次犯同一條：即付其餘三家各 %(times)s × %(once)s = %(points)s 分") % words)
        else:
            lines.append(_("即付其餘三家各 %(points)s 分") % words)
    elif owed:
        paid = [_("%(name)s %(points)s 分") % {"name": wording.name(to), "points": plain(p)} for to, p in owed.items()]
        lines.append(_("即付 %(paid)s") % {"paid": listed(paid)})
    deducted_later = wording.said(_("半莊完結時扣 %(points)s 分"))
    return [*lines, *(deducted_later % {"points": plain(transfer.points)} for transfer in result.after_game)]


def grows(result: RulingResult, wording: Wording) -> bool:
    """Whether 罰X底 was multiplied because the player had broken the same rule before (L-32)."""
    if result.times < 2 or result.offence is None:
        return False
    offence = next((o for o in wording.rules.offences if o.slug == result.offence), None)
    return offence is not None and offence.grows and result.consequences == offence.consequences


@dataclass(frozen=True)
class OffenceChoice:
    """One row of the catalogue.

    `used`: how often in this event · `needs`: fields to fill in · `ends`: the consequence that ends the hand, "" if it
    continues · `composes`: the catalogue leaves the consequences to the referee.
    """

    slug: str
    group: str
    name: str
    what: str
    note: str
    section: str
    words: str
    used: int
    needs: str
    ends: str
    composes: bool


def offence_choice(offence: Offence, wording: Wording, used: int = 0) -> OffenceChoice:
    what = summary(offence, wording)
    group = " ".join(GROUP_NAMES[offence.group])
    named = [offence.name_zh, offence.name_en, offence.slug, group, offence.note_zh, offence.note_en, what]
    return OffenceChoice(
        slug=offence.slug,
        group=offence.group,
        name=both_names(offence.name_zh, offence.name_en),
        what=what,
        note=local(offence.note_zh, offence.note_en),
        section=section_text(offence.section),
        words="".join(" ".join(named).lower().split()),
        used=used,
        needs=" ".join(offence.needs),
        ends=next((word for word in offence.consequences or () if isinstance(word, str) and word in ENDS), ""),
        composes=offence.discretion,
    )


def section_text(section: str) -> str:
    """Return the place of an offence in the rule text; in English only if its article there has a number."""
    numbered = any(letter.isdigit() for letter in section)
    english = _CHAPTER.sub(lambda found: CHAPTER_NAMES[found[0]], section).replace("、", ", ")
    return local(section, english if numbered else "")


def offences_by_group(rows: Sequence[OffenceChoice]) -> list[tuple[str, list[OffenceChoice]]]:
    groups = [(local(*names), [row for row in rows if row.group == group]) for group, names in GROUP_NAMES.items()]
    return [(name, offences) for name, offences in groups if offences]


def summary(offence: Offence, wording: Wording) -> str:
    if offence.consequences is None:
        return _("由裁判酌情")
    if not offence.consequences:
        return _("不作處分")
    return listed([wording.consequence(one, {}) for one in offence.consequences])


# 禁止食糊, for referees only: the reason of a ruling is private.


@dataclass(frozen=True)
class Ban:
    """A seat that may not win. `reason`: the offence (or ruling) that caused it · `sentence`: in full.

    `breach`, `breach_name`: the offence of claiming or winning despite the ban.
    """

    seat: int
    reason: str
    sentence: str
    breach: str
    breach_name: str


def bans_of(state: GameState, wording: Wording) -> Mapping[int, Ban]:
    breach = find_offence(wording.rules.game.ban_broken, wording.rules.offences).slug if state.bans else ""
    bans = {}
    for seat in sorted(state.bans):
        rulings = [one for one in state.open_hand.rulings if one.ban and one.seat == seat]
        reason = (wording.offence_name(rulings[0].offence) if rulings else "") or _("裁判判決")
        sentence = wording.said(_("%(name)s 這一局禁止食糊（%(reason)s）"))
        bans[seat] = Ban(
            seat=seat,
            reason=reason,
            sentence=sentence % {"name": wording.name(seat), "reason": reason},
            breach=breach,
            breach_name=wording.offence_name(breach),
        )
    return bans
