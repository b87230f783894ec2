from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.inputs import NameField
from tournaments.core.reason_forms import ReasonForm
from tournaments.core.services import day_fault
from tournaments.models import Blacklisted, Contact, Player, Registration, RegistrationDesk
from tournaments.players.lists import players as lists
from tournaments.players.lists.columns import FIELDS
from tournaments.players.lists.files import Unreadable, read_file
from tournaments.players.services import registrations
from tournaments.players.services.places import numbers_of
from tournaments.players.services.roster import CONTACT

LARGEST_FILE = 2_000_000
LARGEST_TEXT = 1_000_000
_MOMENT = "%Y-%m-%dT%H:%M"


class ListForm(forms.Form):
    """名單: text, or a file whose text then fills the field, so that it can be corrected there."""

    text = forms.CharField(
        label=_("名單"),
        required=False,
        max_length=LARGEST_TEXT,
        strip=False,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("每行一名選手。可以只寫姓名，或者寫「號碼, 姓名, 會所, 湊腳」，也可以由試算表貼上。"),
    )
    file = forms.FileField(
        label=_("或者揀 Excel 或 CSV 檔案"),
        required=False,
        widget=forms.FileInput({"accept": ".xlsx,.csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=_("會所的試算表、Google 表單的匯出檔，都可以原封不動。"),
    )
    heading_line = forms.IntegerField(
        label=_("標題在第幾行"),
        required=False,
        min_value=0,
        max_value=99,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        help_text=_("沒有標題請寫 0。"),
    )
    # The heading line as the page guessed it: one left as it was says nothing about another text in the field.
    guessed = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    notices: Sequence[str] = ()

    def clean_file(self) -> str:
        upload = self.cleaned_data.get("file")
        if not upload:
            return ""
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError(_("檔案太大，最多二百萬字節。"))
        try:
            found = read_file(upload.read())
        except Unreadable as unreadable:
            raise forms.ValidationError(str(unreadable)) from None
        if len(found.text) > LARGEST_TEXT:
            raise forms.ValidationError(_("名單太長，最多一百萬字。"))
        self.notices = found.notices
        return found.text

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        data["text"] = data.get("file") or data.get("text") or ""
        if not data["text"].strip():
            self.add_error("text", _("名單是空的：請打字、貼上，或揀檔案。"))
        return data


def chosen_columns(data: Mapping[str, str]) -> dict[str, str]:
    """Return key of a column → field, from the selects of the preview."""
    chosen = {name.removeprefix("column-"): data[name] for name in data if name.startswith("column-")}
    keys = {place: data.get(f"key-{place}", "")[:80] for place in chosen}
    return {keys[place]: field for place, field in chosen.items() if keys[place] and field in ("", *FIELDS)}


class PlayerForm(forms.ModelForm):
    """選手, with private fields for organisers. The last checkbox appears only for a name on the black list."""

    alias = NameField(
        label=_("公開名稱"),
        required=False,
        max_length=60,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("公開的頁和以後的記分卡用這個名稱；姓名只有大會看到，工作人員在報到頁看到。"),
    )
    tables = lists.NumbersField(
        label=_("固定檯"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "placeholder": "1"}),
        help_text=_("只可以坐這些檯，例如「1」或「1-4」；不寫就是任何一張。抽籤會照顧。"),
    )
    namesake = forms.BooleanField(
        label=_("同名的另一人"), required=False, help_text=_("我肯定這名選手不是黑名單上的人。會記下由誰確認。")
    )

    class Meta:
        model = Player
        fields = ("number", "name", "latin_name", "club", "staff")
        field_classes = dict.fromkeys(("name", "latin_name", "club"), NameField)
        widgets = {"number": forms.NumberInput({"inputmode": "numeric", "min": 1, "max": lists.HIGHEST_NUMBER})}
        help_texts = {"staff": _("湊腳坐滿牌檯，不計名次。")}
        error_messages = {
            "number": {"required": _("請寫號碼。"), "invalid": _("號碼要是整數。"), "min_value": _("號碼由 1 起。")},
            "name": {"required": _("請寫姓名。")},
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        off = {"autocomplete": "off"}
        email, phone = forms.EmailInput(off), forms.TextInput(off | {"inputmode": "tel"})
        classes = {"member": NameField, "email": forms.CharField, "note": NameField}
        widgets: dict[str, type[forms.Widget] | forms.Widget] = {"email": email, "phone": phone}
        self.fields |= forms.fields_for_model(Contact, CONTACT, widgets=widgets, field_classes=classes)
        contact = getattr(self.instance, "contact", None) if self.instance.pk else None
        for name in CONTACT:
            self.fields[name].initial = getattr(contact, name, "")
        if self.instance.pk:
            self.fields["tables"].initial = lists.write_numbers(numbers_of(self.instance))
        if contact is not None and contact.real_name:
            self.initial.update(name=contact.real_name, alias=self.instance.name)

    @property
    def player_data(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in (*self.Meta.fields, "alias")}

    @property
    def contact(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in CONTACT}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name, fault in lists.contact_faults(data.get("email", ""), data.get("phone", "")).items():
            self.add_error(name, fault)
        return data

    def clean_number(self) -> int:
        number = int(self.cleaned_data["number"])
        if not 1 <= number <= lists.HIGHEST_NUMBER:
            raise forms.ValidationError(_("號碼由 1 起，最多六位數字。"))
        return number


class ApartForm(forms.Form):
    first = forms.IntegerField(min_value=1)
    second = forms.IntegerField(min_value=1)
    reason = forms.CharField(
        label=_("原因"),
        required=False,
        max_length=60,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("可以不寫，例如「夫妻」。只有大會看到。"),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.typed = len(players) > lists.MOST_CHOICES
        choices = [("", "—"), *((player.number, str(player)) for player in players)]
        for name, label in (("first", _("一名選手")), ("second", _("另一名選手"))):
            field = self.fields[name]
            attributes = {"inputmode": "numeric", "autocomplete": "off", "list": "player-numbers"}
            field.widget = forms.TextInput(attributes) if self.typed else forms.Select(choices=choices)
            field.label = label
            missing, number = _("請揀選手。"), _("請寫選手的號碼。")
            field.error_messages |= {"required": missing, "invalid": number, "min_value": number}


class BlacklistForm(forms.ModelForm):
    class Meta:
        model = Blacklisted
        fields = ("name", "reason", "until")
        field_classes = {"name": NameField}
        widgets = {
            "name": forms.TextInput({"autocomplete": "off"}),
            "reason": forms.Textarea({"rows": 2}),
            "until": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        }
        help_texts = {"until": _("到這一天為止（包括這一天）。留空即長期。")}
        error_messages = {
            "name": {"required": _("請寫姓名。")},
            "reason": {"required": _("請寫下原因。"), "max_length": _("原因最多三百個字。")},
            "until": {"invalid": _("請用年-月-日寫日期，例如 2026-11-21。")},
        }


class LiftForm(ReasonForm):
    missing = _("請寫下解除的原因。")


class RegistrationForm(forms.ModelForm):
    """A registration. `website` is a trap for bots: people do not see it."""

    email = forms.CharField(
        label=_("電郵"),
        required=False,
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text=_("電郵或電話最少寫一樣。"),
    )
    consents = forms.BooleanField(label=_("我已細閱並同意"), required=False)
    website = forms.CharField(required=False, widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}))
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    class Meta:
        model = Registration
        fields = registrations.FIELDS
        field_classes = dict.fromkeys(("name", "latin_name", "alias", "club", "member", "note"), NameField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "name"}),
            "phone": forms.TextInput({"autocomplete": "tel", "inputmode": "tel"}),
        }
        help_texts = {"alias": _("不想公開姓名的話，排名和座位會用這個名稱。"), "note": _("例如輪椅位、素食。")}
        error_messages = {"name": {"required": _("請寫姓名。")}}

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not any(sign.isalpha() for sign in name):
            raise forms.ValidationError(_("請寫姓名。"))
        return name

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        email, phone = data.get("email") or "", data.get("phone") or ""
        for name, fault in lists.contact_faults(email, phone).items():
            self.add_error(name, fault)
        if not (email or phone or {"email", "phone"} & set(self.errors)):
            self.add_error("email", _("請寫電郵或電話，大會才找到你。"))
        return data

    @property
    def values(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in registrations.FIELDS}


def _check_day(moment: datetime) -> None:
    """Refuse a time that a database cannot hold in any time zone."""
    if fault := day_fault(moment.date()):
        raise forms.ValidationError(fault)


class DeskForm(forms.ModelForm):
    """報名處. Times are in the event's time zone."""

    class Meta:
        model = RegistrationDesk
        fields = ("opens_at", "closes_at", "capacity", "fee", "intro", "consent", "members")
        widgets = {
            "opens_at": forms.DateTimeInput({"type": "datetime-local"}, format=_MOMENT),
            "closes_at": forms.DateTimeInput({"type": "datetime-local"}, format=_MOMENT),
            "capacity": forms.NumberInput({"inputmode": "numeric", "min": 1}),
            "intro": forms.Textarea({"rows": 4}),
            "consent": forms.Textarea({"rows": 3}),
            "members": forms.Textarea({"rows": 4, "spellcheck": "false"}),
        }
        help_texts = {
            "capacity": _("滿了之後的人排候補，有人退出就自動補上。不寫就是不限。"),
            "fee": _("例如「港幣 200，當日收」。"),
            "consent": _("報名的人要剔選同意。不寫就不問。"),
            "members": _("每行一個。不在名單上的報名要大會核對；不寫就是任何人都可以。"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("opens_at", "closes_at"):
            self.fields[name].error_messages |= {
                "required": _("請寫日期和時間。"),
                "invalid": _("請寫日期和時間，例如 2026-11-21 18:00。"),
            }
            self.fields[name].validators.append(_check_day)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("截止要在開始之後。"))
        return data
