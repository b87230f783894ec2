"""Shared by the endpoints: rights are checked before the body, bodies refuse unknown keys, long lists come in pages."""

from collections.abc import Callable, Mapping
from datetime import UTC
from functools import partial, wraps
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from drf_standardized_errors.openapi import AutoSchema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, SimpleRouter
from rest_framework.utils.urls import replace_query_param
from rest_framework.viewsets import ViewSet

from accounts.authentication import TokenAuthentication
from accounts.inputs import clean_name
from accounts.step_up import asked_again
from scoring import format_points
from tournaments.api.authentication import CookieAuthentication, PlayerAuthentication
from tournaments.api.errors import ConflictSerializer
from tournaments.core.access import event_access, game_access
from tournaments.core.exceptions import NotAllowed

_T = TypeVar("_T")
_M = TypeVar("_M", bound=Model)
Method = Callable[..., Any]
OBJECT = OpenApiTypes.OBJECT


class StrictMixin:
    # Refuses keys that the serializer does not have. (A docstring would become the description of every body.)
    fields: Any

    def to_internal_value(self, data: Any) -> Any:
        unknown = [key for key in data if key not in self.fields] if isinstance(data, Mapping) else []
        sentence = _("沒有「%(key)s」這一項。")
        errors = {key: [ErrorDetail(sentence % {"key": key[:60]}, code="unknown_key")] for key in unknown}
        try:
            values = super().to_internal_value(data)  # type: ignore[misc]
        except ValidationError as error:
            raise ValidationError({**errors, **error.detail}) from error  # type: ignore[dict-item]
        if errors:
            raise ValidationError(errors)
        return values


class Serializer(StrictMixin, serializers.Serializer): ...


class ModelSerializer(StrictMixin, serializers.ModelSerializer): ...


class EmptySerializer(Serializer): ...


class NameField(serializers.CharField):
    """A name, cleaned as in forms."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return super().run_validation(clean_name(data) if isinstance(data, str) else data)


class PointsField(serializers.CharField):
    """Points as an exact decimal string."""

    def to_representation(self, value: Any) -> str:
        return format_points(value)


class UtcField(serializers.DateTimeField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class Reads(BasePermission):
    """Loads the event or game of the address: 404 for callers who may not know of it, 403 for those without the right.

    Runs before the body is read, so that a refusal reveals nothing about the body.
    """

    right = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        if "game_id" in view.kwargs:
            view.access = game_access(request, view.kwargs["game_id"])
        else:
            view.access = event_access(request, view.kwargs["slug"])
        return not self.right or bool(getattr(view.access, self.right))


def _needs(right: str) -> type[Reads]:
    return type(right, (Reads,), {"right": right})


Organises, Heads, Leads = _needs("organises"), _needs("heads"), _needs("leads")
Referees, Works, Writes = _needs("referees"), _needs("works"), _needs("writes")
AddsUp = _needs("adds_up")


class SpeaksForSeat(Reads):
    def has_permission(self, request: Request, view: Any) -> bool:
        super().has_permission(request, view)
        if not view.access.writes and view.access.seat is None:
            raise NotAllowed(_("選手只可為自己的座位確認、提出異議及簽署。"))
        return True


def checked(check: Callable[[Any], object]) -> type[BasePermission]:
    """Return the permission of a function that refuses a request by raising."""

    def has_permission(self: BasePermission, request: Request, view: Any) -> bool:
        check(request)
        return True

    return type(check.__name__, (BasePermission,), {"has_permission": has_permission})


ProvedAgain = checked(asked_again)
"""Refuses API clients of accounts with a second factor for steps where a page would ask for it again."""


Permissions = type[BasePermission] | tuple[type[BasePermission], ...]
PUBLIC: Permissions = (AllowAny, Reads)
"""`AllowAny` tells the OpenAPI document that no token is needed."""


class Schema(AutoSchema):
    """Names operations after the methods of the view sets, and uses their tags."""

    view: Any

    def get_operation_id(self) -> str:
        return str(self.view.action)

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def _get_error_response_examples(self) -> list[Any]:
        """Leave out error examples: they would make up half of the document."""
        return []


class Endpoints(ViewSet):
    """Endpoints of one tag. A method's name is its operation id, its docstring the description."""

    tag = ""
    prefix = ""
    authentication_classes = [TokenAuthentication, PlayerAuthentication, CookieAuthentication]
    access: Any = None

    def get_permissions(self) -> list[BasePermission]:
        may = getattr(getattr(self, self.action or "", None), "may", AllowAny)
        return [permission() for permission in (may if isinstance(may, tuple) else (may,))]


class Router(SimpleRouter):
    """Joins the prefix of the view set and the path of the endpoint, and adds nothing."""

    routes = [DynamicRoute(url="{prefix}{url_path}", name="{url_name}", detail=False, initkwargs={})]


def addresses(*viewsets: type[Endpoints]) -> list[URLPattern | URLResolver]:
    router = Router(use_regex_path=False)
    for viewset in viewsets:
        router.register(viewset.prefix, viewset, basename=viewset.__name__)
    return router.urls


def read_endpoint(
    path: str, answers: Any, *, query: Any = None, may: Permissions = PUBLIC, name: str = "", also: Any = None
) -> Callable[[Method], Method]:
    """Decorate a GET endpoint. The method takes the query, if any, and the rest of the address after event or game."""

    def decorate(method: Method) -> Method:
        @wraps(method)
        def endpoint(view: Endpoints, request: Request, **parts: Any) -> HttpResponse:
            asked = [validated(query, request.query_params)] if query else []
            return _answer(answers, method(view, *asked, **_after_access(parts)), 200)

        described = extend_schema(parameters=[query] if query else [], responses={200: answers, **(also or {})})
        found = described(_at(path, "get", name, may, endpoint))
        found.reads = answers, partial(_read_again, method, path)
        return found

    return decorate


def write_endpoint(
    path: Any,
    answers: Any,
    takes: Any = None,
    *,
    may: Permissions = Organises,
    method: str = "post",
    name: str = "",
    status: int = 200,
    also: Any = None,
) -> Callable[[Method], Method]:
    """Decorate a POST or PATCH endpoint. The method takes the validated body, if any, and the rest of the address.

    `path`: a path, or the endpoint that reads at the same address · `answers`: a serializer, or the endpoint that reads
    what is changed: its answer is sent.
    """
    shape, read = getattr(answers, "reads", (answers, None))

    def decorate(function: Method) -> Method:
        @wraps(function)
        def endpoint(view: Endpoints, request: Request, **parts: Any) -> HttpResponse:
            data = validated(takes or EmptySerializer, request.data, partial=method == "patch")
            result = function(view, *([data] if takes else []), **_after_access(parts))
            return _answer(shape, read(view, parts) if read else result, status)

        described = extend_schema(request=takes, responses={status: shape, 409: ConflictSerializer, **(also or {})})
        return described(_at(path, method, name, may, endpoint))

    return decorate


def _at(path: Any, method: Any, name: str, may: Permissions, endpoint: Any) -> Any:
    endpoint.may = may
    if not isinstance(path, str):
        return getattr(path.mapping, method)(endpoint)
    endpoint = action(detail=False, methods=[method], url_name=name or endpoint.__name__)(endpoint)
    endpoint.url_path = path
    return endpoint


def validated(takes: Any, data: Any, *, partial: bool = False) -> Any:
    """Return the data as validated by the serializer; one object counts as a list of one. Raises ValidationError."""
    if isinstance(takes, serializers.ListSerializer):
        child: Any = type(takes.child)
        serializer = child(data=data if isinstance(data, list) else [data], many=True)
    else:
        serializer = takes(data=data, partial=partial)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


def _after_access(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if name not in ("slug", "game_id")}


def _read_again(method: Method, path: str, view: Endpoints, parts: dict[str, Any]) -> Any:
    return method(view, **{name: value for name, value in _after_access(parts).items() if f":{name}>" in path})


def _answer(answers: Any, result: Any, status: int) -> HttpResponse:
    """Return responses and finished documents as they are, anything else through its serializer."""
    if isinstance(result, HttpResponse):
        return result
    if answers is OBJECT or isinstance(result, Mapping):
        return Response(result, status=status)
    serializer = answers() if isinstance(answers, type) else answers
    return Response(serializer.to_representation(result), status=status)


def get_or_404(found: _T | None) -> _T:
    if found is None:
        raise NotFound
    return found


class PageSerializer(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    offset = serializers.IntegerField(min_value=0, max_value=10_000_000, default=0)


def page(request: Request, found: "QuerySet[_M]", asked: Mapping[str, Any]) -> tuple["QuerySet[_M]", dict[str, str]]:
    """Return the requested rows, and headers that describe the whole list. Without `limit` all rows are returned."""
    limit, offset = asked.get("limit"), asked["offset"]
    if limit is None:
        return (found[offset:] if offset else found), {}
    total = found.count()
    headers = {"X-Total-Count": str(total)}
    if offset + limit < total:
        follows = replace_query_param(request.get_full_path(), "offset", offset + limit)
        headers["Link"] = f'<{follows}>; rel="next"'
    return found[offset : offset + limit], headers
