"""字型 Fonts of this machine, found as for PDFs: by fontconfig, which Pango asks too. For the program alone.

Each character is drawn with the first font that has it, the Chinese one of Hong Kong before others. What no font has is
left out where it is an ornament, and else stands as 〓, as printers show it: never as an empty box.
"""

import ctypes
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import ImageFont

CHINESE = (0x724C, 0x5C40)
"""The name of this site: a machine that cannot write it has no font for Chinese."""
MISSING = "〓"
_MOST_FONTS = 40
_LIBRARIES = ("libfontconfig.so.1", "libfontconfig.so", "libfontconfig.1.dylib", "libfontconfig-1.dll")


class NoFont(Exception):
    """This machine has no font for Chinese, or no fontconfig to find one with."""


@dataclass(frozen=True)
class _Face:
    """One font file: where it lies, which of its faces, and the set of its characters (a pointer of fontconfig)."""

    path: str
    index: int
    characters: int


class Faces:
    """The fonts of one weight, the best first."""

    def __init__(self, bold: bool) -> None:
        self._found = _faces(bold)
        if not all(self._face(chr(letter)) is not None for letter in CHINESE):
            raise NoFont("no font for Chinese on this machine: install one, such as fonts-noto-cjk")
        self._sized: dict[tuple[_Face, int], ImageFont.FreeTypeFont] = {}
        self._of: dict[str, _Face | None] = {}

    def runs(self, text: str, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        """The text in pieces that one font draws each."""
        piece, face = "", None
        for character in _drawn(text):
            of = self._known(character)
            if of is None:
                if _ornament(character):
                    continue
                character, of = MISSING, self._known(MISSING)
            if of is not face and piece and face is not None:
                yield piece, self._font(face, size)
                piece = ""
            face = of
            piece += character
        if piece and face is not None:
            yield piece, self._font(face, size)

    def _known(self, character: str) -> _Face | None:
        if character not in self._of:
            self._of[character] = self._face(character)
        return self._of[character]

    def _face(self, character: str) -> _Face | None:
        has = _library().FcCharSetHasChar
        return next((face for face in self._found if has(face.characters, ord(character))), None)

    def _font(self, face: _Face, size: int) -> ImageFont.FreeTypeFont:
        font = self._sized.get((face, size))
        if font is None:
            basic = ImageFont.Layout.BASIC
            font = ImageFont.truetype(face.path, size, index=face.index, layout_engine=basic)
            self._sized[face, size] = font
        return font


def _drawn(text: str) -> str:
    """Without what has no shape of its own (joiners, marks of direction)."""
    shown = (character for character in " ".join(text.split()) if unicodedata.category(character) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFC", "".join(shown))


def _ornament(character: str) -> bool:
    """Emoji, joiners and the like: a text says the same without them."""
    return unicodedata.category(character) in ("So", "Sk", "Cf", "Cc", "Mn", "Me", "Co", "Cs")


# --- fontconfig -------------------------------------------------------------------------------------------------------


class _FontSet(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("room", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p))]


@lru_cache(maxsize=1)
def _library() -> Any:
    for name in _LIBRARIES:
        try:
            found = ctypes.CDLL(name)
        except OSError:
            continue
        pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
        _says(found.FcInitLoadConfigAndFonts, pointer)
        _says(found.FcNameParse, pointer, text)
        _says(found.FcConfigSubstitute, number, pointer, pointer, number)
        _says(found.FcDefaultSubstitute, None, pointer)
        _says(found.FcFontSort, ctypes.POINTER(_FontSet), pointer, pointer, number, pointer, pointer)
        for name_ in ("String", "Integer", "Bool", "CharSet"):
            _says(getattr(found, f"FcPatternGet{name_}"), number, pointer, text, number, pointer)
        _says(found.FcCharSetHasChar, number, pointer, ctypes.c_uint32)
        return found
    raise NoFont("fontconfig is not installed")


def _says(function: Any, result: Any, *arguments: Any) -> None:
    function.restype, function.argtypes = result, arguments


@lru_cache(maxsize=1)
def _config() -> int:
    return int(_library().FcInitLoadConfigAndFonts() or 0)


def _faces(bold: bool) -> list[_Face]:
    """The fonts that can be drawn at any size in one colour, the best for Chinese first."""
    library = _library()
    pattern = library.FcNameParse(f"sans-serif:lang=zh-hk:weight={200 if bold else 80}".encode())
    library.FcConfigSubstitute(_config(), pattern, 0)
    library.FcDefaultSubstitute(pattern)
    outcome = ctypes.c_int()
    found = library.FcFontSort(_config(), pattern, 1, None, ctypes.byref(outcome))
    if not found:
        return []
    fonts = (found.contents.fonts[n] for n in range(found.contents.count))
    faces = [face for face in map(_face, fonts) if face is not None]
    return faces[:_MOST_FONTS]


def _face(font: int) -> _Face | None:
    path = _asked(font, "String", b"file", ctypes.c_char_p)
    scalable = _asked(font, "Bool", b"scalable", ctypes.c_int)
    coloured = _asked(font, "Bool", b"color", ctypes.c_int)
    characters = _asked(font, "CharSet", b"charset", ctypes.c_void_p)
    if not path or not scalable or coloured or not characters:
        return None
    # The upper half names an instance of a variable font.
    index = _asked(font, "Integer", b"index", ctypes.c_int) or 0
    return _Face(path.decode(), index & 0xFFFF, characters)


def _asked(font: int, kind: str, name: bytes, type_: Any) -> Any:
    value = type_()
    missing = getattr(_library(), f"FcPatternGet{kind}")(font, name, 0, ctypes.byref(value))
    return None if missing else value.value
