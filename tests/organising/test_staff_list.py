import pytest

from tournaments.organising.staff_list import MOST_PEOPLE, read_staff, share


def read(text):
    return [(line.name, line.role, sorted(line.tables), line.errors) for line in read_staff(text)]


@pytest.mark.parametrize(
    "line",
    [
        "陳師傅 裁判 1-4",
        "陳師傅\t裁判\t1-4",
        "陳師傅，裁判，1至4",
        "　陳師傅　裁判　１－４　",
        "陳師傅 裁判 第1-4檯",
        "裁判 陳師傅 1、2、3、4",
        "陳師傅 referee tables 1-4",
        "陳師傅 看檯裁判 1~4 枱",
        "陳師傅 1-4",
    ],
)
def test_a_list_of_staff_reads_a_referee_with_tables_however_they_are_written(line):
    assert read(line) == [("陳師傅", "referee", [1, 2, 3, 4], [])]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("李師傅 裁判長", ("李師傅", "head_referee")),
        ("Chan Tai Man, Head Referee", ("Chan Tai Man", "head_referee")),
        ("Judge Dredd judge", ("Judge Dredd", "referee")),
        ("何小姐; 大會", ("何小姐", "organiser")),
        ("Mary Ho Organizer", ("Mary Ho", "organiser")),
        ("Chan Tai Man", ("Chan Tai Man", "referee")),
        ("Jeffrey Refn referee", ("Jeffrey Refn", "referee")),
    ],
)
def test_a_list_of_staff_reads_every_role_in_both_languages(line, found):
    [(name, role, tables, errors)] = read(line)
    assert (name, role) == found
    assert tables == errors == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("陳師傅 裁叛 1-4", "看不出職責"),
        ("陳師傅,廚師", "看不出職責"),
        ("裁判 1-4", "欠姓名"),
        ("陳師傅 裁判 4-1", "4-1"),
        ("陳師傅 裁判 1-99999999", "看不懂"),
        ("陳師傅 裁判長 1-4", "任何一檯"),
        ("長" * 61 + " 裁判", "六十"),
        ("123 裁判", "不是姓名"),
    ],
)
def test_a_list_of_staff_names_what_is_wrong_with_a_line(line, says):
    [found] = read_staff(line)
    assert says in " ".join(found.errors)


def test_a_list_of_staff_names_the_line_that_says_the_same():
    first, other, again = read_staff("陳師傅 裁判 1\n陳師傅 大會\n\n陳師傅 裁判 2")
    assert not first.errors
    assert not other.errors
    assert "第 1 行" in again.errors[0]


def test_a_list_of_staff_shares_the_tables_among_the_referees_of_whom_none_are_written():
    lines = read_staff("甲 裁判\n乙 裁判 9\n丙 裁判\n丁 裁判長\n戊 裁判")
    share(lines, range(1, 9))
    assert [sorted(line.tables) for line in lines] == [[1, 2], [9], [3, 4, 5], [], [6, 7, 8]]


def test_lines_beyond_the_most_are_named_once_and_not_read():
    lines = read_staff("\n".join(f"裁判{n}號 裁判 1-4" for n in range(6000)))
    assert not any(line.errors for line in lines[:MOST_PEOPLE])
    assert len(lines) == MOST_PEOPLE + 1
    assert (lines[-1].place, lines[-1].name, lines[-1].tables) == (MOST_PEOPLE + 1, "", frozenset())
    assert "最多" in lines[-1].errors[0]


def test_more_tables_than_any_hall_has_are_no_tables():
    [(_name, _role, tables, errors)] = read("陳師傅 裁判 1-900, 901-1800")
    assert not tables
    assert "看不懂" in errors[0]
