"""規則的頁: every rule set in full, with a drawn hand for every fan; an event's own choices marked."""

import re
from html import unescape
from itertools import product

import pytest
from django.http import QueryDict
from django.utils import translation

import scoring
from scoring import RuleSet
from scoring.documents import score_document
from scoring.rulebook import RULE_SETS, examples_of
from scoring.rules.data_files import laid
from tests.markup import shows, url
from tests.tournaments.factories import make_event
from tournaments.phrases.wording import glossed
from tournaments.rulebook.calculator import read_asked
from tournaments.rulebook.game import chapters
from tournaments.rulebook.page import manner, rules_page, value_name

each_set = pytest.mark.parametrize("rule_set", RULE_SETS)


def told(rules: RuleSet, chapter: str) -> str:
    """All sentences of one chapter."""
    found = {one.id: one for one in chapters(rules)}
    return " ".join(f"{fact.title} {fact.text}" for fact in found[chapter].facts) if chapter in found else ""


@pytest.mark.django_db
class TestPublished:
    @each_set
    @pytest.mark.parametrize("language", ["zh-hant", "en"])
    def test_it_shows_every_fan_offence_reading_and_setting(self, client, rule_set, language):
        rules = scoring.rule_set(rule_set)
        with translation.override(language):
            shown = unescape(
                shows(client.get(url("rules", rule_set), headers={"Cookie": f"paiju_language={language}"}))
            )
        english = language == "en"
        for fan, value in rules.fans.items():
            definition = rules.terms.said(fan.en if english else fan.zh, english=english)
            for words in (fan.name, fan.name_en, value.text, definition):
                assert words in shown
        for offence in rules.offences:
            assert offence.name_zh in shown
            assert offence.name_en in shown
        for reading in rules.readings:
            assert f'id="{reading.id}"' in shown
            assert (glossed(reading.reason_en, rules) if english else reading.reason_zh) in shown
        for reward in rules.game.rewards.values():
            assert (reward.name_en if english else reward.name_zh) in shown
        for setting in rules.settings:
            assert (setting.help_en if english else setting.help_zh) in shown

    @pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
    def test_taiwanese_rules_are_told_in_taiwanese_words(self, client, rule_set):
        shown = shows(client.get(url("rules", rule_set)))
        assert not re.findall("食糊|詐糊|叫糊|出銃|番子|拉一莊", shown)
        assert "這一局禁止胡牌" in shown

    def test_it_is_found_by_its_values(self, client):
        shown = shows(client.get(url("rules", "hkma-league")))
        assert 'data-words="清龍 Pure straight" data-number="10 20"' in shown
        listed = shows(client.get(url("rule_sets")))
        for rule_set in RULE_SETS:
            assert url("rules", rule_set) in listed
        assert client.get(url("rules", "unknown")).status_code == 404

    def test_it_is_made_once_and_then_answered_from_memory(self, client, django_assert_num_queries, monkeypatch):
        first = client.get(url("rules", "hkma-league"))
        monkeypatch.setattr("tournaments.rulebook.views.rules_page", None)
        with django_assert_num_queries(0):
            assert client.get(url("rules", "hkma-league")).content == first.content
        assert client.get(url("rules", "hkma-league"), headers={"If-None-Match": first["ETag"]}).status_code == 304

    def test_it_remembers_the_language_and_comes_back(self, client):
        response = client.get(url("rules", "hkma-league"), {"language": "en"}, follow=True)
        assert '<html lang="en"' in shows(response)


@pytest.mark.django_db
class TestOfAnEvent:
    def test_it_says_that_nothing_was_chosen_otherwise(self, client):
        assert "與公布的規則一樣。" in shows(client.get(url("event_rules", make_event().slug)))

    def test_it_marks_a_reading_that_the_event_chose_otherwise(self, client):
        event = make_event(rule_options={"L-4": "0"})
        shown = shows(client.get(url("event_rules", event.slug)))
        assert "與公布的規則不同：" in shown
        assert '<li id="L-4" class="card changed">' in shown
        assert shown.count("card changed") == 1

    def test_it_is_made_anew_when_the_event_chooses_something_else(self, client):
        event = make_event()
        shows(client.get(url("event_rules", event.slug)))
        event.rule_options = {"L-4": "0"}
        event.save()
        assert "card changed" in shows(client.get(url("event_rules", event.slug)))


class TestWords:
    @each_set
    def test_it_has_words_for_every_policy_setting_family_and_consequence(self, rule_set):
        rules = scoring.rule_set(rule_set)
        for reading in rules.readings:
            for value in reading.values:
                assert chapters(scoring.rule_set(rule_set, {reading.id: value}))
                assert value_name(value, rules, reading.id) != value or value.isdigit()
        for setting in rules.settings:
            values = {"flag": [True, False], "choice": [c.value for c in setting.choices]}.get(setting.kind, [])
            for value in values:
                shown = rules_page(scoring.rule_set(rule_set, None, {setting.id: value}))
                row = next(row for row in shown.settings if row.id == setting.id)
                assert row.value
                assert row.changed == (value != setting.default)
        shown = rules_page(scoring.rule_set(rule_set))
        assert all(family.title for family in shown.families)
        rows = [row for group in shown.offences for row in group.rows]
        assert len(rows) == len(scoring.rule_set(rule_set).offences)
        assert all(row.consequences for row in rows)

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({}, "別家出銃"),
            ({"drawn": True}, "自摸"),
            ({"given": "robbed_kong"}, "搶別家加槓的牌"),
            ({"drawn": True, "tail": "flower kong", "given": "last_tile"}, "自摸，摸入牌牆最後一隻，補花、補槓摸入"),
            ({"discards": 7}, "別家出銃，牌河共有 7 隻牌"),
            ({"winners": 2}, "別家出銃，2 家同贏這隻牌"),
            ({"seat": "E", "round": "S"}, "別家出銃，南圈，東位，做莊"),
            ({"flowers": "1f"}, "別家出銃，東圈，南位"),
            ({"melds": "pung:111z"}, "別家出銃，東圈，南位"),
            ({"seat": "E", "dealer": False}, "別家出銃，東圈，東位"),
        ],
    )
    def test_it_says_how_a_hand_was_won(self, more, words):
        assert manner(laid("123m56m789p234p567s88s", "4m", **more)) == words


class TestSentences:
    def test_it_tells_what_the_league_pays(self):
        league = scoring.rule_set("hkma-league")
        assert "1 番就是 1 分。" in told(league, "settlement")
        assert "雙響各加 5 番，三響各加 10 番" in told(league, "settlement")
        assert "乘 1.5（進至整數）" in told(league, "chain")
        assert "扣 160 分、這一局重打" in told(league, "cards")
        assert "一個半莊 2 圈，共 8 局" in told(league, "dealer")
        shown = told(scoring.rule_set("hkma-league"), "chain")
        assert "再贏同一家，或自摸 未收的數乘 1.5" in shown
        assert "付的一家贏了他，或自摸 付未收的數的 50%" in shown
        shown = told(scoring.rule_set("hkma-league"), "rewards")
        assert "一台草 一至四號的花牌齊，兩套可以混合。其餘三家各付 0.5 底。每人每局一次。" in shown
        assert "追牌 打出一隻牌，其餘三家同一巡都跟打。付其餘三家各 1 底；二至八 2 底。" in shown

    @pytest.mark.django_db
    def test_it_tells_by_how_much_a_fine_grows(self, client):
        assert shows(client.get(url("rules", "hkma-league"))).count("再犯 2 倍、3 倍……") == 2

    def test_the_sentences_follow_the_options(self):
        exact = scoring.rule_set("hkma-league", {"L-27": "exact", "L-29": "plus_one", "L-4": "0"})
        assert "乘 1.5（不取整）" in told(exact, "chain")
        assert "續莊，拉莊數加一。" in told(exact, "dealer")
        assert "每副食出的牌另加底" not in told(exact, "hand")

    def test_a_streak_is_called_as_the_rules_call_it(self):
        """hk-classic: 連一、連二; 拉 is there what is carried of a win."""
        classic = scoring.rule_set("hk-classic", {"K-12": "plus_one"})
        assert "每連一莊再加 2 番" in told(classic, "settlement")
        assert "續莊，連莊數加一。" in told(classic, "dealer")
        assert value_name("reset", classic) == "連莊數歸零"
        assert value_name("reset", scoring.rule_set("hkma-league")) == "拉莊數歸零"
        final = scoring.rule_set("hkma-masters", settings={"dealer_stays": True})
        assert "續莊，連莊數加一。" in told(final, "dealer")

    @pytest.mark.parametrize(
        ("rule_set", "heading"),
        [
            ("hkma-league", "門清、叮和食糊的情況"),
            ("hk-classic", "門清、聽牌和食糊的情況"),
            ("hkma-masters", "門清和食糊的情況"),
        ],
    )
    def test_a_family_names_no_declaration_that_the_rules_lack(self, rule_set, heading):
        assert heading in [family.title for family in rules_page(scoring.rule_set(rule_set)).families]

    def test_no_rule_set_says_what_it_has_not(self):
        for rule_set, (chapter, field) in product(RULE_SETS, [("chain", "chain"), ("cards", "cards")]):
            rules = scoring.rule_set(rule_set)
            assert bool(told(rules, chapter)) == (getattr(rules.game, field) is not None)


@pytest.mark.django_db
@pytest.mark.sqlite
class TestExamples:
    @each_set
    def test_each_opens_in_the_calculator_which_asks_for_the_same_hand(self, client, rule_set):
        """And counts the fan there: the address says all that the example says. Each is drawn once, with its name."""
        rules = scoring.rule_set(rule_set)
        known = {reading.id: reading.values for reading in rules.readings if reading.values}
        shown = shows(client.get(url("rules", rule_set)))
        links = [unescape(link) for link in re.findall(r'class="to-count"\s+href="([^"]+)"', shown)]
        assert len(links) == len(examples_of(rule_set))
        in_order = [fan.name for family in rules_page(rules).families for fan in family.rows if fan.example]
        for name, link in zip(in_order, links, strict=True):
            example = examples_of(rule_set)[name]
            document = read_asked(QueryDict(link.partition("?")[2]), known, rule_set).as_document()
            found = score_document({"rule_set": rule_set, **document})["fans"]
            assert (example.count, example.value) in [(f["count"], f["value"]) for f in found if f["name"] == name]
        winning = rules.terms.said("食糊牌")
        groups = shown.split("data-group>")
        hands = [re.findall(r'<span class="laid apart" role="img" aria-label="([^"]+)">', group) for group in groups]
        assert sum(map(len, hands)) == len(examples_of(rule_set))
        for group in hands:
            assert len(group) == len(set(group))
            assert all(winning in name for name in group)

    def test_the_index_by_value_leads_to_every_fan(self, client):
        rules = scoring.rule_set("hkma-league")
        shown = shows(client.get(url("rules", "hkma-league")))
        index = shown.split('id="values"')[1].split("</dl>")[0]
        led_to = re.findall(r'href="#(fan-\d+)"', index)
        assert sorted(led_to) == sorted(re.findall(r'<li\s+id="(fan-\d+)"', shown))
        worths = [int(text) for text in re.findall(r"<dt>(\d+)</dt>", index)]
        assert worths == sorted(worths, reverse=True)
        assert max(value.open for value in rules.fans.values()) == worths[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Which kongs keep 門清? 門清 is", "Which kongs keep 門清 (Concealed hand)? 門清 is"),
        ("門摸 (already told)", "門摸 (already told)"),
        ("四 圈", "四 圈"),
    ],
)
def test_an_english_sentence_says_a_fan_in_english_the_first_time(text, told):
    assert glossed(text, scoring.rule_set("hkma-league")) == told
