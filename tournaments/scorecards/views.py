import logging
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.network import qr_svg, shared_address
from accounts.step_up import asked_again
from tournaments.core import confirmation_rules
from tournaments.core.access import GameAccess, game_access, game_known, require, working_access
from tournaments.core.cached import BusyDrawing
from tournaments.core.idempotency import ShowRefusal, done, status_of
from tournaments.core.public import Share, share_of
from tournaments.models import Game, Scorecard
from tournaments.phrases.reasons import UNSIGNED_REASONS
from tournaments.phrases.wording import said
from tournaments.scorecards import pdf
from tournaments.scorecards import services as cards
from tournaments.scorecards.forms import CodeForm, ReopenForm, RuledForm, SignForm
from tournaments.scorecards.selectors import CardPage, card_page, checked_card
from tournaments.scorecards.services import read_code
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.calls import SIGNED, my_tables
from tournaments.tables.selectors.visible import delayed_card, viewer_of

log = logging.getLogger(__name__)


def _page_of(access: GameAccess) -> CardPage:
    return card_page(access.game, viewer_of(access), signatures=access.belongs)


def _context(request: HttpRequest, access: GameAccess, page: CardPage) -> dict[str, Any]:
    shared = shared_address(request, reverse("tournaments:check", args=[page.card.code])) if page.card else None
    return {
        **access.frame,
        "page": page,
        "shared": shared,
        "qr": qr_svg(shared.address) if shared else "",
        "printed_at": timezone.now(),
    }


@require_safe
def card(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    page = _page_of(access)
    context = _context(request, access, page) | {"share": _share(request, access)}
    if access.writes and page.card:
        # 下一檯: the other tables that need this referee, most urgent first.
        rows = [row for group in my_tables(request.user.pk or 0) for row in group["rows"]]
        open_ = (row["game"] for row in rows if row["game"].event_id == access.event.pk and row["need"] != SIGNED)
        context["next_game"] = next(open_, None)
    return render(request, "tournaments/scorecards/card.html", context)


def _share(request: HttpRequest, access: GameAccess) -> Share | None:
    game = access.game
    at = {"round": game.round.number, "table": game.table.number}
    title = said(_("記分卡 · 第 %(table)s 檯 · 第 %(round)s 個半莊"), rules_of(access.event)) % at
    where = reverse("tournaments:card", args=[game.pk])
    return share_of(request, access.event, where, title, "live_card_picture", game.pk, version=game.act_count)


@require_safe
def card_pdf(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the card as PDF; if the machine cannot make one, redirect to a page that suggests printing."""
    access = game_access(request, game_id)
    return _pdf_answer(request, [access], f"card-{game_id}", redirect("tournaments:card", game_id))


@require_safe
def cards_pdf(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Return the cards of an event, or of one round, in one document."""
    event = working_access(request, slug).event
    games = Game.objects.filter(event=event).exclude(state=Game.State.SEATED)
    games = games if number is None else games.filter(round__number=number)
    found = [
        game_access(request, pk) for pk in games.order_by("round__number", "table__number").values_list("pk", flat=True)
    ]
    if not found:
        raise Http404
    return _pdf_answer(request, found, f"{slug}-cards", redirect("tournaments:rounds", slug))


def _pdf_answer(request: HttpRequest, games: Sequence[GameAccess], name: str, otherwise: HttpResponse) -> HttpResponse:
    """Return these cards as PDF. `otherwise`: the response if the machine cannot make one."""
    template = "tournaments/scorecards/card_pdf.html"
    try:
        pages = (_context(request, one, _page_of(one)) for one in games)
        content = pdf.pdf_of(*[render_to_string(template, context, request) for context in pages])
    except pdf.PdfUnavailable:
        log.warning("no PDF %s", name, exc_info=True)
        messages.warning(request, _("這部伺服器暫時不能製作 PDF，請用「列印」。"))
        return otherwise
    except BusyDrawing:
        sentence = _("正在製作另一份 PDF，這一份請稍候，幾秒後會自動再試。")
        page = render_to_string("unavailable.html", {"sentence": sentence, "again": request.get_full_path()})
        return HttpResponse(page, status=503, headers={"Retry-After": "3", "Refresh": "3", "Cache-Control": "no-store"})
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="paiju-{name}.pdf"'
    return response


@require_safe
def sign(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    require(access.writes or access.seat is not None)
    return render(request, "tournaments/scorecards/sign.html", _context(request, access, _page_of(access)))


@require_http_methods(["GET", "POST"])
def sign_seat(request: HttpRequest, game_id: int, seat: int) -> HttpResponse:
    access = game_access(request, game_id)
    if seat not in range(4):
        raise Http404
    require(access.writes or access.seat == seat)
    page = _page_of(access)
    if request.method == "GET" and not (page.ready and access.takes_part):
        return redirect("tournaments:sign", game_id)  # that page says what is missing
    sent = request.POST if request.method == "POST" else None
    form = SignForm(sent, initial={"client_key": uuid.uuid4()})
    if form.is_valid():
        data, now = form.cleaned_data, timezone.now()
        with ShowRefusal(form, at_field=False):
            method = confirmation_rules.may_sign(access, seat, data.pop("pin"), now)
            answer = cards.sign(game_id=game_id, actor=access.actor, seat=seat, method=method, now=now, **data)
            return _signed(request, access, answer)
    _tell_of_change(form, page)
    drawn = access.event.signing == "drawn"
    more = {"form": form, "seat": page.seats[seat], "drawn": drawn, "asks_pin": not drawn and access.writes}
    context = _context(request, access, page) | more
    return render(request, "tournaments/scorecards/sign_seat.html", context, status=status_of(form, 400))


def _tell_of_change(form: SignForm | RuledForm, page: CardPage) -> None:
    """Say that the page shown again has another card than the one that was sent, whatever else was refused."""
    sent, sentence = form.data.get("digest"), cards.card_changed().detail
    if sent and sent != page.digest and sentence not in form.non_field_errors():
        form.add_error(None, sentence)


def _signed(request: HttpRequest, access: GameAccess, answer: Mapping[str, Any]) -> HttpResponse:
    if answer["code"]:
        messages.success(request, _("記分卡已簽妥並鎖定。查核碼 %(code)s。") % {"code": answer["code"]})
        return redirect("tournaments:card", access.game.pk)
    if answer["signed"] == 4:
        return done(request, _("四家已簽署這一圈，可以打下一圈。"), "tournaments:table", access.game.pk)
    messages.success(request, _("已簽署，還差 %(count)s 家。") % {"count": 4 - answer["signed"]})
    return redirect("tournaments:sign" if access.writes else "tournaments:card", access.game.pk)


@require_http_methods(["GET", "POST"])
def sign_ruled(request: HttpRequest, game_id: int, seat: int) -> HttpResponse:
    """裁判裁定作實: record the referee's decision in place of a signature, with a reason."""
    access = game_access(request, game_id)
    if seat not in range(4):
        raise Http404
    require(access.writes)
    page = _page_of(access)
    if request.method == "GET" and not page.ready:
        return redirect("tournaments:sign", game_id)
    sent = request.POST if request.method == "POST" else None
    form = RuledForm(sent, initial={"client_key": uuid.uuid4()})
    if form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("digest", "client_key", "reason")}
        with ShowRefusal(form, at_field=False):
            answer = cards.rule_signed(game_id=game_id, actor=access.actor, seat=seat, now=timezone.now(), **said)
            return _signed(request, access, answer)
    _tell_of_change(form, page)
    more = {"form": form, "seat": page.seats[seat], "ready": UNSIGNED_REASONS, "errors": form.non_field_errors()}
    context = _context(request, access, page) | more
    return render(request, "tournaments/scorecards/sign_ruled.html", context, status=status_of(form, 400))


@require_http_methods(["GET", "POST"])
def reopen(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    require(access.heads)
    if (question := asked_again(request)) is not None:
        return question
    form = ReopenForm(request.POST or None, initial={"client_key": uuid.uuid4()})
    if form.is_valid():
        with ShowRefusal(form):
            cards.reopen(game_id=game_id, actor=access.actor, now=timezone.now(), **form.cleaned_data)
            return done(request, _("記分卡已重開。更正後請四家再簽署。"), "tournaments:card", game_id)
    context = _context(request, access, _page_of(access)) | {"form": form}
    return render(request, "tournaments/scorecards/reopen.html", context, status=status_of(form))


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.GET or None)
    if form.is_bound and form.is_valid():
        return redirect("tournaments:check", form.cleaned_data["code"])
    return render(request, "tournaments/scorecards/find_card.html", {"form": form})


@require_safe
def check(request: HttpRequest, code: str) -> HttpResponse:
    """查核: show the card signed under this code, whether it is still in force, and its digest recomputed."""
    card = Scorecard.objects.select_related("game__event", "game__round").filter(code=read_code(code)).first()
    if card is None:
        form = CodeForm({"code": code})
        return render(request, "tournaments/scorecards/find_card.html", {"form": form, "unknown": code}, status=404)
    access = game_known(request, card.game)
    checked = checked_card(card, viewer_of(access))
    delayed_card(card, access.until)
    return render(
        request, "tournaments/scorecards/check.html", {"event": card.game.event, "card": card, "checked": checked}
    )
