"""Names at a table. Points belong to a seat, rulings and cards to a person."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.inputs import NOT_SEEN


@dataclass(frozen=True)
class Substitute:
    """The substitute (替補) of a seat from hand `since` on; in that hand, only after act `act`."""

    number: int
    name: str
    since: int
    act: int = 0

    def as_card(self) -> dict[str, object]:
        return {"number": self.number, "name": self.name, "from_hand": self.since}

    @property
    def sentence(self) -> str:
        """Format as 「第 5 鋪起 替補：李小明」."""
        return _("第 %(hand)s 鋪起 替補：%(name)s") % {"hand": self.since, "name": isolated(self.name)}


def told_apart(people: Sequence[tuple[int, str]]) -> list[str]:
    """Return the names at one table, equal ones with their numbers: 「陳志明（7 號）」."""
    keys = [name_key(name) for _number, name in people]
    if len(set(keys)) == len(keys):
        return [name for _number, name in people]
    times = Counter(keys)
    return [
        _("%(name)s（%(number)s 號）") % {"name": name, "number": number} if times[key] > 1 else name
        for (number, name), key in zip(people, keys, strict=True)
    ]


def names_at(
    players: Sequence[tuple[int, str]], come: Mapping[int, Substitute]
) -> tuple[list[str], dict[int, Substitute]]:
    """Return players and substitutes of one table by seat, with distinct names."""
    told = told_apart([*players, *((one.number, one.name) for one in come.values())])
    renamed = zip(come.items(), told[len(players) :], strict=True)
    return told[: len(players)], {seat: replace(one, name=name) for (seat, one), name in renamed}


def instead_text(names: Iterable[str]) -> str:
    """Format as 「由李小明代」, for a player whose seat was taken over."""
    return _("由%(names)s代") % {"names": _("、").join(map(isolated, names))}


@dataclass(frozen=True)
class Seat:
    """A seat on the page. `plays`: the person who now plays, confirms and signs in it · `instead`: the substitute and
    their first hand, or ""."""

    seat: int
    chair: int
    name: str
    number: int
    wind: str
    dealer: bool
    cards: tuple[str, ...]
    banned: bool
    plays: str
    instead: str = ""
    substitute: Substitute | None = None


ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_LONG_WORD = re.compile(r"[^\s\0⺀-鿿豈-﫿＀-￯\u2068\u2069]{21,}")
_PIECE = re.compile(".{1,6}")
_BEFORE_UNIT = re.compile("(?<=[0-9]) (?=[番台分])")
_TURNING = ("R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "PDF", "PDI")


def name_key(name: str) -> str:
    """Normalise a name for comparison: one width, one case, no spaces, no invisible characters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if not sign.isspace() and unicodedata.category(sign) != "Cf")


def isolated(name: str) -> str:
    """Isolate a right-to-left name in a sentence so that it does not reorder the text around it; HTML uses `<bdi>`."""
    turns = any(unicodedata.bidirectional(sign) in _TURNING for sign in name)
    return f"{ISOLATE}{name.translate(NOT_SEEN)}{END_ISOLATE}" if turns and not name.startswith(ISOLATE) else name


def bdi(text: object) -> SafeString:
    """Convert a name, or a sentence of isolated names, to HTML: names in `<bdi>`, break points in very long words, none
    in "16 番"."""
    said = _BEFORE_UNIT.sub("\u00a0", str(text))
    said = said if ISOLATE in said else isolated(said)
    parts = (escape(part) for part in _LONG_WORD.sub(lambda word: "\0".join(_PIECE.findall(word[0])), said).split("\0"))
    html = "<wbr>".join(parts).replace(ISOLATE, "<bdi>").replace(END_ISOLATE, "</bdi>")
    return mark_safe(html)  # noqa: S308 - escaped


def variant_key(name: str) -> str:
    """Normalise as `name_key` does, and unify character variants: 黃 and 黄, 溫 and 温. Only a hint: two people's names
    may differ in just that."""
    return name_key(name).translate(_VARIANTS)


def is_found(wanted: str, *texts: str) -> bool:
    """Whether a search text is part of one of these, in any character variant."""
    key = variant_key(wanted)
    return any(key in variant_key(text) for text in texts)


def alike(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Return variant key → the names that have it, in their order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(variant_key(name), []).append(name)
    return found


def one_spelling(texts: Iterable[str]) -> list[str]:
    """Return each text in the spelling of the first equal one: one club in four spellings is one."""
    first = {"": ""}
    return [first.setdefault(name_key(text), text) for text in texts]


def _table() -> dict[int, str]:
    """Map character variants (traditional, simplified, old, Japanese) to one form. Groups that share a character are
    merged."""
    groups: dict[str, set[str]] = {}
    for forms in Path(__file__).with_name("variants.txt").read_text("utf-8").split():
        group = set(forms).union(*(groups.get(form, set()) for form in forms))
        groups.update(dict.fromkeys(group, group))
    return {ord(form): min(group) for form, group in groups.items()}


_VARIANTS = _table()
