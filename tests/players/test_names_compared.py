"""姓名的比較: one person and one club are found in whatever width, case, spaces and characters they are written."""

import uuid

import pytest
from django.utils import timezone

from penalties.selectors.register import wanted_rows
from tests.markup import shows, url
from tests.penalties.articles import make_article
from tests.tournaments.factories import add_member, make_game, put_on_list
from tournaments.core.exceptions import Conflict
from tournaments.models import Contact, Player, Registration, Role
from tournaments.phrases.names import name_key, variant_key
from tournaments.players.forms import RegistrationForm
from tournaments.players.services import roster
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.published_seats import published_seats


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("黃志明", "黄志明"),
        ("溫啟仁", "温启仁"),
        ("溫啟仁", "温啓仁"),
        ("陳國強", "陈国强"),
        ("鍾麗嫺", "钟丽娴"),
        ("衞蘭", "卫兰"),
    ],
)
def test_variant_characters_are_one_variant_and_two_names(one, other):
    assert variant_key(one) == variant_key(other)
    assert name_key(one) != name_key(other)


def test_other_names_are_no_variants():
    assert variant_key("陳大文") != variant_key("陳小文")


@pytest.fixture
def game(boss):
    game = make_game()
    add_member(game.event, boss, Role.ORGANISER)
    people = game.event.players.order_by("number")
    for player, (name, latin, club) in zip(
        people, [("ＡＬＡＮ　陳", "", "KLN MJ"),
                 ("黃志明", "WONG Chi Ming", "ＫＬＮ ＭＪ"), ("阿文", "CHAN Tai Man", "東會"),
                 ("何家珍", "", "")], strict=True
    ):  # fmt: skip
        Player.objects.filter(pk=player.pk).update(name=name, latin_name=latin, club=club)
    Contact.objects.create(player=people[2], real_name="陳大文")
    return game


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("alan陳", {1}), ("黄志明", {2}), ("wong chi", {2}), ("ＷＯＮＧ", {2}), ("kln mj", {1, 2}),
     ("東 會", {3}), ("３", {3}),
     ("chan tai man", set())],
)  # fmt: skip
def test_a_seat_is_found_however_name_or_club_is_written(game, typed, numbers):
    """The last one goes by another name, which the English one would give away."""
    assert {seat.player.number for seat in published_seats(game.event, search=typed).found} == numbers


@pytest.mark.parametrize(("typed", "found"), [("黄志", 1), ("wong", 1), ("ALAN", 0)])
def test_the_log_of_rulings_finds_a_player_however_the_name_is_written(game, typed, found):
    make_article(game.event, game.event.players.get(number=2))
    assert wanted_rows(game.event, rules_of(game.event), {"player": typed}).count() == found


def test_the_api_finds_players_by_club_however_it_is_written(client, game):
    answer = client.get(f"/api/events/{game.event.slug}/players/", {"club": "kln mj"})
    assert [row["number"] for row in answer.json()] == [1, 2]


def test_a_members_number_is_compared_as_names_are(game):
    Contact.objects.create(player=game.event.players.get(number=1), member="M-1")
    with pytest.raises(Conflict):
        roster.add_player(event=game.event, number=9, name="新人", member="ｍ-１")


def test_who_is_added_in_other_characters_is_a_hint(client, game, boss):
    put_on_list(game.event, "黄志明", boss)
    add = url("add_player", game.event.slug)
    shows(client.post(add, {"number": "9", "name": "黃志眀"}, follow=True), never="異體字")
    shown = shows(client.post(add, {"number": "10", "name": "黃志明"}, follow=True), "可能與黑名單上的 黄志明 是同一人")
    assert "可能與 2 號" not in shown, "the same characters are the same name"
    Player.objects.filter(number=2).update(name="黄志明")
    shows(client.post(add, {"number": "11", "name": "黃志明"}, follow=True), "可能與 2 號 黄志明 是同一人")


def test_an_import_hints_at_the_black_list_and_refuses_nobody(client, game, boss):
    put_on_list(game.event, "温啓仁", boss)
    where = url("import_players", game.event.slug)
    answer = client.post(where, {"text": "溫啟仁\n黄志明", "preview": "1"})
    first, second = answer.context["found"].lines
    assert "黑名單上的 温啓仁" in first.warnings[0]
    assert "名單上的 黃志明" in second.warnings[0]
    assert first.player is not None
    assert second.player is not None


def test_the_entries_hint_at_each_other_for_organisers_only(client, game, boss):
    now = timezone.now()
    put_on_list(game.event, "温啓仁", boss)
    for name in ("溫啟仁", "黄志明"):
        Registration.objects.create(event=game.event, name=name, phone="91234567", created_at=now, changed_at=now,
                                    client_key=uuid.uuid4())  # fmt: skip
    shows(
        client.get(url("registrations", game.event.slug)), "可能與黑名單上的 温啓仁 是同一人", "可能與 黃志明 是同一人"
    )


@pytest.mark.parametrize("sign", ["\u202e", "\u202d", "\u2066", "\u2069"])
def test_forms_take_names_without_signs_of_direction(client, game, sign):
    add = url("add_player", game.event.slug)
    sent = {"number": "9", "name": f"{sign}陳三", "club": f"東{sign}會", "latin_name": f"CHAN{sign}"}
    sent |= {"alias": f"{sign}阿三"}
    assert client.post(add, sent).status_code == 302
    player = game.event.players.get(number=9)
    assert (player.name, player.club, player.latin_name) == ("阿三", "東會", "CHAN")
    assert player.contact.real_name == "陳三"
    assert client.post(add, {"number": "10", "name": sign}).status_code == 422
    form = RegistrationForm(
        {"name": f"陳{sign}四", "club": f"{sign}西會", "phone": "91234567", "client_key": uuid.uuid4()}
    )
    assert form.is_valid(), form.errors
    assert (form.values["name"], form.values["club"]) == ("陳四", "西會")
