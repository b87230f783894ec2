from django import template
from django.utils.html import format_html

from tournaments.hall.pictures import drawing

register = template.Library()


@register.simple_tag
def fit(text: str, size: int, room: float, look: str = "", dx: int = 0) -> str:
    """Part of an SVG `<text>`: set smaller, then cut, where it is wider than `room`. `look`: its classes."""
    size, text = drawing.fit(text, size, room, bold="bold" in look.split())
    return format_html('<tspan class="{}" font-size="{}" dx="{}">{}</tspan>', look, size, dx, text) if text else ""
