"""The forms of sign-in and of one's own account: shape and wording, no writing."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SignInForm(AuthenticationForm):
    """登入."""

    error_messages = {
        "invalid_login": _("登入名稱或密碼不對。密碼分大小寫；忘記了請找主辦者重設。"),
        "inactive": _("這個帳戶已經停用。請找主辦者。"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("登入名稱")
        self.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        self.fields["password"].label = _("密碼")


class OwnPasswordForm(PasswordChangeForm):
    """更改密碼."""

    error_messages = {
        "password_mismatch": _("兩次輸入的新密碼不同。"),
        "password_incorrect": _("現在的密碼不對。"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("現在的密碼")
        # No first field of a page that holds several forms takes the keyboard by itself.
        self.fields["old_password"].widget.attrs.pop("autofocus", None)
        self.fields["new_password1"].label = _("新密碼")
        self.fields["new_password1"].help_text = _("最少八個字；不可以只有數字，也不要用常見的密碼。")
        self.fields["new_password2"].label = _("再輸入一次新密碼")
        self.fields["new_password2"].help_text = ""


class TokenForm(forms.Form):
    """新權杖."""

    name = forms.CharField(label=_("用途"), max_length=60, help_text=_("例如：成績網站、備份程式。"))


class PersonForm(forms.Form):
    """新帳戶."""

    username = forms.CharField(
        label=_("登入名稱"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    display_name = forms.CharField(label=_("顯示名稱"), max_length=60, widget=forms.TextInput({"autocomplete": "off"}))

    def clean_username(self) -> str:
        name = str(User.normalize_username(self.cleaned_data["username"]))
        User.username_validator(name)
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("這個登入名稱已經有人用。"))
        return name
