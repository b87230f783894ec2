import datetime as dt
from copy import copy

import pytest
from django.utils import timezone

from tests.tables.test_whole_game import whole_game
from tests.tournaments.factories import (
    TODAY,
    add_member,
    belong,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    seat_by_hand,
)
from tests.tournaments.recorder import Recorder
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Event, EventAct, Game, GameSeat, Player, Role, Round, TableReferee
from tournaments.organising.services import events
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.rounds.services import rounds, seating
from tournaments.tables.game_log.read import Actor, read_book


def new_event(**values):
    defaults = {"name": "Friday League", "starts_on": TODAY, "ends_on": TODAY, "rule_set": "hkma-league"}
    return events.create_event(
        creator=belong(make_user("boss"), creates=True), now=timezone.now(), **(defaults | values)
    )


def hall(players=8, tables=2):
    event = make_event()
    make_players(event, players)
    events.add_tables(event=event, count=tables)
    return event


def draft(players=8, tables=2):
    return rounds.make_round(event=hall(players, tables), day=TODAY)


def opened(event):
    round_ = rounds.make_round(event=event, day=TODAY)
    drawn = seating.draw_round(round_id=round_.pk)
    rounds.open_round(round_id=round_.pk, now=timezone.now(), confirmed=True)
    return round_, drawn


def numbers_at(round_):
    seats = GameSeat.objects.filter(round=round_).order_by("game__table__number", "seat")
    return list(seats.values_list("player__number", flat=True))


class TestEvents:
    def test_it_finds_an_address_of_its_own(self):
        assert [new_event(name=name).slug for name in ("Friday League", "Friday-League", "FRIDAY LEAGUE")] == [
            "friday-league-20261121",
            "friday-league-20261121-2",
            "friday-league-20261121-3",
        ]
        assert new_event(name="聯賽夜").slug == "club-league-night-20261121"
        assert new_event(name="麻雀同樂日").slug == "club-20261121"
        assert new_event(name="第三屆 2026").slug == "club-2026-20261121"
        assert new_event(name="東區雀友會新春公開賽").slug == "new-year-open-20261121"

    def test_it_refuses_an_address_that_is_taken(self):
        new_event(slug="cup")
        with pytest.raises(Conflict):
            new_event(slug="cup")

    def test_it_keeps_only_options_that_differ_from_the_defaults(self):
        assert new_event(rule_options={"L-1": "all", "L-4": "5"}).rule_options == {"L-1": "all"}

    @pytest.mark.parametrize(
        ("choice", "code"),
        [({"rule_options": {"L-1": "sometimes"}}, "bad_option"), ({"rule_settings": {"tempo": "fast"}}, "bad_setting")],
    )
    def test_it_refuses_what_the_rule_set_does_not_know(self, choice, code):
        for write in (new_event, lambda **values: events.change_event(event=new_event(), **values)):
            with pytest.raises(Invalid) as refusal:
                write(**choice)
            assert refusal.value.code == code

    def test_it_tells_readers_of_the_standings_that_the_name_has_changed(self):
        event = new_event()
        assert events.change_event(event=event, name="X").standings_version == event.standings_version + 1

    def test_it_takes_the_tables_away_with_the_referee(self):
        event, referee = hall(), make_user()
        member = add_member(event, referee)
        events.set_referee_tables(event=event, user=referee, numbers={1, 2})
        events.remove_member(membership=member)
        assert not TableReferee.objects.exists()

    def test_it_numbers_new_tables_on(self):
        event = hall(tables=2)
        assert [table.number for table in events.add_tables(event=event, count=3)] == [3, 4, 5]

    def test_it_lets_referees_write_at_existing_tables_only(self):
        event, referee = hall(), make_user()
        with pytest.raises(Invalid):
            events.set_referee_tables(event=event, user=referee, numbers={1})
        add_member(event, referee)
        with pytest.raises(Invalid):
            events.set_referee_tables(event=event, user=referee, numbers={9})


class TestRoster:
    def test_it_adds_all_players_or_none(self):
        event = make_event()
        make_players(event, 2)
        with pytest.raises(Conflict):
            roster.add_players(event=event, players=[ListedPlayer(9, "甲"), ListedPlayer(2, "乙")])
        assert event.players.count() == 2

    def test_it_renames_a_player_unless_his_card_is_half_signed(self):
        game, actor = whole_game()
        player = game.seats.get(seat=0).player
        roster.change_player(player=player, number=player.number, name="張國榮", club="", staff=False)
        Recorder(game=game, actor=actor).sign(0)
        with pytest.raises(Conflict):
            roster.change_player(player=player, number=player.number, name="張學友", club="", staff=False)

    def test_it_withdraws_a_player_after_his_game_not_during_it(self):
        game = make_game()
        player = game.seats.get(seat=0).player
        with pytest.raises(Conflict):
            roster.withdraw(player=player, now=timezone.now())
        rounds.close_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
        roster.withdraw(player=player, now=timezone.now())
        player.refresh_from_db()
        assert player.withdrawn_at is not None

    def test_it_removes_only_who_never_played(self):
        game = make_game()
        with pytest.raises(Conflict):
            roster.remove_player(player=game.seats.get(seat=0).player)
        spare = roster.add_player(event=game.event, name="候補")
        roster.remove_player(player=spare)
        assert not Player.objects.filter(pk=spare.pk).exists()


class TestDraw:
    def test_it_repeats_the_seats_of_a_seed(self):
        round_ = draft(16, 4)
        seed = seating.draw_round(round_id=round_.pk).seed
        first = numbers_at(round_)
        seating.draw_round(round_id=round_.pk, seed="other")
        seating.draw_round(round_id=round_.pk, seed=seed)
        assert numbers_at(round_) == first
        assert Round.objects.get().seed == seed

    def test_it_keeps_what_it_arranged_for_the_rounds_after_it(self):
        event = hall(32, 8)
        Event.objects.filter(pk=event.pk).update(games_planned=8)
        assert [opened(event)[1].repeats for _number in range(8)] == [0] * 8

    def test_it_arranges_nothing_by_seats_chosen_by_hand(self):
        round_ = draft(16, 4)
        seating.draw_round(round_id=round_.pk)
        seat_by_hand(round_id=round_.pk, seats={1: [1, 2, 3, 4]})
        round_.refresh_from_db()
        assert (round_.seed, round_.planned) == ("", [])

    def test_it_takes_only_as_many_staff_as_the_last_table_needs_and_others_next_time(self):
        event = hall(7, 2)
        for number in (8, 9):
            Player.objects.create(event=event, number=number, name=f"湊腳{number}", staff=True)
        assert set(numbers_at(opened(event)[0])) == {1, 2, 3, 4, 5, 6, 7, 8}
        assert 9 in numbers_at(opened(event)[0])

    @pytest.mark.parametrize(("players", "tables"), [(6, 2), (8, 1), (0, 1)])
    def test_it_says_what_is_missing(self, players, tables):
        with pytest.raises(Invalid):
            seating.draw_round(round_id=draft(players, tables).pk)


RED = {"cards": [{"seat": 0, "card": "red"}]}
BROKEN = {"offences": [{"seat": 0, "offence": "claim_cancelled", "times": 1}]}
SECOND_VERSION = {"rule_set": "hkma-league", "version": "2", "options": {}, "settings": {}}


class TestWhatPlayersBring:
    def next_game(self, day, **event):
        """Player 3 has broken rules in the first game; the second seats him first."""
        referee = make_user()
        game = make_game(make_event(ends_on=TODAY + dt.timedelta(days=1), **event), referee)
        actor = Actor(referee.pk)
        play(game, actor, type="ruling", seat=2, offence="claim_cancelled")
        play(game, actor, type="ruling", seat=2, consequences=["red"])
        play(game, actor, type="ruling", seat=1, consequences=["yellow"])
        rounds.close_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
        round_ = rounds.make_round(event=game.event, day=day)
        seat_by_hand(round_id=round_.pk, seats={1: [3, 2, 1, 4]})
        rounds.open_round(round_id=round_.pk, now=timezone.now())
        return Game.objects.get(round=round_), actor

    @pytest.mark.parametrize(
        ("days", "chosen", "standing", "score"),
        [
            pytest.param(0, {}, RED | BROKEN, -30, id="on the same day"),
            pytest.param(1, {}, {}, -15, id="on another day"),
            pytest.param(1, {"rule_options": {"L-32": "event"}}, BROKEN, -30, id="by the event's choice"),
            pytest.param(1, {"rules_snapshot": SECOND_VERSION}, BROKEN, -30, id="as the event began"),
        ],
    )
    def test_red_cards_last_for_the_day_and_a_fine_grows_as_the_rules_say(self, days, chosen, standing, score):
        game, actor = self.next_game(TODAY + dt.timedelta(days=days), **chosen)
        assert game.standing == standing
        play(game, actor, type="ruling", seat=0, offence="claim_cancelled")
        assert read_book(game).folded.state.scores[0] == score
        assert list(audit()) == []


def acts(event):
    return EventAct.objects.filter(event=event).count()


def test_two_taps_on_remove_write_one_act():
    event = hall(players=4)
    referee = add_member(event, make_user("referee"), Role.REFEREE)
    table, player = event.tables.get(number=2), event.players.get(number=4)
    for remove, row in (
        (lambda row: events.remove_member(membership=row), referee),
        (lambda row: events.remove_table(table=row), table),
        (lambda row: roster.remove_player(player=row), player),
    ):
        before = acts(event)
        remove(copy(row))
        remove(copy(row))
        assert acts(event) == before + 1
