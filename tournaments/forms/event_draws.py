from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.event_draws import MOST_LETTERS, NextDraw

_REASON = {"autocomplete": "off", "maxlength": MOST_LETTERS}


class LockForm(forms.Form):
    count = forms.IntegerField(
        label=_("抽多少輪"),
        widget=forms.NumberInput({"inputmode": "numeric"}),
        help_text=_("還未公布的輪次會用新的座位；不夠的輪次會自動加上。"),
        error_messages={"required": _("請輸入輪數。"), "invalid": _("請輸入數目。")},
    )

    def __init__(self, *args: object, coming: NextDraw, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.coming = coming
        self.fields["count"].initial = coming.planned
        self.fields["count"].widget.attrs |= {"min": 1, "max": coming.most}

    def clean_count(self) -> int:
        count: int = self.cleaned_data["count"]
        if refusal := self.coming.refusal(count):
            raise forms.ValidationError(refusal)
        return count


class SeedForm(forms.Form):
    """公開號碼. `again`: something was drawn from this list before."""

    seed = forms.CharField(
        label=_("公開號碼"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("鎖定名單之後才公開的號碼：場內擲的骰、下一期六合彩……"),
        error_messages={"required": _("請寫公開的號碼，例如骰子或六合彩的結果。")},
    )
    reason = forms.CharField(
        label=_("為何重抽"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput(_REASON),
        error_messages={"required": _("重抽要寫原因。")},
    )

    def __init__(self, *args: object, again: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not again:
            del self.fields["reason"]


class ReleaseForm(forms.Form):
    reason = forms.CharField(
        label=_("原因"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput(_REASON),
        error_messages={"required": _("請寫原因。")},
    )
