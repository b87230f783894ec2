"""Readings, settings and values of fans that an organiser may choose before the first hand; the rule set offers and
checks them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.numbers import WIDE_DIGITS
from scoring import (
    LEAST_VALUE,
    MOST_VALUE,
    Fan,
    RuleReading,
    RuleSet,
    ScoringError,
    Setting,
    SettingValue,
    Value,
    can_have_own,
    own_values,
)
from tournaments.phrases.glosses import local_glossed
from tournaments.phrases.wording import local
from tournaments.rulebook.page import setting_text, value_name

OPTION, SETTING, VALUE, CONCEALED = "option-", "setting-", "value-", "concealed-"
FLAGS = {"true": True, "false": False}


def _sentence(error: ScoringError) -> str:
    """The reason without the name of the document's field, which is on the page already."""
    sentence = error.detail(get_language() or "zh-hant")
    return sentence.partition("：" if "：" in sentence else ": ")[2] or sentence


class OptionsForm(forms.Form):
    """規則選項: one field for each reading with several values, the question as label, the reason as help."""

    def __init__(self, *args: Any, rules: RuleSet, locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for reading in rules.readings:
            if reading.values:
                self.fields[OPTION + reading.id] = _option_field(reading, rules, locked)

    @property
    def choices(self) -> Mapping[str, str]:
        """Reading id → chosen value, of a valid form."""
        return {name.removeprefix(OPTION): value for name, value in self.cleaned_data.items() if value}


def _option_field(reading: RuleReading, rules: RuleSet, locked: bool) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=f"{reading.id} {local_glossed(reading.question_zh, reading.question_en, rules)}",
        help_text=local_glossed(reading.reason_zh, reading.reason_en, rules),
        choices=[
            (value, _marked(value_name(value, rules, reading.id), value == reading.default)) for value in reading.values
        ],
        initial=rules.options[reading.id],
        required=False,
        disabled=locked,
    )


def _marked(name: str, default: bool) -> str:
    return gettext("%(value)s（預設）") % {"value": name} if default else name


class SettingsForm(forms.Form):
    def __init__(self, *args: Any, rules: RuleSet, locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = rules.settings
        for setting in rules.settings:
            field = _setting_field(setting, rules.setting_values[setting.id])
            field.disabled = locked
            self.fields[SETTING + setting.id] = field

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for setting in self._settings:
            name = SETTING + setting.id
            given = data.get(name)
            if name in self.errors or given in (None, ""):
                continue
            try:
                data[name] = setting.write(setting.read(_given(setting, given)))
            except ScoringError as error:
                self.add_error(name, _sentence(error))
        return data

    @property
    def choices(self) -> Mapping[str, object]:
        """Setting id → value as in a document, of a valid form; an empty field is the default."""
        found = ((name.removeprefix(SETTING), value) for name, value in self.cleaned_data.items())
        return {name: value for name, value in found if value not in (None, "")}


def _setting_field(setting: Setting, value: SettingValue) -> forms.Field:
    label, help_text = local(setting.name_zh, setting.name_en), local(setting.help_zh, setting.help_en)
    given: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    if setting.kind == "flag":
        choices = [
            (word, _marked(setting_text(setting, flag), flag == setting.default)) for word, flag in FLAGS.items()
        ]
        return forms.ChoiceField(choices=choices, initial=str(value).lower(), **given)
    if setting.kind == "choice":
        choices = [
            (choice.value, _marked(local(choice.name_zh, choice.name_en), choice.value == setting.default))
            for choice in setting.choices
        ]
        return forms.ChoiceField(choices=choices, initial=value, **given)
    written = setting.write(value)
    initial = " ".join(str(one) for one in written) if isinstance(written, list) else written
    attributes = (
        {"inputmode": "decimal", "autocomplete": "off"} if setting.kind == "points" else {"autocomplete": "off"}
    )
    return forms.CharField(initial=initial, max_length=40, widget=forms.TextInput(attributes), **given)


def _given(setting: Setting, text: str) -> object:
    if setting.kind == "flag":
        return FLAGS[text]
    text = text.translate(WIDE_DIGITS)
    if setting.kind == "seats":
        return [int(number) for number in re.findall(r"[0-9]{1,9}", text)]
    return text.strip()


class ValuesForm(forms.Form):
    """自訂番數: one or two numbers for each fan that can have its own; empty = as published."""

    def __init__(self, *args: Any, rules: RuleSet, locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rules = rules
        for fan, value in self._fans():
            own = fan in rules.published
            self.fields[VALUE + fan.name] = _number_field(rules.fans[fan].open if own else None, value.open, locked)
            if value.concealed is not None:
                concealed = rules.fans[fan].concealed if own else None
                self.fields[CONCEALED + fan.name] = _number_field(concealed, value.concealed, locked)

    def _fans(self) -> Iterator[tuple[Fan, Value]]:
        for fan, value in self._rules.fans.items():
            published = self._rules.published.get(fan, value)
            if can_have_own(fan, published):
                yield fan, published

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for fan, value in self._fans():
            own = self._own(fan, value, data)
            if own is None:
                continue
            try:
                own_values(self._rules, {fan.name: own})
            except ScoringError as error:
                self.add_error(VALUE + fan.name, _sentence(error))
        return data

    def _own(self, fan: Fan, value: Value, data: Mapping[str, Any]) -> object:
        """An empty half is as published; None where both are empty."""
        opened, concealed = data.get(VALUE + fan.name), data.get(CONCEALED + fan.name)
        if opened is None and concealed is None:
            return None
        if value.concealed is None:
            return opened
        return [value.open if opened is None else opened, value.concealed if concealed is None else concealed]

    @property
    def choices(self) -> Mapping[str, object]:
        """Fan name → own value, of a valid form."""
        entered = ((fan.name, self._own(fan, value, self.cleaned_data)) for fan, value in self._fans())
        return {name: own for name, own in entered if own is not None}

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "fan": fan,
                "published": value,
                "open": self[VALUE + fan.name],
                "concealed": None if value.concealed is None else self[CONCEALED + fan.name],
                "number": f"{value.open} {value.concealed or ''}".strip(),
            }
            for fan, value in self._fans()
        ]

    @property
    def changed(self) -> int:
        return len(self._rules.published)


def _number_field(own: int | None, published: int, locked: bool) -> forms.IntegerField:
    outside = gettext("番數要由 %(least)s 至 %(most)s。") % {"least": LEAST_VALUE, "most": MOST_VALUE}
    return forms.IntegerField(
        required=False,
        min_value=LEAST_VALUE,
        max_value=MOST_VALUE,
        initial=own,
        disabled=locked,
        widget=forms.TextInput(
            {"class": "input", "inputmode": "numeric", "autocomplete": "off", "placeholder": published}
        ),
        error_messages={"invalid": _("番數要是整數。"), "min_value": outside, "max_value": outside},
    )


class RuleChoices:
    def __init__(self, data: Any = None, *, rules: RuleSet, locked: bool = False) -> None:
        self.rules, self.locked = rules, locked
        self.options = OptionsForm(data, rules=rules, locked=locked)
        self.settings = SettingsForm(data, rules=rules, locked=locked)
        self.values = ValuesForm(data, rules=rules, locked=locked)

    def is_valid(self) -> bool:
        """All three are validated, so that all errors show at once."""
        valid = [form.is_valid() for form in (self.options, self.settings, self.values)]
        return all(valid)

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields of an event, of valid forms; none where the rules are locked."""
        if self.locked:
            return {}
        return {
            "rule_options": self.options.choices,
            "rule_settings": self.settings.choices,
            "rule_values": self.values.choices,
        }
