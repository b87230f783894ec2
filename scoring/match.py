"""對局 A game played event by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from scoring.book import Chain, ChainMove, HandResult, Payment
from scoring.errors import ScoringError
from scoring.event_fields import as_players
from scoring.game import apply, start
from scoring.game.hand_in_game import FROM_THE_GAME
from scoring.hand.hand import Hand
from scoring.rulesets.counting import RuleSet
from scoring.table.state import GameState


class Preview(NamedTuple):
    """What an event would do: payments, moves of 拉, scores before and after it."""

    payments: tuple[Payment, ...]
    moves: tuple[ChainMove, ...]
    before: tuple[Decimal, ...]
    after: tuple[Decimal, ...]


class Game:
    """對局 A 半莊 or 將 of four players, seats 0 to 3 from the first dealer on. A refused event
    raises ScoringError and changes nothing. `standing`: what earlier games left (cards, broken rules), None = nothing.

    >>> from scoring import Game, rule_set
    >>> game = Game(rule_set("hk-classic"), ["甲", "乙", "丙", "丁"])
    >>> game.win(0, self_draw=True, fan=12)
    >>> game.win(0, from_=1, fan=2)
    >>> game
    <Game hk-classic 東一局: 2 events>
    >>> [(chain.payer, int(chain.points)) for chain in game.chains]  # 拉: payer's seat, open points
    [(1, 74), (2, 36), (3, 36)]
    """

    def __init__(self, rules: RuleSet, players: Sequence[str], *, standing: Mapping[str, Any] | None = None) -> None:
        self.rules = rules
        self.players = as_players(players)
        self.standing = standing
        self.events: list[dict[str, Any]] = []
        self._states = [start(rules, standing)]

    def play(self, event: Mapping[str, Any]) -> None:
        """Add an event as in a `replay` document. Raises ScoringError."""
        self._states.append(self._after(event))
        self.events.append(dict(event))

    def win(self, winner: int | Mapping[int, int | Hand], **more: Any) -> None:
        """食糊 Add a win: `from_=seat` or `self_draw=True`, with `fan=` or `hand=`; winds and manner of winning are
        the game's. Several winners: `game.win({0: 10, 3: hand}, from_=2)`, seat → fan or hand. Raises ScoringError."""
        self.play(_win(winner, **more))

    def draw(self, **more: Any) -> None:
        """流局"""
        self.play({"type": "draw", **more})

    def ruling(self, seat: int | None, offence: str | None = None, **more: Any) -> None:
        """判罰 By the name of the offence, or with spelled `consequences`."""
        named = {} if offence is None else {"offence": offence}
        self.play({"type": "ruling", "seat": seat, **named, **more})

    def reward(self, seat: int, kind: str, **more: Any) -> None:
        """中途獎勵"""
        self.play({"type": "reward", "kind": kind, "seat": seat, **more})

    def undo(self) -> None:
        """撤銷 Take back the last event."""
        if not self.events:
            raise ScoringError("bad_event", "沒有可以撤銷的記錄。", "There is nothing to undo.")
        self._states.pop()
        self.events.pop()

    def preview(self, winner: int | Mapping[Any, Any], **more: Any) -> Preview:
        """What a win, in the words of `win`, or another event, as in `play`, would do. Changes nothing."""
        event = winner if isinstance(winner, Mapping) and "type" in winner else _win(winner, **more)
        after = self._after(event)
        closed = after.hands[-1] if len(after.hands) > len(self.hands) else None
        payments, moves = (closed.payments, closed.chain_moves) if closed else ((), ())
        return Preview(payments, moves, self.scores, after.scores)

    @property
    def state(self) -> GameState:
        return self._states[-1]

    @property
    def scores(self) -> tuple[Decimal, ...]:
        """Points of the four seats, open chains not included."""
        return self.state.scores

    @property
    def chains(self) -> tuple[Chain, ...]:
        """拉: what is open between two players."""
        return self.state.chains

    @property
    def hands(self) -> tuple[HandResult, ...]:
        return self.state.hands

    @property
    def dealer(self) -> int:
        return self.state.dealer

    @property
    def name(self) -> str:
        """局名 of the hand in progress: 東一局 …"""
        return self.state.name

    @property
    def finished(self) -> bool:
        return self.state.finished

    def book(self) -> dict[str, Any]:
        """全本帳 The answer of `replay`."""
        from scoring.documents.replay import book_of  # counting needs neither documents nor texts

        return book_of(self.state, self.rules.id)

    def to_document(self) -> dict[str, Any]:
        """The `replay` document."""
        document: dict[str, Any] = {"rule_set": self.rules.id, **self.rules.chosen()}
        document |= {"players": list(self.players), "events": list(self.events)}
        return document if self.standing is None else {**document, "standing": self.standing}

    @classmethod
    def from_document(cls, document: object) -> Game:
        """The game of a `replay` document. Raises ScoringError."""
        from scoring.documents.replay import folded, read_game_document

        rules, players, events, standing = read_game_document(document)
        game = cls(rules, players, standing=standing)
        folded(rules, events, standing)  # says which event is wrong
        for event in events:
            game.play(event)
        return game

    def to_text(self) -> str:
        """The record of the game as text: headers, then a line a hand, with comments."""
        from scoring.notation import write_game

        return write_game(self.to_document())

    @classmethod
    def parse(cls, text: str) -> Game:
        """The game of a text. Raises ScoringError."""
        from scoring.notation import read_game

        return cls.from_document(read_game(text))

    def __repr__(self) -> str:
        return f"<Game {self.rules.id} {self.name}: {len(self.events)} events>"

    def _after(self, event: Mapping[str, Any]) -> GameState:
        return apply(self.state, event, self.rules)


def _win(winner: int | Mapping[int, int | Hand], *, from_: int | None = None, **more: Any) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "win", **more}
    if from_ is not None:
        event["from"] = from_
    if isinstance(winner, Mapping):
        event["winners"] = [{"seat": seat, **_count(counted)} for seat, counted in winner.items()]
    else:
        event["winner"] = winner
        if isinstance(more.get("hand"), Hand):
            event |= _count(more["hand"])
    return event


def _count(counted: int | Hand) -> dict[str, Any]:
    if not isinstance(counted, Hand):
        return {"fan": counted}
    document = counted.to_document()
    return {"hand": {key: value for key, value in document.items() if key not in (*FROM_THE_GAME, "dealer")}}
