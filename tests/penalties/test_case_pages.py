"""異議個案: the list, a case, the objection to a ruling, and other pages that mention a case."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from penalties.models import Case, Ruling
from penalties.services import cases
from tests.markup import markup
from tests.penalties.hall import FIRST, Tournament, make_tournament
from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import add_member, make_event, make_user
from tournaments.models import Event, Game, Player, Role
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.hands import history

pytestmark = pytest.mark.django_db
SAID, THREAD, DECISION = "我沒有向鄰檯說話", "他上次也這樣說", "鄰檯兩位作證"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def game(tournament) -> Game:
    return tournament.round(1, FIRST)[0]


@pytest.fixture
def ruling(tournament, game) -> Ruling:
    return tournament.rule(game, 1, "talking", note="向鄰檯說話")


@pytest.fixture
def case(tournament, ruling) -> Case:
    made = cases.object_to(ruling_id=ruling.pk, player=player(tournament, 2), text=SAID, now=timezone.now())
    cases.note(case=made, user=make_user("referee"), text=THREAD, now=timezone.now())
    return made


def player(tournament: Tournament, number: int) -> Player:
    return tournament.event.players.get(number=number)


def phone(tournament: Tournament, number: int) -> Client:
    return phone_of(player(tournament, number))


def referee() -> Client:
    return signed_in(make_user("referee"))


def head() -> Client:
    return signed_in(make_user("head"))


def organiser(tournament: Tournament) -> Client:
    user = make_user("organiser")
    add_member(tournament.event, user, Role.ORGANISER)
    return signed_in(user)


def url(name: str, *args: Any) -> str:
    return reverse(f"penalties:{name}", args=["evening", *args])


def text(answer: Any) -> str:
    return markup(answer)


def object_to_hand(tournament: Tournament, game: Game, **event: Any) -> str:
    """李小龍 objects to a draw, or another event; the address of the case."""
    tournament.play(game, **(event or {"type": "draw"}))
    return url("case", f"{game.pk}-{tournament.object_to(game, seat=1, reason=SAID)}")


def decide(case: Case, outcome: str = "upheld") -> None:
    cases.decide(case=case, user=make_user("head"), outcome=outcome, decision=DECISION, now=timezone.now())


class TestList:
    def test_it_says_that_there_is_none(self, tournament):
        assert "沒有異議" in text(head().get(url("cases")))

    def test_it_lists_hands_and_rulings_those_that_wait_first(self, tournament, game, case):
        decide(case)
        address = object_to_hand(tournament, game)
        shown = text(referee().get(url("cases")))
        assert shown.index("等候裁決") < shown.index(address) < shown.index("已裁決") < shown.index(DECISION)
        assert "第 1 個半莊 · 第 1 檯 · 第 1 鋪" in shown

    def test_organisers_read_it_and_players_do_not(self, tournament, case):
        assert SAID in text(organiser(tournament).get(url("cases")))
        assert phone(tournament, 2).get(url("cases")).status_code == 403
        assert Client().get(url("cases")).status_code == 403


class TestCase:
    def test_it_shows_the_objection_the_ruling_and_the_thread(self, tournament, ruling, case):
        shown = text(referee().get(url("case", str(case.pk))))
        for words in (SAID, THREAD, "李小龍", url("article", ruling.number)):
            assert words in shown

    def test_an_objection_to_a_hand_has_a_page_before_anybody_writes(self, tournament, game):
        shown = text(referee().get(object_to_hand(tournament, game)))
        assert SAID in shown
        assert reverse("tournaments:uphold", args=[game.pk, 1]) in shown
        assert reverse("tournaments:correct", args=[game.pk, 1]) in shown
        assert not Case.objects.exists()

    def test_an_objection_to_a_hand_shows_the_hand(self, tournament, game):
        address = object_to_hand(tournament, game, type="win", winner=0, source=1, fan=20)
        shown = text(referee().get(address))
        hand = history(game, EVERYTHING).hand(1)
        for words in (hand.title, hand.result, hand.payments[0].sentence):
            assert words in shown

    def test_one_after_four_confirmations_says_that_it_holds_nothing_up(self, tournament, game):
        shown = text(referee().get(object_to_hand(tournament, game)))
        assert "只作個案，不影響比賽" in shown

    def test_a_referee_of_another_table_discusses_but_does_not_correct(self, tournament, game):
        address = object_to_hand(tournament, game)
        other = make_user("other")
        add_member(tournament.event, other)
        shown = text(signed_in(other).get(address))
        assert reverse("tournaments:uphold", args=[game.pk, 1]) not in shown
        assert signed_in(other).post(f"{address}note/", {"text": "看過牌山"}).status_code == 302
        assert "看過牌山" in text(referee().get(address))

    @pytest.mark.parametrize("ref", ["999", "999-1", "1-999"])
    def test_it_knows_only_cases_of_the_event(self, tournament, case, ref):
        assert head().get(url("case", ref)).status_code == 404

    def test_a_case_of_another_event_is_not_found(self, tournament, case):
        other = make_event("other", name="別處")
        add_member(other, make_user("head"), Role.HEAD_REFEREE)
        assert head().get(reverse("penalties:case", args=["other", str(case.pk)])).status_code == 404

    def test_a_note_without_words_comes_back_with_a_sentence(self, tournament, case):
        answer = referee().post(url("case_note", str(case.pk)), {"text": " "})
        assert answer.status_code == 400
        assert "請寫下留言" in text(answer)
        long = "長" * 1001
        answer = referee().post(url("case_note", str(case.pk)), {"text": long})
        assert "最多一千個字" in text(answer)
        assert long in text(answer)

    def test_the_organiser_reads_and_does_not_write(self, tournament, case):
        reader = organiser(tournament)
        assert THREAD in text(reader.get(url("case", str(case.pk))))
        assert url("case_note", str(case.pk)) not in text(reader.get(url("case", str(case.pk))))
        assert reader.post(url("case_note", str(case.pk)), {"text": "哦"}).status_code == 403


class TestDeciding:
    def post(self, case: Case, **data: str) -> Any:
        return head().post(url("case_decide", str(case.pk)), data)

    def test_the_head_referee_upholds(self, tournament, case):
        assert url("case_decide", str(case.pk)) in text(head().get(url("case", str(case.pk))))
        answer = self.post(case, outcome="upheld", decision=DECISION)
        assert answer.url == url("case", str(case.pk))
        shown = text(referee().get(answer.url))
        assert f"維持原判：{DECISION}" in shown
        assert url("case_decide", str(case.pk)) not in text(head().get(answer.url))

    def test_a_change_leads_to_the_reversal(self, tournament, ruling, case):
        self.post(case, outcome="changed", decision=DECISION)
        assert f"/rulings/{ruling.number}/reverse/" in text(head().get(url("case", str(case.pk))))
        assert f"/rulings/{ruling.number}/reverse/" not in text(referee().get(url("case", str(case.pk))))
        tournament.reverse(ruling)
        shown = text(head().get(url("case", str(case.pk))))
        assert f"/rulings/{ruling.number}/reverse/" not in shown
        assert "這個判決已被推翻。" in shown

    def test_a_ruling_that_was_reversed_meanwhile_still_waits_for_words(self, tournament, ruling, case):
        tournament.reverse(ruling)
        shown = text(head().get(url("case", str(case.pk))))
        assert "這個判決已被推翻；" in shown
        assert url("case_decide", str(case.pk)) in shown

    def test_a_referee_does_not_decide(self, tournament, case):
        assert url("case_decide", str(case.pk)) not in text(referee().get(url("case", str(case.pk))))
        answer = referee().post(url("case_decide", str(case.pk)), {"outcome": "upheld", "decision": DECISION})
        assert answer.status_code == 403

    def test_what_is_missing_is_named_and_nothing_is_lost(self, tournament, case):
        answer = self.post(case, decision=DECISION)
        assert answer.status_code == 400
        assert "請揀維持原判或更改" in text(answer)
        assert DECISION in text(answer)
        answer = self.post(case, outcome="changed")
        assert "請寫下裁決的理由" in text(answer)
        assert 'value="changed" required checked' in text(answer)

    def test_a_second_decision_shows_the_first(self, tournament, case):
        decide(case)
        answer = self.post(case, outcome="changed", decision="看錯了")
        assert answer.status_code == 409
        assert f"這個個案已有裁決：{DECISION}" in text(answer)

    def test_a_hand_is_not_decided_here(self, tournament, game):
        address = object_to_hand(tournament, game)
        answer = head().post(f"{address}decide/", {"outcome": "upheld", "decision": DECISION})
        assert answer.status_code == 400
        assert "請在這一鋪更正或維持原判" in text(answer)


class TestObjecting:
    def test_the_player_reads_the_ruling_and_objects(self, tournament, ruling):
        page = phone(tournament, 2).get(url("object_to_ruling", ruling.number))
        assert "向鄰檯說話" in text(page)
        answer = phone(tournament, 2).post(url("object_to_ruling", ruling.number), {"reason": SAID})
        assert answer.url == reverse("tournaments:me", args=["evening"])
        assert Case.objects.get().text == SAID

    def test_a_ready_made_reason_is_one_tap(self, tournament, ruling):
        phone(tournament, 2).post(url("object_to_ruling", ruling.number), {"ready": "次數計錯"})
        assert Case.objects.get().text == "次數計錯"

    def test_he_sees_the_decision_and_never_the_thread(self, tournament, ruling, case):
        pages = (url("object_to_ruling", ruling.number), reverse("tournaments:me", args=["evening"]))
        for page in pages:
            shown = text(phone(tournament, 2).get(page))
            assert SAID in shown
            assert "處理中" in shown
            assert THREAD not in shown
        decide(case)
        for page in pages:
            shown = text(phone(tournament, 2).get(page))
            assert f"維持原判：{DECISION}" in shown
            assert THREAD not in shown

    def test_the_decision_comes_to_their_page_by_itself(self, tournament, case):
        me, own = reverse("tournaments:me", args=["evening"]), phone(tournament, 2)
        mark = own.get(me, {"live": 1})["ETag"]
        asks = {"live": 1}, {"If-None-Match": mark}
        assert own.get(me, asks[0], headers=asks[1]).status_code == 304
        decide(case)
        fragment = own.get(me, asks[0], headers=asks[1])
        assert f"維持原判：{DECISION}" in text(fragment)
        assert "<html" not in fragment.content.decode()

    def test_another_player_learns_nothing_not_even_whether_there_is_such_a_ruling(self, tournament, ruling, case):
        for number in (ruling.number, 77):
            assert phone(tournament, 1).get(url("object_to_ruling", number)).status_code == 403
            assert Client().get(url("object_to_ruling", number)).status_code == 403
        assert SAID not in text(phone(tournament, 1).get(reverse("tournaments:me", args=["evening"])))
        assert head().get(url("object_to_ruling", 77)).status_code == 404

    def test_an_empty_objection_comes_back_with_a_sentence(self, tournament, ruling):
        answer = phone(tournament, 2).post(url("object_to_ruling", ruling.number), {"reason": " "})
        assert answer.status_code == 400
        assert "請說明那裡不對" in text(answer)

    def test_a_refusal_keeps_what_was_written(self, tournament, ruling):
        Event.objects.update(phones=False)
        answer = phone(tournament, 2).post(url("object_to_ruling", ruling.number), {"reason": SAID})
        assert answer.status_code == 403
        assert "請向裁判提出" in text(answer)

    def test_a_referee_writes_it_down_for_the_player(self, tournament, ruling):
        answer = referee().post(url("object_to_ruling", ruling.number), {"reason": SAID})
        case = Case.objects.get()
        assert answer.url == url("case", str(case.pk))
        assert case.player.number == 2
        assert "代選手提出。" in text(referee().get(answer.url))

    def test_a_referee_says_for_whom_when_the_ruling_is_on_the_whole_table(self, tournament, game):
        ruling = tournament.rule(game, None, "redeal")
        answer = referee().post(url("object_to_ruling", ruling.number), {"reason": SAID})
        assert answer.status_code == 400
        assert "請揀哪一位提出異議" in text(answer)
        assert SAID in text(answer)
        referee().post(url("object_to_ruling", ruling.number), {"reason": SAID, "player": "3"})
        assert Case.objects.get().player.number == 3

    def test_the_organiser_does_not_object(self, tournament, ruling):
        assert organiser(tournament).get(url("object_to_ruling", ruling.number)).status_code == 403


class TestElsewhere:
    def test_the_hand_tells_of_the_case_to_those_who_work_and_to_its_player(self, tournament, game, ruling, case):
        tournament.play(game, type="draw")
        decide(case)
        page = reverse("tournaments:hand", args=[game.pk, 1])
        assert url("case", str(case.pk)) in text(referee().get(page))
        own = text(phone(tournament, 2).get(page))
        assert DECISION in own
        assert THREAD not in own
        for looker in (phone(tournament, 1), Client()):
            shown = text(looker.get(page))
            assert SAID not in shown
            assert DECISION not in shown

    def test_the_article_tells_of_it(self, tournament, ruling, case):
        decide(case)
        shown = text(referee().get(url("article", ruling.number)))
        assert url("case", str(case.pk)) in shown
        assert DECISION in shown

    def test_the_article_leads_a_referee_to_an_objection_told_to_him(self, tournament, ruling):
        assert url("object_to_ruling", ruling.number) in text(referee().get(url("article", ruling.number)))
        assert url("object_to_ruling", ruling.number) not in text(
            organiser(tournament).get(url("article", ruling.number))
        )

    @pytest.mark.parametrize("place", ["room", "event"])
    def test_room_and_hub_say_how_many_wait(self, tournament, game, case, place):
        address = reverse(f"tournaments:{place}", args=["evening"])
        object_to_hand(tournament, game)
        shown = text(referee().get(address))
        assert url("cases") in shown
        assert "2 宗" in shown
        decide(case)
        assert "1 宗" in text(referee().get(address))

    def test_the_hub_says_nothing_of_it_to_a_player(self, tournament, case):
        address = reverse("tournaments:event", args=["evening"])
        for looker in (phone(tournament, 2), Client()):
            assert url("cases") not in text(looker.get(address))

    def test_a_poll_of_the_room_brings_a_new_case(self, tournament, ruling):
        address = reverse("tournaments:room", args=["evening"])
        mark = referee().get(address, headers={"HX-Request": "true"})["ETag"]
        again = {"HX-Request": "true", "If-None-Match": mark}
        assert referee().get(address, headers=again).status_code == 304
        cases.object_to(ruling_id=ruling.pk, player=player(tournament, 2), text=SAID, now=timezone.now())
        assert "1 宗" in text(referee().get(address, headers=again))
