"""牌檯: the four seats, the 拉 board with the effect of each next result, the entries of the current hand, and open
confirmations."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Chain, GameState, RuleSet
from scoring.tournament import chain_moves
from tournaments.core.access import GameAccess
from tournaments.models import Act, Event, Game, Round
from tournaments.phrases.kinds import dealer_choices, event_words, hands_left_words, surrender_offers, turn_notes
from tournaments.phrases.names import Seat, names_at
from tournaments.phrases.rulings import bans_of, public_steps
from tournaments.phrases.wording import (
    RESULTS,
    WINDS,
    Wording,
    hand_name,
    listed,
    plain,
    said,
    seat_words,
    streak_word,
    wind_of,
)
from tournaments.tables.game_log.as_of import out_of_play, seated_players, substitutes_of
from tournaments.tables.game_log.clock import ClockView, clock_view
from tournaments.tables.game_log.projection import hand_line, pending
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.redaction import is_hidden
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import played_since
from tournaments.tables.recording.entry import Tick
from tournaments.tables.recording.liable_spans import liable_spans
from tournaments.tables.recording.win_form import draw_asks


def wording_of(book: GameLog) -> Wording:
    players = seated_players(book.game)
    names, come = names_at(players, substitutes_of(book.game))
    return Wording(names, book.rules, come, numbers=[number for number, _player in players])


def seats_of(wording: Wording, state: GameState) -> list[Seat]:
    winds = seat_words(wording.rules, state.deal, state.dealer)
    chairs = wording.rules.game.chairs(state.deal, state.dealer)
    return [
        Seat(
            seat=seat,
            chair=chairs[seat],
            name=name,
            number=wording.numbers[seat],
            wind=winds[seat],
            dealer=seat == state.dealer,
            cards=state.cards_in_force[seat],
            banned=seat in state.bans,
            plays=come.name if come else name,
            instead=come.sentence if come else "",
            substitute=come,
        )
        for seat, name in enumerate(wording.names)
        for come in (wording.sat.get(seat),)
    ]


def wording_from(game: Game, rules: RuleSet) -> Wording:
    """Return the same as `wording_of`, from a game loaded with seats, players and substitutes."""
    players = [(seat.player.number, seat.player.name) for seat in game.seats.all()]
    names, come = names_at(players, substitutes_of(game))
    return Wording(names, rules, come, numbers=[number for number, _player in players])


def table_view(
    access: GameAccess, book: GameLog, wording: Wording, strip: "Confirmations | None" = None
) -> dict[str, Any]:
    """Return the templates' data. `book`: already shortened for this viewer (`tournaments.tables.selectors.visible`).

    `closed`: why recording is not possible, or "" · `out`: seats of barred players without a substitute · `streak`:
    連莊 in the rules' word, or "" · `carries`, `rewards`: the rules have 拉, have 獎勵 · `draw_asks`: 流局 has
    questions · `first_dealers`: 由誰起莊, for recorders, until it is known · `notices`: 做錯莊 and its effects ·
    `undoes`: the last entry may be undone, in a finished game too until the first signature · `since`: time of the last
    entry, moved by later pauses · `paused`: the running pause, in words · `rang`: the hall's bell has rung but is not
    recorded yet · `left`: how many hands are left. Of a seat: `ban`: why they may not win and how a win would count,
    for recorders only · `out`: 取消資格, 停賽 or 退出 of a player without a substitute yet · `confirmation`: while a
    hand waits no win can be recorded, so tapping a seat confirms.
    """
    game, state, rules, timeline = access.game, book.folded.state, book.rules, book.folded.timeline
    now = timezone.now()
    closed = closed_words(game, book)
    records = access.writes and not closed
    clock, paused = table_clock(game, now), timeline.paused
    owed, bans = pending(state), bans_of(state, wording) if records else {}
    out = {} if state.finished else out_of_play(game)
    taps = strip.seats if strip and strip.hands and strip.writes else (None,) * 4
    cards = [
        vars(seat)
        | {
            "dealer": seat.dealer and not state.finished,
            "streak": streak_word(state.dealer_streak, rules) if seat.dealer else "",
            "score": state.scores[seat.seat],
            "pending_in": owed[seat.seat][0],
            "pending_out": owed[seat.seat][1],
            "place": state.places[seat.seat] if state.places else None,
            "ban": bans.get(seat.seat),
            "out": str(out[seat.seat].get_barred_display()) if seat.seat in out else "",
            "confirmation": taps[seat.seat],
        }
        for seat in seats_of(wording, state)
    ]
    entries = [
        event_words(wording.at(state.hand_number, item.born), item.event)
        for item in book.folded.open_items
        if not is_hidden(item)
    ]
    over = [one for one in timeline.pauses if one is not paused and one.hand == state.hand_number]
    spans = liable_spans(book.folded, wording) if records else {}
    last = hand_line(book.folded.hands[-1]) if book.folded.hands and not (strip and strip.hands) else None
    return {
        "seats": cards,
        "out": [card for card in cards if card["out"]],
        "hand_name": hand_name(state.name),
        "round_wind": str(WINDS[state.round_wind]),
        "streak": streak_word(state.dealer_streak, rules),
        "number": len(state.hands) if state.finished else state.hand_number,
        "chains": [_board(chain, state, wording) for chain in state.chains],
        "carries": rules.game.chain is not None,
        "rewards": bool(rules.game.rewards),
        "draw_asks": bool(draw_asks(rules, state)),
        "surrenders": surrender_offers(state, wording),
        "first_dealers": dealer_choices(state, wording) if records else (),
        "entries": [*entries, *(event_words(wording, one.event) for one in over)],
        "notices": [*turn_notes(state, wording), *spans.values()],
        "finished": state.finished,
        "wind_over": book.folded.wind_over,
        "signed": len(timeline.signed),
        "records": records,
        "closed": closed,
        "since": played_since(game.pauses, game.last_hand_at or game.round.opened_at, now),
        "clock": clock,
        "rang": clock is not None and clock.rung and state.hands_left is None and not state.finished,
        "left": hands_left_words(state, wording),
        "paused": "" if paused is None else event_words(wording, paused.event),
        "paused_since": paused and datetime.fromisoformat(paused.since),
        "last_hand": state.last_hand,
        "last": last and {"number": last["number"], "title": wording.title(last), "result": wording.result(last)},
        # Hands may still be changed and there is an entry.
        "undoes": access.writes
        and game.round.state == Round.State.OPEN
        and not timeline.signed
        and bool(timeline.items or timeline.pauses),
    }


def _board(chain: Chain, state: GameState, wording: Wording) -> dict[str, Any]:
    """Return 一條拉 with its three possible fates: pulled again, turned round, collected because another player
    wins."""
    pair = (chain.winner, chain.payer)
    third = next(seat for seat in range(4) if seat not in pair)
    pulled, turned, collected = (
        next(move for move in chain_moves(state, (winner,), source, wording.rules) if (move.winner, move.payer) == pair)
        for winner, source in (pair, pair[::-1], (third, chain.winner))
    )
    return {
        "winner": wording.name(chain.winner),
        "payer": wording.name(chain.payer),
        "points": plain(chain.points),
        "pulls": chain.pulls,
        "grown": plain(pulled.after),
        "halved": plain(turned.paid),
        "collected": plain(collected.paid),
    }


def table_clock(game: Game, now: datetime) -> ClockView | None:
    if game.round.state != Round.State.OPEN:
        return None
    return clock_view(game.round.number, game.time, game.pauses, now)


def closed_words(game: Game, book: GameLog) -> str:
    """Explain in the rules' words why recording is not possible at this table now; "" if it is."""
    signed, sentence = len(book.folded.timeline.signed), ""
    if signed == 4:
        sentence = _("記分卡已簽妥。")
    elif signed:
        sentence = _("記分卡正在簽署。要更改，請裁判長先重開記分卡。")
    elif game.round.ahead:
        sentence = _("未開始，大會開始後才可記錄。")
    elif game.round.state == Round.State.CLOSED:
        sentence = _("已結束，不能再記錄。")
    elif book.folded.wind_over:
        wind = wind_of(book.folded.state.hands[-1].name)
        sentence = _("%(wind)s圈打完：四家簽署之後，才打下一圈。") % {"wind": wind}
    elif book.folded.state.finished:
        sentence = _("已打完。")
    return said(sentence, book.rules)


@dataclass(frozen=True)
class SeatConfirmation:
    seat: int
    name: str
    wind: str
    waiting: tuple[int, ...]
    objected: bool
    may: bool
    done: bool


@dataclass(frozen=True)
class Confirmations:
    """確認列: the open confirmations. One strip serves the referee's phone (`mode` tap, pin or referee, as set up for
    the event), the player's own phone ("phone": their seat only) and readers ("watch"). Of a hand: `objection`: the
    reason as this viewer may read it · `objector`: the player's name, if any · `again`: confirmed once, and changed
    since."""

    game_id: int
    mode: str
    hands: list[dict[str, Any]]
    seats: tuple[SeatConfirmation, ...]
    asks: tuple[SeatConfirmation, ...]
    disputed: bool
    writes: bool

    def why_not(self, seat: int) -> str:
        """Explain why this seat has no hand to confirm now, and the next step; "" if it has one."""
        one = next(one for one in self.seats if one.seat == seat)
        if one.objected:
            return _("%(name)s 有異議，等裁判更正或維持原判。") % {"name": one.name}
        if one.waiting or not self.hands:
            return ""
        others = [other.name for other in self.seats if other.waiting and not other.objected]
        if not others:
            return _("%(name)s 已確認。") % {"name": one.name}
        return _("%(name)s 已確認，還差 %(others)s。") % {"name": one.name, "others": listed(others)}


def hand_sentence(hand: FoldedHand, wording: Wording) -> str:
    """Describe a hand to those who confirm it: each ruling with its cards and points, then the result."""
    rulings = [item for item in hand.items if item.event["type"] == "ruling"]
    sentences = []
    for item, result in zip(rulings, hand.result.rulings, strict=True):
        bare = {key: value for key, value in item.event.items() if key != "consequences"}
        ruled = wording.at(hand.number, item.born).ruling(bare)
        steps = public_steps(result, wording)
        if steps:
            sentences.append(_("%(name)s：%(words)s") % {"name": ruled, "words": listed(steps)})
        elif result.ends:
            sentences.append(ruled)
    ended = any(result.ends for result in hand.result.rulings)
    ending = wording.said(RESULTS[hand.result.result]) if ended else wording.result(hand_line(hand))
    return _("；").join([*sentences, ending])


def confirmations(access: GameAccess, folded: FoldedGame, wording: Wording) -> Confirmations:
    mode = "phone" if access.own_seat is not None else "watch"
    if access.writes:
        mode = str(access.event.confirmation)
    hands: list[dict[str, Any]] = []
    objectors = set()
    asked = range(4) if access.own_seat is None or access.writes else (access.own_seat,)
    for hand in folded.unconfirmed:
        line, objector, reason = hand_line(hand), "", ""
        if hand.objection:
            seat, _act, reason = hand.objection
            objectors.add(seat)
            objector = wording.name(seat)
        words = {"title": wording.title(line), "result": hand_sentence(hand, wording)}
        again = any(
            (hand.number, seat) in hand.timeline.confirmed and hand.confirmations[seat] is None for seat in asked
        )
        hands.append({"number": hand.number, "objection": reason, "objector": objector, "again": again} | words)
    confirming = []
    for one in seats_of(wording, folded.state):
        waiting = tuple(hand.number for hand in folded.unconfirmed if hand.confirmations[one.seat] is None)
        objected = one.seat in objectors
        may = one.seat == access.own_seat if mode == "phone" else mode != "watch"
        done = not waiting and not objected
        confirming.append(SeatConfirmation(one.seat, one.plays, one.wind, waiting, objected, may, done))
    return Confirmations(
        game_id=access.game.pk,
        mode=mode,
        hands=hands,
        seats=tuple(confirming),
        asks=tuple(seat for seat in confirming if seat.may and seat.waiting and not seat.objected),
        disputed=bool(objectors),
        writes=access.writes,
    )


MOST = 8
LATELY = 300
"""Number of entries searched, so that a long event costs no more than a short one."""
STEADY, SELDOM = 100, 32
"""After version STEADY of the event, ticks are counted again only every SELDOM versions."""


def ticked_most(event: Event) -> tuple[str, ...]:
    """揀得最多的番: return values of the fans ticked most in the latest entries, the most frequent first.

    Counted after each hand at first, later less often: among three hundred entries a few make no difference.
    """

    version = event.standings_version
    counted_at = version if version < STEADY else version // SELDOM * SELDOM
    key = f"ticked_most:{event.pk}:{event.created_at.timestamp()}:{counted_at}"
    found: tuple[str, ...] | None = cache.get(key)
    if found is None:
        latest = Act.objects.filter(game__event=event, kind=Act.Kind.PLAY).order_by("-pk")
        counted: Counter[str] = Counter()
        for payload in latest.values_list("payload", flat=True)[:LATELY]:
            claim = payload.get("claim") or {}
            for one in claim.get("winners", [claim]):
                for tick in one.get("ticks") or ():
                    counted[Tick(tick["name"], concealed=tick.get("concealed", False)).value] += 1
        found = tuple(value for value, _times in counted.most_common(MOST))
        cache.set(key, found)
    return found
