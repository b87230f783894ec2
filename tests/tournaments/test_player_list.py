"""名單的讀法: lists as clubs have them."""

import pytest

from tournaments.player_list import ListedPlayer, Unreadable, decode, read_list, read_numbers, write_numbers


def players(text, taken=None):
    return [line.player for line in read_list(text, taken or {})]


def test_it_numbers_a_plain_list_of_names():
    assert players("陳大文\n\n 李 小龍 \n") == [ListedPlayer(1, "陳大文"), ListedPlayer(2, "李 小龍")]


def test_it_numbers_on_from_the_players_who_are_there():
    assert players("陳大文", {7: "何家珍"}) == [ListedPlayer(8, "陳大文")]


def test_it_reads_the_usual_columns_without_a_heading():
    assert players("3,陳大文,東方會,是") == [ListedPlayer(3, "陳大文", "東方會", True)]


def test_it_reads_a_heading_in_any_order_and_either_language():
    assert players("姓名\t湊腳\t號碼\n陳大文\t\t5") == [ListedPlayer(5, "陳大文")]
    assert players("name;club\nChan;East") == [ListedPlayer(1, "Chan", "East")]


def test_it_reads_full_width_commas_and_quoted_commas():
    assert players("1，陳大文，東方會") == [ListedPlayer(1, "陳大文", "東方會")]
    assert players('2,"Chan, Tai Man",East') == [ListedPlayer(2, "Chan, Tai Man", "East")]


def test_it_takes_a_name_with_a_club_and_no_number():
    assert players("陳大文,東方會") == [ListedPlayer(1, "陳大文", "東方會")]


def test_it_gives_lines_without_a_number_one_that_nobody_else_gives():
    assert players("甲\n5,乙\n丙") == [ListedPlayer(6, "甲"), ListedPlayer(5, "乙"), ListedPlayer(7, "丙")]


@pytest.mark.parametrize(
    "text",
    ["0,甲", "-1,甲", "1.5,甲", "1,", "1,甲,會,可能", "1,甲,會,是,第五欄", "2,甲", "1," + "長" * 61],
)
def test_it_shows_what_is_wrong_with_a_line(text):
    [line] = read_list(text, {2: "乙"})
    assert line.errors
    assert line.player is None


def test_it_names_the_line_that_gave_the_number_first():
    first, second = read_list("4,甲\n4,乙", {})
    assert not first.errors
    assert "1" in second.errors[0]


def test_it_only_warns_of_a_name_that_is_there_already():
    [line] = read_list("甲", {1: "甲"})
    assert line.warnings
    assert line.player == ListedPlayer(2, "甲")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "big5hkscs"])
def test_it_reads_files_as_spreadsheets_write_them(encoding):
    assert players(decode("號碼,姓名\r\n1,陳𨋢文\r\n".encode(encoding))) == [ListedPlayer(1, "陳𨋢文")]


def test_it_says_when_a_file_is_no_text():
    with pytest.raises(Unreadable):
        decode(b"\x89PNG\r\n\x1a\n\xff\xff\x00")


def test_it_reads_table_numbers_as_people_write_them():
    assert read_numbers(" 1 - 3，7、9至10 ") == {1, 2, 3, 7, 9, 10}
    assert read_numbers("") == set()


@pytest.mark.parametrize("text", ["x", "0", "3-1", "1-99999999", "1--2"])
def test_it_refuses_what_are_no_table_numbers(text):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever int() says is as good
        read_numbers(text)


def test_it_writes_table_numbers_shortly():
    assert write_numbers({4, 1, 2, 3, 7}) == "1-4, 7"
