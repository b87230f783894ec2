"""全賽抽籤 in the app: a locked list, a public number, all rounds at once, and anybody repeats it."""

import json
import threading
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import markup, page, shows, url
from tests.oracle.check_draw import digest, wrong_with
from tests.rounds.two_tables import holders
from tests.tournaments.factories import TODAY, add_member, seat_by_hand
from tests.tournaments.staged import event_with
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import DrawLine, Event, EventAct, LockedList, Role, Round, triggers
from tournaments.organising.services import events
from tournaments.players.services import apart, roster
from tournaments.rounds.seating.document import draw_document
from tournaments.rounds.services import event_draws, rounds, seating, stages

NOW = timezone.now()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Searched in the thread of the test, which alone sees what it has written."""
    monkeypatch.setattr(event_draws, "_start", event_draws.search)


@pytest.fixture
def event(sixteen: Event) -> Event:
    return sixteen


def locked(event: Event, count: int = 3) -> LockedList:
    return event_draws.lock_list(event=event, count=count, today=TODAY, now=NOW)


@pytest.fixture
def lock(event: Event) -> LockedList:
    return locked(event)


def given(event: Event, seed: str = "1", reason: str = "") -> DrawLine:
    return event_draws.give_seed(event=event, seed=seed, reason=reason, now=NOW)


def released(event: Event, reason: str) -> None:
    event_draws.release_list(event=event, reason=reason, now=NOW)


def answer_to(line: DrawLine) -> dict[str, Any]:
    return draw_document({**line.list.document, "seed": line.seed})


def finished(line: DrawLine, answer: dict[str, Any] | None = None, **more: Any) -> bool:
    """Whether the seats were written. The line is read again."""
    more = {"facts": {}, "ways": 0, "now": NOW} | more
    done = event_draws.finish_draw(line_id=line.pk, answer=answer or answer_to(line), **more)
    line.refresh_from_db()
    return done


def drawn(event: Event, seed: str = "4 17 22", reason: str = "") -> DrawLine:
    line = given(event, seed, reason)
    finished(line, facts={"repeats": 0})
    return line


def seats(event: Event) -> list[list[list[str]]]:
    return [
        [[str(number) for number in four] for four in holders(one).values()] for one in event.rounds.order_by("number")
    ]


class TestTheService:
    def test_it_draws_all_rounds_to_the_seats_that_the_document_gives(self, event, lock):
        line = drawn(event)
        document, answer = {**line.list.document, "seed": "4 17 22"}, answer_to(line)
        assert wrong_with(document, answer) == []
        assert seats(event) == answer["rounds"]
        assert (line.digest, line.list.digest) == (digest(document), digest({**document, "seed": ""}))
        assert [one.state for one in event.rounds.all()] == [Round.State.DRAFT] * 3
        assert list(audit()) == []

    def test_it_takes_the_drafts_that_are_there(self, event):
        made = rounds.make_round(event=event, day=TODAY)
        seating.draw_round(round_id=made.pk, seed="1")
        assert locked(event, 2).rounds == [1, 2]
        drawn(event)
        assert event.rounds.count() == 2

    def test_it_draws_after_rounds_that_were_played_and_avoids_who_met_there(self, event):
        first = rounds.make_round(event=event, day=TODAY)
        seating.draw_round(round_id=first.pk, seed="1")
        rounds.open_round(round_id=first.pk, now=NOW, confirmed=True)
        found = locked(event, 4)
        assert found.rounds == [2, 3, 4, 5]
        assert len(found.document["met"]) == 24
        assert draw_document({**found.document, "seed": "x"})["repeats"] == 0

    def test_it_keeps_apart_who_must_not_share_a_table(self, event):
        apart.keep_apart(event=event, first=1, second=2, reason="夫婦")
        assert locked(event).document["apart"] == [["1", "2"]]
        drawn(event)
        assert not any({"1", "2"} <= set(table) for tables in seats(event) for table in tables)

    @pytest.mark.parametrize("what", ["number", "name"])
    def test_two_people_do_not_change_places_on_a_locked_list(self, event, what):
        """The list says numbers: its digest stays, and with the seed known one seat was had for another."""
        one, other = event.players.get(number=3), event.players.get(number=7)
        begin(event.pk)
        locked(event)
        line = given(event, "4 17 22")
        said = [{"number": p.number, "name": p.name, "club": p.club, "staff": False} for p in (one, other)]
        said[0][what], said[1][what] = said[1][what], said[0][what]
        roster.change_player(player=one, **said[0] | {"number": 99})
        roster.change_player(player=other, **said[1])
        roster.change_player(player=one, **said[0])
        assert not finished(line)
        assert "號碼或姓名在鎖定之後有更改" in line.refusal
        released(event, "改名")
        locked(event)
        assert drawn(event).seats

    def test_a_list_that_changed_since_is_not_drawn(self, event, lock):
        apart.keep_apart(event=event, first=1, second=2, reason="夫婦")
        with pytest.raises(Conflict):
            given(event)

    def test_what_changed_while_it_was_drawn_ends_the_line_with_the_reason_and_no_seats(self, event, lock):
        line = given(event)
        event.players.filter(number=3).update(club="新會")
        assert not finished(line)
        assert line.refusal
        assert seats(event) == [[], [], []]

    def test_what_changes_while_the_seats_are_written_leaves_none_of_them(self, event, lock):
        line = given(event)
        written = []

        def between():
            written.append(sum(map(bool, seats(event))))
            if written[-1] == 2:
                apart.keep_apart(event=event, first=1, second=2, reason="夫婦")

        assert not finished(line, between=between)
        assert written == [1, 2], "each round is written by itself, so that a hand may be recorded in between"
        assert "更改" in line.refusal
        assert seats(event) == [[], [], []]
        assert list(audit()) == []

    def test_a_line_that_broke_off_is_written_again(self, event, lock):
        line = given(event)
        with pytest.raises(KeyboardInterrupt):
            finished(line, between=Mock(side_effect=KeyboardInterrupt))
        assert finished(line)
        assert seats(event) == answer_to(line)["rounds"]

    def test_every_draw_leaves_a_line_and_a_second_one_needs_a_reason(self, event, lock):
        first = drawn(event)
        assert not finished(first), "it finishes once"
        with pytest.raises(Invalid):
            given(event, "2", " ")
        second = drawn(event, "2", "號碼讀錯")
        assert (first.number, second.number, second.reason) == (1, 2, "號碼讀錯")
        assert first.seats != second.seats
        with pytest.raises(TypeError):
            first.delete()
        rounds.publish_round(round_id=event.rounds.get(number=1).pk, now=NOW, confirmed=True)
        with pytest.raises(Conflict):
            given(event, "3", "錯號碼")

    def test_a_draw_that_runs_is_the_only_one(self, event, lock):
        given(event)
        with pytest.raises(Conflict):
            given(event, "2", "x")
        with pytest.raises(Conflict):
            released(event, "x")

    def test_only_one_list_is_locked_and_letting_go_takes_a_reason(self, event, lock):
        with pytest.raises(Conflict):
            locked(event)
        with pytest.raises(Invalid):
            released(event, "")
        released(event, "多了一人")
        assert locked(event).number == 2
        assert list(audit()) == []

    @pytest.mark.parametrize("count", [0, 61])
    def test_it_refuses_a_number_of_rounds_that_cannot_be(self, event, count):
        with pytest.raises(Invalid):
            locked(event, count)

    def test_it_refuses_players_who_fill_no_tables_and_makes_no_rounds(self, event):
        event.players.filter(number=3).update(withdrawn_at=NOW)
        with pytest.raises(Invalid):
            locked(event)
        assert event.rounds.count() == 0


@pytest.mark.usefixtures("short_search")
class TestForWhom:
    """Two sessions of eight, three games each: 全賽抽籤 says which session it draws and proposes what it takes."""

    @pytest.fixture
    def event(self, boss) -> Event:
        event = event_with(16, format_id="one", rule_set="hkma-league", games_planned=3)
        days = [one.isoformat() for one in (event.starts_on, event.ends_on)]
        stage = stages.change_stage(stage_id=event.stages.get().pk, session_days=days)
        stages.assign_sessions(stage_id=stage.pk, sessions=stages.divided(range(1, 17), 2))
        add_member(event, boss, Role.ORGANISER)
        events.add_tables(event=event, count=2)
        return event

    def proposed(self, client: Client, event: Event) -> int:
        page = client.get(url("draws", event.slug))
        assert page.context["coming"].said in markup(page)
        return int(page.context["lock_form"]["count"].value())

    def test_the_page_says_the_session_and_its_proposal_is_taken(self, client, event):
        for session in (1, 2):
            assert event_draws.next_draw(event).said == f"「正賽」第 {session} 場"
            count = self.proposed(client, event)
            assert count == 3
            assert client.post(url("lock_list", event.slug), {"count": count}).status_code == 302
            found = event.locked_lists.get(released_at=None)
            assert found.rounds == [3 * session - 2, 3 * session - 1, 3 * session]
            assert f"「正賽」第 {session} 場" in markup(client.get(url("draws", event.slug)))
            drawn(event)
            for number in found.rounds:
                rounds.publish_round(round_id=event.rounds.get(number=number).pk, now=NOW, confirmed=True)
            released(event, "已公布")

    def test_it_proposes_what_is_left_of_the_session(self, client, event):
        first = rounds.make_round(event=event, day=TODAY)
        seating.draw_round(round_id=first.pk, seed="1")
        rounds.publish_round(round_id=first.pk, now=NOW, confirmed=True)
        rounds.make_round(event=event, day=TODAY)
        assert self.proposed(client, event) == 2
        answer = client.post(url("lock_list", event.slug), {"count": 3})
        shows(answer, "「正賽」第 1 場可以抽 1 至 2 個半莊", status=422)
        assert client.post(url("lock_list", event.slug), {"count": 2}).status_code == 302

    def test_more_than_planned_are_drawn_where_there_are_no_sessions(self, client, boss):
        event = event_with(8, format_id="one", rule_set="hkma-league", games_planned=3, slug="more")
        add_member(event, boss, Role.ORGANISER)
        events.add_tables(event=event, count=2)
        assert self.proposed(client, event) == 3
        assert len(locked(event, 5).rounds) == 5


class TestThePages:
    def test_the_organiser_draws_and_a_stranger_repeats_it(self, client, event):
        client.post(url("lock_list", event.slug), {"count": 3})
        assert LockedList.objects.get().digest in page("draws", event.slug)
        client.post(url("draw_rounds", event.slug), {"seed": "六合彩 4 17"})
        assert "抽好了" in markup(client.post(url("look_at_draw", event.slug), follow=True))
        answer = draw_document({**LockedList.objects.get().document, "seed": "六合彩 4 17"})
        assert seats(event) == answer["rounds"]
        stranger = Client()
        assert "六合彩 4 17" in page("draws", event.slug)
        shows(Client().get(url("draw_line", event.slug, 1, 1)), DrawLine.objects.get().digest, never="相同：")
        assert "相同：" in markup(stranger.post(url("draw_line", event.slug, 1, 1)))

    @pytest.mark.parametrize("facts", [{}, {"repeats": 0, "wind_spread": 1, "same_club": [0]}])
    def test_a_draw_of_which_fewer_facts_are_known_has_its_page(self, event, facts, lock):
        line = drawn(event)
        DrawLine.objects.filter(pk=line.pk).update(facts=facts)
        assert ("重遇對手" in page("draw_line", event.slug, 1, 1)) is bool(facts)

    def test_anybody_downloads_what_the_command_takes_and_the_round_names_its_seed(self, client, event, lock):
        line = drawn(event)
        document = json.loads(Client().get(url("draw_document", event.slug, 1, 1)).content)
        assert draw_document(document)["digest"] == line.digest
        document = json.loads(Client().get(url("list_document", event.slug, 1)).content)
        assert digest(document) == line.list.digest
        assert client.get(url("round", event.slug, 2)).context["public_seed"] == "4 17 22"
        assert "單獨再抽一次" in page("round", event.slug, 2, client=client)
        seating.draw_round(round_id=event.rounds.get(number=2).pk, seed="7")
        assert "單獨再抽一次" not in page("round", event.slug, 2, client=client)

    def test_it_names_seats_that_were_changed_since_or_are_not_those_of_the_list(self, event, lock):
        line = drawn(event)
        turned = {n + 1: [int(one) for one in table[::-1]] for n, table in enumerate(seats(event)[1])}
        seat_by_hand(round_id=event.rounds.get(number=2).pk, seats=turned)
        shows(Client().post(url("draw_line", event.slug, 1, 1)), "相同：", "第 2 個半莊的座位有更改")
        wrong = draw_document({**line.list.document, "seed": "another"})
        assert event_draws.repeated({**line.list.document, "seed": "another"}, 0) == wrong
        with triggers.disabled():
            DrawLine.objects.update(seats="0" * 64)
        assert "不相同" in markup(Client().post(url("draw_line", event.slug, 1, 1)))

    def test_however_often_strangers_ask_it_is_drawn_again_once(self, client, event, monkeypatch):
        """Each press began a search of up to a minute."""
        began = []
        monkeypatch.setattr(
            event_draws, "drawn", lambda document, ways: began.append(ways) or {"rounds": [], "digest": ""}
        )
        assert event_draws.repeated({"seed": "asked often"}, 0) == event_draws.repeated({"seed": "asked often"}, 0)
        event_draws.repeated({"seed": "asked often"}, 3)
        event_draws.repeated({"seed": "another"}, 0)
        assert len(began) == 3

    def test_a_stopped_draw_is_repeated_as_it_was_stopped(self, client, event, lock):
        line = given(event)
        client.post(url("stop_draw", event.slug))
        client.post(url("look_at_draw", event.slug))
        line.refresh_from_db()
        assert line.ways == 1
        assert "相同：" in markup(Client().post(url("draw_line", event.slug, 1, 1)))

    def test_another_search_is_asked_to_come_again(self, client, event, lock):
        line = drawn(event)
        with event_draws._searching:
            answer = Client().post(url("draw_line", event.slug, 1, 1))
            assert (answer.status_code, answer["Retry-After"]) == (429, "60")
            assert "伺服器正在做另一次抽籤" in markup(answer)
            document = json.dumps({**line.list.document, "seed": "another"})
            answer = client.post("/api/draw/", document, content_type="application/json")
            assert (answer.status_code, answer["Retry-After"]) == (429, "60")
            assert answer.json()["errors"][0]["code"] == "busy"

    def test_a_search_that_broke_off_is_begun_again_one_that_goes_on_is_not(self, client, event, monkeypatch):
        began = []
        monkeypatch.setattr(event_draws, "_start", lambda line, language, now: began.append(line))
        locked(event)
        client.post(url("draw_rounds", event.slug), {"seed": "1"})
        line = DrawLine.objects.get()
        DrawLine.objects.update(progress={"ways": 2, "facts": {"repeats": 7, "same_club": [3]}})
        shows(client.post(url("look_at_draw", event.slug)), "已比較 2 種編法。目前最好：重遇 7 對，第一次同會同檯 3 對")
        assert began == [line.pk]
        DrawLine.objects.update(searched_at=timezone.now() - event_draws.SILENT)
        client.post(url("look_at_draw", event.slug))
        assert began == [line.pk] * 2
        line.refresh_from_db()
        event_draws.search(line.pk, "zh-hant", line.searched_at)
        event_draws.search(line.pk, "zh-hant", line.searched_at)
        assert seats(event) == answer_to(line)["rounds"]
        assert list(audit()) == []

    def test_of_two_searches_for_a_line_only_the_later_one_writes(self, client, event, monkeypatch):
        """The earlier one waited for its turn in another process. Stopped, each would have other seats."""
        began = []
        monkeypatch.setattr(event_draws, "_start", lambda *search: began.append(search))
        locked(event)
        client.post(url("draw_rounds", event.slug), {"seed": "1"})
        DrawLine.objects.update(searched_at=timezone.now() - event_draws.SILENT)
        earlier = (*began[0][:2], DrawLine.objects.get().searched_at)
        client.post(url("look_at_draw", event.slug))
        better = event_draws.better_plans

        def overtaken(wanted):
            for ways, plan in enumerate(better(wanted), 1):
                if ways == 2:
                    event_draws.search(*earlier)
                    assert seats(event) == [[], [], []], "the earlier search has written"
                yield plan

        monkeypatch.setattr(event_draws, "better_plans", overtaken)
        event_draws.search(*began[1])
        assert DrawLine.objects.get().seats
        assert list(audit()) == []

    def test_it_says_on_the_page_what_cannot_be_drawn(self, client, event):
        for other in range(2, 17):
            apart.keep_apart(event=event, first=1, second=other, reason="x")
        locked(event)
        client.post(url("draw_rounds", event.slug), {"seed": "1"})
        assert "apart" in DrawLine.objects.get().refusal
        assert seats(event) == [[], [], []]

    def test_a_refusal_stands_on_the_page_with_what_was_typed(self, client, event):
        shows(client.post(url("lock_list", event.slug), {"count": "99"}), "99", status=422)
        locked(event)
        drawn(event)
        answer = client.post(url("draw_rounds", event.slug), {"seed": "七", "reason": ""})
        shows(answer, "七", "重抽要寫原因。", status=422)


@pytest.mark.django_db(transaction=True)
def test_a_draw_goes_on_in_a_thread_without_a_reader(client, event, monkeypatch):
    monkeypatch.undo()
    begin(event.pk)
    locked(event)
    client.post(url("draw_rounds", event.slug), {"seed": "1"})
    for thread in threading.enumerate():
        if thread.name == "draw":
            thread.join(60)
    line = DrawLine.objects.get()
    assert line.seats
    assert seats(event) == answer_to(line)["rounds"]
    acts = EventAct.objects.filter(kind=EventAct.Kind.ROUNDS_DRAWN)
    assert {act.user_id for act in acts} == {line.user_id}
    assert list(audit()) == []
