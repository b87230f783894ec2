import uuid
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from penalties.models import Case, CaseNote, Ruling
from penalties.selectors import cases as select
from penalties.services import cases
from tests.penalties.hall import FIRST, Tournament, make_tournament
from tests.tournaments.factories import make_user
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotAllowed
from tournaments.models import Event, Game, Player
from tournaments.scorecards.services import reopen
from tournaments.tables.services.substitutes import step_in

WIN = {"type": "win", "winner": 0, "self_draw": True, "fan": 9}


def objected_to_hand(evening: Tournament, game: Game, **said: Any) -> Case:
    evening.play(game, type="draw")
    found = select.case_of(evening.event, f"{game.pk}-{evening.object_to(game, **said)}")
    assert found is not None
    return found


def write(case: Case, text: str = "問過三家", username: str = "referee") -> CaseNote:
    return cases.note(case=case, user=make_user(username), text=text, now=timezone.now())


class TestObjecting:
    def test_a_player_opens_a_case_about_a_ruling_on_himself_once(self, evening, ruling):
        case = evening.object_to_ruling(ruling)
        assert (case.event, case.game, case.hand, case.ruling) == (evening.event, ruling.game, ruling.hand, ruling)
        assert (case.player.number, case.text, case.outcome) == (2, "我沒有犯規", "")
        assert evening.object_to_ruling(ruling) == case
        assert Case.objects.count() == 1

    @pytest.mark.parametrize(
        ("before", "said", "error", "sentence"),
        [
            (lambda evening, ruling: evening.object_to_ruling(ruling), {"text": "罰則不對"}, Invalid, "請等裁判長裁決"),
            (lambda e, ruling: e.decide(e.object_to_ruling(ruling)), {"text": "罰則不對"}, Invalid, "鄰檯兩位作證"),
            (lambda evening, ruling: None, {"text": "  "}, Invalid, "那裡不對"),
            (lambda evening, ruling: None, {"number": 1}, NotAllowed, "關於自己的判決"),
            (lambda evening, ruling: None, {"number": 7, "user": "head"}, Invalid, "無關"),
            (lambda evening, ruling: Event.objects.update(phones=False), {}, NotAllowed, "向裁判提出"),
            (lambda evening, ruling: evening.reverse(ruling), {}, Invalid, "已被推翻"),
        ],
        ids=["other words", "decided", "no words", "a ruling on another", "for another", "without phones", "reversed"],
    )
    def test_it_is_refused(self, evening, ruling, before, said, error, sentence):
        before(evening, ruling)
        said = said | {"user": make_user(said["user"])} if "user" in said else said
        with pytest.raises(error, match=sentence):
            evening.object_to_ruling(ruling, **said)
        for reversal in Ruling.objects.filter(reverses=ruling):
            with pytest.raises(Invalid, match="不是判決"):
                evening.object_to_ruling(reversal, user=make_user("head"))

    def test_a_ruling_on_nobody_concerns_the_four_at_the_table(self, evening, game):
        ruling = evening.rule(game, None, "redeal")
        assert evening.object_to_ruling(ruling, 3).player.number == 3
        with pytest.raises(NotAllowed):
            evening.object_to_ruling(ruling, 5)

    def test_a_ruling_on_a_substitute_is_his(self, evening, game, ruling):
        Player.objects.create(event=evening.event, number=9, name="何師傅", staff=True)
        step_in(game_id=game.pk, seat=1, number=9, now=timezone.now())
        his = evening.rule(game, 1, "talking")
        for number, own, others in ((2, ruling, his), (9, his, ruling)):
            with pytest.raises(NotAllowed):
                evening.object_to_ruling(others, number)
            assert evening.object_to_ruling(own, number).player.number == number


class TestWindow:
    def test_it_closes_with_the_first_signature_and_opens_with_the_card(self, evening, game, ruling):
        evening.play_out(game)
        evening.sign(game, 0)
        with pytest.raises(CardSigned):
            evening.object_to_ruling(ruling)
        words = {"reason": "番數", "client_key": uuid.uuid4(), "now": timezone.now()}
        reopen(game_id=game.pk, actor=evening.head, **words)
        assert evening.object_to_ruling(ruling).pk

    def test_after_the_signature_a_repeat_is_still_one_and_a_referee_may_write(self, evening, game, ruling):
        other = evening.rule(game, 2, "talking")
        first = evening.object_to_ruling(ruling)
        evening.play_out(game)
        evening.sign(game, 0)
        assert evening.object_to_ruling(ruling) == first
        case = evening.object_to_ruling(other, 3, user=make_user("referee"))
        assert evening.object_to_ruling(other, 3, user=make_user("referee")) == case
        assert [(note.user.username, note.text) for note in case.notes.all()] == [("referee", "代選手提出。")]

    def test_a_ruling_in_the_hall_may_be_objected_to_until_the_card_of_the_next_game_is_signed(self, evening):
        ruling = evening.rule_in_hall(2, offence="talking")
        game, player = evening.round(1, FIRST)[0], evening.event.players.get(number=2)
        evening.play_out(game)
        assert not cases.window_closed(ruling, player)
        evening.sign(game, 0)
        assert cases.window_closed(ruling, player)
        evening.round(2, FIRST)
        assert cases.window_closed(ruling, player), "a game after that opens it no more"


class TestNotes:
    def test_the_same_note_twice_running_is_a_repeat(self, evening, ruling):
        case = evening.object_to_ruling(ruling)
        assert write(case) == write(case)
        write(case, "問過三家", "head")
        write(case, "我在場", "head")
        assert [note.text for note in CaseNote.objects.order_by("id")] == ["問過三家", "問過三家", "我在場"]
        with pytest.raises(Invalid, match="請寫下留言"):
            write(case, " ")

    def test_an_objection_to_a_hand_is_stored_with_its_first_note(self, evening, game):
        found = objected_to_hand(evening, game)
        assert not Case.objects.exists()
        for words in ("看過牌山", "番數對"):
            write(select.case_of(evening.event, found.ref), words)
        case = Case.objects.get()
        assert (case.game, case.act, case.hand, case.player.number) == (game, found.act, 1, 1)
        assert case.notes.count() == 2


class TestDecision:
    def test_the_same_decision_again_is_a_repeat_and_another_one_is_refused(self, evening, ruling):
        case = evening.decide(evening.object_to_ruling(ruling))
        assert (case.outcome, case.decision, case.decided_by) == ("upheld", "鄰檯兩位作證", make_user("head"))
        assert evening.decide(case) == case
        with pytest.raises(Conflict, match="鄰檯兩位作證"):
            evening.decide(case, "changed", "看錯了")
        case.refresh_from_db()
        assert case.outcome == "upheld"

    @pytest.mark.parametrize(("outcome", "words"), [("", "理由"), ("open", "理由"), ("upheld", " ")])
    def test_it_is_one_of_two_and_has_words(self, evening, ruling, outcome, words):
        with pytest.raises(Invalid):
            evening.decide(evening.object_to_ruling(ruling), outcome, words)


class TestList:
    def told(self, evening: Tournament) -> Any:
        (found,) = select.cases(evening.event)
        return found.outcome, found.decision, found.decided_by_name

    def test_those_that_wait_come_first_and_one_about_a_ruling_keeps_its_stage_open(self, evening, game, ruling):
        case = evening.object_to_ruling(ruling)
        assert cases.open_in_stage(game.round.stage) == ["有 1 宗異議未裁決。"]
        evening.decide(case)
        assert cases.open_in_stage(game.round.stage) == []
        objected_to_hand(evening, game)
        found = select.cases(evening.event)
        assert [(one.player.name, one.outcome) for one in found] == [("張國強", ""), ("李小龍", "upheld")]
        assert select.open_count(evening.event) == 1

    def test_a_hand_that_is_upheld_is_decided_by_that(self, evening, game):
        objected_to_hand(evening, game)
        assert self.told(evening) == ("", "", "")
        evening.uphold(game)
        assert self.told(evening) == ("upheld", "已核對", "head")
        assert select.open_count(evening.event) == 0

    @pytest.mark.parametrize("ruled", [True, False], ids=["with a ruling on another", "without"])
    def test_a_corrected_hand_says_changed_and_its_player_learns_of_no_ruling_on_another(self, evening, game, ruled):
        if ruled:
            evening.rule(game, 0, "talking")
        objected_to_hand(evening, game, seat=1)
        evening.correct(game, 1, WIN, reason="張國強沒有說話")
        assert self.told(evening) == ("changed", "張國強沒有說話", "referee")
        (own,) = select.cases_of_player(evening.event.players.get(number=2))
        assert (own.outcome, own.decision) == ("changed", "" if ruled else "張國強沒有說話")

    @pytest.mark.parametrize("upheld", [True, False])
    def test_an_objection_to_a_confirmed_hand_waits_for_a_decision_and_holds_no_stage_up(self, evening, game, upheld):
        found = objected_to_hand(evening, game)
        assert (found.late, select.open_count(evening.event)) == (True, 1)
        write(found)
        if upheld:
            evening.uphold(game)
        assert select.open_count(evening.event) == (not upheld)
        assert cases.open_in_stage(game.round.stage) == []

    def test_a_second_objection_to_the_same_hand_is_another_case(self, evening, game):
        evening.play(game, type="draw")
        for _time in range(2):
            evening.object_to(game)
            evening.uphold(game)
        evening.object_to(game, seat=2)
        found = [(one.player.number, one.outcome) for one in select.cases(evening.event)]
        assert found == [(3, ""), (1, "upheld"), (1, "upheld")]

    def test_a_substitute_objects_for_the_hands_he_played(self, evening, game):
        for _time in range(2):
            evening.play(game, type="draw")
        game.seats.filter(seat=0).update(substitute=evening.event.players.get(number=8), substitute_from=2)
        evening.object_to(game, 2)
        assert [one.player.number for one in select.cases(evening.event)] == [8]

    def test_it_knows_the_cases_of_a_ruling_a_hand_and_a_player(self, evening, game, ruling):
        case = evening.object_to_ruling(ruling)
        refs = {str(case.pk), objected_to_hand(evening, game, seat=1).ref}
        players = {player.number: player for player in evening.event.players.all()}
        assert [one.ref for one in select.cases_of_ruling(ruling)] == [str(case.pk)]
        assert {one.ref for one in select.cases_of_hand(game, 1)} == refs
        assert {one.ref for one in select.cases_of_player(players[2])} == refs
        assert select.cases_of_player(players[1]) == []
        other = make_tournament(slug="other").event
        with pytest.raises(Http404):
            select.case_of(other, str(case.pk))
        assert select.cases(other) == []

    def test_any_number_of_cases_takes_few_statements(self, evening, game, ruling, django_assert_max_num_queries):
        evening.object_to_ruling(ruling)
        for number in range(1, 4):
            evening.play(game, type="draw")
            evening.object_to(game, number)
            evening.uphold(game, number)
        with django_assert_max_num_queries(5):
            assert len(select.cases(evening.event)) == 4
