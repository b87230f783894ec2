"""What holds for every hand of the two Taiwanese counts."""

from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.documents.score import score_document
from scoring.hand.tiles import read_tiles
from tests.scoring.random_hands import Document, won_hands

HANDS = won_hands("tw-club", "tw-sixteen")


@given(HANDS, st.permutations("mps"))
def test_the_count_gives_all_suits_the_same_worth(document: Document, swap: list[str]) -> None:
    table = str.maketrans("mps", "".join(swap))
    told = [key for key in ("concealed", "winning_tile", "visible") if key in document]
    other = document | {key: document[key].translate(table) for key in told}
    if "melds" in document:
        other["melds"] = [{**meld, "tiles": meld["tiles"].translate(table)} for meld in document["melds"]]
    assert score_document(other)["total"] == score_document(document)["total"]


@given(HANDS)
def test_the_count_waits_for_the_tile_that_won_unless_only_the_flowers_did(document: Document) -> None:
    answer = score_document(document)
    won = read_tiles(document["winning_tile"])
    assert set(won) <= set(read_tiles(answer["waits"])) or (answer["shape"], answer["waits"]) == ("flowers", "")


@given(HANDS)
def test_the_count_never_counts_what_it_says_is_removed_whole(document: Document) -> None:
    rules = scoring.rule_set(document["rule_set"])
    score = count(hand_from_document(document, rules), rules)
    counted = {row.name for row in score.fans}
    assert not {gone.name for gone in score.removed if gone.why == "implied"} & counted
    assert {gone.by for gone in score.removed} <= {fan.name for fan in rules.fans}
    assert all(row.count > 0 and row.value > 0 for row in score.fans)


@given(HANDS)
def test_the_count_shows_the_tiles_of_the_hand_in_its_groups(document: Document) -> None:
    answer = score_document(document)
    shown = sorted(tile for group in answer["reading"] for tile in read_tiles(group))
    melds = [tile for meld in document.get("melds", ()) for tile in read_tiles(meld["tiles"])]
    held = read_tiles(document["concealed"]) + read_tiles(document["winning_tile"])
    assert shown == sorted([*held, *melds]) or answer["shape"] == "flowers"
