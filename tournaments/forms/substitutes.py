from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class SubstituteForm(forms.Form):
    seat = forms.TypedChoiceField(
        coerce=int,
        choices=[(seat, seat) for seat in range(4)],
        error_messages={"required": _("請揀哪一家由人替補。"), "invalid_choice": _("沒有這個座位。")},
    )
    player = forms.IntegerField(
        min_value=1,
        required=False,
        error_messages={"invalid": _("請寫選手的號碼。"), "min_value": _("號碼由 1 起。")},
    )
    back = forms.BooleanField(required=False)

    @property
    def takes_back(self) -> bool:
        return bool(self.cleaned_data["back"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("back") and not data.get("player") and "player" not in self.errors:
            self.add_error("player", _("請揀由誰替補。"))
        return data
