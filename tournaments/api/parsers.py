"""JSON that a program sends, as far as it can be stored and answered. The fields are the serializers'."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError
from rest_framework.utils.json import strict_constant

from scoring import OnceEach, key_twice, said_twice
from tournaments.exceptions import refused_by_rules


class JSONParser(parsers.JSONParser):
    """Refuses what is nested without end, a key that stands twice in one object, and halves of characters, which no
    database and no answer can hold."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        encoding = (parser_context or {}).get("encoding", settings.DEFAULT_CHARSET)
        source, once = stream.read(), OnceEach()
        try:
            text = source.decode(encoding)
            data = json.loads(text, object_pairs_hook=once, parse_constant=strict_constant)
            if b"\\ud" in source.lower():
                json.dumps(data, ensure_ascii=False).encode()
            key = said_twice(data) if once.broken else None
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError(_("這個請求看不懂。")) from error
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        if key is not None:
            raise refused_by_rules(key_twice(key))
        return data
