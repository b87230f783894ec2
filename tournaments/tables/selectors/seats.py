from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import GameState, RuleSet
from tournaments.models import Apart, Event, Game, GameSeat, Player
from tournaments.phrases.names import Seat, Substitute, names_at
from tournaments.phrases.wording import Wording, seat_words
from tournaments.players.services import blacklist
from tournaments.players.services.apart import kept_from, pairs_of
from tournaments.rounds.services.seating import no_seat
from tournaments.scorecards.services.cards import seated_players
from tournaments.tables.book.fold import take_overs
from tournaments.tables.book.read import Book
from tournaments.tables.services.substitutes import may_step_in, sitting, substitutes_of


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


def wording_of(book: Book) -> Wording:
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


@dataclass(frozen=True)
class Candidate:
    """湊腳: `refusal`: why they may not step in here, or "" · `remark`: the only seat they may take."""

    player: Player
    refusal: str = ""
    remark: str = ""


def candidates(game: Game) -> list[Candidate]:
    """All staff by number, with the reason for those who may not step in at this table."""
    seats = list(GameSeat.objects.filter(game=game).select_related("player", "substitute").order_by("seat"))
    free = set(may_step_in(game).values_list("pk", flat=True))
    pairs = pairs_of(game.event_id)
    listed = set(blacklist.entered_in(game.event, game.round.day))
    found = []
    for player in Player.objects.filter(event=game.event_id, staff=True).order_by("number"):
        refusal = blacklist.no_seat_sentence(player.name) if player in listed else no_seat(player)
        if not refusal and player.pk not in free:
            refusal = _("%(name)s 這一輪已有座位。") % {"name": player.name}
        found.append(
            Candidate(player, refusal) if refusal else _candidate(player, seats, pairs.get(player.pk, frozenset()))
        )
    return found


def _candidate(player: Player, seats: Sequence[GameSeat], kept: frozenset[int]) -> Candidate:
    """不得同檯: with several players to avoid, one of them stays whichever seat they take; with a single one, only that
    player's seat is possible, unless it is taken already."""
    sitters = [sitting(seat, None) for seat in seats]
    disliked = [seat for seat, sitter in zip(seats, sitters, strict=True) if sitter.pk in kept]
    if not disliked:
        return Candidate(player)
    sentence = kept_from(player, sitters, {player.pk: kept})
    if len(disliked) > 1 or disliked[0].substitute is not None:
        return Candidate(player, sentence)
    name = disliked[0].player.name
    return Candidate(player, remark=_("%(sentence)s只可替補%(name)s。") % {"sentence": sentence, "name": name})


@dataclass(frozen=True)
class Pair:
    """不得同檯: the lower number first."""

    id: int
    first: Player
    second: Player
    reason: str


def pair_of(row: Apart) -> Pair:
    first, second = sorted((row.first, row.second), key=lambda player: player.number)
    return Pair(row.pk, first, second, row.reason)


def kept_apart(event: Event) -> Sequence[Pair]:
    rows = Apart.objects.filter(first__event=event).select_related("first", "second")
    return sorted(map(pair_of, rows), key=lambda pair: (pair.first.number, pair.second.number))
