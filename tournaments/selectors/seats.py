"""四家: the seats of a game as pages show them, in turn order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import SEAT_WINDS, GameState, RuleSet
from tournaments.book.fold import take_overs
from tournaments.book.read import Book
from tournaments.models import Game
from tournaments.services.cards import seated_players
from tournaments.services.substitutes import Substitute, substitutes_of
from tournaments.words.names import Sat
from tournaments.words.wording import WINDS, Wording


@dataclass(frozen=True)
class Seat:
    """一家: who sits there, with the wind of the hand in progress and what is in force against them."""

    seat: int
    name: str
    number: int
    wind: str
    dealer: bool
    cards: tuple[str, ...]
    banned: bool
    substitute: Substitute | None = None

    @property
    def plays(self) -> str:
        """Who plays here now, and confirms and signs."""
        return self.substitute.name if self.substitute else self.name

    @property
    def instead(self) -> str:
        """「第 5 鋪起 替補：李小明」; empty without a substitute."""
        return instead(self.substitute)


def instead(substitute: Substitute | None) -> str:
    """From which hand who plays instead, as every page says it; empty without a substitute."""
    if substitute is None:
        return ""
    return _("第 %(hand)s 鋪起 替補：%(name)s") % {"hand": substitute.since, "name": substitute.name}


def seats_of(game_id: int, state: GameState) -> list[Seat]:
    """The four seats in turn order."""
    substitutes = substitutes_of(game_id)
    return [
        Seat(
            seat=seat,
            name=name,
            number=number,
            wind=str(WINDS[SEAT_WINDS[state.dealer][seat]]),
            dealer=seat == state.dealer,
            cards=state.cards_in_force[seat],
            banned=seat in state.bans,
            substitute=substitutes.get(seat),
        )
        for seat, (number, name) in enumerate(seated_players(game_id))
    ]


def wording_of(book: Book) -> Wording:
    """The words for a game: its players by seat and its rules."""
    names = [name for _number, name in seated_players(book.game.pk)]
    come = substitutes_of(book.game.pk) if take_overs(book.game.standing) else {}
    return Wording(names, book.rules, _sat(come))


def wording_at(seats: Sequence[Seat], rules: RuleSet) -> Wording:
    """The same from the seats, where they are there."""
    come = {seat.seat: seat.substitute for seat in seats if seat.substitute is not None}
    return Wording([seat.name for seat in seats], rules, _sat(come))


def wording_from(game: Game, rules: RuleSet) -> Wording:
    """The same from a game whose seats are loaded with both who sat there."""
    seats, acts = list(game.seats.all()), {one.seat: one.act for one in take_overs(game.standing)}
    come = {
        seat.seat: Sat(seat.substitute.name, seat.substitute_from or 1, acts.get(seat.seat, 0))
        for seat in seats
        if seat.substitute is not None
    }
    return Wording([seat.player.name for seat in seats], rules, come)


def _sat(come: Mapping[int, Substitute]) -> dict[int, Sat]:
    return {seat: Sat(one.name, one.since, one.act) for seat, one in come.items()}
