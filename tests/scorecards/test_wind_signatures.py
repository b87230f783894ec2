"""M-16: an event in which the four sign after every 圈, before the next one begins."""

import uuid

import pytest
from django.test import Client

from tests.markup import shows, url
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import make_user
from tests.tournaments.recorder import DRAW, Recorder, make_table, won
from tournaments.audit.checks import audit
from tournaments.core.exceptions import CardSigned, Invalid, NotConfirmed, NotOpen
from tournaments.models import Game, Scorecard
from tournaments.scorecards import services as cards

OTHER = won(0, None, 3)


def masters(hands: int, after: str = "wind") -> Recorder:
    table = make_table(rule_set="hkma-masters", rule_options={"M-15": "two", "M-16": after})
    table.settle(*[DRAW] * hands)
    return table


@pytest.fixture
def table(db) -> Recorder:
    """東圈 has been played: four draws."""
    return masters(4)


def test_the_next_wind_waits_for_four_signatures(table):
    for seats in ((0, 1, 2), (3,)):
        with pytest.raises(NotOpen, match="四家簽署"):
            table.play(DRAW)
        answers = table.sign(*seats)
    assert (answers[0]["signed"], answers[0]["code"]) == (4, None)
    table.settle(*[DRAW] * 4)
    table.check()


def test_a_card_is_locked_as_far_as_it_was_signed(table):
    table.sign()
    with pytest.raises(CardSigned):
        table.correct(4, OTHER)
    with pytest.raises(CardSigned):
        table.object_to(2, 1)
    table.settle(DRAW)
    table.correct(5, OTHER)
    with pytest.raises(CardSigned):
        table.correct(4, OTHER)


def test_a_missing_signature_is_ruled_and_a_reopened_card_is_open_from_its_first_hand(table):
    table.sign(0, 1, 2)
    cards.rule_signed(**table.entry(seat=3, digest=table.digest(), reason="選手不適"))
    table.settle(DRAW)
    cards.reopen(**table.entry(reason="計錯第三鋪"))
    table.correct(3, OTHER)
    table.confirm()
    table.play(DRAW)
    table.check()


def test_each_seat_signs_a_wind_once_and_when_all_is_confirmed_and_nothing_of_it_is_taken_back(db):
    table = masters(3)
    with pytest.raises(Invalid, match="未打完"):
        table.sign(0)
    table.play(DRAW)
    with pytest.raises(NotConfirmed):
        table.sign(0)
    table.confirm()
    table.sign(0)
    for again in (lambda: table.sign(0), table.undo):
        with pytest.raises(CardSigned):
            again()


def test_the_whole_card_is_signed_at_the_end_and_the_audit_finds_nothing(table):
    table.sign()
    table.settle(*[DRAW] * 4)
    assert table.fresh().state == Game.State.COMPLETE
    table.sign()
    assert table.fresh().state == Game.State.SIGNED
    assert Scorecard.objects.get().version == 1
    assert list(audit()) == []


def test_without_the_reading_nobody_signs_between(db):
    with pytest.raises(Invalid, match="未打完"):
        masters(5, "game").sign(0)


def test_the_pages_lead_to_signing_and_say_what_is_signed(table):
    client, game = signed_in(make_user()), table.game.pk
    shows(client.get(url("table", game)), "東圈打完：四家簽署之後，才打下一圈", url("sign", game))
    address = url("sign_seat", game, 2)
    shows(client.get(url("sign", game)), address)
    table.sign(0, 1, 3)
    digest = client.get(address).context["page"].digest
    sent = {"digest": digest, "client_key": str(uuid.uuid4()), "strokes": "M1,1L2,2"}
    shows(client.post(address, sent, follow=True), "四家已簽署這一圈，可以打下一圈")
    shows(Client().get(url("card", game)), "東圈：四家已簽署")
    shows(client.get(url("table", game)), never="四家簽署之後")
    assert client.get(url("correct", game, 4)).status_code == 409
