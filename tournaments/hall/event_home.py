"""賽事首頁: the public page of an event, the same for all readers; one player's card is made from the same data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import Any

from tournaments.core.access import EventAccess
from tournaments.hall.clock import DayPlan, day_plans, hall_clocks, next_start
from tournaments.hall.in_play import (
    BigHand,
    GameStory,
    TableInPlay,
    best_payment,
    big_hand,
    leads,
    open_games,
    stories,
    tables_in_play,
)
from tournaments.models import Event, Game, GameSeat, HandRecord, Player, RegistrationDesk, Round, Stage
from tournaments.models.fields import from_units, to_units
from tournaments.phrases.wording import Wording, hand_title, plain
from tournaments.standings.cutline import cut_after, event_standings
from tournaments.standings.rows import StandingRow, Standings, points_between, row_above
from tournaments.standings.tally import is_over
from tournaments.tables.game_log.as_of import stages_then
from tournaments.tables.game_log.clock import ClockView
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.published_seats import readable, seats_to_announce
from tournaments.tables.selectors.visible import apply_delay

TOP = 5
MOST_TABLES = 40
"""If there are more tables, only those of the leaders are shown."""
HANDS_SHOWN = 8


@dataclass(frozen=True)
class OwnHand:
    game: Game
    number: int
    title: str
    change: Decimal


@dataclass(frozen=True)
class EventHome:
    """The data of the page. `state`: before, announced, playing, signing (all tables are over), between, ending (all
    games are played, but the order is not final) or over · `rounds`: as named in the sentence · `plan`, `begins`: their
    expected end and the start of the next · `adds_up`: places are visible."""

    event: Event
    adds_up: bool
    state: str
    rounds: Sequence[Round]
    stage: str
    clocks: Sequence[ClockView]
    plan: DayPlan | None
    begins: datetime | None
    desk: RegistrationDesk | None
    players: Mapping[int, Player]
    found: Standings
    tables: Sequence[TableInPlay]
    stories: Mapping[int, GameStory]
    coming: Mapping[int, GameSeat]

    @property
    def playing(self) -> int:
        return sum(not one.over for one in self.tables)

    @property
    def finished(self) -> int:
        return len(self.tables) - self.playing

    @property
    def numbers(self) -> str:
        return "、".join(str(one.number) for one in self.rounds)  # data

    @cached_property
    def ranked(self) -> list[StandingRow]:
        return [row for row in self.found.rows if row.place] if self.adds_up else []

    @property
    def winners(self) -> list[StandingRow]:
        return [row for row in self.ranked if row.place and row.place <= 3] if self.state == "over" else []

    @property
    def entered(self) -> int:
        return sum(not player.staff and player.withdrawn_at is None for player in self.players.values())

    @property
    def top(self) -> list[dict[str, Any]]:
        """Return the leading players; empty before any points. `behind`: distance to the first, None for the first ·
        `why`: points of each round."""
        columns, start = self.found.columns, to_units(rules_of(self.event).game.start)
        if not any(
            row.wins or row.units_score != start * (len(row.games_units) - row.games_units.count(None))
            for row in self.ranked
        ):
            return []
        return [
            {
                "row": row,
                "behind": points_between(self.ranked[0], row) if n else None,
                "why": [(at, from_units(units)) for at, units in zip(columns, row.games_units, strict=False) if units],
            }
            for n, row in enumerate(self.ranked[:TOP])
        ]

    @property
    def cut(self) -> StandingRow | None:
        """Return the last player who would advance, if there is a single cut line that depends on points alone."""
        last = cut_after(self.found) if self.adds_up and not self.found.rules.game.table_points else None
        return None if last is None else self.found.rows[last]

    @property
    def strip(self) -> list[TableInPlay]:
        """Return the tables of the current round, in order."""
        if self.state not in ("playing", "signing"):
            return []
        shown = list(self.tables)
        if len(shown) > MOST_TABLES:
            places = {row.number: row.place for row in self.ranked}
            last = len(self.players) + 1
            shown.sort(key=lambda one: min(places.get(chair.number) or last for chair in one.chairs))
            shown = sorted(shown[:MOST_TABLES], key=attrgetter("number"))
        return shown

    @cached_property
    def biggest(self) -> BigHand | None:
        return self._best(lambda story: story.biggest)

    @cached_property
    def laid(self) -> BigHand | None:
        """Return the biggest win with known tiles, but only if those of the biggest win are unknown."""
        return None if self.biggest is None or self.biggest.tiles else self._best(lambda story: story.laid)

    def _best(self, win_of: Callable[[GameStory], HandRecord | None]) -> BigHand | None:
        won = [(one, win) for one in self.tables if (win := win_of(self.stories[one.game.pk])) is not None]
        best = max(won, key=lambda pair: best_payment(pair[1])["fan"], default=None)
        return None if best is None else big_hand(*best, rules_of(self.event))

    @cached_property
    def pull(self) -> dict[str, Any] | None:
        """Return the longest 拉 of the round, however it ended."""
        pulls = [(pull, one) for one in self.tables if (pull := self.stories[one.game.pk].pull) is not None]
        if not pulls:
            return None
        pull, table = max(pulls, key=lambda pair: (pair[0].pulls, pair[0].points))
        wording = Wording([chair.name for chair in table.chairs], rules_of(self.event))
        words = f"{wording.name(pull.winner)} ← {wording.name(pull.payer)} {plain(pull.points)}"
        return {"table": table, "hand": pull.hand, "pulls": pull.pulls, "words": words}

    @cached_property
    def lead(self) -> dict[str, Any] | None:
        """Return how often the lead has changed in this round, and the hand of the last change."""
        rows = {row.number: row for row in self.ranked if self._competes(row)}
        by_game = {one.game.pk: one for one in self.tables}
        rules = rules_of(self.event)
        if not rows or not by_game or rules.game.table_points:  # 名次分 come first, and depend on all four final scores
            return None
        changes = leads(
            {number: row.units_score for number, row in rows.items()},
            {pk: [chair.number for chair in one.chairs] for pk, one in by_game.items()},
            self.stories,
            to_units(rules.game.start),
        )
        if not changes:
            return None
        last = changes[-1]
        title = hand_title(last.hand.name, last.hand.streak, rules)
        where = {"table": by_game[last.game], "hand": last.hand.number, "title": title}
        return {"changes": len(changes), "row": rows[last.number]} | where

    @cached_property
    def climb(self) -> StandingRow | None:
        rows = [row for row in self.ranked if self._competes(row)]
        most = max(rows, key=lambda row: (row.up, -(row.place or 0)), default=None)
        return most if most and most.up else None

    @cached_property
    def most(self) -> dict[str, Any] | None:
        """Return the most points of the latest round; None until a hand is finished."""
        won = [(row.games_units[-1], row) for row in self.ranked if self._competes(row) and row.games_units]
        best = max(((units, row) for units, row in won if units), key=lambda one: one[0], default=None)
        return {"row": best[1], "points": from_units(best[0])} if best and best[0] > 0 else None

    def _competes(self, row: StandingRow) -> bool:
        """Whether the row is of the current stage: points of players eliminated earlier do not compare."""
        return self.found.stage is None or row.stage == self.found.stage.number

    def card(self, number: int) -> dict[str, Any] | None:
        """我在哪裡: return a player's card. `row`: None while standings are hidden · `above`: distance to the next
        place · `playing`: table and seat · `coming`: the next seat · `hands`: latest first."""
        player = self.players.get(number)
        if player is None:
            return None
        at = next((n for n, row in enumerate(self.found.rows) if row.number == number), None)
        row = self.found.rows[at] if at is not None and self.adds_up else None
        better = row_above(self.found.rows, at) if row is not None and at else None
        above = points_between(better, row) if row is not None and better is not None else None
        sits = next(((one, chair) for one in self.tables for chair in one.chairs if chair.number == number), None)
        playing = sits if sits and not sits[0].over and self.state == "playing" else None
        hands, coming = self._hands_of(number), self.coming.get(number)
        return {"player": player, "row": row, "above": above, "playing": playing, "coming": coming, "hands": hands}

    def _hands_of(self, number: int) -> list[OwnHand]:
        found: list[OwnHand] = []
        rules = rules_of(self.event)
        for table in self.tables:
            seat = next((n for n, chair in enumerate(table.chairs) if chair.number == number), None)
            if seat is None:
                continue
            before = to_units(rules.game.start)
            for hand in self.stories[table.game.pk].hands:
                title = hand_title(hand.name, hand.streak, rules)
                if hand.scores[seat] != before:
                    found.append(OwnHand(table.game, hand.number, title, from_units(hand.scores[seat] - before)))
                before = hand.scores[seat]
        return found[: -HANDS_SHOWN - 1 : -1]


def event_home(access: EventAccess, now: datetime) -> EventHome:
    """Return the page as this reader may see it, in some fifteen queries for any number of players and tables.
    Announcements (seats, clock, registration) are never delayed."""
    event, until = access.event, access.until
    found, rules = event_standings(event, until), rules_of(event)
    announced, games = seats_to_announce(event, until), open_games(event, until)
    rounds = list({game.round_id: game.round for game, _fold in games}.values())
    running = bool(games)
    if not games and found.latest is not None:
        rounds = [found.latest]
        listed = Game.objects.filter(round=found.latest).select_related("event", "round", "table")
        games = apply_delay(listed.order_by("table__number"), until)
    tables = tables_in_play(games, rules)
    plans = day_plans(event, [game for game, _fold in games], now) if running else {}
    if running:
        state = "playing" if any(not one.over for one in tables) else "signing"
    else:
        state = _state(event, found, announced, until)
    # Earliest start of the next round: after a break, if it is on the same day.
    begins, last = None, found.latest
    if state == "announced" and announced and last and last.closed_at and announced.day == last.day:
        begins = next_start(last.closed_at)
    # While standings are hidden, only players with published seats.
    players = Player.objects.filter(event=event)
    if not access.adds_up:
        players = players.filter(seats__round__in=readable(event)).distinct()
    # 下一場: each player's seat in the first published round that seats them.
    coming: dict[int, GameSeat] = {}
    seats = GameSeat.objects.filter(round__event=event, round__state=Round.State.PUBLISHED)
    for seat in seats.select_related("round", "game__table", "player").order_by("round__number"):
        coming.setdefault(seat.player.number, seat)
    return EventHome(
        event=event,
        adds_up=access.adds_up,
        state=state,
        rounds=[announced] if state == "announced" and announced else rounds,
        stage=found.stage.name if found.stage and found.stage.number > 1 else "",
        clocks=hall_clocks(event, now),
        plan=max(plans.values(), key=attrgetter("ends"), default=None),
        begins=begins,
        desk=RegistrationDesk.objects.filter(event=event).first() if not found.rounds else None,
        players={player.number: player for player in players.select_related("contact").order_by("number")},
        found=found,
        tables=tables,
        stories=stories([(one.game, one.fold) for one in tables]),
        coming=coming,
    )


def _state(event: Event, found: Standings, announced: Round | None, until: datetime | None) -> str:
    """Return the state when no round is open."""
    if announced is not None:
        return "announced"
    if not found.rounds:
        return "before"
    stages = stages_then(list(Stage.objects.filter(event=event)), until)
    if is_over(stages, running=False):
        return "over"
    last = max(stages, key=attrgetter("number"))
    last.event = event
    return "ending" if found.stage == last and len(found.rounds) >= last.rounds_in_all else "between"
