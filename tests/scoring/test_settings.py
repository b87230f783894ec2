"""設定: what an event may say about stakes and manner of play, read, refused, put in place and shown."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

import scoring
from scoring import RuleSet
from scoring.documents.replay import replay_document
from scoring.documents.rules import document_of
from scoring.errors import ScoringError
from scoring.rules.game_rules import ChainRules
from scoring.rules.settings import Choice, Setting, put
from scoring.rulesets import RULE_SETS
from tests.scoring.game_helpers import LEAGUE

BASE = Setting("base", "points", Decimal(10), "底", "Base", "一底幾多錢。", "What one 底 is.", fields=("game.base",))
STAYS = Setting(
    "stays",
    "flag",
    False,
    "連莊",
    "Dealer stays",
    "食糊後連莊。",
    "After a win.",
    fields=("game.dealer.stays_after_win", "game.dealer.stays_after_draw"),
)
CHAIN = Setting(
    "chain",
    "choice",
    "every",
    "拉",
    "Chain",
    "誰可以拉。",
    "Whose wins.",
    choices=(Choice("every", "鋪鋪拉", "Every hand"), Choice("dealer", "莊拉", "Dealer")),
    switches={"dealer": {"game.chain.carried": "dealer_wins"}},
)
RAISED = Setting("raised", "seats", (0, 0, 0, 0), "內插", "Raised", "各家加底。", "By seat.")
ALL = (BASE, STAYS, CHAIN, RAISED)


def rules() -> RuleSet:
    return replace(LEAGUE, settings=ALL)


def test_nothing_given_is_every_default_put_in_place():
    plain = rules().with_settings({})
    assert plain.setting_values == {"base": Decimal(10), "stays": False, "chain": "every", "raised": (0, 0, 0, 0)}
    assert plain.game.base == 10
    assert (plain.game.dealer.stays_after_win, plain.game.dealer.stays_after_draw) == (False, False)
    assert plain.game.chain == LEAGUE.game.chain


def test_a_setting_changes_the_fields_it_names_and_nothing_else():
    chosen = rules().with_settings({"base": "2.5", "stays": True, "chain": "dealer", "raised": [1, 0, 2, 0]})
    assert chosen.setting_values["raised"] == (1, 0, 2, 0)
    assert chosen.game == LEAGUE.game._replace(
        base=Decimal("2.5"), chain=ChainRules(grown="up", halved="down", carried="dealer_wins")
    )


def test_options_keep_the_settings_and_settings_the_options():
    one = rules().with_options({"L-27": "exact"}).with_settings({"chain": "dealer"})
    other = rules().with_settings({"chain": "dealer"}).with_options({"L-27": "exact"})
    for chosen in (one, other):
        assert chosen.game.chain == ChainRules(grown="exact", halved="exact", carried="dealer_wins")
        assert chosen.options["L-27"] == "exact"


@pytest.mark.parametrize("written", ["10", 10, "10.00", "010", Decimal(10)])
def test_one_amount_has_many_spellings(written):
    assert BASE.read(written) == 10
    assert BASE.write(BASE.read(written)) in {"10"}


WRONG: list[tuple[str, Any]] = [
    *[("base", value) for value in (0, "0", -5, "-5", "ten", "", "1e3", 2.5, True, None, [10], "NaN", 10**10)],
    *[("stays", value) for value in (0, 1, "true", None, [])],
    *[("chain", value) for value in ("sometimes", "", None, 1, ["dealer"])],
    *[("raised", value) for value in (0, "0000", [0, 0, 0], [0] * 5, [0, 0, 0, -1], [True, 0, 0, 0], ["1", 0, 0, 0])],
    ("raised", {"0": 1}),
    ("tempo", 1),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_refuses_a_value_that_cannot_be_and_names_the_setting(name, value):
    with pytest.raises(ScoringError) as error:
        rules().with_settings({name: value})
    assert error.value.code == "bad_setting"
    assert name in error.value.detail("zh-hant")
    assert name in error.value.detail("en")


def test_a_path_reaches_into_records_within_records():
    assert put(LEAGUE, {"game.chain.surrender_every": 3}).game.chain == ChainRules(surrender_every=3)
    assert put(LEAGUE, {"base": 7}).base == 7


def test_the_rules_document_shows_what_is_declared_and_what_is_in_force():
    shown = document_of(rules().with_settings({"base": 20, "raised": [0, 1, 0, 0]}))["settings"]
    assert [(one["id"], one["kind"], one["default"], one["value"]) for one in shown] == [
        ("base", "points", "10", "20"),
        ("stays", "flag", False, False),
        ("chain", "choice", "every", "every"),
        ("raised", "seats", [0, 0, 0, 0], [0, 1, 0, 0]),
    ]
    assert shown[0]["name"], shown[0]["help_en"]
    assert shown[2]["choices"][1] == {"value": "dealer", "name": "莊拉", "name_en": "Dealer"}


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_setting_of_a_rule_set_is_told_in_both_languages_and_has_a_default_that_it_accepts(rule_set):
    published = scoring.rule_set(rule_set)
    assert published.with_settings({}).game == published.game
    for setting in published.settings:
        assert all((setting.name_zh, setting.name_en, setting.help_zh, setting.help_en)), setting.id
        assert setting.read(setting.write(setting.default)) == setting.default, setting.id
        assert setting.fields or setting.switches, f"{setting.id} changes nothing"
        assert (setting.kind == "choice") == bool(setting.choices), setting.id


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_equal_settings_give_the_same_object(rule_set):
    published = scoring.rule_set(rule_set)
    assert scoring.rule_set(rule_set, {}, {}) is scoring.rule_set(rule_set, None, None) is published
    defaults = {setting.id: setting.write(setting.default) for setting in published.settings}
    assert scoring.rule_set(rule_set, None, defaults) is published


@pytest.mark.parametrize(
    ("key", "given"),
    [
        *[("settings", given) for given in ([], "", 0, [["base", "10"]], {"no such": 1})],
        *[("options", given) for given in ([], "", 0, {"L-27": 1}, {"L-27": True})],
    ],
)
def test_settings_and_options_of_a_replay_are_objects_of_what_the_rules_know(key, given):
    with pytest.raises(ScoringError, match=f"bad_{key[:-1]}"):
        replay_document({"rule_set": "hkma-league", "players": list("甲乙丙丁"), "events": [], key: given})


@pytest.mark.parametrize(
    ("rule_set", "settings"),
    [
        *[("hk-classic", {"base": value}) for value in ("0", "-10", "ten", None)],
        *[("hk-classic", given) for given in ({"chain": "莊拉"}, {"chain": True}, {"tai": "1"})],
        *[("hkma-masters", given) for given in ({"dealer_stays": "yes"}, {"dealer_stays": 1}, {"base": "10"})],
        *[(both, {"base": value}) for value in (0, "three", 2.5, None) for both in ("tw-club", "tw-sixteen")],
        *[(both, given) for given in ({"tai": "-1"}, {"dealer_stays": True}) for both in ("tw-club", "tw-sixteen")],
        ("tw-club", {"start": "-5"}),
        *[("tw-club", {"pull_dealer": value}) for value in ("yes", 1)],
        *[("tw-club", given) for given in ({"raised": [0, 0, 0, 0]}, {"seven_pairs": True})],
        *[("tw-sixteen", given) for given in ({"start": "10000"}, {"pull_dealer": False}, {"seven_pairs": 0})],
        *[("tw-sixteen", {"raised": value}) for value in ([0, 1, 2], [0, 1, 2, -1], [0, 1, 2, "1"], 1)],
        *[("mcr", {"start": value}) for value in ("-1", "0.00001", True, None)],
    ],
)
def test_a_rule_set_refuses_a_setting_that_cannot_be_by_name(rule_set, settings):
    with pytest.raises(ScoringError, match="bad_setting") as error:
        scoring.rule_set(rule_set, settings=settings)
    assert next(iter(settings)) in error.value.detail("en")


@pytest.mark.parametrize("written", [{"base": 10}, {"base": "10.0", "chain": "every_hand"}, {}])
def test_settings_in_any_spelling_are_the_same_rules(written):
    assert scoring.rule_set("hk-classic", settings=written) is scoring.rule_set("hk-classic")


def test_options_and_settings_of_the_chain_hold_beside_each_other():
    chain = scoring.rule_set("hk-classic", {"K-8": "exact", "K-40": "second"}, {"chain": "dealer"}).game.chain
    assert (chain.grown, chain.first_pull, chain.carried, chain.surrender_every) == (
        "exact", "second", "dealer_wins", 3,
    )  # fmt: skip


def test_拉莊_is_named_as_the_club_plays_it():
    club = scoring.rule_set("tw-club")
    plain = club.with_settings({"pull_dealer": False})
    again = plain.with_settings({"pull_dealer": True})
    assert [rules.terms.streak(2) for rules in (club, plain, again)] == ["連二拉二", "連二", "連二拉二"]
