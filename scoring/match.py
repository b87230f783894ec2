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
    """What an event would do: payments, changes to the chains (拉), and the scores before and after it."""

    payments: tuple[Payment, ...]
    moves: tuple[ChainMove, ...]
    before: tuple[Decimal, ...]
    after: tuple[Decimal, ...]


class Game:
    """對局 One game of four players, such as a 半莊 or a 將. Seat 0 deals first, seats 1 to 3 follow in turn.

    `standing`: penalty cards and offences that count from earlier games, as in a `replay` document. An event that is
    not possible raises ScoringError and changes nothing.

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
        """Add an event, written as in a `replay` document. Raises ScoringError."""
        self._states.append(self._after(event))
        self.events.append(dict(event))

    def win(self, winner: int | Mapping[int, int | Hand], **more: Any) -> None:
        """食糊 Add a win, with `from_=seat` or `self_draw=True` and with `fan=number` or `hand=Hand(…)`. The game knows
        the winds, and whether the tile was drawn, and ignores those of the hand.

        With several winners: `game.win({0: 10, 3: hand}, from_=2)`, by seat. Raises ScoringError.
        """
        self.play(_win(winner, **more))

    def draw(self, **more: Any) -> None:
        """流局 Add a hand that nobody won. Raises ScoringError."""
        self.play({"type": "draw", **more})

    def ruling(self, seat: int | None, offence: str | None = None, **more: Any) -> None:
        """判罰 Add a referee's ruling on the player of this seat. `offence`: slug or Chinese name of an offence in the
        rule set; `consequences=[…]` are needed if it is None or has none of its own. Raises ScoringError."""
        named = {} if offence is None else {"offence": offence}
        self.play({"type": "ruling", "seat": seat, **named, **more})

    def reward(self, seat: int, kind: str, **more: Any) -> None:
        """中途獎勵 Add a reward that is paid during a hand, by its `kind` in the rule set. Raises ScoringError."""
        self.play({"type": "reward", "kind": kind, "seat": seat, **more})

    def undo(self) -> None:
        """撤銷 Take back the last event. Raises ScoringError bad_event if there is none."""
        if not self.events:
            raise ScoringError("bad_event", "沒有可以撤銷的記錄。", "There is nothing to undo.")
        self._states.pop()
        self.events.pop()

    def preview(self, winner: int | Mapping[Any, Any], **more: Any) -> Preview:
        """Return what an event would do, without adding it: a win by the arguments of `win`, any other event as for
        `play`. Raises ScoringError."""
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
        """Points of the four seats, without open chains (拉)."""
        return self.state.scores

    @property
    def chains(self) -> tuple[Chain, ...]:
        """拉 The debts between two players that are still open."""
        return self.state.chains

    @property
    def hands(self) -> tuple[HandResult, ...]:
        return self.state.hands

    @property
    def dealer(self) -> int:
        return self.state.dealer

    @property
    def name(self) -> str:
        """局名 The name of the hand in progress, such as "東一局"."""
        return self.state.name

    @property
    def finished(self) -> bool:
        return self.state.finished

    def book(self) -> dict[str, Any]:
        """全本帳 The full record of all hands: the answer to the game's `replay` document."""
        from scoring.documents.replay import book_of  # counting needs neither documents nor texts

        return book_of(self.state, self.rules.id)

    def to_document(self) -> dict[str, Any]:
        """The game as a `replay` document."""
        document: dict[str, Any] = {"rule_set": self.rules.id, **self.rules.chosen()}
        document |= {"players": list(self.players), "events": list(self.events)}
        return document if self.standing is None else {**document, "standing": self.standing}

    @classmethod
    def from_document(cls, document: object) -> Game:
        """Play the game of a `replay` document. Raises ScoringError, with the `index` of the event that is wrong."""
        from scoring.documents.replay import folded, read_game_document

        rules, players, events, standing = read_game_document(document)
        game = cls(rules, players, standing=standing)
        folded(rules, events, standing)  # says which event is wrong
        for event in events:
            game.play(event)
        return game

    def to_text(self) -> str:
        """The game as text for people to read: headers, then one line per event. See `docs/notation.md`."""
        from scoring.notation import write_game

        return write_game(self.to_document())

    @classmethod
    def parse(cls, text: str) -> Game:
        """Play a game written by `to_text`. Raises ScoringError."""
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
