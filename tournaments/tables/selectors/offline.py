"""離線的牌檯: data in a table's page with which a referee can go on recording without a network.

The phone works out the next hand (局, 莊, 拉莊數) from its queue and the few rules given here. Points, chains and
counts are left to the server.
"""

import json
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.access import GameAccess
from tournaments.models import Game, Player
from tournaments.phrases.wording import HAND_NAMES, WINDS, hand_name, seat_words, streak_word, unit_of
from tournaments.tables.game_log.read import GameLog, rules_mark
from tournaments.tables.recording.win_form import draw_asks
from tournaments.tables.selectors.table import Confirmations


def identity(access: GameAccess) -> str:
    """Return the owner of entries made on this page: "u7" for an account, "p12" for a player with their own link."""
    if access.writes and access.user is not None:
        return f"u{access.user.pk}"
    return f"p{access.player.pk}" if access.player is not None else ""


def offline_table(access: GameAccess, book: GameLog, strip: Confirmations | None, *, records: bool) -> dict[str, str]:
    """Return `rules`, constant during the game, and the current state as `now`, both as JSON. `records`: this person
    may record now."""
    game, state = book.rules.game, book.folded.state
    turn, asks = state.turn, draw_asks(book.rules, state)
    # Forms opened over the table, to be loaded before the network fails.
    sheets = ["tournaments:win", "penalties:ruling"]
    sheets += ["tournaments:reward"] if game.rewards else []
    sheets += ["tournaments:draw"] if asks else []
    rules = {
        "game": access.game.pk,
        "by": identity(access),
        "path": reverse("tournaments:table", args=[access.game.pk]),
        "sheets": [reverse(name, args=[access.game.pk]) for name in sheets] if records else [],
        "writes": access.writes,
        "rules": rules_mark(access.event, access.game.round),
        "hands": [hand_name(name) for name in HAND_NAMES][: game.deals],
        "winds": list(seat_words(book.rules, 0, 0)),
        "orders": game.seat_orders,
        "rounds": [_("%(wind)s圈") % {"wind": wind} for wind in WINDS.values()],
        "streaks": [streak_word(streak, book.rules) for streak in range(10)],  # longer 連莊 are numbers
        "unit": unit_of(book.rules),
        "stays": {"win": game.dealer.stays_after_win, "draw": game.dealer.stays_after_draw},
        "sharedWin": game.dealer.shared_win,
        "falseWinPasses": game.false_win_passes,
        "most": max(game.multi_fans, default=1),
    }
    now = {
        "seen": access.game.book_version,
        "number": state.hand_number,
        "turn": {"deal": turn.deal, "first": turn.first_dealer, "streak": turn.streak, "wrong": turn.wrong}
        | {"dealer": turn.dealer, "skips": list(turn.skips), "spared": turn.spared},
        "finished": state.finished,
        "left": state.hands_left,
        "asks": list(asks),
        "mode": strip.mode if strip else "watch",
        "names": [seat.name for seat in strip.seats] if strip else [],
        "waits": [seat.seat for seat in strip.asks] if strip else [],
        "unsettled": bool(strip and strip.hands),
    }
    return {"rules": json.dumps(rules), "now": json.dumps(now)}


def outbox_form(access: GameAccess, book: GameLog, **about: Any) -> str:
    """Describe a form to the phone, so that it can queue it (static/js/offline-table.js): `what` it enters, in which
    `words`, and the `outcome` if it closes a hand."""
    said = {
        "game": access.game.pk,
        "by": identity(access),
        "number": book.folded.state.hand_number,
        "rules": rules_mark(access.event, access.game.round),
        "address": reverse("tournaments:deliver", args=[access.game.pk]),
    }
    return json.dumps(said | about)


def own_confirmation(game: Game, seat: int, player: Player) -> str:
    """Describe 確認 on a player's own page, as `outbox_form` does; `kept`: message once the phone has queued it."""
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
