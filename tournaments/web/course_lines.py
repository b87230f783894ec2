"""走勢 in the rows of the standings, packed so that 2,000 players load quickly.

A line has at most `STEPS` points of one letter each: its height between the lowest and the highest points of the event.
static/js/course-lines.js draws them.
"""

from collections.abc import Mapping, Sequence

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
STEPS = 40


def packed(courses: Mapping[int, Sequence[int]]) -> str:
    """A line of text per player, "21 0VXb", after one with the height of zero points. Players without a hand have
    none; a hand that moved no player moves nothing.
    """
    lines = {number: [0, *course] for number, course in courses.items() if course}
    low = min((min(line) for line in lines.values()), default=0)
    high = max((max(line) for line in lines.values()), default=0)
    span = (high - low) or 1

    def letter(units: int) -> str:
        return LETTERS[(units - low) * (len(LETTERS) - 1) // span]

    said = [f"0 {letter(0)}"]
    said += [f"{number} {''.join(map(letter, _thinned(line)))}" for number, line in sorted(lines.items())]
    return "\n".join(said)


def _thinned(line: Sequence[int]) -> Sequence[int]:
    if len(line) <= STEPS:
        return line
    return [line[n * (len(line) - 1) // (STEPS - 1)] for n in range(STEPS)]
