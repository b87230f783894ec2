"""作廢: a void round counts nowhere and stays readable; taken back, it counts again."""

import pytest

from tests.penalties.hall import Tournament
from tests.rounds.two_tables import NOW, game_of, opened
from tests.tournaments.factories import TODAY, make_user, play
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation, NotOpen
from tournaments.models import Call, Event, EventAct, Player, Round
from tournaments.organising.selectors import event_facts
from tournaments.rounds.services import rounds, seating
from tournaments.rounds.services.rounds import unvoid_round, void_round
from tournaments.standings.player_pages import my_games, player_page
from tournaments.standings.sums import event_sum
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.services import calls
from tournaments.tables.services.carried_over import held_now

pytestmark = pytest.mark.usefixtures("audited")


@pytest.fixture
def first(event: Event) -> Round:
    return opened(event)


def void(round_: Round, reason: str = "發錯牌山") -> Round:
    return void_round(round_id=round_.pk, reason=reason, actor=head(), now=NOW, confirmed=True)


def unvoid(round_: Round) -> Round:
    return unvoid_round(round_id=round_.pk, actor=head(), now=NOW)


def head() -> Actor:
    return Actor(user_id=make_user("head").pk)


def totals(event: Event) -> dict[int, tuple[object, ...]]:
    rows = standings(event).rows
    return {row.number: (row.total, row.place, row.wins, row.penalties, row.games_units) for row in rows}


class TestVoid:
    def test_it_is_counted_in_no_standings_and_no_sum(self, event: Event, actor: Actor):
        nothing = totals(event)
        first = opened(event)
        play(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        assert totals(event) != nothing
        voided = void(first)
        assert (voided.state, voided.voided_at, voided.void_reason) == (Round.State.CLOSED, NOW, "發錯牌山")
        assert totals(event) == nothing
        assert event_sum(event).rounds == ()
        assert not event_facts(event).played_out
        said = event.acts.order_by("number").last()
        assert said.kind == EventAct.Kind.ROUND_VOIDED
        assert said.payload["rows"]["tournaments.round"][str(first.pk)]["void_reason"] == "發錯牌山"

    def test_its_book_stays_readable(self, event: Event, actor: Actor, first: Round):
        play(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        void(first)
        assert len(read_book(game_of(first)).folded.hands) == 1
        page = player_page(my_games(Player.objects.get(number=1)), Player.objects.get(number=1))
        assert [result.game.round.void for result in page["results"]] == [True]
        assert page["total"] == 0
        assert page["current"] is None

    def test_it_asks_and_wants_a_reason(self, event: Event, first: Round):
        with pytest.raises(Invalid) as refused:
            void_round(round_id=first.pk, reason="  ", actor=head(), now=NOW, confirmed=True)
        assert refused.value.field == "reason"
        with pytest.raises(NeedsConfirmation):
            void_round(round_id=first.pk, reason="停電", actor=head(), now=NOW)
        assert Round.objects.get().voided_at is None

    def test_an_open_one_ends_with_its_calls(self, event: Event, actor: Actor, first: Round):
        calls.call(game_id=game_of(first).pk, actor=actor, now=NOW)
        void(first)
        assert Call.objects.get().ended_at is not None
        with pytest.raises(NotOpen):
            play(game_of(first), actor, type="draw")

    def test_each_step_is_refused_where_it_is_not_the_next(self, event: Event):
        made = rounds.make_round(event=event, day=TODAY)
        with pytest.raises(Conflict, match="還未開始"):
            void(made)
        rounds.discard_round(round_id=made.pk)
        first = opened(event)
        with pytest.raises(Conflict, match="沒有作廢"):
            unvoid(first)
        void(first)
        with pytest.raises(Conflict, match="已經作廢"):
            void(first)
        with pytest.raises(Conflict, match="先取消作廢"):
            rounds.reopen_round(round_id=first.pk)

    def test_old_opponents_of_it_are_no_old_opponents(self, event: Event):
        void(opened(event))
        assert seating.earlier_tables(rounds.make_round(event=event, day=TODAY)) == []


class TestWhatIsBrought:
    def test_a_red_card_of_it_is_held_by_nobody_and_brought_nowhere(self, event: Event, actor: Actor, first: Round):
        play(game_of(first), actor, type="ruling", seat=0, consequences=["red"])
        player = Player.objects.get(number=1)
        assert held_now(event, [player.pk])[player.pk].held.cards
        void(first)
        assert player.pk not in held_now(event, [player.pk])
        unvoid(first)
        second = opened(event)
        assert game_of(second).standing["cards"] == [{"seat": 0, "card": "red"}]
        void(first)
        assert game_of(second).standing == {}
        unvoid(first)
        assert game_of(second).standing["cards"] == [{"seat": 0, "card": "red"}]

    def test_games_that_were_played_meanwhile_are_folded_again(self, event: Event, actor: Actor, first: Round):
        """The second yellow card of a rule broken before counts as the first one."""
        play(game_of(first), actor, type="ruling", seat=0, offence="claim_cancelled")
        second = opened(event)
        play(game_of(second), actor, type="ruling", seat=0, offence="claim_cancelled")
        fined = game_of(second).seats.get(seat=0).score
        void(first)
        assert game_of(second).seats.get(seat=0).score != fined
        unvoid(first)
        assert game_of(second).seats.get(seat=0).score == fined

    def test_rulings_in_the_hall_stay(self, event: Event, actor: Actor, first: Round):
        Tournament(event, actor, actor).rule_in_hall(1, consequences=[{"deduct": "100"}], now=NOW)
        void(first)
        assert {row.number: row.total for row in standings(event).rows}[1] == -100


class TestUnvoid:
    def test_everything_is_as_it_was(self, event: Event, actor: Actor, first: Round):
        play(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        rounds.close_round(round_id=first.pk, now=NOW, confirmed=True)
        before = totals(event)
        void(first)
        back = unvoid(first)
        assert (back.state, back.voided_at, back.void_reason) == (Round.State.CLOSED, None, "")
        assert totals(event) == before
        assert rounds.reopen_round(round_id=first.pk).state == Round.State.OPEN
