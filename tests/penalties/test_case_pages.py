from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from penalties.models import Case
from penalties.services import cases
from tests.markup import markup, shows, url
from tests.penalties.hall import Tournament
from tests.tournaments.book_pages import member_of, signed_in
from tests.tournaments.factories import add_member, make_event, make_user
from tournaments.models import Event, Game, Role
from tournaments.tables.game_log.redaction import EVERYTHING
from tournaments.tables.selectors.hands import history

SAID, THREAD, DECISION = "我沒有向鄰檯說話", "他上次也這樣說", "鄰檯兩位作證"


@pytest.fixture
def case(evening, ruling) -> Case:
    made = evening.object_to_ruling(ruling, text=SAID)
    cases.note(case=made, user=make_user("referee"), text=THREAD, now=timezone.now())
    return made


@pytest.fixture
def referee(evening) -> Client:
    return signed_in(make_user("referee"))


@pytest.fixture
def head(evening) -> Client:
    return signed_in(make_user("head"))


@pytest.fixture
def organiser(evening) -> Client:
    return member_of(evening.event, "organiser", Role.ORGANISER)


def objected_to_hand(evening: Tournament, game: Game, **event: Any) -> str:
    """李小龍 objects to a draw, or another event; the address of the case."""
    evening.play(game, **(event or {"type": "draw"}))
    return url("penalties:case", "evening", f"{game.pk}-{evening.object_to(game, seat=1, reason=SAID)}")


class TestList:
    def test_it_lists_hands_and_rulings_those_that_wait_first(self, evening, game, ruling, head):
        assert "沒有異議" in markup(head.get(url("penalties:cases", "evening")))
        evening.decide(evening.object_to_ruling(ruling))
        address = objected_to_hand(evening, game)
        shown = markup(head.get(url("penalties:cases", "evening")))
        assert shown.index("等候裁決") < shown.index(address) < shown.index("已裁決") < shown.index(DECISION)
        assert "第 1 個半莊 · 第 1 檯 · 第 1 鋪" in shown


class TestCase:
    def test_it_shows_the_objection_the_ruling_and_the_thread(self, ruling, case, referee, organiser):
        address = url("penalties:case", "evening", case.ref)
        article = url("penalties:article", "evening", ruling.number)
        for reader, writes in ((referee, True), (organiser, False)):
            shown = shows(reader.get(address), SAID, THREAD, "李小龍", article)
            assert (url("penalties:case_note", "evening", case.ref) in shown) == writes

    def test_an_objection_to_a_hand_has_a_page_before_anybody_writes(self, evening, game, referee):
        address = objected_to_hand(evening, game, type="win", winner=0, source=1, fan=20)
        steps, hand = [url(name, game.pk, 1) for name in ("uphold", "correct")], history(game, EVERYTHING).hand(1)
        said = (SAID, "只作個案，不影響比賽", hand.title, hand.result, hand.payments[0]["sentence"])
        shows(referee.get(address), *said, *steps)
        assert not Case.objects.exists()
        other = make_user("other")
        add_member(evening.event, other)
        assert steps[0] not in markup(signed_in(other).get(address))
        assert signed_in(other).post(f"{address}note/", {"text": "看過牌山"}).status_code == 302
        assert "看過牌山" in markup(referee.get(address))

    def test_a_case_of_another_event_or_of_none_is_not_found(self, case, head):
        add_member(make_event("other", name="別處"), make_user("head"), Role.HEAD_REFEREE)
        for event, ref in (("evening", "999"), ("evening", "999-1"), ("evening", "1-999"), ("other", case.ref)):
            for space in ("penalties", "penalties_api"):
                assert head.get(url(f"{space}:case", event, ref)).status_code == 404, (event, ref)

    @pytest.mark.parametrize(("words", "sentence"), [(" ", "請寫下留言"), ("長" * 1001, "最多一千個字")])
    def test_a_note_that_cannot_be_comes_back_with_a_sentence(self, case, referee, words, sentence):
        answer = referee.post(url("penalties:case_note", "evening", case.ref), {"text": words})
        shows(answer, sentence, words.strip(), status=400)


class TestDeciding:
    def test_the_head_referee_upholds(self, case, head, referee):
        address, decides = url("penalties:case", "evening", case.ref), url("penalties:case_decide", "evening", case.ref)
        assert [decides in markup(one.get(address)) for one in (head, referee)] == [True, False]
        assert head.post(decides, {"outcome": "upheld", "decision": DECISION}).url == address
        assert f"維持原判：{DECISION}" in markup(referee.get(address))
        assert decides not in markup(head.get(address))
        answer = head.post(decides, {"outcome": "changed", "decision": "看錯了"})
        shows(answer, f"這個個案已有裁決：{DECISION}", status=409)

    def test_a_change_leads_to_the_reversal(self, evening, ruling, case, head, referee):
        address = url("penalties:case", "evening", case.ref)
        reversal = url("penalties:reverse", "evening", ruling.number)
        evening.decide(case, "changed")
        assert [reversal in markup(one.get(address)) for one in (head, referee)] == [True, False]
        evening.reverse(ruling)
        shows(head.get(address), "這個判決已被推翻。", never=reversal)

    def test_a_ruling_that_was_reversed_meanwhile_still_waits_for_words(self, evening, ruling, case, head):
        evening.reverse(ruling)
        decides = url("penalties:case_decide", "evening", case.ref)
        shows(head.get(url("penalties:case", "evening", case.ref)), "這個判決已被推翻；", decides)

    @pytest.mark.parametrize(
        ("sent", "sentence", "kept"),
        [
            ({"decision": DECISION}, "請揀維持原判或更改", DECISION),
            ({"outcome": "changed"}, "請寫下裁決的理由", 'value="changed" required checked'),
        ],
    )
    def test_what_is_missing_is_named_and_nothing_is_lost(self, case, head, sent, sentence, kept):
        shows(head.post(url("penalties:case_decide", "evening", case.ref), sent), sentence, kept, status=400)

    def test_a_hand_is_not_decided_here(self, evening, game, head):
        address = objected_to_hand(evening, game)
        answer = head.post(f"{address}decide/", {"outcome": "upheld", "decision": DECISION})
        shows(answer, "請在這一鋪更正或維持原判", status=400)


class TestObjecting:
    def test_the_player_reads_the_ruling_and_objects(self, evening, ruling):
        address = url("penalties:object_to_ruling", "evening", ruling.number)
        assert "向鄰檯說話" in markup(evening.phone(2).get(address))
        assert evening.phone(2).post(address, {"ready": "次數計錯"}).url == url("tournaments:me", "evening")
        assert Case.objects.get().text == "次數計錯"

    def test_he_sees_the_decision_and_never_the_thread(self, evening, ruling, case):
        for outcome in ("處理中", f"維持原判：{DECISION}"):
            for page in (url("penalties:object_to_ruling", "evening", ruling.number), url("tournaments:me", "evening")):
                shows(evening.phone(2).get(page), SAID, outcome, never=THREAD)
            evening.decide(case)

    def test_ready_made_words_are_said_in_the_language_of_the_reader(self, evening, ruling, case):
        evening.decide(case)
        Case.objects.update(text="番數不對", decision="已向四家核對牌面，番數正確")
        for page in (url("penalties:object_to_ruling", "evening", ruling.number), url("tournaments:me", "evening")):
            english = evening.phone(2).get(page, headers={"Accept-Language": "en"})
            shows(english, "The fan count is wrong", "Tiles checked with all four; the fan count is right")

    def test_the_decision_comes_to_their_page_by_itself(self, evening, case):
        me, own = url("tournaments:me", "evening"), evening.phone(2)
        known = {"If-None-Match": own.get(me, {"live": 1})["ETag"]}
        assert own.get(me, {"live": 1}, headers=known).status_code == 304
        evening.decide(case)
        fragment = own.get(me, {"live": 1}, headers=known)
        assert f"維持原判：{DECISION}" in markup(fragment)
        assert "<html" not in fragment.content.decode()

    def test_another_player_learns_nothing_not_even_whether_there_is_such_a_ruling(self, evening, ruling, case, head):
        for number in (ruling.number, 77):
            assert evening.phone(1).get(url("penalties:object_to_ruling", "evening", number)).status_code == 403
            assert Client().get(url("penalties:object_to_ruling", "evening", number)).status_code == 403
        assert SAID not in markup(evening.phone(1).get(url("tournaments:me", "evening")))
        assert head.get(url("penalties:object_to_ruling", "evening", 77)).status_code == 404

    @pytest.mark.parametrize(
        ("phones", "reason", "status", "sentence"),
        [(True, " ", 400, "請說明那裡不對"), (False, SAID, 403, "請向裁判提出")],
    )
    def test_what_cannot_be_comes_back_with_a_sentence(self, evening, ruling, phones, reason, status, sentence):
        Event.objects.update(phones=phones)
        answer = evening.phone(2).post(url("penalties:object_to_ruling", "evening", ruling.number), {"reason": reason})
        shows(answer, sentence, status=status)

    def test_a_referee_writes_it_down_for_the_player(self, ruling, referee, organiser):
        address = url("penalties:object_to_ruling", "evening", ruling.number)
        answer = referee.post(address, {"reason": SAID})
        case = Case.objects.get()
        assert (answer.url, case.player.number) == (url("penalties:case", "evening", case.ref), 2)
        assert "代選手提出。" in markup(referee.get(answer.url))
        assert organiser.get(address).status_code == 403

    def test_a_referee_says_for_whom_when_the_ruling_is_on_the_whole_table(self, evening, game, referee):
        address = url("penalties:object_to_ruling", "evening", evening.rule(game, None, "redeal").number)
        shows(referee.post(address, {"reason": SAID}), "請揀哪一位提出異議", SAID, status=400)
        referee.post(address, {"reason": SAID, "player": "3"})
        assert Case.objects.get().player.number == 3

    def test_the_others_of_a_table_do_not_read_it_and_may_object_too(self, evening, game):
        ruling = evening.rule(game, None, "redeal")
        evening.object_to_ruling(ruling, text=SAID)
        address = url("penalties:object_to_ruling", "evening", ruling.number)
        assert SAID in markup(evening.phone(2).get(address))
        shows(evening.phone(3).get(address), 'name="reason"', never=SAID)
        evening.phone(3).post(address, {"reason": DECISION})
        assert [case.player.number for case in Case.objects.order_by("pk")] == [2, 3]


class TestElsewhere:
    def test_the_hand_tells_of_the_case_to_those_who_work_and_to_its_player(self, evening, game, case, referee):
        evening.play(game, type="draw")
        evening.decide(case)
        page = url("hand", game.pk, 1)
        assert url("penalties:case", "evening", case.ref) in markup(referee.get(page))
        shows(evening.phone(2).get(page), DECISION, never=THREAD)
        for looker in (evening.phone(1), Client()):
            shows(looker.get(page), never=[SAID, DECISION])

    def test_the_article_tells_of_it_and_leads_a_referee_there(self, evening, ruling, case, referee, organiser):
        evening.decide(case)
        for reader, offered in ((referee, True), (organiser, False)):
            where = url("penalties:article", "evening", ruling.number)
            shown = shows(reader.get(where), url("penalties:case", "evening", case.ref), DECISION)
            assert (url("penalties:object_to_ruling", "evening", ruling.number) in shown) == offered

    @pytest.mark.parametrize("place", ["room", "event"])
    def test_room_and_hub_say_how_many_wait(self, evening, game, case, referee, place):
        address = url(f"tournaments:{place}", "evening")
        objected_to_hand(evening, game)
        shows(referee.get(address), url("penalties:cases", "evening"), "2 宗")
        evening.decide(case)
        assert "1 宗" in markup(referee.get(address))

    def test_the_hub_says_nothing_of_it_to_a_player(self, evening, case):
        for looker in (evening.phone(2), Client()):
            assert url("penalties:cases", "evening") not in markup(looker.get(url("tournaments:event", "evening")))

    def test_a_poll_of_the_room_brings_a_new_case(self, evening, ruling, referee):
        address = url("tournaments:room", "evening")
        mark = referee.get(address, headers={"HX-Request": "true"})["ETag"]
        again = {"HX-Request": "true", "If-None-Match": mark}
        assert referee.get(address, headers=again).status_code == 304
        evening.object_to_ruling(ruling)
        assert "1 宗" in markup(referee.get(address, headers=again))
