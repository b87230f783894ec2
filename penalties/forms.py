import binascii
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from io import BytesIO
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from penalties.models import Case, Ruling
from penalties.photos import small_photo
from penalties.selectors.register import offence_name
from scoring import RuleSet, format_points
from scoring.rulebook import Offence
from tournaments.core.reason_forms import ReasonForm
from tournaments.models import Event, Player
from tournaments.phrases.days import day_text
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import said
from tournaments.players.lists.players import PlayerField
from tournaments.tables.forms import OffenceForm
from tournaments.tables.game_log.read import rules_of

OBJECTIONS: Sequence[Promise] = (
    _("我沒有犯規"),
    _("罰則不對"),
    _("次數計錯"),
    _("這不是我做的"),
)


def photo_of(posted: Mapping[str, Any], files: Mapping[str, Any]) -> bytes | None:
    """Return the uploaded picture (`photo`) or, failing that, the one the form carried over in base64 (`photo_kept`),
    scaled down.

    None if there is neither, or if `photo_drop` is set. Raises Invalid for a file that is no usable picture.
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


WITHOUT_HAND = frozenset(
    {
        "warning", "yellow", "red", "disqualify", "blacklist", "suspend", "withdraw",
        "deduct", "deduct_base", "deduct_tai", "deduct_per_tile",
    }
)  # fmt: skip


HALL_WORDS: Sequence[tuple[str, Promise]] = (
    ("withdraw", _("退出比賽")),
    ("suspend", _("停賽")),
    ("disqualify", _("取消資格")),
    ("blacklist", _("列入黑名單")),
)


class HallForm(OffenceForm):
    """局外判決. Does not offer consequences that need a hand (a ban, a replay, a payment to the others); where the
    catalogue lists one, the head referee chooses another."""

    field_order = ["player"]
    player = PlayerField(label=_("選手"), error_messages={"required": _("請寫選手的號碼或姓名。")})
    deduct = forms.DecimalField(label=_("扣分（歸大會）"), min_value=0, max_digits=6, decimal_places=1, required=False)
    deduct_base = forms.IntegerField(label=_("扣多少底"), min_value=0, max_value=99, required=False)
    deduct_tai = forms.IntegerField(label=_("扣多少台"), min_value=0, max_value=99, required=False)
    facts = forms.CharField(
        label=_("事實（一句話）"),
        max_length=300,
        error_messages={"required": _("請用一句話寫下事實。"), "max_length": _("事實最多三百個字。")},
    )

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet, players: Sequence[Player]) -> None:
        cards = [("yellow", _("黃牌")), ("red", _("紅牌"))] if rules.game.cards is not None else []
        super().__init__(data, rules=rules, words=[("warning", _("警告")), *cards, *HALL_WORDS])
        self.players = players
        self.fields["player"].players = players  # type: ignore[attr-defined]
        self.asks_tiles = not self.composes and self.offence_row is not None and "tiles" in self.offence_row.needs
        if rules.game.base is None:
            del self.fields["deduct_base"]
        if rules.game.tai is None:
            del self.fields["deduct_tai"]

    def leaves_open(self, offence: Offence) -> bool:
        words = [next(iter(one)) if isinstance(one, Mapping) else one for one in offence.consequences or ()]
        return offence.consequences is None or any(word not in WITHOUT_HAND for word in words)

    def clean_player(self) -> Player:
        found = next((player for player in self.players if player.number == self.cleaned_data["player"]), None)
        if found is None:
            raise forms.ValidationError(_("名單上沒有這名選手。請寫他的號碼或全名。"))
        return found

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
        data = self.cleaned_data
        ruling: dict[str, Any] = {"offence": data["offence"]}
        if not self.composes:
            return ruling | ({"tiles": data["tiles"]} if self.asks_tiles else {})
        composed: list[Any] = list(data["words"])
        if data.get("deduct"):
            composed.append({"deduct": format_points(Decimal(data["deduct"]))})
        composed += [{key: data[key]} for key in ("deduct_base", "deduct_tai") if data.get(key)]
        return ruling | {"consequences": composed}


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

    def __init__(self, data: Mapping[str, Any], *, event: Event) -> None:
        super().__init__(data)
        self.rules = rules_of(event)
        own = Ruling.objects.filter(event=event).order_by()
        slugs = set(own.values_list("offence", flat=True).distinct())
        used = [offence.slug for offence in self.rules.offences if offence.slug in slugs]
        self.offence_names = [offence_name(slug, self.rules) for slug in used]
        days = sorted(set(own.values_list("day", flat=True).distinct()))
        self.days = {day.isoformat(): day_text(day, year=True) for day in days}
        self.fields["day"].widget = forms.Select(choices=[("", _("不限")), *self.days.items()])
        games = own.filter(game__isnull=False).values_list("game__round__number", flat=True)
        self.fields["round"].label = said(_("半莊"), self.rules)
        rounds = [(number, number) for number in sorted(set(games.distinct()))]
        self.fields["round"].widget = forms.Select(choices=[("", _("不限")), *rounds])
        self.fields["table"].widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
        self.fields["offence"].widget.attrs |= {"list": "offence-names", "autocomplete": "off"}
        referees = User.objects.filter(pk__in=own.values("user")).order_by("display_name", "username")
        self.fields["referee"].queryset = referees  # type: ignore[attr-defined]

    @property
    def filters(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    @property
    def asked_for(self) -> list[str]:
        """The filter in words, for the printout: "日期 2026年11月21日（六）", "牌 紅牌"."""
        given = [(name, str(self.data[name])) for name in self.fields if self.data.get(name)]
        shown = {**_SHOWN, **self.days}
        return [f"{self[name].label} {shown.get(value, value)}" for name, value in given]
