"""姓名: how names, clubs and sign-up numbers are compared, and what is no part of them. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from accounts.names import NOT_SEEN

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_LONG_WORD = re.compile(r"[^\s\0⺀-鿿豈-﫿＀-￯\u2068\u2069]{21,}")
_PIECE = re.compile(".{1,6}")
_TURNING = ("R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "PDF", "PDI")


def name_key(name: str) -> str:
    """The name as it is compared: one width, one case, no spaces and nothing that is not seen."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if not sign.isspace() and unicodedata.category(sign) != "Cf")


def isolated(name: str) -> str:
    """The name for a sentence: one that is written from right to left is kept from turning what stands around it.
    In HTML the two signs become `<bdi>`."""
    turns = any(unicodedata.bidirectional(sign) in _TURNING for sign in name)
    return f"{ISOLATE}{name.translate(NOT_SEEN)}{END_ISOLATE}" if turns and not name.startswith(ISOLATE) else name


def bdi(text: object) -> SafeString:
    """A name, or a sentence whose names are isolated already, for HTML: each such name in `<bdi>`, and very long
    words with places to break at, or they would widen the page."""
    said = str(text)
    said = said if ISOLATE in said else isolated(said)
    parts = (escape(part) for part in _LONG_WORD.sub(lambda word: "\0".join(_PIECE.findall(word[0])), said).split("\0"))
    html = "<wbr>".join(parts).replace(ISOLATE, "<bdi>").replace(END_ISOLATE, "</bdi>")
    return mark_safe(html)  # noqa: S308 - escaped


def variant_key(name: str) -> str:
    """The same with one form for characters that are written in several: 黃 and 黄, 溫 and 温. Only good for a hint:
    two people may differ by just that."""
    return name_key(name).translate(_VARIANTS)


def is_found(wanted: str, *texts: str) -> bool:
    """Whether what somebody searches for is part of one of these, also in another form of its characters."""
    key = variant_key(wanted)
    return any(key in variant_key(text) for text in texts)


def alike(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Variant key → the names that have it, in their order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(variant_key(name), []).append(name)
    return found


def one_spelling(texts: Iterable[str]) -> list[str]:
    """Each text as the first of them that compares equal is written: one club in four spellings is one."""
    first = {"": ""}
    return [first.setdefault(name_key(text), text) for text in texts]


def _table() -> dict[int, str]:
    """Every character of names that is written in several ways (traditional, simplified, old, Japanese) → the one that
    stands for its group. Groups that share a character are one."""
    groups: dict[str, set[str]] = {}
    for forms in Path(__file__).with_name("variants.txt").read_text("utf-8").split():
        group = set(forms).union(*(groups.get(form, set()) for form in forms))
        groups.update(dict.fromkeys(group, group))
    return {ord(form): min(group) for form, group in groups.items()}


_VARIANTS = _table()
