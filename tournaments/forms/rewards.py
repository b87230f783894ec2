from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import Reward, RuleSet
from tournaments.recording.rewards import PLAIN, SIMPLE


class RewardForm(forms.Form):
    """One button; `event` is its meaning. `payer_missing`: the payer has still to be asked."""

    pick = forms.CharField(max_length=60, error_messages={"required": _("請揀獎勵和座位。")})
    times = forms.IntegerField(min_value=1, max_value=20, required=False)

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet) -> None:
        super().__init__(data)
        self.rules = rules
        self.payer_missing = False

    def clean_pick(self) -> dict[str, Any]:
        kind, _dot, rest = self.cleaned_data["pick"].partition(".")
        reward = self.rules.game.rewards.get(kind)
        event = _event(reward, rest.split(".")) if reward else None
        if reward is None or event is None:
            raise forms.ValidationError(_("這套規則沒有這種獎勵，請在這一頁再選一次。"))
        self.payer_missing = reward.who == "one_pays" and "from" not in event
        return event

    @property
    def reward(self) -> Reward:
        return self.rules.game.rewards[self.cleaned_data["pick"]["kind"]]

    @property
    def event(self) -> dict[str, Any]:
        event = dict(self.cleaned_data["pick"])
        if self.reward.times and self.cleaned_data.get("times"):
            event["times"] = self.cleaned_data["times"]
        return event


def _event(reward: Reward, parts: list[str]) -> dict[str, Any] | None:
    """The event of the rest of a button's value, or None for an impossible one."""
    if not parts or parts[0] not in ("0", "1", "2", "3"):
        return None
    event: dict[str, Any] = {"type": "reward", "kind": reward.kind, "seat": int(parts[0])}
    for part in parts[1:]:
        if part == SIMPLE:
            event["simple"] = True
        elif part in ("from0", "from1", "from2", "from3"):
            event["from"] = int(part[-1])
        elif part != PLAIN:
            return None
    return event
