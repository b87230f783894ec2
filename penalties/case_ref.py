from django.urls import register_converter


class CaseRef:
    """The number of the row of a 個案, or of a game and of the objecting act in it."""

    regex = "[0-9]{1,9}(?:-[0-9]{1,9})?"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CaseRef, "case")
