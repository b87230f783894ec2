"""Pages of the scorecard: read, sign, PDF, reopen, check, and who may."""

import io
import json
import sys
import uuid

import pypdf
import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.markup import markup
from tests.tournaments.factories import add_member, make_game, make_user, play, play_and_confirm
from tests.tournaments.long_games import long_game, sign_all
from tournaments.models import Act, Game, Player, Role, Scorecard, triggers
from tournaments.scorecards import pdf
from tournaments.scorecards.services import code_of, digest_of
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(referee) -> Game:
    game = make_game(referee=referee)
    for deal in range(8):
        play_and_confirm(
            game, Actor(user_id=referee.pk), type="win", winner=(deal + 1) % 4, source=deal % 4, fan=10 + deal
        )
    return game


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def sign(client: Client, game: Game, seat: int, **changes):
    address = reverse("tournaments:sign_seat", args=[game.pk, seat])
    digest = client.get(address).context["page"].digest
    data = {"digest": digest, "client_key": str(uuid.uuid4()), "strokes": "M1,1L2,2"} | changes
    return client.post(address, data)


def test_it_shows_the_card_to_everybody_of_a_public_event(game):
    page = markup(Client().get(reverse("tournaments:card", args=[game.pk])))
    assert "南四局" in page
    assert "張國強" in page


def test_fines_and_deductions_have_a_column_of_their_own(referee):
    game = make_game(referee=referee)
    actor = Actor(user_id=referee.pk)
    address = reverse("tournaments:card", args=[game.pk])
    play_and_confirm(game, actor, type="reward", kind="concealed_kong", seat=0)
    play_and_confirm(game, actor, type="draw")
    assert "罰分</th>" not in markup(Client().get(address))
    play(game, actor, type="ruling", seat=2, offence="claim_cancelled")
    play_and_confirm(game, actor, type="draw")
    play(game, actor, type="ruling", seat=1, consequences=["red"])
    play_and_confirm(game, actor, type="draw")
    answer = Client().get(address)
    assert "罰分</th>" in markup(answer)
    page = answer.context["page"]
    assert [line.penalties for line in page.lines] == [
        (),
        (("張國強", 5), ("李小龍", 5), ("陳大文", -15), ("何家珍", 5)),
        (("李小龍", -5),),
    ]
    assert [seat.penalties for seat in page.seats] == [5, 0, -15, 5]


def test_it_is_signed_seat_by_seat_and_locked(game, referee):
    client = as_user(referee)
    for seat in range(4):
        assert sign(client, game, seat).status_code == 302
    card = Scorecard.objects.get(game=game)
    page = markup(client.get(reverse("tournaments:card", args=[game.pk])))
    assert card.code in page
    assert card.digest in page
    checked = markup(Client().get(reverse("tournaments:check", args=[card.code.lower()])))
    assert "現時有效" in checked


def test_a_card_that_one_does_not_sign_says_who_ruled_and_why_wherever_it_is_read(game, referee):
    client = as_user(referee)
    for seat in range(3):
        sign(client, game, seat)
    assert reverse("tournaments:sign_ruled", args=[game.pk, 3]) in markup(
        client.get(reverse("tournaments:sign", args=[game.pk]))
    )
    address = reverse("tournaments:sign_ruled", args=[game.pk, 3])
    page = client.get(address)
    sent = {"digest": page.context["page"].digest, "client_key": str(uuid.uuid4())}
    missing = client.post(address, sent | {"reason": ""})
    assert (missing.status_code, "請寫下裁定作實的原因" in markup(missing)) == (400, True)
    answer = client.post(address, sent | {"reason": "拒絕簽署，計分已核實"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("tournaments:card", args=[game.pk]))
    code = Scorecard.objects.get(game=game).code
    for where in (
        reverse("tournaments:card", args=[game.pk]),
        reverse("tournaments:check", args=[code]),
    ):
        said = markup(Client().get(where))
        assert "裁判裁定作實" in said
        assert "referee：拒絕簽署，計分已核實" in said
    pdf_text = pypdf.PdfReader(io.BytesIO(client.get(reverse("tournaments:card_pdf", args=[game.pk])).content))
    assert "裁判裁定作實" in pdf_text.pages[0].extract_text()
    for where in (reverse("api:check", args=[code]), reverse("api:card", args=[game.pk])):
        last = Client().get(where).json()["signatures"][3]
        assert (last["seat"], last["method"], last["ruled_by"]) == (3, "ruled", "referee")
        assert last["reason"] == "拒絕簽署，計分已核實"


def test_it_keeps_the_page_when_nothing_was_drawn(game, referee):
    answer = sign(as_user(referee), game, 0, strokes="")
    assert answer.status_code == 400
    assert "手指" in markup(answer)


def test_the_card_is_folded_above_the_field_for_the_name(game, referee):
    page = markup(as_user(referee).get(reverse("tournaments:sign_seat", args=[game.pk, 0])))
    assert '<details class="card"><summary>看整張記分卡' in page
    assert page.index("看整張記分卡") < page.index("data-signature")


def test_nobody_is_given_a_pad_before_the_game_can_be_signed() -> None:
    referee = make_user()
    game = make_game(referee=referee)
    play(game, Actor(user_id=referee.pk), type="draw")
    answer = as_user(referee).get(reverse("tournaments:sign_seat", args=[game.pk, 0]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("tournaments:sign", args=[game.pk]))


@pytest.mark.parametrize("name", ["sign_seat", "sign_ruled"])
def test_there_are_four_seats(game, name):
    stranger = as_user(make_user("stranger"))
    assert stranger.get(reverse(f"tournaments:{name}", args=[game.pk, 4])).status_code == 404


def test_it_is_reopened_by_the_head_referee_with_a_reason(game, referee):
    for seat in range(4):
        sign(as_user(referee), game, seat)
    head = make_user("head")
    add_member(game.event, head, Role.HEAD_REFEREE)
    address = reverse("tournaments:reopen", args=[game.pk])
    assert as_user(referee).get(address).status_code == 403
    key = str(uuid.uuid4())
    assert "原因" in markup(as_user(head).post(address, {"client_key": key, "reason": ""}))
    assert as_user(head).post(address, {"client_key": key, "reason": "計錯"}).status_code == 302
    card = Scorecard.objects.get(game=game)
    checked = markup(Client().get(reverse("tournaments:check", args=[card.code])))
    assert "不再有效" in checked
    assert "計錯" in checked


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


@pytest.mark.parametrize("what", FORGERIES)
def test_it_compares_a_card_with_its_code_its_signatures_and_the_book(game, referee, what):
    for seat in range(4):
        sign(as_user(referee), game, seat)
    card = Scorecard.objects.get(game=game)
    with triggers.disabled():
        Scorecard.objects.filter(pk=card.pk).update(**FORGERIES[what](card))
    code = Scorecard.objects.get(game=game).code
    assert "不可採用" in markup(Client().get(reverse("tournaments:check", args=[code])))
    assert Client().get(reverse("api:check", args=[code])).json()["matches"] is False


def test_a_card_is_not_confirmed_by_a_book_that_was_changed(game, referee):
    for seat in range(4):
        sign(as_user(referee), game, seat)
    code = Scorecard.objects.get(game=game).code
    assert Client().get(reverse("api:check", args=[code])).json()["matches"] is True
    with triggers.disabled():
        Act.objects.filter(game=game, kind="sign").update(user=None, player=game.seats.first().player)
    assert Client().get(reverse("api:check", args=[code])).json()["matches"] is False


def test_it_helps_with_a_code_that_nobody_knows(db):
    answer = Client().get(reverse("tournaments:check", args=["ABCD2345"]))
    assert answer.status_code == 404
    assert "ABCD2345" in markup(answer)
    assert Client().get(reverse("tournaments:find_card"), {"code": "ab cd2345"}).url.endswith("/ABCD2345/")


@pytest.mark.sqlite
def test_it_makes_a_pdf_with_chinese_on_one_page(game):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    answer = Client().get(reverse("tournaments:card_pdf", args=[game.pk]))
    assert answer["Content-Type"] == "application/pdf"
    pages = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == 1
    assert "張國強" in pages[0].extract_text()


def test_it_makes_a_pdf_once_for_whoever_sees_the_same(game, referee, monkeypatch):
    pages = []

    def make(html):
        pages.append(html)
        return f"%PDF {len(pages)}".encode()

    caches["drawn"].clear()
    monkeypatch.setattr(pdf, "make", make)
    address = reverse("tournaments:card_pdf", args=[game.pk])
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
    sign(as_user(referee), game, 0)
    assert Client().get(address).content != first
    assert len(pages) == 3
    caches["drawn"].clear()


def test_one_pdf_is_made_at_a_time_and_the_browser_comes_again(game, monkeypatch):
    caches["drawn"].clear()
    monkeypatch.setattr(pdf, "make", lambda html: b"%PDF")
    address = reverse("tournaments:card_pdf", args=[game.pk])
    with pdf._making:
        busy = Client().get(address)
    assert (busy.status_code, busy["Retry-After"], busy["Refresh"]) == (503, "3", "3")
    assert "正在製作另一份 PDF" in markup(busy)
    assert Client().get(address).content == b"%PDF"
    with pdf._making:
        assert Client().get(address).content == b"%PDF", "one that is kept does not wait"
    caches["drawn"].clear()


def test_it_asks_to_print_where_no_pdf_can_be_made(game, monkeypatch):
    caches["drawn"].clear()
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    answer = Client().get(reverse("tournaments:card_pdf", args=[game.pk]), follow=True)
    assert "列印" in markup(answer)


@pytest.mark.sqlite
@pytest.mark.parametrize("hands", [12, 16, 22])
@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_the_pdf_of_a_card_is_one_page(db, hands, language):
    """The row that spilled over was the last hand of a card of fifteen; rulings made five pages of twenty-two."""
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    game = long_game(hands, ruled=hands > 16)
    sign_all(game)
    client = Client()
    client.cookies["paiju_language"] = language
    answer = client.get(reverse("tournaments:card_pdf", args=[game.pk]))
    [page] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert "張國強" in page.extract_text()


def pdf_page(game: Game, language: str = "zh-hant") -> str:
    """The text of the card's PDF, which is one page."""
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    client = Client()
    client.cookies["paiju_language"] = language
    answer = client.get(reverse("tournaments:card_pdf", args=[game.pk]))
    [page] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    return page.extract_text()


def rename(game: Game, *names: str) -> None:
    for seat, name in zip(game.seats.select_related("player").order_by("seat"), names, strict=True):
        Player.objects.filter(pk=seat.player_id).update(name=name)


@pytest.mark.sqlite
def test_long_names_keep_the_pdf_on_one_page_with_totals_signatures_and_carry_overs(db):
    game = long_game(22)
    long = (
        "Alexander Wong-Fitzgerald",
        "Bartholomew Cholmondeley",
        "Seraphina Montgomery-Lau",
        "Maximilian Featherstone",
    )
    rename(game, *long)
    sign_all(game)
    page = pdf_page(game, "en")
    assert "Total" in page
    assert page.rindex("Maximilian Featherstone") > page.index("Total")  # the signature
    assert "Alexander Wong-Fitzgerald ← Bartholomew Cholmondeley 21" in page  # the last column, on one line
    assert "carry-over +63" in page


@pytest.mark.sqlite
def test_a_character_without_a_font_is_replaced_and_named(game):
    rename(game, "李\ue001", "陳\ue000", "何家珍", "張國強")
    page = pdf_page(game)
    assert "李〓" in page
    assert "U+E000 U+E001" in page
    assert "何家珍" in page


@pytest.mark.sqlite
def test_a_card_whose_characters_are_all_there_names_none(game):
    assert "〓" not in pdf_page(game)
