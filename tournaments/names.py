"""姓名: how names, clubs and sign-up numbers are compared."""

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
    """The name for comparison: one width, one case, no spaces, no invisible characters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if not sign.isspace() and unicodedata.category(sign) != "Cf")


def isolated(name: str) -> str:
    """Isolate a right-to-left name in a sentence so that it does not reorder the text around it; HTML uses `<bdi>`."""
    turns = any(unicodedata.bidirectional(sign) in _TURNING for sign in name)
    return f"{ISOLATE}{name.translate(NOT_SEEN)}{END_ISOLATE}" if turns and not name.startswith(ISOLATE) else name


def bdi(text: object) -> SafeString:
    """A name, or a sentence of isolated names, as HTML: names in `<bdi>`, break points in very long words."""
    said = str(text)
    said = said if ISOLATE in said else isolated(said)
    parts = (escape(part) for part in _LONG_WORD.sub(lambda word: "\0".join(_PIECE.findall(word[0])), said).split("\0"))
    html = "<wbr>".join(parts).replace(ISOLATE, "<bdi>").replace(END_ISOLATE, "</bdi>")
    return mark_safe(html)  # noqa: S308 - escaped


def variant_key(name: str) -> str:
    """As `name_key`, with one form for character variants: 黃 and 黄, 溫 and 温. Only a hint: two people may differ by
    just that."""
    return name_key(name).translate(_VARIANTS)


def is_found(wanted: str, *texts: str) -> bool:
    """Whether a search text is part of one of these, character variants included."""
    key = variant_key(wanted)
    return any(key in variant_key(text) for text in texts)


def alike(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Variant key → the names that have it, in their order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(variant_key(name), []).append(name)
    return found


def one_spelling(texts: Iterable[str]) -> list[str]:
    """Each text in the spelling of the first that compares equal: one club in four spellings is one."""
    first = {"": ""}
    return [first.setdefault(name_key(text), text) for text in texts]


def _table() -> dict[int, str]:
    """Character variants (traditional, simplified, old, Japanese) → one form. Groups that share a character are one."""
    groups: dict[str, set[str]] = {}
    for forms in Path(__file__).with_name("variants.txt").read_text("utf-8").split():
        group = set(forms).union(*(groups.get(form, set()) for form in forms))
        groups.update(dict.fromkeys(group, group))
    return {ord(form): min(group) for form, group in groups.items()}


_VARIANTS = _table()
