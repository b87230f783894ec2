"""記錄一鋪: the meaning of a posted form, independent of any page.

Corrections of any hand use the same form: `state` is then the one in which that hand was closed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.core import signing
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.inputs import parse_int
from scoring import GameState, RuleSet, format_points
from scoring.rulebook import Offence, Reward
from tournaments.core.exceptions import Invalid
from tournaments.core.reason_forms import ReasonForm
from tournaments.models.digests import moment
from tournaments.phrases.kinds import KINDS, Kind
from tournaments.phrases.rulings import ENDS
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.claims import SUBSTITUTE_KINDS
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft
from tournaments.tables.recording.entry import SEATS, Posted, read_entry
from tournaments.tables.recording.liable_spans import knows_substitutes, liable_rulings
from tournaments.tables.recording.rewards import PLAIN, SIMPLE
from tournaments.tables.recording.win import CountedWin, counted_win
from tournaments.tables.recording.win_form import draw_asks

DRAW = "draw"


def clean_hand(posted: Posted, book: GameLog) -> tuple[Played, CountedWin | None]:
    """Return the 食糊 or 流局 in a posted form as an event, with the count of a win. Raises Unclear."""
    if posted.get("kind") == DRAW:
        return clean_draw(posted, book.rules, book.folded.state), None
    asked = liable_rulings(book.folded, book.rules)
    win = counted_win(read_entry(posted), book.rules, book.folded.state, asked)
    return win.played, win


def clean_draw(posted: Posted, rules: RuleSet, state: GameState) -> Played:
    """Return 流局 with its answers; without any, no seat and the same dealer."""
    event: dict[str, Any] = {"type": DRAW}
    asked = draw_asks(rules, state)
    not_ready = sorted({int(seat) for seat in posted.getlist("not_ready") if seat in SEATS})
    if "not_ready" in asked and not_ready:
        event["not_ready"] = not_ready
    dealer = posted.get("dealer")
    if "dealer" in asked and dealer in SEATS and int(dealer) != state.dealer:
        event["dealer"] = int(dealer)
    return Played(event)


# Signed data passed from page to page: the mark of a preview, the draft of a correction. The mark names the rules under
# which a hand was counted: a 番 called under one 底 and one table of fans is worth other points under another. It also
# has the time of the preview, when the hand had already ended.


def preview_mark(rules: str, shown: datetime, game_id: int) -> str:
    """Sign the mark of a preview. `rules`: their `rules_mark`."""
    return signing.dumps([rules, moment(shown)], salt=f"preview:{game_id}")


def opened_mark(text: str, game_id: int) -> tuple[str, datetime]:
    """Verify a mark. Raises Invalid unless this server signed it for this game."""
    try:
        rules, shown = signing.loads(text, salt=f"preview:{game_id}")
    except signing.BadSignature as error:
        raise Invalid(str(_("這一頁的內容不完整，請再輸入一次。")), field="counted") from error
    return rules, datetime.fromisoformat(shown)


def draft_text(draft: Draft, game_id: int) -> str:
    return signing.dumps([entry.as_entry() for entry in draft.entries], salt=f"correction:{game_id}", compress=True)


def opened_draft(text: str, game_id: int) -> Draft | None:
    """Verify a draft; None unless this server signed it for this game."""
    try:
        entries = signing.loads(text, salt=f"correction:{game_id}")
    except signing.BadSignature:
        return None
    return Draft(tuple(Played(entry["event"], entry["claim"]) for entry in entries))


class RewardForm(forms.Form):
    """One button; `event` is its meaning. `payer_missing`: the payer must still be chosen."""

    pick = forms.CharField(max_length=60, error_messages={"required": _("請揀獎勵和座位。")})
    times = forms.IntegerField(min_value=1, max_value=20, required=False)

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet) -> None:
        super().__init__(data)
        self.rules = rules
        self.payer_missing = False

    def clean_pick(self) -> dict[str, Any]:
        kind, _dot, rest = self.cleaned_data["pick"].partition(".")
        reward = self.rules.game.rewards.get(kind)
        event = _event(reward, rest.split(".")) if reward else None
        if reward is None or event is None:
            raise forms.ValidationError(_("這套規則沒有這種獎勵，請在這一頁再選一次。"))
        self.payer_missing = reward.who == "one_pays" and "from" not in event
        return event

    @property
    def event(self) -> dict[str, Any]:
        event = dict(self.cleaned_data["pick"])
        if self.rules.game.rewards[event["kind"]].times and self.cleaned_data.get("times"):
            event["times"] = self.cleaned_data["times"]
        return event


def _event(reward: Reward, parts: list[str]) -> dict[str, Any] | None:
    """Return the event of the rest of a button's value, or None if it is invalid."""
    if not parts or parts[0] not in ("0", "1", "2", "3"):
        return None
    event: dict[str, Any] = {"type": "reward", "kind": reward.kind, "seat": int(parts[0])}
    for part in parts[1:]:
        if part == SIMPLE:
            event["simple"] = True
        elif part in ("from0", "from1", "from2", "from3"):
            event["from"] = int(part[-1])
        elif part != PLAIN:
            return None
    return event


# 判決 as an event of the game, from the rules' catalogue alone, without database or state. Consequences in the
# catalogue are not asked for. If it leaves them to the referee, or the referee decides otherwise, they are composed
# here: warning, cards, ban, points to no player, to each or to one, how the hand ends.


NOBODY = "none"
SEAT_CHOICES = [(str(seat), str(seat)) for seat in range(4)]


def word_choices(rules: RuleSet, *, previous: bool = False) -> list[tuple[str, Promise]]:
    words: list[tuple[str, Promise]] = [("warning", _("警告"))]
    if rules.game.cards is not None:
        words += [("yellow", _("黃牌")), ("red", _("紅牌"))]
    if not previous:
        words += [("ban", _("這一局禁止食糊")), ("replay_hand", _("這一局重打")), ("draw_hand", _("這一局作流局"))]
        if rules.game.false_win_hand:
            words.append(("false_win_hand", _("這一局作詐糊")))
    words += [("disqualify", _("取消資格")), ("blacklist", _("列入黑名單"))]
    used = {word for offence in rules.offences for word in offence.consequences or () if isinstance(word, str)}
    rare = (("suspend", _("停賽")), ("withdraw", _("退賽")))
    return words + [(word, label) for word, label in rare if word in used]


def _whole_number(least: int, most: int) -> dict[str, Any]:
    message = format_lazy(_("要是 {least} 至 {most} 的整數。"), least=least, most=most)
    return dict.fromkeys(("invalid", "min_value", "max_value"), message)


class OffenceForm(forms.Form):
    """A ruling on an offence of the rules, at a table or outside a game. The form's next question is known before all
    is valid.

    `must_compose`: the catalogue leaves the consequences to the referee · `composed_before`: the page has shown the
    composing part, so that an empty choice is a decision too.
    """

    offence = forms.CharField(max_length=60, error_messages={"required": _("請揀犯規項目。")})
    tiles = forms.IntegerField(
        label=_("多少隻牌"), min_value=1, max_value=40, required=False, error_messages=_whole_number(1, 40)
    )
    compose = forms.BooleanField(required=False)
    words = forms.MultipleChoiceField(required=False)

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet, words: Sequence[tuple[str, Promise]]) -> None:
        super().__init__(data)
        self.rules = rules
        self.fields["words"].choices = words  # type: ignore[attr-defined]
        wanted = data.get("offence")
        self.offence_row = next((one for one in rules.offences if wanted in (one.slug, one.name_zh)), None)
        self.must_compose = self.offence_row is not None and self.leaves_open(self.offence_row)
        self.composes = self.must_compose or str(data.get("compose", "")) not in ("", "0", "false", "False")
        self.composed_before = bool(data.get("composed"))

    def leaves_open(self, offence: Offence) -> bool:
        raise NotImplementedError

    def errors_of(self, names: Iterable[str], wording: Wording) -> list[str]:
        """Return the errors of these fields as sentences that name the field."""
        named = [(wording.said(self[name].label), error) for name in names for error in self.errors.get(name, ())]
        return [gettext("%(name)s：%(words)s") % {"name": name, "words": error} for name, error in named]

    @property
    def ruling(self) -> dict[str, Any]:
        raise NotImplementedError

    @property
    def choice(self) -> str:
        """Return the part of a valid form that decides the consequences; the page sends it back as `shown`."""
        return json.dumps({key: value for key, value in self.ruling.items() if key != "note"}, sort_keys=True)

    @property
    def is_stale(self) -> bool:
        """Whether the page showed the consequences of another choice than the one that it sends."""
        return self.data.get("shown", self.choice) != self.choice

    @property
    def ticked_words(self) -> list[tuple[str, str, bool]]:
        """Return consequences with labels and whether they are ticked: as sent or, at first, as usual for the
        offence."""
        row = self.offence_row
        usual = (row.usual if row.discretion else row.consequences) if row else ()
        sent = self.data.getlist("words") if hasattr(self.data, "getlist") else self.data.get("words", [])
        ticked = sent if self.composed_before else [word for word in usual or () if isinstance(word, str)]
        choices = self.fields["words"].choices  # type: ignore[attr-defined]
        return [(word, str(label), word in ticked) for word, label in choices]

    def clean_offence(self) -> str:
        if self.offence_row is None:
            raise forms.ValidationError(_("犯規表沒有這一項，請再選。"))
        return self.offence_row.slug


class RulingForm(OffenceForm):
    """A ruling at a table. `state`: of the game, with the rewards of the hand.

    `is_previous`: the hand is closed, so a consequence can no longer end it · `gives_back`: by the catalogue a wrong
    kong returns its payment, so the referee is asked whether it received any; `unpaid`: none, by default as recorded.
    """

    field_order = ["seat"]
    seat = forms.ChoiceField(
        choices=[*SEAT_CHOICES, (NOBODY, NOBODY)],
        error_messages={"required": _("請揀犯規的一家。"), "invalid_choice": _("沒有這個座位。")},
    )
    hand = forms.IntegerField(label=_("哪一鋪"), min_value=1, max_value=999, required=False)
    substitute = forms.ChoiceField(
        label=_("代位賠付"), choices=[("", ""), *((kind, kind) for kind in SUBSTITUTE_KINDS)], required=False
    )
    to = forms.ChoiceField(label=_("付給哪一家"), choices=[("", ""), *SEAT_CHOICES], required=False)
    fan = forms.IntegerField(
        label=_("那副牌的番數"), min_value=0, max_value=999, required=False, error_messages=_whole_number(0, 999)
    )
    unpaid_kong = forms.BooleanField(label=_("這個暗槓未收過獎勵，不用退還"), required=False)
    deduct = forms.DecimalField(
        label=_("即扣分（歸大會）"), min_value=0, max_digits=6, decimal_places=1, required=False
    )
    deduct_after = forms.DecimalField(
        label=_("半莊後扣分（歸大會）"), min_value=0, max_digits=6, decimal_places=1, required=False
    )
    each_base = forms.IntegerField(label=_("付其餘三家各多少底"), min_value=0, max_value=99, required=False)
    pay_to = forms.ChoiceField(label=_("付給一家"), choices=[("", ""), *SEAT_CHOICES], required=False)
    pay_base = forms.IntegerField(label=_("付多少底"), min_value=0, max_value=99, required=False)
    pay_points = forms.DecimalField(label=_("付多少分"), min_value=0, max_digits=6, decimal_places=1, required=False)
    note = forms.CharField(label=_("事實（一句話）"), max_length=300, required=False)

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet, state: GameState) -> None:
        self.is_previous = str(data.get("hand", "")) != ""
        super().__init__(data, rules=rules, words=word_choices(rules, previous=self.is_previous))
        decided = () if self.composes or self.offence_row is None else self.offence_row.consequences or ()
        self.kept = [one for one in decided if not (isinstance(one, dict) and "give_back_base" in one)]
        self.gives_back = len(self.kept) < len(decided)
        self.unpaid = bool(data.get("unpaid_kong"))
        if not data.get("asked_kong"):
            hand = next((one for one in state.hands if one.number == parse_int(str(data.get("hand")))), state.open_hand)
            self.unpaid = all((kind, str(seat)) != ("concealed_kong", data.get("seat")) for kind, seat in hand.rewards)

    def leaves_open(self, offence: Offence) -> bool:
        """Whether the catalogue gives no consequences, or some that are meaningless for a closed hand."""
        words = offence.consequences
        return words is None or (self.is_previous and any(word in ("ban", *ENDS) for word in words))

    def clean(self) -> dict[str, Any]:
        """Add the offence's kind of 代位賠付, if the page did not ask for one."""
        data: dict[str, Any] = super().clean() or {}
        row = self.offence_row
        if row is None:
            return data
        if data.get("seat") == NOBODY and not row.seat_optional:
            self.add_error("seat", _("請揀犯規的一家；只有「洗牌重配」可以沒有犯規者。"))
        if data.get("substitute") and (data.get("seat") == NOBODY or not knows_substitutes(self.rules)):
            self.add_error("substitute", _("代位賠付要有一家代付，規則亦要有這一條。"))
        if "substitute" not in self.data:
            data["substitute"] = row.substitute
        if not self.composes:
            for key in row.needs:
                if data.get(key) in (None, "") and key not in self.errors:
                    self.add_error(key, _("這一條要填這一項。"))
            return data
        if (data.get("pay_points") or data.get("pay_base")) and not data.get("pay_to"):
            self.add_error("pay_to", _("請揀收分的一家。"))
        if data.get("pay_to") and data.get("pay_to") == data.get("seat"):
            self.add_error("pay_to", _("不能付給犯規者自己。"))
        return data

    @property
    def event(self) -> dict[str, Any]:
        """Return the event of a valid form, without consequences of the catalogue, but with composed ones."""
        data, row = self.cleaned_data, self.offence_row
        seat = None if data["seat"] == NOBODY else int(data["seat"])
        event: dict[str, Any] = {"type": "ruling", "seat": seat, "offence": data["offence"]}
        if self.composes:
            composed: list[Any] = list(data["words"])
            if data.get("deduct"):
                composed.append({"deduct": format_points(data["deduct"])})
            if data.get("deduct_after"):
                composed.append({"deduct_after_game": format_points(data["deduct_after"])})
            if data.get("each_base"):
                composed.append({"fine_base": data["each_base"]})
            if data.get("pay_base"):
                composed.append({"pay_base": data["pay_base"]})
            if data.get("pay_points"):
                composed.append({"pay": [int(data["pay_to"]), format_points(Decimal(data["pay_points"]))]})
            event["consequences"] = composed
            event |= {"to": int(data["pay_to"])} if data.get("pay_base") else {}
        else:
            event |= {key: int(data[key]) for key in (row.needs if row else ())}
            if self.gives_back and self.unpaid:
                event["consequences"] = self.kept
        if self.is_previous:
            event["hand"] = "previous"
        return event

    @property
    def ruling(self) -> dict[str, Any]:
        """Return the event and the data stored beside it, as arguments of `penalties.services.rulings.rule`."""
        return {"event": self.event} | {name: self.cleaned_data[name] for name in ("note", "hand", "substitute")}


class OtherForm(ReasonForm):
    """其他 as one button's value: "wrong_dealer.2", "time_up.during", "surrender.1.0", "pause"; and the fields that
    some kinds need (`Kind.asks`). `complete`: the page has shown them, so that a missing one is an error."""

    pick = forms.CharField(max_length=40, error_messages={"required": _("請揀一項。")})
    minutes = forms.IntegerField(
        label=_("共多少分鐘（留空：由現在起暫停）"),
        min_value=1,
        max_value=600,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _("分鐘要是 1 至 600 的整數。")),
    )

    def __init__(self, data: Mapping[str, Any], *, complete: bool) -> None:
        super().__init__(data)
        self.complete = complete

    def clean_pick(self) -> dict[str, Any]:
        kind, *parts = self.cleaned_data["pick"].split(".")
        event = KINDS[kind].read(parts) if kind in KINDS else None
        if event is None:
            raise forms.ValidationError(_("不明白這一項，請在這一頁再選一次。"))
        return event

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        asked = self.kind.asks if "pick" in data and self.complete else ()
        for name in {"reason", "minutes"} & self.errors.keys() - set(asked):
            del self.errors[name]
        return data

    @property
    def event(self) -> dict[str, Any]:
        asked = {name: self.cleaned_data.get(name) for name in self.kind.asks}
        return dict(self.cleaned_data["pick"]) | asked

    @property
    def kind(self) -> Kind:
        return KINDS[self.cleaned_data["pick"]["type"]]
