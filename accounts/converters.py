"""How numbers and languages stand in an address."""

from django.conf import settings
from django.urls import register_converter

from accounts.numbers import whole


class Number:
    """號碼 in an address. A number that no column holds is no address: 404, before any query is made."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        number = whole(value)
        if number is None:
            raise ValueError(value)
        return number

    def to_url(self, value: int) -> str:
        return str(value)


class Language:
    """語言 in an address: one of those that the site speaks."""

    regex = "|".join(code for code, _name in settings.LANGUAGES)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Number, "number")
register_converter(Language, "language")
