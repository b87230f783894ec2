"""分享的圖片: PNGs of every page that is sent on, drawn and kept; tags and buttons of those pages."""

import io
import json
import re

import pytest
from django.core.cache import caches
from django.test import Client
from PIL import Image

from tests.markup import markup, url
from tests.security.addresses import address_of
from tests.security.hall import FullHall, make_full_hall
from tests.tournaments.factories import play
from tournaments.hall import drawing
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.sqlite

OF_EVENTS = ("event", "standings", "player", "card", "hand")
HAND = "?rules=hkma-league&hand=234m345m456s678s22z%205p+5p"
KONGS = "hand=1s%20[2222z]%20[3333z]%20(4444z)%20(7777z)%20(5555z)%2012345678f+1s&rules=hkma-league"


@pytest.fixture
def hall() -> FullHall:
    return make_full_hall()


def pictures(hall: FullHall) -> dict[str, str]:
    found = {name: address_of(f"tournaments:live_{name}_picture", hall) for name in OF_EVENTS}
    return found | {"count": "/live/zh-hant/count.png?" + KONGS, "no hand": "/live/zh-hant/count.png"}


def in_words(monkeypatch, client: Client, where: str) -> dict:
    """What stands in a picture."""
    with monkeypatch.context() as patch:
        patch.setattr(drawing, "png_of", lambda picture: json.dumps(picture).encode())
        return json.loads(client.get(where).content)


def test_each_is_a_small_png_in_both_languages(hall, client):
    for name, where in pictures(hall).items():
        seen = set()
        for language in ("zh-hant", "en"):
            answer = client.get(where.replace("zh-hant", language))
            assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), name
            assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
            assert len(answer.content) < 150_000
            seen.add(answer.content)
            again = client.get(where.replace("zh-hant", language), headers={"If-None-Match": answer["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert len(seen) == 2, name


def test_a_picture_is_drawn_once_for_each_content(hall, client, monkeypatch):
    where, drawn = pictures(hall)["standings"], []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"PNG %d" % len(drawn)

    caches["drawn"].clear()
    assert drawing.has_glyph("牌")
    monkeypatch.setattr(drawing, "draw", draw)
    first = client.get(where)
    assert client.get(where).content == first.content == b"PNG 1"
    play(hall.settled, Actor(user_id=hall.users["head referee"].pk), type="win", winner=2, source=1, fan=77)
    later = client.get(where)
    assert (later.content, later["ETag"] == first["ETag"]) == (b"PNG 2", False)
    assert len(drawn) == 2


def test_a_machine_that_is_busy_or_has_no_chinese_font_says_so(hall, client, monkeypatch):
    caches["drawn"].clear()
    monkeypatch.setattr(drawing, "WAIT_SECONDS", 0.01)
    with drawing._drawing:
        answer = client.get(pictures(hall)["event"])
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "請稍後再試" in answer.content.decode()
    assert client.get(pictures(hall)["event"]).status_code == 200
    caches["drawn"].clear()
    monkeypatch.setattr(drawing, "has_glyph", lambda character: False)
    answer = client.get(pictures(hall)["event"])
    assert answer.status_code == 503
    assert "這部伺服器暫時不能製作圖片" in answer.content.decode()
    assert "fonts-noto-cjk" in answer.content.decode()


def test_a_character_that_no_font_has_is_no_empty_box():
    assert drawing.clean("陳\u200d大\ue000文\ufe0f\x07\ufffe") == "陳大文〓"
    assert drawing.clean("甲\U000323af乙 & <丙>") == "甲〓乙 & <丙>"
    assert "&lt;丙&gt;" in drawing.svg_of({"layout": "list", "title": "& <丙>"})


@pytest.mark.parametrize("layout", ["list", "player", "hand"])
def test_the_longest_words_stay_on_the_sheet(layout):
    long = "非常長的賽事名稱" * 10
    words = {
        **dict.fromkeys(("head", "kind", "title", "line", "foot", "place", "points"), long),
        "layout": layout,
        "rows": [[long] * (4 if layout == "list" else 3)] * 9,
        "facts": [[long, long]] * 2,
        "tiles": [["1m"] * 40] * 3,
        "fans": [[long, long]] * 90,
        "total": [long, long],
        "course": [0.0, 5.0, -3.0] * 100,
    }
    content = drawing.png_of(words)
    assert content.startswith(b"\x89PNG"), content
    assert len(content) < 150_000


def test_what_stands_in_them(hall, monkeypatch):
    client, where = Client(), pictures(hall)
    hand = in_words(monkeypatch, client, where["count"])
    assert hand["tiles"][1] == ["back", "2z", "2z", "back"]
    assert int(hand["total"][0]) > 0
    assert hand["fans"]
    card = in_words(monkeypatch, client, where["card"])
    assert {row[1] for row in card["rows"]} == {seat.player.name for seat in hall.settled.seats.all()}
    assert in_words(monkeypatch, client, where["standings"])["head"] == hall.event.name


def test_what_is_private_or_no_hand_has_no_picture(hall, client):
    assert client.get(url("live_hand_picture", "zh-hant", hall.settled.pk, 99)).status_code == 404
    for query in ("hand=zzzz", "rules=nothing", "hand=" + "1m" * 900):
        assert client.get(f"/live/zh-hant/count.png?{query}").status_code == 404, query
    without_letters = re.sub(r"-[a-z2-7]{16}", "", address_of("tournaments:live_card_picture", hall))
    assert client.get(without_letters).status_code == 404


def test_pages_name_their_picture_and_can_be_sent_on_unless_private(hall, client):
    for name in ("event", "standings", "player_history", "card", "hand"):
        page = markup(client.get(address_of(f"tournaments:{name}", hall)))
        picture = re.search(r'property="og:image" content="http://testserver(/live/zh-hant/[^"]+)"', page)
        assert picture, name
        assert client.get(picture[1]).status_code == 200, name
        assert 'name="twitter:card" content="summary_large_image"' in page
        assert "data-copy-address" in page
    assert 'property="og:image"' in markup(client.get("/count/" + HAND))
    organiser = hall.browser("organiser")
    hall.event.hidden = True
    hall.event.save()
    assert "og:image" not in markup(organiser.get(address_of("tournaments:standings", hall)))
    hall.event.hidden, hall.event.public = False, False
    hall.event.save()
    assert "og:image" not in markup(organiser.get(address_of("tournaments:event", hall)))


def test_the_poster_speaks_both_languages_the_event_s_first(hall):
    organiser, where = hall.browser("organiser"), address_of("tournaments:poster", hall)
    page = markup(organiser.get(where))
    assert page.index("用電話掃一掃") < page.index("Scan with your phone")
    assert f"testserver/e/{hall.event.slug}" in page
    hall.event.language = "en"
    hall.event.save()
    page = markup(organiser.get(where))
    assert page.index("Scan with your phone") < page.index("用電話掃一掃")
