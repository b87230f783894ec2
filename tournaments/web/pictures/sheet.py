"""畫紙 The sheet that a picture is drawn on: 1200 × 630 in the colours of the light pages, text that fits its room.

For the program alone. Places are pixels from the left upper corner; text stands on its baseline.
"""

import io
import re
from collections.abc import Sequence

from PIL import Image, ImageDraw

from tournaments.web.pictures import tiles
from tournaments.web.pictures.fonts import Faces

WIDE, HIGH = 1200, 630
EDGE = 60
PAPER, RAISED, LINE = "#faf9f5", "#ffffff", "#d9d5cb"
INK, MUTED, JADE, VERMILION, WHITE = "#1c1b19", "#5d5a52", "#0f6b4f", "#b3261e", "#ffffff"
TONES = {"+": JADE, "\N{MINUS SIGN}": VERMILION}
_CHINESE = re.compile(r"[\u2e80-\uffff]")
# A Chinese character with the marks behind it, or a word of other letters with its spaces.
_PIECES = re.compile(r"[\u2e80-\uffff][，。：；！？、）」』]*|[^\u2e80-\uffff\s]+\s*|\s+")
_SMALLEST = 0.72
"""Text is set smaller down to this part of its size before it is cut."""


class Sheet:
    """One picture in the making."""

    def __init__(self, bold: Faces, plain: Faces) -> None:
        self.image = Image.new("RGB", (WIDE, HIGH), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        self._faces = {True: bold, False: plain}

    def png(self) -> bytes:
        """The picture with at most 256 colours, which is all that flat colours and soft edges need."""
        fewer = self.image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = io.BytesIO()
        fewer.save(out, "PNG", compress_level=6)
        return out.getvalue()

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        """How wide the text is."""
        return sum(font.getlength(piece) for piece, font in self._faces[bold].runs(text, size))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: str = INK,
        *,
        bold: bool = False,
        room: float = WIDE - 2 * EDGE,
        right: bool = False,
    ) -> float:
        """Set one line from `at`, or up to it (`right`): smaller, then cut with …, where it is wider than `room`.
        The width that it took."""
        least = round(size * _SMALLEST)
        while size > least and self.width(text, size, bold=bold) > room:
            size -= 1
        text = self._cut(text, size, room, bold)
        wide = self.width(text, size, bold=bold)
        x, y = at[0] - wide if right else at[0], at[1]
        for piece, font in self._faces[bold].runs(text, size):
            self.draw.text((x, y), piece, colour, font, anchor="ls")
            x += font.getlength(piece)
        return wide

    def _cut(self, text: str, size: int, room: float, bold: bool) -> str:
        if self.width(text, size, bold=bold) <= room:
            return text
        end = "…" if _CHINESE.search(text[:1]) else "..."
        while text and self.width(text + end, size, bold=bold) > room:
            text = text[:-1]
        return text.rstrip() + end

    def lines(self, text: str, size: int, room: float, most: int, *, bold: bool = False) -> list[str]:
        """The text in lines of that width: broken at spaces, and anywhere between Chinese characters. The last of
        `most` lines has the rest. One line where a smaller size makes it fit."""
        if self.width(text, size, bold=bold) * _SMALLEST <= room:
            return [text]
        found, line = list[str](), ""
        for word in _words(text):
            if line and self.width((line + word).rstrip(), size, bold=bold) > room and len(found) < most - 1:
                found.append(line.rstrip())
                line = ""
            line += word if line else word.lstrip()
        return [*found, line.rstrip()]

    def tiles(self, at: tuple[int, int], codes: Sequence[str], width: int, gap: int = 2) -> int:
        """Tiles beside one another from the left upper corner `at`; where they end."""
        x, y = at
        for code in codes:
            face = tiles.tile(code, width)
            self.image.paste(face, (x, y), face)
            x += width + gap
        return x - gap


def _words(text: str) -> list[str]:
    """Pieces between which a line may break."""
    return _PIECES.findall(text)


def tone(points: str) -> str:
    """The colour of points with their sign."""
    return TONES.get(points[:1], INK)
