"""`make faults` itself: what it takes for a power cut leaves what a disk owes, and no more."""

import random

from tests.faults.power import Call, File, _calls


def written(data: bytes, place: int) -> Call:
    return Call(1.0, "pwrite64", "", data, place)


def test_what_was_waited_for_stays_and_the_rest_may_go() -> None:
    file, chance = File(bytearray()), random.Random(1)
    file.since.append(written(b"a" * 1024, 0))
    file.waited_for()
    file.since.append(written(b"b" * 1024, 1024))
    left = {file.left(chance) for _cut in range(50)}
    assert all(each.startswith(b"a" * 1024) for each in left)
    assert {len(each) for each in left} == {1024, 2048}
    assert any(b"\0" * 512 + b"b" * 512 in each for each in left)


def test_calls_are_read_in_the_order_in_which_they_ended(tmp_path) -> None:
    log = tmp_path / "calls"
    path = "".join(f"\\x{byte:02x}" for byte in b"/d/paiju.sqlite3-wal")
    log.write_text(
        f'7 1.5 pwrite64(4<{path}>, "\\x61\\x62", 2, 24 <unfinished ...>\n'
        f"8 1.6 fdatasync(4<{path}>) = 0\n"
        "7 1.7 <... pwrite64 resumed>) = 2\n"
        '8 1.8 pwrite64(5<\\x2f\\x78>, "\\x61", 1, 0) = 1\n'
        f"8 1.9 ftruncate(4<{path}>, 100) = 0\n"
    )
    assert list(_calls(log, "/d/paiju.sqlite3")) == [
        Call(1.6, "fdatasync", "-wal"),
        Call(1.5, "pwrite64", "-wal", b"ab", 24),
        Call(1.9, "ftruncate", "-wal", b"", 100),
    ]
