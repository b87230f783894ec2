from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet, lengths_of
from tournaments.models import Event, Player, Stage, Table
from tournaments.rulebook.page import length_name
from tournaments.services.seating import SeatError, Seats


class DayForm(forms.Form):
    day = forms.DateField(
        label=_("日期"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("紅牌到這一日完結為止。"),
        error_messages={"required": _("請揀日期。"), "invalid": _("請用年-月-日寫日期，例如 2026-11-21。")},
    )


def length_field(rules: RuleSet, usual: int, words: str) -> forms.TypedChoiceField | None:
    """每場打幾圈 among the lengths that the rules offer; empty means the `usual` one, which `words` names. None
    where there is no other.
    """
    others = [(str(one), length_name(one, rules)) for one in lengths_of(rules) if one != usual]
    if not others:
        return None
    return forms.TypedChoiceField(
        label=_("每場打幾圈"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", words), *others],
        error_messages={"invalid_choice": _("這套規則沒有這個長度，請再選。")},
    )


class LengthForm(forms.Form):
    """長度 in 圈; empty means that of `stage` or the `rules` of the event. No field under rules with one length."""

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        rules: RuleSet,
        stage: Stage,
        chosen: int | None = None,
        hint: str = "",
    ) -> None:
        usual = stage.wind_rounds or rules.game.wind_rounds
        super().__init__(data, initial={"wind_rounds": "" if chosen in (None, usual) else str(chosen)})
        words = gettext("按這個階段：%(length)s") if stage.wind_rounds else gettext("按規則：%(length)s")
        field = length_field(rules, usual, words % {"length": length_name(usual, rules)})
        if field is not None:
            field.help_text = hint
            self.fields["wind_rounds"] = field

    @property
    def wind_rounds(self) -> int | None:
        chosen: int | None = self.cleaned_data.get("wind_rounds")
        return chosen


class DrawForm(forms.Form):
    """抽籤: empty for a new number, or the number of an earlier draw to get the same seats."""

    seed = forms.CharField(
        label=_("抽籤號碼"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("留空會抽一個新號碼；同一個號碼會抽出同樣的座位。"),
    )


MOST_CHOICES = 64
"""With more players they are typed by number: 2,000 lists of 2,000 names would be too large a page."""


class SeatsForm(forms.Form):
    """逐檯編位. Errors of the service appear at their chairs."""

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        event: Event,
        players: Sequence[Player],
        seated: Mapping[tuple[int, int], int],
    ) -> None:
        super().__init__(data)
        self.tables: list[Table] = list(event.tables.order_by("number"))
        self.typed = len(players) > MOST_CHOICES
        self.players = players
        choices = [("", "—"), *((str(player.number), str(player)) for player in players)]
        for table in self.tables:
            for seat in range(4):
                number = seated.get((table.number, seat))
                field = _number_field(number) if self.typed else _choice_field(choices, number)
                self.fields[_name(table.number, seat)] = field

    @property
    def seats(self) -> Seats:
        return {
            table.number: [self.cleaned_data[_name(table.number, seat)] for seat in range(4)] for table in self.tables
        }

    def add_seat_errors(self, errors: Sequence[SeatError]) -> None:
        for error in errors:
            self.add_error(None if error.seat is None else _name(error.table, error.seat), error.text)

    @property
    def rows(self) -> list[tuple[Table, list[forms.BoundField]]]:
        return [(table, [self[_name(table.number, seat)] for seat in range(4)]) for table in self.tables]


def _choice_field(choices: Sequence[tuple[str, str]], number: int | None) -> forms.Field:
    return forms.TypedChoiceField(
        choices=choices,
        coerce=int,
        empty_value=None,
        required=False,
        initial=str(number or ""),
        error_messages={"invalid_choice": _("名單上沒有這名選手，或者他已退出、停賽或取消資格。")},
    )


def _number_field(number: int | None) -> forms.Field:
    return forms.IntegerField(
        required=False,
        initial=number,
        min_value=1,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "list": "player-numbers"}),
        error_messages={"invalid": _("請寫選手的號碼。"), "min_value": _("號碼由 1 起。")},
    )


def _name(table: int, seat: int) -> str:
    return f"t{table}s{seat}"
