"""推翻判決: the page shows what it would change in every game before it is pressed, and does it with a reason."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from penalties.models import Ruling
from tests.penalties.hall import FIRST, SECOND, book_of, state_of
from tests.tournaments.book_pages import words
from tests.tournaments.factories import make_user

pytestmark = pytest.mark.django_db


def browser(username):
    client = Client()
    client.force_login(make_user(username))
    return client


def page(ruling):
    return reverse("penalties:reverse", args=[ruling.event.slug, ruling.number])


def send(client, ruling, **data):
    return client.post(page(ruling), {"client_key": str(uuid.uuid4())} | data)


def across_two_games(evening):
    first, _other = evening.round(1, FIRST)
    yellow = evening.rule(first, 2, "talking")
    evening.play(first, type="draw")
    evening.rule(first, 2, "wrong_draw")
    later, _other = evening.round(2, SECOND)
    evening.rule(later, 2, "talking", consequences=["red"])
    evening.play(later, type="win", winner=0, source=1, fan=20)
    return first, later, yellow


def test_it_shows_both_games_before_and_after(evening):
    _first, later, yellow = across_two_games(evening)
    before = book_of(later)
    text = words(browser("head").get(page(yellow)))
    assert "第 1 個半莊 · 第 1 檯" in text
    assert "第 2 個半莊 · 第 1 檯" in text
    assert "陳大文 有效紅黃牌：黃牌、紅牌 → 黃牌" in text
    assert "不再另成一鋪：之後的記錄屬同一局" in text
    assert "−160" in text
    assert book_of(later) == before


def test_the_head_referee_reverses_with_a_reason(evening):
    first, later, yellow = across_two_games(evening)
    answer = send(browser("head"), yellow, ready="看錯了人")
    assert answer.status_code == 302
    assert answer["Location"] == reverse("penalties:article", args=[yellow.event.slug, yellow.number])
    assert (state_of(first).scores[2], state_of(later).scores[2]) == (0, -5)
    assert Ruling.objects.get(reverses=yellow).reason == "看錯了人"


def test_it_asks_for_a_reason_and_changes_nothing_without(evening):
    first, _later, yellow = across_two_games(evening)
    answer = send(browser("head"), yellow, reason=" ")
    assert answer.status_code == 400
    assert "請寫下原因。" in words(answer)
    assert state_of(first).scores[2] == -5


def test_one_that_is_reversed_already_says_so_and_offers_nothing(evening, game):
    ruling = evening.rule(game, 2, "talking")
    evening.reverse(ruling)
    answer = browser("head").get(page(ruling))
    assert answer.status_code == 409
    assert "已經推翻" in words(answer)
    assert "<textarea" not in answer.content.decode()


def test_a_referee_reverses_at_his_own_table_only(evening, game):
    ruling = evening.rule(game, 2, "talking")
    assert browser("stranger").get(page(ruling)).status_code == 403
    assert send(browser("stranger"), ruling, ready="看錯了人").status_code == 403
    assert send(browser("referee"), ruling, ready="看錯了人").status_code == 302
    assert state_of(game).cards_in_force[2] == ()


def test_a_ruling_that_is_not_there_is_not_found(evening, game):
    ruling = evening.rule(game, 2, "talking")
    address = reverse("penalties:reverse", args=[ruling.event.slug, 99])
    assert browser("head").get(address).status_code == 404
