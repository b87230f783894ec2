from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import ShowRefusal, done, status_of
from tournaments.models import Delivery, Event, Webhook
from tournaments.tables.game_log.read import in_words_of
from tournaments.webhooks import services

SHOWN = 20
"""Number of latest messages shown per address."""
IDLE = timedelta(seconds=30)
"""If a message waits longer without an attempt, no sender is running."""

KINDS = {
    "card.signed": lazy("記分卡簽妥"),
    "round.closed": lazy("半莊結束"),
    "round.reopened": lazy("半莊重開"),
    "round.voided": lazy("半莊作廢"),
    "round.unvoided": lazy("半莊恢復有效"),
    "stage.closed": lazy("階段結束"),
    "stage.reopened": lazy("階段重開"),
    "test": lazy("測試"),
}


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=lazy("網址"),
        max_length=300,
        widget=forms.URLInput({"placeholder": "https://", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": lazy("請寫完整的 https 網址，沒有用戶名稱和密碼。")},
    )
    at_once = forms.BooleanField(
        label=lazy("不理公開頁的延遲，發生時立即通知"),
        required=False,
        help_text=lazy("只應給自己人，例如大會自己的轉播：收到的人會早過觀眾知道結果。"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with ShowRefusal(form):
            made = services.set_webhook(event=access.event, now=timezone.now(), **form.cleaned_data)
            sentence = _("已設定通知地址。可以先送一個測試。")
            return done(request, sentence, "tournaments:webhook", access.event.slug, made.pk)
    rows = list(access.event.webhooks.order_by("pk"))
    context = {
        "form": form,
        "live": [row for row in rows if row.ended_at is None],
        "ended": [row for row in rows if row.ended_at is not None],
        "idle": _is_idle(access.event),
    }
    return access.page(request, "tournaments/webhooks/webhooks.html", context, status=status_of(form))


def _is_idle(event: Event) -> bool:
    """Whether messages wait although no sender is running."""
    waiting = Delivery.objects.filter(webhook__event=event, tries=0, next_at__lt=timezone.now() - IDLE)
    return waiting.exists()


@require_safe
def webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    return _one(request, access, get_object_or_404(Webhook, event=access.event, pk=number))


@require_POST
def end_webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Webhook, event=access.event, pk=number)
    services.end_webhook(webhook=found, now=timezone.now())
    return done(request, _("已取消通知地址。"), "tournaments:webhooks", access.event.slug)


@require_POST
def test_webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Webhook, event=access.event, pk=number)
    try:
        services.send_test(webhook=found, now=timezone.now())
    except Refused as refusal:
        return _one(request, access, found, status=refusal.status, refused=[refusal.detail])
    return done(request, _("測試通知幾秒內送出，結果在下面。"), "tournaments:webhook", access.event.slug, found.pk)


def _one(request: HttpRequest, access: EventAccess, found: Webhook, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "webhook": found,
        "secret": services.secret_of(found),
        "sent": [
            {
                "kind": in_words_of(access.event, KINDS.get(row.kind, row.kind)),
                "made_at": row.made_at,
                "outcome": _outcome(row),
                "fine": row.delivered_at is not None,
                "trouble": row.tries > 0 or row.next_at is None,
            }
            for row in found.deliveries.order_by("-pk")[:SHOWN]
        ],
        "idle": _is_idle(access.event),
    }
    return access.page(request, "tournaments/webhooks/webhook.html", context | more, status=status)


def _outcome(row: Delivery) -> str:
    if row.delivered_at is not None:
        return _("已送到（%(status)s）") % {"status": row.status}
    if not row.tries:
        return _("等待送出") if row.next_at else _("沒有送")
    if row.status:
        why = _("對方回答 %(status)s") % {"status": row.status}
    else:
        why = _("沒有回答：%(fault)s") % {"fault": row.fault}
    if row.next_at is None:
        return _("不再送。%(why)s") % {"why": why}
    return _("第 %(tries)s 次未送到，會再試。%(why)s") % {"tries": row.tries, "why": why}
