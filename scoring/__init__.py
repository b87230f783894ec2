"""牌局的計番、結算與對局 Count hands, settle them and replay whole games of Hong Kong and Taiwanese mahjong.

The public face: outside code imports from here, and rule sets from `scoring.rulesets`. Pure Python without a clock.
"""

from scoring.book import Card, Chain, ChainMove, Colour, HandResult, Payment, RulingResult, Transfer
from scoring.count import count
from scoring.count.alternatives import WaitWorth, alternatives, progress, worth_of_waits
from scoring.count.document import hand_from_document
from scoring.count.explanation import DroppedFan, Explanation, FanReason, GroupSet, explained
from scoring.discipline.consequences import ENDINGS
from scoring.discipline.standing import PlayerRecord, carried_offences, held_by, ruled_in_hall, standing_of, substitute
from scoring.documents.json_text import (
    BAD_INPUT,
    LANGUAGES,
    answer_documents,
    answer_file,
    answer_one,
    answer_rules,
    error_document,
    read_json,
    speak_utf8,
)
from scoring.documents.replay import book_of, numbered_from_the_dealer, replay_document
from scoring.documents.rules import rules_document
from scoring.documents.score import score_document, score_many
from scoring.errors import ScoringError
from scoring.fans.fan import Fan, Scope
from scoring.game import apply, chain_moves, consequences_of, deal_after_draw, fold, remaining_deals, start, surrenders
from scoring.game.hand_in_game import count_in_game, flowers_left, score_in_game
from scoring.game.kinds import between_hands, raises
from scoring.hand.circumstances import FLOWER_WINS
from scoring.hand.hand import Hand
from scoring.hand.melds import Meld
from scoring.hand.score import FanRow, Score
from scoring.hand.tiles import FLOWERS, KINDS, read_tile, read_tiles, tile_names, write_tiles
from scoring.match import Game
from scoring.points import format_points
from scoring.rules.data_files import Document, Example
from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    ChainRules,
    GameRules,
    PointsTable,
    Reward,
    base_and_fifths,
    base_and_tai,
    eight_and_fan,
    fan_is_points,
    lengths_of,
    played_for,
    refuse_banned,
)
from scoring.rules.liability import LiabilityRules
from scoring.rules.offences import GROUP_NAMES, Offence, find_offence
from scoring.rules.own_values import LEAST_VALUE, MOST_VALUE, can_have_own, overrides, own_values
from scoring.rules.questions import (
    RequiredInputs,
    added_by_the_game,
    asked_of,
    asks_whose_kong,
    has_no_shape,
    may_have_claimed_a_kong,
    names_of_circumstances,
    said_by_a_robbed_kong,
    said_by_the_source,
)
from scoring.rules.rule_data import Discount, RuleReading, Value
from scoring.rules.settings import Setting, SettingValue
from scoring.rules.terms import Terms
from scoring.rulesets import RULE_SETS, conflict, examples_of, exclusive, get_rule_set, rule_sets
from scoring.rulesets import get_rule_set as rule_set
from scoring.rulesets.counting import RuleSet
from scoring.seats import OTHERS, SEAT_WINDS, SEATS, WINDS, TurnOrder
from scoring.table.settlement import forfeit, payments_of
from scoring.table.state import GameState, InForce
from scoring.table.wins import Win, Winner, nearest_claimant, read_win

__version__ = "0.1.0"

# fmt: off
__all__ = [
    "BAD_INPUT",
    "ENDINGS",
    "FLOWERS",
    "FLOWER_WINS",
    "GROUP_NAMES",
    "KINDS",
    "LANGUAGES",
    "LEAST_VALUE",
    "MOST_VALUE",
    "OTHERS",
    "RULE_SETS",
    "SEATS",
    "SEAT_WINDS",
    "WINDS",
    "BellRules",
    "Card",
    "CardRules",
    "Chain",
    "ChainMove",
    "ChainRules",
    "Colour",
    "Discount",
    "Document",
    "DroppedFan",
    "Example",
    "Explanation",
    "Fan",
    "FanReason",
    "FanRow",
    "Game",
    "GameRules",
    "GameState",
    "GroupSet",
    "Hand",
    "HandResult",
    "InForce",
    "LiabilityRules",
    "Meld",
    "Offence",
    "Payment",
    "PlayerRecord",
    "PointsTable",
    "RequiredInputs",
    "Reward",
    "RuleReading",
    "RuleSet",
    "RulingResult",
    "Scope",
    "Score",
    "ScoringError",
    "Setting",
    "SettingValue",
    "Terms",
    "Transfer",
    "TurnOrder",
    "Value",
    "WaitWorth",
    "Win",
    "Winner",
    "added_by_the_game",
    "alternatives",
    "answer_documents",
    "answer_file",
    "answer_one",
    "answer_rules",
    "apply",
    "asked_of",
    "asks_whose_kong",
    "base_and_fifths",
    "base_and_tai",
    "between_hands",
    "book_of",
    "can_have_own",
    "carried_offences",
    "chain_moves",
    "conflict",
    "consequences_of",
    "count",
    "count_in_game",
    "deal_after_draw",
    "eight_and_fan",
    "error_document",
    "examples_of",
    "exclusive",
    "explained",
    "fan_is_points",
    "find_offence",
    "flowers_left",
    "fold",
    "forfeit",
    "format_points",
    "get_rule_set",
    "hand_from_document",
    "has_no_shape",
    "held_by",
    "lengths_of",
    "may_have_claimed_a_kong",
    "names_of_circumstances",
    "nearest_claimant",
    "numbered_from_the_dealer",
    "overrides",
    "own_values",
    "payments_of",
    "played_for",
    "progress",
    "raises",
    "read_json",
    "read_tile",
    "read_tiles",
    "read_win",
    "refuse_banned",
    "remaining_deals",
    "replay_document",
    "rule_set",
    "rule_sets",
    "ruled_in_hall",
    "rules_document",
    "said_by_a_robbed_kong",
    "said_by_the_source",
    "score_document",
    "score_in_game",
    "score_many",
    "speak_utf8",
    "standing_of",
    "start",
    "substitute",
    "surrenders",
    "tile_names",
    "worth_of_waits",
    "write_tiles",
]
# fmt: on
