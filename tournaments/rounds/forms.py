from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.inputs import NameField, parse_int
from scoring import RuleSet
from scoring.rulebook import lengths_of
from tournaments.models import Stage
from tournaments.phrases.days import day_text
from tournaments.phrases.stages import TIE_WORDS
from tournaments.phrases.wording import local, said
from tournaments.players.lists.players import read_numbers, write_numbers
from tournaments.rounds.services import event_draws, seating
from tournaments.rounds.services.stages import FORMATS, divided
from tournaments.rulebook.page import length_name
from tournaments.tables.game_log.read import in_words_of, rules_of

_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class DayForm(forms.Form):
    day = forms.DateField(
        label=_("日期"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("紅牌到這一日完結為止。"),
        error_messages={"required": _("請揀日期。"), "invalid": _("請用年-月-日寫日期，例如 2026-11-21。")},
    )

    def __init__(self, *args: Any, rules: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if rules.game.cards is None:
            self.fields["day"].help_text = ""


def length_field(rules: RuleSet, usual: int, words: str) -> forms.TypedChoiceField | None:
    """Return the field 每個半莊打幾圈, None if the rules offer only one. Empty means `usual`, shown as `words`."""
    others = [(str(one), length_name(one, rules)) for one in lengths_of(rules) if one != usual]
    if not others:
        return None
    return forms.TypedChoiceField(
        label=said(_("每個半莊打幾圈"), rules),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", words), *others],
        error_messages={"invalid_choice": _("這套規則沒有這個長度，請再選。")},
    )


class LengthForm(forms.Form):
    """長度 of games in 圈; empty means that of `stage` or of the event's `rules`. No field if the rules have only
    one."""

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        rules: RuleSet,
        stage: Stage,
        chosen: int | None = None,
        hint: str = "",
    ) -> None:
        usual = stage.wind_rounds or rules.game.wind_rounds
        super().__init__(data, initial={"wind_rounds": "" if chosen in (None, usual) else str(chosen)})
        words = gettext("按這個階段：%(length)s") if stage.wind_rounds else gettext("按規則：%(length)s")
        field = length_field(rules, usual, words % {"length": length_name(usual, rules)})
        if field is not None:
            field.help_text = hint
            self.fields["wind_rounds"] = field


class DrawForm(forms.Form):
    """抽籤: empty for a new seed, or the seed of an earlier draw to get the same seats."""

    seed = forms.CharField(
        label=_("抽籤號碼"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("留空會抽一個新號碼；同一個號碼會抽出同樣的座位。"),
    )


WAYS = {
    "swiss": _("瑞士制：按現時名次，相鄰的同檯，盡量不重遇"),
    "snake": _("蛇形：按現時名次，1、2、3……輪流到各檯，再倒回來"),
    "steps": _("等距：第 1 名與四分一、一半、四分三的名次同檯"),
    "script": _("座位表：每行寫一檯的四個名次，例如 1 16 32 48"),
    "written": _("寫好的座位：每行寫一檯的四個選手號碼，例如 3: 17 5 9 2"),
    "rest": _("保留部分檯，其餘再抽"),
}


class WaysForm(forms.Form):
    way = forms.ChoiceField(
        label=_("編法"),
        choices=list(WAYS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("請揀編法。"), "invalid_choice": _("請揀編法。")},
    )
    text = forms.CharField(
        label=_("座位表"),
        required=False,
        max_length=seating.MOST_LETTERS,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text=_("只用於「座位表」和「寫好的座位」。"),
    )
    keep = forms.MultipleChoiceField(
        label=_("保留的檯"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("沒有這張檯。")},
    )

    def __init__(self, *args: object, tables: list[int], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if tables:
            self.fields["keep"].choices = [(str(number), str(number)) for number in tables]  # type: ignore[attr-defined]
        else:
            del self.fields["keep"]
            choices = [(key, words) for key, words in WAYS.items() if key != "rest"]
            self.fields["way"].choices = choices  # type: ignore[attr-defined]


class LockForm(forms.Form):
    count = forms.IntegerField(
        widget=forms.NumberInput({"inputmode": "numeric"}),
        help_text=_("還未公布的會用新的座位；不夠的會自動加上。"),
        error_messages={"required": _("請輸入數目。"), "invalid": _("請輸入數目。")},
    )

    def __init__(self, *args: object, coming: event_draws.NextDraw, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.coming = coming
        self.fields["count"].label = in_words_of(coming.stage.event, _("抽多少個半莊"))
        self.fields["count"].initial = coming.planned
        self.fields["count"].widget.attrs |= {"min": 1, "max": coming.most}

    def clean_count(self) -> int:
        count: int = self.cleaned_data["count"]
        if refusal := self.coming.refusal(count):
            raise forms.ValidationError(refusal)
        return count


class SeedForm(forms.Form):
    """Asks for the public seed (公開號碼). `again`: there was an earlier draw from this list."""

    seed = forms.CharField(
        label=_("公開號碼"),
        max_length=event_draws.MOST_LETTERS,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("鎖定名單之後才公開的號碼：場內擲的骰、下一期六合彩……"),
        error_messages={"required": _("請寫公開的號碼，例如骰子或六合彩的結果。")},
    )
    reason = forms.CharField(
        label=_("為何重抽"),
        max_length=event_draws.MOST_LETTERS,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("重抽要寫原因。")},
    )

    def __init__(self, *args: object, again: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not again:
            del self.fields["reason"]


class ReleaseForm(forms.Form):
    reason = forms.CharField(
        label=_("原因"),
        max_length=event_draws.MOST_LETTERS,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("請寫原因。")},
    )


_RULE = "rule-"
_AS_EVENT = ""
MOST_PLACES = 9999


class StageForm(forms.Form):
    """更改階段. `fixed`: its first hand is recorded, so only its name and number of games can be changed."""

    name = NameField(label=_("名稱"), max_length=40, error_messages={"required": _("請寫階段的名稱。")})
    rounds_planned = forms.IntegerField(
        required=False, min_value=1, max_value=40, widget=forms.TextInput(_NUMBER),
        help_text=_("留空就是賽事設定的數目。"),
    )  # fmt: skip
    places = forms.IntegerField(
        label=_("晉級人數"), min_value=0, max_value=MOST_PLACES, widget=forms.TextInput(_NUMBER),
        help_text=_("最後一個階段寫 0。"),
    )  # fmt: skip
    share = forms.ChoiceField(label=_("名額"), choices=Stage.Share.choices)
    per_table = forms.IntegerField(
        label=_("每檯晉級"), min_value=0, max_value=4, widget=forms.TextInput(_NUMBER),
        help_text=_("每檯最好的幾名先晉級，其餘名額再按總分；0 就是不按檯計。"),
    )  # fmt: skip
    session_days = forms.CharField(
        label=_("場次的日期"), required=False,
        help_text=_("分場的階段，每場寫一個日期，用空格分開；不分場就留空。"),
    )  # fmt: skip
    quotas = forms.CharField(
        label=_("每場名額"), required=False, help_text=_("留空就按各日人數的比例分配（最大餘額法），同一日各場平分。")
    )
    carry = forms.ChoiceField(label=_("帶分"), choices=Stage.Carry.choices)
    seating = forms.ChoiceField(label=_("最初的座位"), choices=Stage.Seating.choices)
    tie_first = forms.ChoiceField(label=_("同分先比"), required=False)
    tie_second = forms.ChoiceField(label=_("再比"), required=False, help_text=_("仍然相同就抽籤。"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, stage: Stage, fixed: bool = False) -> None:
        ties, rules = [*stage.tie_breaks, "", ""], rules_of(stage.event)
        usual = rules.game.wind_rounds
        as_stored = ("name", "rounds_planned", "places", "share", "per_table", "carry", "seating")
        initial = {name: getattr(stage, name) for name in as_stored} | {
            "session_days": " ".join(stage.session_days),
            "quotas": " ".join(map(str, stage.quotas)),
            "tie_first": ties[0],
            "tie_second": ties[1],
            "wind_rounds": "" if stage.wind_rounds in (None, usual) else str(stage.wind_rounds),
        }
        super().__init__(data, initial=initial)
        self.stage = stage
        self.fields["rounds_planned"].label = in_words_of(stage.event, _("每人打幾個半莊"))
        words = [(word, text) for word, text in TIE_WORDS.items() if stage.number > 1 or word != "previous"]
        for name in ("tie_first", "tie_second"):
            self.fields[name].choices = [("", _("不比")), *words]  # type: ignore[attr-defined]
        for setting in rules.settings:
            if setting.kind == "flag":
                self.fields[_RULE + setting.id] = forms.ChoiceField(
                    label=local(setting.name_zh, setting.name_en),
                    required=False,
                    choices=[(_AS_EVENT, _("與賽事相同")), ("true", _("是")), ("false", _("否"))],
                    initial={None: _AS_EVENT, True: "true", False: "false"}[stage.rule_settings.get(setting.id)],
                )
        length = length_field(rules, usual, gettext("與賽事相同：%(length)s") % {"length": length_name(usual, rules)})
        if length is not None:
            self.fields["wind_rounds"] = length
        if fixed:
            for name, field in self.fields.items():
                field.disabled = name not in ("name", "rounds_planned")

    def clean_session_days(self) -> list[str]:
        try:
            return sorted(date.fromisoformat(one).isoformat() for one in self.cleaned_data["session_days"].split())
        except ValueError as error:
            raise ValidationError(gettext("請用年-月-日寫日期，例如 2026-11-21。")) from error

    def clean_quotas(self) -> list[int]:
        numbers = [parse_int(word, MOST_PLACES) for word in self.cleaned_data["quotas"].split()]
        if None in numbers:
            raise ValidationError(gettext("請只寫數目，用空格分開。"))
        return [number for number in numbers if number is not None]

    @property
    def values(self) -> dict[str, Any]:
        found = dict(self.cleaned_data)
        found["tie_breaks"] = [word for word in (found.pop("tie_first"), found.pop("tie_second")) if word]
        chosen = {name.removeprefix(_RULE): found.pop(name) for name in list(found) if name.startswith(_RULE)}
        kept = {name: value for name, value in self.stage.rule_settings.items() if name not in chosen}
        found["rule_settings"] = kept | {name: word == "true" for name, word in chosen.items() if word}
        return found


class FormatForm(forms.Form):
    format = forms.ChoiceField(label=_("賽制"), choices=[(one.id, one.name) for one in FORMATS.values()])
    players = forms.IntegerField(
        label=_("選手人數"), min_value=4, max_value=9999, widget=forms.TextInput(_NUMBER),
        help_text=_("晉級人數會按這個人數定。"),
    )  # fmt: skip
    sessions = forms.IntegerField(
        label=_("第一個階段分幾場"), min_value=0, max_value=20, required=False, widget=forms.TextInput(_NUMBER),
        help_text=_("不分場就寫 0。"),
    )  # fmt: skip


class SessionsForm(forms.Form):
    """編場次: the numbers of the players of each session, such as "1-64, 70"."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, stage: Stage, numbers: list[int], placed: Mapping[int, int]
    ) -> None:
        super().__init__(data)
        self.undecided = not placed
        shown = placed or divided(numbers, stage.sessions) if stage.sessions else {}
        for session, day in enumerate(map(date.fromisoformat, stage.session_days), start=1):
            self.fields[f"s{session}"] = forms.CharField(
                label=gettext("第 %(number)s 場（%(day)s）") % {"number": session, "day": day_text(day)},
                required=False,
                initial=write_numbers(sorted(number for number, one in shown.items() if one == session)),
                widget=forms.TextInput({"autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        found: dict[int, int] = {}
        for name in self.fields:
            try:
                numbers = read_numbers(self.cleaned_data.get(name, ""))
            except ValueError:
                self.add_error(name, gettext("請寫選手的號碼，例如 1-16, 20。"))
                continue
            for number in numbers:
                if number in found:
                    words = {"number": number, "session": found[number]}
                    self.add_error(name, gettext("%(number)s 號已在第 %(session)s 場。") % words)
                found[number] = int(name[1:])
        return {"sessions": found}


class LotForm(forms.Form):
    """抽籤 between tied players, by a public word."""

    word = forms.CharField(
        label=_("公開的字或數"), max_length=80, widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("名單讀出之後才定的，例如現場擲骰的點數。任何人都可以用它重算次序。"),
        error_messages={"required": _("請寫公開的字或數，例如現場擲骰的點數。")},
    )  # fmt: skip


class NumberForm(forms.Form):
    number = forms.IntegerField(
        label=_("選手號碼"), min_value=1, widget=forms.TextInput(_NUMBER),
        error_messages={"required": _("請寫選手的號碼。"), "invalid": _("請寫選手的號碼。")},
    )  # fmt: skip
