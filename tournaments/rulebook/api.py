"""`score`, `replay`, `draw` and `rules` over HTTP: public, the documents of docs/interface.md."""

from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from typing import IO, Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import ScoringError
from scoring.documents import answer_documents, answer_one, read_json, rules_document
from scoring.rulebook import RULE_SETS
from tournaments.api.base import OBJECT, Endpoints
from tournaments.api.errors import DocumentErrorSerializer, document_error
from tournaments.rounds.seating.document import canonical_input
from tournaments.rounds.services.event_draws import drawn

MEGABYTE = 1024**2
MAX_BYTES: Mapping[str, int] = {"score": 4 * MEGABYTE, "replay": 4 * MEGABYTE, "draw": MEGABYTE}
"""Limit of one request. A game takes more work than its length suggests, so its limit is lower."""
MAX_DOCUMENTS = 2_000
MAX_EVENTS = 2000
"""Limit of one game in a request; a long one has some two hundred."""
MAX_SEATS = 12_000
"""Limit of the draws of one request: players times rounds, added up."""
MIN_SEATS = 600
"""The least a draw counts for: a small one may take as long to arrange as a larger one."""

TURNS = {kind: BoundedSemaphore() for kind in MAX_BYTES}
"""One request of a kind at a time: counting takes processor time that a recorded hand may need."""
PATIENCE = 2
"""Seconds that a request waits for its turn."""

ONE_OR_MORE = {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}
REFUSED = {"oneOf": [{"$ref": "#/components/schemas/DocumentError"}, {"type": "array", "items": {"type": "object"}}]}
"""For an array: the answer or error of each document."""


class DocumentParser(BaseParser):
    """Passes the bytes on as sent: JSON is read by the same reader as on the command line."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Mapping[str, bytes]:
        limit = MAX_BYTES[(parser_context or {})["view"].action]
        source = stream.read(limit + 1)
        if len(source) > limit:
            limit //= MEGABYTE
            raise ScoringError("bad_value", f"輸入多於 {limit} MB", f"The input is larger than {limit} MB")
        return {"source": source}


def _document(method: Callable[..., Any]) -> Callable[..., Any]:
    responses = {200: ONE_OR_MORE, 400: REFUSED}
    return extend_schema(request={"application/json": ONE_OR_MORE}, responses=responses)(method)


class DocumentEndpoints(Endpoints):
    tag = "documents"
    parser_classes = [DocumentParser]
    throttle_scope = "documents"

    @_document
    def score(self, request: Request) -> Response:
        """計番: count one winning hand, or an array of them."""
        return self._answer("score")

    @_document
    def replay(self, request: Request) -> Response:
        """重算: replay one game, or an array of them, to its whole game log."""
        return self._answer("replay")

    @_document
    def draw(self, request: Request) -> Response:
        """抽籤: draw the seats of all rounds of an event, or of an array of them."""
        return self._answer(_bounded_draw())

    def _answer(self, kind: str | Callable[[Any], dict[str, Any]]) -> Response:
        turn = TURNS[self.action]
        if not turn.acquire(timeout=PATIENCE):
            raise Throttled(wait=PATIENCE)
        try:
            sent: Any = self.request.data
            given = read_json(sent.get("source", b""))  # without a body no parser is called
            if not isinstance(given, list):
                return Response(answer_one(kind, given, most_events=MAX_EVENTS))
            if len(given) > MAX_DOCUMENTS:
                raise ScoringError(
                    "bad_value",
                    f"一次請求多於 {MAX_DOCUMENTS} 份文件",
                    f"Over {MAX_DOCUMENTS} documents in one request",
                )
            answer, fine = answer_documents(kind, given, get_language() or "zh-hant", most_events=MAX_EVENTS)
            return Response(answer, status=200 if fine else 400)
        finally:
            turn.release()


class RuleSetEndpoints(Endpoints):
    tag = "documents"

    @extend_schema(responses=OBJECT)
    def rule_sets(self, request: Request) -> Response:
        """規則: list the ids of this installation's rule sets."""
        return Response({"rule_sets": list(RULE_SETS)})

    @extend_schema(responses={200: OBJECT, 404: DocumentErrorSerializer})
    def rule_set(self, request: Request, rule_set: str) -> Response:
        """規則: return fans, offences, readings and settings of one rule set."""
        try:
            return Response(rules_document(rule_set))
        except ScoringError as error:
            raise document_error(error, 404) from error


def _bounded_draw() -> Callable[[Any], dict[str, Any]]:
    left = MAX_SEATS

    def draw(document: Any) -> dict[str, Any]:
        nonlocal left
        asked = canonical_input(document)
        left -= max(MIN_SEATS, len(asked["players"]) * asked["rounds"])
        if left < 0:
            raise ScoringError(
                "bad_value",
                f"players × rounds：一次請求合共多於 {MAX_SEATS}（每次抽籤最少算 {MIN_SEATS}）",
                f"players × rounds: over {MAX_SEATS} in one request (a draw counts for {MIN_SEATS} or more)",
            )
        return drawn(asked)

    return draw
