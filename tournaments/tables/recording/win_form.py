"""食糊的表格: the data of `tournaments/tables/_win_form.html` for an entry.

The rule set decides the questions: circumstances, the number of winners of a tile, the fans.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GameState, RuleSet
from scoring.rulebook import asked_of, names_of_circumstances, said_by_a_robbed_kong, said_by_the_source
from scoring.tournament import OTHERS, TurnOrder, nearest_claimant
from tournaments.phrases.names import Seat
from tournaments.phrases.rulings import bans_of
from tournaments.phrases.wording import Wording, both_names, joined, listed, local, plain, said, unit_of
from tournaments.rulebook.page import FAMILIES
from tournaments.tables.recording.count import tickables
from tournaments.tables.recording.entry import (
    MODES,
    SELF_DRAW,
    SLOTS,
    Tick,
    WinEntry,
    WinnerEntry,
    claimable,
)

MODE_NAMES = {"typed": lazy("番數"), "ticks": lazy("揀番"), "tiles": lazy("擺牌")}
# 搶槓 and 花糊 are asked once for the whole win, these beside the tiles.
CIRCUMSTANCES = {
    "declared_ready": lazy("叮"),
    "one_shot": lazy("一發"),
    "human_ready": lazy("人叮"),
    "earthly_ready": lazy("地叮"),
    "heavenly_ready": lazy("天叮"),
    "earthly_one_shot": lazy("地聽一發"),
    "last_tile": lazy("海底"),
    "last_discard": lazy("最後一隻打出"),
    "among_last_four": lazy("河底撈魚"),
    "heavenly_win": lazy("天糊"),
    "earthly_win": lazy("地糊"),
    "human_win": lazy("人糊"),
    "robbed_concealed_kong": lazy("搶暗槓"),
    "dealt_flowers": lazy("配牌花胡"),
}


@dataclass(frozen=True)
class Choice:
    """One choice. `barred`: why it cannot be tapped, or ""."""

    value: str
    label: str
    checked: bool = False
    note: str = ""
    barred: str = ""


def win_form(
    entry: WinEntry,
    *,
    rules: RuleSet,
    state: GameState,
    seats: Sequence[Seat],
    hints: Mapping[int, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
    choose_winner: bool = False,
    notice: str = "",
    spans: Mapping[int, str],
    most_ticked: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the template's data. `hints`: seat → recorded rewards · `choose_winner`: the winner is asked too ·
    `spans`: `liable_spans` of this hand · `most_ticked`: fans listed first · `notice`: what the app has decided."""
    errors = errors or {}
    hints = hints or {}
    asked = asked_of(rules)
    bans = bans_of(state, Wording([seat.name for seat in seats], rules))
    shown = {key: text for key, text in errors.items() if not key.startswith(("fan-", "sure-"))}
    # The part that is open: of the first winner with an error, or without a number.
    faults = [int(key.rpartition("-")[2]) for key in errors if key.startswith(("fan-", "sure-"))]
    faults += [n for n, one in enumerate(entry.winners) if not (one.typed or one.ticks or one.laid.touched)][:1]
    choices = [Choice(str(s.seat), s.name, False, s.wind, bans[s.seat].reason if s.seat in bans else "") for s in seats]
    slots = [
        _slot(index, entry, rules, seats, hints, errors, choices, most_ticked, first=next(iter(faults), 0))
        for index in range(len(entry.winners))
    ]
    # 自摸 and possible discarders: all four while the winner can still be changed.
    own = [Choice(SELF_DRAW, _("自摸"), entry.source == SELF_DRAW)] if len(slots) == 1 else []
    others = [Choice(str(s.seat), s.name, entry.source == str(s.seat), s.wind) for s in seats]
    order = OTHERS[entry.seats[0]] if entry.seats and not choose_winner else range(4)
    manners = []
    if "robbed_kong" in rules.game.win_keys:
        manners.append(Choice("robbed_kong", _("搶槓"), entry.robbed_kong))
    if "flower_win" in rules.game.win_keys and len(slots) == 1:
        manners.append(Choice("flower_win", _("花糊"), entry.flower_win))
    payers = [seat for seat in seats if seat.seat not in entry.seats] if asked.extra else []
    openers = seats if asked.opening else ()
    names = [slot["name"] for slot in slots if slot["name"]]
    # Only some fans of the rule set need these numbers.
    discards, visible = (
        _("只在%(fans)s時要填。") % {"fans": listed([both_names(fan.name, fan.name_en) for fan in fans])}
        for fans in (asked.discards, asked.visible)
    )
    title = said(_("%(names)s 食糊") if names else _("食糊"), rules)
    return {
        "title": title % {"names": listed(names)} if names else title,
        "slots": slots,
        "sources": (*own, *(others[seat] for seat in order if choose_winner or seat not in entry.seats)),
        "others": tuple(choices[seat] for seat in claimable(entry, rules)),
        "manners": tuple(manners),
        "unit": unit_of(rules),
        "hand_size": rules.hand_size,
        "choose_winner": choose_winner,
        "asked": asked,
        "discards_help": discards,
        "visible_help": joined([visible, _("m 萬、p 筒、s 索、z 東南西北白發中。")]),
        "amount": amount_label(rules),
        "without_base": rules.game.base is not None,
        "liable": _liable(entry, rules, seats, spans, choose_winner, failed="liable" in errors),
        "extras": [{"seat": seat.seat, "name": seat.name, "value": entry.extra[seat.seat]} for seat in payers],
        "openings": tuple(Choice(str(s.seat), s.name, entry.opening == str(s.seat), s.wind) for s in openers),
        "shown_streak": entry.shown_streak if "shown_streak" in rules.game.win_keys else None,
        "notice": notice,
        "banned": tuple(bans[seat] for seat in entry.seats if seat in bans),
        "errors": tuple(said(text, rules) for text in shown.values()),
        "field_errors": errors,
    }


def amount_label(rules: RuleSet) -> str:
    """Return the label of the typed number: 番 without the 底, if there is one."""
    return said(_("番數（不連底）") if rules.game.base is not None else _("番數"), rules)


def _liable(
    entry: WinEntry,
    rules: RuleSet,
    seats: Sequence[Seat],
    spans: Mapping[int, str],
    choose_winner: bool,
    *,
    failed: bool,
) -> dict[str, Any] | None:
    liability = rules.game.liability
    if liability is None or len(entry.winners) > 1:
        return None
    answers = {**dict.fromkeys(entry.spared, "no"), **dict.fromkeys(entry.liable, "yes")}
    causes = [
        Choice(cause.id, local(cause.name_zh, cause.name_en), cause.id == entry.cause)
        for cause in liability.causes.values()
    ]
    return {
        "causes": causes,
        "only_cause": causes[0] if len(causes) == 1 else None,
        "seats": tuple(
            Choice(str(seat.seat), seat.name, seat.seat in entry.liable)
            for seat in seats
            if seat.seat not in {*entry.seats, *spans}
        ),
        "several": liability.most > 1,
        "own_draw_only": liability.own_draw_only,
        "open": bool(set(entry.liable) - spans.keys() or (failed and not spans)),
        "asked": tuple(
            {"seat": seat, "sentence": sentence, "applies": answers.get(seat, "")}
            for seat, sentence in spans.items()
            if choose_winner or seat not in entry.seats
        ),
    }


def _slot(
    index: int,
    entry: WinEntry,
    rules: RuleSet,
    seats: Sequence[Seat],
    hints: Mapping[int, Sequence[str]],
    errors: Mapping[str, str],
    choices: Sequence[Choice],
    most_ticked: Sequence[str],
    *,
    first: int,
) -> dict[str, Any]:
    winner, error = entry.winners[index], errors.get(f"fan-{index}", "")
    told = {"source": entry.source == SELF_DRAW, "robbed_kong": entry.robbed_kong}
    implied = () if winner.ticks_stand else tuple(name for name, said_so in told.items() if said_so)
    seat = seats[winner.seat] if winner.seat is not None else None
    laid = winner.laid
    return {
        "index": index,
        "suffix": f"-{index}",
        "seat": winner.seat,
        "name": seat.name if seat else "",
        "seats": tuple(
            replace(one, checked=place == winner.seat and not one.barred) for place, one in enumerate(choices)
        ),
        "modes": tuple(Choice(mode, str(MODE_NAMES[mode]), mode == winner.mode) for mode in MODES),
        "mode": winner.mode,
        "typed": winner.typed,
        "fans": _groups(rules, tuple(winner.ticks), implied, tuple(most_ticked), get_language()),
        "laid": laid,
        "laid_fields": {
            "concealed": laid.concealed,
            "winning": laid.winning,
            "melds_json": laid.melds,
            "flowers": laid.flowers,
        },
        "circumstances": circumstance_choices(rules, laid.circumstances),
        "last_draws": (
            Choice("kong", _("槓"), laid.last_draw == "kong"),
            Choice("flower", _("花"), laid.last_draw == "flower"),
        ),
        "hints": tuple(hints.get(winner.seat, ())) if winner.seat is not None else (),
        "error": said(error, rules),
        "open": index == first,
        "sure": errors.get(f"sure-{index}", winner.sure),
    }


def circumstance_choices(rules: RuleSet, chosen: Sequence[str]) -> tuple[Choice, ...]:
    """Return the rule set's 情況 that are asked beside the tiles."""
    called = names_of_circumstances(rules)
    return tuple(
        Choice(word, both_names(*called[word]) if word in called else str(label), word in chosen)
        for word, label in CIRCUMSTANCES.items()
        if word in rules.circumstances
    )


@lru_cache(maxsize=64)
def _groups(
    rules: RuleSet, ticks: tuple[Tick, ...], implied: tuple[str, ...], most_ticked: tuple[str, ...], _language: str
) -> list[dict[str, Any]]:
    """揀番: return the fans this event's referees tick most, then the others by kind as on the rules page. `implied`:
    form fields that tick one of the fans. Cached: a hundred fans with names are the same for each new hand."""
    ticked = {tick.value: tick for tick in ticks}
    goes_with = dict.fromkeys((fan.name for fan in said_by_the_source(rules.fans)), "source")
    goes_with |= dict.fromkeys((fan.name for fan in said_by_a_robbed_kong(rules.fans)), "robbed_kong")
    rows = {}
    for row in tickables(rules):
        field_, tick, value = goes_with.get(row.fan.name, ""), ticked.get(row.tick.value), rules.fans[row.fan]
        note = _("暗") if row.tick.concealed else _("明")
        rows[row.tick.value] = (
            row.fan.family,
            {
                "value": row.tick.value,
                "name": both_names(row.fan.name, row.fan.name_en),
                "note": "" if value.concealed is None else note,
                "worth": value.written or str(row.worth),
                "checked": tick is not None or field_ in implied,
                "several": row.several,
                "least": row.least,
                "count": max(tick.count, row.least) if tick else row.least,
                "goes_with": field_,
            },
        )
    often = [rows.pop(value)[1] for value in most_ticked if value in rows]
    families: dict[str, list[dict[str, Any]]] = {family: [] for family in FAMILIES}
    for family, one in rows.values():
        families.setdefault(family, []).append(one)
    groups = [(_("這次賽事最常用"), often)]
    groups += [(said(FAMILIES.get(family, family), rules), found) for family, found in families.items()]
    return [{"title": title, "rows": found} for title, found in groups if found]


def with_another(entry: WinEntry, seat: int, wording: Wording, order: TurnOrder) -> tuple[WinEntry, str]:
    """另一家食糊: add a claimant; the sentence says what the app decided (攔胡). `order`: of turns in this hand."""
    rules = wording.rules
    if str(seat) == entry.source:
        words = {"name": wording.name(seat)}
        return entry, said(_("%(name)s 出銃，不能同時食糊；先改出銃的一家。"), rules) % words
    cleared = replace(entry, flower_win=False, liable=(), cause="")
    if max(rules.game.multi_fans, default=1) > 1:
        if seat in entry.seats or len(entry.winners) == len(SLOTS):
            return entry, ""
        source = "" if entry.source == SELF_DRAW else entry.source
        return replace(cleared, winners=(*entry.winners, WinnerEntry(seat)), source=source, spared=()), ""
    try:
        first = nearest_claimant(int(entry.source), [*entry.seats, seat], order)
    except ValueError:  # no discarder, or one who wins
        return entry, said(_("先揀出銃的一家，再加另一家；只有最近的一家食糊。"), rules)
    words = {"source": wording.name(int(entry.source)), "winner": wording.name(first)}
    if first in entry.seats:
        return entry, _("攔胡：由 %(source)s 數起，%(winner)s 較近，只有 %(winner)s 胡牌。") % words
    changed = replace(cleared, winners=(WinnerEntry(first),))
    return changed, _("攔胡：由 %(source)s 數起，%(winner)s 較近，改為 %(winner)s 胡牌，請輸入他的台數。") % words


def draw_asks(rules: RuleSet, state: GameState) -> tuple[str, ...]:
    """Return questions before the preview of 流局: `not_ready` (和局不聽), `dealer` (dice thrown again in 東一局)."""
    keys = [key for key in ("not_ready", "dealer") if key in rules.game.draw_keys]
    return tuple(key for key in keys if key != "dealer" or state.turn.deal == 0)


def draw_form(
    asked: Sequence[str], seats: Sequence[Seat], rules: RuleSet, event: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the form of 流局. `not_ready`: 和局不聽, seats to tick · `fine`: its price, in a sentence · `dealers`:
    choices for the dice. Empty without questions. `event`: a recorded draw, if any."""
    recorded, form = event or {}, dict[str, Any]()
    not_ready, dealer = recorded.get("not_ready", ()), recorded.get("dealer")
    if "not_ready" in asked:
        points = (rules.game.base or 0) * (rules.game.not_ready or 0)
        form["not_ready"] = [Choice(str(s.seat), s.name, s.seat in not_ready, s.wind) for s in seats]
        form["fine"] = _("不聽的每家付聽牌的每家 %(points)s 分。") % {"points": plain(points)}
    if "dealer" in asked:
        throws = [(s, s.dealer if dealer is None else s.seat == dealer) for s in seats]
        form["dealers"] = [Choice(str(s.seat), s.name, checked, s.wind) for s, checked in throws]
    return form
