"""搬風 (tw-sixteen): the same four never keep their order round the table from one 將 to the next."""

from itertools import pairwise

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring import ScoringError
from tests.tournaments.factories import make_event, make_players, make_user, seat_by_hand
from tournaments.core.exceptions import Invalid, NeedsConfirmation
from tournaments.models import GameSeat, Round, Table
from tournaments.rounds.seating.chairs import Orders, cycle
from tournaments.rounds.seating.document import canonical_input, digest_of, draw_document
from tournaments.rounds.services.rounds import make_rounds, publish_round
from tournaments.rounds.services.seating import draw_round
from tournaments.rounds.services.swaps import reseat
from tournaments.tables.game_log.read import Actor

FOUR = [{"id": str(number)} for number in range(1, 5)]
SEEDS = [f"seed {number}" for number in range(12)]


def hall(rule_set="tw-sixteen", players=4):
    event = make_event(rule_set=rule_set)
    make_players(event, players)
    for number in range(1, players // 4 + 1):
        Table.objects.get_or_create(event=event, number=number)
    make_rounds(event=event, days=[event.starts_on] * 3, confirmed=True)
    return event


def seated(event, number):
    rows = GameSeat.objects.filter(round__event=event, round__number=number).order_by("game__table__number", "seat")
    keys = list(rows.values_list("player", flat=True))
    return [keys[start : start + 4] for start in range(0, len(keys), 4)]


def numbered(event, four):
    numbers = dict(event.players.values_list("pk", "number"))
    return [numbers[key] for key in four]


@given(st.permutations(range(4)), st.permutations(range(4)))
def test_an_order_is_the_same_from_wherever_one_begins(before, now):
    orders = Orders([[before]])
    assert orders.kept_by(now) == any(now[start:] + now[:start] == before for start in range(4))
    drawn = orders.drawn_again(now)
    assert sorted(drawn) == sorted(now)
    assert cycle(drawn) != cycle(before)


def test_others_keep_the_order_in_which_they_were_drawn():
    orders = Orders([[[1, 2, 3, 4]]])
    assert orders.drawn_again([1, 2, 3, 5]) == [1, 2, 3, 5]
    assert orders.drawn_again([4, 3, 2, 1]) != [1, 2, 3, 4]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_draw_of_all_rounds_gives_the_same_four_another_order_each_time(seed):
    drawn = draw_document({"players": FOUR, "rounds": 8, "seed": seed, "orders": [["1", "2", "3", "4"]]})
    tables = [[int(one) for one in tables[0]] for tables in drawn["rounds"]]
    assert all(cycle(one) != cycle(other) for one, other in pairwise([[1, 2, 3, 4], *tables]))
    assert drawn["wind_spread"] <= 2


def test_without_the_key_a_draw_is_what_it_was():
    plain = {"players": FOUR, "rounds": 4, "seed": "x"}
    assert "orders" not in canonical_input(plain)
    assert digest_of(canonical_input(plain)) != digest_of(canonical_input(plain | {"orders": []}))
    assert any(cycle([int(one) for one in now]) == cycle([int(one) for one in then]) for then, now in _pairs(plain))


def _pairs(plain):
    for seed in SEEDS:
        rounds = [tables[0] for tables in draw_document(plain | {"seed": seed})["rounds"]]
        yield from pairwise(rounds)


@pytest.mark.parametrize("four", [1, ["1", "2", "3"], ["1", "2", "3", "9"], ["1", "1", "2", "3"], [1, 2, 3, 4]])
def test_orders_that_cannot_be_are_refused(four):
    with pytest.raises(ScoringError, match="orders"):
        draw_document({"players": FOUR, "rounds": 1, "seed": "x", "orders": [four]})


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_a_draw_of_the_next_將_moves_the_same_four(seed):
    event = hall()
    first, second, third = Round.objects.filter(event=event).order_by("number")
    draw_round(round_id=first.pk, seed="one")
    for round_ in (second, third):
        draw_round(round_id=round_.pk, seed=seed)
        [before], [now] = seated(event, round_.number - 1), seated(event, round_.number)
        assert cycle(before) != cycle(now)


def test_other_rules_draw_whatever_comes():
    event = hall("tw-club")
    first, second, *_rest = Round.objects.filter(event=event).order_by("number")
    draw_round(round_id=first.pk, seed="one")
    [before] = seated(event, 1)
    seat_by_hand(round_id=second.pk, seats={1: numbered(event, before)})
    assert seated(event, 2) == [before]


@pytest.mark.parametrize("turned", range(4))
def test_by_hand_the_order_of_before_is_refused_and_another_taken(turned):
    event = hall()
    first, second, *_rest = Round.objects.filter(event=event).order_by("number")
    seat_by_hand(round_id=first.pk, seats={1: [1, 2, 3, 4]})
    order = [1, 2, 3, 4][turned:] + [1, 2, 3, 4][:turned]
    with pytest.raises(Invalid, match="次將要搬風"):
        seat_by_hand(round_id=second.pk, seats={1: order})
    assert seated(event, 2) == []
    seat_by_hand(round_id=second.pk, seats={1: [order[1], order[0], *order[2:]]})
    assert [numbered(event, four) for four in seated(event, 2)] == [[order[1], order[0], *order[2:]]]


def test_putting_seats_right_asks_before_the_order_of_before_stands():
    event = hall()
    first, second, *_rest = Round.objects.filter(event=event).order_by("number")
    seat_by_hand(round_id=first.pk, seats={1: [1, 2, 3, 4]})
    seat_by_hand(round_id=second.pk, seats={1: [2, 1, 3, 4]})
    publish_round(round_id=second.pk, now=timezone.now(), confirmed=True)
    said = {"chairs": {(1, 0): 1, (1, 1): 2}, "reason": "坐錯了", "actor": Actor(user_id=make_user("o").pk)}
    with pytest.raises(NeedsConfirmation, match="搬風"):
        reseat(round_id=second.pk, now=timezone.now(), **said)
    reseat(round_id=second.pk, now=timezone.now(), confirmed=True, **said)
    assert [numbered(event, four) for four in seated(event, 2)] == [[1, 2, 3, 4]]
