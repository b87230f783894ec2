"""`score`, `replay` and `rules` over HTTP: public, no account, the documents of the interface."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import ScoringError
from scoring.rules_document import rules_document
from scoring.rulesets import RULE_SETS
from tournaments.api.base import OpenView
from tournaments.documents import answer_documents, error_document

_ERROR = OpenApiResponse(OpenApiTypes.OBJECT, description='`{"error": {"code", "detail"}}`; in an array, per element')


class DocumentView(OpenView):
    """One document in, one out; an array in, an array out."""

    kind = ""

    def answer(self, request: Request) -> Response:
        answer, fine = answer_documents(self.kind, request.data, get_language() or "zh-hant")
        return Response(answer, status=200 if fine else 400)


class ScoreView(DocumentView):
    """計番: count one winning hand, or an array of them."""

    kind = "score"

    @extend_schema(
        operation_id="score",
        tags=["documents"],
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT, 400: _ERROR},
    )
    def post(self, request: Request) -> Response:
        return self.answer(request)


class ReplayView(DocumentView):
    """重算: the whole book of one game, or of an array of them."""

    kind = "replay"

    @extend_schema(
        operation_id="replay",
        tags=["documents"],
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT, 400: _ERROR},
    )
    def post(self, request: Request) -> Response:
        return self.answer(request)


class RuleSetsView(OpenView):
    """規則: the ids of the rule sets that this installation knows."""

    @extend_schema(operation_id="rule_sets", tags=["documents"], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        return Response({"rule_sets": list(RULE_SETS)})


class RuleSetView(OpenView):
    """規則: fans, offences, readings and settings of one rule set."""

    @extend_schema(operation_id="rule_set", tags=["documents"], responses={200: OpenApiTypes.OBJECT, 404: _ERROR})
    def get(self, request: Request, rule_set: str) -> Response | HttpResponse:
        try:
            document: dict[str, Any] = rules_document(rule_set)
        except ScoringError as error:
            return Response(error_document(error, get_language() or "zh-hant"), status=404)
        return Response(document)
