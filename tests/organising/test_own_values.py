"""自訂番數: an event's own values of fans, from the form to the table, the card, the exports and the audit."""

import json
import uuid

import pytest
from django.test import Client
from django.utils import timezone

import scoring
from scoring.documents.replay import replay_document
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows, url
from tests.tables.test_whole_game import whole_game
from tests.tournaments.book_pages import make_hall
from tests.tournaments.factories import TODAY, add_member, confirm_all, event_form, make_event, play
from tests.tournaments.recorder import Recorder
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Event, Game, Role, Scorecard
from tournaments.organising.forms import RulesForm
from tournaments.organising.services import events
from tournaments.rulebook.page import changes_text
from tournaments.tables.game_log.read import rules_of

OWN = {"門清": 4, "清龍": [12, 24], "雙響": 8}
# 底5 門清 大平15 將眼2: 25 as published
TILES = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
WON = {"type": "win", "winner": 1, "from": 2, "hand": TILES}


@pytest.fixture
def hall():
    return make_hall(rule_values=dict(OWN))


class TestChoosing:
    def test_it_keeps_only_what_differs_from_the_published_table(self, boss):
        values = {"name": "X", "starts_on": TODAY, "ends_on": TODAY, "rule_set": "hkma-league"}
        chosen = {"門清": 3, "自摸": 2, "清龍": [10, 20], "雜龍": [8, 16]}
        made = events.create_event(creator=boss, now=timezone.now(), rule_values=chosen, **values)
        assert made.rule_values == {"自摸": 2, "雜龍": [8, 16]}

    def test_it_refuses_what_is_no_value_and_names_the_fan(self, event):
        with pytest.raises(Invalid) as refusal:
            events.change_event(event=event, rule_values={"門清": 0})
        assert refusal.value.code == "bad_value"
        assert "門清" in refusal.value.detail

    def test_it_refuses_another_rule_set_that_does_not_know_the_chosen_values(self, event):
        events.change_event(event=event, rule_values={"門清": 4})
        with pytest.raises(Invalid):
            events.change_event(event=event, rule_set="hkma-masters")

    @pytest.mark.parametrize(
        "changed", [{"rule_values": {"門清": 5}}, {"rule_options": {"L-4": "0"}}], ids=["a value", "an option"]
    )
    def test_the_first_hand_locks_the_rules_and_nothing_else(self, hall, changed):
        play(hall.game, hall.actor, type="draw")
        event = Event.objects.get(pk=hall.game.event_id)
        assert event.rules_snapshot["values"] == OWN
        with pytest.raises(Conflict, match="第一鋪已經記錄"):
            events.change_event(event=event, **changed)
        assert events.change_event(event=event, rule_values=OWN, rule_options={}, name="新名").name == "新名"

    def test_the_snapshot_of_an_event_without_own_values_is_as_before(self):
        hall = make_hall()
        play(hall.game, hall.actor, type="draw")
        assert set(Event.objects.get().rules_snapshot) == {"rule_set", "version", "options", "settings"}

    def test_what_is_written_into_the_event_later_changes_no_hand(self, hall):
        play(hall.game, hall.actor, type="draw")
        Event.objects.update(rule_values={"門清": 99})
        rules = rules_of(Event.objects.get())
        assert rules.fans[rules.fan("門清")].open == 4


class TestForm:
    @pytest.mark.parametrize("rule_set", RULE_SETS)
    def test_a_form_that_nobody_touched_chooses_nothing(self, rule_set):
        rules = scoring.rule_set(rule_set)
        empty = RulesForm({}, rules=rules)
        assert empty.is_valid()
        assert empty.chosen == {"rule_options": {}, "rule_settings": {}, "rule_values": {}}
        shown = RulesForm(rules=rules)
        sent = {name: field.initial for name, field in shown.fields.items() if field.initial is not None}
        as_sent = RulesForm(sent, rules=rules)
        assert as_sent.is_valid()
        chosen = events.chosen_rules(rule_set=rule_set, **as_sent.chosen)
        assert chosen == {"rule_set": rule_set, "rule_options": {}, "rule_settings": {}, "rule_values": {}}

    def test_it_makes_an_event_of_any_rule_set_with_its_settings_and_values(self, client, boss):
        sent = {"rule_set": "tw-sixteen", "setting-base": "5", "setting-raised": "0 1 0 2", "value-門清": "2"}
        assert client.post(url("new_event"), event_form(**sent)).status_code == 302
        made = Event.objects.get()
        assert made.rule_set == "tw-sixteen"
        assert made.rule_settings == {"base": "5", "raised": [0, 1, 0, 2]}
        assert made.rule_values == {"門清": 2}

    def test_it_shows_the_choices_of_another_rule_set_and_loses_nothing(self, client, boss):
        answer = client.post(url("new_event"), event_form(rule_set="hk-classic", show="1", venue="銅鑼灣"))
        shows(answer, 'name="choices_of" value="hk-classic"', 'name="setting-chain"', "銅鑼灣")
        assert not Event.objects.exists()

    def test_it_asks_again_when_the_choices_were_those_of_another_rule_set(self, client, boss):
        response = client.post(url("new_event"), event_form(rule_set="hk-classic", choices_of="hkma-league"))
        shows(response, "規則換了", status=422)
        assert not Event.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"value-門清": "0"}, "番數要由 1 至 999。"),
            ({"value-門清": "1000"}, "番數要由 1 至 999。"),
            ({"value-門清": "多"}, "番數要是整數。"),
            ({"value-清龍": "30"}, '<p class="error">「清龍」暗的番數不可少過明的'),
            ({"rule_set": "tw-club", "setting-base": "-1"}, "不可設為"),
            ({"rule_set": "tw-sixteen", "setting-raised": "1 2"}, "不可設為"),
        ],
    )
    def test_it_says_beside_the_field_what_cannot_be(self, client, boss, sent, sentence):
        response = client.post(url("new_event"), event_form(**sent))
        shows(response, "未儲存：請更正下面寫明有錯的地方。", sentence, status=422)
        assert not Event.objects.exists()

    def test_it_changes_a_value_and_takes_it_back(self, client, event):
        address = url("event_settings", event.slug)
        sent = event_form(slug=event.slug, **{"value-門清": "4", "concealed-清龍": "24"})
        assert client.post(address, sent).status_code == 302
        assert Event.objects.get().rule_values == {"門清": 4, "清龍": [10, 24]}
        assert "改了 2 個" in markup(client.get(address))
        client.post(address, event_form(slug=event.slug))
        assert Event.objects.get().rule_values == {}

    def test_it_changes_nothing_once_a_hand_is_recorded(self, client, boss, hall):
        add_member(hall.game.event, boss, Role.ORGANISER)
        play(hall.game, hall.actor, type="draw")
        address = url("event_settings", hall.game.event.slug)
        assert "已鎖定" in markup(client.get(address))
        client.post(address, event_form(slug=hall.game.event.slug, **{"value-門清": "9"}))
        assert Event.objects.get().rule_values == OWN


def fan(hall):
    return hall.game.hands.order_by("-number")[0].book["payments"][0]["fan"]


class TestTable:
    def test_it_counts_ticks_on_the_page_with_the_own_value(self, hall):
        sent = {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "ticks", "tick-0": ["門清", "清龍*"]}
        shows(hall.referee.post(url("count", hall.game.pk), sent), "28")

    def test_it_counts_tiles_over_the_api_with_the_own_value(self, hall):
        body = {"event": WON, "seen": 0, "client_key": str(uuid.uuid4())}
        address = url("api:hands", hall.game.pk)
        assert hall.referee.post(address, body, content_type="application/json").status_code == 200
        assert fan(hall) == 26

    def test_it_pays_two_winners_of_one_tile_with_the_own_value(self, hall):
        hall.record({"type": "win", "from": 2, "winners": [{"seat": 1, "fan": 10}, {"seat": 3, "fan": 7}]})
        payments = hall.game.hands.get().book["payments"]
        assert [payment["multi"] for payment in payments] == [8, 8]


class TestShown:
    def test_the_rules_page_marks_the_changed_rows_beside_what_is_published(self, client, hall):
        text = markup(client.get(url("event_rules", hall.game.event.slug)))
        assert text.count('class="fan changed"') == 3
        assert "公布 10（20）" in text
        assert 'data-words="清龍 Pure straight" data-number="12 24"' in text

    def test_it_is_told_in_one_sentence(self):
        rules = scoring.rule_set("hk-classic", {"K-10": "two"}, {"base": "20"}, {"門清": 4, "清龍": [12, 24]})
        assert changes_text(rules) == (
            "與公布的規則不同：門清 4（公布 3）、清龍 12/24（公布 10/20）、一底 20（預設 10）、K-10 兩圈"
        )
        assert changes_text(scoring.rule_set("hk-classic")) == ""

    def test_it_stands_on_the_card_its_pdf_the_check_and_the_csv(self, monkeypatch):
        game, actor = whole_game(make_event(rule_values={"門清": 4}))
        Recorder(game=game, actor=actor).sign()
        printed = []
        monkeypatch.setattr("tournaments.scorecards.pdf.pdf_of", lambda html: printed.append(html) or b"%PDF")
        client, sentence = Client(), "與公布的規則不同：門清 4（公布 3）"
        client.get(url("card_pdf", game.pk))
        for shown in (
            markup(client.get(url("card", game.pk))),
            printed[0],
            markup(client.get(url("check", Scorecard.objects.get().code))),
            markup(client.get(url("standings_csv", game.event.slug))),
        ):
            assert sentence in shown

    def test_it_stands_nowhere_where_nothing_was_changed(self):
        game, _actor = whole_game()
        client = Client()
        for name, argument in (("card", game.pk), ("standings_csv", game.event.slug)):
            assert "與公布的規則不同" not in markup(client.get(url(name, argument)))


class TestBook:
    def test_what_is_signed_names_the_values_and_the_audit_finds_them_changed(self):
        game, actor = whole_game(make_event(rule_values={"門清": 4}))
        Recorder(game=game, actor=actor).sign()
        assert json.loads(Scorecard.objects.get().content)["rules"]["values"] == {"門清": 4}
        assert list(audit()) == []
        frozen = Event.objects.get().rules_snapshot
        Event.objects.update(rules_snapshot=frozen | {"values": {"門清": 5}})
        assert any("rules" in difference.what for difference in audit())

    def test_the_audit_counts_tiles_with_the_own_values(self, hall):
        hall.record(WON)
        assert fan(hall) == 26
        assert list(audit()) == []
        Event.objects.update(rules_snapshot=Event.objects.get().rules_snapshot | {"values": {}})
        assert list(audit()) != []

    def test_the_exported_game_replays_to_the_same_book_with_published_values(self, hall):
        hall.record(WON)
        confirm_all(hall.game, hall.actor)
        hall.record({"type": "win", "from": 2, "winners": [{"seat": 1, "hand": TILES}, {"seat": 3, "fan": 7}]})
        document = json.loads(hall.get("export").content)
        assert set(document) == {"rule_set", "options", "settings", "players", "events"}
        book = replay_document(document)
        stored = [row.book for row in hall.game.hands.order_by("number")]
        for hand, row in zip(book["hands"], stored, strict=True):
            assert [hand[key] for key in ("chains", "scores")] == [row[key] for key in ("chains", "scores")]

    def test_the_exported_game_keeps_its_tiles_where_nothing_was_changed(self):
        hall = make_hall()
        hall.record(WON)
        assert json.loads(hall.get("export").content)["events"][0]["hand"] == TILES


def test_an_organiser_changes_values_over_the_api(client, event):
    address = url("api:event", event.slug)

    def patch(values):
        return client.patch(address, {"rule_values": values}, content_type="application/json")

    assert patch({"門清": 4}).json()["rule_values"] == {"門清": 4}
    shows(patch({"門清": "四"}), "門清", status=400)
    Event.objects.update(rules_snapshot={"rule_set": "hkma-league", "version": "1", "options": {}, "settings": {}})
    assert patch({"門清": 5}).status_code == 409
    assert Game.objects.count() == 0
