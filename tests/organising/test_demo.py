from io import StringIO

from django.core.management import call_command
from django.test import TestCase

from tests.tournaments.factories import make_event, put_on_list
from tournaments.audit.checks import audit
from tournaments.hall.room import room
from tournaments.management.demo import NAMES, SILENT
from tournaments.models import Act, Call, Event, Game, HandRecord, Scorecard
from tournaments.standings.sums import event_sum, game_sums


def demo(*arguments):
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


class TestDemo(TestCase):
    """One demo event for all of these: it takes seconds to play."""

    @classmethod
    def setUpTestData(cls):
        cls.told = demo()
        cls.event = Event.objects.get()

    def test_it_makes_a_league_evening_in_its_second_half(self):
        assert self.event.is_demo
        assert self.event.players.count() == 32
        assert self.event.tables.count() == 8
        first, second = self.event.rounds.order_by("number")
        assert (first.state, second.state) == ("closed", "open")
        assert set(first.games.values_list("state", flat=True)) == {Game.State.SIGNED}
        assert Scorecard.objects.count() == 8
        assert set(second.games.values_list("state", flat=True)) == {Game.State.PLAYING}

    def test_all_its_points_add_up(self):
        assert event_sum(self.event).even
        games = Game.objects.filter(event=self.event).select_related("table")
        assert all(found.even for found in game_sums(self.event, list(games)))

    def test_it_is_what_its_acts_say(self):
        assert list(audit()) == []

    def test_it_shows_what_a_club_has_to_deal_with(self):
        playing = self.event.games.filter(round__number=2)
        assert len(set(playing.values_list("hand_name", flat=True))) > 3
        assert sum(playing.values_list("unconfirmed", flat=True)) == 1
        assert all(sum(seat.pending_in for seat in game.seats.all()) > 0 for game in playing)
        events = [act.payload["event"] for act in Act.objects.filter(kind="play")]
        offences = {event["offence"] for event in events if event["type"] == "ruling"}
        assert offences == {"silent_claim", "hollow_win", "wrong_draw", "talking"}
        brought = [card["card"] for game in playing for card in game.standing.get("cards", ())]
        assert brought == ["red"]
        assert Call.objects.filter(ended_at=None).count() == 1
        assert Act.objects.filter(kind="amend").count() == 1
        assert Act.objects.filter(kind="uphold").count() == 1
        latest = room(self.event, Act.objects.filter(kind="play").latest("created_at").created_at)
        assert max(row.minutes for row in latest.rows) >= max(SILENT) - 2

    def test_it_counts_in_all_three_ways_and_keeps_a_difference(self):
        entries = [entry for hand in HandRecord.objects.all() for entry in hand.book["events"] if entry["claim"]]
        modes = {entry["claim"].get("mode") for entry in entries if "winner" in entry["event"]}
        assert modes == {"typed", "ticks", "tiles"}
        assert any("hand" in entry["event"] for entry in entries)
        claims = [entry["claim"] for entry in entries if "typed" in entry["claim"] and "computed" in entry["claim"]]
        assert [claim["mode"] for claim in claims if claim["typed"] != claim["computed"]] == ["tiles"]

    def test_it_tells_how_to_sign_in(self):
        for username in ("demo-organiser", "demo-referee"):
            line = next(line for line in self.told.splitlines() if f"{username} / " in line)
            assert self.client.login(username=username, password=line.split(" / ")[1].strip())
        assert "/p/" in self.told
        assert "PIN" in self.told

    def test_it_does_nothing_but_tell_where_there_is_an_event(self):
        assert demo("--if-empty") == self.told
        assert Event.objects.count() == 1

    def test_it_tells_no_password_that_was_changed(self):
        user = self.event.memberships.filter(role="organiser").get().user
        user.set_password("another one")
        user.save()
        assert "demo-organiser / （密碼已改" in demo("--if-empty")

    def test_a_second_one_is_added_on_demand_although_one_of_its_names_is_on_the_black_list(self):
        put_on_list(self.event, NAMES[0])
        demo()
        assert set(Event.objects.values_list("slug", flat=True)) == {"demo", "demo-2"}


def test_the_demo_leaves_a_real_event_alone():
    make_event()
    assert demo("--if-empty") == ""
    assert Event.objects.count() == 1
