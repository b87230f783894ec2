"""推翻判決: the page shows what it would change in every game before it is pressed, and does it with a reason."""

import uuid

from penalties.models import Ruling
from tests.markup import shows, url
from tests.penalties.hall import RED, SECOND, book_of, state_of
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import make_user


def ask(number, username="head"):
    return signed_in(make_user(username)).get(url("penalties:reverse", "evening", number))


def send(number, username="head", **data):
    address = url("penalties:reverse", "evening", number)
    return signed_in(make_user(username)).post(address, {"client_key": str(uuid.uuid4())} | data)


def test_the_page_shows_both_games_before_and_after_and_asks_for_a_reason(evening, game):
    yellow = evening.rule(game, 2, "talking")
    evening.play(game, type="draw")
    evening.rule(game, 2, "wrong_draw")
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "talking", **RED)
    evening.play(later, type="win", winner=0, source=1, fan=20)
    before = book_of(later)
    shows(
        ask(1),
        "第 1 個半莊 · 第 1 檯",
        "第 2 個半莊 · 第 1 檯",
        "陳大文 有效紅黃牌：黃牌、紅牌 → 黃牌",
        "不再另成一鋪：之後的記錄屬同一局",
        "−160",
    )
    shows(send(1, reason=" "), "請寫下原因。", status=400)
    assert book_of(later) == before
    answer = send(1, ready="看錯了人")
    assert (answer.status_code, answer.url) == (302, url("penalties:article", "evening", 1))
    assert (state_of(game).scores[2], state_of(later).scores[2]) == (0, -5)
    assert Ruling.objects.get(reverses=yellow).reason == "看錯了人"


def test_one_that_is_reversed_already_says_so_and_offers_nothing(evening, ruling):
    evening.reverse(ruling)
    shows(ask(1), "已經推翻", never="<textarea", status=409)
    assert ask(99).status_code == 404


def test_a_referee_reverses_at_his_own_table_only(game, ruling):
    assert ask(1, "stranger").status_code == 403
    assert send(1, "stranger", ready="看錯了人").status_code == 403
    assert send(1, "referee", ready="看錯了人").status_code == 302
    assert state_of(game).cards_in_force[1] == ()
