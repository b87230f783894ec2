"""更正座位: seats that were wrong are put right after some hands; what was recorded stays with the chair."""

import uuid
from decimal import Decimal

import pytest
from django.test import Client

from penalties.models import Ruling
from tests.markup import shows, undo, url
from tests.rounds.two_tables import NOW, SEATS, address, chairs_said, exchange, game_of, holders, opened, seated
from tests.tournaments.factories import confirm_all, play, play_and_confirm
from tests.tournaments.recorder import Recorder
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation
from tournaments.models import Act, Event, EventAct, Game, Player, Round, Scorecard
from tournaments.players.services.apart import keep_apart
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import void_round
from tournaments.rounds.services.swaps import Place, preview, reseat
from tournaments.standings.tally import standings
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.services import recording, substitutes

pytestmark = pytest.mark.usefixtures("audited")


@pytest.fixture
def first(event: Event) -> Round:
    return opened(event)


def correct(round_: Round, actor: Actor, chairs: dict[tuple[int, int], int], **more: object) -> object:
    said = {"reason": "坐錯檯", "actor": actor, "now": NOW} | more
    return reseat(round_id=round_.pk, chairs=chairs, **said)  # type: ignore[arg-type]


def totals(event: Event) -> dict[int, object]:
    return {row.number: row.total for row in standings(event).rows}


SWAP = {(1, 0): 5, (2, 0): 1}


class TestSwap:
    def test_points_stay_with_the_chair_and_come_back_with_the_two(self, event: Event, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        play_and_confirm(game_of(first), actor, type="win", winner=1, source=0, fan=20)
        play_and_confirm(game_of(first, 2), actor, type="win", winner=2, source=0, fan=15)
        before = totals(event)
        correct(first, actor, SWAP)
        after = totals(event)
        assert (after[5], after[1]) == (before[1], before[5])
        assert {n: after[n] for n in (2, 3, 4, 6, 7, 8)} == {n: before[n] for n in (2, 3, 4, 6, 7, 8)}
        assert holders(first) == {1: [5, 2, 3, 4], 2: [1, 6, 7, 8]}
        correct(first, actor, {(1, 0): 1, (2, 0): 5})
        assert (totals(event), holders(first)) == (before, SEATS)

    def test_two_at_one_table_and_three_in_a_ring(self, event: Event, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        correct(first, actor, {(1, 0): 2, (1, 1): 1})
        assert holders(first)[1] == [2, 1, 3, 4]
        correct(first, actor, {(1, 0): 8, (1, 3): 2, (2, 3): 4})
        assert holders(first) == {1: [8, 1, 3, 2], 2: [5, 6, 7, 4]}

    def test_before_the_first_hand_and_before_play(self, event: Event, actor: Actor):
        made = seated(event)
        correct(made, actor, SWAP)
        correct(made, actor, {(1, 0): 1, (2, 0): 5})
        rounds.publish_round(round_id=made.pk, now=NOW)
        correct(made, actor, SWAP)
        rounds.open_round(round_id=made.pk, now=NOW)
        correct(made, actor, {(1, 1): 6, (2, 1): 2})
        assert holders(made) == {1: [5, 6, 3, 4], 2: [1, 2, 7, 8]}
        assert not Act.objects.exists()

    def test_who_has_another_chair_confirms_it_again_and_nobody_else_does(self, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        correct(first, actor, SWAP)
        folded = read_book(game_of(first)).folded
        assert [[seat for seat in range(4) if hand.confirmations[seat] is None] for hand in folded.hands] == [[0]]
        assert game_of(first).unconfirmed == 1
        confirm_all(game_of(first), actor)
        assert game_of(first).unconfirmed == 0
        play(game_of(first), actor, type="draw")

    def test_a_signed_card_is_open_again_visibly(self, event: Event, first: Round, actor: Actor):
        for deal in range(8):
            play_and_confirm(game_of(first), actor, type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10)
        Recorder(game=game_of(first), actor=actor).sign()
        assert game_of(first).state == Game.State.SIGNED
        correct(first, actor, SWAP)
        assert game_of(first).state == Game.State.COMPLETE
        card = Scorecard.objects.get()
        assert (card.reopened_at, card.reopen_reason) == (NOW, "坐錯檯")

    def test_the_book_and_the_history_say_it_once(self, event: Event, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="draw")
        correct(first, actor, SWAP)
        acts = Act.objects.count(), EventAct.objects.count()
        correct(first, actor, SWAP)
        assert (Act.objects.count(), EventAct.objects.count()) == acts
        act = Act.objects.filter(game=game_of(first)).latest("number")
        assert (act.kind, act.reason, act.payload["seats"]) == (Act.Kind.RESEAT, "坐錯檯", {"0": [1, 5]})
        line = read_book(game_of(first)).folded.timeline
        assert [(one.reason, dict(one.seats)) for one in line.reseated] == [("坐錯檯", {"0": [1, 5]})]
        kinds = list(event.acts.order_by("number").values_list("kind", flat=True))
        assert EventAct.Kind.SEATS_CORRECTED in kinds

    def test_somebody_who_had_no_seat_takes_one(self, event: Event, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        before = totals(event)
        correct(first, actor, {(1, 0): 9})
        assert holders(first)[1] == [9, 2, 3, 4]
        assert totals(event)[9] == before[1]
        assert totals(event)[1] == 0

    def test_a_hand_entered_on_a_page_with_the_old_names_is_told(self, first: Round, actor: Actor):
        """The page showed other people: the sender decides again."""
        play_and_confirm(game_of(first), actor, type="draw")
        seen = game_of(first).book_version
        correct(first, actor, SWAP)
        with pytest.raises(Conflict):
            recording.undo(
                game_id=game_of(first).pk, actor=actor, reason="x", client_key=uuid.uuid4(), seen=seen, now=NOW
            )


class TestPersons:
    def test_a_ruling_is_on_who_sat_there(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, offence="claim_cancelled")
        assert Ruling.objects.get().player.number == 1
        correct(first, actor, SWAP)
        assert Ruling.objects.get().player.number == 5

    def test_who_was_disqualified_there_is_another(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, consequences=["disqualify"])
        assert Player.objects.get(number=1).barred == "disqualified"
        correct(first, actor, SWAP)
        assert [Player.objects.get(number=n).barred for n in (1, 5)] == ["", "disqualified"]

    def test_cards_that_were_brought_go_with_the_person(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, consequences=["red"])
        rounds.close_round(round_id=first.pk, now=NOW, confirmed=True)
        second = opened(event)
        play(game_of(second), actor, type="draw")
        assert game_of(second).standing["cards"] == [{"seat": 0, "card": "red"}]
        correct(second, actor, {(1, 0): 5, (2, 2): 1, (2, 0): 7})
        assert "cards" not in game_of(second).standing
        assert game_of(second, 2).standing["cards"] == [{"seat": 2, "card": "red"}]

    def test_what_they_leave_is_brought_into_later_games(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, consequences=["red"])
        second = opened(event)
        play(game_of(second), actor, type="draw")
        correct(first, actor, SWAP)
        assert game_of(second).standing == {}
        assert game_of(second, 2).standing["cards"] == [{"seat": 0, "card": "red"}]

    def test_an_offence_is_counted_for_who_broke_the_rule_before(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, offence="claim_cancelled")
        second = opened(event)
        play(game_of(second), actor, type="ruling", seat=1, offence="claim_cancelled")
        once = game_of(second).seats.get(seat=1).score
        correct(second, actor, {(1, 0): 2, (1, 1): 1})
        assert game_of(second).seats.get(seat=1).score < once


class TestRefused:
    @pytest.mark.parametrize(
        ("chairs", "sentence"),
        [
            ({(1, 0): 5}, "會有兩個座位"),
            ({(1, 0): 5, (1, 1): 5}, "會有兩個座位"),
            ({(7, 0): 5}, "沒有這個座位"),
            ({(1, 4): 5}, "沒有這個座位"),
            ({(1, 0): 77}, "沒有 77 號"),
        ],
    )
    def test_what_cannot_be(self, event: Event, first: Round, actor: Actor, chairs, sentence):
        before = holders(first), EventAct.objects.count()
        with pytest.raises(Invalid, match=sentence):
            correct(first, actor, chairs)
        assert (holders(first), EventAct.objects.count()) == before

    def test_a_chair_in_which_somebody_has_stepped_in(self, first: Round, actor: Actor):
        substitutes.step_in(game_id=game_of(first).pk, seat=0, number=9, now=NOW)
        with pytest.raises(Invalid, match="替補"):
            correct(first, actor, SWAP)
        with pytest.raises(Invalid, match="替補"):
            correct(first, actor, {(2, 1): 9})
        correct(first, actor, {(1, 1): 6, (2, 1): 2})

    def test_two_who_are_kept_apart_are_asked_about(self, event: Event, first: Round, actor: Actor):
        keep_apart(event=event, first=5, second=2)
        with pytest.raises(NeedsConfirmation):
            correct(first, actor, SWAP)
        correct(first, actor, SWAP, confirmed=True)
        assert holders(first)[1][0] == 5

    def test_two_who_are_kept_apart_are_refused_before_play(self, event: Event, actor: Actor):
        made = seated(event)
        rounds.publish_round(round_id=made.pk, now=NOW)
        keep_apart(event=event, first=5, second=2)
        with pytest.raises(Invalid, match="不得同檯"):
            correct(made, actor, SWAP, confirmed=True)
        assert holders(made)[1][0] == 1

    def test_a_void_round(self, first: Round, actor: Actor):
        void_round(round_id=first.pk, reason="停電", actor=actor, now=NOW, confirmed=True)
        with pytest.raises(Conflict, match="作廢"):
            correct(first, actor, SWAP)

    def test_a_refused_game_leaves_both_as_they_were(self, event: Event, first: Round, actor: Actor, monkeypatch):
        for table in (1, 2):
            play_and_confirm(game_of(first, table), actor, type="draw")
        from tournaments.rounds.services import swaps

        real = swaps.write
        calls = []

        def second_fails(book, *args, **kwargs):
            calls.append(book.game.pk)
            if len(calls) == 2:
                raise Invalid("nein")
            return real(book, *args, **kwargs)

        monkeypatch.setattr(swaps, "write", second_fails)
        before = holders(first), totals(event), Act.objects.count(), EventAct.objects.count()
        with pytest.raises(Invalid):
            correct(first, actor, SWAP)
        assert (holders(first), totals(event), Act.objects.count(), EventAct.objects.count()) == before


class TestPreview:
    def test_it_shows_seats_points_and_cards_and_writes_nothing(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, consequences=["yellow"])
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        before = Act.objects.count(), EventAct.objects.count(), holders(first)
        seen = preview(round_id=first.pk, chairs=exchange(first, 1, 5), actor=actor, now=NOW)
        assert (Act.objects.count(), EventAct.objects.count(), holders(first)) == before
        one, five = seen.people
        held, none = game_of(first).seats.get(seat=0), Decimal(0)
        before = Place(1, 0, held.score, held.pending_in, held.pending_out, ("yellow",))
        assert (one.before, one.after) == (before, Place(2, 0, none, none, none, ()))
        assert (five.before, five.after) == (one.after, one.before)

    def test_it_names_signed_cards_and_later_games(self, event: Event, first: Round, actor: Actor):
        play(game_of(first), actor, type="ruling", seat=0, offence="claim_cancelled")
        second = opened(event)
        play(game_of(second), actor, type="ruling", seat=0, offence="claim_cancelled")
        seen = preview(round_id=first.pk, chairs=exchange(first, 1, 5), actor=actor, now=NOW)
        assert seen.later == ((2, 1),)


class TestPage:
    def said(self, round_: Round, chairs: dict[tuple[int, int], int] = SWAP, **more: str) -> dict[str, str]:
        return {"chairs": chairs_said(round_, chairs)} | more

    def test_before_the_first_hand_one_tap_does_it_and_another_takes_it_back(self, desk: Client, first: Round):
        done = desk.post(address("swap_seats", first), self.said(first), follow=True)
        assert holders(first) == {1: [5, 2, 3, 4], 2: [1, 6, 7, 8]}
        undo(desk, done)
        assert holders(first) == SEATS

    def test_after_a_hand_it_shows_before_it_does(self, desk: Client, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, self_draw=True, fan=10)
        said = self.said(first)
        shows(desk.post(address("swap_seats", first), said), "更正之後")
        assert holders(first)[1][0] == 1
        said |= {"reason": "兩人坐錯檯"}
        assert desk.post(address("swap_seats", first), said).status_code == 302
        assert holders(first)[1][0] == 5
        assert Act.objects.latest("pk").user.username == "organiser"
        shows(desk.get(url("hands", game_of(first).pk)), "兩人坐錯檯")

    def test_two_who_may_not_share_a_table_are_asked_about(self, event: Event, desk: Client, first: Round):
        keep_apart(event=event, first=5, second=2)
        shows(desk.post(address("swap_seats", first), self.said(first)), "不得同檯")
        assert holders(first)[1][0] == 1

    def test_sent_twice_the_two_do_not_change_back(self, desk: Client, first: Round):
        said = self.said(first)
        for _again in range(2):
            assert desk.post(address("swap_seats", first), said).status_code == 302
        assert holders(first) == {1: [5, 2, 3, 4], 2: [1, 6, 7, 8]}

    def test_other_seats_than_the_page_showed_are_not_overwritten(self, desk: Client, first: Round, actor: Actor):
        said = self.said(first, reason="坐錯檯")
        correct(first, actor, {(1, 0): 2, (1, 1): 1})
        shows(desk.post(address("swap_seats", first), said), "座位剛剛有更改", status=409)
        assert holders(first)[1] == [2, 1, 3, 4]

    @pytest.mark.parametrize(
        ("chairs", "reason", "sentence"),
        [
            ("", "x", "內容不完整"),
            ("1.0.1", "x", "內容不完整"),
            ("1.0.1.x", "x", "內容不完整"),
            ("1.0.1.77", "x", "沒有 77 號"),
            ("1.0.1.5_2.0.5.1", " ", "請寫下原因"),
        ],
    )
    def test_what_is_wrong_is_said(self, desk: Client, first: Round, chairs: str, reason: str, sentence: str):
        shows(desk.post(address("swap_seats", first), {"chairs": chairs, "reason": reason}), sentence, status=400)
        assert holders(first)[1] == [1, 2, 3, 4]

    def test_it_shows_the_open_amounts_that_move(self, desk: Client, first: Round, actor: Actor):
        play_and_confirm(game_of(first), actor, type="win", winner=0, **{"from": 1}, fan=32)
        shown = desk.post(address("swap_seats", first), self.said(first, {(1, 0): 6, (2, 1): 1}))
        places = {one.player.number: one for one in shown.context["preview"].people}
        open_amount = places[1].before.pending_in
        assert open_amount > 0
        assert (places[1].after.pending_in, places[6].before.pending_in, places[6].after.pending_in) == (
            0, 0, open_amount,
        )  # fmt: skip
        assert shown.content.decode().count(f"待收 +{open_amount:f}".rstrip("0").rstrip(".")) >= 2

    def test_a_program_corrects_seats(self, desk: Client, first: Round):
        where = address("correct_seats", first, "api")
        seats = [{"table": 1, "seat": 0, "player": 5}, {"table": 2, "seat": 0, "player": 1}]
        answer = desk.post(where, {"seats": seats, "reason": "坐錯檯"}, content_type="application/json")
        assert answer.status_code == 200
        assert answer.json()["tables"][0]["players"] == [5, 2, 3, 4]
        wrong = desk.post(where, {"seats": seats[:1], "reason": ""}, content_type="application/json")
        assert wrong.json()["errors"][0]["attr"] == "reason"
