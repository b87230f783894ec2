"""Draw all rounds in a thread of the server; the line in the table has the progress.

A draw follows from its document alone. One that broke off with its process restarts when its page is opened. Only the
search that reported last goes on: two that the organiser stops would find different seats.
"""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import copy_context
from datetime import datetime, timedelta
from threading import Lock, Thread
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring import ScoringError, error_document
from tournaments.core.exceptions import Busy
from tournaments.models import DrawLine
from tournaments.rounds.seating.document import (
    answer_of,
    asked_of,
    canonical_input,
    digest_of,
    draw_document,
    facts_of_draw,
    impossible_document,
)
from tournaments.rounds.seating.event_draw import ImpossibleDraw, better_plans, seated
from tournaments.rounds.selectors import document_of
from tournaments.rounds.services.event_draws import finish_draw

log = logging.getLogger(__name__)
SILENT = timedelta(seconds=60)
"""A search silent for this long has ended with its process."""
REMEMBERED = 3600
FOR_OTHERS_SECONDS = 0.06
"""Between two writes of rounds: waiting SQLite writers retry every 25 ms or so."""
_searching = Lock()
"""One search at a time: it takes a core for up to a minute."""


class TakenOver(Exception):
    """Another search goes on with the line, because this one was silent for too long."""


def begin(line: DrawLine, language: str) -> None:
    now = timezone.now()
    silent = Q(searched_at=None) | Q(searched_at__lt=now - SILENT)
    if DrawLine.objects.filter(silent, pk=line.pk, ended_at=None).update(searched_at=now):
        _start(line.pk, language, now)


def _start(line_id: int, language: str, began: datetime) -> None:
    # A daemon: the server ends without waiting for a search, which is begun again after its next start.
    Thread(target=copy_context().run, args=(_in_thread, line_id, language, began), name="draw", daemon=True).start()


def _in_thread(line_id: int, language: str, began: datetime) -> None:
    try:
        with _searching:
            search(line_id, language, began)
    except Exception:
        log.exception("draw %s broke off", line_id)
    finally:
        connection.close()


def search(line_id: int, language: str, began: datetime) -> None:
    """Find the seats of a line and write them down. `began`: its `searched_at`, as this search has set it."""
    line = DrawLine.objects.select_related("list").get(pk=line_id)
    report = _reporting(line_id, began)

    def rest() -> None:
        report()
        time.sleep(FOR_OTHERS_SECONDS)

    with translation.override(language), suppress(TakenOver):
        report()
        try:
            answer, ways = _searched(line, report)
        except ScoringError as error:
            answer, ways = error_document(error, language), 0
        finish_draw(
            line_id=line_id,
            answer=answer,
            facts=answer.pop("facts", {}),
            ways=ways,
            now=timezone.now(),
            between=rest,
        )


def _reporting(line_id: int, last: datetime) -> Callable[..., None]:
    """Writes how far the search has come. Raises TakenOver where the last report is not its own, or the line ended."""

    def report(**progress: Any) -> None:
        nonlocal last
        now = timezone.now()
        if not DrawLine.objects.filter(pk=line_id, ended_at=None, searched_at=last).update(searched_at=now, **progress):
            raise TakenOver
        last = now

    return report


def _searched(line: DrawLine, report: Callable[..., None]) -> tuple[dict[str, Any], int]:
    """The answer with its facts, and after how many arrangements the organiser stopped it: 0 if not stopped."""
    asked = canonical_input(document_of(line.list, line))
    digest = digest_of(asked)
    wanted, best, answer = asked_of(asked, digest), None, dict[str, Any]()
    try:
        for ways, plan in enumerate(better_plans(wanted), 1):
            if plan is not best:
                best, drawn = plan, seated(plan, wanted)
                answer = answer_of(asked, digest, drawn) | {"facts": facts_of_draw(drawn.facts)}
            report(progress={"ways": ways, "facts": answer["facts"]})
            if DrawLine.objects.filter(pk=line.pk, stopping=True).exists():
                return answer, ways
    except ImpossibleDraw as impossible:
        raise impossible_document(asked, impossible) from None
    return answer, 0


def stop(line: DrawLine) -> None:
    DrawLine.objects.filter(pk=line.pk, ended_at=None).update(stopping=True)


def repeated(document: Mapping[str, Any], ways: int) -> dict[str, Any]:
    """Draw again from the document alone. Raises ScoringError where that is not possible, Busy.

    Kept for an hour: anyone may ask, as often as they like.
    """
    key = f"draw:{digest_of(document)}:{ways}"
    answer: dict[str, Any] | None = cache.get(key)
    if answer is None:
        answer = drawn(document, ways)
        cache.set(key, answer, REMEMBERED)
    return answer


def drawn(document: Mapping[str, Any], ways: int = 0) -> dict[str, Any]:
    """The answer to a `draw` document. Raises ScoringError; Busy during another search."""
    if not _searching.acquire(blocking=False):
        raise Busy(_("伺服器正在做另一次抽籤，請等一分鐘再試。"))
    try:
        return draw_document(document, ways)
    finally:
        _searching.release()
