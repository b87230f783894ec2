"""試算表: texts that a spreadsheet shows as they are, instead of calculating them."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """A text that a spreadsheet shows instead of calculating it."""
    return "'" + text if text.startswith(_FORMULA) else text
