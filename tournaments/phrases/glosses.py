"""Add the English of each fan to English sentences that name fans in Chinese."""

import re
from functools import lru_cache

from scoring import RuleSet
from tournaments.phrases.wording import local


def local_glossed(zh: str, en: str, rules: RuleSet) -> str:
    """The Chinese, or the English with (Concealed hand) after the first 門清."""
    text = local(zh, en)
    return text if text == zh else glossed(text, rules)


def glossed(text: str, rules: RuleSet) -> str:
    """Add the English after the first mention of each fan, unless a bracket follows it already."""
    names, pattern = _names(rules)
    told: set[str] = set()

    def put(found: re.Match[str]) -> str:
        name = found[0]
        if name in told or text.startswith(" (", found.end()):
            return name
        told.add(name)
        return f"{name} ({names[name]})"

    return pattern.sub(put, text) if names else text


@lru_cache(maxsize=16)
def _names(rules: RuleSet) -> tuple[dict[str, str], re.Pattern[str]]:
    names = {fan.name: fan.name_en for fan in rules.fans if fan.name_en}
    return names, re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
