"""中途獎勵: a row for each reward of the rule set, with a button for each seat."""

from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState
from scoring.rulebook import Reward
from scoring.tournament import flowers_left
from tournaments.phrases.rulings import bans_of
from tournaments.phrases.wording import Wording, both_names, listed, plain

SIMPLE = "simple"
PLAIN = "plain"


def reward_rows(state: GameState, wording: Wording) -> list[dict[str, Any]]:
    """Return every reward of the rules, 暗槓 first; one that is worth more with 中張 has two rows."""
    rows = []
    for reward in sorted(wording.rules.game.rewards.values(), key=lambda reward: reward.kind != "concealed_kong"):
        kinds = (None,) if reward.simple_units is None else (False, True)
        rows += [_row(reward, state, wording, simple) for simple in kinds]
    return rows


def _row(reward: Reward, state: GameState, wording: Wording, simple: bool | None) -> dict[str, Any]:
    """Return a row. `value`: its name in a list of choices. Of a button: `taken`: this seat has already had it;
    `barred`: why this seat cannot have it; `gone`: why no seat can any more."""
    rules, given = wording.rules, state.open_hand.rewards
    bans = bans_of(state, wording) if reward.claimed else {}
    name = both_names(reward.name_zh, reward.name_en)
    if simple is not None:
        name = (_("%(reward)s（二至八）") if simple else _("%(reward)s（么九、番子）")) % {"reward": name}
    units = (reward.simple_units,) if simple and reward.simple_units is not None else reward.units
    note = _("其餘三家各付 %(points)s 分")
    if reward.who == "pays_each":
        note = _("付其餘三家各 %(points)s 分")
    elif reward.who == "one_pays":
        note = _("一家付 %(points)s 分")
    return {
        "value": reward.kind if simple is None else f"{reward.kind}.{SIMPLE if simple else PLAIN}",
        "name": name,
        "note": note % {"points": listed([plain((rules.game.base or 0) * one) for one in units])},
        "buttons": tuple(
            {
                "seat": seat,
                "name": wording.name(seat),
                "pick": pick_of(reward.kind, seat, simple=simple),
                "asks_payer": reward.who == "one_pays",
                "taken": reward.once and (reward.kind, seat) in given,
                "barred": bans[seat].reason if seat in bans else "",
                "gone": "" if rules.lenient or flowers_left(reward, seat, given, rules) else _("花牌已齊"),
            }
            for seat in range(4)
        ),
        "asks_times": reward.times,
        "asks_payer": reward.who == "one_pays",
    }


def pick_of(kind: str, seat: int, *, simple: bool | None = None, payer: int | None = None) -> str:
    """Return the value of a reward's button: "concealed_kong.1", "followed_discard.2.simple",
    "seven_rob_one.0.from3"."""
    parts = [kind, str(seat)]
    if simple is not None:
        parts.append(SIMPLE if simple else PLAIN)
    if payer is not None:
        parts.append(f"from{payer}")
    return ".".join(parts)
