"""A refusal of the services as an answer of the API, in the one error format of `drf_standardized_errors`."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.utils.translation import gettext_lazy as _
from drf_standardized_errors.handler import exception_handler as standard_handler
from rest_framework.exceptions import ParseError
from rest_framework.response import Response

from tournaments.exceptions import Refused


def exception_handler(error: Exception, context: Any) -> Response | None:
    """`Refused` keeps its code, its field and its extras (a conflict: what stands in the book).

    What Django itself answers with 400 (a body larger than it takes) is no failure of the server here either.
    """
    if isinstance(error, Refused):
        return Response(
            {
                "type": "client_error",
                "errors": [{"code": error.code, "detail": error.detail, "attr": error.field or None}],
                **error.extra,
            },
            status=error.status,
        )
    if isinstance(error, SuspiciousOperation):
        error = ParseError(_("這個請求看不懂。"))
    return standard_handler(error, context)
