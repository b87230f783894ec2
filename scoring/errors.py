"""What the scoring package refuses: one exception with a stable code and a sentence in Chinese and English.

Knows no HTTP status and no template; callers decide how to show it.
"""


class ScoringError(ValueError):
    """輸入有誤: `code` is one of the error codes of the two documents, `zh`/`en` say what is wrong and where.

    `index` is the place of the offending event (0-based) once a fold has found it, else None.
    """

    def __init__(self, code: str, zh: str, en: str, *, index: int | None = None) -> None:
        super().__init__(f"{code}: {en}")
        self.code = code
        self.zh = zh
        self.en = en
        self.index = index

    def detail(self, language: str = "zh-hant") -> str:
        """The sentence in `language` (English for codes that start with "en", else Chinese)."""
        return self.en if language.lower().startswith("en") else self.zh
