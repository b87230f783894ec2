"""Readings of the league that an organiser can switch: what each value does to a count."""

import pytest

from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from tests.scoring.count_helpers import OPEN, Document, Rows, hand, rows, total


def under(option: str, value: str, document: Document) -> Rows:
    return rows({**document, "options": {option: value}})


CLOSED_KONG = hand(OPEN, melds="concealed_kong:1111z")
OPEN_KONG = hand(OPEN, melds="kong:1111z")
ADDED_KONG = hand(OPEN, melds="added_kong:1111z")


@pytest.mark.parametrize(
    ("value", "kept"),
    [("concealed", [True, False, False]), ("none", [False, False, False]), ("all", [True, True, True])],
)
def test_it_keeps_門清_with_the_kongs_of_L1(value: str, kept: list[bool]) -> None:
    counted = [under("L-1", value, document) for document in (CLOSED_KONG, OPEN_KONG, ADDED_KONG)]
    assert ["門清" in each for each in counted] == kept
    claimed = hand(OPEN, melds="chow:123m")
    assert "門清" not in under("L-1", value, claimed)


def test_it_counts_門摸_as_the_total_or_added_by_L2() -> None:
    drawn = hand(drawn=True)
    assert "門清" not in under("L-2", "total", drawn)
    added = under("L-2", "added", drawn)
    assert (added["門清"], added["門摸"]) == ((1, 3), (1, 5))
    assert "自摸" not in added


def test_it_leaves_out_the_base_by_L4() -> None:
    assert under("L-4", "5", hand())["底"] == (1, 5)
    assert "底" not in under("L-4", "0", hand())
    assert total({**hand(), "options": {"L-4": "0"}}) == total(hand()) - 5


def test_it_tests_大雞_without_the_base() -> None:
    chicken = hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="1f")
    assert under("L-4", "0", chicken) == {"花牌": (1, 1), "大雞": (1, 30)}


def test_it_adds_八歸_to_the_returns_or_puts_it_in_their_place_by_L7() -> None:
    two = hand("777m56m789m222p234p88s")
    added = under("L-7", "added", two)
    assert (added["四歸二"], added["八歸"]) == ((2, 20), (1, 20))
    instead = under("L-7", "instead", two)
    assert "四歸二" not in instead
    assert instead["八歸"] == (1, 20)


def test_it_puts_十二歸_in_the_place_of_the_returns_by_L7() -> None:
    three = hand("222m333m234m777p789p8s", "8s")
    assert {"四歸二", "十二歸"} <= set(under("L-7", "added", three))
    assert "四歸二" not in under("L-7", "instead", three)


def test_it_looks_for_四絕_on_the_table_or_in_the_hand_too_by_L8() -> None:
    one_own = hand("345m56m789p234p567s88s", "4m", visible="44m")
    assert "四絕" not in under("L-8", "table", one_own)
    assert "四絕" in under("L-8", "table_and_hand", one_own)


def test_it_sees_own_claimed_melds_on_the_table() -> None:
    claimed = hand("56m789p234p567s88s", "4m", melds="pung:444m")
    assert "四絕" in rows(claimed)
    assert "四絕" not in rows({**claimed, "self_draw": True})


def test_it_counts_海底_on_the_own_draw_or_on_the_last_discard_too_by_L10() -> None:
    drawn = hand(OPEN, melds="chow:123m", drawn=True, given="last_tile")
    discard = hand(OPEN, melds="chow:123m", given="last_discard")
    own = under("L-10", "own_draw", drawn)
    assert own["海底"] == (1, 10)
    assert "自摸" not in own
    assert "海底" not in under("L-10", "own_draw", discard)
    any_last = under("L-10", "any_last", drawn)
    assert (any_last["海底"], any_last["自摸"]) == ((1, 10), (1, 1))
    assert under("L-10", "any_last", discard)["海底"] == (1, 10)


@pytest.mark.parametrize("name", ["混么", "清么"])
def test_it_counts_對對糊_beside_么_or_drops_it_by_L14(name: str) -> None:
    pair = "77z" if name == "混么" else "11s"
    document = hand(f"11m{pair}", "1m", melds="pung:999m pung:111p pung:999p pung:999s")
    assert {name, "對對糊"} <= set(under("L-14", "counted", document))
    dropped = under("L-14", "dropped", document)
    assert name in dropped
    assert "對對糊" not in dropped


def test_it_lets_十三么_rob_a_concealed_kong_or_not_by_L24() -> None:
    orphans = hand("119m19p19s123456z567m", "7z", given="robbed_concealed_kong")
    assert under("L-24", "allowed", orphans)["搶槓"] == (1, 10)
    with pytest.raises(ScoringError, match="impossible_circumstance"):
        under("L-24", "refused", orphans)


@pytest.mark.parametrize(("option", "value"), [("L-3", "x"), ("L-1", "open"), ("L-99", "all"), ("l-1", "all")])
def test_it_refuses_options_that_it_does_not_have(option: str, value: str) -> None:
    with pytest.raises(ScoringError) as refused:
        get_rule_set("hkma-league", {option: value})
    assert refused.value.code == "bad_option"
    assert option in refused.value.zh


def test_it_gives_one_object_for_equal_choices() -> None:
    assert get_rule_set("hkma-league") is get_rule_set("hkma-league", {})
    chosen = {"L-1": "all", "L-4": "0"}
    assert get_rule_set("hkma-league", chosen) is get_rule_set("hkma-league", dict(reversed(chosen.items())))
    assert get_rule_set("hkma-league", chosen).options == {**get_rule_set("hkma-league").options, **chosen}


def test_it_has_no_settings() -> None:
    with pytest.raises(ScoringError) as refused:
        get_rule_set("hkma-league", settings={"base": "10"})
    assert refused.value.code == "bad_setting"


def test_it_knows_its_rule_sets_by_id() -> None:
    with pytest.raises(ScoringError) as refused:
        get_rule_set("hkma")
    assert refused.value.code == "unknown_rule_set"
