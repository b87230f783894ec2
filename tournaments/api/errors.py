"""Refusals of services and access checks in the format of drf-standardized-errors."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError, InterfaceError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_standardized_errors import handler
from rest_framework import exceptions, serializers

from accounts.step_up import SecondFactorRequired, StepUpRequired, not_for_programs
from scoring import ScoringError
from scoring.documents import error_document
from tournaments.core.access import SlugChanged
from tournaments.core.exceptions import Busy, NotAllowed, Refused


class ErrorSerializer(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.CharField(help_text="for people, in the language of the request")
    attr = serializers.CharField(allow_null=True, help_text="the field that is wrong")


class ErrorResponseSerializer(serializers.Serializer):
    type = serializers.ChoiceField(choices=["validation_error", "client_error", "server_error"])
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]


class ConflictSerializer(ErrorResponseSerializer):
    recorded = serializers.JSONField(required=False, help_text="what the game log holds now")


class DocumentErrorSerializer(ErrorResponseSerializer):
    error = serializers.DictField(required=False, help_text="of the document: `code` and `detail`")


class RefusedError(exceptions.APIException):
    """A refusal of a service, with its own status; `extra` is added beside the list of errors."""

    wait: int | None = None

    def __init__(
        self, detail: str, code: str, status: int, field: str = "", extra: dict[str, Any] | None = None
    ) -> None:
        super().__init__({field: [detail]} if field else detail, code)
        self.status_code = status
        self.extra = extra or {}


class ExceptionHandler(handler.ExceptionHandler):
    context: Any

    def run(self) -> Any:
        if isinstance(self.exc, SlugChanged):
            return self.exc.redirect(self.context["request"]._request)
        return super().run()

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, SecondFactorRequired):
            sentence = _("這裡要求大會和裁判長用兩步驗證。請先在「我的帳戶」設定。")
            return exceptions.PermissionDenied(sentence, code="second_factor_demanded")
        if isinstance(exc, StepUpRequired):
            return not_for_programs()
        if isinstance(exc, PermissionDenied | NotAllowed) and not self.context["request"].successful_authenticator:
            error = exceptions.NotAuthenticated()
            error.auth_header = self.context["view"].get_authenticate_header(self.context["request"])  # type: ignore[attr-defined]
            return error
        if isinstance(exc, Refused):
            if exc.field and exc.status == 400:
                return exceptions.ValidationError({exc.field: [exceptions.ErrorDetail(exc.detail, exc.code)]})
            refused = RefusedError(exc.detail, exc.code, exc.status, exc.field, exc.extra)
            if isinstance(exc, Busy):
                refused.wait = exc.wait  # DRF sends it as Retry-After
            return refused
        if isinstance(exc, ScoringError):
            return document_error(exc, 400)
        if isinstance(exc, SuspiciousOperation):
            return exceptions.ParseError(_("這個請求看不懂。"))
        converted: Exception = super().convert_known_exceptions(exc)
        return converted

    def should_not_handle(self, exc: Exception) -> bool:
        """Leave database trouble to the middleware that answers 503."""
        return isinstance(exc, DatabaseError | InterfaceError) or super().should_not_handle(exc)

    def report_exception(self, exc: exceptions.APIException, response: Any) -> None:
        if not isinstance(exc, RefusedError):  # a busy server is not an error to investigate
            super().report_exception(exc, response)

    def format_exception(self, exc: exceptions.APIException) -> dict[str, Any]:
        if isinstance(exc.detail, dict):  # errors in a list use row numbers as keys
            exc.detail = {str(key): detail for key, detail in exc.detail.items()}
        return super().format_exception(exc) | getattr(exc, "extra", {})


def document_error(error: ScoringError, status: int) -> RefusedError:
    """Return the error of a document; the body also contains `error` in the format of the commands."""
    language = get_language() or "zh-hant"
    return RefusedError(error.detail(language), error.code, status, extra=error_document(error, language))
