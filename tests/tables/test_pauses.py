"""暫停: the time of one table stands still, in the book and out of the hand's time; no number moves."""

import datetime as dt
import uuid
from typing import Any

import pytest
from django.utils import timezone, translation

from accounts.models import User
from scoring.documents import replay_document
from tests.api.test_games import Caller
from tests.markup import shows, url
from tests.tournaments.book_pages import Hall, somebody
from tests.tournaments.recorder import DRAW, KONG, Recorder, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.hall.room import room
from tournaments.models import Act, Round
from tournaments.phrases.kinds import event_words
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.timeline import paused_between, played_since, running
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.services import recording

WIN = won(1, 2, 20)
NOON = dt.datetime(2026, 11, 23, 4, 0, tzinfo=dt.UTC)


def minutes(number: int) -> dt.timedelta:
    return dt.timedelta(minutes=number)


def pause(table: Recorder, **said: Any) -> Any:
    return recording.pause(**table.entry(said, reason="選手不適"))


def resume(table: Recorder, **said: Any) -> Any:
    return recording.resume(**table.entry(said))


def is_paused(table: Recorder) -> bool:
    return running(table.fresh().pauses) is not None


class TestTime:
    def times(self, *pairs: tuple[int, int | None]) -> list[dict[str, Any]]:
        moments = [(NOON + minutes(a), NOON + minutes(b) if b else None) for a, b in pairs]
        return [{"hand": 1, "since": a.isoformat(), "until": b and b.isoformat()} for a, b in moments]

    def test_only_what_lies_between_counts(self) -> None:
        times = self.times((0, 5), (10, 12), (18, None))
        assert paused_between(times, NOON + minutes(3), NOON + minutes(20)) == minutes(2 + 2 + 2)

    def test_a_table_that_paused_seems_to_have_begun_later(self) -> None:
        assert played_since(self.times((5, 15)), NOON, NOON + minutes(30)) == NOON + minutes(10)
        assert played_since([], None, NOON) is None
        assert [running(self.times(*pairs)) for pairs in ([(0, 5), (7, None)], [(0, 5)])] == [NOON + minutes(7), None]


class TestBook:
    def test_it_is_an_act_that_moves_nothing(self, table: Recorder) -> None:
        table.settle(WIN)
        before = [seat.score for seat in table.game.seats.order_by("seat")]
        for step, paused in ((pause, True), (resume, False)):
            step(table)
            assert is_paused(table) is paused
            table.check()
        assert [seat.score for seat in table.game.seats.order_by("seat")] == before
        assert [act.kind for act in Act.objects.order_by("number")][-2:] == ["pause", "resume"]
        assert list(audit("evening")) == []

    def test_a_pause_that_is_over_is_entered_with_its_minutes(self, table: Recorder) -> None:
        Round.objects.update(opened_at=timezone.now() - minutes(60))
        pause(table, minutes=7)
        [one] = table.fresh().pauses
        assert dt.datetime.fromisoformat(one["until"]) - dt.datetime.fromisoformat(one["since"]) == minutes(7)
        with pytest.raises(Invalid, match="沒有這麼多分鐘"):
            pause(table, minutes=5)

    def test_no_longer_than_there_was_time(self, table: Recorder) -> None:
        Round.objects.update(opened_at=timezone.now() - minutes(5))
        with pytest.raises(Invalid) as refused:
            pause(table, minutes=7)
        assert refused.value.field == "minutes"

    def test_it_needs_a_reason_and_stands_still_once(self, table: Recorder) -> None:
        with pytest.raises(Invalid):
            pause(table, reason=" ")
        with pytest.raises(Invalid):
            resume(table)
        pause(table)
        with pytest.raises(Invalid):
            pause(table)

    def test_a_repeat_gets_the_first_answer(self, table: Recorder) -> None:
        for step, key in ((pause, uuid.uuid4()), (resume, uuid.uuid4())):
            assert step(table, client_key=key) == step(table, client_key=key)
        assert Act.objects.count() == 2

    @pytest.mark.parametrize(("event", "lasts"), [(WIN, False), (KONG, True)], ids=["a hand ends it", "a reward not"])
    def test_what_is_recorded_meanwhile(self, table: Recorder, event: dict[str, Any], lasts: bool) -> None:
        pause(table)
        table.settle(event)
        assert is_paused(table) is lasts
        table.check()

    def test_who_previewed_before_it_may_record_after_it(self, table: Recorder) -> None:
        """Another device has entered nothing of the hand; two equal draws stay two."""
        table.settle(DRAW)
        seen = table.fresh().book_version
        pause(table)
        table.record(DRAW, seen=seen)
        assert table.fresh().hands_closed == 2

    def test_an_undo_that_has_seen_it_takes_back_its_end_then_itself_then_the_hand(self, table: Recorder) -> None:
        table.settle(WIN)
        seen = table.fresh().book_version
        pause(table)
        with pytest.raises(Conflict):
            table.undo(seen=seen)
        resume(table)
        table.undo()
        assert is_paused(table)
        table.undo()
        assert table.fresh().pauses == []
        table.check()
        table.undo()
        assert table.fresh().hands_closed == 0
        table.check()
        assert list(audit("evening")) == []

    def test_confirmations_stand_while_a_table_pauses_and_taking_it_back_settles_no_objection(
        self, table: Recorder
    ) -> None:
        table.play(WIN)
        pause(table)
        table.confirm(0, 2, 3)
        table.check()
        assert table.missing == {1: [1]}
        table.object_to(1, 1)
        table.undo()
        assert table.fresh().disputed

    def test_the_export_replays_to_the_book(self, table: Recorder) -> None:
        table.settle(WIN)
        pause(table)
        table.settle(DRAW)
        document = replay_input(table.fresh())
        assert [event["type"] for event in document["events"]] == ["win", "draw"]
        scores = replay_document(document)["hands"][-1]["scores"]
        assert scores == [str(seat.score.normalize()) for seat in table.game.seats.order_by("seat")]


class TestPages:
    def test_it_is_entered_at_other_with_a_reason(self, hall: Hall) -> None:
        shows(hall.get("other"), "pick=pause")
        shows(hall.get("other", pick="pause"), "原因")
        assert hall.post("other", pick="pause").status_code == 400
        answer = hall.post("other", pick="pause", reason="選手不適", minutes="很久")
        shows(answer, "分鐘要是 1 至 600 的整數", "選手不適", status=400)
        assert hall.post("other", pick="pause", ready="選手不適").status_code == 302
        shows(hall.get("table"), "起暫停：選手不適", "繼續")
        shows(hall.referee.get(url("my_tables")), "暫停")
        shows(hall.get("other"), never="pick=pause")
        assert hall.post("other", pick="resume").status_code == 302
        shows(hall.get("table"), never="起暫停")

    def test_history_and_card_tell_of_it_and_take_it_out_of_the_time_of_the_hand(self, hall: Hall) -> None:
        Round.objects.update(opened_at=NOON)
        pause(hall, now=NOON + minutes(2))
        resume(hall, now=NOON + minutes(9))
        shows(hall.get("hands"), "暫停 7 分鐘")
        hall.record(WIN, now=NOON + minutes(19))
        shows(hall.get("hands"), "暫停 7 分鐘", "12:00–12:19（12 分鐘）")
        shows(hall.get("card"), "暫停 7 分鐘")

    def test_it_is_said_in_english_too(self, table: Recorder) -> None:
        pause(table, now=NOON)
        resume(table, now=NOON + minutes(1))
        with translation.override("en"):
            wording = Wording(["A", "B", "C", "D"], table.folded.rules)
            said = event_words(wording, table.folded.timeline.pauses[0].event)
        assert said == "Paused for 1 minute (12:00–12:01): A player is unwell"

    def test_what_was_taken_back_stays_readable(self, hall: Hall) -> None:
        pause(hall)
        shows(hall.get("undo"), "起暫停：選手不適")
        assert hall.post("undo", reason="按錯了檯").status_code == 302
        shows(hall.get("hands"), "起暫停：選手不適", "按錯了檯")

    def test_the_reason_is_for_those_at_the_table_and_officials(self, hall: Hall) -> None:
        pause(hall)
        hall.settle(WIN)
        shows(hall.get("hands", client=hall.player(0)), "選手不適")
        for name in ("hands", "card"):
            shows(hall.get(name, client=somebody(hall, "stranger")), "暫停", never="選手不適")

    def test_it_is_taken_out_of_the_time_since_the_last_hand(self, hall: Hall) -> None:
        def row(now: dt.datetime) -> tuple[str, int | None]:
            [found] = [one for one in room(hall.event, now).rows if one.game == hall.game.pk]
            return found.need, found.minutes

        hall.settle(WIN)
        now = timezone.now()
        pause(hall, now=now)
        assert row(now + minutes(40)) == ("paused", 40)
        resume(hall, now=now + minutes(40))
        assert row(now + minutes(45)) == ("playing", 5)


class TestApi:
    def test_it_begins_and_ends_over_http(self, hall: Hall) -> None:
        api = Caller(User.objects.get(username="referee"))
        status, answer = api.post("pause", hall.game.pk, reason="選手不適")
        assert (status, answer["hand"]) == (200, 1)
        assert api.get("game", hall.game.pk)[1]["paused_since"]
        assert api.post("pause", hall.game.pk, reason="選手不適")[0] == 400
        assert api.post("resume", hall.game.pk)[0] == 200
        assert api.get("game", hall.game.pk)[1]["paused_since"] is None
