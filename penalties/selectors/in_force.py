"""有效紅黃牌: cards and their expiry, bans of hands in progress, points due after a game, players kept from playing;
each with its articles.

Cards come from the folds of the games and the rulings in the hall (`carried_over.held_now`), only for players whose
card may still count, so that a hall of 2,000 costs what its few cards cost. The rest is in the register, which is kept
in step with the folds.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.selectors.article_words import place_words
from scoring import Colour, RuleSet
from tournaments.models import Event, Game, Player, Round
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import CARDS, plain, said
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.carried_over import Trail, held_now

KEPT_AWAY = ("disqualify", "suspend", "withdraw")


@dataclass(frozen=True)
class Card:
    colour: Colour
    name: Promise
    until: str
    articles: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    words: str
    place: str
    game: Game
    articles: tuple[int, ...]


@dataclass(frozen=True)
class InForce:
    """Everything in force against one player. `barred`: 停賽, 取消資格, 已退出 or ""."""

    player: Player
    cards: tuple[Card, ...] = ()
    bans: tuple[Line, ...] = ()
    due: tuple[Line, ...] = ()
    barred: str = ""
    barred_by: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cards or self.bans or self.due or self.barred)


def in_force(event: Event, now: datetime) -> list[InForce]:
    barred = event.players.exclude(barred="")
    return _in_force(event, now, _rulings(event).filter(Q(day__in=_days(event, now)) | Q(player__in=barred)), barred)


def in_force_on(player: Player, now: datetime) -> InForce:
    barred = [player] if player.barred else []
    found = _in_force(player.event, now, _rulings(player.event).filter(player=player), barred)
    return found[0] if found else InForce(player)


def _rulings(event: Event) -> QuerySet[Ruling]:
    own = Ruling.objects.filter(event=event, player__isnull=False, reverses=None, reversal=None)
    return own.select_related("game__round", "game__table", "player", "hall").order_by("number")


def _days(event: Event, now: datetime) -> set[date]:
    """今日: the calendar's, and that of every open round: an evening may go on after midnight."""
    return {
        timezone.localtime(now, event.zone).date(),
        *event.rounds.filter(state=Round.State.OPEN).values_list("day", flat=True),
    }


def _in_force(event: Event, now: datetime, rulings: Iterable[Ruling], barred: Iterable[Player]) -> list[InForce]:
    by_player: dict[int, list[Ruling]] = defaultdict(list)
    players = {player.pk: player for player in barred}
    for ruling in rulings:
        assert ruling.player is not None
        by_player[ruling.player.pk].append(ruling)
        players.setdefault(ruling.player.pk, ruling.player)
    days = _days(event, now)
    shown = [pk for pk, own in by_player.items() if any(r.day in days and r.effect.get("cards") for r in own)]
    cards = _Cards(event, shown, days) if shown else None
    rules = rules_of(event)
    found = (_one(player, by_player[pk], cards, rules) for pk, player in players.items())
    return sorted((one for one in found if one), key=lambda one: one.player.number)


def _one(player: Player, own: list[Ruling], cards: "_Cards | None", rules: RuleSet) -> InForce:
    return InForce(
        player,
        cards=cards.of(player.pk, own, rules) if cards else (),
        bans=tuple(_ban(ruling, rules) for ruling in own if ruling.effect.get("ban") and _in_hand(ruling)),
        due=tuple(line for ruling in own if _in_play(ruling.game) for line in _due(ruling, rules)),
        barred=str(player.get_barred_display()) if player.barred else "",
        barred_by=tuple(ruling.number for ruling in own if player.barred and _keeps_away(ruling)),
    )


def _keeps_away(ruling: Ruling) -> bool:
    return any(note in KEPT_AWAY for note in ruling.effect.get("notes", ()))


def _in_play(game: Game | None) -> bool:
    return game is not None and not game.round.void and game.state in (Game.State.SEATED, Game.State.PLAYING)


def _in_hand(ruling: Ruling) -> bool:
    return _in_play(ruling.game) and ruling.game is not None and ruling.hand == ruling.game.hands_closed + 1


def _ban(ruling: Ruling, rules: RuleSet) -> Line:
    return _line(ruling, said(_("這一局禁止食糊"), rules), rules)


def _due(ruling: Ruling, rules: RuleSet) -> list[Line]:
    moves = ruling.effect.get("after_game", ())
    words = said(_("半莊完結時扣 %(points)s 分"), rules)
    return [_line(ruling, words % {"points": plain(Decimal(move["points"]))}, rules) for move in moves]


def _line(ruling: Ruling, words: str, rules: RuleSet) -> Line:
    assert ruling.game is not None
    return Line(words, place_words(ruling.game, ruling.hand, 0, rules), ruling.game, (ruling.number,))


class _Cards:
    """The cards of some players: as the folds leave them, with the articles that show them."""

    def __init__(self, event: Event, players: Collection[int], days: set[date]) -> None:
        self._days = days
        self._trails: Mapping[int, Trail] = held_now(event, players)

    def of(self, player: int, own: Iterable[Ruling], rules: RuleSet) -> tuple[Card, ...]:
        trail = self._trails.get(player)
        if trail is None or trail.day not in self._days:
            return ()
        return tuple(
            Card(
                colour,
                CARDS[colour],
                _until(colour, trail.day, trail, rules),
                tuple(r.number for r in own if _shows(r, colour, trail.day, trail)),
            )
            for colour in trail.held.cards
        )


def _shows(ruling: Ruling, colour: Colour, day: date, trail: Trail) -> bool:
    if colour not in ruling.effect.get("cards", ()) or ruling.day != day:
        return False
    if colour == "red" or trail.game is None:
        return True
    if ruling.hall is not None:
        return ruling.hall.after_round >= trail.game.round.number - (0 if trail.over else 1)
    return not trail.over and ruling.game_id == trail.game.pk


def _until(colour: Colour, day: date, trail: Trail, rules: RuleSet) -> str:
    if colour == "red":
        return _("有效至 %(day)s 完結") % {"day": day_text(day)}
    if trail.game is None or trail.over:
        return said(_("有效至同日下一個半莊結束"), rules)
    return said(_("有效至第 %(round)s 個半莊結束"), rules) % {"round": trail.game.round.number}
