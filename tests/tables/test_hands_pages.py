import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.documents.replay import replay_document
from tests.markup import markup, shows
from tests.tournaments.book_pages import make_hall, somebody
from tests.tournaments.recorder import DRAW, KONG, ruling, won
from tournaments.models import Game, HandRecord, Transfer

WIN, SELF_DRAWN = won(1, 2, 20), won(0, None, 12)
TOLD, OWN_TOLD = "李小龍 食糊 20 番，陳大文 出銃", "張國強 自摸 12 + 莊家 1 = 13 番"
TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
LAID = {"type": "win", "winner": 1, "from": 2, "hand": TILES}


class TestBesideTheTable:
    def test_it_tells_closed_hands_the_latest_first_and_to_who_has_them_only_something_new(self, hall):
        hall.settle(SELF_DRAWN, WIN)
        hall.play(KONG)
        page = shows(
            hall.get("hands_beside"), '張國強<span class="points gain">+39', hall.url("hand", 2), never="何家珍 暗槓"
        )
        assert page.index(TOLD) < page.index(OWN_TOLD)
        asked = {"If-None-Match": hall.get("hands_beside")["ETag"]}
        assert hall.get("hands_beside", headers=asked).status_code == 304
        hall.settle(DRAW)
        assert hall.get("hands_beside", headers=asked).status_code == 200

    def test_those_who_look_on_ask_without_a_session(self, hall):
        hall.settle(WIN)
        anybody = somebody(hall, "anybody")
        where = f"/live/zh-hant{hall.url('hands')}"
        shows(hall.get("table", client=anybody), f'data-wide-poll="{where}"')
        answer = anybody.get(where)
        shows(answer, "李小龍 食糊 20 番")
        assert "public" in answer["Cache-Control"]
        shows(hall.get("table"), f'data-wide-poll="{hall.url("hands_beside")}"')


class TestTheList:
    def test_it_tells_the_first_step_and_then_each_hand_in_words_the_latest_first(self, hall):
        shows(hall.get("hands"), "還未有記錄")
        hall.settle(SELF_DRAWN, WIN)
        page = shows(hall.get("hands"), "陳大文 付 李小龍 20 番", "15 + 底 5", "李小龍 拉 陳大文：新開 20")
        assert page.index(TOLD) < page.index(OWN_TOLD)
        assert page.count("付清 張國強：13") == 3

    def test_it_shows_rewards_and_what_a_ruling_did(self, hall):
        hall.play(KONG, ruling(2, "hollow_win"))
        shows(hall.get("hands"), "何家珍 暗槓", "陳大文 空糊", "這一局禁止食糊")

    def test_it_keeps_who_recorded_and_a_referees_note_from_spectators(self, hall):
        hall.settle(WIN)
        hall.record(ruling(2, "talking"), {"note": "向鄰檯說話"})
        shows(hall.get("hands"), "陳師傅 記錄", "向鄰檯說話")
        shows(hall.get("hands", client=hall.player(0)), "陳師傅 記錄")
        shows(hall.get("hands", client=somebody(hall, "anybody")), never=["陳師傅", "向鄰檯說話"])

    def test_it_offers_correcting_only_to_those_who_may(self, hall):
        hall.settle(WIN)
        shows(hall.get("hands"), hall.url("correct", 1))
        for who in ("player here", "organiser", "anybody"):
            shows(hall.get("hands", client=somebody(hall, who)), never=hall.url("correct", 1))

    def test_it_asks_the_database_no_more_for_many_hands_than_for_one(self, hall, django_assert_num_queries):
        hall.settle(WIN)
        hall.get("hands")  # notes the device
        with CaptureQueriesContext(connection) as first:
            hall.get("hands")
        hall.settle(SELF_DRAWN, WIN, DRAW)
        hall.correct(2, DRAW)
        with django_assert_num_queries(len(first)):
            hall.get("hands")


class TestOldVersions:
    @pytest.mark.parametrize(
        ("before", "after", "said", "never"),
        [
            ([WIN], [won(1, 3, 20)], [f"<s>{TOLD}</s>", "李小龍 食糊 20 番，何家珍 出銃"], []),
            ([KONG, WIN], [KONG, won(1, 3, 20)], [f"<s>{TOLD}</s>"], ["<s>何家珍 暗槓</s>"]),
            ([WIN], [KONG, WIN], ["加入：何家珍 暗槓"], ["<s>"]),
        ],
        ids=["what was replaced", "only what is gone", "what was only added"],
    )
    def test_it_strikes_through(self, hall, before, after, said, never):
        hall.settle(*before)
        hall.correct(1, *after, reason="看錯出銃者")
        shows(hall.get("hand", 1), "更正：看錯出銃者", *said, never=never)

    def test_it_keeps_every_version_of_a_hand_and_what_was_undone(self, hall):
        hall.settle(WIN)
        hall.correct(1, won(1, 3, 20), reason="第一次")
        hall.correct(1, DRAW, reason="第二次")
        page = shows(hall.get("hand", 1), "第一次", "第二次")
        assert page.index("陳大文 出銃</s>") < page.index("何家珍 出銃</s>")
        hall.undo()
        shows(hall.get("hands"), f"<s>{TOLD}</s>", "撤銷：按錯了")


def ticks(*names, count=1):
    return {"mode": "ticks", "ticks": [{"name": name, "count": count, "concealed": False} for name in names]}


class TestCounts:
    @pytest.mark.parametrize(
        ("event", "claim", "said", "never"),
        [
            (
                LAID,
                {"mode": "tiles", "hand": TILES},
                [
                    "李小龍 食糊 25 番，陳大文 出銃",
                    "食糊牌 四萬",
                    *(f"<dt>{name}</dt>" for name in ("門清", "大平", "將眼")),
                ],
                [],
            ),
            (WIN, None, [], ["食糊牌"]),
            (WIN, ticks("門清", "花牌", count=2) | {"computed": 5}, ["<dt>花牌</dt>", "× 2"], []),
            # Ticked fans that did not count, and the number of a row of replacements, are left out.
            (
                WIN,
                ticks("自摸", "尾牌連摸", count=3) | {"computed": 20},
                ["<dt>尾牌連摸</dt>"],
                ["<dt>自摸</dt>", "× 3"],
            ),
            (
                WIN,
                {"mode": "ticks", "typed": 15, "computed": 18, "paid": "claimed"},
                ["照所報的番數付", "<b>15</b>", "<b>18</b>"],
                [],
            ),
            (
                {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]},
                None,
                [
                    "何家珍 出銃，雙響：張國強 9 + 雙響 5 + 莊家 1 = 15 番、李小龍 30 + 雙響 5 = 35 番",
                    "25 + 底 5 + 雙響 5",
                ],
                [],
            ),
        ],
        ids=["tiles", "a number", "ticks", "ticks that did not count", "claimed and computed", "two winners"],
    )
    def test_a_hand_shows_how_it_was_counted(self, hall, event, claim, said, never):
        hall.record(event, claim)
        shows(hall.get("hand", 1), *said, never=never)

    def test_in_english_the_chinese_name_of_a_fan_stands_beside_it(self, hall):
        hall.record(LAID, {"mode": "tiles", "hand": TILES})
        hall.referee.cookies["paiju_language"] = "en"
        assert "<dt>Concealed hand (門清)</dt>" in markup(hall.get("hand", 1))


class TestOneHand:
    def test_it_is_there_for_a_hand_that_was_begun(self, hall):
        assert hall.get("hand", 1).status_code == 404
        hall.play({"type": "reward", "kind": "grass", "seat": 0})
        shows(hall.get("hand", 1), "張國強 一台草")

    def test_it_tells_once_that_a_carry_over_was_collected(self, hall):
        hall.settle(WIN, won(0, 1, 12))
        shows(hall.get("hand", 2), "陳大文 付清 李小龍：20", never="收拉")


class TestExport:
    def document(self, hall):
        answer = hall.get("export")
        assert answer["Content-Type"] == "application/json"
        assert "attachment" in answer["Content-Disposition"]
        return json.loads(answer.content)

    @pytest.fixture
    def evening(self, hall):
        hall.play(KONG)
        hall.settle(SELF_DRAWN)
        hall.play(ruling(2, "talking"))
        hall.settle(ruling(2, "false_win"), WIN)
        hall.correct(1, won(1, 3, 20))
        hall.confirm()
        hall.play({"type": "reward", "kind": "followed_discard", "seat": 1, "simple": True})
        return hall

    def test_it_replays_to_the_stored_book_here_and_by_the_command(self, evening, tmp_path, capsys):
        book = replay_document(self.document(evening))
        stored = HandRecord.objects.order_by("number")
        lines = [(hand["number"], hand["name"], hand["dealer"], hand["result"]) for hand in book["hands"]]
        assert lines == list(stored.values_list("number", "name", "dealer", "result"))
        parts = ("transfers", "chains", "cards", "scores")
        for hand, row in zip(book["hands"], stored, strict=True):
            if row.result != "open":
                assert [hand[key] for key in parts] == [row.book[key] for key in parts]
        assert sum(len(hand["transfers"]) for hand in book["hands"]) == Transfer.objects.count()
        file = tmp_path / "game.json"
        file.write_bytes(evening.get("export").content)
        call_command("replay", str(file))
        assert json.loads(capsys.readouterr().out) == book

    def test_it_carries_options_and_what_the_players_bring_along(self):
        hall = make_hall(rule_options={"L-27": "exact"})
        standing = {"cards": [{"seat": 3, "card": "red"}]}
        Game.objects.filter(pk=hall.game.pk).update(standing=standing)
        document = self.document(hall)
        assert (document["options"], document["standing"]) == ({"L-27": "exact"}, standing)
        assert document["players"] == ["張國強", "李小龍", "陳大文", "何家珍"]
        assert replay_document(document)["hands"] == []
