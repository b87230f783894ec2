import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from penalties.models import RulingPhoto
from tests.markup import markup, shows
from tests.penalties.test_photos import picture
from tests.tournaments.factories import play, play_and_confirm
from tournaments.models import Act


def photo():
    return SimpleUploadedFile("river.jpg", picture(size=(3000, 2000)), "image/jpeg")


def save(hall, **data):
    return hall.post("penalties:ruling", **({"seat": "2", "offence": "talking"} | data))


def kept(answer):
    found = re.search(r'name="photo_kept" value="([^"]+)"', markup(answer))
    return found[1] if found else ""


def stored():
    return Image.open(BytesIO(bytes(RulingPhoto.objects.get().image)))


def test_the_form_asks_for_a_photo_without_needing_it(hall):
    page = shows(hall.get("penalties:ruling", seat="2", offence="talking"), 'enctype="multipart/form-data"')
    assert re.search(r'<input id="id_photo" name="photo" type="file" accept="image/\*" capture="environment"', page)
    assert page.index('id="id_note"') < page.index('id="id_photo"') < page.index(">記錄判決<")
    assert save(hall).status_code == 302
    assert not RulingPhoto.objects.exists()


def test_a_photo_is_kept_small_with_the_article(hall):
    play_and_confirm(hall.game, hall.actor, type="draw")
    for hand in (None, 1):
        assert save(hall, photo=photo(), **({"hand": hand} if hand else {})).status_code == 302
        kept = RulingPhoto.objects.latest("pk")
        assert Image.open(BytesIO(bytes(kept.image))).size == (1600, 1067)
        assert kept.ruling.hand == (hand or 2)


@pytest.mark.parametrize("data", [b"no picture", b"\x00\x00\x00\x18ftypheic" + bytes(400)])
def test_a_refused_photo_leaves_the_rest_of_the_form(hall, data):
    answer = save(hall, note="向鄰檯說話", photo=SimpleUploadedFile("a.jpg", data, "image/jpeg"))
    shows(answer, "相片要是 JPEG、PNG 或 WebP 圖片。", "向鄰檯說話", status=400)
    assert not Act.objects.exists()


def test_a_photo_is_kept_when_the_ruling_is_refused_and_goes_in_with_the_next_try(hall):
    play(hall.game, hall.actor, type="ruling", seat=1, offence="talking")
    answer = save(hall, seen=0, photo=photo())
    assert answer.status_code == 409
    assert save(hall, photo_kept=kept(answer)).status_code == 302
    assert stored().size == (1600, 1067)


@pytest.mark.parametrize(("more", "photos"), [({}, 1), ({"photo_drop": "1"}, 0)], ids=["kept", "left out"])
def test_a_photo_is_kept_by_a_preview_without_scripts_until_it_is_left_out(hall, more, photos):
    answer = save(hall, preview="1", photo=photo())
    assert "data:image/jpeg;base64," in markup(answer)
    assert save(hall, photo_kept=kept(answer), **more).status_code == 302
    assert RulingPhoto.objects.count() == photos


@pytest.mark.parametrize("rest", ["AAAA", "%%%", "é"])
def test_a_photo_kept_by_the_page_cannot_be_another_one(hall, rest):
    assert save(hall, photo_kept=rest).status_code in (302, 400)
    assert not RulingPhoto.objects.exists()


def test_a_photo_is_stored_once_however_often_it_is_pressed(hall):
    key = "6f1c2f0e-6a55-4a4c-9a53-6d1d0a1f5c13"
    for _press in range(3):
        assert save(hall, client_key=key, seen=0, photo=photo()).status_code == 302
    assert RulingPhoto.objects.count() == 1
