import csv
import io
from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from accounts import log
from accounts.spreadsheet import safe_cell
from penalties.forms import RegisterFilter
from penalties.models import RulingPhoto
from penalties.selectors import register as selectors
from penalties.selectors.cases import cases_of_player
from penalties.selectors.in_force import in_force, in_force_on
from penalties.selectors.register import Article, articles_of
from penalties.services.cases import concerned
from scoring import RuleSet
from tournaments.core.access import EventAccess, event_access, game_access, player_access, require
from tournaments.core.game_codes import VerifiedGameId
from tournaments.models import Event
from tournaments.phrases.wording import said
from tournaments.tables.game_log.read import rules_of

ON_A_PAGE = 50


@never_cache
@require_safe
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """For those who work at the event. `all` puts everything on one page, for printing."""
    access = _working(request, slug)
    form = asked(request, access.event)
    return _listed(request, access, form, status=200 if form.is_valid() else 400)


@never_cache
@require_GET
def register_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """With BOM, so that spreadsheets read Chinese."""
    access = _working(request, slug)
    form = asked(request, access.event)
    if not form.is_valid():
        return _listed(request, access, form, status=400)
    articles = selectors.describe(selectors.wanted_rows(access.event, form.wanted), form.rules)
    answer = HttpResponse(_csv_text(articles, form.rules).encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    log.add_entry(log.Kind.EXPORTED, about="rulings.csv", event_id=access.event.pk)
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M")
    answer["Content-Disposition"] = f'attachment; filename="{access.event.slug}-rulings-{stamp}.csv"'
    return answer


@never_cache
@require_safe
def article(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = _working(request, slug)
    page = selectors.article_page(access.event, number)
    if page is None:
        raise Http404
    context = {
        "access": access,
        "event": access.event,
        "page": page,
        "article": page.article,
        "may_confirm": page.article.proposed and access.leads,
        "may_reverse": page.article.in_force and _rules_here(request, access, page.article),
    }
    return render(request, "penalties/article.html", context)


@never_cache
@require_safe
def photo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For those who work at the event and for the player who was ruled on; never cached."""
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


def _rules_here(request: HttpRequest, access: EventAccess, article: Article) -> bool:
    """The head referee and the table's referees; the page of the reversal says whether it is still possible."""
    return access.heads or (article.game is not None and game_access(request, VerifiedGameId(article.game.pk)).writes)


def asked(request: HttpRequest, event: Event) -> RegisterFilter:
    rules = rules_of(event)
    return RegisterFilter(request.GET, rules=rules, choices=selectors.choices(event, rules))


def _working(request: HttpRequest, slug: str) -> EventAccess:
    access = event_access(request, slug)
    require(access.works)
    return access


def _listed(request: HttpRequest, access: EventAccess, form: RegisterFilter, *, status: int) -> HttpResponse:
    found = selectors.wanted_rows(access.event, form.wanted)
    per_page = max(found.count(), 1) if "all" in request.GET else ON_A_PAGE
    page = Paginator(found, per_page).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "access": access,
        "event": access.event,
        "form": form,
        "page": page,
        "articles": selectors.describe(page.object_list, form.rules),
        "query": _query(request),
        "made_at": timezone.now(),
    }
    return render(request, "penalties/register.html", context, status=status)


def _query(request: HttpRequest) -> str:
    data = request.GET.copy()
    for name in ("page", "all"):
        data.pop(name, None)
    for name in [name for name, value in data.items() if not value]:
        del data[name]
    return data.urlencode()


@never_cache
@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.works)
    now = timezone.now()
    context = {"access": access, "event": access.event, "found": in_force(access.event, now), "made_at": now}
    return render(request, "penalties/in_force.html", context)


@never_cache
@require_safe
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    event, player = player_access(request, slug)
    own = cases_of_player(player)
    context = {
        "event": event,
        "player": player,
        "held": in_force_on(player, timezone.now()),
        "articles": articles_of(player),
        "cases": own,
        "objected": {case.ruling.number for case in own if case.ruling},
    }
    return render(request, "penalties/mine.html", context)


def _csv_text(articles: Iterable[Article], rules: RuleSet) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_heading(rules))
    writer.writerows(_row(article) for article in articles)
    return out.getvalue()


def _heading(rules: RuleSet) -> list[str]:
    where = [_("編號"), _("時間"), _("日期"), said(_("半莊"), rules), _("檯"), _("鋪"), _("號碼"), _("姓名")]
    what = [_("犯規"), _("條文"), _("代號"), _("第幾次"), _("後果"), _("事實"), _("相片"), _("裁判")]
    return [*where, *what, _("推翻第幾則"), _("由第幾則推翻"), _("理由")]


def _row(article: Article) -> list[object]:
    game = article.game
    return [
        article.number,
        timezone.localtime(article.at).strftime("%Y-%m-%d %H:%M:%S"),
        article.day.isoformat(),
        game.round.number if game else "",
        game.table.number if game else "",
        article.hand or "",
        article.player.number if article.player else "",
        safe_cell(article.player.name) if article.player else "",
        safe_cell(article.name),
        safe_cell(article.section),
        article.offence,
        article.times or "",
        safe_cell(" · ".join(article.effects)),
        safe_cell(article.facts),
        _("有") if article.photo else "",
        safe_cell(article.referee),
        article.reverses or "",
        article.reversed_by or "",
        safe_cell(article.reason),
    ]
