"""Documents as JSON text, one or an array of them, apart from HTTP and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from scoring.count.document import score_document
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError

Document = Callable[[Any], dict[str, Any]]

FUNCTIONS: Mapping[str, Document] = {"score": score_document, "replay": replay_document}
_MOST_DIGITS = 60


def answer_text(kind: str | Document, source: bytes, language: str) -> tuple[str, bool]:
    try:
        given = read_json(source)
    except ScoringError as error:
        return error_text(error, language), False
    answer, fine = answer_documents(kind, given, language)
    return _dump(answer), fine


def answer_documents(
    kind: str | Document, given: Any, language: str, *, most_events: int | None = None
) -> tuple[Any, bool]:
    """Answer one document, or each element of an array by itself, and say whether all were fine. `kind`: score,
    replay, or a function that answers another kind of document · `most_events`: of one game; None for any number."""
    if not isinstance(given, list):
        return _answer(kind, given, language, most_events)
    answers = [_answer(kind, document, language, most_events) for document in given]
    return [answer for answer, _fine in answers], all(fine for _answer, fine in answers)


def _answer(kind: str | Document, document: Any, language: str, most_events: int | None) -> tuple[dict[str, Any], bool]:
    try:
        return answer_one(kind, document, most_events=most_events), True
    except ScoringError as error:
        return error_document(error, language), False


def answer_one(kind: str | Document, document: Any, *, most_events: int | None = None) -> dict[str, Any]:
    if isinstance(document, _Duplicate):
        key = document["key"]
        raise ScoringError("bad_value", f"「{key}」在同一個物件內出現了兩次", f"{key!r} stands twice in one object")
    if most_events is not None:
        _refuse_endless(document, most_events)
    return (FUNCTIONS[kind] if isinstance(kind, str) else kind)(document)


def _refuse_endless(document: Any, most_events: int) -> None:
    events = document.get("events") if isinstance(document, Mapping) else None
    if isinstance(events, list) and len(events) > most_events:
        raise ScoringError(
            "bad_value", f"events 多於 {most_events} 項", f"events holds more than {most_events} of them"
        )


def read_json(source: bytes) -> Any:
    """Read the JSON of a file or a request, with or without a byte order mark. Raises ScoringError (bad_value)."""
    try:
        return _loaded(source)
    except RecursionError as error:
        raise ScoringError(
            "bad_value", "輸入不是文件：層數太多", "The input is no document: it is nested too deeply"
        ) from error
    except ValueError as error:
        raise ScoringError("bad_value", f"輸入不是 JSON：{error}", f"The input is not JSON: {error}") from error


class _Duplicate(dict[str, str]):
    """Replaces an object that has `key` twice: which value was meant is unclear."""


def _loaded(source: bytes) -> Any:
    duplicates: list[_Duplicate] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        names = [name for name, _value in pairs]
        duplicates.append(_Duplicate(key=next(name for name in names if names.count(name) > 1)))
        return duplicates[-1]

    try:
        given = json.loads(source, object_pairs_hook=unique)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # a number with more digits than Python reads: its own document is wrong, not the whole array
        given = json.loads(source, object_pairs_hook=unique, parse_int=_whole)
    if not duplicates:
        return given
    return [_duplicate_in(one) or one for one in given] if isinstance(given, list) else _duplicate_in(given)


def _duplicate_in(value: Any) -> _Duplicate | None:
    if isinstance(value, _Duplicate):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(_duplicate_in, inner)), None)


def _whole(digits: str) -> float:
    """Read a number too long for an integer as a float, which no field takes."""
    return int(digits) if len(digits) <= _MOST_DIGITS else float("inf")


def error_document(error: ScoringError, language: str) -> dict[str, Any]:
    """`{"error": {"code", "detail"}}` with the sentence in the reader's language."""
    return {"error": {"code": error.code, "detail": error.detail(language)}}


def error_text(error: ScoringError, language: str) -> str:
    return _dump(error_document(error, language))


def _dump(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",\n ".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, indent=1)
