"""文件 Count hands and replay games that are given as documents, and describe rule sets.

A document is a JSON object, in Python a dict: a hand for the kind "score", a whole game for the kind "replay".
"""

from scoring.documents.json_text import (
    BAD_INPUT,
    LANGUAGES,
    answer_documents,
    answer_file,
    answer_one,
    answer_rules,
    error_document,
    read_json,
    speak_utf8,
)
from scoring.documents.replay import book_of, numbered_from_the_dealer, replay_document
from scoring.documents.rules import rules_document
from scoring.documents.score import score_document
from scoring.rules.ways_of_winning import hand_from_document

# fmt: off
__all__ = [
    "BAD_INPUT", "LANGUAGES", "answer_documents", "answer_file", "answer_one", "answer_rules", "book_of",
    "error_document", "hand_from_document", "numbered_from_the_dealer", "read_json", "replay_document",
    "rules_document", "score_document", "speak_utf8",
]
# fmt: on
