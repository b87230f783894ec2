from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.models import Webhook
from tournaments.webhooks import services
from tournaments.webhooks.forms import WebhookForm
from tournaments.webhooks.selectors import messages_of, webhook_of, webhooks_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        return _page(request, access, WebhookForm())
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    try:
        made = services.set_webhook(event=access.event, now=timezone.now(), **form.cleaned_data)
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        return _page(request, access, form, status=refusal.status)
    messages.success(request, _("已設定通知地址。可以先送一個測試。"))
    return redirect("tournaments:webhook", access.event.slug, made.pk)


def _page(request: HttpRequest, access: EventAccess, form: WebhookForm, status: int = 200) -> HttpResponse:
    page = webhooks_page(access.event, timezone.now())
    context = {"access": access, "event": access.event, "form": form, "page": page}
    return render(request, "tournaments/webhooks/webhooks.html", context, status=status)


@never_cache
@require_safe
def webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    return _one(request, access, _found(access, number))


@require_POST
def end_webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    services.end_webhook(webhook=_found(access, number), now=timezone.now())
    messages.success(request, _("已取消通知地址。"))
    return redirect("tournaments:webhooks", access.event.slug)


@require_POST
def test_webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = _found(access, number)
    try:
        services.send_test(webhook=found, now=timezone.now())
    except Refused as refusal:
        return _one(request, access, found, status=refusal.status, refused=[refusal.detail])
    messages.success(request, _("測試通知幾秒內送出，結果在下面。"))
    return redirect("tournaments:webhook", access.event.slug, found.pk)


def _found(access: EventAccess, number: int) -> Webhook:
    found = webhook_of(access.event, number)
    if found is None:
        raise Http404
    return found


def _one(request: HttpRequest, access: EventAccess, found: Webhook, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "access": access,
        "event": access.event,
        "webhook": found,
        "secret": services.secret_of(found),
        "sent": messages_of(found),
        "idle": webhooks_page(access.event, timezone.now()).idle,
    }
    return render(request, "tournaments/webhooks/webhook.html", context | more, status=status)
