"""命令 What `score`, `replay` and `rules` answer on a command line: the text to print, and whether all was well."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from scoring.documents.json_text import Document, answer_text, error_document, error_text
from scoring.documents.rules import rules_document
from scoring.errors import ScoringError

LANGUAGES = ("zh-hant", "en")
"""Of the sentences of errors; the first unless another is asked for."""
BAD_INPUT = 2
"""The exit status when anything was wrong."""


def answer_file(kind: str | Document, file: str, language: str) -> tuple[str, bool]:
    """The answer to a file, or to standard input for "-". `kind`: score, replay, or what answers another document."""
    try:
        return answer_text(kind, _read(file), language)
    except OSError as error:
        return error_text(_unreadable(file, error), language), False


def answer_rules(rule_set: str, language: str) -> tuple[str, bool]:
    """The rules document of a rule set."""
    try:
        return json.dumps(rules_document(rule_set), ensure_ascii=False, indent=1), True
    except ScoringError as error:
        return json.dumps(error_document(error, language), ensure_ascii=False), False


def speak_utf8() -> None:
    """JSON is UTF-8 whatever the terminal's own encoding is, which may not even have the names of the fans."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _unreadable(file: str, error: OSError) -> ScoringError:
    why = error.strerror or str(error)
    return ScoringError("bad_value", f"讀不到檔案「{file}」：{why}", f"The file {file!r} cannot be read: {why}")
