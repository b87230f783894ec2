from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.seating_otherwise import MOST_LETTERS

WAYS = {
    "swiss": _("瑞士制：按現時名次，相鄰的同檯，盡量不重遇"),
    "snake": _("蛇形：按現時名次，1、2、3……輪流到各檯，再倒回來"),
    "steps": _("等距：第 1 名與四分一、一半、四分三的名次同檯"),
    "script": _("座位表：每行寫一檯的四個名次，例如 1 16 32 48"),
    "written": _("寫好的座位：每行寫一檯的四個選手號碼，例如 3: 17 5 9 2"),
    "rest": _("保留部分檯，其餘再抽"),
}
TYPED = ("script", "written")


class WaysForm(forms.Form):
    way = forms.ChoiceField(
        label=_("編法"),
        choices=list(WAYS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("請揀編法。"), "invalid_choice": _("請揀編法。")},
    )
    text = forms.CharField(
        label=_("座位表"),
        required=False,
        max_length=MOST_LETTERS,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text=_("只用於「座位表」和「寫好的座位」。"),
    )
    keep = forms.MultipleChoiceField(
        label=_("保留的檯"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("沒有這張檯。")},
    )

    def __init__(self, *args: object, tables: list[int], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if tables:
            self.fields["keep"].choices = [(str(number), str(number)) for number in tables]  # type: ignore[attr-defined]
        else:
            del self.fields["keep"]
            choices = [(key, words) for key, words in WAYS.items() if key != "rest"]
            self.fields["way"].choices = choices  # type: ignore[attr-defined]

    @property
    def tables(self) -> set[int]:
        return {int(number) for number in self.cleaned_data.get("keep", [])}
