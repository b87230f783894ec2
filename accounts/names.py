import re
import unicodedata
from typing import Any

from django import forms

NOT_SEEN = dict.fromkeys(
    [0x200B, 0x200E, 0x200F, 0x061C, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""Signs of direction and spaces without width. The joiners U+200C and U+200D stay: Persian and emoji need them."""
_TOWER = re.compile("([\u0300-\u036f]{3})[\u0300-\u036f]+")


def cleaned(name: str) -> str:
    """One space between words, no controls and signs of direction, no towers of accents."""
    words = _TOWER.sub(r"\1", " ".join(name.split())).translate(NOT_SEEN)
    return " ".join("".join(sign for sign in words if unicodedata.category(sign) not in ("Cc", "Cs")).split())


class NameField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return cleaned(str(super().to_python(value) or ""))
