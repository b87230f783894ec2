from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.inputs import parse_int
from tournaments.models import Player
from tournaments.phrases.names import name_key
from tournaments.players.lists.players import HIGHEST_NUMBER

MOST_CHOICES = 64
"""With more players they are typed by number: 2,000 lists of 2,000 names would be too large a page."""


class PlayerField(forms.CharField):
    """None for an empty field. Services check that the number is on the list."""

    players: Sequence[Player] = ()

    def __init__(self, **more: Any) -> None:
        given = {"autocomplete": "off", "list": "player-numbers"}
        super().__init__(max_length=80, widget=forms.TextInput(given), **more)

    def clean(self, value: Any) -> Any:
        typed = str(super().clean(value) or "")
        if not typed:
            return None
        number = parse_int(typed.split()[0].removeprefix("#"))
        if number is not None:
            if not 1 <= number <= HIGHEST_NUMBER:
                raise forms.ValidationError(_("號碼由 1 起，最多六位數字。"))
            return number
        return self._named(name_key(typed))

    def _named(self, key: str) -> int:
        named = [one.number for one in self.players if key in (name_key(one.name), name_key(one.latin_name))]
        if not (key and named):  # invisible characters compare equal to no English name
            raise forms.ValidationError(_("名單上沒有這名選手。請寫他的號碼或全名。"))
        if len(named) > 1:
            raise forms.ValidationError(_("有多於一名選手叫這個名字，請寫號碼。"))
        return named[0]
