import uuid

import pytest

from tests.markup import markup, shows
from tests.tournaments.recorder import DRAW
from tournaments.models import Act, Transfer


class TestTheSheet:
    def test_it_has_a_button_for_each_seat_under_each_reward_of_the_rules(self, hall):
        page = shows(
            hall.get("reward"), "一台草", "一台花", "七搶一", "兩台花", "暗槓", "追牌（二至八）", "追牌（么九、番子）"
        )
        assert page.count('value="concealed_kong.') == 4
        assert "其餘三家各付 2.5 分" in page
        assert "付其餘三家各 10 分" in page
        assert page.index("暗槓") < page.index("一台草") < page.index("一台花"), "the most frequent first"

    def test_it_shows_what_was_entered_greys_what_comes_once_a_hand_and_says_why_it_is_refused(self, hall):
        hall.play({"type": "reward", "kind": "grass", "seat": 1})
        shows(hall.get("reward"), "李小龍 一台草", 'value="grass.1" disabled', never='value="grass.2" disabled')
        shows(hall.post("reward", pick="grass.1"), 'role="alert"', status=400)

    def test_it_bars_flowers_that_lie_with_another_already(self, hall):
        hall.play({"type": "reward", "kind": "two_flower_sets", "seat": 1})
        page = shows(
            hall.get("reward"),
            "flower_set.1",
            "grass.1",
            "concealed_kong.0",
            never=["two_flower_sets.2", "seven_rob_one.1", "seven_rob_one.2", "flower_set.0", "grass.3"],
        )
        assert page.count("花牌已齊") == 14


class TestSaving:
    @pytest.mark.parametrize(
        ("pick", "event"),
        [
            ("concealed_kong.3", {"type": "reward", "kind": "concealed_kong", "seat": 3}),
            ("grass.0", {"type": "reward", "kind": "grass", "seat": 0}),
            ("two_flower_sets.1", {"type": "reward", "kind": "two_flower_sets", "seat": 1}),
            ("flower_set.1", {"type": "reward", "kind": "flower_set", "seat": 1}),
            ("followed_discard.2.plain", {"type": "reward", "kind": "followed_discard", "seat": 2}),
            ("followed_discard.2.simple", {"type": "reward", "kind": "followed_discard", "seat": 2, "simple": True}),
            ("seven_rob_one.1.from2", {"type": "reward", "kind": "seven_rob_one", "seat": 1, "from": 2}),
        ],
    )
    def test_it_records_what_was_pressed(self, hall, pick, event):
        answer = hall.post("reward", pick=pick)
        assert answer.status_code == 302
        assert answer["Location"] == hall.url("table")
        assert hall.events == [event]
        hall.check()

    def test_it_refuses_with_a_sentence_what_nine_flowers_would_take(self, hall):
        hall.post("reward", pick="seven_rob_one.1.from2")
        shows(
            hall.post("reward", pick="flower_set.3"), "花牌只有八隻：這局已經收了七搶一，不可再收一台花。", status=400
        )
        assert len(hall.events) == 1

    def test_it_asks_who_pays_a_seven_rob_one(self, hall):
        page = hall.get("reward", pick="seven_rob_one.1")
        shows(page, "李小龍 七搶一：誰付？")
        assert [f'value="seven_rob_one.1.from{seat}"' in markup(page) for seat in range(4)] == [True, False, True, True]
        shows(hall.post("reward", pick="seven_rob_one.1"), "誰付？")
        assert not Act.objects.exists()

    def test_it_writes_one_reward_however_often_it_is_pressed_says_so_and_offers_to_take_it_back(self, hall):
        same = {"client_key": str(uuid.uuid4()), "seen": 0}
        for _press in range(10):
            assert hall.post("reward", pick="concealed_kong.3", **same).status_code == 302
        shows(hall.get("table"), "已記錄：何家珍 暗槓", hall.url("undo"))
        assert hall.post("reward", pick="concealed_kong.2", **same).status_code == 409, "another button of an old page"
        assert len(hall.events) == 1
        assert Transfer.objects.filter(game=hall.game).count() == 3

    def test_it_shows_what_another_device_has_recorded(self, hall):
        hall.play(DRAW)
        said = "現在的記錄：第 1 鋪 東一局：流局", 'name="seen" value="1"'
        shows(hall.post("reward", pick="concealed_kong.3", seen=0), *said, status=409)

    @pytest.mark.parametrize(
        "pick", ["", "gold.1", "concealed_kong", "concealed_kong.9", "grass.1.sideways", "grass.1.from7"]
    )
    def test_it_knows_no_other_buttons(self, hall, pick):
        assert hall.post("reward", pick=pick).status_code == 400
        assert not Act.objects.exists()

    def test_it_goes_back_where_it_was_asked_for_and_to_no_other_site(self, hall):
        assert hall.post("reward", pick="concealed_kong.0", next=hall.url("hands"))["Location"] == hall.url("hands")
        assert hall.post("reward", pick="grass.1", next="https://elsewhere.example/")["Location"] == hall.url("table")
