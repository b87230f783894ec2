"""Documents as JSON text, one or an array of them: from a request, or from a file on the command line."""

import io
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from scoring.documents.replay import replay_document
from scoring.documents.rules import rules_document
from scoring.documents.score import score_document
from scoring.errors import ScoringError

AnswerFunction = Callable[[Any], dict[str, Any]]

FUNCTIONS: Mapping[str, AnswerFunction] = {"score": score_document, "replay": replay_document}
_MOST_DIGITS = 60
LANGUAGES = ("zh-hant", "en")
"""Languages of error sentences; the first is the default."""
BAD_INPUT = 2
"""Exit status when anything was wrong."""


def answer_documents(
    kind: str | AnswerFunction, given: Any, language: str, *, most_events: int | None = None
) -> tuple[Any, bool]:
    """Answer one document or each of a list. Return the answer or the list of answers, and whether there was no error.
    A document with an error is answered with `error_document`; the others are not affected.

    kind: "score" for hands, "replay" for games, or a function that answers one document
    language: of the error sentences, "zh-hant" or "en"
    most_events: refuse games with more events than this; None for no limit
    """
    if not isinstance(given, list):
        return _answer(kind, given, language, most_events)
    answers = [_answer(kind, document, language, most_events) for document in given]
    return [answer for answer, _fine in answers], all(fine for _answer, fine in answers)


def _answer(
    kind: str | AnswerFunction, document: Any, language: str, most_events: int | None
) -> tuple[dict[str, Any], bool]:
    try:
        return answer_one(kind, document, most_events=most_events), True
    except ScoringError as error:
        return error_document(error, language), False


def answer_one(kind: str | AnswerFunction, document: Any, *, most_events: int | None = None) -> dict[str, Any]:
    """Answer one document. Raises ScoringError if it is wrong.

    kind: "score" for a hand, "replay" for a game, or a function that answers one document
    most_events: refuse a game with more events than this; None for no limit
    """
    if isinstance(document, _Duplicate):
        key = document["key"]
        raise ScoringError("bad_value", f"「{key}」在同一個物件內出現了兩次", f"{key!r} appears twice in one object")
    events = document.get("events") if isinstance(document, Mapping) else None
    if most_events is not None and isinstance(events, list) and len(events) > most_events:
        raise ScoringError("bad_value", f"events 多於 {most_events} 項", f"there are more than {most_events} events")
    return (FUNCTIONS[kind] if isinstance(kind, str) else kind)(document)


def read_json(source: bytes) -> Any:
    """Return the value of a JSON text, with or without a byte order mark. Raises ScoringError bad_value if it is not
    JSON."""
    try:
        return _loaded(source)
    except RecursionError as error:
        raise ScoringError(
            "bad_value", "輸入不是文件：層數太多", "The input is not a document: it is nested too deeply"
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
    """Return the answer to a document that is refused: `{"error": {"code": …, "detail": …}}`, with the reason as one
    sentence in this language."""
    return {"error": {"code": error.code, "detail": error.detail(language)}}


def _dump(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",\n ".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, indent=1)


def answer_file(kind: str | AnswerFunction, file: str, language: str) -> tuple[str, bool]:
    """Answer the documents in a JSON file, "-" for standard input. Return the answer as JSON text, and whether there
    was no error.

    kind: "score" for hands, "replay" for games, or a function that answers one document
    language: of the error sentences, "zh-hant" or "en"
    """
    try:
        answer, fine = answer_documents(kind, read_json(_read(file)), language)
    except ScoringError as error:
        answer, fine = error_document(error, language), False
    return _dump(answer), fine


def convert_file(file: str, language: str) -> tuple[str, bool]:
    """Turn a game in a file from a document into text or back. Return that, and whether there was no error."""
    from scoring.notation import read_game, write_game  # only this command needs it

    try:
        source = _read(file)
        if not source.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return _dump(read_game(source.decode("utf-8-sig"))), True
        document = read_json(source)
        answer_one("replay", document)
        return write_game(document).removesuffix("\n"), True
    except UnicodeDecodeError as error:
        refused = ScoringError("bad_value", f"輸入不是 UTF-8：{error}", f"The input is not UTF-8: {error}")
    except ScoringError as error:
        refused = error
    return _dump(error_document(refused, language)), False


def answer_rules(rule_set: str, language: str) -> tuple[str, bool]:
    """Return a rule set (`rules_document`) as JSON text, and whether there was no error. `rule_set` is its id."""
    try:
        return json.dumps(rules_document(rule_set), ensure_ascii=False, indent=1), True
    except ScoringError as error:
        return json.dumps(error_document(error, language), ensure_ascii=False), False


def speak_utf8() -> None:
    """Make standard output UTF-8, because a terminal's own encoding may lack the characters of fan names."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _read(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        with open(file, "rb") as given:  # pathlib takes as long to import as all of this module
            return given.read()
    except OSError as error:
        why = error.strerror or str(error)
        raise ScoringError(
            "bad_value", f"讀不到檔案「{file}」：{why}", f"The file {file!r} cannot be read: {why}"
        ) from error
