"""`score`, `replay`, `draw` and `rules` over HTTP: public, no account, the documents of the interface."""

from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from typing import IO, Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import ScoringError, answer_documents, answer_one, read_json, rules_document
from scoring.rulesets import RULE_SETS
from tournaments.api.base import OpenView
from tournaments.api.bounds import LEAST_SEATS, MEGABYTE, MOST_BYTES, MOST_DOCUMENTS, MOST_EVENTS, MOST_SEATS
from tournaments.api.errors import DOCUMENT_REFUSED, DOCUMENTS_REFUSED, document_refusal
from tournaments.seating.document import canonical_input
from tournaments.web.draws import drawn

PATIENCE = 2
"""Seconds that a request waits for its turn."""
ONE_OR_MORE = {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}


class DocumentParser(BaseParser):
    """The bytes as they were sent: what is JSON and what is not is said in the words of the command line.

    Two thousand hands are more than Django takes for a form, so that documents have limits of their own.
    """

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Mapping[str, bytes]:
        most = MOST_BYTES[(parser_context or {})["view"].kind]
        source = stream.read(most + 1)
        if len(source) > most:
            most //= MEGABYTE
            raise ScoringError("bad_value", f"輸入多於 {most} MB", f"The input is larger than {most} MB")
        return {"source": source}


class DocumentView(OpenView):
    """One document in, one out; an array in, an array out."""

    kind = ""
    turn: BoundedSemaphore
    """One request of a kind at a time: counting takes processor time that a recorded hand may need."""
    parser_classes = [DocumentParser]
    throttle_scope = "documents"

    def answers(self) -> str | Callable[[Any], dict[str, Any]]:
        """What answers the documents of one request."""
        return self.kind

    def answer(self, request: Request) -> Response:
        if not self.turn.acquire(timeout=PATIENCE):
            raise Throttled(wait=PATIENCE)
        try:
            return self._answer(request)
        finally:
            self.turn.release()

    def _answer(self, request: Request) -> Response:
        language = get_language() or "zh-hant"
        try:
            sent: Any = request.data
            given = read_json(sent.get("source", b""))  # without a body no parser is asked
        except ScoringError as error:
            return Response(document_refusal(error, language), status=400)
        if not isinstance(given, list):
            return self._one(given, language)
        if len(given) > MOST_DOCUMENTS:
            raise ScoringError(
                "bad_value",
                f"一次請求多於 {MOST_DOCUMENTS} 份文件",
                f"Over {MOST_DOCUMENTS} documents in one request",
            )
        answer, fine = answer_documents(self.answers(), given, language, most_events=MOST_EVENTS)
        return Response(answer, status=200 if fine else 400)

    def _one(self, given: Any, language: str) -> Response:
        try:
            return Response(answer_one(self.answers(), given, most_events=MOST_EVENTS))
        except ScoringError as error:
            return Response(document_refusal(error, language), status=400)


class ScoreView(DocumentView):
    """計番: count one winning hand, or an array of them."""

    kind = "score"
    turn = BoundedSemaphore()

    @extend_schema(
        operation_id="score",
        tags=["documents"],
        request={"application/json": ONE_OR_MORE},
        responses={200: ONE_OR_MORE, 400: DOCUMENTS_REFUSED},
    )
    def post(self, request: Request) -> Response:
        return self.answer(request)


class ReplayView(DocumentView):
    """重算: the whole book of one game, or of an array of them."""

    kind = "replay"
    turn = BoundedSemaphore()

    @extend_schema(
        operation_id="replay",
        tags=["documents"],
        request={"application/json": ONE_OR_MORE},
        responses={200: ONE_OR_MORE, 400: DOCUMENTS_REFUSED},
    )
    def post(self, request: Request) -> Response:
        return self.answer(request)


class DrawView(DocumentView):
    """抽籤: the seats of all rounds of an event, or of an array of them."""

    kind = "draw"
    turn = BoundedSemaphore()

    def answers(self) -> Callable[[Any], dict[str, Any]]:
        left = MOST_SEATS

        def draw(document: Any) -> dict[str, Any]:
            nonlocal left
            asked = canonical_input(document)
            left -= max(LEAST_SEATS, len(asked["players"]) * asked["rounds"])
            if left < 0:
                raise ScoringError(
                    "bad_value",
                    f"players × rounds：一次請求合共多於 {MOST_SEATS}（每次抽籤最少算 {LEAST_SEATS}）",
                    f"players × rounds: over {MOST_SEATS} in one request (a draw counts for {LEAST_SEATS} or more)",
                )
            return drawn(asked)

        return draw

    @extend_schema(
        operation_id="draw",
        tags=["documents"],
        request={"application/json": ONE_OR_MORE},
        responses={200: ONE_OR_MORE, 400: DOCUMENTS_REFUSED},
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

    @extend_schema(
        operation_id="rule_set", tags=["documents"], responses={200: OpenApiTypes.OBJECT, 404: DOCUMENT_REFUSED}
    )
    def get(self, request: Request, rule_set: str) -> Response | HttpResponse:
        try:
            document: dict[str, Any] = rules_document(rule_set)
        except ScoringError as error:
            return Response(document_refusal(error, get_language() or "zh-hant"), status=404)
        return Response(document)
