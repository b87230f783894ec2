from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import register_converter
from django.urls.converters import StringConverter

from penalties.models import Ruling
from penalties.services.cases import concerned
from tournaments.core.access import EventAccess, event_access, game_access, require
from tournaments.core.game_codes import VerifiedGameId
from tournaments.models import Player


class CaseRef(StringConverter):
    """The number of the row of a 個案, or of a game and of the objecting act in it."""

    regex = "[0-9]{1,9}(?:-[0-9]{1,9})?"


register_converter(CaseRef, "case")


def ruling_of(access: EventAccess, number: int) -> Ruling:
    """A ruling to which this person may object.

    Strangers get 403 whether the number exists or not, so that trying numbers reveals nothing; referees get Http404.
    """
    rulings = Ruling.objects.filter(event=access.event, number=number)
    ruling = rulings.select_related("event", "player", "hall", "game__round", "game__table").first()
    if access.referees:
        if ruling is None:
            raise Http404
        return ruling
    if ruling is None or access.player not in concerned(ruling):
        raise PermissionDenied
    return ruling


def concerned_players(access: EventAccess, ruling: Ruling) -> list[Player]:
    if access.referees or access.player is None:
        return concerned(ruling)
    return [access.player]


def ruling_access(request: HttpRequest, slug: str, number: int) -> tuple[EventAccess, Ruling]:
    """A ruling for those who may rule where it was made: at its table, or as head referee. 404, 403 for others."""
    access = event_access(request, slug)
    ruling = Ruling.objects.select_related("event", "game", "player").filter(event=access.event, number=number).first()
    # Found by the ruling, which the register shows: readers of the register get 403, not 404.
    game_id = ruling.game_id if ruling is not None else None
    at_table = game_id is not None and game_access(request, VerifiedGameId(game_id)).writes
    require(access.heads or at_table)
    if ruling is None:
        raise Http404
    return access, ruling


def suspension_access(request: HttpRequest, slug: str, number: int) -> tuple[EventAccess, Ruling]:
    access = event_access(request, slug)
    require(access.leads)
    return access, get_object_or_404(Ruling, event=access.event, number=number)
