"""Draw all rounds in a thread of the server; the line in the table says how far it has come.

A draw follows from its document alone. One that broke off with its process is begun again when somebody looks; two
processes that ever search for the same line find the same seats, which are written once.
"""

import logging
import time
from collections.abc import Mapping
from contextvars import copy_context
from datetime import timedelta
from threading import Lock, Thread
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring import ScoringError, error_document
from tournaments.exceptions import Busy
from tournaments.models import DrawLine
from tournaments.seating.document import (
    answer_of,
    asked_of,
    canonical_input,
    digest_of,
    draw_document,
    facts_of_draw,
    impossible_document,
)
from tournaments.seating.event_draw import ImpossibleDraw, better_plans, seated
from tournaments.selectors.event_draws import document_of
from tournaments.services.event_draws import finish_draw

log = logging.getLogger(__name__)
SILENT = timedelta(seconds=60)
"""A search that has not told anything for so long has ended with its process."""
REMEMBERED = 3600
"""Seconds for which an answer is kept."""
FOR_OTHERS_SECONDS = 0.06
"""Between two rounds that are written: SQLite's writers look every 25 ms or so whether it is their turn."""
_searching = Lock()
"""One search at a time: it takes a core for up to a minute."""


def begin(line: DrawLine, language: str) -> None:
    """Search for the seats of a line, unless that is being done."""
    now = timezone.now()
    silent = Q(searched_at=None) | Q(searched_at__lt=now - SILENT)
    if DrawLine.objects.filter(silent, pk=line.pk, ended_at=None).update(searched_at=now):
        _start(line.pk, language)


def _start(line_id: int, language: str) -> None:
    # A daemon: the server ends without waiting for a search, which is begun again after its next start.
    Thread(target=copy_context().run, args=(_in_thread, line_id, language), name="draw", daemon=True).start()


def _in_thread(line_id: int, language: str) -> None:
    try:
        with _searching:
            search(line_id, language)
    except Exception:
        log.exception("draw %s broke off", line_id)
    finally:
        connection.close()


def search(line_id: int, language: str) -> None:
    """Find the seats of a line and write them down."""
    line = DrawLine.objects.select_related("list").get(pk=line_id)
    if line.ended_at is not None:
        return
    with translation.override(language):
        try:
            answer, ways = _searched(line)
        except ScoringError as error:
            answer, ways = error_document(error, language), 0
        finish_draw(
            line_id=line_id,
            answer=answer,
            facts=answer.pop("facts", {}),
            ways=ways,
            now=timezone.now(),
            between=lambda: time.sleep(FOR_OTHERS_SECONDS),
        )


def _searched(line: DrawLine) -> tuple[dict[str, Any], int]:
    """The answer with its facts, and after how many ways the organiser stopped it: 0 where it was not."""
    asked = canonical_input(document_of(line.list, line))
    digest = digest_of(asked)
    wanted, best, answer = asked_of(asked, digest), None, dict[str, Any]()
    open_line = DrawLine.objects.filter(pk=line.pk, ended_at=None)
    try:
        for ways, plan in enumerate(better_plans(wanted), 1):
            if plan is not best:
                best, drawn = plan, seated(plan, wanted)
                answer = answer_of(asked, digest, drawn) | {"facts": facts_of_draw(drawn.facts)}
            open_line.update(progress={"ways": ways, "facts": answer["facts"]}, searched_at=timezone.now())
            if open_line.filter(stopping=True).exists():
                return answer, ways
    except ImpossibleDraw as impossible:
        raise impossible_document(asked, impossible) from None
    return answer, 0


def stop(line: DrawLine) -> None:
    """Keep the best seats so far."""
    DrawLine.objects.filter(pk=line.pk, ended_at=None).update(stopping=True)


def repeated(document: Mapping[str, Any], ways: int) -> dict[str, Any]:
    """Draw again from the document alone. Raises ScoringError where that is not possible, Busy.

    The same is never drawn twice within the hour: anybody may ask, as often as they like.
    """
    key = f"draw:{digest_of(document)}:{ways}"
    answer: dict[str, Any] | None = cache.get(key)
    if answer is None:
        answer = drawn(document, ways)
        cache.set(key, answer, REMEMBERED)
    return answer


def drawn(document: Mapping[str, Any], ways: int = 0) -> dict[str, Any]:
    """The answer to a `draw` document. Raises ScoringError; Busy while another search goes on."""
    if not _searching.acquire(blocking=False):
        raise Busy(_("伺服器正在做另一次抽籤，請等一分鐘再試。"))
    try:
        return draw_document(document, ways)
    finally:
        _searching.release()
