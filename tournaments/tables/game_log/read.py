"""Read a game with its acts, replayed, and the rules of its event. Reads only, without locks."""

import copy
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import RuleSet, apply
from scoring.rulebook import played_for
from tournaments.core.exceptions import Conflict
from tournaments.models import Act, Event, Game, GameSeat, Round
from tournaments.models.digests import canonical, sha256
from tournaments.phrases.wording import said
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, replay
from tournaments.tables.game_log.timeline import CARRIES, COUNTED, Entry, Timeline, build

OTHER_CONTENT = _("這一頁之前已送出另一份內容。請重新載入，核對現在的記錄再輸入。")


@dataclass(frozen=True)
class Actor:
    """The author of an act: a signed-in person, a player by personal link, or a player on the referee's phone
    (both)."""

    user_id: int | None = None
    player_id: int | None = None


@dataclass
class GameLog:
    game: Game
    rules: RuleSet
    entries: list[Entry]
    keys: dict[uuid.UUID, int]
    last_digest: str
    folded: FoldedGame

    def as_seen(self, seen: int) -> "GameLog":
        """Return the log as the page showed it, at its version `seen`; the current one for a version that never
        existed."""
        changes = [entry for entry in self.entries if entry.kind in COUNTED]
        return self.before(changes[seen:]) if 0 <= seen < len(changes) else self

    def before(self, since: Sequence[Entry]) -> "GameLog":
        """Return the log without these entries, its latest."""
        game = copy.copy(self.game)
        game.standing = next((entry.payload["before"] for entry in since if entry.kind in CARRIES), game.standing)
        entries = self.entries[: since[0].number - 1]
        folded = replay(self.rules, game.standing, build(entries))
        return GameLog(game, self.rules, entries, {}, "", folded)

    def replay(self, timeline: Timeline, last: str = "amend") -> FoldedGame:
        """Replay this timeline. `last`: the kind of its last act if all others are already in this log: then only the
        part it affects is replayed. Raises ScoringError."""
        standing = self.game.standing
        if last == "amend" or last in CARRIES or TAKEN_OVER in standing or any(item.about for item in timeline.items):
            return replay(self.rules, standing, timeline)
        state = self.folded.state
        if last == "play":
            state = apply(state, timeline.items[-1].event, self.rules)
        return FoldedGame(self.rules, timeline, state)

    def answer(self, hand: int, *, closed: bool = False) -> dict[str, Any]:
        """Return the response to the act that is about to be written: its number, its hand, and the version of the game
        that it creates."""
        return {
            "act": len(self.entries) + 1,
            "hand": hand,
            "closed": closed,
            "book_version": self.game.book_version + 1,
        }

    def answer_to(self, key: uuid.UUID, kind: str, **said: Any) -> Mapping[str, Any] | None:
        """Return the response that an earlier request with this client key got, if any.

        A repeat has the content of the first attempt (`said`: parts of the payload). Other content under an old key is
        no repeat, and answering it as one would lose it: raises Conflict.
        """
        number = self.keys.get(key)
        if number is None:
            return None
        entry = self.entries[number - 1]
        if entry.kind != kind or any(entry.payload.get(name) != value for name, value in said.items()):
            raise Conflict(str(OTHER_CONTENT))
        return self.answer_of(number)

    def answer_of(self, number: int) -> Mapping[str, Any]:
        """Read a stored answer; only repeats need it, which are rare."""
        answer: Mapping[str, Any] = Act.objects.values_list("answer", flat=True).get(game=self.game, number=number)
        return answer


def rules_of(event: Event, round_: Round | None = None) -> RuleSet:
    """Return the rule set of an event with its options, settings and own values: the frozen ones, if there are any.

    `round_`: for this round, whose stage may have other settings (決賽連莊) and another length. Raises ScoringError if
    the rule set does not allow it.
    """
    return _rules(*chosen_rules(event, round_), (event.rules_snapshot or {}).get("version"))


def rule_set_of(event: Event) -> str:
    name: str = (event.rules_snapshot or {}).get("rule_set", event.rule_set)
    return name


def in_words_of(event: Event, text: object) -> str:
    """Translate a text into the words of the event's rule set, such as 將 for 半莊. Insert names afterwards."""
    return said(text, scoring.rule_set(rule_set_of(event)))


def round_text(round_: Round, text: object, **words: object) -> str:
    """Fill in a text about a round, which has its `number` and other words."""
    return in_words_of(round_.event, text) % {"number": round_.number, **words}


def chosen_rules(event: Event, round_: Round | None = None) -> tuple[str, str, str, str]:
    """Return the rule set, and its options, settings and own values as canonical JSON."""
    frozen = event.rules_snapshot or {}
    slug = frozen.get("rule_set", event.rule_set)
    options = frozen.get("options", event.rule_options)
    settings = frozen.get("settings", event.rule_settings)
    if round_ is not None and round_.wind_rounds is not None:
        options = options | played_for(scoring.rule_set(slug), round_.wind_rounds)
    if round_ is not None and round_.rule_settings:
        settings = settings | round_.rule_settings
    values = frozen.get("values", {}) if frozen else event.rule_values
    return slug, canonical(options), canonical(settings), canonical(values)


def own_rules(game: Game) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the options and the settings of the rules of a game."""
    _slug, options, settings, _values = chosen_rules(game.event, game.round)
    return json.loads(options), json.loads(settings)


def rules_mark(event: Event, round_: Round | None = None) -> str:
    """Return a digest of an event's rules with their version: the same before and after they are frozen."""
    return sha256(*chosen_rules(event, round_), rules_of(event, round_).version)[:16]


@lru_cache(maxsize=64)
def _rules(slug: str, options: str, settings: str, values: str, version: str | None) -> RuleSet:
    return scoring.rule_set(slug, json.loads(options), json.loads(settings), json.loads(values), version)


# --- a game, and what it belongs to -----------------------------------------------------------------------------------


def load_game(game_id: int) -> Game | None:
    return Game.objects.select_related("event", "round", "table").filter(pk=game_id).first()


def seats_of(game: Game) -> list[GameSeat]:
    """Return the seats with players; read once for a loaded game. Substitutes are rare and read one by one."""
    seats = GameSeat.objects.select_related("player").order_by("seat")
    prefetch_related_objects([game], Prefetch("seats", seats))
    return list(game.seats.all())


def read_book(game: Game) -> GameLog:
    """Read the acts of a game that the caller has locked (or only reads), up to `game.until` if set."""
    acts = Act.objects.filter(game=game).order_by("number")
    if game.until is not None:
        acts = acts.filter(created_at__lte=game.until)
    rows = list(acts.values_list("number", "kind", "payload", "reason", "client_key", "digest"))
    entries = [Entry(number, kind, payload, reason) for number, kind, payload, reason, _key, _digest in rows]
    rules = rules_of(game.event, game.round)
    return GameLog(
        game=game,
        rules=rules,
        entries=entries,
        keys={key: number for number, _kind, _payload, _reason, key, _digest in rows},
        last_digest=rows[-1][-1] if rows else "",
        folded=replay(rules, game.standing, build(entries)),
    )


def half_signed(games: QuerySet[Game]) -> Game | None:
    begun = games.filter(state=Game.State.COMPLETE, pk__in=Act.objects.filter(kind=Act.Kind.SIGN).values("game"))
    ordered = begun.select_related("event", "round", "table").order_by("round__number", "pk")
    return next((game for game in ordered if read_book(game).folded.timeline.signed), None)
