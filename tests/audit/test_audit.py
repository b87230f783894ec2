"""`manage.py audit`: whatever is changed behind the services' back is found and named."""

import datetime as dt
from io import StringIO

import pytest
from django.core.management import call_command

from tests.tables.test_whole_game import sign, signed_game, whole_game
from tests.tournaments.factories import make_event, make_game, make_players, make_user, play, play_and_confirm
from tournaments.audit.checks import audit
from tournaments.core import event_log
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Scorecard, Transfer, triggers
from tournaments.players.services import roster
from tournaments.tables.game_log.read import Actor


@pytest.fixture
def signed():
    return signed_game()


@pytest.fixture
def playing():
    referee = make_user()
    game = make_game(referee=referee)
    actor = Actor(referee.pk)
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    play(game, actor, type="reward", kind="concealed_kong", seat=2)
    return game


def found(slug=""):
    return [difference.what for difference in audit(slug)]


def test_a_signature_that_waited_for_another_is_no_difference(time_machine):
    game, actor = whole_game()
    noon = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
    moments = [noon + dt.timedelta(milliseconds=ms) for ms in (0, 1, 9, 5)]
    for seat, moment in enumerate(moments):
        time_machine.move_to(moment, tick=False)
        sign(game, actor, seat)
    assert found() == []


def test_the_audit_finds_nothing_in_games_that_only_the_services_wrote(signed):
    assert found() == []
    player = signed.seats.get(seat=0).player
    roster.change_player(player=player, number=player.number, name="張國榮", club="", staff=False)
    assert found() == []


def test_the_audit_finds_nothing_in_games_in_play_or_not_begun(playing):
    event = make_event("other")
    make_players(event)
    make_game(event)
    event_log.begin(event.pk)
    assert found() == []


def change_payload(**changes):
    act = Act.objects.filter(kind="play").order_by("number").last()
    act.payload["event"] |= changes
    Act.objects.filter(pk=act.pk).update(payload=act.payload)


def change_book(**changes):
    hand = HandRecord.objects.exclude(result="open").order_by("number").first()
    HandRecord.objects.filter(pk=hand.pk).update(book=hand.book | changes)


BREAKS = {
    "an act changed afterwards": (lambda: change_payload(seat=3), "摘要"),
    "an act taken away": (lambda: Act.objects.filter(number=2)._raw_delete("default"), "紀錄的次序"),
    "the last act taken away": (
        lambda: Act.objects.filter(pk=Act.objects.order_by("-number")[0].pk)._raw_delete("default"),
        "紀錄的數目",
    ),
    "an act with another digest": (lambda: Act.objects.filter(number=1).update(digest="0" * 64), "第 1 項紀錄的摘要"),
    "an act that cannot be": (lambda: change_payload(seat=7), "紀錄重算不到"),
    "a hand's points": (lambda: change_book(scores=["1", "0", "0", "-1"]), "第 1 鋪 scores"),
    "a hand's confirmations": (lambda: change_book(confirmations=[None] * 4), "第 1 鋪 confirmations"),
    "a hand's state": (lambda: HandRecord.objects.filter(number=1).update(state="waiting"), "第 1 鋪 state"),
    "a hand's name": (lambda: HandRecord.objects.filter(number=1).update(name="西四局"), "第 1 鋪 name"),
    "a hand taken away": (lambda: HandRecord.objects.filter(number=2).delete(), "第 2 鋪"),
    "a transfer's points": (lambda: Transfer.objects.filter(position=0).update(points=6), "付分"),
    "a transfer taken away": (lambda: Transfer.objects.all().delete(), "付分"),
    "a seat's score": (lambda: GameSeat.objects.filter(seat=0).update(score=999), "座位 0 的 score"),
    "a seat's pending amount": (lambda: GameSeat.objects.filter(seat=0).update(pending_in=1), "座位 0 的 pending_in"),
    "a seat's place": (lambda: GameSeat.objects.filter(seat=1).update(place=1), "座位 1 的 place"),
    "two seats exchanged": (lambda: GameSeat.objects.filter(seat=3).delete(), "座位"),
    "the game's state": (lambda: Game.objects.update(state="signed"), "半莊的 state"),
    "the game's version": (lambda: Game.objects.update(book_version=99), "半莊的 book_version"),
    "the game's dealer": (lambda: Game.objects.update(dealer=3), "半莊的 dealer"),
    "the event's rules": (lambda: Event.objects.update(rules_snapshot=None), "賽事的規則"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_the_audit_finds_what_was_changed_in_a_game_in_play(playing, what):
    spoil, expected = BREAKS[what]
    with triggers.disabled():
        spoil()
    assert any(expected in difference for difference in found())


CARD_BREAKS = {
    "its text": (lambda: Scorecard.objects.update(content='{"final": {}}'), "摘要"),
    "its digest": (lambda: Scorecard.objects.update(digest="0" * 64), "摘要"),
    "its code": (lambda: Scorecard.objects.update(code="AAAAAAAA"), "查核碼"),
    "a signature": (lambda: Scorecard.objects.update(signatures=[{"seat": 0, "act": 1, "strokes": ""}] * 4), "簽名"),
    "the card itself": (lambda: Scorecard.objects.all().delete(), "有效的記分卡"),
}


@pytest.mark.parametrize("what", CARD_BREAKS)
def test_the_audit_finds_what_was_changed_on_a_signed_card(signed, what):
    spoil, expected = CARD_BREAKS[what]
    with triggers.disabled():
        spoil()
    assert any(expected in difference for difference in found())


def test_the_audit_finds_a_card_that_is_not_what_was_played(signed):
    card = Scorecard.objects.get()
    from tournaments.scorecards.services import code_of, digest_of

    content = card.content.replace('"final":{"places":[', '"final":{"places":[9,')
    digest = digest_of(content)
    with triggers.disabled():
        Scorecard.objects.update(content=content, digest=digest, code=code_of(digest, card.version))
    assert any("final" in difference for difference in found())


def test_the_audit_reads_one_event_when_asked(playing):
    Game.objects.update(dealer=3)
    event_log.begin(make_event("clean").pk)
    assert found("clean") == []
    assert found(playing.event.slug) != []


def test_the_audit_takes_the_same_few_statements_for_many_games(django_assert_num_queries):
    event = make_event()
    make_players(event, 24)
    for number in range(1, 7):
        make_game(event, None, number)
    event_log.begin(event.pk)
    with django_assert_num_queries(46):
        assert found() == []


def test_the_audit_exits_with_1_and_says_where(playing):
    out = StringIO()
    call_command("audit", stdout=out)
    assert "0 項不符" in out.getvalue()
    GameSeat.objects.filter(seat=0).update(score=999)
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("audit", stdout=out)
    assert stop.value.code == 1
    assert "999" in out.getvalue()
    assert "第 1 檯" in out.getvalue()
