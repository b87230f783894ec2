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
    """規則 A rule set with the chosen options: it counts hands, says why, and is the rules of a game.

    >>> from scoring import rule_set
    >>> rule_set("hkma-league", options={"L-1": "all"})
    <RuleSet hkma-league L-1=all>
    """

    def score(self, hand: Hand) -> Score:
        """計番 Count a won hand. Raises ScoringError: not_a_winning_hand if it is incomplete; wrong_tile_count,
        bad_tile or bad_value for what these rules do not have; impossible_circumstance if the way it was won
        contradicts itself, the tiles or the rules."""
        return count(hand, self)

    def explain(self, hand: Hand) -> Explanation:
        """為甚麼 The count with the reason of each fan, and the fans that are present but not counted."""
        from scoring.count.explanation import explained  # only pages that explain need it

        return explained(hand, self)

    def alternatives(self, hand: Hand) -> tuple[Score, ...]:
        """所有解讀 Every reading of a won hand with its own count, the highest first."""
        from scoring.count.alternatives import alternatives

        return alternatives(hand, self)

    def waits(self, tiles: Tiles, melds: Iterable[object] = ()) -> tuple[Tile, ...]:
        """聽牌 The kinds that complete these tiles, which are one tile short; empty where they are not ready."""
        held, laid = read_tiles(tiles, "concealed"), read_melds(melds)
        refuse_number(held, laid, self)
        return waits_of(held, laid, self.shapes)

    def tiles_away(self, tiles: Tiles, melds: Iterable[object] = (), visible: Tiles = "") -> Away:
        """向聽、進牌 How many tiles these are from being ready, and which tiles bring them nearer. `visible`: seen on
        the table outside these tiles and melds."""
        from scoring.away import tiles_away

        seen = read_tiles(visible, "visible")
        return tiles_away(read_tiles(tiles, "concealed"), read_melds(melds), self, seen)

    def worth_of_waits(self, hand: Hand) -> tuple[WaitWorth, ...]:
        """聽牌值 What a hand would be worth with each tile that it waits for."""
        from scoring.count.alternatives import worth_of_waits

        return worth_of_waits(hand, self)
