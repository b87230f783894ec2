"""試算表: texts that a spreadsheet shows as they are, instead of calculating them."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Wide ones too: a spreadsheet in Chinese or Japanese reads them as the narrow ones."""


def safe_cell(text: str) -> str:
    """A text that a spreadsheet shows instead of calculating it."""
    return "'" + text if text.startswith(_FORMULA) else text
