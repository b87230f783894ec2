"""Numbers that come from outside, as far as a database can hold them. Pure."""

HIGHEST = 2**63 - 1
"""The highest number of a column, on both databases."""


WIDE_DIGITS = {ord(wide): plain for wide, plain in zip("０１２３４５６７８９", "0123456789", strict=True)}
"""Digits as Chinese input methods write them."""


def whole(text: str, highest: int = HIGHEST) -> int | None:
    """The number from 0 to `highest` that is written here in plain or full-width digits; None for anything else.

    `isdigit` takes "²" for one, which `int` does not, and `int` makes no number of thousands of digits.
    """
    text = text.translate(WIDE_DIGITS)
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if number <= highest else None
