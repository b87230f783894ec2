"""Whether and when the second factor was shown in this session, and the page that asks for it.

Kept in the session, so that no request needs a query for it.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from rest_framework import exceptions

from accounts import passkeys, second_factor, slips
from accounts.audit_context import audit_context, current_request
from accounts.devices import note_seen
from accounts.language import chosen_language, remember_language
from accounts.models import ApiToken, Organisation, SecondFactor, SignInSlip, User
from accounts.services import choose_language


class SignedInRequest(HttpRequest):
    user: User


PROVED = "second_factor_at"
"""Session key: when (seconds since 1970) the second factor was shown."""
PENDING = "second_factor_for"
"""Session key of a sign-in between the factors: [account, hash of its session, time, next page]."""
PENDING_SECONDS = 600
BACKEND = "django.contrib.auth.backends.ModelBackend"
CODE, RECOVERY, KEY = "second_factor_code", "second_factor_recovery", "second_factor_key"
"""Fields of the question: the code of the authenticator, a recovery code, the passkey's answer."""
SWITCH = "second_factor_language"


class SecondFactorRequired(PermissionDenied):
    """The organisation or the site requires a second factor, and this session has not shown it."""


class StepUpRequired(Exception):
    """The second factor must be shown before this step; `AccountMiddleware` asks for it."""


def mark_proved(request: HttpRequest, now: datetime) -> None:
    request.session[PROVED] = int(now.timestamp())


def proved(request: HttpRequest) -> bool:
    """Whether this session, or the owner of this API token, has shown a second factor."""
    if isinstance(getattr(request, "auth", None), ApiToken):
        return isinstance(request.user, User) and second_factor.has_second_factor(request.user)
    return PROVED in getattr(request, "session", {})


def fresh(request: HttpRequest, now: datetime) -> bool:
    """Whether it was shown in this session recently. Never for an API token: the cookie sent with it may be another
    person's."""
    if isinstance(getattr(request, "auth", None), ApiToken):
        return False
    shown = getattr(request, "session", {}).get(PROVED, 0)
    return bool(0 <= now.timestamp() - shown < settings.SECOND_FACTOR_MINUTES * 60)


def check_keeper(request: HttpRequest) -> None:
    """Raise PermissionDenied unless the user is an account manager, SecondFactorRequired without their second
    factor."""
    user = request.user
    if not (isinstance(user, User) and (user.is_staff or user.is_superuser)):
        raise PermissionDenied
    # They can remove the second factor of others, so they need one if any organisation requires it.
    demanded = settings.SECOND_FACTOR_DEMANDED or Organisation.objects.filter(second_factor=True).exists()
    if demanded and not proved(request):
        raise SecondFactorRequired


def waits_for_slip(request: SignedInRequest) -> HttpResponse | None:
    """Redirect to the account page while someone who has seen this session's slip could still use it.

    Until the slip expires, the session may belong to the wrong person. It may not set a password or second factor or
    make a token, which would all outlast it.
    """
    just_used = timezone.now() - slips.SECOND_LOOK
    if not SignInSlip.objects.filter(user=request.user, revoked_at=None, used_at__gt=just_used).exists():
        return None
    sentence = _(
        "剛剛用登入條登入：十分鐘內別人也可能打開同一張條，所以現在不能設密碼、兩步驗證或權杖。請十分鐘後再試。"
    )
    messages.warning(request, sentence)
    return redirect("accounts:account")


def sign_in(request: HttpRequest, user: User, *, then: str) -> HttpResponse:
    """Sign in after password or slip, or ask for the second factor first."""
    if second_factor.has_second_factor(user):
        now = int(timezone.now().timestamp())
        request.session[PENDING] = [user.pk, user.get_session_auth_hash(), now, then]
        return redirect("accounts:second_step")
    return complete_sign_in(request, user, then=then)


def pending(request: HttpRequest) -> tuple[User, str] | None:
    """Return the person between password and second factor, with their next page; None if there is none or it is too
    late."""
    known = request.session.get(PENDING)
    if not known:
        return None
    pk, mark, since, then = known
    user = User.objects.filter(pk=pk, is_active=True).first()
    late = timezone.now().timestamp() - since > PENDING_SECONDS
    if user is None or late or not constant_time_compare(mark, user.get_session_auth_hash()):
        return None
    return user, then


def complete_sign_in(request: HttpRequest, user: User, *, then: str, shown: bool = False) -> HttpResponse:
    request.session.pop(PENDING, None)
    request.session.pop(PROVED, None)
    login(request, user, backend=BACKEND)
    if shown:
        mark_proved(request, timezone.now())
    response = redirect(then)
    # Chinese is an account's default, not a choice: it does not override the device's language.
    chose = user.language != settings.LANGUAGE_CODE
    remember_language(response, user.language if chose else chosen_language(request))
    return response


def try_answer(request: HttpRequest, user: User) -> str:
    """Check the submitted code; return the error message, "" if it is right."""
    now = timezone.now()
    typed = request.POST.get(RECOVERY, "").strip() or request.POST.get(CODE, "")
    signed = "" if typed else request.POST.get(KEY, "")
    try:
        if signed:
            passkeys.prove(request=request, user=user, answer=signed, now=now)
        else:
            second_factor.prove(user=user, typed=typed, now=now)
    except second_factor.Locked:
        return _("錯了太多次。請 15 分鐘後再試，或者請管理帳戶的人重設兩步驗證。")
    except second_factor.Wrong:
        if signed:
            return _("這個通行密鑰不能在這裡用。請再試一次，或者用另一個方法。")
        return _("驗證碼不對，或者已經用過。請等驗證程式顯示下一個，再輸入。")
    mark_proved(request, now)
    return ""


def question(request: HttpRequest, user: User, **context: Any) -> dict[str, Any]:
    fields = {"person": user, "code": CODE, "recovery": RECOVERY, "key": KEY}
    typed = SecondFactor.objects.filter(user=user).exclude(secret="").exists()
    return fields | {"typed": typed, "passkey": passkeys.options_to_ask(request, user)} | context


def needs_step_up(request: HttpRequest, now: datetime) -> bool:
    """Whether an irreversible step must ask first: the person has a second factor and has not shown it recently."""
    user = request.user
    return isinstance(user, User) and not fresh(request, now) and second_factor.has_second_factor(user)


def require_step_up() -> None:
    """Raise StepUpRequired if the second factor must be shown; a service that calls it midway is rolled back.
    Management commands are never asked."""
    request = current_request()
    if request is not None and needs_step_up(request, timezone.now()):
        raise StepUpRequired


def not_for_programs() -> exceptions.PermissionDenied:
    sentence = _("這個帳戶有兩步驗證：這一步請在網頁上做，那裡會再問一次。")
    return exceptions.PermissionDenied(sentence, code="second_factor_required")


def asked_again(request: HttpRequest) -> HttpResponse | None:
    """Return the page that asks before an irreversible step; None if it was answered recently or there is no second
    factor.

    The page holds the whole request and sends it again with the answer, so that no input is lost. API clients get 403.
    """
    user = request.user
    if request.method == "GET" or not isinstance(user, User) or not needs_step_up(request, timezone.now()):
        return None
    if request.path.startswith("/api/"):
        raise not_for_programs()
    error = ""
    ours = {CODE, RECOVERY, KEY, SWITCH, "csrfmiddlewaretoken"}
    wanted = request.POST.get(SWITCH, "")
    if not wanted and ours & {*request.POST} - {"csrfmiddlewaretoken"}:
        error = try_answer(request, user)
        if not error:
            return None
    kept = [(name, value) for name, values in request.POST.lists() if name not in ours for value in values]
    context = {"kept": kept, "error": error, "minutes": settings.SECOND_FACTOR_MINUTES, "switch": SWITCH}
    if wanted not in dict(settings.LANGUAGES):
        return render(request, "accounts/asked_again.html", question(request, user, **context), status=403)
    choose_language(user=user, language=wanted)
    with translation.override(wanted):
        response = render(request, "accounts/asked_again.html", question(request, user, **context), status=403)
    response["Content-Language"] = wanted
    remember_language(response, wanted)
    return response


class AccountMiddleware:
    """Set the actor for logs, note that the device was seen, and ask for the second factor.

    An irreversible step raises StepUpRequired. The page that asks is returned here, after the rollback, because wrong
    answers are counted in the database; with a right answer the step is repeated.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with audit_context(request):
            response = self.get_response(request)
            # Only then: recording a hand writes nothing more, and nothing waits twice for a database that is away.
            if request.method == "GET" and response.status_code < 500:
                note_seen(request)
            return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if not isinstance(error, StepUpRequired) or match is None:
            return None
        answer: HttpResponse = asked_again(request) or match.func(request, *match.args, **match.kwargs)
        return answer
