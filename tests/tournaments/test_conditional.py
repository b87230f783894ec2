"""未變: who has the page is told so in a few bytes, however their cache asks."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from tournaments.web.conditional import unchanged
from tournaments.web.page_cache import PageCache

MARK = 'W/"7-rows"'


@pytest.mark.parametrize("known", [MARK, '"7-rows"', f'"6-rows", {MARK}', "*"])
def test_it_is_not_sent_again(known: str) -> None:
    answer = unchanged(RequestFactory().get("/", headers={"If-None-Match": known}), MARK, "no-cache")
    assert answer is not None
    assert (answer.status_code, answer.content) == (304, b"")
    assert (answer["ETag"], answer["Cache-Control"]) == (MARK, "no-cache")


@pytest.mark.parametrize("known", ['"6-rows"', "7-rows", "", None])
def test_another_or_no_mark_gets_the_page(known: str | None) -> None:
    headers = {} if known is None else {"If-None-Match": known}
    assert unchanged(RequestFactory().get("/", headers=headers), MARK) is None


def test_it_sets_no_cache_control_that_the_view_has_not_named() -> None:
    answer = unchanged(RequestFactory().get("/", headers={"If-None-Match": MARK}), MARK)
    assert answer is not None
    assert "Cache-Control" not in answer


def test_pages_that_are_not_there_leave_nothing_behind():
    """Every number of a stage that there is not left a lock in the memory of the worker."""
    pages = PageCache()

    def missing() -> str:
        raise Http404

    for number in range(3):
        with pytest.raises(Http404):
            pages.get(("stage-rows", number), 1, missing)
    assert not pages._making
    assert pages.get("key", 1, lambda: "page").plain == b"page"
