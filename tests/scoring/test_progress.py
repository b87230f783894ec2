"""What a page says while tiles are being laid out."""

import pytest

import scoring
from scoring.count.alternatives import Progress, progress
from scoring.hand.melds import Meld, meld
from scoring.hand.tiles import read_tiles, write_tiles


def laid(tiles: str, *melds: Meld, rules: str = "hkma-league") -> Progress:
    return progress(read_tiles(tiles), melds, scoring.rule_set(rules))


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
def test_the_sentence_says_how_far_a_hand_is(tiles: str, stage: str, sentence: str) -> None:
    stands = laid(tiles)
    assert (stands.stage, stands.zh) == (stage, sentence)
    assert stands.en.isascii()


def test_a_meld_counts_as_three_tiles_kongs_too() -> None:
    kong, chow = meld("concealed_kong", 27), meld("chow", 0)
    assert laid("56m234p567s88s", kong, chow).waits == (3, 6)
    assert laid("456m234p567s88s", kong, chow).stage == "complete"
    assert laid("456m234p567s88s", kong).count == 3


def test_the_sentence_names_the_suits_that_do_not_come_out() -> None:
    assert laid("124m56m789p234p567s88s1z").unfinished == (0, 3)
    assert laid("11m222m11p222p11s222s55z").unfinished == ()


def test_the_sentence_knows_the_waits_of_special_shapes() -> None:
    assert write_tiles(laid("19m19p19s1234567z567m").waits) == "19m19p19s1234567z"


@pytest.mark.parametrize(
    ("rules", "tiles", "melds", "stage", "waits"),
    [
        ("hkma-masters", "123m", (), "missing", ""),
        ("hkma-masters", "123m56m789p234p88s", (), "ready", "47m"),
        ("hkma-masters", "56m88s", (meld("chow", 9), meld("concealed_kong", 27), meld("pung", 30)), "ready", "47m"),
        ("hkma-masters", "19m19p19s1234567z", (), "ready", "19m19p19s1234567z"),
        ("hkma-masters", "119m19p19s123456z7z", (), "complete", ""),
        ("hkma-masters", "123m56m789p234p88s49m", (), "too_many", ""),
        ("hk-classic", "147m258p369s1234567z", (), "ready", "1234567z"),
        ("hk-classic", "147m258p369s1234567z1m", (), "cannot_win", ""),
        ("hk-classic", "147m258p369s11234567z", (), "complete", ""),
        ("hk-classic", "19m19p19s11234567z", (meld("concealed_kong", 4),), "complete", ""),
    ],
)
def test_the_sentence_says_so_by_the_shapes_of_each_rule_set(
    rules: str, tiles: str, melds: tuple[Meld, ...], stage: str, waits: str
) -> None:
    stands = laid(tiles, *melds, rules=rules)
    assert (stands.stage, write_tiles(stands.waits)) == (stage, waits)
