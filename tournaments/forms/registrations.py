from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from tournaments.lists.players import contact_faults
from tournaments.models import Registration, RegistrationDesk
from tournaments.services.events import day_fault
from tournaments.services.registrations import FIELDS

_MOMENT = "%Y-%m-%dT%H:%M"


class RegistrationForm(forms.ModelForm):
    """`website` is a trap for bots: people do not see it."""

    email = forms.CharField(
        label=_("電郵"),
        required=False,
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text=_("電郵或電話最少寫一樣，只有大會看到。"),
    )
    consents = forms.BooleanField(label=_("我已細閱並同意"), required=False)
    website = forms.CharField(required=False, widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}))
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    class Meta:
        model = Registration
        fields = FIELDS
        field_classes = dict.fromkeys(("name", "latin_name", "alias", "club", "member", "note"), NameField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "name"}),
            "phone": forms.TextInput({"autocomplete": "tel", "inputmode": "tel"}),
        }
        help_texts = {
            "alias": _("不想公開姓名的話，排名和座位會用這個名稱。"),
            "note": _("例如輪椅位、素食。只有大會看到。"),
        }
        error_messages = {"name": {"required": _("請寫姓名。")}}

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not any(sign.isalpha() for sign in name):
            raise forms.ValidationError(_("請寫姓名。"))
        return name

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        email, phone = data.get("email") or "", data.get("phone") or ""
        for name, fault in contact_faults(email, phone).items():
            self.add_error(name, fault)
        if not (email or phone or {"email", "phone"} & set(self.errors)):
            self.add_error("email", _("請寫電郵或電話，大會才找到你。"))
        return data

    @property
    def values(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in FIELDS}


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

    def clean_opens_at(self) -> datetime:
        return self._possible("opens_at")

    def clean_closes_at(self) -> datetime:
        return self._possible("closes_at")

    def _possible(self, name: str) -> datetime:
        """A moment that a database can hold in any time zone."""
        moment: datetime = self.cleaned_data[name]
        if fault := day_fault(moment.date()):
            raise forms.ValidationError(fault)
        return moment

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("截止要在開始之後。"))
        return data
