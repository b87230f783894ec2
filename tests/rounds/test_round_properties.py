"""What stands, counts: however rounds were published, opened, taken back, voided, swapped, closed and reopened, the
standings and all that players hold are those of an event in which only what stands in the end had happened."""

import datetime as dt
import itertools

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.lacking import FULL
from tests.rounds.two_tables import exchange
from tests.security.watching import taken_back
from tests.tournaments.factories import TODAY, make_event, make_players, make_user, play_and_confirm, seat_by_hand
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Refused
from tournaments.models import Game, Round, Table
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import unvoid_round, void_round
from tournaments.rounds.services.swaps import reseat
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.services.carried_over import held_now

pytestmark = pytest.mark.sqlite

START = dt.datetime(2026, 11, 21, 10, tzinfo=dt.UTC)
SEATS = ({1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, {1: [1, 6, 3, 8], 2: [5, 2, 7, 4]}, {1: [8, 7, 2, 1], 2: [4, 3, 6, 5]})
ROUND, TABLE, PLAYER = st.integers(0, 2), st.integers(1, 2), st.integers(1, 9)
STEPS = ("publish", "unpublish", "open", "open", "take back", "close", "reopen", "void", "unvoid")
HANDS = (
    {"type": "draw"},
    {"type": "win", "winner": 1, "source": 0, "fan": 12},
    {"type": "win", "winner": 2, "self_draw": True, "fan": 20},
    {"type": "ruling", "seat": 0, "offence": "claim_cancelled"},
    {"type": "ruling", "seat": 0, "consequences": ["red"]},
    {"type": "ruling", "seat": 3, "consequences": ["yellow"]},
)
STEP = st.tuples(st.sampled_from(STEPS), ROUND)
PLAYED = st.tuples(st.just("play"), ROUND, TABLE, st.sampled_from(HANDS))
THERE_AND_BACK = st.tuples(
    st.sampled_from([("publish", "unpublish"), ("open", "take back"), ("close", "reopen"), ("void", "unvoid")]), ROUND
).map(lambda both: [(step, both[1]) for step in both[0]])
SWAP = st.tuples(st.just("swap"), ROUND, PLAYER, PLAYER)
OPENED = [("open", 0), ("open", 1)]  # most sequences would do nothing without an open round
LIMITED = settings(
    max_examples=100 if FULL else 10,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Evening:
    """An event with three drafts, and what has been done in it and stands."""

    def __init__(self, seats):
        self.event = make_event(games_planned=3)
        make_players(self.event, 9)
        for number in (1, 2):
            Table.objects.create(event=self.event, number=number)
        self.actor = Actor(user_id=make_user().pk)
        self.clock = itertools.count()
        self.rounds = rounds.make_rounds(event=self.event, days=[TODAY] * len(seats))
        for made, each in zip(self.rounds, seats, strict=True):
            seat_by_hand(round_id=made.pk, seats=each)
        self.played = [[] for _ in seats]

    def now(self):
        return START + dt.timedelta(minutes=next(self.clock))

    def step(self, what, place, *more):
        """Do it, or be refused: then nothing of it has happened."""
        try:
            with transaction.atomic():
                self._do(what, self.rounds[place].pk, *more)
        except Refused:
            return
        if what == "play":
            self.played[place].append(more)

    def _do(self, what, pk, *more):
        said = {"round_id": pk, "now": self.now()}
        sure = said | {"confirmed": True}
        by = {"actor": self.actor}
        if what == "play":
            table, hand = more
            play_and_confirm(Game.objects.get(round=pk, table__number=table), self.actor, **dict(hand))
        elif what == "swap":
            chairs = exchange(Round.objects.get(pk=pk), *more)
            reseat(chairs=chairs, reason="坐錯", **by, **sure)
        else:
            {
                "publish": lambda: rounds.publish_round(**sure),
                "unpublish": lambda: rounds.unpublish_round(round_id=pk),
                "open": lambda: rounds.open_round(**sure),
                "take back": lambda: rounds.take_back_round(**sure),
                "close": lambda: rounds.close_round(**sure),
                "reopen": lambda: rounds.reopen_round(round_id=pk),
                "void": lambda: void_round(reason="停電", **by, **sure),
                "unvoid": lambda: unvoid_round(**by, **said),
            }[what]()

    def stands(self):
        found = []
        for made, played in zip(self.rounds, self.played, strict=True):
            now = Round.objects.get(pk=made.pk)
            if now.state in Round.BEGUN and not now.void:
                seats = {}
                for table, number in now.seats.order_by("game__table__number", "seat").values_list(
                    "game__table__number", "player__number"
                ):
                    seats.setdefault(table, []).append(number)
                found.append((seats, played, now.state))
        return found

    def outcome(self):
        assert list(audit(self.event.slug)) == []
        found = standings(self.event)
        rows = [
            (row.number, row.place, row.total, row.wins, row.penalties, row.games_units, row.moved)
            for row in found.rows
        ]
        players = dict(self.event.players.values_list("pk", "number"))
        held = {
            players[pk]: (sorted(trail.held.cards), sorted(trail.held.broken.items()))
            for pk, trail in held_now(self.event, list(players)).items()
        }
        games = Game.objects.filter(event=self.event, round__state__in=Round.BEGUN, round__voided_at=None)
        books = []
        for game in games.select_related("event", "round").order_by("round__number", "table__number"):
            state = read_book(game).folded.state
            books.append((state.scores, [(hand.name, hand.result, hand.scores, hand.cards) for hand in state.hands]))
        return rows, {number: has for number, has in held.items() if any(has)}, books


@LIMITED
@given(
    script=st.lists(
        st.one_of(THERE_AND_BACK, st.one_of(STEP, PLAYED, PLAYED, SWAP).map(lambda step: [step])),
        min_size=8,
        max_size=25,
    )
)
def test_only_what_stands_counts(script):
    with taken_back():
        evening = Evening(SEATS)
        for step in itertools.chain(OPENED, *script):
            evening.step(*step)
        outcome, stands = evening.outcome(), evening.stands()
    with taken_back():
        again = Evening([seats for seats, _played, _state in stands])
        for place, (_seats, played, state) in enumerate(stands):
            again.step("open", place)
            for hand in played:
                again.step("play", place, *hand)
            if state == Round.State.CLOSED:
                again.step("close", place)
        assert again.played == [played for _seats, played, _state in stands]
        assert again.outcome() == outcome
