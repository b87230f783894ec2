import re
from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import ScoringError


class Refused(Exception):
    """A refused request. `code` is stable for programs, `detail` is for people."""

    code = "refused"
    status = 400

    def __init__(self, detail: str | Promise, *, field: str = "", **extra: Any) -> None:
        super().__init__(str(detail))
        self.detail = str(detail)
        self.field = field
        self.extra = extra


class NotAllowed(Refused):
    code = "not_allowed"
    status = 403


class Conflict(Refused):
    """Another device has written meanwhile: `extra["recorded"]` is the current state."""

    code = "conflict"
    status = 409


class NeedsConfirmation(Refused):
    """Possible, but only after confirming the consequences named in `detail`."""

    code = "needs_confirmation"
    status = 409


class RulesChanged(Conflict):
    """The rules of the event have changed since this was entered."""


class NotConfirmed(Refused):
    code = "not_confirmed"
    status = 409


class Disputed(Refused):
    code = "disputed"
    status = 409


class CardSigned(Refused):
    """The card is signed (or half signed): the head referee has to reopen it."""

    code = "card_signed"
    status = 409


class NotOpen(Refused):
    code = "not_open"
    status = 409


class CallTaken(Refused):
    code = "call_taken"
    status = 409


class WrongPin(Refused):
    """The PIN is wrong, or tried too often."""

    code = "wrong_pin"
    status = 403


class Busy(Refused):
    """The server does one of these at a time: try again in `wait` seconds."""

    code = "busy"
    status = 429
    wait = 60


class Invalid(Refused):
    """An impossible value; `field` names the part of the request."""

    code = "invalid"


# data: how the pure rules name one seat of the game; "座位 0 至 3" names none
_SEAT = re.compile(r"(座位|Seat|seat) ([0-3])(?!\d|、| 至| to|,)")


def refused_by_rules(error: ScoringError, names: Sequence[str] = ()) -> Refused:
    """Return a refusal by the rules in the reader's language, with its code. The rules know seats by number only;
    `names` by seat replace the numbers by players."""
    detail = error.detail(get_language() or "zh-hant")
    refusal = Invalid(_SEAT.sub(lambda found: names[int(found[2])], detail) if len(names) == 4 else detail)
    refusal.code = error.code
    return refusal


def rules_changed() -> RulesChanged:
    return RulesChanged(_("賽事的規則剛剛更改了，這一項未記錄。請重新載入，看過現在的規則再輸入。"))


def round_gone() -> Conflict:
    return Conflict(_("編排剛剛取消了。"))
