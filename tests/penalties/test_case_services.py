"""異議個案: what opens one, what referees write, who decides, and what a repeat does."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from penalties.models import Case, CaseNote, Ruling
from penalties.selectors import cases as select
from penalties.services import cases
from tests.penalties.hall import FIRST, Tournament, make_tournament
from tests.tournaments.factories import make_user
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotAllowed
from tournaments.models import Event, Game, Player
from tournaments.scorecards.services import current_digest, reopen, sign
from tournaments.tables.game_log.read import read_book
from tournaments.tables.services.substitutes import step_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def game(tournament) -> Game:
    return tournament.round(1, FIRST)[0]


@pytest.fixture
def ruling(tournament, game) -> Ruling:
    return tournament.rule(game, 1, "talking")


def player(tournament: Tournament, number: int) -> Player:
    return tournament.event.players.get(number=number)


def head() -> User:
    return make_user("head")


def objected(tournament: Tournament, ruling: Ruling, text: str = "我沒有犯規", number: int = 2) -> Case:
    return cases.object_to(ruling_id=ruling.pk, player=player(tournament, number), text=text, now=timezone.now())


def decided(case: Case, outcome: str = "upheld", decision: str = "鄰檯聽到") -> Case:
    return cases.decide(case=case, user=head(), outcome=outcome, decision=decision, now=timezone.now())


def sign_one(tournament: Tournament, game: Game) -> None:
    game = Game.objects.select_related("event", "round", "table").get(pk=game.pk)
    digest = current_digest(game, read_book(game).folded)
    said = {"method": "drawn", "digest": digest, "strokes": "M1,1L2,2", "client_key": uuid.uuid4()}
    sign(game_id=game.pk, actor=tournament.referee, seat=0, now=timezone.now(), **said)


def play_out(tournament: Tournament, game: Game) -> None:
    for deal in range(8):
        tournament.play(game, type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10)


class TestObjecting:
    def test_a_player_opens_a_case_about_a_ruling_on_himself(self, tournament, ruling):
        case = objected(tournament, ruling)
        assert (case.event, case.game, case.hand, case.ruling) == (tournament.event, ruling.game, ruling.hand, ruling)
        assert (case.player.number, case.text, case.outcome) == (2, "我沒有犯規", "")

    def test_the_same_words_again_are_a_repeat(self, tournament, ruling):
        assert objected(tournament, ruling) == objected(tournament, ruling)
        assert Case.objects.count() == 1

    def test_other_words_wait_for_the_decision(self, tournament, ruling):
        objected(tournament, ruling)
        with pytest.raises(Invalid, match="請等裁判長裁決"):
            objected(tournament, ruling, "罰則不對")

    def test_after_the_decision_there_is_no_second_one(self, tournament, ruling):
        decided(objected(tournament, ruling))
        with pytest.raises(Invalid, match="鄰檯聽到"):
            objected(tournament, ruling, "罰則不對")

    def test_it_has_to_say_something(self, tournament, ruling):
        with pytest.raises(Invalid, match="那裡不對"):
            objected(tournament, ruling, "  ")

    def test_a_ruling_on_somebody_else_is_none_of_his_business(self, tournament, ruling):
        with pytest.raises(NotAllowed):
            objected(tournament, ruling, number=1)

    def test_a_ruling_on_nobody_concerns_the_four_at_the_table(self, tournament, game):
        ruling = tournament.rule(game, None, "redeal")
        assert objected(tournament, ruling, number=3).player.number == 3
        with pytest.raises(NotAllowed):
            objected(tournament, ruling, number=5)

    def test_a_ruling_on_a_substitute_is_his(self, tournament, game, ruling):
        Player.objects.create(event=tournament.event, number=9, name="何師傅", staff=True)
        step_in(game_id=game.pk, seat=1, number=9, now=timezone.now())
        his = tournament.rule(game, 1, "talking")
        for number, own, others in ((2, ruling, his), (9, his, ruling)):
            with pytest.raises(NotAllowed):
                objected(tournament, others, number=number)
            assert objected(tournament, own, number=number).player.number == number

    def test_where_players_have_no_phones_they_go_to_a_referee(self, tournament, ruling):
        Event.objects.update(phones=False)
        with pytest.raises(NotAllowed, match="向裁判提出"):
            objected(tournament, ruling)

    def test_a_ruling_that_is_reversed_leaves_nothing_to_object_to(self, tournament, ruling):
        tournament.reverse(ruling)
        with pytest.raises(Invalid, match="已被推翻"):
            objected(tournament, ruling)

    def test_a_reversal_is_no_ruling_to_object_to(self, tournament, ruling):
        tournament.reverse(ruling)
        reversal = Ruling.objects.get(reverses=ruling)
        with pytest.raises(Invalid, match="不是判決"):
            cases.object_to(
                ruling_id=reversal.pk, player=player(tournament, 2), user=head(), text="不對", now=timezone.now()
            )


class TestWindow:
    def test_it_closes_with_the_first_signature_and_opens_with_the_card(self, tournament, game, ruling):
        play_out(tournament, game)
        sign_one(tournament, game)
        with pytest.raises(CardSigned):
            objected(tournament, ruling)
        words = {"reason": "番數", "client_key": uuid.uuid4(), "now": timezone.now()}
        reopen(game_id=game.pk, actor=tournament.head, **words)
        assert objected(tournament, ruling).pk

    def test_a_repeat_after_the_signature_is_still_a_repeat(self, tournament, game, ruling):
        first = objected(tournament, ruling)
        play_out(tournament, game)
        sign_one(tournament, game)
        assert objected(tournament, ruling) == first

    def test_a_referee_writes_it_down_at_any_time_and_the_thread_says_who(self, tournament, game, ruling):
        play_out(tournament, game)
        sign_one(tournament, game)
        said = {"player": player(tournament, 2), "user": make_user("referee"), "text": "次數計錯"}
        case = cases.object_to(ruling_id=ruling.pk, now=timezone.now(), **said)
        assert cases.object_to(ruling_id=ruling.pk, now=timezone.now(), **said) == case
        assert [(note.user.username, note.text) for note in case.notes.all()] == [("referee", "代選手提出。")]

    def test_a_referee_writes_for_those_whom_it_concerns_only(self, tournament, ruling):
        with pytest.raises(Invalid, match="無關"):
            cases.object_to(
                ruling_id=ruling.pk, player=player(tournament, 7), user=head(), text="不對", now=timezone.now()
            )

    def test_a_ruling_in_the_hall_may_be_objected_to_until_the_card_of_the_next_game_is_signed(self, tournament):
        ruling = tournament.rule_in_hall(2, offence="talking")
        game = tournament.round(1, FIRST)[0]
        play_out(tournament, game)
        assert not cases.window_closed(ruling, player(tournament, 2))
        sign_one(tournament, game)
        assert cases.window_closed(ruling, player(tournament, 2))


class TestNotes:
    def write(self, case: Case, text: str = "問過三家", username: str = "referee") -> CaseNote:
        return cases.note(case=case, user=make_user(username), text=text, now=timezone.now())

    def test_referees_write_one_after_the_other(self, tournament, ruling):
        case = objected(tournament, ruling)
        self.write(case)
        self.write(case, "我在場", "head")
        assert [note.text for note in CaseNote.objects.order_by("id")] == ["問過三家", "我在場"]

    def test_the_same_note_twice_running_is_a_repeat(self, tournament, ruling):
        case = objected(tournament, ruling)
        assert self.write(case) == self.write(case)
        self.write(case, "問過三家", "head")
        assert CaseNote.objects.count() == 2

    def test_it_has_to_say_something(self, tournament, ruling):
        with pytest.raises(Invalid, match="請寫下留言"):
            self.write(objected(tournament, ruling), " ")

    def test_an_objection_to_a_hand_is_stored_with_its_first_note(self, tournament, game):
        tournament.play(game, type="draw")
        act = tournament.object_to(game)
        assert not Case.objects.exists()
        for words in ("看過牌山", "番數對"):
            found = select.case_of(tournament.event, f"{game.pk}-{act}")
            assert found is not None
            self.write(found, words)
        case = Case.objects.get()
        assert (case.game, case.act, case.hand, case.player.number) == (game, act, 1, 1)
        assert case.notes.count() == 2


class TestDecision:
    def test_the_head_referee_upholds_in_words(self, tournament, ruling):
        case = decided(objected(tournament, ruling))
        assert (case.outcome, case.decision, case.decided_by) == ("upheld", "鄰檯聽到", head())

    def test_the_same_decision_again_is_a_repeat_and_another_one_is_refused(self, tournament, ruling):
        case = decided(objected(tournament, ruling))
        assert decided(case) == case
        with pytest.raises(Conflict, match="鄰檯聽到"):
            decided(case, "changed", "看錯了")
        case.refresh_from_db()
        assert case.outcome == "upheld"

    @pytest.mark.parametrize(("outcome", "words"), [("", "理由"), ("open", "理由"), ("upheld", " ")])
    def test_it_is_one_of_two_and_has_words(self, tournament, ruling, outcome, words):
        with pytest.raises(Invalid):
            decided(objected(tournament, ruling), outcome, words)

    def test_a_case_about_a_hand_is_decided_in_its_hand(self, tournament, game):
        tournament.play(game, type="draw")
        found = select.case_of(tournament.event, f"{game.pk}-{tournament.object_to(game)}")
        assert found is not None
        with pytest.raises(Invalid, match="在這一鋪"):
            decided(found)


class TestList:
    def refs(self, tournament: Tournament) -> list[tuple[str, str]]:
        return [(one.player.name, one.outcome) for one in select.cases(tournament.event)]

    def told(self, tournament: Tournament) -> Any:
        (found,) = select.cases(tournament.event)
        return found.outcome, found.decision, found.decided_by_name

    def test_those_that_wait_come_first(self, tournament, game, ruling):
        decided(objected(tournament, ruling))
        tournament.play(game, type="draw")
        tournament.object_to(game)
        assert self.refs(tournament) == [("張國強", ""), ("李小龍", "upheld")]
        assert select.open_count(tournament.event) == 1

    def test_a_hand_that_is_upheld_or_corrected_is_decided_by_that(self, tournament, game):
        tournament.play(game, type="draw")
        tournament.object_to(game)
        assert self.told(tournament) == ("", "", "")
        tournament.uphold(game)
        assert self.told(tournament) == ("upheld", "已核對", "head")
        assert select.open_count(tournament.event) == 0

    def test_a_correction_says_changed(self, tournament, game):
        tournament.play(game, type="draw")
        tournament.object_to(game)
        win = {"type": "win", "winner": 0, "self_draw": True, "fan": 9}
        tournament.correct(game, 1, win, reason="有人食糊")
        assert self.told(tournament) == ("changed", "有人食糊", "referee")

    @pytest.mark.parametrize("ruled", [True, False], ids=["with a ruling on another", "without"])
    def test_its_player_is_not_told_of_a_ruling_on_somebody_else(self, tournament, game, ruled):
        if ruled:
            tournament.rule(game, 0, "talking")
        tournament.play(game, type="draw")
        tournament.object_to(game, seat=1)
        win = {"type": "win", "winner": 0, "self_draw": True, "fan": 9}
        tournament.correct(game, 1, win, reason="張國強沒有說話")
        assert self.told(tournament)[:2] == ("changed", "張國強沒有說話")
        (own,) = select.cases_of_player(player(tournament, 2))
        assert (own.outcome, own.decision) == ("changed", "" if ruled else "張國強沒有說話")

    @pytest.mark.parametrize("upheld", [True, False])
    def test_an_objection_to_a_confirmed_hand_waits_for_a_decision_and_holds_no_stage_up(
        self, tournament, game, upheld
    ):
        tournament.play(game, type="draw")
        found = select.case_of(tournament.event, f"{game.pk}-{tournament.object_to(game)}")
        assert found is not None
        assert (found.late, select.open_count(tournament.event)) == (True, 1)
        cases.note(case=found, user=make_user("referee"), text="問過三家", now=timezone.now())
        if upheld:
            tournament.uphold(game)
        assert select.open_count(tournament.event) == (not upheld)
        assert cases.open_in_stage(game.round.stage) == []

    def test_one_about_a_ruling_holds_its_stage_up_until_it_is_decided(self, tournament, game, ruling):
        case = objected(tournament, ruling)
        assert cases.open_in_stage(game.round.stage) == ["有 1 宗異議未裁決。"]
        decided(case)
        assert cases.open_in_stage(game.round.stage) == []

    def test_a_second_objection_to_the_same_hand_is_another_case(self, tournament, game):
        tournament.play(game, type="draw")
        for _time in range(2):
            tournament.object_to(game)
            tournament.uphold(game)
        tournament.object_to(game, seat=2)
        assert [(one.player.number, one.outcome) for one in select.cases(tournament.event)] == [
            (3, ""),
            (1, "upheld"),
            (1, "upheld"),
        ]

    def test_a_substitute_objects_for_the_hands_he_played(self, tournament, game):
        tournament.play(game, type="draw")
        tournament.play(game, type="draw")
        game.seats.filter(seat=0).update(substitute=player(tournament, 8), substitute_from=2)
        tournament.object_to(game, 2)
        (found,) = select.cases(tournament.event)
        assert found.player.number == 8

    def test_it_knows_the_cases_of_a_ruling_a_hand_and_a_player(self, tournament, game, ruling):
        case = objected(tournament, ruling)
        tournament.play(game, type="draw")
        act = tournament.object_to(game, seat=1)
        refs = {str(case.pk), f"{game.pk}-{act}"}
        assert [one.ref for one in select.cases_of_ruling(ruling)] == [str(case.pk)]
        assert {one.ref for one in select.cases_of_hand(game, 1)} == refs
        assert {one.ref for one in select.cases_of_player(player(tournament, 2))} == refs
        assert select.cases_of_player(player(tournament, 1)) == []

    def test_cases_of_another_event_are_not_found(self, tournament, ruling):
        case = objected(tournament, ruling)
        other = make_tournament(slug="other").event
        assert select.case_of(other, str(case.pk)) is None
        assert select.cases(other) == []

    def test_it_takes_few_statements_for_any_number_of_cases(
        self, tournament, game, ruling, django_assert_max_num_queries
    ):
        objected(tournament, ruling)
        for number in range(1, 4):
            tournament.play(game, type="draw")
            tournament.object_to(game, number)
            tournament.uphold(game, number)
        with django_assert_max_num_queries(5):
            assert len(select.cases(tournament.event)) == 4
