"""問題 The shape of every error of the API: problem details (RFC 9457), with the list of what is wrong.

`{"type", "title", "status", "code", "detail", "errors": [{"code", "detail", "attr"}]}` as `application/problem+json`.
`code` is what programs ask for, `detail` is for people, `errors` names each field. Errors of documents (`score`,
`replay`, `draw`, rule sets) are those of the command line and stay as they are (tournaments/api/errors.py).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

MEDIA_TYPE = "application/problem+json"
ABOUT = "/api/#"
"""Where codes are explained; with the code, what `type` says."""
MANY = "validation_error"
"""The code where fields of a body are wrong: each error has its own."""

Error = dict[str, Any]

TITLES = {
    400: _("內容不對"),
    401: _("未表明身分"),
    403: _("沒有權限"),
    404: _("找不到"),
    405: _("不接受這種請求"),
    406: _("不能用這種格式回答"),
    408: _("送得太慢"),
    409: _("與現況不符"),
    413: _("內容太大"),
    415: _("不接受這種格式"),
    429: _("太頻密"),
    500: _("伺服器出錯"),
    503: _("請稍後再試"),
}


def problem(status: int, errors: Sequence[Error], *, code: str = "", **more: Any) -> dict[str, Any]:
    """The body of an error. `code`: where it is not that of the first (and often only) one."""
    code = code or errors[0]["code"]
    title = TITLES.get(status, TITLES[400 if status < 500 else 500])
    said = {"type": f"{ABOUT}{code}", "title": str(title), "status": status, "code": code}
    return said | {"detail": errors[0]["detail"], "errors": list(errors)} | more
