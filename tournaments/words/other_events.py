"""其他: the buttons of 做錯莊, 大會鐘 and 投降, as far as the rules know them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GameState, surrenders
from tournaments.words.wording import Wording

_DURING = {
    0: lazy("一局之中：這一局中止，現在完場"),
    1: lazy("一局之中：打完這一局"),
    2: lazy("一局之中：打完這一局，再打一局"),
}
_BETWEEN = {0: lazy("兩局之間：現在完場"), 1: lazy("兩局之間：再打一局")}
_LEFT = {1: lazy("現在這一局是最後一局，打完就完場"), 2: lazy("打完這一局，再打一局就完場")}


@dataclass(frozen=True)
class SurrenderOffer:
    """可以投降: one chain that its payer may pay now and be free of; `pick` as the page 其他 takes it."""

    label: str
    pick: str


@dataclass(frozen=True)
class OtherChoice:
    """A button: 做錯莊 of a seat, the bell, a surrender."""

    label: str
    pick: str


@dataclass(frozen=True)
class OtherGroup:
    """Buttons under one heading, with what they mean."""

    name: str
    note: str
    choices: tuple[OtherChoice, ...]


def other_choices(state: GameState, wording: Wording) -> list[OtherGroup]:
    """What can be recorded now, as the game stands."""
    if state.finished:
        return []
    rung = state.hands_left is not None
    groups = (_wrong(state, wording), _bell(rung, wording), _surrender(state, wording))
    return [group for group in groups if group.choices]


def forgotten_choices(state: GameState, wording: Wording, *, rung: bool) -> list[OtherGroup]:
    """What can have been forgotten in a closed hand; `state` is the one in which it was closed, `rung`: the bell was
    not forgotten."""
    rung = rung or state.hands_left is not None
    groups = (_wrong(state, wording), _forgotten_bell(rung, wording), _surrender(state, wording))
    return [group for group in groups if group.choices]


def left_words(state: GameState) -> str:
    """How many hands are played after the bell."""
    return str(_LEFT.get(state.hands_left or 1, _LEFT[1]))


def end_words(wording: Wording) -> str:
    """The game is over, and what comes then."""
    return wording.said(_("這個半莊即時完結，之後要四家簽署記分卡"))


def _wrong(state: GameState, wording: Wording) -> OtherGroup:
    can = wording.rules.game.wrong_dealer is not None and state.wrong_dealer is None
    seats = [seat for seat in range(4) if seat != state.turn.right_dealer] if can else []
    return OtherGroup(
        _("做錯莊"),
        _("不能更正的做錯莊：這一局由做錯的一家做莊，完局後由原莊家的下家做莊。"),
        tuple(OtherChoice(wording.name(seat), f"wrong_dealer.{seat}") for seat in seats),
    )


def _bell(rung: bool, wording: Wording) -> OtherGroup:
    bell = wording.rules.game.bell
    during = OtherChoice(str(_DURING.get(bell.during_hand, _DURING[1])), "time_up.during")
    between = OtherChoice(str(_BETWEEN.get(bell.between_hands, _BETWEEN[0])), "time_up.between")
    return OtherGroup(_("大會鐘響"), _("大會設有時限時才用。"), () if rung else (during, between))


def _forgotten_bell(rung: bool, wording: Wording) -> OtherGroup:
    """Before a hand the bell can only have rung where the rules play one more."""
    bell = wording.rules.game.bell
    stopped = _("這一局之中響過鐘：這一局中止，結果不計")
    during = OtherChoice(stopped if bell.stops_hand else _("這一局之中響過鐘"), "time_up.during")
    if bell.between_hands:
        choices = (OtherChoice(_("這一局之前響過鐘"), "time_up.between"), during)
        return OtherGroup(_("大會鐘響"), _("大會設有時限時才用。"), () if rung else choices)
    note = _("這一局之前已經響鐘，就不應打這一局：由最後一鋪起逐一撤銷，再在牌檯記錄鐘響。")
    return OtherGroup(_("大會鐘響"), note, () if rung else (during,))


def _surrender(state: GameState, wording: Wording) -> OtherGroup:
    offers = surrender_offers(state, wording)
    return OtherGroup(_("投降"), _("付清這一條拉。"), tuple(OtherChoice(offer.label, offer.pick) for offer in offers))


def surrender_offers(state: GameState, wording: Wording) -> tuple[SurrenderOffer, ...]:
    """投降: the chains that may be given up at this moment."""
    return tuple(
        SurrenderOffer(
            _("%(payer)s 向 %(winner)s 投降")
            % {"payer": wording.name(chain.payer), "winner": wording.name(chain.winner)},
            f"surrender.{chain.payer}.{chain.winner}",
        )
        for chain in surrenders(state, wording.rules)
    )
