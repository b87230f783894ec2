"""A refusal of the services as an answer of the API, in the one error format of `drf_standardized_errors`."""

from typing import Any

from drf_standardized_errors.handler import exception_handler as standard_handler
from rest_framework.response import Response

from tournaments.exceptions import Refused


def exception_handler(error: Exception, context: Any) -> Response | None:
    """`Refused` keeps its code, its field and its extras (a conflict: what stands in the book)."""
    if isinstance(error, Refused):
        return Response(
            {
                "type": "client_error",
                "errors": [{"code": error.code, "detail": error.detail, "attr": error.field or None}],
                **error.extra,
            },
            status=error.status,
        )
    return standard_handler(error, context)
