"""計番文件 The `score` document of the interface: a won hand in, its count out; JSON-like objects, no JSON text.
Every key is checked and every error names the field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.count import count
from scoring.count.document import OPTIONAL, REQUIRED, hand_from_document
from scoring.errors import ScoringError, missing_key, refused, too_deep, unknown_key
from scoring.rulesets import get_rule_set

_KNOWN = frozenset(REQUIRED + OPTIONAL)


def score_document(doc: object) -> dict[str, Any]:
    """計番 Answer one `score` document. Raises ScoringError with a code of the interface."""
    try:
        return _counted(_object(doc))
    except RecursionError as error:
        raise too_deep() from error


def _counted(document: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(document)
    rules = get_rule_set(document["rule_set"], _options(document))
    return count(hand_from_document(document, rules), rules).to_dict()


def score_many(docs: Iterable[object], language: str = "zh-hant") -> list[dict[str, Any]]:
    """計番 Answer many documents; a wrong one gets its own `error`, the others are still answered."""
    return [_answered(doc, language) for doc in docs]


def _answered(doc: object, language: str) -> dict[str, Any]:
    try:
        return score_document(doc)
    except ScoringError as error:
        return {"error": {"code": error.code, "detail": error.detail(language)}}


def _object(doc: object) -> Mapping[str, Any]:
    if not isinstance(doc, Mapping):
        raise ScoringError("bad_value", "文件應為一個物件", "the document must be an object")
    return doc


def _options(doc: Mapping[str, Any]) -> Mapping[str, str]:
    options = doc.get("options", {})
    if not isinstance(options, Mapping):
        raise refused("bad_option", "options", "應為物件", "must be an object")
    return options


def _check_keys(doc: Mapping[str, object]) -> None:
    for key in REQUIRED:
        if key not in doc:
            raise missing_key(key)
    if not doc.keys() <= _KNOWN:
        raise unknown_key(next(key for key in doc if key not in _KNOWN))
