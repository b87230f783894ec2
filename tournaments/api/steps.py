"""What the writing methods of the API have in common: access first, then the body by its shape, one service, an answer.

Who may not do a thing learns nothing of it: what is wrong with the body is said after the rights were looked at.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

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


def checked(shape: Shape, request: Request) -> dict[str, Any]:
    """The request's data, validated by its shape. Raises ValidationError that names the field."""
    serializer = shape(data=request.data) if isinstance(shape, type) else type(shape)(data=request.data, partial=True)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


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
