"""賽事 Functions for tournament programs: the next steps possible in a game, and what counts from earlier games."""

from scoring.count.alternatives import progress
from scoring.discipline.consequences import ENDINGS
from scoring.discipline.standing import PlayerRecord, carried_offences, held_by, ruled_in_hall, standing_of, substitute
from scoring.game import chain_moves, consequences_of, deal_after_draw, remaining_deals, surrenders
from scoring.game.hand_in_game import count_in_game, flowers_left
from scoring.game.kinds import between_hands, raises
from scoring.hand.circumstances import FLOWER_WINS
from scoring.hand.tiles import KINDS
from scoring.rules.game_rules import refuse_banned
from scoring.seats import OTHERS, SEAT_WINDS, TurnOrder
from scoring.table.settlement import forfeit, payments_of
from scoring.table.wins import nearest_claimant, read_win

__all__ = [
    "ENDINGS",
    "FLOWER_WINS",
    "KINDS",
    "OTHERS",
    "SEAT_WINDS",
    "PlayerRecord",
    "TurnOrder",
    "between_hands",
    "carried_offences",
    "chain_moves",
    "consequences_of",
    "count_in_game",
    "deal_after_draw",
    "flowers_left",
    "forfeit",
    "held_by",
    "nearest_claimant",
    "payments_of",
    "progress",
    "raises",
    "read_win",
    "refuse_banned",
    "remaining_deals",
    "ruled_in_hall",
    "standing_of",
    "substitute",
    "surrenders",
]
