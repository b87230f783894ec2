"""牌譜 A won hand as one line, and back: `567p11s [777z] {1111z} 1f6f +8p S/E discard declared_ready`.

The line says what a `score` document says, in the document's own words; rule set and options are not part of a hand.
What the document leaves out is left out of the line, so that a hand of a game needs neither winds nor source.
"""

import re
from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError, refused
from scoring.hand.melds import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from scoring.hand.tiles import read_tiles

_TILES = r"(?:[1-9]+[mpszf])+"
_TOKENS = re.compile(
    rf"(?P<concealed>{_TILES})|\[(?P<meld>{_TILES})(?P<added>\+?)\]|\{{(?P<kong>{_TILES})\}}|\+(?P<winning_tile>[1-9][mpszf])"
    r"|(?P<seat_wind>[ESWN])/(?P<round_wind>[ESWN])|(?P<source>self-draw|discard)|(?P<dealer>(?:not-)?dealer)"
    r"|(?P<key>replacements|discards|visible|winners|robbed_in_a_row)=(?P<value>[a-z0-9,]+)|(?P<word>[a-z]+(?:_[a-z]+)+)"
)
_NUMBERS = ("discards", "winners", "robbed_in_a_row")


def write_hand(document: Mapping[str, Any]) -> str:
    """Return the line of a `score` document, or of the `hand` in an event."""
    line = [document.get("concealed", "")]
    line += [_written(meld["kind"], meld["tiles"]) for meld in document.get("melds", ())]
    line += [document.get("flowers", ""), f"+{document['winning_tile']}"]
    if "seat_wind" in document:
        line.append(f"{document['seat_wind']}/{document['round_wind']}")
    if "self_draw" in document:
        line.append("self-draw" if document["self_draw"] else "discard")
    if "dealer" in document:
        line.append("dealer" if document["dealer"] else "not-dealer")
    line += document.get("circumstances", ())
    if document.get("replacements"):
        line.append(f"replacements={','.join(document['replacements'])}")
    line += [f"{key}={document[key]}" for key in (*_NUMBERS, "visible") if document.get(key, "") != ""]
    return " ".join(filter(None, line))


def _written(kind: str, tiles: str) -> str:
    return f"{{{tiles}}}" if kind == CONCEALED_KONG else f"[{tiles}{'+' if kind == ADDED_KONG else ''}]"


def read_hand(line: str) -> dict[str, Any]:
    """The document that a line describes. Raises ScoringError naming the part that cannot be read; whether the tiles
    make a hand is for the count to say."""
    document: dict[str, Any] = {}
    for part in line.split():
        found = _TOKENS.fullmatch(part)
        if found is None:
            raise _unreadable(part)
        said = {name: text for name, text in found.groupdict().items() if text is not None}
        for key, value in _meant(said):
            if key in ("melds", "circumstances"):
                document.setdefault(key, []).append(value)
            elif key in document:
                raise bad_notation(f"「{part}」：{key} 已經寫過", f"“{part}”: {key} has been given already")
            else:
                document[key] = value
    for key, example in (("concealed", "123m55z"), ("winning_tile", "+4m")):
        if key not in document:
            raise refused("missing_key", key, f"未寫，例如「{example}」", f"is missing, such as “{example}”")
    return document


def _meant(said: Mapping[str, str]) -> list[tuple[str, Any]]:
    if "meld" in said:
        return [("melds", {"kind": _kind(said["meld"], bool(said["added"])), "tiles": said["meld"]})]
    if "kong" in said:
        return [("melds", {"kind": CONCEALED_KONG, "tiles": said["kong"]})]
    if "concealed" in said:
        flowers = set(re.sub(r"\d", "", said["concealed"])) == {"f"}
        return [("flowers" if flowers else "concealed", said["concealed"])]
    if "source" in said:
        return [("self_draw", said["source"] == "self-draw")]
    if "dealer" in said:
        return [("dealer", said["dealer"] == "dealer")]
    if "word" in said:
        return [("circumstances", said["word"])]
    if "key" in said:
        key, value = said["key"], said["value"]
        if key in _NUMBERS:
            if not value.isdecimal():
                raise _unreadable(f"{key}={value}")
            return [(key, int(value))]
        return [(key, value.split(",") if key == "replacements" else value)]
    return list(said.items())


def _kind(tiles: str, added: bool) -> str:
    laid = read_tiles(tiles)
    if added:
        return ADDED_KONG
    return CHOW if len(set(laid)) > 1 else KONG if len(laid) == 4 else PUNG


def _unreadable(part: str) -> ScoringError:
    return bad_notation(
        f"「{part}」看不懂：一手牌寫成「567p11s [777z] {{1111z}} 1f +8p S/E discard」",
        f"“{part}” cannot be read: a hand is written like “567p11s [777z] {{1111z}} 1f +8p S/E discard”",
    )


def bad_notation(zh: str, en: str) -> ScoringError:
    return ScoringError("bad_notation", zh, en)
