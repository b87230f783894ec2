"""A small tournament for tests of rulings: two tables, and a second round in which the players have changed places."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.utils import timezone

from penalties.models import Case, Ruling
from penalties.services import cases, rulings
from tests.made_once import made_once
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.book_pages import phone_of
from tests.tournaments.factories import (
    add_member,
    confirm_all,
    entry_of,
    main_stage,
    make_event,
    make_players,
    make_user,
    play_and_confirm,
    tell_of,
)
from tests.tournaments.recorder import Recorder
from tournaments.models import Event, Game, GameSeat, Role, Round, Table, TableReferee
from tournaments.rounds.services.rounds import open_round
from tournaments.tables.game_log.read import Actor, read_book

FIRST = [[1, 2, 3, 4], [5, 6, 7, 8]]
SECOND = [[5, 6, 3, 8], [1, 2, 7, 4]]
RED = {"consequences": ["red"]}


@dataclass
class Tournament:
    """An event with eight players, its referee (of every table) and head referee."""

    event: Event
    referee: Actor
    head: Actor

    def round(self, number: int, seats: list[list[int]], day: Any = None) -> list[Game]:
        """Open a round with these player numbers at the tables, by seat."""
        made = Round.objects.create(
            event=self.event, stage=main_stage(self.event), number=number, day=day or self.event.starts_on
        )
        players = {player.number: player for player in self.event.players.all()}
        games, rows = [], list[Any]()
        for table_number, four in enumerate(seats, start=1):
            table, _made = Table.objects.get_or_create(event=self.event, number=table_number)
            referee, _made = TableReferee.objects.get_or_create(table=table, user_id=self.referee.user_id)
            game = Game.objects.create(event=self.event, round=made, table=table)
            for seat, player in enumerate(four):
                rows.append(GameSeat.objects.create(game=game, round=made, player=players[player], seat=seat))
            games.append(game)
            rows += [table, referee, game]
        tell_of(self.event, made, *rows)
        open_round(round_id=made.pk, now=timezone.now(), confirmed=True)
        return games

    def play_out(self, game: Game) -> None:
        confirm_all(game, self.referee)
        self.at(game).finish()

    def finish_and_sign(self, game: Game) -> None:
        self.play_out(game)
        self.sign(game)

    def end(self, game: Game) -> None:
        self.play(game, type="time_up", during_hand=False)

    def phone(self, number: int) -> Client:
        return phone_of(self.event.players.get(number=number))

    def at(self, game: Game) -> Recorder:
        return Recorder(game=game, actor=self.referee)

    def sign(self, game: Game, *seats: int) -> None:
        self.at(game).sign(*seats)

    def play(self, game: Game, **event: Any) -> Any:
        confirm_all(game, self.referee)
        return play_and_confirm(game, self.referee, **event)

    def rule(self, game: Game, seat: int | None, offence: str, *, hand: int | str | None = None, **more: Any) -> Ruling:
        """A ruling through the service, on the hand of this number or the "previous" one; its article."""
        said = {"note": more.pop("note", ""), "photo": more.pop("photo", None)}
        if hand == "previous":
            more["hand"], hand = hand, None
        confirm_all(game, self.referee)
        event = {"type": "ruling", "seat": seat, "offence": offence, **more}
        seen = reread(game).book_version
        answer = rulings.rule(**entry_of(game, self.referee), event=event, seen=seen, hand=hand, **said)
        return Ruling.objects.get(game=game, act=answer["act"], place=0, reverses=None)

    def rule_in_hall(self, number: int, *, facts: str = "遲到", now: Any = None, **ruling: Any) -> Ruling:
        """A ruling of the head referee on the player with this number; its article."""
        said = {"client_key": uuid.uuid4(), "now": now or timezone.now(), "facts": facts, "ruling": ruling}
        who = self.event.players.get(number=number)
        answer = rulings.rule_in_hall(event_id=self.event.pk, player=who, actor=self.head, **said)
        return Ruling.objects.select_related("hall").get(event=self.event, number=answer["article"])

    def reverse(self, ruling: Ruling, *, heads: bool = True, reason: str = "看錯人") -> Any:
        actor = self.head if heads else self.referee
        said = {"client_key": uuid.uuid4(), "now": timezone.now(), "reason": reason}
        return rulings.reverse(ruling_id=ruling.pk, actor=actor, heads=heads, **said)

    def correct(self, game: Game, number: int, *events: dict[str, Any], reason: str = "記錯") -> Any:
        return self.at(game).correct(number, *events, reason=reason)

    def undo(self, game: Game, reason: str = "打錯") -> Any:
        return self.at(game).undo(reason=reason)

    def object_to(self, game: Game, number: int = 1, seat: int = 0, reason: str = "番數不對") -> int:
        """An objection of a player to a hand; the number of its act."""
        return int(self.at(game).object_to(number, seat, reason=reason)["act"])

    def object_to_ruling(self, ruling: Ruling, number: int = 2, text: str = "我沒有犯規", user: Any = None) -> Case:
        who = self.event.players.get(number=number)
        return cases.object_to(ruling_id=ruling.pk, player=who, text=text, user=user, now=timezone.now())

    def decide(self, case: Case, outcome: str = "upheld", decision: str = "鄰檯兩位作證") -> Case:
        said = {"outcome": outcome, "decision": decision, "now": timezone.now()}
        return cases.decide(case=case, user=make_user("head"), **said)

    def uphold(self, game: Game, number: int = 1) -> Any:
        return Recorder(game=game, actor=self.head).uphold(number)


def make_tournament(players: int = 8, **fields: Any) -> Tournament:
    return made_once(("tournament", players, repr(fields)), lambda: _make_tournament(players, **fields))


def _make_tournament(players: int, **fields: Any) -> Tournament:
    event = make_event(**fields)
    make_players(event, players)
    referee, head = make_user("referee"), make_user("head")
    add_member(event, referee)
    add_member(event, head, Role.HEAD_REFEREE)
    return Tournament(event, Actor(user_id=referee.pk), Actor(user_id=head.pk))


def state_of(game: Game) -> Any:
    """The folded state as the database has it now; the book is checked on the way."""
    check_book(game)
    return read_book(reread(game)).folded.state


def book_of(game: Game) -> Any:
    """What a game's rulings can change: all of its result, without the places of the events in the log."""
    state = state_of(game)
    hands = [hand._replace(event_indices=(), rulings=()) for hand in state.hands]
    opened = state.open_hand._replace(event_indices=(), rulings=())
    return state.scores, state.house, state.chains, state.cards_in_force, state.bans, dict(state.broken), hands, opened
