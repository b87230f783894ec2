"""Generate the tables of scoring/docs/rules/ from the rule sets: `update` writes them, `check` lists pages that differ.

The text around the tables is written by hand. A table is between `<!-- fans -->` and `<!-- /fans -->`; offences and
readings likewise.
"""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scoring.documents import rules_document
from scoring.rulebook import RULE_SETS

FOLDER = Path(__file__).resolve().parent.parent / "scoring" / "docs" / "rules"

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
    "pay_each": "{} to each other",
    "ladder": "each time in the hand the next of: {}",
    "fine_base": "{} 底 to each other, growing",
    "pay_each_base": "{} 底 to each other",
    "give_back_base": "gives back {} 底 to each other",
    "pay_base": "{} 底 to one player",
    "pay_tai": "{} 台 to one player",
    "pay_each_hand": "pays each other as if they had won the hand",
}


def file_of(rule_set: str) -> Path:
    return FOLDER / f"{rule_set}.md"


def with_tables(text: str, rule_set: str) -> str:
    """Return the page with its tables generated from the data. Raises ValueError if a marker is missing."""
    document = rules_document(rule_set)
    for name, (heads, row_of) in _TABLES.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"{rule_set}: no place for {name}")
        cells = [[cell.replace("|", "\\|") for cell in row_of(row)] for row in document[name]]
        lines = [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *cells)]
        written = "\n".join(lines).replace("\\", r"\\")
        text = pattern.sub(rf"\g<1>{written}\n\g<2>", text)
    return text


def value_of(fan: dict[str, Any]) -> str:
    """Format a value as the published tables do: 5, 10(20) open and concealed, 10 limit."""
    concealed = f"({fan['concealed_value']})" if fan["concealed_value"] else ""
    return f"{fan['value']}{concealed}{' limit' if fan['limit'] else ''}"


def _fan(fan: dict[str, Any]) -> tuple[str, ...]:
    beside = " ".join([*fan["removes"], *(f"{name}*" for name in fan["contains"])])
    return fan["name"], fan["name_en"], value_of(fan), fan["definition_en"], beside


def _offence(row: dict[str, Any]) -> tuple[str, ...]:
    follows = "the referee decides"
    if not isinstance(row["consequences"], str):
        pairs = [(one, "") if isinstance(one, str) else next(iter(one.items())) for one in row["consequences"]]
        pairs = [(kind, _steps(value) if kind == "ladder" else value) for kind, value in pairs]
        follows = "; ".join(_WORDS[kind].format(number) for kind, number in pairs) or "nothing"
    return row["name"], f"`{row['slug']}`", follows, row["note_en"], row["section"]


def _steps(ladder: Sequence[str]) -> str:
    return ", ".join(_WORDS.get(step, f"−{step}") for step in ladder)


def _reading(row: dict[str, Any]) -> tuple[str, ...]:
    values = " · ".join(f"`{value}`" for value in row["values"])
    linked = f'<a id="{row["id"]}"></a>{row["id"]}'
    return linked, row["question_en"], row["chosen_en"], row["reason_en"], values


_TABLES: dict[str, tuple[Sequence[str], Callable[[dict[str, Any]], tuple[str, ...]]]] = {
    "fans": (("fan", "in English", "value", "when it counts", "not counted beside it"), _fan),
    "offences": (("offence", "slug", "what follows", "note", "section of the text"), _offence),
    "readings": (("id", "question", "answer", "because", "values"), _reading),
}


def update() -> None:
    for rule_set in RULE_SETS:
        path = file_of(rule_set)
        path.write_text(with_tables(path.read_text(), rule_set))


def stale() -> list[str]:
    return [name for name in RULE_SETS if (text := file_of(name).read_text()) != with_tables(text, name)]


if __name__ == "__main__":
    if sys.argv[1:] == ["update"]:
        update()
    elif found := stale():
        sys.exit(f"run `python -m scripts.rules_tables update`: {', '.join(found)}")
