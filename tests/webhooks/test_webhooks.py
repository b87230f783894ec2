"""通知 Webhooks: content, signature, retries, and addresses that are never called."""

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.markup import shows, url
from tests.security.hall import make_full_hall
from tests.tournaments.factories import close_rounds, make_game, make_players
from tournaments.core.event_log import Kind, append_act, changed
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.models import Delivery, Event, EventAct, Game, Player, Scorecard, Stage, Webhook
from tournaments.webhooks import services as webhooks
from tournaments.webhooks.services import NotSent, post

ADDRESS = "https://results.example/paiju?club=1"


def signed(game: Game, version: int = 1) -> Scorecard:
    """The game's card, as if four had signed it, after the one before was reopened."""
    now = timezone.now()
    Scorecard.objects.filter(game=game).update(reopened_at=now, reopen_reason="看錯")
    players = [{"number": number} for number in (1, 2, 3)] + [{"number": 4, "substitute": {"number": 9}}]
    content = {"players": players, "final": {"scores": ["36", "-12", "-12", "-12"], "places": [1, 2, 2, 2]}}
    said = {"code": f"CODE{version}", "digest": "d", "content": json.dumps(content), "signatures": []}
    return Scorecard.objects.create(game=game, version=version, locked_at=now, **said)


def set_up(event: Event, address: str = ADDRESS) -> Webhook:
    return webhooks.set_webhook(event=event, address=address, now=timezone.now())


NOT_TAKEN = ["http://results.example/", "https://", "ftp://x.example/", "https://a:b@x.example/", "x", "https://x/#a"]
NOT_TAKEN += ["https://x.example/\r\nHost: y", "https://x.example:99999/", "https://旺角.example/", "https://[::1/"]


@pytest.mark.parametrize("address", NOT_TAKEN)
def test_only_plain_https_addresses_are_taken(event: Event, address: str) -> None:
    with pytest.raises(Invalid) as refused:
        set_up(event, address)
    assert refused.value.field == "address"


def test_an_address_is_there_once_and_an_event_has_few(event: Event) -> None:
    assert set_up(event) == set_up(event)
    for number in range(webhooks.MOST - 1):
        set_up(event, f"https://x.example/{number}")
    with pytest.raises(Conflict):
        set_up(event, "https://x.example/more")


def test_the_history_tells_of_it_and_never_the_secret(event: Event) -> None:
    webhook = set_up(event)
    webhooks.end_webhook(webhook=webhook, now=timezone.now())
    webhooks.end_webhook(webhook=webhook, now=timezone.now())
    told = EventAct.objects.filter(event=event).order_by("number")
    assert [act.kind for act in told][-2:] == [Kind.WEBHOOK_SET, Kind.WEBHOOK_ENDED]
    assert webhooks.secret_of(webhook) not in str([act.payload for act in told])


def test_signed_cards_and_closed_rounds_are_told_once(event: Event) -> None:
    before = make_game(event=event)
    signed(before)
    webhook = set_up(event)
    assert webhooks.collect(timezone.now()) == 0
    signed(before, version=2)
    close_rounds(event)
    append_act(event.pk, Kind.ROUND_CLOSED, changed(before.round, "state"))
    assert (webhooks.collect(timezone.now()), webhooks.collect(timezone.now())) == (2, 0)
    card, closed = (json.loads(each.body) for each in webhook.deliveries.order_by("pk"))
    assert (card["type"], card["event"], card["round"], card["table"]) == ("card.signed", "evening", 1, 1)
    assert [seat["player"] for seat in card["seats"]] == [1, 2, 3, 9]
    assert card["seats"][0] == {"player": 1, "score": "36", "place": 1}
    assert (closed["type"], closed["round"]) == ("round.closed", 1)


def test_a_message_names_the_row_that_its_step_is_about(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the name of the kind: a new one for players does not look for stages."""
    kinds = {Kind.PLAYER_BARRED: ("player.barred", Player), Kind.STAGE_CLOSED: ("stage.closed", Stage)}
    monkeypatch.setattr(webhooks, "_KINDS", kinds)
    webhook, players, stage = set_up(event), make_players(event), event.stages.get()
    append_act(event.pk, Kind.PLAYER_BARRED, changed(players[2], "barred"))
    append_act(event.pk, Kind.STAGE_CLOSED, changed(stage, "closed_at"))
    webhooks.collect(timezone.now())
    barred, closed = (json.loads(each.body) for each in webhook.deliveries.order_by("pk"))
    assert (barred["type"], barred["player"]) == ("player.barred", 3)
    assert (closed["type"], closed["stage"]) == ("stage.closed", 1)


def test_an_address_learns_it_when_the_public_pages_show_it(event: Event) -> None:
    """After the delay of the event, late rather than early; an address that the organiser trusts at once."""
    Event.objects.filter(pk=event.pk).update(delay=10)
    late = set_up(event)
    own = webhooks.set_webhook(event=event, address="https://own.example/", now=timezone.now(), at_once=True)
    game = make_game(event=event)
    signed(game)
    append_act(event.pk, Kind.ROUND_CLOSED, changed(game.round, "state"))
    now = timezone.now()
    for minutes, told in ((0, 0), (10, 0), (10.2, 2)):
        webhooks.collect(now + timedelta(minutes=minutes))
        assert (late.deliveries.count(), own.deliveries.count()) == (told, 2)


def test_a_card_is_told_as_it_was_signed(event: Event) -> None:
    """Whatever has become of the game until the delay is over."""
    Event.objects.filter(pk=event.pk).update(delay=10)
    webhook = set_up(event)
    game = make_game(event=event)
    signed(game)
    signed(game, version=2)
    webhooks.collect(timezone.now() + timedelta(minutes=11))
    bodies = [json.loads(each.body) for each in webhook.deliveries.order_by("pk")]
    assert [(body["version"], body["seats"][0]["score"]) for body in bodies] == [(1, "36"), (2, "36")]


@pytest.mark.sqlite
def test_hidden_standings_hide_nothing_that_a_message_tells(client: Client) -> None:
    """It tells one table, which everybody may read at that moment."""
    hall = make_full_hall()
    Event.objects.filter(pk=hall.event.pk).update(hidden=True)
    Webhook.objects.update(made_at=timezone.now() - timedelta(days=1))
    webhooks.collect(timezone.now())
    (told,) = (json.loads(each.body) for each in hall.webhook.deliveries.filter(kind="card.signed"))
    where = url("api:card", hall.signed.scorecards.get().game_id)
    public = client.get(where).json()["content"]["final"]
    assert [(seat["score"], seat["place"]) for seat in told["seats"]] == [*zip(*public.values(), strict=True)]
    assert client.get(url("api:standings", hall.event.slug)).status_code == 401


def test_said_again_an_address_is_told_as_said_last(event: Event) -> None:
    webhook = set_up(event)
    again = webhooks.set_webhook(event=event, address=ADDRESS, now=timezone.now(), at_once=True)
    assert (again.pk, again.at_once) == (webhook.pk, True)
    last = EventAct.objects.filter(event=event).latest("number")
    assert (last.kind, "at_once" in str(last.payload)) == (Kind.WEBHOOK_SET, True)


class Receiver(BaseHTTPRequestHandler):
    answers: list[int] = []
    got: list[tuple[dict[str, str], str]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.got.append((dict(self.headers), body))
        self.send_response(self.answers.pop(0))
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        pass


@pytest.fixture
def receiver(settings: Settings) -> Iterator[HTTPServer]:
    settings.WEBHOOKS_PRIVATE = True
    Receiver.answers, Receiver.got = [], []
    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def look() -> None:
    Delivery.objects.filter(next_at__isnull=False).update(next_at=timezone.now() - timedelta(seconds=1))
    call_command("webhooks", "--once")


def test_a_message_is_signed_and_sent_again_until_it_is_taken(event: Event, receiver: HTTPServer) -> None:
    webhook = set_up(event, f"http://127.0.0.1:{receiver.server_port}/in?a=1")
    signed(make_game(event=event))
    Receiver.answers = [500, 302, 204]
    for _time in range(4):
        look()
    delivery = webhook.deliveries.get()
    assert (delivery.tries, delivery.status, delivery.next_at) == (3, 204, None)
    assert delivery.delivered_at is not None
    headers, body = Receiver.got[0]
    assert {text for _headers, text in Receiver.got} == {body}
    seconds, _comma, made = headers["Paiju-Signature"].removeprefix("t=").partition(",v1=")
    signed_with = hmac.new(webhooks.secret_of(webhook).encode(), f"{seconds}.{body}".encode(), hashlib.sha256)
    assert hmac.compare_digest(made, signed_with.hexdigest())
    assert abs(int(seconds) - timezone.now().timestamp()) < 60
    assert headers["Paiju-Event"] == "card.signed"


def test_the_pauses_grow_and_end_after_a_day(event: Event) -> None:
    webhook = set_up(event)
    signed(make_game(event=event))
    now = timezone.now()
    webhooks.collect(now)
    pauses = []
    while (due := webhook.deliveries.get()).next_at is not None:
        now = due.next_at
        (delivery,) = webhooks.claim(now)
        assert list(webhooks.claim(now)) == []
        webhooks.note(delivery=delivery, status=None, fault="x" * 999, now=now)
        after = webhook.deliveries.get().next_at
        pauses += [after - now] if after else []
    assert tuple(pauses) == webhooks.PAUSES == tuple(sorted(pauses))
    assert timedelta(days=1) <= sum(pauses, timedelta()) < timedelta(days=2)


def test_an_address_that_is_gone_is_told_nothing_more(event: Event, receiver: HTTPServer) -> None:
    webhook = set_up(event, f"http://127.0.0.1:{receiver.server_port}/")
    signed(make_game(event=event))
    Receiver.answers = [410]
    look()
    webhook.refresh_from_db()
    assert webhook.ended_at is not None
    assert not webhook.deliveries.filter(next_at__isnull=False).exists()


def test_who_does_not_answer_stands_before_nobody(event: Event, receiver: HTTPServer) -> None:
    set_up(event, "http://127.0.0.1:1/")
    good = set_up(event, f"http://127.0.0.1:{receiver.server_port}/")
    game = make_game(event=event)
    signed(game)
    signed(game, version=2)
    Receiver.answers = [200, 200]
    look()
    assert good.deliveries.filter(delivered_at__isnull=False).count() == 2
    assert sorted(Delivery.objects.exclude(webhook=good).values_list("tries", flat=True)) == [0, 1]


def test_a_test_is_sent_like_any_other_one_at_a_time(event: Event, receiver: HTTPServer) -> None:
    webhook = set_up(event, f"http://127.0.0.1:{receiver.server_port}/")
    webhooks.send_test(webhook=webhook, now=timezone.now())
    with pytest.raises(Conflict):
        webhooks.send_test(webhook=webhook, now=timezone.now())
    Receiver.answers = [200]
    look()
    body = json.loads(Receiver.got[0][1])
    assert (body["type"], body["event"]) == ("test", "evening")
    webhooks.end_webhook(webhook=webhook, now=timezone.now())
    with pytest.raises(Conflict):
        webhooks.send_test(webhook=webhook, now=timezone.now())


PRIVATE = ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "::1", "fd00::1"]  # noqa: S104
PRIVATE += ["100.64.0.1", "fe80::1", "::ffff:10.0.0.1", "224.0.0.1"]
PRIVATE += ["::127.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::1", "240.0.0.1", "fec0::1"]


@pytest.mark.parametrize("where", PRIVATE)
def test_nothing_is_sent_into_the_networks_around_here(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a name says of itself: one private address among those that it has is enough."""
    rows = [(socket.AF_INET, 0, 0, "", (each, 443)) for each in ("93.184.216.34", where)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: rows)
    monkeypatch.setattr(socket, "create_connection", lambda *_asked, **_more: pytest.fail("connected"))
    with pytest.raises(NotSent, match="private"):
        post("https://results.example/", "{}", {})


def test_a_message_speaks_tls_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = []

    def connect(where: tuple[str, int], **_more: object) -> socket.socket:
        reached.append(where)
        raise ConnectionRefusedError

    rows = [(socket.AF_INET, 0, 0, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: rows)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotSent, match="ConnectionRefused"):
        post(ADDRESS, "{}", {})
    assert reached == [("93.184.216.34", 443)]
    with pytest.raises(NotSent, match="https"):
        post("http://results.example/", "{}", {})


def test_an_answer_without_end_keeps_nobody_waiting(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line of it comes in time, and no answer is ever whole."""
    settings.WEBHOOKS_PRIVATE = True
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_says_without_end, args=[server], daemon=True).start()
        with pytest.raises(NotSent):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", "{}", {})


def _says_without_end(server: socket.socket) -> None:
    line, _where = server.accept()
    with line, suppress(OSError):
        while True:
            line.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            time.sleep(0.01)


def test_organisers_set_it_read_what_was_sent_and_end_it(event: Event, client: Client) -> None:
    where = "/api/events/evening/webhooks/"
    made = client.post(where, {"address": ADDRESS}, content_type="application/json")
    assert made.status_code == 201
    assert len(made.json()["secret"]) == 64
    signed(make_game(event=event))
    webhooks.collect(timezone.now())
    (told,) = client.get(f"{where}{made.json()['id']}/deliveries/?limit=5").json()
    assert (told["kind"], told["tries"], told["delivered_at"]) == ("card.signed", 0, None)
    end = f"{where}{made.json()['id']}/end/"
    assert client.post(end, content_type="application/json").json() == []
    assert client.get(where).json() == []
    assert client.post(f"{where}999/end/", content_type="application/json").status_code == 404


def test_an_organiser_adds_tests_reads_and_ends_an_address(event: Event, client: Client) -> None:
    where = "/e/evening/webhooks/"
    made = client.post(where, {"address": ADDRESS, "at_once": "on"}, follow=True)
    webhook = event.webhooks.get()
    assert made.redirect_chain == [(f"{where}{webhook.pk}/", 302)]
    assert webhook.at_once
    assert webhooks.secret_of(webhook) in made.content.decode()
    assert "等待送出" in client.post(f"{where}{webhook.pk}/test/", follow=True).content.decode()
    shows(client.post(f"{where}{webhook.pk}/test/"), "上一個測試通知還未送到", status=409)
    (delivery,) = webhooks.claim(timezone.now())
    webhooks.note(delivery=delivery, status=500, fault="", now=timezone.now())
    assert "第 1 次未送到，會再試。對方回答 500" in client.get(f"{where}{webhook.pk}/").content.decode()
    assert "未有通知地址" in client.post(f"{where}{webhook.pk}/end/", follow=True).content.decode()
    assert webhooks.secret_of(webhook) not in client.get(f"{where}{webhook.pk}/").content.decode()


def test_a_wrong_address_stays_in_the_form_with_a_sentence(event: Event, client: Client) -> None:
    page = client.post("/e/evening/webhooks/", {"address": "http://results.example/"})
    shows(page, 'value="http://results.example/"', "請寫完整的 https 網址", status=400)


def test_the_page_says_when_nothing_sends(event: Event, client: Client) -> None:
    webhooks.send_test(webhook=set_up(event), now=timezone.now() - timedelta(minutes=1))
    assert "manage.py webhooks" in client.get("/e/evening/webhooks/").content.decode()
