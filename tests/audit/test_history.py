import datetime as dt
import importlib
import json
import uuid
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.audit_context import audit_context, current_user_id
from tests.markup import url
from tests.tables.test_whole_game import signed_game
from tests.tournaments.factories import (
    TODAY,
    add_member,
    belong,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    play_and_confirm,
)
from tournaments.audit.checks import audit
from tournaments.core import event_log
from tournaments.models import Act, CheckIn, Event, EventAct, Player, Registration, RegistrationDesk, Role, triggers
from tournaments.models.digests import act_digest, event_act_digest
from tournaments.organising.services import events
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.rounds.services import rounds, seating
from tournaments.tables.game_log.read import Actor


def found():
    return [difference.what for difference in audit()]


def kinds(event):
    return list(EventAct.objects.filter(event=event).order_by("number").values_list("kind", flat=True))


@pytest.fixture
def event():
    made = {"name": "聯賽夜", "rule_set": "hkma-league", "starts_on": TODAY, "ends_on": TODAY}
    return events.create_event(creator=belong(make_user("boss"), creates=True), now=timezone.now(), **made)


@pytest.fixture
def playing():
    referee = make_user()
    game = make_game(referee=referee)
    play_and_confirm(game, Actor(referee.pk), type="win", winner=0, source=1, fan=20)
    return game


class TestTelling:
    def test_every_step_of_an_evening_is_an_act(self, event):
        events.add_tables(event=event, count=1)
        roster.add_players(event=event, players=[ListedPlayer(n, f"選手{n}") for n in range(1, 5)])
        made = rounds.make_round(event=event, day=TODAY)
        seating.draw_round(round_id=made.pk)
        rounds.open_round(round_id=made.pk, now=timezone.now())
        rounds.close_round(round_id=made.pk, now=timezone.now(), confirmed=True)
        steps = "event_made tables_added players_added round_made round_seated round_opened round_closed"
        assert kinds(event) == steps.split()
        assert found() == []

    def test_each_digest_covers_the_act_and_the_one_before(self, event):
        events.add_tables(event=event, count=1)
        first, second = EventAct.objects.filter(event=event).order_by("number")
        assert first.digest == event_act_digest("", first)
        assert second.digest == event_act_digest(first.digest, second)
        assert Event.objects.get(pk=event.pk).act_count == 2

    def test_it_says_who_did_it(self, event):
        boss, other = make_user("boss"), belong(make_user("other"))
        client = Client()
        client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
        client.post(url("tables", event.slug), {"count": 2})
        with_page = EventAct.objects.filter(event=event).latest("number")
        events.add_member(event=event, user=other, role=Role.REFEREE)
        by_program = EventAct.objects.filter(event=event).latest("number")
        assert (with_page.user, by_program.kind, by_program.user) == (boss, "member_added", None)

    def test_nobody_acts_outside_a_request(self, rf):
        request = rf.get("/")
        request.user = make_user()
        with audit_context(request):
            assert current_user_id() == request.user.pk
        assert current_user_id() is None

    def test_recording_hands_adds_none(self, playing):
        before = kinds(playing.event)
        play(playing, Actor(make_user().pk), type="win", winner=1, source=2, fan=12)
        assert kinds(playing.event) == before == ["begin", "rules_frozen"]

    def test_what_a_service_did_not_write_it_does_not_vouch_for(self, event):
        make_players(event)
        player = event.players.get(number=1)
        Player.objects.filter(pk=player.pk).update(name="假名")
        roster.withdraw(player=Player.objects.get(pk=player.pk), now=timezone.now())
        assert found() == [f"player {player.pk} name"]

    def test_what_is_undone_with_the_transaction_is_not_told(self, event):
        with transaction.atomic():
            events.add_tables(event=event, count=1)
            transaction.set_rollback(True)
        assert kinds(event) == ["event_made"]
        assert found() == []


class TestGuards:
    @pytest.mark.parametrize("change", ["update", "delete"])
    def test_the_database_refuses_to_change_what_was_said(self, change):
        signed_game()
        for model in (Act, EventAct):
            rows = model.objects.filter(pk=model.objects.latest("pk").pk)
            forbidden = {
                "update": lambda rows=rows: rows.update(created_at=timezone.now()),
                "delete": lambda rows=rows: rows._raw_delete("default"),
            }
            with pytest.raises(IntegrityError, match="history is only added to"), transaction.atomic():
                forbidden[change]()

    def test_a_column_that_is_derived_may_change(self):
        game = signed_game()
        card = game.scorecards.get()
        card.reopened_at, card.reopen_reason = timezone.now(), "寫錯名"
        card.save()
        with pytest.raises(IntegrityError, match="history is only added to"), transaction.atomic():
            game.scorecards.update(code="AAAAAAAA")

    def test_every_guarded_table_has_both(self):
        wanted = {f"paiju_keep_{table}_{action}" for table in triggers.KEPT for action in ("update", "delete")}
        assert triggers.installed().keys() == wanted

    def test_migrating_brings_back_what_is_missing(self):
        triggers.drop()
        assert triggers.installed() == {}
        emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
        self.test_every_guarded_table_has_both()


LATER = (
    "penalties.suspensionconfirmation", "tournaments.webhook", "tournaments.stage", "tournaments.stageentry",
    "tournaments.declined", "tournaments.lot", "tournaments.fixedtable", "tournaments.drawline",
    "tournaments.lockedlist", "tournaments.roundclock", "tournaments.extratime", "tournaments.formerslug",
    "tournaments.registration", "tournaments.registrationdesk", "tournaments.checkin",
)  # fmt: skip
"""Tables that came after the history did."""


class TestFromBefore:
    @pytest.fixture
    def old(self, playing):
        """As the version before left it: no acts of the event, acts of games with the first form of digest."""
        add_member(playing.event, make_user("other"))
        with triggers.disabled():
            EventAct.objects.all()._raw_delete("default")
            Event.objects.update(act_count=0)
            before = ""
            for act in Act.objects.order_by("number"):
                act.version = 1
                before = act_digest(before, act)
                Act.objects.filter(pk=act.pk).update(version=1, digest=before)
        return playing

    def begin(self):
        importlib.import_module("penalties.migrations.0003_begin_history").begin(apps, None)
        for event in Event.objects.all():
            stage, rounds_there = event.stages.get(), list(event.rounds.values_list("pk", flat=True))
            importlib.import_module("tournaments.migrations.0013_stages_filled").tell(apps, event, stage, rounds_there)

    def test_an_event_without_history_begins_with_what_stands_and_goes_on(self, old):
        assert found() == ["操作紀錄的數目"]
        self.begin()
        assert found() == []
        said = json.loads(json.dumps(event_log.snapshot(old.event_id)))
        for table in LATER:
            said["rows"].pop(table, None)
        begun = EventAct.objects.earliest("number").payload
        for event in begun["rows"]["tournaments.event"].values():
            del event["page_version"]  # the migration ran before there was one
        assert begun == said
        play(old, Actor(make_user().pk), type="win", winner=1, source=2, fan=12)
        assert [act.version for act in Act.objects.order_by("number")][-2:] == [1, 2]
        assert found() == []

    def test_its_migration_names_every_table(self):
        tables = importlib.import_module("penalties.migrations.0003_begin_history").WATCHED
        assert {name: (path, set(without)) for name, path, without in tables} == {
            name: (kept.path, set(kept.without) - {"id", "page_version"})
            for name, kept in event_log.WATCHED.items()
            if name not in LATER
        }

    def test_entries_of_before_are_told_as_they_stand(self, event):
        [player] = roster.add_players(event=event, players=[ListedPlayer(1, "選手")])
        day, now = dt.timedelta(days=1), timezone.now()
        rows = [
            RegistrationDesk.objects.create(event=event, opens_at=now, closes_at=now + day, members="E-1"),
            Registration.objects.create(
                event=event, name="陳大文", phone="9123", source="x", created_at=now, changed_at=now,
                client_key=uuid.uuid4(),
            ),
            CheckIn.objects.create(player=player, day=TODAY, at=now, user=make_user("boss")),
        ]  # fmt: skip
        assert len(found()) == 3
        importlib.import_module("tournaments.migrations.0024_entries_told").tell(apps, None)
        assert found() == []
        told = EventAct.objects.latest("number").payload["rows"]
        assert told == json.loads(json.dumps(event_log._rows(event_log.added(*rows))))
        assert "9123" not in json.dumps(told)

    @pytest.mark.parametrize("column", ["user", "created_at", "answer"])
    def test_what_the_old_digest_leaves_out_is_sealed(self, old, column):
        self.begin()
        values = {"user": make_user("stranger"), "created_at": timezone.now(), "answer": {}}
        with triggers.disabled():
            Act.objects.filter(number=2).update(**{column: values[column]})
        assert "首 2 項紀錄的封存" in found()


def test_a_game_written_again_with_fitting_digests_is_found_by_the_closing(playing):
    rounds.close_round(round_id=playing.round_id, now=timezone.now(), confirmed=True)
    before = ""
    with triggers.disabled():
        for act in Act.objects.order_by("number"):
            act.user = make_user("stranger")
            before = act_digest(before, act)
            Act.objects.filter(pk=act.pk).update(user=act.user, digest=before)
    assert "第 2 項紀錄的摘要，按結束半莊時所記" in found()
    assert "第 2 項紀錄的摘要" not in found()


def test_the_audit_says_the_last_digest_of_each_event(event):
    events.add_tables(event=event, count=1)
    make_event("other")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", stdout=out)
    digest = EventAct.objects.get(event=event, number=2).digest
    assert f"{event.slug} 2 {digest}" in out.getvalue()
