"""替補: a staff player plays on in the seat of somebody who may not; the points stay where they were."""

import json
import uuid

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.markup import markup, url
from tests.standings.test_player_pages import signed_in
from tests.tournaments.factories import add_member, confirm_all, make_game, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen
from tournaments.core.services import pin_of
from tournaments.models import Game, GameSeat, Player, Role, Round
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.selectors import candidates
from tournaments.players.services import roster
from tournaments.players.services.apart import keep_apart
from tournaments.players.services.roster import follow_notes
from tournaments.scorecards import services as cards
from tournaments.standings.tally import standings
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.selectors.published_seats import seated_tables
from tournaments.tables.services.substitutes import may_step_in, step_in, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor(referee):
    return Actor(referee.pk)


@pytest.fixture
def game(referee):
    game = make_game(referee=referee)
    Player.objects.create(event=game.event, number=9, name="李小明", staff=True)
    return game


@pytest.fixture
def staff(game):
    return game.event.players.get(number=9)


@pytest.fixture
def head(client, game):
    user = make_user("head")
    add_member(game.event, user, Role.HEAD_REFEREE)
    client.force_login(user)
    return user


def replaced(game, seat=2, number=9):
    return step_in(game_id=game.pk, seat=seat, number=number, now=timezone.now())


def finish(game, actor):
    """The dealer loses every hand from now on, until the last."""
    while Game.objects.get(pk=game.pk).state in (Game.State.SEATED, Game.State.PLAYING):
        dealer = Game.objects.get(pk=game.pk).dealer
        play_and_confirm(game, actor, type="win", winner=(dealer + 1) % 4, source=dealer, fan=10)


def fresh(game):
    return Game.objects.select_related("event", "round", "table").get(pk=game.pk)


class TestSteppingIn:
    def test_it_is_from_the_hand_in_progress_on(self, game, actor, staff):
        play_and_confirm(game, actor, type="draw")
        play_and_confirm(game, actor, type="draw")
        seat = replaced(game)
        seat.refresh_from_db()
        assert (seat.substitute, seat.substitute_from, seat.player.name) == (staff, 3, "陳大文")

    def test_only_staff_who_may_play_and_have_no_seat_step_in(self, game, staff):
        event = game.event
        Player.objects.create(event=event, number=10, name="選手", staff=False)
        gone = Player.objects.create(event=event, number=11, name="走了", staff=True, withdrawn_at=timezone.now())
        barred = Player.objects.create(event=event, number=12, name="停了", staff=True, barred="suspended")
        assert list(may_step_in(game)) == [staff]
        for number, said in (
            (10, "不是湊腳"),
            (gone.number, "已經退出"),
            (barred.number, "正在停賽"),
            (99, "名單上沒有"),
        ):
            with pytest.raises(Invalid, match=said):
                replaced(game, number=number)
        Player.objects.filter(number=4).update(staff=True)
        with pytest.raises(Conflict, match="已有座位"):
            replaced(game, number=4)

    def test_one_seat_has_one_substitute_and_nobody_substitutes_twice(self, game):
        Player.objects.create(event=game.event, number=10, name="王五", staff=True)
        replaced(game)
        with pytest.raises(Conflict, match="李小明 已在這一家替補"):
            replaced(game, number=10)
        with pytest.raises(Conflict, match="已有座位"):
            replaced(game, seat=1)

    def test_not_before_the_round_nor_after_the_game_nor_on_a_card_with_a_signature(self, game, actor):
        Round.objects.filter(pk=game.round_id).update(state="closed")
        with pytest.raises(NotOpen):
            replaced(game)
        Round.objects.filter(pk=game.round_id).update(state="open")
        finish(game, actor)
        with pytest.raises(Invalid, match="已打完"):
            replaced(game)
        sign(game, actor, 0)
        with pytest.raises(CardSigned):
            replaced(game)

    def test_it_is_taken_back_while_no_hand_is_finished(self, game, actor):
        replaced(game)
        take_back(game_id=game.pk, seat=2, now=timezone.now())
        assert GameSeat.objects.get(game=game, seat=2).substitute_from is None
        replaced(game)
        play_and_confirm(game, actor, type="draw")
        with pytest.raises(Conflict, match="已打完第 1 鋪"):
            take_back(game_id=game.pk, seat=2, now=timezone.now())
        with pytest.raises(Conflict, match="沒有替補"):
            take_back(game_id=game.pk, seat=1, now=timezone.now())


def test_an_import_of_somebody_who_has_stepped_in_is_not_undone(game):
    """Neither while they play in the seat, nor once the act of a ruling on them is all that tells of it."""
    come = [ListedPlayer(number, f"湊腳{number}", staff=True) for number in (10, 11)]
    roster.import_players(event=game.event, players=come, columns={})
    batch = roster.last_batch(game.event)
    replaced(game, number=11)
    assert roster.undoable_batch(game.event) is None
    with pytest.raises(Conflict, match="湊腳11 在第 1 個半莊替補"):
        roster.undo_import(event=game.event, number=batch.act.number)
    assert game.event.players.filter(number__in=[10, 11]).count() == 2


def test_a_substitute_who_was_ruled_on_leaves_the_list_by_no_door(game, actor):
    come = [ListedPlayer(number, f"湊腳{number}", staff=True) for number in (10, 11)]
    roster.import_players(event=game.event, players=come, columns={})
    batch = roster.last_batch(game.event)
    replaced(game, number=11)
    play(game, actor, type="ruling", seat=2, offence="talking")
    ruling = Ruling.objects.get()
    common = {"actor": actor, "now": timezone.now(), "client_key": uuid.uuid4()}
    rulings.reverse(ruling_id=ruling.pk, heads=True, reason="看錯人", **common)
    take_back(game_id=game.pk, seat=2, now=timezone.now())
    with pytest.raises(Conflict, match="湊腳11 有比賽或判決的紀錄"):
        roster.undo_import(event=game.event, number=batch.act.number)
    with pytest.raises(Conflict, match="可以改為退出"):
        roster.remove_player(player=ruling.player)
    assert game.event.players.filter(number__in=[10, 11]).count() == 2
    assert list(audit()) == []


def test_who_has_stepped_in_is_not_removed_nor_withdrawn_meanwhile(game, staff):
    replaced(game)
    with pytest.raises(Conflict, match="已經打過半莊"):
        roster.remove_player(player=staff)
    with pytest.raises(Conflict, match="未完結"):
        roster.withdraw(player=staff, now=timezone.now())


class TestPoints:
    def test_they_stay_with_the_player_and_the_substitute_has_none(self, game, actor, staff):
        replaced(game)
        play_and_confirm(game, actor, type="ruling", seat=2, consequences=[{"deduct": "20"}])
        rows = {row.number: (row.place, row.total) for row in standings(game.event).rows}
        assert rows[3][1] == -20
        assert rows[staff.number] == (None, 0)

    def test_the_books_are_right(self, game, actor):
        replaced(game)
        finish(game, actor)
        for seat in range(4):
            sign(game, actor, seat)
        assert list(audit()) == []


def sign(game, actor, seat):
    digest = cards.current_digest(fresh(game), read_book(fresh(game)).folded)
    more = {"method": "drawn", "digest": digest, "strokes": "M1,1L2,2", "client_key": uuid.uuid4()}
    return cards.sign(game_id=game.pk, actor=actor, seat=seat, now=timezone.now(), **more)


class TestTheCard:
    def test_it_names_both_and_from_which_hand(self, game, actor):
        before = cards.current_digest(fresh(game), read_book(fresh(game)).folded)
        play_and_confirm(game, actor, type="draw")
        replaced(game)
        finish(game, actor)
        for seat in range(4):
            sign(game, actor, seat)
        content = json.loads(fresh(game).scorecards.get().content)
        assert content["players"][2]["substitute"] == {"number": 9, "name": "李小明", "from_hand": 2}
        assert "substitute" not in content["players"][0]
        assert before != fresh(game).scorecards.get().digest

    def test_a_card_without_substitute_is_written_as_before(self, game, actor):
        now = fresh(game)
        content = cards.card_content(now, read_book(now).folded, seated_players(now), {})
        assert content["players"][0] == {"seat": 0, "number": 1, "name": "張國強"}

    def test_pages_print_and_pdf_name_both(self, client, game, actor, head, monkeypatch):
        play_and_confirm(game, actor, type="draw")
        replaced(game)
        written = []
        monkeypatch.setattr("tournaments.scorecards.pdf.pdf_of", lambda html: written.append(html) or b"%PDF-")
        pages = [markup(client.get(url(name, game.pk))) for name in ("table", "card", "hands", "sign")]
        client.get(url("card_pdf", game.pk))
        for shown in (*pages, *written):
            assert "陳大文" in shown
            assert "第 2 鋪起 替補：李小明" in shown

    def test_the_api_names_both(self, game, actor):
        replaced(game)
        seat = Client().get(reverse("api:game", args=[game.pk])).json()["seats"][2]
        assert (seat["player"], seat["substitute"], seat["substitute_from"]) == (3, 9, 1)
        content = Client().get(reverse("api:card", args=[game.pk])).json()["content"]
        assert content["players"][2]["substitute"]["name"] == "李小明"

    def test_a_program_puts_him_in_and_takes_him_back(self, client, game, head):
        where = reverse("api:substitute", args=[game.pk])

        def answer(**sent):
            return client.post(where, json.dumps(sent), content_type="application/json")

        assert answer(seat=2, player=9).json()["seats"][2]["substitute"] == 9
        assert answer(seat=2, player=9).status_code == 409
        assert answer(seat=2, player=None).json()["seats"][2]["substitute"] is None
        assert answer(seat=5, player=9).status_code == 400


class TestWhoConfirmsAndSigns:
    def confirm(self, client, game, seat, **more):
        sent = {"seats": [seat], "client_key": str(uuid.uuid4())} | more
        where = reverse("api:confirm", args=[game.pk])
        return client.post(where, json.dumps(sent), content_type="application/json").status_code

    def test_it_is_the_substitute_on_his_own_phone(self, game, actor, staff):
        replaced(game)
        play(game, actor, type="draw")
        out, new = signed_in(game.seats.get(seat=2).player), signed_in(staff)
        sent = {"seats": "2", "client_key": str(uuid.uuid4())}
        assert out.post(url("confirm", game.pk), sent).status_code == 403
        assert new.post(url("confirm", game.pk), sent).status_code == 302
        assert read_book(fresh(game)).folded.hands[0].confirmations[2] is not None

    def test_his_page_is_that_of_the_table_and_the_other_one_reads_only(self, game, actor, staff):
        replaced(game)
        play(game, actor, type="draw")
        mine = markup(signed_in(staff).get(url("me", game.event.slug)))
        assert "待你確認" in mine
        assert "還未有成績" in mine
        theirs = markup(signed_in(game.seats.get(seat=2).player).get(url("me", game.event.slug)))
        assert "待你確認" not in theirs
        assert "現時沒有你的半莊" in theirs

    def test_his_pin_counts_at_the_table(self, client, game, actor, referee, staff):
        type(game.event).objects.filter(pk=game.event_id).update(confirmation="pin")
        replaced(game)
        play(game, actor, type="draw")
        client.force_login(referee)
        old = game.seats.get(seat=2).player
        assert self.confirm(client, game, 2, pins={"2": pin_of(old)}) == 403
        assert self.confirm(client, game, 2, pins={"2": pin_of(staff)}) == 200

    def test_the_strip_and_the_page_of_signing_name_him(self, client, game, actor, referee):
        replaced(game)
        play(game, actor, type="draw")
        client.force_login(referee)
        assert '<span class="name">李小明</span>' in markup(client.get(url("table", game.pk)))
        confirm_all(game, actor)
        finish(game, actor)
        assert "李小明 簽署" in markup(client.get(url("sign", game.pk)))
        assert "李小明 簽署" in markup(client.get(url("sign_seat", game.pk, 2)))


class TestThePage:
    def test_the_head_referee_puts_him_in_and_out_again(self, client, game, head, staff):
        where = url("substitute", game.pk)
        assert where in markup(client.get(url("table", game.pk)))
        assert "李小明" in markup(client.get(where))
        answer = client.post(where, {"seat": "2", "player": "9"}, follow=True)
        assert "由第 1 鋪起，9 李小明 替補 陳大文。" in markup(answer)
        assert "取消替補" in markup(client.get(where))
        client.post(where, {"seat": "2", "back": "1"})
        assert not GameSeat.objects.filter(substitute__isnull=False).exists()

    def test_the_poll_of_the_table_notices(self, client, game, head):
        live = url("table", game.pk) + "?live=1"
        mark = client.get(live)["ETag"]
        assert client.get(live, headers={"If-None-Match": mark}).status_code == 304
        replaced(game)
        assert client.get(live, headers={"If-None-Match": mark}).status_code == 200

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"player": "9"}, "請揀哪一家由人替補"),
            ({"seat": "2"}, "請揀由誰替補"),
            ({"seat": "7", "player": "9"}, "沒有這個座位"),
            ({"seat": "2", "player": "x"}, "請寫選手的號碼"),
            ({"seat": "2", "player": "1"}, "不是湊腳"),
            ({"seat": "2", "back": "1"}, "沒有替補"),
        ],
    )
    def test_what_cannot_be_comes_back_with_a_sentence(self, client, game, head, sent, said):
        answer = client.post(url("substitute", game.pk), sent)
        assert answer.status_code in (400, 409, 422)
        assert said in markup(answer)
        assert not GameSeat.objects.filter(substitute__isnull=False).exists()

    def test_it_greys_who_may_not_with_the_reason(self, client, game, head):
        event, where = game.event, url("substitute", game.pk)
        for number, more in ((10, {"barred": "suspended"}), (11, {"withdrawn_at": timezone.now()}), (12, {}), (13, {})):
            Player.objects.create(event=event, number=number, name=f"湊腳{number}", staff=True, **more)
        Player.objects.filter(event=event, number=2).update(staff=True)
        for first, second in ((12, 1), (13, 1), (13, 3), (9, 12)):
            keep_apart(event=event, first=first, second=second)
        listed = [(one.player.number, one.refusal, one.remark) for one in candidates(game)]
        assert listed == [
            (2, "李小龍 這一輪已有座位。", ""),
            (9, "", ""),
            (10, "湊腳10 正在停賽，不能入座。", ""),
            (11, "湊腳11 已經退出。", ""),
            (12, "", "張國強和湊腳12不得同檯。只可替補張國強。"),
            (13, "張國強和湊腳13不得同檯。", ""),
        ]
        shown = markup(client.get(where))
        for number, refusal, remark in listed:
            assert (f'name="player" value="{number}" disabled' in shown) == bool(refusal)
            assert refusal + remark in shown
        # once somebody plays in that one seat, nobody who is kept from him can take it
        replaced(game, seat=0, number=12)
        assert [one.player.number for one in candidates(game) if not one.refusal] == [13]
        Player.objects.filter(event=event, number=13).update(barred="withdrawn")
        shown = markup(client.get(where))
        assert "沒有可以替補的湊腳" in shown
        assert "<li>湊腳12和李小明不得同檯。</li>" in shown

    @pytest.mark.parametrize("taken", [None, 0, 3])
    def test_it_offers_whom_the_server_takes_and_no_one_else(self, game, taken):
        event = game.event
        made = [Player.objects.create(event=event, number=n, name=f"湊腳{n}", staff=True) for n in range(10, 18)]
        for player, kept in zip(made, ((), (1,), (2,), (1, 2), (9,), (4,), (4, 9), (3, 1)), strict=True):
            for other in kept:
                keep_apart(event=event, first=player.number, second=other)
        if taken is not None:
            replaced(game, seat=taken)
        for one in candidates(game):
            possible = []
            for seat in range(4):
                try:
                    with transaction.atomic():
                        replaced(game, seat=seat, number=one.player.number)
                        possible.append(seat)
                        transaction.set_rollback(True)
                except (Conflict, Invalid):
                    pass
            assert bool(possible) == (not one.refusal), one
            if one.remark:
                [seat] = possible
                assert f"只可替補{game.seats.get(seat=seat).player.name}。" in one.remark
            else:
                assert len(possible) in (0, 4 if taken is None else 3)

    def test_it_tells_the_first_step_without_staff(self, client, game, head, staff):
        staff.delete()
        assert "沒有可以替補的湊腳" in markup(client.get(url("substitute", game.pk)))

    def test_a_finished_game_says_why_not(self, client, game, actor, head):
        finish(game, actor)
        assert "這個半莊已打完" in markup(client.get(url("substitute", game.pk)))


def test_a_struck_off_player_who_was_replaced_keeps_his_row(game, actor, staff):
    replaced(game)
    player = game.seats.get(seat=2).player
    follow_notes(player=player, notes_in_force=["disqualify"], now=timezone.now())
    play_and_confirm(game, actor, type="draw")
    rows = [(row.number, row.place, row.barred) for row in standings(game.event).rows]
    assert (3, None, "disqualified") in rows


class TestWhereTheyStand:
    """Every list of a table's four players names the substitute too."""

    def test_the_referees_list_names_who_plays_and_asks_anew_when_they_sit_down(self, client, game, referee):
        client.force_login(referee)
        assert "陳大文" in markup(client.get(url("my_tables")))
        etag = client.get(url("my_tables"), {"live": ""})["ETag"]
        replaced(game)
        after = client.get(url("my_tables"), {"live": ""}, headers={"If-None-Match": etag})
        assert after.status_code == 200
        assert "李小明（替補）" in markup(after)
        assert "陳大文" not in markup(after)

    def test_the_pages_of_the_round_and_of_swaps_name_both(self, client, game, head):
        replaced(game)
        for where in ("round", "swap_seats"):
            shown = markup(client.get(url(where, game.event.slug, 1)))
            assert "陳大文" in shown
            assert "第 1 鋪起 替補：李小明" in shown

    def test_the_standings_say_who_played_on(self, client, game, actor):
        play_and_confirm(game, actor, type="draw")
        assert "由李小明代" not in markup(Client().get(url("standings", game.event.slug)))
        replaced(game)
        assert "由李小明代" in markup(Client().get(url("standings", game.event.slug)))
        lines = Client().get(url("standings_csv", game.event.slug)).content.decode().splitlines()
        assert [line.rsplit(",", 1)[1] for line in lines if "陳大文" in line] == ["李小明"]
        rows = Client().get(reverse("api:standings", args=[game.event.slug])).json()["rows"]
        assert {row["name"]: row["substitutes"] for row in rows if row["substitutes"]} == {"陳大文": ["李小明"]}

    def test_a_delayed_reader_is_told_of_them_later(self, game, actor):
        Round.objects.update(opened_at=timezone.now())
        play_and_confirm(game, actor, type="draw")
        moment = timezone.now()
        replaced(game)
        round_ = fresh(game).round
        [told] = seated_tables(round_, moment)
        assert [seat.substitute for seat in told.seats] == [None] * 4
        assert [row.instead for row in standings(game.event, moment).rows if row.instead] == []
        now = timezone.now()
        [told] = seated_tables(round_, now)
        assert [seat.substitute and seat.substitute.number for seat in told.seats] == [None, None, 9, None]
        assert [row.instead for row in standings(game.event, now).rows if row.instead] == [("李小明",)]
