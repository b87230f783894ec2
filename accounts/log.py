"""系統紀錄: actions outside the games with actor, time and address. Append-only, and written only here.

Actions inside an event are in the event's history (`tournaments.core.event_log`). This log has the rest: sign-ins,
second factors, tokens, accounts, rights, organisations, the black list, and exports. An entry names accounts, never
players, because it cannot be erased.

The address is kept for `ADDRESS_KEPT`, long enough to investigate a break-in, then removed (`manage.py retention`).
"""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit_context import current_address, current_user_id
from accounts.models import LogEntry, User

ADDRESS_KEPT = timedelta(days=90)
MOST_LETTERS = 200
LONGEST_ADDRESS = 45

Kind = LogEntry.Kind
KINDS = dict(Kind.choices)


def add_entry(
    kind: LogEntry.Kind,
    *,
    about: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    user: User | None = None,
    event_id: int | None = None,
    organisation_id: int | None = None,
) -> None:
    """Add an entry, in the transaction of the action.

    `user`: the actor, if not yet signed in · `about`: name of the account, token or file · `before`, `after`: the
    changed values, never a secret · `event_id`: an event whose organisers may read the entry.
    """
    LogEntry.objects.create(
        kind=kind,
        user_id=user.pk if user is not None else current_user_id(),
        about=about[:MOST_LETTERS],
        before=dict(before or {}),
        after=dict(after or {}),
        event_id=event_id,
        organisation_id=organisation_id,
        address=current_address()[:LONGEST_ADDRESS],
        at=timezone.now(),
    )


def forget_addresses(now: datetime) -> int:
    old = LogEntry.objects.filter(at__lt=now - ADDRESS_KEPT).exclude(address="")
    return old.update(address="")


def note_block(sender: object, request: HttpRequest | None = None, username: str | None = None, **_more: Any) -> None:
    """Log that a name was tried too often from one network, once per lock and only for existing accounts. Other names
    may be passwords typed into the wrong field."""
    if getattr(request, "axes_failures_since_start", None) is None:
        return  # another attempt during the lock
    known = User.objects.filter(username=User.normalize_username(username or "")).first()
    if known is not None:
        add_entry(Kind.SIGN_IN_BLOCKED, about=known.username, after={"kind": "password"})


def note_sign_in(sender: object, user: User | AnonymousUser, **_more: Any) -> None:
    if isinstance(user, User):
        add_entry(Kind.SIGNED_IN, user=user)


NAMES: Mapping[str, Promise] = {
    "contacts": _("聯絡資料"),
    "devices": _("裝置"),
    "entries": _("報名"),
    "handle": _("代號"),
    "keeper": _("管理帳戶"),
    "kind": _("種類"),
    "name": _("名稱"),
    "second_factor": _("要求兩步驗證"),
    "until": _("到"),
}
"""Key of changed values → its name. Any other key is the handle of an organisation, its value a right in it."""

_RIGHTS: Mapping[str, Promise] = {"none": _("不屬於"), "member": _("可在它的賽事任職"), "creates": _("可開賽事和帳戶")}
_VALUES: Mapping[str, Mapping[str, Promise]] = {
    "kind": {
        "authenticator": _("驗證程式"),
        "passkey": _("通行密鑰"),
        "password": _("密碼"),
        "second_factor": _("兩步驗證"),
    },
    "until": {"": _("永久")},
}
_ABOUT: Mapping[str, Promise] = {"player-links": _("選手連結"), "staff-slips": _("登入條")}

LONGEST = 80

Words = Mapping[str, Any]


def wanted_entries(request: HttpRequest, kinds: Words) -> dict[str, Any]:
    """Read the filter of a log page: one of these kinds, and a person."""
    kind, who = request.GET.get("kind", ""), request.GET.get("who", "").replace("\x00", "").strip()[:60]
    return {"kind": kind if kind in kinds else "", "who": who}


def about_text(entry: LogEntry) -> str:
    return str(_ABOUT.get(entry.about, entry.about))


def entry_texts(entry: LogEntry) -> list[str]:
    handles = {key for key in (*entry.before, *entry.after) if key not in NAMES}
    names = {**NAMES, **{key: f"@{key}" for key in handles}}
    return change_texts(entry.before, entry.after, names, {**_VALUES, **dict.fromkeys(handles, _RIGHTS)})


def change_texts(before: Words, after: Words, names: Words, values: Mapping[str, Words]) -> list[str]:
    """Format each changed value as 「公開排名：是 → 否」; one without an old value is shown alone.

    `names` translates keys, `values` the values of a key; both default to the raw text.
    """
    found = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            said = values.get(key, {})
            old = f"{_value_text(before[key], said)} → " if key in before else ""
            words = {"what": names.get(key, key), "action": f"{old}{_value_text(after.get(key), said)}"}
            found.append(gettext("%(what)s：%(action)s") % words)
    return found


def _value_text(value: Any, words: Words) -> str:
    match value:
        case str() if value in words:
            return str(words[value])
        case None | "":
            return "–"
        case True:
            return gettext("是")
        case False:
            return gettext("否")
        case str() | int():
            found = str(value)
        case _:
            found = json.dumps(value, ensure_ascii=False)
    return found if len(found) <= LONGEST else found[: LONGEST - 1] + "…"
