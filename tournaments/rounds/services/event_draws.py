"""全賽抽籤: lock the list, take the seed in public; both determine the seats of all rounds.

A draw is stored as soon as its seed is given, before its seats can be known, so that no seed is tried in secret.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from itertools import combinations
from threading import Lock, Thread
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.audit_context import current_user_id
from scoring import ScoringError
from scoring.documents import error_document
from tournaments.core.event_log import Kind, added, append_act, changed, replay_log
from tournaments.core.exceptions import Busy, Conflict, Invalid, Refused
from tournaments.core.locks import in_one_transaction, lock_event, lock_rounds
from tournaments.models import DrawLine, Event, EventAct, LockedList, Player, Round, Stage
from tournaments.models.digests import sha256
from tournaments.phrases.stages import stage_session
from tournaments.rounds.seating.annealing import SEATS
from tournaments.rounds.seating.document import (
    answer_of,
    asked_of,
    canonical_input,
    digest_of,
    draw_document,
    impossible_document,
)
from tournaments.rounds.seating.event_draw import ImpossibleDraw, better_plans, seated
from tournaments.rounds.selectors import document_of
from tournaments.rounds.services import seating
from tournaments.rounds.services.rounds import make_rounds
from tournaments.rounds.services.stages import current_stage, next_session
from tournaments.tables.game_log.read import in_words_of, rules_of

MOST_ROUNDS = 60
MOST_LETTERS = 120
_NAMED = 8
_TABLES_FOR_STAFF = 3
"""From this number of tables on, each of the staff who fill up (at most three) can sit at a table of their own."""
log = logging.getLogger(__name__)
SILENT = timedelta(seconds=60)
"""A search silent for this long has ended with its process."""
REMEMBERED = 3600
FOR_OTHERS_SECONDS = 0.06
"""Pause between two writes of rounds: waiting SQLite writers retry every 25 ms or so."""
_searching = Lock()
"""One search at a time: it takes a core for up to a minute."""


@in_one_transaction
def lock_list(*, event: Event, count: int, today: date, now: datetime) -> LockedList:
    """鎖定名單: fix the players to be drawn for the next `count` rounds. Missing rounds are created as drafts. Raises
    Conflict while another list is locked, Invalid for an impossible number or if the players do not fill whole
    tables."""
    lock_rounds(event.pk)
    event = lock_event(event.pk)
    if event.locked_lists.filter(released_at=None).exists():
        raise Conflict(_("名單已經鎖定。要改名單，請先解除鎖定。"))
    coming = next_draw(event)
    if refusal := coming.refusal(count):
        raise Invalid(refusal, field="count")
    rounds = list(coming.drafts[:count])
    if len(rounds) < count:
        day = rounds[-1].day if rounds else min(max(today, event.starts_on), event.ends_on)
        rounds += make_rounds(event=event, days=[day] * (count - len(rounds)), confirmed=True)
    document = _document(rounds)
    made = LockedList.objects.create(
        event=event,
        number=event.locked_lists.count() + 1,
        document=document,
        digest=digest_of(document),
        rounds=[round_.number for round_ in rounds],
        user_id=current_user_id(),
        created_at=now,
    )
    append_act(event.pk, Kind.LIST_LOCKED, added(made))
    return made


@dataclass(frozen=True)
class NextDraw:
    """The next draw: stage, session, draft rounds; `planned`: rounds planned (at least one), `most`: possible."""

    stage: Stage
    session: int
    drafts: tuple[Round, ...]
    planned: int
    most: int

    @property
    def said(self) -> str:
        return stage_session(self.stage.name, self.session)

    def refusal(self, count: int) -> str:
        if 1 <= count <= self.most:
            return ""
        sentence = in_words_of(self.stage.event, _("%(who)s可以抽 1 至 %(most)s 個半莊。"))
        return sentence % {"who": self.said, "most": self.most}


def next_draw(event: Event) -> NextDraw:
    drafts = list(event.rounds.filter(state=Round.State.DRAFT).select_related("stage__event").order_by("number"))
    current = current_stage(event)
    coming = current, next_session(current)
    stage, session = (drafts[0].stage, drafts[0].session) if drafts else coming
    drafts = [one for one in drafts if (one.stage_id, one.session) == (stage.pk, session)]
    others = stage.rounds.filter(session=session, voided_at=None).exclude(pk__in=[one.pk for one in drafts])
    left = stage.planned - others.count()
    most = len(drafts)
    if coming == (stage, session):
        most = max(left, most) if session < stage.sessions else MOST_ROUNDS
    return NextDraw(stage, session, tuple(drafts), min(max(left, len(drafts), 1), most), most)


def _document(rounds: Sequence[Round]) -> dict[str, Any]:
    """Return the input of the draw, with an empty seed. Ids are players' numbers, so that the list can be compared with
    the public one. Raises Invalid if the players do not fill whole tables."""
    event = rounds[0].event
    seated = seating.playing(rounds[0])
    seating.check_listed(rounds[0])
    seating.check_count(len(seated), event.tables.count())
    drawn = Player.objects.filter(pk__in=[one.key for one in seated])
    ids = {pk: str(number) for pk, number in drawn.values_list("pk", "number")}
    tables = [four for tables in seating.earlier_tables(rounds[0]) for four in tables]
    met = {frozenset(pair) for four in tables for pair in combinations([key for key in four if key in ids], 2)}
    places = {one.key: place for place, one in enumerate(seated)}
    filling = {one.key for one in seated if one.staff} if len(seated) >= SEATS * _TABLES_FOR_STAFF else set()
    apart = []
    for place, one in enumerate(seated):
        others = one.apart | filling if one.key in filling else one.apart
        behind = sorted(places[key] for key in others if places.get(key, 0) > place)
        apart += [[ids[one.key], ids[seated[other].key]] for other in behind]
    document: dict[str, Any] = {
        "players": [{"id": ids[one.key], "club": one.club} for one in seated],
        "rounds": len(rounds),
        "seed": "",
        "apart": apart,
        "met": [[ids[key] for key in pair] for pair in met],
    }
    if rules_of(event).game.seats_reordered:
        document["orders"] = [[ids[key] for key in four] for four in tables if set(four) <= ids.keys()]
    return canonical_input(document)


@in_one_transaction
def release_list(*, event: Event, reason: str, now: datetime) -> None:
    """解除鎖定: release the list. Raises Invalid without a reason, Conflict if none is locked or a draw is running."""
    locked = _locked_list(event)
    if locked.lines.filter(ended_at=None).exists():
        raise Conflict(_("正在抽籤，請等它完結。"))
    locked.release_reason = _text(reason, _("請寫原因。"), "reason")
    locked.released_at = now
    locked.save(update_fields=["released_at", "release_reason"])
    append_act(event.pk, Kind.LIST_RELEASED, changed(locked, "released_at", "release_reason"))


def _locked_list(event: Event) -> LockedList:
    found = lock_event(event.pk).locked_lists.filter(released_at=None).first()
    if found is None:
        raise Conflict(_("名單未鎖定。"))
    return found


@in_one_transaction
def give_seed(*, event: Event, seed: str, reason: str, now: datetime) -> DrawLine:
    """定抽籤號碼: store the public seed of a draw from the locked list; a second draw requires a reason.

    Raises Invalid for a missing seed; Conflict during a draw, if the list has changed since it was locked, or if one of
    its rounds is no longer a draft.
    """
    lock_rounds(event.pk)
    locked = _locked_list(event)
    last = locked.lines.order_by("number").last()
    if last is not None and last.ended_at is None:
        raise Conflict(_("正在抽籤，請等它完結。"))
    _check_unchanged(locked)
    seed = _text(seed, _("請寫公開的號碼，例如骰子或六合彩的結果。"), "seed")
    line = DrawLine.objects.create(
        list=locked,
        number=last.number + 1 if last else 1,
        seed=seed,
        reason=_text(reason, _("重抽要寫原因。"), "reason") if last else "",
        digest=digest_of({**locked.document, "seed": seed}),
        user_id=current_user_id(),
        created_at=now,
    )
    append_act(event.pk, Kind.SEED_GIVEN, added(line))
    return line


def _text(given: str, missing: str, field: str) -> str:
    text = " ".join(given.split())
    if not text:
        raise Invalid(missing, field=field)
    if len(text) > MOST_LETTERS:
        raise Invalid(_("最多 %(most)s 個字。") % {"most": MOST_LETTERS}, field=field)
    return text


def _check_unchanged(locked: LockedList) -> list[Round]:
    rounds = list(locked.event.rounds.filter(number__in=locked.rounds).order_by("number"))
    away = sorted({*locked.rounds} - {one.number for one in rounds if one.state == Round.State.DRAFT})
    if away:
        sentence = _("第 %(number)s 個半莊已經公布、開始或取消，不能再抽。請解除鎖定，再鎖定餘下的。")
        raise Conflict(in_words_of(locked.event, sentence) % {"number": away[0]})
    try:
        same = digest_of(_document(rounds)) == locked.digest
    except Invalid:
        same = False
    if renamed := _renamed(locked):
        words = {"names": "、".join(renamed[:_NAMED])}
        raise Conflict(_("%(names)s 的號碼或姓名在鎖定之後有更改。請解除鎖定，再鎖定一次。") % words)
    if not same:
        raise Conflict(_("名單、會所、不得同檯或之前的座位在鎖定之後有更改。請解除鎖定，再鎖定一次。"))
    return rounds


def _renamed(locked: LockedList) -> list[str]:
    """Return players of the list who had another number or name when it was locked. The digest covers numbers only:
    once the seed is known, two people could exchange theirs, and so their seats."""
    acts = EventAct.objects.filter(event=locked.event_id).order_by("number")
    lock = acts.filter(kind=Kind.LIST_LOCKED).last()
    if lock is None or not acts.filter(number__gt=lock.number, kind=Kind.PLAYER_CHANGED).exists():
        return []
    then = replay_log(acts.filter(number__lt=lock.number)).rows.get(Player._meta.label_lower, {})
    listed = {player["id"] for player in locked.document["players"]}
    return [
        player.name
        for player in locked.event.players.order_by("number")
        if (before := then.get(player.pk))
        and str(before["number"]) in listed
        and (before["number"], before["name"]) != (player.number, player.name)
    ]


def finish_draw(
    *,
    line_id: int,
    answer: Mapping[str, Any],
    facts: Mapping[str, Any],
    ways: int,
    now: datetime,
    between: Callable[[], object] = lambda: None,
) -> bool:
    """Write the seats of all rounds; return whether this call wrote them. `answer`: the result of the draw's document,
    with `error` if it failed. Repeats have no effect; an interrupted draw is still open and written again.

    An obstacle (a changed list, a round already published) ends the draw with that reason, and none of its rounds keeps
    the seats. Each round is a transaction of its own, because all of them together would delay a hand too long;
    `between` is called after each, for waiting requests.
    """
    refusal = str(answer.get("error", {}).get("detail", ""))
    seats = [] if refusal else answer["rounds"]
    for place in range(len(seats)):
        try:
            if not _seat(line_id, answer["digest"], seats, place):
                return False
        except Refused as refused:
            _take_back(line_id, place)
            refusal = refused.detail
            break
        between()
    return _end(line_id, refusal, {"seats": sha256(seats), "facts": dict(facts), "ways": ways}, now)


def _open_line(line_id: int) -> DrawLine:
    event_id = LockedList.objects.values_list("event", flat=True).get(lines=line_id)
    lock_rounds(event_id)
    lock_event(event_id)
    return DrawLine.objects.select_related("list__event").get(pk=line_id)


@in_one_transaction
def _seat(line_id: int, digest: str, seats: Sequence[Sequence[Sequence[str]]], place: int) -> bool:
    line = _open_line(line_id)
    if line.ended_at is not None:
        return False
    if digest != line.digest:
        raise ValueError("the answer is of another document")
    round_ = _check_unchanged(line.list)[place]
    keys = {str(number): key for number, key in round_.event.players.values_list("number", "pk")}
    numbers = list(round_.event.tables.order_by("number").values_list("number", flat=True))
    fours = [[keys[one] for one in table] for table in seats[place]]
    seating.put_seats(round_, seating.at_fixed_tables(round_, fours, numbers), seed=line.seed[:40])
    return True


@in_one_transaction
def _take_back(line_id: int, places: int) -> None:
    line = _open_line(line_id)
    written = line.list.event.rounds.filter(number__in=line.list.rounds[:places], state=Round.State.DRAFT)
    for round_ in written.order_by("number"):
        seating.put_seats(round_, {})


@in_one_transaction
def _end(line_id: int, refusal: str, drawn: Mapping[str, Any], now: datetime) -> bool:
    line = _open_line(line_id)
    if line.ended_at is not None:
        return False
    line.ended_at, line.refusal = now, refusal[:600]
    if not refusal:
        line.seats, line.facts, line.ways = drawn["seats"], drawn["facts"], drawn["ways"]
    names = ("ended_at", "refusal", "seats", "facts", "ways")
    line.save(update_fields=names)
    append_act(line.list.event_id, Kind.ROUNDS_DRAWN, changed(line, *names))
    return not refusal


class TakenOver(Exception):
    """Another search has taken over the draw, because this one did not report for too long."""


def begin(line: DrawLine) -> None:
    now, language = timezone.now(), translation.get_language() or "zh-hant"
    silent = Q(searched_at=None) | Q(searched_at__lt=now - SILENT)
    if DrawLine.objects.filter(silent, pk=line.pk, ended_at=None).update(searched_at=now):
        _start(line.pk, language, now)


def _start(line_id: int, language: str, began: datetime) -> None:
    def run() -> None:
        try:
            with _searching:
                search(line_id, language, began)
        except Exception:
            log.exception("draw %s broke off", line_id)
        finally:
            connection.close()

    # A daemon: the server stops without waiting for a search, which restarts with the server.
    Thread(target=copy_context().run, args=(run,), name="draw", daemon=True).start()


def search(line_id: int, language: str, began: datetime) -> None:
    """Find the seats of a draw from its document alone, and write them. `began`: its `searched_at` as set by this
    search. Only the search that reported last goes on: two searches stopped by the organiser would find different
    seats."""
    line, last = DrawLine.objects.select_related("list").get(pk=line_id), began

    def report(**progress: Any) -> None:
        """Store the progress. Raises TakenOver if the last report is another search's, or the draw has ended."""
        nonlocal last
        now = timezone.now()
        if not DrawLine.objects.filter(pk=line_id, ended_at=None, searched_at=last).update(searched_at=now, **progress):
            raise TakenOver
        last = now

    def rest() -> None:
        report()
        time.sleep(FOR_OTHERS_SECONDS)

    with translation.override(language), suppress(TakenOver):
        report()
        try:
            answer, ways = _searched(line, report)
        except ScoringError as error:
            answer, ways = error_document(error, language), 0
        facts = answer.pop("facts", {})
        finish_draw(line_id=line_id, answer=answer, facts=facts, ways=ways, now=timezone.now(), between=rest)


def _searched(line: DrawLine, report: Callable[..., None]) -> tuple[dict[str, Any], int]:
    """Return the answer with its facts, and after how many arrangements the organiser stopped it, or 0."""
    asked = canonical_input(document_of(line.list, line))
    digest = digest_of(asked)
    wanted, best, answer = asked_of(asked, digest), None, dict[str, Any]()
    try:
        for ways, plan in enumerate(better_plans(wanted), 1):
            if plan is not best:
                best, drawn = plan, seated(plan, wanted)
                answer = answer_of(asked, digest, drawn) | {"facts": asdict(drawn.facts)}
            report(progress={"ways": ways, "facts": answer["facts"]})
            if DrawLine.objects.filter(pk=line.pk, stopping=True).exists():
                return answer, ways
    except ImpossibleDraw as impossible:
        raise impossible_document(asked, impossible) from None
    return answer, 0


def stop(line: DrawLine) -> None:
    DrawLine.objects.filter(pk=line.pk, ended_at=None).update(stopping=True)


def repeated(document: Mapping[str, Any], ways: int) -> dict[str, Any]:
    """Repeat a draw from its document alone. Raises ScoringError if that is impossible, Busy.

    Cached for an hour, because anyone may ask for it repeatedly.
    """
    key = f"draw:{digest_of(document)}:{ways}"
    answer: dict[str, Any] | None = cache.get(key)
    if answer is None:
        answer = drawn(document, ways)
        cache.set(key, answer, REMEMBERED)
    return answer


def drawn(document: Mapping[str, Any], ways: int = 0) -> dict[str, Any]:
    """Draw from a `draw` document. Raises ScoringError; Busy during another search."""
    if not _searching.acquire(blocking=False):
        raise Busy(_("伺服器正在做另一次抽籤，請等一分鐘再試。"))
    try:
        return draw_document(document, ways)
    finally:
        _searching.release()
