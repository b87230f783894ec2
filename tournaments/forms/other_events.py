"""其他: which of 做錯莊, 大會鐘 and 投降 a button stands for, as an event of the game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class OtherForm(forms.Form):
    """其他: 做錯莊, 大會鐘, 投降 as one button's value: "wrong_dealer.2", "time_up.during", "surrender.1.0"."""

    pick = forms.CharField(max_length=40, error_messages={"required": _("請選擇一項。")})

    def clean_pick(self) -> dict[str, Any]:
        event = _event(self.cleaned_data["pick"].split("."))
        if event is None:
            raise forms.ValidationError(_("不明白這一項，請在這一頁再選一次。"))
        return event

    @property
    def event(self) -> dict[str, Any]:
        """The event of the replay document, of a valid form."""
        return dict(self.cleaned_data["pick"])


def _event(parts: list[str]) -> dict[str, Any] | None:
    seats = [int(part) for part in parts[1:] if part in ("0", "1", "2", "3")]
    match parts[0], len(parts), len(seats):
        case "wrong_dealer", 2, 1:
            return {"type": "wrong_dealer", "seat": seats[0]}
        case "surrender", 3, 2:
            return {"type": "surrender", "seat": seats[0], "winner": seats[1]}
        case "time_up", 2, 0 if parts[1] in ("during", "between"):
            return {"type": "time_up", "during_hand": parts[1] == "during"}
    return None
