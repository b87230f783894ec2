"""`slow_replay`: a game of any rule set kept the slow way (interface: replay)."""

from typing import Any

from tests.oracle.book import Book
from tests.oracle.hk_book import ClassicBook, LeagueBook, MastersBook
from tests.oracle.taiwan.book import ClubBook, SixteenBook
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
REQUIRED = ("rule_set", "players", "events")
BOOKS: dict[str, type[Book]] = {
    book.RULE_SET: book for book in (LeagueBook, MastersBook, ClassicBook, ClubBook, SixteenBook)
}


def check_game(doc: Doc) -> None:
    """Raise Wrong with every code that would be right."""
    codes = {"unknown_key" for key in doc if key not in (*REQUIRED, "options", "settings", "standing")}
    codes |= {"missing_key" for key in REQUIRED if key not in doc}
    if "rule_set" in doc and (not isinstance(doc["rule_set"], str) or doc["rule_set"] not in BOOKS):
        raise Wrong("unknown_rule_set", "bad_value", *codes)
    book = BOOKS.get(doc.get("rule_set", ""), Book)
    options, settings = doc.get("options", {}), doc.get("settings", {})
    if not isinstance(options, dict) or any(options[key] not in book.OPTIONS.get(key, ()) for key in options):
        codes.add("bad_option")
    if not isinstance(settings, dict) or any(
        key not in book.SETTINGS or not book.SETTINGS[key][1](settings[key]) for key in settings
    ):
        codes.add("bad_setting")
    players = doc.get("players")
    if not isinstance(players, list) or len(players) != 4 or not all(isinstance(name, str) for name in players):
        codes |= {"bad_event", "bad_value"}
    if not isinstance(doc.get("events", []), list):
        codes |= {"bad_event", "bad_value"}
    if codes:
        raise Wrong(*codes)


def opened(doc: Doc) -> Book:
    """Return the book before its first event, with what earlier games left."""
    book = BOOKS[doc["rule_set"]](doc.get("options", {}), doc.get("settings", {}))
    book.inherit(doc.get("standing", {}))
    return book


def slow_replay(doc: Doc) -> Doc:
    """Return the whole book, or `{"error": {"codes": …, "index": …}}` with every code that would be right."""
    index = None
    try:
        check_game(doc)
        book = opened(doc)
        for index, event in enumerate(doc["events"]):  # noqa: B007
            book.play(event)
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "index": index, "detail": wrong.why}}
    return book.written()
