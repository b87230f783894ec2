"""A table and who records there: what the services of its log do, each in one call."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.made_once import made_once
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import entry_of, make_event, make_game, make_user, play
from tournaments.models import Event, Game
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import confirmations, recording

DRAW = {"type": "draw"}
KONG = {"type": "reward", "kind": "concealed_kong", "seat": 3}


def won(winner: int, source: int | None = None, fan: int = 8, **more: Any) -> dict[str, Any]:
    """食糊, or 自摸 where nobody has discarded the tile, with a count that every rule set takes."""
    how = {"self_draw": True} if source is None else {"from": source}
    return {"type": "win", "winner": winner, **how, "fan": fan, **more}


def ruling(seat: int | None, offence: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "ruling", "seat": seat} | ({"offence": offence} if offence else {}) | more


@dataclass(kw_only=True)
class Recorder:
    game: Game
    actor: Actor

    def fresh(self) -> Game:
        """The game as the database has it now."""
        return reread(self.game)

    @property
    def folded(self) -> FoldedGame:
        return read_book(self.fresh()).folded

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in force."""
        return [dict(item.event) for item in self.folded.timeline.items]

    @property
    def missing(self) -> dict[int, Any]:
        """Hand → the seats that have still to confirm it."""
        return {
            hand.number: [seat for seat, act in enumerate(hand.confirmations) if act is None]
            for hand in self.folded.unconfirmed
        }

    def entry(self, given: Mapping[str, Any] | None = None, /, **usual: Any) -> dict[str, Any]:
        """What a service of the log is called with: the usual, unless another value is given."""
        return entry_of(self.game, self.actor) | usual | dict(given or {})

    def play(self, *events: Mapping[str, Any]) -> dict[str, Any]:
        """Record events; the answer to the last one."""
        return [play(self.game, self.actor, **event) for event in events][-1]

    def settle(self, *events: Mapping[str, Any]) -> None:
        """Record events, each confirmed by all."""
        for event in events:
            self.play(event)
            self.confirm()

    def record(self, event: Mapping[str, Any], claim: Mapping[str, Any] | None = None, **said: Any) -> Any:
        usual = self.entry(said, seen=self.fresh().book_version)
        return recording.record(played=Played(event, claim), **usual)

    def confirm(self, *seats: Any, **said: Any) -> Any:
        """These seats, or all four, confirm what waits for them."""
        return confirmations.confirm(**self.entry(said, seats=seats or (0, 1, 2, 3), method="tap"))

    def object_to(self, number: int, seat: int, **said: Any) -> Any:
        return confirmations.object_to(**self.entry(said, number=number, seat=seat, reason="番數不對"))

    def uphold(self, number: int, **said: Any) -> Any:
        return confirmations.uphold(**self.entry(said, number=number, reason="已核對"))

    def correct(self, number: int, *events: Mapping[str, Any], **said: Any) -> Any:
        usual = {"entries": [Played(event) for event in events], "reason": "看錯牌", "seen": self.fresh().book_version}
        return recording.correct(**self.entry(said, number=number, **usual))

    def undo(self, **said: Any) -> Any:
        return recording.undo(**self.entry(said, reason="按錯了", seen=self.fresh().book_version))

    def digest(self) -> str:
        """The digest of the card as it is now."""
        return cards.current_digest(self.fresh(), self.folded)

    def sign(self, *seats: int, **said: Any) -> list[dict[str, Any]]:
        """These seats, or all four, sign by hand."""
        usual = {"method": "drawn", "strokes": "M1,1L2,2", "digest": self.digest()}
        return [dict(cards.sign(**self.entry(said, seat=seat, **usual))) for seat in seats or range(4)]

    def finish(self, fan: int = 10) -> None:
        """Every hand to the last is won by the seat after the dealer, who pays."""
        while not self.folded.state.finished:
            dealer = self.folded.state.turn.dealer
            self.settle(won((dealer + 1) % 4, dealer, fan))

    def check(self) -> None:
        check_book(self.game)


def make_table(event: Event | None = None, number: int = 1, **fields: Any) -> Recorder:
    """A game in an open round at table `number`, and its referee."""
    return made_once(("table", event, number, repr(fields)), lambda: _make_table(event, number, **fields))


def _make_table(event: Event | None, number: int, **fields: Any) -> Recorder:
    referee = make_user()
    game = make_game(event or make_event(**fields), referee, number)
    return Recorder(game=game, actor=Actor(user_id=referee.pk))
