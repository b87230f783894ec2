from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from scoring.documents.json_text import Document, answer_text, error_document, error_text
from scoring.documents.rules import rules_document
from scoring.errors import ScoringError

LANGUAGES = ("zh-hant", "en")
"""Languages of error sentences; the first is the default."""
BAD_INPUT = 2
"""Exit status when anything was wrong."""


def answer_file(kind: str | Document, file: str, language: str) -> tuple[str, bool]:
    """Answer a file, or standard input for "-", and say whether all was well. `kind`: score, replay, or a function
    that answers another kind of document."""
    try:
        return answer_text(kind, _read(file), language)
    except OSError as error:
        return error_text(_unreadable(file, error), language), False


def answer_rules(rule_set: str, language: str) -> tuple[str, bool]:
    """The rules document of a rule set, and whether all was well."""
    try:
        return json.dumps(rules_document(rule_set), ensure_ascii=False, indent=1), True
    except ScoringError as error:
        return json.dumps(error_document(error, language), ensure_ascii=False), False


def speak_utf8() -> None:
    """Use UTF-8, as JSON does: the terminal's own encoding may lack the names of the fans."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _unreadable(file: str, error: OSError) -> ScoringError:
    why = error.strerror or str(error)
    return ScoringError("bad_value", f"讀不到檔案「{file}」：{why}", f"The file {file!r} cannot be read: {why}")
