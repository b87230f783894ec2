import pytest

from tournaments.players.lists.files import decode
from tournaments.players.lists.players import ListedPlayer, read_list, read_numbers, write_numbers


@pytest.mark.parametrize(
    ("text", "taken", "found"),
    [
        ("陳大文\n\n 李 小龍 \n", {}, [ListedPlayer(1, "陳大文"), ListedPlayer(2, "李 小龍")]),
        ("陳大文", {7: "何家珍"}, [ListedPlayer(8, "陳大文")]),
        ("3,陳大文,東方會,是", {}, [ListedPlayer(3, "陳大文", "東方會", True)]),
        ("姓名\t湊腳\t號碼\n陳大文\t\t5", {}, [ListedPlayer(5, "陳大文")]),
        ("name;club\nChan;East", {}, [ListedPlayer(1, "Chan", "East")]),
        ("選手01\n選手02", {}, [ListedPlayer(1, "選手01"), ListedPlayer(2, "選手02")]),
        ("1，陳大文，東方會", {}, [ListedPlayer(1, "陳大文", "東方會")]),
        ('2,"Chan, Tai Man",East', {}, [ListedPlayer(2, "Chan, Tai Man", "East")]),
        ("陳大文,東方會", {}, [ListedPlayer(1, "陳大文", "東方會")]),
        ("甲\n5,乙\n丙", {}, [ListedPlayer(6, "甲"), ListedPlayer(5, "乙"), ListedPlayer(7, "丙")]),
        ("甲\n乙", {999_999: "丙", 1: "丁"}, [ListedPlayer(2, "甲"), ListedPlayer(3, "乙")]),
        ("甲", {1: "甲"}, [ListedPlayer(2, "甲")]),
    ],
    ids=[
        "names alone", "numbered on from those who are there", "the usual columns without a heading",
        "a heading in any order", "a heading in English", "a name with a number is no heading", "full-width commas",
        "a quoted comma", "a name with a club and no number", "a number that nobody else gives",
        "lower numbers when the highest is taken", "a name that is there is only a warning",
    ],
)  # fmt: skip
def test_a_list_is_read(text, taken, found):
    assert [line.player for line in read_list(text, taken).lines] == found


@pytest.mark.parametrize(
    "text", ["0,甲", "-1,甲", "1.5,甲", "1,", "1,甲,會,可能", "1,甲,會,是,第五欄", "2,甲", "1," + "長" * 61]
)
def test_a_list_says_what_is_wrong_with_a_line(text):
    [line] = read_list(text, {2: "乙"}).lines
    assert line.errors
    assert line.player is None


def test_a_list_names_the_line_that_gave_the_number_first():
    first, second = read_list("4,甲\n4,乙", {}).lines
    assert not first.errors
    assert "第 1 行" in str(second.errors[0])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "big5hkscs"])
def test_a_list_is_read_as_spreadsheets_write_it(encoding):
    [line] = read_list(decode("號碼,姓名\r\n1,陳𨋢文\r\n".encode(encoding)), {}).lines
    assert line.player == ListedPlayer(1, "陳𨋢文")


def test_table_numbers_are_read_as_people_write_them_and_written_shortly():
    assert read_numbers(" 1 - 3，7、9至10 ") == {1, 2, 3, 7, 9, 10}
    assert read_numbers("") == set()
    assert write_numbers({4, 1, 2, 3, 7}) == "1-4、7"


@pytest.mark.parametrize("text", ["x", "0", "3-1", "1-99999999", "1--2"])
def test_what_are_no_table_numbers_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever int() says is as good
        read_numbers(text)


@pytest.mark.parametrize(
    ("text", "found", "unused"),
    [
        ("姓名 Name\t身高 No.\tClub\n陳大文\t9123\t東方會", [ListedPlayer(1, "陳大文", "東方會")], "身高 No."),
        ("Shoe,Player name,No.\n1,Chan,7", [ListedPlayer(7, "Chan")], "Shoe"),
        ("First Name,Last Name,Shoe\nTai Man,Chan,", [ListedPlayer(1, "Tai Man Chan")], "Shoe"),
        (
            '姓,名,身高\n陳,大文,"第一行\n第二行"\n何,家珍,',
            [ListedPlayer(1, "陳大文"), ListedPlayer(2, "何家珍")],
            "身高",
        ),
        ("姓名（中文）,,會所\n陳大文,x,東方會", [ListedPlayer(1, "陳大文", "東方會")], "B 欄"),
    ],
)
def test_unknown_columns_are_left_out_and_named(text, found, unused):
    read = read_list(text, {})
    assert [line.player for line in read.lines] == found
    assert any(unused in notice for notice in read.notices)


def test_headings_are_found_below_a_title_and_the_lines_above_named():
    read = read_list("2026 聯賽報名表\n\n編號,姓名\n3,陳大文", {})
    assert [line.player for line in read.lines] == [ListedPlayer(3, "陳大文")]
    assert "第 1 行" in read.notices[0]


def test_a_list_without_a_column_of_names_is_refused():
    read = read_list("編號,隊伍,Teilnehmer\n1,A,甲", {})
    assert read.lines == []
    assert "姓名" in read.problem


def test_a_name_that_is_there_twice_names_the_line_where_it_was_first():
    first, other, again = read_list("陳大文\n何家珍\n陳 大文", {}).lines
    assert not first.warnings
    assert not other.again
    assert again.again
    assert "第 1 行" in again.warnings[0]
    assert again.player is not None, "two people may have the same name"


@pytest.mark.parametrize("line", ["甲," + "a" * 131_073, "9" * 5_000 + ",甲", '"' + "a" * 131_073])
def test_every_line_is_read_whatever_it_holds(line):
    faulty, fine = read_list(line + "\n乙", {}).lines
    assert faulty.errors
    assert fine.player is not None


def test_a_list_that_is_too_long_loses_no_line():
    assert "5000" in read_list("甲\n" * 5_001, {}).problem
