"""A player's own phone: link, PIN, live page, which is new only when something at their table or in the event changed;
and the organiser's slips."""

import html
import re
import uuid
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import Hall, member_of
from tests.tournaments.factories import (
    close_rounds,
    confirm_all,
    make_game,
    make_user,
    next_game,
    play,
    play_and_confirm,
)
from tests.tournaments.recorder import make_table, won
from tournaments.core.services import link_token, pin_of
from tournaments.hall import services as clocks
from tournaments.models import Event, Game, Player, Role, Round, Stage
from tournaments.organising.services.events import change_event
from tournaments.players.services.roster import withdraw
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import calls, recording


@pytest.fixture
def game() -> Game:
    return make_game(referee=make_user())


@pytest.fixture
def player(game) -> Player:
    return game.seats.get(seat=2).player


@pytest.fixture
def organiser(game) -> Client:
    return member_of(game.event, "organiser", Role.ORGANISER)


def signed_in(player: Player) -> Client:
    client = Client()
    client.post(url("player_link", link_token(player)), {"pin": pin_of(player)})
    return client


def me(player: Player) -> str:
    return url("me", player.event.slug)


def test_a_link_asks_for_the_pin_once_and_refuses_a_wrong_one(player):
    address = url("player_link", link_token(player))
    client = Client()
    assert client.get(address).status_code == 200
    assert client.post(address, {"pin": "12"}).status_code == 200
    assert client.post(address, {"pin": pin_of(player)}).url == me(player)
    assert client.get(address).url == me(player)
    wrong = f"{(int(pin_of(player)) + 1) % 10_000:04d}"
    shows(Client().post(address, {"pin": wrong}), "密碼不對", status=403)
    shows(Client().get(url("player_link", "nonsense")), "連結已失效", status=404)


def test_a_player_who_has_withdrawn_is_let_in_no_more(game, player):
    phone, late = signed_in(player), Player.objects.create(event=game.event, number=9, name="遲到者")
    assert phone.get(me(player)).status_code == 200
    close_rounds(game.event)
    withdraw(player=player, now=timezone.now())
    for client in (phone, signed_in(player)):
        assert client.get(me(player)).status_code == 404
    assert signed_in(late).get(me(late)).status_code == 200


def test_the_own_page_shows_what_waits_for_the_player(game, player):
    play(game, Actor(user_id=make_user().pk), type="win", winner=0, source=2, fan=25)
    shows(signed_in(player).get(me(player)), "待你確認", "陳大文 付 張國強")


def test_who_confirms_reads_every_card_and_amount_of_the_hand(hall):
    """The rulings of a hand are named with all that they moved; the offence only to the person concerned."""
    for seat, offence in ((1, "talking"), (1, "wrong_claim"), (1, "wrong_draw")):
        play(hall.game, hall.actor, type="ruling", seat=seat, offence=offence)
    ruled = ["黃牌", "第二張黃牌、紅牌、即扣 5 分", "第二張黃牌、紅牌、已有紅牌在身，作詐糊論、即扣 160 分"]
    other, own = (markup(hall.player(seat).get(url("me", hall.event.slug))) for seat in (2, 1))
    for words in ruled:
        assert f"李小龍 判決：{words}；" in other
    assert "這一局重打" in other
    assert "誤鳴" not in other
    assert "李小龍 發言：黃牌；李小龍 誤鳴：第二張黃牌、紅牌、即扣 5 分；李小龍 摸錯牌：" in own
    strip = markup(hall.get("table"))
    sentence = own[own.index("李小龍 發言：黃牌") : own.index("這一局重打")]
    assert sentence in strip


def test_a_fine_ruled_after_the_hand_is_named_to_who_confirms_again(hall):
    play_and_confirm(hall.game, hall.actor, type="win", winner=1, source=2, fan=20)
    play_and_confirm(hall.game, hall.actor, type="time_up")
    hall.post("penalties:ruling", seat="2", offence="claim_cancelled", hand="1")
    page = markup(hall.player(1).get(url("me", hall.event.slug)))
    assert "陳大文 判決：即付其餘三家各 5 分；李小龍 食糊 20 番" in page


def test_the_own_page_asks_again_for_a_hand_whose_numbers_changed(db):
    table = make_table()
    table.play(won(1, 2, fan=20))
    player = table.game.seats.get(seat=2).player
    shows(signed_in(player).get(me(player)), "待你確認", never="數目改了")
    table.confirm()
    table.correct(1, won(1, 2, fan=22))
    shows(signed_in(player).get(me(player)), "待你確認", "數目改了，請再確認。")


def test_the_own_page_asks_for_a_hand_and_the_card_of_an_earlier_round(db):
    table = make_table()
    table.finish()
    player = table.game.seats.get(seat=2).player
    next_game(table.game)
    phone, confirming = signed_in(player), url("confirm", table.game.pk)
    shows(phone.get(me(player)), "這張記分卡等你簽署。", url("sign", table.game.pk), never=confirming)
    table.correct(1, won(1, 2, fan=22))
    shows(phone.get(me(player)), "第 1 個半莊 · 第 1 檯", "數目改了，請再確認。", f"{confirming}?next={me(player)}")
    table.confirm()
    table.sign(0, 1, 2)
    shows(phone.get(me(player)), never="記分卡等你簽署")


def test_a_poll_without_news_takes_the_session_and_one_statement(game, player, django_assert_num_queries):
    client = signed_in(player)
    etag = client.get(me(player), {"live": "1"})["ETag"]
    with django_assert_num_queries(2):
        assert client.get(me(player), {"live": "1"}, headers={"If-None-Match": etag}).status_code == 304
    play(game, Actor(user_id=make_user().pk), type="draw")
    answer = client.get(me(player), {"live": "1"}, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "流局" in answer.content.decode()


class TestPlace:
    """名次 on the own page: a part that everybody may read, so that the page itself follows one table alone."""

    @pytest.fixture
    def played(self, game, player):
        """Seat 2 has paid 20 to seat 1, and owes seat 3 ten."""
        actor = Actor(user_id=make_user().pk)
        play_and_confirm(game, actor, type="win", winner=1, source=2, fan=20)
        play_and_confirm(game, actor, type="win", winner=3, source=2, fan=10)
        return player

    def part(self, player):
        return f"/live/zh-hant/e/{player.event.slug}/history/{player.number}/place/"

    def test_it_stands_on_top_with_gaps_and_what_a_better_place_takes(self, played, game):
        page = markup(signed_in(played).get(me(played)))
        text = re.sub("<[^>]*>", "", page)
        assert "第 4 名已結−20與上一名−20預計−30預計名次第 4 名待付−10" in text
        assert "預計第 4 名。要升上第 3 名或更前，需要：" in text
        assert page.count("<circle") == 2
        assert f'data-share-address="http://testserver/e/evening/history/{played.number}/"' in page
        assert f'data-poll="{self.part(played)}" data-poll-every="2.5" data-poll-with="own-live"' in page
        mark = html.unescape(re.search(r'data-poll-with="own-live" data-etag="([^"]*)"', page)[1])
        assert Client().get(self.part(played), headers={"If-None-Match": mark}).status_code == 304
        play_and_confirm(game, Actor(user_id=make_user().pk), type="win", winner=2, self_draw=True, fan=90)
        shows(Client().get(self.part(played), headers={"If-None-Match": mark}), "第 1 名")

    def test_the_race_is_worked_out_once_for_all(self, game, played, django_assert_max_num_queries):
        for seat in (0, 1):
            Client().get(self.part(game.seats.get(seat=seat).player))
        with django_assert_max_num_queries(7):
            Client().get(self.part(played))
        client = signed_in(played)
        client.get(me(played), {"live": "1"})
        with django_assert_max_num_queries(14):
            page = client.get(me(played), {"live": "1"}).content.decode()
        assert "big-place" not in page

    def test_before_the_reveal_it_says_so_and_shares_nothing(self, played):
        Event.objects.update(hidden=True)
        hidden = ["big-place", "data-share-address"]
        shows(signed_in(played).get(me(played)), "排名未揭曉，名次要等大會揭曉。", never=hidden)
        assert "big-place" not in markup(Client().get(self.part(played)))

    def test_under_a_delay_it_is_told_late_like_to_everybody(self, played):
        Event.objects.update(delay=5)
        page = shows(signed_in(played).get(me(played)), "未有名次")
        assert "−20" not in re.search("player-sum.*?</section>", page)[0]

    def test_of_a_private_event_the_part_is_for_the_player(self, played):
        Event.objects.update(public=False)
        client = signed_in(played)
        address = re.search('data-poll="([^"]*place/)"', markup(client.get(me(played))))[1]
        assert address == f"/e/evening/history/{played.number}/place/"
        assert client.get(address).status_code == 200
        assert Client().get(address).status_code == 404
        assert Client().get(self.part(played)).status_code == 404


def test_a_player_confirms_from_their_own_phone(game, player):
    play(game, Actor(user_id=make_user().pk), type="draw")
    data = {"seats": "2", "client_key": str(uuid.uuid4()), "next": me(player)}
    assert signed_in(player).post(url("confirm", game.pk), data).status_code == 302
    assert game.hands.get(number=1).book["confirmations"] == [None, None, 2, None]


def test_an_objection_returns_to_the_own_page_after_a_first_try_without_reason(game, player):
    play(game, Actor(user_id=make_user().pk), type="draw")
    phone, sent = signed_in(player), {"client_key": str(uuid.uuid4()), "next": me(player), "reason": ""}
    refused = phone.post(url("object", game.pk, 1), sent)
    shows(refused, f'name="next" value="{me(player)}"', status=400)
    assert phone.post(url("object", game.pk, 1), sent | {"reason": "番數錯"}).url == me(player)


def test_a_phone_forgets_the_player_on_request_and_a_visitor_gets_no_session(player):
    visitor = Client()
    assert visitor.post(url("leave", player.event.slug)).status_code == 302
    assert not Session.objects.exists()
    assert "sessionid" not in visitor.cookies
    client = signed_in(player)
    client.post(url("leave", player.event.slug))
    assert client.get(me(player)).status_code == 404
    assert Client().get(me(player)).status_code == 404


@pytest.mark.parametrize("phones", [True, False])
def test_a_slip_says_where_its_player_confirms(game, organiser, phones):
    Event.objects.filter(pk=game.event_id).update(phones=phones)
    slips = markup(organiser.get(url("links", game.event.slug)))
    assert ("在電話或牌檯確認" in slips) is phones
    assert ("比賽進行時不可用自己的電話" in slips) is not phones


def test_a_link_is_sent_by_whatsapp_or_copied_and_the_pin_is_not(game, player, organiser):
    page = markup(organiser.get(url("links", game.event.slug)))
    [sent] = [one for one in re.findall(r'href="https://wa\.me/\?text=([^"]+)"', page) if player.name in unquote(one)]
    assert link_token(player) in unquote(sent)
    assert pin_of(player) not in unquote(sent)
    assert f'data-share-address="http://testserver{url("player_link", link_token(player))}"' in page
    assert "賽事網址" not in page


def test_organisers_see_links_and_pins_and_revoke_them_together(game, player, organiser):
    shows(organiser.get(url("links", game.event.slug)), pin_of(player), "<svg")
    phone, old = signed_in(player), link_token(player)
    etag = phone.get(me(player), {"live": "1"})["ETag"]
    organiser.post(url("renew_link", game.event.slug, player.number))
    assert phone.get(me(player)).status_code == 404
    assert phone.get(me(player), {"live": "1"}, headers={"If-None-Match": etag}).status_code == 404
    assert Client().get(url("player_link", old)).status_code == 404


def seen(hall: Hall, mark: str = "") -> tuple[int, str]:
    address = url("me", hall.event.slug)
    answer = hall.player(2).get(address, {"live": "1"}, headers={"If-None-Match": mark} if mark else {})
    return answer.status_code, answer["ETag"]


def referee(hall: Hall) -> User:
    return User.objects.get(pk=hall.actor.user_id)


CHANGES: dict[str, Callable[[Hall], object]] = {
    "a hand": lambda hall: play(hall.game, hall.actor, type="draw"),
    "a confirmation": lambda hall: confirm_all(hall.game, hall.actor),
    "a call": lambda hall: calls.call(game_id=hall.game.pk, actor=hall.actor, now=timezone.now()),
    "somebody comes": lambda hall: calls.take(game_id=hall.game.pk, user=referee(hall), now=timezone.now()),
    "the call ends": lambda hall: calls.end(game_id=hall.game.pk, user=referee(hall), now=timezone.now()),
    "a pause": lambda hall: recording.pause(**hall.entry(reason="燈壞了")),
    "the clock": lambda hall: clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60),
    "the event": lambda hall: change_event(event=Event.objects.get(pk=hall.event.pk), venue="另一個場地"),
}


def test_what_happens_at_the_table_shows_on_the_page(hall: Hall) -> None:
    _status, mark = seen(hall)
    for name, change in CHANGES.items():
        change(hall)
        status, mark = seen(hall, mark)
        assert (name, status) == (name, 200)
    assert seen(hall, mark) == (304, mark)


def test_a_hand_at_another_table_changes_nothing(hall: Hall) -> None:
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    _status, mark = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark)
    Stage.objects.filter(event=hall.event).update(places=2)
    _status, mark = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark)


def test_a_game_of_a_closed_round_is_followed_too(hall: Hall) -> None:
    play_and_confirm(hall.game, hall.actor, type="draw")
    Round.objects.filter(pk=hall.game.round_id).update(state=Round.State.CLOSED)
    _status, mark = seen(hall)
    Game.objects.filter(pk=hall.game.pk).update(act_count=F("act_count") + 1)
    assert seen(hall, mark)[0] == 200
