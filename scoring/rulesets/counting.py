"""規則 A rule set that counts hands."""

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
    """規則 A rule set with the options chosen for a tournament. It scores and explains hands, and holds the rules of
    the game. Get one from `rule_set`; the constructor is for rule sets of your own (`scoring.extend`).

    id, version: such as "hkma-league" and "4"
    unit: the unit of the count, "番" or "台"
    fans: each fan (scoring pattern) with its value
    circumstances: the special ways of winning that `Hand` may name
    readings: the questions that the rule text leaves open, with the answers that `options` may choose
    settings: the amounts and limits that each tournament chooses
    offences: the catalogue of offences with their penalties
    game: the rules of the game, such as `game.rewards`

    >>> from scoring import rule_set
    >>> rule_set("hkma-league", options={"L-1": "all"})
    <RuleSet hkma-league L-1=all>
    """

    def score(self, hand: Hand) -> Score:
        """計番 Return what a won hand is worth. A hand below the minimum is scored too (`Score.meets_minimum`).

        Raises ScoringError:
        not_a_winning_hand: the tiles do not make a complete hand
        wrong_tile_count: there are too many tiles or too few
        bad_tile: this rule set has no such tile
        bad_value: it does not know some other value of the hand
        impossible_circumstance: the way of winning contradicts itself, the tiles or the rules
        """
        return count(hand, self)

    def explain(self, hand: Hand) -> "Explanation":
        """為甚麼 Return an `Explanation` of a won hand.

        score: the `Score`, as from `RuleSet.score`
        rows: one for each fan that counts, saying why. It has `fan` (the fan's name), `groups` (the groups of tiles
            that make it) and `sentence("en")`, the reason in words
        left: one for each fan that the hand has but that does not count. It has `fan`, and in `by` the name of the fan
            that excludes it

        Raises ScoringError as `RuleSet.score` does.
        """
        from scoring.count.explanation import explained  # only pages that explain need it

        return explained(hand, self)

    def alternatives(self, hand: Hand) -> tuple[Score, ...]:
        """所有解讀 Return a score for every way to divide the tiles of a won hand into groups, the highest first.
        Raises ScoringError as `score` does."""
        from scoring.count.alternatives import alternatives

        return alternatives(hand, self)

    def waits(self, tiles: Tiles, melds: Iterable[object] = ()) -> tuple[Tile, ...]:
        """聽牌 Return every tile that would complete the hand; an empty tuple if it is not ready. A tile of which the
        player already holds all four copies is not returned.

        tiles: the concealed tiles before a draw: 13, or 16 under the sixteen-tile rules, and three fewer for each meld

        Raises ScoringError wrong_tile_count, bad_tile or bad_meld.
        """
        held, laid = read_tiles(tiles, "concealed"), read_melds(melds)
        refuse_number(held, laid, self)
        return waits_of(held, laid, self.shapes)

    def tiles_away(self, tiles: Tiles, melds: Iterable[object] = (), visible: Tiles = "") -> "Away":
        """向聽、進牌 Return how far a hand is from being ready: in `away` how many tiles it needs (0: it is ready, -1:
        it has won), and in `useful` the tiles that bring it nearer, each with how many copies are `left`.

        tiles: the concealed tiles. If a drawn tile is among them, `useful` joins the useful tiles of all the best
            discards
        melds: as for `Hand`
        visible: tiles seen on the table, except the player's own melds; they only lower `left`

        Raises ScoringError wrong_tile_count, too_many_copies, bad_tile or bad_meld.
        """
        from scoring.away import tiles_away

        seen = read_tiles(visible, "visible")
        return tiles_away(read_tiles(tiles, "concealed"), read_melds(melds), self, seen)

    def worth_of_waits(self, hand: Hand) -> "tuple[WaitWorth, ...]":
        """聽牌值 Take the winning tile away from a won hand, and return a row for each tile that would complete it
        again, the winning tile included. Tiles with no copy left get no row.

        A row has the `tile`; `left`, how many copies are neither in the rest of the hand nor `visible`; and
        the scores `by_discard` and `by_own_draw`, None if the hand cannot be won that way with that tile. Raises
        ScoringError as `score` does.
        """
        from scoring.count.alternatives import worth_of_waits

        return worth_of_waits(hand, self)
