"""平均發還: what a disqualified player had won when he went goes to the other three (C-10)."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.tables.test_substitutes import replaced, sign
from tests.tournaments.factories import add_member, entry_of, make_event, make_game, make_user, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.models import Adjustment, Event, Game, Player, Role
from tournaments.players.services.roster import follow_notes
from tournaments.rounds.services import rounds, seating
from tournaments.rounds.services.rounds import unvoid_round, void_round
from tournaments.standings.tally import standings
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording
from tournaments.tables.services.late_rulings import record_late

pytestmark = pytest.mark.django_db


def table(rule_set, actor):
    event = make_event(rule_set=rule_set)
    game = make_game(event, make_user())
    Player.objects.create(event=event, number=9, name="李小明", staff=True)
    return game


@pytest.fixture
def game(actor):
    """陳大文 (seat 2) wins 800 from seat 0, and is replaced."""
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    replaced(game, seat=2)
    return game


def finish(game, actor):
    """Seat 3 takes everything from seat 1, which ends the game."""
    play_and_confirm(game, actor, type="win", winner=3, **{"from": 1}, fan=100)


def bar(game, *words, seat=2):
    follow_notes(player=game.seats.get(seat=seat).player, notes_in_force=words, now=timezone.now())


def rows():
    found = Adjustment.objects.order_by("pk").values_list("source__number", "target__number", "points", "reason")
    return [(source, target, str(points), reason) for source, target, points, reason in found]


def totals(game):
    return {row.number: row.total for row in standings(game.event).rows}


# 底 300 + 4 台 × 100, and the dealer's one 台 more: 800.
SHARED = [(3, 1, "266", "fine"), (3, 2, "266", "fine"), (3, 4, "266", "fine"), (3, None, "2", "deduction")]


@pytest.mark.parametrize("word", ["disqualify", "suspend"])
def test_it_is_shared_when_the_game_is_finished(game, actor, word):
    bar(game, word)
    assert rows() == []
    before = totals(game)
    finish(game, actor)
    assert rows() == SHARED
    after = totals(game)
    assert after[3] == 10000
    assert after[1] - before[1] == 266
    assert sum(after.values()) == 40000 - 2


def test_it_is_shared_when_the_ruling_comes_after_the_game(game, actor):
    finish(game, actor)
    assert rows() == []
    bar(game, "disqualify")
    assert rows() == SHARED


def test_a_reversal_takes_it_back(game, actor):
    finish(game, actor)
    before = totals(game)
    bar(game, "disqualify")
    bar(game)
    assert rows() == []
    assert totals(game) == before


@pytest.mark.parametrize("words", [("withdraw",), ("warning",), ()])
def test_other_words_share_nothing(game, actor, words):
    bar(game, *words)
    finish(game, actor)
    assert rows() == []


def test_who_is_put_out_after_the_game_has_won_it(game, actor):
    finish(game, actor)
    bar(game, "disqualify", seat=3)
    assert rows() == []


def put_out(game, actor, seat=2, **more):
    play_and_confirm(game, actor, type="ruling", seat=seat, offence="disruption", **more)


def test_what_he_had_won_when_he_went_is_shared_whatever_the_substitute_does(actor):
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    put_out(game, actor)
    replaced(game, seat=2)
    play_and_confirm(game, actor, type="win", winner=3, **{"from": 2}, fan=20)
    finish(game, actor)
    assert rows() == SHARED
    assert [found.what for found in audit()] == []


def test_a_ruling_about_an_earlier_hand_shares_what_he_had_when_it_was_made(actor):
    """It is found after the second hand that he cheated in the first: 800 and 700 had been won by then."""
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 3}, fan=4)
    record_late(
        **entry_of(game, actor),
        number=1,
        played=Played({"type": "ruling", "seat": 2, "offence": "disruption", "hand": "previous"}),
        seen=Game.objects.get(pk=game.pk).book_version,
    )
    finish(game, actor)
    assert [row[2] for row in rows()] == ["500", "500", "500"]
    assert [found.what for found in audit()] == []


def test_it_is_shared_without_a_substitute_too(actor):
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    put_out(game, actor)
    finish(game, actor)
    assert rows() == SHARED
    assert [found.what for found in audit()] == []


def test_in_the_hall_it_counts_as_it_stood_when_the_ruling_was_made(actor):
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    player = game.seats.get(seat=2).player
    common = {"event_id": game.event_id, "actor": actor, "client_key": uuid.uuid4(), "now": timezone.now()}
    rulings.rule_in_hall(player=player, ruling={"offence": "disruption"}, facts="大鬧會場", **common)
    play_and_confirm(game, actor, type="win", winner=3, **{"from": 0}, fan=4)
    finish(game, actor)
    assert rows() == SHARED
    assert [found.what for found in audit()] == []


def test_a_correction_of_an_earlier_hand_counts(actor):
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    put_out(game, actor)
    finish(game, actor)
    recording.correct(
        **entry_of(game, actor),
        number=1,
        entries=[Played({"type": "win", "winner": 2, "from": 0, "fan": 1})],
        seen=Game.objects.get(pk=game.pk).book_version,
        reason="計錯",
    )
    assert rows()[0] == (3, 1, "166", "fine")
    assert [found.what for found in audit()] == []


@pytest.mark.parametrize("version", ["1", "2"])
def test_an_event_that_began_earlier_shares_at_the_end_and_with_a_substitute_only(actor, version):
    game = table("tw-club", actor)
    snapshot = {"rule_set": "tw-club", "version": version, "options": {}, "settings": {}}
    Event.objects.filter(pk=game.event_id).update(rules_snapshot=snapshot)
    game.event.refresh_from_db()
    play_and_confirm(game, actor, type="win", winner=2, **{"from": 0}, fan=4)
    put_out(game, actor)
    play_and_confirm(game, actor, type="win", winner=3, **{"from": 0}, fan=4)
    finish(game, actor)
    assert rows() == []


def test_other_rule_sets_share_nothing(actor):
    game = table("tw-sixteen", actor)
    replaced(game)
    bar(game, "disqualify")
    while Game.objects.get(pk=game.pk).state != Game.State.COMPLETE:
        dealer = Game.objects.get(pk=game.pk).dealer
        play_and_confirm(game, actor, type="win", winner=(dealer + 1) % 4, **{"from": dealer}, fan=4)
    assert rows() == []


def test_a_correction_renews_it_and_an_undo_takes_it_away(game, actor):
    bar(game, "disqualify")
    finish(game, actor)
    seen = Game.objects.get(pk=game.pk).book_version
    common = {"actor": actor, "reason": "計錯", "now": timezone.now()}
    entries = [Played({"type": "win", "winner": 2, "from": 0, "fan": 1})]
    recording.correct(game_id=game.pk, number=1, entries=entries, seen=seen, client_key=uuid.uuid4(), **common)
    assert rows()[0] == (3, 1, "166", "fine")
    recording.undo(game_id=game.pk, seen=seen + 1, client_key=uuid.uuid4(), **common)
    assert rows() == []


def test_what_nobody_won_is_not_shared(actor):
    game = table("tw-club", actor)
    play_and_confirm(game, actor, type="win", winner=0, **{"from": 2}, fan=4)
    replaced(game, seat=2)
    bar(game, "disqualify")
    finish(game, actor)
    assert rows() == []


def test_a_void_round_shares_nothing(game, actor):
    finish(game, actor)
    void_round(round_id=game.round_id, reason="發錯牌山", actor=actor, now=timezone.now(), confirmed=True)
    bar(game, "disqualify")
    assert rows() == []
    unvoid_round(round_id=game.round_id, actor=actor, now=timezone.now())
    assert rows() == SHARED
    void_round(round_id=game.round_id, reason="發錯牌山", actor=actor, now=timezone.now(), confirmed=True)
    assert rows() == []
    assert [found.what for found in audit()] == []


def test_a_ruling_in_the_hall_and_its_reversal_do_the_same(game, actor):
    finish(game, actor)
    player = game.seats.get(seat=2).player
    common = {"actor": actor, "now": timezone.now()}
    ruling = {"offence": "disruption"}
    rulings.rule_in_hall(
        event_id=game.event_id, player=player, ruling=ruling, facts="大鬧會場", client_key=uuid.uuid4(), **common
    )
    assert rows() == SHARED
    article = Ruling.objects.get()
    rulings.reverse(ruling_id=article.pk, heads=True, reason="認錯人", client_key=uuid.uuid4(), **common)
    assert rows() == []
    assert Player.objects.get(pk=player.pk).barred == ""


def test_a_ruling_at_the_table_on_a_hand_that_he_played_does_too(game, actor):
    play_and_confirm(game, actor, type="ruling", seat=2, offence="disruption", hand="previous")
    assert Player.objects.get(number=3).barred == "disqualified"
    finish(game, actor)
    assert rows() == SHARED


def test_the_card_names_every_line(game, actor):
    bar(game, "disqualify")
    finish(game, actor)
    shown = Client().get(reverse("tournaments:card", args=[game.pk])).content.decode()
    assert "平均發還" in shown
    assert "陳大文 → 張國強 <b>266</b>" in shown
    assert "陳大文 → 大會 <b>2</b>" in shown


def test_the_signed_card_stays_and_the_audit_finds_what_is_altered(game, actor):
    finish(game, actor)
    for seat in range(4):
        sign(game, actor, seat)
    bar(game, "disqualify")
    assert Game.objects.get(pk=game.pk).state == Game.State.SIGNED
    assert list(audit()) == []
    Adjustment.objects.order_by("pk").first().delete()
    assert [found.what for found in audit()] == ["平均發還"]
    Adjustment.objects.all().delete()
    assert [found.what for found in audit()] == ["平均發還"]


def test_the_organiser_sees_it_in_the_history(client, game, actor):
    boss = make_user("boss")
    add_member(game.event, boss, Role.ORGANISER)
    bar(game, "disqualify")
    finish(game, actor)
    client.force_login(boss)
    where = reverse("tournaments:player_history", args=[game.event.slug, 1])
    assert "所贏分數平均發還" in client.get(where).content.decode()


def test_a_game_left_for_another_reason_long_before_keeps_its_points(game, actor):
    """陳大文 was replaced in the first round, played the second to its end and is put out afterwards."""
    finish(game, actor)
    make_next_round(game)
    bar(game, "disqualify")
    assert rows() == []


def make_next_round(game):
    rounds.close_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
    round_ = rounds.make_round(event=game.event, day=game.round.day)
    seating.seat_by_hand(round_id=round_.pk, seats={1: [1, 2, 3, 4]})
    rounds.open_round(round_id=round_.pk, now=timezone.now())
