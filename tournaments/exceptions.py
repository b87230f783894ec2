"""What the services refuse, each with a sentence for the person who asked."""

import re
from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import ScoringError


class Refused(Exception):
    """A request that the book does not take. `code` is stable for programs, `detail` is for people."""

    code = "refused"
    status = 400

    def __init__(self, detail: str | Promise, *, field: str = "", **extra: Any) -> None:
        super().__init__(str(detail))
        self.detail = str(detail)
        self.field = field
        self.extra = extra


class NotAllowed(Refused):
    """Somebody who may see this may not do this."""

    code = "not_allowed"
    status = 403


class Conflict(Refused):
    """Another device has written meanwhile: `extra["recorded"]` tells what stands in the book now."""

    code = "conflict"
    status = 409


class NeedsConfirmation(Refused):
    """Possible, but only when whoever asks says so after reading what it means: `detail` names it."""

    code = "needs_confirmation"
    status = 409


class RulesChanged(Conflict):
    """The rules of the event are no longer those under which this was entered."""


class NotConfirmed(Refused):
    """The last hand still waits for its confirmations."""

    code = "not_confirmed"
    status = 409


class Disputed(Refused):
    """A hand is disputed: the referee corrects or upholds it first."""

    code = "disputed"
    status = 409


class CardSigned(Refused):
    """The card is signed (or half signed): the head referee has to reopen it."""

    code = "card_signed"
    status = 409


class NotOpen(Refused):
    """The round is not open."""

    code = "not_open"
    status = 409


class CallTaken(Refused):
    """Another referee is on the way to this table already."""

    code = "call_taken"
    status = 409


class WrongPin(Refused):
    """The PIN is wrong, or tried too often."""

    code = "wrong_pin"
    status = 403


class Busy(Refused):
    """The server is doing something else of which it does one at a time: try again in a moment."""

    code = "busy"
    status = 503


class Invalid(Refused):
    """Something in the request can't be: `field` names it."""

    code = "invalid"


# data: how the pure rules name one seat of the game; "座位 0 至 3" names none
_SEAT = re.compile(r"(座位|Seat|seat) ([0-3])(?!\d|、| 至| to|,)")


def refused_by_rules(error: ScoringError, names: Sequence[str] = ()) -> Refused:
    """A refusal of the rules, in the language of the person who asks; keeps the code of the interface.

    The rules know seats by number only; with `names` by seat the sentence names the player instead.
    """
    detail = error.detail(get_language() or "zh-hant")
    refusal = Invalid(_SEAT.sub(lambda found: names[int(found[2])], detail) if len(names) == 4 else detail)
    refusal.code = error.code
    return refusal


def rules_changed() -> RulesChanged:
    """The sentence for what was entered or counted under rules that are not those of now."""
    return RulesChanged(_("賽事的規則剛剛更改了，這一項未記錄。請重新載入，看過現在的規則再輸入。"))


def unknown_game() -> Invalid:
    """The sentence for a game that is not there (or no longer)."""
    return Invalid(_("找不到這個半莊。"))


def round_gone() -> Conflict:
    """The sentence for a round that was discarded while somebody else did something with it."""
    return Conflict(_("這一輪的編排剛剛取消了。"))
