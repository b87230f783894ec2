"""推翻 and 補記 as laws: a reversed ruling leaves what there would be without it; the order of typing is nothing."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from penalties.models import Ruling
from tests.lacking import FULL
from tests.penalties.hall import RED, book_of, make_tournament
from tests.security.watching import taken_back
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.models import Adjustment, Player

pytestmark = pytest.mark.sqlite

ROUNDS = ([[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 6, 3, 8], [1, 2, 7, 4]])
OFFENCES = [
    {"offence": "talking"},
    {"offence": "talking", **RED},
    {"offence": "wrong_draw"},
    {"offence": "hollow_win"},
    {"offence": "claim_cancelled"},
    {"offence": "early_draw"},
    {"offence": "false_win"},
]
SEATS = st.sampled_from([2, 2, 2, 0])
RULED = st.tuples(st.just("rule"), SEATS, st.sampled_from(OFFENCES))
EXPELLED = st.tuples(st.just("rule"), SEATS, st.just({"offence": "cheating"}))  # has no seat in a later round
PLAYED = st.sampled_from([("draw",), ("win", 1, 0), ("win", 2, 1)])
GAME = st.lists(st.one_of(RULED, RULED, PLAYED), max_size=7)
LAST_GAME = st.lists(st.one_of(RULED, RULED, PLAYED, EXPELLED), max_size=7)
IN_HALL = st.lists(st.sampled_from([{"offence": "talking"}, {"offence": "disturbing", **RED}]), max_size=2)
# Making a tournament smaller takes longer than reading it as it failed.
LIMITED = settings(
    max_examples=20 if FULL else 5,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


class Evening:
    """A run of a script: two rounds at the first table, and rulings in the hall between them."""

    def __init__(self):
        self.tournament = make_tournament()
        self.rulings = []

    def run(self, first, between, second, without=frozenset()):
        """Everything in order, but not the rulings at these places. What the rules refuse is not made in either run."""
        self.without, self.place = without, 0
        self.games = [self.tournament.round(1, ROUNDS[0])[0]]
        self.game(self.games[0], first)
        for ruling in between:
            self.step(lambda ruling=ruling: self.in_hall(ruling))
        self.games.append(self.tournament.round(2, ROUNDS[1])[0])
        self.game(self.games[1], second)
        return self

    def game(self, game, script):
        for what, *rest in script:
            if what == "rule":
                seat, ruling = rest
                self.step(lambda seat=seat, ruling=ruling: self.tournament.rule(game, seat, **ruling))
            elif what == "win":
                winner, source = rest
                self.tournament.play(game, type="win", winner=winner, source=source, fan=12)
            else:
                self.tournament.play(game, type="draw")

    def step(self, make):
        self.rulings.append(None if self.place in self.without else make())
        self.place += 1

    def in_hall(self, ruling):
        return self.tournament.rule_in_hall(3, **ruling)

    def outcome(self):
        assert list(audit(self.tournament.event.slug)) == []
        kept = [ruling for ruling in self.rulings if ruling and not Ruling.objects.filter(reverses=ruling).exists()]
        effects = [Ruling.objects.values_list("player__number", "hand", "effect").get(pk=ruling.pk) for ruling in kept]
        return (
            [book_of(game) for game in self.games],
            effects,
            sorted(Adjustment.objects.values_list("source__number", "points")),
            list(Player.objects.order_by("number").values_list("number", "barred")),
        )


@LIMITED
@given(first=GAME, between=IN_HALL, second=LAST_GAME, data=st.data())
def test_reversing_rulings_equals_never_having_made_them(first, between, second, data):
    count = sum(step[0] == "rule" for step in first + second) + len(between)
    chosen = data.draw(st.permutations(range(count)))[: data.draw(st.integers(0, count))]
    try:
        with taken_back():
            evening = Evening().run(first, between, second)
            for place in chosen:
                evening.tournament.reverse(evening.rulings[place])
            outcome = evening.outcome()
    except Invalid as refusal:
        if refusal.code in {"banned_player", "out_of_play"}:  # no such game
            return
        raise
    with taken_back():
        assert Evening().run(first, between, second, frozenset(chosen)).outcome() == outcome


@LIMITED
@given(
    order=st.permutations(
        [(1, {"offence": "talking"}), (1, {"offence": "wrong_draw"}), (2, {"offence": "talking"}),
         (2, {"offence": "claim_cancelled"}), (3, {"offence": "talking", **RED}), (3, {"offence": "claim_cancelled"})]
    )
)  # fmt: skip
def test_the_order_in_which_rulings_on_closed_hands_are_typed_in_does_not_count(order):
    def typed(rulings):
        with taken_back():
            evening = make_tournament()
            game = evening.round(1, ROUNDS[0])[0]
            for _hand in range(3):
                evening.play(game, type="draw")
            for hand, ruling in rulings:
                evening.rule(game, 2, hand=hand, **ruling)
            rows = Ruling.objects.order_by("hand", "offence").values_list("hand", "offence", "effect")
            return book_of(game), list(rows)

    assert typed(order) == typed(sorted(order, key=repr))
