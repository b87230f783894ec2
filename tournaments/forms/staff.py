from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.selectors.events import Worker


class StaffListForm(forms.Form):
    text = forms.CharField(
        label=_("名單"),
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(
            {"rows": 8, "spellcheck": "false", "autocomplete": "off", "placeholder": _("陳師傅 裁判 1-4")}
        ),
        help_text=_("每行一人：姓名、職責、檯號，例如「陳師傅 裁判 1-4」。職責是裁判、裁判長或大會；不寫就是裁判。"),
        error_messages={"required": _("名單是空的：請打字或貼上。")},
    )
    tables = forms.IntegerField(
        label=_("共有多少張檯"),
        min_value=0,
        max_value=500,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        help_text=_("未有的檯會一併加上。"),
        error_messages={
            "required": _("請寫有多少張檯。"),
            "invalid": _("檯數要是整數。"),
            "min_value": _("檯數要是整數。"),
            "max_value": _("最多五百張檯。"),
        },
    )
    share = forms.BooleanField(label=_("沒有人看的檯，平均分給未寫檯號的裁判"), required=False)


class HandOverForm(forms.Form):
    from_user = forms.TypedChoiceField(label=_("由"), coerce=int, error_messages={"required": _("請揀裁判。")})
    to_user = forms.TypedChoiceField(label=_("換成"), coerce=int, error_messages={"required": _("請揀裁判。")})

    def __init__(self, *args: Any, workers: Sequence[Worker], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        referees = [worker for worker in workers if worker.referees]
        self.people: dict[int, User] = {worker.user.pk: worker.user for worker in referees}
        placed = [(w.user.pk, f"{w.user} · {w.tables_text}") for w in referees if w.tables]
        everybody = [(w.user.pk, f"{w.user} · {w.tables_text}" if w.tables else str(w.user)) for w in referees]
        self.fields["from_user"].choices = placed  # type: ignore[attr-defined]
        self.fields["to_user"].choices = everybody  # type: ignore[attr-defined]
        # The two never begin as one and the same person.
        first = placed[0][0] if placed else None
        self.initial.setdefault("to_user", next((pk for pk, _who in everybody if pk != first), None))

    @property
    def possible(self) -> bool:
        return len(self.people) > 1 and bool(self.fields["from_user"].choices)  # type: ignore[attr-defined]
