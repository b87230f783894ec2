"""做錯莊: who dealt out of turn, who deals next, and which turns are skipped later."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState, deal_after_draw
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other, seats_in
from tournaments.phrases.wording import Event, Wording, hand_name, hand_title


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    return _("%(name)s 做錯莊") % {"name": wording.name(event["seat"])}


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    seats = seats_in(parts)
    return {"type": "wrong_dealer", "seat": seats[0]} if len(parts) == len(seats) == 1 else None


def _now(moment: Moment) -> Group:
    state, wording = moment.state, moment.wording
    can = wording.rules.game.wrong_dealer is not None and state.wrong_dealer is None
    seats = [seat for seat in range(4) if seat != state.turn.right_dealer] if can else []
    return Group(
        _("做錯莊"),
        _("不能更正的做錯莊：這一局由做錯的一家做莊，完局後由原莊家的下家做莊。"),
        tuple(Choice(wording.name(seat), f"wrong_dealer.{seat}") for seat in seats),
    )


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    title = hand_title(after.name, after.dealer_streak, wording.rules)
    words = {"hand": title, "name": wording.name(event["seat"])}
    return [wording.said(_("%(hand)s 由 %(name)s 做莊，拉莊數 0")) % words, *what_follows(after, wording)]


def turn_notes(state: GameState, wording: Wording) -> tuple[str, ...]:
    """做錯莊 in force and its effects; empty without one."""
    if not state.turn.wrong or state.finished:
        return what_follows(state, wording)
    words = {"name": wording.name(state.dealer), "right": wording.name(state.turn.right_dealer)}
    return (_("做錯莊：這一局應由 %(right)s 做莊，由 %(name)s 做") % words, *what_follows(state, wording))


def what_follows(state: GameState, wording: Wording) -> tuple[str, ...]:
    """Who deals after a wrong dealer, and the turns that will be skipped."""
    if state.finished:
        return ()
    after = (_next_deal(state, wording),) if state.turn.wrong else ()
    skipped = (_skipped(wording.name(seat), turns) for seat, turns in enumerate(state.turn.skips) if turns)
    return (*after, *skipped)


def _next_deal(state: GameState, wording: Wording) -> str:
    """Whatever the result, the player after the right dealer deals next."""
    coming = deal_after_draw(state, wording.rules)
    if coming.over:
        return wording.said(_("不論結果，這一局打完，這個半莊就完結"))
    words = {"hand": hand_name(coming.name), "name": wording.name(coming.dealer)}
    return _("不論結果，之後是 %(hand)s，由 %(name)s 做莊") % words


def _skipped(name: str, turns: int) -> str:
    if turns == 1:
        return _("%(name)s 下一次輪到做莊時跳過") % {"name": name}
    return _("%(name)s 之後 %(turns)s 次輪到做莊時跳過") % {"name": name, "turns": turns}


WRONG_DEALER = Kind("wrong_dealer", _say, Other(_read, _now, _follows, _now), begins=True)
