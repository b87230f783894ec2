from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import devices, selectors, services, slips, step_up
from accounts.forms import FirstAccountForm, SignInForm, TokenForm, password_form_of
from accounts.models import User
from accounts.step_up import SignedInRequest


class SignInView(LoginView):
    template_name = "accounts/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(**more) | {"first": not services.has_administrator()}

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        return _ask_to_wait(response, form.wait) if form.wait else response

    def form_valid(self, form: Any) -> HttpResponse:
        return step_up.sign_in(self.request, form.get_user(), then=self.get_success_url())


@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the first account with the code from the terminal; 404 once there is an account manager."""
    if services.has_administrator():
        raise Http404
    form = FirstAccountForm(request.POST or None)
    if request.method != "POST":
        return render(request, "accounts/first_account.html", {"form": form})
    status = 422
    if form.is_valid():
        try:
            form.cleaned_data.pop("code")
            user = services.open_first_account(**form.cleaned_data, now=timezone.now())
            login(request, user, backend=step_up.BACKEND)
            messages.success(request, _("帳戶開好了。下一步：開一個賽事，或者在「管理帳戶」加其他人。"))
            return redirect("/")
        except services.AlreadyAdministered:
            raise Http404 from None
        except services.NameTaken:
            form.add_error(None, _("這個登入名稱或主辦單位剛剛有人用了，請另選一個。"))
            status = 409
    return render(request, "accounts/first_account.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
def slip(request: HttpRequest, token: str) -> HttpResponse:
    """登入條: show whose it is, and sign them in after a tap. Opening the page does not use the slip, because camera
    apps open it too."""
    if request.method == "POST":
        user = slips.redeem(token=token, now=timezone.now())
        if user is not None:
            return step_up.sign_in(request, user, then=settings.LOGIN_REDIRECT_URL)
    found = slips.slip_by_token(token, timezone.now())
    if found is None:
        return render(request, "accounts/slip_gone.html", status=404)
    return render(request, "accounts/slip.html", {"person": found.user})


def too_many_tries(
    request: HttpRequest, original_response: HttpResponse | None, credentials: Mapping[str, str] | None
) -> HttpResponse:
    form = SignInForm(request)
    # axes calls this after the language of the request has been reset
    with translation.override(request.LANGUAGE_CODE):
        page = render(request, "accounts/sign_in.html", {"form": form, "locked": True})
    return _ask_to_wait(page, int(settings.AXES_COOLOFF_TIME.total_seconds()))


def _ask_to_wait(response: HttpResponse, seconds: int) -> HttpResponse:
    response.status_code = 429
    response["Retry-After"] = str(seconds)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        services.choose_language(user=request.user, language=chosen)
    return set_language(request)


@login_required
def account(request: SignedInRequest) -> HttpResponse:
    return _account_page(request)


@login_required
@require_POST
def change_password(request: SignedInRequest) -> HttpResponse:
    """Change the password and end all other sessions of the account."""
    if (first := step_up.waits_for_slip(request) or step_up.asked_again(request)) is not None:
        return first
    form = password_form_of(request.user, request, request.POST)
    if not form.is_valid():
        return _account_page(request, password_form=form, status=422)
    session = request.session.session_key or ""
    services.set_password(user=request.user, password=form.cleaned_data["new_password1"], session=session)
    update_session_auth_hash(request, request.user)
    devices.follow_session(request, session)
    messages.success(request, _("密碼已經更改。其他裝置要重新登入。"))
    return redirect("accounts:account")


@login_required
@require_POST
def create_token(request: SignedInRequest) -> HttpResponse:
    """Create a token; only this response shows its secret."""
    if (first := step_up.waits_for_slip(request) or step_up.asked_again(request)) is not None:
        return first
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _account_page(request, token_form=form, status=422)
    _token, secret = services.create_token(user=request.user, name=form.cleaned_data["name"], now=timezone.now())
    return _account_page(request, secret=secret)


@login_required
@require_POST
def revoke_token(request: SignedInRequest, token_id: int) -> HttpResponse:
    if services.revoke_tokens(user=request.user, token_id=token_id, now=timezone.now()):
        messages.success(request, _("權杖已經撤銷。"))
    return redirect("accounts:account")


@login_required
@require_POST
def end_devices(request: SignedInRequest, device_id: int | None = None) -> HttpResponse:
    """Sign out on one device, or on all others."""
    if device_id is None:
        count = devices.end(user=request.user, but=request.session.session_key or "")
        messages.success(request, _("已登出其他 %(count)s 部裝置。") % {"count": count})
    elif devices.end(user=request.user, device_id=device_id):
        messages.success(request, _("那部裝置已經登出。"))
    return redirect("accounts:account")


def _account_page(request: SignedInRequest, status: int = 200, **context: object) -> HttpResponse:
    context.setdefault("password_form", password_form_of(request.user, request))
    context.setdefault("token_form", TokenForm())
    context["tokens"] = selectors.tokens_of(request.user)
    context["devices"] = devices.live(request.user, timezone.now())
    context["here"] = request.session.session_key
    return render(request, "accounts/account.html", context, status=status)
