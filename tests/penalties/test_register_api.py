import pytest

from tests.markup import url
from tests.penalties.articles import SECOND_YELLOW, make_article, reverse_article
from tests.tournaments.book_pages import make_hall, signed_in
from tests.tournaments.factories import make_user


@pytest.fixture
def hall():
    """Article 1: a yellow in a game, reversed by 3; article 2: a red in the hall."""
    hall = make_hall()
    one, other = hall.event.players.get(number=3), hall.event.players.get(number=4)
    user = make_user("referee")
    first = make_article(hall.event, one, game=hall.game, hand=5, facts="向鄰檯說話", user=user)
    make_article(hall.event, other, "wrong_claim", SECOND_YELLOW)
    reverse_article(first, user=user)
    return hall


def rulings(hall, client=None, **asked):
    return (client or hall.referee).get(url("penalties_api:rulings", hall.event.slug), asked)


def ruling(hall, number, client=None):
    return (client or hall.referee).get(url("penalties_api:ruling", hall.event.slug, number))


def test_the_api_gives_everything_of_an_article(hall):
    told = ruling(hall, 1).json()
    assert told.pop("at")
    assert told.pop("section")
    assert told == {
        "number": 1,
        "day": "2026-11-21",
        "round": 1,
        "table": 1,
        "game": hall.game.pk,
        "hand": 5,
        "player": 3,
        "name": "陳大文",
        "offence": "talking",
        "offence_name": "發言",
        "facts": "向鄰檯說話",
        "effect": {"times": 1, "transfers": [], "after_game": [], "cards": ["yellow"], "given": ["yellow"]},
        "lines": ["黃牌：有效至這個半莊結束"],
        "photo": False,
        "proposed": False,
        "referee": "陳師傅",
        "state": "reversed",
        "reverses": None,
        "reversed_by": 3,
        "reason": "",
    }


def test_the_api_gives_a_ruling_of_the_hall_and_a_reversal(hall):
    assert ruling(hall, 9).status_code == 404
    in_hall, reversal = ruling(hall, 2).json(), ruling(hall, 3).json()
    assert (in_hall["round"], in_hall["table"], in_hall["game"], in_hall["state"]) == (None, None, None, "in_force")
    assert (reversal["state"], reversal["reverses"], reversal["reason"]) == ("reversal", 1, "看錯了人")
    assert (reversal["player"], reversal["offence"], reversal["round"]) == (3, "talking", 1)


@pytest.mark.parametrize(("asked", "left"), [({}, [3, 2, 1]), ({"state": "in_force", "card": "red"}, [2])])
def test_a_filter_leaves_what_it_asks_for(hall, asked, left):
    assert [one["number"] for one in rulings(hall, **asked).json()] == left


@pytest.mark.parametrize("asked", [{"day": "someday"}, {"card": "blue"}, {"referee": "nobody"}])
def test_the_api_names_a_filter_that_it_does_not_understand(hall, asked):
    answer = rulings(hall, **asked)
    assert answer.status_code == 400
    assert [error["attr"] for error in answer.json()["errors"]] == list(asked)


def test_the_api_says_what_is_in_force(evening, game):
    evening.rule(game, 2, "talking")
    evening.rule(game, 2, "hollow_win")
    evening.rule(game, 2, "other", consequences=["suspend", {"deduct_after_game": "20"}])
    client = signed_in(make_user("referee"))
    assert client.get(url("penalties_api:cards", evening.event.slug)).json() == [
        {
            "player": 3,
            "name": "陳大文",
            "cards": [{"card": "yellow", "until": "有效至第 1 個半莊結束", "articles": [1]}],
            "bans": [{"words": "這一局禁止食糊", "game": game.pk, "articles": [2]}],
            "due": [{"words": "半莊完結時扣 20 分", "game": game.pk, "articles": [3]}],
            "barred": "suspended",
            "barred_by": [3],
        }
    ]
