"""Generate the tables of docs/rules/ from the rule sets: `update` writes them, `check` lists pages that differ.

The text around the tables is written by hand. A table is between `<!-- fans -->` and `<!-- /fans -->`; offences and
readings likewise.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from scoring import rules_document
from scoring.rulesets import RULE_SETS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"

_WORDS = {
    "warning": "a warning",
    "yellow": "yellow card",
    "red": "red card",
    "ban": "no win this hand",
    "replay_hand": "the hand is replayed",
    "draw_hand": "the hand is a draw",
    "false_win_hand": "the hand ends as a false win",
    "disqualify": "disqualified",
    "blacklist": "put on the black list",
    "suspend": "suspended",
    "withdraw": "withdrawn, a substitute steps in",
    "deduct": "−{}",
    "deduct_after_game": "−{} after the game",
    "deduct_per_tile": "−{} for each tile",
    "deduct_base": "−{} 底",
    "deduct_tai": "−{} 台",
    "fine_base": "{} 底 to each other, growing",
    "pay_each_base": "{} 底 to each other",
    "give_back_base": "gives back {} 底 to each other",
    "pay_base": "{} 底 to one player",
    "pay_tai": "{} 台 to one player",
    "pay_each_hand": "pays each other as if they had won the hand",
}


def file_of(rule_set: str) -> Path:
    """The page of a rule set."""
    return FOLDER / f"{rule_set}.md"


def with_tables(text: str, rule_set: str) -> str:
    """The page with its tables written from the data. Raises ValueError where the page has no place for one."""
    document = rules_document(rule_set)
    for name, table in _TABLES.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"{rule_set}: no place for {name}")
        written = "\n".join(table(document)).replace("\\", r"\\")
        text = pattern.sub(rf"\g<1>{written}\n\g<2>", text)
    return text


def value_of(fan: dict[str, Any]) -> str:
    """A value as the published tables write it: 5, 10(20) open and concealed, 10 limit."""
    concealed = f"({fan['concealed_value']})" if fan["concealed_value"] else ""
    return f"{fan['value']}{concealed}{' limit' if fan['limit'] else ''}"


def _fans(document: dict[str, Any]) -> Iterable[str]:
    rows = [
        (
            fan["name"],
            fan["name_en"],
            value_of(fan),
            fan["definition_en"],
            " ".join([*fan["removes"], *(f"{name}*" for name in fan["contains"])]),
        )
        for fan in document["fans"]
    ]
    return _table(("fan", "in English", "value", "when it counts", "not counted beside it"), rows)


def _offences(document: dict[str, Any]) -> Iterable[str]:
    rows = [
        (
            offence["name"],
            f"`{offence['slug']}`",
            _follows(offence["consequences"]),
            offence["note_en"],
            offence["section"],
        )
        for offence in document["offences"]
    ]
    return _table(("offence", "slug", "what follows", "note", "section of the text"), rows)


def _readings(document: dict[str, Any]) -> Iterable[str]:
    rows = [
        (
            reading["id"],
            reading["question_en"],
            reading["chosen_en"],
            reading["reason_en"],
            " · ".join(f"`{value}`" for value in reading["values"]),
        )
        for reading in document["readings"]
    ]
    return _table(("id", "question", "answer", "because", "values"), rows)


def _follows(consequences: str | list[Any]) -> str:
    if isinstance(consequences, str):
        return "the referee decides"
    return "; ".join(_consequence(one) for one in consequences) or "nothing"


def _consequence(one: str | dict[str, Any]) -> str:
    if isinstance(one, str):
        return _WORDS[one]
    [(kind, number)] = one.items()
    return _WORDS[kind].format(number)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield _row(heads)
    yield _row(["---"] * len(heads))
    for row in rows:
        yield _row([cell.replace("|", "\\|") for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_TABLES: dict[str, Callable[[dict[str, Any]], Iterable[str]]] = {
    "fans": _fans,
    "offences": _offences,
    "readings": _readings,
}


def update() -> None:
    """Rewrite every table from the data."""
    for rule_set in RULE_SETS:
        path = file_of(rule_set)
        path.write_text(with_tables(path.read_text(), rule_set))


def stale() -> list[str]:
    """Pages whose tables differ from the data."""
    return [name for name in RULE_SETS if (text := file_of(name).read_text()) != with_tables(text, name)]


if __name__ == "__main__":
    if sys.argv[1:] == ["update"]:
        update()
    elif found := stale():
        sys.exit(f"run `python -m scripts.rules_tables update`: {', '.join(found)}")
