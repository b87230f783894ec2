"""判決 at the level of the services: acts of the game, previewed without a trace."""

import uuid

import pytest
from django.utils import timezone

from penalties.services import rulings as services
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import make_game, make_user, play
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Act
from tournaments.tables.game_log.read import Actor, read_book

pytestmark = pytest.mark.django_db

YELLOW = {"type": "ruling", "seat": 2, "offence": "talking"}


@pytest.fixture
def table():
    referee = make_user()
    return make_game(referee=referee), Actor(user_id=referee.pk)


def rule(game, actor, event, **changes):
    given = {"note": "", "client_key": uuid.uuid4(), "seen": reread(game).book_version, "now": timezone.now()}
    return services.rule(game_id=game.pk, actor=actor, event=event, **(given | changes))


def test_it_previews_what_it_would_do_and_writes_nothing(table):
    game, actor = table
    rule(game, actor, YELLOW)
    after = services.preview(book=read_book(reread(game)), event=YELLOW)
    assert [[card.card for card in one.result.cards] for one in after.ruled.values()] == [["yellow"], ["red"]]
    assert after.state.scores[2] == -5
    assert Act.objects.count() == 1


def test_it_does_what_it_previewed(table):
    game, actor = table
    for offence in ("talking", "claim_cancelled", "claim_cancelled", "wrong_claim", "wrong_draw"):
        event = {"type": "ruling", "seat": 1, "offence": offence}
        after = services.preview(book=read_book(reread(game)), event=event)
        rule(game, actor, event)
        assert read_book(reread(game)).folded.state == after.state
        check_book(game)


def test_it_keeps_the_note_beside_the_event_and_out_of_the_points(table):
    game, actor = table
    rule(game, actor, YELLOW, note="  向鄰檯說話 ")
    item = read_book(reread(game)).folded.timeline.items[0]
    assert (item.event, item.claim) == (YELLOW, {"note": "向鄰檯說話"})


def test_it_gives_the_first_answer_to_the_same_key(table):
    game, actor = table
    key = uuid.uuid4()
    assert rule(game, actor, YELLOW, client_key=key, seen=0) == rule(game, actor, YELLOW, client_key=key, seen=0)


def test_it_refuses_what_was_not_seen(table):
    game, actor = table
    play(game, actor, type="draw")
    with pytest.raises(Conflict):
        rule(game, actor, YELLOW, seen=0)


def test_it_refuses_an_offence_that_the_rules_do_not_know(table):
    game, actor = table
    with pytest.raises(Invalid):
        rule(game, actor, {"type": "ruling", "seat": 2, "offence": "flying"})
