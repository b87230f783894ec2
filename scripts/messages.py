"""Finds the texts of code and templates that go through gettext, without any gettext tool installed.

Chinese is the language the texts are written in; a catalogue holds the English of each.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "accounts", "tournaments", "penalties")
# Which arguments of a gettext function are texts ("c": the context); None: the first.
FUNCTIONS: dict[str, Any] = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_STRING = r"u?(?:'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")"
_TEMPLATE_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({_STRING}(?:\s*,\s*{_STRING})*)\s*(?:,\s*count\s*)?\)")

Found = tuple[str, str | tuple[str, str], str | None]  # where, text or (one, many), context


def python_files() -> Iterator[Path]:
    """Every module of the apps, in a fixed order, migrations left out."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def template_files() -> Iterator[Path]:
    """Every template, in a fixed order."""
    for suffix in ("html", "txt", "js", "svg"):
        yield from sorted((ROOT / "templates").rglob(f"*.{suffix}"))
        for app in APPS:
            yield from sorted((ROOT / app).glob(f"templates/**/*.{suffix}"))


def gettext_names(source: str) -> dict[str, str]:
    """Return the names under which a module knows gettext's functions: {"_": "gettext", …}."""
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = [each for node in imports if node.module == "django.utils.translation" for each in node.names]
    plain = {each.asname or each.name: re.sub(r"_(lazy|noop)$", "", each.name) for each in names}
    return {name: function for name, function in plain.items() if function in FUNCTIONS}


def in_python(path: Path) -> Iterator[Found]:
    """Yield what a module hands to gettext."""
    where = path.relative_to(ROOT).as_posix()
    names = gettext_names(path.read_text())
    keywords = {name: FUNCTIONS[function] for name, function in names.items()}
    with path.open("rb") as source:
        rows: list[Any] = list(extract_python(source, keywords, [], {"encoding": "utf-8"}))
    for line, name, said, _comments in rows:
        words = [said] if isinstance(said, str) else list(said)
        found = _message(names[name], words)
        if found is not None:
            yield where, *found
        elif any(words):
            raise SyntaxError(f"{where}:{line}: {name}() needs plain strings")


def in_template(path: Path) -> Iterator[Found]:
    """Yield what a template's translate and blocktranslate tags hold."""
    where = path.relative_to(ROOT).as_posix()
    for call in _TEMPLATE_CALL.finditer(templatize(path.read_text(), origin=where)):
        words = list(ast.literal_eval(f"[{call[2]}]"))
        found = _message("gettext" if call[1] == "_" else call[1], words)
        if found is not None:
            yield where, *found


def _message(function: str, words: list[Any]) -> tuple[str | tuple[str, str], str | None] | None:
    """Return text and context of a call, or nothing when an argument is no literal."""
    prefix = function.removesuffix("gettext")
    context = words.pop(0) if "p" in prefix and words else None
    wanted = 2 if "n" in prefix else 1
    texts = [word for word in words[:wanted] if word]
    if len(texts) < wanted:
        return None
    return (texts[0] if wanted == 1 else (texts[0], texts[1])), context


def catalogue_of_sources() -> Catalog:
    """Return every text that code and templates show, with the files that show it."""
    catalogue = Catalog()
    for path in python_files():
        _add_all(catalogue, in_python(path))
    for path in template_files():
        _add_all(catalogue, in_template(path))
    return catalogue


def _add_all(catalogue: Catalog, messages: Iterator[Found]) -> None:
    for where, text, context in messages:
        # Without line numbers: a line added above a text is no change to its translation.
        catalogue.add(text, locations=[(where, 0)], context=context)
