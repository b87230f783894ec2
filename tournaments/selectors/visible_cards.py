"""記分卡 as one person may read it: rulings on others are replaced by the points they moved.

The card is signed, kept and checked whole; only the published text is shortened, and says so.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.audit.card_checks import UNREADABLE
from tournaments.audit.checks import card_differences
from tournaments.book.fold import FoldedGame, fold_timeline
from tournaments.book.read import Book, read_book
from tournaments.book.timeline import Item, build
from tournaments.book.viewer import WITHHELD, Viewer, named_only, shown_game, shown_standing, withholds
from tournaments.digests import canonical
from tournaments.models import Game, GameSeat, Scorecard
from tournaments.rulebook.changes import changes_of
from tournaments.selectors.card import CardSignature, signatures_in
from tournaments.selectors.visible_book import shown
from tournaments.services.cards import card_content, seated_players
from tournaments.services.substitutes import substitutes_of

Content = dict[str, Any]


def shown_card(game: Game, book: Book, viewer: Viewer) -> tuple[Content, bool]:
    """The current card, and whether anything in it is withheld from this viewer."""
    players, substitutes = seated_players(game), substitutes_of(game)
    content = card_content(game, book.folded, players, substitutes)
    seen = shown(book, viewer)
    shortened = card_content(seen.game, seen.folded, players, substitutes)
    return shortened, shortened != content


def shown_scorecard(card: Scorecard, viewer: Viewer) -> tuple[Content, bool]:
    """The same for a signed card; `card` with its game and event."""
    content: Content = json.loads(card.content)
    renamed = not viewer.all and _renamed(card, content)
    standing = shown_standing(content["standing"], viewer)
    if standing == content["standing"] and not _hides(content, viewer):
        return content, renamed
    folded = _as_signed(card, content, viewer)
    hands = [{**hand, "events": _events(hand, folded, viewer)} for hand in content["hands"]]
    return {**content, "standing": standing, "hands": hands}, True


def _renamed(card: Scorecard, content: Content) -> bool:
    """Replace signed names by the public names chosen since; whether there are any."""
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
    """查核: a signed card as this viewer may read it, and how it differs from its signing and from the log.

    `rows`: name, score and place of the four · `signatures`: never as drawn · `text`: as signed, or shortened where
    something is withheld.
    """

    content: Content
    withheld: bool
    differences: list[str]
    rows: list[dict[str, Any]]
    rules_changes: str
    text: str
    signatures: Sequence[CardSignature] = ()


def checked_card(card: Scorecard, viewer: Viewer) -> CheckedCard:
    """Read and check a card (with its game and event). A card that cannot be read any more has no content."""
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


def _hides(content: Content, viewer: Viewer) -> bool:
    return any(
        withholds(one["event"], viewer, hand["number"], one["act"])
        for hand in content["hands"]
        for one in hand["events"]
    )


def _as_signed(card: Scorecard, content: Content, viewer: Viewer) -> FoldedGame:
    """The game when it was signed, as this viewer may read it."""
    book = read_book(card.game)
    entries = book.entries[: max(signature["act"] for signature in card.signatures)]

    def before(act: int) -> FoldedGame:
        return fold_timeline(book.rules, content["standing"], build(entries[: act - 1]))

    return shown_game(before(len(entries) + 1), entries, viewer, before)[0]


def _events(hand: Mapping[str, Any], folded: FoldedGame, viewer: Viewer) -> list[dict[str, Any]]:
    number = hand["number"]
    found = folded.hand(number)
    items = iter(found.items if found else ())
    return [_event(one, next(items, None), viewer, number) for one in hand["events"]]


def _event(one: dict[str, Any], item: Item | None, viewer: Viewer, number: int) -> dict[str, Any]:
    """One event of the text. A ruling that is no longer in the log only says whom it concerned."""
    if not withholds(one["event"], viewer, number, one["act"]):
        return one
    if item is not None and item.event["type"] == "ruling" and item.ref[0] == one["act"]:
        return {**one, "event": item.event, "claim": item.claim}
    return {**one, "event": named_only(one["event"], viewer, number, one["act"]), "claim": WITHHELD}
