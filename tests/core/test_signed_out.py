"""Signed out amid a hand: it is said so, and after signing in the preview is back with what was entered."""

import html
import re

import pytest
from django.test import Client

from tests.markup import markup, shows, url
from tests.tables.test_recording_pages import TILES, TYPED, hidden, hidden_fields
from tests.tournaments.factories import make_game, make_user, play
from tournaments.core.game_codes import address_code
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor

WRONG = "你登入的帳戶不可以看這一頁"


@pytest.fixture
def game(client: Client) -> Game:
    referee = make_user()
    client.force_login(referee)
    return make_game(referee=referee)


def signed_in_again(client: Client, page: str) -> str:
    link = html.unescape(re.search(r'class="button primary" href="([^"]+)"', page)[1])  # type: ignore[index]
    form = markup(client.get(link)).partition(f'action="{url("accounts:sign_in")}"')[2]
    next_ = html.unescape(re.search(r'name="next" value="([^"]*)"', form)[1])  # type: ignore[index]
    answer = client.post(url("accounts:sign_in"), {"username": "referee", "password": "pass", "next": next_})
    assert answer.status_code == 302, markup(answer)
    return markup(client.get(answer["Location"]))


LISTED = TYPED | {f"times-0-番{number}": "1" for number in range(600)}
"""With the list of fans, each of which posts how often it is there."""


@pytest.mark.parametrize("sent", [TYPED, TILES, LISTED], ids=["typed", "tiles", "with the list of fans"])
def test_a_save_after_the_session_ended_comes_back_and_saves(client: Client, game: Game, sent: dict[str, str]) -> None:
    preview = client.post(url("win", game.pk), sent)
    fields = hidden(preview)
    client.logout()
    page = shows(client.post(url("save", game.pk), fields), "已經登出", never=WRONG, status=403)
    again = signed_in_again(client, page)
    assert "預覽" in again
    form = again.partition('data-save="hand-')[2].partition("</form>")[0]
    assert client.post(url("save", game.pk), hidden_fields(form)).status_code == 302
    assert Act.objects.filter(game=game, kind="play").count() == 1


def test_a_preview_after_the_session_ended_comes_back_with_the_form(client: Client, game: Game) -> None:
    client.logout()
    page = markup(client.post(url("win", game.pk), TYPED))
    assert "陳大文 食糊 37 番" in signed_in_again(client, page)
    fields = hidden(client.get(url("draw", game.pk)))
    client.logout()
    page = markup(client.post(url("save", game.pk), fields))
    assert "預覽" in signed_in_again(client, page)


def test_a_hand_recorded_meanwhile_is_no_preview_of_the_next(client: Client, game: Game) -> None:
    fields = hidden(client.post(url("win", game.pk), TYPED))
    play(game, Actor(user_id=make_user().pk), type="draw")
    shows(client.get(f"{url('preview', game.pk)}", fields), "作為下一鋪再輸入", status=409)
    answer = client.get(url("preview", game.pk), TYPED | {"counted": "no mark of ours", "seen": "0"})
    shows(answer, "再輸入一次", status=400)


def test_a_form_with_an_old_token_offers_the_way_back(game: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user())
    page = markup(strict.get(f"{url('win', game.pk)}?winner=2"))
    old = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]  # type: ignore[index]
    strict.cookies["csrftoken"] = "a" * 32  # signed in again in another window
    refused = strict.post(url("win", game.pk), {**TYPED, "csrfmiddlewaretoken": old})
    assert refused.status_code == 403
    link = re.search(r'class="button primary" href="([^"]+)"', markup(refused))[1]  # type: ignore[index]
    shows(strict.get(html.unescape(link), follow=True), "陳大文 食糊 37 番")


def test_a_member_who_may_not_is_told_so(client: Client, game: Game) -> None:
    client.force_login(make_user("somebody"))
    shows(client.get(url("win", game.pk)), WRONG, status=403)
    client.logout()
    shows(client.get(url("event_settings", game.round.event.slug)), "這一頁要登入才能看", never="沒有記錄", status=403)


def test_a_private_table_looks_like_none_and_offers_to_sign_in(client: Client, game: Game) -> None:
    game.event.public = False
    game.event.save()
    client.logout()
    hidden = client.get(url("win", game.pk))
    unknown = client.get(url("win", game.pk + 999))
    assert hidden.status_code == unknown.status_code == 404
    assert "再登入" in markup(hidden)
    found = [(hidden, game.pk), (unknown, game.pk + 999)]
    pages = [markup(page).partition("<main")[2].replace(f"g/{address_code(pk)}/", "") for page, pk in found]
    assert pages[0] == pages[1]
