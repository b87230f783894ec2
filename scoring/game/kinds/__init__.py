"""事件的種類 Every kind of event of a game. To add one: a module here, a line below."""

from collections.abc import Mapping
from typing import Any

from scoring.game.kinds.bell import TIME_UP
from scoring.game.kinds.draw import DRAW
from scoring.game.kinds.first_dealer import FIRST_DEALER
from scoring.game.kinds.kind import Kind
from scoring.game.kinds.raised import RAISE
from scoring.game.kinds.reward import REWARD
from scoring.game.kinds.ruling import RULING
from scoring.game.kinds.surrender import SURRENDER
from scoring.game.kinds.win import WIN
from scoring.game.kinds.wrong_dealer import WRONG_DEALER

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind for kind in (WIN, DRAW, REWARD, RULING, SURRENDER, WRONG_DEALER, FIRST_DEALER, RAISE, TIME_UP)
}

__all__ = ["KINDS", "Kind"]
