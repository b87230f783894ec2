"""牌局的計番、結算與對局 Count hands, settle them and replay whole games of Hong Kong and Taiwanese mahjong.

Start with `Hand`, `rule_set` and `Game`. `scoring.documents` reads and answers JSON documents, `scoring.rulebook` has
fans, readings and offences as data, `scoring.extend` is for writing a rule set, `scoring.tournament` for programs that
run tournaments. Pure Python; nothing depends on the time of day.
"""

from scoring.book import Card, Chain, ChainMove, Colour, HandResult, Payment, RulingResult, Transfer
from scoring.errors import ScoringError
from scoring.game import apply, fold, start
from scoring.hand.hand import Hand
from scoring.hand.melds import Meld
from scoring.hand.score import FanRow, Score
from scoring.hand.tiles import read_tile, read_tiles, tile_names, write_tiles
from scoring.match import Game
from scoring.points import format_points
from scoring.rulesets import rule_set, rule_sets
from scoring.rulesets.counting import RuleSet
from scoring.seats import SEATS
from scoring.table.state import GameState
from scoring.table.wins import Win, Winner

__version__ = "0.1.0"

__all__ = [
    "SEATS",
    "Card",
    "Chain",
    "ChainMove",
    "Colour",
    "FanRow",
    "Game",
    "GameState",
    "Hand",
    "HandResult",
    "Meld",
    "Payment",
    "RuleSet",
    "RulingResult",
    "Score",
    "ScoringError",
    "Transfer",
    "Win",
    "Winner",
    "apply",
    "fold",
    "format_points",
    "read_tile",
    "read_tiles",
    "rule_set",
    "rule_sets",
    "start",
    "tile_names",
    "write_tiles",
]
