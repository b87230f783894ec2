from scoring import GameState, RuleSet
from tournaments.book.claims import SUBSTITUTE

DRAW_ASKS = ("not_ready", "dealer")


def draw_asks(rules: RuleSet, state: GameState) -> tuple[str, ...]:
    """Questions before the preview of 流局: `not_ready` (和局不聽), `dealer` (dice thrown again in 東一局)."""
    keys = [key for key in DRAW_ASKS if key in rules.game.draw_keys]
    return tuple(key for key in keys if key != "dealer" or state.turn.deal == 0)


def knows_substitutes(rules: RuleSet) -> bool:
    """Whether a player may have to pay in place of others (代位賠付)."""
    return rules.game.liability is not None and SUBSTITUTE in rules.game.liability.causes
