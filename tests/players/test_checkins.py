import datetime as dt

import pytest
from django.utils import timezone

from accounts.models import User
from tests.markup import markup, shows, undo, url
from tests.penalties.articles import make_article
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import (
    enter,
    make_event,
    make_game,
    make_players,
    make_user,
    next_game,
    open_desk,
)
from tournaments.audit.checks import audit
from tournaments.core.event_log import Kind, added, append_act, begin, changed
from tournaments.core.services import link_token
from tournaments.models import CheckIn, Contact, EventAct, Game, GameSeat, Player, Registration, Role, Round
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.selectors import check_in_page
from tournaments.players.services import registrations, roster

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def _noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def event():
    event = make_event("come", rule_set="tw-club")
    make_players(event, 8)
    make_game(event, make_user("ref"), 1, opened_at=NOON - dt.timedelta(minutes=7))
    make_game(event, None, 2)
    GameSeat.objects.update(score=10_000)
    begin(event.pk)
    return event


@pytest.fixture
def head(event):
    return member_of(event, "head", Role.HEAD_REFEREE)


def chair(seat=3):
    return url("fill_no_show", Game.objects.get(table__number=1).pk, seat)


def come(client, event, *numbers, **more):
    for number in numbers:
        client.post(url("mark_check_in", event.slug, number), more)


def missing(event):
    page = check_in_page(event, timezone.localdate())
    return {table: [row.player.number for row in rows] for table, rows in page.missing.items()}


def test_the_check_in_shows_who_is_missing_by_table(head, event):
    for state in (Round.State.PUBLISHED, Round.State.OPEN):
        Round.objects.filter(event=event).update(state=state)
        assert missing(event) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, "before the bell and after it"
    come(head, event, 1, 2, 3, 5, 6, 7, 8)
    assert missing(event) == {1: [4]}
    come(head, event, 4, 4)
    assert missing(event) == {}
    assert CheckIn.objects.count() == 8
    come(head, event, 4, here="no")
    assert missing(event) == {1: [4]}
    assert "已到 7/8" in markup(head.get(url("check_in", event.slug)))


def test_the_check_in_shows_the_tables_of_all_rounds_that_are_played_at_once(head, event):
    first = Round.objects.get()
    second = Round.objects.create(event=event, stage=first.stage, number=2, day=first.day, state=Round.State.OPEN)
    Game.objects.filter(table__number=2).update(round=second)
    GameSeat.objects.filter(game__table__number=2).update(round=second)
    come(head, event, 1, 2, 3, 5)
    assert missing(event) == {1: [4], 2: [6, 7, 8]}
    assert "第 1、2 " in markup(head.get(url("check_in", event.slug)))


def test_seats_of_a_draft_are_read_by_organisers_alone(head, event):
    Round.objects.filter(event=event).update(state=Round.State.DRAFT)
    where = url("check_in", event.slug)
    assert "第 1 檯" not in markup(head.get(where))
    assert "第 1 檯" in markup(member_of(event, "boss", Role.ORGANISER).get(where))


def test_nobody_is_missing_where_a_hand_has_been_played(head, event):
    Game.objects.filter(event=event, table__number=2).update(hands_closed=1)
    assert missing(event) == {1: [1, 2, 3, 4]}
    assert shows(head.get(url("check_in", event.slug)), "到了：張國強").count("到了：") == 4


def test_officials_read_the_real_name_behind_a_public_one(head, event):
    Contact.objects.create(player=event.players.get(number=4), real_name="真名")
    assert "何家珍（真名）" in markup(head.get(url("check_in", event.slug)))


def kinds(event):
    return list(EventAct.objects.filter(event=event).order_by("number").values_list("kind", flat=True))


def test_who_came_is_told_once_and_so_is_taking_it_back(head, event):
    before = kinds(event)
    come(head, event, 1, 1)
    come(head, event, 1, 1, here="no")
    assert kinds(event)[len(before) :] == ["checked_in", "check_in_undone"]
    act = EventAct.objects.filter(event=event).latest("number")
    assert (act.user.username, act.payload["player"]) == ("head", event.players.get(number=1).pk)
    assert not list(audit())


def test_the_audit_finds_a_check_in_of_somebody_who_had_withdrawn(event):
    player = event.players.get(number=8)
    Player.objects.filter(pk=player.pk).update(withdrawn_at=NOON)
    player.refresh_from_db()
    append_act(event.pk, Kind.PLAYER_WITHDRAWN, changed(player, "withdrawn_at"))
    made = CheckIn.objects.create(player=player, day=event.starts_on, at=NOON, user=make_user("ref"))
    append_act(event.pk, Kind.CHECKED_IN, added(made))
    assert [one.what for one in audit()] == ["第 3 項大事：報到的不是參賽的選手"]


def test_who_is_taken_off_the_list_takes_the_check_in_along(head, event):
    [late] = roster.add_players(event=event, players=[ListedPlayer(9, "遲來")])
    come(head, event, 9)
    roster.remove_player(player=late)
    assert not CheckIn.objects.exists()
    assert not list(audit())


def test_each_day_is_counted_by_itself(head, event, time_machine):
    event.ends_on = event.starts_on + dt.timedelta(days=1)
    event.save()
    come(head, event, 1)
    time_machine.move_to(NOON + dt.timedelta(days=1), tick=False)
    assert check_in_page(event, timezone.localdate()).here == 0


def test_who_is_barred_does_not_check_in(head, event):
    Player.objects.filter(event=event, number=1).update(barred=Player.Barred.SUSPENDED)
    come(head, event, 1)
    assert not CheckIn.objects.exists()


def test_a_slip_that_an_official_scans_checks_in(head, event, client):
    player = event.players.get(number=4)
    shows(head.get(url("player_link", link_token(player))), url("mark_check_in", event.slug, 4))
    client.logout()
    assert "報到" not in markup(client.get(url("player_link", link_token(player))))


def test_staff_fill_the_seat_of_a_no_show_in_one_tap(head, event):
    roster.add_players(event=event, players=[ListedPlayer(20, "湊腳甲", staff=True)])
    seat = GameSeat.objects.get(player__number=4, game__event=event)
    assert 'value="staff-20"' in markup(head.get(url("mark_check_in", event.slug, 4)))
    head.post(chair(), {"by": "staff-20"})
    seat.refresh_from_db()
    assert (seat.substitute.number, seat.substitute_from) == (20, 1)
    assert not list(audit())
    head.post(chair(), {"by": "staff-20"})
    head.post(chair(), {"by": "nonsense"})
    assert GameSeat.objects.filter(substitute__isnull=False).count() == 1


def two_wait(event):
    open_desk(event, now=NOON)
    for name in ("甲", "候補乙", "候補丙"):
        enter(event, name, now=timezone.now() + dt.timedelta(days=len(name) / 100))
    return Registration.objects.filter(name__startswith="候補").order_by("pk")


def test_the_first_of_the_waiting_list_fills_a_seat(head, event):
    seat = GameSeat.objects.get(player__number=4, game__event=event)
    second, third = two_wait(event)
    assert f'value="waiting-{second.pk}"' in markup(head.get(url("mark_check_in", event.slug, 4)))
    head.post(chair(), {"by": f"waiting-{third.pk}"})
    seat.refresh_from_db()
    assert seat.substitute is None, "the order of the line stands"
    head.post(chair(), {"by": f"waiting-{second.pk}"})
    seat.refresh_from_db()
    assert (seat.substitute.name, seat.substitute.staff) == ("候補乙", True)
    assert registrations.line_of(event)[-1].registration == third
    assert not list(audit())


def test_a_late_arrival_is_offered_the_ruling_with_its_minutes(head, event):
    come(head, event, 1)
    assert "遲 7 分鐘" in markup(head.get(url("check_in", event.slug)))
    page = markup(head.get(url("mark_check_in", event.slug, 1)))
    where = f"{url('penalties:hall', event.slug)}?player=1&amp;offence=late"
    assert where in page
    offered = head.get(f"{url('penalties:hall', event.slug)}?player=1&offence=late&facts=遲到 7 分鐘")
    assert 'value="遲到 7 分鐘"' in markup(offered)


def test_a_whole_table_is_marked_at_once_and_taken_back(head, event, time_machine):
    assert markup(head.get(url("check_in", event.slug))).count("全檯到齊：") == 2
    come(head, event, 2)
    time_machine.move_to(NOON + dt.timedelta(minutes=1), tick=False)
    sent = {"table": "1", "player": ["1", "2", "3", "4", "x", "99"]}
    done = head.post(url("check_in", event.slug), sent, follow=True)
    assert done.redirect_chain[-1][0].endswith("#t1")
    assert missing(event) == {2: [5, 6, 7, 8]}
    assert markup(done).count("全檯到齊：") == 1
    names = "、".join(event.players.filter(number__in=(1, 3, 4)).order_by("number").values_list("name", flat=True))
    shows(undo(head, done), f"已取消 {names} 的報到。")
    assert missing(event) == {1: [1, 3, 4], 2: [5, 6, 7, 8]}, "who had come before is here still"
    assert not list(audit())


def test_a_whole_table_is_marked_or_nobody_of_it(head, event):
    Player.objects.filter(number=3).update(withdrawn_at=NOON)
    done = head.post(url("check_in", event.slug), {"table": "1", "player": ["1", "2", "3", "4"]}, follow=True)
    shows(done, "已經退出或不能參賽", never="第 1 檯到齊了")
    assert not CheckIn.objects.exists()


def test_taking_a_whole_table_back_leaves_who_has_come_since(head, event, time_machine):
    page = url("check_in", event.slug)
    done = head.post(page, {"table": "1", "player": ["1", "2", "3", "4"]}, follow=True)
    come(head, event, 3, here="no")
    time_machine.move_to(NOON + dt.timedelta(minutes=1), tick=False)
    come(head, event, 3)
    shows(undo(head, done), "已取消 張國強、李小龍、何家珍 的報到。")
    assert missing(event) == {1: [1, 2, 4], 2: [5, 6, 7, 8]}
    shows(undo(head, done), "報到之後有更改，沒有取消。")


@pytest.mark.parametrize("sent", [{}, {"undo": ""}, {"undo": "5."}, {"undo": "1.1_2"}, {"table": "1.1_2"}])
def test_a_table_that_nobody_named_is_not_marked(head, event, sent):
    come(head, event, 1)
    assert head.post(url("check_in", event.slug), sent).status_code == 404
    assert missing(event)[1] == [2, 3, 4]


def test_more_numbers_than_a_statement_takes_mark_those_who_play(head, event):
    everybody = "_".join(map(str, range(300_000)))
    sent = {"undo": f"1.{everybody}.{NOON.isoformat()}"}
    shows(head.post(url("check_in", event.slug), sent, follow=True), "沒有取消")


def test_a_substitute_who_came_since_is_not_taken_out(head, event):
    roster.add_players(event=event, players=[ListedPlayer(number, f"湊腳{number}", staff=True) for number in (20, 21)])
    filled = head.post(chair(), {"by": "staff-20"}, follow=True)
    undo(head, filled)
    head.post(chair(), {"by": "staff-21"})
    shows(undo(head, filled), "座位剛剛有更改")
    assert GameSeat.objects.get(game__table__number=1, seat=3).substitute.number == 21
    assert 'value="back-21"' in markup(head.get(url("mark_check_in", event.slug, 4)))


def test_the_chart_reads_the_same_number_of_rows_for_any_hall(head, event, django_assert_max_num_queries):
    roster.add_players(event=event, players=[ListedPlayer(number, f"選手{number}") for number in range(20, 60)])
    with django_assert_max_num_queries(20):
        head.get(url("check_in", event.slug))


def test_to_change_places_the_other_is_tapped(head, event):
    where, swap = url("check_in", event.slug) + "?round=1&swap=1", url("swap_seats", event.slug, 1)
    shows(head.get(where), 'value="1.0.1.5_2.0.5.1"', swap, never='value="1.0.1.1')
    referee = member_of(event, "ref", Role.REFEREE)
    assert swap not in markup(referee.get(where))
    assert "對調" not in markup(referee.get(url("mark_check_in", event.slug, 1)))


class TestBeforeTheStart:
    @pytest.fixture(params=[Round.State.DRAFT, Round.State.PUBLISHED])
    def ahead(self, event, request):
        Round.objects.update(state=request.param)
        GameSeat.objects.update(score=0)
        begin(event.pk)
        return Round.objects.get()

    @pytest.fixture
    def boss(self, event):
        return member_of(event, "boss", Role.ORGANISER)

    def sits(self, table=1):
        rows = GameSeat.objects.filter(game__table__number=table).order_by("seat")
        return list(rows.values_list("player__number", flat=True))

    def test_another_takes_the_seat_of_who_does_not_come(self, boss, event, ahead):
        roster.add_players(event=event, players=[ListedPlayer(9, "遲來")])
        assert 'value="staff-9"' in markup(boss.get(url("mark_check_in", event.slug, 4)))
        boss.post(chair(), {"by": "staff-9"})
        assert self.sits() == [1, 2, 3, 9]
        boss.post(chair(), {"name": "新來的人"})
        new = event.players.get(name="新來的人")
        assert (self.sits(), new.staff) == ([1, 2, 3, new.number], False)
        assert not GameSeat.objects.filter(substitute__isnull=False).exists()

    def test_a_chair_that_another_has_taken_since_stays_theirs(self, boss, event, ahead):
        person = url("mark_check_in", event.slug, 3)
        said = boss.post(person, {"here": "out"}, follow=True)
        boss.post(chair(2), {"name": "新來的人", "held": "0"})
        shows(undo(boss, said), "座位剛剛有更改")
        shows(boss.post(chair(2), {"name": "再一個人", "held": "0"}, follow=True), "座位剛剛有更改")
        shows(boss.post(chair(2), {"name": "再一個人", "held": "9" * 26}, follow=True), "沒有這個座位")
        assert GameSeat.objects.get(game__table__number=1, seat=2).player.name == "新來的人"

    def test_a_filled_seat_is_taken_back(self, boss, event, ahead):
        roster.add_players(event=event, players=[ListedPlayer(9, "遲來")])
        shows(undo(boss, boss.post(chair(), {"by": "staff-9", "held": "4"}, follow=True)), "第 1 檯的座位還原了")
        assert self.sits() == [1, 2, 3, 4]
        boss.post(url("mark_check_in", event.slug, 4), {"here": "out"})
        filled = boss.post(chair(), {"name": "新來的人", "held": "0"}, follow=True)
        assert len(self.sits()) == 4
        undo(boss, filled)
        assert self.sits() == [1, 2, 3]
        shows(undo(boss, filled), "座位剛剛有更改")
        assert {one.what for one in audit()} == {f"round {Round.objects.get().pk} state"}  # by the fixture

    def test_who_came_on_the_list_by_filling_a_seat_leaves_it_when_that_is_taken_back(self, boss, event, ahead):
        filled = boss.post(chair(), {"name": "新來的人", "held": "4"}, follow=True)
        shows(undo(boss, filled), "座位還原了", "新來的人 不再在選手名單上")
        assert (self.sits(), event.players.filter(name="新來的人").count()) == ([1, 2, 3, 4], 0)
        entry = two_wait(event)[0]
        filled = boss.post(chair(), {"by": f"waiting-{entry.pk}", "held": "4"}, follow=True)
        assert event.players.filter(registration=entry).exists()
        undo(boss, filled)
        entry.refresh_from_db()
        assert (self.sits(), entry.player, registrations.next_in_line(event)) == ([1, 2, 3, 4], None, entry)
        assert {one.what for one in audit()} == {f"round {Round.objects.get().pk} state"}  # by the fixture

    @pytest.mark.parametrize("since", ["come", "renamed", "ruled"])
    def test_who_filled_a_seat_and_did_more_since_stays_on_the_list(self, boss, event, ahead, since):
        filled = boss.post(chair(), {"name": "新來的人", "held": "4"}, follow=True)
        new = event.players.get(name="新來的人")
        if since == "come":
            come(boss, event, new.number)
        elif since == "ruled":
            make_article(event, new, facts="向鄰檯說話", user=User.objects.get(username="boss"))
        else:
            roster.change_player(player=new, number=new.number, name="真名", club="", staff=False)
        shows(undo(boss, filled), "座位還原了", never="不再在選手名單上")
        assert (self.sits(), event.players.filter(pk=new.pk).count()) == ([1, 2, 3, 4], 1)

    def test_the_start_names_who_has_not_come(self, boss, event, ahead):
        start = url("open_round", event.slug, 1)
        come(boss, event, 1, 2, 3, 6, 7)
        said = "3 人未到：<br>第 1 檯 何家珍<br>第 2 檯 選手5、選手8<br>"
        page = shows(boss.post(start), said, "確定開始", url("swap_seats", event.slug, 1), status=409)
        assert page.count(f'action="{start}"') == 1, "one way to begin"
        ahead.refresh_from_db()
        assert ahead.ahead
        boss.post(start, {"confirmed": "1"})
        ahead.refresh_from_db()
        assert ahead.state == Round.State.OPEN

    def test_who_has_played_that_day_has_come(self, boss, event, ahead):
        game = Game.objects.get(table__number=1)
        next_game(game, state=Round.State.PUBLISHED)
        come(boss, event, 1)
        shows(boss.post(url("open_round", event.slug, 2)), "3 人未到", status=409)
        Game.objects.filter(pk=game.pk).update(hands_closed=1)
        [staff] = roster.add_players(event=event, players=[ListedPlayer(20, "湊腳甲", staff=True)])
        game.seats.filter(seat=0).update(substitute=staff, substitute_from=1)
        GameSeat.objects.filter(round__number=2, seat=3).update(player=staff)
        shows(boss.post(url("open_round", event.slug, 2)), "確定開始", never="人未到", status=409)

    def test_without_a_desk_nobody_is_named(self, boss, event, ahead):
        boss.post(url("open_round", event.slug, 1))
        ahead.refresh_from_db()
        assert ahead.state == Round.State.OPEN

    @pytest.mark.parametrize("name", ["新" * 81, "\x00", "\u202e"])
    def test_a_typed_name_that_cannot_be_is_refused(self, boss, event, ahead, name):
        boss.post(chair(), {"name": name}, follow=True)
        assert self.sits() == [1, 2, 3, 4]

    def test_a_new_name_is_cleaned_as_on_every_list(self, boss, event, ahead):
        boss.post(chair(), {"name": "A\u202eevil"})
        assert event.players.filter(name="Aevil").exists()

    def test_who_withdraws_leaves_a_chair_that_is_filled_or_taken_back(self, boss, event, ahead):
        person = url("mark_check_in", event.slug, 3)
        said = boss.post(person, {"here": "out"}, follow=True)
        assert (self.sits(), event.players.get(number=3).plays_on) == ([1, 2, 4], False)
        assert undo(boss, said).redirect_chain[-1][0].endswith("#t1")
        assert (self.sits(), event.players.get(number=3).plays_on) == ([1, 2, 3, 4], True)
        boss.post(url("withdraw_player", event.slug, 3))
        shows(boss.get(url("check_in", event.slug)), person, "已退出", "已到 0/7")
        shows(boss.get(person), "取消退出")
        boss.post(person, {"back": "1"})
        assert (self.sits(), event.players.get(number=3).plays_on) == ([1, 2, 3, 4], True)
        assert {one.what for one in audit()} == {f"round {Round.objects.get().pk} state"}  # by the fixture
        boss.post(person, {"here": "out"})
        assert chair(2) in markup(boss.get(url("check_in", event.slug)))
        assert "空位" in markup(boss.get(chair(2)))
        boss.post(chair(2), {"name": "新來的人"})
        assert GameSeat.objects.get(game__table__number=1, seat=2).player.name == "新來的人"

    def test_a_withdrawal_tapped_twice_is_one_and_is_taken_back_whole(self, boss, event, ahead):
        person = url("mark_check_in", event.slug, 3)
        said = boss.post(person, {"here": "out"}, follow=True)
        boss.post(person, {"here": "out"})
        undo(boss, said)
        assert self.sits() == [1, 2, 3, 4]
        assert kinds(event)[-3:] == ["player_withdrawn", "player_reinstated", "seats_corrected"]

    def test_an_old_way_back_takes_no_chair_that_another_has_left_since(self, boss, event, ahead):
        person = url("mark_check_in", event.slug, 3)
        said = boss.post(person, {"here": "out"}, follow=True)
        undo(boss, said)
        boss.post(chair(2), {"name": "新來的人", "held": "3"})
        boss.post(url("mark_check_in", event.slug, 9), {"here": "out"})
        undo(boss, said)
        assert self.sits() == [1, 2, 4]

    def test_only_organisers_withdraw_a_player(self, head, event, ahead):
        Round.objects.update(state=Round.State.PUBLISHED)
        assert head.post(url("mark_check_in", event.slug, 3), {"here": "out"}).status_code == 403
        assert head.post(url("mark_check_in", event.slug, 3), {"back": "0"}).status_code == 403
        assert event.players.get(number=3).plays_on
