"""代位賠付: by a referee's ruling, a player may have to pay in place of others until the hand ends.

This liability is stored beside the ruling (`game_log.claims`) and moves no points by itself: the form of the next win
asks the referee whether it applies.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.claims import SUBSTITUTE
from tournaments.tables.game_log.replay import FoldedGame, Ruled
from tournaments.tables.game_log.timeline import Item

KIND_NAMES = {
    "draws": lazy("其後摸序八張內的他人自摸"),
    "kong": lazy("槓上的自摸與原牌放銃"),
    "draws_and_kong": lazy("其後摸序八張內的他人自摸，與槓上的自摸、原牌放銃"),
}


def liable_spans(folded: FoldedGame, wording: Wording, number: int | None = None) -> dict[int, str]:
    """Return by seat the sentence of a ruling that may make it pay for others (代位賠付) in hand `number` (default: the
    current one)."""
    spans = {}
    for seat, one in liable_rulings(folded, wording.rules, number).items():
        span = (one.item.claim or {})[SUBSTITUTE]
        words = {
            "name": wording.name(seat),
            "offence": wording.offence_name(one.result.offence) or _("裁判判決"),
            # Early rulings were measured in hands.
            "kind": _("（%(kind)s）") % {"kind": KIND_NAMES[span["kind"]]} if "kind" in span else "",
        }
        spans[seat] = _("%(name)s %(offence)s：代位賠付%(kind)s") % words
    return spans


def liable_rulings(folded: FoldedGame, rules: RuleSet, number: int | None = None) -> Mapping[int, Ruled]:
    """Return by seat the ruling because of which a win of that hand must say whether the seat pays for others."""
    if not folded.ruled or not knows_substitutes(rules):
        return {}
    current = number or folded.state.hand_number
    found: dict[int, Ruled] = {}
    for one in folded.ruled.values():
        if one.hand == current and one.result.seat is not None and (one.item.claim or {}).get(SUBSTITUTE):
            found.setdefault(one.result.seat, one)
    return found


def span_words(kind: str, name: str) -> str:
    return _("代位賠付（%(kind)s）：這一鋪應付的由 %(name)s 代付") % {"kind": KIND_NAMES[kind], "name": name}


def ruled_span(item: Item, wording: Wording) -> tuple[str, ...]:
    """Return the sentence of a recorded ruling, if it includes 代位賠付."""
    span = (item.claim or {}).get(SUBSTITUTE)
    if not span:
        return ()
    name = wording.name(item.event.get("seat"))
    if "kind" in span:
        return (span_words(span["kind"], name),)
    return (_("代位賠付：由這一鋪起 %(hands)s 鋪，應付的由 %(name)s 代付") % {"name": name, "hands": span["hands"]},)


def knows_substitutes(rules: RuleSet) -> bool:
    """Whether these rules can make a player pay in place of others (代位賠付)."""
    return rules.game.liability is not None and SUBSTITUTE in rules.game.liability.causes
