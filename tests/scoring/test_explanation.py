"""What a player is shown besides the sum: the reading chosen, what was not counted and why, the waits."""

import scoring
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.hand.score import Removed, Score
from tests.scoring.count_helpers import OPEN, Document, hand

LEAGUE = scoring.rule_set("hkma-league")


def score(document: Document) -> Score:
    return count(hand_from_document(document, LEAGUE), LEAGUE)


def groups(shown: Score) -> tuple[tuple[str, str, bool, bool], ...]:
    """Kind, tiles, whether it is open, whether it holds the winning tile."""
    return tuple((group.kind, group.tiles, group.open, group.winning) for group in shown.reading)


def removed(document: Document) -> dict[str, tuple[str, str, int]]:
    return {gone.name: (gone.by, gone.why, gone.count) for gone in score(document).removed}


def test_an_explanation_shows_melds_first_and_which_group_holds_the_winning_tile() -> None:
    shown = score(hand("56m789p567s88s", melds="chow:123m concealed_kong:1111z"))
    assert groups(shown) == (
        ("chow", "123m", True, False),
        ("concealed_kong", "1111z", False, False),
        ("chow", "456m", True, True),
        ("chow", "789p", False, False),
        ("chow", "567s", False, False),
        ("pair", "88s", False, False),
    )


def test_an_explanation_keeps_a_group_concealed_that_the_own_draw_finishes() -> None:
    drawn = groups(score(hand("123m456m789p22p88s111z", "8s", drawn=True)))
    assert ("pung", "888s", False, True) in drawn
    discard = groups(score(hand("123m456m789p22p88s111z", "8s")))
    assert ("pung", "888s", True, True) in discard


def test_an_explanation_marks_one_group_only_where_two_are_equal() -> None:
    shown = score(hand("123m123m56m789p567s88s", "4m")).reading
    assert sum(group.winning for group in shown) == 1
    twins = score(hand("12m123m456m789p567s88s", "3m")).reading
    assert [group.winning for group in twins if group.tiles == "123m"] == [True, False]


def test_an_explanation_shows_pairs_of_嚦咕_and_the_extra_meld_of_十三么() -> None:
    pairs = score(hand("1122m4455p7788s111z2z", "2z"))
    assert [group.tiles for group in pairs.reading] == ["111z", "11m", "22m", "44p", "55p", "77s", "88s", "22z"]
    assert [group.tiles for group in pairs.reading if group.winning] == ["22z"]
    orphans = score(hand("19m19p19s1234567z567m", "1z"))
    assert [group.tiles for group in orphans.reading] == ["567m"]
    assert score(hand("147m147p147s1234567z", "1z")).reading == ()


def test_an_explanation_says_which_fan_bars_which() -> None:
    gone = removed(hand(flowers="", drawn=True))
    assert gone["無字花"] == ("大平", "implied", 1)
    assert gone["門清"] == ("門摸", "implied", 1)
    assert gone["自摸"] == ("門摸", "implied", 1)


def test_an_explanation_says_that_a_lower_combination_lies_inside_a_higher_one() -> None:
    assert removed(hand("123m56m789m234p567s88s"))["老少上"] == ("清龍", "inside", 1)
    assert removed(hand("123m56m123p123s789p88s"))["相逢"] == ("三相逢", "inside", 3)


def test_an_explanation_says_what_a_fan_of_another_kind_bars() -> None:
    assert removed(hand("123m456m789m345m78m22m", "6m", drawn=True))["無字"] == ("清一色", "implied", 1)
    assert removed(hand("222p666s111z777m444z8s", "8s"))["門清"] == ("坎坎糊", "implied", 1)


def test_an_explanation_counts_a_separate_一般高_beside_一色三同順() -> None:
    document = hand("123m123m123m789p78p88s", "9p")
    counted = {row.name: row.value for row in score(document).fans}
    assert (counted["一色三同順"], counted["一般高"]) == (30, 5)
    assert removed(document)["一般高"] == ("一色三同順", "inside", 1)


def test_an_explanation_writes_waits_by_suit() -> None:
    shown = score(hand("123m456m789p22p88s111z", "8s"))
    assert shown.waits_text == "2p8s"
    assert shown.waits == (10, 25)


def test_an_explanation_explains_nothing_of_a_declared_花糊() -> None:
    shown = score(hand(winning="8f", flowers="1234567f", given="flower_win"))
    assert (shown.reading, shown.removed, shown.waits, shown.waits_text) == ((), (), (), "")
    assert repr(shown) == "<Score 30 番: 七搶一30>"


def test_an_explanation_names_each_removal_once() -> None:
    gone = score(hand("112233m112233p1122z", "2z", drawn=True)).removed
    assert len(set(gone)) == len(gone)
    assert Removed("自摸", "門摸", "implied", 1) in gone


def test_an_explanation_shows_an_open_kong_as_open() -> None:
    shown = groups(score(hand(OPEN, melds="added_kong:1111z")))
    assert shown[0] == ("added_kong", "1111z", True, False)
