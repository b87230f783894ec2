from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.validators import MaxLengthValidator
from django.forms.utils import ErrorDict
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import hashers
from accounts.inputs import NameField
from accounts.models import Organisation, User
from accounts.network import seconds_to_wait
from accounts.second_factor import has_second_factor
from accounts.selectors import organisations
from accounts.services import is_first_code

TOO_MANY_WRONG = _("這個網絡錯了太多次密碼。請 %(seconds)s 秒後再試。")


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("登入名稱或密碼不對。密碼分大小寫；忘記了請找大會重設。"),
        "inactive": _("這個帳戶已經停用。請找大會。"),
    }

    wait = 0
    """Seconds until the next try, if this one was not even looked at."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("登入名稱")
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        # Django sets only the HTML attribute; PostgreSQL refuses a name longer than its column.
        name.validators.append(
            MaxLengthValidator(self.username_field.max_length or 0, self.error_messages["invalid_login"])
        )
        self.fields["password"].label = _("密碼")

    def clean(self) -> dict[str, Any]:
        self.wait = seconds_to_wait(self.request) if self.request is not None else 0
        if self.wait:
            raise forms.ValidationError(TOO_MANY_WRONG % {"seconds": self.wait})
        if not hashers.PLACES.acquire(blocking=False):
            self.wait = 5
            raise forms.ValidationError(_("現在很多人同時登入。請等幾秒再試一次。"))
        try:
            return super().clean()
        finally:
            hashers.PLACES.release()


class FirstPasswordForm(SetPasswordForm):
    """設定密碼 after signing in by slip, without the current password."""

    error_messages = {"password_mismatch": _("兩次輸入的新密碼不同。"), "password_incorrect": _("現在的密碼不對。")}

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["new_password1"].label = _("新密碼")
        self.fields["new_password1"].help_text = _("最少八個字；不可以只有數字，也不要用常見的密碼。")
        self.fields["new_password2"].label = _("再輸入一次新密碼")
        self.fields["new_password2"].help_text = ""
        for field in self.fields.values():
            # On a page with several forms no field takes the keyboard focus.
            field.widget.attrs.pop("autofocus", None)


class OwnPasswordForm(FirstPasswordForm, PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("現在的密碼")

    def clean_old_password(self) -> str:
        return own_password(self.request, self.user, self.cleaned_data["old_password"])


def password_form_of(user: User, request: HttpRequest, data: Mapping[str, str] | None = None) -> SetPasswordForm:
    form = OwnPasswordForm if user.has_usable_password() else FirstPasswordForm
    return form(user, data, request=request)


def own_password(request: HttpRequest, user: User, typed: str) -> str:
    """Return `typed` if it is the user's password. Raises ValidationError if not; such failures count as at sign-in."""
    wait = seconds_to_wait(request)
    if wait:
        raise forms.ValidationError(TOO_MANY_WRONG % {"seconds": wait})
    if authenticate(request, username=user.username, password=typed) is None:
        raise forms.ValidationError(_("現在的密碼不對。"))
    return typed


class TokenForm(forms.Form):
    name = NameField(label=_("用途"), max_length=60, help_text=_("例如：成績網站、備份程式。"))


class PersonForm(forms.Form):
    username = forms.CharField(
        label=_("登入名稱"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    display_name = NameField(label=_("顯示名稱"), max_length=60, widget=forms.TextInput({"autocomplete": "off"}))
    organisation = forms.ModelChoiceField(
        Organisation.objects.none(), label=_("主辦單位"), required=False, empty_label=_("不屬於任何一個")
    )
    creates = forms.BooleanField(
        label=_("可開賽事和帳戶"), required=False, help_text=_("為這個主辦單位開賽事，以及為它的人開帳戶。")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = organisations()
        self.fields["organisation"].queryset = known  # type: ignore[attr-defined]
        if known.count() == 1:
            self.fields["organisation"].initial = known[0]

    def clean_username(self) -> str:
        # The view checks whether the name is taken: a repeated request meets the account that it made itself.
        return typed_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("creates") and not data.get("organisation"):
            self.add_error("organisation", _("請揀為哪一個主辦單位。"))
        return data


def typed_username(name: str) -> str:
    """Return the normalised sign-in name. Raises ValidationError if it cannot be typed."""
    name = User.normalize_username(name)
    User.username_validator(name)
    return name


class OrganisationForm(forms.Form):
    name = NameField(label=_("主辦單位"), max_length=60, widget=forms.TextInput({"autocomplete": "off"}))
    handle = forms.SlugField(
        label=_("英文代號"),
        max_length=20,
        required=False,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("英文字母和數字；接在它的人的登入名稱後面，例如 chan@hkma。留空會自動起一個。"),
        error_messages={"invalid": _("代號只可以用英文字母、數字和連字號。")},
    )


class FirstAccountForm(forms.Form):
    code = forms.CharField(
        label=_("開機代碼"),
        max_length=30,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("在啟動這個程式的終端機上，三組四個字。"),
    )
    organisation = NameField(label=_("主辦單位"), max_length=60, help_text=_("例如你的會所或雀友會的名稱。"))
    username = forms.CharField(
        label=_("登入名稱"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "username", "spellcheck": "false"}),
    )
    display_name = NameField(label=_("顯示名稱"), max_length=60)
    password = forms.CharField(
        label=_("密碼"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text=_("最少八個字；不可以只有數字，也不要用常見的密碼。"),
    )

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"])
        if not is_first_code(code):
            raise forms.ValidationError(_("代碼不對。請看啟動這個程式的終端機。"))
        return code

    def clean_username(self) -> str:
        name = typed_username(self.cleaned_data["username"])
        if User.objects.filter(username=name).exists():
            raise forms.ValidationError(_("這個登入名稱已經有人用。"))
        return name

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "code" in self.errors:
            # Without the code, other errors stay hidden: they could reveal existing names.
            self._errors = ErrorDict({"code": self.errors["code"]})
        elif "password" in data:
            who = User(username=data.get("username", ""), display_name=data.get("display_name", ""))
            try:
                validate_password(data["password"], who)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class FactorForm(forms.Form):
    """A form that also asks for the password until the user has a second factor, so that no passer-by can add the first
    one on an unattended phone."""

    password = forms.CharField(
        label=_("現在的密碼"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user
        if has_second_factor(user) or not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        return own_password(self.request, self.user, self.cleaned_data["password"])


class AuthenticatorForm(FactorForm):
    typed = forms.CharField(
        label=_("驗證程式顯示的六個數字"),
        max_length=20,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )
    field_order = ["typed", "password"]


class PasskeyForm(FactorForm):
    name = NameField(label=_("名稱"), max_length=60, help_text=_("例如：我的電話。"))
    answer = forms.CharField(required=False, widget=forms.HiddenInput({"data-passkey-answer": ""}))
    field_order = ["name", "password", "answer"]
