from tests.tournaments.factories import make_game, make_user, play, play_and_confirm
from tests.tournaments.recorder import Recorder
from tournaments.models import Event, Game, HandRecord, Scorecard
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import Actor


def whole_game(event: Event | None = None) -> tuple[Game, Actor]:
    referee = make_user()
    game = make_game(event, referee)
    actor = Actor(user_id=referee.pk)
    play(game, actor, type="reward", kind="concealed_kong", seat=1)
    play_and_confirm(game, actor, type="win", winner=0, self_draw=True, fan=12)
    play_and_confirm(game, actor, type="draw")
    for deal in range(8):
        winner = (deal + 1) % 4
        play_and_confirm(game, actor, type="win", winner=winner, source=(deal + 2) % 4, fan=10 + deal)
    game.refresh_from_db()
    return game, actor


def signed_game(event: Event | None = None) -> Game:
    game, actor = whole_game(event)
    Recorder(game=game, actor=actor).sign()
    return game


def sign(game: Game, actor: Actor, seat: int) -> dict:
    return Recorder(game=game, actor=actor).sign(seat)[0]


def test_a_game_ends_complete_after_south_four_and_locks_with_the_fourth_signature():
    game, actor = whole_game()
    assert game.state == Game.State.COMPLETE
    assert HandRecord.objects.filter(game=game).count() == 10
    assert sum(seat.score for seat in game.seats.all()) == 0
    assert {seat.pending_in for seat in game.seats.all()} == {0}
    answers = [sign(game, actor, seat) for seat in range(4)]
    game.refresh_from_db()
    card = Scorecard.objects.get(game=game)
    assert [answer["code"] for answer in answers] == [None, None, None, card.code]
    assert game.state == Game.State.SIGNED
    assert cards.digest_of(card.content) == card.digest
    assert len(card.signatures) == 4
