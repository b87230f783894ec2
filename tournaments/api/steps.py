"""What the writing methods of the API have in common: access first, then the body by its shape, one service, an answer.

Who may not do a thing learns nothing of it: what is wrong with the body is said after the rights were looked at.
"""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from tournaments.access import EventAccess, GameAccess, organiser_access, writing_access
from tournaments.api import serializers as shapes
from tournaments.api.errors import REFUSED

_T = TypeVar("_T")

Method = Callable[..., Any]
Shape = type[Serializer[Any]] | Serializer[Any]
"""The shape of a body; an instance where it is taken in part."""
Answers = type[BaseSerializer[Any]] | BaseSerializer[Any]


def there(found: _T | None) -> _T:
    """What was looked for. Raises NotFound where it is not there."""
    if found is None:
        raise NotFound
    return found


def checked(shape: Shape, request: Request, saving: type[Serializer[Any]] | None = None) -> dict[str, Any]:
    """The request's data, validated by its shape. Raises ValidationError that names the field.

    `saving`: of a preview the shape of the call that it previews, whose other keys may stand in the same body.
    """
    serializer = shape(data=request.data) if isinstance(shape, type) else type(shape)(data=request.data, partial=True)
    return dict(valid(serializer, saving().fields if saving else ()))


def valid(serializer: BaseSerializer[Any], known: Collection[str] = ()) -> Any:
    """What a serializer makes of its data. Raises ValidationError that names the field, or a key that is none and is
    not `known` either."""
    unknown = _unknown_keys(serializer, serializer.initial_data)
    if isinstance(unknown, dict):
        unknown = {key: found for key, found in unknown.items() if key not in known}
    if unknown:
        raise ValidationError(unknown)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


def _unknown_keys(field: Any, data: Any) -> Any:
    """Keys that the shape does not have, as the framework tells of errors; empty where there are none."""
    if isinstance(field, ListSerializer) and isinstance(data, list):
        found = [_unknown_keys(field.child, one) for one in data]
        return found if any(found) else {}
    if not isinstance(field, Serializer) or not isinstance(data, dict):
        return {}
    errors: dict[str, Any] = {
        key: [ErrorDetail(_("沒有「%(key)s」這一項。") % {"key": key[:60]}, code="unknown_key")]
        for key in data
        if key not in field.fields
    }
    inside = {name: _unknown_keys(one, data[name]) for name, one in field.fields.items() if name in data}
    return errors | {name: found for name, found in inside.items() if found}


def step(
    operation_id: str,
    *,
    tag: str,
    access: Callable[[Request, Any], EventAccess],
    answers: Any,
    takes: Shape | None = None,
    status: int = 200,
) -> Callable[[Method], Method]:
    """A writing method as one step of whoever `access` lets in.

    The method is given that access, what was said (by `takes`) and what else stands in the address, and gives what is
    answered. The first part of the address names the event or the game, which `access` is asked for.
    """

    def of(take: Method) -> Method:
        @extend_schema(operation_id=operation_id, tags=[tag], request=takes, responses={status: answers, 409: REFUSED})
        @wraps(take)
        def method(view: Any, request: Request, **where: Any) -> Response:
            key = where.pop("slug" if "slug" in where else "game_id")
            by = access(request, key)
            said = checked(takes, request) if takes else {}
            return Response(take(view, by, said, **where), status=status)

        return method

    return of


def organises(operation_id: str, *, tag: str, answers: Any, **more: Any) -> Callable[[Method], Method]:
    """A step of the event's organisers."""
    return step(operation_id, tag=tag, access=organiser_access, answers=answers, **more)


def writes(operation_id: str, *, tag: str, takes: Shape, answers: Any = shapes.AnswerSerializer) -> Any:
    """A step in the book of a game, by who writes at its table: the method is given game, actor and time as the
    services take them, with what was said."""

    def of(take: Method) -> Method:
        @wraps(take)
        def written(view: Any, by: GameAccess, said: dict[str, Any], **where: Any) -> Any:
            return take(view, game_id=by.game.pk, actor=by.actor, now=timezone.now(), **where, **said)

        return step(operation_id, tag=tag, access=writing_access, answers=answers, takes=takes)(written)

    return of
