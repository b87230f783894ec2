from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from penalties.selectors.register import Choices, Wanted, matching_offences
from scoring import RuleSet
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import said

_CARDS = [("", _("不限")), ("yellow", _("黃牌")), ("red", _("紅牌"))]
_STATES = [("", _("全部")), ("in_force", _("有效")), ("reversed", _("已推翻"))]
_SHOWN = dict([*_CARDS, *_STATES])


class RegisterFilter(forms.Form):
    day = forms.DateField(label=_("日期"), required=False)
    round = forms.IntegerField(min_value=1, required=False)
    table = forms.IntegerField(label=_("檯"), min_value=1, required=False)
    player = forms.CharField(
        label=_("犯規者"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"placeholder": _("號碼或姓名"), "autocomplete": "off"}),
    )
    offence = forms.CharField(label=_("犯規項目"), max_length=60, required=False)
    card = forms.ChoiceField(label=_("紅黃牌"), choices=_CARDS, required=False)
    state = forms.ChoiceField(label=_("狀態"), choices=_STATES, required=False)
    referee = forms.ModelChoiceField(
        label=_("裁判"), queryset=User.objects.none(), to_field_name="username", required=False, empty_label=_("不限")
    )

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet, choices: Choices) -> None:
        super().__init__(data)
        self.rules = rules
        self.offence_names = choices.offences
        self.days = {day.isoformat(): day_text(day, year=True) for day in choices.days}
        self.fields["day"].widget = forms.Select(choices=_with_all(self.days.items()))
        self.fields["round"].label = said(_("半莊"), rules)
        self.fields["round"].widget = forms.Select(choices=_with_all((n, n) for n in choices.rounds))
        self.fields["table"].widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
        self.fields["offence"].widget.attrs |= {"list": "offence-names", "autocomplete": "off"}
        referee = self.fields["referee"]
        assert isinstance(referee, forms.ModelChoiceField)
        referee.queryset = choices.referees

    @property
    def filters(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    @property
    def asked_for(self) -> list[str]:
        """The filter in words, for the printout: "日期 2026年11月21日（六）", "牌 紅牌"."""
        given = [(name, str(self.data[name])) for name in self.fields if self.data.get(name)]
        shown = {**_SHOWN, **self.days}
        return [f"{self[name].label} {shown.get(value, value)}" for name, value in given]

    @property
    def wanted(self) -> Wanted:
        """A field that cannot be understood filters nothing."""
        self.full_clean()
        data = self.cleaned_data
        offence = data.get("offence", "")
        return Wanted(
            day=data.get("day"),
            round=data.get("round"),
            table=data.get("table"),
            player=data.get("player", ""),
            offences=matching_offences(offence, self.rules) if offence else None,
            card=data.get("card", ""),
            state=data.get("state", ""),
            referee=data.get("referee"),
        )


def _with_all(choices: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return [("", _("不限")), *choices]
