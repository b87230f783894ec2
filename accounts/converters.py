"""How a number stands in an address."""

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


register_converter(Number, "number")
