import re
import tomllib
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import scoring
from penalties.selectors.register import offence_title
from scoring.book import Card, RulingResult, Transfer
from scoring.discipline.consequences import ENDINGS, NOTES
from scoring.rulebook import RULE_SETS
from tests.tournaments.factories import NAMES
from tournaments.phrases import reasons
from tournaments.phrases.kinds import event_words
from tournaments.phrases.reasons import reason_text
from tournaments.phrases.rulings import effects, offence_choice, section_text
from tournaments.phrases.wording import (
    CONSEQUENCES,
    HAND_NAMES,
    REASONS,
    RESULTS,
    Wording,
    dealer_part,
    hand_title,
    plain,
    said,
    unit_of,
)
from tournaments.rulebook.game import chapters

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text())


def told(kind: str) -> pytest.MarkDecorator:
    """The rows of `sentences.toml` of one kind."""
    return pytest.mark.parametrize("row", SENTENCES[kind], ids=lambda row: row["said"])


def wording_of(row: dict[str, Any]) -> Wording:
    return Wording(NAMES, scoring.rule_set(row.get("rules", "hkma-league")))


@pytest.fixture
def wording() -> Wording:
    return wording_of({})


def line(result, *events, payments=(), streak=0):
    return {
        "number": 7, "name": "東二局", "dealer": 1, "dealer_streak": streak, "result": result, "payments": payments,
        "events": [{"event": event, "claim": None, "act": 1} for event in events],
    }  # fmt: skip


class TestResults:
    @told("win")
    def test_it_tells_a_win(self, row):
        names = ("payer", "winner", "fan", "dealer", "multi")
        payments = [dict(zip(names, one, strict=True)) for one in row.get("paid", ())]
        event = {"type": "win"} | row["event"]
        won = line("win", event, payments=payments, streak=row.get("streak", 0))
        assert wording_of(row).result(won) == row["said"]

    @told("ended")
    def test_it_tells_what_ended_a_hand(self, wording, row):
        assert wording.result(line(row["result"], *row["events"])) == row["said"]

    @pytest.mark.parametrize("result", RESULTS)
    def test_it_has_words_for_every_result(self, wording, result):
        assert wording.result(line(result))

    @told("hand")
    def test_it_calls_a_hand_and_its_streak_as_the_rules_do(self, row):
        assert hand_title("東二局", row["streak"], wording_of(row).rules) == row["said"]

    def test_it_knows_the_names_of_four_rounds(self):
        assert len(HAND_NAMES) == 16
        assert list(HAND_NAMES) == [str(name) for name in HAND_NAMES.values()]


class TestEvents:
    @pytest.mark.parametrize("kind", scoring.rule_set("hkma-league").game.rewards)
    def test_it_has_a_sentence_for_every_reward(self, wording, kind):
        sentence = event_words(wording, {"type": "reward", "kind": kind, "seat": 1, "from": 2})
        assert sentence.startswith("李小龍")
        assert len(sentence) > len("李小龍 ")

    @told("event")
    def test_it_tells_each_kind(self, row):
        assert event_words(wording_of(row), row["event"]) == row["said"]

    def test_it_names_the_whole_table_where_nobody_is_at_fault(self, wording):
        assert event_words(wording, {"type": "ruling", "seat": None, "offence": "redeal"}) == "全檯 洗牌重配"

    @pytest.mark.parametrize("rule_set", RULE_SETS)
    def test_it_names_every_offence_by_slug_and_by_name(self, rule_set):
        rules = scoring.rule_set(rule_set)
        wording = Wording(NAMES, rules)
        for offence in rules.offences:
            for name in (offence.slug, offence.name_zh):
                told = event_words(wording, {"type": "ruling", "seat": 1, "offence": name})
                assert told == f"李小龍 {offence.name_zh}"

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
        ("rules", "fan", "points", "told"),
        [("mcr", 9, 17, "9 + 底 8"), ("mcr", 0, 8, "底 8"), ("hk-classic", 9, 28, "9；底 10 + 9 × 2")],
    )
    def test_it_multiplies_only_fans_of_more_than_a_point(self, rules, fan, points, told):
        payment = {"winner": 0, "payer": 1, "fan": fan, "multi": 0, "dealer": 0, "points": str(points)}
        assert Wording(NAMES, scoring.rule_set(rules)).parts(payment, base=0) == told

    @told("streak")
    def test_it_names_a_streak_as_it_is_said_under_the_rules(self, row):
        fan = 1 + 2 * row["count"]
        assert dealer_part(fan, wording_of(row).rules) == f"{row['said']} {fan}"

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

    @told("ban")
    def test_it_calls_what_a_ban_forbids_as_the_rules_do(self, row):
        assert effects(self.ruling(ban=True), wording_of(row)) == [row["said"]]

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
def test_a_win_in_english_is_in_the_words_of_its_rule_set(rule_set):
    with translation.override("en"):
        english = Wording(["Fan Ka Ho", *NAMES[1:]], scoring.rule_set(rule_set))
        told = english.win({"type": "win", "winner": 0, "from": 1, "fan": 4}, {})
        assert told.startswith("Fan Ka Ho")
        assert f" 4 {unit_of(english.rules)}" in told
        assert english.said("Fans of Fan Ka Ho") == "Fans of Fan Ka Ho"


@told("game")
def test_a_game_is_called_so_that_a_sentence_stays_one(row):
    assert said(row["sentence"], wording_of(row).rules) == row["said"]


def test_taiwanese_rules_count_tai_in_english():
    with translation.override("en"):
        assert said("Fan count, without a fan", scoring.rule_set("tw-club")) == "Tai count, without a tai"
        assert said("%(fan)s of it", scoring.rule_set("tw-club")) == "%(fan)s of it"


def test_an_english_sentence_takes_the_english_of_the_rules(wording):
    with translation.override("en"):
        english = Wording(NAMES, scoring.rule_set("hkma-league"))
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
        assert offence_choice(offence, wording).section == "Playing 11"
        names = {fact.title for chapter in chapters(wording.rules) for fact in chapter.facts}
        assert f"{reward.name_en} ({reward.name_zh})" in names


def test_a_ready_made_reason_is_told_in_the_readers_language_and_any_other_as_it_was_written():
    lists = [ready for name, ready in vars(reasons).items() if name.endswith("_REASONS")]
    assert len(lists) == 8
    for reason in chain(*lists):
        stored = str(reason)
        with translation.override("en"):
            english = reason_text(stored)
            assert english == str(reason) != stored
        assert reason_text(english) == stored
    with translation.override("en"):
        assert reason_text("牌尾少了一隻") == "牌尾少了一隻"


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_in_english_every_numbered_article_on_offences_has_its_chapter_in_english(rule_set):
    numbered = {one.section for one in scoring.rule_set(rule_set).offences if one.section[-1:].isdigit()}
    with translation.override("en"):
        told = [section_text(section) for section in numbered]
    assert all(text[:1].isalpha() and text.isascii() for text in told)
    assert len(set(told)) == len(numbered)
