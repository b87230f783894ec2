"""JSON that a program sends, as far as it can be stored and answered. Knows no field."""

import io
import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError


class JSONParser(parsers.JSONParser):
    """Refuses what is nested without end, and halves of characters, which no database and no answer can hold."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        source = stream.read()
        try:
            data = super().parse(io.BytesIO(source), media_type, parser_context)
            if b"\\ud" in source.lower():
                json.dumps(data, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError(_("這個請求看不懂。")) from error
        return data
