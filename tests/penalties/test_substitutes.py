"""替補 and rulings: points stay with the seat, a card and a rule broken are those of the person who sat there."""

import datetime as dt
import json
import random

import pytest
from django.utils import timezone

from penalties.models import Ruling
from penalties.selectors.register import articles_of, in_force
from penalties.services.cases import concerned
from scoring.discipline.standing import PlayerRecord
from scoring.documents.replay import replay_document
from tests.lacking import FULL
from tests.markup import markup, shows, url
from tests.penalties.hall import FIRST, RED, Tournament, make_tournament, state_of
from tests.tournaments.book_checks import reread
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import TODAY, close_rounds, make_user
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Adjustment, Game, GameSeat, Player, Scorecard
from tournaments.scorecards.selectors import shown_scorecard
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.selectors.visible import viewer_at
from tournaments.tables.services.carried_over import held_now
from tournaments.tables.services.substitutes import step_in, take_back

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("audited")]

SECOND = [[5, 6, 3, 8], [1, 2, 9, 4]]
EVENING = timezone.make_aware(dt.datetime.combine(TODAY, dt.time(21)))


@pytest.fixture
def evening():
    return with_staff()


def with_staff(**fields):
    evening = make_tournament(**fields)
    Player.objects.create(event=evening.event, number=9, name="何師傅", staff=True)
    Player.objects.filter(event=evening.event, number=7).update(staff=True)
    return evening


def replaced(game, seat=2, number=9, now=None):
    return step_in(game_id=game.pk, seat=seat, number=number, now=now or timezone.now())


def next_round(evening, number, seats):
    close_rounds(evening.event)
    return evening.round(number, seats)


def in_the_hall(evening, minutes, **ruling):
    """A ruling in the hall on the staff player, so many minutes past nine in the evening; its article."""
    return evening.rule_in_hall(9, now=EVENING + dt.timedelta(minutes=minutes), **ruling)


def on(evening, number):
    return [one.about.offence for one in reversed(articles_of(person(evening, number))) if one.in_force]


def person(evening, number):
    return evening.event.players.get(number=number)


def cards(evening, number):
    found = in_force(evening.event, timezone.now(), person(evening, number))
    return [(card.colour, card.articles) for one in found for card in one.cards]


def held(evening, number):
    player = person(evening, number)
    trail = held_now(evening.event, [player.pk]).get(player.pk)
    return trail.held if trail else PlayerRecord()


class TestWhoIsNamed:
    def test_a_ruling_is_on_who_sat_there_and_its_points_are_the_seats(self, evening, game):
        before = evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        replaced(game)
        after = evening.rule(game, 2, "claim_cancelled")
        late = evening.rule(game, 2, "claim_cancelled", hand=1)
        assert [one.player.number for one in (before, after, late)] == [3, 9, 3]
        assert [concerned(one)[0].number for one in (before, after, late)] == [3, 9, 3]
        assert (on(evening, 3), on(evening, 9)) == (["talking", "claim_cancelled"], ["claim_cancelled"])
        assert {line["from"] for line in after.effect["transfers"]} == {3}
        assert [player.number for player in concerned(evening.rule(game, None, "redeal"))] == [1, 2, 9, 4]

    def test_what_was_ruled_in_that_hand_before_he_sat_down_is_the_others(self, evening, game):
        """The commonest of all: a player is struck off in the middle of a hand and a substitute plays it on."""
        evening.play(game, type="draw")
        struck = evening.rule(game, 2, "cheating", note="換牌")
        replaced(game)
        own = evening.rule(game, 2, "talking", note="說話")
        assert (struck.player.number, own.player.number) == (3, 9)
        assert person(evening, 3).barred == Player.Barred.DISQUALIFIED
        assert person(evening, 9).barred == ""
        assert cards(evening, 9) == [("yellow", (2,))]
        for number, sees, not_ in ((3, "換牌", "說話"), (9, "說話", "換牌")):
            phone = evening.phone(number)
            shows(phone.get(url("penalties:mine", evening.event.slug)), sees, never=not_)
            hand = markup(phone.get(url("hand", game.pk, 2)))
            said = {3: "陳大文 出千", 9: "何師傅 發言"}
            assert [one for one in said if said[one] in hand] == [number]

    def test_a_correction_of_that_ruling_leaves_it_with_whom_it_was(self, evening, game):
        struck = evening.rule(game, 2, "cheating")
        replaced(game)
        evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        own = {"type": "ruling", "seat": 2}
        entries = [{**own, "offence": "hollow_win", **RED}, {**own, "offence": "talking"}, {"type": "draw"}]
        evening.correct(game, 1, *entries, reason="空糊")
        assert (on(evening, 3), on(evening, 9)) == (["hollow_win"], ["talking"])
        assert Ruling.objects.get(reverses=struck).player.number == 3
        assert person(evening, 3).barred == ""
        assert (held(evening, 3).cards, held(evening, 9).cards) == (("red",), ("yellow",))
        card = signed_in(make_user("head")).get(url("card", game.pk))
        shows(card, "陳大文 空糊", never="何師傅 空糊")
        evening.finish_and_sign(game)
        signed = Scorecard.objects.get()
        for number, reads in ((3, ["hollow_win", None]), (9, [None, "talking"]), (1, [None, None])):
            content, withheld = shown_scorecard(signed, viewer_at(signed.game, person(evening, number)))
            assert [one["event"].get("offence") for one in content["hands"][0]["events"][:2]] == reads
            assert withheld

    def test_a_correction_that_takes_one_of_both_out_leaves_the_other_where_it_was(self, evening, game):
        for kept in (0, 1):
            evening.rule(game, 2, "claim_cancelled")
            replaced(game, number=9) if kept == 0 else None
            evening.rule(game, 2, "claim_cancelled", consequences=[])
            evening.play(game, type="draw")
        assert (len(on(evening, 3)), len(on(evening, 9))) == (1, 3)
        for offence in ("claim_cancelled", "swap_claim"):
            evening.correct(game, 1, {"type": "ruling", "seat": 2, "offence": offence}, {"type": "draw"})
            assert (on(evening, 3), len(on(evening, 9))) == ([offence], 2)

    def test_undoing_the_hand_before_gives_it_back_to_who_played_it(self, evening, game):
        evening.play(game, type="draw")
        replaced(game)
        evening.undo(game)
        assert evening.rule(game, 2, "talking").player.number == 3
        evening.play(game, type="draw")
        assert evening.rule(game, 2, "talking").player.number == 9
        assert (held(evening, 3).cards, held(evening, 9).cards) == ((), ("yellow",))

    def test_he_keeps_his_hand_where_one_before_it_is_no_more(self, evening, game):
        """A ruling by which a hand was replayed is reversed: what was the fourth hand is the third one now."""
        evening.play(game, type="draw")
        replay = evening.rule(game, 0, "talking", consequences=["replay_hand"])
        evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        evening.rule(game, 2, "claim_cancelled")
        replaced(game)
        own = evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        assert own.hand == 4
        evening.reverse(replay)
        own.refresh_from_db()
        assert (own.hand, own.player.number) == (3, 9)
        assert GameSeat.objects.get(game=game, seat=2).substitute_from == 3
        assert (held(evening, 3).cards, held(evening, 9).cards) == ((), ("yellow",))
        assert own.effect["cards"] == ["yellow"]
        shows(evening.phone(9).get(url("hands", game.pk)), "何師傅 發言", never="鳴牌取消")
        assert evening.rule(game, 2, "talking", hand=2).player.number == 3
        assert evening.rule(game, 2, "talking", hand=3).player.number == 9

    def test_a_ruling_at_the_table_strikes_the_substitute_off(self, evening, game):
        evening.play(game, type="draw")
        replaced(game)
        ruling = evening.rule(game, 2, "cheating")
        assert [person(evening, number).barred for number in (3, 9)] == ["", "disqualified"]
        evening.reverse(ruling)
        assert person(evening, 9).barred == ""
        evening.rule(game, 2, "cheating", hand=1)
        assert [person(evening, number).barred for number in (3, 9)] == ["disqualified", ""]

    def test_he_is_not_taken_back_once_he_was_ruled_on(self, evening, game):
        evening.rule(game, 2, "talking")
        replaced(game)
        take_back(game_id=game.pk, seat=2, now=timezone.now())
        assert reread(game).standing == {}
        assert state_of(game).cards_in_force[2] == ("yellow",)
        replaced(game)
        ruling = evening.rule(game, 2, "talking")
        with pytest.raises(Conflict, match="何師傅 替補之後已有判決"):
            take_back(game_id=game.pk, seat=2, now=timezone.now())
        evening.reverse(ruling)
        take_back(game_id=game.pk, seat=2, now=timezone.now())
        assert on(evening, 3) == ["talking"]


class TestLadder:
    def test_he_does_not_inherit_the_yellow_card(self, evening, game):
        for offence in ("talking", "claim_cancelled", "claim_cancelled"):
            evening.rule(game, 2, offence)
        assert cards(evening, 3) == [("yellow", (1,))]
        replaced(game)
        assert cards(evening, 3) == []
        assert state_of(game).cards_in_force[2] == ()
        assert evening.rule(game, 2, "claim_cancelled").effect["times"] == 1
        assert evening.rule(game, 2, "talking").effect["cards"] == ["yellow"]
        second = evening.rule(game, 2, "talking")
        assert (second.effect["cards"], second.effect["given"]) == (["red"], ["yellow"])
        assert state_of(game).scores[2] == -(15 + 30 + 15 + 5)
        assert evening.play(game, type="draw")["closed"]

    def test_he_brings_the_red_card_of_an_earlier_game_and_of_the_hall(self, evening):
        first = evening.round(1, [[1, 2, 9, 4], [5, 6, 3, 8]])[0]
        evening.rule(first, 2, "claim_cancelled")
        red = evening.rule(first, 2, "talking", **RED)
        game = next_round(evening, 2, FIRST)[0]
        in_the_hall(evening, 0, offence="claim_cancelled", consequences=[])
        replaced(game, now=EVENING + dt.timedelta(minutes=1))
        state = state_of(game)
        assert state.cards_in_force[2] == ("red",)
        assert state.inherited_broken[2, "claim_cancelled"] == 2
        second = evening.rule(game, 2, "talking", **RED)
        assert second.effect["false_win"]
        assert state_of(game).scores[2] == -160
        # what he brought is taken back at the earlier table: here it was the first red card then
        evening.reverse(red)
        second.refresh_from_db()
        assert not second.effect["false_win"]
        assert state_of(game).scores[2] == -5

    def test_a_hall_ruling_after_he_sat_down_comes_after_the_game(self, evening, game):
        replaced(game, now=EVENING)
        red = evening.rule(game, 2, "talking", **RED)
        article = in_the_hall(evening, 1, **RED)
        assert article.effect["false_win"]
        assert state_of(game).cards_in_force[2] == ("red",)
        evening.reverse(red)
        article.refresh_from_db()
        assert not article.effect["false_win"]
        assert state_of(game).cards_in_force[2] == ()

    def test_a_hall_ruling_before_he_sat_down_in_the_same_round_is_brought_and_may_be_reversed(self, evening, game):
        article = in_the_hall(evening, 0, **RED)
        replaced(game, now=EVENING + dt.timedelta(minutes=1))
        assert state_of(game).cards_in_force[2] == ("red",)
        evening.rule(game, 2, "talking", **RED)
        assert state_of(game).scores[2] == -160
        again = in_the_hall(evening, 2, offence="claim_cancelled", consequences=[])
        assert [line.points for line in Adjustment.objects.all()] == [5]
        evening.reverse(again)
        article.refresh_from_db()
        assert ([line.points for line in Adjustment.objects.all()], article.effect["cards"]) == ([5], ["red"])
        evening.reverse(article)
        assert state_of(game).scores[2] == -5
        assert not Adjustment.objects.exists()


class TestLaterGames:
    def test_a_late_change_reaches_only_the_games_of_that_person(self, evening, game):
        replaced(game)
        red = evening.rule(game, 2, "talking", **RED)
        three, nine = evening.round(2, SECOND)
        evening.play(nine, type="draw")
        evening.play(three, type="draw")
        assert [state_of(one).cards_in_force[2] for one in (three, nine)] == [(), ("red",)]
        evening.reverse(red)
        assert [state_of(one).cards_in_force[2] for one in (three, nine)] == [(), ()]
        assert [one.acts.filter(kind="carry").count() for one in (three, nine)] == [0, 1]


class TestPages:
    def test_they_name_who_sat_there(self, evening, game, client):
        evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        replaced(game)
        evening.rule(game, 2, "claim_cancelled")
        client.force_login(make_user("head"))
        for name in ("hands", "table"):
            shows(client.get(url(name, game.pk)), "何師傅 鳴牌取消", never="陳大文 鳴牌取消")
        evening.play(game, type="draw")
        for name in ("hands", "card"):
            shows(client.get(url(name, game.pk)), "何師傅 鳴牌取消", "陳大文 發言", "陳大文 黃牌")
        shows(client.get(url("penalties:register", evening.event.slug)), "何師傅")

    def test_the_ruling_names_who_is_ruled_on(self, evening, game):
        evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        replaced(game)
        client = signed_in(make_user("referee"))
        where = url("penalties:ruling", game.pk)
        assert "何師傅<small>（替補陳大文）</small>" in markup(client.get(where))
        shows(client.get(where, {"offence": "talking", "seat": "2"}), "何師傅 · 發言", never="第二張黃牌")
        shows(
            client.get(where, {"offence": "talking", "seat": "2", "hand": "1"}),
            "陳大文 · 發言",
            "第二張黃牌",
            "身上的黃牌：第 1 鋪 發言",
        )


class TestExport:
    """The replay document names seats only, so every reader gets the same points."""

    @pytest.mark.parametrize("number", [None, 3, 9, 4, 5])
    def test_the_same_points_follow(self, evening, number):
        first = evening.round(1, [[1, 2, 9, 4], [5, 6, 3, 8]])[0]
        evening.rule(first, 2, "claim_cancelled")
        evening.rule(first, 2, "talking", **RED)
        game = next_round(evening, 2, FIRST)[0]
        evening.rule(game, 2, "claim_cancelled")
        evening.rule(game, 2, "talking", **RED)
        evening.rule(game, 2, "talking")
        evening.play(game, type="draw")
        replaced(game)
        for offence, more in (("claim_cancelled", {}), ("talking", {}), ("talking", {}), ("talking", RED)):
            evening.rule(game, 2, offence, **more)
        evening.play(game, type="win", winner=2, self_draw=True, fan=20)
        viewer = viewer_at(game, person(evening, number)) if number else None
        document = replay_input(reread(game), *([viewer] if viewer else []))
        assert "substitutes" not in document.get("standing", {})
        again = replay_document(json.loads(json.dumps(document)))
        assert [hand["scores"] for hand in again["hands"]] == [
            [str(score) for score in hand.scores] for hand in read_book(reread(game)).folded.state.hands
        ]


OFFENCES = [("talking", {}), ("claim_cancelled", {}), ("talking", RED), ("hollow_win", {}), ("short_hand", {})]


class Twin:
    """One evening in which 9 takes the seat of 3, and one in which each plays a game of his own and is ruled on there
    for the same. Every step is done in both."""

    def __init__(self) -> None:
        self.joined, self.apart = with_staff(slug="joined"), with_staff(slug="apart")
        alone = [[1, 2, 3, 4], [5, 6, 9, 8]]
        self.games = {one.event.slug: one.round(1, alone) for one in (self.joined, self.apart)}
        self.stepped = False
        self.draws: dict[Game, list[int]] = {}
        self.rulings: list[tuple[Ruling, Ruling]] = []

    def table(self, evening: Tournament, number: int) -> Game:
        return self.games[evening.event.slug][0 if number == 3 or (evening is self.joined and self.stepped) else 1]

    def both(self):
        return self.joined, self.apart

    def next_round(self, number: int, joined: list[list[int]], apart: list[list[int]]) -> None:
        for evening in self.both():
            for game in self.games[evening.event.slug]:
                if not state_of(game).finished:
                    evening.end(game)
        self.games = {"joined": next_round(self.joined, number, joined), "apart": next_round(self.apart, number, apart)}

    def step_in(self) -> None:
        replaced(self.games["joined"][0])
        self.stepped = True

    def draw(self) -> None:
        for evening in self.both():
            for game in self.games[evening.event.slug]:
                answer = evening.play(game, type="draw")
                self.draws.setdefault(game, []).append(answer["hand"])

    def rule(self, number: int, offence: str, more: dict, late: int | None = None) -> None:
        made = []
        for evening in self.both():
            game = self.table(evening, number)
            hand = None if late is None else self.draws[game][late]
            try:
                made.append(evening.rule(game, 2, offence, hand=hand, **more))
            except Invalid as refusal:
                made.append(refusal.code)
        assert isinstance(made[0], Ruling) == isinstance(made[1], Ruling)
        if isinstance(made[0], Ruling):
            assert made[0].player.number == made[1].player.number == number
            self.rulings.append((made[0], made[1]))

    def reverse(self, place: int) -> None:
        for evening, ruling in zip(self.both(), self.rulings.pop(place), strict=True):
            evening.reverse(ruling)

    def agree(self) -> None:
        one, other = (ledger(evening, left=self.stepped) for evening in self.both())
        assert one == other


def ledger(evening, left):
    """What is on record of 3 and 9: their articles with what they do now, what each of them holds and brings. Once 3
    has left his game (`left`) his yellow card is over there, as it is at the end of his own."""
    found = {}
    for number in (3, 9):
        rows = Ruling.objects.filter(event=evening.event, player__number=number, reverses=None).order_by("number")
        found[number] = [
            (
                row.offence,
                row.effect["times"],
                row.effect["cards"],
                row.effect["given"],
                row.effect["false_win"],
                [(line["points"], line["reason"]) for line in row.effect["transfers"]],
                hasattr(row, "reversal"),
            )
            for row in rows
        ]
        now = held(evening, number)
        gone = ("yellow",) if left and number == 3 else ()
        found[f"held {number}"] = ([card for card in now.cards if card not in gone], dict(now.broken))
        places = GameSeat.objects.filter(player__number=number, round__event=evening.event, round__number__in=(1, 3))
        found[f"brought {number}"] = [
            (game_state.inherited_cards[2], game_state.inherited_broken)
            for game_state in (state_of(seat.game) for seat in places.order_by("round__number"))
        ]
        found[f"cards {number}"] = [colour for colour, _all in cards(evening, number) if colour not in gone]
    return found


@pytest.mark.parametrize("seed", range(5 if FULL else 2))
def test_the_ledger_of_persons_is_that_of_an_evening_in_which_each_was_ruled_on_at_his_own_table(seed):
    chance = random.Random(seed)
    twin = Twin()
    some(twin, chance, 4, (3, 9))
    twin.next_round(2, FIRST, [[1, 2, 3, 4], [5, 6, 9, 8]])
    if chance.random() < 0.8:
        some(twin, chance, 5, (3,))
    before = len(twin.draws.get(twin.games["joined"][0], []))
    twin.step_in()
    some(twin, chance, 8, (9,), late=before)
    if chance.random() < 0.7:
        twin.next_round(3, SECOND, SECOND)
        twin.stepped = False
        some(twin, chance, 5, (3, 9))


def some(twin, chance, steps, people, *, late=0, reverse=True):
    """So many steps on these players; `late`: of so many drawn hands something may be found about 3 afterwards."""
    for _step in range(steps):
        pick = chance.random()
        if pick < 0.25:
            twin.draw()
        elif pick < 0.4 and reverse and twin.rulings:
            twin.reverse(chance.randrange(len(twin.rulings)))
        elif pick < 0.6 and late:
            twin.rule(3, *chance.choice(OFFENCES[:3]), late=chance.randrange(late))
        else:
            twin.rule(chance.choice(people), *chance.choice(OFFENCES))
        twin.agree()
