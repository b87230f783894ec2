"""相片 of a ruling: only a picture, turned as it was held, small, and without what the camera wrote into it."""

from io import BytesIO

import pytest
from PIL import Image, ImageFile

from penalties.photos import MOST_BYTES, small_photo
from tournaments.core.exceptions import Invalid

ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825


def picture(format="JPEG", size=(400, 300), mode="RGB", colour="red", **saved):
    out = BytesIO()
    Image.new(mode, size, colour).save(out, format, **saved)
    return out.getvalue()


def small(data):
    return small_photo(BytesIO(data), len(data))


def opened(data):
    return Image.open(BytesIO(small(data)))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_what_phones_send_is_kept_as_a_jpeg(format):
    kept = opened(picture(format))
    assert (kept.format, kept.size) == ("JPEG", (400, 300))


@pytest.mark.parametrize(
    ("size", "kept"), [((4000, 3000), (1600, 1200)), ((3000, 4000), (1200, 1600)), ((20, 10), (20, 10))]
)
def test_only_a_large_photo_is_made_small(size, kept):
    assert opened(picture(size=size)).size == kept


def test_a_photo_is_turned_as_the_phone_was_held():
    image = Image.new("RGB", (400, 300), "red")
    image.paste("blue", (0, 0, 200, 300))
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    out = BytesIO()
    image.save(out, "JPEG", exif=exif)
    kept = opened(out.getvalue())
    assert kept.size == (300, 400)
    assert kept.getpixel((150, 20))[2] > 200
    assert kept.getpixel((150, 380))[0] > 200


def test_nothing_that_the_camera_wrote_is_kept():
    exif = Image.Exif()
    exif[MAKER] = "Secret Phone"
    exif.get_ifd(GPS)[1] = "N"
    data = picture(exif=exif, comment=b"my home")
    assert b"Secret Phone" in data
    kept = small(data)
    assert b"Secret" not in kept
    assert b"Exif" not in kept
    assert b"my home" not in kept


def test_a_transparent_photo_is_put_on_white():
    assert opened(picture("PNG", mode="RGBA", colour=(0, 0, 0, 0))).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16"])
def test_every_kind_of_colour_is_taken(mode):
    colour = 0 if mode in ("1", "L", "P", "I;16") else None
    format = "JPEG" if mode == "CMYK" else "PNG"
    assert opened(picture(format, mode=mode, colour=colour)).mode == "RGB"


def test_a_photo_is_never_too_large_to_be_carried_by_a_page():
    noise = Image.effect_noise((1600, 1600), 120).convert("RGB")
    out = BytesIO()
    noise.save(out, "PNG")
    assert len(small(out.getvalue())) < 1_500_000


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "JPEG、PNG 或 WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "JPEG、PNG 或 WebP"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(400), "JPEG、PNG 或 WebP"),
        (picture("GIF"), "JPEG、PNG 或 WebP"),
        (picture("PNG", size=(900, 900))[:300], "不完整"),
        (picture(size=(900, 900))[:600], "不完整"),
    ],
)
def test_what_is_no_picture_is_refused(data, sentence, monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint sets it
    with pytest.raises(Invalid) as refusal:
        small(data)
    assert refusal.value.field == "photo"
    assert refusal.value.detail.startswith("相片")
    assert sentence in refusal.value.detail
    assert ImageFile.LOAD_TRUNCATED_IMAGES


def test_more_than_ten_megabytes_are_refused():
    with pytest.raises(Invalid, match="10 MB"):
        small_photo(BytesIO(picture()), MOST_BYTES + 1)


@pytest.mark.parametrize("size", [(9000, 6000), (12000, 9000), (20000, 20000)])
def test_a_picture_that_unfolds_to_too_much_is_refused(size):
    with pytest.raises(Invalid, match="5000 萬像素"):
        small(picture("PNG", mode="1", colour=0, size=size))
