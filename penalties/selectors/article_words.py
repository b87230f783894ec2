"""一則判決 in words: where it was made, what follows from it; from a row of the register and the rules of its event.

The sentences are those of the preview (`tournaments.phrases.rulings`); only names come from elsewhere: a row knows
players by number, a game by seat.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from penalties.models import Ruling
from scoring import GROUP_NAMES, Card, Offence, RuleSet, RulingResult, Transfer
from tournaments.models import Game
from tournaments.phrases.names import told_apart
from tournaments.phrases.rulings import effects
from tournaments.phrases.wording import Wording, both_names, local, said

Names = Mapping[int, str]


def people_of(rows: Iterable[Ruling]) -> set[int]:
    moves = [move for row in rows for move in _moves(row.effect)]
    return {number for move in moves for number in (move["from"], move["to"]) if number is not None}


def _moves(effect: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*effect.get("transfers", ()), *effect.get("after_game", ())]


def offence_of(slug: str, rules: RuleSet) -> Offence | None:
    return next((offence for offence in rules.offences if offence.slug == slug), None)


def offence_name(slug: str, rules: RuleSet) -> str:
    """In the reader's language; "" for a ruling without an offence."""
    found = offence_of(slug, rules)
    return local(found.name_zh, found.name_en) if found else slug or _("沒有指明的犯規")


def offence_title(slug: str, rules: RuleSet) -> str:
    found = offence_of(slug, rules)
    return both_names(found.name_zh, found.name_en) if found else offence_name(slug, rules)


def group_name(offence: Offence | None) -> str:
    return local(*GROUP_NAMES[offence.group]) if offence else ""


def place_words(game: Game | None, hand: int | None, after_round: int, rules: RuleSet) -> str:
    """ "第 2 個半莊 · 第 3 檯 · 第 5 鋪", or in the hall after which 半莊."""
    if game is None:
        if not after_round:
            return said(_("場內，第一個半莊之前"), rules)
        return said(_("場內，第 %(round)s 個半莊之後"), rules) % {"round": after_round}
    words = {"round": game.round.number, "table": game.table.number}
    place = said(_("第 %(round)s 個半莊 · 第 %(table)s 檯"), rules) % words
    return _("%(place)s · 第 %(hand)s 鋪") % {"place": place, "hand": hand} if hand else place


def place_of(ruling: Ruling, rules: RuleSet) -> str:
    return place_words(ruling.game, ruling.hand, ruling.hall.after_round if ruling.hall else 0, rules)


def effect_lines(row: Ruling, rules: RuleSet, names: Names) -> list[str]:
    """後果: what the ruling does now, a line each, worded as in the preview; [] for a reversal."""
    if row.reverses_id is not None:
        return []
    result, wording = _result(row, rules, names)
    return effects(result, wording, row.day, in_hall=row.hall_id is not None)


def transfer_lines(row: Ruling, rules: RuleSet, names: Names) -> list[str]:
    result, wording = _result(row, rules, names)
    return [wording.transfer({"from": t.source, "to": t.target, "points": t.points, "reason": t.reason})
            for t in result.transfers]  # fmt: skip


def _result(row: Ruling, rules: RuleSet, names: Names) -> tuple[RulingResult, Wording]:
    own = row.player.number if row.player else None
    people = sorted(people_of([row]) | ({own} if own is not None else set()))
    seats = {number: seat for seat, number in enumerate(people)}
    wording = Wording(told_apart([(number, names.get(number, str(number))) for number in people]), rules)
    effect, offence = row.effect, offence_of(row.offence, rules)
    seat = None if own is None else seats[own]
    shown, given = effect.get("cards", ()), effect.get("given", effect.get("cards", ()))
    result = RulingResult(
        seat=seat,
        offence=row.offence or None,
        times=effect.get("times", 0),
        consequences=_consequences(row, offence),
        transfers=_transfers(effect.get("transfers", ()), seats),
        after_game=_transfers(effect.get("after_game", ()), seats),
        cards=tuple(Card(seat or 0, card, named) for card, named in zip(shown, given, strict=False)),
        in_force=(),
        ban=bool(effect.get("ban")),
        false_win=bool(effect.get("false_win")),
        ends=effect.get("ends", ""),
        notes=tuple(effect.get("notes", ())),
        previous=False,
    )
    return result, wording


def _consequences(row: Ruling, offence: Offence | None) -> tuple[object, ...]:
    if row.said.get("consequences") is not None:
        return tuple(row.said["consequences"])
    return tuple(offence.consequences or ()) if offence else ()


def _transfers(moves: Iterable[Mapping[str, Any]], seats: Mapping[int, int]) -> tuple[Transfer, ...]:
    return tuple(
        Transfer(
            None if move["from"] is None else seats[move["from"]],
            None if move["to"] is None else seats[move["to"]],
            Decimal(move["points"]),
            move["reason"],
        )
        for move in moves
    )
