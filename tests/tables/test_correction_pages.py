import re
import uuid

import pytest

from tests.made_once import made_once
from tests.markup import shows, words
from tests.tournaments.book_pages import make_hall
from tests.tournaments.recorder import DRAW, KONG, ruling, won
from tournaments.models import Act
from tournaments.tables.forms import draft_text, opened_draft
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft

WIN, SELF_DRAWN, OTHER = won(1, 2, 20), won(0, None, 12), won(1, 3, 20)
GRASS = {"type": "reward", "kind": "grass", "seat": 0}
FORM = {"result": "win", "kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}
TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
SLIP = "四家已確認：只更正輸入錯誤"


def draft(*events, claim=None):
    return [{"event": event, "claim": claim} for event in events]


FIRST, PUT_RIGHT = draft(KONG, WIN), draft(KONG, OTHER)


@pytest.fixture
def hall(db):
    return made_once(("three hands",), three_hands)


def three_hands():
    hall = make_hall()
    hall.play(KONG)
    hall.settle(WIN, SELF_DRAWN, WIN)
    return hall


def sent(hall, do, number=1, entries=FIRST, **fields):
    """The form of the correction with one of its buttons."""
    return hall.post("correct", number, **FORM | fields, draft=entries, do=do)


def save(hall, number=1, entries=PUT_RIGHT, **fields):
    return hall.post("correct", number, **{"reason": "看錯出銃者"} | fields, draft=entries, do="save")


def pressed_once(hall, press, times=4):
    """The button of one page, pressed several times."""
    same = {"client_key": str(uuid.uuid4()), "seen": hall.fresh().book_version}
    assert {press(**same).status_code for _press in range(times)} == {302}
    assert Act.objects.filter(kind="amend").count() == 1


class TestEntering:
    def test_it_begins_with_the_hand_as_it_was_recorded(self, hall):
        said = ["原來的記錄：李小龍 食糊 20 番，陳大文 出銃", 'name="winner-0" value="1" checked', 'value="15"']
        shows(hall.get("correct", 1), *said, "何家珍 暗槓")

    @pytest.mark.parametrize(
        ("event", "said"),
        [
            (DRAW, ['name="result" value="draw" checked']),
            (ruling(1, "false_win"), ['name="result" value="none" checked', "李小龍 詐糊"]),
        ],
    )
    def test_it_begins_with_what_ended_the_hand(self, hall, event, said):
        hall.settle(event)
        shows(hall.get("correct", 4), *said)

    def test_it_says_what_four_confirmations_leave_to_correct(self, hall):
        hall.play(DRAW)
        shows(hall.get("correct", 1), SLIP)
        shows(hall.get("correct", 4), never=SLIP)
        shows(hall.post("correct", 1, draft=PUT_RIGHT, do="preview"), SLIP)
        save(hall, reason="按錯了")
        for where in (("hand", 1), ("card",)):
            shows(hall.get(*where), f"按錯了（{SLIP}）")

    def test_it_names_winds_and_dealer_of_that_hand(self, hall):
        # The first hand was dealt by 張國強; the deal has passed since.
        for winner, said in (("1", "15 + 底 5 = 20"), ("0", "15 + 底 5 + 莊家 1 = 21")):
            shows(hall.post("correct_count", 1, **FORM | {"winner-0": winner}, draft=FIRST), said)

    @pytest.mark.parametrize(
        ("do", "fields", "said", "never"),
        [
            ("drop:0", {}, ["這一鋪沒有獎勵和判決"], "何家珍 暗槓"),
            # The result that was changed meanwhile stays.
            ("drop:0", {"typed-0": "33", "source": "3"}, ['value="33"', 'name="source" value="3" checked'], ()),
            ("reward", {"reward_kind": "grass", "reward_seat": "2"}, ["陳大文 一台草"], ()),
            ("reward", {"reward_kind": "followed_discard.simple", "reward_seat": "2"}, ["陳大文 被追牌（二至八）"], ()),
            (
                "reward",
                {"reward_kind": "seven_rob_one", "reward_seat": "2", "reward_from": "0"},
                ["陳大文 七搶一，張國強 付"],
                (),
            ),
            ("ruling", {"seat": "2", "offence": "talking"}, ["陳大文 發言"], ()),
            (
                "ruling",
                {"seat": "2", "offence": "other", "compose": "1", "words": ["red"], "pay_to": "1", "pay_points": "7"},
                ["陳大文 其他：紅牌、付 李小龍 7 分"],
                (),
            ),
            ("", {"add": "3"}, ['name="winner-1" value="3"'], ()),
        ],
    )
    def test_a_button_changes_what_is_entered(self, hall, do, fields, said, never):
        shows(sent(hall, do, **fields), *said, never=never)

    @pytest.mark.parametrize(
        ("do", "fields", "said"),
        [
            ("reward", {}, "何家珍 暗槓"),
            ("reward", {"reward_kind": "grass"}, "何家珍 暗槓"),
            ("reward", {"reward_kind": "seven_rob_one", "reward_seat": "2"}, "何家珍 暗槓"),
            ("ruling", {"offence": "talking"}, "請揀犯規的一家"),
            ("preview", {"typed-0": "", "source": ""}, "請揀自摸，或出銃的一家。"),
            ("preview", {"typed-0": ""}, "請輸入番數。"),
            ("preview", {"result": "none"}, "必須仍是一鋪"),
        ],
    )
    def test_it_asks_for_what_is_missing_and_keeps_the_rest(self, hall, do, fields, said):
        shows(sent(hall, do, **fields), said, "何家珍 暗槓", status=400)

    @pytest.mark.parametrize("text", ["", "x", "{}", '[{"event": {"type": "win"}, "claim": null}]'])
    def test_it_begins_again_when_the_draft_is_not_what_the_page_carried(self, hall, text):
        shows(sent(hall, "preview", entries=text), "何家珍 暗槓", status=400)

    def test_it_takes_no_draft_of_another_game_and_no_hand_that_was_not_played(self, hall):
        signed = draft_text(Draft((Played(KONG),)), hall.elsewhere.pk)
        assert sent(hall, "preview", entries=signed).status_code == 400
        assert hall.get("correct", 9).status_code == 404


class TestEffects:
    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            (
                {"source": "3"},
                [
                    "有 3 鋪改變",
                    '<s class="muted">李小龍 食糊 20 番，陳大文 出銃 · 何家珍 暗槓</s>',
                    "李小龍 食糊 20 番，何家珍 出銃 · 何家珍 暗槓",
                ],
            ),
            ({"typed-0": "16"}, ["要再確認：李小龍、陳大文"]),
            ({}, ["沒有任何改變"]),
            ({"result": "draw"}, ["<b>流局 · 何家珍 暗槓</b>"]),
        ],
        ids=["every hand before and after", "who confirms again", "nothing", "a draw of a win"],
    )
    def test_it_shows_what_changes_and_writes_nothing(self, hall, fields, said):
        before = Act.objects.count()
        shows(sent(hall, "preview", **fields), *said)
        assert Act.objects.count() == before

    def test_of_the_last_hand_alone_it_shows_the_scores_once_and_what_is_owed(self, hall):
        hall.play(WIN)
        page = shows(sent(hall, "preview", 4, draft(WIN), **{"typed-0": "16"}), "有 1 鋪改變", "陳大文 待付 ")
        assert page.count("改之前") == 1
        assert "要再確認" not in page

    def test_it_leaves_tiles_alone_when_the_result_is_untouched(self, hall):
        claim = {"mode": "tiles", "hand": TILES, "computed": 20, "paid": "computed"}
        tiles = {"type": "win", "winner": 1, "from": 2, "hand": TILES}
        entries = [*draft(KONG), *draft(tiles, claim=claim)]
        shows(hall.post("correct", 1, draft=entries, do="edit"), 'value="tiles" checked')
        assert save(hall, entries=entries).status_code == 302
        assert hall.events[1] == tiles

    def test_it_names_a_later_hand_that_becomes_impossible(self, hall):
        hall.play({"type": "wrong_dealer", "seat": 2})
        hall.settle(DRAW)
        # After a draw 陳大文 would have dealt on, so he could not have been the wrong dealer of the next hand.
        shows(sent(hall, "preview", 3, draft(WIN), result="draw"), "更正後第 4 鋪不成立", status=400)


class TestSaving:
    def test_it_puts_the_hand_right_and_asks_again(self, hall):
        answer = save(hall)
        assert (answer.status_code, answer["Location"]) == (302, hall.url("hands"))
        assert hall.events[:2] == [KONG, OTHER]
        assert hall.fresh().unconfirmed == 3
        hall.check()

    @pytest.mark.parametrize("reason", ["", "   "])
    def test_it_wants_a_reason_and_keeps_what_was_entered(self, hall, reason):
        shows(save(hall, reason=reason), "請寫下原因", "李小龍 食糊 20 番，何家珍 出銃", status=400)
        assert not Act.objects.filter(kind="amend").exists()

    def test_a_reason_is_chosen_below_the_changed_hands_and_one_button_saves(self, hall):
        page = shows(hall.post("correct", 1, draft=PUT_RIGHT, do="preview"))
        assert page.index("鋪改變") < page.index("changed-hand") < page.index('value="番數輸入錯誤"')
        assert re.findall(r'<(\w+) type="(\w+)" name="ready"', page) == [("input", "radio")] * 4
        assert 'name="ready"' not in "".join(re.findall("<button.*?>", page))
        assert len(re.findall("<button[^>]*primary[^>]*>記錄更正<", page)) == 1
        shows(save(hall, reason="", ready="異議成立", seen=0), 'value="異議成立" checked', status=409)
        save(hall, reason="", ready="異議成立")
        save(hall, reason="看錯出銃者", ready="異議成立")
        assert list(Act.objects.filter(kind="amend").values_list("reason", flat=True)) == ["異議成立", "看錯出銃者"]

    def test_it_writes_once_however_often_it_is_pressed(self, hall):
        pressed_once(hall, lambda **same: save(hall, **same))

    def test_it_shows_what_another_device_has_changed_meanwhile(self, hall):
        seen = hall.fresh().book_version
        hall.play(GRASS)
        shows(save(hall, seen=seen), "現在的記錄：第 4 鋪", "李小龍 食糊 20 番，何家珍 出銃", status=409)
        assert not Act.objects.filter(kind="amend").exists()

    def test_once_somebody_has_signed_it_says_so_before_anything_is_asked(self, hall):
        hall.settle({"type": "time_up"})
        shows(hall.get("table"), hall.url("undo"))
        shows(hall.get("undo"), "按錯了")
        hall.sign(0)
        shows(hall.get("table"), never=hall.url("undo"))
        for where, status in (("undo",), 200), (("correct", 1), 409):
            shows(hall.get(*where), "請裁判長先重開記分卡", never=["client_key", 'name="reason"'], status=status)
        shows(save(hall), "裁判長", status=409)

    def test_it_corrects_the_last_hand_of_a_finished_game(self, hall):
        hall.play({"type": "time_up"})
        assert save(hall, 3, draft(OTHER)).status_code == 302
        hall.check()


class TestUndoing:
    def test_it_says_what_would_be_taken_back_and_takes_it_with_one_of_the_ready_reasons(self, hall):
        said = "第 3 鋪：李小龍 食糊 20 + 莊家 1 = 21 番，陳大文 出銃"
        shows(hall.get("undo"), said, "這一鋪會重新打開", "按錯了")
        assert hall.post("undo", ready="按錯了").status_code == 302
        assert hall.events == [KONG, WIN, SELF_DRAWN]
        assert Act.objects.get(kind="amend").reason == "按錯了"
        hall.check()

    def test_it_takes_back_a_reward_of_the_open_hand_first(self, hall):
        hall.play(GRASS)
        shows(hall.get("undo"), "第 4 鋪：張國強 一台草", "看錯了人", never="番數輸入錯誤")
        hall.post("undo", reason="不是一台草")
        assert len(hall.events) == 4

    def test_it_wants_a_reason_and_takes_back_one_thing_however_often_it_is_pressed(self, hall):
        for reason in ("", " "):
            shows(hall.post("undo", reason=reason), "請寫下原因", status=400)
        assert len(hall.events) == 4
        pressed_once(hall, lambda **same: hall.post("undo", ready="按錯了", **same))
        assert len(hall.events) == 3

    def test_it_takes_back_nothing_newer_than_what_was_seen(self, hall):
        seen = hall.fresh().book_version
        hall.play(GRASS)
        shows(hall.post("undo", ready="按錯了", seen=seen), "張國強 一台草", status=409)
        assert len(hall.events) == 5

    def test_it_tells_when_there_is_nothing(self):
        hall = make_hall()
        shows(hall.get("undo"), "還未有可以撤銷的記錄")
        assert hall.post("undo", ready="按錯了").status_code == 400


class TestTicksFromBefore:
    """Hands that were ticked before 自摸 ticked itself: a correction changes no count that nobody has touched."""

    OLD = won(0, None, 8)
    CLAIM = {"mode": "ticks", "ticks": [{"name": "門清"}], "computed": 3, "paid": "computed"}
    TICKED = {"result": "win", "kind": "win", "winner-0": "0", "source": "self", "mode-0": "ticks", "tick-0": "門清"}

    @pytest.fixture
    def old(self):
        hall = make_hall()
        hall.play(KONG)
        hall.record(self.OLD, self.CLAIM)
        hall.confirm()
        return hall

    def entered(self, hall, **fields):
        entries = [*draft(KONG), *draft(self.OLD, claim=self.CLAIM)]
        shown = hall.post("correct", 1, **self.TICKED | fields, draft=entries, do="preview")
        assert shown.status_code == 200, words(shown)
        return opened_draft(shown.context["draft"], hall.game.pk).entries[-1].as_entry()

    def test_the_form_ticks_what_was_ticked(self, old):
        shows(old.get("correct", 1), 'value="門清" checked', never='value="自摸" checked')

    def test_another_change_leaves_the_count(self, old):
        played = self.entered(old, **{"winner-0": "1"})
        assert (played["event"]["winner"], played["event"]["fan"]) == (1, 8)
        assert [tick["name"] for tick in played["claim"]["ticks"]] == ["門清"]
        assert self.entered(old)["claim"] == self.CLAIM

    def test_other_ticks_or_another_source_tick_it(self, old):
        played = self.entered(old, **{"tick-0": ["門清", "斷么"]})
        assert "自摸" in [tick["name"] for tick in played["claim"]["ticks"]]
