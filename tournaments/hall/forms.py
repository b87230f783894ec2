from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.hall import services as clocks
from tournaments.hall.turns import LONGEST, TURNS, seconds_of
from tournaments.models import Event

_REASON_ERRORS = {"required": _("請寫下原因。"), "max_length": _("原因最多三百個字。")}


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("時限（分鐘）"),
        min_value=1,
        max_value=clocks.LONGEST,
        error_messages={
            name: _("時限要是 1 至 600 的整數。") for name in ("required", "invalid", "min_value", "max_value")
        },
    )


class PauseForm(forms.Form):
    reason = forms.CharField(label=_("原因（必須）"), max_length=300, error_messages=_REASON_ERRORS)


class ExtraForm(PauseForm):
    game = forms.IntegerField(label=_("檯"), error_messages={name: _("請揀一檯。") for name in ("required", "invalid")})
    minutes = forms.IntegerField(
        label=_("加多少分鐘"),
        min_value=1,
        max_value=clocks.MOST_EXTRA,
        error_messages={
            name: _("加時要是 1 至 120 的整數。") for name in ("required", "invalid", "min_value", "max_value")
        },
    )


class TurnsForm(forms.Form):
    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, seconds in seconds_of(event.screen).items():
            self.fields[kind] = forms.IntegerField(
                label=str(TURNS[kind][0]),
                initial=seconds,
                min_value=0,
                max_value=LONGEST,
                widget=forms.NumberInput({"inputmode": "numeric"}),
                error_messages=dict.fromkeys(
                    ("required", "invalid", "min_value", "max_value"), _("每頁要由 5 至 120 秒；0 就是不出示。")
                ),
            )
