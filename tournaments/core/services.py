"""Writers shared by several packages: links and PINs of players.

Links and PINs are derived from the secret key, so that the database has neither. A link is a signed text with the
player's number and the link's version; raising the version revokes every old link. A PIN is four digits of an HMAC over
the player and the PIN's version. Wrong attempts are counted on the player's row.
"""

import hmac
import unicodedata
from datetime import date, datetime, timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, append_act, changed
from tournaments.core.exceptions import WrongPin
from tournaments.core.locks import in_one_transaction, lock_player
from tournaments.models import Player

RULE_FIELDS = ("rule_set", "rule_options", "rule_settings", "rule_values")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
LINK_SALT = "tournaments.player-link"
PIN_SALT = "tournaments.player-pin"
PIN_TRIES = 5
PIN_PAUSE = timedelta(minutes=5)


def link_token(player: Player) -> str:
    return signing.Signer(salt=LINK_SALT).sign_object([player.pk, player.link_version])


def player_by_token(token: str) -> Player | None:
    """Return the player of a link; None if it is forged or revoked, or if the player has withdrawn."""
    try:
        pk, version = signing.Signer(salt=LINK_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = Player.objects.select_related("event").filter(pk=pk, link_version=version, withdrawn_at__isnull=True)
    return found.first()


def pin_of(player: Player) -> str:
    message = f"{PIN_SALT}:{player.pk}:{player.pin_version}".encode()
    number = int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")[:8])
    return f"{number % 10_000:04d}"


def check_pin(*, player_id: int, pin: str, now: datetime) -> None:
    """Raise WrongPin unless `pin` is the player's. Five wrong attempts lock the PIN for five minutes. The count is
    committed on its own, before anything else is written, so that a refused act does not undo it."""
    with transaction.atomic():
        player = lock_player(player_id)
        if player.pin_locked_until and player.pin_locked_until > now:
            raise WrongPin(_("試得太多次，請五分鐘後再試，或請裁判幫忙。"), field="pin")
        # Chinese keyboards also write １２３４.
        typed = unicodedata.normalize("NFKC", pin).strip()
        right = hmac.compare_digest(pin_of(player).encode(), typed.encode(errors="replace"))
        if right and player.pin_failures == 0:
            return
        player.pin_failures = 0 if right else player.pin_failures + 1
        player.pin_locked_until = None
        if player.pin_failures >= PIN_TRIES:
            player.pin_failures, player.pin_locked_until = 0, now + PIN_PAUSE
        player.save(update_fields=["pin_failures", "pin_locked_until"])
    if not right:
        raise WrongPin(_("密碼不對。請再輸入選手自己的四位數字密碼。"), field="pin")


@in_one_transaction
def revoke_link(*, player: Player) -> None:
    """Revoke all links given out so far, signed-in phones included; a new one can be printed at once."""
    Player.objects.filter(pk=player.pk).update(link_version=F("link_version") + 1)
    player.refresh_from_db(fields=["link_version"])
    append_act(player.event_id, Kind.LINK_REVOKED, changed(player, "link_version"))


@in_one_transaction
def renew_pin(*, player: Player) -> None:
    fresh = {"pin_version": F("pin_version") + 1, "pin_failures": 0, "pin_locked_until": None}
    Player.objects.filter(pk=player.pk).update(**fresh)
    player.refresh_from_db(fields=list(fresh))
    append_act(player.event_id, Kind.PIN_RENEWED, changed(player, "pin_version"))


def day_fault(day: date) -> str:
    return "" if FIRST_DAY <= day <= LAST_DAY else _("日期要在 1900 年至 2999 年之間。")
