"""An event kept by the services against the slow books: rulings in time, late, in the hall, reversed in any order.

Three rounds over two days. After every step each game must be what `tests.oracle` makes of the rulings that stand, and
what the slow book refuses must be refused. FULL=1 multiplies the tries.
"""

import datetime as dt
import json
import random
from collections import Counter
from fractions import Fraction

import pytest
from django.utils import timezone

from penalties.models import Ruling
from scoring.documents.replay import book_of
from tests.lacking import FULL
from tests.oracle.books import slow_replay
from tests.oracle.ledger import When, carried
from tests.oracle.ruling_games import game as document
from tests.penalties.hall import make_tournament, state_of
from tests.tournaments.book_checks import reread
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.tables.game_log.read import read_book

pytestmark = pytest.mark.sqlite

ROUNDS = [(1, [1, 2, 3, 4]), (1, [3, 1, 2, 4]), (2, [4, 3, 1, 2])]
"""Day and players by seat at the first table."""

RED, YELLOW = {"consequences": ["red"]}, {"consequences": ["yellow"]}
IN_TIME = {
    "hkma-league": [
        {"offence": "talking"}, {"offence": "滋擾"}, {"offence": "鳴牌取消"}, {"offence": "claim_cancelled"},
        {"offence": "空糊"}, {"offence": "詐糊"}, {"offence": "擾亂牌局"}, {"offence": "other", **RED},
    ],
    "hkma-masters": [
        {"offence": "talking"}, {"offence": "空糊"}, {"offence": "小相公"}, {"offence": "大相公", "tiles": 2},
        {"offence": "翻開牌牆的牌", "tiles": 1}, {"offence": "翻開手牌", "tiles": 2},
        {"offence": "deliberate", **YELLOW},
    ],
}  # fmt: skip
LATE = [{"offence": "talking"}, {"offence": "other", **RED}, {"offence": "other", "consequences": [{"deduct": "7"}]}]
HALL = [{"offence": "talking"}, {"offence": "發言"}, {"offence": "other", **RED}]


class Entry:
    """One step of a game or of the hall, as the test remembers it."""

    def __init__(self, event, about=None):
        self.event, self.about, self.article = event, about, None


class Shadow:
    """The event as the services keep it, and beside it the steps that stand."""

    def __init__(self, rule_set, seed):
        self.rng = random.Random(f"services {rule_set} {seed}")
        self.rule_set = rule_set
        self.evening = make_tournament(rule_set=rule_set)
        self.games, self.steps, self.hall = [], [], []

    # --- what the texts make of it

    def standing(self, number, steps):
        """先前留下的 of the game of this round."""
        day, seats = ROUNDS[number]
        cards, offences = [], []
        for seat, player in enumerate(seats):
            held = carried(self.rule_set, self.rulings_on(player, number, steps), When(day, number + 1))
            cards += [{"seat": seat, "card": card} for card in sorted(held.cards, reverse=True)]
            offences += [{"seat": seat, "offence": slug, "times": n} for slug, n in held.broken.items()]
        return {"cards": cards, "offences": offences}

    def rulings_on(self, player, before, steps):
        found = [(When(1, 0, hall=True), step.event) for step in self.standing_in_hall(steps, 0, player)]
        for number, (day, seats) in enumerate(ROUNDS[:before], start=1):
            seat = seats.index(player)
            mine = [one.event for one in steps[number - 1] if one.event.get("seat") == seat and "offence" in one.event]
            found += [(When(day, number), event) for event in mine]
            found += [(When(day, number, hall=True), one.event) for one in self.standing_in_hall(steps, number, player)]
        return found

    def standing_in_hall(self, steps, after, player):
        return [one for place, whom, one in self.hall if (place, whom) == (after, player) and one not in steps[-1]]

    def expected(self, steps):
        """The book of each game, or None where one of them cannot be. The last of `steps` are reversed ones."""
        books = [self.book(number, steps)[0] for number in range(len(self.games))]
        return None if None in books else books

    def book(self, number, steps):
        """(the book of one game, what closed its hands). A ruling found late is of the hand before where that was
        closed by what it is about, else of the one in progress."""
        doc, closings = document(self.rule_set, standing=self.standing(number, steps)), [None]
        for one in steps[number]:
            event = {"type": "ruling", **one.event} if "offence" in one.event else one.event
            event |= {"hand": "previous"} if one.about is not None and one.about is closings[-1] else {}
            doc["events"] = [*doc["events"], event]
            answer = slow_replay(doc)
            if "error" in answer:
                return None, []
            closings += [one] * (closed_hands(answer) - len(closings) + 1)
        return plain(slow_replay(doc)), closings

    # --- steps

    def check(self, steps, do):
        """Do it where the texts allow it, see it refused where they do not."""
        wanted = self.expected(steps)
        if wanted is None:
            with pytest.raises(Invalid):
                do()
            return False
        do()
        assert [plain(book_of(state_of(game), self.rule_set)) for game in self.games] == wanted
        return True

    def with_steps(self, number, steps):
        return [*self.steps[:number], steps, *self.steps[number + 1 :]]

    def play(self, number):
        winner = self.rng.randrange(4)
        win = {"type": "win", "winner": winner, "from": (winner + 1) % 4, "fan": self.rng.randint(3, 9)}
        one = Entry(self.rng.choice([win, win, {"type": "draw"}]))
        after = self.with_steps(number, [*self.steps[number], one])
        if self.check(after, lambda: self.evening.play(self.games[number], **one.event)):
            self.steps = after

    def rule(self, number):
        one = Entry({"seat": self.rng.choice([0, 1, 1]), **self.rng.choice(IN_TIME[self.rule_set])})
        self.enter(number, one, [*self.steps[number], one], None)

    def rule_late(self, number):
        closings, steps = self.book(number, self.steps)[1][1:], self.steps[number]
        if not closings:
            return
        hand = self.rng.randrange(len(closings))
        one = Entry({"seat": self.rng.choice([0, 1, 1]), **self.rng.choice(LATE)}, closings[hand])
        place = steps.index(closings[hand]) + 1
        while place < len(steps) and steps[place].about is closings[hand] and written(steps[place]) <= written(one):
            place += 1  # several of one hand stand in an order of their own, not in that of typing
        self.enter(number, one, [*steps[:place], one, *steps[place:]], hand + 1)

    def enter(self, number, one, steps, hand):
        after = self.with_steps(number, steps)
        said = dict(one.event)

        def do():
            one.article = self.evening.rule(
                self.games[number], said.pop("seat"), said.pop("offence"), hand=hand, **said
            )

        if self.check(after, do):
            self.steps = after

    def rule_in_hall(self):
        player, one = self.rng.choice([1, 2, 3]), Entry(self.rng.choice(HALL))
        day = self.evening.event.starts_on + dt.timedelta(days=ROUNDS[len(self.games) - 1][0] - 1 if self.games else 0)
        now = timezone.make_aware(dt.datetime.combine(day, dt.time(12)))
        one.article = self.evening.rule_in_hall(player, now=now, **one.event)
        self.hall.append((len(self.games), player, one))

    def reverse(self):
        made = [one for steps in self.steps[:-1] for one in steps if one.article]
        made += [one for _, _, one in self.hall if one not in self.steps[-1]]
        if not made:
            return
        gone = self.rng.choice(made)
        kept = [[one for one in steps if one is not gone] for steps in self.steps[:-1]]
        after = [*kept, [*self.steps[-1], gone]]
        if self.check(after, lambda: self.evening.reverse(gone.article)):
            self.steps = after

    def run(self):
        self.steps = [[]]  # the last holds what was reversed
        for number, (day, seats) in enumerate(ROUNDS):
            for _ in range(self.rng.randint(0, 2)):
                self.rule_in_hall()
            date = self.evening.event.starts_on + dt.timedelta(days=day - 1)
            self.games.append(self.evening.round(number + 1, [seats, [5, 6, 7, 8]], day=date)[0])
            self.steps = [*self.steps[:-1], [], self.steps[-1]]
            for _ in range(self.rng.randint(3, 7)):
                at = self.rng.choice([number, number, self.rng.randint(0, number)])
                step = self.rng.choice([self.rule, self.rule, self.play, self.rule_late])
                step(at)
                if self.rng.random() < 0.25:
                    self.reverse()
        for _ in range(4):
            self.reverse()
        assert list(audit(self.evening.event.slug)) == []
        self.check_register()

    def check_register(self):
        """Each ruling that stands has its article, with the hand it stands with and what it does there."""
        for number, game in enumerate(self.games):
            rows = Ruling.objects.filter(game=game, reverses=None, reversal=None)
            found = {(row.act, row.place): (row.hand, row.effect["cards"]) for row in rows}
            ruled = read_book(reread(game)).folded.ruled
            assert found == {ref: (one.hand, [card.card for card in one.result.cards]) for ref, one in ruled.items()}, (
                number
            )


def written(one):
    event = {"type": "ruling", **one.event, "hand": "previous"}
    return json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def closed_hands(answer):
    return sum(hand["result"] != "open" for hand in answer["hands"])


def plain(book):
    """A book without the order of the rows of a hand."""
    hands = []
    for hand in book["hands"]:
        moved = Counter()
        for row in hand["transfers"]:
            moved[row["from"], row["to"], row["reason"]] += Fraction(row["points"])
        cards = sorted((card["seat"], card["card"]) for card in hand["cards"])
        hands.append({**hand, "transfers": {key: points for key, points in moved.items() if points}, "cards": cards})
    return {**book, "hands": hands}


@pytest.mark.parametrize("rule_set", IN_TIME)
@pytest.mark.parametrize("seed", range(12 if FULL else 2))
def test_every_game_is_what_the_rulings_that_stand_make_of_it(rule_set, seed):
    Shadow(rule_set, seed).run()
