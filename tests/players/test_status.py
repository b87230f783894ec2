"""取消資格, 停賽, 退出 by ruling: standings, seats and the player's own page know it; a reversal leaves nothing."""

from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import markup, shows, url
from tests.standings.test_player_pages import signed_in
from tests.tournaments.factories import (
    add_member,
    main_stage,
    make_event,
    make_game,
    make_players,
    make_user,
    play_and_confirm,
    seat_by_hand,
)
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Event, GameSeat, HallRuling, Player, Role, Round
from tournaments.organising.services import events
from tournaments.players.services import roster
from tournaments.players.services.roster import follow_notes
from tournaments.rounds.services import rounds, seating
from tournaments.standings.columns import csv_rows
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor
from tournaments.tables.selectors.adjustments import adjustments_of_player
from tournaments.tables.services.refunds import Moved, store_adjustments


def follow(player, *words):
    follow_notes(player=player, notes_in_force=words, now=timezone.now(), user_id=make_user().pk)
    player.refresh_from_db()


def version(game):
    return Event.objects.get(pk=game.event_id).standings_version


@pytest.fixture
def game():
    """張國強 first, then 何家珍 and 陳大文, 李小龍 last."""
    referee = make_user()
    game = make_game(referee=referee)
    play_and_confirm(game, Actor(referee.pk), type="ruling", seat=1, consequences=[{"deduct": "30"}])
    play_and_confirm(game, Actor(referee.pk), type="ruling", seat=2, consequences=[{"deduct": "20"}])
    play_and_confirm(game, Actor(referee.pk), type="ruling", seat=3, consequences=[{"deduct": "10"}])
    return game


@pytest.fixture
def player(game):
    return game.seats.get(seat=0).player


def table_of(event):
    return [(row.place, row.name) for row in standings(event).rows]


class TestFollowing:
    @pytest.mark.parametrize(
        ("words", "barred"),
        [
            ((), ""),
            (("warning", "blacklist"), ""),
            (("withdraw",), "withdrawn"),
            (("suspend", "withdraw"), "suspended"),
            (("withdraw", "suspend", "disqualify"), "disqualified"),
        ],
    )
    def test_the_hardest_word_in_force_counts(self, player, words, barred):
        follow(player, *words)
        assert player.barred == barred

    def test_a_reversal_leaves_what_was_there_before(self, player):
        before = Player.objects.filter(pk=player.pk).values().get()
        follow(player, "disqualify", "suspend")
        follow(player, "suspend")
        assert player.barred == "suspended"
        follow(player)
        assert Player.objects.filter(pk=player.pk).values().get() == before

    def test_what_the_organiser_decided_himself_stays(self, player):
        Player.objects.filter(pk=player.pk).update(withdrawn_at=timezone.now())
        follow(player, "withdraw")
        follow(player)
        assert player.withdrawn_at is not None

    def test_the_readers_of_the_standings_are_told_once(self, game, player):
        before = version(game)
        for _again in range(2):
            follow(player, "suspend")
            assert version(game) == before + 1


class TestStandings:
    def test_who_is_struck_off_stands_below_without_place_and_the_others_close_up(self, game, player):
        first = [(1, "張國強"), (2, "何家珍"), (3, "陳大文"), (4, "李小龍")]
        assert table_of(game.event) == first
        follow(player, "disqualify")
        assert table_of(game.event) == [(1, "何家珍"), (2, "陳大文"), (3, "李小龍"), (None, "張國強")]
        follow(player)
        assert table_of(game.event) == first

    @pytest.mark.parametrize(
        ("word", "said"), [("disqualify", "取消資格"), ("suspend", "停賽"), ("withdraw", "已退出")]
    )
    def test_every_form_of_it_has_the_word(self, client, game, player, word, said):
        follow(player, word)
        assert f'<span class="badge trouble">{said}</span>' in markup(client.get(url("standings", game.event.slug)))
        assert f'<td class="place"><small>{said}</small>' in markup(client.get(url("screen", game.event.slug)))
        assert [*csv_rows(standings(game.event))][4][:3] == [said, 1, "張國強"]
        row = client.get(url("api:standings", game.event.slug)).json()["rows"][-1]
        assert (row["place"], row["barred"]) == (None, player.barred)
        history = shows(client.get(url("player_history", game.event.slug, 1)), player.get_barred_display())
        own = history[history.index('class="big-place"') :].partition("</p>")[0]
        assert "第 1 名" not in own

    def test_the_player_reads_it_on_his_own_page(self, player):
        phone, address = signed_in(player), url("me", player.event.slug)
        assert "取消資格" not in markup(phone.get(address))
        follow(player, "disqualify")
        assert "你已被取消資格" in markup(phone.get(address))
        follow(player, "suspend")
        assert "你正在停賽" in markup(phone.get(address))


class TestSeats:
    @pytest.fixture
    def draft(self):
        event = make_event()
        make_players(event, 5)
        events.add_tables(event=event, count=1)
        return Round.objects.create(event=event, stage=main_stage(event), number=1, day=event.starts_on)

    def player(self, draft, number):
        return draft.event.players.get(number=number)

    def test_the_draw_leaves_him_out(self, draft):
        follow(self.player(draft, 2), "suspend")
        seating.draw_round(round_id=draft.pk, seed="1")
        seated = GameSeat.objects.filter(round=draft).values_list("player__number", flat=True)
        assert sorted(seated) == [1, 3, 4, 5]
        assert seating.left_out(draft) == []

    @pytest.mark.parametrize(
        ("word", "said"),
        [
            ("suspend", "李小龍 正在停賽，不能入座。"),
            ("disqualify", "李小龍 已被取消資格，不能入座。"),
            ("withdraw", "李小龍 已由裁判長判決退出，不能入座。"),
        ],
    )
    def test_no_seat_by_hand_with_the_reason(self, draft, word, said):
        follow(self.player(draft, 2), word)
        with pytest.raises(Invalid) as refused:
            seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 4]})
        assert refused.value.extra["faults"] == [f"第 1 檯：{said}請重新編位。"]

    def test_a_round_drawn_before_the_ruling_is_not_opened_with_him_and_is_with_the_ruling_reversed(self, draft):
        seat_by_hand(round_id=draft.pk, seats={1: [1, 2, 3, 4]})
        follow(self.player(draft, 2), "disqualify")
        with pytest.raises(Invalid, match="第 1 檯：李小龍 已被取消資格"):
            rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)
        follow(self.player(draft, 2))
        rounds.open_round(round_id=draft.pk, now=timezone.now(), confirmed=True)

    def test_the_organiser_is_not_offered_him(self, client, boss, draft):
        add_member(draft.event, boss, Role.ORGANISER)
        follow(self.player(draft, 2), "disqualify")
        assert "2 李小龍</option>" not in markup(client.get(url("round", draft.event.slug, 1)))
        assert '<span class="badge trouble">取消資格</span>' in markup(client.get(url("players", draft.event.slug)))


class TestAdjustments:
    def deduct(self, player, *moved):
        said = {"day": player.event.starts_on, "ruling": {}, "after_round": 0, "created_at": timezone.now()}
        ruling = HallRuling.objects.create(event=player.event, player=player, **said)
        moved = moved or [Moved(player.pk, None, Decimal(5), "deduction")]
        store_adjustments(ruling.event_id, ruling.day, moved, hall_ruling=ruling)
        return ruling, moved

    def rows(self, event):
        return {row.number: (row.total, row.penalties) for row in standings(event).rows}

    def test_they_count_exactly_in_total_and_penalties(self, game, player):
        before = self.rows(game.event)
        fine = Moved(player.pk, None, Decimal("5.0000000001"), "deduction")
        self.deduct(player, fine, Moved(player.pk, None, Decimal(2), "paid"))
        after = self.rows(game.event)
        assert after.pop(1) == (before[1][0] - Decimal("7.0000000001"), before[1][1] - Decimal("5.0000000001"))
        del before[1]
        assert after == before

    def test_they_move_from_one_to_another(self, game, player):
        other = game.seats.get(seat=1).player
        before = self.rows(game.event)
        store_adjustments(game.event_id, game.round.day, [Moved(player.pk, other.pk, Decimal(40), "fine")], game=game)
        after = self.rows(game.event)
        assert [after[n][0] - before[n][0] for n in (1, 2, 3, 4)] == [-40, 40, 0, 0]
        assert sum(total for total, _fines in after.values()) == sum(total for total, _fines in before.values())
        assert table_of(game.event)[0] == (1, "李小龍")

    def test_the_standings_are_made_anew_only_where_something_moves(self, game, player):
        before = version(game)
        ruling, moved = self.deduct(player)
        store_adjustments(ruling.event_id, ruling.day, moved, hall_ruling=ruling)
        assert version(game) == before + 1

    def test_pages_and_the_api_show_them(self, game, player):
        self.deduct(player)
        rows = Client().get(url("api:standings", game.event.slug)).json()["rows"]
        assert [(row["total"], row["penalties"]) for row in rows if row["number"] == 1] == [("-5", "-5")]
        assert [line.points for line in adjustments_of_player(player)] == [-5]
        assert "局外判決" in markup(Client().get(url("player_history", game.event.slug, 1)))
        assert "局外判決" in markup(signed_in(player).get(url("me", game.event.slug)))


def test_the_organiser_may_still_withdraw_and_reinstate(player):
    later = {"stage": main_stage(player.event), "number": 7, "day": player.event.starts_on}
    GameSeat.objects.filter(player=player).update(round=Round.objects.create(event=player.event, **later))
    follow(player, "suspend")
    roster.withdraw(player=player, now=timezone.now())
    roster.reinstate(player=player)
    player.refresh_from_db()
    assert (player.barred, player.withdrawn_at) == ("suspended", None)


@pytest.mark.parametrize(
    ("step", "more"),
    [
        (roster.change_player, {"number": 1, "name": "陳太文", "club": "", "staff": False}),
        (roster.withdraw, {"now": timezone.now()}),
        (roster.reinstate, {}),
    ],
    ids=["change", "withdraw", "reinstate"],
)
def test_a_player_whom_another_has_just_removed_is_refused_by_name(step, more):
    player = make_players(make_event(), 1)[0]
    roster.remove_player(player=Player.objects.get(pk=player.pk))
    with pytest.raises(Conflict, match=f"{player.name} 剛剛移出了選手名單"):
        step(player=player, **more)
