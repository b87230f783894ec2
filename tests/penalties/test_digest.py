from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from tests.tournaments.factories import make_event, make_game, make_players
from tournaments.models import Event, Game, Round


@pytest.fixture
def evening() -> Event:
    event = make_event()
    make_players(event, 8)
    silent = make_game(event=event)
    waiting = make_game(event=event, number=2)
    now = timezone.now()
    Round.objects.update(opened_at=now - timedelta(minutes=32), day=now.astimezone(event.zone).date())
    Game.objects.filter(pk=waiting.pk).update(state=Game.State.COMPLETE, hands_closed=9)
    Game.objects.filter(pk=silent.pk).update(state=Game.State.PLAYING, hands_closed=4)
    return event


def told(*words: str) -> str:
    out = StringIO()
    call_command("digest", "evening", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_digest_has_the_rounds_the_cards_the_cases_and_the_silent_tables(evening: Event) -> None:
    text = told("--language", "en")
    assert text.startswith("聯賽夜")
    for line in (
        "Rounds of the day: 1",
        "  Round 1 (In play): tables signed: 0 of 2, hands: 13",
        "Cards without signatures: 1",
        "  Round 1, table 2",
        "Cases to decide: 0",
        "Tables from which nothing comes: 1",
        "  Round 1, table 1: 32 minutes.",
    ):
        assert line in text.splitlines(), text
    assert "今天的半莊: 0" in told("--day", "2026-01-01"), "another day has its own rounds"


def test_the_digest_is_sent_where_mail_is_set_up(evening: Event, settings: Settings) -> None:
    settings.MAIL = "smtp://mail.example"
    assert "2" in told("--language", "en", "--to", "chair@club.example", "boss@club.example")
    (message,) = mail.outbox
    assert message.to == ["chair@club.example", "boss@club.example"]
    assert message.subject.startswith("聯賽夜: ")
    assert "Cards without signatures: 1" in message.body


def test_without_mail_it_is_printed_and_says_so(evening: Event) -> None:
    errors = StringIO()
    call_command("digest", "evening", "--to", "chair@club.example", stdout=StringIO(), stderr=errors)
    assert "PAIJU_MAIL" in errors.getvalue()
    assert mail.outbox == []
    with pytest.raises(CommandError, match="nowhere"):
        call_command("digest", "nowhere")
