_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Wide ones too: spreadsheets in Chinese or Japanese treat them as the narrow ones."""


def safe_cell(text: str) -> str:
    return "'" + text if text.startswith(_FORMULA) else text
