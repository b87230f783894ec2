"""通知 Webhooks: send signed results to other programs, with retries.

A separate command (`manage.py webhooks`) does all of it, never a request: `collect` looks for new results, `claim`,
`post` and `note` send them. A delivery is claimed before it is sent, so that two running commands send nothing twice.
"""

import hashlib
import hmac
import http.client
import json
import socket
import ssl
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, Min, OuterRef
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.core.access import broadcast_cutoff
from tournaments.core.event_log import Kind, added, append_act, changed
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import in_one_transaction, lock_event
from tournaments.models import Delivery, Event, EventAct, Round, Scorecard, Stage, Webhook

MOST = 5
PAUSES = tuple(timedelta(seconds=each) for each in (10, 60, 300, 1800, 3600 * 2, 3600 * 6, 3600 * 16))
"""Waits before the retries; after the last, a day after it was made, the message is given up."""
CLAIM = timedelta(minutes=2)
SECONDS = 10
"""Time-out to connect, and then for the whole exchange: a receiver that sends a byte every nine seconds would block all
others."""

CARD_SIGNED = "card.signed"
TEST = "test"
_KINDS: Mapping[str, tuple[str, type[Round] | type[Stage]]] = {
    Kind.ROUND_CLOSED: ("round.closed", Round),
    Kind.ROUND_REOPENED: ("round.reopened", Round),
    Kind.ROUND_VOIDED: ("round.voided", Round),
    Kind.ROUND_UNVOIDED: ("round.unvoided", Round),
    Kind.STAGE_CLOSED: ("stage.closed", Stage),
    Kind.STAGE_REOPENED: ("stage.reopened", Stage),
}
"""Act of an event → kind of the message, and the model whose row it names by number."""
Message = tuple[dict[str, Any], dict[str, Any]]


@in_one_transaction
def set_webhook(*, event: Event, address: str, now: datetime, at_once: bool = False) -> Webhook:
    """Send results to this address from now on. A repeat changes the existing one. `at_once`: ignores the event's
    delay. Raises Invalid for an impossible address, Conflict if there are too many."""
    try:
        parts = urlsplit(address)
        fine = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        fine = fine and parts.scheme in (("https", "http") if settings.WEBHOOKS_PRIVATE else ("https",))
        fine = fine and not (parts.username or parts.password or parts.fragment)
    except ValueError:
        fine = False
    if not fine or not address.isascii() or any(sign.isspace() or not sign.isprintable() for sign in address):
        raise Invalid(_("請寫完整的 https 網址，沒有用戶名稱和密碼。"), field="address")
    lock_event(event.pk)
    live = Webhook.objects.filter(event=event, ended_at__isnull=True)
    if found := live.filter(address=address).first():
        if found.at_once != at_once:
            found.at_once = at_once
            found.save(update_fields=["at_once"])
            append_act(event.pk, Kind.WEBHOOK_SET, changed(found, "at_once"))
        return found
    if live.count() >= MOST:
        raise Conflict(_("一個賽事最多 %(most)s 個通知地址。請先取消一個。") % {"most": MOST})
    made = Webhook.objects.create(event=event, address=address, made_at=now, at_once=at_once)
    append_act(event.pk, Kind.WEBHOOK_SET, added(made))
    return made


@in_one_transaction
def end_webhook(*, webhook: Webhook, now: datetime) -> None:
    """Send nothing more to this address, pending messages included. Idempotent."""
    lock_event(webhook.event_id)
    webhook.refresh_from_db()
    if webhook.ended_at is not None:
        return
    webhook.ended_at = now
    webhook.save(update_fields=["ended_at"])
    Delivery.objects.filter(webhook=webhook, next_at__isnull=False).update(next_at=None)
    append_act(webhook.event_id, Kind.WEBHOOK_ENDED, changed(webhook, "ended_at"))


@in_one_transaction
def send_test(*, webhook: Webhook, now: datetime) -> Delivery:
    """Queue a message without a result. Raises Conflict if one is pending, or if the address has ended."""
    lock_event(webhook.event_id)
    webhook.refresh_from_db()
    if webhook.ended_at is not None:
        raise Conflict(_("這個通知地址已經取消。"))
    if Delivery.objects.filter(webhook=webhook, kind=TEST, next_at__isnull=False).exists():
        raise Conflict(_("上一個測試通知還未送到。請先看它的結果。"))
    body = json.dumps(_body(webhook, TEST, now))
    return Delivery.objects.create(webhook=webhook, kind=TEST, body=body, made_at=now, next_at=now)


def secret_of(webhook: Webhook) -> str:
    return salted_hmac("webhook", str(webhook.pk), algorithm="sha256").hexdigest()


def signature(webhook: Webhook, body: str, now: datetime) -> str:
    """Sign a body as `t=…,v1=…`: HMAC-SHA-256 over the seconds, a dot and the body. Receivers refuse old ones."""
    seconds = int(now.timestamp())
    signed = hmac.new(secret_of(webhook).encode(), f"{seconds}.{body}".encode(), hashlib.sha256)
    return f"t={seconds},v1={signed.hexdigest()}"


def collect(now: datetime) -> int:
    """Store messages for new results; returns how many. Writes nothing if there are none.

    An address gets a result when the public pages show it, that is after the event's delay, unless its organiser chose
    otherwise. Hidden standings make no difference: no message adds up the event, and a single table is public.
    """
    count = 0
    for webhook in Webhook.objects.filter(ended_at__isnull=True).select_related("event"):
        behind = webhook.event.delay and not webhook.at_once
        until = broadcast_cutoff(webhook.event, now) if behind else now
        found = [
            Delivery(webhook=webhook, made_at=now, next_at=now, body=json.dumps(body), **about)
            for about, body in (*_of_cards(webhook, until), *_of_acts(webhook, until))
        ]
        if found:
            # another running command may have found the same results
            Delivery.objects.bulk_create(found, ignore_conflicts=True)
        count += len(found)
    return count


def _of_cards(webhook: Webhook, until: datetime) -> Iterator[Message]:
    sent = Delivery.objects.filter(webhook=webhook, card=OuterRef("pk"))
    signed = Scorecard.objects.filter(game__event=webhook.event_id, locked_at__range=(webhook.made_at, until))
    cards = signed.exclude(Exists(sent)).select_related("game__round", "game__table")
    for card in cards.order_by("locked_at", "pk"):
        content = json.loads(card.content)
        players = [seat.get("substitute", seat)["number"] for seat in content["players"]]
        scores, places = content["final"]["scores"], content["final"]["places"]
        body = _body(webhook, CARD_SIGNED, card.locked_at) | {
            "round": card.game.round.number,
            "table": card.game.table.number,
            "game": card.game_id,
            "version": card.version,
            "seats": [
                {"player": player, "score": score, "place": place}
                for player, score, place in zip(players, scores, places, strict=True)
            ],
        }
        yield {"kind": CARD_SIGNED, "card": card}, body


def _of_acts(webhook: Webhook, until: datetime) -> Iterator[Message]:
    sent = Delivery.objects.filter(webhook=webhook, act=OuterRef("pk"))
    since = (webhook.made_at, until)
    acts = EventAct.objects.filter(event=webhook.event_id, kind__in=_KINDS, created_at__range=since)
    for act in acts.exclude(Exists(sent)).order_by("number"):
        kind, model = _KINDS[act.kind]
        keys = act.payload.get("rows", {}).get(model._meta.label_lower, {})
        number = model._default_manager.filter(pk__in=list(keys)).aggregate(number=Min("number"))["number"]
        body = _body(webhook, kind, act.created_at) | {kind.partition(".")[0]: number}
        yield {"kind": kind, "act": act}, body


def _body(webhook: Webhook, kind: str, at: datetime) -> dict[str, Any]:
    return {"type": kind, "event": webhook.event.slug, "at": at.isoformat()}


def claim(now: datetime, without: Collection[int] = (), most: int = 50) -> Iterator[Delivery]:
    """Yield due messages, each reserved for this sender for a while. `without`: addresses to skip, which may grow."""
    waiting = Delivery.objects.filter(next_at__lte=now, webhook__ended_at__isnull=True).order_by("next_at", "pk")
    for delivery in waiting.select_related("webhook")[:most]:
        if delivery.webhook_id in without:
            continue
        mine = Delivery.objects.filter(pk=delivery.pk, next_at=delivery.next_at)
        if mine.update(next_at=now + CLAIM, tries=delivery.tries + 1):
            delivery.tries += 1
            yield delivery


def note(*, delivery: Delivery, status: int | None, fault: str, now: datetime) -> None:
    """Store the result of an attempt. Any 2xx is success; 410 ends the address; else it is tried again later."""
    done = status is not None and 200 <= status < 300
    again = None if done or delivery.tries > len(PAUSES) else now + PAUSES[delivery.tries - 1]
    values = {"next_at": again, "status": status, "fault": fault[:200], "delivered_at": now if done else None}
    Delivery.objects.filter(pk=delivery.pk).update(**values)
    if status == 410:
        end_webhook(webhook=delivery.webhook, now=now)


class NotSent(Exception):
    """The reason why there was no response."""


def post(address: str, body: str, headers: Mapping[str, str]) -> int:
    """Send a message, to public addresses only unless settings allow more; returns the HTTP status.

    The name is looked up once, all of its addresses are checked, and the connection goes to a checked one, so a DNS
    record that changes afterwards has no effect. Redirects are not followed, and no body is read.
    """
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    if not secure and not settings.WEBHOOKS_PRIVATE:
        raise NotSent("only https")
    try:
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.default_port = 443 if secure else 80
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if not settings.WEBHOOKS_PRIVATE and not all(_is_public(each) for each in found):
            raise NotSent("a private address")
        with socket.create_connection((found[0], port), timeout=SECONDS) as plain, _in_time(plain):
            tls = ssl.create_default_context() if secure else None
            connection.sock = tls.wrap_socket(plain, server_hostname=host) if tls else plain
            with connection.sock:
                connection.request("POST", target, body.encode(), dict(headers))
                return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error


@contextmanager
def _in_time(plain: socket.socket) -> Iterator[None]:
    """Close the connection after SECONDS. Needs a second handle, because TLS takes over the first."""
    with plain.dup() as watched:

        def end() -> None:
            with suppress(OSError):
                watched.shutdown(socket.SHUT_RDWR)

        watch = Timer(SECONDS, end)
        watch.start()
        try:
            yield
        finally:
            watch.cancel()
            watch.join()


def _is_public(address: str) -> bool:
    """Whether the address is global. Reserved ones are not, nor those that embed an IPv4 address (NAT64, 6to4)."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.is_site_local or found.sixtofour:
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast and not found.is_reserved
