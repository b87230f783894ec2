"""A program that draws pictures: `python -m tournaments.web.pictures.maker`, started by `kept` beside it.

Pillow draws for a tenth of a second a picture, mostly without letting another Python thread run; here it has a process
of its own. A picture in words is asked as JSON (`tournaments.web.program`), its PNG is the answer.
"""

import json
from functools import lru_cache

from tournaments.web.pictures.fonts import Faces, NoFont
from tournaments.web.pictures.layouts import drawn
from tournaments.web.pictures.sheet import Sheet
from tournaments.web.program import MADE, NOT_MADE, serve


@lru_cache(maxsize=1)
def _faces() -> tuple[Faces, Faces]:
    return Faces(bold=True), Faces(bold=False)


def made(asked: str) -> tuple[bytes, bytes]:
    """MADE and the PNG, or NOT_MADE and why."""
    try:
        sheet = Sheet(*_faces())
        drawn(sheet, json.loads(asked))
        return MADE, sheet.png()
    except NoFont as error:
        return NOT_MADE, str(error).encode()
    except Exception as error:
        return NOT_MADE, f"{type(error).__name__}: {error}".encode()


if __name__ == "__main__":
    serve(made, nice=5)
