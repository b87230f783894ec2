import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.inputs import WIDE_DIGITS, NameField
from accounts.models import Organisation, User
from accounts.selectors import people_of
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
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.models import Event, Role
from tournaments.models.events import MOST_DELAY, MOST_MONTHS
from tournaments.organising.selectors import Worker
from tournaments.organising.services.events import PLAN_FIELDS, RefereeTables, plan_faults
from tournaments.phrases.wording import local, local_glossed, rule_set_name
from tournaments.players.lists.players import read_numbers
from tournaments.rulebook.page import setting_text, value_name


class EventForm(forms.ModelForm):
    """賽事, except the choices of its rules (`RuleChoices`)."""

    class Meta:
        model = Event
        fields = (
            "name", "slug", "venue", "starts_on", "ends_on", "time_zone", "games_planned",
            "confirmation", "signing", "phones", "public", "searchable", "keep_months", "delay", "hidden", "language",
        )  # fmt: skip
        field_classes = dict.fromkeys(("name", "venue"), NameField)
        widgets = {
            "starts_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "games_planned": forms.NumberInput({"inputmode": "numeric", "min": 1, "max": 40}),
            "keep_months": forms.NumberInput({"inputmode": "numeric", "min": 1, "max": MOST_MONTHS}),
            "delay": forms.NumberInput({"inputmode": "numeric", "min": 0, "max": MOST_DELAY}),
            "confirmation": forms.RadioSelect,
            "signing": forms.RadioSelect,
        }
        help_texts = {
            "games_planned": _("編座位時會顧及之後的半莊，盡量不重遇對手。"),
            "public": _("任何人有連結都可以看排名、座位和每鋪紀錄。"),
            "searchable": _("不剔選，搜尋器不會列出這個賽事的任何一頁。牌局和記分卡永遠不列出。"),
            "keep_months": _("賽事完結之後過了這段時間，報名和聯絡資料會刪除，成績保留。留空就一直保留。"),
            "delay": _(
                "排名、大屏幕和每檯的公開頁遲這麼多分鐘；大會鐘、座位、工作人員和選手自己的頁不遲。零就是即時。"
            ),
            "hidden": _("排名、合計和選手紀錄只有工作人員看到，直至揭曉。單獨一檯的紀錄照樣公開。"),
            "phones": _("選手開自己的連結，輸入密碼後可以確認、提出異議和簽署。"),
        }
        error_messages = {
            "name": {"required": _("請寫賽事名稱。")},
            "games_planned": {
                "required": _("請寫打多少個半莊。"),
                "invalid": _("半莊數目要由一至四十。"),
                "min_value": _("半莊數目要由一至四十。"),
                "max_value": _("半莊數目要由一至四十。"),
            },
            "keep_months": {name: _("保留期要由 1 至 120 個月。") for name in ("invalid", "min_value", "max_value")},
            "slug": {"unique": _("這個網址代號已經有賽事使用。")},
            "delay": {
                "invalid": _("延遲要由零至一百二十分鐘。"),
                "min_value": _("延遲要由零至一百二十分鐘。"),
                "max_value": _("延遲要由零至一百二十分鐘。"),
            },
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = self.fields["language"].required = False
        self.fields["time_zone"] = _zone_field(self.instance.time_zone)
        self.fields["slug"].help_text = _("網址裡的名字，用英文字母、數字和連字號；留空會自動改一個。")
        for name in ("starts_on", "ends_on"):
            self.fields[name].error_messages["invalid"] = _("請用年-月-日寫日期，例如 2026-11-21。")

    def clean_delay(self) -> int:
        return self.cleaned_data["delay"] or 0

    def clean_time_zone(self) -> str:
        return self.cleaned_data["time_zone"] or self.fields["time_zone"].initial

    def clean_language(self) -> str:
        return self.cleaned_data["language"] or self.instance.language

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for field, sentence in plan_faults(**{name: data.get(name) for name in PLAN_FIELDS}).items():
            self.add_error(field, sentence)
        return data


ZONES: tuple[tuple[str, Promise], ...] = (
    ("Asia/Hong_Kong", _("香港")),
    ("Asia/Macau", _("澳門")),
    ("Asia/Taipei", _("台北")),
    ("Asia/Shanghai", _("上海")),
    ("Asia/Singapore", _("新加坡")),
    ("Asia/Kuala_Lumpur", _("吉隆坡")),
    ("Asia/Bangkok", _("曼谷")),
    ("Asia/Tokyo", _("東京")),
    ("Australia/Sydney", _("悉尼")),
    ("Europe/London", _("倫敦")),
    ("Europe/Paris", _("巴黎")),
    ("America/New_York", _("紐約")),
    ("America/Toronto", _("多倫多")),
    ("America/Los_Angeles", _("洛杉磯")),
    ("America/Vancouver", _("溫哥華")),
    ("UTC", _("世界協調時間")),
)
"""Places where these rules are played; a program may have chosen any other zone, which stays."""


def _zone_field(chosen: str) -> forms.ChoiceField:
    choices = [*ZONES, *([] if chosen in dict(ZONES) else [(chosen, chosen)])]
    return forms.ChoiceField(
        label=_("時區"),
        choices=choices,
        initial=chosen,
        required=False,
        help_text=_("所有頁面的時間和日期都用這個時區。"),
        error_messages={"invalid_choice": _("請揀時區。")},
    )


class NewEventForm(EventForm):
    """新賽事: with the rule set, and whether the organiser is the head referee too.

    `organisations`: for which the person may make events; shown only where there are several.
    """

    # Of this page: the form sent twice makes one event.
    client_key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    organisation = forms.ChoiceField(label=_("主辦單位"))

    heads = forms.BooleanField(
        label=_("我也是裁判長"),
        required=False,
        initial=True,
        help_text=_("裁判長可以在任何一檯記錄、判決，以及重開記分卡。"),
    )

    # Another rule set has other choices below it: they come by themselves, without a script by a button.
    rule_set = forms.ChoiceField(
        label=_("規則"),
        choices=lambda: rule_set_choices(),
        initial=RULE_SETS[0],
        widget=forms.Select(
            {
                "hx-post": "",
                "hx-trigger": "change",
                "hx-vals": '{"show": "1"}',
                "hx-select": "#rule-choices",
                "hx-target": "#rule-choices",
                "hx-swap": "outerHTML",
            }
        ),
    )

    def __init__(self, *args: Any, organisations: Iterable[Organisation], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.handle, one.name) for one in organisations]
        self.fields["organisation"].choices = choices  # type: ignore[attr-defined]
        if len(choices) < 2:
            del self.fields["organisation"]


def rule_set_choices() -> list[tuple[str, str]]:
    return [(id_, rule_set_name(get_rule_set(id_))) for id_ in RULE_SETS]


class TablesForm(forms.Form):
    count = forms.IntegerField(
        label=_("加多少張檯"),
        min_value=1,
        max_value=500,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={
            "required": _("請寫加多少張檯。"),
            "invalid": _("檯數要是整數。"),
            "min_value": _("最少加一張檯。"),
            "max_value": _("最多五百張檯。"),
        },
    )
    # The last table that the page showed: the same form sent twice adds its tables once.
    after = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class MemberForm(forms.Form):
    """加工作人員 from the people of the event's organisation.

    A name of another organisation is answered like an unknown one, so it does not leak.
    """

    username = forms.CharField(
        label=_("登入名稱"),
        max_length=150,
        widget=forms.TextInput(
            {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "list": "own-people"}
        ),
        error_messages={"required": _("請寫對方的登入名稱。")},
    )
    role = forms.ChoiceField(label=_("職責"), choices=Role.choices, initial=Role.REFEREE)

    def __init__(self, *args: Any, organisation: Organisation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.organisation = organisation
        self.user: User | None = None

    def clean_username(self) -> str:
        name = User.normalize_username(str(self.cleaned_data["username"]))
        named = (name, self.organisation.username(name))
        self.user = people_of(self.organisation.pk).filter(username__in=named).first()
        if self.user is None:
            raise forms.ValidationError(_("你們的人當中沒有這個登入名稱。請核對，或者開一個新帳戶。"))
        return name


class NewMemberForm(forms.Form):
    """開帳戶; the password is generated and shown once."""

    username = forms.RegexField(
        r"^[\w.+-]+$",
        label=_("登入名稱"),
        max_length=100,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": _("請寫登入名稱。"),
            "invalid": _("請只用字母、數字和 . + - _；「@」後面的代號會自動加上。"),
        },
    )
    display_name = NameField(
        label=_("顯示名稱"),
        max_length=60,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("請寫顯示名稱。")},
    )
    role = forms.ChoiceField(label=_("職責"), choices=Role.choices, initial=Role.REFEREE)

    def __init__(self, *args: Any, organisation: Organisation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = _("英文字母和數字；後面會自動加上 @%(handle)s，例如 chan@%(handle)s。")
        self.fields["username"].help_text = words % {"handle": organisation.handle}

    def clean_username(self) -> str:
        return User.normalize_username(self.cleaned_data["username"])


@dataclass
class RefereeRow:
    worker: Worker
    field: forms.BoundField
    before_name: str
    before: str


class RefereesForm(forms.Form):
    """看檯: the tables of each referee, as people write them: "1-4, 7".

    Each row sends what the page showed (`before`), so that a save leaves unchanged rows alone.
    """

    def __init__(self, data: Mapping[str, str] | None = None, *, workers: Iterable[Worker]) -> None:
        self.referees = [worker for worker in workers if worker.referees]
        super().__init__(None if data is None else self._with_news(data))
        self._told: set[int] = set()
        for worker in self.referees:
            self.fields[_tables_of(worker.user)] = forms.CharField(
                label=_("看檯"),
                max_length=200,
                required=False,
                initial=worker.tables_text,
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "1-4, 7"}),
                error_messages={"max_length": _("檯號請寫成「1-4, 7」。")},
            )

    def _with_news(self, data: Mapping[str, str]) -> dict[str, str]:
        """The posted data; rows that are unchanged, or were not on the page, as stored now."""
        sent = {name: data[name] for name in data}
        for worker in self.referees:
            tables, before = _tables_of(worker.user), _before_of(worker.user)
            if tables not in sent or sent[tables] == sent.get(before):
                sent[tables] = sent[before] = worker.tables_text
        return sent

    @property
    def rows(self) -> list[RefereeRow]:
        """Each referee. After the message about another person's change of a row, the next save overwrites it
        knowingly.
        """
        found = []
        for worker in self.referees:
            name, before = _before_of(worker.user), worker.tables_text
            if self.is_bound and worker.user.pk not in self._told:
                before = self.data.get(name, before)
            found.append(RefereeRow(worker, self[_tables_of(worker.user)], name, before))
        return found

    @property
    def wanted(self) -> list[RefereeTables]:
        return [
            RefereeTables(one.user, self.cleaned_data[_tables_of(one.user)], self._before(one.user))
            for one in self.referees
        ]

    def _before(self, user: User) -> set[int] | None:
        try:
            return read_numbers(self.data[_before_of(user)]) if _before_of(user) in self.data else None
        except ValueError:
            return None

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in set(data) & {_tables_of(one.user) for one in self.referees}:
            try:
                data[name] = read_numbers(data[name])
            except ValueError:
                self.add_error(name, _("檯號請寫成「1-4, 7」。"))
        return data

    def add_faults(self, faults: Mapping[int, str]) -> None:
        for one in self.referees:
            if one.user.pk in faults:
                self.add_error(_tables_of(one.user), faults[one.user.pk])
                self._told.add(one.user.pk)


def _tables_of(user: User) -> str:
    return f"tables-{user.pk}"


def _before_of(user: User) -> str:
    return f"before-{user.pk}"


class StaffListForm(forms.Form):
    text = forms.CharField(
        label=_("名單"),
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(
            {"rows": 8, "spellcheck": "false", "autocomplete": "off", "placeholder": _("陳師傅 裁判 1-4")}
        ),
        help_text=_("每行一人：姓名、職責、檯號，例如「陳師傅 裁判 1-4」。職責是裁判、裁判長或大會；不寫就是裁判。"),
        error_messages={"required": _("名單是空的：請打字或貼上。")},
    )
    tables = forms.IntegerField(
        label=_("共有多少張檯"),
        min_value=0,
        max_value=500,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        help_text=_("未有的檯會一併加上。"),
        error_messages={
            "required": _("請寫有多少張檯。"),
            "invalid": _("檯數要是整數。"),
            "min_value": _("檯數要是整數。"),
            "max_value": _("最多五百張檯。"),
        },
    )
    share = forms.BooleanField(label=_("沒有人看的檯，平均分給未寫檯號的裁判"), required=False)


class HandOverForm(forms.Form):
    from_user = forms.TypedChoiceField(label=_("由"), coerce=int, error_messages={"required": _("請揀裁判。")})
    to_user = forms.TypedChoiceField(label=_("換成"), coerce=int, error_messages={"required": _("請揀裁判。")})

    def __init__(self, *args: Any, workers: Sequence[Worker], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        referees = [worker for worker in workers if worker.referees]
        self.people: dict[int, User] = {worker.user.pk: worker.user for worker in referees}
        placed = [(w.user.pk, f"{w.user} · {w.tables_text}") for w in referees if w.tables]
        everybody = [(w.user.pk, f"{w.user} · {w.tables_text}" if w.tables else str(w.user)) for w in referees]
        self.fields["from_user"].choices = placed  # type: ignore[attr-defined]
        self.fields["to_user"].choices = everybody  # type: ignore[attr-defined]
        # The two never begin as one and the same person.
        first = placed[0][0] if placed else None
        self.initial.setdefault("to_user", next((pk for pk, _who in everybody if pk != first), None))

    @property
    def possible(self) -> bool:
        return len(self.people) > 1 and bool(self.fields["from_user"].choices)  # type: ignore[attr-defined]


# Readings, settings and values of fans that an organiser may choose before the first hand; the rule set offers and
# checks them.


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
