"""What is wrong with a document: one or more codes of the interface, any of which is a right answer."""


class Wrong(Exception):
    """A refusal; `codes` are all the codes that apply ("where several apply, any of them")."""

    def __init__(self, *codes: str, why: str = "") -> None:
        super().__init__(why or " ".join(codes))
        self.codes = frozenset(codes)
        self.why = why
