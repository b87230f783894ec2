"""裁決 in hk-classic and hkma-masters: the offence tables and what follows a ruling (interface: replay)."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.oracle.book import Event, Page, allow, need, other_seat, seat_of
from tests.oracle.masters_count import DISCARDER
from tests.oracle.rulings import CATALOGUE, ENDING, amount, split, whole
from tests.oracle.wrong import Wrong

if TYPE_CHECKING:
    from tests.oracle.hk_book import HkBook

SEATS = range(4)


def catalogue(rule_set: str, path: Path = CATALOGUE) -> dict[str, Any]:
    """Return slug and Chinese name → (slug, consequences or "discretion")."""
    table: dict[str, Any] = {}
    with path.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            if line["rule_set"] == rule_set:
                asked = line["consequences"]
                entry = (line["slug"], asked if asked == "discretion" else json.loads(asked))
                table[line["slug"]] = table[line["name"]] = entry
    return table


OFFENCES = {"hk-classic": catalogue("hk-classic"), "hkma-masters": catalogue("hkma-masters")}
FREE = {"wall_tile_shown": 1, "own_tiles_shown": 2}  # tiles that a first offence may show


def on_ruling(book: HkBook, event: Event) -> None:
    allow(event, "seat", "offence", "consequences", "tiles", "to", "fan", "hand")
    need(event, "seat")
    slug, asked = follows(book, event)
    seat = None if event["seat"] is None and slug == "redeal" else seat_of(event["seat"])
    previous = "hand" in event
    if event.get("hand", "previous") != "previous":
        raise Wrong("bad_event", "bad_value")
    if previous and (not book.pages or any(word == "ban" or word in ENDING for word, _ in asked)):
        raise Wrong("bad_event")
    page = book.pages[-1] if previous else book.open
    page.events += not previous
    if slug in FREE and "consequences" not in event:
        need(event, "tiles")
        if not book.offences[seat or 0, slug] and whole(event["tiles"]) <= FREE[slug]:
            asked = []
    if slug is not None and seat is not None:
        book.offences[seat, slug] += 1
    ends = {end for word, value in asked if (end := apply(book, page, event, seat, word, value))}
    if len(ends) > 1:
        raise Wrong("bad_event")
    for how in ends:
        finish_hand(book, how)


def follows(book: HkBook, event: Event) -> tuple[str | None, list[tuple[str, Any]]]:
    """Return the offence's slug and what follows."""
    slug, listed = None, None
    if "offence" in event:
        if not isinstance(event["offence"], str) or event["offence"] not in OFFENCES[book.rule_set]:
            raise Wrong("bad_event", "bad_value")
        slug, listed = OFFENCES[book.rule_set][event["offence"]]
    listed = event.get("consequences", listed)
    if listed is None or listed == "discretion":
        raise Wrong("bad_event", "missing_key")
    if not isinstance(listed, list):
        raise Wrong("bad_event", "bad_value")
    return slug, [split(each) for each in listed]


def apply(book: HkBook, page: Page, event: Event, seat: int | None, word: str, value: Any) -> str | None:
    """Carry out one consequence; return how it ends the hand, if it does."""
    if word in ENDING:
        return word
    if seat is None:
        raise Wrong("bad_event", "missing_key")
    if word in ("yellow", "red"):
        if book.classic:
            raise Wrong("bad_event")
        return "replay_hand" if book.show(page, seat, word, "hand" in event) else None
    if word == "ban":
        book.banned.add(seat)
    elif value is not None:
        pay(book, page, event, seat, word, value)
    return None


def deduct(book: HkBook, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    points = whole(value) * book.base if word == "deduct_base" else amount(value)
    if word == "deduct_per_tile":
        need(event, "tiles")
        points *= whole(event["tiles"])
    if word == "deduct_after_game" and not book.finished:
        book.after_game.append((seat, points))
    else:
        page.pay(seat, None, points, "deduction")


def pay(book: HkBook, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    others = [other for other in SEATS if other != seat]
    if "_tai" in word or ("_base" in word and not book.classic):
        raise Wrong("bad_event")
    if word.startswith("deduct"):
        deduct(book, page, event, seat, word, value)
    elif word == "pay_base":
        need(event, "to")
        page.pay(seat, other_seat(event["to"], seat), whole(value) * book.base, "fine")
    elif word.endswith("_base"):
        for other in others:
            page.pay(seat, other, whole(value) * book.base, "fine")
    elif word == "pay":
        if not isinstance(value, list) or len(value) != 2:
            raise Wrong("bad_event", "bad_value")
        page.pay(seat, other_seat(value[0], seat), amount(value[1]), "fine")
    elif word == "pay_each_hand" and value is True:
        need(event, "fan")
        fan = whole(event["fan"])
        if not book.classic and fan not in DISCARDER:
            raise Wrong("bad_event", "bad_value")
        for other in others:
            page.pay(seat, other, book.money(fan, seat, other, page) if book.classic else DISCARDER[fan], "fine")
    else:
        raise Wrong("bad_event", "bad_value")


def finish_hand(book: HkBook, how: str) -> None:
    if how == "false_win_hand":
        raise Wrong("bad_event")
    if how == "draw_hand":
        book.close("draw")
        book.turn(book.classic, book.streak + 1)
        return
    book.close("replayed")
    book.open = book.new_page()
