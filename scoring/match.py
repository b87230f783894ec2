"""對局 A game played event by event."""

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
    """The effect of an event, without playing it.

    payments: what each payer owes each winner; () if the event is no win
    moves: what happens to each chain (拉)
    before, after: the points of the four seats before and after the event
    """

    payments: tuple[Payment, ...]
    moves: tuple[ChainMove, ...]
    before: tuple[Decimal, ...]
    after: tuple[Decimal, ...]


class Game:
    """對局 One game of four players, such as a 半莊 (two wind rounds) or a 將 (four). The first of `players` is seat 0
    and deals first; seats 1 to 3 follow in turn. Everything that happens is added as an event: wins, draws, rewards,
    rulings.

    players: four names
    standing: penalty cards and offences that the players bring from earlier games: {"cards": [{"seat": 1, "card":
        "red"}], "offences": [{"seat": 1, "offence": "false_win", "times": 2}]}

    Raises ScoringError if there are not four names, or if the rules have no such card or offence. Each method that adds
    an event raises ScoringError, and changes nothing, if the event is not possible.

    >>> from scoring import Game, rule_set
    >>> game = Game(rule_set("hk-classic"), ["甲", "乙", "丙", "丁"])
    >>> game.win(0, self_draw=True, fan=12)
    >>> game.chains[0]  # 拉: an unpaid debt
    Chain(winner=0, payer=1, points=Decimal('36'), pulls=1)
    >>> game.draw()
    >>> game
    <Game hk-classic 東一局: 2 events>
    """

    def __init__(self, rules: RuleSet, players: Sequence[str], *, standing: Mapping[str, Any] | None = None) -> None:
        self.rules = rules
        self.players = as_players(players)
        self.standing = standing
        self.events: list[dict[str, Any]] = []
        self._states = [start(rules, standing)]

    def play(self, event: Mapping[str, Any]) -> None:
        """Add any event as a dict: {"type": "win", "winner": 0, "from": 2, "fan": 10}. Raises ScoringError.

        These types have methods of their own: "win", "draw", "reward" and "ruling". The others are "surrender" (投降),
        "wrong_dealer" (做錯莊), "first_dealer" (起莊), "raise" (內插), and "time_up" when the bell rings.
        `docs/notation.md` lists the keys of each type.
        """
        self._states.append(self._after(event))
        self.events.append(dict(event))

    def win(self, winner: int | Mapping[int, int | Hand], **more: Any) -> None:
        """食糊 Add a win by the player on seat `winner`. Two things are needed:

        - how it was won: `from_=2`, the discarder's seat, or `self_draw=True`
        - what it is worth: `fan=10`, the count with 底 (base) but without what the dealer (莊) or several winners
          (雙響) add; or `hand=Hand(…)`, which is then counted

        For several winners, map their seats to a count or a hand: `game.win({0: 10, 3: hand}, from_=2)`. The game
        itself knows the winds and whether the tile was drawn, and ignores what a hand says about them. Further keywords
        are `robbed_kong`, `flower_win`, `liable`, `cause`, `extra`, `opening` and `shown_streak`, as `Win` explains
        them. Raises ScoringError.
        """
        self.play(_win(winner, **more))

    def draw(self, **more: Any) -> None:
        """流局 Add a hand that ended without a winner. Raises ScoringError if that is not possible.

        not_ready: seats of the players who were more than one tile short of a hand (未聽牌), such as [1, 3]; only if
            the rules make these players pay
        dealer: the seat that deals next, if the rules choose it by dice after a draw
        """
        self.play({"type": "draw", **more})

    def ruling(self, seat: int | None, offence: str | None = None, **more: Any) -> None:
        """判罰 Add a referee's ruling against the player on `seat` (None if no player is at fault).

        offence: slug or Chinese name of one of the rule set's `offences`
        consequences: a list of the penalties that the referee chose, in place of the offence's fixed penalty. Needed if
            no penalty is fixed or no offence is named. The penalties are "warning", "yellow", "red",
            "ban" (the player may not win this hand), "replay_hand" (the hand is played again), "draw_hand" (it counts
            as a draw), "false_win_hand" (it ends as after a false win), "disqualify", "blacklist", "suspend",
            "withdraw", {"deduct": "10"} (10 points to the house), {"pay": [2, "5"]} (5 points to seat 2), and any
            other penalty listed in the rule set's `offences`
        hand: "previous" if the ruling is about the hand just finished

        Raises ScoringError.
        """
        named = {} if offence is None else {"offence": offence}
        self.play({"type": "ruling", "seat": seat, **named, **more})

    def reward(self, seat: int, kind: str, *, from_: int | None = None, **more: Any) -> None:
        """中途獎勵 Add a payment that is made during a hand, for example for a kong.

        seat: the player who receives the reward from each of the other three; for the few kinds that are penalties,
            the player who pays the other three
        kind: one of the ids in the rule set's `game.rewards`, such as "concealed_kong"; the entry there tells which of
            the following arguments this kind needs
        from_: the seat of the player who pays the reward alone
        simple: True if the rewarded tiles are 中張 (2 to 8)
        times: how many times the reward is paid

        Raises ScoringError.
        """
        payer = {} if from_ is None else {"from": from_}
        self.play({"type": "reward", "kind": kind, "seat": seat, **payer, **more})

    def undo(self) -> None:
        """撤銷 Remove the last event. Raises ScoringError bad_event if there is none."""
        if not self.events:
            raise ScoringError("bad_event", "沒有可以撤銷的記錄。", "There is nothing to undo.")
        self._states.pop()
        self.events.pop()

    def preview(self, winner: int | Mapping[Any, Any], **more: Any) -> Preview:
        """Return what an event would lead to, without adding it: its `payments`, the `moves` of the chains (拉), and
        the four scores `before` and `after` it. Takes the arguments of `win`, or any event as `play` does. Raises
        ScoringError."""
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
        """The points of the four seats. Open chains (拉) are not counted until they are paid."""
        return self.state.scores

    @property
    def chains(self) -> tuple[Chain, ...]:
        """拉 The unpaid debts between players, one `Chain` each."""
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
        """全本帳 Return the whole game as a JSON-ready dict: under "hands" each hand with its result, its payments and
        the scores after it; under "finished" whether the game is over."""
        from scoring.documents.replay import book_of  # counting needs neither documents nor texts

        return book_of(self.state, self.rules.id)

    def to_document(self) -> dict[str, Any]:
        """Return the game as a JSON-ready dict: rule set, players and events. `Game.from_document` reads it."""
        document: dict[str, Any] = {"rule_set": self.rules.id, **self.rules.chosen()}
        document |= {"players": list(self.players), "events": list(self.events)}
        return document if self.standing is None else {**document, "standing": self.standing}

    @classmethod
    def from_document(cls, document: object) -> "Game":
        """Replay the game that `to_document` returned. Raises ScoringError with the `index` of the event that is
        wrong."""
        from scoring.documents.replay import folded, read_game_document

        rules, players, events, standing = read_game_document(document)
        game = cls(rules, players, standing=standing)
        folded(rules, events, standing)  # says which event is wrong
        for event in events:
            game.play(event)
        return game

    def to_text(self) -> str:
        """Return the game as readable text: headers, then one line for each event. The format is in
        `docs/notation.md`."""
        from scoring.notation import write_game

        return write_game(self.to_document())

    @classmethod
    def parse(cls, text: str) -> "Game":
        """Replay the game in a text that `to_text` returned. Raises ScoringError."""
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
