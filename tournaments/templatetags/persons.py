from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import GameSeat
from tournaments.phrases.names import Substitute, bdi, instead_said

register = template.Library()


@register.simple_tag(takes_context=True)
def person_address(context: template.Context, number: int | None) -> str:
    """The record of the player with this number in the `event` of the page; "" where this reader may not open it:
    before the reveal, and of a private event on a page with a code. `access`: the reader, where the page has one.
    """
    event: Any = context.get("event")
    access: Any = context.get("access")
    reads = access.sees and access.adds_up if access else event and event.public and not event.hidden
    return reverse("tournaments:player_history", args=[event.slug, number]) if number and reads else ""


@register.filter
def instead(seat: GameSeat) -> str:
    """「第 5 鋪起 替補：李小明」 of a seat with both players; "" without a substitute."""
    if seat.substitute is None:
        return ""
    return Substitute(seat.substitute.number, seat.substitute.name, seat.substitute_from or 1).sentence


@register.filter
def played_by(names: Iterable[str]) -> SafeString:
    """「由李小明代」 of a row of the standings with substitutes; "" without any."""
    return bdi(instead_said(names)) if names else SafeString()


@register.simple_tag(takes_context=True)
def person(context: template.Context, number: int | None, name: str) -> SafeString:
    """The name as a link of a finger's height, else the name alone: `{% person seat.number seat.name %}`. Not inside
    another link or a button.
    """
    address = person_address(context, number)
    return format_html('<a class="tap person" href="{}">{}</a>', address, bdi(name)) if address else bdi(name)
