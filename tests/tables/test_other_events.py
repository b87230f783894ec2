import uuid

import pytest

from scoring.game.kinds import KINDS as GAME_KINDS
from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall
from tests.tournaments.recorder import DRAW, ruling, won
from tournaments.models import Act
from tournaments.phrases.kinds import KINDS

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}


class TestOther:
    def test_it_offers_the_three_who_are_not_dealing_and_the_bell(self, hall):
        page = shows(hall.get("other"), never="pick=wrong_dealer.0")
        assert all(f"pick=wrong_dealer.{seat}" in page for seat in (1, 2, 3))
        assert "pick=time_up.during" in page
        assert "投降" not in page

    @pytest.mark.parametrize(
        ("pick", "event"),
        [
            ("wrong_dealer.2", {"type": "wrong_dealer", "seat": 2}),
            ("time_up.during", {"type": "time_up", "during_hand": True}),
            ("time_up.between", {"type": "time_up", "during_hand": False}),
        ],
    )
    def test_it_says_what_it_does_and_records_it_once_however_often_it_is_pressed(self, hall, pick, event):
        shows(hall.get("other", pick=pick), "後果")
        same = {"client_key": str(uuid.uuid4()), "seen": 0}
        assert {hall.post("other", pick=pick, **same).status_code for _press in range(3)} == {302}
        assert hall.events == [event]
        hall.check()

    def test_it_says_that_the_bell_ends_the_game_and_collects(self, hall):
        hall.settle(WIN)
        shows(hall.get("other", pick="time_up.between"), "這個半莊即時完結", "未結的拉全數付清", "+20")
        hall.play({"type": "time_up", "during_hand": False})
        shows(hall.get("hands"), "半莊完", "大會鐘響", never="進行中")

    def test_it_says_who_deals_instead_and_whose_turn_is_skipped_where_the_rules_skip_one(self, hall):
        said = "東一局 由 陳大文 做莊", "不論結果，之後是 東二局，由 李小龍 做莊", "陳大文 下一次輪到做莊時跳過"
        shows(hall.get("other", pick="wrong_dealer.2"), *said)
        masters = make_hall(slug="masters", rule_set="hkma-masters")
        shows(masters.get("other", pick="wrong_dealer.2"), "由 陳大文 做莊", never="跳過")

    def test_the_table_tells_of_the_skipped_turn_until_it_was_skipped(self, hall):
        hall.play({"type": "wrong_dealer", "seat": 2})
        shows(
            hall.get("table"),
            "做錯莊：這一局應由 張國強 做莊，由 陳大文 做",
            "不論結果，之後是 東二局，由 李小龍 做莊",
            "陳大文 下一次輪到做莊時跳過",
        )
        hall.settle(won(2, 0, 20))
        shows(hall.get("table"), "陳大文 下一次輪到做莊時跳過", never="做錯莊")
        hall.settle(won(0, 1, 20))
        shows(hall.get("table"), "東四局", never="跳過")

    def test_it_offers_neither_twice(self, hall):
        hall.play({"type": "wrong_dealer", "seat": 2})
        hall.play({"type": "time_up", "during_hand": True})
        shows(hall.get("other"), never=["wrong_dealer.", "time_up."])
        assert hall.post("other", pick="time_up.during").status_code == 400

    @pytest.mark.parametrize("pick", ["", "party", "wrong_dealer.7", "time_up.later", "surrender.1", "wrong_dealer.0"])
    def test_it_knows_nothing_else(self, hall, pick):
        assert hall.post("other", pick=pick).status_code == 400
        assert not Act.objects.exists()


class TestRaising:
    """內插 (tw-sixteen): between hands, as T-20 says."""

    @pytest.fixture
    def hall(self):
        return make_hall(rule_set="tw-sixteen")

    def test_it_is_offered_between_hands_said_recorded_and_taken_back_like_any_entry(self, hall):
        page = markup(hall.get("other"))
        assert all(f"pick=raise.{seat}.1" in page for seat in range(4))
        assert "pick=raise.0.0" not in page
        shows(hall.get("other", pick="raise.2.1"), "陳大文 內插 1 底", "陳大文 與 張國強 之間：底 6")
        assert hall.post("other", pick="raise.2.1").status_code == 302
        assert hall.events == [{"type": "raise", "seat": 2, "units": 1}]
        assert "陳大文 內插 1 底" in markup(hall.get("table"))
        shows(hall.get("other"), "pick=raise.2.2", never="pick=raise.2.0")
        hall.check()
        hall.undo()
        assert hall.events == []

    def test_it_waits_for_the_end_of_a_hand_that_has_begun(self, hall):
        hall.play(ruling(1, "wrong_count"))
        assert "raise." not in markup(hall.get("other"))
        assert hall.post("other", pick="raise.2.1").status_code == 400
        hall.settle(DRAW)
        shows(hall.get("other"), "raise.2.1", never="raise.2.2")

    @pytest.mark.parametrize("pick", ["raise.2", "raise.9.1", "raise.2.x", "raise.2.1.1", "raise.2.-1"])
    def test_it_takes_nothing_else(self, hall, pick):
        assert hall.post("other", pick=pick).status_code == 400

    def test_other_rules_have_none(self):
        assert "raise." not in markup(make_hall(rule_set="tw-club").get("other"))


def test_the_pages_have_words_for_every_kind_of_event_of_a_game():
    assert set(GAME_KINDS) <= {"win", "draw", "reward", "ruling", *KINDS}
