"""未打完就結束: the games in play of a round, and what is paid only when they end."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Game, Round
from tournaments.selectors.seats import wording_of
from tournaments.services.breaking_off import InPlay, games_in_play
from tournaments.words.kinds.bell import left_words
from tournaments.words.wording import hand_name, plain


@dataclass(frozen=True)
class AtStake:
    """`lines`: 未結的拉 and 半莊後扣 · `goes_on`: why its game cannot end here, "" where it can."""

    game: Game
    hand: str
    lines: tuple[str, ...]
    goes_on: str

    @property
    def seen(self) -> str:
        """Game and version, as the form sends them back."""
        return f"{self.game.pk}.{self.game.book_version}"


def at_stake(round_: Round) -> list[AtStake]:
    return [_row(one) for one in games_in_play(round_)]


def _row(one: InPlay) -> AtStake:
    state, wording = one.book.folded.state, wording_of(one.book)
    chains = (
        wording.chain({"winner": c.winner, "payer": c.payer, "points": c.points, "pulls": c.pulls})
        for c in state.chains
    )
    later = (
        wording.said(_("%(name)s 半莊後扣 %(points)s 分"))
        % {"name": wording.name(move.source), "points": plain(move.points)}
        for move in state.after_game
        if move.source is not None
    )
    goes_on = ""
    if one.ended is None:
        goes_on = left_words(state) if state.hands_left else _("照規則還要打一鋪才完場")
    return AtStake(one.game, hand_name(state.name), (*chains, *later), goes_on)
