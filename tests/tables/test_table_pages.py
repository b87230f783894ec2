"""The referee's tables, the page of one table, and 如果…: what they show to whom."""

import datetime as dt
import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.markup import markup
from tests.tournaments.factories import (
    add_member,
    confirm_all,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    play_and_confirm,
)
from tournaments.core.access import SESSION_PLAYERS
from tournaments.models import Act, Game, Player, Role, Round
from tournaments.players.services.roster import change_player
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import confirmations

pytestmark = pytest.mark.django_db


def actor() -> Actor:
    return Actor(user_id=make_user().pk)


def words(response: Any) -> str:
    page = markup(response)
    main = page[page.find("<main") :] if "<main" in page else page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def url(name: str, game: Game) -> str:
    return reverse(f"tournaments:{name}", args=[game.pk])


@pytest.fixture
def game(client: Client) -> Game:
    referee = make_user()
    client.force_login(referee)
    return make_game(referee=referee)


# --- how long ago ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "剛剛"), (59, "剛剛"), (60, "1 分鐘前"), (9 * 60 + 41, "9 分鐘前"), (3600, "1 小時 0 分鐘前"),
     (26 * 3600 + 5 * 60, "26 小時 5 分鐘前")],
)  # fmt: skip
def test_it_says_how_long_ago_in_words_and_never_like_a_clock(
    client: Client, game: Game, seconds: int, said: str
) -> None:
    Game.objects.filter(pk=game.pk).update(last_hand_at=timezone.now() - dt.timedelta(seconds=seconds))
    page = markup(client.get(url("table", game)))
    (time,) = re.findall(r"<time[^>]* data-since[^>]*>([^<]*)</time>", page)
    assert time == said


# --- my tables ------------------------------------------------------------------------------------------------------


def tables(count: int) -> list[Game]:
    event = make_event()
    make_players(event, 4 * count)
    return [make_game(event, make_user(), number) for number in range(1, count + 1)]


def shown_tables(client: Client) -> list[str]:
    page = markup(client.get(reverse("tournaments:my_tables")))
    return re.findall(r'<span class="row-mark">(\d+)</span>', page)


def test_it_sorts_my_tables_by_need(client: Client):
    client.force_login(make_user())
    seated, playing, waiting, disputed = tables(4)
    play_and_confirm(playing, actor(), type="draw")
    play(waiting, actor(), type="draw")
    play(disputed, actor(), type="draw")
    confirmations.object_to(
        game_id=disputed.pk, actor=actor(), number=1, seat=0, reason="番數不對",
        client_key="6f1c2f0e-6a55-4a4c-9a53-6d1d0a1f5c12", now=timezone.now(),
    )  # fmt: skip
    assert shown_tables(client) == ["4", "3", "2", "1"]
    page = words(client.get(reverse("tournaments:my_tables")))
    assert [word for word in ("有異議", "待確認", "東一局 · 拉一莊", "未開始") if word in page] == [
        "有異議", "待確認", "東一局 · 拉一莊", "未開始",
    ]  # fmt: skip
    assert seated.pk


def test_it_puts_the_table_first_that_has_been_silent_longest(client: Client):
    client.force_login(make_user())
    first, second = tables(2)
    for game, minutes in ((first, 3), (second, 12)):
        play_and_confirm(game, actor(), type="draw")
        Game.objects.filter(pk=game.pk).update(last_hand_at=timezone.now() - dt.timedelta(minutes=minutes))
    assert shown_tables(client) == ["2", "1"]


def test_it_shows_a_referee_only_his_own_tables_and_a_head_referee_all(client: Client):
    event = make_event()
    make_players(event, 8)
    make_game(event, make_user(), 1)
    make_game(event, make_user("other"), 2)
    client.force_login(make_user())
    assert shown_tables(client) == ["1"]
    head = make_user("head")
    add_member(event, head, Role.HEAD_REFEREE)
    client.force_login(head)
    assert shown_tables(client) == ["1", "2"]


def test_it_shows_tables_of_open_rounds_only(client: Client):
    client.force_login(make_user())
    make_game(referee=make_user(), state=Round.State.DRAFT)
    assert "現時沒有你的牌檯" in words(client.get(reverse("tournaments:my_tables")))


def test_it_answers_a_poll_without_news_by_304(client: Client):
    client.force_login(make_user())
    (game,) = tables(1)
    first = client.get(reverse("tournaments:my_tables"), {"live": 1})
    assert b"<html" not in first.content
    tag = {"If-None-Match": first["ETag"]}
    assert client.get(reverse("tournaments:my_tables"), {"live": 1}, headers=tag).status_code == 304
    play(game, actor(), type="draw")
    assert client.get(reverse("tournaments:my_tables"), {"live": 1}, headers=tag).status_code == 200


def test_my_tables_keep_no_name_that_was_changed(client: Client):
    client.force_login(make_user())
    tables(1)
    first = client.get(reverse("tournaments:my_tables"), {"live": 1})
    player = Player.objects.get(number=1)
    assert player.name in first.content.decode()
    change_player(player=player, number=1, name="改名的人", club="", staff=False)
    again = client.get(reverse("tournaments:my_tables"), {"live": 1}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert "改名的人" in again.content.decode()


def test_it_asks_strangers_to_sign_in(client: Client):
    response = client.get(reverse("tournaments:my_tables"))
    assert response.status_code == 302
    assert reverse("accounts:sign_in") in response["Location"]


# --- one table ------------------------------------------------------------------------------------------------------


def test_it_shows_the_four_with_winds_points_and_the_dealer(client: Client, game: Game):
    play_and_confirm(game, actor(), type="reward", kind="concealed_kong", seat=2)
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=20)
    shown = words(client.get(url("table", game)))
    assert "東 張國強 −5 待收 +21 莊 拉一莊" in shown
    assert "南 李小龍 −5 待付 −21" in shown
    assert "西 陳大文 +15" in shown
    assert "東一局 · 拉一莊 · 第 2 鋪" in shown


def test_it_shows_what_each_next_result_does_to_a_chain(client: Client, game: Game):
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=36)
    shown = words(client.get(url("table", game)))
    assert "張國強 ← 李小龍 37 拉1 再拉 56＋ 反拉 付 18 他家食 收 37" in shown


def test_it_shows_cards_bans_and_what_the_open_hand_holds(client: Client, game: Game):
    play(game, actor(), type="ruling", seat=3, consequences=["yellow", "ban"])
    play(game, actor(), type="reward", kind="concealed_kong", seat=1)
    response = client.get(url("table", game))
    shown = words(response)
    assert "何家珍 −5 黃 禁糊" in shown
    assert "李小龍 暗槓" in shown
    assert f"{url('win', game)}?winner=3" not in markup(response)


def test_it_leads_a_referee_to_everything_he_records(client: Client, game: Game):
    page = markup(client.get(url("table", game)))
    links = [url("draw", game), url("reward", game), url("whatif", game), url("hands", game), url("card", game)]
    assert [link for link in links if f'href="{link}"' in page] == links
    assert [seat for seat in range(4) if f'href="{url("win", game)}?winner={seat}"' in page] == [0, 1, 2, 3]


def test_it_shows_who_has_still_to_confirm(client: Client, game: Game):
    play(game, actor(), type="draw")
    assert "請各家確認 第 1 鋪 東一局：流局" in words(client.get(url("table", game)))
    confirm_all(game, actor())
    assert "請各家確認" not in words(client.get(url("table", game)))


def test_it_leads_to_signing_when_the_game_is_complete(client: Client, game: Game):
    for deal in range(8):
        play_and_confirm(game, actor(), type="win", winner=(deal + 1) % 4, source=(deal + 2) % 4, fan=10)
    response = client.get(url("table", game))
    assert url("sign", game) in markup(response)
    assert "這個半莊已打完" in words(response)
    assert url("draw", game) not in markup(response)


@pytest.mark.parametrize(("state", "sentence"), [("published", "未開始"), ("closed", "已結束")])
def test_it_says_why_nothing_can_be_recorded(client: Client, state: str, sentence: str):
    game = make_game(referee=make_user(), state=state)
    client.force_login(make_user())
    response = client.get(url("table", game))
    assert sentence in words(response)
    assert url("win", game) not in markup(response)


@pytest.mark.parametrize("who", ["organiser", "referee of another table", "stranger"])
def test_it_only_shows_the_table_to_those_who_do_not_write_there(client: Client, who: str):
    game = make_game(referee=make_user())
    if who != "stranger":
        other = make_user("other")
        add_member(game.event, other, Role.ORGANISER if who == "organiser" else Role.REFEREE)
        client.force_login(other)
    response = client.get(url("table", game))
    assert response.status_code == 200
    page = markup(response)
    assert "張國強" in page
    assert [name for name in ("win", "draw", "reward", "undo") if url(name, game) in page] == []


def test_it_lets_a_player_confirm_for_himself_at_the_table(client: Client):
    game = make_game(referee=make_user())
    player = Player.objects.get(event=game.event, number=2)
    session = client.session
    session[SESSION_PLAYERS] = {str(game.event_id): [player.pk, player.link_version]}
    session.save()
    play(game, actor(), type="draw")
    page = markup(client.get(url("table", game)))
    assert re.findall(r'<button class="confirm-seat" name="seats" value="(\d)">', page) == ["1"]
    assert 'data-below="1"' in page


def test_it_answers_a_poll_of_the_table_without_news_by_304(client: Client, game: Game):
    first = client.get(url("table", game), {"live": 1})
    tag = {"If-None-Match": first["ETag"]}
    assert client.get(url("table", game), {"live": 1}, headers=tag).status_code == 304
    play(game, actor(), type="draw")
    after = client.get(url("table", game), {"live": 1}, headers=tag)
    assert after.status_code == 200
    assert "<html" not in markup(after)


# --- what if --------------------------------------------------------------------------------------------------------


def test_it_shows_every_chain_and_score_after_a_possible_result_and_saves_nothing(client: Client, game: Game):
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=36)
    before = Act.objects.count()
    shown = words(client.get(url("whatif", game), {"winner": "1", "source": "0", "called": "20"}))
    assert "張國強 付 李小龍 28 番 20 + 底 5 + 拉一莊 3" in shown
    assert "一半 張國強 ← 李小龍 37 → 付 18" in shown
    assert "張國強 +18 +18" in shown
    assert Act.objects.count() == before


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "先揀食糊的一家"),
        ({"winner": "1"}, "先揀食糊的一家"),
        ({"winner": "1", "source": "1"}, "先揀食糊的一家"),
        ({"winner": "9", "source": "x", "called": "abc"}, "先揀食糊的一家"),
        ({"winner": "draw"}, "張國強 拉 李小龍：37 不變"),
        ({"winner": "0", "source": "self"}, "未填番數，先當 0 番計"),
    ],
)
def test_it_asks_for_what_it_needs(client: Client, game: Game, asked: dict[str, str], sentence: str):
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=36)
    assert sentence in words(client.get(url("whatif", game), asked))


def test_it_answers_a_change_by_the_result_alone(client: Client, game: Game):
    headers = {"HX-Request": "true", "HX-Target": "whatif-result"}
    response = client.get(url("whatif", game), {"winner": "0", "source": "self", "called": "9"}, headers=headers)
    assert "李小龍 付 張國強 15 番" in words(response)
    assert b"<form" not in response.content


def test_it_says_when_there_is_no_next_hand(client: Client, game: Game):
    for deal in range(8):
        play_and_confirm(game, actor(), type="win", winner=(deal + 1) % 4, source=(deal + 2) % 4, fan=10)
    assert "沒有下一鋪" in words(client.get(url("whatif", game)))
