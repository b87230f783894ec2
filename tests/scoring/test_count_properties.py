"""Properties of every won hand, tried with every count."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.documents.score import score_document
from scoring.hand.tiles import RANK_OF, SUIT_OF, read_tiles, write_tiles
from tests.scoring.fast_helpers import engine_of, ways, worth
from tests.scoring.random_hands import Document, won_hands

HANDS = {name: won_hands(name) for name in ("hkma-league", "hkma-masters", "hk-classic", "tw-club", "tw-sixteen")}
each_count = pytest.mark.parametrize("rule_set", HANDS)


def renamed(document: Document, name: Callable[[str], str]) -> Document:
    """The same hand with every tile text passed through `name`."""
    told = [key for key in ("concealed", "winning_tile", "visible") if key in document]
    new = document | {key: name(document[key]) for key in told}
    if "melds" in document:
        new["melds"] = [{"kind": meld["kind"], "tiles": name(meld["tiles"])} for meld in document["melds"]]
    return new


@pytest.mark.parametrize("rule_set", [name for name in HANDS if name != "hkma-masters"])  # whose total has a limit
@given(data=st.data())
def test_the_count_adds_its_rows_up_to_the_total_with_one_row_a_fan(rule_set: str, data: st.DataObject) -> None:
    answer = score_document(data.draw(HANDS[rule_set]))
    names = [row["name"] for row in answer["fans"]]
    assert sum(row["value"] for row in answer["fans"]) == answer["total"]
    assert len(set(names)) == len(names)
    assert all(row["count"] > 0 and row["value"] > 0 for row in answer["fans"])


@given(HANDS["hkma-masters"])
def test_a_hand_of_the_masters_that_meets_the_minimum_is_paid(document: Document) -> None:
    answer = score_document(document)
    assert answer["meets_minimum"] == (answer["total"] >= 3) == ("points" in answer)


@each_count
@given(data=st.data(), shuffler=st.randoms(use_true_random=False))
def test_the_count_does_not_care_in_which_order_tiles_are_written(
    rule_set: str, data: st.DataObject, shuffler: random.Random
) -> None:
    document = data.draw(HANDS[rule_set])
    tiles = list(read_tiles(document["concealed"]))
    shuffler.shuffle(tiles)
    shuffled = {**document, "concealed": "".join(write_tiles((tile,)) for tile in tiles)}
    assert score_document(shuffled) == score_document(document)


@each_count
@given(data=st.data(), swap=st.permutations("mps"))
def test_the_count_gives_all_suits_the_same_worth(rule_set: str, data: st.DataObject, swap: list[str]) -> None:
    document = data.draw(HANDS[rule_set])
    if rule_set == "hk-classic" and "f" not in document["winning_tile"]:  # where the moon is in the last tile
        document = {key: value for key, value in document.items() if key not in ("circumstances", "robbed_in_a_row")}
    table = str.maketrans("mps", "".join(swap))
    other = renamed(document, lambda text: text.translate(table))
    assert score_document(other)["total"] == score_document(document)["total"]


@given(HANDS["hkma-league"])
def test_the_count_gives_low_and_high_ranks_the_same_worth(document: Document) -> None:
    def mirrored(text: str) -> str:
        return write_tiles(9 * (tile // 9) + 8 - tile % 9 if tile < 27 else tile for tile in read_tiles(text))

    assert score_document(renamed(document, mirrored))["total"] == score_document(document)["total"]


@each_count
@given(data=st.data())
def test_the_count_waits_for_the_tile_that_won_unless_only_the_flowers_did(rule_set: str, data: st.DataObject) -> None:
    document = data.draw(HANDS[rule_set])
    answer = score_document(document)
    if answer["shape"] != "flowers":
        assert set(read_tiles(document["winning_tile"])) <= set(read_tiles(answer["waits"]))


@each_count
@given(data=st.data())
def test_the_count_never_counts_what_it_says_is_removed_whole(rule_set: str, data: st.DataObject) -> None:
    document = data.draw(HANDS[rule_set])
    rules = scoring.rule_set(rule_set, document.get("options"))
    score = count(hand_from_document(document, rules), rules)
    if "+" not in score.shape:
        counted = {row.name for row in score.fans}
        assert not {gone.name for gone in score.removed if gone.why == "implied"} & counted
        assert {gone.by for gone in score.removed} <= {fan.name for fan in rules.fans}


@pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
@given(data=st.data())
def test_the_count_shows_the_tiles_of_the_hand_in_its_groups(rule_set: str, data: st.DataObject) -> None:
    document = data.draw(HANDS[rule_set])
    answer = score_document(document)
    shown = sorted(tile for group in answer["reading"] for tile in read_tiles(group))
    melds = [tile for meld in document.get("melds", ()) for tile in read_tiles(meld["tiles"])]
    held = read_tiles(document["concealed"]) + read_tiles(document["winning_tile"])
    assert shown == sorted([*held, *melds]) or answer["shape"] == "flowers"


@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic"])
@given(
    groups=st.lists(st.integers(0, 15), min_size=1, max_size=5),
    pair=st.integers(0, 8),
    chooser=st.randoms(use_true_random=False),
)
def test_the_count_never_gives_an_open_group_more_than_a_concealed_one(
    rule_set: str, groups: list[int], pair: int, chooser: random.Random
) -> None:
    tiles = [tile for group in groups for tile in _group(group)] + [pair, pair]
    if max(tiles.count(tile) for tile in tiles) > 4:
        return
    rank, engine = chooser.choice(tiles), engine_of(scoring.rule_set(rule_set), warm=False)
    drawn, discarded = [ways(engine, tiles, rank, own) for own in (True, False)]
    assert [(piece.place, piece.chow) for piece in drawn] == [(piece.place, piece.chow) for piece in discarded]
    assert all(worth(open_) <= worth(closed) for open_, closed in zip(discarded, drawn, strict=True))


def _group(number: int) -> list[int]:
    """One of seven chows or nine pungs of 萬."""
    return [number, number + 1, number + 2] if number < 7 else [number - 7] * 3


def test_the_count_numbers_tiles_by_suit_and_rank() -> None:
    assert [(SUIT_OF[tile], RANK_OF[tile]) for tile in (0, 8, 9, 26, 27, 33)] == [
        (0, 0), (0, 8), (1, 0), (2, 8), (3, 0), (3, 6),
    ]  # fmt: skip
