"""誰可以替補: the staff of an event as the page of a table offers them, each with why they may not."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Game, GameSeat, Player
from tournaments.services import blacklist
from tournaments.services.apart import kept_from, pairs_of
from tournaments.services.seating import no_seat
from tournaments.services.substitutes import may_step_in, sitting


@dataclass(frozen=True)
class Candidate:
    """湊腳: `refusal`: why they may not step in here, in a sentence, or "" · `remark`: the one seat they may take."""

    player: Player
    refusal: str = ""
    remark: str = ""


def candidates(game: Game) -> list[Candidate]:
    """Every member of the staff by number: those who may step in at this table, and why the others may not."""
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
            Candidate(player, refusal) if refusal else _beside(player, seats, pairs.get(player.pk, frozenset()))
        )
    return found


def _beside(player: Player, seats: Sequence[GameSeat], kept: frozenset[int]) -> Candidate:
    """不得同檯: of several they are kept from one stays at the table whichever seat they take; a single one leaves it
    where they take that seat, if nobody has taken it already."""
    sitters = [sitting(seat, None) for seat in seats]
    disliked = [seat for seat, sitter in zip(seats, sitters, strict=True) if sitter.pk in kept]
    if not disliked:
        return Candidate(player)
    sentence = kept_from(player, sitters, {player.pk: kept})
    if len(disliked) > 1 or disliked[0].substitute is not None:
        return Candidate(player, sentence)
    name = disliked[0].player.name
    return Candidate(player, remark=_("%(sentence)s只可替補%(name)s。") % {"sentence": sentence, "name": name})
