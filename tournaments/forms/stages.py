from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from accounts.numbers import whole
from tournaments.book.read import rules_of
from tournaments.forms.rounds import length_field
from tournaments.models import Stage
from tournaments.players.lists.players import read_numbers, write_numbers
from tournaments.rulebook.page import length_name
from tournaments.services.formats import FORMATS
from tournaments.services.stages import divided
from tournaments.words.days import day_text
from tournaments.words.stages import TIE_WORDS
from tournaments.words.wording import local

_RULE = "rule-"
_AS_EVENT = ""
MOST_PLACES = 9999
_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class StageForm(forms.Form):
    """更改階段. `fixed`: its first hand is recorded, and only its name and number of games can be changed."""

    name = NameField(label=_("名稱"), max_length=40, error_messages={"required": _("請寫階段的名稱。")})
    rounds_planned = forms.IntegerField(
        label=_("每人打幾個半莊"), required=False, min_value=1, max_value=40, widget=forms.TextInput(_NUMBER),
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
    seating = forms.ChoiceField(label=_("第一輪編位"), choices=Stage.Seating.choices)
    tie_first = forms.ChoiceField(label=_("同分先比"), required=False)
    tie_second = forms.ChoiceField(label=_("再比"), required=False, help_text=_("仍然相同就抽籤。"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, stage: Stage, fixed: bool = False) -> None:
        super().__init__(data, initial=_initial(stage))
        self.stage = stage
        words = [(word, text) for word, text in TIE_WORDS.items() if stage.number > 1 or word != "previous"]
        for name in ("tie_first", "tie_second"):
            self._field(name).choices = [("", _("不比")), *words]
        for setting in rules_of(stage.event).settings:
            if setting.kind == "flag":
                self.fields[_RULE + setting.id] = forms.ChoiceField(
                    label=local(setting.name_zh, setting.name_en),
                    required=False,
                    choices=[(_AS_EVENT, _("與賽事相同")), ("true", _("是")), ("false", _("否"))],
                    initial={None: _AS_EVENT, True: "true", False: "false"}[stage.rule_settings.get(setting.id)],
                )
        self._add_length()
        if fixed:
            for name, field in self.fields.items():
                field.disabled = name not in ("name", "rounds_planned")

    def _add_length(self) -> None:
        rules = rules_of(self.stage.event)
        usual = rules.game.wind_rounds
        field = length_field(rules, usual, gettext("與賽事相同：%(length)s") % {"length": length_name(usual, rules)})
        if field is not None:
            self.fields["wind_rounds"] = field
            self.initial["wind_rounds"] = "" if self.stage.wind_rounds in (None, usual) else str(self.stage.wind_rounds)

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def clean_session_days(self) -> list[str]:
        try:
            return sorted(date.fromisoformat(one).isoformat() for one in self.cleaned_data["session_days"].split())
        except ValueError as error:
            raise ValidationError(gettext("請用年-月-日寫日期，例如 2026-11-21。")) from error

    def clean_quotas(self) -> list[int]:
        numbers = [whole(word, MOST_PLACES) for word in self.cleaned_data["quotas"].split()]
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


def _initial(stage: Stage) -> dict[str, Any]:
    ties = [*stage.tie_breaks, "", ""]
    return {
        **{name: getattr(stage, name) for name in ("name", "rounds_planned", "places", "share", "per_table", "carry")},
        "seating": stage.seating,
        "session_days": " ".join(stage.session_days),
        "quotas": " ".join(map(str, stage.quotas)),
        "tie_first": ties[0],
        "tie_second": ties[1],
    }


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
    """抽籤: the public word."""

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
