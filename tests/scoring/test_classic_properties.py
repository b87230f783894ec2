"""What holds for every hand of hk-classic."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.documents.score import score_document
from scoring.hand.tiles import read_tiles, write_tiles
from tests.scoring.fast_helpers import engine_of, ways, worth
from tests.scoring.random_hands import won_hands

Document = dict[str, Any]
WON = won_hands("hk-classic").filter(lambda document: "f" not in document["winning_tile"])  # 花糊 has no tiles to count


@given(WON, st.randoms(use_true_random=False))
def test_the_count_does_not_care_in_which_order_tiles_are_written(document: Document, shuffler: random.Random) -> None:
    tiles = list(read_tiles(document["concealed"]))
    shuffler.shuffle(tiles)
    shuffled = {**document, "concealed": "".join(write_tiles((tile,)) for tile in tiles)}
    assert score_document(shuffled) == score_document(document)


@given(WON, st.permutations("mps"))
def test_the_count_gives_all_suits_the_same_worth_but_the_moon(document: Document, swap: list[str]) -> None:
    table = str.maketrans("mps", "".join(swap))
    other = {key: value for key, value in document.items() if key != "circumstances"}
    renamed = {key: other[key].translate(table) for key in ("concealed", "winning_tile", "visible") if key in other}
    melds = [{**meld, "tiles": meld["tiles"].translate(table)} for meld in other.get("melds", ())]
    one, same = ({**hand, "robbed_in_a_row": 1} for hand in (other, {**other, **renamed, "melds": melds}))
    assert score_document(one)["total"] == score_document(same)["total"]


@given(WON)
def test_the_count_adds_its_rows_up_and_waits_for_the_tile_that_won(document: Document) -> None:
    told = score_document(document)
    assert sum(row["value"] for row in told["fans"]) == told["total"] > 0
    assert len({row["name"] for row in told["fans"]}) == len(told["fans"])
    assert set(read_tiles(document["winning_tile"])) <= set(read_tiles(told["waits"]))


@given(st.lists(st.integers(0, 15), min_size=1, max_size=5), st.integers(0, 8), st.randoms(use_true_random=False))
def test_the_count_never_gives_an_open_group_more_than_a_concealed_one(
    groups: list[int], pair: int, chooser: random.Random
) -> None:
    tiles = [tile for group in groups for tile in _group(group)] + [pair, pair]
    if max(tiles.count(tile) for tile in tiles) > 4:
        return
    rank, engine = chooser.choice(tiles), engine_of(scoring.rule_set("hk-classic"), warm=False)
    drawn, discarded = [ways(engine, tiles, rank, own) for own in (True, False)]
    assert [(piece.place, piece.chow) for piece in drawn] == [(piece.place, piece.chow) for piece in discarded]
    assert all(worth(open_) <= worth(closed) for open_, closed in zip(discarded, drawn, strict=True))


def _group(number: int) -> list[int]:
    """One of seven chows or nine pungs of 萬."""
    return [number, number + 1, number + 2] if number < 7 else [number - 7] * 3
