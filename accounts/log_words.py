import json
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LogEntry

KINDS: Mapping[str, Promise] = {
    "signed_in": _("登入"),
    "sign_in_blocked": _("錯了太多次，登入暫停"),
    "signed_out_elsewhere": _("登出其他裝置"),
    "password_changed": _("改了自己的密碼"),
    "password_reset": _("重設密碼"),
    "factor_added": _("加上第二步驗證"),
    "factor_removed": _("取消第二步驗證"),
    "factor_reset": _("代人取消第二步驗證"),
    "recovery_codes_made": _("換過備用碼"),
    "token_made": _("開了權杖"),
    "token_revoked": _("撤銷權杖"),
    "account_made": _("開了帳戶"),
    "account_closed": _("停用帳戶"),
    "account_opened": _("恢復帳戶"),
    "rights_changed": _("更改權限"),
    "organisation_made": _("加入主辦單位"),
    "slip_made": _("出了登入條"),
    "slips_revoked": _("收回登入條"),
    "blacklisted": _("列入黑名單"),
    "blacklist_lifted": _("由黑名單除名"),
    "exported": _("匯出"),
    "person_exported": _("匯出一個人的資料"),
    "person_erased": _("刪除一個人的資料"),
    "backed_up": _("備份"),
    "restored": _("還原備份"),
    "retained": _("按保留期刪除資料"),
}

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
"""Key of before and after → its name. Any other key is the handle of an organisation, its value a right in it."""

_RIGHTS: Mapping[str, Promise] = {
    "none": _("不屬於"),
    "member": _("可在它的賽事任職"),
    "creates": _("可開賽事和帳戶"),
}
_VALUES: Mapping[str, Mapping[str, Promise]] = {
    "kind": {
        "authenticator": _("驗證器"),
        "passkey": _("通行密鑰"),
        "password": _("密碼"),
        "second_factor": _("兩步驗證"),
    },
    "until": {"": _("永久")},
}
_ABOUT: Mapping[str, Promise] = {"player-links": _("選手連結"), "staff-slips": _("登入條")}

LONGEST = 80

Words = Mapping[str, Any]


def about_text(entry: LogEntry) -> str:
    return str(_ABOUT.get(entry.about, entry.about))


def entry_texts(entry: LogEntry) -> list[str]:
    handles = {key for key in (*entry.before, *entry.after) if key not in NAMES}
    names = {**NAMES, **{key: f"@{key}" for key in handles}}
    return change_texts(entry.before, entry.after, names, {**_VALUES, **dict.fromkeys(handles, _RIGHTS)})


def change_texts(before: Words, after: Words, names: Words, values: Mapping[str, Words]) -> list[str]:
    """「公開排名：是 → 否」 for each changed value; one without a before is shown alone.

    `names`: of the keys, `values`: of the values of a key; both default to the raw text.
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
