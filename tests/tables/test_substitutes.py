"""替補: a staff player plays on in the seat of somebody who may not; the points stay where they were."""

import json
import uuid

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import phone_of
from tests.tournaments.factories import add_member, make_user, next_game
from tests.tournaments.recorder import DRAW, Recorder, ruling, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen
from tournaments.core.services import pin_of
from tournaments.models import Event, GameSeat, Player, Role, Round
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.selectors import check_in_page
from tournaments.players.services import roster
from tournaments.players.services.apart import keep_apart
from tournaments.players.services.roster import follow_notes
from tournaments.rounds.selectors import candidates
from tournaments.scorecards import services as cards
from tournaments.standings.tally import standings
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import read_book
from tournaments.tables.recording.corrections import changes_view
from tournaments.tables.selectors.published_seats import seated_tables
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.services.substitutes import may_step_in, step_in, take_back


@pytest.fixture
def table(table):
    make_staff(9, "李小明")
    return table


@pytest.fixture
def game(table):
    return table.game


@pytest.fixture
def staff(table):
    return Player.objects.get(number=9)


@pytest.fixture
def head(client, game):
    user = make_user("head")
    add_member(game.event, user, Role.HEAD_REFEREE)
    client.force_login(user)


def make_staff(number, name="", *, staff=True, **more):
    return Player.objects.create(
        event=Event.objects.get(), number=number, name=name or f"湊腳{number}", staff=staff, **more
    )


def replaced(game, seat=2, number=9):
    return step_in(game_id=game.pk, seat=seat, number=number, now=timezone.now())


def back(game, seat=2):
    take_back(game_id=game.pk, seat=seat, now=timezone.now())


def substituted():
    return GameSeat.objects.filter(substitute__isnull=False).exists()


def posted(client, name, game, **sent):
    return client.post(url(f"api:{name}", game.pk), sent, content_type="application/json")


class TestSteppingIn:
    def test_it_is_from_the_hand_in_progress_on(self, table, staff):
        table.settle(DRAW, DRAW)
        seat = replaced(table.game)
        seat.refresh_from_db()
        assert (seat.substitute, seat.substitute_from, seat.player.name) == (staff, 3, "陳大文")

    def test_only_staff_who_may_play_and_have_no_seat_step_in(self, game, staff):
        make_staff(10, staff=False)
        make_staff(11, withdrawn_at=timezone.now())
        make_staff(12, barred="suspended")
        assert list(may_step_in(game)) == [staff]
        for number, said in ((10, "不是湊腳"), (11, "已經退出"), (12, "正在停賽"), (99, "名單上沒有")):
            with pytest.raises(Invalid, match=said):
                replaced(game, number=number)
        Player.objects.filter(number=4).update(staff=True)
        with pytest.raises(Conflict, match="已有座位"):
            replaced(game, number=4)

    def test_one_seat_has_one_substitute_and_nobody_substitutes_twice(self, game):
        make_staff(10)
        replaced(game)
        with pytest.raises(Conflict, match="李小明 已在這一家替補"):
            replaced(game, number=10)
        with pytest.raises(Conflict, match="已有座位"):
            replaced(game, seat=1)

    def test_not_before_the_round_nor_after_the_game_nor_on_a_card_with_a_signature(self, table, game):
        Round.objects.update(state="closed")
        with pytest.raises(NotOpen):
            replaced(game)
        Round.objects.update(state="open")
        table.finish()
        with pytest.raises(Invalid, match="已打完"):
            replaced(game)
        table.sign(0)
        with pytest.raises(CardSigned):
            replaced(game)

    def test_it_is_taken_back_while_no_hand_is_finished(self, table, game):
        replaced(game)
        back(game)
        assert GameSeat.objects.get(seat=2).substitute_from is None
        replaced(game)
        table.settle(DRAW)
        with pytest.raises(Conflict, match="已打完第 1 鋪"):
            back(game)
        with pytest.raises(Conflict, match="沒有替補"):
            back(game, seat=1)

    def test_only_the_substitute_that_the_page_showed_is_taken_back(self, game):
        replaced(game)
        with pytest.raises(Conflict, match="再看一次"):
            take_back(game_id=game.pk, seat=2, now=timezone.now(), number=3)
        assert substituted()


@pytest.fixture
def batch(game):
    """An import of two staff players, one of whom steps in."""
    come = [ListedPlayer(number, f"湊腳{number}", staff=True) for number in (10, 11)]
    roster.import_players(event=game.event, players=come, columns={})
    replaced(game, number=11)
    return roster.last_batch(game.event)


def test_an_import_of_somebody_who_has_stepped_in_is_not_undone(game, batch):
    assert roster.undoable_batch(game.event) is None
    with pytest.raises(Conflict, match="湊腳11 在第 1 個半莊替補"):
        roster.undo_import(event=game.event, number=batch.act.number)
    assert game.event.players.filter(number__in=[10, 11]).count() == 2


def test_a_substitute_who_was_ruled_on_leaves_the_list_by_no_door(table, game, batch):
    """The act of a ruling on them is all that tells of it."""
    table.play(ruling(2, "talking"))
    found = Ruling.objects.get()
    said = {"actor": table.actor, "now": timezone.now(), "client_key": uuid.uuid4()}
    rulings.reverse(ruling_id=found.pk, heads=True, reason="看錯人", **said)
    back(game)
    with pytest.raises(Conflict, match="湊腳11 有比賽或判決的紀錄"):
        roster.undo_import(event=game.event, number=batch.act.number)
    with pytest.raises(Conflict, match="可以改為退出"):
        roster.remove_player(player=found.player)
    assert game.event.players.filter(number__in=[10, 11]).count() == 2
    assert list(audit()) == []


def test_who_has_stepped_in_is_not_removed_nor_withdrawn_meanwhile(game, staff):
    replaced(game)
    with pytest.raises(Conflict, match="已經打過牌"):
        roster.remove_player(player=staff)
    with pytest.raises(Conflict, match="未打完"):
        roster.withdraw(player=staff, now=timezone.now())


def test_points_stay_with_the_player_and_the_substitute_has_none(table, game):
    replaced(game)
    table.settle(ruling(2, consequences=[{"deduct": "20"}]))
    rows = {row.number: (row.place, row.total) for row in standings(game.event).rows}
    assert (rows[3][1], rows[9]) == (-20, (None, 0))


class TestTheCard:
    def test_it_names_both_and_from_which_hand(self, table, game):
        before = table.digest()
        table.settle(DRAW)
        replaced(game)
        table.finish()
        table.sign()
        card = table.fresh().scorecards.get()
        players = json.loads(card.content)["players"]
        assert players[2]["substitute"] == {"number": 9, "name": "李小明", "from_hand": 2}
        assert "substitute" not in players[0]
        assert before != card.digest
        assert list(audit()) == []

    def test_a_card_without_substitute_is_written_as_before(self, table):
        now = table.fresh()
        content = cards.card_content(now, table.folded, seated_players(now), {})
        assert content["players"][0] == {"seat": 0, "number": 1, "name": "張國強"}

    def test_pages_print_and_pdf_name_both(self, client, table, game, head, monkeypatch):
        table.settle(DRAW)
        replaced(game)
        written = []
        monkeypatch.setattr("tournaments.scorecards.pdf.pdf_of", lambda html: written.append(html) or b"%PDF-")
        pages = [markup(client.get(url(name, game.pk))) for name in ("table", "card", "hands", "sign")]
        client.get(url("card_pdf", game.pk))
        assert len([*pages, *written]) == 5
        for shown in (*pages, *written):
            assert "陳大文" in shown
        assert "李小明" in pages[0]
        assert "代 陳大文" in pages[0]
        for shown in (*pages[1:], *written):
            assert "第 2 鋪起 替補：李小明" in shown

    def test_the_api_names_both(self, game):
        replaced(game)
        seat = Client().get(url("api:game", game.pk)).json()["seats"][2]
        assert (seat["player"], seat["substitute"], seat["substitute_from"]) == (3, 9, 1)
        content = Client().get(url("api:card", game.pk)).json()["content"]
        assert content["players"][2]["substitute"]["name"] == "李小明"

    def test_a_program_puts_them_in_and_takes_them_back(self, client, game, head):
        for player, status, number in ((9, 200, 9), (9, 409, None), (None, 200, None)):
            answer = posted(client, "substitute", game, seat=2, player=player)
            assert answer.status_code == status
            assert status != 200 or answer.json()["seats"][2]["substitute"] == number
        assert posted(client, "substitute", game, seat=5, player=9).status_code == 400


class TestWhoConfirmsAndSigns:
    def test_it_is_the_substitute_on_their_own_phone_and_the_player_reads_only(self, table, game, staff):
        replaced(game)
        table.play(DRAW)
        me, said = url("me", game.event.slug), "你的座位由 李小明 替補"
        shows(phone_of(staff).get(me), "待你確認", "還未有成績")
        shows(phone_of(game.seats.get(seat=2).player).get(me), said, never=["待你確認", "現時沒有你的牌檯"])
        sent = {"seats": "2", "client_key": str(uuid.uuid4())}
        for player, status in ((game.seats.get(seat=2).player, 403), (staff, 302)):
            assert phone_of(player).post(url("confirm", game.pk), sent).status_code == status
        assert table.folded.hands[0].confirmations[2] is not None

    def test_their_pin_counts_at_the_table(self, client, table, game, staff):
        Event.objects.update(confirmation="pin")
        replaced(game)
        table.play(DRAW)
        client.force_login(make_user())
        for player, status in ((game.seats.get(seat=2).player, 403), (staff, 200)):
            sent = {"seats": [2], "client_key": str(uuid.uuid4()), "pins": {"2": pin_of(player)}}
            assert posted(client, "confirm", game, **sent).status_code == status

    def test_the_strip_and_the_page_of_signing_name_them(self, client, table, game):
        replaced(game)
        table.play(DRAW)
        client.force_login(make_user())
        shows(client.get(url("table", game.pk)), '<span class="name">李小明</span>')
        table.confirm()
        table.finish()
        shows(client.get(url("sign", game.pk)), "李小明 簽署")
        shows(client.get(url("sign_seat", game.pk, 2)), "李小明 簽署")


class TestThePage:
    def test_the_head_referee_puts_them_in_and_out_again(self, client, game, head):
        shows(client.get(url("table", game.pk)), url("substitute", game.pk))
        assert client.get(url("substitute", game.pk)).url.endswith("?round=1#t1")
        where = url("fill_no_show", game.pk, 2)
        shows(client.get(url("mark_check_in", game.event.slug, 3)), 'value="staff-9"', where)
        shows(client.post(where, {"by": "staff-9"}, follow=True), "李小明 補上第 1 檯的座位。")
        shows(client.get(url("mark_check_in", game.event.slug, 3)), "取消替補")
        client.post(where, {"by": "back-9"})
        assert not substituted()

    def test_the_poll_of_the_table_notices(self, client, game, head):
        live = url("table", game.pk) + "?live=1"
        asked = {"If-None-Match": client.get(live)["ETag"]}
        assert client.get(live, headers=asked).status_code == 304
        replaced(game)
        assert client.get(live, headers=asked).status_code == 200

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({}, "請揀由誰補上"),
            ({"name": " "}, "請揀由誰補上"),
            ({"by": "staff-x"}, "請揀由誰補上"),
            ({"by": "staff-1"}, "不是湊腳"),
            ({"name": "李小龍"}, "不是湊腳"),
            ({"name": "99"}, "名單上沒有 99 號"),
            ({"by": "back"}, "沒有替補"),
        ],
    )
    def test_what_cannot_be_comes_back_with_a_sentence(self, client, game, head, sent, said):
        shows(client.post(url("fill_no_show", game.pk, 2), sent, follow=True), said)
        assert not substituted()

    @pytest.mark.parametrize("name", ["李小明", "9 李小明", "9", "新來 的人"])
    def test_a_name_is_typed_and_a_new_one_is_put_on_the_list(self, client, game, head, name):
        client.post(url("fill_no_show", game.pk, 2), {"name": name})
        seat = GameSeat.objects.get(substitute__isnull=False)
        assert (seat.seat, seat.substitute.staff) == (2, True)
        assert seat.substitute.name == ("新來 的人" if "新" in name else "李小明")

    def test_it_says_why_the_others_may_not(self, client, game, head):
        for number, more in ((10, {"barred": "suspended"}), (11, {"withdrawn_at": timezone.now()}), (12, {})):
            make_staff(number, **more)
        Player.objects.filter(number=2).update(staff=True)
        keep_apart(event=game.event, first=12, second=1)
        listed = {player.number: refusal for player, refusal in candidates(game, 2)}
        assert listed == {
            2: "李小龍 已有座位。",
            9: "",
            10: "湊腳10 正在停賽，不能入座。",
            11: "湊腳11 已經退出。",
            12: "張國強和湊腳12不得同檯。",
        }
        shows(client.get(url("mark_check_in", game.event.slug, 3)), *filter(None, listed.values()), never='"staff-12"')
        assert not {player.number: refusal for player, refusal in candidates(game, 0)}[12]

    @pytest.mark.parametrize("taken", [None, 0, 3])
    def test_it_offers_whom_the_server_takes_and_no_one_else(self, game, taken):
        for number, kept in enumerate(((), (1,), (2,), (1, 2), (9,), (4,), (4, 9), (3, 1)), start=10):
            make_staff(number)
            for other in kept:
                keep_apart(event=game.event, first=number, second=other)
        if taken is not None:
            replaced(game, seat=taken)
        for seat in {0, 1, 2, 3} - {taken}:
            for player, said in candidates(game, seat):
                refused = ""
                try:
                    with transaction.atomic():
                        replaced(game, seat=seat, number=player.number)
                        transaction.set_rollback(True)
                except (Conflict, Invalid) as refusal:
                    refused = refusal.detail
                assert bool(refused) == bool(said), (seat, player, said)

    def test_a_closed_round_offers_nothing(self, client, game, head):
        Round.objects.update(state="closed")
        assert client.get(url("fill_no_show", game.pk, 2)).status_code == 302
        shows(client.get(url("mark_check_in", game.event.slug, 3)), "陳大文", never="補上")

    def test_a_chair_that_was_taken_meanwhile_and_a_finished_game_say_so(self, client, table, game, head):
        table.finish()
        shows(client.post(url("fill_no_show", game.pk, 2), {"by": "staff-9"}, follow=True), "已打完，不能替補")
        Round.objects.update(state="published")
        shows(client.get(url("fill_no_show", game.pk, 2), follow=True), "陳大文", never="空位")


def test_a_struck_off_player_who_was_replaced_keeps_their_row(table, game):
    replaced(game)
    follow_notes(player=game.seats.get(seat=2).player, notes_in_force=["disqualify"], now=timezone.now())
    table.settle(DRAW)
    assert (3, None, "disqualified") in [(row.number, row.place, row.barred) for row in standings(game.event).rows]


class TestWhereTheyStand:
    """Every list of a table's four players names the substitute too."""

    def test_the_referees_list_names_who_plays_and_asks_anew_when_they_sit_down(self, client, game):
        client.force_login(make_user())
        shows(client.get(url("my_tables")), "陳大文")
        asked = {"If-None-Match": client.get(url("my_tables"), {"live": ""})["ETag"]}
        replaced(game)
        shows(client.get(url("my_tables"), {"live": ""}, headers=asked), "李小明（替補）", never="陳大文")

    def test_the_page_of_the_round_and_the_chart_name_both(self, client, game, head):
        replaced(game)
        shows(client.get(url("round", game.event.slug, 1)), "陳大文", "第 1 鋪起 替補：李小明")
        shows(client.get(url("check_in", game.event.slug)), "陳大文", "李小明")

    def test_the_record_of_the_substitute_says_whose_points_they_are(self, client, table, game, head):
        table.settle(DRAW)
        replaced(game)
        assert [row.player.number for row in check_in_page(game.event, game.round.day).elsewhere] == []
        shows(client.get(url("player_history", game.event.slug, 9)), "替補 陳大文，分數計給", never="未有半莊")

    def test_a_correction_names_who_sits_there_and_confirms(self, table, game):
        table.settle(won(1, 2))
        replaced(game)
        table.settle(won(1, 2))
        wording = wording_of(read_book(table.fresh()))
        before = table.folded
        table.correct(2, won(1, 2, fan=10))
        assert changes_view(before, table.folded, wording)["again"] == ("李小龍", "李小明")

    def test_the_standings_say_who_played_on(self, table, game):
        table.settle(DRAW)
        shows(Client().get(url("standings", game.event.slug)), never="由李小明代")
        replaced(game)
        shows(Client().get(url("standings", game.event.slug)), "由李小明代")
        lines = Client().get(url("standings_csv", game.event.slug)).content.decode().splitlines()
        assert [line.rsplit(",", 1)[1] for line in lines if "陳大文" in line] == ["李小明"]
        rows = Client().get(url("api:standings", game.event.slug)).json()["rows"]
        assert {row["name"]: row["substitutes"] for row in rows if row["substitutes"]} == {"陳大文": ["李小明"]}

    def test_they_are_named_until_the_player_sits_down_again(self, table, game):
        table.settle(won(1, 0))
        replaced(game)
        pages = [url(page, game.event.slug) for page in ("standings", "event")]
        for page in pages:
            shows(Client().get(page), "由李小明代")
        Recorder(game=next_game(game), actor=table.actor).play(DRAW)
        for page in pages:
            shows(Client().get(page), never="由李小明代")
        assert [row.instead for row in standings(game.event).rows if row.instead] == [("李小明",)]

    def test_a_delayed_reader_is_told_of_them_later(self, table, game):
        Round.objects.update(opened_at=timezone.now())
        table.settle(DRAW)
        moment = timezone.now()
        replaced(game)
        for until, number, names in ((moment, None, []), (timezone.now(), 9, [("李小明",)])):
            [told] = seated_tables(table.fresh().round, until)
            shown = [seat.substitute and seat.substitute.number for seat in told.seats.all()]
            assert shown == [None, None, number, None]
            assert [row.instead for row in standings(game.event, until).rows if row.instead] == names
