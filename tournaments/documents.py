"""The scriptable face: JSON in, JSON out, one document or an array of them. Shared by the commands and the API.

Knows the scoring package and JSON, not HTTP and not the command line.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.replay_document import replay_document
from scoring.score_document import score_document

Document = Callable[[Any], dict[str, Any]]

FUNCTIONS: Mapping[str, Document] = {"score": score_document, "replay": replay_document}


def answer_text(kind: str, source: str, language: str) -> tuple[str, bool]:
    """JSON text in, JSON text out, and whether every document was fine."""
    try:
        given = json.loads(source)
    except ValueError as error:
        return _dump(error_document(_not_json(error), language)), False
    answer, fine = answer_documents(kind, given, language)
    return _dump(answer), fine


def answer_documents(kind: str, given: Any, language: str) -> tuple[Any, bool]:
    """One document, or an array of which each element is answered by itself; and whether all were fine."""
    function = FUNCTIONS[kind]
    if not isinstance(given, list):
        return _answer(function, given, language)
    answers = [_answer(function, document, language) for document in given]
    return [answer for answer, _fine in answers], all(fine for _answer, fine in answers)


def _answer(function: Document, document: Any, language: str) -> tuple[dict[str, Any], bool]:
    try:
        return function(document), True
    except ScoringError as error:
        return error_document(error, language), False


def error_document(error: ScoringError, language: str) -> dict[str, Any]:
    """`{"error": {"code", "detail"}}` with the sentence in the reader's language."""
    return {"error": {"code": error.code, "detail": error.detail(language)}}


def _not_json(error: ValueError) -> ScoringError:
    return ScoringError("bad_value", f"輸入不是 JSON：{error}", f"The input is not JSON: {error}")


def _dump(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",\n ".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, indent=1)
