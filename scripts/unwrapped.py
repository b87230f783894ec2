"""Finds Chinese that a reader of English would see: text in templates and code that does not go through gettext.

Let off are docstrings and comments, keys, defaults, sets and comparisons (what is looked for, not shown),
`ScoringError` (which says both languages), elements that have their own `lang`, commands for the terminal, the
demo's names, and lines with `# data` (code) or `{# data #}` (templates): words of the rules, shown as they are.
"""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from scripts.messages import ROOT, gettext_names, python_files, template_files

CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
LET_OFF = re.compile(r"(#|\{#)\s*data\b")
_COMMENTS = re.compile(r"\{%\s*comment.*?%\}.*?\{%\s*endcomment\s*%\}|\{#.*?#\}|<!--.*?-->", re.DOTALL)
_BLOCKS = re.compile(r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL)
_TRANSLATE = re.compile(r"\{%\s*trans(?:late)?\s.*?%\}", re.DOTALL)
_MARKED = re.compile(r"_\((?:\"[^\"]*\"|'[^']*')\)")
_TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def unwrapped() -> Iterator[str]:
    """Yield "file:line: text" for every find."""
    for path in template_files():
        yield from _report(path, in_template(path.read_text()))
    for path in python_files():
        if not {"management", "demo"} & set(path.parts):
            yield from _report(path, in_python(path.read_text()))


def _report(path: Path, finds: Iterator[tuple[int, str]]) -> Iterator[str]:
    lines = path.read_text().splitlines()
    for line, text in finds:
        if not LET_OFF.search(lines[line - 1]):
            yield f"{path.relative_to(ROOT).as_posix()}:{line}: {text.strip()[:60]}"


def in_template(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of Chinese outside translate tags."""
    for taken_out in (_COMMENTS, _BLOCKS, _TRANSLATE, _MARKED):
        source = taken_out.sub(_blank, source)
    for tag in _TAGS.finditer(source):
        if CJK.search(tag[0]):
            yield source.count("\n", 0, tag.start()) + 1, tag[0]
    reader = _Reader()
    reader.feed(_TAGS.sub(_blank, source))
    reader.close()
    yield from reader.finds


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"\S", " ", match[0])


class _Reader(HTMLParser):
    """Reads what is left of a template and keeps Chinese that stands in no element with a `lang` of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.finds: list[tuple[int, str]] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = tag != "html" and any(name == "lang" for name, _value in attrs)
        if not own and not self._let_off():
            self.finds += [(self.getpos()[0], value) for _name, value in attrs if value and CJK.search(value)]
        if tag not in _VOID:
            self.open.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _own in self.open) and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._let_off():
            return
        for number, line in enumerate(data.split("\n")):
            if CJK.search(line):
                self.finds.append((self.getpos()[0] + number, line))

    def _let_off(self) -> bool:
        return any(own for _name, own in self.open)


def in_python(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of Chinese string literals that are neither docstrings nor handed to gettext, and of calls
    of gettext inside an f-string."""
    tree = ast.parse(source)
    callers = {*gettext_names(source), "ScoringError", "compile"}
    fine = {id(node) for root in ast.walk(tree) for node in _accepted(root, callers)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in fine and CJK.search(str(node.value)):
            yield node.lineno, str(node.value)
        elif isinstance(node, ast.JoinedStr):
            # The tokens of Python 3.11 hold an f-string whole: whoever collects texts never sees what stands in it.
            yield from ((node.lineno, ast.unparse(call)) for call in ast.walk(node) if _is_call(call, callers))


def _is_call(node: ast.AST, callers: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in callers


def _accepted(node: ast.AST, callers: set[str]) -> Iterator[ast.AST]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in callers:
            yield from ast.walk(node)
        case ast.Expr(value=ast.Constant() as docstring):
            yield docstring
        case ast.Dict(keys=keys):
            yield from (key for key in keys if key is not None)
        case ast.keyword(arg="default", value=value):
            yield value
        case ast.Compare() | ast.Set() | ast.Subscript() | ast.MatchValue():
            yield from ast.walk(node)
