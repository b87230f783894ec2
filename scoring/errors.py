_LONGEST = 500
"""Characters of a sentence; only quoted input makes one longer."""


class ScoringError(ValueError):
    """輸入有誤 Refused input: `code` is an error code of the interface, `zh` and `en` say what is wrong and where.
    `index` is the place of the offending event (0-based) once a fold has found it, else None."""

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
    return ScoringError("bad_value", "文件的層數太多", "the document is nested too deeply")


def _sentence(text: str) -> str:
    """Spell out lone surrogates, which quoted input may hold and nothing can encode."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
