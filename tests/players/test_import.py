"""匯入: real sheets go in untouched, every fault is named by row and column, and an import can be taken back."""

import csv
import datetime as dt
import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.markup import markup as page
from tests.markup import shows, url
from tests.tournaments.factories import main_stage, make_players, put_on_list
from tournaments.audit.checks import audit
from tournaments.models import Contact, EventAct, Game, Player, Round
from tournaments.organising.services.events import add_tables
from tournaments.players.lists.files import Unreadable, read_file
from tournaments.players.lists.players import ListedPlayer, read_list
from tournaments.players.services import roster
from tournaments.rounds.services import seating

FORM = [  # data: what a form exports
    ["時間戳記", "電郵地址", "請填寫你的中文姓名（須與證件相同）", "Name in English (as on your ID card)",
     "你代表哪一個會所參賽？", "緊急聯絡人姓名", "緊急聯絡人電話", "你的聯絡電話（WhatsApp）", "會員證號碼（如有）",
     "我已細閱並同意比賽章程，以及收集個人資料聲明", "備註／特別安排"],
    ["2026/11/01 下午 3:04:05 [GMT+8]", "chan@example.com", "陳大文", "CHAN Tai Man", "東區雀友會", "陳太",
     "9123 0000", "9123 4567", "E-001", "我同意，並明白主辦單位會保存資料", "第一行\n第二行，要近門口"],
    ["2026/11/02 上午 9:30:00 [GMT+8]", "ho@example.com", "何家珍", "HO, Ka Chun", "", "何生", "6123 0000",
     "61234567", "", "我同意", ""],
]  # fmt: skip
FOUND = [
    ListedPlayer(1, "陳大文", "東區雀友會", latin="CHAN Tai Man", member="E-001", email="chan@example.com",
                 phone="9123 4567", note="第一行 第二行，要近門口"),
    ListedPlayer(2, "何家珍", latin="HO, Ka Chun", email="ho@example.com", phone="61234567"),
]  # fmt: skip


def csv_of(rows, encoding="utf-8", delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode(encoding)


def xlsx_of(rows, *, title="名單", before=()):
    book = Workbook()
    book.active.title = title
    for row in [*before, *rows]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def text_of(data):
    return read_file(data).text


def read(data, **more):
    found = read_list(text_of(data), {}, **more)
    assert not found.problem
    assert not [str(error) for line in found.lines for error in line.errors]
    return [line.player for line in found.lines]


@pytest.mark.parametrize(
    "data",
    [
        csv_of(FORM),
        csv_of(FORM, "utf-8-sig"),
        csv_of(FORM, "utf-16", "\t"),
        csv_of(FORM, "big5hkscs"),
        csv_of(FORM, "utf-8-sig", ";"),
        xlsx_of(FORM),
    ],
    ids=["utf-8", "byte order mark", "utf-16 tabs", "big5", "semicolons", "xlsx"],
)
def test_the_export_of_a_form_goes_through_untouched(data):
    assert read(data) == FOUND


def test_the_excel_file_of_a_club_goes_through_untouched():
    data = xlsx_of(
        [["編號", "姓名", "入會日期", "手提電話", "繳費"], [3, "陳大文", dt.date(2020, 1, 2), 91234567, True],
         [4.0, "何家珍", None, "+852 6123-4567", False]],
        before=[["東區雀友會 2026 會員名單"], []],
    )  # fmt: skip
    assert read(data) == [
        ListedPlayer(3, "陳大文", phone="91234567"),
        ListedPlayer(4, "何家珍", phone="+852 6123-4567"),
    ]


def test_rows_are_named_as_the_spreadsheet_numbers_them():
    rows = [["姓名", "電郵"], ["甲\n一", "x"], ["", ""], ["乙", "no address"]]
    found = read_list(text_of(csv_of(rows)), {})
    assert [(line.place, str(line.errors[0])) for line in found.lines] == [
        (2, "B 欄「電郵」：「x」不是電郵地址。"),
        (4, "B 欄「電郵」：「no address」不是電郵地址。"),
    ]


def test_the_organiser_says_which_column_is_what_and_where_the_headings_are():
    text = "Kennzahl,Wer,Woher\n7,甲,東\n8,乙,西"
    assert read_list(text, {}, heading_line=1).problem
    chosen = {"kennzahl": "number", "wer": "name", "woher": ""}
    found = read_list(text, {}, chosen=chosen, heading_line=1)
    assert [line.player for line in found.lines] == [ListedPlayer(7, "甲"), ListedPlayer(8, "乙")]
    assert "Woher" in found.notices[0]
    assert "B、C" in read_list(text, {}, chosen=chosen | {"woher": "name"}, heading_line=1).problem


def test_a_list_without_headings_takes_another_order():
    chosen = {"@1": "club", "@2": "name", "@3": "phone"}
    [line] = read_list("東區,陳大文,91234567", {}, chosen=chosen).lines
    assert line.player == ListedPlayer(1, "陳大文", "東區", phone="91234567")


def test_a_guess_gives_way_to_what_was_chosen():
    text = "姓名,全名\n阿文,陳大文"
    [line] = read_list(text, {}, chosen={"全名": "name", "姓名": "alias"}).lines
    assert line.player == ListedPlayer(1, "陳大文", alias="阿文")
    [line] = read_list(text, {}, chosen={"全名": "name"}).lines
    assert line.player == ListedPlayer(1, "陳大文"), "two columns of names would be none"


def zipped(**parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n\xff\xff\x00", "讀不到"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 100, "舊式"),
        (b"PK\x03\x04 broken", "壞"),
        (zipped(readme="hello"), "不是 .xlsx"),
        (zipped(**{"xl__workbook.xml": "<x/>", "bomb": b"\0" * 20_000_000}), "太大"),
        (zipped(**{"xl__workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}), "壞"),
        (zipped(**{"xl__workbook.xml": "<x/>"}), "壞"),
        (xlsx_of([]), "空"),
    ],
    ids=["picture", "xls", "broken", "zip", "bomb", "entities", "no sheet", "empty"],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(data, says):
    with pytest.raises(Unreadable, match=says):
        text_of(data)


def with_part(data, name, change):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, change(old.read(part)) if part == name else old.read(part))
    return out.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        lambda part: part.replace(
            b"<worksheet", b"<!--" + b" " * 2000 + b"--><!DOCTYPE x [<!ENTITY a 'b'>]><worksheet", 1
        ),
        lambda part: part.decode().encode("utf-16"),
        lambda part: b"<?xml version='1.0' encoding='cp037'?>" + part.decode().encode("cp037", "replace"),
    ],
    ids=["behind a comment", "wide letters", "another encoding"],
)
def test_entities_are_found_wherever_they_hide(change):
    with pytest.raises(Unreadable, match="壞"):
        text_of(with_part(xlsx_of(FORM), "xl/worksheets/sheet1.xml", change))


def test_a_sheet_that_is_named_hundreds_of_times_is_read_once():
    """A file of a kilobyte kept the worker busy for twenty minutes."""

    def named_often(part):
        sheet = re.search(rb"<sheet [^>]*/>", part)[0]
        return part.replace(sheet, sheet * 400)

    last = b'<sheetData><row r="20000"/></sheetData>'
    empty = with_part(
        xlsx_of([]), "xl/worksheets/sheet1.xml", lambda part: part.replace(b"<sheetData></sheetData>", last)
    )
    with pytest.raises(Unreadable, match="空"):
        text_of(with_part(empty, "xl/workbook.xml", named_often))


def test_formulas_are_never_worked_out():
    data = xlsx_of([["姓名", "備註"], ["=1+1", "=HYPERLINK(1)"], ["陳大文", ""]])
    found = read_list(text_of(data), {})
    assert "公式" in str(found.lines[0].errors[0]), "one without a kept value stays as it is, and no row is lost"
    assert found.lines[0].cells["note"] == "=HYPERLINK(1)"
    assert found.lines[1].player == ListedPlayer(2, "陳大文")
    [line] = read_list("姓名,備註\n=cmd|' /C calc'!A0,=1+1\n", {}).lines
    assert "公式" in str(line.errors[0])


def test_a_quotation_mark_that_never_ends_swallows_no_rows():
    found = read_list(text_of('姓名,會所\n"陳大文,東區\n'.encode() + "何家珍,西區\n".encode() * 40), {})
    assert len(found.lines) >= 40


WHERE = "/e/evening/players/import/"


def upload(client, data, name="list.csv", **more):
    return client.post(WHERE, {"file": SimpleUploadedFile(name, data), "preview": "1"} | more)


def sent_on(answer, **more):
    context = answer.context
    columns = {f"column-{column.place}": column.field for column in context["found"].columns}
    keys = {f"key-{column.place}": column.key for column in context["found"].columns}
    form = context["form"]
    kept = {name: form[name].value() for name in ("text", "heading_line", "guessed") if form[name].value() is not None}
    return kept | columns | keys | {"seen": context["seen"]} | more


def test_an_uploaded_form_takes_a_preview_and_a_save(client, event):
    answer = upload(client, xlsx_of(FORM), "form.xlsx")
    assert answer.status_code == 200
    assert not event.players.exists()
    assert client.post(WHERE, sent_on(answer, save="1")).status_code == 302
    chan, _ho = event.players.order_by("number")
    assert (chan.name, chan.latin_name, chan.club) == ("陳大文", "CHAN Tai Man", "東區雀友會")
    assert (chan.contact.email, chan.contact.phone, chan.contact.member) == ("chan@example.com", "9123 4567", "E-001")
    assert not list(audit())
    kept = roster.known_columns(event)
    assert kept["電郵地址"] == "email"
    assert kept["緊急聯絡人姓名"] == ""


@pytest.mark.parametrize("again", [{"preview": "1"}, {"save": "1"}])
@pytest.mark.parametrize("first", ["甲, 是\n乙", "號碼,姓名\n1,甲"])
@pytest.mark.parametrize("second", ["號碼,姓名,湊腳\n1,丙,\n2,丁,是", "1,丙\n2,丁"])
def test_headings_are_looked_for_again_in_another_list(client, event, first, second, again):
    """Neither may the headings become a player, nor the first player the headings."""
    page = client.post(WHERE, {"text": first, "preview": "1"})
    answer = client.post(WHERE, sent_on(page) | {"text": second} | again)
    if "preview" in again:
        assert [line.player.name for line in answer.context["found"].lines] == ["丙", "丁"]
        client.post(WHERE, sent_on(answer, save="1"))
    assert list(event.players.values_list("name", flat=True).order_by("number")) == ["丙", "丁"]


def test_a_heading_line_that_was_written_stays(client, event):
    page = client.post(WHERE, {"text": "名單,甲\n號碼,姓名\n1,乙", "preview": "1"})
    answer = client.post(WHERE, sent_on(page, preview="1") | {"heading_line": "0"})
    assert answer.context["found"].heading_line == 0
    assert client.post(WHERE, sent_on(answer, preview="1")).context["found"].heading_line == 0


def test_what_was_chosen_is_remembered_for_the_next_list(client, event):
    text = "Kennzahl,Wer\n7,甲"
    answer = client.post(WHERE, {"text": text, "heading_line": "1", "preview": "1"})
    assert answer.status_code == 422
    sent = sent_on(answer, preview="1") | {"column-1": "number", "column-2": "name"}
    answer = client.post(WHERE, sent)
    assert client.post(WHERE, sent_on(answer, save="1")).status_code == 302
    answer = client.post(WHERE, {"text": "Kennzahl,Wer\n8,乙", "heading_line": "1", "preview": "1"})
    assert client.post(WHERE, sent_on(answer, save="1")).status_code == 302
    assert list(event.players.values_list("number", "name")) == [(7, "甲"), (8, "乙")]


PLANTED = [  # data: row → what is wrong with it, and in which column
    (["1", "陳大文"], "A", "已屬於"),
    (["0", "甲甲"], "A", "整數"),
    (["x9", "乙乙"], "A", "整數"),
    (["12", "丙丙"], "", ""),
    (["12", "丁丁"], "A", "重複"),
    (["", "", "東區"], "B", "欠姓名"),
    (["", "長" * 61], "B", "60"),
    (["", "#REF!"], "B", "出錯"),
    (["", "=A1&B1"], "B", "公式"),
    (["", "91234567"], "B", "不是姓名"),
    (["", "黑仔"], "B", "黑名單"),
    (["", "戊戊", "會" * 61], "C", "60"),
    (["", "己己", "#N/A"], "C", "出錯"),
    (["", "庚庚", "", "L" * 61], "D", "60"),
    (["", "辛辛", "", "", "M" * 41], "E", "40"),
    (["", "壬壬", "", "", "M-1"], "E", "已在名單"),
    (["", "癸癸", "", "", "M-2"], "", ""),
    (["", "子子", "", "", "m-2"], "E", "重複"),
    (["", "丑丑", "", "", "", "no.address"], "F", "電郵"),
    (["", "寅寅", "", "", "", "", "ring me"], "G", "電話"),
    (["", "卯卯", "", "", "", "", "123"], "G", "電話"),
    (["", "辰辰", "", "", "", "", "", "字" * 301], "H", "300"),
    (["", "巳巳", "", "", "", "", "", "", "可能"], "I", "看不懂"),
]
HEADINGS = ["號碼", "姓名", "會所", "英文姓名", "會員號碼", "電郵", "電話", "備註", "湊腳"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_file_with_twenty_planted_faults_names_all_of_them_and_changes_nothing(client, event, boss, kind):
    there = Player.objects.create(event=event, number=1, name="在場")
    Contact.objects.create(player=there, member="M-1")
    put_on_list(event, "黑仔", boss)
    rows = [HEADINGS, *(row + [""] * (9 - len(row)) for row, _letter, _says in PLANTED)]
    data = csv_of(rows) if kind == "csv" else xlsx_of(rows)
    before = (event.players.count(), EventAct.objects.count(), Contact.objects.count())
    answer = upload(client, data, f"planted.{kind}")
    named = {(line.place, error[0]): error for line, _cells in answer.context["rows"] for error in line.errors}
    planted = [(place, letter, says) for place, (_row, letter, says) in enumerate(PLANTED, start=2) if letter]
    assert len(planted) == 21
    for place, letter, says in planted:
        assert says in named[place, letter], (place, letter)
    assert page(answer).count("<li>第") >= 20
    assert client.post(WHERE, sent_on(answer, save="1")).status_code == 422
    assert (event.players.count(), EventAct.objects.count(), Contact.objects.count()) == before


def test_the_same_name_twice_is_named_and_decided(client, event):
    Player.objects.create(event=event, number=1, name="陳大文")
    answer = client.post(WHERE, {"text": "陳大文\n何家珍\n何家珍\n李小龍", "preview": "1"})
    lines = {line.place: line for line, _cells in answer.context["rows"]}
    assert [place for place, line in lines.items() if line.again] == [1, 3]
    answer = client.post(WHERE, sent_on(answer, preview="1", skip=["1"]))
    assert answer.context["ready"] == 3
    client.post(WHERE, sent_on(answer, save="1", skip=["1"]))
    assert list(event.players.values_list("name", flat=True)) == ["陳大文", "何家珍", "何家珍", "李小龍"]


def test_one_player_is_one_in_english(client, event):
    client.cookies["paiju_language"] = "en"
    assert "Add 1 player<" in page(client.post(WHERE, {"text": "甲甲", "preview": "1"}))
    assert "Add 2 players<" in page(client.post(WHERE, {"text": "甲甲\n乙乙", "preview": "1"}))


def test_a_row_that_is_no_player_is_left_out_in_one_tap(client, event):
    text = "姓名\tName (English)\t電話\n甲甲\tKap\t61234567\n總計\t\t1\n乙乙\tYuet\t"
    answer = client.post(WHERE, {"text": text, "preview": "1"})
    assert answer.context["faulty"] == 1
    answer = client.post(WHERE, sent_on(answer, preview="1", skip=["2", "3"]))  # 2 has nothing wrong
    lines = {line.place: line for line, _cells in answer.context["rows"]}
    assert (answer.context["faulty"], answer.context["ready"]) == (0, 2)
    assert [place for place, line in lines.items() if line.skipped] == [3]
    client.post(WHERE, sent_on(answer, save="1", skip=["3"]))
    assert list(event.players.values_list("number", "name", "latin_name")) == [(1, "甲甲", "Kap"), (2, "乙乙", "Yuet")]


def test_an_import_is_taken_back_until_somebody_of_it_sits(client, event):
    make_players(event, 4)
    client.post(WHERE, {"text": "甲甲\n乙乙\n丙丙\n丁丁", "save": "1"})
    batch = roster.undoable_batch(event)
    assert len(batch.players) == 4
    undo = url("undo_import", event.slug, batch.act.number)
    assert undo in page(client.get("/e/evening/players/"))
    client.post(undo)
    assert event.players.count() == 4
    assert not list(audit())
    assert "不能再復原" in page(client.post(undo, follow=True))
    client.post(WHERE, {"text": "甲甲\n乙乙\n丙丙\n丁丁", "save": "1"})
    add_tables(event=event, count=2)
    round_ = Round.objects.create(event=event, number=1, day=event.starts_on, stage=main_stage(event))
    seating.draw_round(round_id=round_.pk, seed="1")
    assert roster.undoable_batch(event) is None
    number = EventAct.objects.filter(kind="players_added").latest("number").number
    assert "已編在第 1 個半莊" in page(client.post(url("undo_import", event.slug, number), follow=True))
    assert event.players.count() == 8
    assert Game.objects.count() == 2


def test_the_page_of_a_player_keeps_what_only_organisers_read(client, event):
    Player.objects.create(event=event, number=1, name="陳大文")
    where = url("player", event.slug, 1)
    sent = {"number": "1", "name": "陳大文", "club": "", "latin_name": "CHAN", "email": "a@b.hk", "phone": "91234567"}
    assert client.post(where, sent | {"email": "nowhere"}).status_code == 422
    assert client.post(where, sent).status_code == 302
    assert Contact.objects.get().email == "a@b.hk"
    assert "a@b.hk" in page(client.get(where))


def test_a_public_name_stands_wherever_the_public_reads_and_the_real_one_is_compared(client, event):
    client.post(WHERE, {"text": "姓名,公開名稱,電話\n陳大文,阿文,91234567", "save": "1"})
    player = event.players.get()
    assert (player.name, player.contact.real_name) == ("阿文", "陳大文")
    assert "陳大文" not in page(client.get(url("standings", event.slug)))
    assert "阿文（陳大文）" in page(client.get("/e/evening/players/"))
    assert client.post(WHERE, {"text": "陳大文", "preview": "1"}).context["again"] == 1
    where = url("player", event.slug, 1)
    shows(client.get(where), 'value="陳大文"', 'value="阿文"')
    sent = {"number": "1", "name": "陳大文", "club": "", "alias": "", "phone": "91234567"}
    assert client.post(where, sent).status_code == 302
    player.refresh_from_db()
    assert (player.name, Contact.objects.get().real_name, Contact.objects.get().phone) == ("陳大文", "", "91234567")
    assert not list(audit())


def test_the_black_list_knows_the_real_name(client, event, boss):
    put_on_list(event, "黑仔", boss)
    add = url("add_player", event.slug)
    assert client.post(add, {"number": "1", "name": "黑仔", "alias": "好人"}).status_code == 409
    assert client.post(add, {"number": "1", "name": "好人甲", "alias": "好人"}).status_code == 302
    where = url("player", event.slug, 1)
    assert client.post(where, {"number": "1", "name": "黑仔", "alias": "好人"}).status_code == 409
