"""紀錄 over HTTP: the history of an event for its organisers, the log of the site for keepers. Reads only."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.numbers import whole
from accounts.proof import check_keeper
from accounts.selectors import log_entries
from tournaments.access import organiser_access
from tournaments.api.base import OpenView
from tournaments.selectors.acts import PAGE, acts_page

_FILTERS = [
    OpenApiParameter("kind", str, description="one kind only"),
    OpenApiParameter("who", str, description="part of a name"),
    OpenApiParameter("before", str, description="number from which on nothing is wanted"),
]


class ActSerializer(serializers.Serializer):
    """One act of an event. `changes`: before → after, in words."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    what = serializers.CharField()
    about = serializers.CharField()
    changes = serializers.ListField(child=serializers.CharField())
    who = serializers.CharField()
    address = serializers.CharField()


class LogEntrySerializer(serializers.Serializer):
    """One entry of the log of the site. `address`: from where, while it is kept."""

    number = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    about = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()
    who = serializers.CharField(source="user.username", default="")
    address = serializers.CharField()


class EventLogSerializer(serializers.Serializer):
    """The latest acts of an event, a hundred at a time, and what was exported."""

    acts = ActSerializer(many=True)
    exports = LogEntrySerializer(many=True)


def _filters(request: Request) -> dict[str, Any]:
    asked = {name: request.query_params.get(name, "").replace("\x00", "")[:60] for name in ("kind", "who", "before")}
    return asked | {"before": whole(asked["before"])}


class EventLogView(OpenView):
    """What was done in an event outside its hands."""

    @extend_schema(operation_id="event_log", tags=["events"], parameters=_FILTERS, responses=EventLogSerializer)
    def get(self, request: Request, slug: str) -> Response:
        event = organiser_access(request, slug).event
        page = acts_page(event, **_filters(request))
        exports = log_entries(event_id=event.pk)[:PAGE]
        return Response(EventLogSerializer({"acts": page.lines, "exports": exports}).data)


class SiteLogView(OpenView):
    """What was done outside the games on the whole site, for those who look after accounts."""

    @extend_schema(operation_id="log", tags=["site"], parameters=_FILTERS, responses=LogEntrySerializer(many=True))
    def get(self, request: Request) -> Response:
        check_keeper(request)
        return Response(LogEntrySerializer(log_entries(**_filters(request))[:PAGE], many=True).data)
