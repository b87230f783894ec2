from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.api import base
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import services


class WebhookSerializer(base.Serializer):
    id = serializers.IntegerField(read_only=True)
    address = serializers.CharField(max_length=300, help_text="https://…")
    at_once = serializers.BooleanField(default=False, help_text="without the event's `delay`")
    secret = serializers.SerializerMethodField(help_text="the key of the header Paiju-Signature")
    made_at = base.UtcField(read_only=True)
    ended_at = base.UtcField(read_only=True, allow_null=True)

    def get_secret(self, webhook: Webhook) -> str:
        return services.secret_of(webhook)


class DeliverySerializer(serializers.ModelSerializer):
    next_at = serializers.DateTimeField(allow_null=True, help_text="of the next try; null: none")
    status = serializers.IntegerField(allow_null=True, help_text="of the last answer")
    fault = serializers.CharField(help_text="why there was no answer")

    class Meta:
        model = Delivery
        fields = ["id", "kind", "body", "made_at", "tries", "next_at", "delivered_at", "status", "fault"]
        read_only_fields = fields


class WebhookEndpoints(base.Endpoints):
    tag = "webhooks"
    prefix = "events/<slug:slug>/webhooks/"

    @base.read_endpoint("", WebhookSerializer(many=True), may=base.Organises)
    def webhooks(self) -> Any:
        """List the addresses that receive results."""
        return self.access.event.webhooks.filter(ended_at__isnull=True).order_by("pk")

    @base.write_endpoint(webhooks, WebhookSerializer, WebhookSerializer, status=201)
    def set_webhook(self, data: dict[str, Any]) -> Webhook:
        """Add an address. A repeat changes nothing."""
        return services.set_webhook(event=self.access.event, now=timezone.now(), **data)

    @base.write_endpoint("<number:webhook>/end/", webhooks)
    def end_webhook(self, webhook: int) -> None:
        """Send nothing more to an address; returns the remaining ones."""
        services.end_webhook(webhook=self._webhook(webhook), now=timezone.now())

    @base.write_endpoint("<number:webhook>/test/", DeliverySerializer, status=201)
    def test_webhook(self, webhook: int) -> Delivery:
        """Send a message of the kind `test`; `deliveries` shows its outcome."""
        return services.send_test(webhook=self._webhook(webhook), now=timezone.now())

    @base.read_endpoint(
        "<number:webhook>/deliveries/", DeliverySerializer(many=True), query=base.PageSerializer, may=base.Organises
    )
    def deliveries(self, query: dict[str, Any], webhook: int) -> Response:
        """List the messages to an address, latest first."""
        found, headers = base.page(self.request, self._webhook(webhook).deliveries.order_by("-pk"), query)
        return Response(DeliverySerializer(found, many=True).data, headers=headers)

    def _webhook(self, pk: int) -> Webhook:
        return base.get_or_404(self.access.event.webhooks.filter(pk=pk).first())
