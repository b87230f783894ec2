import io
import json
import zipfile

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import log
from tournaments.core.access import organiser_access, player_access
from tournaments.core.exceptions import Refused
from tournaments.models import Player
from tournaments.players.selectors import Person, person_of
from tournaments.players.services.erasure import check_erasable, erase, pseudonym


def _file(player: Player) -> HttpResponse:
    where = f"{player.event.slug} #{player.number}"
    log.add_entry(log.Kind.PERSON_EXPORTED, about=where, event_id=player.event_id)
    return _zipped(person_of(player), f"{player.event.slug}-{player.number}")


@never_cache
@require_safe
def player_data(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    return _file(get_object_or_404(Player.objects.select_related("event"), event=access.event, number=number))


@never_cache
@require_safe
def my_data(request: HttpRequest, slug: str) -> HttpResponse:
    _event, player = player_access(request, slug)
    return _file(Player.objects.select_related("event").get(pk=player.pk))


@never_cache
@require_http_methods(["GET", "POST"])
def erase_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page says what will be gone and what stays; a second tap does it."""
    access = organiser_access(request, slug)
    player = get_object_or_404(Player.objects.select_related("event"), event=access.event, number=number)
    refusal, status = "", 200
    try:
        if request.method == "POST":
            user, now = access.actor.user_id, timezone.now()
            erase(player=player, user_id=user, today=timezone.localdate(), now=now)
            messages.success(request, _("個人資料已經刪除，成績以「%(name)s」保留。") % {"name": pseudonym(player)})
            return redirect("tournaments:player", slug, number)
        check_erasable(player, timezone.localdate())
    except Refused as error:
        refusal, status = error.detail, error.status if request.method == "POST" else 200
    context = {"event": access.event, "player": player, "refusal": refusal, "pseudonym": pseudonym(player)}
    return render(request, "tournaments/players/player_erase.html", context, status=status)


def _zipped(person: Person, name: str) -> HttpResponse:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(person.data, ensure_ascii=False, indent=1))
        for file, content in person.files.items():
            archive.writestr(file, content)
    answer = HttpResponse(out.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer
