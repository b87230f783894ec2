"""原因的用語: ready-made reasons, shown in the reader's language, regardless of the language in which they were
chosen."""

from collections.abc import Mapping
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import override

UNDO_REASONS: tuple[Promise, ...] = (
    lazy("按錯了"),
    lazy("番數輸入錯誤"),
    lazy("食糊者或出銃者選錯"),
    lazy("這一鋪還未完"),
)
UNDO_ITEM_REASONS: tuple[Promise, ...] = (lazy("按錯了"), lazy("看錯了人"), lazy("看錯了事實"))
CORRECTION_REASONS: tuple[Promise, ...] = (
    lazy("番數輸入錯誤"),
    lazy("食糊者或出銃者選錯"),
    lazy("漏了獎勵或罰分"),
    lazy("異議成立"),
)
PAUSE_REASONS: tuple[Promise, ...] = (
    lazy("等裁判裁定"),
    lazy("選手不適"),
    lazy("換牌或換檯"),
    lazy("等候選手"),
)
OBJECTION_REASONS: tuple[Promise, ...] = (
    lazy("番數不對"),
    lazy("付款的一家不對"),
    lazy("拉帳不對"),
    lazy("漏了獎勵或罰分"),
)
UPHOLD_REASONS: tuple[Promise, ...] = (
    lazy("已向四家核對牌面，番數正確"),
    lazy("已向四家核對過程，記錄正確"),
    lazy("異議者已收回異議"),
)
UNSIGNED_REASONS: tuple[Promise, ...] = (
    lazy("選手拒絕簽署，計分經裁判核實"),
    lazy("選手已離場，計分經裁判核實"),
    lazy("選手不適，未能簽署"),
)
REVERSAL_REASONS: tuple[Promise, ...] = (lazy("看錯了人"), lazy("看錯了事實"), lazy("用錯了條文"), lazy("裁判長改判"))


def reason_text(stored: str) -> str:
    """Translate a ready-made reason; return any other as written."""
    return str(_by_text().get(stored, stored))


def change_text(stored: str, *, closed: bool) -> str:
    """Return the reason of a correction, with a note if four confirmations had closed the hand to all but typing
    errors."""
    reason = reason_text(stored)
    if not closed:
        return reason
    if not reason:
        return _("四家已確認：只更正輸入錯誤")
    return _("%(reason)s（四家已確認：只更正輸入錯誤）") % {"reason": reason}


@cache
def _by_text() -> Mapping[str, Promise]:
    """Return ready-made reasons by their stored text, in either language."""
    known = (
        *UNDO_REASONS, *UNDO_ITEM_REASONS, *CORRECTION_REASONS, *PAUSE_REASONS, *OBJECTION_REASONS, *UPHOLD_REASONS,
        *UNSIGNED_REASONS, *REVERSAL_REASONS,
    )  # fmt: skip
    found: dict[str, Promise] = {}
    for language in ("zh-hant", "en"):
        with override(language):
            found |= {str(reason): reason for reason in known}
    return found
