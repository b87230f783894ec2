from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.access import GameAccess, game_access, require
from tournaments.core.exceptions import Refused
from tournaments.players.selectors import candidates
from tournaments.tables.forms import SubstituteForm
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.seats import seats_of
from tournaments.tables.selectors.table import closed_words
from tournaments.tables.services import substitutes as services


@never_cache
@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    require(access.leads)
    if request.method != "POST":
        return _page(request, access, SubstituteForm())
    form = SubstituteForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    try:
        sentence = _do(game_id, form)
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        return _page(request, access, form, status=refusal.status)
    messages.success(request, sentence)
    return redirect("tournaments:table", game_id)


def _do(game_id: int, form: SubstituteForm) -> str:
    seat, now = form.cleaned_data["seat"], timezone.now()
    if form.takes_back:
        found = services.take_back(game_id=game_id, seat=seat, now=now)
        return _("已取消 %(name)s 的替補。") % {"name": found.player.name}
    found = services.step_in(game_id=game_id, seat=seat, number=form.cleaned_data["player"], now=now)
    words = {"player": found.player.name, "name": found.substitute, "hand": found.substitute_from}
    return _("由第 %(hand)s 鋪起，%(name)s 替補 %(player)s。") % words


def _page(request: HttpRequest, access: GameAccess, form: SubstituteForm, status: int = 200) -> HttpResponse:
    book = read_book(access.game)
    listed = candidates(access.game)
    context = {
        "access": access,
        "event": access.event,
        "game": access.game,
        "form": form,
        "seats": seats_of(access.game, book.folded.state, book.rules),
        "candidates": listed,
        "anybody": any(not one.refusal for one in listed),
        "hand": book.folded.state.hand_number,
        "closed": closed_words(access.game, book),
    }
    return render(request, "tournaments/tables/substitute.html", context, status=status)
