from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# Links that stand for a person, and what is meant for other programs. All else may be fetched: a page says itself that
# it is not to be listed (`config.middleware.ResponseDefaultsMiddleware`), which nobody reads who may not fetch it.
_LEFT_ALONE = ("/api/", "/p/", "/r/", "/slip/", "/me/", "/sign-in/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _LEFT_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
