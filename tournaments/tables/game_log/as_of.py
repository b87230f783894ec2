"""轉播延遲: games, rounds, stages and seats as of some minutes ago, for delayed readers.

Acts carry their time and are only appended. So a past game is the replay of its acts until then, and any other row
comes from the history of the event (`Earlier`). Announcements are never delayed: the list of players, seats of coming
rounds, their opening, names and clocks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from django.db.models import Count, Max, Model, Q, QuerySet

from tournaments.core.cached import Versioned
from tournaments.models import Act, Declined, EventAct, Game, GameSeat, Player, Round, Stage, StageEntry
from tournaments.models.digests import canonical
from tournaments.phrases.names import Substitute
from tournaments.tables.game_log.projection import game_values
from tournaments.tables.game_log.read import read_book, rules_mark, seats_of
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, brought, take_overs
from tournaments.tables.game_log.timeline import CARRIES, COUNTED

_Row = TypeVar("_Row", bound=Model)
_CUT = frozenset(model._meta.label_lower for model in (Round, Stage, StageEntry, Declined, GameSeat, Player))


class Earlier:
    """Rows of one event as of a moment: later changes are undone in the given rows."""

    def __init__(self, event_id: int, until: datetime) -> None:
        self.event_id, self.until = event_id, until

    @cached_property
    def _before(self) -> Mapping[str, Mapping[int, Mapping[str, Any] | None]]:
        # A history that begins later than the event starts with a snapshot.
        then = Q(created_at__lte=self.until) | Q(kind=EventAct.Kind.BEGIN)
        acts = EventAct.objects.filter(event=self.event_id).order_by("number")
        found: defaultdict[str, dict[int, Mapping[str, Any] | None]] = defaultdict(dict)
        for payload in acts.exclude(then).values_list("payload", flat=True):
            for table in _CUT & payload.get("rows", {}).keys():
                found[table] |= {int(key): None for key in payload["rows"][table]}
        if not found:
            return {}
        for payload in acts.filter(then).values_list("payload", flat=True).iterator():
            for table, known in found.items():
                told = payload.get("rows", {}).get(table, {})
                for key in known.keys() & set(map(int, told)):
                    facts = told[str(key)]
                    known[key] = facts and {**(known[key] or {}), **facts}
        return found

    def rows(self, query: "QuerySet[_Row]") -> list[_Row]:
        model = query.model
        before = dict(self._before.get(model._meta.label_lower, {}))
        found = []
        for row in query:
            facts = before.pop(row.pk, {})
            if facts is not None:
                found.append(_put_back(row, facts))
        return found + [_put_back(model(pk=key), facts) for key, facts in before.items() if facts is not None]

    def _facts(self, model: type[Model], key: int) -> Mapping[str, Any]:
        """Return a row's columns of then; empty if it has not changed since, or did not exist."""
        return self._before.get(model._meta.label_lower, {}).get(key) or {}

    def round(self, round_: Round) -> Round:
        """Set the round, in place, to its state of then; publishing and opening are not delayed."""
        facts = self._facts(Round, round_.pk)
        if facts and facts["state"] in Round.BEGUN and not round_.ahead:
            names = ("state", "closed_at", "voided_at", "void_reason")
            return _put_back(round_, {name: facts[name] for name in names if name in facts})
        if round_.closed_at is not None and round_.closed_at > self.until:
            round_.state, round_.closed_at = Round.State.OPEN, None
        if round_.voided_at is not None and round_.voided_at > self.until:
            round_.voided_at, round_.void_reason = None, ""
        return round_

    def stage(self, stage: Stage) -> Stage:
        facts = self._facts(Stage, stage.pk)
        if "closed_at" in facts:
            return _put_back(stage, {"closed_at": facts["closed_at"]})
        if stage.closed_at is not None and stage.closed_at > self.until:
            stage.closed_at = None
        return stage

    def seats(self, seats: Iterable[GameSeat]) -> None:
        for seat in seats:
            seat.player_id = self._facts(GameSeat, seat.pk).get("player_id", seat.player_id)

    def barred(self, player: int, now: str) -> str:
        return str(self._facts(Player, player).get("barred", now))


def _put_back(row: _Row, facts: Mapping[str, Any]) -> _Row:
    for name, value in facts.items():
        setattr(row, name, row._meta.get_field(name).to_python(value))  # type: ignore[union-attr]
    return row


def game_at(game: Game, until: datetime) -> Game:
    """Return the game (with its event and round) with its row of then; its log, read later, ends there."""
    return games_at([game], until)[0][0]


def games_at(games: Iterable[Game], until: datetime) -> list[tuple[Game, FoldedGame | None]]:
    """Return several games as `game_at` does, each with its replayed state of then, or None if it has not changed
    since. Two queries, and one more for each game whose state is not cached."""
    listed = list(games)
    late = [game.pk for game in listed if game.last_act_at is not None and game.last_act_at > until]
    acts = Act.objects.filter(game__in=late, created_at__lte=until).order_by()
    rows = {
        row["game"]: row
        for row in acts.values("game").annotate(
            acts=Count("pk"),
            books=Count("pk", filter=Q(kind__in=COUNTED)),
            last=Max("created_at"),
            hand=Max("created_at", filter=Q(kind__in=("play", "amend"))),
        )
    }
    # The cards that the players had brought, if a later act changed them: the first of those acts has the value before.
    later = Act.objects.filter(game__in=late, kind__in=CARRIES, created_at__gt=until).order_by("-number")
    standings = {game: payload["before"] for game, payload in later.values_list("game", "payload")}
    found: list[tuple[Game, FoldedGame | None]] = []
    for game in listed:
        if game.pk not in late:
            found.append((game, None))
            continue
        row = rows.get(game.pk, _NOTHING)
        then = copy(game)
        then.until, then.standing = until, _seated(standings.get(game.pk, game.standing), until)
        # The replay of the first acts never changes, and a hall is viewed every few seconds: cached.
        mark = rules_mark(game.event, game.round)
        version = (game.pk, game.event.page_version, row["acts"], canonical(then.standing), mark)
        folded = _fold(Versioned(then, version))
        for name, value in game_values(folded, len(folded.unconfirmed)).items():
            setattr(then, name, value)
        then.act_count, then.book_version = row["acts"], row["books"]
        then.last_act_at, then.last_hand_at = row["last"], row["hand"]
        found.append((then, folded))
    return found


_NOTHING: Mapping[str, Any] = {"acts": 0, "books": 0, "last": None, "hand": None}


@lru_cache(maxsize=1024)
def _fold(game: Versioned[Game]) -> FoldedGame:
    return read_book(game.what).folded


def _seated(standing: Mapping[str, Any], until: datetime) -> dict[str, Any]:
    came = [one.as_json() for one in take_overs(standing) if not one.at or datetime.fromisoformat(one.at) <= until]
    return brought(standing) | ({TAKEN_OVER: came} if came else {})


def seated_players(game: Game) -> list[tuple[int, str]]:
    seats = seats_of(game)
    if game.until is not None:
        Earlier(game.event_id, game.until).seats(seats)
    return [(seat.player.number, seat.player.name) for seat in seats]


def substitutes_of(game: Game) -> dict[int, Substitute]:
    """Return a game's substitutes by seat; of a past state, those who had sat down by then."""
    come = {one.seat: one.act for one in take_overs(game.standing)}
    return {
        seat.seat: Substitute(who.number, who.name, seat.substitute_from or 1, come.get(seat.seat, 0))
        for seat in seats_of(game)
        if (who := seat.substitute) is not None and (game.until is None or seat.seat in come)
    }


def out_of_play(game: Game) -> dict[int, Player]:
    seats = seats_of(game)
    if game.until is None:
        return {seat.seat: seat.player for seat in seats if seat.player.barred and seat.substitute_id is None}
    earlier = Earlier(game.event_id, game.until)
    earlier.seats(seats)
    for seat in seats:
        seat.player.barred = earlier.barred(seat.player_id, seat.player.barred)
    come = substitutes_of(game)
    return {seat.seat: seat.player for seat in seats if seat.player.barred and seat.seat not in come}


def rounds_then(rounds: Sequence[Round], until: datetime | None) -> list[Round]:
    if until is None or not rounds:
        return list(rounds)
    earlier = Earlier(rounds[0].event_id, until)
    return [earlier.round(round_) for round_ in rounds]


def stages_then(stages: Sequence[Stage], until: datetime | None) -> list[Stage]:
    if until is None or not stages:
        return list(stages)
    earlier = Earlier(stages[0].event_id, until)
    return [earlier.stage(stage) for stage in stages]
