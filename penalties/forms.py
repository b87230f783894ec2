import binascii
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from penalties.models import Case
from penalties.photos import small_photo
from tournaments.core.reasons import ReasonForm
from tournaments.models import Player
from tournaments.phrases.names import told_apart
from tournaments.tables.forms import RulingForm

__all__ = ["DecisionForm", "NoteForm", "RulingForm", "RulingObjectionForm", "photo_of"]

OBJECTIONS: Sequence[Promise] = (
    _("我沒有犯規"),
    _("罰則不對"),
    _("次數計錯"),
    _("這不是我做的"),
)


def photo_of(posted: Mapping[str, Any], files: Mapping[str, Any]) -> bytes | None:
    """A new picture (`photo`), made small, else the one that an earlier answer returned in base64 (`photo_kept`).

    None without one, or with `photo_drop`. Raises Invalid (photo).
    """
    if "photo_drop" in posted:
        return None
    sent = files.get("photo")
    if sent is not None:
        return small_photo(sent, sent.size or 0)
    try:
        kept = b64decode(posted.get("photo_kept", "").encode("ascii", "ignore"))
    except binascii.Error:
        kept = b"?"
    return small_photo(BytesIO(kept), len(kept)) if kept else None


class RulingObjectionForm(ReasonForm):
    missing = _("請說明那裡不對。")
    player = forms.TypedChoiceField(
        coerce=int,
        error_messages={"required": _("請揀哪一位提出異議。"), "invalid_choice": _("沒有這位選手。")},
    )

    def __init__(self, data: Any = None, *, players: Iterable[Player]) -> None:
        super().__init__(data)
        people = [(player.number, player.name) for player in players]
        choices = zip((number for number, _name in people), told_apart(people), strict=True)
        self.fields["player"].choices = list(choices)  # type: ignore[attr-defined]


class NoteForm(forms.Form):
    text = forms.CharField(
        label=_("留言（只有裁判和大會看到）"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("請寫下留言。"), "max_length": _("留言最多一千個字。")},
    )


class DecisionForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("裁決"),
        choices=[(Case.Outcome.UPHELD, Case.Outcome.UPHELD.label), (Case.Outcome.CHANGED, Case.Outcome.CHANGED.label)],
        widget=forms.RadioSelect,
        error_messages={"required": _("請揀維持原判或更改。"), "invalid_choice": _("請揀維持原判或更改。")},
    )
    decision = forms.CharField(
        label=_("理由（選手看到）"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("請寫下裁決的理由。"), "max_length": _("理由最多三百個字。")},
    )
