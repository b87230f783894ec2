from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Takes the written reason, or else the chosen ready-made one."""

    ready = forms.CharField(max_length=300, required=False)
    reason = forms.CharField(
        label=_("原因"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"max_length": _("原因最多三百個字。")},
    )
    missing = _("請寫下原因。")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "reason" not in self.errors:
            data["reason"] = data["reason"] or data.get("ready", "")
            if not data["reason"]:
                self.add_error("reason", self.missing)
        return data


class ObjectionForm(ReasonForm):
    missing = _("請說明那裡不對。")
    seat = forms.TypedChoiceField(
        coerce=int,
        choices=[(seat, seat) for seat in range(4)],
        error_messages={"required": _("請揀哪一家提出異議。"), "invalid_choice": _("沒有這個座位。")},
    )
