"""What holds for every hand that can be won, whichever it is."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.documents.score import score_document
from scoring.hand.tiles import RANK_OF, SUIT_OF, read_tiles, write_tiles
from tests.oracle.random_hands import is_possible, valid_hand, without_story
from tests.scoring.fast_helpers import engine_of, ways, worth

Document = dict[str, Any]
LEAGUE = scoring.rule_set("hkma-league")


def won_hand(seed: int) -> Document:
    """A hand as it might be won, told without what cannot have happened."""
    document = valid_hand(random.Random(seed))
    return document if is_possible(document) else without_story(document)


hands = st.integers(min_value=0, max_value=10**9).map(won_hand)
swaps = st.permutations("mps")


def renamed(document: Document, name: Any) -> Document:
    """The same hand with every tile text passed through `name`."""
    new = {
        **document,
        **{key: name(document[key]) for key in ("concealed", "winning_tile", "visible") if key in document},
    }
    if "melds" in document:
        new["melds"] = [{"kind": meld["kind"], "tiles": name(meld["tiles"])} for meld in document["melds"]]
    return new


@given(hands)
def test_the_count_adds_its_rows_up_to_the_total_with_one_row_a_fan(document: Document) -> None:
    answer = score_document(document)
    names = [row["name"] for row in answer["fans"]]
    assert sum(row["value"] for row in answer["fans"]) == answer["total"]
    assert len(set(names)) == len(names)
    assert all(row["count"] > 0 and row["value"] > 0 for row in answer["fans"])


@given(hands, st.randoms(use_true_random=False))
def test_the_count_does_not_care_in_which_order_tiles_are_written(document: Document, shuffler: random.Random) -> None:
    tiles = list(read_tiles(document["concealed"]))
    shuffler.shuffle(tiles)
    shuffled = {**document, "concealed": "".join(write_tiles((tile,)) for tile in tiles)}
    assert score_document(shuffled) == score_document(document)


@given(hands, swaps)
def test_the_count_gives_all_suits_the_same_worth(document: Document, swap: list[str]) -> None:
    table = str.maketrans("mps", "".join(swap))
    other = renamed(document, lambda text: text.translate(table))
    assert score_document(other)["total"] == score_document(document)["total"]


@given(hands)
def test_the_count_gives_low_and_high_ranks_the_same_worth(document: Document) -> None:
    def mirrored(text: str) -> str:
        return write_tiles(9 * (tile // 9) + 8 - tile % 9 if tile < 27 else tile for tile in read_tiles(text))

    assert score_document(renamed(document, mirrored))["total"] == score_document(document)["total"]


@given(hands)
def test_the_count_waits_for_the_tile_that_won(document: Document) -> None:
    answer = score_document(document)
    if answer["shape"] != "flowers":
        assert set(read_tiles(document["winning_tile"])) <= set(read_tiles(answer["waits"]))


@given(hands)
def test_the_count_never_counts_what_it_says_is_removed_whole(document: Document) -> None:
    rules = scoring.rule_set("hkma-league", document.get("options"))
    score = count(hand_from_document(document, rules), rules)
    if "+" not in score.shape:
        counted = {row.name for row in score.fans}
        assert not {gone.name for gone in score.removed if gone.why == "implied"} & counted
        assert {gone.by for gone in score.removed} <= {fan.name for fan in rules.fans}


@given(st.lists(st.integers(0, 26), min_size=1, max_size=5), st.integers(0, 8), st.randoms(use_true_random=False))
def test_the_count_never_gives_an_open_group_more_than_a_concealed_one(
    groups: list[int], pair: int, chooser: random.Random
) -> None:
    tiles = [tile for group in groups for tile in _group(group)] + [pair, pair]
    if max(tiles.count(tile) for tile in tiles) > 4:
        return
    rank, engine = chooser.choice(tiles), engine_of(LEAGUE, warm=False)
    drawn, discarded = [ways(engine, tiles, rank, own) for own in (True, False)]
    assert [(piece.place, piece.chow) for piece in drawn] == [(piece.place, piece.chow) for piece in discarded]
    assert all(worth(open_) <= worth(closed) for open_, closed in zip(discarded, drawn, strict=True))


def _group(number: int) -> list[int]:
    """One of seven chows or nine pungs of 萬."""
    rank = number % 16
    return [rank, rank + 1, rank + 2] if rank < 7 else [rank - 7] * 3


def test_the_count_numbers_tiles_by_suit_and_rank() -> None:
    assert [(SUIT_OF[tile], RANK_OF[tile]) for tile in (0, 8, 9, 26, 27, 33)] == [
        (0, 0), (0, 8), (1, 0), (2, 8), (3, 0), (3, 6),
    ]  # fmt: skip
