"""計番文件 The `score` document of the interface: a won hand in, its count out; JSON-like objects, no JSON text.
Every key is checked and every error names the field."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.count import count
from scoring.errors import ScoringError, missing_key, refused, too_deep, unknown_key
from scoring.hand import hand
from scoring.rules.ways_of_winning import hand_from_document
from scoring.rulesets import rule_set
from scoring.rulesets.counting import RuleSet

REQUIRED = ("rule_set", *hand.REQUIRED)
OPTIONAL = ("options", *hand.OPTIONAL)


def score_document(doc: object) -> dict[str, Any]:
    """計番 Return what a hand counts. `doc` is the hand as a dict (`Hand.to_document`) with "rule_set" and perhaps
    "options". Raises ScoringError."""
    try:
        document = check_keys(doc)
        rules = rules_of(document)
        return count(hand_from_document(document, rules), rules).to_dict()
    except RecursionError as error:
        raise too_deep() from error


def check_keys(
    doc: object, required: Sequence[str] = REQUIRED, optional: Sequence[str] = OPTIONAL
) -> Mapping[str, Any]:
    """Return the document if it is an object with these keys. Raises ScoringError bad_value, missing_key or
    unknown_key."""
    if not isinstance(doc, Mapping):
        raise ScoringError("bad_value", "文件應為一個物件", "the document must be an object")
    for key in required:
        if key not in doc:
            raise missing_key(key)
    for key in doc:
        if key not in required and key not in optional:
            raise unknown_key(key)
    return doc


def rules_of(document: Mapping[str, Any]) -> RuleSet:
    options = document.get("options", {})
    if not isinstance(options, Mapping):
        raise refused("bad_option", "options", "應為物件", "must be an object")
    return rule_set(document["rule_set"], options)
