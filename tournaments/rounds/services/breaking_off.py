"""未打完就結束: what a closing round leaves unpaid at its tables, and the end of their games by the rule.

The bell between two hands ends a game (L-36), and its end collects every open amount (L-30).
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import GameState, ScoringError, apply
from tournaments.core.exceptions import Conflict
from tournaments.core.locks import lock_games, tried_twice
from tournaments.models import Game, Round
from tournaments.phrases.wording import plain
from tournaments.tables.book.read import Actor, Book, read_book
from tournaments.tables.book.timeline import Played
from tournaments.tables.services.book import record

BELL = Played({"type": "time_up", "during_hand": False})


@dataclass(frozen=True)
class InPlay:
    """A game that is not over. `ended`: the game as the rule ends it now; None where a hand has to be
    finished first."""

    book: Book
    ended: GameState | None

    @property
    def game(self) -> Game:
        return self.book.game

    @property
    def unpaid(self) -> Decimal:
        state = self.book.folded.state
        later = sum((one.points for one in state.after_game), Decimal(0))
        return sum((one.points for one in state.chains), later)


def games_in_play(round_: Round) -> list[InPlay]:
    games = Game.objects.filter(round=round_, state=Game.State.PLAYING)
    found = games.select_related("event", "round", "table").order_by("table__number")
    return [InPlay(book, _ended(book)) for book in map(read_book, found)]


def _ended(book: Book) -> GameState | None:
    try:
        state = apply(book.folded.state, BELL.event, book.rules)
    except ScoringError:
        return None
    return state if state.finished else None


def broken_off(games: list[InPlay]) -> list[str]:
    sentences = []
    for one in games:
        words = {"table": one.game.table.number, "points": plain(one.unpaid)}
        unpaid = _("第 %(table)s 檯未打完，有 %(points)s 分要到完場才付，這樣結束就不會付。")
        sentences.append((unpaid if one.unpaid else _("第 %(table)s 檯未打完。")) % words)
    return sentences


@tried_twice
def end_games(
    *, round_: Round, seen: Mapping[int, int], actor: Actor, client_key: uuid.UUID, now: datetime
) -> list[Game]:
    """在這裡完場: end the games that the rule ends now, each by a bell between two hands. `seen`: game → the version of
    its book that was shown; all of them end, or none. Returns those that are over now, also for a repeat.

    Raises Conflict where none of these games can end now, or one was changed meanwhile; NotOpen, CardSigned.
    """
    games = round_.games.filter(pk__in=seen)
    with transaction.atomic():
        lock_games(games)
        for one in games_in_play(round_):
            if one.ended is not None and one.game.pk in seen:
                key = uuid.uuid5(client_key, str(one.game.pk))
                record(game_id=one.game.pk, actor=actor, played=BELL, client_key=key, seen=seen[one.game.pk], now=now)
        over = list(games.filter(state__in=(Game.State.COMPLETE, Game.State.SIGNED)).order_by("table__number"))
        if not over:
            raise Conflict(_("現在沒有可以在這裡完場的牌檯。"))
        return over
