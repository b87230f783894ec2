"""Plays a game through the services as a referee and four players would, with a clock of its own."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring import GameState, RuleSet
from tournaments.management.demo.hands import Entered
from tournaments.models import Game
from tournaments.scorecards.services import cards
from tournaments.tables.forms import clean_win
from tournaments.tables.game_log.read import Actor, read_book, rules_of
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.entry import WinEntry
from tournaments.tables.services import confirmations, recording


@dataclass
class Referee:
    """`clock`: when the next thing happens at the table; `chance` makes keys and pauses."""

    game: Game
    user_id: int
    players: Sequence[int]
    clock: datetime
    chance: random.Random

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.game.event, self.game.round)

    @property
    def actor(self) -> Actor:
        return Actor(self.user_id)

    def _key(self) -> uuid.UUID:
        # Together with the game's own number: two demo events must not share keys within one game, and don't.
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)

    def pass_time(self, seconds: float) -> None:
        self.clock += timedelta(seconds=seconds)

    @property
    def over(self) -> bool:
        self.game.refresh_from_db(fields=["state", "book_version"])
        return self.game.state not in (Game.State.SEATED, Game.State.PLAYING)

    def _played(self, entered: Sequence[Entered]) -> list[Played]:
        open_book = read_book(self.game)
        state = open_book.folded.state
        return [_played(one, open_book.rules, state) for one in entered]

    def enter(self, entered: Entered) -> int:
        self.game.refresh_from_db(fields=["book_version"])
        answer = recording.record(
            game_id=self.game.pk,
            actor=self.actor,
            played=self._played([entered])[0],
            client_key=self._key(),
            seen=self.game.book_version,
            now=self.clock,
        )
        return int(answer["hand"])

    def confirm(self, seats: Sequence[int] = range(4)) -> None:
        self.pass_time(20)
        confirmations.confirm(
            game_id=self.game.pk, actor=self.actor, seats=seats, method="tap", client_key=self._key(), now=self.clock
        )

    def play(self, entered: Sequence[Entered], seconds: float) -> None:
        for one in entered:
            self.pass_time(seconds / len(entered))
            self.enter(one)
        self.confirm()

    def correct(self, number: int, entered: Sequence[Entered], reason: str) -> None:
        self.game.refresh_from_db(fields=["book_version"])
        recording.correct(
            game_id=self.game.pk,
            actor=self.actor,
            number=number,
            entries=self._played(entered),
            reason=reason,
            client_key=self._key(),
            seen=self.game.book_version,
            now=self.clock,
        )
        self.confirm()

    def dispute(self, number: int, seat: int, why: str, verdict: str) -> None:
        self.pass_time(15)
        words = {"game_id": self.game.pk, "number": number, "now": self.clock}
        player = Actor(self.user_id, self.players[seat])
        confirmations.object_to(actor=player, seat=seat, reason=why, client_key=self._key(), **words)  # type: ignore[arg-type]
        self.pass_time(90)
        words["now"] = self.clock
        confirmations.uphold(actor=self.actor, reason=verdict, client_key=self._key(), **words)  # type: ignore[arg-type]

    def sign_all(self) -> None:
        self.game.refresh_from_db()
        digest = cards.current_digest(self.game, read_book(self.game).folded)
        for seat, player in enumerate(self.players):
            self.pass_time(25)
            cards.sign(
                game_id=self.game.pk,
                actor=Actor(self.user_id, player),
                seat=seat,
                method="drawn",
                digest=digest,
                strokes=self._strokes(),
                client_key=self._key(),
                now=self.clock,
            )

    def _strokes(self) -> str:
        """A quick scribble on the signature field (300 × 100): three strokes that rise and fall."""
        strokes = []
        for start in (40, 120, 205):
            x, y = start + self.chance.randrange(-10, 10), 50
            points = []
            for _ in range(9):
                points.append(f"{x} {y}")
                x, y = x + self.chance.randrange(3, 10), max(12, min(88, 50 + self.chance.randrange(-34, 34)))
            strokes.append("M" + "L".join(points))
        return "".join(strokes)


def _played(entered: Entered, rules: RuleSet, state: GameState) -> Played:
    if isinstance(entered, WinEntry):
        return clean_win(entered, rules, state).played
    return entered if isinstance(entered, Played) else Played(entered)
