"""其他: which event a button stands for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.words.kinds import OTHERS, Other


class OtherForm(forms.Form):
    """其他 as one button's value: "wrong_dealer.2", "time_up.during", "surrender.1.0"."""

    pick = forms.CharField(max_length=40, error_messages={"required": _("請選擇一項。")})

    def clean_pick(self) -> dict[str, Any]:
        kind, *parts = self.cleaned_data["pick"].split(".")
        event = OTHERS[kind].read(parts) if kind in OTHERS else None
        if event is None:
            raise forms.ValidationError(_("不明白這一項，請在這一頁再選一次。"))
        return event

    @property
    def event(self) -> dict[str, Any]:
        """The event, of a valid form."""
        return dict(self.cleaned_data["pick"])

    @property
    def kind(self) -> Other:
        """What is entered, of a valid form."""
        return OTHERS[self.event["type"]]
