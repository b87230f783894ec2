"""Long lists in pages, and only what is asked for.

Without `limit` a list comes whole, as it did before there were pages. With it the body is as long as asked for, and
the headers tell the rest: `X-Total-Count`, and `Link` with `rel="next"` as long as more follow.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

MOST = 1000
"""Rows of one page."""

_M = TypeVar("_M", bound=Model)


class PageSerializer(serializers.Serializer):
    """Which part of a list."""

    limit = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    offset = serializers.IntegerField(min_value=0, max_value=10_000_000, default=0)


class PlayersAskedSerializer(PageSerializer):
    """Which players."""

    number = serializers.IntegerField(min_value=0, max_value=2_000_000_000, required=False)
    club = serializers.CharField(max_length=100, required=False)


class GamesAskedSerializer(PageSerializer):
    """Which games."""

    round = serializers.IntegerField(min_value=0, max_value=32_000, required=False)
    table = serializers.IntegerField(min_value=0, max_value=32_000, required=False)
    player = serializers.IntegerField(
        min_value=0, max_value=2_000_000_000, required=False, help_text="a player's number: the games in which they sat"
    )


def asked(shape: type[PageSerializer], request: Request) -> dict[str, Any]:
    """What the address asks for. Raises ValidationError that names the word."""
    serializer = shape(data=request.query_params)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def page(request: Request, found: "QuerySet[_M]", what: Mapping[str, Any]) -> tuple["QuerySet[_M]", dict[str, str]]:
    """The part of `found` that was asked for, and the headers that tell of the rest."""
    limit, offset = what.get("limit"), what["offset"]
    if limit is None:
        return (found[offset:] if offset else found), {}
    total = found.count()
    headers = {"X-Total-Count": str(total)}
    if offset + limit < total:
        follows = replace_query_param(request.get_full_path(), "offset", offset + limit)
        headers["Link"] = f'<{follows}>; rel="next"'
    return found[offset : offset + limit], headers
