"""同名: two players of one name are distinguishable everywhere, and no name reorders the text around it."""

import re

import pytest
from django.utils import timezone

from accounts.inputs import clean_name
from tests.markup import shows, url
from tests.tournaments.factories import add_member, make_user
from tests.tournaments.recorder import won
from tournaments.hall.in_play import open_games, tables_in_play
from tournaments.hall.room import room
from tournaments.models import Player, Role
from tournaments.phrases.names import bdi, isolated, told_apart
from tournaments.players.services.apart import kept_from
from tournaments.scorecards.selectors import card_page
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.services.substitutes import step_in

TWICE = "陳志明"


FIRST, SECOND = "Chan C M（1 號）", "ＣＨＡＮ ＣＭ（2 號）"


def call(*names):
    for number, name in enumerate(names, start=1):
        Player.objects.filter(number=number).update(name=name)


@pytest.fixture
def table(table):
    """Seats 0 and 1 have one name, once in full width."""
    call("Chan C M", "ＣＨＡＮ ＣＭ", "陳大文", "何家珍")
    return table


@pytest.fixture
def game(table):
    return table.game


@pytest.fixture
def client(client, game):
    client.force_login(make_user())
    return client


def test_numbers_stand_behind_names_that_compare_equal_only():
    people = [(7, TWICE), (12, "陳 志明"), (3, "陳大文")]
    assert told_apart(people) == ["陳志明（7 號）", "陳 志明（12 號）", "陳大文"]
    assert told_apart(people[1:]) == ["陳 志明", "陳大文"]


def test_payments_forms_card_and_replay_tell_two_of_one_name_apart(client, table, game):
    table.settle(won(0, 1, 20))
    said = re.compile("Chan C M（1 號） 食糊 .*?，ＣＨＡＮ ＣＭ（2 號） 出銃")
    for page in ("hands", "card", "story", "table"):
        shown = shows(client.get(url(page, game.pk)), FIRST, SECOND, never="陳大文（")
        assert said.search(shown) or page in ("story", "table")
    shows(client.get(url("round_sum", game.event.slug, 1)), "（2 號）")
    for form in ("win", "reward"):
        shows(client.get(url(form, game.pk)), FIRST)
    assert replay_input(table.fresh(), EVERYTHING)["players"][:2] == [FIRST, SECOND]


def test_the_card_that_is_signed_keeps_the_names_as_they_are(game):
    page = card_page(game, EVERYTHING, signatures=False)
    assert (page.seats[0].name, page.signatures[1].name) == (FIRST, SECOND)
    assert [name for _number, name in seated_players(game)][:2] == ["Chan C M", "ＣＨＡＮ ＣＭ"]


def test_hall_and_screens_tell_them_apart(game):
    [row] = room(game.event, timezone.now()).rows
    [in_play] = tables_in_play(open_games(game.event), read_book(game).rules)
    for names in (list(row.names), [chair.name for chair in in_play.chairs]):
        assert names[:2] == [FIRST, SECOND]


def test_a_substitute_of_the_same_name_is_told_apart(client, table, game):
    Player.objects.create(event=game.event, number=9, name="陳大文", staff=True)
    step_in(game_id=game.pk, seat=3, number=9, now=timezone.now())
    table.play(won(2, 3, 20))
    shows(client.get(url("table", game.pk)), "陳大文（3 號）", "陳大文（9 號）")


def test_the_sentence_about_two_who_are_kept_apart_tells_them_apart(game):
    one, other = game.event.players.order_by("number")[:2]
    assert kept_from(one, [other], {one.pk: frozenset({other.pk})}) == f"{SECOND}和{FIRST}不得同檯。"


ARABIC = "محمد علي"


@pytest.mark.parametrize("sign", [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))])
def test_a_name_is_kept_without_signs_of_direction(sign):
    assert clean_name(f"{sign}陳{sign}大文 ") == "陳大文"


def test_a_name_from_right_to_left_is_isolated_in_sentences_and_others_stay_as_they_are():
    assert isolated("陳大文") == "陳大文"
    assert isolated(ARABIC) == f"\u2068{ARABIC}\u2069"
    assert isolated("\u202e陳大文") == "\u2068陳大文\u2069"
    # And no line ends between a number and its unit.
    assert bdi("陳大文 食糊 16 + 底 5 = 21 番，付 3 分") == "陳大文 食糊 16 + 底 5 = 21\u00a0番，付 3\u00a0分"


def test_pages_isolate_names_from_right_to_left(client, table, game):
    call(ARABIC, "<b>x</b>")
    add_member(game.event, make_user(), Role.ORGANISER)
    table.settle(won(0, 1, 20))
    name = f"<bdi>{ARABIC}</bdi>"
    for page in ("hands", "card", "story", "table"):
        assert "<b>x</b>" not in shows(client.get(url(page, game.pk)), name)
    shows(client.get(url("hands", game.pk)), f"{name}食糊")
    for page in ("standings", "players"):
        shows(client.get(url(page, game.event.slug)), name)
