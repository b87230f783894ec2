"""措辭: the same event is the same sentence everywhere."""

import re
from decimal import Decimal

import pytest
from django.utils import translation

from penalties.selectors.register import offence_title
from scoring.book import Card, RulingResult, Transfer
from scoring.discipline.consequences import ENDINGS, NOTES
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.tournaments.factories import NAMES
from tests.tournaments.recorder import ruling, won
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

LEAGUE = get_rule_set("hkma-league")
FALSE_WIN = ruling(2, "false_win")
TWO = {"type": "win", "from": 3, "winners": [{"seat": 0, "fan": 9}, {"seat": 1, "fan": 30}]}


@pytest.fixture
def wording() -> Wording:
    return Wording(NAMES, LEAGUE)


def line(result, *events, payments=(), streak=0):
    return {
        "number": 7, "name": "東二局", "dealer": 1, "dealer_streak": streak, "result": result, "payments": payments,
        "events": [{"event": event, "claim": None, "act": 1} for event in events],
    }  # fmt: skip


def paid(payer: int, winner: int, fan: int, dealer: int = 0, multi: int = 0) -> dict[str, object]:
    points = str(fan + dealer + multi)
    return {"payer": payer, "winner": winner, "fan": fan, "multi": multi, "dealer": dealer, "points": points}


class TestResults:
    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            (won(0, None, 37), "張國強 自摸 37 番"),
            (won(0, 1, 37), "張國強 食糊 37 番，李小龍 出銃"),
            (won(0, 1, 37, robbed_kong=True), "張國強 搶槓食糊 37 番，李小龍 被搶"),
            (won(0, None, 40, flower_win=True), "張國強 花糊 40 番"),
            (won(0, 1, 30, flower_win=True), "張國強 七搶一花糊 30 番，李小龍 被搶"),
            (TWO, "何家珍 出銃，雙響：張國強 9 番、李小龍 30 番"),
            (won(0, None, 9, liable=[1, 2]), "張國強 自摸 9 番，李小龍、陳大文 包牌"),
        ],
    )
    def test_it_tells_a_win(self, wording, event, sentence):
        assert wording.result(line("win", event)) == sentence

    @pytest.mark.parametrize(
        ("event", "payments", "sentence"),
        [
            # The count of tiles is taken from the payments.
            ({"from": 1, "hand": {}}, [paid(1, 0, 25)], "張國強 食糊 25 番，李小龍 出銃"),
            *(
                (how | {"hand": {"circumstances": [word]}}, [paid(1, 0, 12)], sentence)
                for word in ("flower_win", "dealt_flowers")
                for how, sentence in (
                    ({"self_draw": True}, "張國強 花糊 12 番"),
                    ({"from": 1}, "張國強 七搶一花糊 12 番，李小龍 被搶"),
                )
            ),
            # One number: what stands above is what is paid below, or says of what it is made.
            ({"winner": 2, "from": 0}, [paid(0, 2, 18, 1)], "陳大文 食糊 18 + 莊家 1 = 19 番，張國強 出銃"),
            ({"self_draw": True}, [paid(seat, 0, 12, 5) for seat in (1, 2, 3)], "張國強 自摸 12 + 拉二莊 5 = 17 番"),
            (
                {"winner": 2, "self_draw": True},
                [paid(0, 2, 18, 1), paid(1, 2, 18), paid(3, 2, 18)],
                "陳大文 自摸 18 番，莊家付 19 番",
            ),
            ({"winner": 2, "from": 1}, [paid(1, 2, 18)], "陳大文 食糊 18 番，李小龍 出銃"),
        ],
    )
    def test_it_tells_what_was_paid(self, wording, event, payments, sentence):
        streak = 2 if "拉二莊" in sentence else 0
        won_ = {"type": "win", "winner": 0, "fan": payments[0]["fan"]} | event
        assert wording.result(line("win", won_, payments=payments, streak=streak)) == sentence

    def test_it_names_what_several_winners_add(self, wording):
        payments = [paid(3, 0, 9, 1, 5), paid(3, 1, 30, 0, 5)]
        assert wording.result(line("win", TWO, payments=payments)) == (
            "何家珍 出銃，雙響：張國強 9 + 雙響 5 + 莊家 1 = 15 番、李小龍 30 + 雙響 5 = 35 番"
        )

    def test_it_uses_the_words_of_the_rules(self):
        words = Wording(NAMES, get_rule_set("tw-sixteen"))
        told = words.result(line("win", won(0, 1, 8), payments=[paid(1, 0, 8, 5)], streak=2))
        assert told == "張國強 胡牌 8 + 莊家連二拉二 5 = 13 台，李小龍 放銃"

    @pytest.mark.parametrize(
        ("result", "events", "sentence"),
        [
            ("replayed", [FALSE_WIN], "陳大文 詐糊；這一局重打"),
            ("draw", [{"type": "draw"}], "流局"),
            # A ruling that was found afterwards is not what ended it.
            ("replayed", [FALSE_WIN, ruling(2, "talking", hand="previous")], "陳大文 詐糊；這一局重打"),
            # It says once how a ruling ended the hand.
            (
                "replayed",
                [ruling(2, consequences=[{"deduct": "5"}, "replay_hand"])],
                "陳大文 判決：扣 5 分；這一局重打",
            ),
            ("replayed", [ruling(2, consequences=["replay_hand"])], "陳大文 判決；這一局重打"),
        ],
    )
    def test_it_tells_what_stopped_a_hand(self, wording, result, events, sentence):
        assert wording.result(line(result, *events)) == sentence

    @pytest.mark.parametrize("result", RESULTS)
    def test_it_has_words_for_every_result(self, wording, result):
        assert wording.result(line(result))

    @pytest.mark.parametrize(
        ("rule_set", "streak", "title"),
        [
            ("hkma-league", 0, "東二局"),
            ("hkma-league", 2, "東二局 · 拉二莊"),
            ("hkma-masters", 2, "東二局 · 連二"),
            ("hk-classic", 2, "東二局 · 連二"),
            ("tw-club", 2, "東二局 · 連二拉二"),
        ],
    )
    def test_it_calls_a_hand_and_its_streak_as_the_rules_do(self, rule_set, streak, title):
        assert hand_title("東二局", streak, get_rule_set(rule_set)) == title

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
        ("rule_set", "more", "sentence"),
        [
            ("hkma-league", {}, "李小龍 被追牌（么九、番子）"),
            ("hkma-league", {"simple": False}, "李小龍 被追牌（么九、番子）"),
            ("hkma-league", {"simple": True}, "李小龍 被追牌（二至八）"),
            ("hkma-league", {"times": 3}, "李小龍 被追牌（連追 3 次）"),
            # Where every tile costs the same, there are no terminals to speak of.
            ("hk-classic", {}, "李小龍 被追牌"),
            ("hk-classic", {"times": 1}, "李小龍 被追牌"),
            ("hk-classic", {"times": 2}, "李小龍 被追牌（連追 2 次）"),
        ],
    )
    def test_it_tells_how_a_discard_was_followed(self, rule_set, more, sentence):
        reward = {"type": "reward", "kind": "followed_discard", "seat": 1} | more
        assert Wording(NAMES, get_rule_set(rule_set)).reward(reward) == sentence

    @pytest.mark.parametrize("rule_set", RULE_SETS)
    def test_it_names_every_offence_by_slug_and_by_name(self, rule_set):
        rules = get_rule_set(rule_set)
        wording = Wording(NAMES, rules)
        for offence in rules.offences:
            for name in (offence.slug, offence.name_zh):
                assert event_words(wording, ruling(1, name)) == f"李小龍 {offence.name_zh}"

    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            (ruling(None, "redeal"), "全檯 洗牌重配"),
            (ruling(2, consequences=["red"]), "陳大文 判決：紅牌"),
            (
                ruling(2, "other", consequences=["yellow", {"deduct": "2.5"}, {"fine_base": 2}, {"pay": [0, "7"]}]),
                "陳大文 其他：黃牌、扣 2.5 分、罰 2 底（付給其餘三家）、付 張國強 7 分",
            ),
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
        ("rule_set", "streak", "name"),
        [
            *(("hkma-league", n, f"拉{name}莊") for n, name in ((1, "一"), (10, "十"), (11, "十一"), (20, "二十"))),
            ("hkma-league", 100, "拉100莊"),
            ("hkma-league", 0, "莊家"),
            ("hk-classic", 0, "莊家"),
            ("hk-classic", 3, "莊家連三"),
        ],
    )
    def test_it_names_a_streak_as_it_is_said_under_the_rules(self, rule_set, streak, name):
        assert streak_name(streak, get_rule_set(rule_set)) == name

    @pytest.mark.parametrize("reason", REASONS)
    def test_it_tells_each_kind_of_transfer(self, wording, reason):
        moved = {"from": 1, "to": 0, "points": "2.5", "reason": reason}
        assert wording.transfer(moved) == f"李小龍 付 張國強 2.5 分（{REASONS[reason]}）"
        assert wording.transfer(moved | {"to": None}) == f"李小龍 扣 2.5 分（{REASONS[reason]}）"

    @pytest.mark.parametrize("kind", ["grow", "open", "keep", "halve", "collect", "surrender", "end"])
    def test_it_tells_each_move_of_a_chain(self, wording, kind):
        move = {"winner": 0, "payer": 1, "kind": kind, "before": "37", "after": "74", "paid": "18"}
        assert set(NAMES[:2]) <= set(re.findall("|".join(NAMES), wording.move(move)))

    @pytest.mark.parametrize(("points", "text"), [("40", "40"), ("2.50", "2.5"), (Decimal("1E+2"), "100"), (0, "0")])
    def test_it_writes_points_plainly(self, points, text):
        assert plain(points) == text


class TestEffects:
    def ruling(self, **given):
        none = dict.fromkeys(("consequences", "transfers", "after_game", "cards", "in_force", "notes"), ())
        base = {"seat": 2, "offence": None, "times": 0, "ban": False, "false_win": False, "ends": "", "previous": False}
        return RulingResult(**(base | none | given))

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
