"""接龍: the numbers, ticks and "+1" of a sign-up list from a messenger, which are no part of a name."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_NEARLY_ALL = 0.8
_MOST_TITLES = 5
_LONGEST = 300
"""Longer names stay whole and are refused later: finding their end takes time with the square of their length."""
# data: "1.", "1、", "1)", "(1)", "1號", "No. 1", "#1", "1️⃣", "一、", "（一）", a bullet; never before a digit (1.5)
_MARK = re.compile(
    r"""[*_~\s]*(?:
    [(（\[【〔]\s*(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s*[)）\]】〕]
    |(?:no\.?\s*|\#\s*|第)?\d{1,3}(?:\s*(?:[.．。､、,:：)）\]】\-–—]|號|位)+|\ufe0f?\u20e3|\s+|(?=[㐀-鿿])(?![年月日時人張]))
    |(?:[0-9]\ufe0f?\u20e3){2,3}|🔟
    |[一二三四五六七八九十]{1,3}\s*[.．、)）]
    |[•●○◦·*▪■□☐▢➤►>–—-](?=\s|[㐀-鿿])
    )[*_~\s.、]*(?!\d)""",
    re.VERBOSE | re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:no\.?\s*|#|第)?\(?(\d+)(?:\.0+|[.、):]|號|号)*", re.IGNORECASE)  # data
_ONLY_NUMBER = re.compile(r"\s*[(（]?\s*\d{1,3}\s*[.．、)）:：]?\s*")
_TICK = r"(?:[✅✔☑✓√✨👍👌🙋🙏💪🀄][\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d[♀♂]\ufe0f?)?)"
_BEFORE = re.compile(rf"\A(?:{_TICK}\s*)+")
_MORE = re.compile(r"\s*[+＋]\s*([1-9１-９])(?:人|位|pax)?\s*$")
_AFTER = re.compile(rf"(?:\s*{_TICK})+\s*$")


@dataclass(frozen=True)
class Enumerated:
    """A numbered list. names: each line without its number, "" if nothing is left; example: a number as written;
    titles: number of lines above the first number; guests: line → promised guests ("+1").
    """

    names: Sequence[str]
    example: str
    titles: int
    guests: dict[int, int]


def enumerated(lines: Sequence[str]) -> Enumerated | None:
    """The list without numbers, where nearly all of its lines begin with one; None for any other."""
    cut = [_cut(line) for line in lines]
    marked = [place for place, at in enumerate(cut) if at]
    named = sum(bool(lines[place][cut[place] :].strip()) for place in marked)
    alone = len(lines) == 1 and named and not lines[0][: cut[0]].rstrip()[-1:].isdecimal()
    if (named < 2 and not alone) or marked[0] > _MOST_TITLES:
        return None
    if len(marked) < _NEARLY_ALL * (len(lines) - marked[0]):
        return None
    guests: dict[int, int] = {}
    names = []
    for place, (line, at) in enumerate(zip(lines, cut, strict=True)):
        name = line[at:].strip()
        if len(name) <= _LONGEST:
            name = _AFTER.sub("", _BEFORE.sub("", name, count=1) if at else name).strip(" *_~")
            if more := _MORE.search(name):
                guests[place] = int(more[1])
                name = _AFTER.sub("", name[: more.start()])
        names.append(name.strip())
    return Enumerated(names, lines[marked[0]][: cut[marked[0]]].strip(), marked[0], guests)


def number_in(cell: str) -> str:
    """The digits of a cell that holds only a number, in any style: "1.", "(1)", "①", "No. 1", "1.0"."""
    found = _NUMBER.fullmatch(unicodedata.normalize("NFKC", cell).strip())
    return found[1] if found else ""


def _cut(line: str) -> int:
    stripped = len(line) - len(line.lstrip())
    if line[stripped : stripped + 1] and unicodedata.category(line[stripped]) == "No":  # ①, ❶, ⑴
        rest = line[stripped + 1 :]
        return len(line) - len(rest.lstrip(" .、"))
    if _ONLY_NUMBER.fullmatch(line):
        return len(line)
    found = _MARK.match(line)
    return found.end() if found else 0
