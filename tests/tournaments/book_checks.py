"""What every book must be, after whatever was done to it: checks shared by the tests of the book."""

from decimal import Decimal
from typing import Any

from scoring.points import points
from tournaments.models import Act, Game, GameSeat, HandRecord, Transfer
from tournaments.models.digests import act_digest
from tournaments.tables.game_log.projection import game_values, seat_values
from tournaments.tables.game_log.read import read_book
from tournaments.tables.services.writing import hand_rows, transfer_rows


def reread(game: Game) -> Game:
    """The game as the database has it now."""
    return Game.objects.select_related("event", "round", "table").get(pk=game.pk)


def hands_of(game: Game) -> list[tuple[Any, ...]]:
    """The stored lines of a game, without their database numbers."""
    rows = HandRecord.objects.filter(game=game).order_by("number")
    return [(r.number, r.name, r.dealer, r.dealer_streak, r.result, r.state, r.book) for r in rows]


def transfers_of(game: Game) -> list[tuple[Any, ...]]:
    """The stored transfers of a game, without their database numbers."""
    rows = Transfer.objects.filter(game=game).order_by("hand", "position")
    return [(t.hand, t.position, t.source, t.target, t.points, t.reason) for t in rows]


def seats_of(game: Game) -> list[dict[str, Any]]:
    """What is stored for each seat."""
    return list(
        GameSeat.objects.filter(game=game)
        .order_by("seat")
        .values(
            "score", "pending_in", "pending_out", "penalties", "after_game", "place", "wins", "self_drawn", "best_fan"
        )
    )


def check_book(game: Game) -> None:
    """Everything stored equals what the fold of the acts gives, no point is lost, the chain of digests holds."""
    game = reread(game)
    folded = read_book(game).folded
    expected = hand_rows(game, folded, game.created_at if hasattr(game, "created_at") else None)  # type: ignore[arg-type]
    assert hands_of(game) == [
        (r.number, r.name, r.dealer, r.dealer_streak, r.result, r.state, r.book) for r in expected
    ]
    moved = transfer_rows(game, folded)
    assert transfers_of(game) == [(t.hand, t.position, t.source, t.target, t.points, t.reason) for t in moved]
    assert seats_of(game) == seat_values(folded)
    stored = {name: getattr(game, name) for name in game_values(folded, len(folded.unconfirmed))}
    assert stored == game_values(folded, len(folded.unconfirmed))
    check_sum(game, folded.state.house, folded.rules.game.start)
    check_chain(game)


def check_sum(game: Game, house: Decimal, begin: Decimal = Decimal(0)) -> None:
    """Every point that somebody has won, somebody else has lost; what nobody has is the house's."""
    scores = sum((seat["score"] for seat in seats_of(game)), Decimal(0))
    assert scores + house == 4 * begin
    from_rows = {0: begin, 1: begin, 2: begin, 3: begin, None: Decimal(0)}
    for _hand, _position, source, target, amount, _reason in transfers_of(game):
        from_rows[source] -= points(amount)
        from_rows[target] += points(amount)
    assert [from_rows[seat] for seat in range(4)] == [seat["score"] for seat in seats_of(game)]


def check_chain(game: Game) -> None:
    """Each act carries the digest over itself and the one before."""
    before = ""
    for place, act in enumerate(Act.objects.filter(game=game).order_by("number"), start=1):
        assert act.number == place
        before = act_digest(before, act)
        assert act.digest == before
    assert Act.objects.filter(game=game).count() == reread(game).act_count
