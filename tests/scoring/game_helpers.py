"""Short words for games: events to write, states to read; of the league unless other rules are named."""

from collections.abc import Sequence
from typing import Any

import scoring
from scoring import GameState, RuleSet, fold
from scoring.discipline.standing import PlayerRecord, carried_offences, standing_of
from scoring.points import format_points

Event = dict[str, Any]

LEAGUE = scoring.rule_set("hkma-league")
MASTERS = scoring.rule_set("hkma-masters")
FINAL = scoring.rule_set("hkma-masters", settings={"dealer_stays": True})
CLUB = scoring.rule_set("tw-club")
SIXTEEN = scoring.rule_set("tw-sixteen")


def league(**options: str) -> RuleSet:
    """The league under other option values: league(L_27="exact")."""
    return scoring.rule_set("hkma-league", {name.replace("_", "-"): value for name, value in options.items()})


def classic(settings: dict[str, Any] | None = None, **options: str) -> RuleSet:
    """hk-classic under settings and option values: classic({"base": "50"}, K_8="exact")."""
    return scoring.rule_set("hk-classic", {name.replace("_", "-"): value for name, value in options.items()}, settings)


CLASSIC = classic()


def own(winner: int, fan: int = 10) -> Event:
    """自摸."""
    return {"type": "win", "winner": winner, "self_draw": True, "fan": fan}


def off(winner: int, source: int, fan: int = 10) -> Event:
    """食出銃."""
    return {"type": "win", "winner": winner, "from": source, "fan": fan}


def several(source: int, *winners: tuple[int, int]) -> Event:
    """雙響、三響: (seat, fan) of each winner."""
    return {"type": "win", "from": source, "winners": [{"seat": seat, "fan": fan} for seat, fan in winners]}


DRAW: Event = {"type": "draw"}


def drawn(*not_ready: int) -> Event:
    """和局, with those who are not ready."""
    return {"type": "draw", "not_ready": list(not_ready)}


def surrender(seat: int, winner: int) -> Event:
    """投降."""
    return {"type": "surrender", "seat": seat, "winner": winner}


def substitute(win: Event, *liable: int) -> Event:
    """代位賠付: the same win, paid by these."""
    return {**win, "liable": liable[0] if len(liable) == 1 else list(liable), "cause": "substitute"}


def reward(kind: str, seat: int, **more: Any) -> Event:
    return {"type": "reward", "kind": kind, "seat": seat, **more}


def ruling(seat: int | None, offence: str | None = None, *consequences: Any, **more: Any) -> Event:
    """A ruling by the table, or with its consequences spelled out."""
    event: Event = {"type": "ruling", "seat": seat, **more}
    if offence is not None:
        event["offence"] = offence
    if consequences:
        event["consequences"] = list(consequences)
    return event


def play(*events: Event, rules: RuleSet = LEAGUE, standing: dict[str, Any] | None = None) -> GameState:
    """The state after these events."""
    return fold(rules, events, standing)


def scores(state: GameState) -> list[str]:
    return [format_points(score) for score in state.scores]


def chains(state: GameState) -> list[tuple[int, int, str, int]]:
    """(winner, payer, points, pulls) of the open chains."""
    return [(c.winner, c.payer, format_points(c.points), c.pulls) for c in state.chains]


def transfers(rows: Sequence[Any]) -> list[tuple[int | None, int | None, str, str]]:
    return [(t.source, t.target, format_points(t.points), t.reason) for t in rows]


def left_by(state: GameState, rules: RuleSet) -> dict[str, Any]:
    """The `standing` that a game leaves to a later one of the same day."""
    broken = carried_offences(state.broken, rules)
    records = [
        PlayerRecord(cards, {slug: times for (owner, slug), times in broken.items() if owner == seat and times})
        for seat, cards in enumerate(state.cards_in_force)
    ]
    return standing_of([record.after_game() for record in records])
