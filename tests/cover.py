"""Which tests send which statements to the database, and the fewest that send them all (CONTRIBUTING.md).

pytest --record-statements FILE    writes them down, a file for each process
python -m tests.cover FILE*        prints the tests to be run on PostgreSQL
pytest --covering FILE             runs those, and what is marked `postgres`
"""

import re
import sys
import time
import warnings
import zlib
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

_ROOM = re.compile(re.escape(str(Path(__file__).parents[1])) + r"/(accounts|config|penalties|tests|tournaments)/")
# Numbers, such as those in names of savepoints and cursors, and the length of a list make no other statement.
_NUMBERS = re.compile(r"\d+")
_LISTS = re.compile(r"(\(?%s(?:::\w+)?\)?)(?:, \(?%s(?:::\w+)?\)?)+| WHEN .+(?= ELSE )")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-statements", metavar="FILE")
    parser.addoption("--covering", metavar="FILE")


def test_id(item: pytest.Item) -> str:
    """Without its folder, so that a test may move."""
    return item.nodeid.replace(str(Path(item.location[0]).parent) + "/", "", 1)


def statement(sql: str) -> str:
    text = _LISTS.sub(r"\1", _NUMBERS.sub("0", sql))
    return f"{zlib.crc32(text.encode()):08x}"


def _is_ours(frame: FrameType | None) -> bool:
    """Whether the product sends it, and not the test."""
    while frame is not None:
        if (parts := _ROOM.match(frame.f_code.co_filename)) is not None:
            return parts[1] != "tests"
        frame = frame.f_back
    return False


def _always(item: pytest.Item) -> bool:
    """Locks and races, and values that only one of the databases refuses, which no statement shows."""
    commits = item.get_closest_marker("django_db")
    return (
        item.get_closest_marker("postgres") is not None
        or item.get_closest_marker("both") is not None
        or "transactional_db" in getattr(item, "fixturenames", ())
        or (commits is not None and commits.kwargs.get("transaction", False))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("covering"):
        return
    listed = set(Path(config.getoption("covering")).read_text().splitlines())
    left = {item for item in items if test_id(item) not in listed and not _always(item)}
    gone = listed - set(map(test_id, items))
    if gone:
        warnings.warn(f"{len(gone)} listed tests no longer exist, such as {min(gone)}", stacklevel=1)
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


def _written(config: pytest.Config) -> Path:
    worker = getattr(config, "workerinput", {}).get("workerid", "main")
    return Path(f"{config.getoption('record_statements')}.{worker}")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("record_statements"):
        _written(config).unlink(missing_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    if not item.config.getoption("record_statements"):
        return (yield)
    sent: set[str] = set()
    execute, began = CursorWrapper._execute_with_wrappers, time.process_time()  # type: ignore[attr-defined]

    def note(self: CursorWrapper, sql: str, params: Any, many: bool, executor: Any) -> Any:
        if _is_ours(sys._getframe(1)):
            sent.add(statement(str(sql)))
        return execute(self, sql, params, many, executor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CursorWrapper, "_execute_with_wrappers", note)
        answer = yield
    seconds = 0.0 if _always(item) else time.process_time() - began + 0.05
    with _written(item.config).open("a") as lines:
        lines.write("\t".join([test_id(item), f"{seconds:.3f}", *sorted(sent)]) + "\n")
    return answer


def main(files: list[str]) -> None:
    """Print the tests that send every statement: again and again the one with the most new statements in its time."""
    sent: dict[str, set[str]] = {}
    took: dict[str, float] = {}
    for line in (line for file in files for line in Path(file).read_text().splitlines()):
        test, seconds, *statements = line.split("\t")
        sent[test], took[test] = set(statements), float(seconds) + 0.001
    chosen, missing = [], set[str]().union(*sent.values())
    while missing:
        best = max(sent, key=lambda test: (len(sent[test] & missing) / took[test], test))
        chosen.append(best)
        missing -= sent[best]
    print(*sorted(chosen), sep="\n")
    of_all = sum(took[test] for test in chosen) / sum(took.values())
    print(f"{len(chosen)} of {len(sent)} tests, {of_all:.0%} of their time", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
