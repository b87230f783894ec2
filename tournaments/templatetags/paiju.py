from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import RuleSet
from scoring.rulesets import get_rule_set
from tournaments.phrases.days import day_text, moment_text
from tournaments.phrases.names import bdi
from tournaments.phrases.reasons import reason_said
from tournaments.phrases.stages import ordinal
from tournaments.phrases.wording import hand_name
from tournaments.tables.game_log.read import rule_set_of

register = template.Library()
register.filter("ordinal", ordinal)
register.filter("bdi", bdi)
register.filter("reason", reason_said)

MINUS = "\N{MINUS SIGN}"
# The levels of django.contrib.messages and their icons.
_ICON_OF_LEVEL = {"warning": "warn", "debug": "info"}


@register.simple_tag
def icon(name: str) -> SafeString:
    """One drawing of static/icons.svg. Never alone: it needs a word or an aria-label."""
    picture = _ICON_OF_LEVEL.get(name, name or "info")
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', static("icons.svg"), picture
    )


@register.simple_tag
def back(label: str, view: str, *args: object) -> SafeString:
    """The arrow to the page of `view`, with a name: `{% back _("選手") "tournaments:players" event.slug %}`."""
    return format_html(
        '<a class="back-link" href="{}" aria-label="{}">{}</a>', reverse(view, args=args), label, icon("back")
    )


@register.filter(is_safe=True)
def said(text: object, event: Any) -> str:
    """A sentence in the words of an event's rule set: `{{ _("半莊完")|said:event }}`; without event the usual ones.

    `event` may be a rule set.
    """
    if not event:
        return str(text)
    rules = event if isinstance(event, RuleSet) else get_rule_set(rule_set_of(event))
    return rules.terms.said(str(text), english=(get_language() or "").startswith("en"))


@register.filter
def seat_wind(seat: int) -> str:
    """As drawn (執位), 東 for 0; the first dealer does not change it."""
    return (_("東"), _("南"), _("西"), _("北"))[seat]


@register.filter
def has_rewards(event: Any) -> bool:
    return bool(get_rule_set(rule_set_of(event)).game.rewards)


@register.filter
def day(value: date | None) -> str:
    """11月23日（一）, of a moment in the zone of the page; "" for None: `{{ round.day|day }}`."""
    return day_text(value) if value else ""


@register.filter
def full_day(value: date | None) -> str:
    """With the year, for printed and exported pages: 2026年11月23日（一）."""
    return day_text(value, year=True) if value else ""


@register.filter
def moment(value: datetime | None) -> str:
    """In the zone of the page: 11月23日（一） 19:30."""
    return moment_text(value) if value else ""


@register.filter
def full_moment(value: datetime | None) -> str:
    """With the year: 2026年11月23日（一） 19:30."""
    return moment_text(value, year=True) if value else ""


@register.filter
def full_moment_seconds(value: datetime | None) -> str:
    return moment_text(value, year=True, seconds=True) if value else ""


@register.simple_tag
def elapsed(since: datetime) -> SafeString:
    """ "剛剛", "9 分鐘前", never digits that look like a clock; recording.js continues in the same words."""
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


def signed(value: object) -> str:
    """ "+128", "−45" (a true minus), "0"; unchanged when it is no number."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    digits = format(abs(number).normalize(), "f")
    if not number:
        return "0"
    return (MINUS if number < 0 else "+") + digits


@register.filter(name="hand_name")
def hand_name_filter(name: str) -> str:
    """局名 in the reader's language: `{{ game.hand_name|hand_name }}`."""
    return hand_name(name)


@register.filter(name="signed")
def signed_filter(value: object) -> str:
    """As plain text, for a sentence or an attribute: `{{ total|signed }}`."""
    return signed(value)


@register.filter
def plain_points(value: object) -> str:
    """Without sign: `{{ total.start|plain_points }}`."""
    return signed(value).lstrip("+")


@register.filter
def owed(value: object) -> str:
    """待付: an amount to be paid, with a true minus: `{{ pending_out|owed }}`."""
    return signed(-Decimal(str(value)))


@register.filter
def points(value: object) -> SafeString:
    """With sign and colour: `{{ score|points }}`. Put it in a `.number` cell for right alignment."""
    text = signed(value)
    tone = {"+": "gain", MINUS: "loss"}.get(text[:1], "zero")
    return format_html('<span class="points {}">{}</span>', tone, text)
