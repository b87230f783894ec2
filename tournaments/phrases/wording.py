"""措辭: the events of a hand in words. One place, so that table, history, card and conflict page agree.

A `line` is a hand as in `game_log.changes.hand_line` (or a stored `HandRecord` with its book); an event is one of the
replay document. Plain text: no database, no HTML. Each sentence is one msgid with placeholders.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, Self

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet
from scoring.rulebook import Terms, asked_of
from scoring.tournament import ENDINGS, FLOWER_WINS
from tournaments.phrases.names import Substitute, isolated

Event = Mapping[str, Any]
Line = Mapping[str, Any]

HAND_NAMES = {
    "東一局": lazy("東一局"),
    "東二局": lazy("東二局"),
    "東三局": lazy("東三局"),
    "東四局": lazy("東四局"),
    "南一局": lazy("南一局"),
    "南二局": lazy("南二局"),
    "南三局": lazy("南三局"),
    "南四局": lazy("南四局"),
    "西一局": lazy("西一局"),
    "西二局": lazy("西二局"),
    "西三局": lazy("西三局"),
    "西四局": lazy("西四局"),
    "北一局": lazy("北一局"),
    "北二局": lazy("北二局"),
    "北三局": lazy("北三局"),
    "北四局": lazy("北四局"),
}
WINDS = {"E": lazy("東"), "S": lazy("南"), "W": lazy("西"), "N": lazy("北")}
_OF_HANDS = dict(zip("東南西北", WINDS.values(), strict=True))  # data

POSITIONS = (lazy("莊"), lazy("下家"), lazy("對家"), lazy("上家"))
"""Seats relative to the dealer, for rules in which 門風 depends on the 開門位."""
UNITS = {"番": lazy("番"), "台": lazy("台")}
CARDS = {"yellow": lazy("黃牌"), "red": lazy("紅牌")}
RESULTS = {
    "draw": lazy("流局"),
    "replayed": lazy("這一局重打"),
    "false_win": lazy("這一局作詐糊"),
    "stopped": lazy("鐘響，這一局中止"),
    "open": lazy("進行中"),
}
REASONS = {
    "win": lazy("食糊"),
    "chain": lazy("收拉"),
    "reward": lazy("獎勵"),
    "fine": lazy("罰分"),
    "deduction": lazy("罰分"),
    "liability": lazy("包牌"),
}
METHODS = {
    "tap": lazy("輕按座位"),
    "pin": lazy("個人密碼"),
    "referee": lazy("裁判代為確認"),
    "phone": lazy("自己的電話"),
}
REWARDS = {
    "concealed_kong": lazy("%(name)s 暗槓"),
    "grass": lazy("%(name)s 一台草"),
    "flower_set": lazy("%(name)s 一台花"),
    "two_flower_sets": lazy("%(name)s 兩台花"),
    "seven_rob_one": lazy("%(name)s 七搶一，%(payer)s 付"),
    "one_two_three": lazy("%(name)s 擲出一二三骰"),
    "equal_dice": lazy("%(name)s 擲出圍骰"),
}
MOVES = {
    "grow": lazy("%(winner)s 拉 %(payer)s：%(before)s → %(after)s"),
    "open": lazy("%(winner)s 拉 %(payer)s：新開 %(after)s"),
    "keep": lazy("%(winner)s 拉 %(payer)s：%(after)s 不變"),
    "halve": lazy("%(payer)s 付 %(winner)s 一半：%(before)s → 付 %(paid)s，其餘取消"),
    "collect": lazy("%(payer)s 付清 %(winner)s：%(paid)s"),
    "surrender": lazy("%(payer)s 投降，付清 %(winner)s：%(paid)s"),
    "end": lazy("半莊完，%(payer)s 付清 %(winner)s：%(paid)s"),
}
CONSEQUENCES = {
    "warning": lazy("警告"),
    "yellow": lazy("黃牌"),
    "red": lazy("紅牌"),
    "ban": lazy("這一局禁止食糊"),
    "replay_hand": lazy("這一局重打"),
    "draw_hand": lazy("這一局作流局"),
    "false_win_hand": lazy("這一局作詐糊"),
    "disqualify": lazy("取消資格"),
    "blacklist": lazy("列入黑名單"),
    "suspend": lazy("停賽"),
    "withdraw": lazy("退賽"),
    "deduct": lazy("扣 %(value)s 分"),
    "deduct_after_game": lazy("半莊後扣 %(value)s 分"),
    "deduct_per_tile": lazy("每隻牌扣 %(value)s 分"),
    "deduct_base": lazy("扣 %(value)s 底"),
    "deduct_tai": lazy("扣 %(value)s 台"),
    "fine_base": lazy("罰 %(value)s 底（付給其餘三家）"),
    "pay_each": lazy("付其餘三家各 %(value)s 分"),
    "pay_each_base": lazy("付其餘三家各 %(value)s 底"),
    "give_back_base": lazy("退還三家各 %(value)s 底"),
    "pay_base": lazy("付 %(to)s %(value)s 底"),
    "pay_tai": lazy("付 %(to)s %(value)s 台"),
    "pay": lazy("付 %(to)s %(value)s 分"),
    "pay_each_hand": lazy("照 %(fan)s %(unit)s 付其餘三家"),
    "ladder": lazy("同一局內逐次：%(value)s"),
}
MULTIPLE = {2: lazy("雙響"), 3: lazy("三響")}
_END = 2**31
"""A number higher than that of every act of a hand."""


def local(zh: str, en: str) -> str:
    return en if en and _english() else zh


def both_names(zh: str, en: str) -> str:
    """Return a fan's name as a heading, in English with the spoken name: "Half flush (湊一色)"."""
    return f"{en} ({zh})" if en and _english() else zh


def local_glossed(zh: str, en: str, rules: RuleSet) -> str:
    """Return the Chinese, or the English with (Concealed hand) after the first 門清."""
    text = local(zh, en)
    return text if text == zh else glossed(text, rules)


def glossed(text: str, rules: RuleSet) -> str:
    """Add the English after the first mention of each fan, unless a bracket already follows it."""
    names, pattern = _fan_names(rules)
    seen: set[str] = set()

    def put(found: re.Match[str]) -> str:
        name = found[0]
        if name in seen or text.startswith(" (", found.end()):
            return name
        seen.add(name)
        return f"{name} ({names[name]})"

    return pattern.sub(put, text) if names else text


@lru_cache(maxsize=16)
def _fan_names(rules: RuleSet) -> tuple[dict[str, str], re.Pattern[str]]:
    names = {fan.name: fan.name_en for fan in rules.fans if fan.name_en}
    return names, re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))


def said(text: object, rules: RuleSet) -> str:
    """Translate a text into the rule set's own words (食糊 or 胡牌). Insert names afterwards."""
    return rules.terms.said(str(text), english=_english())


def unit_of(rules: RuleSet) -> str:
    """Return the unit, 番 or 台, in the reader's language."""
    return str(UNITS.get(rules.unit, rules.unit))


def _english() -> bool:
    return (get_language() or "").startswith("en")


def plain(points: object) -> str:
    """Format points without a sign: "2.5", "40"."""
    return format(Decimal(str(points)).normalize(), "f")


def listed(parts: Sequence[str]) -> str:
    return _("、").join(parts)


def steps_of(ladder: Sequence[str]) -> str:
    """累進: list the steps of a ladder: 警告、扣 5 分、扣 10 分."""
    return listed([str(CONSEQUENCES.get(step) or CONSEQUENCES["deduct"] % {"value": step}) for step in ladder])


def plural(text: str, count: int, **words: object) -> str:
    """Fill in a sentence that has two forms in English, and one in Chinese."""
    return ngettext(text, text, count) % {"count": count, **words}


def joined(sentences: Iterable[str]) -> str:
    """Join sentences, with spaces unless the page is in Chinese."""
    return ("" if (get_language() or "").startswith("zh") else " ").join(sentences)


def wind_of(hand: str) -> str:
    """Return the 圈 of a hand from its name (東一局)."""
    return str(_OF_HANDS[hand[0]])


def hand_name(name: str) -> str:
    """Translate 局名: 東一局, East 1."""
    return str(HAND_NAMES.get(name, name))


def seat_words(rules: RuleSet, deal: int, dealer: int, opening: int | None = None) -> tuple[str, ...]:
    """Return the 門風 of seats 0–3 in the hand of this deal; if it depends on an unknown 開門位, the positions relative
    to the dealer."""
    if opening is None and asked_of(rules).opening:
        return tuple(str(POSITIONS[(seat - dealer) % 4]) for seat in range(4))
    return tuple(str(WINDS[wind]) for wind in rules.game.seat_winds(deal, dealer if opening is None else opening))


def hand_title(name: str, streak: int, rules: RuleSet) -> str:
    """Return 局名 with the streak in the rules' words: "東一局 · 拉二莊", "東一局 · 連二拉二"."""
    return f"{hand_name(name)} · {streak_word(streak, rules)}" if streak else hand_name(name)


@dataclass(frozen=True)
class PaidFans:
    """The 番數 of one winner, in words. `dealer_pays`: the dealer's payment if it differs, else 0."""

    text: str
    dealer_pays: int = 0


def paid_fans(line: Mapping[str, Any], rules: RuleSet) -> dict[int, PaidFans]:
    """Return each winner's pay for a hand, with 底; additional payments of single payers (另付) are separate."""
    by_winner: dict[int, list[Mapping[str, Any]]] = {}
    for payment in line.get("payments", ()):
        by_winner.setdefault(payment["winner"], []).append(payment)
    found = {}
    for winner, payments in by_winner.items():
        fan, multi = payments[0]["fan"], payments[0]["multi"]
        shares = {payment["dealer"] for payment in payments}
        alike = len(shares) == 1
        dealer = shares.pop() if alike else 0
        parts = [str(fan), *added_parts(rules, multi=multi, winners=len(by_winner), dealer=dealer)]
        text = " + ".join(parts) + (f" = {fan + multi + dealer}" if len(parts) > 1 else "")
        found[winner] = PaidFans(text, 0 if alike else fan + multi + max(shares))
    return found


def streak_word(streak: int, rules: RuleSet) -> str:
    """連莊: return "拉二莊", "連二拉二"; "" without a streak."""
    return rules.terms.streak(streak, english=_english()) if streak else ""


def dealer_part(fan: int, rules: RuleSet) -> str:
    """莊家連拉: return the dealer's part of a sum: "莊家 1" without a streak, "拉二莊 5" or "連二拉二 5" as counted
    (連莊示記)."""
    dealer = rules.game.dealer_fans
    streak = (fan - dealer.flat) // dealer.per_streak if dealer and dealer.per_streak else 0
    word = streak_word(streak, rules) if streak else _("莊家")
    if streak and rules.terms.streak_zh != Terms().streak_zh:
        word = _("莊家%(streak)s") % {"streak": word}
    return _("%(streak)s %(fan)s") % {"streak": word, "fan": fan}


def added_parts(
    rules: RuleSet, *, base: int = 0, multi: int = 0, winners: int = 1, dealer: int = 0, extra: int = 0
) -> list[str]:
    """Return the parts of a sum that the app adds to a count, without zeros: 底, 雙響 or 三響, the dealer's, 另付."""
    parts = [_("底 %(fan)s") % {"fan": base}] if base else []
    if multi:
        parts.append(_("%(multiple)s %(fan)s") % {"multiple": MULTIPLE.get(winners, ""), "fan": multi})
    if dealer:
        parts.append(dealer_part(dealer, rules))
    return [*parts, *([_("另付 %(fan)s") % {"fan": extra}] if extra else [])]


@dataclass(frozen=True)
class Wording:
    """Player names by seat and the rule set: the context for building sentences.

    Points carry the name of the player who began the game; rulings and cards that of the person in the seat then.
    `sat`: substitutes by seat · `late`: seats whose substitute is meant · `numbers`: of the players by seat, for links.
    """

    names: Sequence[str]
    rules: RuleSet
    sat: Mapping[int, Substitute] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    numbers: Sequence[int] = ()

    def at(self, hand: int, act: int | None = None) -> Self:
        """Return the wording for a ruling in this hand, by this act (None: at its end)."""
        if not self.sat:
            return self
        late = (seat for seat, one in self.sat.items() if (hand, _END if act is None else act) > (one.since, one.act))
        return replace(self, late=frozenset(late))

    def name(self, seat: int | None) -> str:
        """Return the player of a seat; None is the house."""
        return pgettext("points", "大會") if seat is None else isolated(self.names[seat])

    def person(self, seat: int) -> str:
        """Return the person in the seat, player or substitute."""
        return isolated(self.sat[seat].name if seat in self.late else self.names[seat])

    def sitting(self, seat: int) -> str:
        """Return the person in the seat now, who confirms and signs."""
        return isolated(self.sat[seat].name if seat in self.sat else self.names[seat])

    def said(self, text: object) -> str:
        return said(text, self.rules)

    def title(self, line: Line) -> str:
        """Return 局名 with its streak: "東一局 · 拉二莊"."""
        return hand_title(line["name"], line["dealer_streak"], self.rules)

    def result(self, line: Line) -> str:
        """Describe the result: 「張國強 自摸 37 番」, 「張國強 食糊 20 番，李小龍 出銃」, 「流局」 …"""
        closing = closing_event(line)
        if line["result"] == "win" and closing is not None:
            return self.win(closing, paid_fans(line, self.rules))
        if line["result"] == "draw" and closing is not None and closing["type"] == "draw":
            return self.draw(closing)
        if line["result"] in ("replayed", "false_win", "draw") and closing is not None and closing["type"] == "ruling":
            # The result already says how the hand ended, so the consequences leave that out.
            rest = [one for one in closing.get("consequences", ()) if one not in ENDINGS]
            ruling = self.at(line.get("number", 0)).ruling({**closing, "consequences": rest})
            return _("%(ruling)s；%(result)s") % {"ruling": ruling, "result": self.said(RESULTS[line["result"]])}
        return self.said(RESULTS[line["result"]])

    def win(self, event: Event, fans: Mapping[int, int | PaidFans]) -> str:
        """Describe 食糊; `fans`: counts of the winners by seat (an event with tiles has none), or their pay."""
        winners = event.get("winners") or [{"seat": event["winner"], "fan": event.get("fan", "")}]
        unit = unit_of(self.rules)
        paid = [fans.get(one["seat"], one.get("fan", "")) for one in winners]
        won = [
            {"winner": self.name(one["seat"]), "fan": fan.text if isinstance(fan, PaidFans) else fan, "unit": unit}
            for one, fan in zip(winners, paid, strict=True)
        ]
        payer = event.get("from")
        words: dict[str, Any] = {"payer": "" if payer is None else self.name(payer)}
        circumstances = (event.get("hand") or {}).get("circumstances", ())
        if event.get("winners"):
            text = _("%(payer)s 出銃，%(multiple)s：%(winners)s")
            words["multiple"] = MULTIPLE.get(len(won), "")
            words["winners"] = _("、").join(_("%(winner)s %(fan)s %(unit)s") % one for one in won)
        elif event.get("flower_win") or not FLOWER_WINS.isdisjoint(circumstances):
            text = _("%(winner)s 花糊 %(fan)s %(unit)s")
            if payer is not None:
                text = _("%(winner)s 七搶一花糊 %(fan)s %(unit)s，%(payer)s 被搶")
        elif event.get("robbed_kong"):
            text = _("%(winner)s 搶槓食糊 %(fan)s %(unit)s，%(payer)s 被搶")
        elif payer is not None:
            text = _("%(winner)s 食糊 %(fan)s %(unit)s，%(payer)s 出銃")
        else:
            text = _("%(winner)s 自摸 %(fan)s %(unit)s")
        sentence, fan = self.said(text) % (won[0] | words), paid[0]
        if isinstance(fan, PaidFans) and fan.dealer_pays and not event.get("winners"):
            words = {"sentence": sentence, "fan": fan.dealer_pays, "unit": unit}
            sentence = self.said(_("%(sentence)s，莊家付 %(fan)s %(unit)s")) % words
        for one in event.get("extra") or ():
            words = {"sentence": sentence, "payer": self.name(one["seat"]), "fan": one["fan"], "unit": unit}
            sentence = _("%(sentence)s，%(payer)s 另付 %(fan)s %(unit)s") % words
        if event.get("shown_streak") is not None:
            words = {"sentence": sentence, "streak": event["shown_streak"]}
            sentence = _("%(sentence)s，連莊示記 %(streak)s") % words
        liable = event.get("liable")
        if liable is None:
            return sentence
        rule = self.rules.game.liability
        cause = rule.causes.get(event.get("cause") or "") if rule else None
        return _("%(sentence)s，%(liable)s %(cause)s") % {
            "sentence": sentence,
            "liable": listed([self.name(seat) for seat in ([liable] if isinstance(liable, int) else liable)]),
            "cause": local(cause.name_zh, cause.name_en) if cause else _("包牌"),
        }

    def draw(self, event: Event) -> str:
        """Describe 流局, with the seats that were not ready and the dice for the next dealer."""
        parts = [self.said(_("流局"))]
        if event.get("not_ready"):
            parts.append(_("%(names)s 不聽") % {"names": listed([self.name(seat) for seat in event["not_ready"]])})
        if event.get("dealer") is not None:
            parts.append(_("擲骰由 %(name)s 起莊") % {"name": self.name(event["dealer"])})
        return _("，").join(parts)

    def reward(self, event: Event) -> str:
        """Describe 中途獎勵: "李小龍 暗槓"."""
        kind, reward = event["kind"], self.rules.game.rewards.get(event["kind"])
        names = {"name": self.name(event["seat"]), "payer": self.name(event.get("from"))}
        if kind in REWARDS:
            return str(REWARDS[kind]) % names
        if kind != "followed_discard":
            return _("%(name)s %(reward)s") % (names | {"reward": self.reward_name(kind)})
        if event.get("times", 1) > 1:
            return _("%(name)s 被追牌（連追 %(times)s 次）") % (names | {"times": event["times"]})
        if reward is None or reward.simple_units is None:
            return _("%(name)s 被追牌") % names
        return (_("%(name)s 被追牌（二至八）") if event.get("simple") else _("%(name)s 被追牌（么九、番子）")) % names

    def reward_name(self, kind: str) -> str:
        reward = self.rules.game.rewards.get(kind)
        return local(reward.name_zh, reward.name_en) if reward else kind

    def ruling(self, event: Event) -> str:
        """Describe 判決: the player and offence, then explicit consequences."""
        name = _("全檯") if event.get("seat") is None else self.person(event["seat"])
        words = {"name": name, "offence": self.offence_name(event.get("offence"))}
        spelled = [self.consequence(c, event) for c in event.get("consequences", ())]
        if spelled and words["offence"]:
            return _("%(name)s %(offence)s：%(consequences)s") % (words | {"consequences": listed(spelled)})
        if spelled:
            return _("%(name)s 判決：%(consequences)s") % (words | {"consequences": listed(spelled)})
        if not words["offence"]:
            return _("%(name)s 判決") % words
        return _("%(name)s %(offence)s") % words

    def offence_name(self, offence: str | None) -> str:
        """Return the catalogue's name of an offence (slug or name); "" without one."""
        found = next((one for one in self.rules.offences if offence in (one.slug, one.name_zh)), None)
        return local(found.name_zh, found.name_en) if found else offence or ""

    def consequence(self, consequence: object, event: Event) -> str:
        if isinstance(consequence, str):
            return self.said(CONSEQUENCES.get(consequence, consequence))
        assert isinstance(consequence, Mapping)
        kind, value = next(iter(consequence.items()))
        if kind == "pay_each_hand" and "fan" not in event:
            return self.said(_("照那副牌的數付其餘三家"))
        to = value[0] if kind == "pay" else event.get("to")
        name = _("一家") if to is None else self.name(to)
        value = steps_of(value) if kind == "ladder" else value[1] if kind == "pay" else value
        words = {"value": value, "to": name, "fan": event.get("fan"), "unit": unit_of(self.rules)}
        return self.said(CONSEQUENCES[kind]) % words

    def payment(self, payment: Line) -> str:
        """Describe 應付: "李小龍 付 張國強 42 番". 包付 sums several shares, so it names the hand's count."""
        words = {
            "payer": self.name(payment["payer"]),
            "winner": self.name(payment["winner"]),
            "fan": payment["fan"] + payment["multi"] + payment["dealer"] + payment.get("extra", 0),
            "unit": unit_of(self.rules),
            "points": plain(payment["points"]),
        }
        if payment.get("reason") == "liability":
            return _("%(payer)s 包付 %(winner)s %(points)s 分（這副牌 %(fan)s %(unit)s）") % words
        if words["points"] == str(words["fan"]):
            return _("%(payer)s 付 %(winner)s %(fan)s %(unit)s") % words
        return _("%(payer)s 付 %(winner)s %(points)s 分（%(fan)s %(unit)s）") % words

    def parts(self, payment: Line, *, base: int, winners: int = 1) -> str:
        """List the parts of a payment: "32 + 底 5 + 拉二莊 5", and how fans become points if they differ. `base`: the
        底 included in the count. "" for 包付."""
        if payment.get("reason") == "liability":
            return ""
        fan, multi, dealer, extra = payment["fan"], payment["multi"], payment["dealer"], payment.get("extra", 0)
        added = added_parts(self.rules, base=base, multi=multi, winners=winners, dealer=dealer, extra=extra)
        parts = [str(fan - base), *added]
        line, stakes = " + ".join(parts), self.rules.game.stakes
        if stakes is None or stakes == (0, 1):
            return line
        total = fan + multi + dealer + extra
        more = Decimal(payment["points"]) - stakes[0] - stakes[1] * total
        if stakes[1] == 1 and not more:
            return " + ".join([*(parts if total else ()), _("底 %(fan)s") % {"fan": plain(stakes[0])}])
        words = {"base": plain(stakes[0]), "fan": total, "each": plain(stakes[1]), "more": plain(more)}
        if more < 0:  # the payer had no more left
            words["points"] = plain(payment["points"])
            return line + _("；底 %(base)s + %(fan)s × %(each)s，只付剩下的 %(points)s") % words
        if more:
            return line + _("；底 %(base)s + %(fan)s × %(each)s + 內插 %(more)s") % words
        return line + _("；底 %(base)s + %(fan)s × %(each)s") % words

    def transfer(self, transfer: Line) -> str:
        """Describe 付分: "李小龍 付 張國強 40 分（收拉）"; to the house: "李小龍 扣 5 分（罰分）"."""
        words = {
            "payer": self.name(transfer["from"]),
            "target": self.name(transfer["to"]),
            "points": plain(transfer["points"]),
            "reason": self.said(REASONS.get(transfer["reason"], transfer["reason"])),
        }
        if transfer["to"] is None:
            return _("%(payer)s 扣 %(points)s 分（%(reason)s）") % words
        return _("%(payer)s 付 %(target)s %(points)s 分（%(reason)s）") % words

    def move(self, move: Line) -> str:
        """拉的去向: describe one chain before → after."""
        words = {
            "winner": self.name(move["winner"]),
            "payer": self.name(move["payer"]),
            "before": plain(move["before"]),
            "after": plain(move["after"]),
            "paid": plain(move["paid"]),
        }
        return self.said(MOVES[move["kind"]]) % words

    def chain(self, chain: Line) -> str:
        """Describe an open 拉: "張國強 ← 李小龍 74（拉2）"."""
        words = {
            "winner": self.name(chain["winner"]),
            "payer": self.name(chain["payer"]),
            "points": plain(chain["points"]),
            "pulls": chain["pulls"],
        }
        return _("%(winner)s ← %(payer)s %(points)s（拉%(pulls)s）") % words

    def card(self, card: Line) -> str:
        """Describe a card: "陳大文 黃牌"."""
        return _("%(name)s %(card)s") % {"name": self.person(card["seat"]), "card": CARDS[card["card"]]}


def closing_event(line: Line) -> Event | None:
    """Return the event that closed a hand, or the last one of an open hand; None if there is none."""
    events: list[Event] = [entry["event"] for entry in line.get("events", ())]
    for event in reversed(events):
        if event["type"] in ("win", "draw"):
            return event
    rulings = (event for event in reversed(events) if event["type"] == "ruling" and event.get("hand") != "previous")
    return next(rulings, None)


def rule_set_name(rules: RuleSet) -> str:
    return local(rules.name_zh, rules.name_en)
