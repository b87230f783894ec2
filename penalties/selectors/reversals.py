from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from penalties.services.reversals import GameChange
from scoring import InForce
from tournaments.book.read import read_book
from tournaments.models import Game
from tournaments.recording.corrections import CorrectionView, changes_view
from tournaments.selectors.seats import wording_of
from tournaments.words.wording import CARDS, Wording, listed


@dataclass(frozen=True)
class ChangedGame:
    """One game: its hands and totals before and after, changed cards and bans, and whether its card must be signed
    again.
    """

    game: Game
    view: CorrectionView
    cards: tuple[str, ...]
    signed_again: bool


def changed_games(changes: Sequence[GameChange]) -> list[ChangedGame]:
    return [_changed(change) for change in changes]


def _changed(change: GameChange) -> ChangedGame:
    game = Game.objects.select_related("event", "round", "table").get(pk=change.game.pk)
    wording = wording_of(read_book(game))
    return ChangedGame(
        game=game,
        view=changes_view(change.before, change.after, wording),
        cards=tuple(_cards(change, wording)),
        signed_again=bool(change.before.timeline.signed) and not change.after.timeline.signed,
    )


def _cards(change: GameChange, wording: Wording) -> list[str]:
    before, after = change.before.state, change.after.state
    wording = wording.at(after.hand_number)
    lines = [
        _("%(name)s 有效紅黃牌：%(before)s → %(after)s")
        % {"name": wording.person(seat), "before": _held(old), "after": _held(new)}
        for seat, (old, new) in enumerate(zip(before.cards_in_force, after.cards_in_force, strict=True))
        if old != new
    ]
    freed = sorted(before.bans - after.bans)
    return lines + [_("%(name)s 這一局不再禁止食糊") % {"name": wording.person(seat)} for seat in freed]


def _held(cards: InForce) -> str:
    return listed([str(CARDS[card]) for card in cards]) if cards else _("沒有")
