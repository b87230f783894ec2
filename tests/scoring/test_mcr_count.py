"""國標 counted: the minimum without flowers, and what holds of every hand. What people counted is in hands/mcr.txt."""

from scoring import ScoringError
from scoring.count import count
from scoring.count.definition import count_each
from scoring.count.explanation import explained
from scoring.documents import hand_from_document, score_document
from tests.lacking import REPEATS
from tests.scoring.mcr_helpers import MCR, mcr, mcr_hand


def test_flowers_count_but_do_not_help_to_reach_eight() -> None:
    answer = score_document(mcr("12356m67899p345s", "7m", flowers="12345678f"))
    assert answer["total"] >= 8
    assert not answer["meets_minimum"]
    chicken = score_document(mcr("78m22z", "6m", melds="chow:123m chow:234p chow:567s", flowers="1f"))
    assert (chicken["total"], chicken["meets_minimum"]) == (9, True)


def test_the_answers_of_random_hands_hold_together() -> None:
    """Rows add up, the highest reading counts, no limit, and the explanation says the same."""
    shapes = set()
    for seed in range(200 * REPEATS):
        document = mcr_hand(seed)
        hand = hand_from_document(document, MCR)
        try:
            score = count(hand, MCR)
        except ScoringError:
            continue
        shapes.add(score.shape)
        assert score.total == sum(row.value for row in score.fans) == max(one.total for one in count_each(hand, MCR))
        assert not score.limit
        flowers = sum(row.value for row in score.fans if row.name == "花牌")
        assert score.meets_minimum == (score.total - flowers >= 8)
        assert hand.winning_tile in score.waits
        reasons = explained(hand, MCR)
        assert [(row.name, row.count, row.value) for row in reasons.rows] == [
            (row.name, row.count, row.value) for row in score.fans
        ]
    assert shapes == {"basic", "seven_pairs", "knitted_straight", "fourteen_unrelated", "thirteen_orphans"}
