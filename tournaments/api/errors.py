"""Exceptions of the API as problems of one shape (tournaments/api/problems.py); and when it is 401 and when 403.

A refusal adds its extras (a conflict: what stands in the book). Documents (`score`, `replay`, …) have
`{"type", "errors", "error"}`, where `error` is what the command line says.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError, InterfaceError
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse
from drf_standardized_errors.handler import exception_handler as standard_handler
from rest_framework import exceptions, serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.proof import AskFirst, Demanded, not_for_programs
from scoring import ScoringError, error_document
from tournaments.access import SESSION_PLAYERS, Moved
from tournaments.api.problems import MANY, MEDIA_TYPE, Error, problem
from tournaments.exceptions import Refused
from tournaments.web.moved import moved


class ErrorSerializer(serializers.Serializer):
    """One thing that is wrong: a code for programs, a sentence for people, the field where there is one."""

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)


class ProblemSerializer(serializers.Serializer):
    """What is wrong with a request (RFC 9457), with each thing that is wrong."""

    type = serializers.CharField(help_text="an address that names the kind of problem")
    title = serializers.CharField()
    status = serializers.IntegerField(min_value=400, max_value=599)
    code = serializers.CharField(help_text="the kind of problem, for programs")
    detail = serializers.CharField(help_text="what to do, in the language of the request")
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]


class RefusedSerializer(ProblemSerializer):
    """A request that is understood and refused as things stand."""

    recorded = serializers.JSONField(required=False, help_text="after a conflict: what stands in the book now")


class DocumentErrorSerializer(serializers.Serializer):
    """The error of a document as the command line says it."""

    code = serializers.CharField()
    detail = serializers.CharField()


class RefusedDocumentSerializer(serializers.Serializer):
    """A document that can't be read or counted; in an array each element has its own `error` and nothing else."""

    type = serializers.CharField()
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]
    error = DocumentErrorSerializer()


REFUSED = OpenApiResponse(RefusedSerializer, description="refused as things stand, with a sentence why")
DOCUMENT_REFUSED = OpenApiResponse(RefusedDocumentSerializer, description="what is wrong with the document")
DOCUMENTS_REFUSED = OpenApiResponse(
    {"oneOf": [{"$ref": "#/components/schemas/RefusedDocument"}, {"type": "array", "items": {"type": "object"}}]},
    description="what is wrong with the document; of an array each element's answer or error",
)


def exception_handler(error: Exception, context: Any) -> HttpResponse | None:
    """An exception of a view as an answer.

    Who is refused and has not said who they are gets 401 and how to sign in: with a token it might be allowed. What
    Django itself answers with 400 (a body larger than it takes) is no failure of the server here either. An address
    that an event had before answers 308 with the one of now, whatever the method. What comes from the database is
    answered where that of pages is (config/errors.py).
    """
    if isinstance(error, DatabaseError | InterfaceError):
        return None
    if isinstance(error, ScoringError):  # a body that a parser refused before the view had its say
        return Response(document_refusal(error, get_language() or "zh-hant"), status=400)
    if isinstance(error, Moved):
        return moved(context["request"]._request, error)
    if isinstance(error, Demanded):
        sentence = _("這裡要求大會和裁判長用兩步驗證。請先在「我的帳戶」設定。")
        error = exceptions.PermissionDenied(sentence, code="second_factor_demanded")
    if isinstance(error, AskFirst):
        error = not_for_programs()
    if _is_refusal(error) and _is_nobody(context["request"]):
        error = _unknown(context)
    if isinstance(error, Refused):
        said = problem(error.status, _one(error.code, error.detail, error.field), **error.extra)
        return Response(said, status=error.status, content_type=MEDIA_TYPE)
    if isinstance(error, SuspiciousOperation):
        error = ParseError(_("這個請求看不懂。"))
    response: Response | None = standard_handler(error, context)
    if response is not None:
        code = MANY if isinstance(error, exceptions.ValidationError) else ""
        response.data = problem(response.status_code, [_named(one) for one in response.data["errors"]], code=code)
        response.content_type = MEDIA_TYPE
    return response


def document_refusal(error: ScoringError, language: str) -> Mapping[str, Any]:
    """A document's error: the list that all errors have, and the document's own `error`."""
    errors = _one(error.code, error.detail(language))
    return {"type": "client_error", "errors": errors} | error_document(error, language)


def _one(code: str, detail: str, field: str = "") -> list[Error]:
    return [{"code": code, "detail": detail, "attr": field or None}]


def _named(one: Error) -> Error:
    """With the name of the field in letters: of a row of a list that is no object it is its place, a number."""
    return one if one["attr"] is None else one | {"attr": str(one["attr"])}


def _is_refusal(error: Exception) -> bool:
    if isinstance(error, Refused):
        return error.code == "not_allowed"
    return isinstance(error, PermissionDenied | exceptions.PermissionDenied)


def _is_nobody(request: Request) -> bool:
    """Neither an account nor a player's phone, by token or by cookie (a form without its CSRF token is somebody's)."""
    if request.auth is not None or request.user.is_authenticated:
        return False
    return not (request.session.get(SESSION_KEY) or request.session.get(SESSION_PLAYERS))


def _unknown(context: Any) -> exceptions.NotAuthenticated:
    unknown = exceptions.NotAuthenticated()
    unknown.auth_header = context["view"].get_authenticate_header(context["request"])  # type: ignore[attr-defined]
    return unknown
