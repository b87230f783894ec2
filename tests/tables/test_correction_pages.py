"""更正 and 撤銷 as pages: entered as when it was recorded, its effect seen first, a reason always."""

import uuid

import pytest

from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import make_hall, words
from tests.tournaments.factories import confirm_all, entry_of, play, play_and_confirm
from tournaments.models import Act
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft
from tournaments.tables.sealed import draft_text, opened_draft
from tournaments.tables.services.recording import record

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
SELF_DRAWN = {"type": "win", "winner": 0, "self_draw": True, "fan": 12}
KONG = {"type": "reward", "kind": "concealed_kong", "seat": 3}
YELLOW = {"type": "ruling", "seat": 0, "offence": "talking"}
FORM = {"result": "win", "kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}
TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}


def draft(*events, claim=None):
    return [{"event": event, "claim": claim} for event in events]


@pytest.fixture
def hall():
    hall = make_hall()
    play(hall.game, hall.actor, **KONG)
    for event in (WIN, SELF_DRAWN, WIN):
        play_and_confirm(hall.game, hall.actor, **event)
    return hall


def in_force(hall):
    return [dict(event) for event in read_book(hall.fresh()).folded.timeline.events]


class TestEntering:
    def test_it_begins_with_the_hand_as_it_was_recorded(self, hall):
        page = words(hall.get("correct", 1))
        assert "原來的記錄：李小龍 食糊 20 番，陳大文 出銃" in page
        assert 'name="winner-0" value="1" checked' in page
        assert 'value="15"' in page
        assert "何家珍 暗槓" in page

    def test_it_says_what_four_confirmations_leave_to_correct(self, hall):
        play(hall.game, hall.actor, type="draw")
        said = "四家已確認：只更正輸入錯誤"
        shown = [said in words(hall.get("correct", number)) for number in (1, 4)]
        assert shown == [True, False]
        assert said in words(hall.post("correct", 1, draft=draft(KONG, {**WIN, "from": 3}), do="preview"))
        hall.post("correct", 1, draft=draft(KONG, {**WIN, "from": 3}), do="save", reason="按錯了")
        for where in (("hand", 1), ("card",)):
            assert f"按錯了（{said}）" in words(hall.get(*where))

    def test_it_begins_with_a_draw(self, hall):
        play_and_confirm(hall.game, hall.actor, type="draw")
        assert 'name="result" value="draw" checked' in words(hall.get("correct", 4))

    def test_it_begins_with_a_hand_that_a_ruling_ended(self, hall):
        play_and_confirm(hall.game, hall.actor, type="ruling", seat=1, offence="false_win")
        page = words(hall.get("correct", 4))
        assert 'name="result" value="none" checked' in page
        assert "李小龍 詐糊" in page

    def test_it_names_winds_and_dealer_of_that_hand(self, hall):
        # The first hand was dealt by 張國強; the deal has passed since.
        answer = hall.referee.post(hall.url("correct_count", 1), FORM | {"draft": hall.draft(*draft(KONG, WIN))})
        assert "15 + 底 5 = 20" in _plain(words(answer))
        dealt = FORM | {"winner-0": "0", "draft": hall.draft(*draft(KONG, WIN))}
        assert "15 + 底 5 + 莊家 1 = 21" in _plain(words(hall.referee.post(hall.url("correct_count", 1), dealt)))

    def test_it_takes_an_entry_out(self, hall):
        page = words(hall.post("correct", 1, **FORM, draft=draft(KONG, WIN), do="drop:0"))
        assert "何家珍 暗槓" not in page
        assert "這一鋪沒有獎勵和判決" in page

    def test_it_keeps_the_result_that_was_changed_meanwhile(self, hall):
        changed = FORM | {"typed-0": "33", "source": "3"}
        page = words(hall.post("correct", 1, **changed, draft=draft(KONG, WIN), do="drop:0"))
        assert 'value="33"' in page
        assert 'name="source" value="3" checked' in page

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"reward_kind": "grass", "reward_seat": "2"}, "陳大文 一台草"),
            ({"reward_kind": "followed_discard.simple", "reward_seat": "2"}, "陳大文 被追牌（二至八）"),
            (
                {"reward_kind": "seven_rob_one", "reward_seat": "2", "reward_from": "0"},
                "陳大文 七搶一，張國強 付",
            ),
        ],
    )
    def test_it_adds_a_reward(self, hall, fields, sentence):
        page = words(hall.post("correct", 1, **FORM, **fields, draft=draft(KONG, WIN), do="reward"))
        assert sentence in page

    @pytest.mark.parametrize(
        "fields", [{}, {"reward_kind": "grass"}, {"reward_kind": "seven_rob_one", "reward_seat": "2"}]
    )
    def test_it_asks_for_what_a_reward_needs(self, hall, fields):
        answer = hall.post("correct", 1, **FORM, **fields, draft=draft(KONG, WIN), do="reward")
        assert answer.status_code == 400
        assert "何家珍 暗槓" in words(answer)

    def test_it_adds_a_ruling(self, hall):
        answer = hall.post("correct", 1, **FORM, seat="2", offence="talking", draft=draft(KONG, WIN), do="ruling")
        assert "陳大文 發言" in words(answer)

    def test_it_adds_a_ruling_with_consequences_of_the_referee(self, hall):
        composed = {"seat": "2", "offence": "other", "compose": "1", "words": ["red"], "pay_to": "1", "pay_points": "7"}
        answer = hall.post("correct", 1, **FORM, **composed, draft=draft(KONG, WIN), do="ruling")
        assert "陳大文 其他：紅牌、付 李小龍 7 分" in words(answer)

    def test_it_asks_for_what_a_ruling_needs(self, hall):
        answer = hall.post("correct", 1, **FORM, offence="talking", draft=draft(KONG, WIN), do="ruling")
        assert answer.status_code == 400
        assert "請揀犯規的一家" in words(answer)

    def test_it_takes_another_winner_of_the_same_tile(self, hall):
        page = words(hall.post("correct", 1, **FORM, draft=draft(KONG, WIN), add="3"))
        assert 'name="winner-1" value="3"' in page

    @pytest.mark.parametrize("text", ["", "x", "{}", '[{"event": {"type": "win"}, "claim": null}]'])
    def test_it_begins_again_when_the_draft_is_not_what_the_page_carried(self, hall, text):
        answer = hall.post("correct", 1, **FORM, draft=text, do="preview")
        assert answer.status_code == 400
        assert "何家珍 暗槓" in words(answer)

    def test_a_draft_of_another_game_is_none_of_this_one(self, hall):
        signed = draft_text(Draft((Played(KONG),)), hall.elsewhere.pk)
        assert hall.post("correct", 1, **FORM, draft=signed, do="preview").status_code == 400

    def test_it_is_not_there_for_a_hand_that_was_not_played(self, hall):
        assert hall.get("correct", 9).status_code == 404


class TestEffects:
    def preview(self, hall, number=1, entries=None, **changes):
        return hall.post("correct", number, **(FORM | changes), draft=entries or draft(KONG, WIN), do="preview")

    def test_it_shows_every_hand_that_changes_before_and_after(self, hall):
        page = words(self.preview(hall, source="3"))
        assert "有 3 鋪改變" in page
        assert '<s class="muted">李小龍 食糊 20 番，陳大文 出銃 · 何家珍 暗槓</s>' in page
        assert "李小龍 食糊 20 番，何家珍 出銃 · 何家珍 暗槓" in page

    def test_it_names_those_who_have_to_confirm_again(self, hall):
        page = words(self.preview(hall, **{"typed-0": "16"}))
        assert "要再確認：李小龍、陳大文" in page

    def test_it_writes_nothing(self, hall):
        before = Act.objects.count()
        self.preview(hall, source="3")
        assert Act.objects.count() == before

    def test_it_says_when_nothing_changes(self, hall):
        assert "沒有任何改變" in words(self.preview(hall))

    def test_it_leaves_tiles_alone_when_the_result_is_untouched(self, hall):
        claim = {"mode": "tiles", "hand": TILES, "computed": 20, "paid": "computed"}
        tiles = {"type": "win", "winner": 1, "from": 2, "hand": TILES}
        text = [{"event": KONG, "claim": None}, {"event": tiles, "claim": claim}]
        untouched = words(hall.post("correct", 1, draft=text, do="edit"))
        assert 'value="tiles" checked' in untouched
        answer = hall.post("correct", 1, draft=text, do="save", reason="擺牌")
        assert answer.status_code == 302
        assert in_force(hall)[1] == tiles

    def test_it_makes_a_draw_of_a_win(self, hall):
        page = words(self.preview(hall, result="draw"))
        assert "<b>流局 · 何家珍 暗槓</b>" in page

    def test_it_says_what_is_missing_in_the_result(self, hall):
        answer = self.preview(hall, **{"typed-0": "", "source": ""})
        assert answer.status_code == 400
        assert "請揀自摸，或出銃的一家。" in words(answer)
        assert "請輸入番數。" in words(answer)

    def test_it_says_that_a_hand_needs_an_end(self, hall):
        answer = self.preview(hall, result="none")
        assert answer.status_code == 400
        assert "必須仍是一鋪" in words(answer)
        assert "何家珍 暗槓" in words(answer)

    def test_it_names_a_later_hand_that_becomes_impossible(self, hall):
        play(hall.game, hall.actor, type="wrong_dealer", seat=2)
        play_and_confirm(hall.game, hall.actor, type="draw")
        # After a draw 陳大文 would have dealt on, so he could not have been the wrong dealer of the next hand.
        answer = hall.post("correct", 3, result="draw", kind="win", draft=draft(WIN), do="preview")
        assert answer.status_code == 400
        assert "更正後第 4 鋪不成立" in words(answer)


class TestSaving:
    def save(self, hall, number=1, entries=None, **data):
        text = entries or draft(KONG, {**WIN, "from": 3})
        return hall.post("correct", number, **({"reason": "看錯出銃者"} | data), draft=text, do="save")

    def test_it_puts_the_hand_right_and_asks_again(self, hall):
        answer = self.save(hall)
        assert answer.status_code == 302
        assert answer["Location"] == hall.url("hands")
        assert in_force(hall)[:2] == [KONG, {**WIN, "from": 3}]
        assert hall.fresh().unconfirmed == 3
        check_book(hall.game)

    @pytest.mark.parametrize("reason", ["", "   "])
    def test_it_wants_a_reason_and_keeps_what_was_entered(self, hall, reason):
        before = Act.objects.count()
        answer = self.save(hall, reason=reason)
        assert answer.status_code == 400
        assert "請寫下原因" in words(answer)
        assert "李小龍 食糊 20 番，何家珍 出銃" in words(answer)
        assert Act.objects.count() == before

    def test_it_takes_a_ready_made_reason_that_stands_above_the_changed_hands(self, hall):
        page = words(hall.post("correct", 1, draft=draft(KONG, {**WIN, "from": 3}), do="preview"))
        assert page.index("鋪改變") < page.index('value="番數輸入錯誤"') < page.index("changed-hand")
        assert self.save(hall, reason="", ready="食糊者或出銃者選錯").status_code == 302
        assert Act.objects.get(kind="amend").reason == "食糊者或出銃者選錯"

    def test_it_writes_once_however_often_it_is_pressed(self, hall):
        key, seen = str(uuid.uuid4()), hall.fresh().book_version
        for _press in range(5):
            assert self.save(hall, client_key=key, seen=seen).status_code == 302
        assert Act.objects.filter(kind="amend").count() == 1

    def test_it_shows_what_another_device_has_changed_meanwhile(self, hall):
        seen = hall.fresh().book_version
        play(hall.game, hall.actor, type="reward", kind="grass", seat=0)
        answer = self.save(hall, seen=seen)
        assert answer.status_code == 409
        assert "現在的記錄：第 4 鋪" in words(answer)
        assert "李小龍 食糊 20 番，何家珍 出銃" in words(answer)
        assert not Act.objects.filter(kind="amend").exists()

    def test_it_is_refused_once_somebody_has_signed(self, hall):
        play(hall.game, hall.actor, type="time_up")
        confirm_all(hall.game, hall.actor)
        _sign(hall)
        answer = self.save(hall)
        assert answer.status_code == 409
        assert "裁判長" in words(answer)

    @pytest.mark.parametrize(("name", "args"), [("undo", []), ("correct", [1])])
    def test_it_says_so_before_anything_is_asked(self, hall, name, args):
        play(hall.game, hall.actor, type="time_up")
        confirm_all(hall.game, hall.actor)
        assert hall.url("undo") in words(hall.get("table"))
        assert "按錯了" in words(hall.get("undo"))
        _sign(hall)
        assert hall.url("undo") not in words(hall.get("table"))
        page = words(hall.get(name, *args))
        assert "請裁判長先重開記分卡" in page
        assert "client_key" not in page
        assert 'name="reason"' not in page

    def test_it_corrects_the_last_hand_of_a_finished_game(self, hall):
        play(hall.game, hall.actor, type="time_up")
        answer = self.save(hall, number=3, entries=draft({**WIN, "from": 3}))
        assert answer.status_code == 302
        check_book(hall.game)


class TestUndoing:
    def test_it_says_what_would_be_taken_back(self, hall):
        page = words(hall.get("undo"))
        assert "第 3 鋪：李小龍 食糊 20 + 莊家 1 = 21 番，陳大文 出銃" in page
        assert "這一鋪會重新打開" in page

    def test_it_takes_back_the_last_hand_with_one_of_the_ready_reasons(self, hall):
        assert "按錯了" in words(hall.get("undo"))
        assert hall.post("undo", ready="按錯了").status_code == 302
        assert in_force(hall) == [KONG, WIN, SELF_DRAWN]
        assert Act.objects.get(kind="amend").reason == "按錯了"
        check_book(hall.game)

    def test_it_takes_back_a_reward_of_the_open_hand_first(self, hall):
        play(hall.game, hall.actor, type="reward", kind="grass", seat=0)
        assert "第 4 鋪：張國強 一台草" in words(hall.get("undo"))
        hall.post("undo", reason="不是一台草")
        assert len(in_force(hall)) == 4

    @pytest.mark.parametrize("reason", ["", " "])
    def test_it_wants_a_reason(self, hall, reason):
        answer = hall.post("undo", reason=reason)
        assert answer.status_code == 400
        assert "請寫下原因" in words(answer)
        assert len(in_force(hall)) == 4

    def test_it_takes_back_one_thing_however_often_it_is_pressed(self, hall):
        key, seen = str(uuid.uuid4()), hall.fresh().book_version
        for _press in range(4):
            hall.post("undo", ready="按錯了", client_key=key, seen=seen)
        assert len(in_force(hall)) == 3

    def test_it_takes_back_nothing_newer_than_what_was_seen(self, hall):
        seen = hall.fresh().book_version
        play(hall.game, hall.actor, type="reward", kind="grass", seat=0)
        answer = hall.post("undo", ready="按錯了", seen=seen)
        assert answer.status_code == 409
        assert "張國強 一台草" in words(answer)
        assert len(in_force(hall)) == 5

    def test_it_tells_when_there_is_nothing(self):
        hall = make_hall()
        assert "還未有可以撤銷的記錄" in words(hall.get("undo"))
        assert hall.post("undo", ready="按錯了").status_code == 400

    def test_it_is_only_the_sheet_when_a_script_asks(self, hall):
        assert "<html" not in words(hall.get("undo", headers={"HX-Request": "true"}))


def _sign(hall):

    from tournaments.scorecards import services as cards

    cards.sign(
        **entry_of(hall.game, hall.actor),
        seat=0,
        method="drawn",
        digest=cards.current_digest(hall.fresh(), read_book(hall.fresh()).folded),
        strokes="M1,1L5,5",
    )


def _plain(page):
    import re

    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


class TestTicksFromBefore:
    """Hands that were ticked before 自摸 ticked itself: a correction changes no count that nobody has touched."""

    OLD = {"type": "win", "winner": 0, "self_draw": True, "fan": 8}
    CLAIM = {"mode": "ticks", "ticks": [{"name": "門清"}], "computed": 3, "paid": "computed"}
    TICKED = {"result": "win", "kind": "win", "winner-0": "0", "source": "self", "mode-0": "ticks", "tick-0": "門清"}

    @pytest.fixture
    def old(self):
        hall = make_hall()
        play(hall.game, hall.actor, **KONG)
        record(**entry_of(hall.game, hall.actor), played=Played(self.OLD, self.CLAIM), seen=hall.fresh().book_version)
        confirm_all(hall.game, hall.actor)
        return hall

    def entered(self, hall, fields):
        text = [{"event": KONG, "claim": None}, {"event": self.OLD, "claim": self.CLAIM}]
        shown = hall.post("correct", 1, **fields, draft=text, do="preview")
        assert shown.status_code == 200, words(shown)
        return opened_draft(shown.context["draft"], hall.game.pk).entries[-1].as_entry()

    def test_the_form_ticks_what_was_ticked(self, old):
        page = words(old.get("correct", 1))
        assert 'value="門清" checked' in page
        assert 'value="自摸" checked' not in page

    def test_another_change_leaves_the_count(self, old):
        played = self.entered(old, self.TICKED | {"winner-0": "1"})
        assert (played["event"]["winner"], played["event"]["fan"]) == (1, 8)
        assert [tick["name"] for tick in played["claim"]["ticks"]] == ["門清"]
        assert self.entered(old, self.TICKED)["claim"] == self.CLAIM

    def test_other_ticks_or_another_source_tick_it(self, old):
        played = self.entered(old, self.TICKED | {"tick-0": ["門清", "斷么"]})
        assert "自摸" in [tick["name"] for tick in played["claim"]["ticks"]]
