"""平均發還: what a player had won whose results are cancelled goes to the other three of that game.

Where the rules say so (`shares_winnings`), in a finished game in which a substitute took the seat; a void round shares
nothing. Recomputed
whenever the game or the player's state changes, so that a correction or a reversal leaves nothing behind.
"""

from collections.abc import Sequence

from scoring import GameRules, shared_out
from tournaments.models import Game, GameSeat, Player
from tournaments.services.adjustments import Moved, set_of_game

CANCELLED = (Player.Barred.DISQUALIFIED, Player.Barred.SUSPENDED)
FINISHED = (Game.State.COMPLETE, Game.State.SIGNED)


def share_out(game: Game, rules: GameRules) -> None:
    """Make what is shared out of a game what follows now. `game` with its round, as it is stored."""
    if rules.shares_winnings:
        seats = list(GameSeat.objects.filter(game=game).select_related("player").order_by("seat"))
        set_of_game(game=game, day=game.round.day, moved=shares(game, seats, rules))


def shares(game: Game, seats: Sequence[GameSeat], rules: GameRules) -> list[Moved]:
    """What follows from these seats (with their players), the same as `share_out` stores."""
    if not rules.shares_winnings or game.state not in FINISHED or game.round.void:
        return []
    scores, players = [seat.score for seat in seats], [seat.player_id for seat in seats]
    return [
        Moved(
            None if line.source is None else players[line.source],
            None if line.target is None else players[line.target],
            line.points,
            line.reason,
        )
        for seat in seats
        if seat.substitute_id is not None and seat.player.barred in CANCELLED
        for line in shared_out(scores, seat.seat, rules)
    ]


def games_shared_by(player: Player) -> list[Game]:
    """Finished games in which a substitute took this player's seat."""
    seats = GameSeat.objects.filter(player=player, substitute__isnull=False)
    games = Game.objects.filter(pk__in=seats.values("game"), state__in=FINISHED)
    return list(games.select_related("event", "round").order_by("pk"))
