"""管理帳戶: pages for those who look after accounts (staff): create, reset a password, switch off."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import selectors, services
from accounts.forms import PersonForm
from accounts.models import User
from accounts.requests import SignedInRequest


def may_change(keeper: User, person: User) -> bool:
    """Whether `keeper` may reset or switch off this account: not his own, and not one that may more than he."""
    return keeper.pk != person.pk and (keeper.is_superuser or not (person.is_superuser or person.is_staff))


def staff_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only keepers of accounts in; others get 403, and who is signed out the sign-in page."""

    @login_required
    @never_cache
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not (isinstance(request.user, User) and (request.user.is_staff or request.user.is_superuser)):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return inner


@staff_only
def people(request: SignedInRequest) -> HttpResponse:
    """所有帳戶."""
    return _people_page(request, form=PersonForm())


@staff_only
@require_POST
def add_person(request: SignedInRequest) -> HttpResponse:
    """新增帳戶: the made-up password stands on the answer, once."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _people_page(request, form=form, status=422)
    person, password = services.create_user(**form.cleaned_data)
    return _people_page(request, form=PersonForm(), person=person, password=password)


@staff_only
@require_POST
def reset_password(request: SignedInRequest, person_id: int) -> HttpResponse:
    """重設密碼: sessions of the account end; the new password stands on the answer, once."""
    person = _changeable(request, person_id)
    password = services.make_password()
    services.set_password(user=person, password=password)
    return _people_page(request, form=PersonForm(), person=person, password=password)


@staff_only
@require_POST
def set_active(request: SignedInRequest, person_id: int) -> HttpResponse:
    """停用 or 恢復."""
    person = _changeable(request, person_id)
    active = request.POST.get("active") == "yes"
    services.set_active(user=person, active=active)
    sentence = _("%(name)s 的帳戶已經恢復。") if active else _("%(name)s 的帳戶已經停用。")
    messages.success(request, sentence % {"name": person.display_name})
    return redirect("accounts:people")


def _changeable(request: SignedInRequest, person_id: int) -> User:
    person = get_object_or_404(User, pk=person_id)
    if not may_change(request.user, person):
        raise PermissionDenied
    return person


def _people_page(request: SignedInRequest, status: int = 200, **context: object) -> HttpResponse:
    rows = list(selectors.people())
    for row in rows:
        row.may_be_changed = may_change(request.user, row)  # type: ignore[attr-defined]
    return render(request, "accounts/people.html", {**context, "people": rows}, status=status)
