"""核對記分卡: whether a signed card is what four people signed, and what the book holds. Reads only.

A card is stored three times: in its text, in the acts of signing (its digest) and in the acts of the hands (from which
the text can be made again). Its code is made of the digest.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from django.utils.translation import gettext as _

from scoring import ScoringError
from tournaments.core.event_log import Anonymised, card_mark, is_reduced
from tournaments.models import Act, Game, Scorecard
from tournaments.models.digests import act_digest
from tournaments.scorecards.services.cards import RULED, card_content, code_of, digest_of
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import FoldedGame, replay_acts
from tournaments.tables.game_log.timeline import BrokenTimeline, Entry

Found = tuple[str, object, object]
"""(what, stored, folded)."""

_PLAYED = ("format", "rules", "round", "table", "hands", "final")
UNREADABLE = (ScoringError, BrokenTimeline, KeyError, TypeError, ValueError, IndexError, AttributeError)


def entries_of(acts: Sequence[Act]) -> list[Entry]:
    return [Entry(act.number, act.kind, act.payload, act.reason) for act in acts]


def check_chain(acts: Sequence[Act], erased: Mapping[int, str]) -> Iterator[Found]:
    """The acts are numbered 1, 2, 3 … and each digest follows from the one before; `erased`: marks of those that have
    lost a drawing or words to an erasure."""
    before, version = "", 1
    for place, act in enumerate(acts, start=1):
        if act.number != place:
            yield _("紀錄的次序"), act.number, place
            return
        digest = act_digest(before, act)
        if (act.digest != digest and not is_reduced(act, erased)) or act.version < version:
            yield _("第 %(number)s 項紀錄的摘要") % {"number": act.number}, act.digest, digest
        before, version = act.digest, act.version


def check_cards(game: Game, acts: Sequence[Act], folded: FoldedGame, erased: Anonymised) -> Iterator[Found]:
    cards = list(game.scorecards.all())
    for place, card in enumerate(cards, start=1):
        yield from check_card(game, card, acts, folded, erased)
        if card.version != place:
            yield _("%(card)s 的版本") % {"card": _name(card)}, card.version, place
    in_force = [card for card in cards if card.reopened_at is None]
    if len(in_force) != (len(folded.timeline.signed) == 4):
        yield _("有效的記分卡"), len(in_force), int(len(folded.timeline.signed) == 4)


def check_card(
    game: Game, card: Scorecard, acts: Sequence[Act], folded: FoldedGame, erased: Anonymised
) -> Iterator[Found]:
    what = _name(card)
    if card.digest != digest_of(card.content) and erased.cards.get(card.pk) != card_mark(card):
        yield _("%(card)s 的摘要") % {"card": what}, card.digest, digest_of(card.content)
    if card.code != code_of(card.digest, card.version):
        yield _("%(card)s 的查核碼") % {"card": what}, card.code, code_of(card.digest, card.version)
    try:
        signing = _signing(card, acts)
        yield from _signatures(card, signing)
        yield from _reopening(card, acts)
        if card.reopened_at is None:
            yield from _differences(card, game, folded, (*_PLAYED, "standing"))
        else:
            yield from _as_signed(game, card, acts[: max(act.number for act in signing)])
    except UNREADABLE as error:
        yield _("%(card)s 的內容") % {"card": what}, card.content, str(error)


def _name(card: Scorecard) -> str:
    return _("記分卡 %(code)s") % {"code": card.code}


def _signing(card: Scorecard, acts: Sequence[Act]) -> list[Act]:
    named = {signature["act"] for signature in card.signatures}
    return [act for act in acts if act.kind == Act.Kind.SIGN and act.number in named]


def _signatures(card: Scorecard, signing: Sequence[Act]) -> Iterator[Found]:
    signed = [{name: act.payload[name] for name in ("seat", "method", "strokes")} for act in signing]
    stored = [{name: one.get(name) for name in ("seat", "method", "strokes")} for one in card.signatures]
    seats, digests = sorted(act.payload["seat"] for act in signing), [act.payload["digest"] for act in signing]
    if stored != signed or seats != [0, 1, 2, 3] or digests != [card.digest] * 4:
        what = _("%(card)s 的簽名") % {"card": _name(card)}
        yield what, [stored, [card.digest] * 4], [signed, digests]
    for act in signing:
        if act.payload["method"] == RULED and not (act.reason.strip() and act.user_id):
            what = _("%(card)s 的裁定作實") % {"card": _name(card)}
            yield what, [act.number, act.reason], _("要有裁判和原因")
    # By order in the book: of two concurrent signatures, the one with the earlier time may have waited for the other.
    locked = max(signing, key=lambda act: act.number).created_at
    if card.locked_at != locked:
        yield _("%(card)s 的簽署時間") % {"card": _name(card)}, card.locked_at, locked


def _reopening(card: Scorecard, acts: Sequence[Act]) -> Iterator[Found]:
    stored = (card.reopened_at, card.reopened_by_id, card.reopen_reason)
    opening = (Act.Kind.REOPEN, Act.Kind.CARRY, Act.Kind.RESEAT)
    said = [(act.created_at, act.user_id, act.reason) for act in acts if act.kind in opening]
    if stored not in (said if card.reopened_at else [(None, None, "")]):
        yield _("%(card)s 的重開") % {"card": _name(card)}, [str(one) for one in stored], _("沒有這樣的紀錄")


def _as_signed(game: Game, card: Scorecard, acts: Sequence[Act]) -> Iterator[Found]:
    """The text is what had been played when it was signed, under the standing that it names."""
    then = copy(game)
    then.standing = json.loads(card.content)["standing"]
    folded = replay_acts(rules_of(game.event, game.round), then.standing, entries_of(acts))
    yield from _differences(card, then, folded, _PLAYED)


def _differences(card: Scorecard, game: Game, folded: FoldedGame, parts: Sequence[str]) -> Iterator[Found]:
    stored: Mapping[str, Any] = json.loads(card.content)
    players = [(seat.player.number, seat.player.name) for seat in game.seats.all()]
    now = json.loads(json.dumps(card_content(game, folded, players, {})))
    for part in parts:
        if stored.get(part) != now.get(part):
            yield _("%(card)s 的 %(part)s") % {"card": _name(card), "part": part}, stored.get(part), now.get(part)
