"""From an address that an event had before to the one that it has now."""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import ResolverMatch, reverse

from tournaments.access import Moved


def moved(request: HttpRequest, error: Moved) -> HttpResponseRedirect:
    """301 for a page that is looked at; 308 for a form, which is sent again as it is, and for programs.

    Kept by nobody, though it is for good: another event may take the address.
    """
    looks = request.method in ("GET", "HEAD") and not request.path.startswith("/api/")
    answer = HttpResponseRedirect(address_of_now(request, error.slug))
    answer.status_code = 301 if looks else 308
    answer["Cache-Control"] = "private, no-store"
    return answer


def address_of_now(request: HttpRequest, slug: str) -> str:
    """The requested address with the event's current slug."""
    match = request.resolver_match
    assert isinstance(match, ResolverMatch)
    where = reverse(match.view_name, kwargs={**match.kwargs, "slug": slug})
    question = request.META.get("QUERY_STRING", "")
    return f"{where}?{question}" if question else where
