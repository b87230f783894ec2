"""預覽: the effects of an entry: payments, chains before → after, new totals; and 如果…, a possible next result.
Nothing is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from scoring import ScoringError, apply
from scoring.rulebook import may_have_claimed_a_kong
from tournaments.core.exceptions import refused_by_rules
from tournaments.phrases.kinds import seat_change
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import Wording, closing_event, hand_title, plain, said, unit_of
from tournaments.tables.game_log.projection import PENALTIES, hand_line, pending
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Item
from tournaments.tables.recording.count_view import counted_rows
from tournaments.tables.recording.entry import SELF_DRAW, parts_of
from tournaments.tables.recording.win import CountedWin
from tournaments.tables.recording.win_form import Choice, amount_label

COLUMNS = {
    "open": ("open",),
    "grow": ("grow",),
    "halve": ("halve",),
    "collect": ("collect", "surrender", "end"),
}


def preview_of(before: FoldedGame, after: FoldedGame, wording: Wording) -> dict[str, Any]:
    """Return the page before 記錄, for the hand that `after` has closed. `transfers`: fines and deductions of this
    hand · `carries`: the rules have 拉 · `follows`: the next hand, or that the game ends."""
    hand, state, rules = after.hands[-1], after.state, wording.rules
    line = hand_line(hand)
    paid_before = len(before.state.open_hand.transfers)
    moves = [  # 拉 before → after; `paid` is due now
        {
            "kind": move.kind,
            "winner": wording.name(move.winner),
            "payer": wording.name(move.payer),
            "before": plain(move.before),
            "after": plain(move.after),
            "paid": plain(move.paid),
            "pulls": move.pulls,
        }
        for move in hand.result.chain_moves
    ]
    columns = {column: [move for move in moves if move["kind"] in kinds] for column, kinds in COLUMNS.items()}
    chairs = rules.game.chairs(before.state.deal, before.state.dealer)
    old, new, owed = before.state.scores, state.scores, pending(state)
    if not state.finished:
        next_hand = hand_title(state.name, state.dealer_streak, rules)
        follows = _("；").join(filter(None, [_("下一鋪：%(hand)s") % {"hand": next_hand}, seat_change(state, wording)]))
    elif rules.game.chain is None:
        follows = said(_("這一鋪之後半莊完結，四家可以簽署。"), rules)
    else:
        follows = said(_("這一鋪之後半莊完結，未結的拉全部付清，四家可以簽署。"), rules)
    return {
        "title": wording.title(line),
        "result": wording.result(line),
        "payments": payment_lines(line, wording),
        "has_moves": any(columns.values()),
        "moves": columns,
        "kept": tuple(wording.move(one._asdict()) for one in hand.result.chain_moves if one.kind == "keep"),
        "transfers": tuple(wording.transfer(t) for t in line["transfers"][paid_before:] if t["reason"] in PENALTIES),
        "totals": tuple(
            {
                "chair": chairs[seat],
                "name": wording.name(seat),
                "before": old[seat],
                "after": new[seat],
                "change": new[seat] - old[seat],
                "pending_in": owed[seat][0],
                "pending_out": owed[seat][1],
                "won": seat in hand.result.winners,
            }
            for seat in range(4)
        ),
        "carries": rules.game.chain is not None,
        "follows": follows,
    }


def payment_lines(line: Mapping[str, Any], wording: Wording) -> list[dict[str, Any]]:
    closing = closing_event(line) or {}
    base = 0 if closing.get("flower_win") else wording.rules.base
    winners = len(closing.get("winners", ())) or 1
    return [
        {
            "sentence": wording.payment(payment),
            "parts": wording.parts(payment, base=base, winners=winners),
            "source": payment["payer"],
            "target": payment["winner"],
            "points": plain(payment["points"]),
        }
        for payment in line["payments"]
    ]


def win_details(win: CountedWin, wording: Wording) -> dict[str, Any]:
    """Return the parts of the preview that only a win has. `fans`: of each winner with laid tiles or ticked fans ·
    `note`: 碰槓: which button to press if the winning tile replaced a claimed kong, whose discarder then pays alone ·
    `differences`: winners whose claimed and computed numbers differ."""
    fans, note = [], ""
    for count in win.by_seat:
        rows = count.tiles.fans if count.tiles else count.ticks.rows if count.ticks else ()
        if rows and count.entry.seat is not None:
            fans.append({"name": wording.names[count.entry.seat], "rows": counted_rows(rows)})
        laid = parts_of(count.entry.laid).get("melds", ()) if count.tiles else None
        maybe = laid is None or any(meld["kind"] == "kong" for meld in laid)
        alone = win.entry.source == SELF_DRAW and len(win.counts) == 1
        if alone and maybe and may_have_claimed_a_kong([row.name for row in rows], wording.rules):
            note = _("碰槓（開明槓）後補牌食糊，由打出那隻槓牌的一家付。是這樣的話，按「更改」，出銃揀他。")
    return {
        "fans": fans,
        "note": wording.said(note),
        "differences": [
            {"slot": win.counts.index(count), "name": wording.name(count.entry.seat), "count": count}
            for count in win.by_seat
            if count.differs
        ],
    }


DRAW = "draw"


def what_if(asked: Mapping[str, str], book: GameLog, wording: Wording, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the template's data. `seen`: the effect, or `problem`: why it is impossible."""
    winner, source = asked.get("winner", ""), asked.get("source", "")
    called = parse_int(asked.get("called", "").strip()[:4])
    event = _event(winner, source, called, book)
    seen, problem, before = None, "", book.folded
    if event:
        timeline = replace(before.timeline, items=[*before.timeline.items, Item((0, 0), event)])
        try:
            after = FoldedGame(book.rules, timeline, apply(before.state, event, book.rules))
            seen = preview_of(before, after, wording)
        except ScoringError as error:
            problem = refused_by_rules(error, wording.names).detail
    assumed = _("未填番數，先當 %(fan)s %(unit)s計。")
    words = {"fan": max(book.rules.game.minimum_fan - book.rules.base, 0), "unit": unit_of(book.rules)}
    return {
        "winners": (
            *[Choice(str(s.seat), s.name, winner == str(s.seat), s.wind) for s in seats],
            Choice(DRAW, said(_("流局"), book.rules), winner == DRAW),
        ),
        "sources": (
            Choice(SELF_DRAW, _("自摸"), source == SELF_DRAW),
            *[Choice(str(s.seat), s.name, source == str(s.seat), s.wind) for s in seats],
        ),
        "called": "" if called is None else called,
        "carries": book.rules.game.chain is not None,
        "amount": amount_label(book.rules),
        "assumed": "" if called is not None or seen is None or winner == DRAW else said(assumed, book.rules) % words,
        "seen": seen,
        "problem": problem,
        "finished": book.folded.state.finished,
    }


def _event(winner: str, source: str, called: int | None, book: GameLog) -> dict[str, object] | None:
    """Return the event to try; None until enough is chosen. Without a number it is the smallest winning hand."""
    if winner == DRAW:
        return {"type": DRAW}
    if winner not in ("0", "1", "2", "3") or source == winner:
        return None
    event: dict[str, object] = {"type": "win", "winner": int(winner)}
    least = book.rules.game.minimum_fan
    event["fan"] = max(book.rules.base, least) if called is None else called + book.rules.base
    if source == SELF_DRAW:
        return event | {"self_draw": True}
    return event | {"from": int(source)} if source in ("0", "1", "2", "3") else None
