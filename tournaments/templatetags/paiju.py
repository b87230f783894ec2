from collections.abc import Callable, Iterable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import scoring
from scoring import RuleSet
from scoring.rulebook import Document
from tournaments.hall import drawing
from tournaments.hall.room import RoomRow
from tournaments.models import GameSeat
from tournaments.phrases import wording
from tournaments.phrases.days import day_text, moment_text
from tournaments.phrases.names import Substitute, bdi, instead_text
from tournaments.phrases.reasons import reason_text
from tournaments.phrases.stages import ordinal, stage_name
from tournaments.rulebook.calculator import asked_of_document
from tournaments.tables.game_log.read import rule_set_of

register = template.Library()
register.filter("ordinal", ordinal)
register.filter("stage_name", stage_name)
register.filter("bdi", bdi)
register.filter("reason", reason_text)
register.filter("hand_name", wording.hand_name)

MINUS = "\N{MINUS SIGN}"
# The levels of django.contrib.messages and their icons.
_ICON_OF_LEVEL = {"warning": "warn", "debug": "info"}
_ICON_OF_LOOK = {"warn": "warn", "error": "error", "success": "check"}


@register.simple_tag
@lru_cache(maxsize=64)
def icon(name: str) -> SafeString:
    """Draw one icon of static/icons.svg. Never alone: it needs a word or an aria-label."""
    picture = _ICON_OF_LEVEL.get(name, name or "info")
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static("icons.svg"), picture
    )


@register.simple_tag
def button(look: str, label: str, view: str, *args: object, drawing: str = "") -> SafeString:
    """Make a link that looks like a button: `{% button "quiet" _("返回") "tournaments:table" game.pk %}`."""
    classes, picture = f"button {look}".strip(), icon(drawing) if drawing else ""
    return format_html('<a class="{}" href="{}">{}{}</a>', classes, reverse(view, args=args), picture, label)


@register.simple_tag(takes_context=True)
def post(context: Context, look: str, view: str, *args: object, label: str, aria: str = "") -> SafeString:
    """Make a form with a single button: `{% post "primary" "tournaments:stop_draw" slug label=_("停止") %}`."""
    return format_html(
        '<form method="post" action="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<button class="{}"{}>{}</button></form>',
        reverse(view, args=args),
        context["csrf_token"],
        f"button {look}".strip(),
        format_html(' aria-label="{}"', aria) if aria else "",
        label,
    )


@register.simple_tag(takes_context=True)
def undo(context: Context, way_back: str) -> SafeString:
    """Make the 復原 button in a message about one click. `way_back`: address, name and value of the field to post,
    separated by spaces; `messages.success(request, sentence, extra_tags=way_back)`."""
    address, name, value = way_back.split(" ")
    return format_html(
        '<form method="post" action="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<button class="button quiet" name="{}" value="{}">{}</button></form>',
        address,
        context["csrf_token"],
        name,
        value,
        _("復原"),
    )


@register.simple_block_tag
def alert(content: str, look: str = "", *, role: str = "", drawing: str = "") -> SafeString:
    """Make a note with its icon: `{% alert "warn" role="status" %}<p>…</p>{% endalert %}`."""
    return format_html(
        '<div class="alert{}"{}>{}<div>{}</div></div>',
        f" {look}" if look else "",
        format_html(' role="{}"', role) if role else "",
        icon(drawing or _ICON_OF_LOOK.get(look, "info")),
        content,
    )


@register.simple_tag
def back(label: str, view: str, *args: object) -> SafeString:
    """Make an arrow back to the page of `view`: `{% back _("選手") "tournaments:players" event.slug %}`."""
    return format_html(
        '<a class="back-link" href="{}" aria-label="{}">{}</a>', reverse(view, args=args), label, icon("back")
    )


@register.filter(is_safe=True)
def said(text: object, event: Any) -> str:
    """Put a sentence into the words of an event's rule set: `{{ _("半莊完")|said:event }}`; without event, the usual
    words.

    `event` may be a rule set.
    """
    if not event:
        return str(text)
    rules = event if isinstance(event, RuleSet) else scoring.rule_set(rule_set_of(event))
    return wording.said(text, rules)


@register.filter
def named(sentence: str, name: str) -> SafeString:
    """Put a name in place of "{}" once the sentence is in the words of the rule set, which would change a name as well:
    `{% blocktranslate with name="{}" asvar words %}…`, `{{ words|said:event|named:player.name }}`."""
    return mark_safe(conditional_escape(sentence).replace("{}", conditional_escape(name)))  # noqa: S308 - escaped


@register.filter
def seat_wind(seat: int) -> str:
    """Name the wind of a seat as drawn (執位), 東 for 0; the first dealer does not change it."""
    return (_("東"), _("南"), _("西"), _("北"))[seat]


@register.filter
def has_rewards(event: Any) -> bool:
    return bool(scoring.rule_set(rule_set_of(event)).game.rewards)


def _written(words: Callable[..., str], **how: bool) -> Callable[[date | None], str]:
    """Format a datetime in the page's time zone, "" for None: `{{ round.day|day }}` as 11月23日（一）."""
    return lambda value: words(value, **how) if value else ""


register.filter("day", _written(day_text))
register.filter("full_day", _written(day_text, year=True))
register.filter("moment", _written(moment_text))
register.filter("full_moment", _written(moment_text, year=True))
register.filter("full_moment_seconds", _written(moment_text, year=True, seconds=True))


@register.simple_tag
def elapsed(since: datetime) -> SafeString:
    """Format as "剛剛", "9 分鐘前", never as digits that look like a clock; recording.js continues in the same
    words."""
    just_now, minutes, hours = _("剛剛"), _("{m} 分鐘前"), _("{h} 小時 {m} 分鐘前")
    h, m = divmod(max(0, int((timezone.now() - since).total_seconds())) // 60, 60)
    words = (hours if h else minutes if m else just_now).replace("{h}", str(h)).replace("{m}", str(m))
    return format_html(
        '<time datetime="{}" data-since data-just-now="{}" data-minutes="{}" data-hours="{}">{}</time>',
        since.isoformat(),
        just_now,
        minutes,
        hours,
        words,
    )


@register.filter
def signed(value: object) -> str:
    """Format as plain text, "+128", "−45" (a true minus), "0"; leaves text that is no number: `{{ total|signed }}`."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    digits = format(abs(number).normalize(), "f")
    if not number:
        return "0"
    return (MINUS if number < 0 else "+") + digits


@register.filter
def plain_points(value: object) -> str:
    """Format without sign: `{{ total.start|plain_points }}`."""
    return signed(value).lstrip("+")


@register.filter
def owed(value: object) -> str:
    """待付: format an amount to be paid, with a true minus: `{{ pending_out|owed }}`."""
    return signed(-Decimal(str(value)))


@register.filter
def points(value: object) -> SafeString:
    """Format with sign and colour: `{{ score|points }}`. Put it in a `.number` cell for right alignment."""
    text = signed(value)
    tone = {"+": "gain", MINUS: "loss"}.get(text[:1], "zero")
    return format_html('<span class="points {}">{}</span>', tone, text)


@register.simple_tag(takes_context=True)
def person_address(context: template.Context, number: int | None) -> str:
    """Return the address of the record of the player with this number in the page's `event`; "" if this reader may not
    open it: before the reveal, and of a private event on a page with a code. `access`: the reader, if the page has
    one."""
    event: Any = context.get("event")
    access: Any = context.get("access")
    reads = access.sees and access.adds_up if access else event and event.public and not event.hidden
    return reverse("tournaments:player_history", args=[event.slug, number]) if number and reads else ""


@register.filter
def instead(seat: GameSeat) -> str:
    """Format as 「第 5 鋪起 替補：李小明」 for a seat loaded with both players; "" without a substitute."""
    if seat.substitute is None:
        return ""
    return Substitute(seat.substitute.number, seat.substitute.name, seat.substitute_from or 1).sentence


@register.filter
def played_by(names: Iterable[str]) -> SafeString:
    """Format as 「由李小明代」 for a row of the standings with substitutes; "" without any."""
    return bdi(instead_text(names)) if names else SafeString()


@register.simple_tag(takes_context=True)
def person(context: template.Context, number: int | None, name: str) -> SafeString:
    """Make the name a link of a finger's height, or plain text without an address: `{% person seat.number seat.name
    %}`. Not inside another link or a button."""
    address = person_address(context, number)
    return format_html('<a class="tap person" href="{}">{}</a>', address, bdi(name)) if address else bdi(name)


@register.simple_tag
def calculator_address(document: Document, rules: RuleSet) -> str:
    chosen: dict[str, Any] = {
        reading.id: rules.options[reading.id]
        for reading in rules.readings
        if rules.options.get(reading.id) in reading.values[1:]
    }
    return f"{reverse('tournaments:calculator')}?{asked_of_document(document, rules.id, chosen).address()}"


@register.simple_tag
def room_cells(rows: Iterable[RoomRow]) -> SafeString:
    """Draw each table with its hand, its four, and the age of its last entry; unusual states also as a word. Joined
    here instead of a template: 256 take a millisecond."""
    ago = _("%(minutes)s 分鐘前")
    return mark_safe("".join(_cell(row, ago) for row in rows))  # noqa: S308 names are escaped


def _cell(row: RoomRow, ago: str) -> str:
    names = escape(" ".join(row.names))
    shown = " ".join(map(bdi, row.names))
    word = "" if row.need == "playing" else f'<span class="need">{escape(str(row.label))}</span>'
    minutes = "" if row.minutes is None or row.need == "signed" else ago % {"minutes": row.minutes}
    return (
        f'<li data-number="{row.table}" data-words="{names}">'
        f'<a class="cell {row.need}" href="{reverse("tournaments:table", args=[row.game])}"><b>{row.table}</b>'
        f'<span>{escape(row.hand)}</span><span class="names">{shown}</span>{word}<span class="ago">{minutes}</span></a>'
    )


@register.simple_tag
def fit(text: str, size: int, room: float, look: str = "", dx: int = 0) -> str:
    """Fit text into an SVG `<text>`: set smaller, then cut, if it is wider than `room`. `look`: its classes."""
    size, text = drawing.fit(text, size, room, bold="bold" in look.split())
    return format_html('<tspan class="{}" font-size="{}" dx="{}">{}</tspan>', look, size, dx, text) if text else ""
