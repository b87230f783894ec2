"""判決登記冊: its pages, and the steps of an article: reverse it, confirm its suspension."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts import log
from accounts.spreadsheet import csv_response, safe_cell
from accounts.step_up import asked_again
from penalties.access import ruling_access, suspension_access
from penalties.forms import RegisterFilter
from penalties.models import Ruling, RulingPhoto
from penalties.selectors import register as selectors
from penalties.selectors.cases import cases_of_player, cases_of_ruling
from penalties.services import rulings as services
from penalties.services.cases import concerned
from tournaments.core.access import EventAccess, event_access, game_access, player_access, require, working_access
from tournaments.core.exceptions import Refused
from tournaments.core.game_codes import VerifiedGameId
from tournaments.core.idempotency import client_key, new_key
from tournaments.core.reason_forms import ReasonForm
from tournaments.models import Game
from tournaments.phrases.reasons import REVERSAL_REASONS
from tournaments.phrases.wording import CARDS, both_names, listed, said
from tournaments.tables.game_log.read import read_book, rules_of
from tournaments.tables.recording.corrections import changes_view
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.services.writing import Change

ON_A_PAGE = 50


@require_safe
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the register to officials of the event. `all` puts everything on one page, for printing."""
    access = working_access(request, slug)
    return _listed(request, access, RegisterFilter(request.GET, event=access.event))


def _listed(request: HttpRequest, access: EventAccess, form: RegisterFilter) -> HttpResponse:
    """Show the articles that match; an invalid filter field is ignored."""
    status = 200 if form.is_valid() else 400
    found = selectors.wanted_rows(access.event, form.rules, form.cleaned_data)
    per_page = max(found.count(), 1) if "all" in request.GET else ON_A_PAGE
    page = Paginator(found, per_page).get_page(request.GET.get("page"))
    query = {name: str(value) for name, value in request.GET.items() if value and name not in ("page", "all")}
    context = {
        "form": form,
        "page": page,
        "articles": selectors.describe(page.object_list, form.rules),
        "query": urlencode(query),
        "made_at": timezone.now(),
    }
    return access.page(request, "penalties/register.html", context, status=status)


@require_GET
def register_csv(request: HttpRequest, slug: str) -> HttpResponse:
    access = working_access(request, slug)
    form = RegisterFilter(request.GET, event=access.event)
    if not form.is_valid():
        return _listed(request, access, form)
    found = selectors.wanted_rows(access.event, form.rules, form.cleaned_data)
    where = [_("編號"), _("時間"), _("日期"), said(_("半莊"), form.rules), _("檯"), _("鋪"), _("號碼"), _("姓名")]
    what = [_("犯規"), _("條文"), _("代號"), _("第幾次"), _("後果"), _("事實"), _("相片"), _("裁判")]
    rows: list[list[object]] = [[*where, *what, _("推翻第幾則"), _("由第幾則推翻"), _("理由")]]
    rows += [_row(article) for article in selectors.describe(found, form.rules)]
    log.add_entry(log.Kind.EXPORTED, about="rulings.csv", event_id=access.event.pk)
    return csv_response(f"{access.event.slug}-rulings-{timezone.localtime():%Y%m%d-%H%M}.csv", rows)


def _row(article: selectors.Article) -> list[object]:
    row, about = article.row, article.about
    return [
        row.number,
        timezone.localtime(row.created_at).strftime("%Y-%m-%d %H:%M:%S"),
        row.day.isoformat(),
        about.game.round.number if about.game else "",
        about.game.table.number if about.game else "",
        about.hand or "",
        about.player.number if about.player else "",
        safe_cell(about.player.name) if about.player else "",
        safe_cell(article.name),
        safe_cell(article.section),
        about.offence,
        row.effect.get("times") or "",
        safe_cell(" · ".join(article.effects)),
        safe_cell(row.facts),
        _("有") if row.has_photo else "",  # type: ignore[attr-defined]
        safe_cell(article.referee),
        article.reverses or "",
        article.reversed_by or "",
        safe_cell(article.reason),
    ]


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    access = working_access(request, slug)
    now = timezone.now()
    found = selectors.in_force(access.event, now)
    context = {"found": found, "made_at": now}
    return access.page(request, "penalties/in_force.html", context)


@require_safe
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    event, player = player_access(request, slug)
    own = cases_of_player(player)
    context = {
        "event": event,
        "player": player,
        "held": next(iter(selectors.in_force(event, timezone.now(), player)), None),
        "articles": selectors.articles_of(player),
        "cases": own,
        "objected": {case.ruling.number for case in own if case.ruling},
    }
    return render(request, "penalties/mine.html", context)


@require_safe
def article(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = working_access(request, slug)
    page = selectors.article_page(access.event, number)
    shown: selectors.Article = page["article"]
    game = shown.about.game
    # Shows the button only; the reversal's own page says if it is no longer possible.
    rules = access.heads or (game is not None and game_access(request, VerifiedGameId(game.pk)).writes)
    context = {
        "page": page,
        "article": shown,
        "cases": cases_of_ruling(shown.row),
        "works": True,
        "may_confirm": shown.proposed and access.leads,
        "may_reverse": shown.in_force and rules,
    }
    return access.page(request, "penalties/article.html", context)


@require_safe
def photo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the photo to officials of the event and the player who was ruled on."""
    access = event_access(request, slug)
    found = RulingPhoto.objects.filter(ruling__event=access.event, ruling__number=number).select_related("ruling")
    kept = found.first()
    own = kept is not None and kept.ruling.player_id is not None and access.player in concerned(kept.ruling)
    require(access.works or own)
    if kept is None:
        raise Http404
    answer = HttpResponse(bytes(kept.image), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="{access.event.slug}-{number}.jpg"'
    return answer


@require_POST
def confirm_suspension(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access, ruling = suspension_access(request, slug, number)
    try:
        services.confirm_suspension(ruling_id=ruling.pk, actor=access.actor, now=timezone.now())
        messages.success(request, _("第 %(number)s 則判決的停賽已作實。") % {"number": number})
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect("penalties:article", slug, number)


@require_http_methods(["GET", "POST"])
def reverse_ruling(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what a reversal would change in every game (GET) or record it with a reason (POST). For referees of the
    ruling's table until its card is signed, and always for the head referee."""
    access, ruling = ruling_access(request, slug, number)
    if (question := asked_again(request)) is not None:
        return question
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _reversal_page(request, access, ruling, form, status=200 if request.method == "GET" else 400)
    try:
        services.reverse(
            ruling_id=ruling.pk,
            actor=access.actor,
            heads=access.heads,
            reason=form.cleaned_data["reason"],
            client_key=client_key(request),
            now=timezone.now(),
        )
    except Refused as refusal:
        return _reversal_page(request, access, ruling, form, errors=[refusal.detail], status=refusal.status)
    messages.success(request, _("第 %(number)s 則判決已推翻。") % {"number": ruling.number})
    return redirect("penalties:article", slug, number)


def _reversal_page(
    request: HttpRequest, access: EventAccess, ruling: Ruling, form: ReasonForm, status: int, errors: Sequence[str] = ()
) -> HttpResponse:
    """Show the reversal and its effects or, if it is already done or a later hand blocks it, why it is impossible."""
    context: dict[str, Any] = {"games": [], "possible": True}
    try:
        seen = services.preview_reversal(ruling=ruling, actor=access.actor, heads=access.heads, now=timezone.now())
        context["games"] = [_changed(change) for change in seen]
    except Refused as refusal:
        context["possible"] = False
        errors = list(dict.fromkeys([*errors, refusal.detail]))
        status = status if status != 200 else refusal.status
    offence = selectors.offence_of(ruling.offence, rules_of(access.event))
    context |= {
        "event": access.event,
        "ruling": ruling,
        "offence": both_names(offence.name_zh, offence.name_en) if offence else _("判決"),
        "form": form,
        "ready": REVERSAL_REASONS,
        "errors": errors,
        "key": new_key(),
    }
    return render(request, "penalties/reverse.html", context, status=status)


def _changed(change: Change) -> dict[str, Any]:
    """Describe one game: hands and totals before and after, changed cards and bans, and whether its card must be signed
    again."""
    game = Game.objects.select_related("event", "round", "table").get(pk=change.book.game.pk)
    wording = wording_of(read_book(game))
    before, after = change.before.state, change.after.state
    then = wording.at(after.hand_number)
    lines = []
    for seat, cards in enumerate(zip(before.cards_in_force, after.cards_in_force, strict=True)):
        old, new = (listed([str(CARDS[card]) for card in held]) if held else _("沒有") for held in cards)
        if cards[0] != cards[1]:
            words = {"name": then.person(seat), "before": old, "after": new}
            lines.append(_("%(name)s 有效紅黃牌：%(before)s → %(after)s") % words)
    freed = sorted(before.bans - after.bans)
    lines += [_("%(name)s 這一局不再禁止食糊") % {"name": then.person(seat)} for seat in freed]
    return {
        "game": game,
        "view": changes_view(change.before, change.after, wording),
        "cards": lines,
        "signed_again": bool(change.before.timeline.signed) and not change.after.timeline.signed,
    }
