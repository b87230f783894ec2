import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace

import pypdf
import pytest
import time_machine
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from tests.made_once import made_once
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import Hall, make_hall, somebody
from tests.tournaments.factories import close_rounds
from tests.tournaments.long_games import long_game, sign_all
from tests.tournaments.recorder import DRAW, KONG, ruling
from tournaments.models import Act, Event, Game, Player, Scorecard, TableReferee, triggers
from tournaments.scorecards import pdf
from tournaments.scorecards.services import code_of, digest_of


@pytest.fixture
def finished(db: None) -> Hall:
    return made_once((finished_hall,), finished_hall)


def finished_hall() -> Hall:
    hall = make_hall()
    hall.finish()
    return hall


@pytest.fixture
def signed(finished: Hall) -> Hall:
    finished.sign()
    return finished


@pytest.fixture
def drawn() -> Iterator[None]:
    """No PDF is kept from before, nor after."""
    caches["drawn"].clear()
    yield
    caches["drawn"].clear()


def sign(hall: Hall, seat: int, **changes):
    digest = hall.get("sign_seat", seat).context["page"].digest
    return hall.post("sign_seat", seat, **{"digest": digest, "strokes": "M1,1L2,2"} | changes)


def code() -> str:
    return Scorecard.objects.get().code


def test_a_card_gives_nobody_a_pad_before_the_end_and_fines_and_deductions_have_a_column_of_their_own(hall):
    hall.settle({**KONG, "seat": 0}, DRAW)
    answer = hall.get("sign_seat", 0)
    assert (answer.status_code, answer["Location"]) == (302, hall.url("sign"))
    shows(hall.get("card"), never="罰分</th>")
    hall.play(ruling(2, "claim_cancelled"))
    hall.settle(DRAW)
    hall.play(ruling(1, consequences=["red"]))
    hall.settle(DRAW)
    answer = hall.get("card")
    shows(answer, "罰分</th>")
    page = answer.context["page"]
    fine = [("張國強", 5), ("李小龍", 5), ("陳大文", -15), ("何家珍", 5)]
    assert [line["penalties"] for line in page.lines] == [[], fine, [("李小龍", -5)]]
    assert [seat.penalties for seat in page.seats] == [5, 0, -15, 5]


def test_a_card_is_shown_to_everybody_signed_seat_by_seat_and_locked(finished):
    shows(finished.get("card", client=Client()), "南四局", "張國強")
    for seat in range(4):
        assert sign(finished, seat).status_code == 302
    shows(finished.get("card"), code(), Scorecard.objects.get().digest)
    shows(Client().get(url("check", code().lower())), "現時有效")


def test_a_signed_card_leads_its_referee_to_the_next_table(finished):
    referee = User.objects.get(username="referee")
    TableReferee.objects.create(table=finished.elsewhere.table, user=referee)
    shows(finished.get("card"), never="下一檯")
    finished.sign()
    shows(finished.get("card"), "下一檯：第 2 檯", url("table", finished.elsewhere.pk))
    shows(finished.get("card", client=finished.player(2)), never="下一檯")


def test_a_card_that_one_does_not_sign_says_who_ruled_and_why_wherever_it_is_read(finished):
    finished.sign(0, 1, 2)
    shows(finished.get("sign"), finished.url("sign_ruled", 3))
    digest = finished.get("sign_ruled", 3).context["page"].digest
    shows(finished.post("sign_ruled", 3, digest=digest, reason=""), "請寫下裁定作實的原因", status=400)
    answer = finished.post("sign_ruled", 3, digest=digest, reason="拒絕簽署，計分已核實")
    assert (answer.status_code, answer["Location"]) == (302, finished.url("card"))
    for where in (finished.url("card"), url("check", code())):
        shows(Client().get(where), "裁判裁定作實", "陳師傅：拒絕簽署，計分已核實")
    assert "裁判裁定作實" in pdf_page(finished.game, client=finished.referee)
    for where in (f"/api/cards/{code()}/", finished.url("api:card")):
        last = Client().get(where).json()["signatures"][3]
        assert (last["seat"], last["method"], last["ruled_by"]) == (3, "ruled", "陳師傅")
        assert last["reason"] == "拒絕簽署，計分已核實"


def test_after_a_refusal_the_card_that_is_shown_can_be_signed(finished):
    digest = finished.get("sign_seat", 0).context["page"].digest
    for answer in (
        sign(finished, 0, digest="0" * 64),
        finished.post("sign_ruled", 0, digest="0" * 64, reason="選手已離場"),
        sign(finished, 0, digest="0" * 64, strokes=""),
        finished.post("sign_ruled", 0, digest="0" * 64, reason=""),
    ):
        shows(answer, "記分卡在你細看之後有更改", f'name="digest" value="{digest}"', status=400)
    shows(sign(finished, 0, strokes=""), never="細看之後有更改", status=400)
    Event.objects.update(signing=Event.Signing.PIN)
    answer = sign(finished, 0, digest="0" * 64, pin="x")
    shows(answer, "記分卡在你細看之後有更改", f'name="digest" value="{digest}"', status=answer.status_code)


def test_the_card_is_folded_above_the_field_for_the_name_and_the_page_kept_when_nothing_was_drawn(finished):
    page = shows(finished.get("sign_seat", 0), '<details class="card"><summary>看整張記分卡')
    assert page.index("看整張記分卡") < page.index("data-signature")
    shows(sign(finished, 0, strokes=""), "手指", status=400)


@pytest.mark.parametrize("name", ["sign_seat", "sign_ruled"])
def test_there_are_four_seats(finished, name):
    assert finished.get(name, 4, client=somebody(finished, "stranger")).status_code == 404


def test_a_card_is_reopened_by_the_head_referee_with_a_reason_before_its_round_is_closed(signed):
    head, where = somebody(signed, "head referee"), url("round", signed.event.slug, 1)
    assert signed.get("reopen").status_code == 403
    shows(signed.get("reopen", client=head), never="先重開這個半莊")
    assert "原因" in markup(signed.post("reopen", client=head, reason=""))
    assert signed.post("reopen", client=head, reason="計錯").status_code == 302
    shows(Client().get(url("check", code())), "不再有效", "計錯")
    signed.sign()
    close_rounds(signed.event)
    shows(signed.get("reopen", client=head), "先重開這個半莊", f'href="{where}"')


def replaced(card, content):
    """Another text with its own digest and code: by itself nothing is wrong with it."""
    digest = digest_of(content)
    return {"content": content, "digest": digest, "code": code_of(digest, card.version)}


def without_a_player(content: str) -> str:
    card = json.loads(content)
    card["players"].pop()
    card["final"]["places"].pop()
    return json.dumps(card, ensure_ascii=False)


FORGERIES = {
    "text alone": lambda card: {"content": card.content.replace('"points":"', '"points":"1', 1)},
    "text and digest": lambda card: replaced(card, card.content.replace("陳大文", "陳小文")) | {"code": card.code},
    "text, digest and code": lambda card: replaced(card, card.content.replace("陳大文", "陳小文")),
    "points": lambda card: replaced(card, card.content.replace('"points":"', '"points":"1', 1)),
    "three players": lambda card: replaced(card, without_a_player(card.content)),
    "a text that is no card": lambda card: replaced(card, "[]"),
    "its code": lambda _card: {"code": "AAAABBBB"},
    "its signatures": lambda card: {"signatures": card.signatures[::-1]},
}


def matches() -> bool:
    return Client().get(f"/api/cards/{code()}/").json()["matches"]


@pytest.mark.parametrize("what", FORGERIES)
def test_the_check_compares_a_card_with_its_code_its_signatures_and_the_book(signed, what):
    with triggers.disabled():
        Scorecard.objects.update(**FORGERIES[what](Scorecard.objects.get()))
    shows(Client().get(url("check", code())), "不可採用")
    assert matches() is False


def test_a_card_is_not_confirmed_by_a_book_that_was_changed(signed):
    assert matches() is True
    with triggers.disabled():
        Act.objects.filter(kind="sign").update(user=None, player=signed.game.seats.first().player)
    assert matches() is False


def test_the_check_helps_with_an_unknown_code(db):
    shows(Client().get(url("check", "ABCD2345")), "ABCD2345", status=404)
    assert Client().get(url("find_card"), {"code": "ab cd2345"}).url.endswith("/ABCD2345/")


def test_a_pdf_is_made_once_for_all_who_see_the_same(finished, monkeypatch, drawn):
    pages = []

    def make(html):
        pages.append(html)
        return f"%PDF {len(pages)}".encode()

    monkeypatch.setattr(pdf, "make", make)
    address = finished.url("card_pdf")
    with time_machine.travel("2026-11-21 20:00+08:00", tick=False):
        first = Client().get(address).content
    with time_machine.travel("2026-11-21 21:00+08:00", tick=False):
        assert Client().get(address).content == first
        assert len(pages) == 1
        assert "2026年11月21日（六） 20:00" in pages[0]
        assert pdf.MOMENT not in pages[0]
        english = Client()
        english.cookies["paiju_language"] = "en"
        assert english.get(address).content != first
    finished.sign(0)
    assert Client().get(address).content != first
    assert len(pages) == 3


def test_one_pdf_is_made_at_a_time_and_the_browser_comes_again_or_prints_where_none_can_be_made(
    finished, monkeypatch, drawn
):
    address = finished.url("card_pdf")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "weasyprint", None)
        shows(Client().get(address, follow=True), "列印")
    monkeypatch.setattr(pdf, "make", lambda html: b"%PDF")
    with pdf._making:
        busy = Client().get(address)
    shows(busy, "正在製作另一份 PDF", status=503)
    assert (busy["Retry-After"], busy["Refresh"]) == ("3", "3")
    assert Client().get(address).content == b"%PDF"
    with pdf._making:
        assert Client().get(address).content == b"%PDF", "one that is kept does not wait"


def test_all_cards_of_an_event_are_one_document(hall):
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    for game in (hall.game, hall.elsewhere):
        replace(hall, game=game).settle(DRAW)
    for name, at in (("cards_pdf", ()), ("round_cards_pdf", (hall.game.round.number,))):
        document = hall.referee.get(url(name, hall.event.slug, *at)).content
        assert len(pypdf.PdfReader(io.BytesIO(document)).pages) == 2
    assert hall.referee.get(url("round_cards_pdf", hall.event.slug, 9)).status_code == 404


def pdf_page(game: Game, language: str = "zh-hant", client: Client | None = None) -> str:
    """The text of the card's PDF, which is one page."""
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    client = client or Client()
    client.cookies["paiju_language"] = language
    answer = client.get(url("card_pdf", game.pk))
    assert answer["Content-Type"] == "application/pdf"
    [page] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    return page.extract_text()


def rename(game: Game, *names: str) -> None:
    for seat, name in zip(game.seats.order_by("seat"), names, strict=True):
        Player.objects.filter(pk=seat.player_id).update(name=name)


@pytest.mark.sqlite
@pytest.mark.parametrize(("hands", "language"), [(16, "en"), (22, "zh-hant")])
def test_the_pdf_of_a_card_is_one_page(db, hands, language):
    """The row that spilled over was the last hand of a card of fifteen; rulings made five pages of twenty-two."""
    game = long_game(hands, ruled=hands > 16)
    sign_all(game)
    assert "張國強" in pdf_page(game, language)


@pytest.mark.sqlite
def test_long_names_keep_the_pdf_on_one_page_with_totals_signatures_and_carry_overs(db):
    game = long_game(22)
    first, second = "Alexander Wong-Fitzgerald", "Bartholomew Cholmondeley"
    rename(game, first, second, "Seraphina Montgomery-Lau", "Maximilian Featherstone")
    sign_all(game)
    page = pdf_page(game, "en")
    assert "Total" in page
    assert page.rindex("Maximilian Featherstone") > page.index("Total")  # the signature
    assert f"{first} ← {second} 21" in page  # the last column, on one line
    assert "carry-over +63" in page


@pytest.mark.sqlite
def test_a_character_without_a_font_is_replaced_and_named(finished):
    assert "〓" not in pdf_page(finished.game)
    rename(finished.game, "李\ue001", "陳\ue000", "何家珍", "張國強")
    page = pdf_page(finished.game)
    assert "李〓" in page
    assert "U+E000 U+E001" in page
    assert "何家珍" in page
