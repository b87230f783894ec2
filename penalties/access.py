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
    """The reference of a case in addresses: "7" is a row, "12-5" the objection that is act 5 of game 12."""

    regex = "[0-9]{1,9}(?:-[0-9]{1,9})?"


register_converter(CaseRef, "case")


def objection_access(request: HttpRequest, slug: str, number: int) -> tuple[EventAccess, Ruling]:
    """Return a ruling to which this person may object.

    Strangers get 403 whether or not the number exists, so that trying numbers reveals nothing; referees get Http404.
    """
    access = event_access(request, slug)
    rulings = Ruling.objects.filter(event=access.event, number=number)
    ruling = rulings.select_related("event", "player", "hall", "game__round", "game__table").first()
    if access.referees:
        if ruling is None:
            raise Http404
    elif ruling is None or access.player not in concerned(ruling):
        raise PermissionDenied
    return access, ruling


def concerned_players(access: EventAccess, ruling: Ruling) -> list[Player]:
    if access.referees or access.player is None:
        return concerned(ruling)
    return [access.player]


def ruling_access(request: HttpRequest, slug: str, number: int) -> tuple[EventAccess, Ruling]:
    """Return a ruling for the referees of its table, or for the head referee; 404 or 403 for all others."""
    access = event_access(request, slug)
    ruling = Ruling.objects.select_related("event", "game", "player").filter(event=access.event, number=number).first()
    # Readers of the register may see the ruling but not its game: they get 403, not 404.
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
