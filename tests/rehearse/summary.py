"""總結: what a rehearsal has shown, in lines to read."""

import re
from collections.abc import Iterator, Sequence

from tests.rehearse.browser import Page
from tests.rehearse.checks import Found
from tests.rehearse.masters import Masters

Medal = tuple[str, int, str, str]

_MEDAL = re.compile(
    r'row-mark">(.*?)</span>.*?<span>(.*?)</span>.*?muted small"\s*>(\d+).*?number">\s*(?:<span.*?>)?(.*?)</span>',
    re.DOTALL,
)


def medals_on(page: Page) -> list[Medal]:
    """冠亞季殿 of the page of the final order: which, number, name, points."""
    if "未定" in page.words():
        raise AssertionError(f"the order is not final: {page.words()}")
    rows = _MEDAL.findall(page.text)
    return [(medal.strip(), int(number), name, points.strip()) for medal, name, number, points in rows]


def lines(masters: Masters, found: Sequence[Found], medals: Sequence[Medal], seconds: float) -> Iterator[str]:
    """Everything that a reader wants to know."""
    figures, people = masters.figures, [masters.head, *masters.referees]
    done = {name: sum(one.done[name] for one in people) for name in ("hands", "rulings", "pages")}
    yield f"{masters.players} players, {len(masters.referees)} referees, {len(masters.phones)} phones"
    yield f"{figures.requests} requests in {seconds / 60:.1f} min, {figures.failed} answered 5xx"
    yield f"{done['hands']} hands ({done['pages']} through the pages), {done['rulings']} rulings"
    for status, count in sorted(figures.statuses.items()):
        yield f"  {status}: {count}"
    yield "slowest:"
    for name, longest in figures.slowest(12):
        yield f"  {longest:6.2f} s  {name}"
    yield "most time in all:"
    for name, count, each in figures.heaviest(12):
        yield f"  {count:6} × {1000 * each:5.0f} ms  {name}"
    yield "stages:"
    for stage in found:
        quotas = f", places by session {dict(stage.quotas)}" if stage.quotas else ""
        sums = f"{stage.games} rounds, sum 0 (house {stage.house})"
        yield f"  {stage.stage}: {sums}, {len(stage.went)} on, {stage.lots} lots{quotas}"
    yield "medals:"
    for medal, number, name, points in medals:
        yield f"  {medal} {number} {name} {points}"
