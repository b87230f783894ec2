"""大會鐘: one clock for the hall, and its bell in the book of each table by the hand in progress at the bell."""

import datetime as dt
import threading
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import User
from scoring.rulebook import BellRules
from tests.api.test_games import Caller
from tests.markup import markup, shows, url
from tests.tables.test_recording_pages import hidden
from tests.tournaments.book_checks import check_book
from tests.tournaments.book_pages import Hall, make_hall, somebody
from tests.tournaments.factories import add_member, make_user
from tests.tournaments.recorder import DRAW, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.core.locks import lock_round
from tournaments.hall import services as clocks
from tournaments.hall.clock import FIRST_GUESS, Pace, clock_page, plan
from tournaments.models import Event, EventAct, ExtraTime, GameSeat, Role, Round, RoundClock
from tournaments.rounds.services.rounds import take_back_round
from tournaments.tables.game_log.clock import clock_view
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.services import recording
from tournaments.tables.services.recording import bell_choices

NOON = dt.datetime(2026, 11, 21, 4, 0, tzinfo=dt.UTC)


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
        answer = self.hall.record(event, now=at(minute), **more)
        self.hall.confirm()
        return answer

    def pause(self, minute: float) -> None:
        recording.pause(**self.hall.entry(reason="選手不適", now=at(minute)))

    def resume(self, minute: float) -> None:
        recording.resume(**self.hall.entry(now=at(minute)))

    def give(self, minutes: int, now: float, reason: str = "遲了開始") -> ExtraTime:
        return clocks.give_extra(game_id=self.hall.game.pk, minutes=minutes, reason=reason, now=at(now))

    def shown(self, now: float) -> Any:
        game = self.hall.fresh()
        return clock_view(1, game.time, game.pauses, at(now))

    def bell(self, now: float) -> float:
        return (self.shown(now).bell - NOON).total_seconds() / 60

    @property
    def types(self) -> list[str]:
        return types_of(self.hall)

    @property
    def finished(self) -> bool:
        return read_book(self.hall.fresh()).folded.state.finished

    def sound(self) -> None:
        check_book(self.hall.game)
        assert list(audit(self.hall.event.slug)) == []


def types_of(hall: Hall) -> list[str]:
    return [str(item.event["type"]) for item in read_book(hall.fresh()).folded.timeline.items]


class TestClock:
    @pytest.mark.parametrize(
        ("rule_set", "minutes"), [("hkma-masters", 110), ("tw-club", 120), ("hkma-league", clocks.MINUTES)]
    )
    def test_it_runs_as_long_as_the_rules_say(self, rule_set: str, minutes: int) -> None:
        table = Table(rule_set)
        assert table.clock.minutes == table.bell(0) == minutes
        table.sound()

    def test_the_final_of_the_masters_is_longer_and_the_rules_page_says_so(self) -> None:
        hall = make_hall(rule_set="hkma-masters")
        Round.objects.filter(pk=hall.game.round_id).update(rule_settings={"dealer_stays": True})
        assert clocks.start(round_id=hall.game.round_id, now=NOON).minutes == 120
        shows(Client().get(url("rules", "hkma-masters")), "110 分鐘，決賽 120 分鐘")

    def test_the_hall_pauses_and_goes_on(self) -> None:
        table = Table("hkma-league", 60)
        clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(10))
        assert table.bell(25) == 75
        assert (table.shown(25).stands, table.shown(500).rung) == (True, False)
        with pytest.raises(Conflict):
            clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(11))
        clocks.resume(round_id=table.round.pk, now=at(30))
        assert table.bell(40) == 80
        with pytest.raises(Conflict):
            clocks.resume(round_id=table.round.pk, now=at(31))
        table.sound()

    def test_a_table_that_pauses_has_longer_and_no_minute_counts_twice(self) -> None:
        table = Table("hkma-league", 60)
        table.pause(10)
        clocks.pause(round_id=table.round.pk, reason="警鐘", now=at(15))
        table.resume(20)
        clocks.resume(round_id=table.round.pk, now=at(25))
        assert table.bell(40) == 75
        table.hall.elsewhere.refresh_from_db()
        assert clock_view(1, table.hall.elsewhere.time, [], at(40)).bell == at(70)

    @pytest.mark.parametrize(("until", "rings"), [(-1, 60), (0, 60), (2, 62)])
    def test_a_pause_from_before_the_halls_clock_adds_only_what_lasts_into_it(self, until: float, rings: float) -> None:
        table = Table("hkma-league", 60)
        clocks.take_back(round_id=table.round.pk)
        table.pause(-3)
        if until < 0:
            table.resume(until)
        clocks.start(round_id=table.round.pk, now=NOON, minutes=60)
        if until >= 0:
            table.resume(until)
        assert table.bell(40) == rings
        table.pause(rings + 1)
        assert table.bell(rings + 10) == rings, "a pause after the bell moves nothing"

    def test_the_second_of_two_who_take_extra_time_back_is_told(self, monkeypatch) -> None:
        table = Table("hkma-league", 60)
        extra = table.give(5, 20)
        said = {"extra_id": extra.pk, "event_id": table.hall.event.pk}

        def waited(round_id: int) -> Round:
            monkeypatch.undo()
            clocks.take_back_extra(**said)
            return lock_round(round_id)

        monkeypatch.setattr(clocks, "lock_round", waited)
        with pytest.raises(Conflict):
            clocks.take_back_extra(**said)

    def test_extra_time_is_of_one_table_with_a_reason(self) -> None:
        table = Table("hkma-league", 60)
        extra = table.give(5, 20)
        assert table.bell(30) == 65
        table.sound()
        clocks.take_back_extra(extra_id=extra.pk, event_id=table.hall.event.pk)
        assert table.bell(30) == 60
        assert not ExtraTime.objects.exists()
        for minutes, reason in ((5, " "), (500, "遲了開始")):
            with pytest.raises(Invalid):
                table.give(minutes, 20, reason)
        with pytest.raises(Conflict):
            clocks.give_extra(game_id=0, minutes=5, reason="遲了開始", now=NOON)
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


OVER = {"at_bell": "over"}


class TestBell:
    """It rings at 60 minutes."""

    @pytest.mark.parametrize(
        ("rule_set", "plays", "types", "finished"),
        [
            ("hkma-masters", [(59, {})], ["draw"], False),
            ("hkma-masters", [(63, OVER)], ["draw"], False),
            ("tw-club", [(63, OVER)], ["draw"], False),
            ("hkma-league", [(63, OVER)], ["draw"], False),
            ("tw-club", [(61, OVER), (62, OVER)], ["draw", "draw"], False),
            # Typed within a minute it is likely over; previewed before the bell, its save waited for the network.
            ("tw-club", [(60.9, {})], ["draw"], False),
            ("tw-club", [(75, {"shown": at(59)})], ["draw"], False),
            ("hkma-league", [(70, {"at_bell": "during"})], ["time_up", "draw"], True),
            ("hkma-masters", [(70, {"at_bell": "ahead"})], ["time_up", "draw"], True),
        ],
    )
    def test_a_hand_is_before_during_or_after_it(
        self, rule_set: str, plays: list[tuple[float, dict[str, Any]]], types: list[str], finished: bool
    ) -> None:
        table = Table(rule_set, 60)
        for minute, said in plays:
            table.play(minute, **said)
        assert (table.types, table.finished) == (types, finished)
        assert table.hall.fresh().hands_closed == types.count("draw")
        table.sound()

    @pytest.mark.parametrize(
        ("rule_set", "minute", "at_bell", "said"),
        [("tw-club", 75, "over", "加時"), ("hkma-league", 70, "ahead", "不能再打"), ("hkma-masters", 65, "maybe", ".")],
    )
    def test_what_cannot_be_is_refused(self, rule_set: str, minute: float, at_bell: str, said: str) -> None:
        table = Table(rule_set, 60)
        with pytest.raises(Invalid, match=said) as refused:
            table.play(minute, at_bell=at_bell)
        assert refused.value.field == "at_bell" or said != "."
        assert table.types == []

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

    def test_a_correction_of_its_result_does_not_move_it(self) -> None:
        """When the hand ended is not what is corrected."""
        table = Table("tw-club", 60)
        table.play(63, at_bell="over")
        table.hall.correct(1, won(1, 2, 5), reason="是食糊", now=at(66))
        (item,) = read_book(table.hall.fresh()).folded.hands[0].items
        assert (item.event["type"], item.claim) == ("win", {"before_bell": True})
        assert "鐘響前已打完" in markup(table.hall.get("hands"))
        table.sound()

    def test_extra_time_moves_it_after_it_too(self) -> None:
        table = Table("tw-club", 60)
        table.give(10, 30)
        table.play(69)
        for minute in (75, 77):
            with pytest.raises(Invalid):
                table.play(minute)
        table.give(10, 78)
        table.play(79)
        assert table.types == ["draw", "draw"]

    def test_a_pause_moves_it(self) -> None:
        table = Table("tw-club", 60)
        table.pause(50)
        table.play(75)
        assert table.types == ["draw"]
        assert table.bell(80) == 85
        with pytest.raises(Invalid):
            table.play(90)

    def test_a_repeat_writes_nothing_more_and_no_extra_time_is_given_once_the_book_has_the_bell(self) -> None:
        table = Table("hkma-masters", 60)
        said = {"seen": table.hall.fresh().book_version, "client_key": uuid.uuid4()}
        assert table.hall.record(DRAW, now=at(65), **said) == table.hall.record(DRAW, now=at(66), **said)
        assert table.types == ["time_up", "draw"]
        with pytest.raises(Conflict):
            table.give(10, 66)

    def test_the_options_tell_what_follows(self) -> None:
        table = Table("hkma-masters", 60)
        book = read_book(table.hall.fresh())
        assert bell_choices(book, Played(DRAW), at(59), wording_of(book)) == []
        choices = bell_choices(book, Played(DRAW), at(65), wording_of(book))
        assert [one.value for one in choices if one.checked] == ["during"]
        assert {one.value: one.note for one in choices} == {
            "over": "這一鋪照計；下一鋪再問鐘響時打到哪裡。",
            "during": "這一鋪照計，之後再打 1 鋪。",
            "ahead": "這一鋪照計，之後這一輪完結。",
        }


class TestPages:
    @pytest.fixture
    def hall(self) -> Hall:
        hall = make_hall(rule_set="hkma-masters")
        Round.objects.update(opened_at=timezone.now())
        return hall

    @pytest.fixture
    def start(self, hall: Hall) -> Callable[[int], RoundClock]:
        """Start a clock of an hour some minutes ago."""
        return lambda ago=0: clocks.start(
            round_id=hall.game.round_id, now=timezone.now() - dt.timedelta(minutes=ago), minutes=60
        )

    def page(self, hall: Hall) -> str:
        return url("round_clock", hall.event.slug, hall.game.round.number)

    def test_every_act_from_the_page(self, hall: Hall) -> None:
        head, page = somebody(hall, "head referee"), self.page(hall)
        assert 'value="110"' in head.get(page).content.decode(), "the minutes of the rules"
        answer = head.post(page, {"do": "start", "minutes": "很久"})
        shows(answer, "時限要是 1 至 600 的整數", status=400)
        assert "很久" in answer.content.decode()
        for said in (
            {"do": "start", "minutes": "60"},
            {"do": "pause", "reason": "警鐘"},
            {"do": "resume"},
            {"do": "change", "minutes": "90"},
            {"do": "extra", "game": str(hall.game.pk), "minutes": "5", "reason": "遲了開始"},
        ):
            assert head.post(page, said).status_code == 302, said
        assert "加時 5 分鐘：遲了開始" in markup(head.get(page))
        extra = ExtraTime.objects.get()
        assert head.post(page, {"do": "take_back_extra", "extra": str(extra.pk)}).status_code == 302
        assert head.post(page, {"do": "take_back"}).status_code == 302
        assert not RoundClock.objects.exists()
        assert head.post(page, {"do": "dance"}).status_code == 400

    def test_every_screen_and_phone_shows_it_and_a_poll_hears_of_it(self, hall: Hall, start: Any) -> None:
        tag, slug = hall.get("table", live=1).headers["ETag"], hall.event.slug
        start()
        assert hall.get("table", live=1, headers={"If-None-Match": tag}).status_code == 200
        room = hall.referee.get(url("room", slug))
        for page in (hall.get("table"), room, hall.player(0).get(url("me", slug))):
            assert "剩 60 分鐘" in markup(page)
        assert "打完，下一輪可在" in markup(room)
        for name in ("standings", "standings_rows", "screen", "screen_rows"):
            assert "大會鐘" in Client().get(url(name, slug)).content.decode(), name

    def test_the_last_round_planned_names_no_next_start(self, hall: Hall, start: Any) -> None:
        start()
        pages = [url("room", hall.event.slug), url("screen", hall.event.slug), self.page(hall)]
        assert all("可在" in markup(hall.referee.get(page)) for page in pages[:2])
        assert "下一輪可以開始" in markup(hall.referee.get(pages[2]))
        Event.objects.update(games_planned=1)
        cache.clear()
        for page in pages:
            said = markup(hall.referee.get(page))
            assert "打完" in said, page
            assert "下一輪可" not in said, page

    def test_the_table_says_that_it_rang_and_how_many_hands_are_left(self, hall: Hall, start: Any) -> None:
        assert "之後最少還有 15 鋪" in markup(hall.get("table"))
        start(70)
        shows(hall.get("table"), "已在", "鐘響時在兩鋪之間")
        preview = hall.post("draw")
        shows(preview, "鐘響時未打完", "之後再打 1 鋪")
        assert hall.post("save", **hidden(preview), at_bell="during").status_code == 302
        assert types_of(hall) == ["time_up", "draw"]
        assert "響。" not in markup(hall.get("table"))

    def test_a_round_taken_back_takes_its_clock_along(self, hall: Hall) -> None:
        clocks.start(round_id=hall.game.round_id, now=timezone.now())
        take_back_round(round_id=hall.game.round_id, now=timezone.now(), confirmed=True)
        assert not RoundClock.objects.exists()
        assert hall.fresh().time == {}


def pace(**said: Any) -> Pace:
    usual = {"played": dt.timedelta(minutes=40), "hands": 5, "deals": 4, "to_come": 4, "at": at(40), "bell": None}
    return Pace(**usual | {"over": False} | said)


NONE_PLAYED = {"played": dt.timedelta(0), "hands": 0, "deals": 0, "to_come": 8, "at": at(0)}
RECORDED_AT_ONCE = {"played": dt.timedelta(seconds=1), "hands": 3, "deals": 3, "to_come": 5, "at": at(0)}


class TestPlan:
    @pytest.mark.parametrize(
        ("tables", "bell", "now", "ends", "hand"),
        [
            ([pace()], BellRules(), 42, 80, 8),
            # The bell comes first.
            ([pace(bell=at(60))], BellRules(during_hand=2, between_hands=1), 42, 60 + 1.5 * 8, 8),
            # Hands from before the clock tell nothing of the pace.
            ([pace(**RECORDED_AT_ONCE)], BellRules(), 1, 35, FIRST_GUESS.total_seconds() / 60),
            # A table at which nothing happens has all hands but its current one still to play.
            ([pace(over=True), pace(**NONE_PLAYED)], BellRules(), 90, 90 + 7 * 8, 8),
            ([pace(**NONE_PLAYED)], BellRules(), 1, 56, FIRST_GUESS.total_seconds() / 60),
        ],
    )
    def test_a_table_goes_on_as_fast_as_it_or_the_hall_has_played(
        self, tables: list[Pace], bell: BellRules, now: float, ends: float, hand: float
    ) -> None:
        found = plan(tables, bell, at(now))
        assert found is not None
        assert (found.ends, found.hand) == (at(ends), dt.timedelta(minutes=hand))

    def test_the_round_lasts_as_long_as_its_last_table_and_a_break_follows(self) -> None:
        slow = pace(played=dt.timedelta(minutes=60), at=at(60), hands=4, deals=4)
        found = plan([pace(at=at(60)), slow, pace(over=True)], BellRules(), at(62))
        assert found is not None
        assert found.by_table == (at(100), at(120), None)
        assert (found.ends, found.next) == (at(120), at(135))
        assert plan([pace(over=True)], BellRules(), at(1)) is None

    def test_a_pause_does_not_make_hands_longer(self) -> None:
        table = Table("hkma-league")
        table.pause(10)
        table.resume(20)
        table.play(30)
        found = clock_page(Round.objects.get(pk=table.round.pk), at(31)).plan
        assert found is not None
        assert found.hand == dt.timedelta(minutes=20)


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
        assert types_of(hall) == ["draw"]


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
