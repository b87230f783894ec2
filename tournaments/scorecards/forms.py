from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.reason_forms import ReasonForm
from tournaments.scorecards.services import MAX_STROKES, read_code


class SignForm(forms.Form):
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)
    strokes = forms.CharField(max_length=MAX_STROKES, required=False, widget=forms.HiddenInput)
    pin = forms.CharField(
        label=_("個人密碼"),
        max_length=4,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}),
    )


class RuledForm(ReasonForm):
    missing = _("請寫下裁定作實的原因。")
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    client_key = forms.UUIDField(widget=forms.HiddenInput)


class ReopenForm(forms.Form):
    client_key = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("原因"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("請寫下重開記分卡的原因。")},
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("查核碼"),
        max_length=12,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("請輸入記分卡上的查核碼。")},
    )

    def clean_code(self) -> str:
        code = read_code(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(self.fields["code"].error_messages["required"], "required")
        return code


class PinForm(forms.Form):
    pin = forms.CharField(
        label=_("個人密碼"),
        max_length=4,
        min_length=4,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}),
        error_messages={"required": _("請輸入四位數字密碼。"), "min_length": _("密碼是四位數字。")},
    )
