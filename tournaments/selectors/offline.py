"""離線的牌檯: what the page of a table has to know, so that a referee goes on recording while there is no network.

Where the next hand stands (局, 莊, 拉莊數) follows from what waits on the phone by the few rules that are given here;
points, chains and counts do not, and wait for the server. Plain data, as the page carries it.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import GameAccess
from tournaments.book.read import Book, rules_mark
from tournaments.models import Game, Player
from tournaments.recording.asks import draw_asks
from tournaments.selectors.confirmations import Confirmations
from tournaments.words.wording import HAND_NAMES, WINDS, hand_name, seat_words, streak_word, unit_of

STREAKS = 9
"""連莊 has its word for so many; a longer one is said by its number."""


@dataclass(frozen=True)
class OfflineTable:
    """`rules`: what stays as it is while the game lasts · `now`: how the book stands; both as JSON."""

    rules: str
    now: str


def identity(access: GameAccess) -> str:
    """Whose entries those are that are made on this page: "u7", an account, or "p12", a player by their own link."""
    if access.writes and access.user is not None:
        return f"u{access.user.pk}"
    return f"p{access.player.pk}" if access.player is not None else ""


def offline_table(access: GameAccess, book: Book, strip: Confirmations | None, *, records: bool) -> OfflineTable:
    """The table for somebody who may confirm at it, or record where anything can be recorded now (`records`)."""
    game = book.rules.game
    rules = {
        "game": access.game.pk,
        "by": identity(access),
        "path": reverse("tournaments:table", args=[access.game.pk]),
        "sheets": _sheets(access, book) if records else [],
        "writes": access.writes,
        "rules": rules_mark(access.event, access.game.round),
        "hands": [hand_name(name) for name in HAND_NAMES][: game.deals],
        "winds": list(seat_words(book.rules, 0)),
        "rounds": [_("%(wind)s圈") % {"wind": wind} for wind in WINDS.values()],
        "streaks": [streak_word(streak, book.rules) for streak in range(STREAKS + 1)],
        "unit": unit_of(book.rules),
        "stays": {"win": game.dealer.stays_after_win, "draw": game.dealer.stays_after_draw},
        "sharedWin": game.dealer.shared_win,
        "falseWinPasses": game.false_win_passes,
        "most": max(game.multi_fans, default=1),
    }
    return OfflineTable(json.dumps(rules), json.dumps(_now(access, book, strip)))


def outbox_form(access: GameAccess, book: Book, **about: Any) -> str:
    """What a form says of itself, so that the phone may keep it (static/js/offline-table.js): `what` it enters, in
    which `words`, and the `outcome` where it closes a hand."""
    said = {
        "game": access.game.pk,
        "by": identity(access),
        "number": book.folded.state.hand_number,
        "rules": rules_mark(access.event, access.game.round),
        "address": reverse("tournaments:deliver", args=[access.game.pk]),
    }
    return json.dumps(said | about)


def own_confirmation(game: Game, seat: int, player: Player) -> str:
    """確認 on a player's own page, as `outbox_form`; `kept`: what stands there when the phone has it."""
    said = {
        "game": game.pk,
        "by": f"p{player.pk}",
        "what": "confirm",
        "number": "",
        "seats": [seat],
        "address": reverse("tournaments:deliver", args=[game.pk]),
        "words": _("{names} 確認").format(names=player.name),
        "kept": _("網絡不通：你的確認存在這部電話，連線後送出。"),
    }
    return json.dumps(said)


def _sheets(access: GameAccess, book: Book) -> list[str]:
    """What is opened over the table and has to be there without a network."""
    names = ["tournaments:win", "penalties:ruling"]
    if book.rules.game.rewards:
        names.append("tournaments:reward")
    if draw_asks(book.rules, book.folded.state):
        names.append("tournaments:draw")
    return [reverse(name, args=[access.game.pk]) for name in names]


def _now(access: GameAccess, book: Book, strip: Confirmations | None) -> dict[str, object]:
    state = book.folded.state
    turn = state.turn
    asked = strip.asks if strip else []
    return {
        "seen": access.game.book_version,
        "number": state.hand_number,
        "turn": {"deal": turn.deal, "first": turn.first_dealer, "streak": turn.streak, "wrong": turn.wrong}
        | {"dealer": turn.dealer, "skips": list(turn.skips), "spared": turn.spared},
        "finished": state.finished,
        "left": state.hands_left,
        "asks": list(draw_asks(book.rules, state)),
        "mode": strip.mode if strip else "watch",
        "names": [seat.name for seat in strip.seats] if strip else [],
        "waits": [seat.seat for seat in asked],
        "unsettled": bool(strip and not strip.settled),
    }
