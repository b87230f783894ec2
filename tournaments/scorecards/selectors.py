import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from scoring.tournament import SEAT_WINDS
from tournaments.audit.checks import UNREADABLE, card_differences
from tournaments.models import Act, Game, GameSeat, Scorecard
from tournaments.models.digests import canonical
from tournaments.phrases.amounts import seat_amounts
from tournaments.phrases.kinds import event_words
from tournaments.phrases.names import names_at
from tournaments.phrases.reasons import change_text
from tournaments.phrases.wording import WINDS, Wording, closing_event, wind_of
from tournaments.rulebook.page import changes_of, changes_text
from tournaments.scorecards.services import RULED, card_content, current_digest
from tournaments.tables.game_log.as_of import seated_players, substitutes_of
from tournaments.tables.game_log.projection import PENALTIES, hand_line, moved_by
from tournaments.tables.game_log.read import GameLog, read_book, seats_of
from tournaments.tables.game_log.redaction import (
    WITHHELD,
    Viewer,
    is_hidden,
    may_be_hidden,
    named_only,
    shown_game,
    shown_standing,
)
from tournaments.tables.game_log.replay import FoldedGame, replay
from tournaments.tables.game_log.timeline import build
from tournaments.tables.selectors.adjustments import AdjustmentLine, adjustments_of_game
from tournaments.tables.selectors.hands import card_lines, fans_before
from tournaments.tables.selectors.visible import delayed_cards, delayed_seats, shown_book

# Millimetres on A4, as in `card-pdf.css` and `print.css`: space for hands between head and signatures, height of a hand
# itself and of each line of text, and the factor for close spacing.
_ROOM = 112
_HAND_HEIGHT, _TEXT_HEIGHT = 1.8, 2.9
_CLOSE = 0.72


@dataclass(frozen=True)
class CardSignature:
    """簽名: `strokes` is an SVG path, empty for readers who may not see the drawing.

    `ruled_by`, `reason`: set if the referee ruled that the card is valid without the signature. `number`: of the player
    who signs, where it is known.
    """

    seat: int
    name: str
    at: datetime | None
    method: str
    strokes: str
    ruled_by: str = ""
    reason: str = ""
    number: int | None = None

    @property
    def kept_back(self) -> bool:
        """Whether the signature was drawn by hand but is hidden from this reader."""
        return self.method == "drawn" and not self.strokes


@dataclass(frozen=True)
class CardSeat:
    """A seat on the card. `penalties`: in the score already · `plays`, `instead`: the substitute, if there is one."""

    seat: int
    number: int
    name: str
    seat_wind: str
    score: Decimal
    penalties: Decimal
    place: int | None
    plays: str
    instead: str


@dataclass(frozen=True)
class CardPage:
    """`ready`: signing may begin: the game (or a 圈 that is signed too) is over and every hand confirmed · `digest`: of
    the whole card: the four sign the same, whatever the viewer may read · `density`: class name for spacing that keeps
    the card on one page, by lines of text; the PDF is measured and set more closely if needed."""

    seats: Sequence[CardSeat]
    lines: Sequence[Mapping[str, Any]]
    signatures: Sequence[CardSignature]
    digest: str
    card: Scorecard | None
    earlier: Sequence[Scorecard]
    finished: bool
    wind_over: bool
    ready: bool
    house: Decimal
    carries: bool
    density: str
    rules_changes: str
    winds: Sequence[tuple[str, datetime]]
    shared: Sequence[AdjustmentLine]

    @property
    def missing(self) -> list[CardSeat]:
        return [seat for seat, signature in zip(self.seats, self.signatures, strict=True) if signature.at is None]

    @property
    def penalised(self) -> bool:
        return any(line["penalties"] for line in self.lines)


def card_page(game: Game, viewer: Viewer, *, signatures: bool) -> CardPage:
    """Return the card of a game (loaded with event, round and table) for this viewer. `signatures`: show drawn ones
    (`GameAccess.belongs`); the signers and times are always shown."""
    book = read_book(game)
    folded, seen = book.folded, shown_book(book, viewer)
    rows = seats_of(game)
    if game.until is not None:
        delayed_seats(game, rows, folded)
    names, substitutes = names_at([(seat.player.number, seat.player.name) for seat in rows], substitutes_of(game))
    signers = [
        _("%(name)s（替補）") % {"name": substitutes[seat].name} if seat in substitutes else name
        for seat, name in enumerate(names)
    ]
    numbers = [substitutes[row.seat].number if row.seat in substitutes else row.player.number for row in rows]
    seats = [
        CardSeat(
            seat=row.seat,
            number=row.player.number,
            name=names[row.seat],
            seat_wind=str(WINDS[SEAT_WINDS[0][row.seat]]),
            score=row.score,
            penalties=row.penalties,
            place=row.place,
            plays=substitutes[row.seat].name if row.seat in substitutes else names[row.seat],
            instead=substitutes[row.seat].sentence if row.seat in substitutes else "",
        )
        for row in rows
    ]
    lines = _lines(seen, Wording(names, book.rules, substitutes))
    height = sum(_HAND_HEIGHT + _TEXT_HEIGHT * line["height"] for line in lines)
    cards, signing = delayed_cards(game), [act for _digest, act in folded.signatures.values()]
    shares = game.until is None and book.rules.game.shares_winnings
    return CardPage(
        seats=seats,
        lines=lines,
        signatures=[
            replace(signature, number=number)
            for signature, number in zip(signatures_in(game.pk, signing, signers, signatures), numbers, strict=True)
        ],
        digest=current_digest(game, folded),
        card=next((card for card in cards if card.reopened_at is None), None),
        earlier=[card for card in cards if card.reopened_at is not None],
        finished=folded.state.finished,
        wind_over=folded.wind_over,
        ready=(folded.state.finished or folded.wind_over) and not folded.unconfirmed,
        house=folded.state.house,
        carries=book.rules.game.chain is not None,
        density="" if height <= _ROOM else "close" if height * _CLOSE <= _ROOM else "closer",
        rules_changes=changes_text(book.rules),
        winds=list(_winds(book)),
        shared=adjustments_of_game(game) if shares else [],
    )


def _lines(book: GameLog, wording: Wording) -> list[dict[str, Any]]:
    """Return a line per hand. `old`: earlier versions, struck through · `penalties`: (name, 罰分), already included in
    the points · `height`: lines of text on paper."""
    old: dict[int, list[str]] = {}
    for replaced in book.folded.timeline.replaced:
        for number in book.entries[replaced.act - 1].payload["hands"]:
            gone = (item for item in replaced.old if not is_hidden(item))
            fans = fans_before(book, replaced.act, number)
            words = [event_words(wording.at(number, item.born), item.event, fans) for item in gone]
            if words or replaced.reason:
                why = change_text(replaced.reason, closed=replaced.closed)
                old.setdefault(number, []).append(" · ".join([*words, *filter(None, [why])]))
    lines = []
    for hand in book.folded.hands:
        line, result, number = hand_line(hand), hand.result, hand.number
        closing, difference = closing_event(line), _difference(line)
        notes = [
            event_words(wording.at(number, item.born), item.event)
            for item in hand.items
            if item.event is not closing and not is_hidden(item)
        ]
        notes += [event_words(wording, one.event) for one in book.folded.timeline.pauses if one.hand == number]
        fined = enumerate(moved_by(one for one in result.transfers if one.reason in PENALTIES))
        penalties = [(wording.name(seat), points) for seat, points in fined if points]
        chains = [wording.chain(chain) for chain in line["chains"]]
        cards, was = list(card_lines(number, result.rulings, hand.items, wording)), old.get(number, [])
        cells: list[dict[str, Any]] = [
            {
                "name": wording.name(seat),
                "amounts": seat_amounts(line, seat, wording),
                "total": result.scores[seat],
                "confirmed": hand.confirmations[seat] is not None,
            }
            for seat in range(4)
        ]
        amounts = max(len(cell["amounts"].parts) + cell["amounts"].summed for cell in cells)
        said = 1 + len(notes) + len(cards) + bool(difference) + len(was)
        lines.append(
            {
                "number": number,
                "title": wording.title(line),
                "dealer": wording.name(result.dealer),
                "result": wording.result(line),
                "notes": notes,
                "cells": cells,
                "penalties": penalties,
                "chains": chains,
                "cards": cards,
                "state": hand.state,
                "drawn": result.result == "draw",
                "difference": difference,
                "old": was,
                "height": max(said, len(chains), len(penalties), 1 + max(1, (amounts + 1) // 2)),
            }
        )
    return lines


def _difference(line: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return (claimed, computed) if the referee's number differs from the count of the tiles, else None."""
    for entry in line["events"]:
        claim = entry.get("claim") or {}
        for one in claim.get("winners", [claim]):
            typed, computed = one.get("typed"), one.get("computed")
            if typed is not None and computed is not None and typed != computed:
                return typed, computed
    return None


def _winds(book: GameLog) -> Iterator[tuple[str, datetime]]:
    for number, signed in sorted(book.folded.timeline.wind_signed.items()):
        hand = book.folded.hand(number)
        if len(signed) == 4 and hand is not None:
            last = max(act for _digest, act in signed.values())
            yield wind_of(hand.result.name), Act.objects.get(game=book.game, number=last).created_at


def signatures_in(game_id: int, numbers: Collection[int], names: Sequence[str], drawn: bool) -> list[CardSignature]:
    """Return the signatures in these acts by seat, with the drawings if `drawn`; missing ones have no time."""
    acts = Act.objects.filter(game=game_id, number__in=numbers).select_related("user")
    found = [CardSignature(seat, name, None, "", "") for seat, name in enumerate(names)]
    for act in acts:
        seat, method, strokes = act.payload["seat"], act.payload["method"], act.payload["strokes"] if drawn else ""
        if seat >= len(names):
            continue  # the text of a forged card may name fewer than four
        ruled: dict[str, Any] = {"ruled_by": str(act.user or ""), "reason": act.reason} if method == RULED else {}
        found[seat] = CardSignature(seat, names[seat], act.created_at, method, strokes, **ruled)
    return found


Content = dict[str, Any]


def shown_card(game: Game, book: GameLog, viewer: Viewer) -> tuple[Content, bool]:
    """Return the current card, and whether parts of it are withheld from this viewer: rulings on others are replaced by
    the points they moved. The card that is signed, stored and checked is the whole one."""
    players, substitutes = seated_players(game), substitutes_of(game)
    content = card_content(game, book.folded, players, substitutes)
    seen = shown_book(book, viewer)
    shortened = card_content(seen.game, seen.folded, players, substitutes)
    return shortened, shortened != content


def shown_scorecard(card: Scorecard, viewer: Viewer) -> tuple[Content, bool]:
    """Return a signed card (with its game and event) as `shown_card` does."""
    content: Content = json.loads(card.content)
    renamed = not viewer.all and _renamed(card, content)
    standing = shown_standing(content["standing"], viewer)
    events = ((hand["number"], one) for hand in content["hands"] for one in hand["events"])
    hides = any(may_be_hidden(one["event"], viewer, number, one["act"]) for number, one in events)
    if standing == content["standing"] and not hides:
        return content, renamed
    # The game at the time of signing, as this viewer may read it.
    book = read_book(card.game)
    entries = book.entries[: max(signature["act"] for signature in card.signatures)]

    def before(act: int) -> FoldedGame:
        return replay(book.rules, content["standing"], build(entries[: act - 1]))

    folded = shown_game(before(len(entries) + 1), entries, viewer, before)[0]
    hands = [{**hand, "events": _events(hand, folded, viewer)} for hand in content["hands"]]
    shown = {**content, "standing": standing, "hands": hands}
    return shown, renamed or shown != content


def _events(hand: Mapping[str, Any], folded: FoldedGame, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the events in a hand's text. A ruling no longer in the log gives only the player it concerned."""
    number, found = hand["number"], folded.hand(hand["number"])
    items = iter(found.items if found else ())
    events = []
    for one in hand["events"]:
        item = next(items, None)
        if may_be_hidden(one["event"], viewer, number, one["act"]):
            if item is not None and item.event["type"] == "ruling" and item.ref[0] == one["act"]:
                one = {**one, "event": item.event, "claim": item.claim}
            else:
                one = {**one, "event": named_only(one["event"], viewer, number, one["act"]), "claim": WITHHELD}
        events.append(one)
    return events


def _renamed(card: Scorecard, content: Content) -> bool:
    """Replace signed names by public names chosen since; return whether there are any."""
    seats = GameSeat.objects.filter(game=card.game_id).select_related("player__contact", "substitute__contact")
    people = [who for seat in seats for who in (seat.player, seat.substitute) if who is not None]
    public = {who.number: who.name for who in people if hasattr(who, "contact") and who.contact.real_name}
    found = False
    for one in content["players"]:
        for who in (one, one.get("substitute") or {}):
            if who.get("number") in public and who["name"] != public[who["number"]]:
                who["name"], found = public[who["number"]], True
    return found


@dataclass(frozen=True)
class CheckedCard:
    """查核: a signed card as this viewer may read it, and its differences from the signed state and from the log.

    `rows`: name, score and place of the four · `signatures`: never as drawings · `text`: as signed, or shortened if
    parts are withheld.
    """

    content: Content
    withheld: bool
    differences: list[str]
    rows: list[dict[str, Any]]
    rules_changes: str
    text: str
    signatures: Sequence[CardSignature] = ()


def checked_card(card: Scorecard, viewer: Viewer) -> CheckedCard:
    """Read and check a card (with its game and event). A card that is no longer readable has no content."""
    differences = [what for what, _stored, _expected in card_differences(card)]
    try:
        content, withheld = shown_scorecard(card, viewer)
        final = content["final"]
        rows = [
            {"name": player["name"], "score": final["scores"][player["seat"]], "place": place}
            for player, place in zip(content["players"], final["places"], strict=True)
        ]
        changes = changes_of(content["rules"])
    except UNREADABLE:
        if not differences:
            raise
        return CheckedCard({}, False, differences, [], "", "")
    text = canonical(content) if withheld else card.content
    signers = [player.get("substitute", player)["name"] for player in content["players"]]
    signatures = signatures_in(card.game_id, [one["act"] for one in card.signatures], signers, drawn=False)
    return CheckedCard(content, withheld, differences, rows, changes, text, signatures)
