"""判決的後果: what a ruling does or would do, a line each. Preview and record use the same words.

Made from `scoring.book.RulingResult`; names no rule set.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GROUP_NAMES, Card, Offence, RulingResult, Transfer, names_of_circumstances
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import CONSEQUENCES, Wording, both_names, listed, local, plain

ENDS = {
    "replay_hand": lazy("這一局重打：莊家、拉莊數和拉帳不變"),
    "draw_hand": lazy("這一局作流局論"),
    "false_win_hand": lazy("這一局作詐糊完結"),
}


def effects(result: RulingResult, wording: Wording, day: date | None = None, *, in_hall: bool = False) -> list[str]:
    """All effects of a ruling, in the order a referee announces them; never empty.

    `day`: of the ruling, for pages read on other days too; without it a red card lasts "today". `in_hall`: ruled
    outside any game, so a yellow card counts in the player's next one.
    """
    lines = [wording.said(_card(card, day, in_hall)) for card in result.cards]
    if result.false_win:
        lines.append(wording.said(_("已有紅牌在身 → 作詐糊論")))
    lines += points_lines(result, wording)
    lines += [
        wording.said(_("半莊完結時扣 %(points)s 分")) % {"points": plain(transfer.points)}
        for transfer in result.after_game
    ]
    if result.ban:
        lines.append(_ban(wording))
    if result.ends:
        lines.append(wording.said(ENDS[result.ends]))
    lines += [wording.said(CONSEQUENCES[note]) for note in result.notes]
    return lines or [_("不作處分，只作記錄")]


def _ban(wording: Wording) -> str:
    """What is forbidden until the hand ends; with a ready declaration by the rule set's name, if it has one."""
    called = names_of_circumstances(wording.rules).get("declared_ready")
    if called is None:
        return wording.said(_("這一局禁止食糊：不可鳴牌、食糊，違者作詐糊論"))
    return wording.said(_("這一局禁止食糊：不可鳴牌、%(ready)s、食糊，違者作詐糊論")) % {"ready": local(*called)}


def _card(card: Card, day: date | None, in_hall: bool) -> str:
    if card.card == "yellow":
        return _("黃牌：有效至同日下一個半莊結束") if in_hall else _("黃牌：有效至這個半莊結束")
    if day is not None:
        words = {"day": day_text(day)}
        if card.given == "yellow":
            return _("第二張黃牌 → 紅牌：有效至 %(day)s 完結") % words
        return _("紅牌：有效至 %(day)s 完結") % words
    if card.given == "yellow":
        return _("第二張黃牌 → 紅牌：有效至今日結束")
    return _("紅牌：有效至今日結束")


def points_lines(result: RulingResult, wording: Wording) -> list[str]:
    deducted = sum((t.points for t in result.transfers if t.target is None), Decimal(0))
    lines = [_("即扣 %(points)s 分") % {"points": plain(deducted)}] if deducted else []
    fines = [t for t in result.transfers if t.target is not None]
    if not fines:
        return lines
    return [*lines, _fine(result, fines, wording)]


def _fine(result: RulingResult, fines: list[Transfer], wording: Wording) -> str:
    owed: dict[int, Decimal] = {}
    for transfer in fines:
        if transfer.target is not None:
            owed[transfer.target] = owed.get(transfer.target, Decimal(0)) + transfer.points
    amounts = set(owed.values())
    if len(owed) == 3 and len(amounts) == 1:
        amount, times = amounts.pop(), result.times
        words = {"times": times, "once": plain(amount / times) if times else "", "points": plain(amount)}
        if grows(result, wording):
            return _("第 %(times)s 次犯同一條：即付其餘三家各 %(times)s × %(once)s = %(points)s 分") % words
        return _("即付其餘三家各 %(points)s 分") % words
    paid = [_("%(name)s %(points)s 分") % {"name": wording.name(seat), "points": plain(p)} for seat, p in owed.items()]
    return _("即付 %(paid)s") % {"paid": listed(paid)}


def grows(result: RulingResult, wording: Wording) -> bool:
    """Whether 罰X底 was multiplied because the player had broken the same rule before (L-32)."""
    if result.times < 2 or result.offence is None:
        return False
    offence = next((o for o in wording.rules.offences if o.slug == result.offence), None)
    return offence is not None and offence.grows and result.consequences == offence.consequences


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
    if offence.consequences is None:
        return _("由裁判酌情")
    if not offence.consequences:
        return _("不作處分")
    return listed([wording.consequence(one, {}) for one in offence.consequences])
