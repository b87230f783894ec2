"""確認: the four confirm a hand or object; the referee decides.

Payloads: confirm {"seats": [{"seat", "hands": {"3": digest}}], "method"} · object {"hand", "seat"}, with "late": true
once all four have confirmed, if that closes the hand · uphold {"hand", "seat", "digest"}.
"""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.exceptions import CardSigned, Conflict, Invalid
from tournaments.core.locks import retry_on_deadlock
from tournaments.phrases.wording import METHODS
from tournaments.tables.game_log.read import OTHER_CONTENT, Actor
from tournaments.tables.services.writing import checked_hand, open_book, write


@retry_on_deadlock
def confirm(
    *, game_id: int, actor: Actor, seats: Sequence[int], method: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """Confirm every hand that still waits for these seats. If there is none, the answer says so instead of an error.

    A seat that has objected to a hand cannot confirm it until the referee has decided. Raises Conflict for a client key
    that was used for other seats.
    """
    if method not in METHODS or not set(seats) <= {0, 1, 2, 3}:
        raise Invalid(_("不明白這個確認。"), field="seats")
    with open_book(game_id) as book:
        asked = sorted(set(seats))
        known = book.answer_to(client_key, "confirm")
        if known is not None:
            if known.get("asked", asked) != asked:
                raise Conflict(str(OTHER_CONTENT))
            return known
        waiting = []
        for seat in asked:
            hands = {
                str(hand.number): hand.digests[seat]
                for hand in book.folded.hands
                if hand.confirmations[seat] is None and (hand.objection is None or hand.objection[0] != seat)
            }
            if hands:
                waiting.append({"seat": seat, "hands": hands})
        if not waiting:
            return {"act": None, "seats": [], "confirmed": not book.folded.unconfirmed}
        payload = {"seats": waiting, "method": method}
        answer = {"act": len(book.entries) + 1, "seats": [entry["seat"] for entry in waiting], "asked": asked}
        return write(book, "confirm", payload, answer, actor=actor, client_key=client_key, now=now)


@retry_on_deadlock
def object_to(
    *, game_id: int, actor: Actor, number: int, seat: int, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """異議: dispute the hand until the referee corrects or upholds it. If the rules close a hand that all four have
    confirmed, the objection is a case that blocks nothing."""
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "object", hand=number, seat=seat)) is not None:
            return known
        hand = checked_hand(book, number)
        if hand.objection is not None or hand.late_objection is not None:
            raise Invalid(_("第 %(number)s 鋪已有異議，請等裁判決定。") % {"number": number}, field="hand")
        if not reason.strip():
            raise Invalid(_("請說明那裡不對。"), field="reason")
        if book.folded.timeline.signed or number <= book.folded.timeline.signed_hands:
            raise CardSigned(_("記分卡已有人簽署，不能再提出異議。"))
        said = {"hand": number, "seat": seat} | ({"late": True} if hand.closed(book.rules) else {})
        answer = {"act": len(book.entries) + 1, **said}
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason.strip()}
        return write(book, "object", said, answer, **by)


@retry_on_deadlock
def uphold(
    *, game_id: int, actor: Actor, number: int, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "uphold", hand=number)) is not None:
            return known
        hand = checked_hand(book, number)
        objection = hand.objection or hand.late_objection
        if objection is None:
            raise Invalid(_("第 %(number)s 鋪沒有異議。") % {"number": number}, field="hand")
        if not reason.strip():
            raise Invalid(_("請寫下維持原判的原因。"), field="reason")
        seat = objection[0]
        payload = {"hand": number, "seat": seat, "digest": hand.digests[seat]}
        answer = {"act": len(book.entries) + 1, "hand": number, "seat": seat}
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "reason": reason.strip()}
        return write(book, "uphold", payload, answer, **by)
