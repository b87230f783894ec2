"""局外判決. What needs a hand (a ban, a replay, paying the others) is not offered; where the table of offences says
such a thing, the head referee decides the consequences.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import Offence, RuleSet, text
from tournaments.models import Player
from tournaments.players.player_field import PlayerField

WITHOUT_HAND = frozenset(
    {
        "warning", "yellow", "red", "disqualify", "blacklist", "suspend", "withdraw",
        "deduct", "deduct_base", "deduct_tai", "deduct_per_tile",
    }
)  # fmt: skip


def hall_words(rules: RuleSet) -> list[tuple[str, Promise]]:
    words: list[tuple[str, Promise]] = [("warning", _("警告"))]
    if rules.game.cards is not None:
        words += [("yellow", _("黃牌")), ("red", _("紅牌"))]
    return [
        *words,
        ("withdraw", _("退出比賽")),
        ("suspend", _("停賽")),
        ("disqualify", _("取消資格")),
        ("blacklist", _("列入黑名單")),
    ]


def needs_hand(offence: Offence) -> bool:
    words = [next(iter(one)) if isinstance(one, Mapping) else one for one in offence.consequences or ()]
    return any(word not in WITHOUT_HAND for word in words)


class HallForm(forms.Form):
    player = PlayerField(label=_("選手"), error_messages={"required": _("請寫選手的號碼或姓名。")})
    offence = forms.CharField(max_length=60, error_messages={"required": _("請揀犯規項目。")})
    tiles = forms.IntegerField(label=_("多少隻牌"), min_value=1, max_value=40, required=False)
    compose = forms.BooleanField(required=False)
    words = forms.MultipleChoiceField(required=False)
    deduct = forms.DecimalField(label=_("扣分（歸大會）"), min_value=0, max_digits=6, decimal_places=1, required=False)
    deduct_base = forms.IntegerField(label=_("扣多少底"), min_value=0, max_value=99, required=False)
    deduct_tai = forms.IntegerField(label=_("扣多少台"), min_value=0, max_value=99, required=False)
    facts = forms.CharField(
        label=_("事實（一句話）"),
        max_length=300,
        error_messages={"required": _("請用一句話寫下事實。"), "max_length": _("事實最多三百個字。")},
    )

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.rules, self.players = rules, players
        self.fields["player"].players = players  # type: ignore[attr-defined]
        words = self.fields["words"]
        assert isinstance(words, forms.MultipleChoiceField)
        words.choices = hall_words(rules)
        if rules.game.base is None:
            del self.fields["deduct_base"]
        if rules.game.tai is None:
            del self.fields["deduct_tai"]

    @property
    def row(self) -> Offence | None:
        wanted = self.data.get("offence")
        return next((one for one in self.rules.offences if wanted in (one.slug, one.name_zh)), None)

    @property
    def must_compose(self) -> bool:
        return self.row is not None and (self.row.consequences is None or needs_hand(self.row))

    @property
    def composes(self) -> bool:
        return self.must_compose or str(self.data.get("compose", "")) not in ("", "0", "false", "False")

    @property
    def composed_before(self) -> bool:
        """Whether the composing part was shown before: then even nothing chosen is a decision."""
        return bool(self.data.get("composed"))

    @property
    def asks_tiles(self) -> bool:
        return not self.composes and self.row is not None and "tiles" in self.row.needs

    def clean_player(self) -> Player:
        found = next((player for player in self.players if player.number == self.cleaned_data["player"]), None)
        if found is None:
            raise forms.ValidationError(_("名單上沒有這名選手。請寫他的號碼或全名。"))
        return found

    def clean_offence(self) -> str:
        if self.row is None:
            raise forms.ValidationError(_("犯規表沒有這一項，請再選。"))
        return self.row.slug

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.asks_tiles and not data.get("tiles") and "tiles" not in self.errors:
            self.add_error("tiles", _("這一條要填這一項。"))
        return data

    @property
    def ready(self) -> bool:
        return not (set(self.errors) - {"facts"}) and (not self.composes or self.composed_before)

    @property
    def ruling(self) -> dict[str, Any]:
        ruling: dict[str, Any] = {"offence": self.cleaned_data["offence"]}
        if self.composes:
            return ruling | {"consequences": self._composed()}
        return ruling | ({"tiles": self.cleaned_data["tiles"]} if self.asks_tiles else {})

    def _composed(self) -> list[Any]:
        data = self.cleaned_data
        composed: list[Any] = list(data["words"])
        if data.get("deduct"):
            composed.append({"deduct": text(Decimal(data["deduct"]))})
        return composed + [{key: data[key]} for key in ("deduct_base", "deduct_tai") if data.get(key)]
