"""判決登記冊. Reads the register only: no game is folded for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from accounts.models import User
from penalties.models import Ruling, RulingPhoto
from penalties.selectors import article_words as words
from penalties.services.register import proposes_suspension
from scoring import RuleSet
from tournaments.models import Event, Game, HandRecord, Player
from tournaments.phrases.names import is_found
from tournaments.phrases.wording import hand_title
from tournaments.tables.game_log.read import rules_of

SIMILAR = 5


@dataclass(frozen=True)
class Wanted:
    """篩選; None and "" match all.

    `offences`: slugs · `card`: a colour that was shown · `state`: "in_force" or "reversed".
    """

    day: date | None = None
    round: int | None = None
    table: int | None = None
    player: str = ""
    offences: frozenset[str] | None = None
    card: str = ""
    state: str = ""
    referee: User | None = None


@dataclass(frozen=True)
class Article:
    """一則: one ruling, or the reversal of one, for pages, CSV and API.

    A reversal names the player, the offence and the place of what it reverses. `title`: its name as the heading of a
    row · `effects` and `transfers` are lines; `reverses` and `reversed_by` are numbers of articles · `proposed`: its
    suspension waits for confirmation, `confirmed_by`: by whom it was confirmed.
    """

    number: int
    at: datetime
    day: date
    game: Game | None
    hand: int | None
    place: str
    player: Player | None
    offence: str
    name: str
    title: str
    group: str
    section: str
    effects: tuple[str, ...]
    transfers: tuple[str, ...]
    effect: dict[str, Any]
    facts: str
    photo: bool
    referee: str
    reverses: int | None
    reversed_by: int | None
    reason: str
    proposed: bool
    confirmed_by: str

    @property
    def in_force(self) -> bool:
        return self.reverses is None and self.reversed_by is None

    @property
    def state(self) -> str:
        """ "in_force", "reversed", or "reversal"."""
        if self.reverses is not None:
            return "reversal"
        return "in_force" if self.reversed_by is None else "reversed"

    @property
    def times(self) -> int:
        return int(self.effect.get("times", 0))


@dataclass(frozen=True)
class ArticlePage:
    article: Article
    hand_name: str
    original: Article | None
    reversal: Article | None


def rows(event_id: int) -> QuerySet[Ruling]:
    loaded = ("game__round", "game__table", "hall", "player", "user")
    original = [f"reverses__{name}" for name in loaded[:-1]]
    photo = Exists(RulingPhoto.objects.filter(ruling=OuterRef("pk")))
    found = Ruling.objects.filter(event_id=event_id).select_related(
        *loaded, "confirmation__user", "reverses", *original
    )
    return found.annotate(has_photo=photo, reversed_by=F("reversal__number")).order_by("-number")


def wanted_rows(event: Event, wanted: Wanted) -> QuerySet[Ruling]:
    found = rows(event.pk)
    if wanted.day is not None:
        found = found.filter(day=wanted.day)
    if wanted.round is not None:
        found = found.filter(_either(game__round__number=wanted.round))
    if wanted.table is not None:
        found = found.filter(_either(game__table__number=wanted.table))
    if wanted.player:
        found = found.filter(_player(event, wanted.player))
    if wanted.offences is not None:
        found = found.filter(_either(offence__in=wanted.offences))
    if wanted.card:
        found = found.filter(_either(effect__cards__icontains=f'"{wanted.card}"'))
    if wanted.referee is not None:
        found = found.filter(user=wanted.referee)
    return _in_state(found, wanted.state)


def _either(**said: Any) -> Q:
    return Q(**said) | Q(**{f"reverses__{name}": value for name, value in said.items()})


def _player(event: Event, typed: str) -> Q:
    """A number is one player, anything else part of a name, in any spelling."""
    number = parse_int(typed)
    if number is not None:
        return _either(player__number=number)
    people = event.players.select_related("contact")
    return _either(player__in=[one.pk for one in people if is_found(typed, one.search_words)])


def _in_state(found: QuerySet[Ruling], state: str) -> QuerySet[Ruling]:
    if state == "in_force":
        return found.filter(reverses__isnull=True, reversal__isnull=True)
    if state == "reversed":
        return found.filter(reversal__isnull=False)
    return found


def matching_offences(typed: str, rules: RuleSet) -> frozenset[str]:
    """Offences whose name, note or slug contains the text; an exact name matches alone."""
    wanted = "".join(typed.lower().split())
    said = {
        offence.slug: ["".join(text.lower().split()) for text in (offence.name_zh, offence.name_en, offence.slug)]
        for offence in rules.offences
    }
    exact = frozenset(slug for slug, names in said.items() if wanted in names)
    return exact or frozenset(slug for slug, names in said.items() if any(wanted in name for name in names))


def describe(found: Iterable[Ruling], rules: RuleSet) -> list[Article]:
    """The articles of rulings, with the names of all players whose points move, in one statement."""
    listed = list(found)
    about = [row.reverses or row for row in listed]
    numbers = words.people_of(about)
    names = {row.player.number: row.player.name for row in about if row.player}
    if listed and numbers - names.keys():
        more = Player.objects.filter(event=listed[0].event_id, number__in=numbers - names.keys())
        names |= dict(more.values_list("number", "name"))
    return [_described(row, original, rules, names) for row, original in zip(listed, about, strict=True)]


def _described(row: Ruling, about: Ruling, rules: RuleSet, names: words.Names) -> Article:
    offence = words.offence_of(about.offence, rules)
    is_ruling, confirmed = row.reverses is None, hasattr(row, "confirmation")
    return Article(
        number=row.number,
        at=row.created_at,
        day=row.day,
        game=about.game,
        hand=about.hand,
        place=words.place_of(about, rules),
        player=about.player,
        offence=about.offence,
        name=words.offence_name(about.offence, rules),
        title=words.offence_title(about.offence, rules),
        group=words.group_name(offence),
        section=offence.section if offence else "",
        effects=tuple(words.effect_lines(row, rules, names)) if is_ruling else (_reversal(row),),
        transfers=tuple(words.transfer_lines(row, rules, names)) if is_ruling else (),
        effect=row.effect if is_ruling else {},
        facts=row.facts,
        photo=row.has_photo,  # type: ignore[attr-defined]
        referee=str(row.user) if row.user else "",
        reverses=row.reverses.number if row.reverses else None,
        reversed_by=row.reversed_by,  # type: ignore[attr-defined]
        reason=row.reason,
        proposed=row.reversed_by is None and not confirmed and proposes_suspension(row, rules),  # type: ignore[attr-defined]
        confirmed_by=str(row.confirmation.user) if confirmed else "",
    )


def _reversal(row: Ruling) -> str:
    assert row.reverses is not None
    return _("推翻第 %(number)s 則") % {"number": row.reverses.number}


def article_page(event: Event, number: int) -> ArticlePage | None:
    row = rows(event.pk).filter(number=number).first()
    if row is None:
        return None
    others = [n for n in (row.reverses.number if row.reverses else None, row.reversed_by) if n]  # type: ignore[attr-defined]
    rules = rules_of(event)
    article, *linked = describe([row, *rows(event.pk).filter(number__in=others)], rules)
    other = linked[0] if linked else None
    return ArticlePage(
        article=article,
        hand_name=_hand_name(article, rules),
        original=other if article.reverses is not None else None,
        reversal=other if article.reverses is None else None,
    )


def _hand_name(article: Article, rules: RuleSet) -> str:
    record = HandRecord.objects.filter(game=article.game, number=article.hand or 0).first() if article.game else None
    return hand_title(record.name, record.dealer_streak, rules) if record else ""


def similar(event_id: int, offence: str) -> list[Article]:
    """The latest rulings on the same offence in this event, as precedents; reversed ones included."""
    found = list(rows(event_id).filter(offence=offence, reverses__isnull=True).select_related("event")[:SIMILAR])
    return describe(found, rules_of(found[0].event)) if found else []


def articles_of(player: Player) -> list[Article]:
    found = list(rows(player.event_id).filter(player=player))
    hidden = _about_others(found)
    articles = describe(found, rules_of(player.event))
    return [replace(one, reason="") if one.number in hidden else one for one in articles]


def _about_others(mine: Sequence[Ruling]) -> set[int]:
    """Reversals whose reason may concern a ruling on another player: one correction has touched that too."""
    reversals = [row for row in mine if row.reverses_id is not None and row.game_id is not None]
    if not reversals:
        return set()
    written = Ruling.objects.filter(
        game__in={row.game_id for row in reversals}, created_at__in={row.created_at for row in reversals}
    ).exclude(pk__in=[row.pk for row in mine])
    others = set(written.values_list("game", "created_at"))
    return {row.number for row in reversals if (row.game_id, row.created_at) in others}


@dataclass(frozen=True)
class Choices:
    days: Sequence[date]
    rounds: Sequence[int]
    offences: Sequence[str]
    referees: QuerySet[User]


def choices(event: Event, rules: RuleSet) -> Choices:
    own = Ruling.objects.filter(event=event).order_by()
    rounds = own.filter(game__isnull=False).values_list("game__round__number", flat=True)
    slugs = set(own.values_list("offence", flat=True).distinct()) - {""}
    return Choices(
        days=sorted(set(own.values_list("day", flat=True).distinct())),
        rounds=sorted(set(rounds.distinct())),
        offences=[words.offence_name(offence.slug, rules) for offence in rules.offences if offence.slug in slugs],
        referees=User.objects.filter(pk__in=own.values("user")).order_by("display_name", "username"),
    )
