"""簽署: four signatures lock a finished card; only the head referee reopens it, with a reason that stays visible.

The canonical text of the card is signed: event, rules, round, table, players, and the whole computed game. Its SHA-256
is in the `sign` acts, on the printed card and behind its short code.

Instead of a missing signature the referee may rule that the card is valid (裁判裁定作實): that act has the method
RULED, the referee as its author, and a reason. If every 圈 is signed too (M-16), the card is signed as it is then, and
locked that far.

Payloads: sign {"seat", "method", "digest", "strokes"}, of a 圈 with "hands": how many there were · reopen {"version"}.
"""

import base64
import hashlib
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import format_points
from tournaments.core.exceptions import CardSigned, Disputed, Invalid, NotConfirmed
from tournaments.core.locks import retry_on_deadlock
from tournaments.models import Game, Scorecard
from tournaments.models.digests import canonical
from tournaments.phrases.names import Substitute
from tournaments.tables.game_log.as_of import seated_players, substitutes_of
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import Actor, GameLog, own_rules
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.services.reopening import reopen_card
from tournaments.tables.services.writing import open_book, write

MAX_STROKES = 20_000
FORMAT = 1
RULED = "ruled"
_CODE_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def card_content(
    game: Game, folded: FoldedGame, players: Sequence[tuple[int, str]], substitutes: Mapping[int, Substitute]
) -> dict[str, Any]:
    event, state, timeline = game.event, folded.state, folded.timeline
    options, settings = own_rules(game)
    own = {"settings": settings} if game.round.rule_settings else {}
    own |= {"options": options} if game.round.wind_rounds is not None else {}
    # The cards brought by the players at the first signature: a later change without effect on this game (`carry`)
    # keeps the signatures, so it keeps the text too.
    signed = min((act for _digest, act in timeline.signed.values()), default=None)
    later = [carried for carried in timeline.carried if signed is not None and carried.act > signed]
    return {
        "format": FORMAT,
        "event": {"slug": event.slug, "name": event.name},
        "rules": (event.rules_snapshot or {"rule_set": event.rule_set}) | own,
        "round": game.round.number,
        "table": game.table.number,
        "players": [
            {"seat": seat, "number": number, "name": name}
            | ({"substitute": substitutes[seat].as_card()} if seat in substitutes else {})
            for seat, (number, name) in enumerate(players)
        ],
        "standing": dict(later[0].before) if later else game.standing,
        "hands": [hand_line(hand) for hand in folded.hands],
        "final": {"scores": [format_points(score) for score in state.scores], "places": list(state.places or ())},
    }


def card_text(game: Game, folded: FoldedGame) -> str:
    return canonical(card_content(game, folded, seated_players(game), substitutes_of(game)))


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def code_of(digest: str, version: int) -> str:
    """Return the short code printed on the card: eight letters and digits (base32: no 0, 1, 8, 9)."""
    seed = hashlib.sha256(f"{digest}:{version}".encode()).digest()
    return base64.b32encode(seed).decode()[:8]


def read_code(typed: str) -> str:
    """Read a typed code: case and separators do not matter, and 0, 1, 8, which no code contains, become O, I, B. Empty
    if no letter of a code is left."""
    letters = typed.upper().translate(str.maketrans("018", "OIB"))
    return "".join(letter for letter in letters if letter in _CODE_LETTERS)


def current_digest(game: Game, folded: FoldedGame) -> str:
    return digest_of(card_text(game, folded))


@retry_on_deadlock
def sign(
    *,
    game_id: int,
    actor: Actor,
    seat: int,
    method: str,
    digest: str,
    strokes: str,
    client_key: uuid.UUID,
    now: datetime,
) -> Mapping[str, Any]:
    """Sign the card for one player, who has seen the version `digest`. The fourth signature locks it and creates its
    Scorecard.

    Returns {"act", "seat", "signed", "code"}. Raises Invalid (not finished, changed since it was shown, no strokes),
    NotConfirmed, Disputed, CardSigned (this seat has already signed).
    """
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "sign", seat=seat)) is not None:
            return known
        _check_signable(book.folded, seat)
        if method not in ("drawn", "pin", "phone"):
            raise Invalid(_("不明白這個簽署方式。"), field="method")
        if len(strokes) > MAX_STROKES or set(strokes) - set("MLh0123456789.,- "):
            raise Invalid(_("簽名太長，請清除後再簽。"), field="strokes")
        if book.game.event.signing == "drawn" and method == "drawn" and "L" not in strokes:
            raise Invalid(_("請用手指在框內簽名。"), field="strokes")
        payload = {"seat": seat, "method": method, "digest": digest, "strokes": strokes}
        return _signed(book, payload, "", actor=actor, client_key=client_key, now=now)


@retry_on_deadlock
def rule_signed(
    *, game_id: int, actor: Actor, seat: int, digest: str, reason: str, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    """裁判裁定作實: record the referee's final decision in place of a missing signature. Raises as `sign` does, and
    Invalid without a reason."""
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "sign", seat=seat, method=RULED)) is not None:
            return known
        if not reason.strip():
            raise Invalid(_("請寫下裁定作實的原因。"), field="reason")
        _check_signable(book.folded, seat)
        payload = {"seat": seat, "method": RULED, "digest": digest, "strokes": ""}
        return _signed(book, payload, reason.strip(), actor=actor, client_key=client_key, now=now)


def card_changed() -> Invalid:
    return Invalid(_("記分卡在你細看之後有更改，請再看一次才簽署。"), field="digest")


def _signed(
    book: GameLog, payload: Mapping[str, Any], reason: str, *, actor: Actor, client_key: uuid.UUID, now: datetime
) -> Mapping[str, Any]:
    digest = payload["digest"]
    text = card_text(book.game, book.folded)
    if digest != digest_of(text):
        raise card_changed()
    over = book.folded.state.finished
    payload = payload if over else {**payload, "hands": len(book.folded.hands)}
    signed = len(book.folded.signatures) + 1
    version = book.game.scorecards.count() + 1
    code = code_of(digest, version) if over and signed == 4 else None
    answer = {"act": len(book.entries) + 1, "seat": payload["seat"], "signed": signed, "code": code}
    write(book, "sign", payload, answer, actor=actor, client_key=client_key, now=now, reason=reason)
    if code:
        acts = {act for _digest, act in book.folded.timeline.signed.values()}
        Scorecard.objects.create(
            game=book.game,
            version=version,
            code=code,
            digest=digest,
            content=text,
            signatures=[
                {name: entry.payload[name] for name in ("seat", "method", "strokes")} | {"act": entry.number}
                for entry in book.entries
                if entry.kind == "sign" and entry.number in acts
            ],
            locked_at=now,
        )
    return answer


def _check_signable(folded: FoldedGame, seat: int) -> None:
    if not folded.state.finished and not folded.wind_over:
        raise Invalid(_("未打完，未可簽署。"))
    disputed = next((hand for hand in folded.hands if hand.objection), None)
    if disputed is not None:
        raise Disputed(_("第 %(number)s 鋪有異議，解決後才可簽署。") % {"number": disputed.number})
    if folded.unconfirmed:
        raise NotConfirmed(
            _("第 %(number)s 鋪未獲四家確認，確認後才可簽署。") % {"number": folded.unconfirmed[0].number}
        )
    if seat in folded.signatures:
        raise CardSigned(_("這一家已經簽署。"))
    if seat not in range(4):
        raise Invalid(_("沒有這個座位。"), field="seat")


@retry_on_deadlock
def reopen(*, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    """重開: reopen a signed (or half-signed) card for the head referee. All signatures lapse; the old card stays
    readable. Raises Invalid without a reason or without a signature."""
    with open_book(game_id) as book:
        if (known := book.answer_to(client_key, "reopen")) is not None:
            return known
        if not reason.strip():
            raise Invalid(_("請寫下重開記分卡的原因。"), field="reason")
        if not (book.folded.timeline.signed or book.folded.timeline.signed_hands):
            raise Invalid(_("這張記分卡未有人簽署，可以直接更正。"))
        return reopen_book(book, actor=actor, reason=reason.strip(), client_key=client_key, now=now)


def reopen_book(book: GameLog, *, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    answer = {"act": len(book.entries) + 1, "reopened": True}
    payload = {"version": book.game.scorecards.count()}
    write(book, "reopen", payload, answer, actor=actor, client_key=client_key, now=now, reason=reason)
    reopen_card(book.game, reason=reason, actor=actor, now=now)
    return answer
