"""名單: real lists and files, as messengers, forms and spreadsheets leave them, go in or say what to do."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.markup import markup as page
from tests.markup import url
from tournaments.organising.staff_list import read_staff
from tournaments.players.lists.files import read_file
from tournaments.players.lists.players import ListedPlayer, read_list

INPUTS = Path(__file__).parents[1] / "data" / "inputs"
FOUR = ["陳大文", "李小美", "張三", "黃四"]


@pytest.fixture
def client(client, event):
    return client


def upload(client, data, name="list.csv"):
    where = url("import_players", "evening")
    return client.post(where, {"file": SimpleUploadedFile(name, data), "preview": "1"})


def uploaded(client, name):
    return upload(client, (INPUTS / name).read_bytes(), name)


def listed(answer):
    return [(line.player.number, line.player.name, line.player.club) for line in answer.context["found"].lines]


def told(answer):
    found = answer.context["found"]
    return " ".join([*answer.context["file_notices"], *found.notices])


def names(text):
    found = read_list(text, {})
    assert not found.problem
    assert not [str(error) for line in found.lines for error in line.errors]
    return [line.player.name for line in found.lines]


def workbook(*sheets, change=None):
    """An XLSX of sheets: (title, rows, what else is done to the sheet)."""
    book = Workbook()
    book.remove(book.active)
    for title, rows, layout in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        layout(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_it_is(_sheet):
    """Nothing more."""


EIGHT = ["陳一", "李二", "張三", "黃四", "何五", "周六", "吳七", "鄭八"]


@pytest.mark.parametrize(
    ("name", "found", "says"),
    [
        ("paste-dots.txt", FOUR, ["「1.」"]),
        ("paste-circled.txt", FOUR, ["「①」"]),
        ("paste-whatsapp.txt", [*FOUR, *EIGHT[4:]], ["第 8-9 行"]),
        ("cover-sheet.xlsx", EIGHT[:4], ["「名單」", "「Sheet」"]),
        ("form-twocol.csv", EIGHT, ["並排"]),
    ],
)
def test_a_list_of_a_kind_that_was_misread_gives_its_names_and_says_what_was_left_out(client, name, found, says):
    answer = uploaded(client, name)
    assert [name for _number, name, _club in listed(answer)] == found
    assert [words for words in says if words not in told(answer)] == []


def test_a_promised_guest_is_a_hint(client):
    assert "+1" in uploaded(client, "paste-whatsapp.txt").context["found"].lines[-1].warnings[0]


@pytest.mark.parametrize(
    ("name", "kept", "named"),
    [("filtered.xlsx", ["陳一", "李二"], "第 4-5 行"), ("hidden-row.xlsx", ["陳一", "張三", "黃四"], "第 3 行")],
)
def test_hidden_rows_are_left_out_and_named_until_the_list_is_saved(client, name, kept, named):
    answer = uploaded(client, name)
    assert [name for _number, name, _club in listed(answer)] == kept
    assert named in page(answer)
    sent = {"text": answer.context["form"]["text"].value(), "notice": answer.context["file_notices"], "preview": "1"}
    assert named in page(client.post(url("import_players", "evening"), sent))


@pytest.mark.parametrize("name", ["merged-club.xlsx", "strict.xlsx"])
def test_merged_clubs_count_for_all_their_rows_and_strict_files_are_read(client, name):
    assert listed(uploaded(client, name)) == [
        (1, "陳一", "東會"), (2, "李二", "東會"), (3, "張三", "西會"), (4, "黃四", "西會"),
    ]  # fmt: skip


def test_escaped_line_breaks_are_no_part_of_a_cell(client):
    assert listed(uploaded(client, "x000d.xlsx")) == [(1, "陳大文", "東會"), (2, "李小美", "西 會")]


def test_numbers_that_a_spreadsheet_has_broken_are_faults_that_say_what_to_do(client):
    found = uploaded(client, "phone-e.csv").context["found"]
    assert len(found.lines) == 4
    for line in found.lines:
        [error] = line.errors
        assert str(error).startswith("B 欄「電話」")
        assert "文字" in str(error)


@pytest.mark.parametrize(
    ("name", "found", "unread"),
    [
        ("form-firstlast.csv", ListedPlayer(1, "Tai Man Chan", "East", phone="91234567"), "Timestamp"),
        (
            "form-zhfull.csv",
            ListedPlayer(1, "陳大文", "東區雀友會", email="a@example.com", phone="91234567"),
            "身份證號碼頭四位",
        ),
    ],
)
def test_the_headings_of_real_forms_are_found(client, name, found, unread):
    answer = uploaded(client, name)
    assert [line.player for line in answer.context["found"].lines] == [found]
    assert unread in told(answer)


def test_two_lists_side_by_side_keep_their_clubs_and_are_numbered_as_the_text_is(client):
    answer = uploaded(client, "form-twocol.csv")
    assert {club for _number, _name, club in listed(answer)} == {"東", "西"}
    assert answer.context["form"]["text"].value().splitlines()[5].startswith("5\t何五")


def test_the_english_standings_go_back_in(client):
    answer = uploaded(client, "standings-demo.csv")
    assert len(listed(answer)) == 32
    assert (21, "曾錦榮", "旺角竹戰社") in listed(answer)


def test_house_players_and_escaped_names_of_our_own_export_go_back_in():
    text = "Place,Number,Name,Club,House player\n,7,'@Chan,,Yes\n1,8,'=1+1 Lee,'-East,\n"
    assert [line.player for line in read_list(text, {}).lines] == [
        ListedPlayer(7, "@Chan", staff=True),
        ListedPlayer(8, "=1+1 Lee", "-East"),
    ]
    [line] = read_list("名次,號碼,姓名,會所,湊腳\n,9,'＋甲,東會,是\n", {}).lines
    assert line.player == ListedPlayer(9, "＋甲", "東會", True)


def test_variants_of_one_name_are_a_hint(client):
    found = uploaded(client, "variants.csv").context["found"]
    assert ["是同一人" in "".join(line.warnings) for line in found.lines] == [False, True, False, True]
    assert not any(line.again for line in found.lines), "a hint stops nobody"


def test_signs_of_direction_are_no_part_of_a_name(client):
    answer = uploaded(client, "odd-names.csv")
    lines = answer.context["found"].lines
    assert [line.cells["name"] for line in lines[:2]] == ["陳大文", "李小"]
    assert len(lines[2].cells["name"]) < 10
    assert lines[3].player.name == "👨\u200d👩\u200d👧阿明"
    assert "公式" in str(lines[6].errors[0])
    assert lines[7].player.name == "@陳三"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("11月雀會報名 🀄\n\n1️⃣ 陳大文\n2️⃣李小美✅\n3️⃣ 張三 👍🏻\n🔟 黃四", FOUR),
        ("#接龍\n例 姓名\n1. 陳大文\n2. 李小美 +2\n3. 張三\n4. 黃四\n5. ", FOUR),
        ("一、陳大文\n二、李小美\n（三）張三\n十一、黃四", FOUR),
        ("• 陳大文\n• 李小美\n- 張三\n▪ 黃四", FOUR),
        ("01 陳大文\n02 李小美\n03 張三\n04 黃四", FOUR),
        ("No. 1 陳大文\nNo.2 李小美\n#3 張三\n第4位 黃四", FOUR),
        ("*1.* 陳大文\n*2.* ✅ 李小美\n⑶張三\n❹ 黃四", FOUR),
        ("姓名,會所\n1. 陳大文,東會\n2. 李小美,東會\n3. 張三,西會\n4. 黃四,西會", FOUR),
        ("1.\t陳大文\t東會\n(2)\t李小美\t東會\n③\t張三\n4、\t黃四", FOUR),
        ("姓名\t\t會所\n陳大文\t\t東\n李小美\t\t西\n張三\n黃四", FOUR),
        ("號碼,姓名\n1.0,陳大文\n2.0,李小美\n號碼,姓名\n3.0,張三\n4.0,黃四", FOUR),
        ("姓名\t\t姓名\t\t姓名\n陳大文\t\t張三\t\t黃四\n李小美", ["陳大文", "李小美", "張三", "黃四"]),
        ("枱,編號,姓名,編號,姓名\nA,1,陳大文,3,張三\nB,2,李小美,4,黃四", FOUR),
        (
            "Given name,Surname,Mobile no.,Name of your team,HKID first four digits\nTai Man,Chan,91234567,East,A123",
            ["Tai Man Chan"],
        ),
    ],
    ids=[
        "keycaps under a title", "wechat", "chinese numerals", "bullets", "number and space", "No. and #",
        "bold and other circles", "a column of numbered names", "a column of written numbers", "an empty column",
        "headings once a page", "three lists side by side", "two lists and a column before", "another form",
    ],
)  # fmt: skip
def test_other_lists_of_the_same_kinds_go_in(text, found):
    assert names(text) == found


@pytest.mark.parametrize("text", ["7仔\n1.5倍\n選手01", "陳大文\n2. 李小美\n張三\n黃四", "3,陳大文\n4,李小美"])
def test_a_digit_that_numbers_no_list_stays(text):
    found = read_list(text, {})
    assert not any("編號" in notice for notice in found.notices)
    assert len(found.lines) == len(text.splitlines())


def test_a_list_side_by_side_that_does_not_match_is_named_loudly():
    found = read_list("編號,姓名,屬會,編號,姓名\n1,陳一,東,5,何五", {})
    assert [line.player.name for line in found.lines] == ["陳一"]
    assert "E 欄" in " ".join(found.notices)


def test_hidden_columns_are_left_out_and_named(client):
    def hide(sheet):
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[2].hidden = True

    rows = [["姓名", "電話", "會所"], ["甲甲", "91234567", "東"], ["乙乙", "61234567", "西"]]
    data = workbook(("名單", rows, hide))
    answer = upload(client, data, "hidden.xlsx")
    [line] = answer.context["found"].lines
    assert line.player == ListedPlayer(1, "乙乙", "西")
    assert "隱藏的欄沒有讀：B" in told(answer)
    assert "第 2 行" in told(answer)


def test_headings_over_two_rows_and_a_sheet_for_each_club(client):
    def merge(sheet):
        for cells in ("A1:A2", "B1:B2", "C1:D1", "B3:B5"):
            sheet.merge_cells(cells)

    rows = [["姓名", "會所", "聯絡", None], [None, None, "電話", "電郵"], ["甲甲", "東會", "91234567", "a@b.hk"],
            [None, None, None, None], ["乙乙", None, "61234567", None]]  # fmt: skip
    other = ("西會", [["姓名"], ["丙丙"]], as_it_is)
    answer = upload(client, workbook(("東會", rows, merge), other, ("空白", [], as_it_is)), "clubs.xlsx")
    assert [line.player for line in answer.context["found"].lines] == [
        ListedPlayer(1, "甲甲", "東會", phone="91234567", email="a@b.hk"),
        ListedPlayer(2, "乙乙", "東會", phone="61234567"),
    ]
    assert "沒有讀：「西會」" in told(answer)
    assert "空白" not in told(answer)


def test_cells_that_are_merged_a_thousand_times_are_written_once():
    """Overlapping ranges, which no spreadsheet writes, take no longer than their rows."""
    data = workbook(("名單", [["姓名", "會所"], *([f"選手甲{n}", ""] for n in range(300))], as_it_is))
    often = b'<mergeCells count="9000">' + b'<mergeCell ref="B2:B20000"/>' * 9000 + b"</mergeCells>"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.namelist():
            new.writestr(part, old.read(part).replace(b"</sheetData>", b"</sheetData>" + often))
    assert len(re.findall("選手甲", read_file(out.getvalue()).text)) == 300


def test_a_workbook_of_many_sheets_whose_only_row_is_the_last_is_too_large(client):
    def at_the_end(sheet):
        sheet["A19999"] = 7

    data = workbook(*((f"第{n}張", [], at_the_end) for n in range(12)))
    assert "檔太大" in page(upload(client, data, "many.xlsx"))


@pytest.mark.parametrize("ticks", ["✅", "✅ "])
def test_a_name_of_thousands_of_ticks_is_too_long_and_takes_no_time(ticks):
    """Each such line took ten seconds."""
    lines = read_list("\n".join(f"{n}. 甲{ticks * 9000}乙" for n in range(1, 31)), {}).lines
    assert {line.errors[0] for line in lines} == {"姓名：最多 60 個字。"}


def test_half_of_an_escaped_pair_breaks_nothing(client):
    data = workbook(("名單", [["姓名"], ["陳_xD83D_大文"], ["李_x0007_小美"]], as_it_is))
    answer = upload(client, data, "half.xlsx")
    assert [name.encode() and name for _number, name, _club in listed(answer)][1] == "李小美"


def test_a_member_number_that_a_spreadsheet_shortened_is_a_fault():
    [line] = read_list("姓名,會員號碼\n甲甲,1.2E+08", {}).lines
    assert "C 欄" not in str(line.errors[0])
    assert "文字" in str(line.errors[0])


@pytest.mark.parametrize(
    "text",
    [
        "1. 陳師傅 裁判 1-4\n2. 李師傅 裁判長",
        "①陳師傅 裁判 1-4\n②李師傅 裁判長\n③",
        "1、陳師傅，裁判，1至4\n2、李師傅，裁判長 ✅",
    ],
)
def test_a_numbered_list_of_officials_gives_names_without_numbers(text):
    first, second = read_staff(text)
    assert (first.name, first.role, sorted(first.tables), first.errors) == ("陳師傅", "referee", [1, 2, 3, 4], [])
    assert (second.name, second.role, second.errors) == ("李師傅", "head_referee", [])


def test_the_page_of_officials_says_that_numbers_were_taken_off(client):
    sent = {"text": "1. 陳師傅 裁判 1-4\n2. 李師傅 裁判長", "tables": "4", "preview": "1"}
    assert "每行開首的編號不是姓名" in page(client.post(url("staff", "evening"), sent))
