"""What the scoring package refuses: one exception with a stable code and a sentence in Chinese and English.

Callers decide how to show it.
"""

_LONGEST = 500
"""Characters of a sentence; only what was sent to be refused makes one longer."""


class ScoringError(ValueError):
    """輸入有誤: `code` is one of the error codes of the two documents, `zh`/`en` say what is wrong and where.

    `index` is the place of the offending event (0-based) once a fold has found it, else None.
    """

    def __init__(self, code: str, zh: str, en: str, *, index: int | None = None) -> None:
        self.code = code
        self.zh = _sentence(zh)
        self.en = _sentence(en)
        super().__init__(f"{code}: {self.en}")
        self.index = index

    def detail(self, language: str = "zh-hant") -> str:
        """The sentence in `language` (English for codes that start with "en", else Chinese)."""
        return self.en if language.lower().startswith("en") else self.zh


def too_deep() -> ScoringError:
    """A document so deeply nested that nothing more can be said about it."""
    return ScoringError("bad_value", "文件的層數太多", "the document is nested too deeply")


def _sentence(text: str) -> str:
    """A sentence quotes what was sent: halves of characters, which nobody can print or send on, are spelled out."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
