"""平均發還: what disqualified players had won when they went goes to the other three (C-10)."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone

from penalties.models import Ruling
from penalties.services import rulings
from tests.markup import shows, url
from tests.tournaments.factories import add_member, make_user, seat_by_hand
from tests.tournaments.recorder import Recorder, make_table, ruling, won
from tournaments.audit.checks import audit
from tournaments.models import Adjustment, Event, Game, Player, Role
from tournaments.players.services.roster import follow_notes
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import unvoid_round, void_round
from tournaments.standings.tally import standings
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.late_rulings import record_late
from tournaments.tables.services.substitutes import step_in

# 陳大文 (seat 2) wins 底 300 + 4 台 × 100 and the dealer's one 台 more: 800.
WIN = won(2, 0, 4)
# Seat 3 takes everything from seat 1, which ends the game.
LAST = won(3, 1, 100)
SHARED = [(3, 1, "266", "fine"), (3, 2, "266", "fine"), (3, 4, "266", "fine"), (3, None, "2", "deduction")]
PUT_OUT = ruling(2, "disruption")


def club(rule_set: str = "tw-club", *, replaced: bool = False, first: dict | None = None) -> Recorder:
    table = make_table(rule_set=rule_set)
    Player.objects.create(event=table.game.event, number=9, name="李小明", staff=True)
    table.settle(first or WIN)
    if replaced:
        replace(table)
    return table


def replace(table: Recorder) -> None:
    step_in(game_id=table.game.pk, seat=2, number=9, now=timezone.now())


@pytest.fixture
def table(db) -> Recorder:
    """陳大文 wins and is replaced."""
    return club(replaced=True)


def bar(table, *words, seat=2):
    player = table.game.seats.get(seat=seat).player
    follow_notes(player=player, notes_in_force=words, now=timezone.now())


def by(table):
    return {"actor": table.actor, "client_key": uuid.uuid4(), "now": timezone.now()}


def rule_in_hall(table):
    player, said = table.game.seats.get(seat=2).player, {"ruling": {"offence": "disruption"}, "facts": "大鬧會場"}
    rulings.rule_in_hall(event_id=table.game.event_id, player=player, **said, **by(table))


def rows():
    found = Adjustment.objects.order_by("pk").values_list("source__number", "target__number", "points", "reason")
    return [(source, target, str(points), reason) for source, target, points, reason in found]


def totals(table):
    return {row.number: row.total for row in standings(table.game.event).rows}


@pytest.mark.parametrize("word", ["disqualify", "suspend"])
def test_what_was_won_is_shared_when_the_game_is_finished(table, word):
    bar(table, word)
    assert rows() == []
    before = totals(table)
    table.settle(LAST)
    assert rows() == SHARED
    after = totals(table)
    assert (after[3], after[1] - before[1], sum(after.values())) == (10000, 266, 40000 - 2)


def test_what_was_won_is_shared_when_the_ruling_comes_after_the_game_and_a_reversal_takes_it_back(table):
    table.settle(LAST)
    assert rows() == []
    before = totals(table)
    bar(table, "disqualify")
    assert rows() == SHARED
    bar(table)
    assert (rows(), totals(table)) == ([], before)


@pytest.mark.parametrize("words", [("withdraw",), ("warning",), ()])
def test_other_words_share_nothing_and_who_is_put_out_after_the_game_has_won_it(table, words):
    bar(table, *words)
    table.settle(LAST)
    bar(table, "disqualify", seat=3)
    assert rows() == []


def put_out_and_replaced(table):
    table.settle(PUT_OUT)
    replace(table)
    table.settle(won(3, 2, 20))


def put_out_and_replaced_later(table):
    """Until then they could only lose."""
    table.settle(PUT_OUT, won(3, 2, 20))
    replace(table)


def put_out(table):
    table.settle(PUT_OUT)


def put_out_in_the_hall(table):
    rule_in_hall(table)
    table.settle(won(3, 0, 4))


def found_late(table):
    """It is found after the second hand that they cheated in the first: 800 and 700 had been won by then."""
    table.settle(won(2, 3, 4))
    event = PUT_OUT | {"hand": "previous"}
    record_late(**table.entry(number=1, played=Played(event), seen=table.fresh().book_version))


@pytest.mark.parametrize(
    ("leave", "shared"),
    [
        (put_out_and_replaced, "266"),  # whatever the substitute does
        (put_out_and_replaced_later, "266"),
        (put_out, "266"),
        (put_out_in_the_hall, "266"),
        (found_late, "500"),
    ],
)
def test_what_they_had_won_when_the_ruling_was_made_is_shared(db, leave, shared):
    table = club()
    leave(table)
    table.settle(LAST)
    assert [row[2] for row in rows()][:3] == [shared] * 3
    assert list(audit()) == []


@pytest.mark.parametrize("version", ["1", "2"])
def test_an_event_that_began_earlier_shares_at_the_end_and_with_a_substitute_only(db, version):
    table = club()
    snapshot = {"rule_set": "tw-club", "version": version, "options": {}, "settings": {}}
    Event.objects.update(rules_snapshot=snapshot)
    table.settle(PUT_OUT, won(3, 0, 4), LAST)
    assert rows() == []


@pytest.mark.parametrize(("rule_set", "first"), [("tw-sixteen", WIN), ("tw-club", won(0, 2, 4))])
def test_other_rule_sets_share_nothing_nor_is_shared_what_was_not_won(db, rule_set, first):
    table = club(rule_set, first=first, replaced=True)
    bar(table, "disqualify")
    table.finish(4)
    assert rows() == []


@pytest.mark.parametrize("replaced", [False, True])
def test_a_correction_of_an_earlier_hand_renews_it_and_an_undo_takes_it_away(db, replaced):
    table = club(replaced=replaced)
    if replaced:
        bar(table, "disqualify")
    else:
        table.settle(PUT_OUT)
    table.settle(LAST)
    table.correct(1, won(2, 0, 1))
    assert rows()[0] == (3, 1, "166", "fine")
    assert list(audit()) == []
    table.undo()
    assert rows() == []


def test_a_void_round_shares_nothing(table):
    void = {"round_id": table.game.round_id, "actor": table.actor, "now": timezone.now()}
    table.settle(LAST)
    void_round(reason="發錯牌山", confirmed=True, **void)
    bar(table, "disqualify")
    assert rows() == []
    unvoid_round(**void)
    assert rows() == SHARED
    void_round(reason="發錯牌山", confirmed=True, **void)
    assert rows() == []
    assert list(audit()) == []


def test_a_ruling_in_the_hall_and_its_reversal_do_the_same(table):
    table.settle(LAST)
    rule_in_hall(table)
    assert rows() == SHARED
    rulings.reverse(ruling_id=Ruling.objects.get().pk, heads=True, reason="認錯人", **by(table))
    assert (rows(), Player.objects.get(number=3).barred) == ([], "")


def test_a_ruling_at_the_table_on_a_hand_that_they_played_does_too(table):
    table.settle(PUT_OUT | {"hand": "previous"})
    assert Player.objects.get(number=3).barred == "disqualified"
    table.settle(LAST)
    assert rows() == SHARED


def test_card_and_history_name_every_line(client, table):
    bar(table, "disqualify")
    table.settle(LAST)
    card = Client().get(url("card", table.game.pk))
    shows(card, "平均發還", "陳大文 → 張國強 266", "陳大文 → 大會 2")
    boss = make_user("boss")
    add_member(table.game.event, boss, Role.ORGANISER)
    client.force_login(boss)
    shows(client.get(url("player_history", "evening", 1)), "所贏分數平均發還")


def test_the_signed_card_stays_and_the_audit_finds_what_is_altered(table):
    table.settle(LAST)
    table.sign()
    bar(table, "disqualify")
    assert table.fresh().state == Game.State.SIGNED
    assert list(audit()) == []
    Adjustment.objects.order_by("pk").first().delete()
    assert [found.what for found in audit()] == ["平均發還"]
    Adjustment.objects.all().delete()
    assert [found.what for found in audit()] == ["平均發還"]


def test_a_game_left_for_another_reason_long_before_keeps_its_points(table):
    """陳大文 was replaced in the first round, played the second to its end and is put out afterwards."""
    table.settle(LAST)
    event = table.game.event
    rounds.close_round(round_id=table.game.round_id, now=timezone.now(), confirmed=True)
    second = rounds.make_round(event=event, day=table.game.round.day)
    seat_by_hand(round_id=second.pk, seats={1: [1, 2, 3, 4]})
    rounds.open_round(round_id=second.pk, now=timezone.now())
    bar(table, "disqualify")
    assert rows() == []
