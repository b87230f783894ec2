"""犯規: found by typing, its consequences said before it is pressed, recorded once."""

import re
import uuid
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.markup import markup, shows
from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import make_hall
from tests.tournaments.factories import confirm_all, make_event, make_game, make_user, play, play_and_confirm
from tournaments.models import Act, Game
from tournaments.tables.game_log import read
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import replay

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}


def consider(hall, **data):
    return markup(hall.get("penalties:ruling", **data))


def save(hall, **data):
    return hall.post("penalties:ruling", **data)


class TestFinding:
    def test_it_lists_every_offence_by_group_with_what_follows(self, hall):
        page = consider(hall)
        for offence in read_book(hall.fresh()).rules.offences:
            assert f'value="{offence.slug}"' in page
        for group in ("配牌", "摸牌", "行牌", "相公", "其他"):
            assert f"data-group>{group}</li>" in page
        for follows in ("罰 1 底（付給其餘三家）", "由裁判酌情", "扣 160 分、這一局重打"):
            assert follows in page
        assert "data-none>" in consider(hall, q="沒有這回事")
        assert 'value="talking"' not in consider(hall, q="空糊")

    def test_it_lists_the_most_used_first(self, hall):
        page = consider(hall)
        assert page.index("最常用") < page.index('value="false_win"') < page.index("data-group>配牌")
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        play(hall.game, hall.actor, type="ruling", seat=1, offence="talking")
        play(hall.game, hall.actor, type="ruling", seat=1, offence="misnamed_tile", consequences=["warning"])
        page = consider(hall)
        assert page.index("最常用") < page.index('value="talking"') < page.index('value="misnamed_tile"')
        assert page.index('value="misnamed_tile"') < page.index("data-group>配牌")
        assert "全場 2 次" in page
        assert page.index("最常用") < page.index('value="false_win"') < page.index('value="talking"')

    def test_it_counts_neither_what_was_taken_back_nor_other_events(self, hall):
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        hall.post("undo", reason="看錯人")
        other = make_game(make_event("another"), make_user("referee"))
        play(other, hall.actor, type="ruling", seat=2, offence="talking")
        assert "判過" not in consider(hall)


class TestBeforeItIsPressed:
    def test_it_says_what_it_does_and_who_loses_points(self, hall):
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        shown = hall.get("penalties:ruling", seat="2", offence="wrong_claim")
        shows(shown, "第二張黃牌 → 紅牌 → 即扣 5 分；紅牌有效至今日結束。", "−5", "記錄判決")
        assert len(hall.events) == 1

    def test_it_says_that_a_red_of_an_earlier_game_counts(self, hall):
        Game.objects.filter(pk=hall.game.pk).update(standing={"cards": [{"seat": 2, "card": "red"}]})
        composed = {"compose": "1", "composed": "1", "words": ["red"]}
        assert "作詐糊論" in consider(hall, seat="2", offence="talking", **composed)

    def test_it_says_that_the_last_hand_has_to_be_confirmed_first(self, hall):
        play(hall.game, hall.actor, **WIN)
        shown = hall.get("penalties:ruling", seat="2", offence="false_win")
        shows(shown, "未獲四家確認", hall.url("confirm"), never="記錄判決")

    @pytest.mark.parametrize("data", [{"seat": "2", "offence": "flying"}, {"seat": "7", "offence": "talking"}])
    def test_it_asks_for_seat_and_offence(self, hall, data):
        shows(hall.get("penalties:ruling", **data), 'role="alert"', 'id="offences"', status=400)

    @pytest.mark.parametrize("data", [{"offence": "talking"}, {"seat": "", "offence": "talking"}])
    def test_it_asks_for_the_seat_where_the_offence_was_tapped_first(self, hall, data):
        page = markup(hall.get("penalties:ruling", **data))
        assert all(f"?seat={seat}&amp;offence=talking" in page for seat in range(4))
        assert "seat=none" not in page
        assert "沒有犯規者" in markup(hall.get("penalties:ruling", offence="redeal"))

    def test_it_records_nothing_without_a_seat(self, hall):
        assert hall.post("penalties:ruling", offence="talking").status_code == 400
        assert not Act.objects.exists()


class TestStalePreview:
    """The consequences that are recorded are those that the page showed."""

    def shown(self, hall, **data):
        page = markup(hall.post("penalties:ruling", preview="1", **data))
        return unescape(re.search(r'name="shown" value="([^"]*)"', page)[1])

    def test_an_amount_that_changed_since_is_shown_first(self, hall):
        ruling = {"seat": "2", "offence": "other", "compose": "1", "composed": "1", "note": "在場外爭執"}
        shown = self.shown(hall, **ruling, deduct="5")
        answer = save(hall, **ruling, deduct="8", shown=shown)
        page = shows(answer, "後果已重新計算", "即扣 8 分", "在場外爭執", status=409)
        assert hall.events == []
        shown = unescape(re.search(r'name="shown" value="([^"]*)"', page)[1])
        assert save(hall, **ruling, deduct="8", shown=shown).status_code == 302
        assert hall.events[0]["consequences"] == [{"deduct": "8"}]

    def test_facts_added_since_change_no_consequence(self, hall):
        shown = self.shown(hall, seat="2", offence="talking")
        assert save(hall, seat="2", offence="talking", note="空叫一聲", shown=shown).status_code == 302

    def test_it_is_recomputed_while_typing(self, hall):
        assert 'hx-trigger="change, input changed delay:300ms"' in consider(hall, seat="2", offence="talking")


class TestNumberOfTheHand:
    """錯胡 under the club's rules pays by the count of the hand that was shown."""

    FALSE_WIN = {"seat": "1", "offence": "false_win"}

    @pytest.fixture
    def club(self):
        return make_hall(rule_set="tw-club", slug="club")

    def test_it_asks_without_complaint_on_opening_and_takes_a_number_that_fits(self, club):
        shows(club.get("penalties:ruling", **self.FALSE_WIN), 'name="fan"', never="這一條要填這一項")
        answer = club.post("penalties:ruling", preview="1", fan="5", **self.FALSE_WIN)
        shows(answer, "即付 張國強 900 分、陳大文 800 分、何家珍 800 分", never="這一條要填這一項")

    @pytest.mark.parametrize(
        ("fan", "said"),
        [
            ("", "這一條要填這一項。"),
            *((fan, "要是 0 至 999 的整數。") for fan in ("-5", "1.5", "abc", "100000")),
        ],
    )
    def test_it_names_the_field_beside_the_buttons(self, club, fan, said):
        page = markup(club.post("penalties:ruling", preview="1", fan=fan, **self.FALSE_WIN))
        effects = page[page.index('id="ruling-effects"') :]
        assert re.findall(r"<p>([^<]*：[^<]*。)</p>", effects)[:1] == [f"那副牌的台數：{said}"]
        assert page.count("這一條要填這一項。") == (fan == "")
        assert "記錄判決" not in effects


class TestRecording:
    def test_it_records_the_offence_of_the_seat(self, hall):
        assert save(hall, seat="2", offence="hollow_win", note=" 空叫一聲 ").status_code == 302
        assert hall.events == [{"type": "ruling", "seat": 2, "offence": "hollow_win"}]
        assert hall.folded.state.bans == {2}
        act = Act.objects.get()
        assert (act.kind, act.user.username, act.payload["claim"]) == ("play", "referee", {"note": "空叫一聲"})
        check_book(hall.game)

    def test_it_says_afterwards_what_followed(self, hall):
        told = [markup(hall.referee.get(save(hall, seat="2", offence=offence).url)) for offence in
                ("talking", "wrong_claim", "wrong_draw")]  # fmt: skip
        assert "已記錄：陳大文 發言。黃牌。" in told[0]
        assert "。第二張黃牌 → 紅牌 → 即扣 5 分。" in told[1]
        assert "已有紅牌在身，作詐糊論 → 即扣 160 分 → 這一局重打。" in told[2]

    @pytest.mark.django_db(transaction=True)
    def test_a_yellow_card_that_becomes_red_replays_the_game_once(self, hall, monkeypatch):
        save(hall, seat="2", offence="talking")
        replays = []
        monkeypatch.setattr(read, "replay", lambda *said: replays.append(1) or replay(*said))
        with CaptureQueriesContext(connection) as seen:
            assert save(hall, seat="2", offence="wrong_claim").status_code == 302
        statements = [query["sql"].split()[0] for query in seen]
        assert statements.count("COMMIT") == len(replays) == 1
        locks = connection.features.has_select_for_update  # the game, in a statement of its own
        assert len(statements[statements.index("BEGIN") :]) <= 22 + locks, statements

    def test_it_writes_one_ruling_however_often_it_is_pressed(self, hall):
        key = str(uuid.uuid4())
        for _press in range(5):
            assert save(hall, seat="2", offence="talking", client_key=key, seen=0).status_code == 302
        assert hall.folded.state.cards_in_force[2] == ("yellow",)

    def test_it_shows_what_another_device_has_recorded(self, hall):
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        shows(save(hall, seat="2", offence="wrong_claim", seen=0), "陳大文 發言", "第二張黃牌 → 紅牌", status=409)
        assert len(hall.events) == 1

    def test_it_takes_nobody_only_for_a_redeal(self, hall):
        assert save(hall, seat="none", offence="redeal").status_code == 302
        assert hall.events == [{"type": "ruling", "seat": None, "offence": "redeal"}]
        confirm_all(hall.game, hall.actor)
        shows(save(hall, seat="none", offence="talking"), "請揀犯規的一家", status=400)

    def test_it_refuses_in_a_game_that_ended_before_it_began(self, hall):
        play_and_confirm(hall.game, hall.actor, type="time_up")
        assert save(hall, seat="2", offence="talking").status_code == 400


class TestAnEarlierHand:
    def test_it_offers_every_closed_hand_by_its_name(self, hall):
        assert 'name="hand"' not in consider(hall, seat="2", offence="talking")
        play_and_confirm(hall.game, hall.actor, **WIN)
        play_and_confirm(hall.game, hall.actor, type="draw")
        page = consider(hall, seat="2", offence="talking")
        assert '<option value="" selected>這一鋪（東二局 · 拉一莊）</option>' in page
        assert '<option value="2">第 2 鋪 東二局：流局</option>' in page
        assert '<option value="1">第 1 鋪 東一局：李小龍 食糊 20 番，陳大文 出銃</option>' in page

    def test_it_says_which_later_ruling_becomes_heavier(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        play(hall.game, hall.actor, type="ruling", seat=2, offence="talking")
        shown = hall.get("penalties:ruling", seat="2", offence="wrong_claim", hand="1")
        heavier = "第 2 鋪 陳大文 發言 改為：第二張黃牌 → 紅牌 → 即扣 5 分。"
        shows(shown, "黃牌；黃牌有效至這個半莊結束。", heavier, never="身上的黃牌")
        save(hall, seat="2", offence="wrong_claim", hand="1")
        assert hall.folded.state.cards_in_force[2] == ("yellow", "red")

    def test_the_referee_decides_in_place_of_a_ban_or_a_replay(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        page = consider(hall, seat="2", offence="hollow_win", hand="1")
        said = ('value="ban"', 'value="replay_hand"', "請裁判定出處分", "記錄判決")
        assert [one in page for one in said] == [False, False, True, False]
        save(hall, seat="2", offence="hollow_win", hand="1", composed="1", each_base="1")
        assert hall.events[1]["consequences"] == [{"fine_base": 1}]
        check_book(hall.game)

    @pytest.mark.parametrize("hand", ["7", "0", "x"])
    def test_it_knows_no_other_hand_and_keeps_what_was_entered(self, hall, hand):
        play_and_confirm(hall.game, hall.actor, **WIN)
        shows(save(hall, seat="2", offence="talking", hand=hand, note="在場外爭執"), "在場外爭執", status=400)
        assert len(hall.events) == 1

    def test_it_rules_in_a_finished_game_whose_card_is_not_signed(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        play_and_confirm(hall.game, hall.actor, type="draw")
        play_and_confirm(hall.game, hall.actor, type="time_up")
        assert hall.url("penalties:ruling") in markup(hall.get("hands"))
        assert hall.url("penalties:ruling") in markup(hall.get("table"))
        assert hall.url("penalties:ruling") not in markup(hall.get("table", client=hall.player(1)))
        shown = hall.get("penalties:ruling", seat="2", offence="claim_cancelled")
        shows(shown, "即付其餘三家各 5 分", '<option value="2" selected>', never="這一鋪（")
        assert save(hall, seat="2", offence="claim_cancelled").status_code == 302
        assert save(hall, seat="1", offence="claim_cancelled", hand="1").status_code == 302
        assert [len(hand.rulings) for hand in hall.folded.state.hands] == [1, 1]
        check_book(hall.game)

    def test_it_is_closed_once_somebody_has_signed(self, hall):
        play_and_confirm(hall.game, hall.actor, **WIN)
        play_and_confirm(hall.game, hall.actor, type="time_up")
        hall.sign(0)
        shows(save(hall, seat="2", offence="claim_cancelled"), "請裁判長先重開記分卡", status=409)
        assert hall.url("penalties:ruling") not in markup(hall.get("table"))


class TestAtTheRefereesDiscretion:
    def test_it_says_what_the_composed_consequences_do(self, hall):
        sheet = {"seat": "2", "offence": "other"}
        shows(hall.get("penalties:ruling", **sheet), "由裁判酌情", "請定出處分", never="記錄判決")
        composed = {"composed": "1", "words": ["yellow", "ban"], "deduct": "2.5", "each_base": "2"}
        answer = hall.post("penalties:ruling", preview="1", pay_to="1", pay_points="7", **sheet, **composed)
        paid = "即付 張國強 10 分、李小龍 17 分、何家珍 10 分"
        shows(answer, "黃牌 → 即扣 2.5 分", paid, "這一局禁止食糊", "記錄判決")

    @pytest.mark.parametrize(
        ("fields", "consequences"),
        [
            ({"words": ["warning"]}, ["warning"]),
            ({"words": ["yellow", "ban"]}, ["yellow", "ban"]),
            ({"words": ["replay_hand"]}, ["replay_hand"]),
            ({"words": ["disqualify", "blacklist"]}, ["disqualify", "blacklist"]),
            ({"deduct": "2.5"}, [{"deduct": "2.5"}]),
            ({"deduct_after": "100"}, [{"deduct_after_game": "100"}]),
            ({"each_base": "2"}, [{"fine_base": 2}]),
            ({"pay_to": "0", "pay_points": "30"}, [{"pay": [0, "30"]}]),
            ({"pay_to": "0", "pay_base": "2"}, [{"pay_base": 2}]),
            ({}, []),
        ],
    )
    def test_it_records_them_in_the_words_of_the_interface(self, hall, fields, consequences):
        assert save(hall, seat="2", offence="other", composed="1", **fields).status_code == 302
        assert hall.events[0]["consequences"] == consequences
        check_book(hall.game)

    def test_it_offers_no_底_and_no_cards_where_there_are_none(self):
        page = consider(make_hall(rule_set="hkma-masters"), seat="2", offence="other")
        assert ("多少底" in page, "黃牌" in page, 'value="suspend"' in page) == (False, True, False)
        page = consider(make_hall(rule_set="tw-club", slug="club"), seat="2", offence="other")
        assert ("多少底" in page, "黃牌" in page, 'value="suspend"' in page) == (True, False, True)

    def test_it_takes_them_in_place_of_the_tables(self, hall):
        page = consider(hall, seat="2", offence="talking", compose="1", composed="1", words="warning")
        assert "黃牌：" not in page
        save(hall, seat="2", offence="talking", compose="1", composed="1", words=["warning"])
        assert hall.events[0]["consequences"] == ["warning"]

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"pay_points": "30"}, "請揀收分的一家"),
            ({"pay_base": "2"}, "請揀收分的一家"),
            ({"pay_to": "2", "pay_points": "30"}, "不能付給犯規者自己"),
            ({"deduct": "很多"}, "role="),
            ({"deduct": "-5"}, "role="),
            ({"words": ["hang"]}, "role="),
        ],
    )
    def test_it_says_what_cannot_be_and_keeps_the_rest(self, hall, fields, sentence):
        answer = save(hall, seat="2", offence="other", composed="1", note="在場外爭執", **fields)
        assert answer.status_code == 400
        assert sentence in markup(answer) or 'class="error"' in markup(answer)
        assert "在場外爭執" in markup(answer)
        assert not Act.objects.exists()


class TestAWrongKong:
    """錯暗槓 gives back what was received for it."""

    def kong(self, hall, seat=1):
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=seat)

    def ticked(self, page):
        return bool(re.search(r'name="unpaid_kong"\s+value="1"\s+checked', page))

    def test_it_asks_whether_the_kong_was_paid_and_answers_from_the_book(self, hall):
        for seat in (2, 3):
            assert self.ticked(consider(hall, seat=1, offence="wrong_concealed_kong"))
            self.kong(hall, seat=seat)
        self.kong(hall)
        page = consider(hall, seat=1, offence="wrong_concealed_kong")
        assert "unpaid_kong" in page
        assert not self.ticked(page)
        assert "unpaid_kong" not in consider(hall, seat=1, offence="talking")

    def test_only_what_was_paid_is_given_back(self, hall):
        assert save(hall, seat="1", offence="wrong_concealed_kong").status_code == 302
        assert hall.events[-1]["consequences"] == [{"pay_each_base": 1}]
        assert [str(score) for score in hall.folded.state.scores] == ["5", "-15", "5", "5"]
        self.kong(hall)
        assert save(hall, seat="1", offence="wrong_concealed_kong").status_code == 302
        assert "consequences" not in hall.events[-1]
        assert [str(score) for score in hall.folded.state.scores] == ["10", "-30", "10", "10"]

    def test_the_referee_has_the_last_word(self, hall):
        assert save(hall, seat="1", offence="wrong_concealed_kong", asked_kong="1").status_code == 302
        assert "consequences" not in hall.events[-1]
        self.kong(hall)
        save(hall, seat="1", offence="wrong_concealed_kong", asked_kong="1", unpaid_kong="1")
        assert hall.events[-1]["consequences"] == [{"pay_each_base": 1}]

    def test_of_a_closed_hand_its_own_rewards_count(self, hall):
        self.kong(hall)
        play_and_confirm(hall.game, hall.actor, type="draw")
        sheet = {"seat": 1, "offence": "wrong_concealed_kong"}
        assert self.ticked(consider(hall, **sheet))
        assert not self.ticked(consider(hall, **sheet, hand=1))


@pytest.mark.parametrize(("offence", "ticked"), [("melds_out_of_order", ["ban"]), ("tiles_pushed_over", [])])
def test_what_the_text_names_is_ticked_where_the_rest_is_left_to_the_referee(hall, offence, ticked):
    page = consider(hall, seat=1, offence=offence)
    assert re.findall(r'name="words"\s+value="(\w+)"\s+checked', page) == ticked
