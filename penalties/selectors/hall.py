from django.utils.translation import gettext as _

from penalties.services.hall import HallPreview
from scoring import Card, RuleSet
from tournaments.models import Event, GameSeat, Player, Round
from tournaments.words.rulings import effects
from tournaments.words.wording import CARDS, Wording


def hall_lines(seen: HallPreview, player: Player, rules: RuleSet) -> list[str]:
    wording = Wording([player.name, "", "", ""], rules)
    cards = [wording.said(_card(card)) for card in seen.result.cards]
    rest = seen.result._replace(cards=())
    nothing_else = not (rest.transfers or rest.after_game or rest.notes or rest.false_win)
    return cards if cards and nothing_else else [*cards, *effects(rest, wording)]


def _card(card: Card) -> str:
    if card.card == "yellow":
        return _("黃牌：帶到他今日的下一個半莊，有效至那個半莊結束")
    if card.given == "yellow":
        return _("第二張黃牌 → 紅牌：有效至今日結束，帶到下一檯")
    return _("紅牌：有效至今日結束，帶到下一檯")


def held_words(seen: HallPreview) -> list[str]:
    return [str(CARDS[card]) for card in seen.before.cards]


def table_of(event: Event, player: Player) -> GameSeat | None:
    """The player's open game: offences there are ruled at its table."""
    seats = GameSeat.objects.filter(player=player, game__event=event, round__state=Round.State.OPEN)
    playing = seats.exclude(game__state__in=["complete", "signed"])
    return playing.select_related("game__table").first()
