HIGHEST = 2**63 - 1
"""Of an integer column, on both databases."""


WIDE_DIGITS = {ord(wide): plain for wide, plain in zip("０１２３４５６７８９", "0123456789", strict=True)}
"""Digits as Chinese input methods write them."""


def whole(text: str, highest: int = HIGHEST) -> int | None:
    """A number from 0 to `highest` in plain or full-width digits; None for anything else.

    `isdigit` accepts "²", which `int` does not, and `int` refuses thousands of digits.
    """
    text = text.translate(WIDE_DIGITS)
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    number = int(text)
    return number if number <= highest else None
