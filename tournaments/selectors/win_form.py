"""食糊的表格: everything that `tournaments/_win_form.html` shows for an entry. Plain data, already in words.

What is asked comes from the rule set: which circumstances it knows, how many may win one tile, which fans there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring.game import GameState
from scoring.rulesets.rule_set import RuleSet
from scoring.seats import OTHERS
from tournaments.entry import MODES, SELF_DRAW, Laid, WinEntry, WinnerEntry
from tournaments.selectors.seats import Seat
from tournaments.selectors.wording import UNITS, listed, local
from tournaments.ticking import tickables

MODE_NAMES = {"typed": lazy("番數"), "ticks": lazy("揀番"), "tiles": lazy("擺牌")}
# 搶槓 and 花糊 are asked once for the whole hand; what stands here is asked beside the tiles.
CIRCUMSTANCES = {
    "declared_ready": lazy("叮"),
    "one_shot": lazy("一發"),
    "human_ready": lazy("人叮"),
    "earthly_ready": lazy("地叮"),
    "heavenly_ready": lazy("天叮"),
    "last_tile": lazy("海底"),
    "last_discard": lazy("最後一隻打出"),
    "among_last_four": lazy("河底撈魚"),
    "heavenly_win": lazy("天糊"),
    "earthly_win": lazy("地糊"),
    "human_win": lazy("人糊"),
    "robbed_concealed_kong": lazy("搶暗槓"),
}


@dataclass(frozen=True)
class Choice:
    """One thing to tap."""

    value: str
    label: str
    checked: bool = False
    note: str = ""


@dataclass(frozen=True)
class FanRow:
    """揀番: one fan at one value."""

    value: str
    name: str
    note: str
    worth: str
    checked: bool
    count: int
    several: bool


@dataclass(frozen=True)
class Slot:
    """One winner's part of the form. `hints`: what was recorded for him during the hand."""

    index: int
    seat: int | None
    name: str
    wind: str
    seats: tuple[Choice, ...]
    modes: tuple[Choice, ...]
    mode: str
    typed: str
    fans: tuple[FanRow, ...]
    laid: Laid
    circumstances: tuple[Choice, ...]
    last_draws: tuple[Choice, ...]
    paid: str
    hints: tuple[str, ...]
    error: str
    open: bool

    @property
    def suffix(self) -> str:
        return f"-{self.index}"

    @property
    def laid_fields(self) -> Mapping[str, str]:
        """The laid tiles as the tile keyboard's template takes them."""
        laid = self.laid
        return {
            "concealed": laid.concealed,
            "winning": laid.winning,
            "melds_json": laid.melds,
            "flowers": laid.flowers,
        }


@dataclass(frozen=True)
class WinForm:
    """The whole form. `others`: who may be added as a further winner; `errors`: sentences to show on top."""

    slots: tuple[Slot, ...]
    sources: tuple[Choice, ...]
    others: tuple[Choice, ...]
    manners: tuple[Choice, ...]
    unit: str
    hand_size: int
    choose_winner: bool
    errors: tuple[str, ...] = ()
    field_errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        names = [slot.name for slot in self.slots if slot.name]
        return _("%(names)s 食糊") % {"names": listed(names)} if names else _("食糊")


def win_form(
    entry: WinEntry,
    *,
    rules: RuleSet,
    state: GameState,
    seats: Sequence[Seat],
    hints: Mapping[int, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
    choose_winner: bool = False,
) -> WinForm:
    """The form for an entry. `hints`: seat → what was recorded for it; `choose_winner`: the winner is asked too."""
    errors = errors or {}
    hints = hints or {}
    chosen = [winner.seat for winner in entry.winners]
    shown = {key: text for key, text in errors.items() if not key.startswith("fan-")}
    slots = tuple(
        _slot(index, winner, rules, seats, hints, errors.get(f"fan-{index}", ""))
        for index, winner in enumerate(entry.winners)
    )
    most = max(rules.game.multi_fans, default=1)
    addable = [seat for seat in seats if seat.seat not in chosen] if len(chosen) < most and None not in chosen else []
    if len(chosen) == 3:
        addable = []
    return WinForm(
        slots=slots,
        sources=_sources(entry, seats, choose_winner),
        others=tuple(Choice(str(seat.seat), seat.name) for seat in addable),
        manners=_manners(entry, rules),
        unit=str(UNITS.get(rules.unit, rules.unit)),
        hand_size=rules.hand_size,
        choose_winner=choose_winner,
        errors=tuple(shown.values()),
        field_errors=errors,
    )


def _sources(entry: WinEntry, seats: Sequence[Seat], choose_winner: bool) -> tuple[Choice, ...]:
    """自摸 and the players who may have discarded: all four where the winner can still be changed."""
    taken = [] if choose_winner else entry.seats
    single = len(entry.winners) == 1
    own = [Choice(SELF_DRAW, _("自摸"), entry.source == SELF_DRAW)] if single else []
    others = [Choice(str(seat.seat), seat.name, entry.source == str(seat.seat), seat.wind) for seat in seats]
    order = OTHERS[entry.seats[0]] if entry.seats and not choose_winner else range(4)
    return (*own, *[others[seat] for seat in order if seat not in taken])


def _manners(entry: WinEntry, rules: RuleSet) -> tuple[Choice, ...]:
    asked = []
    if "robbed_kong" in rules.circumstances:
        asked.append(Choice("robbed_kong", _("搶槓"), entry.robbed_kong))
    if "flower_win" in rules.circumstances and len(entry.winners) == 1:
        asked.append(Choice("flower_win", _("花糊"), entry.flower_win))
    return tuple(asked)


def _slot(
    index: int,
    winner: WinnerEntry,
    rules: RuleSet,
    seats: Sequence[Seat],
    hints: Mapping[int, Sequence[str]],
    error: str,
) -> Slot:
    seat = seats[winner.seat] if winner.seat is not None else None
    laid = winner.laid
    return Slot(
        index=index,
        seat=winner.seat,
        name=seat.name if seat else "",
        wind=seat.wind if seat else "",
        seats=tuple(Choice(str(one.seat), one.name, one.seat == winner.seat, one.wind) for one in seats),
        modes=tuple(Choice(mode, str(MODE_NAMES[mode]), mode == winner.mode) for mode in MODES),
        mode=winner.mode,
        typed=winner.typed,
        fans=_fans(winner, rules),
        laid=laid,
        circumstances=tuple(
            Choice(word, str(label), word in laid.circumstances)
            for word, label in CIRCUMSTANCES.items()
            if word in rules.circumstances
        ),
        last_draws=(
            Choice("kong", _("槓"), laid.last_draw == "kong"),
            Choice("flower", _("花"), laid.last_draw == "flower"),
        ),
        paid=winner.paid,
        hints=tuple(hints.get(winner.seat, ())) if winner.seat is not None else (),
        error=error,
        open=index == 0,
    )


def _fans(winner: WinnerEntry, rules: RuleSet) -> tuple[FanRow, ...]:
    ticked = {tick.value: tick for tick in winner.ticks}
    rows = []
    for row in tickables(rules):
        tick = ticked.get(row.tick.value)
        value = rules.fans[row.fan]
        note = ""
        if value.concealed is not None:
            note = _("暗") if row.tick.concealed else _("明")
        rows.append(
            FanRow(
                value=row.tick.value,
                name=local(row.fan.name, row.fan.name_en),
                note=note,
                worth=value.written or str(row.worth),
                checked=tick is not None,
                count=tick.count if tick else 1,
                several=row.several,
            )
        )
    return tuple(rows)
