from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.player_field import PlayerField
from tournaments.models import Player
from tournaments.services.swaps import LONGEST

PAIRS = 3


class SwapForm(forms.Form):
    """更正座位: up to three pairs, by number or name; a half-filled pair is an error at its empty field."""

    reason = forms.CharField(
        label=_("原因"),
        max_length=LONGEST,
        error_messages={"required": _("請寫下原因。")},
        help_text=_("例如：兩家坐錯檯。會寫入兩檯的紀錄。"),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        for place in range(PAIRS):
            for side in ("a", "b"):
                field = self.fields[f"{side}{place}"] = PlayerField(required=False)
                field.players = players

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"a{place}"], self[f"b{place}"]) for place in range(PAIRS)]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        said = [(self.cleaned_data[f"a{place}"], self.cleaned_data[f"b{place}"]) for place in range(PAIRS)]
        return [(one, other) for one, other in said if one is not None and other is not None]

    def clean(self) -> None:
        for place in range(PAIRS):
            one, other = self.cleaned_data.get(f"a{place}"), self.cleaned_data.get(f"b{place}")
            empty = f"{'a' if one is None else 'b'}{place}"
            if (one is None) != (other is None) and empty not in self.errors:
                self.add_error(empty, _("請寫兩名選手。"))
        if not self.errors and not self.pairs:
            self.add_error("a0", _("請寫兩名選手。"))
