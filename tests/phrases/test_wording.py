"""措辭: the same event is the same sentence everywhere."""

from decimal import Decimal

import pytest
from django.utils import translation

from penalties.selectors.register import offence_title
from scoring.book import Card, RulingResult, Transfer
from scoring.discipline.consequences import ENDINGS, NOTES
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.tournaments.factories import NAMES
from tournaments.phrases.kinds import event_words
from tournaments.phrases.reasons import OBJECTION_REASONS, reason_said
from tournaments.phrases.rulings import effects, offence_choice
from tournaments.phrases.wording import (
    CONSEQUENCES,
    HAND_NAMES,
    REASONS,
    RESULTS,
    Wording,
    hand_title,
    plain,
    said,
    streak_name,
)
from tournaments.rulebook.game import chapters


@pytest.fixture
def wording() -> Wording:
    return Wording(NAMES, get_rule_set("hkma-league"))


def line(result, *events, payments=(), streak=0):
    return {
        "number": 7,
        "name": "東二局",
        "dealer": 1,
        "dealer_streak": streak,
        "result": result,
        "events": [{"event": event, "claim": None, "act": 1} for event in events],
        "payments": payments,
    }


FALSE_WIN = {"type": "ruling", "seat": 2, "offence": "false_win"}


class TestResults:
    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            ({"type": "win", "winner": 0, "self_draw": True, "fan": 37}, "張國強 自摸 37 番"),
            ({"type": "win", "winner": 0, "from": 1, "fan": 37}, "張國強 食糊 37 番，李小龍 出銃"),
            (
                {"type": "win", "winner": 0, "from": 1, "fan": 37, "robbed_kong": True},
                "張國強 搶槓食糊 37 番，李小龍 被搶",
            ),
            ({"type": "win", "winner": 0, "self_draw": True, "fan": 40, "flower_win": True}, "張國強 花糊 40 番"),
            (
                {"type": "win", "winner": 0, "from": 1, "fan": 30, "flower_win": True},
                "張國強 七搶一花糊 30 番，李小龍 被搶",
            ),
            (
                {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]},
                "何家珍 出銃，雙響：張國強 9 番、李小龍 30 番",
            ),
            (
                {"type": "win", "winner": 0, "self_draw": True, "fan": 9, "liable": [1, 2]},
                "張國強 自摸 9 番，李小龍、陳大文 包牌",
            ),
        ],
    )
    def test_it_tells_a_win(self, wording, event, sentence):
        assert wording.result(line("win", event)) == sentence

    @pytest.mark.parametrize("word", ["flower_win", "dealt_flowers"])
    def test_it_tells_a_flower_win_whose_tiles_count_too(self, wording, word):
        won = {"type": "win", "winner": 0, "hand": {"circumstances": [word]}}
        payments = [{"winner": 0, "payer": 1, "fan": 12, "multi": 0, "dealer": 0, "points": "12"}]
        assert wording.result(line("win", won | {"self_draw": True}, payments=payments)) == "張國強 花糊 12 番"
        robbed = wording.result(line("win", won | {"from": 1}, payments=payments))
        assert robbed == "張國強 七搶一花糊 12 番，李小龍 被搶"

    def test_it_takes_the_count_of_tiles_from_the_payments(self, wording):
        event = {"type": "win", "winner": 0, "from": 1, "hand": {}}
        payments = [{"winner": 0, "payer": 1, "fan": 25, "multi": 0, "dealer": 0, "points": "25"}]
        assert wording.result(line("win", event, payments=payments)) == "張國強 食糊 25 番，李小龍 出銃"

    def test_it_tells_what_stopped_a_hand(self, wording):
        assert wording.result(line("replayed", FALSE_WIN)) == "陳大文 詐糊；這一局重打"

    def test_it_tells_a_draw(self, wording):
        assert wording.result(line("draw", {"type": "draw"})) == "流局"

    def test_it_does_not_take_a_ruling_found_afterwards_for_the_end(self, wording):
        afterwards = {"type": "ruling", "seat": 2, "offence": "talking", "hand": "previous"}
        assert wording.result(line("replayed", FALSE_WIN, afterwards)) == "陳大文 詐糊；這一局重打"

    @pytest.mark.parametrize("result", RESULTS)
    def test_it_has_words_for_every_result(self, wording, result):
        assert wording.result(line(result))

    def test_it_names_the_hand_with_its_streak(self):
        rules = get_rule_set("hkma-league")
        assert hand_title("東二局", 0, rules) == "東二局"
        assert hand_title("東二局", 2, rules) == "東二局 · 拉二莊"

    @pytest.mark.parametrize(
        ("rule_set", "streak"), [("hkma-masters", "連二"), ("hk-classic", "連二"), ("tw-club", "連二拉二")]
    )
    def test_it_calls_a_streak_as_the_rules_do(self, rule_set, streak):
        assert hand_title("東二局", 2, get_rule_set(rule_set)) == f"東二局 · {streak}"

    def test_it_knows_the_names_of_four_rounds(self):
        assert len(HAND_NAMES) == 16
        assert list(HAND_NAMES) == [str(name) for name in HAND_NAMES.values()]


class TestEvents:
    @pytest.mark.parametrize("kind", get_rule_set("hkma-league").game.rewards)
    def test_it_has_a_sentence_for_every_reward(self, wording, kind):
        sentence = event_words(wording, {"type": "reward", "kind": kind, "seat": 1, "from": 2})
        assert sentence.startswith("李小龍")
        assert len(sentence) > len("李小龍 ")

    def test_it_names_a_reward_that_only_the_rules_know(self, wording):
        assert wording.reward({"type": "reward", "kind": "unheard_of", "seat": 1}) == "李小龍 unheard_of"

    @pytest.mark.parametrize(
        ("more", "sentence"),
        [
            ({}, "李小龍 被追牌（么九、番子）"),
            ({"simple": False}, "李小龍 被追牌（么九、番子）"),
            ({"simple": True}, "李小龍 被追牌（二至八）"),
            ({"times": 3}, "李小龍 被追牌（連追 3 次）"),
        ],
    )
    def test_it_tells_how_a_discard_was_followed(self, wording, more, sentence):
        assert wording.reward({"type": "reward", "kind": "followed_discard", "seat": 1} | more) == sentence

    @pytest.mark.parametrize(
        ("more", "sentence"),
        [({}, "李小龍 被追牌"), ({"times": 1}, "李小龍 被追牌"), ({"times": 2}, "李小龍 被追牌（連追 2 次）")],
    )
    def test_it_tells_of_no_terminals_where_every_tile_costs_the_same(self, more, sentence):
        classic = Wording(NAMES, get_rule_set("hk-classic"))
        assert classic.reward({"type": "reward", "kind": "followed_discard", "seat": 1} | more) == sentence

    @pytest.mark.parametrize("rule_set", RULE_SETS)
    def test_it_names_every_offence_by_slug_and_by_name(self, rule_set):
        rules = get_rule_set(rule_set)
        wording = Wording(NAMES, rules)
        for offence in rules.offences:
            for name in (offence.slug, offence.name_zh):
                event = {"type": "ruling", "seat": 1, "offence": name}
                assert event_words(wording, event) == f"李小龍 {offence.name_zh}"

    def test_it_names_the_whole_table_where_nobody_is_at_fault(self, wording):
        assert event_words(wording, {"type": "ruling", "seat": None, "offence": "redeal"}) == "全檯 洗牌重配"

    def test_it_spells_consequences_that_the_referee_chose(self, wording):
        event = {
            "type": "ruling",
            "seat": 2,
            "offence": "other",
            "consequences": ["yellow", {"deduct": "2.5"}, {"fine_base": 2}, {"pay": [0, "7"]}],
        }
        expected = "陳大文 其他：黃牌、扣 2.5 分、罰 2 底（付給其餘三家）、付 張國強 7 分"
        assert event_words(wording, event) == expected

    def test_it_says_once_how_a_ruling_ended_the_hand(self, wording):
        spelled = {"type": "ruling", "seat": 2, "consequences": [{"deduct": "5"}, "replay_hand"]}
        bare = {"type": "ruling", "seat": 2, "consequences": ["replay_hand"]}
        for event, sentence in ((spelled, "陳大文 判決：扣 5 分；這一局重打"), (bare, "陳大文 判決；這一局重打")):
            assert wording.result({"result": "replayed", "events": [{"event": event}]}) == sentence

    def test_it_spells_consequences_without_an_offence(self, wording):
        assert event_words(wording, {"type": "ruling", "seat": 2, "consequences": ["red"]}) == "陳大文 判決：紅牌"

    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            ({"type": "wrong_dealer", "seat": 1}, "李小龍 做錯莊"),
            ({"type": "time_up"}, "大會鐘響"),
            ({"type": "surrender", "seat": 1, "winner": 0}, "李小龍 向 張國強 投降"),
        ],
    )
    def test_it_tells_the_rest(self, wording, event, sentence):
        assert event_words(wording, event) == sentence

    def test_it_has_words_for_every_plain_consequence(self):
        assert set(CONSEQUENCES) >= {"yellow", "red", "ban", *ENDINGS, *NOTES}


class TestPoints:
    PAYMENT = {"winner": 0, "payer": 1, "fan": 37, "multi": 5, "dealer": 5, "points": "47"}

    def test_it_tells_who_pays_whom(self, wording):
        assert wording.payment(self.PAYMENT) == "李小龍 付 張國強 47 番"
        assert wording.payment(self.PAYMENT | {"points": "96"}) == "李小龍 付 張國強 96 分（47 番）"

    def test_it_tells_what_a_payment_is_made_of(self, wording):
        assert wording.parts(self.PAYMENT, base=5, winners=2) == "32 + 底 5 + 雙響 5 + 拉二莊 5"
        alone = self.PAYMENT | {"multi": 0, "dealer": 1}
        assert wording.parts(alone, base=0) == "37 + 莊家 1"

    @pytest.mark.parametrize(
        ("streak", "name"),
        [(0, "莊家"), (1, "拉一莊"), (10, "拉十莊"), (11, "拉十一莊"), (20, "拉二十莊"), (100, "拉100莊")],
    )
    def test_it_names_a_streak_as_it_is_said(self, streak, name):
        assert streak_name(streak, get_rule_set("hkma-league")) == name

    @pytest.mark.parametrize(("streak", "name"), [(0, "莊家"), (3, "莊家連三")])
    def test_it_names_a_streak_by_the_word_of_the_rules(self, streak, name):
        assert streak_name(streak, get_rule_set("hk-classic")) == name

    @pytest.mark.parametrize("reason", REASONS)
    def test_it_tells_each_kind_of_transfer(self, wording, reason):
        moved = {"from": 1, "to": 0, "points": "2.5", "reason": reason}
        assert wording.transfer(moved) == f"李小龍 付 張國強 2.5 分（{REASONS[reason]}）"
        assert wording.transfer(moved | {"to": None}) == f"李小龍 扣 2.5 分（{REASONS[reason]}）"

    @pytest.mark.parametrize("kind", ["grow", "open", "keep", "halve", "collect", "surrender", "end"])
    def test_it_tells_each_move_of_a_chain(self, wording, kind):
        move = {"winner": 0, "payer": 1, "kind": kind, "before": "37", "after": "74", "paid": "18"}
        sentence = wording.move(move)
        assert "張國強" in sentence
        assert "李小龍" in sentence

    @pytest.mark.parametrize(("points", "text"), [("40", "40"), ("2.50", "2.5"), (Decimal("1E+2"), "100"), (0, "0")])
    def test_it_writes_points_plainly(self, points, text):
        assert plain(points) == text


class TestEffects:
    def ruling(self, **given):
        base = {
            "seat": 2,
            "offence": None,
            "times": 0,
            "consequences": (),
            "transfers": (),
            "after_game": (),
            "cards": (),
            "in_force": (),
            "ban": False,
            "false_win": False,
            "ends": "",
            "notes": (),
            "previous": False,
        }
        return RulingResult(**(base | given))

    def fine(self, points, *targets):
        return tuple(Transfer(2, target, Decimal(points), "fine") for target in targets)

    def test_it_never_says_nothing(self, wording):
        assert effects(self.ruling(), wording) == ["不作處分，只作記錄"]

    def test_it_says_everything_in_the_order_of_a_referee(self, wording):
        told = effects(
            self.ruling(
                cards=(Card(2, "red", "yellow"),),
                transfers=(Transfer(2, None, Decimal(5), "deduction"), *self.fine(5, 0, 1, 3)),
                after_game=(Transfer(2, None, Decimal(320), "deduction"),),
                ban=True,
                notes=("warning",),
            ),
            wording,
        )
        assert told == [
            "第二張黃牌 → 紅牌：有效至今日結束",
            "即扣 5 分",
            "即付其餘三家各 5 分",
            "半莊完結時扣 320 分",
            "這一局禁止食糊：不可鳴牌、叮、食糊，違者作詐糊論",
            "警告",
        ]

    @pytest.mark.parametrize(
        ("rule_set", "forbidden"),
        [("hkma-masters", "不可鳴牌、食糊，違者作詐糊論"), ("hk-classic", "不可鳴牌、聽牌、食糊，違者作詐糊論")],
    )
    def test_it_calls_what_a_ban_forbids_as_the_rules_do(self, rule_set, forbidden):
        told = effects(self.ruling(ban=True), Wording(NAMES, get_rule_set(rule_set)))
        assert told == [f"這一局禁止食糊：{forbidden}"]

    def test_it_adds_up_what_one_player_gets(self, wording):
        told = effects(self.ruling(transfers=(*self.fine(5, 0, 1, 3), *self.fine(7, 1))), wording)
        assert told == ["即付 張國強 5 分、李小龍 12 分、何家珍 5 分"]

    def test_it_says_that_a_fine_grew_only_when_it_did(self, wording):
        table = next(o for o in wording.rules.offences if o.slug == "claim_cancelled").consequences
        again = {"offence": "claim_cancelled", "times": 2, "transfers": self.fine(10, 0, 1, 3)}
        assert effects(self.ruling(**again, consequences=table), wording)[0].startswith(
            "第 2 次犯同一條：即付其餘三家各 2 × 5 = 10 分"
        )
        spelled = self.ruling(**again, consequences=({"fine_base": 2},))
        assert effects(spelled, wording) == ["即付其餘三家各 10 分"]

    @pytest.mark.parametrize("ends", ENDINGS)
    def test_it_says_how_the_hand_ends(self, wording, ends):
        assert len(effects(self.ruling(ends=ends), wording)) == 1


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_it_tells_a_win_in_english_in_the_words_of_every_rule_set(rule_set):
    with translation.override("en"):
        english = Wording(["Fan Ka Ho", *NAMES[1:]], get_rule_set(rule_set))
        told = english.win({"type": "win", "winner": 0, "from": 1, "fan": 4}, {})
        assert told.startswith("Fan Ka Ho")
        assert f" 4 {english.unit}" in told
        assert english.said("Fans of Fan Ka Ho") == "Fans of Fan Ka Ho"


@pytest.mark.parametrize(
    ("rule_set", "sentence", "own"),
    [
        ("tw-club", "半莊進行中。", "這一將進行中。"),
        ("hkma-masters", "開始半莊", "開始這一輪"),
        ("hk-classic", "所有半莊都打完了", "每一場都打完了"),
        ("tw-sixteen", "第 2 個半莊進行中", "第 2 將進行中"),
        ("hkma-league", "半莊進行中。", "半莊進行中。"),
    ],
)
def test_a_game_is_called_so_that_a_sentence_stays_one(rule_set, sentence, own):
    assert said(sentence, get_rule_set(rule_set)) == own


def test_taiwanese_rules_count_tai_in_english():
    with translation.override("en"):
        assert said("Fan count, without a fan", get_rule_set("tw-club")) == "Tai count, without a tai"
        assert said("%(fan)s of it", get_rule_set("tw-club")) == "%(fan)s of it"


def test_it_takes_the_english_of_the_rules_in_english(wording):
    with translation.override("en"):
        english = Wording(NAMES, get_rule_set("hkma-league"))
        assert english.offence_name("false_win") == "False win"
        assert english.reward_name("concealed_kong") == "Concealed kong"


def paid(payer: int, winner: int, fan: int, dealer: int = 0, multi: int = 0) -> dict[str, int]:
    return {"payer": payer, "winner": winner, "fan": fan, "multi": multi, "dealer": dealer}


class TestWhatIsPaid:
    """One number: what stands above is what is paid below, or says of what it is made."""

    def test_it_names_what_the_dealer_adds(self, wording):
        win = {"type": "win", "winner": 2, "from": 0, "fan": 18}
        assert wording.result(line("win", win, payments=[paid(0, 2, 18, 1)])) == (
            "陳大文 食糊 18 + 莊家 1 = 19 番，張國強 出銃"
        )
        won = {"type": "win", "winner": 0, "self_draw": True, "fan": 12}
        three = [paid(seat, 0, 12, 5) for seat in (1, 2, 3)]
        assert wording.result(line("win", won, payments=three, streak=2)) == "張國強 自摸 12 + 拉二莊 5 = 17 番"

    def test_it_says_what_the_dealer_pays_where_the_others_pay_less(self, wording):
        win = {"type": "win", "winner": 2, "self_draw": True, "fan": 18}
        payments = [paid(0, 2, 18, 1), paid(1, 2, 18), paid(3, 2, 18)]
        assert wording.result(line("win", win, payments=payments)) == "陳大文 自摸 18 番，莊家付 19 番"

    def test_it_names_what_several_winners_add(self, wording):
        win = {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]}
        payments = [paid(3, 0, 9, 1, 5), paid(3, 1, 30, 0, 5)]
        assert wording.result(line("win", win, payments=payments)) == (
            "何家珍 出銃，雙響：張國強 9 + 雙響 5 + 莊家 1 = 15 番、李小龍 30 + 雙響 5 = 35 番"
        )

    def test_it_stays_one_number_where_nothing_is_added(self, wording):
        win = {"type": "win", "winner": 2, "from": 1, "fan": 18}
        assert wording.result(line("win", win, payments=[paid(1, 2, 18)])) == "陳大文 食糊 18 番，李小龍 出銃"

    def test_it_uses_the_words_of_the_rules(self):
        words = Wording(NAMES, get_rule_set("tw-sixteen"))
        win = {"type": "win", "winner": 0, "from": 1, "fan": 8}
        told = words.result(line("win", win, payments=[paid(1, 0, 8, 5)], streak=2))
        assert told == "張國強 胡牌 8 + 莊家連二拉二 5 = 13 台，李小龍 放銃"


def test_in_english_offences_and_rewards_that_head_a_row_have_their_chinese_name_beside_them(wording):
    offence = next(one for one in wording.rules.offences if one.slug == "false_win")
    reward = next(iter(wording.rules.game.rewards.values()))
    rows = (offence_choice(offence, wording).name, offence_title("false_win", wording.rules))
    assert rows == (offence.name_zh, offence.name_zh)
    with translation.override("en"):
        both = f"{offence.name_en} ({offence.name_zh})"
        assert (offence_choice(offence, wording).name, offence_title("false_win", wording.rules)) == (both, both)
        names = {fact.title for chapter in chapters(wording.rules) for fact in chapter.facts}
        assert f"{reward.name_en} ({reward.name_zh})" in names


def test_a_ready_made_reason_is_told_in_the_readers_language_and_any_other_as_it_was_written():
    stored = str(OBJECTION_REASONS[0])
    with translation.override("en"):
        english = reason_said(stored)
        assert english == str(OBJECTION_REASONS[0]) != stored
        assert reason_said("牌尾少了一隻") == "牌尾少了一隻"
    assert reason_said(english) == stored
