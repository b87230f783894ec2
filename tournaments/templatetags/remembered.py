"""記住的片段: parts of a page that are the same again and again, drawn once for each language.

`{% remembered "fans" slot.suffix slot.fans %} … {% endremembered %}`: the values are all that the part depends on.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST = 128
"""Parts, of some 20 kB at most; those that were not wanted longest are drawn again."""

_drawn: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = Lock()


class RememberedNode(template.Node):
    """What stands between the tags."""

    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.values = values

    def render(self, context: Context) -> SafeString:
        """The part as it was drawn for equal values, else as it is now."""
        key = (get_language(), *(value.resolve(context) for value in self.values))
        with _lock:
            known = _drawn.get(key)
            if known is not None:
                _drawn.move_to_end(key)
                return known
        drawn = mark_safe(self.nodelist.render(context))  # noqa: S308 - what a template has drawn and escaped
        with _lock:
            _drawn[key] = drawn
            while len(_drawn) > MOST:
                _drawn.popitem(last=False)
        return drawn


@register.tag
def remembered(parser: Parser, token: Token) -> RememberedNode:
    """Read the tag and what stands up to `endremembered`."""
    _name, *values = token.split_contents()
    nodelist = parser.parse(("endremembered",))
    parser.delete_first_token()
    return RememberedNode(nodelist, [parser.compile_filter(value) for value in values])
