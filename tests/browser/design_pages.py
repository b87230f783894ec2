"""Pages for the tests of the design system: the components alone, with the site's own frame and rules."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.template import engines
from django.urls import include, path

PAGES = Path(__file__).parent / "pages"

saved: list[str] = []
answers = {"news": ('"1"', "一"), "asked": ("", "0")}


def shown(request: HttpRequest, name: str, **context: Any) -> HttpResponse:
    source = (PAGES / f"{name}.html").read_text(encoding="utf-8")
    return HttpResponse(engines["django"].from_string(source).render(context, request))


def keyboard(request: HttpRequest) -> HttpResponse:
    rows = [{"value": "declared_ready", "label": "叮"}]
    return shown(request, "keyboard", circumstances=rows, laid={"concealed": request.GET.get("concealed", "")})


def count(request: HttpRequest) -> HttpResponse:
    keys = ("hand_concealed", "hand_winning", "hand_melds", "hand_flowers", "circumstances")
    return HttpResponse("|".join(request.POST.get(key, "") for key in keys))


def save(request: HttpRequest) -> HttpResponse:
    saved.append(request.POST["client_key"])
    if request.POST.get("fan") == "0":
        refusal = shown(request, "refused")
        refusal.status_code = 400
        return refusal
    return HttpResponseRedirect("/look/all/")


def news(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    etag, text = answers["news"]
    answers["asked"] = (request.headers.get("If-None-Match", ""), str(int(answers["asked"][1]) + 1))
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304)
    return HttpResponse(f'<p id="news">{text}</p>', headers={"ETag": etag})


def everything(request: HttpRequest) -> HttpResponse:
    names = ("張國強", "何家珍", "Christopher Wong Kar-wai", "李小龍")
    seats = [
        {"number": k, "wind": "東南西北"[k], "name": names[k], "points": p}
        for k, p in enumerate((-63, "128.5", 0, -45))
    ]
    melds = [{"kind": "kong", "tiles": "1111z"}]
    laid = {"concealed": "123m56m", "winning": "4m", "melds": melds, "flowers": "15f"}
    return shown(request, "all", seats=seats, laid=laid)


def sheet(request: HttpRequest) -> HttpResponse:
    name = "sheet" if request.headers.get("HX-Request") else "sheet_page"
    return shown(request, name, posted=request.POST.get("word", ""))


look = [
    path("sheet/", sheet),
    path("opener/", lambda request: shown(request, "opener")),
    path("keyboard/", keyboard),
    path("count/", count, name="count"),
    path("saving/", lambda request: shown(request, "saving")),
    path("save/", save, name="save"),
    path("polling/", lambda request: shown(request, "polling")),
    path("news/", news, name="news"),
    path("all/", everything),
]
# What the frame needs of the site: the accounts in its menu, and what waits on the phone.
urlpatterns = [path("look/", include(look)), path("", include("accounts.urls")), path("", include("tournaments.urls"))]
