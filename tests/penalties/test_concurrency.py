"""Rulings at several tables at once on PostgreSQL: nothing is lost between a game and the later ones, nobody waits for
ever."""

from contextlib import suppress

import pytest
from django.utils import timezone

from penalties.models import Ruling
from tests.core.test_concurrency import at_once
from tests.penalties.hall import FIRST, RED, SECOND, make_tournament, state_of
from tests.tournaments.book_checks import reread
from tests.tournaments.factories import close_rounds, entry_of, seat_by_hand
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict
from tournaments.models import Player
from tournaments.rounds.services.rounds import make_round, open_round
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import record
from tournaments.tables.services.substitutes import step_in

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_ruling_made_while_the_next_round_opens_is_carried_into_it():
    """Whichever comes first: either the round reads the red card, or the ruling finds the opened game."""
    for number in range(6):
        evening = make_tournament(slug=f"evening-{number}")
        game, _other = evening.round(1, FIRST)
        later = drafted(evening, SECOND)
        at_once(
            [
                lambda evening=evening, game=game: evening.rule(game, 2, "talking", **RED),
                lambda later=later: open_round(round_id=later.round_id, now=timezone.now(), confirmed=True),
            ]
        )
        assert state_of(later).cards_in_force[2] == ("red",)
        assert list(audit(evening.event.slug)) == []


def test_reversals_and_hands_at_all_tables_end_and_add_up():
    """Reversals in two games of the first round, which reach both games of the second, while hands are recorded there
    and another ruling is made in the first."""
    evening = make_tournament()
    one, two = evening.round(1, FIRST)
    rulings = [evening.rule(game, seat, "claim_cancelled") for game in (one, two) for seat in (1, 2)]
    later = evening.round(2, SECOND)
    for game in later:
        for seat in (1, 2):
            evening.rule(game, seat, "claim_cancelled")
    at_once(
        [lambda ruling=ruling: evening.reverse(ruling) for ruling in rulings]
        + [lambda game=game: hands(evening, game) for game in later]
        + [lambda: evening.rule(two, 3, "talking", **RED)]
    )
    assert Ruling.objects.filter(reverses__isnull=False).count() == 4
    numbers = sorted(Ruling.objects.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    for game in later:
        # A first fine of 15, 5 from the other's, 5 for the kong.
        assert [state_of(game).scores[seat] for seat in (1, 2)] == [-15, -15]
    assert list(audit(evening.event.slug)) == []


def test_a_ruling_made_while_its_player_steps_in_elsewhere_is_brought_there():
    """Whichever comes first: either the substitute brings the red card, or the ruling finds the game he sits in."""
    for number in range(6):
        evening = make_tournament(slug=f"evening-{number}")
        Player.objects.create(event=evening.event, number=9, name="何師傅", staff=True)
        Player.objects.filter(event=evening.event, number=7).update(staff=True)
        game = evening.round(1, [[1, 2, 9, 4], [5, 6, 3, 8]])[0]
        ruling = evening.rule(game, 2, "talking", **RED)
        close_rounds(evening.event)
        later = evening.round(2, FIRST)[0]
        evening.rule(later, 1, "talking")
        at_once(
            [
                lambda evening=evening, ruling=ruling: evening.reverse(ruling),
                lambda later=later: step_in(game_id=later.pk, seat=2, number=9, now=timezone.now()),
                lambda evening=evening, later=later: hands(evening, later),
            ]
        )
        assert reread(later).standing["substitutes"][0]["standing"].get("cards", []) == []
        assert state_of(later).cards_in_force[2] == ()
        assert list(audit(evening.event.slug)) == []


def drafted(evening, seats):
    round_ = make_round(event=evening.event, day=evening.event.starts_on)
    seat_by_hand(round_id=round_.pk, seats=dict(enumerate(seats, start=1)))
    return round_.games.order_by("table__number").first()


def hands(evening, game):
    """A reward is recorded; somebody else's write in between is no reason to give up."""
    kong = Played({"type": "reward", "kind": "concealed_kong", "seat": 0})
    for _try in range(20):
        with suppress(Conflict):
            return record(played=kong, seen=reread(game).book_version, **entry_of(game, evening.referee))
    raise AssertionError("never recorded")
