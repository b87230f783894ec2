"""得失 by name: the words about a hand match the game log, in all rule sets, on every page that shows a hand."""

import re
from collections import Counter
from decimal import Decimal

import pytest
from django.utils.translation import override

import scoring
from scoring import ScoringError, apply, start
from tests.markup import markup, shows, url
from tests.oracle.random_games import hk_game, random_game
from tests.oracle.taiwan.random_games import random_game as random_tw_game
from tests.tournaments.book_pages import make_hall
from tests.tournaments.recorder import won
from tournaments.phrases.amounts import carried, outcome, seat_amounts
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Item, Timeline

NAMES = ["張國強", "李小龍", "陳大文", "何家珍"]
DOC = {"rule_set", "players", "events"}


def played(doc):
    """The game of a random document, as far as it can be played."""
    rules = scoring.rule_set(doc["rule_set"], doc.get("options"), doc.get("settings"))
    state, items = start(rules, doc.get("standing")), []
    for number, event in enumerate(doc["events"], 1):
        try:
            state = apply(state, event, rules)
        except ScoringError:
            continue
        items.append(Item((number, 0), event))
    return FoldedGame(rules, Timeline(items=items), state)


def owed(chains, seat):
    """What is open for a seat, what it owes taken off."""
    gets = sum((chain.points for chain in chains if chain.winner == seat), Decimal(0))
    return gets - sum((chain.points for chain in chains if chain.payer == seat), Decimal(0))


def short_of_points(seed):
    """A game of tw-club in which nobody pays more than they have (C-7), and nobody has much."""
    docs = (random_tw_game(number) for number in range(seed * 100, seed * 100 + 100))
    doc = next(doc for doc in docs if doc.get("rule_set") == "tw-club" and doc.keys() >= DOC)
    return doc | {"options": {"C-7": "left"}, "settings": {"start": "2000"}}


@pytest.mark.parametrize(
    ("make", "kinds"),
    [
        (random_game, {"pull", "halve", "collect", "reward", "fine", "deduction"}),
        (lambda seed: hk_game(seed, "hkma-masters"), {"win", "fine", "deduction"}),
        (lambda seed: hk_game(seed, "hk-classic"), {"pull", "halve", "collect", "win", "reward"}),
        (random_tw_game, {"win", "liability", "fine", "deduction"}),
        (short_of_points, {"win", "liability", "fine", "deduction"}),
    ],
)
def test_the_amounts_add_up_to_the_changes_of_the_log(make, kinds):
    """Sixty random games of each: points and 拉 of every seat in every hand."""
    seen = Counter()
    for doc in map(make, range(60)):
        try:
            game = played(doc) if doc.keys() >= DOC else None
        except ScoringError:
            continue
        if game is None:
            continue
        wording = Wording(NAMES, game.rules)
        scores, chains = (game.rules.game.start,) * 4, ()
        for hand in game.hands:
            line = hand_line(hand)
            for seat in range(4):
                found = seat_amounts(line, seat, wording)
                assert found.settled == hand.result.scores[seat] - scores[seat], (doc, line)
                opened = sum(part.open for part in found.parts)
                assert opened == owed(hand.result.chains, seat) - owed(chains, seat), (doc, line)
                assert all(part.name and part.amount for part in found.parts if part.kind != "halve")
                each = carried(line, seat, wording)
                assert sum(one.points for one in each if one.kind == "open") == owed(hand.result.chains, seat)
                for kind in ("collect", "halve"):
                    paid = [part.settled for part in found.parts if part.kind == kind]
                    assert sum(one.points for one in each if one.kind == kind) == sum(paid)
                seen.update((doc["rule_set"], part.kind) for part in found.parts)
            scores, chains = hand.result.scores, hand.result.chains
    assert {kind for _rules, kind in seen} >= kinds


@pytest.mark.django_db
@pytest.mark.sqlite
class TestPages:
    """Seat 1 wins 20 from seat 2; then seat 3 wins 10 from seat 2, who pays what they owe first."""

    @pytest.fixture
    def hall(self):
        hall = make_hall()
        hall.settle(won(1, 2, 20))
        hall.settle(won(3, 2, 10))
        return hall

    @pytest.mark.parametrize("name", ["hands", "card"])
    def test_history_and_card(self, hall, name):
        page = text(hall.get(name))
        for words in ("拉 +20", "被拉 −20", "收回 +20", "付清 −20", "拉 +10", "被拉 −10"):
            assert words in page

    def test_a_record_says_who_owes_whom_after_each_hand_and_what_it_settled(self, hall):
        record = markup(hall.referee.get(url("player_history", hall.game.event.slug, 3)))
        chips = re.findall(r'<span class="badge (waiting|done|trouble)">([^<]*)</span>', record)
        assert chips == [
            ("trouble", "付清 李小龍 −20"), ("waiting", "待付 何家珍 −10"), ("waiting", "待付 李小龍 −20"),
        ]  # fmt: skip
        line, wording = hand_line(read_book(hall.game).folded.hands[0]), Wording(NAMES, scoring.rule_set("hkma-league"))
        with override("en"):
            assert [one.words for one in carried(line, 1, wording)] == ["owed by 陳大文 +20"]

    def test_a_hand_says_what_the_winner_got(self, hall):
        assert "何家珍 食糊 10 番，陳大文 出銃 → 拉 +10" in text(hall.get("hand", 2))

    def test_the_players_own_amounts(self, hall):
        shows(hall.referee.get(f"/e/{hall.event.slug}/history/3/"), "付清 −20 被拉 −10 累計 −20", "被拉 −20 累計 0")

    def test_in_english(self, hall):
        hall.referee.cookies["paiju_language"] = "en"
        shows(hall.get("hands"), "何家珍 wins 10 fan from 陳大文 → carry-over +10", "collected +20", "paid off −20")


def text(answer):
    """The words of a page, a space between any two of its elements."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", markup(answer)))


def test_a_taiwanese_game_says_it_in_its_own_words():
    wording = Wording(NAMES, scoring.rule_set("tw-club"))
    line = {
        "result": "win",
        "events": [{"event": {"type": "win", "winner": 0, "from": 1, "fan": 5}, "claim": None}],
        "transfers": [{"from": 1, "to": 0, "points": "8", "reason": "win"}],
        "moves": [],
    }
    assert (outcome(line, wording), seat_amounts(line, 1, wording).words) == ("胡牌 +8", "付 −8")
    with override("en"):
        assert (outcome(line, wording), seat_amounts(line, 1, wording).words) == ("won +8", "paid −8")
    assert seat_amounts(line, 2, wording).words == ""
