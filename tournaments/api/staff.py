"""工作人員 over HTTP, for organisers only: the list, and a whole change of it at once. Access, one service, an answer.

Sign-in slips are for paper and stand in no answer.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.access import EventAccess, organiser_access
from tournaments.api.base import OpenView
from tournaments.api.fields import NameField
from tournaments.api.steps import organises
from tournaments.exceptions import Invalid, Refused
from tournaments.lists.staff import MOST_PEOPLE, listed_staff
from tournaments.models import Membership, Role
from tournaments.selectors.events import workers
from tournaments.services import staff as services
from tournaments.services.events import MOST_TABLES

_TAG = "staff"


class WorkerSerializer(serializers.Serializer):
    """工作人員: one person with all roles, and the tables that they referee."""

    username = serializers.CharField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.values))
    tables = serializers.ListField(child=serializers.IntegerField())


class StaffSerializer(serializers.Serializer):
    """Everybody who works in the event. `batch`: the last change, while it can be taken back."""

    people = WorkerSerializer(many=True)
    batch = serializers.IntegerField(allow_null=True)


class StaffRowSerializer(serializers.Serializer):
    """One person and role, by name or sign-in name; a referee's tables in place of those before, none: as they are."""

    name = NameField(max_length=60)
    role = serializers.ChoiceField(choices=Role.values, default=Role.REFEREE.value)
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_TABLES), default=list, max_length=MOST_TABLES
    )


class RoleGoneSerializer(serializers.Serializer):
    """A role that is taken away."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.values)


class StaffChangeSerializer(serializers.Serializer):
    """All of it or none. Sent twice, it changes nothing more."""

    people = StaffRowSerializer(many=True, default=list, max_length=MOST_PEOPLE)  # type: ignore[call-arg]
    gone = RoleGoneSerializer(many=True, default=list, max_length=MOST_PEOPLE)  # type: ignore[call-arg]
    tables = serializers.IntegerField(
        min_value=0, max_value=MOST_TABLES, default=0, help_text="how many tables there have to be; more are kept"
    )


class HandOverSerializer(serializers.Serializer):
    """換裁判: sign-in names."""

    from_user = serializers.CharField(max_length=150)
    to_user = serializers.CharField(max_length=150)


def staff_json(access: EventAccess) -> dict[str, Any]:
    """Everybody who works in the event, organisers first."""
    batch = services.last_batch(access.event)
    people = [
        {
            "username": worker.user.username,
            "name": worker.user.display_name,
            "roles": [member.role for member in worker.memberships],
            "tables": list(worker.tables),
        }
        for worker in workers(access.event)
    ]
    return {"people": people, "batch": batch.number if batch else None}


class StaffView(OpenView):
    """Who works in the event; posting gives and takes roles and tables in one go. People who are new get accounts that
    only a printed slip opens, where the caller may make accounts."""

    @extend_schema(operation_id="staff", tags=[_TAG], responses=StaffSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(staff_json(organiser_access(request, slug)))

    @organises("change_staff", tag=_TAG, takes=StaffChangeSerializer, answers=StaffSerializer)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        assert by.user is not None
        rows = [(one["name"], one["role"], one["tables"]) for one in said["people"]]
        try:
            services.change_staff(
                event=by.event,
                maker=by.user,
                lines=listed_staff(rows),
                gone=[(one["username"], one["role"]) for one in said["gone"]],
                tables=said["tables"],
                now=timezone.now(),
            )
        except Refused as refusal:
            refusal.field = "people" if refusal.field == "text" else refusal.field
            raise
        return staff_json(by)


class UndoStaffView(OpenView):
    """復原 the last change, by its number."""

    @organises("undo_staff", tag=_TAG, answers=StaffSerializer)
    def post(self, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
        services.undo_staff(event=by.event, number=number, now=timezone.now())
        return staff_json(by)


class HandOverView(OpenView):
    """換裁判, in the middle of a round too: all tables of one referee go to another."""

    @organises("hand_over", tag=_TAG, takes=HandOverSerializer, answers=StaffSerializer)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        people = {name: _referee(by, said[name], name) for name in ("from_user", "to_user")}
        services.hand_over(event=by.event, **people)
        return staff_json(by)


def _referee(by: EventAccess, username: str, field: str) -> User:
    found = Membership.objects.filter(event=by.event, role=Role.REFEREE, user__username=username)
    member = found.select_related("user").first()
    if member is None:
        raise Invalid(_("%(name)s 不是這個賽事的裁判。") % {"name": username}, field=field)
    user: User = member.user
    return user
