from scoring import GameState, RuleSet
from tournaments.models import Game
from tournaments.phrases.names import Seat, Substitute, names_at
from tournaments.phrases.wording import Wording, seat_words
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import take_overs
from tournaments.tables.services.substitutes import substitutes_of


def seats_of(game: Game, state: GameState, rules: RuleSet) -> list[Seat]:
    players, winds = seated_players(game), seat_words(rules, state.dealer)
    names, substitutes = names_at(players, substitutes_of(game))
    return [
        Seat(
            seat=seat,
            name=name,
            number=number,
            wind=winds[seat],
            dealer=seat == state.dealer,
            cards=state.cards_in_force[seat],
            banned=seat in state.bans,
            substitute=substitutes.get(seat),
        )
        for seat, ((number, _player), name) in enumerate(zip(players, names, strict=True))
    ]


def wording_of(book: GameLog) -> Wording:
    players = seated_players(book.game)
    names, come = names_at(players, substitutes_of(book.game) if take_overs(book.game.standing) else {})
    return Wording(names, book.rules, come, numbers=[number for number, _player in players])


def wording_from(game: Game, rules: RuleSet) -> Wording:
    """The same from a game loaded with seats, players and substitutes."""
    seats, acts = list(game.seats.all()), {one.seat: one.act for one in take_overs(game.standing)}
    come = {
        seat.seat: Substitute(
            seat.substitute.number, seat.substitute.name, seat.substitute_from or 1, acts.get(seat.seat, 0)
        )
        for seat in seats
        if seat.substitute is not None
    }
    players = [(seat.player.number, seat.player.name) for seat in seats]
    names, come = names_at(players, come)
    return Wording(names, rules, come, numbers=[number for number, _player in players])
