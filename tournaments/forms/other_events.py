from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.reasons import ReasonForm
from tournaments.phrases.kinds import OTHERS, Other

_MINUTES = _("分鐘要是 1 至 600 的整數。")


class OtherForm(ReasonForm):
    """其他 as one button's value: "wrong_dealer.2", "time_up.during", "surrender.1.0", "pause"; and the fields that
    some kinds need (`Other.asks`). `complete`: they have been shown, so that a missing one is a fault.
    """

    pick = forms.CharField(max_length=40, error_messages={"required": _("請揀一項。")})
    minutes = forms.IntegerField(
        label=_("共多少分鐘（留空：由現在起暫停）"),
        min_value=1,
        max_value=600,
        required=False,
        error_messages={"invalid": _MINUTES, "min_value": _MINUTES, "max_value": _MINUTES},
    )

    def __init__(self, data: Mapping[str, Any], *, complete: bool) -> None:
        super().__init__(data)
        self.complete = complete

    def clean_pick(self) -> dict[str, Any]:
        kind, *parts = self.cleaned_data["pick"].split(".")
        event = OTHERS[kind].read(parts) if kind in OTHERS else None
        if event is None:
            raise forms.ValidationError(_("不明白這一項，請在這一頁再選一次。"))
        return event

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        asked = self.kind.asks if "pick" in data and self.complete else ()
        for name in {"reason", "minutes"} & self.errors.keys() - set(asked):
            del self.errors[name]
        return data

    @property
    def event(self) -> dict[str, Any]:
        asked = {name: self.cleaned_data.get(name) for name in self.kind.asks}
        return dict(self.cleaned_data["pick"]) | asked

    @property
    def kind(self) -> Other:
        return OTHERS[self.cleaned_data["pick"]["type"]]
