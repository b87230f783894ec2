"""大會鐘: one clock for the hall, and its bell in the book of each table by the hand in progress at the bell."""

import datetime as dt
import threading
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from scoring import BellRules
from tests.api.test_games import Caller
from tests.tables.test_recording_pages import hidden
from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import Hall, make_hall, somebody, words
from tests.tournaments.factories import add_member, confirm_all, make_user
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.hall import services as clocks
from tournaments.hall.clock import FIRST_GUESS, Pace, plan
from tournaments.models import EventAct, ExtraTime, GameSeat, Role, Round, RoundClock
from tournaments.rounds.services.rounds import take_back_round
from tournaments.tables.game_log.clock import clock_of
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording
from tournaments.tables.services.recording import at_bell_options, correct, record

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 11, 21, 4, 0, tzinfo=dt.UTC)
DRAW = {"type": "draw"}


def at(minutes: float) -> dt.datetime:
    return NOON + dt.timedelta(minutes=minutes)


class Table:
    """The first table of an event whose clock was started at noon."""

    def __init__(self, rule_set: str, minutes: int | None = None) -> None:
        self.hall: Hall = make_hall(rule_set=rule_set)
        self.round = self.hall.game.round
        Round.objects.filter(pk=self.round.pk).update(opened_at=at(-5))
        GameSeat.objects.update(score=read_book(self.hall.fresh()).rules.game.start)
        self.clock = clocks.start(round_id=self.round.pk, now=NOON, minutes=minutes)

    def play(self, minute: float, event: Mapping[str, Any] = DRAW, **more: Any) -> Any:
        game = self.hall.fresh()
        answer = record(
            game_id=game.pk,
            actor=self.hall.actor,
            played=Played(event),
            client_key=more.pop("client_key", uuid.uuid4()),
            seen=game.book_version,
            now=at(minute),
            **more,
        )
        confirm_all(self.hall.game, self.hall.actor)
        return answer

    def bell(self, now: float) -> float:
        game = self.hall.fresh()
        clock = clock_of(game.time, game.pauses)
        assert clock is not None
        return (clock.bell(at(now)) - NOON).total_seconds() / 60

    @property
    def types(self) -> list[str]:
        return [str(event["type"]) for event in read_book(self.hall.fresh()).folded.timeline.events]

    @property
    def finished(self) -> bool:
        return read_book(self.hall.fresh()).folded.state.finished

    def sound(self) -> None:
        check_book(self.hall.game)
        assert list(audit(self.hall.event.slug)) == []


class TestClock:
    @pytest.mark.parametrize(
        ("rule_set", "minutes"), [("hkma-masters", 110), ("tw-club", 120), ("hkma-league", clocks.MINUTES)]
    )
    def test_it_runs_as_long_as_the_rules_say(self, rule_set: str, minutes: int) -> None:
        table = Table(rule_set)
        assert table.clock.minutes == minutes
        assert table.bell(0) == minutes
        table.sound()

    def test_the_final_of_the_masters_is_longer(self) -> None:
        hall = make_hall(rule_set="hkma-masters")
        Round.objects.filter(pk=hall.game.round_id).update(rule_settings={"dealer_stays": True})
        assert clocks.start(round_id=hall.game.round_id, now=NOON).minutes == 120

    def test_the_hall_pauses_and_goes_on(self) -> None:
        table = Table("hkma-league", 60)
        clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(10))
        assert table.bell(25) == 75
        game = table.hall.fresh()
        clock = clock_of(game.time, game.pauses)
        assert clock is not None
        assert clock.stands(at(25))
        assert not clock.rung(at(500))
        with pytest.raises(Conflict):
            clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(11))
        clocks.resume(round_id=table.round.pk, now=at(30))
        assert table.bell(40) == 80
        with pytest.raises(Conflict):
            clocks.resume(round_id=table.round.pk, now=at(31))
        table.sound()

    def test_a_table_that_pauses_has_longer_and_no_minute_counts_twice(self) -> None:
        table = Table("hkma-league", 60)
        said = {"game_id": table.hall.game.pk, "actor": table.hall.actor}
        recording.pause(reason="選手不適", client_key=uuid.uuid4(), now=at(10), **said)
        clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(15))
        recording.resume(client_key=uuid.uuid4(), now=at(20), **said)
        clocks.resume(round_id=table.round.pk, now=at(25))
        assert table.bell(40) == 75
        assert clock_of(type(table.hall.game).objects.get(pk=table.hall.elsewhere.pk).time, []).bell(at(40)) == at(70)

    @pytest.mark.parametrize(("until", "rings"), [(-1, 60), (0, 60), (2, 62)])
    def test_a_pause_from_before_the_halls_clock_adds_only_what_lasts_into_it(self, until: float, rings: float) -> None:
        hall = make_hall(rule_set="hkma-league")
        Round.objects.filter(pk=hall.game.round_id).update(opened_at=at(-5))
        said = {"game_id": hall.game.pk, "actor": hall.actor}
        recording.pause(reason="選手不適", client_key=uuid.uuid4(), now=at(-3), **said)
        if until < 0:
            recording.resume(client_key=uuid.uuid4(), now=at(until), **said)
        clocks.start(round_id=hall.game.round_id, now=NOON, minutes=60)
        if until >= 0:
            recording.resume(client_key=uuid.uuid4(), now=at(until), **said)
        game = hall.fresh()
        clock = clock_of(game.time, game.pauses)
        assert clock is not None
        assert clock.bell(at(40)) == at(rings)

    def test_a_pause_after_the_bell_moves_nothing(self) -> None:
        table = Table("hkma-league", 60)
        said = {"game_id": table.hall.game.pk, "actor": table.hall.actor}
        recording.pause(reason="選手不適", client_key=uuid.uuid4(), now=at(61), **said)
        assert table.bell(70) == 60

    def test_extra_time_is_of_one_table_with_a_reason(self) -> None:
        table = Table("hkma-league", 60)
        extra = clocks.give_extra(game_id=table.hall.game.pk, minutes=5, reason="遲了開始", now=at(20))
        assert table.bell(30) == 65
        table.sound()
        clocks.take_back_extra(extra_id=extra.pk, event_id=table.hall.event.pk)
        assert table.bell(30) == 60
        assert not ExtraTime.objects.exists()
        with pytest.raises(Invalid):
            clocks.give_extra(game_id=table.hall.game.pk, minutes=5, reason=" ", now=at(20))
        with pytest.raises(Invalid):
            clocks.give_extra(game_id=table.hall.game.pk, minutes=500, reason="遲了開始", now=at(20))
        table.sound()

    def test_it_is_started_once_and_every_act_is_told(self) -> None:
        table = Table("hkma-league", 60)
        with pytest.raises(Conflict):
            clocks.start(round_id=table.round.pk, now=NOON)
        clocks.change(round_id=table.round.pk, minutes=90)
        assert table.bell(0) == 90
        clocks.take_back(round_id=table.round.pk)
        assert table.hall.fresh().time == {}
        assert not RoundClock.objects.exists()
        told = list(EventAct.objects.filter(event=table.hall.event).order_by("number").values_list("kind", flat=True))
        assert told[-3:] == ["clock_started", "clock_changed", "clock_taken_back"]
        table.sound()

    def test_a_clock_changed_behind_its_back_is_a_difference(self) -> None:
        table = Table("hkma-league", 60)
        RoundClock.objects.update(minutes=50)
        assert len(list(audit(table.hall.event.slug))) >= 2


class TestBell:
    def test_before_it_nothing_is_asked(self) -> None:
        table = Table("hkma-masters")
        assert at_bell_options(read_book(table.hall.fresh()), Played(DRAW), at(109)) == []
        table.play(109)
        assert table.types == ["draw"]

    def test_the_masters_finish_the_hand_and_play_exactly_one_more(self) -> None:
        table = Table("hkma-masters")
        table.play(100)
        table.play(115)
        assert table.types == ["draw", "time_up", "draw"]
        assert not table.finished
        table.play(125)
        assert table.finished
        with pytest.raises(Refused):
            table.play(135)
        assert table.hall.fresh().hands_closed == 3
        table.sound()

    def test_the_club_finishes_none(self) -> None:
        table = Table("tw-club")
        table.play(100)
        with pytest.raises(Invalid, match="中止"):
            table.play(125)
        assert table.types == ["draw"]
        table.play(125, {"type": "time_up", "during_hand": True})
        assert table.finished
        assert table.hall.fresh().hands_closed == 1
        table.sound()

    @pytest.mark.parametrize("rule_set", ["hkma-masters", "tw-club", "hkma-league"])
    def test_a_hand_over_before_it_and_typed_after_it_counts_as_before(self, rule_set: str) -> None:
        table = Table(rule_set, 60)
        table.play(63, at_bell="over")
        assert table.types == ["draw"]
        assert table.hall.fresh().hands_closed == 1
        assert not table.finished
        table.sound()

    def test_a_correction_of_its_result_does_not_move_it(self) -> None:
        """When the hand ended is not what is corrected."""
        table = Table("tw-club", 60)
        table.play(63, at_bell="over")
        corrected = Played({"type": "win", "winner": 1, "from": 2, "fan": 5})
        book_version = table.hall.fresh().book_version
        correct(
            game_id=table.hall.game.pk, actor=table.hall.actor, number=1, entries=[corrected], reason="是食糊",
            client_key=uuid.uuid4(), seen=book_version, now=at(66),
        )  # fmt: skip
        (item,) = read_book(table.hall.fresh()).folded.hands[0].items
        assert (item.event["type"], item.claim) == ("win", {"before_bell": True})
        assert "鐘響前已打完" in words(table.hall.get("hands"))
        table.sound()

    def test_two_hands_typed_late_count_both(self) -> None:
        table = Table("tw-club", 60)
        table.play(61, at_bell="over")
        table.play(62, at_bell="over")
        assert table.hall.fresh().hands_closed == 2

    def test_typed_within_a_minute_it_is_likely_over(self) -> None:
        table = Table("tw-club", 60)
        table.play(60.9)
        assert table.types == ["draw"]

    def test_previewed_before_the_bell_it_was_over(self) -> None:
        """The save waited for the network."""
        table = Table("tw-club", 60)
        table.play(75, shown=at(59))
        assert table.types == ["draw"]

    def test_nobody_types_a_hand_so_late(self) -> None:
        table = Table("tw-club", 60)
        with pytest.raises(Invalid, match="加時"):
            table.play(75, at_bell="over")

    def test_a_hand_begun_after_it_is_one_too_many(self) -> None:
        table = Table("hkma-league", 60)
        with pytest.raises(Invalid, match="不能再打"):
            table.play(70, at_bell="ahead")
        assert table.types == []
        table.play(70, at_bell="during")
        assert table.finished
        table.sound()

    def test_a_hand_begun_after_it_is_the_last_of_the_masters(self) -> None:
        table = Table("hkma-masters", 60)
        table.play(70, at_bell="ahead")
        assert table.finished

    def test_extra_time_moves_it(self) -> None:
        table = Table("tw-club", 60)
        clocks.give_extra(game_id=table.hall.game.pk, minutes=10, reason="遲了開始", now=at(30))
        table.play(69)
        assert table.types == ["draw"]
        with pytest.raises(Invalid):
            table.play(75)

    def test_a_pause_moves_it(self) -> None:
        table = Table("tw-club", 60)
        said = {"game_id": table.hall.game.pk, "actor": table.hall.actor}
        recording.pause(reason="選手不適", client_key=uuid.uuid4(), now=at(50), **said)
        table.play(75)
        assert table.types == ["draw"]
        assert table.bell(80) == 85
        with pytest.raises(Invalid):
            table.play(90)

    def test_extra_time_after_it_lets_them_play_on(self) -> None:
        table = Table("tw-club", 60)
        with pytest.raises(Invalid):
            table.play(65)
        clocks.give_extra(game_id=table.hall.game.pk, minutes=10, reason="裁定用了十分鐘", now=at(66))
        table.play(67)
        assert table.types == ["draw"]

    def test_no_extra_time_once_the_book_has_the_bell(self) -> None:
        table = Table("hkma-masters", 60)
        table.play(65)
        with pytest.raises(Conflict):
            clocks.give_extra(game_id=table.hall.game.pk, minutes=10, reason="遲了開始", now=at(66))

    def test_a_repeat_writes_nothing_more(self) -> None:
        table = Table("hkma-masters", 60)
        key = uuid.uuid4()
        seen = table.hall.fresh().book_version
        said = {"game_id": table.hall.game.pk, "actor": table.hall.actor, "seen": seen, "client_key": key}
        first = record(played=Played(DRAW), now=at(65), **said)
        assert record(played=Played(DRAW), now=at(66), **said) == first
        assert table.types == ["time_up", "draw"]

    def test_the_options_tell_what_follows(self) -> None:
        table = Table("hkma-masters", 60)
        options = {one.where: one for one in at_bell_options(read_book(table.hall.fresh()), Played(DRAW), at(65))}
        assert [one.where for one in options.values() if one.likely] == ["during"]
        left = {where: one.after.state.hands_left for where, one in options.items() if one.after}
        assert left == {"over": None, "during": 1, "ahead": 0}

    def test_an_unknown_word_is_refused(self) -> None:
        table = Table("hkma-masters", 60)
        with pytest.raises(Invalid) as refused:
            table.play(65, at_bell="maybe")
        assert refused.value.field == "at_bell"


class TestPages:
    @pytest.fixture
    def hall(self) -> Hall:
        hall = make_hall(rule_set="hkma-masters")
        Round.objects.update(opened_at=timezone.now())
        return hall

    def head(self, hall: Hall) -> Client:
        return somebody(hall, "head referee")

    def url(self, hall: Hall) -> str:
        return reverse("tournaments:round_clock", args=[hall.event.slug, hall.game.round.number])

    def test_it_is_started_in_one_tap_with_the_minutes_of_the_rules(self, hall: Hall) -> None:
        head = self.head(hall)
        assert 'value="110"' in head.get(self.url(hall)).content.decode()
        assert head.post(self.url(hall), {"do": "start", "minutes": "110"}).status_code == 302
        assert RoundClock.objects.get().minutes == 110

    def test_what_is_no_number_is_said_beside_the_field(self, hall: Hall) -> None:
        answer = self.head(hall).post(self.url(hall), {"do": "start", "minutes": "很久"})
        assert answer.status_code == 400
        assert "時限要是 1 至 600 的整數" in words(answer)
        assert "很久" in answer.content.decode()

    def test_every_act_from_the_page(self, hall: Hall) -> None:
        head, url = self.head(hall), self.url(hall)
        for said in (
            {"do": "start", "minutes": "60"},
            {"do": "pause", "reason": "警鐘"},
            {"do": "resume"},
            {"do": "change", "minutes": "90"},
            {"do": "extra", "game": str(hall.game.pk), "minutes": "5", "reason": "遲了開始"},
        ):
            assert head.post(url, said).status_code == 302, said
        assert "加時 5 分鐘：遲了開始" in words(head.get(url))
        extra = ExtraTime.objects.get()
        assert head.post(url, {"do": "take_back_extra", "extra": str(extra.pk)}).status_code == 302
        assert head.post(url, {"do": "take_back"}).status_code == 302
        assert not RoundClock.objects.exists()
        assert head.post(url, {"do": "dance"}).status_code == 400

    def test_referees_read_it_and_strangers_do_not(self, hall: Hall) -> None:
        assert hall.referee.get(self.url(hall)).status_code == 200
        assert hall.referee.post(self.url(hall), {"do": "start", "minutes": "60"}).status_code == 403
        assert somebody(hall, "stranger").get(self.url(hall)).status_code == 403

    def test_every_screen_and_phone_shows_it(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60)
        slug = hall.event.slug
        assert "剩 60 分鐘" in words(hall.get("table"))
        assert "剩 60 分鐘" in words(hall.referee.get(reverse("tournaments:room", args=[slug])))
        assert "剩 60 分鐘" in words(hall.player(0).get(reverse("tournaments:me", args=[slug])))
        for name in ("standings", "standings_rows", "screen", "screen_rows"):
            assert "大會鐘" in Client().get(reverse(f"tournaments:{name}", args=[slug])).content.decode(), name

    def test_the_room_says_when_the_round_will_end(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60)
        assert "打完，下一輪可在" in words(hall.referee.get(reverse("tournaments:room", args=[hall.event.slug])))

    def test_the_rules_page_says_how_long_a_round_is(self) -> None:
        page = words(Client().get(reverse("tournaments:rules", args=["hkma-masters"])))
        assert "110 分鐘，決賽 120 分鐘" in page

    def test_a_poll_hears_of_it(self, hall: Hall) -> None:
        tag = hall.get("table", live=1).headers["ETag"]
        clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60)
        answer = hall.get("table", live=1, headers={"If-None-Match": tag})
        assert answer.status_code == 200

    def test_the_table_says_that_it_rang_and_how_many_hands_are_left(self, hall: Hall) -> None:
        assert "之後最少還有 15 鋪" in words(hall.get("table"))
        clocks.start(round_id=hall.game.round_id, now=timezone.now() - dt.timedelta(minutes=70), minutes=60)
        page = words(hall.get("table"))
        assert "已在" in page
        assert "鐘響時在兩鋪之間" in page
        preview = hall.post("draw")
        assert "鐘響時未打完" in words(preview)
        assert "之後再打 1 鋪" in words(preview)
        assert hall.post("save", **hidden(preview), at_bell="during").status_code == 302
        assert [event["type"] for event in read_book(hall.fresh()).folded.timeline.events] == ["time_up", "draw"]
        assert "響。" not in words(hall.get("table"))

    def test_a_hand_typed_after_it_says_so_in_the_history(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now() - dt.timedelta(minutes=62), minutes=60)
        preview = hall.post("draw")
        assert hall.post("save", **hidden(preview), at_bell="over").status_code == 302
        assert "鐘響前已打完" in words(hall.get("hands"))

    def test_a_round_taken_back_takes_its_clock_along(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now())
        take_back_round(round_id=hall.game.round_id, now=timezone.now(), confirmed=True)
        assert not RoundClock.objects.exists()
        assert hall.fresh().time == {}


class TestPlan:
    def pace(self, **said: Any) -> Pace:
        usual: dict[str, Any] = {
            "played": dt.timedelta(minutes=40),
            "hands": 5,
            "deals": 4,
            "to_come": 4,
            "at": at(40),
            "bell": None,
            "over": False,
        }
        return Pace(**usual | said)

    def test_a_table_goes_on_as_fast_as_it_has_played(self) -> None:
        found = plan([self.pace()], BellRules(), at(42))
        assert found is not None
        assert found.ends == at(80)
        assert found.next == at(95)
        assert found.hand == dt.timedelta(minutes=8)

    def test_the_bell_comes_first_where_it_does(self) -> None:
        found = plan([self.pace(bell=at(60))], BellRules(during_hand=2, between_hands=1), at(42))
        assert found is not None
        assert found.ends == at(60 + 1.5 * 8)

    def test_the_round_lasts_as_long_as_its_last_table(self) -> None:
        slow = self.pace(played=dt.timedelta(minutes=60), at=at(60), hands=4, deals=4)
        found = plan([self.pace(at=at(60)), slow, self.pace(over=True)], BellRules(), at(62))
        assert found is not None
        assert found.by_table == (at(100), at(120), None)
        assert found.ends == at(120)

    def test_hands_from_before_the_clock_tell_nothing_of_the_pace(self) -> None:
        early = self.pace(played=dt.timedelta(seconds=1), hands=3, deals=3, to_come=5, at=at(0))
        found = plan([early], BellRules(), at(1))
        assert found is not None
        assert found.hand == FIRST_GUESS
        assert found.ends == at(35)

    def test_a_table_that_stands_still_has_its_other_hands_still_to_play(self) -> None:
        late = self.pace(played=dt.timedelta(0), hands=0, deals=0, to_come=8, at=at(0))
        found = plan([self.pace(over=True), late], BellRules(), at(90))
        assert found is not None
        assert found.ends == at(90 + 7 * 8)

    def test_before_anybody_has_played_it_guesses(self) -> None:
        fresh = self.pace(played=dt.timedelta(0), hands=0, deals=0, to_come=8, at=at(0))
        found = plan([fresh], BellRules(), at(1))
        assert found is not None
        assert found.ends == at(56)
        assert plan([self.pace(over=True)], BellRules(), at(1)) is None


class TestApi:
    @pytest.fixture
    def hall(self) -> Hall:
        return make_hall(rule_set="hkma-masters")

    def test_the_whole_life_of_a_clock(self, hall: Hall) -> None:
        head = make_user("the-head")
        add_member(hall.event, head, Role.HEAD_REFEREE)
        api, place = Caller(head), (hall.event.slug, hall.game.round.number)
        no_key: dict[str, Any] = {"client_key": None}
        assert api.get("clock", *place)[1]["bell"] is None
        status, answer = api.post("clock", *place, **no_key)
        assert (status, answer["minutes"], answer["minutes_left"]) == (200, 110, 110)
        assert api.post("clock", *place, **no_key)[0] == 409
        assert api.post("clock_time", *place, minutes=60, **no_key)[1]["minutes"] == 60
        assert api.post("clock_pause", *place, reason="警鐘", **no_key)[1]["paused"]
        assert not api.post("clock_resume", *place, **no_key)[1]["paused"]
        status, answer = api.post("extra_time", hall.game.pk, minutes=5, reason="遲了開始", **no_key)
        assert status == 200
        tables = api.get("clock", *place)[1]["tables"]
        assert [one["extra_minutes"] for one in tables] == [5, 0]
        assert api.post("take_back_extra_time", hall.game.pk, extra=answer["extra"], **no_key)[0] == 200
        assert api.post("clock_take_back", *place, **no_key)[0] == 200
        assert api.get("clock", *place)[1]["started_at"] is None

    def test_a_hand_after_the_bell(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now() - dt.timedelta(minutes=65), minutes=60)
        api = Caller(User.objects.get(username="referee"))
        said = {"event": DRAW, "seen": 0}
        assert api.post("hands", hall.game.pk, at_bell="later", **said)[0] == 400
        assert api.post("hands", hall.game.pk, at_bell="over", **said)[0] == 200
        assert [event["type"] for event in read_book(hall.fresh()).folded.timeline.events] == ["draw"]

    def test_referees_do_not_run_it(self, hall: Hall) -> None:
        api = Caller(User.objects.get(username="referee"))
        assert api.post("clock", hall.event.slug, hall.game.round.number)[0] == 403
        assert api.post("extra_time", hall.game.pk, minutes=5, reason="遲了開始")[0] == 403


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_clock_started_while_hands_are_recorded_waits_for_none_of_them_for_ever() -> None:
    """Rounds, games, event: the one order of locks; two writers at once end."""
    table = Table("hkma-league", 60)
    clocks.take_back(round_id=table.round.pk)
    started = threading.Thread(target=in_thread, args=(lambda: clocks.start(round_id=table.round.pk, now=NOON),))
    played = threading.Thread(target=in_thread, args=(lambda: table.play(5),))
    for thread in (started, played):
        thread.start()
    for thread in (started, played):
        thread.join(20)
        assert not thread.is_alive()
    assert table.hall.fresh().hands_closed == 1
    assert table.hall.fresh().time
    table.sound()


def in_thread(work: Callable[[], Any]) -> None:
    try:
        work()
    finally:
        connections.close_all()
