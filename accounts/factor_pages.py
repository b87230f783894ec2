from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pyotp
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import passkeys, second_factor, step_up
from accounts.forms import AuthenticatorForm, PasskeyForm
from accounts.models import SecondFactor, User
from accounts.network import qr_svg
from accounts.second_factor import DecryptionError, seal, unseal
from accounts.step_up import SignedInRequest

NEW_SECRET = "second_factor_new"  # noqa: S105 - session key: the secret of an authenticator that is being set up
"""Kept over a reload of the page, so that the code already scanned stays valid."""
SETTING_UP = "setting up"


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    waiting = step_up.pending(request)
    if waiting is None:
        return redirect("accounts:sign_in")
    user, then = waiting
    asked = _asked(request, user, heading=_("登入：第二步"))
    return asked or step_up.complete_sign_in(request, user, then=then, shown=True)


def _asked(request: HttpRequest, user: User, **context: str) -> HttpResponse | None:
    """Return the question for the second factor; None once it is answered."""
    error = step_up.try_answer(request, user) if request.method == "POST" else ""
    if request.method == "POST" and not error:
        return None
    context = step_up.question(request, user, error=error, **context)
    return render(request, "accounts/second_step.html", context, status=422 if error else 200)


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def prove(request: SignedInRequest) -> HttpResponse:
    """Ask for the second factor in a session that began before it was set up."""
    then = _then(request)
    if not second_factor.has_second_factor(request.user):
        return redirect("accounts:second_factor")
    return _asked(request, request.user, heading=_("兩步驗證"), next=then) or redirect(then)


def demanded(request: HttpRequest) -> HttpResponse:
    where, known = asked_at(request)
    if not known:
        messages.warning(request, _("這裡要求大會和裁判長用兩步驗證。請先設定，之後會回到剛才那一頁。"))
    then = request.get_full_path() if request.method == "GET" else "/"
    return redirect(f"{where}?{urlencode({'next': then})}")


def asked_at(request: HttpRequest) -> tuple[str, bool]:
    """Return the address that asks for the second factor, or that sets one up, and whether the user has one."""
    known = second_factor.has_second_factor(request.user)  # type: ignore[arg-type]
    return reverse("accounts:prove" if known else "accounts:second_factor"), known


@login_required
def second_factor_page(request: SignedInRequest) -> HttpResponse:
    form = PasskeyForm(request=request, user=request.user)
    return render(request, "accounts/second_factor.html", _overview(request, form))


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def add_authenticator(request: SignedInRequest) -> HttpResponse:
    """Scan or type the secret, then enter a code. Only this response shows the recovery codes."""
    if (waits := step_up.waits_for_slip(request)) is not None:
        return waits
    # Try the secret of the form, then that of an earlier page, then a new one.
    for sealed in (request.POST.get("secret", ""), request.session.get(NEW_SECRET, "")):
        with suppress(DecryptionError):
            secret = unseal(sealed, SETTING_UP)
            break
    else:
        secret = second_factor.new_secret()
        request.session[NEW_SECRET] = sealed = seal(secret, SETTING_UP)
    typed = request.POST if request.method == "POST" else None
    form = AuthenticatorForm(typed, request=request, user=request.user)
    if request.method == "POST":
        step_up.require_step_up()
        if form.is_valid():
            now = timezone.now()
            try:
                codes = second_factor.enrol_authenticator(
                    user=request.user, secret=secret, typed=form.cleaned_data["typed"], now=now
                )
            except second_factor.Wrong:
                form.add_error("typed", _("驗證碼不對。請看電話的時間是否準確，再輸入現在顯示的六個數字。"))
            else:
                request.session.pop(NEW_SECRET, None)
                step_up.mark_proved(request, now)
                return after_enrolment(request, codes, _("驗證程式設定好了。"))
    site = f"Paiju {request.get_host()}"
    address = pyotp.TOTP(secret).provisioning_uri(name=request.user.username, issuer_name=site)
    groups = [secret[start : start + 4] for start in range(0, len(secret), 4)]
    context = {"form": form, "groups": groups, "qr": qr_svg(address), "address": address, "sealed": sealed}
    context["next"] = _then(request)
    return render(request, "accounts/authenticator.html", context, status=422 if form.errors else 200)


@login_required
@sensitive_post_parameters()
@require_POST
def add_passkey(request: SignedInRequest) -> HttpResponse:
    """Store the key made by the browser. Only this response shows the recovery codes."""
    if (first := step_up.waits_for_slip(request) or step_up.asked_again(request)) is not None:
        return first
    form = PasskeyForm(request.POST, request=request, user=request.user)
    if form.is_valid():
        now = timezone.now()
        answer, name = form.cleaned_data["answer"], form.cleaned_data["name"]
        try:
            codes = passkeys.add(request=request, user=request.user, answer=answer, name=name, now=now)
        except second_factor.Wrong:
            form.add_error("name", _("沒有收到通行密鑰。請再按一次；同一部裝置只可以加一次。"))
        else:
            step_up.mark_proved(request, now)
            return after_enrolment(request, codes, _("通行密鑰加好了。"))
    return render(request, "accounts/second_factor.html", _overview(request, form), status=422)


@login_required
@require_POST
def remove_passkey(request: SignedInRequest, key_id: int) -> HttpResponse:
    step_up.require_step_up()
    if passkeys.remove(user=request.user, key_id=key_id):
        messages.success(request, _("通行密鑰已經移除。"))
    return redirect("accounts:second_factor")


def _overview(request: SignedInRequest, form: PasskeyForm) -> dict[str, Any]:
    user = request.user
    offered = passkeys.available(request)
    return {
        "row": SecondFactor.objects.filter(user=user).first(),
        "keys": user.passkeys.all(),
        "codes_left": second_factor.codes_left(user),
        "form": form,
        "options": passkeys.options_to_make(request, user) if offered else "",
        "next": _then(request),
    }


@login_required
@require_POST
def remove_authenticator(request: SignedInRequest) -> HttpResponse:
    step_up.require_step_up()
    second_factor.remove_authenticator(user=request.user)
    messages.success(request, _("驗證程式已經移除。"))
    return redirect("accounts:second_factor")


@login_required
@require_POST
def renew_codes(request: SignedInRequest) -> HttpResponse:
    if not second_factor.has_second_factor(request.user):
        return redirect("accounts:second_factor")
    step_up.require_step_up()
    return after_enrolment(request, second_factor.renew_codes(user=request.user), _("舊的備用碼已經失效。"))


def after_enrolment(request: SignedInRequest, codes: list[str], sentence: str) -> HttpResponse:
    """Show new recovery codes; without any, return to the page before."""
    then = _then(request)
    if codes:
        context = {"codes": codes, "sentence": sentence, "next": then}
        return render(request, "accounts/recovery_codes.html", context)
    messages.success(request, sentence)
    return redirect(then)


def _then(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    fine = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if fine else reverse("accounts:second_factor")
