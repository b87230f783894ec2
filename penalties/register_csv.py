import csv
import io
from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.spreadsheet import safe_cell
from penalties.selectors.register import Article
from scoring import RuleSet
from tournaments.words.wording import said


def csv_text(articles: Iterable[Article], rules: RuleSet) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_heading(rules))
    writer.writerows(_row(article) for article in articles)
    return out.getvalue()


def _heading(rules: RuleSet) -> list[str]:
    where = [_("編號"), _("時間"), _("日期"), said(_("半莊"), rules), _("檯"), _("鋪"), _("號碼"), _("姓名")]
    what = [_("犯規"), _("條文"), _("代號"), _("第幾次"), _("後果"), _("事實"), _("相片"), _("裁判")]
    return [*where, *what, _("推翻第幾則"), _("由第幾則推翻"), _("理由")]


def _row(article: Article) -> list[object]:
    game = article.game
    return [
        article.number,
        timezone.localtime(article.at).strftime("%Y-%m-%d %H:%M:%S"),
        article.day.isoformat(),
        game.round.number if game else "",
        game.table.number if game else "",
        article.hand or "",
        article.player.number if article.player else "",
        safe_cell(article.player.name) if article.player else "",
        safe_cell(article.name),
        safe_cell(article.section),
        article.offence,
        article.times or "",
        safe_cell(" · ".join(article.effects)),
        safe_cell(article.facts),
        _("有") if article.photo else "",
        safe_cell(article.referee),
        article.reverses or "",
        article.reversed_by or "",
        safe_cell(article.reason),
    ]
