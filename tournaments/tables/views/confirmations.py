"""確認、異議、維持原判. A player's own session may only act for their own seat."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.core.access import GameAccess, game_access, require, writing_access
from tournaments.core.confirmation_rules import may_confirm, may_object
from tournaments.core.exceptions import Invalid, Refused
from tournaments.core.idempotency import ShowRefusal, done, entry_by, new_key, next_url, status_of
from tournaments.core.reason_forms import ObjectionForm, ReasonForm
from tournaments.models import Event
from tournaments.phrases.reasons import OBJECTION_REASONS, UPHOLD_REASONS
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.hands import HandView, history
from tournaments.tables.selectors.offline import offline_table
from tournaments.tables.selectors.table import confirmations, seats_of, table_view, wording_of
from tournaments.tables.selectors.visible import shown_book, viewer_of
from tournaments.tables.services import confirmations as services


@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show hands to confirm (GET), and confirm them (POST: `seats`, and `pin` if the event asks for it)."""
    access = game_access(request, game_id)
    if request.method == "GET":
        return _strip(request, access)
    require(access.writes or access.seat is not None)
    try:
        why_not = _confirm(request, access)
    except Refused as refusal:
        return _strip(request, access, errors=[refusal.detail], status=refusal.status)
    if request.htmx:  # type: ignore[attr-defined]
        return _strip(request, access, note=why_not)
    if why_not:
        messages.info(request, why_not)
    return redirect(next_url(request, game_id))


def _confirm(request: HttpRequest, access: GameAccess) -> str:
    seats = _seats_sent(request)
    if not seats:
        raise Refused(_("請先按自己的座位。"), field="seats")
    if access.writes and access.event.confirmation == Event.Confirmation.PIN and "pin" not in request.POST:
        # A seat on the table was tapped: that is no attempt at a PIN.
        book = read_book(access.game)
        strip = confirmations(access, book.folded, wording_of(book))
        why_not = strip.why_not(seats[0])
        if why_not:
            return why_not
        raise Invalid(_("請 %(name)s 輸入個人密碼。") % {"name": strip.seats[seats[0]].name}, field="pin")
    method = may_confirm(access, seats, dict.fromkeys(seats, request.POST.get("pin", "")), timezone.now())
    answer = services.confirm(**entry_by(request, access, *seats), seats=seats, method=method)
    if answer["act"] is not None:
        return ""
    book = read_book(access.game)
    return confirmations(access, book.folded, wording_of(book)).why_not(seats[0])


def _seats_sent(request: HttpRequest) -> list[int]:
    return sorted({int(seat) for seat in request.POST.getlist("seats") if seat in ("0", "1", "2", "3")})


def _strip(
    request: HttpRequest, access: GameAccess, *, errors: list[str] | None = None, note: str = "", status: int = 200
) -> HttpResponse:
    book = shown_book(read_book(access.game), viewer_of(access))
    wanted = request.POST.get("next") or request.GET.get("next", "")
    wording = wording_of(book)
    strip = confirmations(access, book.folded, wording)
    seats = _seats_sent(request) if errors else []
    context = {
        "event": access.event,
        "game": access.game,
        "strip": strip,
        "finished": book.folded.state.finished or book.folded.wind_over,
        "key": new_key(),
        "strip_errors": errors or [],
        "strip_note": note,
        "strip_seat": seats[0] if len(seats) == 1 else None,
        "strip_next": wanted,
    }
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "tournaments/tables/confirm.html", context, status=status)
    # htmx swaps only responses with 200, and the refusal must be visible.
    if wanted == reverse("tournaments:table", args=[access.game.pk]):
        view = table_view(access, book, wording, strip)
        context |= {
            "view": view,
            "below": view["seats"][access.seat or 0]["chair"],
            "strip_closing": not strip.hands,
            "offline": offline_table(access, book, strip, records=view["records"]) if access.takes_part else None,
        }
        return render(request, "tournaments/tables/_confirmed_at_table.html", context)
    answer = render(request, "tournaments/tables/_confirm_strip.html", context)
    if not strip.hands:
        answer["HX-Refresh"] = "true"
    return answer


@require_http_methods(["GET", "POST"])
def object_to(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Object, for the player on their own phone or the referee on their behalf."""
    access = game_access(request, game_id)
    require(access.takes_part)
    hand = _hand(access, number)
    form = ObjectionForm()
    if request.method == "POST":
        # A player objects for their own seat only, whatever was sent.
        seat = request.POST.get("seat") if access.writes else access.seat
        form = ObjectionForm(request.POST.dict() | {"seat": seat})
    if form.is_valid():
        seat = form.cleaned_data["seat"]
        with ShowRefusal(form):
            may_object(access, seat)
            entry = entry_by(request, access, seat)
            answer = services.object_to(**entry, number=number, seat=seat, reason=form.cleaned_data["reason"])
            if answer.get("late"):
                messages.info(request, _("第 %(number)s 鋪的異議已成為個案，比賽照常進行。") % {"number": number})
            else:
                text = _("第 %(number)s 鋪有異議。裁判更正或維持原判之後才可記錄下一鋪。")
                messages.warning(request, text % {"number": number})
            return redirect(next_url(request, game_id))
    book = read_book(access.game)
    folded = book.folded
    found = folded.hand(number)
    context = _page(access, hand, form, OBJECTION_REASONS) | {
        "seats": seats_of(wording_of(book), folded.state) if access.writes else [],
        "closed": found is not None and found.closed(folded.rules),
    }
    return render(request, "tournaments/tables/object.html", context, status=status_of(form, 400))


@require_http_methods(["GET", "POST"])
def uphold(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    access = writing_access(request, game_id)
    hand = _hand(access, number)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with ShowRefusal(form):
            services.uphold(**entry_by(request, access), number=number, reason=form.cleaned_data["reason"])
            return done(request, _("第 %(number)s 鋪維持原判。") % {"number": number}, next_url(request, game_id))
    context = _page(access, hand, form, UPHOLD_REASONS)
    return render(request, "tournaments/tables/uphold.html", context, status=status_of(form, 400))


def _hand(access: GameAccess, number: int) -> HandView:
    hand = history(access.game, viewer_of(access)).hand(number)
    if hand is None or not hand.closed:
        raise Http404
    return hand


def _page(access: GameAccess, hand: HandView, form: ReasonForm, ready: object) -> dict[str, object]:
    page = {"hand": hand, "form": form, "ready": ready, "errors": form.non_field_errors(), "key": new_key()}
    return access.frame | page
