"""Input from people and programs: numbers, names, parts of an address."""

import re
import unicodedata
from typing import Any

from django import forms
from django.conf import settings
from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter

HIGHEST = 2**63 - 1
"""The highest value of an integer column, on both databases."""
WIDE_DIGITS = {ord(wide): plain for wide, plain in zip("０１２３４５６７８９", "0123456789", strict=True)}
"""Digits as Chinese input methods write them."""


def parse_int(text: str, highest: int = HIGHEST) -> int | None:
    """Parse a number from 0 to `highest` in plain or full-width digits; None for anything else.

    `isdigit` accepts "²", which `int` does not, and `int` refuses thousands of digits.
    """
    text = text.translate(WIDE_DIGITS)
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if number <= highest else None


NOT_SEEN = dict.fromkeys(
    [0x200B, 0x200E, 0x200F, 0x061C, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""Direction marks and zero-width spaces. The joiners U+200C and U+200D stay: Persian and emoji need them."""
_TOWER = re.compile("([\u0300-\u036f]{3})[\u0300-\u036f]+")


def clean_name(name: str) -> str:
    """Collapse spaces, and remove control characters, direction marks and stacked accents."""
    words = _TOWER.sub(r"\1", " ".join(name.split())).translate(NOT_SEEN)
    return " ".join("".join(sign for sign in words if unicodedata.category(sign) not in ("Cc", "Cs")).split())


class NameField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return clean_name(str(super().to_python(value) or ""))


class Number(IntConverter):
    """Answers 404, before any query, for a number that no column can hold."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        number = parse_int(value)
        if number is None:
            raise ValueError(value)
        return number


class Language(StringConverter):
    regex = "|".join(code for code, _name in settings.LANGUAGES)


register_converter(Number, "number")
register_converter(Language, "language")
