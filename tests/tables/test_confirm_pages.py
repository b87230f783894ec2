import html
import json
import re
import uuid

import pytest

from tests.markup import markup, shows, url
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.recorder import DRAW, won
from tournaments.core.services import pin_of
from tournaments.models import Act, Player

SCRIPT = {"headers": {"HX-Request": "true"}}
_SEAT_BUTTON = re.compile(r"<button[^>]*\bseat-card\b")


def hall_with_a_hand(**fields):
    hall = make_hall(**fields)
    hall.play(won(1, 2, 20))
    return hall


@pytest.fixture
def hall():
    return hall_with_a_hand()


@pytest.fixture
def disputed(hall):
    hall.post("object", 1, seat="2", reason="番數報少了")
    return hall


def hand(hall):
    return hall.folded.hands[0]


def act(kind):
    return Act.objects.get(kind=kind)


class TestByTap:
    def test_it_shows_the_four_in_turn_order_and_the_hand_in_words(self, hall):
        page = shows(hall.get("confirm"), "第 1 鋪 東一局：李小龍 食糊 20 番，陳大文 出銃")
        places = [page.index(f"{name}</span>") for name in ("張國強", "李小龍", "陳大文", "何家珍")]
        assert places == sorted(places)

    def test_it_confirms_each_seat_that_was_tapped_once_however_often(self, hall):
        key = str(uuid.uuid4())
        for _tap in range(5):
            assert hall.post("confirm", seats="2", client_key=key).status_code == 302
        assert hall.missing == {1: [0, 1, 3]}
        assert (act("confirm").payload["method"], act("confirm").user.username) == ("tap", "referee")
        hall.post("confirm", seats="3", client_key=key)
        assert hall.missing == {1: [0, 1]}
        hall.check()

    def test_it_confirms_all_waiting_hands_of_a_seat_at_once(self, hall):
        hall.confirm()
        hall.settle(DRAW)
        hall.correct(1, won(1, 2, 30))
        assert len(hall.missing) == 2
        hall.post("confirm", seats="1")
        assert all(1 not in seats for seats in hall.missing.values())

    def test_it_says_why_a_hand_that_was_confirmed_is_asked_again(self, hall):
        shows(hall.get("confirm"), never="數目改了")
        hall.confirm()
        hall.correct(1, won(1, 2, 30))
        shows(hall.get("confirm"), "數目改了，請再確認。")
        shows(hall.get("table"), "數目改了，請再確認。")

    def test_it_answers_a_script_with_the_strip_alone_until_all_is_settled(self, hall):
        for seat in range(3):
            answer = hall.post("confirm", seats=str(seat), **SCRIPT)
            assert shows(answer, never="<html").count('name="seats"') == 3 - seat
            assert "HX-Refresh" not in answer
        assert hall.post("confirm", seats="3", **SCRIPT)["HX-Refresh"] == "true"

    def test_at_the_table_each_answer_keeps_the_strip_and_tells_a_phone_how_it_stands_without_a_network(self, hall):
        for seat, waits in enumerate(([1, 2, 3], [2, 3], [3], [])):
            answer = hall.post("confirm", seats=str(seat), next=hall.url("table"), **SCRIPT)
            page = html.unescape(shows(answer, 'hx-swap-oob="outerHTML"' if waits else "confirm-settled"))
            told = json.loads(re.search(r'data-offline-now="(.+)"></div>', page)[1])
            assert (told["waits"], told["unsettled"]) == (waits, bool(waits))
            assert page.count("data-sheet href") == (0 if waits else 4)
        assert "HX-Refresh" not in answer
        assert page.count('class="confirm-seat done"') == 4

    def test_the_cards_of_the_table_confirm_as_long_as_a_hand_waits(self, hall):
        page = shows(hall.get("table"), never=f"{hall.url('win')}?winner=")
        assert len(_SEAT_BUTTON.findall(page)) == 4
        assert not _SEAT_BUTTON.search(markup(hall.get("table", client=hall.player(2))))
        hall.confirm()
        page = markup(hall.get("table"))
        assert not _SEAT_BUTTON.search(page)
        assert page.count(f"{hall.url('win')}?winner=") == 4

    def test_it_says_who_is_missing_when_a_seat_has_nothing_to_confirm(self, hall):
        for seat in (2, 0):
            hall.post("confirm", seats=str(seat))
        shows(hall.post("confirm", seats="2", **SCRIPT), "陳大文 已確認，還差 李小龍、何家珍。")

    def test_it_says_that_nothing_waits_and_after_the_last_hand_speaks_of_no_next_one(self, hall):
        hall.confirm()
        shows(hall.get("confirm"), "全部已確認，可以打下一鋪。")
        hall.finish()
        shows(hall.get("confirm"), "全部已確認。", never="下一鋪")

    def test_it_asks_for_a_seat_and_returns_to_the_page_it_came_from(self, hall):
        shows(hall.post("confirm"), "請先按自己的座位", status=400)
        assert hall.post("confirm", seats="2", next=hall.url("hands"))["Location"] == hall.url("hands")


class TestByPin:
    @pytest.fixture
    def hall(self):
        return hall_with_a_hand(confirmation="pin")

    def pin(self, hall, seat):
        return pin_of(hall.game.seats.get(seat=seat).player)

    def test_it_takes_the_personal_pin_of_the_seat_and_of_no_other(self, hall):
        shows(hall.post("confirm", seats="2", pin=self.pin(hall, 3)), "密碼不對", status=403)
        assert hall.missing == {1: [0, 1, 2, 3]}
        assert hall.post("confirm", seats="2", pin=self.pin(hall, 2)).status_code == 302
        assert hall.missing == {1: [0, 1, 3]}
        assert act("confirm").payload["method"] == "pin"
        shows(hall.post("confirm", seats="1", pin="", **SCRIPT), "密碼不對")

    def test_a_card_of_the_table_is_no_try_at_a_pin(self, hall):
        for _tap in range(6):
            answer = hall.post("confirm", seats="2", **SCRIPT)
        shows(answer, "請 陳大文 輸入個人密碼。", 'value="2" required checked')
        assert hall.post("confirm", seats="2", pin=self.pin(hall, 2)).status_code == 302

    def test_it_locks_after_five_wrong_tries(self, hall):
        for _try in range(5):
            hall.post("confirm", seats="2", pin="x")
        shows(hall.post("confirm", seats="2", pin=self.pin(hall, 2)), "試得太多次", status=403)


def test_the_referee_confirms_for_all_with_one_button():
    hall = hall_with_a_hand(confirmation="referee")
    assert shows(hall.get("confirm"), "裁判代四家確認").count('type="hidden" name="seats"') == 4
    hall.post("confirm", seats=["0", "1", "2", "3"])
    assert hall.missing == {}
    assert act("confirm").payload["method"] == "referee"


class TestOnAPlayersPhone:
    def test_it_confirms_their_own_seat_by_one_button(self, hall):
        page = shows(hall.get("confirm", client=hall.player(2)), 'name="seats" value="2"')
        assert page.count('name="seats"') == 1
        assert hall.post("confirm", seats="2", client=hall.player(2)).status_code == 302
        assert hall.missing == {1: [0, 1, 3]}
        found = act("confirm")
        assert (found.payload["method"], found.user, found.player.name) == ("phone", None, "陳大文")

    @pytest.mark.parametrize("seats", [["1"], ["1", "2"], ["0", "1", "2", "3"]])
    def test_it_confirms_for_nobody_else(self, hall, seats):
        assert hall.post("confirm", seats=seats, client=hall.player(2)).status_code == 403
        assert hall.missing == {1: [0, 1, 2, 3]}

    @pytest.mark.parametrize(
        "who", ["organiser", "referee of another table", "stranger", "player elsewhere", "anybody"]
    )
    def test_it_is_only_looked_at_by_others(self, hall, who):
        client = somebody(hall, who)
        shows(hall.get("confirm", client=client), never='name="seats"')
        assert hall.post("confirm", seats="2", client=client).status_code == 403

    def test_it_is_forgotten_when_its_link_is_revoked(self, hall):
        phone = hall.player(2)
        Player.objects.filter(number=3).update(link_version=99)
        assert hall.post("confirm", seats="2", client=phone).status_code == 403


class TestObjecting:
    def test_it_disputes_the_hand_and_stops_the_next(self, hall):
        assert hall.post("object", 1, seat="2", reason="番數報少了").status_code == 302
        assert hand(hall).objection[0] == 2
        assert hall.post("reward", pick="grass.1").status_code == 302
        shows(hall.get("confirm"), "有異議")
        assert hall.get("draw").status_code == 409
        hall.check()

    def test_it_says_that_it_stops_nothing_once_four_have_confirmed(self, hall):
        shows(hall.get("object", 1), never="異議只成為個案")
        hall.confirm()
        shows(hall.get("object", 1), "異議只成為個案")
        assert hall.post("object", 1, seat="2", reason="番數報少了").status_code == 302
        shows(hall.get("table"), "第 1 鋪的異議已成為個案，比賽照常進行")
        assert hall.get("draw").status_code == 200
        shows(hall.get("hand", 1), "只作個案，不影響比賽")

    def test_it_leaves_the_objector_nothing_to_confirm(self, disputed):
        me, button = url("me", disputed.event.slug), "確認以上這一鋪"
        shows(disputed.player(2).get(me), "等裁判更正或維持原判。", never=button)
        shows(disputed.player(0).get(me), button)
        disputed.post("confirm", seats="2")
        assert not Act.objects.filter(kind="confirm").exists()
        disputed.post("confirm", seats="0")
        shows(disputed.player(0).get(me), never=button)

    def test_it_leaves_the_referee_no_button_that_does_nothing(self):
        hall = hall_with_a_hand(confirmation="referee")
        hall.post("object", 1, seat="2", reason="番數報少了")
        hall.post("confirm", seats=["0", "1", "3"])
        shows(hall.get("confirm"), never="裁判代四家確認")

    def test_it_shows_the_carry_over_where_no_points_have_moved(self, hall):
        shows(hall.get("object", 1), "四家的分數未變。", "陳大文 付 李小龍 20 番", never='class="hand-points"')
        hall.confirm()
        hall.settle(won(0, 1, 10))
        shows(hall.get("object", 2), 'class="hand-points"')

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"seat": "2", "reason": " "}, ["請說明那裡不對", 'value="2" required checked']),
            ({"reason": "不對"}, ["請揀哪一家提出異議", "不對</textarea>"]),
        ],
    )
    def test_it_wants_a_seat_and_a_reason_and_keeps_the_other(self, hall, sent, said):
        shows(hall.post("object", 1, **sent), *said, status=400)

    def test_it_is_for_themselves_on_a_players_phone_with_a_ready_made_reason_in_one_tap(self, hall):
        hall.post("object", 1, seat="0", ready="番數不對", client=hall.player(2))
        assert (hand(hall).objection[0], hand(hall).objection[2]) == (2, "番數不對")
        assert act("object").player.name == "陳大文"

    def test_it_is_asked_once(self, disputed):
        shows(disputed.post("object", 1, seat="3", reason="也不對"), "已有異議", status=400)
        shows(disputed.get("object", 1), "陳大文 已提出異議：番數報少了")

    def test_it_has_no_place_for_a_hand_that_is_not_over(self, hall):
        hall.play({"type": "reward", "kind": "grass", "seat": 1})
        assert [hall.get("object", number).status_code for number in (2, 9)] == [404, 404]
        assert hall.post("object", 9, seat="1", reason="不對").status_code == 404


class TestUpholding:
    @pytest.fixture
    def hall(self, disputed):
        disputed.post("confirm", seats=["0", "1", "3"])
        return disputed

    def test_it_ends_the_dispute_with_a_reason(self, hall):
        shows(hall.get("uphold", 1), "陳大文 的異議：番數報少了")
        shows(hall.post("uphold", 1), "請寫下原因", status=400)
        assert hand(hall).state == "disputed"
        assert hall.post("uphold", 1, reason="已核對牌面").status_code == 302
        assert (hand(hall).state, act("uphold").reason) == ("confirmed", "已核對牌面")
        shows(hall.get("hand", 1), "裁判維持原判：已核對牌面")
        shows(hall.get("uphold", 1), "這一鋪沒有異議")
        assert hall.post("uphold", 1, reason="再核對").status_code == 400

    def test_it_shows_a_player_that_the_referee_decides(self, hall):
        shows(hall.get("confirm", client=hall.player(0)), "裁判會更正或維持原判", never=hall.url("uphold", 1))
