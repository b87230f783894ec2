"""確認、異議、維持原判 as pages: on the referee's phone in three ways, on a player's own, and who may not."""

import html
import json
import re
import uuid

import pytest
from django.urls import reverse

from tests.markup import markup
from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import make_hall, phone_of, somebody, words
from tests.tournaments.factories import confirm_all, play, play_and_confirm
from tournaments.core.services import pin_of
from tournaments.models import Act, GameSeat
from tournaments.tables.game_log.read import read_book

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}

_SEAT_BUTTON = re.compile(r"<button[^>]*\bseat-card\b")


def hall_with_a_hand(**fields):
    hall = make_hall(**fields)
    play(hall.game, hall.actor, **WIN)
    return hall


@pytest.fixture
def hall():
    return hall_with_a_hand()


def missing(hall):
    return [hand.missing for hand in read_book(hall.fresh()).folded.unconfirmed]


def hand(hall):
    return read_book(hall.fresh()).folded.hands[0]


class TestByTap:
    def test_it_shows_the_four_in_turn_order_and_the_hand_in_words(self, hall):
        page = words(hall.get("confirm"))
        places = [page.index(name) for name in ("張國強</span>", "李小龍</span>", "陳大文</span>", "何家珍</span>")]
        assert places == sorted(places)
        assert "第 1 鋪 東一局：李小龍 食糊 20 番，陳大文 出銃" in page

    def test_it_confirms_the_seat_that_was_tapped(self, hall):
        assert hall.post("confirm", seats="2").status_code == 302
        assert missing(hall) == [[0, 1, 3]]
        act = Act.objects.get(kind="confirm")
        assert (act.payload["method"], act.user.username) == ("tap", "referee")
        check_book(hall.game)

    def test_it_writes_one_confirmation_however_often_it_is_tapped(self, hall):
        key = str(uuid.uuid4())
        for _tap in range(5):
            hall.post("confirm", seats="2", client_key=key)
        assert Act.objects.filter(kind="confirm").count() == 1

    def test_it_takes_two_seats_of_the_same_page(self, hall):
        key = str(uuid.uuid4())
        hall.post("confirm", seats="2", client_key=key)
        hall.post("confirm", seats="3", client_key=key)
        assert missing(hall) == [[0, 1]]

    def test_it_confirms_all_waiting_hands_of_a_seat_at_once(self, hall):
        confirm_all(hall.game, hall.actor)
        play_and_confirm(hall.game, hall.actor, type="draw")
        _correct_first(hall)
        assert len(missing(hall)) == 2
        hall.post("confirm", seats="1")
        assert all(1 not in seats for seats in missing(hall))

    def test_it_answers_a_script_with_the_strip_alone(self, hall):
        page = words(hall.post("confirm", seats="2", headers={"HX-Request": "true"}))
        assert "<html" not in page
        assert page.count('name="seats"') == 3

    def test_it_has_the_page_read_again_when_all_is_settled(self, hall):
        for seat in range(3):
            assert "HX-Refresh" not in hall.post("confirm", seats=str(seat), headers={"HX-Request": "true"})
        assert hall.post("confirm", seats="3", headers={"HX-Request": "true"})["HX-Refresh"] == "true"

    def test_it_keeps_the_place_of_the_strip_at_the_table_and_tells_what_its_cards_do(self, hall):
        sent = {"headers": {"HX-Request": "true"}, "next": hall.url("table")}
        for seat in range(3):
            page = words(hall.post("confirm", seats=str(seat), **sent))
            assert 'hx-swap-oob="outerHTML"' in page
            assert "data-sheet" not in page
        answer = hall.post("confirm", seats="3", **sent)
        assert "HX-Refresh" not in answer
        assert "data-keep-place" in words(answer)
        assert words(answer).count('class="confirm-seat done"') == 4
        assert words(answer).count("data-sheet href") == 4

    def test_each_answer_tells_a_phone_at_the_table_how_it_stands_should_the_network_go_now(self, hall):
        sent = {"headers": {"HX-Request": "true"}, "next": hall.url("table")}
        for seat, waits in enumerate(([1, 2, 3], [2, 3], [3], [])):
            page = html.unescape(markup(hall.post("confirm", seats=str(seat), **sent)))
            told = json.loads(re.search(r'data-offline-now="(.+)"></div>', page)[1])
            assert told["waits"] == waits
            assert told["unsettled"] == bool(waits)

    def test_the_cards_of_the_table_confirm_as_long_as_a_hand_waits(self, hall):
        page = markup(hall.get("table"))
        assert len(_SEAT_BUTTON.findall(page)) == 4
        assert f"{hall.url('win')}?winner=" not in page
        confirm_all(hall.game, hall.actor)
        page = markup(hall.get("table"))
        assert not _SEAT_BUTTON.search(page)
        assert page.count(f"{hall.url('win')}?winner=") == 4

    def test_the_cards_of_the_table_are_no_buttons_for_others(self, hall):
        assert not _SEAT_BUTTON.search(markup(hall.get("table", client=hall.player(2))))

    def test_it_says_who_is_missing_when_a_seat_has_nothing_to_confirm(self, hall):
        for seat in (2, 0):
            hall.post("confirm", seats=str(seat))
        page = words(hall.post("confirm", seats="2", headers={"HX-Request": "true"}))
        assert "陳大文 已確認，還差 李小龍、何家珍。" in page

    def test_it_says_that_nothing_waits(self, hall):
        confirm_all(hall.game, hall.actor)
        assert "全部已確認，可以打下一鋪。" in words(hall.get("confirm"))

    def test_after_the_last_hand_it_speaks_of_no_next_one(self, hall):
        confirm_all(hall.game, hall.actor)
        while not read_book(hall.fresh()).folded.state.finished:
            dealer = read_book(hall.fresh()).folded.state.turn.dealer
            loses, wins = (dealer + 1) % 4, (dealer + 2) % 4
            play_and_confirm(hall.game, hall.actor, **{"type": "win", "winner": wins, "from": loses, "fan": 20})
        page = words(hall.get("confirm"))
        assert "全部已確認。" in page
        assert "下一鋪" not in page

    def test_it_asks_for_a_seat(self, hall):
        answer = hall.post("confirm")
        assert answer.status_code == 400
        assert "請先按自己的座位" in words(answer)

    def test_it_returns_to_the_page_it_came_from(self, hall):
        assert hall.post("confirm", seats="2", next=hall.url("hands"))["Location"] == hall.url("hands")


class TestByPin:
    @pytest.fixture
    def hall(self):
        return hall_with_a_hand(confirmation="pin")

    def pin(self, hall, seat):
        return pin_of(GameSeat.objects.get(game=hall.game, seat=seat).player)

    def test_it_takes_the_personal_pin_of_the_seat(self, hall):
        assert hall.post("confirm", seats="2", pin=self.pin(hall, 2)).status_code == 302
        assert missing(hall) == [[0, 1, 3]]
        assert Act.objects.get(kind="confirm").payload["method"] == "pin"

    def test_it_refuses_the_pin_of_another(self, hall):
        answer = hall.post("confirm", seats="2", pin=self.pin(hall, 3))
        assert answer.status_code == 403
        assert "密碼不對" in words(answer)
        assert missing(hall) == [[0, 1, 2, 3]]

    def test_it_shows_a_wrong_pin_to_a_script_too(self, hall):
        answer = hall.post("confirm", seats="2", pin="", headers={"HX-Request": "true"})
        assert "密碼不對" in words(answer)

    def test_a_card_of_the_table_is_no_try_at_a_pin(self, hall):
        for _tap in range(6):
            answer = hall.post("confirm", seats="2", headers={"HX-Request": "true"})
        assert "請 陳大文 輸入個人密碼。" in words(answer)
        assert 'value="2" required checked' in words(answer)
        assert hall.post("confirm", seats="2", pin=self.pin(hall, 2)).status_code == 302

    def test_it_locks_after_five_wrong_tries(self, hall):
        for _try in range(5):
            hall.post("confirm", seats="2", pin="x")
        assert "試得太多次" in words(hall.post("confirm", seats="2", pin=self.pin(hall, 2)))


class TestByReferee:
    def test_it_confirms_for_all_with_one_button(self):
        hall = hall_with_a_hand(confirmation="referee")
        page = words(hall.get("confirm"))
        assert "裁判代四家確認" in page
        assert page.count('type="hidden" name="seats"') == 4
        hall.post("confirm", seats=["0", "1", "2", "3"])
        assert missing(hall) == []
        assert Act.objects.get(kind="confirm").payload["method"] == "referee"


class TestOnAPlayersPhone:
    def test_it_confirms_his_own_seat(self, hall):
        assert hall.post("confirm", seats="2", client=hall.player(2)).status_code == 302
        assert missing(hall) == [[0, 1, 3]]
        act = Act.objects.get(kind="confirm")
        assert (act.payload["method"], act.user, act.player.name) == ("phone", None, "陳大文")

    def test_it_shows_him_one_button(self, hall):
        page = words(hall.get("confirm", client=hall.player(2)))
        assert page.count('name="seats"') == 1
        assert 'name="seats" value="2"' in page

    @pytest.mark.parametrize("seats", [["1"], ["1", "2"], ["0", "1", "2", "3"]])
    def test_it_confirms_for_nobody_else(self, hall, seats):
        assert hall.post("confirm", seats=seats, client=hall.player(2)).status_code == 403
        assert missing(hall) == [[0, 1, 2, 3]]

    def test_it_does_not_confirm_where_the_event_wants_no_phones(self):
        hall = hall_with_a_hand(phones=False)
        assert hall.post("confirm", seats="2", client=hall.player(2)).status_code == 403
        assert 'name="seats"' not in words(hall.get("confirm", client=hall.player(2)))

    @pytest.mark.parametrize(
        "who", ["organiser", "referee of another table", "stranger", "player elsewhere", "anybody"]
    )
    def test_it_is_only_looked_at_by_others(self, hall, who):
        client = somebody(hall, who)
        assert 'name="seats"' not in words(hall.get("confirm", client=client))
        assert hall.post("confirm", seats="2", client=client).status_code == 403


class TestObjecting:
    def test_it_disputes_the_hand_and_stops_the_next(self, hall):
        answer = hall.post("object", 1, seat="2", reason="番數報少了")
        assert answer.status_code == 302
        assert hand(hall).objection[0] == 2
        assert hall.post("reward", pick="grass.1").status_code == 302
        assert "有異議" in words(hall.get("confirm"))
        assert hall.get("draw").status_code == 409
        check_book(hall.game)

    def test_it_says_that_it_stops_nothing_once_four_have_confirmed(self, hall):
        assert "異議只成為個案" not in words(hall.get("object", 1))
        confirm_all(hall.game, hall.actor)
        assert "異議只成為個案" in words(hall.get("object", 1))
        assert hall.post("object", 1, seat="2", reason="番數報少了").status_code == 302
        assert "第 1 鋪的異議已成為個案，比賽照常進行" in words(hall.get("table"))
        assert hall.get("draw").status_code == 200
        assert "只作個案，不影響比賽" in words(hall.get("hand", 1))

    def test_it_takes_a_ready_made_reason_in_one_tap(self, hall):
        hall.post("object", 1, seat="2", ready="番數不對")
        assert hand(hall).objection[2] == "番數不對"

    def test_it_leaves_the_objector_nothing_to_confirm(self, hall):
        hall.post("object", 1, seat="2", reason="番數報少了")
        me = reverse("tournaments:me", args=[hall.event.slug])
        assert "確認以上各鋪" not in words(hall.player(2).get(me))
        assert "等裁判更正或維持原判。" in words(hall.player(2).get(me))
        assert "確認以上各鋪" in words(hall.player(0).get(me))
        hall.post("confirm", seats="2")
        assert not Act.objects.filter(kind="confirm").exists()
        hall.post("confirm", seats="0")
        assert "確認以上各鋪" not in words(hall.player(0).get(me))

    def test_it_leaves_the_referee_no_button_that_does_nothing(self):
        hall = hall_with_a_hand(confirmation="referee")
        hall.post("object", 1, seat="2", reason="番數報少了")
        hall.post("confirm", seats=["0", "1", "3"])
        assert "裁判代四家確認" not in words(hall.get("confirm"))

    def test_it_shows_the_carry_over_where_no_points_have_moved(self, hall):
        page = words(hall.get("object", 1))
        assert "四家的分數未變。" in page
        assert 'class="hand-points"' not in page
        assert "陳大文 付 李小龍 20 番" in page
        confirm_all(hall.game, hall.actor)
        play_and_confirm(hall.game, hall.actor, type="win", winner=0, **{"from": 1}, fan=10)
        assert 'class="hand-points"' in words(hall.get("object", 2))

    def test_it_wants_a_reason_and_keeps_the_seat(self, hall):
        answer = hall.post("object", 1, seat="2", reason=" ")
        assert answer.status_code == 400
        assert "請說明那裡不對" in words(answer)
        assert 'value="2" required checked' in words(answer)

    def test_it_wants_to_know_whose_it_is(self, hall):
        answer = hall.post("object", 1, reason="不對")
        assert answer.status_code == 400
        assert "請揀哪一家提出異議" in words(answer)
        assert "不對</textarea>" in words(answer)

    def test_it_is_for_himself_on_a_players_phone(self, hall):
        hall.post("object", 1, seat="0", reason="不對", client=hall.player(2))
        assert hand(hall).objection[0] == 2
        assert Act.objects.get(kind="object").player.name == "陳大文"

    def test_it_is_asked_once(self, hall):
        hall.post("object", 1, seat="2", reason="不對")
        answer = hall.post("object", 1, seat="3", reason="也不對")
        assert answer.status_code == 400
        assert "已有異議" in words(answer)
        assert "陳大文 已提出異議：不對" in words(hall.get("object", 1))

    def test_it_has_no_place_for_a_hand_that_is_not_there(self, hall):
        assert hall.get("object", 9).status_code == 404
        assert hall.post("object", 9, seat="1", reason="不對").status_code == 404

    def test_it_has_no_place_for_the_hand_in_progress(self, hall):
        play(hall.game, hall.actor, type="reward", kind="grass", seat=1)
        assert hall.get("object", 2).status_code == 404

    def test_it_is_not_for_phones_where_the_event_wants_none(self):
        hall = hall_with_a_hand(phones=False)
        assert hall.get("object", 1, client=hall.player(2)).status_code == 403


class TestUpholding:
    @pytest.fixture
    def hall(self):
        hall = hall_with_a_hand()
        hall.post("confirm", seats=["0", "1", "3"])
        hall.post("object", 1, seat="2", reason="番數報少了")
        return hall

    def test_it_ends_the_dispute_with_a_reason(self, hall):
        page = words(hall.get("uphold", 1))
        assert "陳大文 的異議：番數報少了" in page
        assert hall.post("uphold", 1, reason="已核對牌面").status_code == 302
        assert (hand(hall).state, Act.objects.get(kind="uphold").reason) == ("confirmed", "已核對牌面")
        assert "裁判維持原判：已核對牌面" in words(hall.get("hand", 1))

    def test_it_wants_a_reason(self, hall):
        answer = hall.post("uphold", 1)
        assert answer.status_code == 400
        assert "請寫下原因" in words(answer)
        assert hand(hall).state == "disputed"

    def test_it_says_when_there_is_nothing_to_decide(self, hall):
        hall.post("uphold", 1, reason="已核對")
        assert "這一鋪沒有異議" in words(hall.get("uphold", 1))
        assert hall.post("uphold", 1, reason="再核對").status_code == 400

    def test_it_shows_a_player_that_the_referee_decides(self, hall):
        page = words(hall.get("confirm", client=hall.player(0)))
        assert "裁判會更正或維持原判" in page
        assert hall.url("uphold", 1) not in page


def test_it_forgets_a_phone_whose_link_was_revoked(hall):
    player = hall.game.seats.get(seat=2).player
    phone = phone_of(player)
    player.link_version += 1
    player.save(update_fields=["link_version"])
    assert hall.post("confirm", seats="2", client=phone).status_code == 403


def _correct_first(hall):
    draft = [{"event": {"type": "win", "winner": 1, "from": 2, "fan": 30}, "claim": None}]
    answer = hall.post("correct", 1, do="save", draft=draft, reason="番數輸入錯誤")
    assert answer.status_code == 302
