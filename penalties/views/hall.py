from base64 import b64encode
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from penalties.forms import HallForm, hall_words, photo_of
from penalties.selectors import catalogue
from penalties.selectors.register import similar
from penalties.services import hall as services
from penalties.services.hall import HallPreview
from tournaments.core.access import EventAccess, event_access, require
from tournaments.core.exceptions import Invalid, Refused
from tournaments.core.idempotency import client_key, new_key
from tournaments.models import Event, GameSeat, Player, Round
from tournaments.phrases.rulings import effects
from tournaments.phrases.wording import CARDS, Wording
from tournaments.tables.game_log.read import rules_of


@never_cache
@require_http_methods(["GET", "POST"])
def ruling(request: HttpRequest, slug: str) -> HttpResponse:
    """The catalogue (GET), what an offence would do (GET with `offence`), recording it (POST)."""
    access = event_access(request, slug)
    require(access.heads)
    data = request.POST if request.method == "POST" else request.GET
    form = HallForm(data, rules=rules_of(access.event), players=list(access.event.players.order_by("number")))
    if not data.get("offence"):
        return _catalogue(request, access, form, status=200 if request.method == "GET" else 400)
    if form.row is None or "player" in form.errors:
        lines = [str(line) for name in ("player", "offence") for line in form.errors.get(name, [])]
        return _catalogue(request, access, form, lines, 400)
    if request.method == "GET" or "preview" in request.POST:
        return _consider(request, access, form)
    if not form.is_valid() or not form.ready:
        return _consider(request, access, form, status=400, errors=[str(line) for line in form.errors.get("facts", [])])
    try:
        return _record(request, access, form)
    except Invalid as refusal:
        # A fault of the photo is shown at its field.
        lines = [] if refusal.field == "photo" else [refusal.detail]
        return _consider(request, access, form, status=refusal.status, errors=lines)
    except Refused as refusal:
        return _consider(request, access, form, status=refusal.status, errors=[refusal.detail])


def _record(request: HttpRequest, access: EventAccess, form: HallForm) -> HttpResponse:
    player: Player = form.cleaned_data["player"]
    answer = services.rule(
        event_id=access.event.pk,
        player=player,
        actor=access.actor,
        ruling=form.ruling,
        facts=form.cleaned_data["facts"],
        client_key=client_key(request),
        now=timezone.now(),
        photo=photo_of(request.POST, request.FILES),
    )
    messages.success(
        request, _("判決第 %(number)s 則已記錄：%(player)s。") % {"number": answer["article"], "player": player}
    )
    return redirect("penalties:article", access.event.slug, answer["article"])


def _catalogue(
    request: HttpRequest, access: EventAccess, form: HallForm, errors: list[str] | None = None, status: int = 200
) -> HttpResponse:
    wording = Wording(["", "", "", ""], form.rules)
    query = form.data.get("q", "")
    context = {
        "access": access,
        "event": access.event,
        "form": form,
        "groups": catalogue.catalogue(wording, access.event.pk, query),
        "query": query,
        "errors": errors or [],
    }
    return render(request, "penalties/hall.html", context, status=status)


def _consider(
    request: HttpRequest, access: EventAccess, form: HallForm, *, status: int = 200, errors: list[str] | None = None
) -> HttpResponse:
    assert form.row is not None
    player: Player = form.cleaned_data["player"]
    context = {
        "access": access,
        "event": access.event,
        "form": form,
        "player": player,
        "offence": catalogue.offence_choice(form.row, Wording(["", "", "", ""], form.rules)),
        "similar": similar(access.event.pk, form.row.slug),
        "words": _ticked(form),
        "seat": table_of(access.event, player),
        "key": request.POST.get("client_key") or new_key(),
        "errors": [*(errors or [])],
        **_photo_kept(request),
    }
    if form.ready:
        context |= _foreseen(access, form, player)
    return render(request, "penalties/hall_consider.html", context, status=status)


def _photo_kept(request: HttpRequest) -> dict[str, str]:
    """The photo for a hidden field, so that a refused form does not lose it; or why it was not accepted."""
    try:
        photo = photo_of(request.POST, request.FILES)
    except Invalid as refusal:
        return {"photo_error": refusal.detail}
    return {"photo": b64encode(photo).decode()} if photo else {}


def _foreseen(access: EventAccess, form: HallForm, player: Player) -> dict[str, Any]:
    try:
        seen = services.preview(event=access.event, player=player, ruling=form.ruling, now=timezone.now())
    except Refused as refusal:
        return {"errors": [refusal.detail]}
    return {
        "ready": True,
        "lines": effects(seen.result, Wording([player.name, "", "", ""], form.rules), in_hall=True),
        "held": held_words(seen),
    }


def _ticked(form: HallForm) -> list[tuple[str, str, bool]]:
    row = form.row
    table = (row.usual if row.discretion else row.consequences) if row else ()
    sent = form.data.getlist("words") if isinstance(form.data, QueryDict) else []
    ticked = sent if form.composed_before else [word for word in table or () if isinstance(word, str)]
    return [(word, str(label), word in ticked) for word, label in hall_words(form.rules)]


def held_words(seen: HallPreview) -> list[str]:
    return [str(CARDS[card]) for card in seen.before.cards]


def table_of(event: Event, player: Player) -> GameSeat | None:
    """The player's open game: offences there are ruled at its table."""
    seats = GameSeat.objects.filter(player=player, game__event=event, round__state=Round.State.OPEN)
    playing = seats.exclude(game__state__in=["complete", "signed"])
    return playing.select_related("game__table").first()
