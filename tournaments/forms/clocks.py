from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.clocks import LONGEST, MOST_EXTRA

_REASON = {"required": _("請寫下原因。"), "max_length": _("原因最多三百個字。")}


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(
        label=_("時限（分鐘）"),
        min_value=1,
        max_value=LONGEST,
        error_messages={
            name: _("時限要是 1 至 600 的整數。") for name in ("required", "invalid", "min_value", "max_value")
        },
    )


class PauseForm(forms.Form):
    reason = forms.CharField(label=_("原因（必須）"), max_length=300, error_messages=_REASON)


class ExtraForm(PauseForm):
    game = forms.IntegerField(label=_("檯"), error_messages={name: _("請揀一檯。") for name in ("required", "invalid")})
    minutes = forms.IntegerField(
        label=_("加多少分鐘"),
        min_value=1,
        max_value=MOST_EXTRA,
        error_messages={
            name: _("加時要是 1 至 120 的整數。") for name in ("required", "invalid", "min_value", "max_value")
        },
    )
