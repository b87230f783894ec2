"""同名: two players of one name are distinguishable everywhere, and no name reorders the text around it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.inputs import clean_name
from tests.markup import markup
from tests.tournaments.factories import add_member, make_game, play, play_and_confirm
from tournaments.hall.in_play import open_games, tables_in_play
from tournaments.hall.room import room
from tournaments.models import Game, Player, Role
from tournaments.phrases.names import isolated, told_apart
from tournaments.players.services.apart import kept_from
from tournaments.scorecards.selectors import card_page
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.services.substitutes import step_in

pytestmark = pytest.mark.django_db
TWICE = "陳志明"


def game_of(referee, *names):
    game = make_game(referee=referee)
    for number, name in enumerate(names, start=1):
        Player.objects.filter(event=game.event, number=number).update(name=name)
    return game


@pytest.fixture
def game(referee):
    """Seats 0 and 1 have one name, once in full width."""
    return game_of(referee, "Chan C M", "ＣＨＡＮ ＣＭ", "陳大文", "何家珍")


@pytest.fixture
def client(client, referee, game):
    client.force_login(referee)
    return client


def opened(client, name, *args):
    return markup(client.get(reverse(f"tournaments:{name}", args=args)))


def test_numbers_stand_behind_names_that_compare_equal_only():
    people = [(7, TWICE), (12, "陳 志明"), (3, "陳大文")]
    assert told_apart(people) == ["陳志明（7 號）", "陳 志明（12 號）", "陳大文"]
    assert told_apart(people[1:]) == ["陳 志明", "陳大文"]


def test_payments_forms_card_and_replay_tell_two_of_one_name_apart(client, game, referee):
    play_and_confirm(game, Actor(referee.pk), type="win", winner=0, source=1, fan=20)
    said = re.compile("Chan C M（1 號） 食糊 .*?，ＣＨＡＮ ＣＭ（2 號） 出銃")
    for page in ("hands", "card", "story", "table"):
        shown = opened(client, page, game.pk)
        assert "Chan C M（1 號）" in shown, page
        assert "ＣＨＡＮ ＣＭ（2 號）" in shown, page
        assert "陳大文（" not in shown, page
    assert "（2 號）" in opened(client, "round_sum", game.event.slug, 1)
    assert said.search(opened(client, "hands", game.pk))
    assert said.search(opened(client, "card", game.pk))
    for form in ("win", "reward"):
        assert "Chan C M（1 號）" in opened(client, form, game.pk), form
    assert replay_input(Game.objects.get(pk=game.pk), EVERYTHING)["players"][:2] == [
        "Chan C M（1 號）",
        "ＣＨＡＮ ＣＭ（2 號）",
    ]


def test_the_card_that_is_signed_keeps_the_names_as_they_are(game):
    page = card_page(game, EVERYTHING, signatures=False)
    assert page.seats[0].name == "Chan C M（1 號）"
    assert page.signatures[1].name == "ＣＨＡＮ ＣＭ（2 號）"
    assert [name for _number, name in seated_players(game)][:2] == ["Chan C M", "ＣＨＡＮ ＣＭ"]


def test_hall_and_screens_tell_them_apart(game):
    [row] = room(game.event, timezone.now()).rows
    assert list(row.names)[:2] == ["Chan C M（1 號）", "ＣＨＡＮ ＣＭ（2 號）"]
    [table] = tables_in_play(open_games(game.event), read_book(game).rules)
    assert [chair.name for chair in table.chairs][:2] == ["Chan C M（1 號）", "ＣＨＡＮ ＣＭ（2 號）"]


def test_a_substitute_of_the_same_name_is_told_apart(client, game, referee):
    Player.objects.create(event=game.event, number=9, name="陳大文", staff=True)
    step_in(game_id=game.pk, seat=3, number=9, now=timezone.now())
    play(game, Actor(referee.pk), type="win", winner=2, source=3, fan=20)
    shown = opened(client, "table", game.pk)
    assert "陳大文（3 號）" in shown
    assert "陳大文（9 號）" in shown


def test_the_sentence_about_two_who_are_kept_apart_tells_them_apart(game):
    one, other = game.event.players.order_by("number")[:2]
    assert (
        kept_from(one, [other], {one.pk: frozenset({other.pk})}) == "ＣＨＡＮ ＣＭ（2 號）和Chan C M（1 號）不得同檯。"
    )


# --- directions of writing --------------------------------------------------------------------------------------------

ARABIC = "محمد علي"


@pytest.mark.parametrize("sign", [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))])
def test_a_name_is_kept_without_signs_of_direction(sign):
    assert clean_name(f"{sign}陳{sign}大文 ") == "陳大文"


def test_a_name_from_right_to_left_is_isolated_in_sentences_and_others_stay_as_they_are():
    assert isolated("陳大文") == "陳大文"
    assert isolated(ARABIC) == f"\u2068{ARABIC}\u2069"
    assert isolated("\u202e陳大文") == "\u2068陳大文\u2069"


def test_pages_isolate_names_from_right_to_left(referee):
    game = game_of(referee, ARABIC, "<b>x</b>", "陳大文", "何家珍")
    add_member(game.event, referee, Role.ORGANISER)
    client = Client()
    client.force_login(referee)
    play_and_confirm(game, Actor(referee.pk), type="win", winner=0, source=1, fan=20)
    for page in ("hands", "card", "story", "table"):
        shown = opened(client, page, game.pk)
        assert f"<bdi>{ARABIC}</bdi>" in shown, page
        assert "<b>x</b>" not in shown, page
    assert f"<bdi>{ARABIC}</bdi>食糊" in opened(client, "hands", game.pk)
    for page in ("standings", "players"):
        assert f"<bdi>{ARABIC}</bdi>" in opened(client, page, game.event.slug), page
