import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError
from rest_framework.utils.json import strict_constant


class JSONParser(parsers.JSONParser):
    """Refuses duplicate keys, unbounded nesting, and lone surrogates, which no database can store."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        encoding = (parser_context or {}).get("encoding", settings.DEFAULT_CHARSET)
        source = stream.read()
        try:
            data = json.loads(source.decode(encoding), object_pairs_hook=_unique, parse_constant=strict_constant)
            if b"\\ud" in source.lower():
                json.dumps(data, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError(_("這個請求看不懂。")) from error
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            shown = key[:60].encode(errors="replace").decode()
            raise ParseError(_("「%(key)s」在同一個物件內出現了兩次。") % {"key": shown}, code="bad_value")
        found[key] = value
    return found
