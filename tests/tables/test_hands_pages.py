"""每鋪紀錄: what happened, in words, with every old version; and the game as a replay document."""

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.documents.replay import replay_document
from tests.tournaments.book_pages import make_hall, somebody, words
from tests.tournaments.factories import confirm_all, entry_of, play, play_and_confirm
from tournaments.models import Game, HandRecord, Transfer
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import correct, record, undo

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
SELF_DRAWN = {"type": "win", "winner": 0, "self_draw": True, "fan": 12}
TILES = {
    "concealed": "123m56m789p234p567s88s",
    "winning_tile": "4m",
}


def enter(hall, event, claim):
    return record(**entry_of(hall.game, hall.actor), played=Played(event, claim), seen=hall.fresh().book_version)


def put_right(hall, number, *events, reason="看錯出銃者"):
    correct(
        **entry_of(hall.game, hall.actor),
        number=number,
        entries=[Played(event) for event in events],
        reason=reason,
        seen=hall.fresh().book_version,
    )


class TestBesideTheTable:
    def test_it_tells_closed_hands_the_latest_first(self, hall):
        play_and_confirm(hall.game, hall.actor, **SELF_DRAWN)
        play_and_confirm(hall.game, hall.actor, **WIN)
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=3)
        page = words(hall.get("hands_beside"))
        assert page.index("李小龍 食糊 20 番，陳大文 出銃") < page.index("張國強 自摸 12 + 莊家 1 = 13 番")
        assert '張國強<span class="points gain">+39' in page
        assert "何家珍 暗槓" not in page
        assert hall.url("hand", 2) in page

    def test_who_has_it_is_not_sent_it_again_until_something_is_recorded(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        asked = {"If-None-Match": hall.get("hands_beside")["ETag"]}
        assert hall.referee.get(hall.url("hands_beside"), headers=asked).status_code == 304
        play_and_confirm(hall.game, hall.actor, type="draw")
        assert hall.referee.get(hall.url("hands_beside"), headers=asked).status_code == 200

    def test_those_who_look_on_ask_without_a_session(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        anybody = somebody(hall, "anybody")
        where = f"/live/zh-hant{hall.url('hands')}"
        assert f'data-wide-poll="{where}"' in words(hall.get("table", client=anybody))
        answer = anybody.get(where)
        assert "public" in answer["Cache-Control"]
        assert "李小龍 食糊 20 番" in words(answer)
        assert f'data-wide-poll="{hall.url("hands_beside")}"' in words(hall.get("table"))


class TestTheList:
    def test_it_tells_the_first_step_when_it_is_empty(self, hall):
        assert "還未有記錄" in words(hall.get("hands"))

    def test_it_tells_each_hand_in_words_the_latest_first(self, hall):
        play_and_confirm(hall.game, hall.actor, **SELF_DRAWN)
        play_and_confirm(hall.game, hall.actor, **WIN)
        page = words(hall.get("hands"))
        assert page.index("李小龍 食糊 20 番，陳大文 出銃") < page.index("張國強 自摸 12 + 莊家 1 = 13 番")
        assert "陳大文 付 李小龍 20 番" in page
        assert "15 + 底 5" in page
        assert page.count("付清 張國強：13") == 3
        assert "李小龍 拉 陳大文：新開 20" in page

    def test_it_shows_rewards_and_what_a_ruling_did(self, hall):
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=3)
        play(hall.game, hall.actor, type="ruling", seat=2, offence="hollow_win")
        page = words(hall.get("hands"))
        assert "何家珍 暗槓" in page
        assert "陳大文 空糊" in page
        assert "這一局禁止食糊" in page

    def test_it_shows_who_recorded_and_who_confirmed_to_those_who_took_part(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        for client in (hall.referee, hall.player(0)):
            assert "陳師傅 記錄" in words(hall.get("hands", client=client))
        assert "陳師傅" not in words(hall.get("hands", client=somebody(hall, "anybody")))

    def test_it_keeps_a_referees_note_from_spectators(self, hall):
        enter(hall, {"type": "ruling", "seat": 2, "offence": "talking"}, {"note": "向鄰檯說話"})
        assert "向鄰檯說話" in words(hall.get("hands"))
        assert "向鄰檯說話" not in words(hall.get("hands", client=somebody(hall, "anybody")))

    def test_it_offers_correcting_only_to_those_who_may(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert hall.url("correct", 1) in words(hall.get("hands"))
        for who in ("player here", "organiser", "anybody"):
            assert hall.url("correct", 1) not in words(hall.get("hands", client=somebody(hall, who)))

    def test_it_asks_the_database_no_more_for_many_hands_than_for_one(self, hall, django_assert_num_queries):
        play_and_confirm(hall.game, hall.actor, **WIN)
        with CaptureQueriesContext(connection) as first:
            hall.get("hands")
        for event in (SELF_DRAWN, WIN, {"type": "draw"}):
            play_and_confirm(hall.game, hall.actor, **event)
        put_right(hall, 2, {"type": "draw"})
        with django_assert_num_queries(len(first)):
            hall.get("hands")


class TestOldVersions:
    def test_it_strikes_through_what_a_correction_replaced_with_its_reason(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        put_right(hall, 1, {**WIN, "from": 3})
        page = words(hall.get("hand", 1))
        assert "<s>李小龍 食糊 20 番，陳大文 出銃</s>" in page
        assert "更正：看錯出銃者" in page
        assert "李小龍 食糊 20 番，何家珍 出銃" in page

    def test_it_keeps_every_version_of_a_hand(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        put_right(hall, 1, {**WIN, "from": 3}, reason="第一次")
        put_right(hall, 1, {"type": "draw"}, reason="第二次")
        page = words(hall.get("hand", 1))
        assert page.index("陳大文 出銃</s>") < page.index("何家珍 出銃</s>")
        assert "第一次" in page
        assert "第二次" in page

    def test_it_strikes_only_what_is_gone(self, hall):
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=3)
        play_and_confirm(hall.game, hall.actor, **WIN)
        put_right(hall, 1, {"type": "reward", "kind": "concealed_kong", "seat": 3}, {**WIN, "from": 3})
        page = words(hall.get("hand", 1))
        assert "<s>何家珍 暗槓</s>" not in page
        assert "<s>李小龍 食糊 20 番，陳大文 出銃</s>" in page

    def test_it_tells_what_was_only_added(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        put_right(hall, 1, {"type": "reward", "kind": "concealed_kong", "seat": 3}, WIN, reason="漏了暗槓")
        page = words(hall.get("hand", 1))
        assert "<s>" not in page
        assert "加入：何家珍 暗槓" in page
        assert "更正：漏了暗槓" in page

    def test_it_keeps_what_was_undone(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        undo(**entry_of(hall.game, hall.actor), reason="按錯了", seen=1)
        page = words(hall.get("hands"))
        assert "<s>李小龍 食糊 20 番，陳大文 出銃</s>" in page
        assert "撤銷：按錯了" in page


class TestCounts:
    def test_it_lists_the_fans_of_tiles(self, hall):
        enter(hall, {"type": "win", "winner": 1, "from": 2, "hand": TILES}, {"mode": "tiles", "hand": TILES})
        page = words(hall.get("hand", 1))
        assert "李小龍 食糊 25 番，陳大文 出銃" in page
        for name in ("門清", "大平", "將眼"):
            assert f"<dt>{name}</dt>" in page

    def test_it_shows_the_tiles_that_were_laid_out(self, hall):
        enter(hall, {"type": "win", "winner": 1, "from": 2, "hand": TILES}, {"mode": "tiles", "hand": TILES})
        confirm_all(hall.game, hall.actor)
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert "食糊牌 四萬" in words(hall.get("hand", 1))
        assert "食糊牌" not in words(hall.get("hand", 2))

    def test_in_english_the_chinese_name_of_a_fan_stands_beside_it(self, hall):
        enter(hall, {"type": "win", "winner": 1, "from": 2, "hand": TILES}, {"mode": "tiles", "hand": TILES})
        hall.referee.cookies["paiju_language"] = "en"
        assert "<dt>Concealed hand (門清)</dt>" in words(hall.get("hand", 1))

    def test_it_lists_ticked_fans(self, hall):
        ticks = [{"name": "門清", "count": 1, "concealed": False}, {"name": "花牌", "count": 2, "concealed": False}]
        enter(hall, WIN, {"mode": "ticks", "ticks": ticks, "computed": 5})
        page = words(hall.get("hand", 1))
        assert "<dt>花牌</dt>" in page
        assert "× 2" in page

    def test_it_leaves_out_ticked_fans_that_did_not_count(self, hall):
        ticks = [{"name": name, "count": 3, "concealed": False} for name in ("自摸", "尾牌連摸")]
        enter(hall, WIN, {"mode": "ticks", "ticks": ticks, "computed": 20})
        page = words(hall.get("hand", 1))
        assert "<dt>自摸</dt>" not in page
        assert "<dt>尾牌連摸</dt>" in page
        assert "× 3" not in page

    def test_it_keeps_a_difference_between_claimed_and_computed_visible(self, hall):
        enter(hall, WIN, {"mode": "ticks", "typed": 15, "computed": 18, "paid": "claimed"})
        page = words(hall.get("hand", 1))
        assert "照所報的番數付" in page
        assert "<b>15</b>" in page
        assert "<b>18</b>" in page

    def test_it_tells_each_of_two_winners(self, hall):
        event = {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]}
        play(hall.game, hall.actor, **event)
        page = words(hall.get("hand", 1))
        assert "何家珍 出銃，雙響：張國強 9 + 雙響 5 + 莊家 1 = 15 番、李小龍 30 + 雙響 5 = 35 番" in page
        assert "25 + 底 5 + 雙響 5" in page


class TestOneHand:
    def test_it_is_there_for_a_hand_that_was_played(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert hall.get("hand", 1).status_code == 200

    def test_it_is_not_there_for_another_number(self, hall):
        assert hall.get("hand", 1).status_code == 404

    def test_it_tells_once_that_a_carry_over_was_collected(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        play_and_confirm(hall.game, hall.actor, type="win", winner=0, **{"from": 1}, fan=12)
        page = words(hall.get("hand", 2))
        assert "陳大文 付清 李小龍：20" in page
        assert "收拉" not in page

    def test_it_shows_the_hand_in_progress(self, hall):
        play(hall.game, hall.actor, type="reward", kind="grass", seat=0)
        assert "張國強 一台草" in words(hall.get("hand", 1))


class TestExport:
    def document(self, hall):
        answer = hall.get("export")
        assert answer["Content-Type"] == "application/json"
        assert "attachment" in answer["Content-Disposition"]
        return json.loads(answer.content)

    def whole_evening(self, hall):
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=3)
        play_and_confirm(hall.game, hall.actor, **SELF_DRAWN)
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        play_and_confirm(hall.game, hall.actor, type="ruling", seat=2, offence="false_win")
        play_and_confirm(hall.game, hall.actor, **WIN)
        put_right(hall, 1, {**WIN, "from": 3})
        confirm_all(hall.game, hall.actor)
        play(hall.game, hall.actor, type="reward", kind="followed_discard", seat=1, simple=True)

    def test_it_replays_to_the_stored_book(self, hall):
        self.whole_evening(hall)
        book = replay_document(self.document(hall))
        stored = HandRecord.objects.filter(game=hall.game).order_by("number")
        assert [(h["number"], h["name"], h["dealer"], h["result"]) for h in book["hands"]] == [
            (row.number, row.name, row.dealer, row.result) for row in stored
        ]
        for hand, row in zip(book["hands"], stored, strict=True):
            if row.result != "open":
                assert [hand[key] for key in ("transfers", "chains", "cards", "scores")] == [
                    row.book[key] for key in ("transfers", "chains", "cards", "scores")
                ]
        moved = sum(len(hand["transfers"]) for hand in book["hands"])
        assert moved == Transfer.objects.filter(game=hall.game).count()

    def test_it_gives_the_same_book_through_the_command(self, hall, tmp_path, capsys):
        self.whole_evening(hall)
        file = tmp_path / "game.json"
        file.write_bytes(hall.get("export").content)
        call_command("replay", str(file))
        assert json.loads(capsys.readouterr().out) == replay_document(self.document(hall))

    def test_it_carries_options_and_what_the_players_bring_along(self):
        hall = make_hall(rule_options={"L-27": "exact"})
        standing = {"cards": [{"seat": 3, "card": "red"}]}
        Game.objects.filter(pk=hall.game.pk).update(standing=standing)
        document = self.document(hall)
        assert document["options"] == {"L-27": "exact"}
        assert document["standing"] == standing
        assert document["players"] == ["張國強", "李小龍", "陳大文", "何家珍"]

    def test_it_replays_an_empty_game(self, hall):
        assert replay_document(self.document(hall))["hands"] == []
