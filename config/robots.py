from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# Personal links, and addresses for other programs. All else may be fetched: the header that keeps a page out of search
# engines (`config.middleware.ResponseDefaultsMiddleware`) works only where the page may be fetched.
_LEFT_ALONE = ("/api/", "/p/", "/r/", "/slip/", "/me/", "/sign-in/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _LEFT_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
