"""What a page says while tiles are being laid out."""

import pytest

from scoring.count.alternatives import Progress, tiles_away
from scoring.hand.melds import Meld, meld
from scoring.hand.tiles import read_tiles, write_tiles
from scoring.rulesets import get_rule_set

LEAGUE = get_rule_set("hkma-league")


def laid(tiles: str, *melds: Meld) -> Progress:
    return tiles_away(read_tiles(tiles), melds, LEAGUE)


@pytest.mark.parametrize(
    ("tiles", "stage", "sentence"),
    [
        ("", "missing", "差 17 隻"),
        ("123m56m789p234p567s8s", "missing", "差 2 隻"),
        ("123m56m789p234p567s88s", "ready", "差 1 隻，聽四萬、七萬"),
        ("124m79m789p258p567s8s1z", "not_ready", "差 1 隻，未聽牌"),
        ("123m456m789p234p567s88s", "complete", "湊成食糊形"),
        ("1122m4455p7788s11122z", "complete", "湊成食糊形"),
        ("19m19p19s1234567z567m1z", "complete", "湊成食糊形"),
        ("147m147p147s1234567z1z", "complete", "湊成食糊形"),
        ("124m56m789p234p567s88s1z", "cannot_win", "食唔到：萬子、番子未成組"),
        ("11m222m11p222p11s222s55z", "cannot_win", "食唔到：眼多於一對"),
        ("123m456m789p234p567s88s1z", "too_many", "多了 1 隻"),
    ],
)
def test_it_says_where_a_hand_stands(tiles: str, stage: str, sentence: str) -> None:
    stands = laid(tiles)
    assert (stands.stage, stands.zh) == (stage, sentence)
    assert stands.en.isascii()


def test_it_counts_a_meld_as_three_tiles_kongs_too() -> None:
    kong, chow = meld("concealed_kong", 27), meld("chow", 0)
    assert laid("56m234p567s88s", kong, chow).waits == (3, 6)
    assert laid("456m234p567s88s", kong, chow).stage == "complete"
    assert laid("456m234p567s88s", kong).count == 3


def test_it_names_the_suits_that_do_not_come_out() -> None:
    assert laid("124m56m789p234p567s88s1z").unfinished == (0, 3)
    assert laid("11m222m11p222p11s222s55z").unfinished == ()


def test_it_knows_the_waits_of_special_shapes() -> None:
    assert write_tiles(laid("19m19p19s1234567z567m").waits) == "19m19p19s1234567z"
