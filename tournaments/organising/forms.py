import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

import scoring
from accounts.inputs import WIDE_DIGITS, NameField
from accounts.models import Organisation, User
from accounts.selectors import people_of
from scoring import RuleSet, ScoringError
from scoring.rulebook import LEAST_VALUE, MOST_VALUE, RULE_SETS, Fan, Setting, SettingValue, can_have_own, own_values
from tournaments.models import Event, Role
from tournaments.models.events import MOST_DELAY, MOST_MONTHS
from tournaments.organising.selectors import Worker
from tournaments.organising.services.events import PLAN_FIELDS, RefereeTables, plan_faults
from tournaments.phrases.wording import local, local_glossed, rule_set_name
from tournaments.players.lists.players import NumbersField, read_numbers
from tournaments.rulebook.page import setting_text, value_name
from tournaments.tables.game_log.read import in_words_of

_WRONG_NUMBER = ("invalid", "min_value", "max_value")


class EventForm(forms.ModelForm):
    """The settings of a 賽事, except the choices in its rules (`RulesForm`)."""

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
            "games_planned": _("編座位時會顧及之後的座位，盡量不重遇對手。"),
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
            "games_planned": dict.fromkeys(_WRONG_NUMBER, _("數目要由一至四十。")) | {"required": _("請寫數目。")},
            "keep_months": dict.fromkeys(_WRONG_NUMBER, _("保留期要由 1 至 120 個月。")),
            "slug": {"unique": _("這個網址代號已經有賽事使用。")},
            "delay": dict.fromkeys(_WRONG_NUMBER, _("延遲要由零至一百二十分鐘。")),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["games_planned"].label = in_words_of(self.instance, self.fields["games_planned"].label)
        self.fields["slug"].required = self.fields["language"].required = False
        chosen = self.instance.time_zone
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("時區"),
            choices=[*ZONES, *([] if chosen in dict(ZONES) else [(chosen, chosen)])],
            initial=chosen,
            required=False,
            help_text=_("所有頁面的時間和日期都用這個時區。"),
            error_messages={"invalid_choice": _("請揀時區。")},
        )
        self.fields["slug"].help_text = _("網址裡的名字，用英文字母、數字和連字號；留空會自動起一個。")
        for name in ("starts_on", "ends_on"):
            self.fields[name].error_messages["invalid"] = _("請用年-月-日寫日期，例如 2026-11-21。")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        usual = {"delay": 0, "time_zone": self.fields["time_zone"].initial, "language": self.instance.language}
        data |= {name: data.get(name) or value for name, value in usual.items()}
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
"""Places where these rules are played. Another zone, set through the API, is kept."""


class NewEventForm(EventForm):
    """新賽事: with the rule set, and whether the organiser is also the head referee.

    `organisations`: those in which the person may create events; shown only if there are several.
    """

    # One key per page, so that a form sent twice creates one event.
    client_key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    organisation = forms.ChoiceField(label=_("主辦單位"))

    heads = forms.BooleanField(
        label=_("我也是裁判長"),
        required=False,
        initial=True,
        help_text=_("裁判長可以在任何一檯記錄、判決，以及重開記分卡。"),
    )

    # Another rule set has other choices below: they load by themselves, or by a button without scripts.
    rule_set = forms.ChoiceField(
        label=_("規則"),
        choices=lambda: [(id_, rule_set_name(scoring.rule_set(id_))) for id_ in RULE_SETS],
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

    @property
    def taken(self) -> list[str]:
        """List the values of the fields under 更多, if left alone."""
        chosen = [(self[name], dict(self.fields[name].choices)) for name in ("confirmation", "signing", "time_zone")]  # type: ignore[attr-defined]
        ticked = [self[name] for name in ("phones", "public", "hidden", "heads") if self[name].value()]
        return [str(words.get(field.value(), "")) for field, words in chosen] + [str(field.label) for field in ticked]


_TABLES_WRONG = {"invalid": _("檯數要是整數。"), "min_value": _("檯數要是整數。"), "max_value": _("最多五百張檯。")}


class TablesForm(forms.Form):
    count = forms.IntegerField(
        label=_("加多少張檯"),
        min_value=1,
        max_value=500,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages=_TABLES_WRONG | {"required": _("請寫加多少張檯。"), "min_value": _("最少加一張檯。")},
    )
    # The last table that the page showed, so that a form sent twice adds its tables once.
    after = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class MemberForm(forms.Form):
    """加工作人員: add a member of the event's organisation.

    A name of another organisation gets the same answer as an unknown one, so that it is not revealed.
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


class RefereesForm(forms.Form):
    """看檯: the tables of each referee, as people write them: "1-4, 7".

    Each row sends the value that the page showed (`before`), so that saving leaves unchanged rows alone.
    """

    def __init__(self, data: Mapping[str, str] | None = None, *, workers: Iterable[Worker]) -> None:
        self.referees = [worker for worker in workers if worker.referees]
        if data is not None:
            data = {name: data[name] for name in data}
            for worker in self.referees:  # rows that are unchanged, or were not on the page, take the stored value
                tables, before = f"tables-{worker.user.pk}", f"before-{worker.user.pk}"
                if tables not in data or data[tables] == data.get(before):
                    data[tables] = data[before] = worker.tables_text
        super().__init__(data)
        self._outdated: set[int] = set()
        for worker in self.referees:
            self.fields[f"tables-{worker.user.pk}"] = NumbersField(
                label=_("看檯"),
                max_length=200,
                required=False,
                initial=worker.tables_text,
                widget=forms.TextInput({"autocomplete": "off", "placeholder": "1-4, 7"}),
                error_messages={"max_length": NumbersField.wrong},
            )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Return a row per referee. Once the form has reported another person's change, saving again overwrites it."""
        found = []
        for worker in self.referees:
            name, before = f"before-{worker.user.pk}", worker.tables_text
            if self.is_bound and worker.user.pk not in self._outdated:
                before = self.data.get(name, before)
            field = self[f"tables-{worker.user.pk}"]
            found.append({"worker": worker, "field": field, "before_name": name, "before": before})
        return found

    @property
    def wanted(self) -> list[RefereeTables]:
        found = []
        for user in (worker.user for worker in self.referees):
            try:
                before = read_numbers(self.data[f"before-{user.pk}"])
            except (KeyError, ValueError):
                before = None
            found.append(RefereeTables(user, self.cleaned_data[f"tables-{user.pk}"], before))
        return found

    def add_faults(self, faults: Mapping[int, str]) -> None:
        for user, fault in faults.items():
            self.add_error(f"tables-{user}", fault)
            self._outdated.add(user)


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
        error_messages=_TABLES_WRONG | {"required": _("請寫有多少張檯。")},
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
        # The two fields start with different people.
        first = placed[0][0] if placed else None
        self.initial.setdefault("to_user", next((pk for pk, _who in everybody if pk != first), None))

    @property
    def possible(self) -> bool:
        return len(self.people) > 1 and bool(self.fields["from_user"].choices)  # type: ignore[attr-defined]


OPTION, SETTING, VALUE, CONCEALED = "option-", "setting-", "value-", "concealed-"
FLAGS = {"true": True, "false": False}


class RulesForm(forms.Form):
    """賽事的規則: readings with several values, settings, and one or two numbers for each fan whose value may be
    changed. An empty field means the published value. The rule set offers and checks them; an organiser chooses before
    the first hand."""

    def __init__(self, data: Any = None, *, rules: RuleSet, locked: bool = False) -> None:
        super().__init__(data)
        self.rules, self.locked = rules, locked
        for reading in rules.readings:
            if reading.values:
                self.fields[OPTION + reading.id] = forms.ChoiceField(
                    label=f"{reading.id} {local_glossed(reading.question_zh, reading.question_en, rules)}",
                    help_text=local_glossed(reading.reason_zh, reading.reason_en, rules),
                    choices=[
                        (value, _marked(value_name(value, rules, reading.id), value == reading.default))
                        for value in reading.values
                    ],
                    initial=rules.options[reading.id],
                    required=False,
                )
        for setting in rules.settings:
            self.fields[SETTING + setting.id] = _setting_field(setting, rules.setting_values[setting.id])
        published = {fan: rules.published.get(fan, value) for fan, value in rules.fans.items()}
        self._fans = {fan: value for fan, value in published.items() if can_have_own(fan, value)}
        for fan, value in self._fans.items():
            own = rules.fans[fan] if fan in rules.published else None
            self.fields[VALUE + fan.name] = _number_field(own.open if own else None, value.open)
            if value.concealed is not None:
                self.fields[CONCEALED + fan.name] = _number_field(own.concealed if own else None, value.concealed)
        for field in self.fields.values():
            field.disabled = locked

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for setting in self.rules.settings:
            name = SETTING + setting.id
            if name in self.errors or data.get(name) in (None, ""):
                continue
            try:
                data[name] = setting.write(setting.read(_given(setting, data[name])))
            except ScoringError as error:
                self.add_error(name, _sentence(error))
        for fan in self._fans:
            if (own := self._own(fan)) is None:
                continue
            try:
                own_values(self.rules, {fan.name: own})
            except ScoringError as error:
                self.add_error(VALUE + fan.name, _sentence(error))
        return data

    def _own(self, fan: Fan) -> object:
        """Return the fan's own value, None if both fields are empty; one empty field means the published value."""
        value, data = self._fans[fan], self.cleaned_data
        opened, concealed = data.get(VALUE + fan.name), data.get(CONCEALED + fan.name)
        if opened is None and concealed is None:
            return None
        if value.concealed is None:
            return opened
        return [value.open if opened is None else opened, value.concealed if concealed is None else concealed]

    @property
    def chosen(self) -> dict[str, Any]:
        """Return an event's fields from a valid form; none if the rules are locked."""
        if self.locked:
            return {}
        entered = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return {
            "rule_options": {name.removeprefix(OPTION): entered[name] for name in entered if name.startswith(OPTION)},
            "rule_settings": {
                name.removeprefix(SETTING): entered[name] for name in entered if name.startswith(SETTING)
            },
            "rule_values": {fan.name: own for fan in self._fans if (own := self._own(fan)) is not None},
        }

    @property
    def parts(self) -> list[dict[str, Any]]:
        headings = (
            (SETTING, _("規則設定"), _("規則留給大會決定的事；留空就是預設。")),
            (OPTION, _("規則選項"), _("規則沒有寫明的地方，可以選別的讀法；不改就是預設。")),
        )
        found = []
        for prefix, title, hint in headings:
            fields = [self[name] for name in self.fields if name.startswith(prefix)]
            found.append({"title": title, "hint": hint, "fields": fields, "faulty": any(one.errors for one in fields)})
        return found

    @property
    def values(self) -> list[dict[str, Any]]:
        return [
            {
                "fan": fan,
                "published": value,
                "open": self[VALUE + fan.name],
                "concealed": None if value.concealed is None else self[CONCEALED + fan.name],
                "number": f"{value.open} {value.concealed or ''}".strip(),
            }
            for fan, value in self._fans.items()
        ]

    @property
    def values_faulty(self) -> bool:
        return any(name.startswith((VALUE, CONCEALED)) for name in self.errors)


def _sentence(error: ScoringError) -> str:
    """Return the reason without the name of the document's field, which the page already shows."""
    sentence = error.detail(get_language() or "zh-hant")
    return sentence.partition("：" if "：" in sentence else ": ")[2] or sentence


def _marked(name: str, default: bool) -> str:
    name = capfirst(name)
    return gettext("%(value)s（預設）") % {"value": name} if default else name


def _setting_field(setting: Setting, value: SettingValue) -> forms.Field:
    label, help_text = local(setting.name_zh, setting.name_en), local(setting.help_zh, setting.help_en)
    given: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    if setting.kind in ("flag", "choice"):
        named = (
            [(word, setting_text(setting, flag), flag) for word, flag in FLAGS.items()]
            if setting.kind == "flag"
            else [(one.value, local(one.name_zh, one.name_en), one.value) for one in setting.choices]
        )
        choices = [(word, _marked(name, choice == setting.default)) for word, name, choice in named]
        chosen = str(value).lower() if setting.kind == "flag" else value
        return forms.ChoiceField(choices=choices, initial=chosen, **given)
    written = setting.write(value)
    initial = " ".join(str(one) for one in written) if isinstance(written, list) else written
    attributes = {"autocomplete": "off"} | ({"inputmode": "decimal"} if setting.kind == "points" else {})
    return forms.CharField(initial=initial, max_length=40, widget=forms.TextInput(attributes), **given)


def _given(setting: Setting, text: str) -> object:
    if setting.kind == "flag":
        return FLAGS[text]
    text = text.translate(WIDE_DIGITS)
    if setting.kind == "seats":
        return [int(number) for number in re.findall(r"[0-9]{1,9}", text)]
    return text.strip()


def _number_field(own: int | None, published: int) -> forms.IntegerField:
    outside = gettext("番數要由 %(least)s 至 %(most)s。") % {"least": LEAST_VALUE, "most": MOST_VALUE}
    return forms.IntegerField(
        required=False,
        min_value=LEAST_VALUE,
        max_value=MOST_VALUE,
        initial=own,
        widget=forms.TextInput(
            {"class": "input", "inputmode": "numeric", "autocomplete": "off", "placeholder": published}
        ),
        error_messages={"invalid": _("番數要是整數。"), "min_value": outside, "max_value": outside},
    )
