"""做錯莊 in words: who deals after it, and whose turn to deal is still to be skipped."""

from django.utils.translation import gettext as _

from scoring import GameState, next_deals
from tournaments.words.wording import Wording, hand_name


def turn_notes(state: GameState, wording: Wording) -> tuple[str, ...]:
    """The game as it stands: who deals out of turn, and what that leaves behind; nothing where nobody did."""
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
    """Whatever the result, the deal goes to the one after the right dealer."""
    coming = next_deals(state, wording.rules).draw
    if coming.over:
        return wording.said(_("不論結果，這一局打完，這個半莊就完結"))
    words = {"hand": hand_name(coming.name), "name": wording.name(coming.dealer)}
    return _("不論結果，之後是 %(hand)s，由 %(name)s 做莊") % words


def _skipped(name: str, turns: int) -> str:
    if turns == 1:
        return _("%(name)s 下一次輪到做莊時跳過") % {"name": name}
    return _("%(name)s 之後 %(turns)s 次輪到做莊時跳過") % {"name": name, "turns": turns}
