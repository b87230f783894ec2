"""The table without a network deals as `scoring.table.dealer` does: both are played against each other."""

import random
from itertools import product
from typing import Any, Literal

from playwright.sync_api import Page

import scoring
from scoring.rules.game_rules import DealerRules, GameRules, WrongDealerRules
from scoring.seats import SEATS
from scoring.table.dealer import Turn, after_draw, after_false_win, after_win, dealt_by, thrown_for

PLAY = """([turn, outcomes, known]) =>
    outcomes.map((outcome) => (turn = window.paiju.offline.next(turn, outcome, known)))"""


def as_page(turn: Turn) -> dict[str, Any]:
    return {
        "deal": turn.deal, "dealer": turn.dealer, "streak": turn.streak, "first": turn.first_dealer,
        "wrong": turn.wrong, "skips": list(turn.skips), "spared": turn.spared,
    }  # fmt: skip


def outcome(chance: random.Random) -> dict[str, Any]:
    kind = chance.choice(("win", "win", "draw", "thrown", "replay", "false_win"))
    if kind in ("replay", "false_win"):
        return {"type": kind, "seat": chance.randrange(4)}
    if kind == "win":
        return {"type": "win", "winners": sorted(chance.sample(range(4), chance.choice((1, 1, 2))))}
    return {"type": "draw"} | ({"dealer": chance.randrange(4)} if kind == "thrown" else {})


def after(turn: Turn, said: dict[str, Any], rules: GameRules) -> Turn:
    if said["type"] == "win":
        return after_win(turn, said["winners"], rules)
    if said["type"] == "false_win":
        return after_false_win(turn, said["seat"], rules)
    if said["type"] == "replay":
        return turn
    return thrown_for(turn, said["dealer"], rules) if "dealer" in said else after_draw(turn, rules)


SKIPPED = [WrongDealerRules(), WrongDealerRules(very_next="next_turn"), WrongDealerRules(skips_turn=False)]


def test_the_turn_of_the_dealer_is_that_of_the_book(page: Page) -> None:
    page.goto("/outbox/")
    chance = random.Random(13)
    truths = (True, False)
    after_shared: tuple[Literal["reset", "plus_one"], ...] = ("reset", "plus_one")
    for win, draw, passes, shared, skipped in product(truths, truths, truths, after_shared, SKIPPED):
        rules = GameRules(dealer=DealerRules(win, draw, shared), wrong_dealer=skipped, false_win_passes=passes)
        orders = (SEATS,) if draw else scoring.rule_set("mcr").game.seat_orders
        known = {"stays": {"win": win, "draw": draw}, "sharedWin": shared, "falseWinPasses": passes, "orders": orders}
        wrong = dealt_by(Turn(0, 3, 0, first_dealer=3, orders=orders), chance.choice((0, 1)), rules)
        first = wrong if shared == "reset" else Turn(0, 0, 0, orders=orders)
        said = [outcome(chance) for _ in range(40)]
        book, turn = [], first
        for one in said:
            turn = after(turn, one, rules)
            book.append(as_page(turn))
        assert page.evaluate(PLAY, [as_page(first), said, known]) == book
