from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from tournaments.forms.reasons import ReasonForm
from tournaments.models import Blacklisted


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
