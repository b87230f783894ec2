"""Who may object to a ruling: referees for whomever it concerns, a player for himself."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from penalties.models import Ruling
from penalties.services.cases import concerned, concerns
from tournaments.access import EventAccess
from tournaments.models import Player


def ruling_of(access: EventAccess, number: int) -> Ruling:
    """A ruling to which this person may object.

    A stranger gets 403 whether there is a ruling of this number or not, so that trying numbers tells him nothing; a
    referee gets Http404 where there is none.
    """
    rulings = Ruling.objects.filter(event=access.event, number=number)
    ruling = rulings.select_related("event", "player", "hall", "game__round", "game__table").first()
    if access.referees:
        if ruling is None:
            raise Http404
        return ruling
    if ruling is None or access.player is None or not concerns(ruling, access.player):
        raise PermissionDenied
    return ruling


def concerned_players(access: EventAccess, ruling: Ruling) -> list[Player]:
    """For whom this person may object: a referee for everybody concerned, a player for himself alone."""
    if access.referees or access.player is None:
        return concerned(ruling)
    return [access.player]
