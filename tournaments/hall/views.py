import hashlib
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

import scoring
from accounts.inputs import parse_int
from accounts.models import User
from accounts.network import qr_svg, shared_address
from scoring import ScoringError
from scoring.rulebook import RULE_SETS
from tournaments.core.access import SESSION_PLAYERS, EventAccess, event_access, game_access, organiser_access, require
from tournaments.core.cached import BusyDrawing, cached, cached_object
from tournaments.core.exceptions import Invalid, Refused
from tournaments.core.idempotency import ShowRefusal, done
from tournaments.core.public import (
    Share,
    open_event,
    public_page,
    respond,
    rows_address,
    rows_mark,
    share_of,
    version_of,
)
from tournaments.hall import drawing, pictures
from tournaments.hall import services as clocks
from tournaments.hall.clock import clock_page
from tournaments.hall.event_home import EventHome
from tournaments.hall.event_home import event_home as select_home
from tournaments.hall.room import room as select_room
from tournaments.hall.room import room_mark, unsigned_cards
from tournaments.hall.screen import LONGEST, TURNS, custom_seconds, seconds_of
from tournaments.hall.screen import screen as select_screen
from tournaments.models import Event, Game, Player, Round
from tournaments.organising.selectors import event_facts
from tournaments.organising.services.events import change_event
from tournaments.phrases.wording import rule_set_name
from tournaments.rulebook.calculator import read_asked
from tournaments.standings.tally import last_change
from tournaments.tables.game_log.read import in_words_of, rules_of

_REASON_ERRORS = {"required": lazy("請寫下原因。"), "max_length": lazy("原因最多三百個字。")}
_NO_NUMBER = ("required", "invalid", "min_value", "max_value")
MOST_QUERY = 1000
BUSY_SECONDS = 5


def known(request: HttpRequest) -> bool:
    """Whether the reader may be a participant: signed in, or on a player's phone."""
    return isinstance(request.user, User) or bool(request.session.get(SESSION_PLAYERS))


@public_page("home", by_host=True)
def event_home(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/hall/event_home.html", _context(request, access))


def own_event_home(request: HttpRequest, access: EventAccess) -> HttpResponse:
    return render(request, "tournaments/hall/event_home.html", _context(request, access) | {"player": access.player})


def _context(request: HttpRequest, access: EventAccess) -> dict[str, object]:
    return {
        "share": shared(request, access),
        "event": access.event,
        "home": home_of(access),
        "rules_name": rule_set_name(rules_of(access.event)),
        "rows_address": rows_address(access, "home_rows"),
        "rows_etag": rows_mark(access, "home-rows"),
        "own_address": rows_address(access, "home_own", 0),
        "names_address": rows_address(access, "home_names"),
    }


def shared(request: HttpRequest, access: EventAccess) -> Share | None:
    event = access.event
    version = version_of(last_change(event, access.until))
    return share_of(request, event, request.path, event.name, "live_event_picture", event.slug, version=version)


@public_page("home-rows")
def home_rows(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/hall/event_home.html#rows", {"event": access.event, "home": home_of(access)})


@public_page("home-own")
def own_card(request: HttpRequest, access: EventAccess, number: int) -> str:
    card = home_of(access).card(number)
    if card is None:
        raise Http404
    return render_to_string("tournaments/hall/_home_own.html", {"event": access.event, "card": card})


@public_page("home-names", played=False)
def names(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/hall/_home_names.html", {"players": home_of(access).players.values()})


def home_of(access: EventAccess) -> EventHome:
    return cached_object(
        access.event, "home", (access.adds_up,), lambda: select_home(access, timezone.now()), access.until
    )


@cache_control(no_store=True)
@require_safe
def room(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.works)
    now = timezone.now()
    etag = f'"{room_mark(access.event, now)}-{get_language()}"'

    def written(template: str, **more: object) -> HttpResponse:
        context = {"room": select_room(access.event, now), "unsigned": unsigned_cards(access.event), "etag": etag}
        return access.page(request, f"tournaments/hall/{template}", context | more)

    if request.htmx:  # type: ignore[attr-defined]
        return respond(request, lambda: written("room.html#rows"), etag)
    return written("room.html", facts=event_facts(access.event, access.roles))


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(
        label=lazy("時限（分鐘）"),
        min_value=1,
        max_value=clocks.LONGEST,
        error_messages=dict.fromkeys(_NO_NUMBER, lazy("時限要是 1 至 600 的整數。")),
    )


class PauseForm(forms.Form):
    reason = forms.CharField(label=lazy("原因（必須）"), max_length=300, error_messages=_REASON_ERRORS)


class ExtraForm(PauseForm):
    game = forms.IntegerField(
        label=lazy("檯"), error_messages=dict.fromkeys(("required", "invalid"), lazy("請揀一檯。"))
    )
    minutes = forms.IntegerField(
        label=lazy("加多少分鐘"),
        min_value=1,
        max_value=clocks.MOST_EXTRA,
        error_messages=dict.fromkeys(_NO_NUMBER, lazy("加時要是 1 至 120 的整數。")),
    )


class TurnsForm(forms.Form):
    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, seconds in seconds_of(event.screen).items():
            self.fields[kind] = forms.IntegerField(
                label=_("%(what)s（秒）") % {"what": in_words_of(event, TURNS[kind][0])},
                initial=seconds,
                min_value=0,
                max_value=LONGEST,
                widget=forms.NumberInput({"inputmode": "numeric"}),
                error_messages=dict.fromkeys(_NO_NUMBER, lazy("每頁要由 5 至 120 秒；0 就是不顯示。")),
            )


CLOCK_FORMS = {"start": MinutesForm, "change": MinutesForm, "pause": PauseForm, "extra": ExtraForm}


@require_http_methods(["GET", "POST"])
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the clock, its tables and the expected end to everyone with a role. POST `do` takes a step."""
    access = event_access(request, slug)
    require(access.works)
    round_ = access.round(number)
    if request.method == "GET":
        return _clock_page(request, access, round_)
    require(access.leads)
    do = request.POST.get("do", "")
    form = CLOCK_FORMS[do](request.POST) if do in CLOCK_FORMS else None
    try:
        if form is not None and not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            raise Invalid(str(errors[0]), field=name)
        sentence = _act_on_clock(do, round_, form.cleaned_data if form else {}, request.POST.get("extra", ""))
    except Refused as refusal:
        said = "" if form is not None and form.errors else refusal.detail
        return _clock_page(request, access, round_, refusal.status, refusal=said, did=do, form=form)
    return done(request, sentence, "tournaments:round_clock", access.event.slug, round_.number)


def _act_on_clock(do: str, round_: Round, said: dict[str, Any], extra: str) -> str:
    """Apply a step to the clock; return the message. Raises Refused."""
    now = timezone.now()
    match do:
        case "start":
            clocks.start(round_id=round_.pk, now=now, minutes=said["minutes"])
            return _("大會鐘開了，%(minutes)s 分鐘。") % said
        case "change":
            clocks.change(round_id=round_.pk, minutes=said["minutes"])
            return _("時限改為 %(minutes)s 分鐘。") % said
        case "pause":
            clocks.pause(round_id=round_.pk, reason=said["reason"], now=now)
            return _("大會鐘暫停了。")
        case "resume":
            clocks.resume(round_id=round_.pk, now=now)
            return _("大會鐘繼續行。")
        case "take_back":
            clocks.take_back(round_id=round_.pk)
            return _("大會鐘已取消。")
        case "extra":
            game = round_.games.select_related("table").filter(pk=said["game"]).first()
            if game is None:
                raise Invalid(_("請揀一檯。"), field="game")
            clocks.give_extra(game_id=game.pk, minutes=said["minutes"], reason=said["reason"], now=now)
            return _("第 %(table)s 檯加時 %(minutes)s 分鐘。") % (said | {"table": game.table.number})
        case "take_back_extra":
            clocks.take_back_extra(extra_id=parse_int(extra) or 0, event_id=round_.event_id)
            return _("加時已取消。")
    raise Invalid(_("不明白這一項，請在這一頁再選一次。"))


def _clock_page(
    request: HttpRequest, access: EventAccess, round_: Round, status: int = 200, **more: Any
) -> HttpResponse:
    page = clock_page(round_, timezone.now())
    context = {"round": round_, "page": page, "acts": access.leads and round_.state == Round.State.OPEN}
    return access.page(request, "tournaments/hall/round_clock.html", context | more, status=status)


@public_page("screen", by_host=True, on_wall=True)
def screen(request: HttpRequest, access: EventAccess) -> str:
    """Show the screen without sign-in and menu; the QR code leads to the standings."""
    shared = shared_address(request, reverse("tournaments:standings", args=[access.event.slug]))
    more = {"rows_address": rows_address(access, "screen_rows"), "rows_etag": rows_mark(access, "screen-rows")}
    return _written("screen.html", access, shared=shared, qr=qr_svg(shared.address), **more)


@public_page("screen-rows", on_wall=True)
def screen_rows(request: HttpRequest, access: EventAccess) -> str:
    return _written("screen.html#turns", access)


def _written(template: str, access: EventAccess, **more: object) -> str:
    now = timezone.now()
    context = {
        "event": access.event,
        "rules": rules_of(access.event),
        "screen": select_screen(access, now),
        "made_at": access.until or now,
        "now": now,
    }
    return render_to_string(f"tournaments/hall/{template}", context | more)


@require_http_methods(["GET", "HEAD", "POST"])
def screen_settings(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = TurnsForm(request.POST if request.method == "POST" else None, event=access.event)
    if form.is_valid():
        with ShowRefusal(form):
            change_event(event=access.event, screen=custom_seconds(access.event.screen, form.cleaned_data))
            return done(request, _("已儲存大屏幕的設定。"), "tournaments:screen_settings", access.event.slug)
    status = 422 if form.errors else 200
    return access.page(request, "tournaments/hall/screen_settings.html", {"form": form}, status=status)


@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the poster in the language of the event, and below that in the other."""
    event = organiser_access(request, slug).event
    shared = shared_address(request, reverse("tournaments:event", args=[event.slug]))
    codes = [event.language, *(code for code, _name in settings.LANGUAGES if code != event.language)][:2]
    written = []
    for code in codes:
        with translation.override(code):
            lines = (_("即時排名：誰領先，我第幾"), _("座位：我坐哪一檯"), _("每一鋪的牌和分"), _("規則和計番"))
            written.append((_("用電話掃一掃"), *lines, _("不用安裝，不用登記")))
    head, *rows, foot = zip(*written, strict=True)
    context = {
        "event": event,
        "shared": shared,
        "plain": shared.address.partition("://")[2].rstrip("/"),
        "qr": qr_svg(shared.address),
        "head": head,
        "lines": rows,
        "foot": foot,
        "languages": codes,
    }
    return render(request, "tournaments/hall/poster.html", context)


def _png(request: HttpRequest, picture: drawing.Picture) -> HttpResponse:
    """Return the picture; if there is none for now, a line of text, so that no cache stores a broken picture."""
    try:
        content = drawing.png_of(picture)
    except (BusyDrawing, drawing.PictureUnavailable) as reason:
        line = _("圖片暫時未畫好，請稍後再試。")
        if isinstance(reason, drawing.PictureUnavailable):
            line = "{} {}".format(_("這部伺服器暫時不能製作圖片。"), reason)
        headers = {"Retry-After": str(BUSY_SECONDS)}
        return HttpResponse(f"{line}\n", status=503, content_type="text/plain; charset=utf-8", headers=headers)
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="image/png", headers={"ETag": mark})
    return get_conditional_response(request, mark, response=response) or response


def _of_event(access: EventAccess, which: tuple[object, ...], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the content, made once for each version of its event. PNG and ETag depend on it alone, so that neither
    reveals new entries to a delayed reader."""
    with timezone.override(access.event.zone):
        return cached(access.event, "picture", which, make, access.until)


@require_safe
def event_picture(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    access = open_event(slug)
    return _png(request, _of_event(access, ("event",), lambda: pictures.event_picture(access)))


@require_safe
def standings_picture(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    access = open_event(slug)
    return _png(request, _of_event(access, ("standings",), lambda: pictures.standings_picture(access)))


@require_safe
def player_picture(request: HttpRequest, language: str, slug: str, number: int) -> HttpResponse:
    access = open_event(slug)

    def make() -> dict[str, Any]:
        player = get_object_or_404(Player, event=access.event, number=number)
        player.event = access.event
        return pictures.player_picture(access, player)

    return _png(request, _of_event(access, ("player", number), make))


@require_safe
def card_picture(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    key = ("card", *_made_from(access.game))
    return _png(request, _of_event(access, key, lambda: pictures.card_picture(access)))


@require_safe
def hand_picture(request: HttpRequest, language: str, game_id: int, number: int) -> HttpResponse:
    access = game_access(request, game_id)
    key = ("hand", number, *_made_from(access.game))
    return _png(request, _of_event(access, key, lambda: pictures.hand_picture(access, number)))


def _made_from(game: Game) -> tuple[object, ...]:
    return game.pk, game.act_count, game.book_version, game.state


@require_safe
def count_picture(request: HttpRequest, language: str) -> HttpResponse:
    if len(request.META.get("QUERY_STRING", "")) > MOST_QUERY:
        raise Http404
    try:
        published = scoring.rule_set(request.GET.get("rules") or RULE_SETS[0])
    except ScoringError:
        raise Http404 from None
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    asked = read_asked(request.GET, options, published.id).with_winning_tile(published.hand_size)
    return _png(request, pictures.count_picture(asked, scoring.rule_set(published.id, asked.options)))
