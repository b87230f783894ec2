"""Games of many hands, for what has to hold on one sheet of paper."""

from tests.tournaments.factories import make_game, make_user, play, play_and_confirm
from tests.tournaments.recorder import Recorder
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor


def long_game(hands: int, *, ruled: bool = False) -> Game:
    """A finished 半莊 of eight deals in which dealers win so often that it has this many hands; some with a 暗槓.

    `ruled`: with a yellow card in every fourth hand too, and its points in a column of their own.
    """
    referee = make_user()
    game = make_game(referee=referee)
    by = Actor(user_id=referee.pk)
    repeats = hands - 8
    for number in range(hands):
        game.refresh_from_db()
        dealer = game.dealer
        if number % 5 == 1:
            play(game, by, type="reward", kind="concealed_kong", seat=2)
        if ruled and number % 4 == 2:
            play(game, by, type="ruling", seat=number // 4 % 4, offence="talking")
        # The dealer draws while there are hands to spare, from the second deal on every other time.
        if repeats and number % (hands // max(1, hands - 8) or 1) == 0:
            repeats -= 1
            play_and_confirm(game, by, type="win", winner=dealer, self_draw=True, fan=20 + number)
        else:
            play_and_confirm(game, by, type="win", winner=(dealer + 1) % 4, source=dealer, fan=10 + number)
    game.refresh_from_db()
    assert (game.state, game.hands_closed) == (Game.State.COMPLETE, hands)
    return game


def sign_all(game: Game) -> None:
    """The four sign by hand."""
    Recorder(game=game, actor=Actor(user_id=make_user().pk)).sign()
