"""系統紀錄 in words: what each kind of entry is called, and a value of before and after."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

KINDS: Mapping[str, Promise] = {
    "signed_in": _("登入"),
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
"""Kind → what was done, in a few words."""

LONGEST = 80


def value_text(value: Any) -> str:
    """A value of before or after, on one line."""
    match value:
        case None | "":
            return "–"
        case True:
            return str(_("是"))
        case False:
            return str(_("否"))
        case str() | int():
            found = str(value)
        case _:
            found = json.dumps(value, ensure_ascii=False)
    return found if len(found) <= LONGEST else found[: LONGEST - 1] + "…"


Words = Mapping[str, Any]


def change_texts(before: Words, after: Words, names: Mapping[str, str] | None = None) -> list[str]:
    """「公開排名：是 → 否」 for each value that is another; what has no before stands alone. `names`: of the keys."""
    found = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            old = f"{value_text(before[key])} → " if key in before else ""
            words = {"what": (names or {}).get(key, key), "action": f"{old}{value_text(after.get(key))}"}
            found.append(gettext("%(what)s：%(action)s") % words)
    return found
