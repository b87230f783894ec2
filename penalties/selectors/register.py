"""判決登記冊 in words, and cards and bans in force. Games are replayed only for players whose card may still count."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from penalties.models import Ruling, RulingPhoto
from penalties.services.register import SUSPEND, confirms_suspensions, rulings_in_force
from scoring import Card, Colour, RuleSet, RulingResult, Transfer
from scoring.rulebook import GROUP_NAMES, Offence
from tournaments.models import Event, Game, HandRecord, Player, Round
from tournaments.phrases.days import day_text
from tournaments.phrases.names import is_found, told_apart
from tournaments.phrases.rulings import effects, section_text
from tournaments.phrases.wording import CARDS, Wording, both_names, hand_title, local, plain, said
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.carried_over import Trail, held_now

SIMILAR = 5
KEPT_AWAY = {"disqualify", "suspend", "withdraw"}


def rows(event_id: int) -> QuerySet[Ruling]:
    loaded = ("game__round", "game__table", "hall", "player")
    found = Ruling.objects.filter(event_id=event_id).select_related(
        *loaded, "user", "confirmation__user", "reverses", *(f"reverses__{name}" for name in loaded)
    )
    photo = Exists(RulingPhoto.objects.filter(ruling=OuterRef("pk")))
    return found.annotate(has_photo=photo, reversed_by=F("reversal__number")).order_by("-number")


def wanted_rows(event: Event, rules: RuleSet, wanted: Mapping[str, Any]) -> QuerySet[Ruling]:
    """Filter the register by the fields of `RegisterFilter`; empty or missing fields are ignored."""
    found = rows(event.pk)
    for name, column in (("day", "day"), ("referee", "user")):
        if wanted.get(name):
            found = found.filter(**{column: wanted[name]})
    if wanted.get("round"):
        found = found.filter(_either(game__round__number=wanted["round"]))
    if wanted.get("table"):
        found = found.filter(_either(game__table__number=wanted["table"]))
    if wanted.get("player"):
        # A number is a player's; other text is part of a name, in any spelling.
        number, people = parse_int(wanted["player"]), event.players.select_related("contact")
        if number is not None:
            found = found.filter(_either(player__number=number))
        else:
            named = [one.pk for one in people if is_found(wanted["player"], one.search_words)]
            found = found.filter(_either(player__in=named))
    if wanted.get("offence"):
        found = found.filter(_either(offence__in=_matching_offences(wanted["offence"], rules)))
    if wanted.get("card"):
        found = found.filter(_either(effect__cards__icontains=f'"{wanted["card"]}"'))
    if wanted.get("state") == "in_force":
        return found.filter(reverses__isnull=True, reversal__isnull=True)
    return found.filter(reversal__isnull=False) if wanted.get("state") == "reversed" else found


def _either(**fields: Any) -> Q:
    """Match a ruling or, for a reversal, the ruling it reverses."""
    return Q(**fields) | Q(**{f"reverses__{name}": value for name, value in fields.items()})


def _matching_offences(typed: str, rules: RuleSet) -> list[str]:
    """Return offences whose name or slug contains the text; an exact match excludes the others."""
    wanted = "".join(typed.lower().split())
    names = {
        offence.slug: ["".join(text.lower().split()) for text in (offence.name_zh, offence.name_en, offence.slug)]
        for offence in rules.offences
    }
    exact = [slug for slug, own in names.items() if wanted in own]
    return exact or [slug for slug, own in names.items() if any(wanted in name for name in own)]


@dataclass(frozen=True)
class Article:
    """一則: one ruling, or the reversal of one, for pages, CSV and API.

    `about`: the ruling itself, or the one that is reversed · `title`: heading of the row · `effects` and `transfers`:
    lines of text · `proposed`: its suspension is not confirmed yet.
    """

    row: Ruling
    about: Ruling
    place: str
    name: str
    title: str
    group: str
    section: str
    effects: Sequence[str]
    transfers: Sequence[str]
    reason: str
    reversed_by: int | None
    proposed: bool

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def reverses(self) -> int | None:
        return self.row.reverses.number if self.row.reverses else None

    @property
    def in_force(self) -> bool:
        return self.state == "in_force"

    @property
    def state(self) -> str:
        if self.row.reverses is not None:
            return "reversal"
        return "in_force" if self.reversed_by is None else "reversed"

    @property
    def referee(self) -> str:
        return str(self.row.user or "")


def describe(found: Iterable[Ruling], rules: RuleSet) -> list[Article]:
    """Describe articles of the register; one query finds the names of all players whose points move."""
    listed = list(found)
    about = [row.reverses or row for row in listed]
    names = {row.player.number: row.player.name for row in about if row.player}
    missing = {number for row in about for number in _people_of(row)} - names.keys()
    if missing:
        more = Player.objects.filter(event=listed[0].event_id, number__in=missing)
        names |= dict(more.values_list("number", "name"))
    return [_described(row, original, rules, names) for row, original in zip(listed, about, strict=True)]


def _people_of(row: Ruling) -> set[int]:
    moves = [*row.effect.get("transfers", ()), *row.effect.get("after_game", ())]
    return {number for move in moves for number in (move["from"], move["to"]) if number is not None}


def _described(row: Ruling, about: Ruling, rules: RuleSet, names: Mapping[int, str]) -> Article:
    offence = offence_of(about.offence, rules)
    reversed_by: int | None = row.reversed_by  # type: ignore[attr-defined]
    suspends = reversed_by is None and SUSPEND in row.effect.get("notes", ())
    lines, transfers = [], []
    if row.reverses is not None:
        lines = [_("推翻第 %(number)s 則") % {"number": row.reverses.number}]
    else:
        result, wording = _result(row, rules, names)
        lines = effects(result, wording, row.day, in_hall=row.hall_id is not None)
        for moved in result.transfers:
            line = {"from": moved.source, "to": moved.target, "points": moved.points, "reason": moved.reason}
            transfers.append(wording.transfer(line))
    return Article(
        row=row,
        about=about,
        place=place_of(about, rules),
        name=offence_name(about.offence, rules),
        title=offence_title(about.offence, rules),
        group=local(*GROUP_NAMES[offence.group]) if offence else "",
        section=section_text(offence.section) if offence else "",
        effects=lines,
        transfers=transfers,
        reason=row.reason,
        reversed_by=reversed_by,
        proposed=suspends and not hasattr(row, "confirmation") and confirms_suspensions(rules),
    )


def _result(row: Ruling, rules: RuleSet, names: Mapping[int, str]) -> tuple[RulingResult, Wording]:
    """Convert a row to the form of a preview, so that both give the same sentences. Rows name players by number,
    previews by seat."""
    own = row.player.number if row.player else None
    people = sorted(_people_of(row) | ({own} if own is not None else set()))
    seats: dict[int | None, int | None] = {number: seat for seat, number in enumerate(people)} | {None: None}

    def moved(name: str) -> tuple[Transfer, ...]:
        moves = row.effect.get(name, ())
        return tuple(Transfer(seats[m["from"]], seats[m["to"]], Decimal(m["points"]), m["reason"]) for m in moves)

    effect, offence, seat = row.effect, offence_of(row.offence, rules), seats[own]
    consequences = row.said.get("consequences")
    if consequences is None:
        consequences = (offence.consequences or ()) if offence else ()
    shown, given = effect.get("cards", ()), effect.get("given", effect.get("cards", ()))
    result = RulingResult(
        seat=seat,
        offence=row.offence or None,
        times=effect.get("times", 0),
        consequences=tuple(consequences),
        transfers=moved("transfers"),
        after_game=moved("after_game"),
        cards=tuple(Card(seat or 0, card, named) for card, named in zip(shown, given, strict=False)),
        in_force=(),
        ban=bool(effect.get("ban")),
        false_win=bool(effect.get("false_win")),
        ends=effect.get("ends", ""),
        notes=tuple(effect.get("notes", ())),
        previous=False,
    )
    return result, Wording(told_apart([(number, names.get(number, str(number))) for number in people]), rules)


def offence_of(slug: str, rules: RuleSet) -> Offence | None:
    return next((offence for offence in rules.offences if offence.slug == slug), None)


def offence_name(slug: str, rules: RuleSet) -> str:
    """Return the offence's name in the reader's language; a generic one for a ruling without an offence."""
    found = offence_of(slug, rules)
    return local(found.name_zh, found.name_en) if found else slug or _("沒有指明的犯規")


def offence_title(slug: str, rules: RuleSet) -> str:
    found = offence_of(slug, rules)
    return both_names(found.name_zh, found.name_en) if found else offence_name(slug, rules)


def place_of(ruling: Ruling, rules: RuleSet) -> str:
    return place_words(ruling.game, ruling.hand, ruling.hall.after_round if ruling.hall else 0, rules)


def place_words(game: Game | None, hand: int | None, after_round: int, rules: RuleSet) -> str:
    """Return "第 2 個半莊 · 第 3 檯 · 第 5 鋪" or, for a ruling outside a game, the 半莊 it followed."""
    if game is None:
        if not after_round:
            return said(_("場內，第一個半莊之前"), rules)
        return said(_("場內，第 %(round)s 個半莊之後"), rules) % {"round": after_round}
    words = {"round": game.round.number, "table": game.table.number}
    place = said(_("第 %(round)s 個半莊 · 第 %(table)s 檯"), rules) % words
    return _("%(place)s · 第 %(hand)s 鋪") % {"place": place, "hand": hand} if hand else place


def article_page(event: Event, number: int) -> dict[str, Any]:
    """Return the article, the name of its hand, and as `other` the article that reverses it or that it reverses. Raises
    Http404."""
    row, rules = get_object_or_404(rows(event.pk), number=number), rules_of(event)
    others = [n for n in (row.reverses.number if row.reverses else None, row.reversed_by) if n]  # type: ignore[attr-defined]
    article, *linked = describe([row, *rows(event.pk).filter(number__in=others)], rules)
    record = None
    if article.about.game is not None:
        record = HandRecord.objects.filter(game=article.about.game, number=article.about.hand or 0).first()
    return {
        "article": article,
        "hand_name": hand_title(record.name, record.dealer_streak, rules) if record else "",
        "other": linked[0] if linked else None,
    }


def similar(event_id: int, offence: str) -> list[Article]:
    """Return the latest rulings on the same offence in this event as precedents, reversed ones included."""
    found = list(rows(event_id).filter(offence=offence, reverses__isnull=True).select_related("event")[:SIMILAR])
    return describe(found, rules_of(found[0].event)) if found else []


def articles_of(player: Player) -> list[Article]:
    """Return the articles on a player. The reason of a reversal is left out if its correction also touched a ruling on
    another player."""
    found = list(rows(player.event_id).filter(player=player))
    reversals = [row for row in found if row.reverses_id is not None and row.game_id is not None]
    hidden: set[tuple[int | None, datetime]] = set()
    if reversals:
        others = Ruling.objects.exclude(pk__in=[row.pk for row in found]).filter(
            game__in={row.game_id for row in reversals}, created_at__in={row.created_at for row in reversals}
        )
        hidden = set(others.values_list("game", "created_at"))
    return [
        replace(one, reason="") if one.reverses and (one.row.game_id, one.row.created_at) in hidden else one
        for one in describe(found, rules_of(player.event))
    ]


@dataclass(frozen=True)
class HeldCard:
    colour: Colour
    name: Promise
    until: str
    articles: tuple[int, ...]


@dataclass(frozen=True)
class HeldLine:
    words: str
    place: str
    game: Game
    articles: tuple[int, ...]


@dataclass(frozen=True)
class InForce:
    """有效紅黃牌: cards and their expiry, bans of hands in progress, points due after a game, each with its articles.
    `barred`: 停賽, 取消資格, 已退出 or ""."""

    player: Player
    cards: Sequence[HeldCard] = ()
    bans: Sequence[HeldLine] = ()
    due: Sequence[HeldLine] = ()
    barred: str = ""
    barred_by: Sequence[int] = ()

    def __bool__(self) -> bool:
        return bool(self.cards or self.bans or self.due or self.barred)


def in_force(event: Event, now: datetime, player: Player | None = None) -> list[InForce]:
    """Return what is in force against each player, or only against `player`.

    Cards are computed from games and rulings only for players whose card may still count, so the cost grows with cards,
    not players; all else is in the register. 今日 is the calendar day and the day of each open round, since an evening
    may run past midnight.
    """
    opened = event.rounds.filter(state=Round.State.OPEN).values_list("day", flat=True)
    days = {timezone.localtime(now, event.zone).date(), *opened}
    rulings = rulings_in_force().filter(event=event, player__isnull=False).order_by("number")
    rulings = rulings.select_related("game__round", "game__table", "player", "hall")
    barred: Iterable[Player]
    if player is None:
        barred = event.players.exclude(barred="")
        rulings = rulings.filter(Q(day__in=days) | Q(player__in=barred))
    else:
        barred = [player] if player.barred else []
        rulings = rulings.filter(player=player)
    own: dict[int, list[Ruling]] = defaultdict(list)
    players = {one.pk: one for one in barred}
    for ruling in rulings:
        assert ruling.player is not None
        own[ruling.player.pk].append(ruling)
        players.setdefault(ruling.player.pk, ruling.player)
    shown = [pk for pk, theirs in own.items() if any(r.day in days and r.effect.get("cards") for r in theirs)]
    trails = held_now(event, shown) if shown else {}
    rules, found = rules_of(event), []
    for pk, person in players.items():
        bans, due = _lines(own[pk], rules)
        keeping = [one for one in own[pk] if person.barred and KEPT_AWAY.intersection(one.effect.get("notes", ()))]
        held = InForce(
            person,
            cards=_cards(trails[pk], own[pk], rules) if pk in trails and trails[pk].day in days else (),
            bans=bans,
            due=due,
            barred=str(person.get_barred_display()) if person.barred else "",
            barred_by=tuple(ruling.number for ruling in keeping),
        )
        if held:
            found.append(held)
    return sorted(found, key=lambda one: one.player.number)


def _lines(own: Iterable[Ruling], rules: RuleSet) -> tuple[list[HeldLine], list[HeldLine]]:
    bans, due = [], []
    for ruling in own:
        game = ruling.game
        if game is None or game.round.void or game.state not in (Game.State.SEATED, Game.State.PLAYING):
            continue
        place, articles = place_words(game, ruling.hand, 0, rules), (ruling.number,)
        if ruling.effect.get("ban") and ruling.hand == game.hands_closed + 1:
            bans.append(HeldLine(said(_("這一局禁止食糊"), rules), place, game, articles))
        for move in ruling.effect.get("after_game", ()):
            words = said(_("半莊完結時扣 %(points)s 分"), rules) % {"points": plain(Decimal(move["points"]))}
            due.append(HeldLine(words, place, game, articles))
    return bans, due


def _cards(trail: Trail, own: Iterable[Ruling], rules: RuleSet) -> list[HeldCard]:
    cards = []
    for colour in trail.held.cards:
        if colour == "red":
            assert trail.day is not None
            until = _("有效至 %(day)s結束") % {"day": day_text(trail.day)}
        elif trail.game is None or trail.over:
            until = said(_("有效至同日下一個半莊結束"), rules)
        else:
            until = said(_("有效至第 %(round)s 個半莊結束"), rules) % {"round": trail.game.round.number}
        shown = tuple(ruling.number for ruling in own if _shows(ruling, colour, trail))
        cards.append(HeldCard(colour, CARDS[colour], until, shown))
    return cards


def _shows(ruling: Ruling, colour: Colour, trail: Trail) -> bool:
    if colour not in ruling.effect.get("cards", ()) or ruling.day != trail.day:
        return False
    if colour == "red" or trail.game is None:
        return True
    if ruling.hall is not None:
        return ruling.hall.after_round >= trail.game.round.number - (0 if trail.over else 1)
    return not trail.over and ruling.game_id == trail.game.pk
