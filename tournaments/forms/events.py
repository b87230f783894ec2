"""賽事的表格: what an organiser enters about an event, its people and its tables."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Organisation, User
from accounts.selectors import people_of
from scoring.rulesets import RULE_SETS, get_rule_set
from scoring.rulesets.rule_set import RuleSet
from tournaments.models import Event, Role
from tournaments.player_list import read_numbers
from tournaments.selectors.wording import local


class EventForm(forms.ModelForm):
    """賽事: everything but what is chosen in its rules, which stands in `RuleChoices`."""

    class Meta:
        model = Event
        fields = (
            "name", "slug", "venue", "starts_on", "ends_on", "games_planned",
            "confirmation", "signing", "phones", "public",
        )  # fmt: skip
        widgets = {
            "starts_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "games_planned": forms.NumberInput({"inputmode": "numeric", "min": 1, "max": 40}),
            "confirmation": forms.RadioSelect,
            "signing": forms.RadioSelect,
        }
        help_texts = {
            "games_planned": _("編座位時會顧及之後的半莊，盡量不重遇對手。"),
            "public": _("任何人有連結都可以看排名、座位和每鋪紀錄。"),
            "phones": _("選手開自己的連結，輸入密碼後可以確認、提出異議和簽署。"),
        }
        error_messages = {
            "name": {"required": _("請寫賽事名稱。")},
            "slug": {"unique": _("這個網址代號已經有賽事使用。")},
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _("網址裡的名字，用英文字母、數字和連字號；留空會自動改一個。")
        for name in ("starts_on", "ends_on"):
            self.fields[name].error_messages["invalid"] = _("請用年-月-日寫日期，例如 2026-11-21。")

    def clean_games_planned(self) -> int:
        planned = int(self.cleaned_data["games_planned"])
        if not 1 <= planned <= 40:
            raise forms.ValidationError(_("半莊數目要由一至四十。"))
        return planned

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if starts and ends and ends < starts:
            self.add_error("ends_on", _("結束日期不能早過開始日期。"))
        return data


class NewEventForm(EventForm):
    """新賽事: the rule set is chosen here, and whether the organiser is the head referee too.

    `organisations`: for whom the person may make events; asked only where there are several.
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
    """Rule sets that an event can have, by their names."""
    return [(id_, rule_set_name(get_rule_set(id_))) for id_ in RULE_SETS]


def rule_set_name(rules: RuleSet) -> str:
    """The name of a rule set in the reader's language."""
    return local(rules.name_zh, rules.name_en)


class TablesForm(forms.Form):
    """加檯."""

    count = forms.IntegerField(
        label=_("加多少張檯"),
        min_value=1,
        max_value=500,
        initial=8,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={
            "required": _("請寫加多少張檯。"),
            "invalid": _("檯數要是整數。"),
            "min_value": _("最少加一張檯。"),
            "max_value": _("最多五百張檯。"),
        },
    )


class MemberForm(forms.Form):
    """加工作人員 out of the people of the event's organisation.

    Whether a name is not there or belongs to somebody of another organisation is not asked, so it can't be told.
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
        name = str(self.cleaned_data["username"]).strip()
        short = f"{name}@{self.organisation.handle}"
        named = Q(username__iexact=name) | Q(username__iexact=short)
        self.user = people_of(self.organisation.pk).filter(named).first()
        if self.user is None:
            raise forms.ValidationError(_("你們的人當中沒有這個登入名稱。請核對，或者開一個新帳戶。"))
        return name


class NewMemberForm(forms.Form):
    """開帳戶 for somebody who has none; the password is made up and shown once."""

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
    display_name = forms.CharField(
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
        return str(User.normalize_username(self.cleaned_data["username"]))


class RefereeTablesForm(forms.Form):
    """看檯: which tables, as people write it: "1-4, 7"."""

    tables = forms.CharField(label=_("看檯"), max_length=200, required=False)

    def clean_tables(self) -> set[int]:
        try:
            return read_numbers(self.cleaned_data["tables"])
        except ValueError:
            raise forms.ValidationError(_("檯號請寫成「1-4, 7」。")) from None
