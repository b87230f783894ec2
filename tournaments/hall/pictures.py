"""圖片的內容 in the reader's language: the plain mapping that `drawing` takes.

Made from the data of the pages for the same reader, so that aliases, the delay and hidden standings apply here too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scoring import FanRow, RuleSet
from tournaments.core.access import EventAccess, GameAccess
from tournaments.models import Event, Player
from tournaments.models.fields import to_units
from tournaments.phrases.days import day_text, moment_text
from tournaments.phrases.stages import ordinal
from tournaments.phrases.wording import hand_name, listed, local, plural, said, unit_of
from tournaments.rulebook.calculator import Asked
from tournaments.rulebook.calculator_page import answer_to
from tournaments.scorecards.selectors import card_page
from tournaments.standings.columns import left_word, plain, signed
from tournaments.standings.cutline import event_standings, race_of
from tournaments.standings.player_pages import player_history
from tournaments.standings.rows import SETTLED, StandingRow, Standings, points_apart
from tournaments.standings.tally import last_change
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.recording.entry import melds_of
from tournaments.tables.selectors.hands import HandView, history, laid_by
from tournaments.tables.selectors.visible import viewer_of
from tournaments.templatetags.tiles import split

Picture = dict[str, Any]
Tiles = list[list[str]]
MOST_COURSE = 400


def event_picture(access: EventAccess) -> Picture:
    event = access.event
    found = event_standings(event, access.until) if access.adds_up else None
    rows = [row for row in found.rows if row.place][:3] if found and found.rounds else []
    return {
        "layout": "list",
        "head": _("牌局 Paiju"),
        "kind": _("賽事"),
        "title": event.name,
        "line": " · ".join(filter(None, (_days(event), event.venue))),
        "rows": [_standing(row) for row in rows],
        "foot": _as_of(found, access) if found and rows else "",
    }


def standings_picture(access: EventAccess) -> Picture:
    """排名: describe the leader, the lead, and the first five. Raises Http404 before the reveal."""
    if not access.adds_up:
        raise Http404
    found = event_standings(access.event, access.until)
    rows = [row for row in found.rows if row.place][:5] if found.rounds else []
    first = [row for row in rows if row.place == 1]
    if not rows:
        title = said(_("未開始"), found.rules)
    elif len(first) > 1:
        title = _("%(count)s 人並列第一") % {"count": first[0].tied}
    elif len(rows) == 1:
        title = first[0].name
    else:
        gap = points_apart(SETTLED.lead(rows[0]) - SETTLED.lead(rows[1]))
        sentence = _("%(name)s 領先 %(points)s 分") if gap else _("%(name)s 領先")
        title = sentence % {"name": rows[0].name, "points": plain(gap or 0)}
    return {
        "layout": "list",
        "head": access.event.name,
        "kind": _("排名"),
        "title": title,
        "line": _as_of(found, access) if rows else _days(access.event),
        "rows": [_standing(row) for row in rows],
        "foot": said(_("已結：只計已付的分，未付的拉未計。"), found.rules)
        if found.projects and found.rules.game.chain
        else "",
    }


def _standing(row: StandingRow) -> list[str]:
    where = ""
    if row.at:
        where = _("%(table)s 檯 · %(hand)s") % {"table": row.at[0], "hand": hand_name(row.at[1])}
    return [str(row.place), row.name, where, signed(row.units_score)]


def _as_of(found: Standings, access: EventAccess) -> str:
    latest, changed = found.latest, last_change(access.event, access.until)
    parts = []
    if latest is not None:
        sentence = _("第 %(number)s 個半莊進行中") if found.in_play else _("第 %(number)s 個半莊完結")
        parts.append(said(sentence, found.rules) % {"number": latest.number})
    if changed is not None:
        parts.append(moment_text(changed))
    return " · ".join(parts)


def _days(event: Event) -> str:
    first = day_text(event.starts_on, year=True)
    return first if event.starts_on == event.ends_on else f"{first} – {day_text(event.ends_on)}"


def player_picture(access: EventAccess, player: Player) -> Picture:
    """選手: describe a player's place, points and course. Raises Http404 before the reveal."""
    if not access.adds_up:
        raise Http404
    history = player_history(player, access, race_of(access))
    row, above, changed = history.place.row, history.place.above, last_change(access.event, access.until)
    facts = [[_("與上一名"), signed(-to_units(above))]] if above else []
    if row.units_projected != row.units_score:
        facts.append([_("預計"), signed(row.units_projected)])
    place = left_word(row) or (_("湊腳") if row.staff else _("未有名次"))
    if row.place:
        place = _("第 %(place)s 名") % {"place": ordinal(row.place)}
    # Only for the places of dots; the points themselves are shown in words.
    totals = [0.0, *(float(point.total) for point in history.course)]
    step = -(-len(totals) // MOST_COURSE)
    return {
        "layout": "player",
        "head": access.event.name,
        "kind": _("選手紀錄"),
        "title": f"{player.number} {player.name}",
        "line": player.club,
        "place": place,
        "points": signed(row.units_score),
        "facts": facts,
        "course": totals if step == 1 else [*totals[:-1:step], totals[-1]],
        "foot": moment_text(changed) if changed else "",
    }


def card_picture(access: GameAccess) -> Picture:
    page = card_page(access.game, viewer_of(access), signatures=False)
    seats = sorted(page.seats, key=lambda seat: (seat.place or 9, -seat.score, seat.seat))
    if page.card:
        state = _("已簽妥，查核碼 %(code)s") % {"code": page.card.code}
    else:
        state = _("未簽署") if page.finished else _("進行中")
    where = {"round": access.game.round.number, "table": access.game.table.number}
    return {
        "layout": "list",
        "head": access.event.name,
        "kind": _("記分卡"),
        "title": said(_("第 %(round)s 個半莊 · 第 %(table)s 檯"), rules_of(access.event)) % where,
        "line": state,
        "rows": [[str(seat.place or "–"), seat.name, seat.seat_wind, signed(to_units(seat.score))] for seat in seats],
        "leads": page.finished,
        "foot": plural("%(count)s 鋪", len(page.lines)),
    }


def hand_picture(access: GameAccess, number: int) -> Picture:
    """一鋪: describe the winner's tiles with their fans, else the result of the four. Raises Http404."""
    seen = history(access.game, viewer_of(access))
    view, folded = seen.hand(number), seen.book.folded.hand(number)
    if view is None or folded is None or not view.closed:
        raise Http404
    rules, line = seen.book.rules, hand_line(folded)
    best = max(line["payments"], key=lambda payment: payment["fan"], default=None)
    laid = laid_by(line["events"], best["winner"]) if best else None
    where = {"round": access.game.round.number, "table": access.game.table.number}
    fans = _fans_of(view, best, seen.wording.name(best["winner"]), rules) if best else []
    # A first win under rules with 拉 moves no points yet.
    changes = [[one.name, signed(to_units(one.change)), signed(to_units(one.total))] for one in view.seats]
    return {
        "layout": "hand",
        "head": access.event.name,
        "kind": _("第 %(number)s 鋪 · %(title)s") % {"number": number, "title": view.title},
        "title": view.result,
        "line": said(_("第 %(round)s 個半莊 · 第 %(table)s 檯"), rules) % where,
        "tiles": _laid(laid) if laid else [],
        "fans": fans,
        "rows": changes if view.moves_points and not fans else [],
        "notes": [] if fans or view.moves_points else list(view.chains[:4]),
        "total": [str(best["fan"]), unit_of(rules)] if best and fans else ["", ""],
        "more": _("另 {n} 項"),
        "foot": view.state_label,
    }


def _fans_of(view: HandView, best: Mapping[str, Any], winner: str, rules: RuleSet) -> list[list[str]]:
    """Return the fans that count, largest first. Ticked ones come without 底, which is added if they lack just that."""
    rows: Sequence[FanRow] = next((count.rows for count in view.counted if count.name == winner), ())
    largest_first = sorted(rows, key=lambda row: -row.value)
    fans = [_fan(local(row.name, row.name_en), row.count, row.value) for row in largest_first]
    if rules.base and rows and best["fan"] - sum(row.value for row in rows) == rules.base:
        fans.append([_("底"), str(rules.base)])
    return fans


def _fan(name: str, count: int, value: int) -> list[str]:
    return [f"{name} × {count}" if count > 1 else name, str(value)]


def count_picture(asked: Asked, rules: RuleSet) -> Picture:
    """計番: describe the tiles, their count and its reasons. Raises Http404 for an invalid hand."""
    answer, melds, laid = answer_to(asked, rules), melds_of(asked.laid.melds), asked.laid
    kind, head = local(rules.name_zh, rules.name_en), said(_("計番"), rules)
    if not laid.touched:
        line = said(_("擺上手牌，即時計出每一番。"), rules)
        return {"layout": "list", "head": _("牌局 Paiju"), "kind": kind, "title": head, "line": line}
    if answer.problem or melds is None:
        raise Http404
    parts = {"melds": melds, "flowers": laid.flowers, "concealed": laid.concealed, "winning": laid.winning}
    counted, rows = answer.total is not None, sorted(answer.rows, key=lambda row: -row.value)
    best = [row.name for row in rows if row.name != _("底")][:2]
    waits = [[one["tile"], one["by_discard"] or one["by_own_draw"] or "–"] for one in answer.waits]
    return {
        "layout": "hand",
        "head": head,
        "kind": kind,
        "title": (listed(best) if best else head) if counted else answer.note or _("這手牌"),
        "line": answer.below,
        "tiles": _laid(parts),
        "fans": [_fan(row.name, row.count, row.value) for row in rows],
        "waits": [] if counted else waits,
        "total": [str(answer.total), answer.unit] if counted else ["", ""],
        "more": _("另 {n} 項"),
        "foot": " · ".join(answer.payments) or answer.points,
    }


def _laid(parts: Mapping[str, Any]) -> Tiles:
    """Return groups from left to right: flowers, melds, the hand, the winning tile."""
    melds = []
    for meld in parts["melds"]:
        codes = split(meld["tiles"])
        melds.append(["back", *codes[1:-1], "back"] if meld["kind"] == "concealed_kong" else codes)
    groups = [split(parts["flowers"]), *melds, split(parts["concealed"]), split(parts["winning"])]
    return [group for group in groups if group]
