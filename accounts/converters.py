from django.conf import settings
from django.urls import register_converter

from accounts.numbers import whole


class Number:
    """A number that no column holds is no address: 404, before any query."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        number = whole(value)
        if number is None:
            raise ValueError(value)
        return number

    def to_url(self, value: int) -> str:
        return str(value)


class Language:
    regex = "|".join(code for code, _name in settings.LANGUAGES)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Number, "number")
register_converter(Language, "language")
