import pytest
from django.test import Client

from tests.tournaments.book_pages import member_of, signed_in
from tests.tournaments.factories import make_user
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db

GOOD = {"name": "新賽事", "starts_on": "2026-11-21", "ends_on": "2026-11-22", "rule_set": "hkma-league"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ends_on": "2026-11-20"}, "ends_on"),
        ({"games_planned": 0}, "games_planned"),
        ({"games_planned": 41}, "games_planned"),
        ({"games_planned": 10**20}, "games_planned"),
        ({"starts_on": "0001-01-01"}, "starts_on"),
        ({"ends_on": "9999-12-31"}, "ends_on"),
        ({"name": "  "}, "name"),
        ({"name": "\x00"}, "name"),
        ({"venue": "長" * 121}, "venue"),
    ],
)
def test_the_api_refuses_an_event_that_cannot_be_and_names_the_field(client, boss, wrong, field):
    answer = client.post("/api/events/", GOOD | wrong, content_type="application/json")
    assert answer.status_code == 400
    assert field in {error["attr"] for error in answer.json()["errors"]}
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"), [({"ends_on": "2020-01-01"}, "ends_on"), ({"games_planned": 0}, "games_planned")]
)
def test_the_api_holds_a_change_against_what_stays(client, event, wrong, field):
    answer = client.patch(f"/api/events/{event.slug}/", wrong, content_type="application/json")
    assert answer.status_code == 400
    assert [error["attr"] for error in answer.json()["errors"]] == [field]


def test_a_change_with_a_key_that_nobody_knows_is_refused_by_name(client, event):
    said = {"venue": "新會所", "venu": "x", "screen": {"nothing": 3}}
    answer = client.patch(f"/api/events/{event.slug}/", said, content_type="application/json")
    assert answer.status_code == 400
    errors = {error["attr"]: error for error in answer.json()["errors"]}
    assert set(errors) == {"venu", "screen.nothing"}
    assert errors["venu"]["code"] == "unknown_key"
    assert "venu" in errors["venu"]["detail"]
    event.refresh_from_db()
    assert event.venue == ""


@pytest.mark.parametrize(
    ("method", "path", "said", "attr"),
    [
        ("post", "players/", [{"name": "甲"}, {"name": "乙", "clubb": "東會"}], "1.clubb"),
        ("post", "players/", {"name": "甲", "nam": ""}, "0.nam"),
        ("post", "blacklist/", {"name": "甲", "reason": "乙", "untill": None}, "untill"),
        ("post", "staff/", {"people": [{"name": "甲", "rolle": "referee"}]}, "people.0.rolle"),
    ],
)
def test_an_unknown_key_is_refused_by_name_wherever_it_stands(client, event, method, path, said, attr):
    answer = getattr(client, method)(f"/api/events/{event.slug}/{path}", said, content_type="application/json")
    assert answer.status_code == 400
    assert [error["attr"] for error in answer.json()["errors"]] == [attr]
    assert not event.players.exists()


def test_names_come_without_signs_of_direction(client, event):
    players, where = [{"name": "\u202e陳\u2066大文", "club": "東\u202c會"}], f"/api/events/{event.slug}/"
    assert client.post(f"{where}players/", players, content_type="application/json").status_code == 201
    assert event.players.values_list("name", "club").get() == ("陳大文", "東會")
    assert client.patch(where, {"name": "\u202e聯賽"}, content_type="application/json").json()["name"] == "聯賽"
    nobody = client.post(f"{where}players/", [{"name": "\u202e\u2069"}], content_type="application/json")
    assert [error["attr"] for error in nobody.json()["errors"]] == ["0.name"]


@pytest.mark.parametrize("numbers", [[10**20], [1_000_000], [3, 3]], ids=["huge", "of seven digits", "twice"])
def test_the_api_refuses_a_number_that_no_player_has_or_two_have(client, event, numbers):
    rows = [{"name": name, "number": number} for name, number in zip("甲乙", numbers, strict=False)]
    assert client.post(f"/api/events/{event.slug}/players/", rows, content_type="application/json").status_code == 400
    assert not event.players.exists()


def test_the_api_gives_and_takes_the_language_and_the_turns_of_the_screen(client, event):
    where = f"/api/events/{event.slug}/"
    assert client.get(where).json()["screen"]["hand"] == 10
    said = {"language": "en", "screen": {"hand": 0, "top": 20}}
    answer = client.patch(where, said, content_type="application/json").json()
    assert (answer["language"], answer["screen"]["hand"], answer["screen"]["top"]) == ("en", 0, 20)
    event.refresh_from_db()
    assert event.screen == {"hand": 0, "top": 20}
    for wrong in ({"hand": 4}, {"hand": 121}, dict.fromkeys(answer["screen"], 0)):
        assert client.patch(where, {"screen": wrong}, content_type="application/json").status_code == 400
    assert client.patch(where, {"language": "fr"}, content_type="application/json").status_code == 400


def test_with_a_delay_the_list_gives_the_version_of_standings_only_to_those_who_work_there(event):
    Event.objects.update(public=True, delay=5)
    referee, stranger = member_of(event, "at-work", Role.REFEREE), signed_in(make_user("stranger"))
    told = [reader.get("/api/events/").json()[0]["standings_version"] for reader in (referee, stranger, Client())]
    assert told == [event.standings_version, None, None]
