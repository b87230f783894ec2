_LONGEST = 500
"""Characters of a sentence; only quoted input makes one longer."""


class ScoringError(ValueError):
    """輸入有誤 Raised when input is refused, such as an impossible hand or event.

    code: a word for programs, such as "bad_tile"
    zh, en: the reason in one sentence, in Chinese and in English
    field: which value is wrong, under the key that it has in a document (`to_document`), even if it was passed as an
        argument: "winning_tile" for `winning` of `Hand`; "" if no single value is to blame
    index: for a list of events, the position of the wrong event, from 0; else None

    >>> from scoring import Hand, ScoringError
    >>> try:
    ...     Hand("123m56m789p234p567s88s", "44m", seat="S", round="E")
    ... except ScoringError as error:
    ...     print(error.code, error.field)
    bad_tile winning_tile
    """

    def __init__(self, code: str, zh: str, en: str, *, field: str = "", index: int | None = None) -> None:
        self.code = code
        self.zh = _sentence(zh)
        self.en = _sentence(en)
        self.field = field
        self.index = index
        super().__init__(f"{code}: {self.en}")

    def __reduce__(self) -> tuple[object, ...]:
        return ScoringError, (self.code, self.zh, self.en), {"field": self.field, "index": self.index}

    def detail(self, language: str = "zh-hant") -> str:
        """Return the reason for the refusal: the English sentence if `language` begins with "en", else the Chinese
        one."""
        return self.en if language.lower().startswith("en") else self.zh


def refused(code: str, field: str, zh: str, en: str) -> ScoringError:
    """An error whose sentence begins with the name of the field."""
    return ScoringError(code, f"{field}：{zh}", f"{field}: {en}", field=field)


def bad_value(field: str, value: object) -> ScoringError:
    return refused("bad_value", field, f"不可以是「{value}」", f"{value!r} is not allowed")


def missing_key(key: str) -> ScoringError:
    return ScoringError("missing_key", f"欠「{key}」一項。", f"“{key}” is missing.", field=key)


def unknown_key(key: object) -> ScoringError:
    return ScoringError("unknown_key", f"不認得「{key}」這一項。", f"“{key}” is not a known key.", field=str(key))


def too_deep() -> ScoringError:
    return ScoringError("bad_value", "文件的層數太多", "the document is nested too deeply")


def _sentence(text: str) -> str:
    """Spell out lone surrogates, which quoted input may hold and nothing can encode."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
