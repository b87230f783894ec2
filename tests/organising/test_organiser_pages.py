import io
import json
import re
import zipfile
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.models import User
from scoring.documents import replay_document
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import phone_of
from tests.tournaments.factories import (
    TODAY,
    add_member,
    belong,
    entry_of,
    event_form,
    make_event,
    make_game,
    make_players,
    make_user,
    play_and_confirm,
    seat_by_hand,
)
from tournaments.models import Contact, Event, Game, Membership, Player, Role, Round, TableReferee
from tournaments.organising.selectors import my_events
from tournaments.organising.services import events
from tournaments.players.lists.players import read_list
from tournaments.rounds.services import rounds, seating
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import record


@pytest.fixture
def hall(event):
    make_players(event, 8)
    events.add_tables(event=event, count=2)
    return event


class TestHome:
    def test_it_tells_strangers_what_paiju_is_and_shows_public_events_only(self, client):
        make_event(name="公開的")
        make_event("secret", name="不公開的", public=False)
        text = shows(client.get("/"), "公開的", url("accounts:sign_in"), never="不公開的")
        assert text.count("<h1>") == 1

    def test_a_referee_of_a_running_event_goes_from_the_sign_in_to_their_tables(self, client):
        referee = make_user("referee")
        client.force_login(referee)
        assert client.get("/?start")["Location"] == "/"
        make_game(referee=referee)
        assert client.get("/?start")["Location"] == url("my_tables")
        assert url("my_tables") in markup(client.get("/"))

    def test_an_organiser_who_referees_too_goes_to_the_events(self, client, boss, event):
        make_game(event, boss)
        assert client.get("/?start")["Location"] == "/"

    def test_what_runs_comes_before_what_is_prepared(self, client, boss):
        running, prepared = make_event("now"), make_event("later")
        for event in (running, prepared):
            add_member(event, boss, Role.ORGANISER)
        make_game(event=running)
        assert [facts.event for facts in my_events(boss)] == [running, prepared]
        shows(client.get(url("events")), "沒有其他公開賽事", never="未有公開賽事")

    def test_it_says_that_there_is_no_other_public_event_below_the_own_one(self, client, event):
        assert event.public
        shows(client.get("/"), "沒有其他公開賽事", never="現時沒有公開賽事")

    def test_it_leads_the_organiser_to_the_next_step(self, client, event):
        assert url("import_players", event.slug) in markup(client.get("/"))
        make_players(event, 4)
        assert url("staff", event.slug) in markup(client.get("/"))
        events.add_tables(event=event, count=1)
        assert url("rounds", event.slug) in markup(client.get("/"))

    def test_it_leads_a_player_to_his_card(self):
        event = make_event(public=False)
        [player] = make_players(event, 1)
        assert shows(phone_of(player).get("/"), url("me", event.slug)).count("<h1>") == 1

    def test_any_number_of_events_takes_the_same_statements(self, client, boss, django_assert_max_num_queries):
        for number in range(8):
            add_member(make_event(f"e{number}"), boss, Role.ORGANISER)
        with django_assert_max_num_queries(16):
            client.get("/")


class TestNewEvent:
    @pytest.mark.parametrize("language", ["zh-hant", "en"])
    def test_its_screen_speaks_the_language_of_whoever_makes_it(self, client, boss, language):
        client.cookies["paiju_language"] = language
        shows(client.get(url("new_event"), {"template": "evening"}), f'<option value="{language}" selected')

    def test_it_is_made_from_a_template_with_options(self, client, boss):
        assert "template=two-day" in markup(client.get(url("new_event")))
        assert client.get(url("new_event"), {"template": "evening"}).status_code == 200
        response = client.post(url("new_event"), event_form(**{"option-L-1": "all"}, heads="on"))
        event = Event.objects.get()
        assert response.url == url("event", event.slug)
        assert event.rule_options == {"L-1": "all"}
        assert event.public
        assert not event.phones
        assert Membership.objects.filter(user=boss).count() == 2

    def test_it_keeps_what_was_entered_when_something_is_wrong(self, client, boss):
        response = client.post(url("new_event"), event_form(ends_on="2026-11-01", venue="銅鑼灣"))
        shows(response, "結束日期不能早過開始日期", "銅鑼灣", status=422)

    @pytest.mark.parametrize("changes", [{"name": ""}, {"games_planned": "0"}, {"rule_set": "x"}, {"slug": "a b"}])
    def test_it_refuses_what_cannot_be(self, client, boss, changes):
        assert client.post(url("new_event"), event_form(**changes)).status_code == 422
        assert not Event.objects.exists()

    def test_it_says_that_an_address_is_taken(self, client, event):
        shows(client.post(url("new_event"), event_form(slug=event.slug)), "這個網址代號已經有賽事使用", status=422)


class TestSettings:
    def test_it_shows_every_option_with_its_value_and_changes_it(self, client, event):
        shows(client.get(url("event_settings", event.slug)), 'name="option-L-27"')
        values = event_form(**{"slug": event.slug, "option-L-27": "exact"})
        assert client.post(url("event_settings", event.slug), values).status_code == 302
        event.refresh_from_db()
        assert (event.name, event.rule_options) == ("秋季聯賽", {"L-27": "exact"})

    def test_it_changes_no_rules_once_they_are_locked(self, client, event):
        Event.objects.update(rules_snapshot={"rule_set": "hkma-league", "version": "1", "options": {}, "settings": {}})
        assert "已鎖定" in markup(client.get(url("event_settings", event.slug)))
        values = event_form(**{"slug": event.slug, "option-L-27": "exact"})
        client.post(url("event_settings", event.slug), values)
        event.refresh_from_db()
        assert (event.name, event.rule_options) == ("秋季聯賽", {})

    def test_it_moves_to_the_new_address(self, client, event):
        response = client.post(url("event_settings", event.slug), event_form(slug="autumn"))
        assert response.url == url("event", "autumn")


class TestPlayers:
    def test_it_says_when_a_file_or_a_list_cannot_be_read(self, client, event):
        for sent in ({"file": SimpleUploadedFile("list.csv", b"\x89PNG\xff\xff\x00")}, {"text": " \n"}):
            assert client.post(url("import_players", event.slug), sent).status_code == 422

    def test_it_lets_the_organiser_decide_about_a_name_that_stands_twice(self, client, event):
        text = "陳大文\n何家珍\n陳大文"
        response = client.post(url("import_players", event.slug), {"text": text, "preview": "1"})
        shows(response, "與第 1 行同名", never="沒有錯誤")
        client.post(url("import_players", event.slug), {"text": text, "save": "once"})
        assert list(event.players.values_list("name", flat=True)) == ["陳大文", "何家珍"]

    def test_it_adds_a_list_without_numbers_once_however_often_it_is_sent(self, client, event):
        preview = client.post(url("import_players", event.slug), {"text": "陳大文\n何家珍", "preview": "1"})
        sent = {"text": "陳大文\n何家珍", "save": "1", "seen": preview.context["seen"]}
        assert client.post(url("import_players", event.slug), sent).status_code == 302
        assert client.post(url("import_players", event.slug), sent).status_code == 409
        assert event.players.count() == 2

    def test_it_adds_one_player_once_however_often_the_form_is_sent(self, client, event):
        for _again in range(3):
            assert client.post(url("add_player", event.slug), {"number": "5", "name": "陳大文"}).status_code == 302
        assert client.post(url("add_player", event.slug), {"number": "5", "name": "何家珍"}).status_code == 409
        assert event.players.get().name == "陳大文"

    def test_it_adds_changes_and_withdraws_one_player(self, client, event):
        client.post(url("add_player", event.slug), {"number": "5", "name": " 陳  大文 ", "club": "", "staff": "on"})
        player = Player.objects.get()
        assert (player.number, player.name, player.staff) == (5, "陳 大文", True)
        client.post(url("player", event.slug, 5), {"number": "6", "name": "陳大文", "club": "東方會"})
        player.refresh_from_db()
        assert (player.number, player.staff, player.club) == (6, False, "東方會")
        client.post(url("withdraw_player", event.slug, 6), {"action": "withdraw"})
        player.refresh_from_db()
        assert player.withdrawn_at
        client.post(url("withdraw_player", event.slug, 6), {"action": "reinstate"})
        client.post(url("withdraw_player", event.slug, 6), {"action": "remove"})
        assert not Player.objects.exists()

    def test_it_shows_refusals_beside_what_was_entered(self, client, event):
        make_players(event, 2)
        shows(client.post(url("add_player", event.slug), {"number": "2", "name": "新人"}), "新人", status=409)
        shows(client.post(url("player", event.slug, 1), {"number": "2", "name": "改名"}), "改名", status=409)
        assert client.post(url("add_player", event.slug), {"number": "0", "name": ""}).status_code == 422
        make_game(event)
        assert client.post(url("withdraw_player", event.slug, 1), {"action": "withdraw"}).status_code == 409


class TestTablesAndPeople:
    def test_it_adds_and_removes_tables(self, client, event):
        client.post(url("add_tables", event.slug), {"count": "3"})
        client.post(url("remove_table", event.slug, 2))
        assert list(event.tables.values_list("number", flat=True)) == [1, 3]
        assert client.post(url("add_tables", event.slug), {"count": "0"}).status_code == 422
        make_game(event)
        assert client.post(url("remove_table", event.slug, 1)).status_code == 409, "a table with games stays"

    @pytest.mark.parametrize(
        ("players", "there", "offered"), [(0, 0, 1), (10, 0, 3), (10, 1, 2), (12, 3, 1), (4, 3, 1)]
    )
    def test_it_offers_as_many_tables_as_the_players_still_need(self, client, event, players, there, offered):
        make_players(event, players)
        if there:
            events.add_tables(event=event, count=there)
        field = markup(client.get(url("tables", event.slug))).split('name="count"')[1].split(">")[0]
        assert f'value="{offered}"' in field

    def test_it_adds_somebody_by_name_whatever_the_case(self, client, event):
        ling = belong(make_user("ling"))
        client.post(url("add_member", event.slug), {"username": "Ling", "role": "referee"})
        assert Membership.objects.filter(user=ling, role=Role.REFEREE).exists()
        response = client.post(url("add_member", event.slug), {"username": "nobody", "role": "referee"})
        shows(response, "nobody", status=422)

    def test_it_shows_the_password_of_a_new_account_once(self, client, event):
        data = {"new-username": "ling", "new-display_name": "阿玲", "new-role": "referee"}
        response = client.post(url("create_member", event.slug), data)
        password = response.context["password"]
        assert password in markup(response)
        assert User.objects.get(username="ling@club").check_password(password)
        assert password not in markup(client.get(url("tables", event.slug)))
        again = client.post(url("create_member", event.slug), data)
        assert (again.status_code, again.context["password"]) == (200, "")
        assert "沒有再開一個" in markup(again)
        assert User.objects.get(username="ling@club").check_password(password), "the first answer still holds"
        other = data | {"new-display_name": "阿凌"}
        assert client.post(url("create_member", event.slug), other).status_code == 409
        Client().login(username="ling@club", password=password)
        assert client.post(url("create_member", event.slug), data).status_code == 409

    @pytest.fixture
    def referees(self, hall):
        first, second = make_user("ah-b", display_name="B"), make_user("ah-a", display_name="C")
        add_member(hall, first)
        add_member(hall, second)
        return first, second

    @staticmethod
    def sent(client, event):
        return {
            name: value
            for row in client.get(url("tables", event.slug)).context["referees_form"].rows
            for name, value in ((row["field"].html_name, row["field"].value()), (row["before_name"], row["before"]))
        }

    @staticmethod
    def tables_of(user):
        return sorted(TableReferee.objects.filter(user=user).values_list("table__number", flat=True))

    def test_it_takes_tables_as_people_write_them_and_names_every_row_that_is_wrong(self, client, hall, referees):
        first, second = referees
        address = url("referee_tables", hall.slug)
        assert client.post(address, {f"tables-{first.pk}": "1-2", f"tables-{second.pk}": ""}).status_code == 302
        assert self.tables_of(first) == [1, 2]
        for wrong, status in (("x", 422), ("1-9", 400), ("9" * 30, 422)):
            response = client.post(address, {f"tables-{first.pk}": "", f"tables-{second.pk}": wrong})
            shows(response, f'value="{wrong}"', "C: ", status=status)
            assert self.tables_of(first) == [1, 2], "nobody's tables are saved while a row is wrong"

    def test_it_keeps_the_rows_of_referees_in_their_order_whatever_they_are_given(self, client, hall, referees):
        first, second = referees
        before = [row["worker"].user for row in client.get(url("tables", hall.slug)).context["referees_form"].rows]
        sent = self.sent(client, hall) | {f"tables-{second.pk}": "1", f"tables-{first.pk}": "2"}
        client.post(url("referee_tables", hall.slug), sent)
        after = [row["worker"].user for row in client.get(url("tables", hall.slug)).context["referees_form"].rows]
        assert before == after == [first, second]

    def test_it_keeps_what_another_organiser_has_saved_meanwhile(self, client, hall, referees):
        first, second = referees
        old = self.sent(client, hall)
        events.set_referee_tables(event=hall, user=second, numbers={2})
        assert client.post(url("referee_tables", hall.slug), old | {f"tables-{first.pk}": "1"}).status_code == 302
        assert (self.tables_of(first), self.tables_of(second)) == ([1], [2])

    def test_it_says_when_a_row_has_been_changed_by_somebody_else(self, client, hall, referees):
        first, _second = referees
        old = self.sent(client, hall)
        events.set_referee_tables(event=hall, user=first, numbers={2})
        response = client.post(url("referee_tables", hall.slug), old | {f"tables-{first.pk}": "1"})
        assert response.status_code == 400
        assert self.tables_of(first) == [2]
        again = {row["before_name"]: row["before"] for row in response.context["referees_form"].rows}
        client.post(url("referee_tables", hall.slug), old | again | {f"tables-{first.pk}": "1"})
        assert self.tables_of(first) == [1], "who has been told may save it"

    def test_it_adds_tables_once_however_often_the_form_is_sent(self, client, event):
        after = client.get(url("tables", event.slug)).context["tables_form"]["after"].value()
        for _again in range(20):
            assert client.post(url("add_tables", event.slug), {"count": "8", "after": after}).status_code == 302
        assert event.tables.count() == 8
        events.add_tables(event=event, count=1)
        assert client.post(url("add_tables", event.slug), {"count": "8", "after": after}).status_code == 409
        assert event.tables.count() == 9

    def test_it_takes_a_role_away_but_not_the_last_organiser(self, client, event, boss):
        member = add_member(event, make_user())
        assert client.post(url("remove_member", event.slug, member.pk)).status_code == 302
        own = Membership.objects.get(user=boss)
        assert client.post(url("remove_member", event.slug, own.pk)).status_code == 409

    def test_it_knows_only_members_and_tables_of_its_own_event(self, client, event):
        other = make_event("other")
        member = add_member(other, make_user())
        assert client.post(url("remove_member", event.slug, member.pk)).status_code == 404
        client.post(url("referee_tables", event.slug), {f"tables-{member.user_id}": "1"})
        assert not TableReferee.objects.exists()


class TestRounds:
    def test_it_names_who_is_left_out_and_opens_only_on_demand(self, client, hall):
        round_ = rounds.make_round(event=hall, day=TODAY)
        seat_by_hand(round_id=round_.pk, seats={1: [1, 2, 3, 4]})
        shows(client.post(url("open_round", hall.slug, 1)), "選手5", 'name="confirmed"', status=409)
        assert client.post(url("open_round", hall.slug, 1), {"confirmed": "1"}).status_code == 302

    def test_it_says_why_a_draw_is_not_possible(self, client, event):
        make_players(event, 6)
        events.add_tables(event=event, count=2)
        rounds.make_round(event=event, day=TODAY)
        shows(client.post(url("draw_round", event.slug, 1)), "2 名湊腳", status=400)

    def test_it_has_one_draft_without_seats_at_a_time_and_can_discard_it(self, client, hall):
        client.post(url("make_round", hall.slug), {"day": "2026-11-21"})
        assert client.post(url("make_round", hall.slug), {"day": "2026-11-21"}).status_code == 409
        client.post(url("round_day", hall.slug, 1), {"day": "2026-11-22", "confirmed": "1"})
        assert Round.objects.get().day.day == 22
        client.post(url("discard_round", hall.slug, 1))
        assert not Round.objects.exists()

    def test_it_prints_seats_by_table_and_by_player(self, client, hall):
        round_ = rounds.make_round(event=hall, day=TODAY)
        seating.draw_round(round_id=round_.pk)
        rounds.open_round(round_id=round_.pk, now=timezone.now())
        client.logout()
        assert markup(client.get(url("round_print", hall.slug, 1))).count("選手8") == 2


def places(client, event):
    more = client.get(url("event", event.slug)).context["more"]
    return {one["name"] for _heading, places in more for one in places}


def test_the_home_page_leads_to_the_pages_of_each_role(client, boss):
    game = make_game()
    address = url("event", game.event.slug)
    add_member(game.event, boss, Role.ORGANISER)
    assert url("event_settings", game.event.slug) in markup(client.get(address))
    referee = make_user()
    add_member(game.event, referee)
    client.force_login(referee)
    shows(client.get(address), url("my_tables"), never=url("event_settings", game.event.slug))
    assert {"room", "check_in", "cases", "register"} <= places(client, game.event)
    client.logout()
    assert url("room", game.event.slug) not in markup(client.get(address))


class TestPhases:
    """What matters now comes first, and everything else stays within reach."""

    def test_the_page_shows_what_matters_in_each_phase(self, client, hall):
        def cards():
            page = client.get(url("event", hall.slug))
            every.append(places(client, hall))
            return " ".join(re.sub("<[^>]*>", " ", markup(page).split('class="hub now">')[1].split("更多")[0]).split())

        every: list[set[str]] = []
        assert cards() == "齊了 8 名選手 2 張檯，0 名裁判 座位"
        first = rounds.make_round(event=hall, day=TODAY)
        seating.draw_round(round_id=first.pk)
        assert "名裁判 座位：編排中 報到" in cards()
        rounds.open_round(round_id=first.pk, now=timezone.now())
        shown = cards()
        assert "第 1 個半莊 1 未開始 2 未開始" in shown
        assert "要你處理 8 人未到" in shown
        Game.objects.update(state=Game.State.COMPLETE)
        assert "第 1-2 檯：待簽署" in cards()
        Game.objects.update(disputed=True)
        assert "第 1-2 檯：有異議" in cards()
        Game.objects.update(state=Game.State.SIGNED, disputed=False)
        rounds.close_round(round_id=first.pk, now=timezone.now())
        assert "排名 未有成績" in cards()
        assert every[0] == every[1] == every[2] == every[-1] - {"final_order", "cards_pdf", "event_zip"}
        assert len(every[0]) == 24

    def test_the_page_is_told_what_is_new(self, client, hall):
        page = client.get(url("event", hall.slug))
        asked = {"HX-Request": "true", "If-None-Match": page.context["etag"]}
        assert client.get(url("event", hall.slug), headers=asked).status_code == 304
        events.change_event(event=hall, hidden=True)
        answer = client.get(url("event", hall.slug), headers=asked)
        assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)

    def test_the_strip_publishes_begins_and_closes_at_once(self, client, hall):
        referee = make_user("ling")
        add_member(hall, referee)
        events.set_referee_tables(event=hall, user=referee, numbers={1, 2})
        seating.draw_round(round_id=rounds.make_round(event=hall, day=TODAY).pk)
        for action, state in (("publish_round", "published"), ("open_round", "open"), ("close_round", "closed")):
            address = url(action, hall.slug, 1)
            assert f'action="{address}"' in markup(client.get(url("event", hall.slug)))
            assert client.post(address).status_code == 302
            assert Round.objects.get().state == state
            Game.objects.update(state=Game.State.SIGNED if state == "open" else Game.State.SEATED)


def test_everything_of_an_event_comes_in_one_archive(client, boss):
    game = make_game()
    add_member(game.event, boss, Role.ORGANISER)
    hub, address, cards = (url(name, game.event.slug) for name in ("event", "event_zip", "cards_pdf"))
    shows(client.get(hub), never=[address, cards])
    play_and_confirm(game, Actor(boss.pk), type="win", winner=1, self_draw=True, fan=8)
    claim = {"mode": "ticks", "ticks": [{"name": "自摸", "count": 1}], "computed": 15, "paid": "computed"}
    won = {"type": "win", "winner": 2, "self_draw": True, "fan": 15}
    record(**entry_of(game, Actor(boss.pk)), played=Played(won, claim), seen=Game.objects.get().book_version)
    shows(client.get(hub), address, cards)
    archive = zipfile.ZipFile(io.BytesIO(client.get(address).content))
    table = "games/round-1-table-1.json"
    names = ["standings.csv", "players.csv", "acts.csv", "rulings.csv", table, "cards/round-1.pdf"]
    assert archive.namelist() == names
    document = json.loads(archive.read(table))
    assert document == client.get(url("export", game.pk)).json() == client.get(url("api:export", game.pk)).json()
    scores = replay_document(document)["hands"][-1]["scores"]
    assert [Decimal(score) for score in scores] == list(game.seats.order_by("seat").values_list("score", flat=True))
    assert archive.read("cards/round-1.pdf").startswith(b"%PDF")


def test_the_next_event_takes_people_and_settings_in_two_clicks(client, boss, hall):
    add_member(hall, ling := make_user("ling"))
    events.set_referee_tables(event=hall, user=ling, numbers={2})
    add_member(hall, gone := make_user("gone"))
    gone.organisations.all().delete()
    hall.players.filter(number=1).update(club="聽雨軒")
    hall.players.filter(number=2).update(withdrawn_at=timezone.now())
    Contact.objects.create(player=hall.players.get(number=3), member="A-7")
    events.change_event(event=hall, confirmation="pin")
    address = f"{url('new_event')}?from={hall.slug}"
    form = client.get(address).context["form"]
    values = {field.name: field.value() for field in form if field.value() not in (None, False)}
    made = Event.objects.get(slug=client.post(address, values)["Location"].split("/")[-2])
    assert (made.confirmation, made.rule_set) == ("pin", hall.rule_set)
    assert [player.number for player in made.players.all()] == [1, 3, 4, 5, 6, 7, 8]
    assert (made.players.get(number=1).club, made.players.get(number=3).contact.member) == ("聽雨軒", "A-7")
    assert list(TableReferee.objects.filter(table__event=made).values_list("user", "table__number")) == [(ling.pk, 2)]
    assert not made.memberships.filter(user=gone).exists(), "who has left the organisation gets no right"
    client.force_login(belong(make_user("other"), creates=True))
    assert client.get(address).status_code == 403


def test_the_list_comes_as_it_can_be_imported(client, hall):
    Contact.objects.create(player=hall.players.get(number=3), real_name="真名", email="a@b.hk")
    text = client.get(url("players_csv", hall.slug)).content.decode("utf-8-sig")
    read = read_list(text, {})
    assert [line.errors for line in read.lines] == [[]] * 8
    third = read.lines[2].player
    known = hall.players.get(number=3).name
    assert (third.number, third.name, third.alias, third.email) == (3, "真名", known, "a@b.hk")


class TestNextStep:
    """下一步 on the event's page: what is missing comes before what could be done."""

    @staticmethod
    def missing(client, event):
        step = client.get(url("event", event.slug)).context["facts"].step
        return [one.text for one in step.missing]

    def test_it_says_which_tables_have_no_referee(self, client, hall):
        assert "2 張檯未有裁判看，沒有人可以在那裡記錄。" in markup(client.get(url("event", hall.slug)))
        add_member(hall, make_user("head"), Role.HEAD_REFEREE)
        [sentence] = self.missing(client, hall)
        assert "只有裁判長" in sentence
        shows(client.get("/"), sentence, url("tables", hall.slug))

    def test_it_is_ready_only_when_every_table_has_a_referee(self, client, hall):
        referee = make_user("ling")
        add_member(hall, referee)
        events.set_referee_tables(event=hall, user=referee, numbers={1})
        assert len(self.missing(client, hall)) == 1
        events.set_referee_tables(event=hall, user=referee, numbers={1, 2})
        assert not self.missing(client, hall)
        assert "選手、牌檯和裁判都齊了" in markup(client.get(url("event", hall.slug)))

    def test_it_counts_tables_and_players_against_each_other(self, client, hall):
        Player.objects.create(event=hall, number=9, name="第九人")
        words = " ".join(self.missing(client, hall))
        assert "9 名選手要 3 張檯，現在有 2 張" in words
        assert "還差 3 人" in words

    @pytest.mark.parametrize("state", Round.AHEAD)
    def test_it_leads_to_the_empty_chair_before_the_round_is_opened(self, client, hall, state):
        round_ = rounds.make_round(event=hall, day=TODAY)
        seating.draw_round(round_id=round_.pk, seed="1")
        Round.objects.update(state=state)
        round_.seats.filter(game__table__number=2, seat=0).delete()
        for page in (url("event", hall.slug), url("round", hall.slug, 1)):
            shows(
                client.get(page),
                "第 2 檯",
                url("swap_seats", hall.slug, 1),
                never=[f'action="{url("publish_round", hall.slug, 1)}"', f'action="{url("open_round", hall.slug, 1)}"'],
            )
        assert not client.get(url("event", hall.slug)).context["prepared"][2]["done"]

    def test_it_says_so_again_before_the_round_is_opened(self, client, hall):
        round_ = rounds.make_round(event=hall, day=TODAY)
        seating.draw_round(round_id=round_.pk, seed="1")
        assert "2 張檯未有裁判看" in " ".join(self.missing(client, hall))
