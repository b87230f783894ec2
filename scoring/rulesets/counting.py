"""規則 A rule set that counts hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scoring.count import count
from scoring.hand.hand import Hand, Tiles
from scoring.hand.melds import read_melds
from scoring.hand.score import Score
from scoring.hand.tiles import Tile, read_tiles
from scoring.reading.winning_shapes import waits_of
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import refuse_number

if TYPE_CHECKING:
    from scoring.away import Away
    from scoring.count.alternatives import WaitWorth
    from scoring.count.explanation import Explanation


class RuleSet(RuleData):
    """規則 A rule set with its options: it counts hands, explains the count, and has the rules of the game.

    >>> from scoring import rule_set
    >>> rule_set("hkma-league", options={"L-1": "all"})
    <RuleSet hkma-league L-1=all>
    """

    def score(self, hand: Hand) -> Score:
        """計番 Count a won hand.

        Raises ScoringError: not_a_winning_hand if it is not complete; wrong_tile_count, bad_tile or bad_value if these
        rules have no such hand; impossible_circumstance if the way it was won contradicts itself, the tiles or the
        rules.
        """
        return count(hand, self)

    def explain(self, hand: Hand) -> Explanation:
        """為甚麼 Count a won hand and give the reason for each fan, and the fans that are present but do not count.
        Raises ScoringError as `score` does."""
        from scoring.count.explanation import explained  # only pages that explain need it

        return explained(hand, self)

    def alternatives(self, hand: Hand) -> tuple[Score, ...]:
        """所有解讀 Count every way to arrange the tiles of a won hand in groups, the highest first. Raises ScoringError
        as `score` does."""
        from scoring.count.alternatives import alternatives

        return alternatives(hand, self)

    def waits(self, tiles: Tiles, melds: Iterable[object] = ()) -> tuple[Tile, ...]:
        """聽牌 The kinds of tile that complete a hand which is one tile short; none if it is not ready. Raises
        ScoringError wrong_tile_count, bad_tile or bad_meld."""
        held, laid = read_tiles(tiles, "concealed"), read_melds(melds)
        refuse_number(held, laid, self)
        return waits_of(held, laid, self.shapes)

    def tiles_away(self, tiles: Tiles, melds: Iterable[object] = (), visible: Tiles = "") -> Away:
        """向聽、進牌 How many tiles a hand needs to be ready, and which tiles bring it nearer. `visible`: other tiles
        seen on the table. Raises ScoringError wrong_tile_count, too_many_copies, bad_tile or bad_meld."""
        from scoring.away import tiles_away

        seen = read_tiles(visible, "visible")
        return tiles_away(read_tiles(tiles, "concealed"), read_melds(melds), self, seen)

    def worth_of_waits(self, hand: Hand) -> tuple[WaitWorth, ...]:
        """聽牌值 What the hand would count with each tile that completes it, instead of its own winning tile."""
        from scoring.count.alternatives import worth_of_waits

        return worth_of_waits(hand, self)
