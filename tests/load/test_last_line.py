"""The last line of `make load`, `make live` and `make faults` leaves nothing out, and says what was."""

import sys

import pytest

from tests.on_both import run, sum_up, verdict


def part(line: str, status: int) -> tuple[int, str]:
    return run(sys.executable, "-c", f"import sys; print('more'); print({line!r}); print(); sys.exit({status})")


@pytest.mark.parametrize(
    ("statuses", "word", "ends"),
    [((0, 0), "HELD", 0), ((0, 2), "NOT SHOWN", 2), ((1, 0), "NOT HELD", 1), ((2, 1), "NOT HELD", 1)],
)
def test_the_last_line_has_the_figures_of_every_part(
    capsys: pytest.CaptureFixture[str], statuses: tuple[int, int], word: str, ends: int
) -> None:
    parts = [part(f"sqlite: {statuses[0]} ms", statuses[0]), part(f"postgresql: {statuses[1]} ms", statuses[1])]
    assert sum_up(parts) == ends
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"{word}. sqlite: {statuses[0]} ms. postgresql: {statuses[1]} ms"


def test_what_could_not_be_shown_is_named_and_is_no_success() -> None:
    assert verdict(True, []) == ("HELD", 0)
    assert verdict(True, ["disk not filled: no root"]) == ("NOT SHOWN (disk not filled: no root)", 2)
    assert verdict(False, ["disk not filled: no root"]) == ("NOT HELD", 1)
