import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import markup, shows
from tests.tournaments.book_pages import Hall, signed_in, somebody
from tests.tournaments.factories import add_member, make_event, make_players, make_user
from tests.tournaments.recorder import DRAW, KONG, Recorder, make_table, ruling, won
from tournaments.models import Act, Game, Player, Role, Round
from tournaments.organising.services.events import remove_member
from tournaments.players.services.roster import change_player

MINE = "/tables/"


def recorded(table: Recorder, **ago: int) -> None:
    Game.objects.filter(pk=table.game.pk).update(last_hand_at=timezone.now() - dt.timedelta(**ago))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "剛剛"), (59, "剛剛"), (60, "1 分鐘前"), (9 * 60 + 41, "9 分鐘前"), (3600, "1 小時 0 分鐘前"),
     (26 * 3600 + 5 * 60, "26 小時 5 分鐘前")],
)  # fmt: skip
def test_a_table_says_how_long_ago_in_words_and_never_like_a_clock(hall: Hall, seconds: int, said: str) -> None:
    recorded(hall, seconds=seconds)
    assert re.findall(r"<time[^>]* data-since[^>]*>([^<]*)</time>", markup(hall.get("table"))) == [said]


def shown_tables(client: Client) -> list[str]:
    return re.findall(r'<span class="row-mark">(\d+)</span>', markup(client.get(MINE)))


def test_my_tables_are_sorted_by_need_and_by_how_long_they_have_been_silent():
    event = make_event()
    make_players(event, 20)
    _seated, playing, waiting, disputed, silent = (make_table(event, number=number) for number in range(1, 6))
    for table, minutes in ((playing, 3), (silent, 12)):
        table.settle(DRAW)
        recorded(table, minutes=minutes)
    waiting.play(DRAW)
    disputed.play(DRAW)
    disputed.object_to(1, 0)
    client = signed_in(make_user())
    assert shown_tables(client) == ["4", "3", "5", "2", "1"]
    shows(client.get(MINE), "有異議", "待確認", "東一局 · 拉一莊", "未開始")


def test_referees_see_their_own_tables_of_open_rounds_and_a_head_referee_all(hall: Hall):
    assert shown_tables(hall.referee) == ["1"]
    assert shown_tables(somebody(hall, "head referee")) == ["1", "2"]
    Round.objects.update(state=Round.State.DRAFT)
    shows(hall.referee.get(MINE), "現時沒有你的牌檯")


def test_my_tables_keep_no_name_that_was_changed(hall: Hall):
    player = Player.objects.get(number=1)
    first = hall.referee.get(MINE, {"live": 1})
    shows(first, player.name)
    change_player(player=player, number=1, name="改名的人", club="", staff=False)
    shows(hall.referee.get(MINE, {"live": 1}, headers={"If-None-Match": first["ETag"]}), "改名的人")


def test_strangers_are_asked_to_sign_in(client: Client):
    assert client.get(MINE)["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("name", ["my_tables", "table"])
def test_a_poll_without_news_is_answered_by_304(hall: Hall, name: str):
    where = MINE if name == "my_tables" else hall.url(name)
    first = hall.referee.get(where, {"live": 1})
    shows(first, never="<html")
    known = {"If-None-Match": first["ETag"]}
    assert hall.referee.get(where, {"live": 1}, headers=known).status_code == 304
    hall.play(DRAW)
    shows(hall.referee.get(where, {"live": 1}, headers=known), never="<html")


def test_an_open_table_shows_at_once_whether_its_reader_may_record_there(hall: Hall):
    user, where, win = make_user("newcomer"), hall.url("table"), hall.url("win")
    add_member(hall.game.event, user, Role.ORGANISER)
    client = signed_in(user)
    first = client.get(where, {"live": 1})
    shows(first, never=win)
    head = add_member(hall.game.event, user, Role.HEAD_REFEREE)
    second = client.get(where, {"live": 1}, headers={"If-None-Match": first["ETag"]})
    shows(second, win)
    remove_member(membership=head)
    shows(client.get(where, {"live": 1}, headers={"If-None-Match": second["ETag"]}), never=win)


@pytest.mark.parametrize(
    ("settled", "open_", "said"),
    [
        (
            [{**KONG, "seat": 2}, won(0, 1, 20)],
            [],
            ["東 張國強 −5 待收 +21 莊 拉一莊", "南 李小龍 −5 待付 −21", "西 陳大文 +15", "東一局 · 拉一莊 · 第 2 鋪"],
        ),
        ([won(0, 1, 36)], [], ["張國強 ← 李小龍 37 拉1 再拉 56＋ 反拉 付 18 他家食 收 37"]),
        ([], [ruling(3, consequences=["yellow", "ban"]), {**KONG, "seat": 1}], ["何家珍 −5 黃 禁糊", "李小龍 暗槓"]),
        ([], [DRAW], ["請各家確認 提出異議 第 1 鋪 東一局：流局"]),
    ],
    ids=[
        "winds, points and the dealer",
        "what the next result does to a chain",
        "cards, bans, rewards",
        "who confirms",
    ],
)
def test_the_table_shows(hall: Hall, settled: list[dict], open_: list[dict], said: list[str]):
    hall.settle(*settled)
    for event in open_:
        hall.play(event)
    shows(hall.get("table"), *said)
    hall.confirm()
    shows(hall.get("table"), never='id="confirm-title"')


def test_the_table_leads_a_referee_to_everything_they_record_and_then_to_signing(hall: Hall):
    links = [hall.url(name) for name in ("draw", "reward", "whatif", "hands", "card")]
    shows(hall.get("table"), *(f'href="{link}"' for link in links))
    shows(hall.get("table"), *(f'href="{hall.url("win")}?winner={seat}"' for seat in range(4)))
    hall.finish()
    shows(hall.get("table"), hall.url("sign"), "已打完。", never=hall.url("draw"))
    shows(hall.get("whatif"), "沒有下一鋪")


@pytest.mark.parametrize(("state", "sentence"), [("published", "未開始"), ("closed", "已結束")])
def test_the_table_says_why_nothing_can_be_recorded(hall: Hall, state: str, sentence: str):
    Round.objects.update(state=state)
    shows(hall.get("table"), sentence, never=hall.url("win"))


@pytest.mark.parametrize("who", ["organiser", "referee of another table", "stranger", "anybody"])
def test_readers_who_do_not_write_see_the_table_without_its_buttons(hall: Hall, who: str):
    hall.settle(DRAW)
    page = hall.get("table", client=somebody(hall, who))
    shows(page, "第 1 鋪 東一局：流局")
    shows(page, "張國強", never=[hall.url(name) for name in ("win", "draw", "reward", "undo")])


def test_players_confirm_for_themselves_at_the_table(hall: Hall):
    hall.play(DRAW)
    page = shows(hall.get("table", client=hall.player(1)), 'data-below="1"')
    assert re.findall(r'<button class="confirm-seat" name="seats" value="(\d)">', page) == ["1"]


def test_what_if_shows_every_chain_and_score_after_a_result_and_saves_nothing(hall: Hall):
    hall.settle(won(0, 1, 36))
    before = Act.objects.count()
    said = ["張國強 付 李小龍 28 番 20 + 底 5 + 拉一莊 3", "一半 張國強 ← 李小龍 37 → 付 18", "張國強 +18 +18"]
    shows(hall.get("whatif", winner="1", source="0", called="20"), *said)
    # And a change of it is answered by the result alone.
    headers = {"HX-Request": "true", "HX-Target": "whatif-result"}
    answer = hall.get("whatif", winner="1", source="0", called="9", headers=headers)
    shows(answer, "張國強 付 李小龍 17 番", never="<form")
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
def test_what_if_asks_for_what_it_needs(hall: Hall, asked: dict[str, str], sentence: str):
    hall.settle(won(0, 1, 36))
    shows(hall.get("whatif", **asked), sentence)
