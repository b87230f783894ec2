"""通知 Webhooks over HTTP, for organisers only. Access, one service, an answer."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.lists import PageSerializer, asked, page
from tournaments.api.steps import checked, there
from tournaments.models import Webhook
from tournaments.selectors.webhooks import deliveries_of, live_webhooks, webhook_of
from tournaments.services import webhooks as services


class WebhookSerializer(serializers.Serializer):
    """An address that is told of results."""

    id = serializers.IntegerField(read_only=True)
    address = serializers.CharField(max_length=300, help_text="https://…")
    at_once = serializers.BooleanField(
        default=False, help_text="told when it happens; else when the public pages show it, after the event's `delay`"
    )
    secret = serializers.CharField(read_only=True, help_text="what the header Paiju-Signature is made with")
    made_at = serializers.DateTimeField(read_only=True)
    ended_at = serializers.DateTimeField(read_only=True, allow_null=True)


class DeliverySerializer(serializers.Serializer):
    """A message, and what became of it."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    body = serializers.CharField()
    made_at = serializers.DateTimeField()
    tries = serializers.IntegerField()
    next_at = serializers.DateTimeField(allow_null=True, help_text="when it is tried again; null: never")
    delivered_at = serializers.DateTimeField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="of the last answer")
    fault = serializers.CharField(help_text="why there was no answer")


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """An address as JSON, with its secret."""
    return {
        "id": webhook.pk,
        "address": webhook.address,
        "at_once": webhook.at_once,
        "secret": services.secret_of(webhook),
        "made_at": webhook.made_at,
        "ended_at": webhook.ended_at,
    }


class WebhooksView(OpenView):
    """The addresses that are told of results; posting adds one. Said again it is the same one."""

    @extend_schema(operation_id="webhooks", tags=["webhooks"], responses=WebhookSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        return Response([webhook_json(each) for each in live_webhooks(access.event)])

    @extend_schema(
        operation_id="set_webhook",
        tags=["webhooks"],
        request=WebhookSerializer,
        responses={201: WebhookSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        said = checked(WebhookSerializer, request)
        return Response(webhook_json(services.set_webhook(event=access.event, now=timezone.now(), **said)), status=201)


class EndWebhookView(OpenView):
    """Tell an address nothing more; answers with those that are left."""

    @extend_schema(operation_id="end_webhook", tags=["webhooks"], request=None, responses=WebhookSerializer(many=True))
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        access = organiser_access(request, slug)
        services.end_webhook(webhook=_found(access, webhook), now=timezone.now())
        return Response([webhook_json(each) for each in live_webhooks(access.event)])


class TestWebhookView(OpenView):
    """Send a message of the kind `test`, in its turn; `deliveries` tells what becomes of it."""

    @extend_schema(
        operation_id="test_webhook",
        tags=["webhooks"],
        request=None,
        responses={201: DeliverySerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        access = organiser_access(request, slug)
        made = services.send_test(webhook=_found(access, webhook), now=timezone.now())
        return Response(DeliverySerializer(made).data, status=201)


class DeliveriesView(OpenView):
    """What an address was told, the latest first, and what became of it."""

    @extend_schema(
        operation_id="deliveries",
        tags=["webhooks"],
        parameters=[PageSerializer],
        responses=DeliverySerializer(many=True),
    )
    def get(self, request: Request, slug: str, webhook: int) -> Response:
        access = organiser_access(request, slug)
        rows = deliveries_of(_found(access, webhook))
        found, more = page(request, rows, asked(PageSerializer, request))
        return Response(DeliverySerializer(found, many=True).data, headers=more)


def _found(access: EventAccess, webhook: int) -> Webhook:
    return there(webhook_of(access.event, webhook))
