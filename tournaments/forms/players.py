"""名單的表格: a list to paste or upload, and one player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.rounds import MOST_CHOICES
from tournaments.models import Player
from tournaments.player_list import HIGHEST_NUMBER, Unreadable, decode

LARGEST_FILE = 1_000_000


class ListForm(forms.Form):
    """名單: text, or a file whose text then stands in the field, so that it can be put right here."""

    text = forms.CharField(
        label=_("名單"),
        required=False,
        max_length=LARGEST_FILE,
        strip=False,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("每行一名選手。可以只寫姓名，或者寫「號碼, 姓名, 會所, 湊腳」，也可以由試算表貼上。"),
    )
    file = forms.FileField(
        label=_("或者選擇 CSV 檔案"),
        required=False,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )

    def clean_file(self) -> str:
        """The text of the file, empty without one."""
        upload = self.cleaned_data.get("file")
        if not upload:
            return ""
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError(_("檔案太大，最多一百萬字節。"))
        unreadable = forms.ValidationError(_("讀不到這個檔案的文字。請由試算表另存為 CSV（UTF-8）。"))
        try:
            text = decode(upload.read())
        except Unreadable:
            raise unreadable from None
        if "\0" in text:
            raise unreadable
        return text

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        data["text"] = data.get("file") or data.get("text") or ""
        if not data["text"].strip():
            self.add_error("text", _("名單是空的：請打字、貼上，或選擇檔案。"))
        return data


class PlayerForm(forms.ModelForm):
    """選手. The last tick is only asked for where the name stands on the black list."""

    namesake = forms.BooleanField(
        label=_("同名的另一人"),
        required=False,
        help_text=_("我肯定這名選手不是黑名單上的人。會記下由誰確認。"),
    )

    class Meta:
        model = Player
        fields = ("number", "name", "club", "staff")
        widgets = {"number": forms.NumberInput({"inputmode": "numeric", "min": 1, "max": HIGHEST_NUMBER})}
        help_texts = {"staff": _("湊腳坐滿牌檯，不計名次。")}
        error_messages = {
            "number": {"required": _("請寫號碼。"), "invalid": _("號碼要是整數。"), "min_value": _("號碼由 1 起。")},
            "name": {"required": _("請寫姓名。")},
        }

    @property
    def player_data(self) -> dict[str, Any]:
        """What is kept in the list of players, of a valid form."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_number(self) -> int:
        number = int(self.cleaned_data["number"])
        if not 1 <= number <= HIGHEST_NUMBER:
            raise forms.ValidationError(_("號碼由 1 起，最多六位數字。"))
        return number


class ApartForm(forms.Form):
    """不得同檯: two players, chosen from the list or, where that is long, typed by their numbers."""

    first = forms.IntegerField(min_value=1)
    second = forms.IntegerField(min_value=1)
    reason = forms.CharField(
        label=_("原因"),
        required=False,
        max_length=60,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("可以不寫，例如「夫妻」。只有大會看到。"),
    )

    def __init__(self, data: Mapping[str, str] | None = None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.typed = len(players) > MOST_CHOICES
        choices = [("", "—"), *((player.number, str(player)) for player in players)]
        for name, label in (("first", _("選手")), ("second", _("另一名選手"))):
            field = self.fields[name]
            attributes = {"inputmode": "numeric", "autocomplete": "off", "list": "player-numbers"}
            field.widget = forms.TextInput(attributes) if self.typed else forms.Select(choices=choices)
            field.label = label
            missing, number = _("請選選手。"), _("請寫選手的號碼。")
            field.error_messages |= {"required": missing, "invalid": number, "min_value": number}
