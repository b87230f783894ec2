"""Points in the database: exact, summed exactly, refused when they can't be kept."""

from decimal import Decimal

import pytest
from django.db.models import Sum

from tests.tournaments.factories import confirm_all, make_event, make_game, make_user, play
from tournaments.core.exceptions import Invalid
from tournaments.models import GameSeat, HandRecord, Transfer
from tournaments.models.fields import PointsTooFine, from_units, to_units
from tournaments.tables.game_log.read import Actor


@pytest.mark.parametrize("points", ["0", "2.5", "-40", "0.0009765625", "922337203", "-0.1"])
def test_a_field_of_points_gives_back_what_was_kept(points):
    assert from_units(to_units(points)) == Decimal(points)
    assert "E" not in str(from_units(to_units(points)))


@pytest.mark.parametrize("points", ["0.00000000001", "922337204", "-1000000000"])
def test_a_field_of_points_refuses_what_it_cannot_keep(points):
    with pytest.raises(PointsTooFine):
        to_units(points)


def test_a_field_of_points_adds_up_exactly_in_sql():
    game = make_game()
    amounts = [Decimal("0.1"), Decimal("0.2"), Decimal("2.5"), Decimal("0.0009765625")]
    Transfer.objects.bulk_create(
        Transfer(game=game, hand=1, position=n, source=0, target=1, points=p, reason="reward")
        for n, p in enumerate(amounts)
    )
    assert Transfer.objects.aggregate(total=Sum("points"))["total"] == sum(amounts)
    GameSeat.objects.filter(game=game, seat=0).update(score=Decimal("-2.5"))
    assert GameSeat.objects.filter(game=game).aggregate(total=Sum("score"))["total"] == Decimal("-2.5")


def pull_for_ever(game, actor):
    for _ in range(40):
        play(game, actor, type="win", winner=0, source=1, fan=7)
        confirm_all(game, actor)


def test_a_field_of_points_writes_nothing_when_a_chain_gets_too_fine():
    actor = Actor(user_id=make_user().pk)
    game = make_game(make_event(rule_options={"L-27": "exact"}))
    with pytest.raises(Invalid):
        pull_for_ever(game, actor)
    hands = HandRecord.objects.filter(game=game).count()
    assert hands == game.acts.filter(kind="play").count() > 9
