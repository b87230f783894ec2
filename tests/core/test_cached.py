"""快取: what was made is used at its version alone."""

import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.http import Http404
from django.utils import translation

from tests.tournaments.factories import make_event
from tournaments.core.cached import cached, cached_each, cached_object, mark_of

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize("keep", [cached, cached_object])
def test_a_page_is_made_once_for_each_version_viewer_and_language(keep):
    event, made = make_event(), []

    def shown(*viewer, until=None):
        return keep(event, "page", viewer, lambda: made.append(1) or str(len(made)), until)

    assert [shown("anybody"), shown("anybody"), shown("official")] == ["1", "1", "2"]
    event.standings_version += 1
    assert shown("anybody") == "3"
    event.page_version += 1
    assert [shown("anybody"), shown("anybody", until="19:00")] == ["4", "5"]
    with translation.override("en"):
        assert shown("anybody") == "6"


def test_of_each_page_one_version_is_kept():
    event = make_event()
    for event.standings_version in range(5):
        cached(event, "page", (), lambda: "text")
    assert len(cache._cache) == 1


@pytest.mark.parametrize("keep", [cached, cached_object])
def test_many_who_ask_at_once_have_it_made_once(keep):
    event, made = make_event(), []

    def make() -> str:
        made.append(1)
        time.sleep(0.05)
        return "text"

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _reader: keep(event, "page", (), make), range(8)))
    assert (found, len(made)) == (["text"] * 8, 1)


def test_a_late_reader_gets_later_hands_but_no_page_of_other_names():
    event = make_event()
    event.standings_version += 1
    cached(event, "page", (), lambda: "first")
    event.standings_version -= 1
    assert cached(event, "page", (), lambda: "second") == "first"
    for step in (2, -4):  # a name was changed; an older backup came back
        event.page_version += step
        assert cached(event, "page", (), lambda step=step: f"by {step}") == f"by {step}"


def test_a_page_that_is_not_there_leaves_nothing_behind():
    def missing():
        raise Http404

    with pytest.raises(Http404):
        cached(make_event(), "page", (), missing)
    assert not cache._cache


def test_only_what_has_moved_is_made_again():
    asked = []

    def make(keys: Collection[int]) -> dict[int, str]:
        asked.append(sorted(keys))
        return {key: f"{key}!" for key in keys}

    assert cached_each("game", {1: 7, 2: 7}, make) == {1: "1!", 2: "2!"}
    assert cached_each("game", {1: 7, 2: 8, 3: 1}, make) == {1: "1!", 2: "2!", 3: "3!"}
    assert cached_each("game", {1: 7}, make) == {1: "1!"}
    assert asked == [[1, 2], [2, 3]]


def test_a_mark_changes_with_all_that_a_page_depends_on():
    event = make_event()
    marks = [mark_of(event, "page", ()), mark_of(event, "rows", ()), mark_of(event, "page", (1,))]
    marks.append(mark_of(event, "page", (), 1))
    event.page_version += 1
    marks.append(mark_of(event, "page", ()))
    assert len(set(marks)) == len(marks)


def test_a_page_without_results_survives_a_hand():
    event = make_event()
    mark = mark_of(event, "seats", (), played=False)
    assert cached(event, "seats", (), lambda: "before", played=False) == "before"
    event.standings_version += 1
    assert cached(event, "seats", (), lambda: "after", played=False) == "before"
    assert mark_of(event, "seats", (), played=False) == mark
    event.page_version += 1
    assert cached(event, "seats", (), lambda: "after", played=False) == "after"
