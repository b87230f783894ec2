"""暫停: the time of one table stands still, in the book and out of the hand's time; no number moves."""

import datetime as dt
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from scoring import replay_document
from tests.api.test_games import Caller
from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import Hall, somebody, words
from tests.tournaments.factories import confirm_all, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.hall.room import room
from tournaments.models import Act, Round
from tournaments.phrases.kinds import event_words
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.timeline import Played, paused_between, played_since, running
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.services import recording
from tournaments.tables.services.confirmations import object_to
from tournaments.tables.services.recording import record, undo

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}
NOON = dt.datetime(2026, 11, 23, 4, 0, tzinfo=dt.UTC)


def pause(hall: Hall, now: dt.datetime | None = None, **more: Any) -> Any:
    said = {"reason": "選手不適", "client_key": uuid.uuid4(), "now": now or timezone.now()} | more
    return recording.pause(game_id=hall.game.pk, actor=hall.actor, **said)


def resume(hall: Hall, now: dt.datetime | None = None, **more: Any) -> Any:
    said = {"client_key": uuid.uuid4(), "now": now or timezone.now()} | more
    return recording.resume(game_id=hall.game.pk, actor=hall.actor, **said)


def take_back(hall: Hall) -> Any:
    said = {"actor": hall.actor, "reason": "按錯了", "client_key": uuid.uuid4(), "now": timezone.now()}
    return undo(game_id=hall.game.pk, seen=hall.fresh().book_version, **said)


class TestTime:
    def minutes(self, number: int) -> dt.datetime:
        return NOON + dt.timedelta(minutes=number)

    def times(self, *pairs: tuple[int, int | None]) -> list[dict[str, Any]]:
        return [
            {"hand": 1, "since": self.minutes(a).isoformat(), "until": b and self.minutes(b).isoformat()}
            for a, b in pairs
        ]

    def test_only_what_lies_between_counts(self) -> None:
        found = paused_between(self.times((0, 5), (10, 12), (18, None)), self.minutes(3), self.minutes(20))
        assert found == dt.timedelta(minutes=2 + 2 + 2)

    def test_a_table_that_paused_seems_to_have_begun_later(self) -> None:
        assert played_since(self.times((5, 15)), NOON, self.minutes(30)) == self.minutes(10)
        assert played_since([], None, NOON) is None

    def test_it_knows_since_when_it_pauses(self) -> None:
        assert running(self.times((0, 5), (7, None))) == self.minutes(7)
        assert running(self.times((0, 5))) is None


class TestBook:
    def test_it_is_an_act_that_moves_nothing(self, hall: Hall) -> None:
        play_and_confirm(hall.game, hall.actor, **WIN)
        before = [seat.score for seat in hall.game.seats.order_by("seat")]
        pause(hall)
        assert running(hall.fresh().pauses) is not None
        check_book(hall.game)
        resume(hall)
        assert running(hall.fresh().pauses) is None
        check_book(hall.game)
        assert [seat.score for seat in hall.game.seats.order_by("seat")] == before
        assert [act.kind for act in Act.objects.filter(game=hall.game).order_by("number")][-2:] == ["pause", "resume"]
        assert list(audit(hall.event.slug)) == []

    def test_a_pause_that_is_over_is_entered_with_its_minutes(self, hall: Hall) -> None:
        Round.objects.update(opened_at=timezone.now() - dt.timedelta(hours=1))
        pause(hall, minutes=7)
        [one] = hall.fresh().pauses
        length = dt.datetime.fromisoformat(one["until"]) - dt.datetime.fromisoformat(one["since"])
        assert length == dt.timedelta(minutes=7)
        with pytest.raises(Invalid, match="沒有這麼多分鐘"):
            pause(hall, minutes=5)

    def test_no_longer_than_there_was_time(self, hall: Hall) -> None:
        Round.objects.update(opened_at=timezone.now() - dt.timedelta(minutes=5))
        with pytest.raises(Invalid) as refused:
            pause(hall, minutes=7)
        assert refused.value.field == "minutes"

    def test_it_needs_a_reason_and_stands_still_once(self, hall: Hall) -> None:
        with pytest.raises(Invalid):
            pause(hall, reason=" ")
        with pytest.raises(Invalid):
            resume(hall)
        pause(hall)
        with pytest.raises(Invalid):
            pause(hall)

    def test_a_repeat_gets_the_first_answer(self, hall: Hall) -> None:
        key = uuid.uuid4()
        assert pause(hall, client_key=key) == pause(hall, client_key=key)
        assert resume(hall, client_key=(end := uuid.uuid4())) == resume(hall, client_key=end)
        assert Act.objects.filter(game=hall.game).count() == 2

    def test_recording_a_hand_ends_it(self, hall: Hall) -> None:
        pause(hall)
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert running(hall.fresh().pauses) is None
        check_book(hall.game)

    def test_a_reward_does_not_end_it(self, hall: Hall) -> None:
        pause(hall)
        play(hall.game, hall.actor, type="reward", kind="concealed_kong", seat=2)
        assert running(hall.fresh().pauses) is not None
        check_book(hall.game)

    def test_who_previewed_before_it_may_record_after_it(self, hall: Hall) -> None:
        """Another device has entered nothing of the hand; two equal draws stay two."""
        play_and_confirm(hall.game, hall.actor, type="draw")
        seen = hall.fresh().book_version
        pause(hall)
        said = {"actor": hall.actor, "client_key": uuid.uuid4(), "now": timezone.now()}
        record(game_id=hall.game.pk, played=Played({"type": "draw"}), seen=seen, **said)
        assert hall.fresh().hands_closed == 2

    def test_undo_takes_back_its_end_then_itself_then_the_hand(self, hall: Hall) -> None:
        play_and_confirm(hall.game, hall.actor, **WIN)
        pause(hall)
        resume(hall)
        take_back(hall)
        assert running(hall.fresh().pauses) is not None
        take_back(hall)
        assert hall.fresh().pauses == []
        check_book(hall.game)
        take_back(hall)
        assert hall.fresh().hands_closed == 0
        check_book(hall.game)
        assert list(audit(hall.event.slug)) == []

    def test_an_undo_that_has_not_seen_it_is_a_conflict(self, hall: Hall) -> None:
        play_and_confirm(hall.game, hall.actor, **WIN)
        seen = hall.fresh().book_version
        pause(hall)
        said = {"actor": hall.actor, "reason": "按錯了", "client_key": uuid.uuid4(), "now": timezone.now()}
        with pytest.raises(Conflict):
            undo(game_id=hall.game.pk, seen=seen, **said)

    def test_taking_it_back_settles_no_objection(self, hall: Hall) -> None:
        play(hall.game, hall.actor, **WIN)
        said = {"actor": hall.actor, "client_key": uuid.uuid4(), "now": timezone.now()}
        object_to(game_id=hall.game.pk, number=1, seat=1, reason="番數不對", **said)
        pause(hall)
        take_back(hall)
        assert hall.fresh().disputed

    def test_the_export_replays_to_the_book(self, hall: Hall) -> None:
        play_and_confirm(hall.game, hall.actor, **WIN)
        pause(hall)
        play_and_confirm(hall.game, hall.actor, type="draw")
        document = replay_input(hall.fresh())
        assert [event["type"] for event in document["events"]] == ["win", "draw"]
        replayed = replay_document(document)["hands"]
        assert replayed[-1]["scores"] == [str(seat.score.normalize()) for seat in hall.game.seats.order_by("seat")]


class TestPages:
    def test_it_is_entered_at_other_with_a_reason(self, hall: Hall) -> None:
        assert "pick=pause" in words(hall.get("other"))
        assert "原因" in words(hall.get("other", pick="pause"))
        assert hall.post("other", pick="pause").status_code == 400
        assert hall.post("other", pick="pause", ready="選手不適").status_code == 302
        table = words(hall.get("table"))
        assert "起暫停：選手不適" in table
        assert "繼續" in table
        assert "pick=pause" not in words(hall.get("other"))
        assert hall.post("other", pick="resume").status_code == 302
        assert "起暫停" not in words(hall.get("table"))

    def test_what_is_no_number_of_minutes_is_said_beside_the_field(self, hall: Hall) -> None:
        answer = hall.post("other", pick="pause", reason="選手不適", minutes="很久")
        assert answer.status_code == 400
        assert "分鐘要是 1 至 600 的整數" in words(answer)
        assert "選手不適" in words(answer)

    def test_history_and_card_tell_of_it(self, hall: Hall) -> None:
        begun = timezone.now() - dt.timedelta(minutes=10)
        pause(hall, now=begun)
        resume(hall, now=begun + dt.timedelta(minutes=7))
        assert "暫停 7 分鐘" in words(hall.get("hands"))
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert "暫停 7 分鐘" in words(hall.get("hands"))
        assert "暫停 7 分鐘" in words(hall.get("card"))

    def test_a_hand_says_from_when_to_when_it_was_played_without_the_pause(self, hall: Hall) -> None:
        Round.objects.update(opened_at=NOON)
        pause(hall, now=NOON + dt.timedelta(minutes=2))
        resume(hall, now=NOON + dt.timedelta(minutes=9))
        said = {"actor": hall.actor, "client_key": uuid.uuid4(), "seen": hall.fresh().book_version}
        record(game_id=hall.game.pk, played=Played(WIN), now=NOON + dt.timedelta(minutes=19), **said)
        assert "12:00–12:19（12 分鐘）" in words(hall.get("hands"))

    def test_it_is_said_in_english_too(self, hall: Hall) -> None:
        pause(hall, now=NOON)
        resume(hall, now=NOON + dt.timedelta(minutes=1))
        book = read_book(hall.fresh())
        with translation.override("en"):
            said = event_words(Wording(["A", "B", "C", "D"], book.rules), book.folded.timeline.pauses[0].event)
        assert said == "Paused for 1 minute (12:00–12:01): A player is unwell"

    def test_what_was_taken_back_stays_readable(self, hall: Hall) -> None:
        pause(hall)
        assert "起暫停：選手不適" in words(hall.get("undo"))
        assert hall.post("undo", reason="按錯了檯").status_code == 302
        page = words(hall.get("hands"))
        assert "起暫停：選手不適" in page
        assert "按錯了檯" in page

    def test_the_reason_is_for_those_at_the_table_and_officials(self, hall: Hall) -> None:
        pause(hall)
        play_and_confirm(hall.game, hall.actor, **WIN)
        assert "選手不適" in words(hall.get("hands", client=hall.player(0)))
        for name in ("hands", "card"):
            page = words(hall.get(name, client=somebody(hall, "stranger")))
            assert "暫停" in page
            assert "選手不適" not in page

    def test_it_is_taken_out_of_the_time_since_the_last_hand(self, hall: Hall) -> None:
        play_and_confirm(hall.game, hall.actor, **WIN)
        now = timezone.now()
        pause(hall, now=now)
        [row] = [one for one in room(hall.event, now + dt.timedelta(minutes=40)).rows if one.game == hall.game.pk]
        assert (row.need, row.minutes) == ("paused", 40)
        resume(hall, now=now + dt.timedelta(minutes=40))
        [row] = [one for one in room(hall.event, now + dt.timedelta(minutes=45)).rows if one.game == hall.game.pk]
        assert (row.need, row.minutes) == ("playing", 5)

    def test_my_tables_say_so(self, hall: Hall) -> None:
        pause(hall)
        assert "暫停" in words(hall.referee.get(reverse("tournaments:my_tables")))


class TestApi:
    def test_it_begins_and_ends_over_http(self, hall: Hall) -> None:
        api = Caller(User.objects.get(username="referee"))
        status, answer = api.post("pause", hall.game.pk, reason="選手不適")
        assert (status, answer["hand"]) == (200, 1)
        assert api.get("game", hall.game.pk)[1]["paused_since"]
        assert api.post("pause", hall.game.pk, reason="選手不適")[0] == 400
        assert api.post("resume", hall.game.pk)[0] == 200
        assert api.get("game", hall.game.pk)[1]["paused_since"] is None

    def test_others_may_not(self, hall: Hall) -> None:
        api = Caller(make_user("nobody"))
        assert api.post("pause", hall.game.pk, reason="選手不適")[0] in (403, 404)
        assert not Act.objects.exists()


def test_confirmations_stand_while_a_table_pauses(hall: Hall) -> None:
    play(hall.game, hall.actor, **WIN)
    pause(hall)
    confirm_all(hall.game, hall.actor)
    check_book(hall.game)
    assert hall.fresh().unconfirmed == 0
