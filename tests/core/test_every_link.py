"""Every page that a played game leads to answers, in both languages and under every rule set: each of three people in
one language, with FULL=1 in both."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from scoring.rulebook import RULE_SETS
from tests.lacking import FULL
from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import add_member, confirm_all, make_event, make_game, make_user, play
from tournaments.core.game_codes import address_code
from tournaments.models import Game, Role
from tournaments.tables.game_log.read import Actor

GAMES = Path(__file__).parents[1] / "golden" / "replay"
MOST = 20
"""Pages from one start: the table's own and what they lead to; the rest are those of other hands."""
_LINK = re.compile(r'(?:href|hx-get)="(/[ge]/[^"#]+)')
_UNFILLED = re.compile(r"%\(\w|\{\{")


def played(rule_set: str) -> Game:
    """The longest example game of the rule set, recorded event by event."""
    documents = [row["request"] for row in json.loads((GAMES / f"{rule_set}.json").read_text())]
    document = max(documents, key=lambda one: len(one["events"]))
    fields: dict[str, Any] = {"rule_options": document.get("options", {})}
    referee = make_user()
    event = make_event(rule_set=rule_set, rule_settings=document.get("settings", {}), **fields)
    game = make_game(event, referee)
    add_member(event, referee, Role.ORGANISER)
    for said in document["events"]:
        play(game, Actor(user_id=referee.pk), **said)
        confirm_all(game, Actor(user_id=referee.pk))
    return game


def walked(client: Client, game: Game) -> Iterator[tuple[str, Any]]:
    waiting, met = [f"/g/{address_code(game.pk)}/", f"/e/{game.event.slug}/"], set[str]()
    while waiting and len(met) < MOST:
        address = waiting.pop(0)
        if address in met:
            continue
        met.add(address)
        answer = client.get(address)
        yield address, answer
        if answer.headers.get("content-type", "").startswith("text/html"):
            waiting += [unescape(link) for link in _LINK.findall(answer.content.decode())]


@pytest.mark.sqlite
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_no_link_of_a_played_game_fails(db, rule_set):
    game = played(rule_set)
    people = [signed_in(make_user()), phone_of(game.seats.get(seat=1).player), Client()]
    languages = ("zh-hant", "en")
    for number, client in enumerate(people, start=list(RULE_SETS).index(rule_set)):
        for language in languages if FULL else languages[number % 2 :][:1]:
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
            pages = dict(walked(client, game))
            assert len(pages) > 5
            assert {address: page.status_code for address, page in pages.items() if page.status_code >= 404} == {}
            assert [address for address, page in pages.items() if unfilled(page)] == []


def unfilled(page: Any) -> bool:
    is_html = page.headers.get("content-type", "").startswith("text/html")
    return is_html and _UNFILLED.search(page.content.decode()) is not None
