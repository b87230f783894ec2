"""裁決: the offence table and what a ruling's consequences ask for (rules: "Cards and offences"; interface: replay)."""

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle.checking import is_number
from tests.oracle.wrong import Wrong

CATALOGUE = Path(__file__).resolve().parent.parent / "data" / "offences.csv"
WORDS = {
    "warning", "yellow", "red", "ban", "replay_hand", "draw_hand", "false_win_hand",
    "disqualify", "blacklist", "suspend", "withdraw",
}  # fmt: skip
ENDING = {"replay_hand", "draw_hand", "false_win_hand"}
KEYS = {
    "deduct", "deduct_after_game", "deduct_per_tile", "deduct_base", "deduct_tai", "fine_base", "pay_each_base",
    "give_back_base", "pay_base", "pay_tai", "pay", "pay_each_hand",
}  # fmt: skip


def catalogue() -> dict[str, list[Any] | str]:
    """Return slug and Chinese name → (slug, consequences); "discretion" where the referee decides."""
    table: dict[str, Any] = {}
    with CATALOGUE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["rule_set"] == "hkma-league":
                text = row["consequences"]
                table[row["slug"]] = table[row["name"]] = (
                    row["slug"],
                    text if text == "discretion" else json.loads(text),
                )
    return table


OFFENCES = catalogue()


def amount(value: object) -> Fraction:
    """Read points: a plain decimal string or an integer, not negative."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
        return Fraction(value)
    if is_number(value) and int(str(value)) >= 0:
        return Fraction(int(str(value)))
    raise Wrong("bad_event", "bad_value")


def whole(value: object) -> int:
    if not is_number(value) or int(str(value)) < 0:
        raise Wrong("bad_event", "bad_value")
    return int(str(value))


def split(consequence: object) -> tuple[str, Any]:
    """Return the word of a consequence and its value."""
    if isinstance(consequence, str) and consequence in WORDS:
        return consequence, None
    if isinstance(consequence, dict) and len(consequence) == 1:
        word, value = next(iter(consequence.items()))
        if word in KEYS and value is not None:
            return word, value
    raise Wrong("bad_event", "bad_value", "unknown_key")


def follows(event: dict[str, Any]) -> tuple[str | None, list[tuple[str, Any]], bool]:
    """Return the offence's slug, what follows, and whether it comes from the table."""
    slug, listed = None, None
    if "offence" in event:
        if not isinstance(event["offence"], str) or event["offence"] not in OFFENCES:
            raise Wrong("bad_event", "bad_value")
        slug, listed = OFFENCES[event["offence"]]
    if "consequences" in event:
        if not isinstance(event["consequences"], list):
            raise Wrong("bad_event", "bad_value")
        return slug, [split(each) for each in event["consequences"]], False
    if listed is None or listed == "discretion":
        raise Wrong("bad_event", "missing_key")
    return slug, [split(each) for each in listed], True
