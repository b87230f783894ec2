from django import forms
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=_("網址"),
        max_length=300,
        widget=forms.URLInput({"placeholder": "https://", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("請寫完整的 https 網址，沒有用戶名稱和密碼。")},
    )
    at_once = forms.BooleanField(
        label=_("不理公開頁的延遲，發生時立即通知"),
        required=False,
        help_text=_("只應給自己人，例如大會自己的轉播：收到的人會早過觀眾知道結果。"),
    )
