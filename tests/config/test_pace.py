"""步伐: two readings in three seconds, whoever asks when, and nothing older than a second and a half."""

from itertools import pairwise

import pytest

from config.pace import EVERY, kept_until, seconds_to_wait
from tests.config.test_door import scope

BEGAN = 1_800_000_000.0
"""A multiple of three."""
OF_NGINX = (("paiju-pace", "1"), ("if-none-match", 'W/"1"'))


def waits(passed: float, *headers: tuple[str, str], path: str = "/live/en/e/a/screen/rows/") -> float:
    return seconds_to_wait(scope("GET", path, *headers), BEGAN + passed)


def readings(gap: float, seconds: int) -> list[float]:
    """When nginx reads, where somebody asks it every so many seconds: what it keeps is good to the end of a second."""
    found, kept, at = [], 0.0, 0.0
    while at < seconds:
        if BEGAN + at >= kept:
            found.append(at + waits(at, *OF_NGINX))
            kept = int(kept_until(BEGAN + found[-1])[1:]) + 1
        at = round(at + gap, 3)
    return found


@pytest.mark.parametrize("gap", [0.01, 0.07, 0.1])
def test_however_often_somebody_asks_the_app_is_asked_twice_in_three_seconds(gap: float) -> None:
    found = readings(gap, 30)
    assert len(found) == 20
    assert max(after - before for before, after in pairwise(found)) <= EVERY + gap


def test_only_nginx_waits_and_only_where_it_has_something_to_give() -> None:
    assert waits(1.2, *OF_NGINX) == pytest.approx(0.3)
    assert waits(1.2) == waits(1.2, OF_NGINX[0]) == waits(1.2, OF_NGINX[1]) == 0
    assert waits(1.2, *OF_NGINX, path="/e/a/standings/rows/") == 0
    assert waits(0.9, *OF_NGINX) == waits(1.6, *OF_NGINX) == waits(2.9, *OF_NGINX) == 0
