"""Keeps locale/ in step with the texts of the app: `update`, `check`, `compile FROM.po TO.mo`.

Needs no gettext tools, so that a fresh machine can compile and any machine can check.
"""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scripts.messages import ROOT, catalogue_of_sources
from scripts.unwrapped import unwrapped

ENGLISH = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"
_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")


def update() -> None:
    """Bring the English catalogue up to date: new texts get an empty translation, unused ones leave."""
    known, catalogue = _english(), _empty_catalogue()
    for message in catalogue_of_sources():
        if message.id:
            old = known.get(message.id, message.context)
            # A text that gained or lost its plural is a new text.
            same = old is not None and isinstance(old.id, str) == isinstance(message.id, str)
            kept = old.string if old and same else ""
            catalogue.add(message.id, kept or "", message.locations, context=message.context)
    ENGLISH.parent.mkdir(parents=True, exist_ok=True)
    with ENGLISH.open("wb") as file:
        write_po(file, catalogue, width=100, sort_by_file=True, include_lineno=False)
    empty = sum(1 for message in catalogue if message.id and not all(_strings(message)))
    print(f"{len(catalogue)} texts, {empty} without English: {ENGLISH.relative_to(ROOT)}")


def _empty_catalogue() -> Catalog:
    # The same header every time: bringing the catalogue up to date shows texts in its diff, and nothing else.
    day = datetime(2026, 11, 21, tzinfo=UTC)
    return Catalog(
        locale="en",
        header_comment="# The English of every text of Paiju. `make translations` keeps it in step with the code.",
        project="Paiju",
        version="1",
        msgid_bugs_address="the issues of this repository",
        last_translator="the Paiju authors",
        language_team="English",
        creation_date=day,
        revision_date=day,
        fuzzy=False,
    )


def check() -> int:
    """Print everything that a reader of English would miss; return how many such things there are."""
    finds = [*_catalogue_faults(_english(), catalogue_of_sources())]
    finds += [f"not through gettext: {find}" for find in unwrapped()]
    for find in finds:
        print(find)
    print(f"{len(finds)} faults" if finds else "every text has its English")
    return len(finds)


def compile_catalogue(source: Path, target: Path) -> None:
    """Write the binary catalogue that Django reads."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    with target.open("wb") as file:
        write_mo(file, catalogue)


def _english() -> Catalog:
    if not ENGLISH.exists():
        return _empty_catalogue()
    with ENGLISH.open("rb") as file:
        return read_po(file, locale="en")


def _catalogue_faults(catalogue: Catalog, sources: Catalog) -> Iterator[str]:
    for message in sources:
        if message.id and catalogue.get(message.id, message.context) is None:
            yield f"missing: {_name(message)}  ({', '.join(str(place[0]) for place in message.locations[:2])})"
    for message in catalogue:
        if message.id:
            yield from _message_faults(message, sources)
    for message in catalogue.obsolete.values():
        yield f"obsolete: {_name(message)}"


def _message_faults(message: Message, sources: Catalog) -> Iterator[str]:
    if sources.get(message.id, message.context) is None:
        yield f"used nowhere: {_name(message)}"
    if not all(_strings(message)):
        yield f"empty: {_name(message)}"
    elif not _placeholders_fit(message):
        yield f"placeholders differ: {_name(message)} → {message.string}"
    if message.fuzzy:
        yield f"fuzzy: {_name(message)}"


def _placeholders_fit(message: Message) -> bool:
    """Whether the translation names what the text names; "one table" may leave its number out."""
    said = [_placeholders(text) for text in _strings(message)]
    if isinstance(message.id, str):
        return said == [_placeholders(message.id)]
    most = _placeholders(message.id[-1])
    return said[-1] == most and all(set(each) <= set(most) for each in said)


def _placeholders(text: str) -> list[str]:
    return sorted(found[0] for found in _PLACEHOLDER.finditer(text.replace("%%", "")))


def _strings(message: Message) -> list[str]:
    if isinstance(message.string, str):
        return [message.string]
    return [text or "" for text in message.string or ("", "")]


def _name(message: Message) -> str:
    return message.id if isinstance(message.id, str) else " / ".join(message.id)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update"]:
            update()
            return 0
        case ["check"]:
            return 1 if check() else 0
        case ["compile", source, target]:
            compile_catalogue(Path(source), Path(target))
            return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
