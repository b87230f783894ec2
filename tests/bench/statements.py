"""Which statements a request of the product makes, counted in this process."""

from __future__ import annotations

from http.cookies import SimpleCookie

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.hall import Games
from tests.bench.posts import CSRF, Post


def statements(post: Post, place: int, games: Games) -> list[str]:
    """The SQL of one POST, BEGIN and COMMIT among it. Raises ValueError when the product refuses it."""
    client = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": CSRF, "host": "127.0.0.1"})
    client.cookies = SimpleCookie({"sessionid": games.session_of(place), "csrftoken": CSRF})
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(post.address(place), post.body(place), content_type=post.kind)
    if answer.status_code not in (200, 302):
        raise ValueError(f"{post.name}: {answer.status_code}")
    return [query["sql"] for query in captured.captured_queries]
