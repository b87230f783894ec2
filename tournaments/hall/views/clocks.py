from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import whole
from tournaments.core.access import EventAccess, event_access, require
from tournaments.core.exceptions import Invalid, Refused
from tournaments.hall import services as clocks
from tournaments.hall.forms import ExtraForm, MinutesForm, PauseForm
from tournaments.hall.selectors.clock import clock_page
from tournaments.models import Round


@never_cache
@require_http_methods(["GET", "POST"])
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The clock, its tables and the expected end (GET, for everyone with a role); one act (POST `do`)."""
    access = event_access(request, slug)
    require(access.works)
    round_ = access.round(number)
    if request.method == "GET":
        return _page(request, access, round_)
    require(access.leads)
    return _Act(request, access, round_).answer()


class _Act:
    """One act on the clock; a refusal shows the page with its sentence and all that was typed."""

    def __init__(self, request: HttpRequest, access: EventAccess, round_: Round) -> None:
        self.request, self.access, self.round = request, access, round_
        self.acts: dict[str, Callable[[], str]] = {
            "start": self.start,
            "change": self.change,
            "pause": self.pause,
            "resume": self.resume,
            "take_back": self.take_back,
            "extra": self.extra,
            "take_back_extra": self.take_back_extra,
        }
        self.form: Form | None = None

    def answer(self) -> HttpResponse:
        act = self.acts.get(self.request.POST.get("do", ""))
        try:
            if act is None:
                raise Invalid(_("不明白這一項，請在這一頁再選一次。"))
            sentence = act()
        except Refused as refusal:
            said = "" if self.form is not None and self.form.errors else refusal.detail
            more = {"refusal": said, "did": self.request.POST.get("do", ""), "form": self.form}
            return _page(self.request, self.access, self.round, refusal.status, **more)
        messages.success(self.request, sentence)
        return redirect("tournaments:round_clock", self.access.event.slug, self.round.number)

    def _read(self, form: Form) -> dict[str, Any]:
        self.form = form
        if not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            raise Invalid(str(errors[0]), field=name)
        return form.cleaned_data

    def start(self) -> str:
        minutes = self._read(MinutesForm(self.request.POST))["minutes"]
        clocks.start(round_id=self.round.pk, now=timezone.now(), minutes=minutes)
        return _("大會鐘開了，%(minutes)s 分鐘。") % {"minutes": minutes}

    def change(self) -> str:
        minutes = self._read(MinutesForm(self.request.POST))["minutes"]
        clocks.change(round_id=self.round.pk, minutes=minutes)
        return _("時限改為 %(minutes)s 分鐘。") % {"minutes": minutes}

    def pause(self) -> str:
        clocks.pause(
            round_id=self.round.pk, reason=self._read(PauseForm(self.request.POST))["reason"], now=timezone.now()
        )
        return _("大會鐘暫停了。")

    def resume(self) -> str:
        clocks.resume(round_id=self.round.pk, now=timezone.now())
        return _("大會鐘繼續行。")

    def take_back(self) -> str:
        clocks.take_back(round_id=self.round.pk)
        return _("大會鐘已取消。")

    def extra(self) -> str:
        said = self._read(ExtraForm(self.request.POST))
        game = self.round.games.select_related("table").filter(pk=said["game"]).first()
        if game is None:
            raise Invalid(_("請揀一檯。"), field="game")
        clocks.give_extra(game_id=game.pk, minutes=said["minutes"], reason=said["reason"], now=timezone.now())
        return _("第 %(table)s 檯加時 %(minutes)s 分鐘。") % {"table": game.table.number, "minutes": said["minutes"]}

    def take_back_extra(self) -> str:
        extra = whole(self.request.POST.get("extra", ""))
        clocks.take_back_extra(extra_id=extra or 0, event_id=self.access.event.pk)
        return _("加時已取消。")


def _page(request: HttpRequest, access: EventAccess, round_: Round, status: int = 200, **more: Any) -> HttpResponse:
    page = clock_page(round_, timezone.now())
    context = {
        "access": access,
        "event": access.event,
        "round": round_,
        "page": page,
        "acts": access.leads and round_.state == Round.State.OPEN,
        "minutes": page.clock.minutes if page.clock else clocks.minutes_of(round_),
    }
    return render(request, "tournaments/round_clock.html", context | more, status=status)
