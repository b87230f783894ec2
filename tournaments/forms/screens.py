from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.words.turns import LONGEST, TURNS, seconds_of


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
