from typing import Any

from django import template

from penalties.selectors import cases as select
from tournaments.core.access import EventAccess
from tournaments.models import Event, Game, Player

register = template.Library()


@register.simple_tag
def open_cases(event: Event) -> int:
    return select.open_count(event)


@register.inclusion_tag("penalties/_own_cases.html")
def own_cases(player: Player) -> dict[str, Any]:
    return {"cases": select.cases_of_player(player)}


@register.inclusion_tag("penalties/_hand_cases.html")
def hand_cases(access: EventAccess, game: Game, hand: int) -> dict[str, Any]:
    """Cases about a hand and its rulings: officials see all, a player their own, others none."""
    found = select.cases_of_hand(game, hand) if access.works or access.player else []
    if not access.works:
        found = [one for one in found if one.player == access.player]
        for case in found:
            select.hide_other_reasons(case)
    return {"cases": found, "event": access.event, "works": access.works}
