_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Wide ones too: spreadsheets in Chinese or Japanese treat them as the narrow ones."""


def safe_cell(text: str) -> str:
    """Text that a spreadsheet does not run as a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
